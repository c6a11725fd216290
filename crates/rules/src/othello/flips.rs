//! Disc flips: what a move turns over.
//!
//! [`flips_plain`] is the definition; the kernels that [`RuleKernels`](super::kernels::RuleKernels)
//! offers to searches may replace it only while `tests/suite/kernels.rs` shows that they agree.
//! Turns, passes and search are none of this file's business.

use super::bitboard::Bitboard;
use super::kernels::plain;
use super::square::Square;

/// The opponent's discs that a disc on `square` would turn over.
///
/// Empty exactly when the move is illegal, so callers need no second test. `square` must be
/// empty; debug builds check it.
#[inline]
pub fn flips(own: Bitboard, opp: Bitboard, square: Square) -> Bitboard {
    debug_assert!(!(own | opp).contains(square), "{square} is taken");
    Bitboard(plain::flips(own.0, opp.0, square.index()))
}

/// [`flips`] by walking from the square in each of the eight directions.
pub fn flips_plain(own: Bitboard, opp: Bitboard, square: Square) -> Bitboard {
    const STEPS: [(i8, i8); 8] = [
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    ];
    let mut flipped = Bitboard::EMPTY;
    for (file_step, rank_step) in STEPS {
        let mut run = Bitboard::EMPTY;
        let (mut file, mut rank) = (square.file() as i8, square.rank() as i8);
        loop {
            (file, rank) = (file + file_step, rank + rank_step);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let here = Square::at(file as u8, rank as u8);
            if opp.contains(here) {
                run |= here.into();
            } else {
                if own.contains(here) {
                    flipped |= run;
                }
                break;
            }
        }
    }
    flipped
}

/// How many discs the side `own` turns over by filling the last empty `square` of the board.
///
/// The opponent is taken to hold every other square that `own` does not hold, so nothing needs
/// to know its discs. The result is the number of discs turned, 0 when the move is illegal.
#[inline]
pub fn count_last_flips(own: Bitboard, square: Square) -> u32 {
    plain::count_last_flips(own.0, square.index())
}
