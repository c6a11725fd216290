//! Parity: which quadrants of the board hold an odd number of empty squares.

use bianca_rules::othello::{Bitboard, Square};

/// The squares of all quadrants (four by four) that hold an odd number of empty squares.
///
/// Quadrants stand for the true regions, which cost more to follow; the idea is that of most
/// programs since Zebra and Edax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Odd(pub(super) Bitboard);

const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The quadrant of each square.
static QUADRANT: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = QUADRANTS[square / 32 * 2 + square % 8 / 4];
        square += 1;
    }
    table
};

impl Odd {
    /// Counts the empty squares of each quadrant.
    #[inline(always)]
    pub(super) fn of(empty: Bitboard) -> Odd {
        let mut odd = 0;
        for quadrant in QUADRANTS {
            if (empty.0 & quadrant).count_ones() % 2 == 1 {
                odd |= quadrant;
            }
        }
        Odd(Bitboard(odd))
    }

    /// The parity once `square` is filled.
    #[inline]
    pub(super) fn after(self, square: Square) -> Odd {
        Odd(self.0 ^ Bitboard(QUADRANT[square.index()]))
    }

    /// The squares of `set` in odd quadrants, then the others.
    #[inline]
    pub(super) fn first(self, set: Bitboard) -> [Bitboard; 2] {
        [set & self.0, set - self.0]
    }

    /// The corners of `set` in odd quadrants, its other squares there, then the same for the
    /// even quadrants.
    #[inline]
    pub(super) fn corners_first(self, set: Bitboard) -> [Bitboard; 4] {
        let [odd, even] = self.first(set);
        let corners = Bitboard::CORNERS;
        [odd & corners, odd - corners, even & corners, even - corners]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_squares_one_by_one_keeps_the_count_right() {
        let mut empty = Bitboard(0x0123_4567_89ab_cdef);
        let mut odd = Odd::of(empty);
        while let Some(square) = empty.first() {
            empty = empty - square.into();
            odd = odd.after(square);
            assert_eq!(odd, Odd::of(empty));
        }
    }
}
