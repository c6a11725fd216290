//! Who thinks about a game: players, their options, and a game between two of them.
//!
//! A [`Player`] is shown a game and finds its moves. It keeps no game and knows no protocol:
//! the strong engine ([`strong`]), the players of the source texts ([`classic`]) and whoever a
//! program adds (an engine in another process, a person at a terminal) are all players.
//! [`catalogue`] finds games and players by their names; [`driver`] lets two players play a game
//! to its end.

pub mod catalogue;
mod chance;
pub mod classic;
pub mod driver;
mod error;
mod options;
mod replaceable;
mod reversi;
pub mod strong;

use std::path::PathBuf;
use std::time::Duration;

use crate::book::BookMove;
use crate::game::Game;
use crate::games::moves::GameMove;
use crate::request::{LearntScore, Report, Request, Score, StopFlag};

pub use error::PlayerError;
pub use options::{OptionError, OptionInfo, OptionKind};

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

    /// Forgets what earlier searches found: a new game begins.
    fn new_game(&mut self) {}

    /// Gets ready to search the position that `game` stands at; what is done here is on no clock.
    ///
    /// # Errors
    /// If it cannot be searched.
    fn prepare(&mut self, _game: &dyn Game) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Searches the position that `game` stands at and plays nothing. Gives the best lines, best
    /// first: `request.best` of them if there are so many moves; one line with an empty
    /// variation if the game is over.
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

    /// The line whose first move the player makes in a game: what a search finds, but for players
    /// that are to play less well than they could.
    ///
    /// # Errors
    /// As [`search`](Player::search).
    fn choose_move(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        self.search(game, request, stop, report)
    }

    /// The same as [`search`](Player::search) with all that the player knows, for explaining a
    /// position to somebody: whoever plays weakly on purpose does not search so here.
    ///
    /// # Errors
    /// As those of [`search`](Player::search).
    fn study(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        self.search(game, request, stop, &mut |_| {})
    }

    /// The moves that the player's opening book knows, best first.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn book_moves(&mut self, _game: &dyn Game) -> Result<Vec<BookMove>, PlayerError> {
        Ok(Vec::new())
    }

    /// The move that the player would play by its opening book, as a line that was not searched.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn book_move(&mut self, _game: &dyn Game) -> Result<Option<Report<GameMove>>, PlayerError> {
        Ok(None)
    }

    /// The file of the player's opening book, if it has one that can learn.
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

    /// The static evaluation of the position for its side to move, and what it is made of, a
    /// line each; `None` if this player has none of this game.
    fn evaluate(&self, _game: &dyn Game) -> Option<(Score, Vec<String>)> {
        None
    }

    /// Makes the player fit for use after a panic in [`search`](Player::search): throws away
    /// whatever the search may have left half done, and keeps the options.
    fn recover(&mut self) {}
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

/// The lines of a move of a game: the player's opening book answers if it can, or else it chooses.
///
/// # Errors
/// If it finds none.
pub fn lines_of_move(
    player: &mut dyn Player,
    game: &dyn Game,
    request: &Request,
    stop: &StopFlag,
) -> Result<Vec<Report<GameMove>>, PlayerError> {
    if request.limits.allow_book()
        && let Some(known) = player.book_move(game)?
    {
        return Ok(vec![known]);
    }
    player.choose_move(game, request, stop, &mut |_| {})
}

/// The move that a player chooses by its book or its level.
///
/// # Errors
/// If it finds none.
pub fn choose(player: &mut dyn Player, game: &dyn Game) -> Result<GameMove, PlayerError> {
    let lines = lines_of_move(player, game, &Request::default(), &StopFlag::new())?;
    let best = lines.into_iter().next();
    let chosen = best.and_then(|line| line.pv.into_iter().next());
    chosen.ok_or_else(|| PlayerError::NoMove("the game is over".to_owned()))
}
