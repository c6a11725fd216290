//! The order in which the moves of a node are tried.
//!
//! A move's value is comparable only within its node; greater is better. What is searched to find
//! it is the tree's business.

use std::cmp::Reverse;

use crate::eval::kernels::Kernels;
use crate::search::control::Stopped;
use crate::search::endgame::Costs;
use crate::search::node::{Candidates, Node, by_replies};
use crate::search::params;
use crate::search::probcut::EXACT;
use bianca_rules::othello::Square;

use super::{INFINITY, Worker};

impl<K: Kernels> Worker<'_, K> {
    /// Values the moves that are left. `known` are the moves of the hash table.
    #[inline(always)]
    pub(in crate::search) fn order_body(
        &mut self,
        node: &Node,
        list: &mut Candidates,
        known: [Option<Square>; 2],
        alpha: i32,
        depth: u32,
        to_end: bool,
    ) -> Result<(), Stopped> {
        let asks_table = depth > params::NO_TABLE_MAX + 1
            && !(to_end && node.position.empties() <= self.solver_max() + 1);
        if asks_table {
            for mv in list.rest_mut() {
                self.shared.table.fetch_ahead(&mv.child);
            }
        }
        if to_end {
            self.value_to_end(node, list, known, alpha, depth)
        } else {
            self.value_in_midgame(node, list, known);
            Ok(())
        }
    }

    /// By how few replies they leave and by what the evaluation says of them.
    #[inline(always)]
    fn value_in_midgame(&mut self, node: &Node, list: &mut Candidates, known: [Option<Square>; 2]) {
        let parameters = self.shared.parameters;
        for mv in list.rest_mut() {
            // All discs turned: nothing can be better.
            if mv.child.own.is_empty() {
                mv.value = i32::MAX;
                continue;
            }
            let replies = mv.child.moves_by(self.shared.kernels);
            mv.value = by_replies(parameters, mv, replies) + bonus(known, mv.square)
                - self.evaluate_move(node, mv, replies);
        }
    }

    /// By their costs and by what a shallow search says of them or the evaluation, which is asked
    /// only of the cheapest, and of none where that is not likely to matter.
    #[inline(always)]
    fn value_to_end(
        &mut self,
        node: &Node,
        list: &mut Candidates,
        known: [Option<Square>; 2],
        alpha: i32,
        depth: u32,
    ) -> Result<(), Stopped> {
        let kernels = self.shared.kernels;
        let look = params::order_depth_end(depth);
        let costs = Costs::of_position(&node.position);
        for mv in list.rest_mut() {
            // All discs turned: nothing can be better.
            mv.value = if mv.child.own.is_empty() {
                i32::MAX
            } else {
                let replies = mv.child.moves_by(kernels);
                bonus(known, mv.square)
                    - params::COST_END * costs.of_move(&mv.child, mv.square, replies)
            };
        }
        let rest = list.rest_mut();
        // Only a node that is expected to cut evaluates its moves, so this knows of the nodes after
        // them, and those below them, which nobody has evaluated, are expected to cut again.
        let asked = if look > 0 || self.selectivity != EXACT {
            rest.len()
        } else if node
            .estimate
            .is_some_and(|estimate| estimate < alpha + params::LIKELY_LOW)
        {
            0
        } else {
            rest.len().min(params::EVALUATED_END)
        };
        if 0 < asked && asked < rest.len() {
            rest.select_nth_unstable_by_key(asked - 1, |mv| (Reverse(mv.value), mv.square));
        }
        for mv in &mut rest[..asked] {
            if mv.value == i32::MAX {
                continue;
            }
            let score = if look == 0 {
                let replies = mv.child.moves_by(kernels);
                self.evaluate_move(node, mv, replies)
            } else {
                let child = node.after(mv);
                // What lies far below alpha needs no exact value.
                let beta = (params::ORDER_WINDOW - alpha).max(-INFINITY + 1);
                self.search::<true>(&child, -INFINITY, beta, look)?
            };
            mv.value += params::BEFORE_UNASKED - score;
        }
        Ok(())
    }
}

/// What a move of the hash table is worth more than it seems to be.
#[inline(always)]
fn bonus(known: [Option<Square>; 2], square: Square) -> i32 {
    (known.into_iter().zip(params::HASH_MOVES))
        .filter(|&(hash_move, _)| hash_move == Some(square))
        .map(|(_, bonus)| bonus)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::local::Local;
    use crate::search::node::Candidate;
    use crate::search::tree::fixture::with_shared;
    use bianca_rules::cpu::Instructions;
    use bianca_rules::cpu::kernels::Plain;
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn an_exact_search_asks_the_evaluation_of_the_cheapest_moves_and_of_none_that_do_not_matter() {
        with_shared(|shared| {
            let mut local = Local::new(Instructions::chosen());
            let mut worker = Worker::new(shared, &mut local);
            let mut unasked = 0;
            for game in RandomGames::new(16, 25).take(100) {
                let mut node = worker.node(game.position());
                let moves = node.position.moves();
                let costs = Costs::of_position(&node.position);
                let mut order = |node: &Node, alpha| {
                    let mut list = Candidates::new();
                    list.fill(Plain, &node.position, moves);
                    worker
                        .order(node, &mut list, [None; 2], alpha, 16, true)
                        .unwrap();
                    list.rest()
                };
                let listed = order(&node, 0);
                let cost = |mv: &Candidate| costs.of_move(&mv.child, mv.square, mv.child.moves());
                let asked = listed.len().min(params::EVALUATED_END);
                let dearest = listed[..asked].iter().map(cost).max();
                for mv in &listed[asked..] {
                    assert!(Some(cost(mv)) >= dearest, "{:?} {mv:?}", node.position);
                    assert_eq!(mv.estimate, None);
                    unasked += 1;
                }
                for mv in &listed[..asked] {
                    assert_eq!(mv.estimate.is_none(), mv.child.moves().is_empty(), "{mv:?}");
                }
                node.estimate = Some(0);
                for (alpha, is_asked) in
                    [(-params::LIKELY_LOW, true), (1 - params::LIKELY_LOW, false)]
                {
                    let listed = order(&node, alpha);
                    let can_be = listed.iter().any(|mv| mv.child.moves().any());
                    let found = listed.iter().any(|mv| mv.estimate.is_some());
                    assert_eq!(found, is_asked && can_be, "{:?} {alpha}", node.position);
                }
            }
            assert!(unasked > 100, "{unasked}");
        });
    }
}
