//! A position: the discs, seen from the side to move.

use thiserror::Error;

use super::bitboard::Bitboard;
use super::flips::flips;
use super::kernels::RuleKernels;
use super::moves::legal_moves;
use super::square::{Move, Square};

/// The discs of the side to move and of its opponent; no square holds both.
///
/// ```
/// use bianca_rules::othello::{Bitboard, Position};
///
/// let start = Position::START;
/// assert_eq!((start.own.count(), start.opp.count(), start.empties()), (2, 2, 60));
/// // No square can hold two discs.
/// assert_eq!(Position::new(Bitboard::CORNERS, Bitboard::EDGES), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Position {
    /// Discs of the side to move.
    pub own: Bitboard,
    /// Discs of the other side.
    pub opp: Bitboard,
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is not legal here")]
pub struct IllegalMove(pub Move);

impl Position {
    /// The standard start, black to move: black on d5 and e4, white on d4 and e5.
    pub const START: Position = Position {
        own: Bitboard(0x0000_0008_1000_0000),
        opp: Bitboard(0x0000_0010_0800_0000),
    };

    /// A position of these discs, or `None` if a square is in both sets.
    pub fn new(own: Bitboard, opp: Bitboard) -> Option<Position> {
        (own & opp).is_empty().then_some(Position { own, opp })
    }

    /// The empty squares.
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        Bitboard(!(self.own.0 | self.opp.0))
    }

    /// How many squares are empty.
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empty().count()
    }

    /// The squares that the side to move may move to.
    #[inline]
    pub fn moves(&self) -> Bitboard {
        legal_moves(self.own, self.opp)
    }

    /// The squares that the other side might move to if it were its turn.
    #[inline]
    pub fn opponent_moves(&self) -> Bitboard {
        legal_moves(self.opp, self.own)
    }

    /// What a disc on `square` turns over; `square` must be empty.
    #[inline]
    pub fn flips(&self, square: Square) -> Bitboard {
        flips(self.own, self.opp, square)
    }

    /// [`moves`](Position::moves) by the kernels of a set of instructions.
    #[inline(always)]
    pub fn moves_by<K: RuleKernels>(&self, kernels: K) -> Bitboard {
        Bitboard(kernels.legal_moves(self.own.0, self.opp.0))
    }

    /// [`opponent_moves`](Position::opponent_moves) by the kernels of a set of instructions.
    #[inline(always)]
    pub fn opponent_moves_by<K: RuleKernels>(&self, kernels: K) -> Bitboard {
        Bitboard(kernels.legal_moves(self.opp.0, self.own.0))
    }

    /// [`flips`](Position::flips) by the kernels of a set of instructions.
    #[inline(always)]
    pub fn flips_by<K: RuleKernels>(&self, kernels: K, square: Square) -> Bitboard {
        debug_assert!(self.empty().contains(square), "{square} is taken");
        Bitboard(kernels.flips(self.own.0, self.opp.0, square.index()))
    }

    /// [`play_unchecked`](Position::play_unchecked) by the kernels of a set of instructions.
    #[inline(always)]
    pub fn play_by<K: RuleKernels>(&self, kernels: K, square: Square) -> Position {
        self.after(square, self.flips_by(kernels, square))
    }

    /// The same discs with the other side to move.
    #[inline]
    pub const fn passed(&self) -> Position {
        Position {
            own: self.opp,
            opp: self.own,
        }
    }

    /// The position after a disc on `square` that turns over `flipped`, which must be
    /// `self.flips(square)` and not empty.
    #[inline]
    pub fn after(&self, square: Square, flipped: Bitboard) -> Position {
        debug_assert!(flipped.any(), "{square} turns nothing over");
        Position {
            own: self.opp ^ flipped,
            opp: self.own ^ flipped ^ square.into(),
        }
    }

    /// The position after a legal move on `square`.
    ///
    /// # Panics
    /// In debug builds, if the move is illegal.
    #[inline]
    pub fn play_unchecked(&self, square: Square) -> Position {
        self.after(square, self.flips(square))
    }

    /// The position after the legal move or pass `mv`.
    ///
    /// # Panics
    /// In debug builds, if a move is illegal.
    #[inline]
    pub fn make_unchecked(&self, mv: Move) -> Position {
        match mv {
            Move::Place(square) => self.play_unchecked(square),
            Move::Pass => self.passed(),
        }
    }

    /// The position after `mv`.
    ///
    /// ```
    /// use bianca_rules::othello::{Move, Position};
    ///
    /// let after = Position::START.play(Move::Place("f5".parse()?))?;
    /// // Seen from the other side, which has one disc left.
    /// assert_eq!((after.own.count(), after.opp.count()), (1, 4));
    /// assert!(Position::START.play(Move::Pass).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules do not allow it; a pass is allowed exactly when there is no legal square
    /// and the game is not over.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        match mv {
            Move::Place(square) if self.moves().contains(square) => Ok(self.play_unchecked(square)),
            Move::Pass if self.must_pass() => Ok(self.passed()),
            _ => Err(IllegalMove(mv)),
        }
    }

    /// Whether the side to move has no move but its opponent has one.
    pub fn must_pass(&self) -> bool {
        self.moves().is_empty() && self.opponent_moves().any()
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.moves().is_empty() && self.opponent_moves().is_empty()
    }

    /// Own discs less the opponent's, in discs.
    #[inline]
    pub const fn disc_difference(&self) -> i32 {
        self.own.count() as i32 - self.opp.count() as i32
    }

    /// The result for the side to move if the game is over: the disc difference, with the empty
    /// squares counted for the winner.
    ///
    /// ```
    /// use bianca_rules::othello::{Bitboard, Position};
    ///
    /// // The opponent has no disc left: every square counts.
    /// let won = Position::new(Bitboard::CORNERS, Bitboard::EMPTY).unwrap();
    /// assert!(won.is_over());
    /// assert_eq!((won.disc_difference(), won.final_score()), (4, 64));
    /// ```
    #[inline]
    pub const fn final_score(&self) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_the_four_moves_of_black() {
        let moves: Vec<String> = Position::START
            .moves()
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
        assert_eq!(Position::START.passed().moves().count(), 4);
    }

    #[test]
    fn an_illegal_move_is_refused_and_named() {
        let a1: Square = "a1".parse().unwrap();
        assert_eq!(
            Position::START.play(a1.into()),
            Err(IllegalMove(Move::Place(a1)))
        );
        assert_eq!(
            Position::START.play(Move::Pass),
            Err(IllegalMove(Move::Pass))
        );
    }

    #[test]
    fn the_empty_squares_go_to_the_winner() {
        let lone = Position {
            own: Bitboard(1),
            opp: Bitboard::EMPTY,
        };
        assert!(lone.is_over());
        assert_eq!(lone.final_score(), 64);
        assert_eq!(lone.passed().final_score(), -64);
        let even = Position {
            own: Bitboard(1),
            opp: Bitboard(1 << 63),
        };
        assert_eq!(even.final_score(), 0);
    }
}
