//! The last two plies of a search that does not go to the end.
//!
//! Most of a tree is here, so nothing is spent on the shared hash table or on the order of moves. Such a node is
//! worth what the last ply says, a mixture of evaluations; where the evaluation of the node itself is far outside of
//! a null window, nothing more is asked.

use crate::eval::Evaluate;
use crate::eval::kernels::Kernels;
use crate::othello::{Bitboard, Position};
use crate::search::control::Stopped;
use crate::search::node::{Candidates, LAST_PLY_ORDER, Node, SQUARE_VALUE};
use crate::search::probcut::EXACT;

use super::{INFINITY, Worker};

impl<E: Evaluate, K: Kernels> Worker<'_, E, K> {
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
        node: &Node<E::State>,
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
            let futile = match PV {
                true => None,
                false => self.futility_bound(own, empties, alpha, depth),
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

    /// The best evaluation one ply on, mixed with that of the node itself: their errors differ, and much of one
    /// is what the side to move is misjudged by, so that the mean errs less. Moves are not worth valuing
    /// here: those that cut most often come first, and that is all.
    #[inline(always)]
    pub(in crate::search) fn last_ply_body(
        &mut self,
        node: &Node<E::State>,
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
            let score = eval.evaluate_after(kernels, &node.state, mv, &child, replies);
            best = best.max(-score);
            if best >= enough {
                break;
            }
        }
        mixed.with(best)
    }

    /// A search of a few plies that the hash table would only slow down; moves by square.
    #[inline(always)]
    pub(in crate::search) fn shallow_body<const PV: bool>(
        &mut self,
        node: &Node<E::State>,
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
