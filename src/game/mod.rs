//! What is played: a game with its history, apart from whoever thinks about it.
//!
//! [`Game`] is what a session, a match or a terminal needs to play, take back, draw and count a
//! game, whatever the game: Othello's record, or the [`History`] of one of the small games. Moves
//! are [`GameMove`]s; only what comes from outside is text, which the game reads. A game knows no
//! player and no clock, and of searches only that their trees can be drawn.

mod history;
mod othello;
mod passes;

use std::any::Any;

use thiserror::Error;

use crate::games::drawing::{TooLarge, TreeFormat};
use crate::games::search::Method;
use crate::othello::{Color, OthelloGame};
use crate::request::StopFlag;

#[cfg(test)]
pub use crate::games::moves::discs;
pub use crate::games::moves::{GameMove, in_words};
pub use history::History;
pub use passes::SilentPasses;

/// The word by which every game passes.
pub const PASS: &str = "pass";

/// A game that is being played.
///
/// Every method that fails changes nothing.
pub trait Game: Send {
    /// The game's name as `list_games` gives it.
    fn name(&self) -> &'static str;

    /// Whether one person plays alone towards a goal.
    fn is_puzzle(&self) -> bool {
        false
    }

    /// Goes back to where the game started before its first board was set up.
    fn restart(&mut self);

    /// Whether this game has a notation for boards.
    fn has_boards(&self) -> bool;

    /// Starts the game anew at the board that `text` describes.
    ///
    /// # Errors
    /// [`GameError::BadBoard`], [`GameError::NoBoards`].
    fn set_board(&mut self, text: &str) -> Result<(), GameError>;

    /// Plays a move or a whole transcript, for `color` or for the side to move. A pass that a
    /// graphical board leaves out is played silently. Either all of it is played or nothing.
    ///
    /// # Errors
    /// [`GameError::NotAMove`], [`GameError::NoMove`], [`GameError::IllegalMove`].
    fn play(&mut self, color: Option<Color>, moves: &str) -> Result<(), GameError>;

    /// Plays a legal move of the side to move.
    ///
    /// # Errors
    /// [`GameError::IllegalMove`].
    fn make(&mut self, mv: GameMove) -> Result<(), GameError>;

    /// Makes `color` the side to move if the other side must pass, by passing for it.
    ///
    /// # Errors
    /// [`GameError::IllegalMove`] if the other side can move.
    fn give_turn_to(&mut self, color: Color) -> Result<(), GameError>;

    /// Takes back the last turn.
    ///
    /// # Errors
    /// [`GameError::NothingToUndo`].
    fn undo(&mut self) -> Result<(), GameError>;

    /// Plays the turn that was last taken back.
    ///
    /// # Errors
    /// [`GameError::NothingToRedo`].
    fn redo(&mut self) -> Result<(), GameError>;

    /// The side to move.
    fn to_move(&self) -> Color;

    /// The legal moves of `color`, or of the side to move; [`GameMove::PASS`] alone if it must
    /// pass, none after the end.
    fn legal(&self, color: Option<Color>) -> Vec<GameMove>;

    /// The moves played so far, passes included.
    fn history(&self) -> Vec<(Color, GameMove)>;

    /// How many moves were played so far, passes included.
    fn turns(&self) -> usize;

    /// The result for black (the first player) in points of the game; `None` while it goes on.
    fn final_score(&self) -> Option<i32>;

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.final_score().is_some()
    }

    /// The board for people, several lines without an empty one.
    fn draw(&self) -> String;

    /// The position on one line, as [`set_board`](Game::set_board) reads it if this game has a
    /// notation for boards.
    fn board(&self) -> String;

    /// Squares along an edge of the board, if it is a square one whose discs [`board`](Game::board) writes row by
    /// row before anything else.
    fn edge(&self) -> Option<usize> {
        None
    }

    /// The tree of a textbook search from here to the end of the game, several lines.
    ///
    /// # Errors
    /// If the tree is too large to draw.
    fn tree(&self, method: Method, format: TreeFormat) -> Result<String, TooLarge>;

    /// The position now as the small games' [`GameState`](crate::games::GameState) of this game,
    /// for a player that knows its type; see [`state_of`].
    fn state(&self) -> Box<dyn Any>;

    /// The record behind this game if it is Othello: what the strong player, files of games and
    /// explanations work on.
    fn othello(&self) -> Option<&OthelloGame> {
        None
    }

    /// The same record, to be replaced by another.
    fn othello_mut(&mut self) -> Option<&mut OthelloGame> {
        None
    }

    /// The same game once more.
    fn clone_game(&self) -> Box<dyn Game>;

    /// How many paths of `depth` plies start here, a pass being one; `None` if `stop` was raised
    /// first.
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft(&mut *self.clone_game(), depth, stop)
    }
}

/// The state of `game`, if it is one of `G`.
pub fn state_of<G: 'static>(game: &dyn Game) -> Option<G> {
    game.state().downcast().ok().map(|state| *state)
}

fn perft(game: &mut dyn Game, depth: u32, stop: &StopFlag) -> Option<u64> {
    if stop.is_raised() {
        return None;
    }
    let moves = game.legal(None);
    if depth == 0 || moves.is_empty() {
        return Some(1);
    }
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    let mut paths = 0;
    for mv in moves {
        // A move that the game lists can be played and taken back.
        let played = game.make(mv);
        debug_assert!(played.is_ok(), "{mv}");
        paths += perft(game, depth - 1, stop)?;
        let undone = game.undo();
        debug_assert!(undone.is_ok(), "{mv}");
    }
    Some(paths)
}

/// Why a game refuses a request; it is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A word that is no move of this game.
    #[error("'{0}' is not a move")]
    NotAMove(String),
    /// A transcript that has move numbers or commas, but no move.
    #[error("a move is missing")]
    NoMove,
    /// The rules do not allow it. The text says which move and whose.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// A board that cannot be read; the text says what is wrong with it.
    #[error("{0}")]
    BadBoard(String),
    /// This game has no notation for boards.
    #[error("setting up a board is not possible in this game")]
    NoBoards,
    /// There is nothing to take back.
    #[error("cannot undo")]
    NothingToUndo,
    /// There is nothing to play again.
    #[error("cannot redo")]
    NothingToRedo,
}
