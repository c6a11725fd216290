//! Who thinks about a game: players, their options, and a game between two of them.
//!
//! A [`Player`] is shown a game and finds its moves. It keeps no game and knows no protocol:
//! the strong engine ([`strong`]), the players of the source texts ([`classic`]) and whoever a
//! program adds (an engine in another process) are all players. In the place of a [`Contestant`]
//! another one may play. [`catalogue`] finds games and players by their names; [`driver`] lets
//! players play their turns.

mod book;
pub mod catalogue;
pub mod chance;
pub mod classic;
mod contestant;
mod draw;
pub mod driver;
mod error;
mod options;
mod reversi;
pub mod strong;

use std::path::PathBuf;
use std::time::Duration;

use crate::book::{BookError, BookMove};
use crate::game::Game;
use crate::games::moves::GameMove;
use crate::people::following::Followed;
use bianca_rules::othello::Color;
use bianca_search::request::{LearntScore, Limits, Report, Request, Score, StopFlag};
use bianca_search::search::Settings;

pub use contestant::Contestant;
pub use error::PlayerError;
pub use options::{OptionError, OptionInfo, OptionKind, switch};

/// Someone who finds the moves of a game.
pub trait Player: Send {
    /// All options with their values; players without any need not say so.
    fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    /// Sets an option; names are compared without case. What fails changes nothing.
    ///
    /// # Errors
    /// [`OptionError`].
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::Unknown(name.to_owned()))
    }

    /// How the strong player's searcher is set up; `None` of other players.
    fn settings(&self) -> Option<Settings> {
        None
    }

    /// Forgets what earlier searches found: a new game begins.
    fn new_game(&mut self) {}

    /// Gets ready to search the position that `game` stands at; what is done here is on no clock.
    ///
    /// # Errors
    /// If it cannot be searched.
    fn prepare(&mut self, _game: &dyn Game) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Searches the position that `game` stands at for `request.purpose`, and plays nothing. Gives
    /// the best lines, best first: `request.best` of them if there are so many moves; for a move
    /// the line that begins with it; one line with an empty variation if the game is over.
    ///
    /// Comes back within the limits, and within milliseconds once `stop` is raised. `report` is
    /// called on the searching thread as lines are found.
    ///
    /// # Errors
    /// If there is no line though the game is not over, with the reason.
    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError>;

    /// The moves that this player's opening book knows, best first; none of who has no book.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn book_moves(&mut self, _game: &dyn Game) -> Result<Vec<BookMove>, BookError> {
        Ok(Vec::new())
    }

    /// The file of the book, if it has one that can learn.
    fn book_file(&self) -> Option<PathBuf> {
        None
    }

    /// What the last search took and thought, where its best line does not say it: an engine in
    /// another process measures the time from the command to its reply, and need not say more
    /// than a move. `elapsed` is what the caller has measured.
    fn summary(&self, best: &Report<GameMove>, elapsed: Duration) -> SearchSummary {
        SearchSummary {
            elapsed,
            score: Some(best.score),
            depth: Some(best.depth),
            nodes: Some(best.nodes),
        }
    }

    /// Remembers what somebody else knows of the position that `game` stands at and the move that
    /// is best there; players who remember nothing need not.
    fn learn(&mut self, _game: &dyn Game, _bounds: &LearntScore, _best: Option<GameMove>) {}

    /// Sees how a game has ended that it may have played in, and may learn from it who plays
    /// against it. One that it has seen before counts once.
    fn see(&mut self, _game: &dyn Game, _end: End) {}

    /// What it knows of who plays against it; `None` if it follows nobody.
    fn follows(&self) -> Option<Followed> {
        None
    }

    /// The static evaluation of the position for its side to move; `None` if this player has none
    /// of this game.
    fn evaluate(&self, _game: &dyn Game) -> Option<Score> {
        None
    }

    /// Makes the player fit for use after a panic in [`search`](Player::search): throws away
    /// whatever the search may have left half done, and keeps the options.
    fn recover(&mut self) {}
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Counted,
    /// Before: this side has won, or neither.
    Decided(Option<Color>),
}

/// What a search took, and what it thought of the best move; engines need not say anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchSummary {
    /// What it took.
    pub elapsed: Duration,
    /// A forecast of the result, from the side to move.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// The move that a player chooses by its book or its level.
///
/// # Errors
/// If it finds none.
pub fn choose(player: &mut dyn Player, game: &dyn Game) -> Result<GameMove, PlayerError> {
    let request = Request::for_move(Limits::default());
    let lines = player.search(game, &request, &StopFlag::new(), &mut |_| {})?;
    let best = lines.into_iter().next();
    let chosen = best.and_then(|line| line.pv.into_iter().next());
    chosen.ok_or_else(|| PlayerError::NoMove("the game is over".to_owned()))
}
