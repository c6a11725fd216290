//! The moves of all games, and one value for a move of any of them, for whoever holds moves without
//! knowing the game.
//!
//! The game's own type of move stands inside, so that a move that goes through a search, a player
//! and a protocol is never written and read again on the way. Its text is the game's.

use std::fmt;

use bianca_rules::othello::{Move, Square};

/// A cell by its row and column, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// From the top.
    pub row: u8,
    /// From the left.
    pub column: u8,
}

/// As the textbook writes it, without a blank: `(2,3)`.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

/// The frog at this position moves; where to is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop(pub u8);

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The way from a node to one of its children, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    pub(super) node: u32,
    pub(super) number: u32,
}

/// `b1` for the first branch of `B`.
impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", node_name(self.node).to_lowercase(), self.number)
    }
}

/// The name of an inner node: A to Z, then AA, AB and so on.
pub(super) fn node_name(node: u32) -> String {
    let letter = char::from(b'A' + (node % 26) as u8);
    match node / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", node_name(more - 1)),
    }
}

/// A move of one of the games.
///
/// ```
/// use bianca_play::games::moves::GameMove;
/// use bianca_rules::othello::{Move, Square};
///
/// let f5: Square = "f5".parse()?;
/// let mv = GameMove::from(f5);
/// assert_eq!(Move::try_from(mv), Ok(Move::Place(f5)));
/// assert!(GameMove::PASS.is_pass() && !mv.is_pass());
/// # Ok::<(), bianca_rules::othello::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameMove {
    /// A disc on a square or a pass, of Othello and of historic Reversi.
    Disc(Move),
    /// A mark in a cell of tic-tac-toe.
    Mark(Mark),
    /// A frog's.
    Hop(Hop),
    /// A way down a tree.
    Branch(Branch),
}

impl GameMove {
    /// The pass of every game that has passes.
    pub const PASS: GameMove = GameMove::Disc(Move::Pass);

    /// Whether it is a pass.
    pub fn is_pass(self) -> bool {
        self == GameMove::PASS
    }

    /// The square of a disc; `None` for a pass and in games without discs.
    pub fn square(self) -> Option<Square> {
        match self {
            GameMove::Disc(mv) => mv.square(),
            GameMove::Mark(_) | GameMove::Hop(_) | GameMove::Branch(_) => None,
        }
    }
}

/// As the game reads and writes it: `f5`, `pass`, `(2,3)`.
impl fmt::Display for GameMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameMove::Disc(mv) => mv.fmt(f),
            GameMove::Mark(cell) => cell.fmt(f),
            GameMove::Hop(hop) => hop.fmt(f),
            GameMove::Branch(branch) => branch.fmt(f),
        }
    }
}

/// A move that is one of another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherGame;

macro_rules! holds {
    ($($kind:ident($inner:ty)),+) => {$(
        impl From<$inner> for GameMove {
            fn from(mv: $inner) -> GameMove {
                GameMove::$kind(mv)
            }
        }

        impl TryFrom<GameMove> for $inner {
            type Error = OtherGame;

            fn try_from(mv: GameMove) -> Result<$inner, OtherGame> {
                match mv {
                    GameMove::$kind(mv) => Ok(mv),
                    _ => Err(OtherGame),
                }
            }
        }
    )+};
}

holds!(Disc(Move), Mark(Mark), Hop(Hop), Branch(Branch));

impl From<Square> for GameMove {
    fn from(square: Square) -> GameMove {
        GameMove::Disc(square.into())
    }
}

/// Moves as a line of text, parted by blanks.
pub fn in_words(moves: &[GameMove]) -> String {
    let words: Vec<String> = moves.iter().map(GameMove::to_string).collect();
    words.join(" ")
}

/// The squares and passes that a text of a test names.
///
/// # Panics
/// If it names anything else.
#[doc(hidden)]
pub fn discs(text: &str) -> Vec<GameMove> {
    let words = text.split_whitespace();
    words
        .map(|word| word.parse::<Move>().unwrap().into())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_of_its_game_alone() {
        let f5: Move = "f5".parse().unwrap();
        let mv = GameMove::from(f5);
        assert_eq!(mv.to_string(), "f5");
        assert_eq!(mv.try_into(), Ok(f5));
        assert_eq!(mv.square(), f5.square());
        assert_eq!(Hop::try_from(mv), Err(OtherGame));
        assert_eq!(Move::try_from(GameMove::from(Hop(3))), Err(OtherGame));
        let hop = GameMove::from(Hop(13));
        assert_eq!(in_words(&[GameMove::PASS, hop]), "pass 13");
        assert!(GameMove::PASS.is_pass() && !hop.is_pass());
        assert_eq!(GameMove::PASS.square(), None);
    }
}
