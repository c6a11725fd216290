//! An evaluation written by hand, from what every player knows.
//!
//! It counts mobility, potential mobility, corners, stable discs, C and X squares beside empty
//! corners, and parity. The first generation of self-play stands on it; afterwards a trained
//! evaluation does better in every respect but simplicity.

use crate::othello::stability::stable_discs;
use crate::othello::{Bitboard, Position, Square};

use super::Evaluate;
use super::kernels::Kernels;
use crate::cpu::kernels::Plain;

/// The hand-written evaluation; it keeps nothing from move to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handwritten;

/// One term of the evaluation, own less opponent's, in 1/256 disc.
pub type Term = (&'static str, i32);

impl Handwritten {
    /// The terms that the estimate is the sum of, before it is limited to 64 discs.
    pub fn terms(&self, position: &Position) -> [Term; 6] {
        self.terms_by(Plain, position)
    }

    /// [`terms`](Handwritten::terms) by the kernels of a set of instructions.
    #[inline(always)]
    fn terms_by<K: Kernels>(&self, kernels: K, position: &Position) -> [Term; 6] {
        let Position { own, opp } = *position;
        let empty = position.empty();
        let empties = position.empties() as i32;
        // Moves count most while there are many squares to fight for.
        let mobility_unit = 120 + 4 * empties;
        let (moves, replies) = (
            position.moves_by(kernels),
            position.opponent_moves_by(kernels),
        );
        let mobility = moves.count() as i32 - replies.count() as i32;
        let frontier = |discs: Bitboard| (discs.dilated() & empty).count() as i32;
        // The squares next to the opponent's discs are our future moves.
        let potential = frontier(opp) - frontier(own);
        let difference = |set: Bitboard| (own & set).count() as i32 - (opp & set).count() as i32;
        let stable = stable_discs(own, opp).count() as i32 - stable_discs(opp, own).count() as i32;
        let open_corners = empty & Bitboard::CORNERS;
        let beside = open_corners.dilated();
        let parity = if empties % 2 == 1 { 1 } else { -1 };
        [
            ("mobility", mobility * mobility_unit),
            ("potential mobility", potential * 80),
            ("corners", difference(Bitboard::CORNERS) * 5 * 256),
            ("stable discs", stable * 300),
            (
                "C and X squares",
                -difference(beside & Bitboard::X_SQUARES) * 4 * 256
                    - difference(beside & Bitboard::C_SQUARES) * 256,
            ),
            ("parity", parity * (300 - 4 * empties)),
        ]
    }
}

impl Evaluate for Handwritten {
    type State = ();

    fn state(&self, _: &Position) {}

    fn after_move(&self, _: &(), _: Square, _: Bitboard) {}

    fn after_pass(&self, _: &()) {}

    #[inline(always)]
    fn evaluate_with<K: Kernels>(
        &self,
        kernels: K,
        position: &Position,
        _: Bitboard,
        _: &(),
    ) -> i32 {
        let terms = self.terms_by(kernels, position);
        let sum: i32 = terms.iter().map(|(_, value)| value).sum();
        sum.clamp(-64 * 256, 64 * 256)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Symmetry;

    fn value(position: &Position) -> i32 {
        Handwritten.evaluate(position, &())
    }

    #[test]
    fn a_corner_is_good_and_an_x_square_bad() {
        let set = |squares: &str| -> Bitboard {
            squares
                .split(' ')
                .map(|s| s.parse::<Square>().unwrap())
                .collect()
        };
        let quiet = Position {
            own: set("d4 e5 c3"),
            opp: set("d5 e4 f6"),
        };
        let corner = Position {
            own: quiet.own | set("a1"),
            ..quiet
        };
        let x_square = Position {
            own: quiet.own | set("b2"),
            ..quiet
        };
        assert!(value(&corner) > value(&quiet) + 3 * 256);
        assert!(value(&x_square) < value(&quiet));
    }

    #[test]
    fn turning_the_board_changes_nothing() {
        let position = Position {
            own: Bitboard(0x0000_1a3c_1804_0201),
            opp: Bitboard(0x0c60_2002),
        };
        for symmetry in Symmetry::all() {
            assert_eq!(value(&symmetry.position(position)), value(&position));
        }
    }
}
