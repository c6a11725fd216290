//! The order in which the moves of a node are tried.
//!
//! A move's value is comparable only within its node; greater is better. What is searched to find it is the tree's
//! business.

use crate::eval::Evaluate;
use crate::eval::kernels::Kernels;
use crate::othello::{Bitboard, Square};
use crate::search::control::Stopped;
use crate::search::node::{Candidates, Node, SQUARE_VALUE};
use crate::search::params;

use super::{INFINITY, Worker};

impl<E: Evaluate, K: Kernels> Worker<'_, E, K> {
    /// Values the moves that are left by how few replies they leave and by what the evaluation, or to the end a
    /// shallow search, says of them. `known` are the moves of the hash table.
    #[inline(always)]
    pub(in crate::search) fn order_body(
        &mut self,
        node: &Node<E::State>,
        list: &mut Candidates,
        known: [Option<Square>; 2],
        alpha: i32,
        depth: u32,
        to_end: bool,
    ) -> Result<(), Stopped> {
        let parameters = self.shared.parameters;
        let (mobility_weight, look) = if to_end {
            (params::MOBILITY_END, params::order_depth_end(depth))
        } else {
            (parameters.mobility, 0)
        };
        let asks_table = depth > params::NO_TABLE_MAX + 1
            && !(to_end && node.position.empties() <= self.solver_max() + 1);
        for mv in list.rest_mut() {
            if asks_table {
                self.shared.table.fetch_ahead(&mv.child);
            }
            // All discs turned: nothing can be better.
            if mv.child.own.is_empty() {
                mv.value = i32::MAX;
                continue;
            }
            let replies = mv.child.moves_by(self.shared.kernels);
            let mobility = (replies.count() + (replies & Bitboard::CORNERS).count()) as i32;
            mv.value = -mobility * mobility_weight
                + i32::from(SQUARE_VALUE[mv.square.index()]) * parameters.square;
            for (hash_move, bonus) in known.into_iter().zip(params::HASH_MOVES) {
                if hash_move == Some(mv.square) {
                    mv.value += bonus;
                }
            }
            let score = if look == 0 {
                self.evaluate_move(node, mv, replies)
            } else {
                let child = node.after(self.shared.eval, mv);
                // What lies far below alpha needs no exact value.
                let beta = (params::ORDER_WINDOW - alpha).max(-INFINITY + 1);
                self.search::<true>(&child, -INFINITY, beta, look)?
            };
            mv.value -= score;
        }
        Ok(())
    }
}
