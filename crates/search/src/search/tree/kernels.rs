//! The doors to what of the tree search is compiled for each set of instructions.

#![allow(unsafe_code)]

use super::{NodeProgress, Worker};
use crate::eval::kernels::Kernels;
use crate::search::control::Stopped;
use crate::search::node::{Candidate, Candidates, Node};
use bianca_rules::cpu::kernels::compiled;
use bianca_rules::othello::{Bitboard, Square};

impl<K: Kernels> Worker<'_, K> {
    compiled! {
        by worker.shared.kernels;
        /// Searches `node` to `depth` plies within (`alpha`, `beta`).
        pub(in crate::search) fn search
        [K: Kernels,][const PV: bool][K, PV](
            &mut self as worker: &mut Worker<'_, K>,
            node: &Node, alpha: i32, beta: i32, depth: u32,
        ) -> Result<i32, Stopped> {
            worker.search_body::<PV>(node, alpha, beta, depth)
        }
    }

    compiled! {
        by worker.shared.kernels;
        /// Searches the moves of a node in their order.
        pub(in crate::search) fn moves
        [K: Kernels,][const PV: bool][K, PV](
            &mut self as worker: &mut Worker<'_, K>,
            node: &Node, list: &mut Candidates, progress: &mut NodeProgress,
            beta: i32, depth: u32, to_end: bool,
        ) -> Result<(), Stopped> {
            worker.moves_body::<PV>(node, list, progress, beta, depth, to_end)
        }
    }

    compiled! {
        by worker.shared.kernels;
        /// Searches one move.
        pub(in crate::search) fn search_move
        [K: Kernels,][const PV: bool][K, PV](
            &mut self as worker: &mut Worker<'_, K>,
            node: &Node, mv: &Candidate, searched: usize,
            alpha: i32, beta: i32, depth: u32,
        ) -> Result<i32, Stopped> {
            worker.search_move_body::<PV>(node, mv, searched, alpha, beta, depth)
        }
    }

    compiled! {
        by worker.shared.kernels;
        /// The best evaluation one ply on.
        pub(in crate::search) fn last_ply[K: Kernels][][K](
            &mut self as worker: &mut Worker<'_, K>,
            node: &Node, moves: Bitboard, own: i32, beta: i32,
        ) -> i32 {
            worker.last_ply_body(node, moves, own, beta)
        }
    }

    compiled! {
        by worker.shared.kernels;
        /// A search of a few plies.
        pub(in crate::search) fn shallow
        [K: Kernels,][const PV: bool][K, PV](
            &mut self as worker: &mut Worker<'_, K>,
            node: &Node, moves: Bitboard, alpha: i32, beta: i32, depth: u32,
        ) -> Result<i32, Stopped> {
            worker.shallow_body::<PV>(node, moves, alpha, beta, depth)
        }
    }

    compiled! {
        by worker.shared.kernels;
        /// Tries to show by a shallow search that the score is surely outside the null window.
        pub(in crate::search) fn probcut[K: Kernels][][K](
            &mut self as worker: &mut Worker<'_, K>,
            node: &Node, list: &mut Candidates, moves: Bitboard,
            alpha: i32, depth: u32, to_end: bool,
        ) -> Result<Option<i32>, Stopped> {
            worker.probcut_body(node, list, moves, alpha, depth, to_end)
        }
    }

    compiled! {
        by worker.shared.kernels;
        /// Values the moves that are left.
        pub(in crate::search) fn order[K: Kernels][][K](
            &mut self as worker: &mut Worker<'_, K>,
            node: &Node, list: &mut Candidates, known: [Option<Square>; 2],
            alpha: i32, depth: u32, to_end: bool,
        ) -> Result<(), Stopped> {
            worker.order_body(node, list, known, alpha, depth, to_end)
        }
    }
}
