//! The last two plies of a search that does not go to the end.
//!
//! Most of a tree is here, so nothing is spent on the shared hash table or on the order of moves.
//! Such a node is worth what the last ply says, a mixture of evaluations; where the evaluation of
//! the node itself is far outside of a null window, nothing more is asked.

use crate::eval::kernels::Kernels;
use crate::search::control::Stopped;
use crate::search::node::{Candidate, Candidates, LAST_PLY_ORDER, Node, SQUARE_VALUE};
use crate::search::probcut::EXACT;
use bianca_rules::othello::{Bitboard, Position};

use super::{INFINITY, Worker};

impl<K: Kernels> Worker<'_, K> {
    /// What this thread has found out about a node before, where that is enough.
    #[inline(always)]
    pub(super) fn known_last_plies(
        &self,
        position: &Position,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Option<i32> {
        let search = (depth, self.selectivity);
        self.local.last_plies.get(position, search, alpha, beta)
    }

    /// Searches a node that has `moves` to `depth` plies, one or two.
    #[inline(always)]
    pub(super) fn last_plies<const PV: bool>(
        &mut self,
        node: &Node,
        moves: Bitboard,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Result<i32, Stopped> {
        let mut search = (depth, self.selectivity);
        let mut above = alpha;
        let score = if PV && depth > 1 {
            self.shallow::<PV>(node, moves, alpha, beta, depth)?
        } else {
            let own = self.estimate(node, moves);
            let empties = node.position.empties();
            let futile = if PV {
                None
            } else {
                self.futility_bound(own, empties, alpha, depth)
            };
            match futile {
                Some(bound) => bound,
                None if depth > 1 => self.shallow::<PV>(node, moves, alpha, beta, depth)?,
                None => {
                    // Without cuts; and if no move reached beta, all were tried.
                    search.1 = EXACT;
                    above = -INFINITY;
                    self.last_ply(node, moves, own, beta)
                }
            }
        };
        let cache = &mut self.local.last_plies;
        cache.put(&node.position, search, above, beta, score);
        Ok(score)
    }

    /// The best evaluation one ply on, mixed with that of the node itself: their errors differ, and
    /// much of one is what the side to move is misjudged by, so that the mean errs less. Moves are
    /// not worth valuing here: those that cut most often come first, and that is all.
    #[inline(always)]
    pub(in crate::search) fn last_ply_body(
        &mut self,
        node: &Node,
        moves: Bitboard,
        own: i32,
        beta: i32,
    ) -> i32 {
        let (kernels, eval) = (self.shared.kernels, self.shared.eval);
        let mixed = Mixed {
            own,
            share: self.shared.parameters.own_share,
        };
        let enough = mixed.least_reaching(beta);
        let mut best = -INFINITY;
        for square in LAST_PLY_ORDER
            .into_iter()
            .flat_map(|squares| moves & squares)
        {
            let flipped = node.position.flips_by(kernels, square);
            let child = node.position.after(square, flipped);
            self.nodes += 1;
            let (mv, replies) = ((square, flipped), child.moves_by(kernels));
            let score = eval.evaluate_after(kernels, &node.views, mv, &child, replies);
            best = best.max(-score);
            if best >= enough {
                break;
            }
        }
        mixed.with(best)
    }

    /// A search of `node` to one ply in the null window above `alpha` that keeps in `list` what the
    /// evaluation says of the moves, because most nodes that it does not cut have their moves put
    /// in order by that. `list` is empty or holds all `moves`.
    #[inline(always)]
    pub(super) fn look_one_ply(
        &mut self,
        node: &Node,
        list: &mut Candidates,
        moves: Bitboard,
        own: i32,
        alpha: i32,
    ) -> i32 {
        let beta = alpha + 1;
        let position = &node.position;
        self.nodes += 1;
        if let Some(score) = self.known_last_plies(position, alpha, beta, 1) {
            return score;
        }
        let (score, selectivity, above) =
            match self.futility_bound(own, position.empties(), alpha, 1) {
                Some(bound) => (bound, self.selectivity, alpha),
                None => {
                    if list.left() == 0 {
                        list.fill(self.shared.kernels, position, moves);
                    }
                    (self.best_of(node, list, own, beta), EXACT, -INFINITY)
                }
            };
        let cache = &mut self.local.last_plies;
        cache.put(position, (1, selectivity), above, beta, score);
        score
    }

    /// [`last_ply`](Worker::last_ply) with the moves in a list.
    #[inline(always)]
    fn best_of(&mut self, node: &Node, list: &mut Candidates, own: i32, beta: i32) -> i32 {
        let mixed = Mixed {
            own,
            share: self.shared.parameters.own_share,
        };
        let enough = mixed.least_reaching(beta);
        let mut best = -INFINITY;
        for squares in LAST_PLY_ORDER {
            let here = |mv: &&mut Candidate| squares.contains(mv.square);
            for mv in list.rest_mut().iter_mut().filter(here) {
                let replies = mv.child.moves_by(self.shared.kernels);
                best = best.max(-self.evaluate_move(node, mv, replies));
                if best >= enough {
                    return mixed.with(best);
                }
            }
        }
        mixed.with(best)
    }

    /// What the evaluation says after a move that leaves the opponent these `replies`, for the
    /// opponent. It is asked once.
    #[inline(always)]
    pub(super) fn evaluate_move(
        &mut self,
        node: &Node,
        mv: &mut Candidate,
        replies: Bitboard,
    ) -> i32 {
        if let Some(score) = mv.estimate {
            return score;
        }
        self.nodes += 1;
        let (kernels, eval) = (self.shared.kernels, self.shared.eval);
        let placed = (mv.square, mv.flipped);
        let score = eval.evaluate_after(kernels, &node.views, placed, &mv.child, replies);
        mv.estimate = replies.any().then_some(score);
        score
    }

    /// A search of a few plies that the hash table would only slow down; moves by square.
    #[inline(always)]
    pub(in crate::search) fn shallow_body<const PV: bool>(
        &mut self,
        node: &Node,
        moves: Bitboard,
        mut alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Result<i32, Stopped> {
        let mut list = Candidates::new();
        list.fill(self.shared.kernels, &node.position, moves);
        for mv in list.rest_mut() {
            let replies = mv.child.moves_by(self.shared.kernels);
            let weight = (replies.count() + (replies & Bitboard::CORNERS).count()) as i32;
            mv.value = i32::from(SQUARE_VALUE[mv.square.index()]) - 8 * weight;
        }
        let mut best = -INFINITY;
        let mut searched = 0;
        while let Some(mv) = list.next() {
            let score = self.search_move::<PV>(node, &mv, searched, alpha, beta, depth)?;
            searched += 1;
            best = best.max(score);
            alpha = alpha.max(score);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// A node's own evaluation as a share, in percent, of what it is worth.
#[derive(Clone, Copy, Debug)]
struct Mixed {
    own: i32,
    share: i32,
}

impl Mixed {
    /// What the node is worth if `best` is the best of its moves.
    fn with(self, best: i32) -> i32 {
        (self.share * self.own + (100 - self.share) * best).div_euclid(100)
    }

    /// The least best move with which the node is worth `score`.
    fn least_reaching(self, score: i32) -> i32 {
        let of_moves = 100 - self.share;
        (100 * score - self.share * self.own + of_moves - 1).div_euclid(of_moves)
    }
}

#[cfg(test)]
mod tests {
    use super::Mixed;
    use crate::search::local::Local;
    use crate::search::node::Candidates;
    use crate::search::tree::Worker;
    use crate::search::tree::fixture::with_shared;
    use bianca_rules::cpu::Instructions;
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn a_look_of_one_ply_is_a_search_and_keeps_what_it_evaluates() {
        with_shared(|shared| {
            let mut kept = 0;
            for game in RandomGames::new(30, 18).take(100) {
                let position = game.position();
                let moves = position.moves();
                if moves.is_empty() {
                    continue;
                }
                let own = shared.eval.estimate(&position);
                // No window reaches beyond the board.
                let around = |away: i32| (own + away).clamp(-16383, 16383);
                for alpha in [-3000, -600, -100, 0, 100, 600, 3000].map(around) {
                    let [mut one, mut other] = [(); 2].map(|()| Local::new(Instructions::chosen()));
                    let mut searching = Worker::new(shared, &mut one);
                    searching.selectivity = 0;
                    let node = searching.node(position);
                    let score = searching.search::<false>(&node, alpha, alpha + 1, 1);
                    let mut looking = Worker::new(shared, &mut other);
                    looking.selectivity = 0;
                    let mut list = Candidates::new();
                    // What the first look has found serves the second one.
                    for _ in 0..2 {
                        let look = looking.look_one_ply(&node, &mut list, moves, own, alpha);
                        assert_eq!(Ok(look), score, "{position:?} {alpha}");
                        looking.local.clear();
                    }
                    for mv in list.iter() {
                        let Some(estimate) = mv.estimate else {
                            continue;
                        };
                        assert_eq!(estimate, shared.eval.estimate(&mv.child), "{mv:?}");
                        kept += 1;
                    }
                }
            }
            assert!(kept > 500, "{kept}");
        });
    }

    #[test]
    fn a_move_that_reaches_a_score_with_a_share_of_the_node_is_the_least_that_does() {
        for (own, share) in [(0, 0), (777, 25), (-3001, 25), (16384, 33), (-16384, 60)] {
            let mixed = Mixed { own, share };
            for score in [-16640, -2001, -1, 0, 1, 333, 16640] {
                let least = mixed.least_reaching(score);
                assert!(mixed.with(least) >= score, "{mixed:?} {score}");
                assert!(mixed.with(least - 1) < score, "{mixed:?} {score}");
            }
        }
        assert_eq!(
            Mixed {
                own: 100,
                share: 25
            }
            .with(500),
            400
        );
    }
}
