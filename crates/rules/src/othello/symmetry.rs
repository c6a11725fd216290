//! The eight symmetries of the board.

use super::bitboard::Bitboard;
use super::position::Position;
use super::square::Square;

/// One of the eight ways to turn and mirror the board.
///
/// Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 then swaps files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The board as it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        // Swapping files and ranks exchanges the two mirrors; the others undo themselves.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            other => Symmetry(other),
        }
    }

    /// Where `square` goes.
    pub const fn square(self, square: Square) -> Square {
        let (mut file, mut rank) = (square.file(), square.rank());
        if self.0 & 1 != 0 {
            file = 7 - file;
        }
        if self.0 & 2 != 0 {
            rank = 7 - rank;
        }
        if self.0 & 4 != 0 {
            Square::at(rank, file)
        } else {
            Square::at(file, rank)
        }
    }

    /// Where the squares of `set` go.
    #[inline]
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        if self.0 & 1 != 0 {
            bits = mirror_files(bits);
        }
        if self.0 & 2 != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & 4 != 0 {
            bits = transpose(bits);
        }
        Bitboard(bits)
    }

    /// The position with every disc moved.
    #[inline]
    pub const fn position(self, position: Position) -> Position {
        Position {
            own: self.bitboard(position.own),
            opp: self.bitboard(position.opp),
        }
    }

    /// The least of the eight images of `position` and the symmetry that gives it.
    ///
    /// ```
    /// use bianca_rules::othello::{Position, Symmetry};
    ///
    /// // The four first moves lead to the same position, but for a symmetry.
    /// let moves = Position::START.moves().into_iter();
    /// let images: Vec<Position> = moves
    ///     .map(|square| Symmetry::canonical(Position::START.play_unchecked(square)).0)
    ///     .collect();
    /// assert!(images.windows(2).all(|pair| pair[0] == pair[1]));
    /// ```
    pub fn canonical(position: Position) -> (Position, Symmetry) {
        let mut best = (position, Symmetry::IDENTITY);
        for symmetry in Symmetry::all().skip(1) {
            let image = symmetry.position(position);
            if image < best.0 {
                best = (image, symmetry);
            }
        }
        best
    }
}

const fn mirror_files(bits: u64) -> u64 {
    // Reversing all 64 bits turns the board by 180 degrees; swapping the rows back leaves the
    // mirror.
    bits.reverse_bits().swap_bytes()
}

/// Swaps files and ranks by three rounds of delta swaps (Warren, Hacker's Delight, 7-3).
const fn transpose(mut bits: u64) -> u64 {
    let mut swap = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ (swap << 7);
    swap = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ (swap << 14);
    swap = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ (swap << 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_squares_move_alike_and_back() {
        for symmetry in Symmetry::all() {
            for square in Square::all() {
                let image = symmetry.square(square);
                assert_eq!(
                    symmetry.bitboard(square.into()),
                    image.into(),
                    "{symmetry:?} {square}"
                );
                assert_eq!(symmetry.inverse().square(image), square);
            }
        }
    }

    #[test]
    fn the_images_of_a_position_share_their_canonical_form() {
        let position = Position {
            own: Bitboard(0x0204_0008_1000_0601),
            opp: Bitboard(0x70),
        };
        let (least, _) = Symmetry::canonical(position);
        for symmetry in Symmetry::all() {
            let (same, by) = Symmetry::canonical(symmetry.position(position));
            assert_eq!(same, least);
            assert_eq!(by.position(symmetry.position(position)), least);
        }
    }
}
