//! Iterations of the root that another thread searches, too.
//!
//! What is offered, and until when; the thread's own search of it is the tree's business.

use std::sync::Arc;

use super::Root;
use crate::eval::kernels::Kernels;
use crate::search::levels::Step;
use crate::search::parallel::{Split, SplitPoint};
use crate::search::params;
use crate::search::root::RootMove;
use crate::search::tree::INFINITY;

impl<K: Kernels> Root<'_, '_, K> {
    /// Lets another thread search the iteration abreast, where that is worth it.
    pub(super) fn offer_iteration(
        &mut self,
        step: Step,
        best: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<Arc<SplitPoint>> {
        let shared = self.worker.shared;
        let is_worth_it = step.depth > params::ABREAST_MIN && step.depth < self.empties;
        if !is_worth_it || best > 1 || !shared.marks.look(true) {
            return None;
        }
        let bonus = |root_move: &RootMove| self.bonus(root_move, step);
        let iteration = Arc::new(SplitPoint::new(Split {
            parent: None,
            node: self.node.clone(),
            moves: self.moves.iter().map(|root_move| root_move.mv).collect(),
            searched: 0,
            alpha,
            beta,
            depth: step.depth,
            selectivity: step.selectivity,
            probcut_nesting: 0,
            is_pv: true,
            bonuses: self.moves.iter().map(bonus).collect(),
            best: (-INFINITY, None),
        }));
        shared.pool.offer(&iteration);
        Some(iteration)
    }

    /// Sends home whoever is still at an iteration; nobody waits for that.
    pub(super) fn end_iteration(&self, iteration: &Arc<SplitPoint>) {
        let shared = self.worker.shared;
        shared.marks.look(false);
        shared.pool.withdraw(iteration);
        iteration.cut();
    }
}
