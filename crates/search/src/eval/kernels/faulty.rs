//! Plain kernels with a bug, for tests of what happens when a thread of a search panics.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Head, Kernels, Sum, plain};
use bianca_rules::cpu::kernels::InstructionSet;
use bianca_rules::othello::kernels::RuleKernels;

/// The kernels whose estimate number `fuse` panics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faulty {
    pub(crate) fuse: u64,
    /// How many estimates there have been.
    pub(crate) estimates: &'static AtomicU64,
}

// SAFETY: it has nothing that a processor could lack.
unsafe impl InstructionSet for Faulty {}

impl RuleKernels for Faulty {}

impl Kernels for Faulty {
    fn output(self, head: &Head, sum: &Sum) -> i32 {
        let number = self.estimates.fetch_add(1, Ordering::Relaxed);
        assert_ne!(number, self.fuse, "the fuse has blown");
        plain::output(head, sum)
    }
}
