//! The client's side of the NBoard protocol, version 2.
//!
//! Each request is preceded by a `ping`, and everything before its `pong` is stale. An engine
//! answers `go` with `=== MOVE/EVAL/TIME` and does not play it itself. Lines that are not
//! understood are let go, as the protocol demands.

use std::time::Duration;

use super::client::{
    Channel, Choice, Client, leading_number, no_options, read_score, unknown_turns,
};
use super::limit::Limit;
use super::spec::Program;
use bianca_play::player::driver::DrivenTurn;
use bianca_play::player::{PlayerError, SearchSummary};
use bianca_records::clock::TimeControl;
use bianca_records::record::annotated::{AnnotatedGame, Note};
use bianca_records::record::ggf::write_ggf;
use bianca_rules::othello::{Move, OthelloGame};
use bianca_search::request::{ClockReading, Limits};

/// Deeper than any game.
const DEEPEST: u32 = 60;

/// What an engine is told last.
pub const FAREWELL: &[&str] = &["quit"];

/// An engine that speaks NBoard.
pub struct NBoardEngine {
    channel: Channel,
    /// How many of the game's turns the engine knows; `None` before it knows of the game.
    known_turns: Option<usize>,
    /// What the turns of the game took, if that was noted; those of the opening were not.
    times: Vec<Option<Duration>>,
}

impl NBoardEngine {
    /// Sets the depth of `program`, which is reached by `channel`, if that is its limit.
    ///
    /// # Errors
    /// If it does not answer, or NBoard has no words for its options or its limit.
    pub fn begin(channel: Channel, program: &Program) -> Result<NBoardEngine, PlayerError> {
        no_options(program, "NBoard", "")?;
        if matches!(channel.limit, Limit::MoveTime(_) | Limit::Nodes(_)) {
            return Err(channel.unable("NBoard (tc=, depth= and level can)"));
        }
        let mut engine = NBoardEngine {
            channel,
            known_turns: None,
            times: Vec::new(),
        };
        engine.channel.send("nboard 2")?;
        engine.set_depth()?;
        engine.channel.ping(|_| None)?;
        Ok(engine)
    }

    /// Tells how deep to search. NTest plays on a clock only if a depth was set that the clock
    /// ends; an engine that goes by its own level is told nothing.
    fn set_depth(&mut self) -> Result<(), PlayerError> {
        let plies = match self.channel.limit {
            Limit::Depth(plies) => plies,
            Limit::Clock(_) => DEEPEST,
            Limit::Level | Limit::MoveTime(_) | Limit::Nodes(_) => return Ok(()),
        };
        self.channel.send(&format!("set depth {plies}"))
    }

    /// Tells the whole game and its clock: what the game began with and what each move took, or
    /// what is left, if whole seconds cannot say that.
    fn set_game(
        &mut self,
        game: &OthelloGame,
        clock: Option<ClockReading>,
    ) -> Result<(), PlayerError> {
        let control = match self.channel.limit {
            Limit::Clock(control) if in_whole_seconds(control) => Some(control),
            _ => None,
        };
        let time = clock.map(|clock| control.unwrap_or_else(|| whole_seconds(clock)));
        let note = |&time: &Option<Duration>| Note {
            time,
            ..Note::default()
        };
        let notes = match (time, control) {
            (Some(_), Some(_)) => self.times.iter().map(note).collect(),
            _ => Vec::new(),
        };
        let annotated = AnnotatedGame {
            notes,
            black: "black".to_owned(),
            white: "white".to_owned(),
            place: "bianca".to_owned(),
            black_clock: time,
            white_clock: time,
            ..AnnotatedGame::from(game.clone())
        };
        let text = format!("set game {}", write_ggf(&annotated));
        self.known_turns = Some(game.turns().len());
        self.channel.send(&text)
    }
}

impl Client for NBoardEngine {
    fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    /// The next [`set_game`](Self::set_game) tells both clocks.
    fn note(&mut self, turn: &DrivenTurn) {
        self.times.push(Some(turn.summary.elapsed));
    }

    fn new_game(&mut self) {
        self.known_turns = None;
        self.times.clear();
    }

    fn prepare(&mut self, game: &OthelloGame) -> Result<(), PlayerError> {
        let Some(known) = self.known_turns else {
            self.times = vec![None; game.turns().len()];
            self.set_game(game, None)?;
            return self.channel.ping(|_| None);
        };
        for &(_, mv) in unknown_turns(game, known) {
            let word = match mv {
                Move::Place(square) => square.to_string(),
                Move::Pass => "PA".to_owned(),
            };
            self.channel.send(&format!("move {word}"))?;
        }
        self.known_turns = Some(game.turns().len());
        Ok(())
    }

    fn choose(&mut self, game: &OthelloGame, limits: &Limits) -> Result<Choice, PlayerError> {
        if limits.clock.is_some() {
            // Only a game says what time is left.
            self.set_game(game, limits.clock)?;
        }
        self.set_depth()?;
        self.channel.ping(|_| None)?;
        self.channel.send("go")?;
        let wait = self.channel.strictness.search_wait(limits);
        let mut summary = SearchSummary::default();
        loop {
            let reply = self.channel.process.read(wait)?;
            if let Some(found) = read_search(&reply.line) {
                summary = found;
            } else if let Some(answer) = reply.line.trim().strip_prefix("===") {
                let Some((mv, score)) = read_answer(answer) else {
                    return Err(self.channel.rubbish(&reply.line));
                };
                let summary = SearchSummary {
                    elapsed: reply.elapsed,
                    score: score.or(summary.score),
                    ..summary
                };
                return Ok((mv, summary));
            }
        }
    }
}

/// Whether a clock can be told in whole seconds, with what each move took.
fn in_whole_seconds(control: TimeControl) -> bool {
    let TimeControl {
        main,
        increment,
        period,
        ..
    } = control;
    period.is_none()
        && [main, increment]
            .iter()
            .all(|time| time.subsec_nanos() == 0)
}

/// The time that is left as a time control, in whole seconds: NTest takes fractions for minutes.
fn whole_seconds(clock: ClockReading) -> TimeControl {
    let whole = |time: Duration| Duration::from_secs(time.as_secs());
    // No time at all would mean that there is no limit.
    let left = whole(clock.remaining).max(Duration::from_secs(1));
    TimeControl::game(left, whole(clock.increment))
}

/// Reads what follows `===`: a move, perhaps its score and time, parted by `/` or blanks.
fn read_answer(text: &str) -> Option<(Move, Option<bianca_search::request::Score>)> {
    let mut parts = text.trim().split(|c: char| c == '/' || c.is_whitespace());
    let mv = parts.next()?.parse().ok()?;
    Some((mv, parts.next().and_then(read_score)))
}

/// Reads `search PV EVAL 0 DEPTH …`.
fn read_search(line: &str) -> Option<SearchSummary> {
    let mut words = line.split_whitespace();
    if words.next() != Some("search") {
        return None;
    }
    let _variation = words.next()?;
    let score = words.next()?.split(',').next().and_then(read_score);
    let _zero = words.next()?;
    Some(SearchSummary {
        score,
        depth: words.next().and_then(leading_number),
        ..SearchSummary::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_search::request::Score;

    #[test]
    fn answers_are_read_in_both_spellings() {
        for text in [" D3/1.25/0.01", " d3 1.25 0.0"] {
            let expected = Some(("d3".parse().unwrap(), Some(Score(320))));
            assert_eq!(read_answer(text), expected, "{text}");
        }
        assert_eq!(read_answer(" PA"), Some((Move::Pass, None)));
        assert_eq!(read_answer(" F5//1.2"), Some(("f5".parse().unwrap(), None)));
        assert_eq!(read_answer(" hello"), None);
        let found = read_search("search E6d6       -0.60 0   6@73% x").unwrap();
        assert_eq!((found.score, found.depth), (Some(Score(-154)), Some(6)));
        assert_eq!(read_search("status Thinking"), None);
    }
}
