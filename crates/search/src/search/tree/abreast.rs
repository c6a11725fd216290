//! Two threads at one iteration of the midgame, each at moves that the other is not at.
//!
//! What is found goes to the hash table alone, where the thread of the root finds it.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::{INFINITY, NodeProgress, Worker};
use crate::eval::kernels::Kernels;
use crate::search::abreast::Mark;
use crate::search::control::Stopped;
use crate::search::node::{Candidate, Candidates, MAX_MOVES, Node};
use crate::search::parallel::SplitPoint;

impl<K: Kernels> Worker<'_, K> {
    /// Searches the moves of a node in their order, but those that other threads are at last.
    pub(super) fn moves_abreast<const PV: bool>(
        &mut self,
        node: &Node,
        list: &mut Candidates,
        progress: &mut NodeProgress,
        beta: i32,
        depth: u32,
    ) -> Result<(), Stopped> {
        let mut later: ArrayVec<(usize, Candidate), MAX_MOVES> = ArrayVec::new();
        let mut place = progress.searched;
        while let Some(mv) = list.next() {
            if place > 1 && self.is_known::<PV>(node, progress, beta, depth) {
                return Ok(());
            }
            if place > 0 && self.shared.marks.has(Mark::of(&mv.child, depth)) {
                later.push((place, mv));
            } else {
                self.one_abreast::<PV>(node, &mv, place, progress, beta, depth)?;
                if progress.best.0 >= beta {
                    return Ok(());
                }
            }
            place += 1;
        }
        for (place, mv) in later {
            if self.is_known::<PV>(node, progress, beta, depth) {
                return Ok(());
            }
            self.one_abreast::<PV>(node, &mv, place, progress, beta, depth)?;
            if progress.best.0 >= beta {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether another thread has finished the node meanwhile; what it found is all there is to
    /// find then.
    fn is_known<const PV: bool>(
        &self,
        node: &Node,
        progress: &mut NodeProgress,
        beta: i32,
        depth: u32,
    ) -> bool {
        let Some(entry) = self.shared.table.get(&node.position) else {
            return false;
        };
        let known = self.table_cutoff::<PV>(&entry, progress.alpha, beta, depth);
        if let Some(score) = known {
            progress.best = (score, entry.moves[0]);
        }
        known.is_some()
    }

    fn one_abreast<const PV: bool>(
        &mut self,
        node: &Node,
        mv: &Candidate,
        place: usize,
        progress: &mut NodeProgress,
        beta: i32,
        depth: u32,
    ) -> Result<(), Stopped> {
        let mark = Mark::of(&mv.child, depth);
        self.shared.marks.enter(mark);
        let score = self.search_move::<PV>(node, mv, place, progress.alpha, beta, depth);
        self.shared.marks.leave(mark);
        progress.enter(mv, score?);
        Ok(())
    }

    /// Searches the iteration of another thread's root, for what it leaves in the hash table.
    pub(super) fn iterate(&mut self, point: &Arc<SplitPoint>) {
        let above = self.split.replace(Arc::clone(point));
        let (selectivity, nesting) = (self.selectivity, self.probcut_nesting);
        (self.selectivity, self.probcut_nesting) = (point.selectivity, 0);
        let _ = self.root_moves(point);
        (self.selectivity, self.probcut_nesting) = (selectivity, nesting);
        self.split = above;
        point.close();
    }

    fn root_moves(&mut self, point: &SplitPoint) -> Result<(), Stopped> {
        let mut later = Vec::new();
        for (place, mv) in point.moves.iter().enumerate() {
            if place > 0 && self.shared.marks.has(Mark::of(&mv.child, point.depth)) {
                later.push(place);
            } else {
                self.root_move(point, place)?;
            }
        }
        later
            .into_iter()
            .try_for_each(|place| self.root_move(point, place))
    }

    fn root_move(&mut self, point: &SplitPoint, place: usize) -> Result<(), Stopped> {
        let (mv, bonus) = (&point.moves[place], point.bonuses[place]);
        let (alpha, beta) = ((point.alpha() - bonus).max(-INFINITY), point.beta - bonus);
        let (child, depth) = (point.node.after(mv), point.depth - 1);
        if alpha >= beta {
            return Ok(());
        }
        if place == 0 {
            self.search::<true>(&child, -beta, -alpha, depth)?;
            return Ok(());
        }
        let mark = Mark::of(&mv.child, point.depth);
        self.shared.marks.enter(mark);
        let mut score = self
            .search::<false>(&child, -alpha - 1, -alpha, depth)
            .map(|score| -score);
        if let Ok(found) = score
            && found > alpha
            && found < beta
        {
            score = self.search::<true>(&child, -beta, -alpha, depth);
        }
        self.shared.marks.leave(mark);
        score.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::local::Local;
    use crate::search::parallel::Split;
    use crate::search::probcut::EXACT;
    use crate::search::tree::fixture::with_shared;
    use bianca_rules::cpu::Instructions;
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn moves_that_another_thread_is_at_are_searched_all_the_same() {
        with_shared(|shared| {
            for game in RandomGames::new(34, 5).take(20) {
                let position = game.position();
                let score = |look: bool| {
                    let mut local = Local::new(Instructions::chosen());
                    let mut worker = Worker::new(shared, &mut local);
                    worker.selectivity = EXACT;
                    let node = worker.node(position);
                    // Deeper than what the other call has left in the table.
                    let depth = if look { 5 } else { 4 };
                    shared.marks.look(look);
                    for square in position.moves() {
                        let child = position.play_unchecked(square);
                        (3..=depth).for_each(|depth| shared.marks.enter(Mark::of(&child, depth)));
                    }
                    let score = worker.search::<true>(&node, -INFINITY, INFINITY, depth);
                    shared.marks.look(false);
                    let best = position.moves().into_iter().map(|square| {
                        let child = worker.node(position.play_unchecked(square));
                        -worker
                            .search::<true>(&child, -INFINITY, INFINITY, depth - 1)
                            .unwrap()
                    });
                    (score, best.max())
                };
                for look in [false, true] {
                    let (found, best) = score(look);
                    if let Some(best) = best {
                        assert_eq!(found, Ok(best), "{position:?} {look}");
                    }
                }
            }
        });
    }

    #[test]
    fn an_iteration_leaves_what_it_finds_in_the_table() {
        with_shared(|shared| {
            let position = RandomGames::new(40, 6).next().unwrap().position();
            let mut local = Local::new(Instructions::chosen());
            let mut worker = Worker::new(shared, &mut local);
            let node = worker.node(position);
            let mut list = Candidates::new();
            list.fill(shared.kernels, &position, position.moves());
            let moves = list.rest();
            let point = Arc::new(SplitPoint::new(Split {
                parent: None,
                node,
                searched: 0,
                alpha: -INFINITY,
                beta: INFINITY,
                depth: 5,
                selectivity: 0,
                probcut_nesting: 0,
                is_pv: true,
                bonuses: vec![0; moves.len()],
                moves: moves.clone(),
                best: (-INFINITY, None),
            }));
            assert!(point.is_iteration());
            worker.iterate(&point);
            for mv in &moves {
                let entry = shared.table.get(&mv.child);
                let is_known = entry.is_some_and(|entry| entry.depth == 4);
                assert!(
                    is_known || mv.child.must_pass() || mv.child.is_over(),
                    "{mv:?}"
                );
            }
            assert_eq!(point.take_move(), None, "nobody begins with it any more");
        });
    }
}
