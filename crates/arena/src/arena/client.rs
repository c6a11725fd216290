//! The client's side of a protocol: what all of them share.
//!
//! A client speaks to one engine process as its protocol demands; [`program`](super::program) makes
//! a player of it. It believes what the engine says of its search; whether a move is legal is not
//! known here.

use super::limit::Limit;
use super::outcome::Ending;
use super::process::Process;
use super::spec::Program;
use super::timekeeper::Strictness;
use super::waiting::TimedLine;
use bianca_play::player::driver::DrivenTurn;
use bianca_play::player::{OptionError, PlayerError, SearchSummary};
use bianca_rules::othello::{Color, Move, OthelloGame};
use bianca_search::request::{Limits, Score};
use bianca_system::foreign::excerpt;

/// What an engine has chosen, and what it says of its search.
pub type Choice = (Move, SearchSummary);

/// One who speaks to an engine process in its protocol.
pub trait Client: Send {
    /// Sets an option of the engine.
    ///
    /// # Errors
    /// If the protocol has no options, or the engine refuses.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::Unknown(name.to_owned()))
    }

    /// A new game begins, with the next [`prepare`](Self::prepare).
    fn new_game(&mut self) {}

    /// Tells the engine where the game stands, before its clock runs.
    ///
    /// # Errors
    /// If it does not answer, or refuses.
    fn prepare(&mut self, _game: &OthelloGame) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Asks for a move within limits.
    ///
    /// # Errors
    /// If none comes.
    fn choose(&mut self, game: &OthelloGame, limits: &Limits) -> Result<Choice, PlayerError>;

    /// Tells of a turn that was played, of either side; for protocols that count what turns took.
    fn note(&mut self, _turn: &DrivenTurn) {}

    /// Tells how the game ended; for protocols that have words for that.
    fn finish(&mut self, _ending: &Ending) {}

    /// The way to the engine.
    fn channel(&mut self) -> &mut Channel;

    /// The engine's process.
    fn process(&mut self) -> &mut Process {
        &mut self.channel().process
    }
}

/// The way to an engine: its process, what it may use, and how long is waited for it.
pub struct Channel {
    /// The process.
    pub process: Process,
    /// What the engine may use for each move or game.
    pub limit: Limit,
    /// How long replies are waited for.
    pub strictness: Strictness,
    pings: u32,
}

impl Channel {
    /// To a process that was just started.
    pub fn new(process: Process, limit: Limit, strictness: Strictness) -> Channel {
        Channel {
            process,
            limit,
            strictness,
            pings: 0,
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the process does not take it.
    pub fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        self.process.send(line)
    }

    /// A line of what needs no search.
    ///
    /// # Errors
    /// If none comes.
    pub fn read(&mut self) -> Result<TimedLine, PlayerError> {
        self.process.read(self.strictness.setup_wait())
    }

    /// Lets lines go until one is `word`, or `is_fault` finds a fault in one.
    ///
    /// # Errors
    /// The fault, or that nothing comes any more.
    pub fn wait_for(
        &mut self,
        word: &str,
        is_fault: impl Fn(&str) -> Option<PlayerError>,
    ) -> Result<(), PlayerError> {
        loop {
            let reply = self.read()?;
            let line = reply.line.trim();
            if line == word {
                return Ok(());
            }
            if let Some(fault) = is_fault(line) {
                return Err(fault);
            }
        }
    }

    /// Waits by a `ping` until everything sent so far has been worked off.
    ///
    /// # Errors
    /// As [`wait_for`](Self::wait_for).
    pub fn ping(
        &mut self,
        is_fault: impl Fn(&str) -> Option<PlayerError>,
    ) -> Result<(), PlayerError> {
        self.pings += 1;
        self.send(&format!("ping {}", self.pings))?;
        self.wait_for(&format!("pong {}", self.pings), is_fault)
    }

    /// The fault that a reply to the last command means nothing.
    pub fn rubbish(&self, line: &str) -> PlayerError {
        PlayerError::Rubbish {
            command: self.process.last_command().to_owned(),
            line: excerpt(line),
        }
    }

    /// The fault that the last command was refused in these words.
    pub fn refused(&self, text: &str) -> PlayerError {
        PlayerError::Refused {
            command: self.process.last_command().to_owned(),
            message: excerpt(text),
        }
    }

    /// The fault that the protocol cannot say the limit.
    pub fn unable(&self, reason: &str) -> PlayerError {
        PlayerError::Unable(format!("'{}' cannot be said in {reason}", self.limit))
    }
}

/// Refuses options for a protocol that has none, at least `here`.
///
/// # Errors
/// If there is one.
pub fn no_options(program: &Program, protocol: &str, here: &str) -> Result<(), PlayerError> {
    match program.options.first() {
        None => Ok(()),
        Some((name, _)) => Err(PlayerError::Unable(format!(
            "{protocol} has no command for 'option.{name}'{here}"
        ))),
    }
}

/// The turns of a game that come after those that are known.
pub fn unknown_turns(game: &OthelloGame, known: usize) -> &[(Color, Move)] {
    &game.turns()[known.min(game.turns().len())..]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_up_to_the_whole_board() {
        for (text, score) in [
            ("64", Some(Score::MAX)),
            ("-64.00", Some(Score::MIN)),
            ("+0.5", Some(Score(128))),
            ("64.1", None),
            ("nan", None),
        ] {
            assert_eq!(read_score(text), score, "{text}");
        }
        for (text, score) in [
            ("6400", Some(Score::MAX)),
            ("-6400", Some(Score::MIN)),
            ("-150", Some(Score(-384))),
            ("6401", None),
        ] {
            assert_eq!(read_hundredths(text), score, "{text}");
        }
    }
}
