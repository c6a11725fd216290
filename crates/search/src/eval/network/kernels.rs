//! The door to an evaluation that is compiled for each set of instructions.

#![allow(unsafe_code)]

use super::Network;
use crate::eval::kernels::Kernels;
use crate::eval::patterns::Views;
use bianca_rules::cpu::kernels::compiled;
use bianca_rules::othello::Position;

compiled! {
    by kernels;
    /// See [`Network::evaluate`].
    pub(super) fn evaluate[K: Kernels][K](
        kernels: K, network: &Network, position: &Position, views: &Views,
    ) -> i32 {
        network.evaluate_by(kernels, position, views)
    }
}
