//! A node's moves shared among threads: who offers them, who takes them, and who leaves.
//!
//! A thread works at one split point at a time and goes back to its own after it. What is searched
//! there is the tree's business; how threads find each other is the pool's.

use std::sync::Arc;

use super::{Shared, Worker};
use crate::eval::kernels::Kernels;
use crate::search::control::Stopped;
use crate::search::parallel::{Split, SplitPoint};
use bianca_rules::othello::Square;

impl<K: Kernels> Worker<'_, K> {
    /// Works at split points until the search is over.
    pub(in crate::search) fn help(&mut self) {
        while let Some(point) = self.shared.pool.wait() {
            self.visit(&point);
        }
        self.account();
    }

    /// Offers the remaining moves to idle threads and searches them together.
    pub(super) fn split<const PV: bool>(
        &mut self,
        split: Split,
    ) -> Result<(i32, Option<Square>), Stopped> {
        let point = Arc::new(SplitPoint::new(split));
        let pool = &self.shared.pool;
        pool.offer(&point);
        self.work_at(&point);
        pool.withdraw(&point);
        if self.is_void(point.parent.as_ref()) {
            point.cut();
        }
        pool.wait_for_helpers(&point, |work| self.visit(&work));
        if self.is_void(point.parent.as_ref()) {
            return Err(Stopped);
        }
        Ok(point.best())
    }

    /// Works at a split point that was joined, and leaves it.
    fn visit(&mut self, point: &Arc<SplitPoint>) {
        let _leave = LeaveOnDrop {
            shared: self.shared,
            point,
        };
        if point.is_iteration() {
            self.iterate(point);
        } else {
            self.work_at(point);
        }
    }

    fn is_void(&self, above: Option<&Arc<SplitPoint>>) -> bool {
        let halted = self.shared.control.is_halted() && !self.unstoppable;
        halted || above.is_some_and(|point| point.is_cut())
    }

    /// Takes moves of a split point until none is left or the node is cut.
    fn work_at(&mut self, point: &Arc<SplitPoint>) {
        let above = self.split.replace(Arc::clone(point));
        let (selectivity, nesting) = (self.selectivity, self.probcut_nesting);
        (self.selectivity, self.probcut_nesting) = (point.selectivity, point.probcut_nesting);
        while let Some(index) = point.take_move() {
            let mv = &point.moves[index];
            let searched = point.searched + index;
            let (alpha, beta, depth) = (point.alpha(), point.beta, point.depth);
            if alpha >= beta {
                break;
            }
            let score = if point.is_pv {
                self.search_move::<true>(&point.node, mv, searched, alpha, beta, depth)
            } else {
                self.search_move::<false>(&point.node, mv, searched, alpha, beta, depth)
            };
            match score {
                Ok(score) => point.update(score, mv.square),
                Err(Stopped) => break,
            }
        }
        (self.selectivity, self.probcut_nesting) = (selectivity, nesting);
        self.split = above;
    }
}

/// Leaves a split point also by a panic, or its owner would wait for this thread forever.
struct LeaveOnDrop<'a, K: Kernels> {
    shared: &'a Shared<'a, K>,
    point: &'a SplitPoint,
}

impl<K: Kernels> Drop for LeaveOnDrop<'_, K> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.shared.control.halt();
        }
        self.shared.pool.leave(self.point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights;
    use crate::request::StopFlag;
    use crate::search::abreast::Marks;
    use crate::search::control::Control;
    use crate::search::local::Local;
    use crate::search::node::Candidates;
    use crate::search::parallel::Pool;
    use crate::search::params::{PROBCUT_NESTING_MAX, Parameters};
    use crate::search::probcut::Margins;
    use crate::search::table::Table;
    use bianca_rules::cpu::Instructions;
    use bianca_rules::cpu::kernels::Plain;
    use bianca_rules::othello::Position;

    /// Positions that a thread which was idle visits at a split point inside of so many ProbCut
    /// searches.
    fn visited_inside(probcut_nesting: u32) -> u64 {
        let (table, stop) = (Table::new(1).unwrap(), StopFlag::new());
        let shared = Shared {
            kernels: Plain,
            eval: &weights::embedded(),
            table: &table,
            parameters: &Parameters::default(),
            margins: &Margins::default(),
            control: Control::new(&stop, None),
            pool: Pool::default(),
            marks: Marks::new(1),
        };
        let mut local = Local::new(Instructions::Plain(Plain));
        let mut worker = Worker::new(&shared, &mut local);
        let node = worker.node(Position::START);
        let mut list = Candidates::new();
        list.fill(Plain, &node.position, node.position.moves());
        let point = Arc::new(SplitPoint::new(Split {
            parent: None,
            moves: list.rest(),
            node,
            searched: 1,
            alpha: 0,
            beta: 1,
            depth: 9,
            selectivity: 0,
            probcut_nesting,
            is_pv: false,
            bonuses: Vec::new(),
            best: (0, None),
        }));
        worker.work_at(&point);
        assert_eq!(worker.probcut_nesting, 0);
        worker.nodes
    }

    #[test]
    fn a_helper_cuts_no_more_than_the_owner_of_the_split_point_would() {
        let (outside, inside) = (visited_inside(0), visited_inside(PROBCUT_NESTING_MAX));
        assert!(inside > 2 * outside, "{inside} and {outside}");
    }
}
