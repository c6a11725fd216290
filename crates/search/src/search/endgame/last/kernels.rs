//! The doors to the functions for the last empty squares, which are compiled for each set of
//! instructions; `cpu::kernels` says why. Nothing else happens in them.

#![allow(unsafe_code)]

use bianca_rules::cpu::kernels::compiled;
use bianca_rules::othello::kernels::RuleKernels;
use bianca_rules::othello::{Position, Square};

use super::super::parity::Odd;
use super::{last_four_body, last_three_body, last_two_body, last_two_passed_body};

compiled! {
    by kernels;
    pub(in crate::search::endgame) fn last_four[K: RuleKernels][K](
        kernels: K, position: Position, alpha: i32, odd: Odd, nodes: &mut u64,
    ) -> i32 {
        last_four_body(kernels, position, alpha, odd, nodes)
    }
}

compiled! {
    by kernels;
    pub(in crate::search::endgame) fn last_three[K: RuleKernels][K](
        kernels: K, position: Position, alpha: i32, squares: [Square; 3], nodes: &mut u64,
    ) -> i32 {
        last_three_body(kernels, position, alpha, squares, nodes)
    }
}

compiled! {
    by kernels;
    pub(in crate::search::endgame) fn last_two[K: RuleKernels][K](
        kernels: K, position: Position, alpha: i32, a: Square, b: Square, nodes: &mut u64,
    ) -> i32 {
        last_two_body(kernels, position, alpha, a, b, nodes)
    }
}

compiled! {
    by kernels;
    #[cold]
    pub(in crate::search::endgame) fn last_two_passed[K: RuleKernels][K](
        kernels: K, position: Position, alpha: i32, a: Square, b: Square, nodes: &mut u64,
    ) -> i32 {
        last_two_passed_body(kernels, position, alpha, a, b, nodes)
    }
}
