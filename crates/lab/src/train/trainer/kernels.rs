//! The door to what is learned from a sample, compiled for each set of instructions;
//! `cpu::kernels` says why. Nothing else happens in it.

#![allow(unsafe_code)]

use super::{LocalHead, Trainer};
use crate::train::kernels::RowKernels;
use crate::train::samples::Sample;
use bianca_rules::cpu::kernels::compiled;

compiled! {
    by kernels;
    /// Learns from one sample; gives its squared error.
    pub(super) fn visit[K: RowKernels][K](
        kernels: K, trainer: &Trainer, sample: &Sample, head: &mut LocalHead, rate: f32,
    ) -> f32 {
        trainer.visit_body(kernels, sample, head, rate)
    }
}
