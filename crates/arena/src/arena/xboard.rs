//! The client's side of the Chess Engine Communication Protocol with the variant `reversi`, as
//! OthelloTk speaks it to Edax.
//!
//! The engine is kept in force mode, where it plays no side, and is told to `go` for each move. It
//! plays that move itself. Letters: `p` of a board is black, who moves first from the usual start.

use std::time::Duration;

use super::client::{
    Channel, Choice, Client, leading_number, no_options, read_hundredths, unknown_turns,
};
use super::limit::Limit;
use super::outcome::Ending;
use super::spec::Program;
use bianca_play::player::driver::PlayerForfeit;
use bianca_play::player::{PlayerError, SearchSummary};
use bianca_records::clock::TimeControl;
use bianca_records::record::rows::write_rows;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_search::request::{ClockReading, Limits};
use bianca_system::foreign::excerpt;

/// What an engine is told last.
pub const FAREWELL: &[&str] = &["quit"];

/// What an engine is told of a game of which nobody knows the end.
const UNFINISHED: &str = "result * {the game was interrupted}";

/// An engine that speaks XBoard's protocol.
pub struct XBoardEngine {
    channel: Channel,
    /// How many of the game's turns the engine knows; `None` before it knows of the game.
    known_turns: Option<usize>,
}

impl XBoardEngine {
    /// Asks `program`, which is reached by `channel`, what it can do.
    ///
    /// # Errors
    /// If it does not answer, or the protocol has no words for its options or its limit.
    pub fn begin(channel: Channel, program: &Program) -> Result<XBoardEngine, PlayerError> {
        no_options(program, "XBoard's protocol", " here")?;
        let mut engine = XBoardEngine {
            channel,
            known_turns: None,
        };
        // What cannot be said is found before the first game.
        engine.limit_commands()?;
        engine.channel.send("xboard")?;
        engine.channel.send("protover 2")?;
        loop {
            let line = engine.channel.read()?.line;
            let mut words = line.split_whitespace();
            if words.next() == Some("feature") && words.any(|word| word == "done=1") {
                return Ok(engine);
            }
        }
    }

    /// The commands that say how long to think, from the beginning of a game on.
    fn limit_commands(&self) -> Result<Vec<String>, PlayerError> {
        let whole = |time: Duration| time.subsec_nanos() == 0;
        let minutes =
            |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let command = match self.channel.limit {
            Limit::Level => return Ok(Vec::new()),
            Limit::Depth(plies) => format!("sd {plies}"),
            Limit::MoveTime(time) if whole(time) => format!("st {}", time.as_secs()),
            Limit::Clock(TimeControl {
                main,
                increment,
                period: None,
                ..
            }) if whole(main) && whole(increment) => {
                format!("level 0 {} {}", minutes(main), increment.as_secs())
            }
            Limit::Clock(TimeControl {
                main: Duration::ZERO,
                period: Some((time, moves)),
                ..
            }) if whole(time) => format!("level {moves} {} 0", minutes(time)),
            _ => {
                return Err(self.channel.unable(
                    "XBoard's protocol (depth= and level can, st= and tc= in whole seconds)",
                ));
            }
        };
        Ok(vec![command])
    }

    /// Sends where `game` started, and how long to think.
    fn send_start(&mut self, game: &OthelloGame) -> Result<(), PlayerError> {
        let mut commands = vec![
            "new".to_owned(),
            "variant reversi".to_owned(),
            "force".to_owned(),
            // Whoever is to move here is black from now on.
            format!("setboard {}", fen(Position::START, Color::Black)),
        ];
        let (start, to_move) = game.start();
        if (start, to_move) != (Position::START, Color::Black) {
            commands.push(format!("setboard {}", fen(start, to_move)));
        }
        commands.extend(["easy".to_owned(), "post".to_owned()]);
        commands.extend(self.limit_commands()?);
        for command in commands {
            self.channel.send(&command)?;
        }
        let process = &mut self.channel.process;
        process.set_farewell(&[&[UNFINISHED], FAREWELL].concat());
        Ok(())
    }

    fn send_clock(&mut self, clock: ClockReading) -> Result<(), PlayerError> {
        let hundredths = clock.remaining.as_millis() / 10;
        // What the other side has left is not known to a player; its own is as good a guess.
        self.channel.send(&format!("time {hundredths}"))?;
        self.channel.send(&format!("otim {hundredths}"))
    }
}

/// The board as XBoard writes it, from the row of rank 8 on; `p` is black.
fn fen(position: Position, to_move: Color) -> String {
    let text = write_rows(position, to_move);
    let (rows, _) = text.split_once(' ').unwrap_or((&text, ""));
    let rows: Vec<&str> = rows.rsplit('/').collect();
    let rows = rows.join("/").replace('x', "p").replace('o', "P");
    format!("{rows} {} - - 0 1", to_move.select('b', 'w'))
}

/// A result as XBoard writes it, white's first, and in words.
fn result(ending: &Ending) -> String {
    let won = |points: i32, how: &str| match points {
        0 => format!("1/2-1/2 {{draw{how}}}"),
        1.. => format!("0-1 {{Black wins{how}}}"),
        _ => format!("1-0 {{White wins{how}}}"),
    };
    let words = match ending {
        Ending::Counted(points) => {
            let more = 32 + points.abs() / 2;
            won(*points, &format!(" {more}-{}", 64 - more))
        }
        Ending::Adjudged(adjudged) => won(adjudged.points, " by adjudication"),
        Ending::Forfeit(PlayerForfeit { loser, error }) => {
            let how = match error {
                PlayerError::Resigned => "resigns",
                PlayerError::OutOfTime { .. } => "forfeits on time",
                _ => "forfeits",
            };
            let (result, name) = loser.select(("1-0", "Black"), ("0-1", "White"));
            format!("{result} {{{name} {how}}}")
        }
    };
    format!("result {words}")
}

/// Whether a side that was asked for a move gives up: it resigns in one of the ways that XBoard
/// knows, or says that it has lost.
fn resigns(line: &str, color: Color) -> bool {
    let line = line.to_ascii_lowercase();
    let line = line.strip_prefix("tellics ").unwrap_or(&line).trim();
    let says_so = |words: &str| {
        words.split_whitespace().any(|word| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            ["resign", "resigns", "resigned"].contains(&word)
        })
    };
    let who = [
        "resign",
        "computer resign",
        "i resign",
        "black resign",
        "white resign",
    ];
    match line.split_once('{') {
        Some((result, comment)) if is_result(result) => {
            result.trim() == color.select("1-0", "0-1") || says_so(comment)
        }
        _ if is_result(line) => line == color.select("1-0", "0-1"),
        _ => who.iter().any(|words| line.starts_with(words)) && says_so(line),
    }
}

/// Whether these words are the result of a game.
fn is_result(words: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2", "*"].contains(&words.trim())
}

/// What an engine says that does not do what it was told.
fn refusal(line: &str) -> Option<PlayerError> {
    let complaints = ["Illegal move", "Error", "tellusererror"];
    let complains = complaints.iter().any(|words| line.starts_with(words));
    complains.then(|| PlayerError::Refused {
        command: "usermove".to_owned(),
        message: excerpt(line),
    })
}

impl Client for XBoardEngine {
    fn channel(&mut self) -> &mut Channel {
        &mut self.channel
    }

    fn new_game(&mut self) {
        self.known_turns = None;
    }

    fn finish(&mut self, ending: &Ending) {
        let process = &mut self.channel.process;
        let words = result(ending);
        if process.hangs() {
            // It need not even read any more.
            process.set_farewell(&[&[words.as_str()], FAREWELL].concat());
        } else {
            process.set_farewell(FAREWELL);
            // That it is gone is told with its next command.
            let _ = process.send(&words);
        }
    }

    fn prepare(&mut self, game: &OthelloGame) -> Result<(), PlayerError> {
        let known = match self.known_turns {
            Some(known) => {
                self.channel.send("force")?;
                known
            }
            None => {
                self.send_start(game)?;
                0
            }
        };
        for &(_, mv) in unknown_turns(game, known) {
            let command = match mv {
                Move::Place(square) => format!("usermove {square}"),
                Move::Pass => "usermove @@@@".to_owned(),
            };
            self.channel.send(&command)?;
        }
        self.known_turns = Some(game.turns().len());
        self.channel.ping(refusal)
    }

    fn choose(&mut self, game: &OthelloGame, limits: &Limits) -> Result<Choice, PlayerError> {
        let color = game.to_move();
        if let Some(clock) = limits.clock {
            self.send_clock(clock)?;
        }
        self.channel.send("go")?;
        let wait = self.channel.strictness.search_wait(limits);
        let mut summary = SearchSummary::default();
        loop {
            let reply = self.channel.process.read(wait)?;
            let line = reply.line.trim();
            if let Some(found) = read_thought(line) {
                summary = found;
            } else if let Some(word) = line.strip_prefix("move ") {
                // A piece of chess that is dropped.
                let square = word.trim().trim_start_matches("P@");
                let mv: Option<Move> = square.parse().ok();
                let mv = mv.ok_or_else(|| self.channel.rubbish(line))?;
                self.known_turns = self.known_turns.map(|known| known + 1);
                let elapsed = reply.elapsed;
                return Ok((mv, SearchSummary { elapsed, ..summary }));
            } else if resigns(line, color) {
                return Err(PlayerError::Resigned);
            } else if is_result(line.split('{').next().unwrap_or_default()) {
                // Whoever is to move has not won, and nobody agrees upon a draw here.
                return Err(self.channel.rubbish(line));
            } else if let Some(fault) = refusal(line) {
                return Err(fault);
            }
        }
    }
}

/// Reads `DEPTH SCORE HUNDREDTHS NODES MOVES`, numbers all but the last.
fn read_thought(line: &str) -> Option<SearchSummary> {
    let mut words = line.split_whitespace();
    let depth = words.next().and_then(leading_number)?;
    let score = words.next().and_then(read_hundredths)?;
    let _: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(SearchSummary {
        score: Some(score),
        depth: Some(depth),
        nodes: Some(nodes),
        ..SearchSummary::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::adjudication::Adjudged;
    use bianca_play::game::Game;
    use bianca_search::request::Score;

    #[test]
    fn a_board_begins_with_its_last_row() {
        assert_eq!(
            fen(Position::START, Color::Black),
            "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1"
        );
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, "f5").unwrap();
        assert_eq!(
            fen(game.position(), game.to_move()),
            "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1"
        );
    }

    #[test]
    fn results_are_written_with_white_s_first() {
        let forfeit = |loser, error| Ending::Forfeit(PlayerForfeit { loser, error });
        let over = Duration::from_secs(1);
        for (ending, words) in [
            (Ending::Counted(16), "0-1 {Black wins 40-24}"),
            (Ending::Counted(-64), "1-0 {White wins 64-0}"),
            (Ending::Counted(0), "1/2-1/2 {draw 32-32}"),
            (
                Ending::Adjudged(Adjudged {
                    points: -4,
                    reason: "",
                }),
                "1-0 {White wins by adjudication}",
            ),
            (
                forfeit(Color::Black, PlayerError::Resigned),
                "1-0 {Black resigns}",
            ),
            (
                forfeit(Color::White, PlayerError::OutOfTime { over }),
                "0-1 {White forfeits on time}",
            ),
            (
                forfeit(Color::White, PlayerError::Flood),
                "0-1 {White forfeits}",
            ),
        ] {
            assert_eq!(result(&ending), format!("result {words}"));
        }
    }

    #[test]
    fn engines_resign_in_many_words() {
        for line in [
            "resign",
            "Resign",
            "computer resigns",
            "Computer resigns.",
            "I resign",
            "White resigns",
            "black resigns",
            "tellics resign",
            "0-1 {White resigns}",
            "0-1 { white resigned }",
            "0-1 {Black wins 40-24}",
            "0-1",
            "* {resign}",
        ] {
            assert!(resigns(line, Color::White), "{line}");
        }
        assert!(resigns("1-0 {White wins}", Color::Black));
        for line in [
            "1-0 {White wins 40-24}",
            "1/2-1/2 {draw}",
            "1-0",
            "resigning is not for me",
            "tellics say I never resign",
            "# resign",
            "8 -150 12 3456 resign",
            "tellall computer resigns soon",
            "pong 3",
        ] {
            assert!(!resigns(line, Color::White), "{line}");
        }
        assert!(is_result("1/2-1/2 ") && !is_result("8 -150 12 3456 d3"));
    }

    #[test]
    fn thoughts_are_told_from_other_lines() {
        let found = read_thought("8 -150 12 3456 d3 c5").unwrap();
        assert_eq!(found.score, Some(Score(-384)));
        assert_eq!((found.depth, found.nodes), (Some(8), Some(3456)));
        for other in ["move P@f5", "1-0 {White wins 40-24}", "pong 3", "8 x 1 2"] {
            assert_eq!(read_thought(other), None, "{other}");
        }
    }
}
