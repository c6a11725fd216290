//! The door to the slopes of rows, compiled for each set of instructions; `cpu::kernels` says why.
//! Nothing else happens in it.

#![allow(unsafe_code)]

use super::{SlopesOfRows, Trainer};
use crate::train::kernels::RowKernels;
use crate::train::samples::Sample;
use bianca_rules::cpu::kernels::compiled;

compiled! {
    by kernels;
    /// Adds the slopes of the estimate of a sample.
    pub(super) fn add_slopes[K: RowKernels][K](
        kernels: K, trainer: &Trainer, sample: &Sample, slopes: &mut SlopesOfRows,
    ) -> () {
        trainer.add_slopes_body(kernels, sample, slopes)
    }
}
