//! What ends the search of a node before its moves are tried: the hash table, its children there,
//! futility and ProbCut.
//!
//! A bound that comes from here holds at the worker's confidence. What is searched to find it is
//! the tree's business.

use crate::eval::kernels::Kernels;
use crate::search::control::Stopped;
use crate::search::node::{Candidate, Candidates, Node};
use crate::search::params;
use crate::search::probcut::{EXACT, shallow_depth_end};
use crate::search::table::Entry;
use bianca_rules::othello::Bitboard;

use super::{DISC, Worker};

impl<K: Kernels> Worker<'_, K> {
    /// What the table knows of a node, where that is enough.
    #[inline]
    pub(super) fn table_cutoff<const PV: bool>(
        &self,
        entry: &Entry,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Option<i32> {
        if !entry.reaches(depth, self.selectivity) {
            return None;
        }
        if entry.lower == entry.upper {
            return Some(entry.lower);
        }
        if PV {
            // A bound would cut the variation short.
            return None;
        }
        if entry.lower >= beta {
            return Some(entry.lower);
        }
        (entry.upper <= alpha).then_some(entry.upper)
    }

    /// Enhanced transposition cutoff: a child that is known to be bad enough for the opponent
    /// (Aske Plaat, 1996).
    #[inline]
    pub(super) fn enhanced_cutoff(&self, list: &Candidates, alpha: i32, depth: u32) -> Option<i32> {
        list.iter().find_map(|mv| {
            let entry = self.shared.table.get(&mv.child)?;
            let cuts = entry.reaches(depth - 1, self.selectivity) && -entry.upper > alpha;
            cuts.then_some(-entry.upper)
        })
    }

    /// [`futility_bound`](Worker::futility_bound) for the node after `mv`, if the ordering of the
    /// moves has evaluated it, before anything is spent on it.
    #[inline(always)]
    pub(super) fn futile_child(&self, mv: &Candidate, alpha: i32, depth: u32) -> Option<i32> {
        if depth != params::NO_TABLE_MAX {
            return None;
        }
        self.futility_bound(mv.estimate?, mv.child.empties(), alpha, depth)
    }

    /// The bound of a null window that the evaluation alone is far enough outside of, one or two
    /// plies before the search ends (futility: E. A. Heinz, 1998, for chess).
    #[inline(always)]
    pub(super) fn futility_bound(
        &self,
        estimate: i32,
        empties: u32,
        alpha: i32,
        depth: u32,
    ) -> Option<i32> {
        if self.selectivity == EXACT {
            return None;
        }
        let margin = self.shared.margins.get(self.selectivity, empties, depth, 0);
        let sure = margin * self.shared.parameters.futility(depth) / 100;
        surely_outside(estimate, alpha, sure)
    }

    /// What the evaluation says of a node, whose side to move has `moves`.
    #[inline(always)]
    pub(super) fn estimate(&self, node: &Node, moves: Bitboard) -> i32 {
        let (kernels, eval) = (self.shared.kernels, self.shared.eval);
        (node.estimate)
            .unwrap_or_else(|| eval.evaluate_with(kernels, &node.position, moves, &node.views))
    }

    /// Tries to show by a shallow search that the score is surely outside the null window. One of a
    /// single ply leaves what it finds of the moves in `list`, for their order.
    #[inline(always)]
    pub(in crate::search) fn probcut_body(
        &mut self,
        node: &Node,
        list: &mut Candidates,
        moves: Bitboard,
        alpha: i32,
        depth: u32,
        to_end: bool,
    ) -> Result<Option<i32>, Stopped> {
        let min = if to_end {
            params::PROBCUT_MIN_END
        } else {
            params::PROBCUT_MIN_MIDGAME
        };
        if self.selectivity == EXACT
            || depth < min
            || self.probcut_nesting >= params::PROBCUT_NESTING_MAX
        {
            return Ok(None);
        }
        let beta = alpha + 1;
        let empties = node.position.empties();
        let parameters = self.shared.parameters;
        let shallow = if to_end {
            shallow_depth_end(depth)
        } else {
            parameters.probcut_shallow(depth)
        };
        let margin = self
            .shared
            .margins
            .get(self.selectivity, empties, depth, shallow);
        let doubt = self.shared.margins.get(self.selectivity, empties, depth, 0);
        let estimate = self.estimate(node, moves);

        if !to_end {
            let sure = doubt * parameters.probcut_static / 100;
            if let Some(bound) = surely_outside(estimate, alpha, sure) {
                return Ok(Some(bound));
            }
        }
        let doubt = doubt * parameters.probcut_doubt / 100;
        let high = beta + margin;
        if high < 64 * DISC && estimate >= beta - doubt {
            let score = self.shallow_look(node, list, moves, estimate, high - 1, shallow)?;
            if score >= high {
                return Ok(Some(beta));
            }
        }
        let low = alpha - margin;
        if low > -64 * DISC && estimate <= alpha + doubt {
            let score = self.shallow_look(node, list, moves, estimate, low, shallow)?;
            if score <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// A search for ProbCut in the null window above `alpha`; one of no plies is what the
    /// evaluation says.
    #[inline(always)]
    fn shallow_look(
        &mut self,
        node: &Node,
        list: &mut Candidates,
        moves: Bitboard,
        estimate: i32,
        alpha: i32,
        shallow: u32,
    ) -> Result<i32, Stopped> {
        match shallow {
            0 => return Ok(estimate),
            1 => return Ok(self.look_one_ply(node, list, moves, estimate, alpha)),
            _ => {}
        }
        self.probcut_nesting += 1;
        let score = self.search::<false>(node, alpha, alpha + 1, shallow);
        self.probcut_nesting -= 1;
        score
    }
}

/// The bound of the null window above `alpha` that `estimate` is outside of by `margin`.
#[inline(always)]
fn surely_outside(estimate: i32, alpha: i32, margin: i32) -> Option<i32> {
    let beta = alpha + 1;
    if estimate >= beta + margin {
        return Some(beta);
    }
    (estimate <= alpha - margin).then_some(alpha)
}

#[cfg(test)]
mod tests {
    use super::surely_outside;
    use crate::search::local::Local;
    use crate::search::node::Candidates;
    use crate::search::probcut::EXACT;
    use crate::search::table::{Entry, Found};
    use crate::search::tree::Worker;
    use crate::search::tree::fixture::with_shared;
    use bianca_rules::cpu::Instructions;
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn an_estimate_is_outside_of_a_null_window_from_its_margin_on() {
        for (estimate, bound) in [
            (111, Some(101)),
            (110, None),
            (91, None),
            (90, Some(100)),
            (i32::from(i16::MIN), Some(100)),
        ] {
            assert_eq!(surely_outside(estimate, 100, 10), bound, "{estimate}");
        }
    }

    /// What an entry leaves open must not matter to whoever searches within the window, and on a
    /// principal variation nothing may be open.
    #[test]
    fn an_entry_cuts_if_it_is_as_deep_and_as_sure_as_the_search_and_leaves_nothing_open() {
        const SCORES: [i32; 8] = [-400, -201, -200, -199, 299, 300, 301, 400];
        let (alpha, beta, depth) = (-200, 300, 8);
        let windows = SCORES.into_iter().flat_map(|lower| {
            let upper = SCORES.into_iter().filter(move |&upper| lower <= upper);
            upper.map(move |upper| (lower, upper))
        });
        let windows: Vec<(i32, i32)> = windows
            .chain([(i16::MIN.into(), -200), (300, i16::MAX.into())])
            .collect();
        with_shared(|shared| {
            let mut local = Local::new(Instructions::chosen());
            let mut worker = Worker::new(shared, &mut local);
            let mut cuts = 0;
            for (searching, known) in
                (0..=EXACT).flat_map(|one| (0..=EXACT).map(move |other| (one, other)))
            {
                worker.selectivity = searching;
                for (deep, &(lower, upper)) in [7, 8, 9]
                    .into_iter()
                    .flat_map(|deep| windows.iter().map(move |bounds| (deep, bounds)))
                {
                    let entry = Entry {
                        lower,
                        upper,
                        depth: deep,
                        selectivity: known,
                        moves: [None; 2],
                    };
                    let is_enough = deep >= depth && known >= searching;
                    let meaning = |score: i32| score.clamp(alpha, beta);
                    let is_open = meaning(lower) != meaning(upper);
                    let bound = if lower >= beta { lower } else { upper };
                    let told = format!("{searching} {entry:?}");
                    let found = worker.table_cutoff::<false>(&entry, alpha, beta, depth);
                    let expected = (is_enough && (!is_open || lower == upper)).then_some(bound);
                    assert_eq!(found, expected, "{told}");
                    let found = worker.table_cutoff::<true>(&entry, alpha, beta, depth);
                    let expected = (is_enough && lower == upper).then_some(lower);
                    assert_eq!(found, expected, "{told}");
                    cuts += u32::from(found.is_some());
                }
            }
            assert!(cuts > 100, "{cuts}");
        });
    }

    /// The children are a ply less deep; what is at most so good for the opponent is at least so
    /// good for the side to move, and nothing follows from what is at least so good.
    #[test]
    fn a_child_cuts_if_it_is_as_deep_and_as_sure_as_the_search_and_bad_enough() {
        let (alpha, depth) = (-200, 8);
        with_shared(|shared| {
            let mut local = Local::new(Instructions::chosen());
            let mut worker = Worker::new(shared, &mut local);
            // Each time another position, of which the table knows nothing yet.
            let mut games = RandomGames::new(30, 19);
            let mut cuts = 0;
            for (searching, known) in [(0, 0), (2, 1), (2, 2), (2, 3), (EXACT, 4), (EXACT, EXACT)] {
                worker.selectivity = searching;
                for deep in [depth - 2, depth - 1, depth] {
                    for score in [-201, -200, -199, 500] {
                        for (is_lower, is_upper) in [(true, false), (false, true), (true, true)] {
                            let position = games.next().unwrap().position();
                            let mut list = Candidates::new();
                            list.fill(shared.kernels, &position, position.moves());
                            assert_eq!(worker.enhanced_cutoff(&list, alpha, depth), None);
                            let last = list.iter().last().unwrap();
                            let found = Found {
                                alpha: -score - i32::from(is_lower),
                                beta: -score + i32::from(is_upper),
                                score: -score,
                                depth: deep,
                                selectivity: known,
                                best: None,
                            };
                            shared.table.put(&last.child, &found);
                            let is_enough = deep >= depth - 1 && known >= searching;
                            let expected =
                                (is_enough && is_upper && score > alpha).then_some(score);
                            let cut = worker.enhanced_cutoff(&list, alpha, depth);
                            assert_eq!(cut, expected, "{searching} {found:?}");
                            cuts += u32::from(cut.is_some());
                        }
                    }
                }
            }
            assert_eq!(cuts, 4 * 2 * 2 * 2);
        });
    }
}
