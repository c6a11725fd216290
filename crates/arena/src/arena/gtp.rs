//! The client's side of GTP: an engine process that is sent moves and asked for them.
//!
//! Engines differ in two habits, and both are found out by trying. Passes: some want `play white
//! pass`, others refuse it and pass silently when the same side moves twice. Limits: those that
//! list `go` (Bianca's extension) take any limit to the millisecond, the others only
//! GTP's whole seconds. Those that list `last_search` report what they thought of a move that
//! `genmove` found. Whether a move is legal, and what it is worth, is not known here.

use std::collections::HashSet;
use std::time::Duration;

use super::client::{Channel, Choice, Client, leading_number, read_score, unknown_turns};
use super::limit::Limit;
use super::spec::Program;
use super::waiting::Wait;
use bianca_play::player::{OptionError, PlayerError, SearchSummary};
use bianca_records::clock::TimeControl;
use bianca_records::record::board::write_board;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_search::request::{ClockReading, Limits};

/// The command, an extension of ours, that tells what the last `genmove` found.
const LAST_SEARCH: &str = "last_search";

/// What an engine is told last.
pub const FAREWELL: &[&str] = &["quit"];

/// An engine that speaks GTP.
pub struct GtpEngine {
    channel: Channel,
    commands: HashSet<String>,
    /// How many of the game's turns the engine knows; `None` before it knows of the game.
    known_turns: Option<usize>,
    passes: Passes,
}

/// What an engine wants to hear when a side must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passes {
    /// `play white pass`; tried first.
    Spoken,
    /// Nothing.
    Silent,
}

/// A response as GTP frames it.
struct Response {
    /// The text without `=` or `?`, lines parted by `\n`.
    text: String,
    /// Whether it began with `=`.
    success: bool,
    /// From the flush of the command to the blank line.
    elapsed: Duration,
}

impl GtpEngine {
    /// Sets the options of `program`, which is reached by `channel`, and says which game is played.
    ///
    /// # Errors
    /// If it does not answer, refuses an option, or has no way to take the limit.
    pub fn begin(channel: Channel, program: &Program) -> Result<GtpEngine, PlayerError> {
        let mut engine = GtpEngine {
            channel,
            commands: HashSet::new(),
            known_turns: None,
            passes: Passes::Spoken,
        };
        let commands = engine.must("list_commands")?;
        engine.commands = commands.split_whitespace().map(str::to_owned).collect();
        if engine.lists("set_game") {
            engine.must("set_game Othello")?;
        }
        engine.must("boardsize 8")?;
        for (name, value) in &program.options {
            engine.must(&format!("option {name} {value}"))?;
        }
        engine.check_limit()?;
        Ok(engine)
    }

    fn lists(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Whether the engine takes limits to the millisecond.
    fn is_precise(&self) -> bool {
        self.lists("go")
    }

    fn check_limit(&self) -> Result<(), PlayerError> {
        let whole = |time: Duration| time.subsec_nanos() == 0;
        let can_say = match self.channel.limit {
            Limit::Level => true,
            _ if self.is_precise() => true,
            Limit::MoveTime(time) => whole(time),
            Limit::Clock(TimeControl { main, period, .. }) => {
                whole(main) && period.is_none_or(|(time, _)| whole(time))
            }
            Limit::Depth(_) | Limit::Nodes(_) => false,
        };
        if can_say {
            return Ok(());
        }
        Err(self.channel.unable(
            "GTP to an engine that does not list 'go': give it times in whole seconds, or its own \
             options and limit=level",
        ))
    }

    /// Sends the clock that each game begins with.
    fn send_time_settings(&mut self) -> Result<(), PlayerError> {
        let command = match self.channel.limit {
            Limit::Clock(control) => {
                let main = control.main.as_secs_f64();
                match control.period {
                    Some((time, moves)) => {
                        format!("time_settings {main} {} {moves}", time.as_secs_f64())
                    }
                    // To GTP's letter a period for no moves is no limit at all; engines that
                    // do not list `go` learn of the increment from `time_left`.
                    None if self.is_precise() => {
                        format!("time_settings {main} {} 0", control.increment.as_secs_f64())
                    }
                    None => format!("time_settings {main} 0 0"),
                }
            }
            Limit::MoveTime(time) if !self.is_precise() => {
                format!("time_settings 0 {} 1", time.as_secs())
            }
            _ => return Ok(()),
        };
        self.must(&command).map(drop)
    }

    fn send_time_left(&mut self, color: Color, clock: ClockReading) -> Result<(), PlayerError> {
        let stones = clock.moves_to_go.unwrap_or(0);
        let left = clock.remaining;
        let left = if self.is_precise() {
            format!("{:.3}", left.as_secs_f64())
        } else {
            left.as_secs().to_string()
        };
        self.must(&format!("time_left {color} {left} {stones}"))
            .map(drop)
    }

    /// What the engine says of the search that found `mv`; nothing if it says nothing.
    fn last_search(&mut self, mv: Move) -> Result<SearchSummary, PlayerError> {
        let response = self.ask(LAST_SEARCH, self.channel.strictness.setup_wait())?;
        let found = response.success.then(|| read_choice(&response.text));
        let of_this = found.flatten().filter(|&(best, _)| best == mv);
        Ok(of_this.map(|(_, summary)| summary).unwrap_or_default())
    }

    /// Sends where `game` started, and the clock.
    fn send_start(&mut self, game: &OthelloGame) -> Result<(), PlayerError> {
        self.must("clear_board")?;
        let (position, to_move) = game.start();
        if (position, to_move) != (Position::START, Color::Black) {
            if !self.lists("setboard") {
                return Err(PlayerError::Unable(
                    "this engine does not list 'setboard', so no opening can start from a board"
                        .to_owned(),
                ));
            }
            self.must(&format!("setboard {}", write_board(position, to_move)))?;
        }
        self.send_time_settings()
    }

    /// Sends the turns of `game` that the engine does not know.
    fn send_turns(&mut self, game: &OthelloGame, known: usize) -> Result<(), PlayerError> {
        for &(color, mv) in unknown_turns(game, known) {
            match mv {
                Move::Place(square) => {
                    self.must(&format!("play {color} {square}"))?;
                }
                Move::Pass if self.passes == Passes::Spoken => {
                    let wait = self.channel.strictness.setup_wait();
                    let response = self.ask(&format!("play {color} pass"), wait)?;
                    if !response.success {
                        self.passes = Passes::Silent;
                    }
                }
                Move::Pass => {}
            }
        }
        self.known_turns = Some(game.turns().len());
        Ok(())
    }

    /// A command that must succeed, without a search.
    fn must(&mut self, command: &str) -> Result<String, PlayerError> {
        let response = self.ask(command, self.channel.strictness.setup_wait())?;
        self.accepted(response).map(|response| response.text)
    }

    fn accepted(&self, response: Response) -> Result<Response, PlayerError> {
        if response.success {
            return Ok(response);
        }
        Err(self.channel.refused(&response.text))
    }

    fn ask(&mut self, command: &str, wait: Wait) -> Result<Response, PlayerError> {
        self.channel.send(command)?;
        let mut lines: Vec<String> = Vec::new();
        let mut success = true;
        loop {
            let reply = self.channel.process.read(wait)?;
            let line = reply.line.trim_end();
            if lines.is_empty() {
                // Some engines end a response with more than one blank line.
                if line.is_empty() {
                    continue;
                }
                let text = line.strip_prefix('=').or_else(|| {
                    success = false;
                    line.strip_prefix('?')
                });
                let Some(text) = text else {
                    return Err(self.channel.rubbish(line));
                };
                lines.push(text.trim().to_owned());
            } else if line.is_empty() {
                return Ok(Response {
                    text: lines.join("\n"),
                    success,
                    elapsed: reply.elapsed,
                });
            } else {
                lines.push(line.to_owned());
            }
        }
    }
}

impl Client for GtpEngine {
    fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let set = self.must(&format!("option {name} {value}"));
        set.map(drop)
            .map_err(|error| OptionError::Failed(error.to_string()))
    }

    fn new_game(&mut self) {
        self.known_turns = None;
    }

    fn prepare(&mut self, game: &OthelloGame) -> Result<(), PlayerError> {
        let known = match self.known_turns {
            Some(known) => known,
            None => {
                self.send_start(game)?;
                0
            }
        };
        self.send_turns(game, known)
    }

    fn choose(&mut self, game: &OthelloGame, limits: &Limits) -> Result<Choice, PlayerError> {
        let color = game.to_move();
        if let Some(clock) = limits.clock {
            self.send_time_left(color, clock)?;
        }
        let search = match self.channel.limit {
            _ if !self.is_precise() => None,
            Limit::MoveTime(time) => Some(format!("go movetime {}", time.as_millis())),
            Limit::Depth(plies) => Some(format!("go depth {plies}")),
            Limit::Nodes(nodes) => Some(format!("go nodes {nodes}")),
            Limit::Level | Limit::Clock(_) => None,
        };
        let command = search.clone().unwrap_or_else(|| format!("genmove {color}"));
        if self.lists("gogui-interrupt") {
            // A comment that ends a search; who searches may not hear of anything else.
            let farewell = [&["# interrupt"], FAREWELL].concat();
            self.channel.process.set_farewell(&farewell);
        }
        let response = self.ask(&command, self.channel.strictness.search_wait(limits))?;
        // Who does not search has nothing to end, and may wait for an answer to each line.
        self.channel.process.set_farewell(FAREWELL);
        let response = self.accepted(response)?;
        let (mv, summary) = match read_choice(&response.text) {
            Some(choice) => choice,
            None if response.text.eq_ignore_ascii_case("resign") => {
                return Err(PlayerError::Resigned);
            }
            None => return Err(self.channel.rubbish(&response.text)),
        };
        let mut summary = summary;
        if search.is_none() {
            // `genmove` plays its move, `go` does not.
            self.known_turns = self.known_turns.map(|known| known + 1);
            if self.lists(LAST_SEARCH) {
                summary = self.last_search(mv)?;
            }
        }
        let elapsed = response.elapsed;
        Ok((mv, SearchSummary { elapsed, ..summary }))
    }
}

/// Reads a move, and what `go` says of the search: `move f5 score +1.50 depth 12 …`. The best
/// line is the first.
fn read_choice(text: &str) -> Option<(Move, SearchSummary)> {
    let mut words = text.lines().next()?.split_whitespace();
    let mut mv = None;
    let mut summary = SearchSummary::default();
    while let Some(word) = words.next() {
        match word {
            "pv" => break,
            "score" => summary.score = words.next().and_then(read_score),
            "depth" => summary.depth = words.next().and_then(leading_number),
            "nodes" => summary.nodes = words.next().and_then(leading_number),
            _ => mv = mv.or_else(|| word.parse().ok()),
        }
    }
    mv.map(|mv| (mv, summary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_search::request::Score;

    #[test]
    fn choices_are_read_bare_and_with_a_report() {
        assert_eq!(
            read_choice("F5"),
            Some(("f5".parse().unwrap(), SearchSummary::default()))
        );
        assert_eq!(read_choice("pass").unwrap().0, Move::Pass);
        let report = "1 move d3 score -1.50 depth 18@98% nodes 1234 time 0.2 pv d3 c5 depth 1";
        let (mv, summary) = read_choice(report).unwrap();
        assert_eq!(mv, "d3".parse().unwrap());
        assert_eq!(summary.score, Some(Score(-384)));
        assert_eq!((summary.depth, summary.nodes), (Some(18), Some(1234)));
        for rubbish in ["", "hello", "score d3", "e99"] {
            assert_eq!(read_choice(rubbish), None, "{rubbish}");
        }
    }
}
