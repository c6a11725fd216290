//! The client's side of a protocol: what all of them share.
//!
//! A client speaks to one engine process as its protocol demands, and is a player like others. It
//! believes what the engine says of its search; whether a move is legal is not known here.

use bianca_play::game::Game;
use bianca_play::player::driver::DrivenTurn;
use bianca_play::player::{Player, PlayerError};
use bianca_rules::othello::OthelloGame;
use bianca_search::request::Score;

/// A player that is an engine process.
pub trait Client: Player {
    /// Tells of a turn that was played, of either side; for protocols that count what turns took.
    fn note(&mut self, _turn: &DrivenTurn) {}
}

/// The record of a game that a program is to play.
pub fn othello(game: &dyn Game) -> Result<&OthelloGame, PlayerError> {
    game.othello().ok_or_else(|| PlayerError::OtherGame {
        player: "a program".to_owned(),
        game: game.name(),
    })
}

/// Discs with sign and fraction.
pub fn read_score(word: &str) -> Option<Score> {
    let discs: f64 = word.parse().ok()?;
    (discs.abs() <= 64.0).then(|| Score::from_fraction(discs))
}

/// Hundredths of a disc.
pub fn read_hundredths(word: &str) -> Option<Score> {
    let hundredths: f64 = word.parse().ok()?;
    (hundredths.abs() <= 6400.0).then(|| Score::from_fraction(hundredths / 100.0))
}

/// The number that a word such as `18@98%` begins with.
pub fn leading_number<T: std::str::FromStr>(word: &str) -> Option<T> {
    let end = word
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(word.len());
    word[..end].parse().ok()
}
