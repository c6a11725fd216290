//! What a thread keeps for itself from search to search.

use bianca_rules::cpu::Instructions;

use super::endgame::Solver;
use super::last_plies::LastPlies;

/// The solver of endings and the cache of the last plies of one thread.
///
/// Threads count their positions in it, so no two of them may share a cache line, nor a pair of
/// lines that the processor fetches together.
#[repr(align(128))]
pub(super) struct Local {
    pub(super) solver: Solver,
    pub(super) last_plies: LastPlies,
}

impl Local {
    /// With empty caches.
    pub(super) fn new(instructions: Instructions) -> Local {
        Local {
            solver: Solver::with(instructions),
            last_plies: LastPlies::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.solver.clear();
        self.last_plies.clear();
    }
}
