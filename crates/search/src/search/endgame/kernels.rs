//! The doors to the functions of the solver, which are compiled for each set of instructions;
//! `cpu::kernels` says why. Nothing else happens in them.

#![allow(unsafe_code)]

use bianca_rules::cpu::kernels::compiled;
use bianca_rules::othello::kernels::RuleKernels;
use bianca_rules::othello::{Bitboard, Position};

use super::Solver;
use super::cache::Place;
use super::parity::Odd;

compiled! {
    by kernels;
    pub(super) fn null_window[K: RuleKernels][K](
        kernels: K, solver: &mut Solver, position: Position, alpha: i32,
    ) -> i32 {
        solver.null_window_body(kernels, position, alpha)
    }
}

compiled! {
    by kernels;
    pub(super) fn middle[K: RuleKernels][K](
        kernels: K, solver: &mut Solver, placed: (Position, Place), moves: Bitboard,
        alpha: i32, odd: Odd, empties: u32,
    ) -> i32 {
        solver.middle_body(kernels, placed, moves, alpha, odd, empties)
    }
}

compiled! {
    by kernels;
    pub(super) fn last_five[K: RuleKernels][K](
        kernels: K, solver: &mut Solver, position: Position, moves: Bitboard,
        alpha: i32, odd: Odd,
    ) -> i32 {
        solver.last_five_body(kernels, position, moves, alpha, odd)
    }
}
