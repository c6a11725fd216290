//! The client's side of the NBoard protocol, version 2.
//!
//! Each request is preceded by a `ping`, and everything before its `pong` is stale. An engine
//! answers `go` with `=== MOVE/EVAL/TIME` and does not play it itself. Lines that are not
//! understood are let go, as the protocol demands.

use std::time::Duration;

use super::contestant::{Choice, Contestant, Fault, Thought, Turn};
use super::gtp::{beginning, leading_number, read_score};
use super::limit::Limit;
use super::process::Process;
use super::spec::Program;
use crate::engine::Clock;
use crate::othello::{Color, Game, Move};
use crate::record::board::write_board;

/// How long an engine may take to start, and to answer what needs no search.
const SETUP_PATIENCE: Duration = Duration::from_secs(60);

/// An engine that speaks NBoard.
pub struct NBoardEngine {
    process: Process,
    limit: Limit,
    pings: u32,
    known_turns: usize,
}

impl NBoardEngine {
    /// Starts `program` and tells it the depth if that is its limit.
    ///
    /// # Errors
    /// If it does not start, or NBoard has no words for its options or its limit.
    pub fn start(program: &Program, limit: Limit) -> Result<NBoardEngine, Fault> {
        if let Some((name, _)) = program.options.first() {
            let text = format!("NBoard has no command for 'option.{name}'");
            return Err(Fault::Unable(text));
        }
        if matches!(limit, Limit::MoveTime(_) | Limit::Nodes(_)) {
            let text = format!("'{limit}' cannot be said in NBoard (tc=, depth= and level can)");
            return Err(Fault::Unable(text));
        }
        let process = Process::start(&program.command, program.directory.as_deref())?;
        let mut engine = NBoardEngine {
            process,
            limit,
            pings: 0,
            known_turns: 0,
        };
        engine.process.send("nboard 2")?;
        if let Limit::Depth(plies) = limit {
            engine.process.send(&format!("set depth {plies}"))?;
        }
        engine.ping()?;
        Ok(engine)
    }

    /// Waits until everything sent so far has been worked off.
    fn ping(&mut self) -> Result<(), Fault> {
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        while self.process.read(SETUP_PATIENCE)?.line.trim() != pong {}
        Ok(())
    }

    /// Tells the whole game, with the clocks as they stand.
    fn set_game(&mut self, game: &Game, clock: Option<Clock>) -> Result<(), Fault> {
        let (position, to_move) = game.start();
        let board = write_board(position, to_move).replace('X', "*");
        let mut text = format!(
            "set game (;GM[Othello]PC[bianca]PB[black]PW[white]RE[?]TI[{}]TY[8]BO[8 {board}]",
            clock.map_or_else(|| "0".to_owned(), ggf_clock),
        );
        for &(color, mv) in game.turns() {
            let side = match color {
                Color::Black => 'B',
                Color::White => 'W',
            };
            match mv {
                Move::Place(square) => text.push_str(&format!("{side}[{square}]")),
                Move::Pass => text.push_str(&format!("{side}[PA]")),
            }
        }
        text.push_str(";)");
        self.known_turns = game.turns().len();
        self.process.send(&text)
    }
}

impl Contestant for NBoardEngine {
    fn new_game(&mut self, game: &Game, _: u64) -> Result<(), Fault> {
        self.set_game(game, None)?;
        self.ping()
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Fault> {
        if turn.clock.is_some() {
            // Only a game tells the time that is left.
            self.set_game(game, turn.clock)?;
        }
        for &(_, mv) in &game.turns()[self.known_turns..] {
            let word = match mv {
                Move::Place(square) => square.to_string(),
                Move::Pass => "PA".to_owned(),
            };
            self.process.send(&format!("move {word}"))?;
        }
        self.known_turns = game.turns().len();
        if let Limit::Depth(plies) = self.limit {
            self.process.send(&format!("set depth {plies}"))?;
        }
        self.ping()?;
        self.process.send("go")?;
        let mut thought = Thought::default();
        loop {
            let reply = self.process.read(turn.patience)?;
            if let Some(found) = read_search(&reply.line) {
                thought = found;
            } else if let Some(answer) = reply.line.trim().strip_prefix("===") {
                let Some((mv, score)) = read_answer(answer) else {
                    return Err(Fault::Rubbish {
                        command: "go".to_owned(),
                        line: beginning(&reply.line),
                    });
                };
                thought.score = score.or(thought.score);
                return Ok(Choice {
                    mv,
                    elapsed: reply.elapsed,
                    thought,
                });
            }
        }
    }
}

/// The time of a side as GGF writes it, `main//increment`, in seconds.
fn ggf_clock(clock: Clock) -> String {
    let seconds = clock.remaining.as_secs_f64();
    let text = format!("{}:{:05.2}", (seconds / 60.0) as u64, seconds % 60.0);
    if clock.increment.is_zero() {
        text
    } else {
        format!("{text}/{:.2}", clock.increment.as_secs_f64())
    }
}

/// Reads what follows `===`: a move, perhaps its score and time, parted by `/` or blanks.
fn read_answer(text: &str) -> Option<(Move, Option<crate::engine::Score>)> {
    let mut parts = text.trim().split(|c: char| c == '/' || c.is_whitespace());
    let mv = parts.next()?.parse().ok()?;
    Some((mv, parts.next().and_then(read_score)))
}

/// Reads `search PV EVAL 0 DEPTH …`.
fn read_search(line: &str) -> Option<Thought> {
    let mut words = line.split_whitespace();
    if words.next() != Some("search") {
        return None;
    }
    let _variation = words.next()?;
    let score = words.next()?.split(',').next().and_then(read_score);
    let _zero = words.next()?;
    Some(Thought {
        score,
        depth: words.next().and_then(leading_number),
        nodes: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Score;

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
