//! The door to the counting of paths, compiled for each set of instructions; `cpu::kernels` says
//! why. Nothing else happens in it.

#![allow(unsafe_code)]

use super::{PassRule, paths_body};
use crate::cpu::kernels::compiled;
use crate::othello::Position;
use crate::othello::kernels::RuleKernels;

compiled! {
    by kernels;
    /// See `perft`.
    pub(super) fn paths[K: RuleKernels][K](
        kernels: K, position: Position, depth: u32, rule: PassRule,
    ) -> u64 {
        paths_body(kernels, position, depth, rule)
    }
}
