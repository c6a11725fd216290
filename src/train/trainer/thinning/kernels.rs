//! The door to the slopes of rows, compiled for each set of instructions; `cpu::kernels` says why.
//! Nothing else happens in it.

#![allow(unsafe_code)]

use super::{SlopesOfRows, Trainer};
use crate::cpu::kernels::compiled;
use crate::train::kernels::RowKernels;
use crate::train::samples::Sample;

compiled! {
    by kernels;
    /// Adds the slopes of the estimate of a sample.
    pub(super) fn add_slopes[K: RowKernels][K](
        kernels: K, trainer: &Trainer, sample: &Sample, slopes: &mut SlopesOfRows,
    ) -> () {
        trainer.add_slopes_body(kernels, sample, slopes)
    }
}
