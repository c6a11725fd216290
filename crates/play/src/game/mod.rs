//! What is played: a game with its history, apart from whoever thinks about it.
//!
//! [`Game`] is what a session, a match or a terminal needs to play, take back, draw and count a
//! game, whatever the game: Othello's record, or the [`History`] of one of the small games. Moves
//! are [`GameMove`]s; only what comes from outside is text, which the game reads. A game knows no
//! player and no clock, and of searches only that their trees can be drawn.

mod history;
mod othello;
mod passes;
mod state;

use std::any::Any;

use thiserror::Error;

use crate::games::drawing::{TooLarge, TreeFormat};
use crate::games::search::Method;
use bianca_rules::othello::{Color, OthelloGame};
use bianca_search::request::StopFlag;

pub use crate::games::cells::{Cell, Cells, letter};
pub use crate::games::kind::{GameKind, Pieces};
pub use crate::games::layout::{Layout, Place};
#[doc(hidden)]
pub use crate::games::moves::discs;
pub use crate::games::moves::{GameMove, in_words};
pub use history::History;
pub use passes::SilentPasses;
pub use state::State;

/// The word by which every game passes.
pub const PASS: &str = "pass";

/// A game that is being played.
///
/// Every method that fails changes nothing.
///
/// ```
/// use bianca_play::game::{Game, GameMove};
/// use bianca_play::player::catalogue;
///
/// let mut game = catalogue::game("tictactoe")?;
/// // What comes from outside is text, and may be a whole transcript.
/// game.play(None, "(2,2) 11")?;
/// // What the game itself gives is a value.
/// let moves: Vec<GameMove> = game.legal(None);
/// game.make(moves[0])?;
/// assert_eq!(game.history()[2].1.to_string(), "(1,2)");
/// game.undo()?;
/// assert_eq!(game.board(), "O...X.... X");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Send {
    /// Which game it is.
    fn kind(&self) -> GameKind {
        self.state().kind()
    }

    /// The game's name as `list_games` gives it.
    fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// Goes back to where the game started before its first board was set up.
    fn restart(&mut self);

    /// Whether this game has a notation for boards.
    fn has_boards(&self) -> bool {
        self.state().write().is_some()
    }

    /// Starts the game anew at the board that `text` describes.
    ///
    /// # Errors
    /// [`GameError::BadBoard`], [`GameError::NotInThisGame`].
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

    /// The position now, for whoever draws it, and for a player that knows its type; see
    /// [`state_of`].
    fn state(&self) -> Box<dyn State>;

    /// What stands on the board.
    ///
    /// ```
    /// use bianca_play::game::Game;
    /// use bianca_rules::othello::{Color, OthelloGame};
    ///
    /// let cells = OthelloGame::new().cells();
    /// assert_eq!(cells.edge(), Some(8));
    /// assert_eq!(cells.count(Color::Black), 2);
    /// let e5 = cells.rows().nth(4).unwrap()[4];
    /// assert_eq!((e5.mv.to_string().as_str(), e5.piece), ("e5", Some(Color::White)));
    /// ```
    fn cells(&self) -> Cells {
        self.state().cells()
    }

    /// The board for people, several lines without an empty one.
    fn draw(&self) -> String {
        self.state().draw()
    }

    /// The position on one line, as [`set_board`](Game::set_board) reads it if this game has a
    /// notation for boards.
    fn board(&self) -> String {
        let state = self.state();
        let first_line = || state.layout().lines.into_iter().next();
        state.write().or_else(first_line).unwrap_or_default()
    }

    /// The tree of a textbook search from here to the end of the game, several lines.
    ///
    /// # Errors
    /// If the tree is too large to draw.
    fn tree(&self, method: Method, format: TreeFormat) -> Result<String, TooLarge> {
        self.state().tree(method, format)
    }

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
///
/// ```
/// use bianca_play::game::state_of;
/// use bianca_play::games::frogs::Frogs;
/// use bianca_play::player::catalogue;
///
/// let game = catalogue::game("frogs 1")?;
/// let frogs: Frogs = state_of(&*game).unwrap();
/// assert_eq!(frogs.row(), [1, 0, -1]);
/// # Ok::<(), bianca_play::player::catalogue::CatalogueError>(())
/// ```
pub fn state_of<G: 'static>(game: &dyn Game) -> Option<G> {
    let state: Box<dyn Any> = game.state();
    state.downcast().ok().map(|state| *state)
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
    /// This game has no such thing.
    #[error("{0} is not possible in this game")]
    NotInThisGame(&'static str),
    /// There is nothing to take back.
    #[error("cannot undo")]
    NothingToUndo,
    /// There is nothing to play again.
    #[error("cannot redo")]
    NothingToRedo,
}
