//! A session as Edax's console: who plays which side, and what is printed when.
//!
//! Every line is answered by a line break, what it brought, the board unless that is unwanted, and
//! the prompt. What goes wrong is named on standard error, where Edax's clients do not read.

use std::io::{self, Write};

use super::commands::done;
use super::searching::Terms;
use super::worker::Reporter;
use super::{Next, Session};
use crate::protocol::edax::console::{HELP, PROMPT, View, capital};
use crate::protocol::edax::order::{ConsoleOrder, Mode};
use crate::protocol::edax::table::{self, HEADER, RULE, WIDTH};
use crate::protocol::gtp::questions;
use crate::protocol::{
    Choose, ClockUsed, CommandError, NAME, Reply, SearchPurpose, Start, VERSION,
};
use bianca_play::game::GameError;
use bianca_play::games::moves::GameMove;
use bianca_rules::othello::{Color, Move, OthelloGame};
use bianca_search::request::{Purpose, Report, Request, Score, StopFlag};
use bianca_system::instant::Instant;

impl<W: Write> Session<W> {
    /// Does what a line asks for, and prints what is expected after it.
    pub(super) fn console(&mut self, order: ConsoleOrder) -> io::Result<Next> {
        let moves = self.client.console.mode.takes_turns() || order == ConsoleOrder::Go;
        self.write("\n")?;
        match self.obey_console(order)? {
            Ok(text) => self.write(&text)?,
            Err(error) => {
                // Nobody need read it.
                let _ = writeln!(self.surroundings.aside, "bianca: {}", error.on_one_line());
            }
        }
        self.prompt()?;
        if moves {
            self.ponder()?;
        }
        Ok(Next::GoOn)
    }

    /// Draws the board, unless that is unwanted, and asks for a line.
    pub(super) fn prompt(&mut self) -> io::Result<()> {
        let board = match self.table.game.othello() {
            Some(game) if self.client.console.verbosity > 0 => {
                let view = View {
                    position: game.position(),
                    to_move: game.to_move(),
                    ply: placed(game),
                    spent: self.client.console.spent,
                };
                format!("\n{}\n", view.draw())
            }
            _ => String::new(),
        };
        self.write(&format!("{board}{PROMPT}"))
    }

    /// What a line brings, as text with its line breaks.
    fn obey_console(&mut self, order: ConsoleOrder) -> io::Result<Result<String, CommandError>> {
        let done = match order {
            ConsoleOrder::Nothing => Ok(Reply::Done),
            ConsoleOrder::Go => return self.console_go(),
            ConsoleOrder::Hint(count) => return self.console_hint(count),
            ConsoleOrder::Init => {
                let begun = self.table.begin(Start::USUAL.set_up);
                self.console_begun(begun)
            }
            ConsoleOrder::New => self.console_new(),
            ConsoleOrder::SetBoard(board) => {
                let begun = self.table.begin(|game| game.set_board(&board));
                self.console_begun(begun)
            }
            ConsoleOrder::Open(path) => {
                self.client.console.mode = Mode::Neither;
                self.load_game(path, 1)
            }
            ConsoleOrder::Save(path) => self.save_game(path),
            ConsoleOrder::Play(moves) => done(self.table.play(None, &moves, None)),
            ConsoleOrder::Move(mv) => match self.table.play(None, &mv, None) {
                Ok(()) => Ok(Reply::Text(format!("\nYou play {}\n", capital(&full(&mv))))),
                Err(error) => Err(error.into()),
            },
            ConsoleOrder::Undo => done(self.table.undo(self.client.console.turns_at_once())),
            ConsoleOrder::Redo => done(self.table.redo(self.client.console.turns_at_once() as u32)),
            ConsoleOrder::Stop => {
                self.client.console.mode = Mode::Neither;
                Ok(Reply::Done)
            }
            ConsoleOrder::Mode(mode) => {
                self.client.console.mode = mode;
                Ok(Reply::Done)
            }
            ConsoleOrder::Perft(depth) => return self.console_perft(depth),
            ConsoleOrder::Opening => questions::opening(&*self.table.game).map(on_lines),
            ConsoleOrder::Book => self.book_moves().map(on_lines),
            ConsoleOrder::BookAdd => return self.console_teach(),
            ConsoleOrder::BookStore => self.store_book().map(on_lines),
            ConsoleOrder::Verbose(verbosity) => {
                self.client.console.verbosity = verbosity;
                Ok(Reply::Done)
            }
            ConsoleOrder::Option { name, value } => self.console_option(&name, &value),
            ConsoleOrder::Version => Ok(Reply::Text(format!("\n{NAME} {VERSION}\n"))),
            ConsoleOrder::Help => Ok(Reply::Text(format!("\n{HELP}"))),
            ConsoleOrder::Solve(path) => self.console_solve(&path),
            ConsoleOrder::Unknown(line) => Err(CommandError::UnknownCommand(
                bianca_system::foreign::excerpt(&line),
            )),
        };
        let text = match done {
            Ok(Reply::Text(text)) => text,
            Ok(_) => String::new(),
            Err(error) => return Ok(Err(error)),
        };
        self.write(&text)?;
        self.play_by_mode()?;
        Ok(Ok(String::new()))
    }

    /// Answers whoever begins a game, for which nobody has thought yet.
    fn console_begun(&mut self, begun: Result<(), GameError>) -> Result<Reply, CommandError> {
        begun?;
        self.client.console.new_game();
        Ok(Reply::Done)
    }

    /// Goes back to the position that was set up last.
    fn console_new(&mut self) -> Result<Reply, CommandError> {
        let (position, color) = self.table.othello("a new game")?.start();
        let begun = self
            .table
            .begin_at(OthelloGame::from_position(position, color));
        self.console_begun(begun)
    }

    fn console_option(&mut self, name: &str, value: &str) -> Result<Reply, CommandError> {
        let mut options = self.client.console.options.clone();
        let ours = options
            .set(name, value)
            .map_err(|error| CommandError::Syntax(error.to_string()))?;
        if let Some((name, value)) = ours {
            self.set_option(name, &value)?;
        }
        self.client.console.options = options;
        Ok(Reply::Done)
    }

    /// Chooses a move and plays it, whoever's turn it is.
    fn console_go(&mut self) -> io::Result<Result<String, CommandError>> {
        if self.table.game.is_over() {
            return Ok(Ok(String::new()));
        }
        let played = self.console_move()?;
        self.write(&played)?;
        self.play_by_mode()?;
        Ok(Ok(String::new()))
    }

    /// Plays as long as it is the engine's turn by the mode, and nobody wants it to stop.
    fn play_by_mode(&mut self) -> io::Result<()> {
        while !self.table.game.is_over()
            && self.client.console.mode.plays(self.table.game.to_move())
            && !self.is_asked_to_stop()
        {
            let turns = self.table.game.turns();
            let played = self.console_move()?;
            self.write(&played)?;
            if self.table.game.turns() == turns {
                break;
            }
        }
        Ok(())
    }

    /// Whether a line that waits ends a game of the engine with itself. What comes later in a
    /// script has its turn.
    fn is_asked_to_stop(&self) -> bool {
        let plays_both = self.client.console.mode == Mode::Both;
        plays_both && self.queue.waiting.stops()
            || self.client.interactive && self.queue.waiting.quits()
    }

    /// Chooses a move for the side to move and plays it; what is printed of it.
    fn console_move(&mut self) -> io::Result<String> {
        let (mover, turns) = (self.table.game.to_move(), self.table.game.turns());
        let order = Choose {
            plays: true,
            clock: ClockUsed::Kept,
            purpose: Purpose::Move,
            ..Choose::default()
        };
        let start = Instant::now();
        // The move is told before anything is thought in the opponent's time.
        let ponders = std::mem::take(&mut self.options.ponder);
        let chosen = self.choose(None, order);
        self.options.ponder = ponders;
        chosen?;
        self.client.console.spend(mover, start.elapsed());
        if self.table.game.turns() == turns {
            return Ok(String::new());
        }
        let mv = self.table.game.history().pop().map(|(_, mv)| mv);
        let mut text = match &self.table.last_search {
            Some(found) if self.client.console.verbosity > 0 => in_table(&line_of(found, mover)),
            _ => String::new(),
        };
        let mv = mv.map(|mv| capital(&mv.to_string())).unwrap_or_default();
        text += &format!("\nEdax plays {mv}\n");
        Ok(text)
    }

    /// Scores the best moves.
    fn console_hint(&mut self, count: u32) -> io::Result<Result<String, CommandError>> {
        if self.table.game.is_over() {
            return Ok(Ok(String::new()));
        }
        let (mover, count) = (self.table.game.to_move(), count.max(1));
        let known = self.table.book_moves().unwrap_or_default();
        let known: Vec<String> = (known.iter().take(count as usize))
            .map(|known| table::book_row(known.score, &[known.square.to_string()], mover))
            .collect();
        if known.len() >= count as usize {
            return Ok(Ok(in_table(&known.join("\n"))));
        }
        let request = Request {
            best: count as usize,
            ..Request::default()
        };
        let lines = self.search(None, request, SearchPurpose::Lines)?;
        Ok(lines.map(|lines| {
            let rows: Vec<String> = lines.iter().map(|line| line_of(line, mover)).collect();
            in_table(&rows.join("\n"))
        }))
    }

    /// Counts the paths of so many plies until it is done or stopped.
    fn console_perft(&mut self, depth: u32) -> io::Result<Result<String, CommandError>> {
        let game = self.table.game.clone_game();
        let count = move |stop: &StopFlag, _: Reporter| game.perft(depth, stop);
        Ok(match self.work(None, count, Terms::QUIET)? {
            Ok(Some(count)) => Ok(format!("\n{count}\n")),
            Ok(None) => Err(CommandError::Stopped("the count was done")),
            Err(message) => Err(self.internal(message)),
        })
    }

    fn console_teach(&mut self) -> io::Result<Result<String, CommandError>> {
        if let Err(error) = self.table.othello("an opening book") {
            return Ok(Err(error.into()));
        }
        let taught = self.teach(None)?;
        Ok(taught.map(|text| format!("\n{text}\n")))
    }
}

/// Solving files comes with the executable.
#[cfg(not(target_family = "wasm"))]
mod problems {
    use std::fs::File;
    use std::io::{self, BufReader, Write};
    use std::path::Path;

    use super::super::Session;
    use crate::protocol::{CommandError, Reply};
    use crate::solving::edax::EdaxTable;
    use crate::solving::lines::PositionLineError;
    use crate::solving::stream::{RowFormat, SolveObserver, SolvePlan, Totals, solve_lines};
    use bianca_play::player::Player;
    use bianca_records::record::obf::Problem;
    use bianca_rules::othello::Move;
    use bianca_search::request::{Report, Request};
    use bianca_search::search::{Searcher, Settings};
    use bianca_system::files;

    /// Bytes of the largest file of problems.
    const LARGEST_FILE: u64 = 1 << 26;

    /// Nobody watches; what cannot be read is said in the log.
    struct Log;

    impl SolveObserver for Log {
        fn malformed(&mut self, line: u64, error: &PositionLineError) {
            log::warn!("line {line}: {error}");
        }

        fn found(&mut self, _: u64, _: &Problem, _: &Report<Move>) {}

        fn row(&mut self, _: &Totals, write: &mut dyn FnMut() -> io::Result<()>) -> io::Result<()> {
            write()
        }
    }

    impl<W: Write> Session<W> {
        /// Solves the problems of a file, and prints the table as it grows.
        pub(super) fn console_solve(&mut self, path: &str) -> Result<Reply, CommandError> {
            let refused = |reason: String| CommandError::CannotLoad {
                path: path.to_owned(),
                reason,
            };
            // Asked before it is opened, because it may be a pipe.
            let opened =
                files::check(Path::new(path), LARGEST_FILE).and_then(|()| File::open(path));
            let file = opened.map_err(|error| refused(error.to_string()))?;
            let options = self.table.player.lock().options();
            let number = |name: &str, default: usize| {
                let option = options.iter().find(|option| option.name == name);
                let value = option.and_then(|option| option.value.parse().ok());
                value.unwrap_or(default)
            };
            let mut searcher = Searcher::new(Settings {
                threads: number("Threads", 1),
                hash_mib: number("Hash", 64),
                level: number("Level", 21) as u32,
                ..Settings::default()
            })
            .map_err(|error| refused(error.to_string()))?;
            let name = Path::new(path).file_name().unwrap_or_default();
            let table = EdaxTable::new(
                self.client.console.verbosity.min(2),
                &name.to_string_lossy(),
            );
            let plan = SolvePlan {
                // As far as the level goes: nobody could end an exact search of many empty squares.
                request: Request::default(),
                all_moves: false,
                format: RowFormat::Edax(table),
                independent: false,
            };
            let solved = solve_lines(
                BufReader::new(file),
                &mut self.output,
                &plan,
                &mut searcher,
                &mut Log,
            );
            let solved = solved.map_err(|error| refused(error.to_string()));
            solved.map(|_| Reply::Done)
        }
    }
}

#[cfg(target_family = "wasm")]
impl<W: Write> Session<W> {
    fn console_solve(&mut self, path: &str) -> Result<Reply, CommandError> {
        Err(CommandError::CannotLoad {
            path: path.to_owned(),
            reason: "problems are solved by the executable alone".to_owned(),
        })
    }
}

/// How many discs were put on the board.
fn placed(game: &OthelloGame) -> usize {
    let (start, _) = game.start();
    (start.empties() - game.position().empties()) as usize
}

/// A move as games know it.
fn full(mv: &str) -> String {
    let read = mv.parse::<Move>();
    read.map_or_else(|_| mv.to_owned(), |mv| mv.to_string())
}

fn line_of(found: &Report<GameMove>, mover: Color) -> String {
    let found = found.clone().map(|mv| mv.to_string());
    match found.nodes {
        // The book answered.
        0 => table::book_row(found.score, &found.pv, mover),
        _ => table::row(&found, mover, (Score::MIN, Score::MAX), WIDTH),
    }
}

fn in_table(rows: &str) -> String {
    format!("{HEADER}\n{RULE}\n{rows}\n{RULE}\n")
}

/// A text of several lines with an empty one before it.
fn on_lines(reply: Reply) -> Reply {
    match reply {
        Reply::Text(text) => Reply::Text(format!("\n{text}\n")),
        reply => reply,
    }
}
