//! Small games behind one trait, and the textbook searches over it.
//!
//! A [`GameState`] is a position that knows whose turn it is, what may be played and how it ends;
//! [`search`] and [`path`] know nothing more than that. Invariant: a score is always from the
//! mover, and changes its sign only where the mover changes, so that passes, two moves in a row
//! and games for one person need no special case. The strong engine knows nothing of this
//! module: [`othello`] adapts the rules towards the trait, which makes the plain searches an
//! independent check of the strong ones.

pub mod cells;
pub mod drawing;
pub mod frogs;
pub mod kind;
pub mod layout;
pub mod moves;
pub mod othello;
pub mod path;
pub mod reversi;
pub mod search;
pub mod tictactoe;
pub mod tree;

use std::fmt::{Debug, Display};
use std::hash::Hash;

use bianca_rules::othello::{Bitboard, Color, Square};
use cells::Cells;
use kind::GameKind;
use layout::Layout;
use moves::GameMove;

/// A position of a game with full information and without chance.
pub trait GameState: Clone + Eq + Hash {
    /// A move; two of one position are equal only if they are the same move.
    type Move: Copy + Eq + Debug + Display + Send;

    /// Whose turn it is: black's, who begins, or plays alone, MAX in the textbook's words, or
    /// white's, MIN. After the end it may be either.
    fn mover(&self) -> Color;

    /// The result in points for [`mover`](GameState::mover), once the game is over.
    fn outcome(&self) -> Option<i32>;

    /// Puts the legal moves into `out`, which is empty, in the game's natural order: at least one
    /// unless the game is over, and none then.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Makes a move, which must be legal.
    fn play(&mut self, mv: Self::Move);

    /// The legal moves in a vector of their own.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// The position after a legal move.
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// What a search that stops here takes the position to be worth to the mover, in points.
    fn estimate(&self) -> i32 {
        0
    }
}

/// What a disc does that is put on a board where discs are turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where it is put.
    pub square: Square,
    /// What it turns over, of which there may be nothing.
    pub turned: Bitboard,
}

/// A game that people can play: it has a name, reads and writes moves and has a board.
pub trait Playable: GameState<Move: Into<GameMove> + TryFrom<GameMove>> + Send + 'static {
    /// Which game it is.
    const KIND: GameKind;

    /// The move that a word stands for, if any; it need not be legal.
    fn read_move(&self, word: &str) -> Option<Self::Move>;

    /// The words of a text with several moves.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }

    /// What this position is called, in a game that has names for its positions.
    fn state_name(&self) -> Option<String> {
        None
    }

    /// What stands on the board; nothing in a game without one.
    fn cells(&self) -> Cells {
        Cells::default()
    }

    /// Whose turn it is or how the game ended, and what people count, in one line.
    fn status(&self) -> String;

    /// The drawing of the board.
    fn layout(&self) -> Layout {
        let legal: Vec<GameMove> = self.legal_moves().into_iter().map(Into::into).collect();
        let name = self.state_name().unwrap_or_default();
        Layout::new(Self::KIND.info().pieces, &self.cells(), &legal, &name)
    }

    /// The position in several lines for people: the board, then the [`status`](Playable::status).
    fn draw(&self) -> String {
        let mut lines = self.layout().lines;
        lines.push(self.status());
        lines.join("\n")
    }

    /// The discs that black and white have in hand, where they are counted.
    fn in_hand(&self) -> Option<[u8; 2]> {
        None
    }

    /// The position on one line, as [`read`](Playable::read) understands it.
    fn write(&self) -> Option<String> {
        None
    }

    /// The position of the same game that `text` describes; `None` if this game has no such
    /// notation.
    ///
    /// # Errors
    /// If it has one and the text breaks it; the message says where.
    fn read(&self, _text: &str) -> Option<Result<Self, String>> {
        None
    }

    /// What a legal move does, in a game that [`has_discs`](GameKind::has_discs); `None` for a
    /// pass.
    fn placement(&self, _mv: Self::Move) -> Option<Placement> {
        None
    }
}

#[cfg(test)]
mod tests;
