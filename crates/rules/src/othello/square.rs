//! Squares and moves, and how they are written; [`words`](super::words) reads them.

use std::fmt;

/// One of the 64 squares; `a1` is the top left, index 0, and `h8` the bottom right, index 63.
///
/// Files run with the letters from left to right, ranks with the digits from top to bottom, as
/// Othello is written.
///
/// ```
/// use bianca_rules::othello::Square;
///
/// let f5: Square = "f5".parse()?;
/// assert_eq!((f5.file(), f5.rank(), f5.index()), (5, 4, 37));
/// assert_eq!(Square::at(5, 4).to_string(), "f5");
/// # Ok::<(), bianca_rules::othello::ParseMoveError>(())
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
/// use bianca_rules::othello::Move;
///
/// let mv: Move = "F5".parse()?;
/// assert_eq!(mv.to_string(), "f5");
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// assert!("i9".parse::<Move>().is_err());
/// # Ok::<(), bianca_rules::othello::ParseMoveError>(())
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
