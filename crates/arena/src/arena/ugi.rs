//! The client's side of the Universal Game Interface.
//!
//! Before each search the whole position is told: where the game began and its moves. An engine
//! answers `go` with `bestmove` and remembers no game.

use super::client::{Channel, Choice, Client, leading_number, read_hundredths};
use super::limit::Limit;
use super::spec::Program;
use bianca_play::player::{OptionError, PlayerError, SearchSummary};
use bianca_records::record::rows::write_rows;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_search::request::Limits;

/// What an engine is told last.
pub const FAREWELL: &[&str] = &["quit"];

/// An engine that speaks UGI.
pub struct UgiEngine {
    channel: Channel,
    /// Whether the engine has not yet heard that a game begins.
    is_new_game: bool,
}

impl UgiEngine {
    /// Sets the options of `program`, which is reached by `channel`.
    ///
    /// # Errors
    /// If it does not answer, or UGI has no words for its limit.
    pub fn begin(channel: Channel, program: &Program) -> Result<UgiEngine, PlayerError> {
        if let Limit::Clock(control) = channel.limit
            && control.period.is_some()
        {
            return Err(channel.unable("UGI: it has no byo-yomi"));
        }
        let mut engine = UgiEngine {
            channel,
            is_new_game: true,
        };
        engine.channel.send("ugi")?;
        engine.channel.wait_for("ugiok", |_| None)?;
        for (name, value) in &program.options {
            engine.set(name, value)?;
        }
        engine.synchronize()?;
        Ok(engine)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
        self.channel
            .send(&format!("setoption name {name} value {value}"))
    }

    /// Waits until everything sent so far has been worked off.
    fn synchronize(&mut self) -> Result<(), PlayerError> {
        self.channel.send("isready")?;
        self.channel.wait_for("readyok", |_| None)
    }

    /// The words of `go` that say how long to think.
    fn go(&self, limits: &Limits) -> String {
        match (self.channel.limit, limits.clock) {
            (Limit::MoveTime(time), _) => format!("go movetime {}", time.as_millis()),
            (Limit::Depth(plies), _) => format!("go depth {plies}"),
            (Limit::Nodes(nodes), _) => format!("go nodes {nodes}"),
            (Limit::Clock(_), Some(clock)) => {
                let [left, increment] =
                    [clock.remaining, clock.increment].map(|time| time.as_millis());
                // What the other side has left is not known to a player; its own is as good a
                // guess.
                format!("go p1time {left} p2time {left} p1inc {increment} p2inc {increment}")
            }
            (Limit::Level | Limit::Clock(_), _) => "go".to_owned(),
        }
    }
}

/// The whole position as `position` takes it.
fn position(game: &OthelloGame) -> String {
    let (start, to_move) = game.start();
    let mut text = if (start, to_move) == (Position::START, Color::Black) {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", write_rows(start, to_move))
    };
    if !game.turns().is_empty() {
        text += " moves";
    }
    for &(_, mv) in game.turns() {
        match mv {
            Move::Place(square) => text += &format!(" {square}"),
            Move::Pass => text += " 0000",
        }
    }
    text
}

impl Client for UgiEngine {
    fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let set = self.set(name, value);
        set.map_err(|error| OptionError::Failed(error.to_string()))
    }

    fn new_game(&mut self) {
        self.is_new_game = true;
    }

    fn prepare(&mut self, game: &OthelloGame) -> Result<(), PlayerError> {
        if std::mem::take(&mut self.is_new_game) {
            self.channel.send("uginewgame")?;
        }
        self.channel.send(&position(game))?;
        self.synchronize()
    }

    fn choose(&mut self, _: &OthelloGame, limits: &Limits) -> Result<Choice, PlayerError> {
        let command = self.go(limits);
        self.channel.send(&command)?;
        let wait = self.channel.strictness.search_wait(limits);
        let mut summary = SearchSummary::default();
        loop {
            let reply = self.channel.process.read(wait)?;
            let mut words = reply.line.split_whitespace();
            match words.next() {
                Some("info") => summary = read_info(&reply.line).unwrap_or(summary),
                Some("bestmove") => {
                    let found: Option<Move> = words.next().and_then(|word| word.parse().ok());
                    let mv = found.ok_or_else(|| self.channel.rubbish(&reply.line))?;
                    let elapsed = reply.elapsed;
                    return Ok((mv, SearchSummary { elapsed, ..summary }));
                }
                _ => {}
            }
        }
    }
}

/// Reads `info depth 8 score cp 150 time 12 nodes 345 pv f5 d6`; nothing of an `info` without a
/// score.
fn read_info(line: &str) -> Option<SearchSummary> {
    let mut words = line.split_whitespace();
    let mut summary = SearchSummary::default();
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => break,
            "depth" => summary.depth = words.next().and_then(leading_number),
            "nodes" => summary.nodes = words.next().and_then(leading_number),
            "cp" => summary.score = words.next().and_then(read_hundredths),
            _ => {}
        }
    }
    summary.score.map(|_| summary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::game::Game;
    use bianca_search::request::Score;

    #[test]
    fn a_position_is_told_whole() {
        let mut game = OthelloGame::new();
        assert_eq!(position(&game), "position startpos");
        Game::play(&mut game, None, "c4c3f5b4a4a5c2a3ps").unwrap();
        assert_eq!(
            position(&game),
            "position startpos moves c4 c3 f5 b4 a4 a5 c2 a3 0000"
        );
        let game = OthelloGame::from_position(Position::START, Color::White);
        assert_eq!(position(&game), "position fen 8/8/8/3xo3/3ox3/8/8/8 o");
    }

    #[test]
    fn what_a_search_says_is_read() {
        let found = read_info("info depth 18@73% score cp -150 time 3 nodes 12345 pv f5 depth 1");
        let found = found.unwrap();
        assert_eq!(found.score, Some(Score(-384)));
        assert_eq!((found.depth, found.nodes), (Some(18), Some(12345)));
        assert_eq!(read_info("info string depth 3 score cp 1"), None);
    }
}
