//! Squares and moves, and how they are written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of the 64 squares; `a1` is the top left, index 0, and `h8` the bottom right, index 63.
///
/// Files run with the letters from left to right, ranks with the digits from top to bottom, as
/// Othello is written.
///
/// ```
/// use bianca::othello::Square;
///
/// let f5: Square = "f5".parse()?;
/// assert_eq!((f5.file(), f5.rank(), f5.index()), (5, 4, 37));
/// assert_eq!(Square::at(5, 4).to_string(), "f5");
/// # Ok::<(), bianca::othello::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index, 0 to 63.
    ///
    /// # Panics
    /// If `index` is 64 or more.
    #[inline]
    pub const fn new(index: u8) -> Square {
        assert!(index < 64, "a square's index is 0 to 63");
        Square(index)
    }

    /// The square of a `file` (0 = `a`) and a `rank` (0 = `1`).
    ///
    /// # Panics
    /// If either is 8 or more.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        assert!(file < 8 && rank < 8, "a file and a rank are 0 to 7");
        Square(rank * 8 + file)
    }

    /// The square of the lowest six bits of `index`, for callers that know them to be enough.
    #[inline]
    pub const fn from_low_bits(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// Index, 0 (`a1`) to 63 (`h8`), row by row.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask shows the compiler the range, which removes bounds checks.
        (self.0 & 63) as usize
    }

    /// File, 0 (`a`) to 7 (`h`).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Rank, 0 (`1`) to 7 (`8`).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// All squares from `a1` to `h8`.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A turn: a disc placed, or a pass.
///
/// ```
/// use bianca::othello::Move;
///
/// let mv: Move = "F5".parse()?;
/// assert_eq!(mv.to_string(), "f5");
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// assert!("i9".parse::<Move>().is_err());
/// # Ok::<(), bianca::othello::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc on this square.
    Place(Square),
    /// No disc, because the side to move has no legal square.
    Pass,
}

impl Move {
    /// The square, unless it is a pass.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// The words by which programs pass, in lower case, each before those that it begins with.
pub const PASSES: [&str; 5] = ["pass", "pas", "pa", "ps", "--"];

/// A word that is neither a square nor a pass.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a move (a1 to h8, or pass)")]
pub struct ParseMoveError(pub String);

impl FromStr for Square {
    type Err = ParseMoveError;

    /// Reads `e3` or `E3`.
    fn from_str(text: &str) -> Result<Square, ParseMoveError> {
        match text.as_bytes() {
            &[file, rank]
                if file.is_ascii_alphabetic()
                    && (b'a'..=b'h').contains(&file.to_ascii_lowercase())
                    && (b'1'..=b'8').contains(&rank) =>
            {
                Ok(Square::at(file.to_ascii_lowercase() - b'a', rank - b'1'))
            }
            _ => Err(ParseMoveError(text.to_owned())),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square, or one of [`PASSES`], in any case.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            true => Ok(Move::Pass),
            false => text.parse().map(Move::Place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_as_it_is_written() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        assert_eq!("pass".parse(), Ok(Move::Pass));
        assert_eq!("PA".parse(), Ok(Move::Pass));
    }

    #[test]
    fn the_error_holds_the_word() {
        for word in ["", "a", "a0", "a9", "i1", "11", "a1b", "é1", "p"] {
            let error = word.parse::<Move>().unwrap_err();
            assert_eq!(error, ParseMoveError(word.to_owned()));
        }
    }
}
