//! A session as Edax's console: what its lines make the session do, and when the engine plays by
//! itself.
//!
//! Every line is answered by a line break, what it brought, the board unless that is unwanted, and
//! the prompt. What goes wrong is named on standard error, where Edax's clients do not read. What
//! is said is [`edax`](crate::protocol::edax)'s.

use std::io::{self, Write};

use super::dialogue::Dialogue;
use super::review::Review;
use super::{Answer, Failure, Session};
use crate::protocol::edax::options::EdaxOptionError;
use crate::protocol::edax::order::{ConsoleOrder, Mode};
use crate::protocol::edax::orders::{Step, drawing, move_text, prompt, search_text, text};
use crate::protocol::edax::review::{HEAD, ReviewTable};
use crate::protocol::{Choose, ClockUsed, CommandError, ReviewOrder};
use bianca_play::analysis::MoveAnalysis;
use bianca_play::game::GameMove;
use bianca_play::player::Player;
use bianca_rules::othello::Move;
use bianca_search::request::Purpose;
use bianca_system::instant::Instant;
use problems::solve;

impl<W: Write> Session<W> {
    /// Plays if the engine is to begin, and asks for the first line.
    pub(super) fn open_console(&mut self) -> io::Result<()> {
        let played = self.play_by_mode();
        self.tell_refusal(played)?;
        self.prompt()
    }

    /// Does what a line asks for, and prints what is expected after it.
    pub(super) fn console(&mut self, order: ConsoleOrder) -> Answer {
        let moves = self.dialogue.client.console.mode().takes_turns() || order == ConsoleOrder::Go;
        self.dialogue.write("\n")?;
        let obeyed = self.obey_console(order);
        self.tell_refusal(obeyed)?;
        self.prompt()?;
        if moves {
            self.ponder()?;
        }
        Ok(None)
    }

    /// Says beside the output why something could not be done.
    fn tell_refusal(&mut self, done: Result<(), Failure>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(Failure::Refused(error)) => {
                let aside = &mut self.dialogue.surroundings.aside;
                // Nobody need read it.
                let _ = writeln!(aside, "bianca: {}", error.on_one_line());
                Ok(())
            }
            Err(Failure::Broken(error)) => Err(error),
        }
    }

    /// Draws the board, unless that is unwanted, and asks for a line.
    fn prompt(&mut self) -> io::Result<()> {
        let prompt = prompt(&*self.table.game, &self.dialogue.client.console);
        self.dialogue.write(&prompt)
    }

    /// Prints what a line brings, and plays if it is the engine's turn then.
    fn obey_console(&mut self, order: ConsoleOrder) -> Result<(), Failure> {
        let plays = order.lets_play();
        let opens = matches!(order, ConsoleOrder::Open(_));
        let mover = self.table.game.to_move();
        match order.obey(&mut self.table, &mut self.dialogue.client.console)? {
            Step::Said(text) => self.dialogue.write(&text)?,
            Step::Asks(command) => {
                if let Some(reply) = self.execute(command)? {
                    let text = text(&reply, mover, &self.dialogue.client.console);
                    self.dialogue.write(&text)?;
                }
            }
            Step::Sets { name, value } => self.set_edax_option(&name, &value)?,
            Step::Moves => self.console_move()?,
            Step::Solves(path) => {
                let options = self.table.player.lock().options();
                let verbosity = self.dialogue.client.console.options.verbosity;
                solve(&path, &options, verbosity, &mut self.dialogue.output)?;
            }
            Step::Reviews(count) => self.console_review(count)?,
        }
        if opens {
            // Nobody asks for a move in the middle of another game.
            self.dialogue.client.console.options.mode = Mode::Neither;
        }
        if plays {
            self.play_by_mode()?;
        }
        Ok(())
    }

    /// Sets one of Edax's options, by one of ours if that is what it means.
    fn set_edax_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let mut options = self.dialogue.client.console.options.clone();
        let refused = |error: EdaxOptionError| CommandError::Syntax(error.to_string());
        if let Some((name, value)) = options.set(name, value).map_err(refused)? {
            self.options().set(name, &value)?;
        }
        self.dialogue.client.console.options = options;
        Ok(())
    }

    /// Plays as long as it is the engine's turn by the mode, and nobody wants it to stop.
    fn play_by_mode(&mut self) -> Result<(), Failure> {
        let mode = self.dialogue.client.console.mode();
        while !self.table.game.is_over()
            && mode.plays(self.table.game.to_move())
            && !self.is_asked_to_stop()
        {
            let turns = self.table.game.turns();
            let board = drawing(&*self.table.game, &self.dialogue.client.console);
            self.dialogue.write(&format!("{board}\n"))?;
            self.console_move()?;
            if self.table.game.turns() == turns {
                break;
            }
        }
        Ok(())
    }

    /// Whether a line that waits ends a game of the engine with itself. What comes later in a
    /// script has its turn.
    fn is_asked_to_stop(&self) -> bool {
        let client = &self.dialogue.client;
        let waiting = &self.dialogue.queue.waiting;
        client.console.mode() == Mode::Both && waiting.stops()
            || client.interactive && waiting.quits()
    }

    /// Chooses a move for the side to move, plays it and prints it.
    fn console_move(&mut self) -> Result<(), Failure> {
        let (mover, turns) = (self.table.game.to_move(), self.table.game.turns());
        let start = Instant::now();
        let moved = match self.forced_move() {
            Some(mv) => self.make_forced(mv).map(|()| None),
            None => {
                let order = Choose {
                    plays: true,
                    clock: ClockUsed::Kept,
                    purpose: Purpose::Move,
                    ..Choose::default()
                };
                self.dialogue.client.console.searched = Some((mover, false));
                let answer = self.find_move(&order);
                answer.map(|_| self.table.last_search.clone())
            }
        };
        let console = &mut self.dialogue.client.console;
        console.spend(mover, start.elapsed());
        let found = moved.as_ref().ok().and_then(Option::as_ref);
        let mut text = search_text(found, console, mover);
        console.searched = None;
        if self.table.game.turns() > turns {
            text += &move_text(&self.table);
        }
        self.dialogue.write(&text)?;
        moved.map(drop)
    }

    fn make_forced(&mut self, mv: GameMove) -> Result<(), Failure> {
        let turns = self.table.game.turns();
        self.table.game.make(mv)?;
        self.table.passes.note(&*self.table.game, turns, true);
        Ok(())
    }

    /// The move that the engine was told to play here.
    fn forced_move(&self) -> Option<GameMove> {
        let position = self.table.game.othello()?.position();
        let mv = self.dialogue.client.console.forced_move(position)?;
        let legal = self.table.game.legal(None);
        Some(GameMove::from(mv)).filter(|mv: &GameMove| legal.contains(mv))
    }

    /// Judges the last so many moves of the game, and prints a row for each as soon as it is known.
    fn console_review(&mut self, count: usize) -> Result<(), Failure> {
        let (dialogue, table) = (&mut self.dialogue, &self.table);
        let game = table.othello("a review").map_err(CommandError::from)?;
        let review = Review::begin(ReviewOrder::default(), table, &dialogue.client)?;
        let mut rows = ReviewTable::new(game);
        let mut left = count.min(placed(game.turns()));
        dialogue.write(HEAD)?;
        let tell = &mut |dialogue: &mut Dialogue<W>, judged: &MoveAnalysis| {
            left = left.saturating_sub(1);
            dialogue.write(&rows.row(judged))?;
            Ok(left > 0)
        };
        if count > 0 {
            review.each(dialogue, table, tell)?;
        }
        dialogue.write(&rows.foot())?;
        Ok(())
    }
}

/// How many discs were put on the board.
fn placed<C>(turns: &[(C, Move)]) -> usize {
    let discs = turns.iter().filter(|(_, mv)| *mv != Move::Pass);
    discs.count()
}

/// Solving files comes with the executable.
#[cfg(not(target_family = "wasm"))]
mod problems {
    use std::fs::File;
    use std::io::{self, BufReader, Write};
    use std::path::Path;

    use crate::protocol::CommandError;
    use crate::protocol::edax::options::USUAL_LEVEL;
    use crate::solving::edax::EdaxTable;
    use crate::solving::lines::PositionLineError;
    use crate::solving::stream::{RowFormat, SolveObserver, SolvePlan, Totals, solve_lines};
    use bianca_play::player::OptionInfo;
    use bianca_records::record::obf::Problem;
    use bianca_rules::othello::Move;
    use bianca_search::request::{Report, Request};
    use bianca_search::search::{Searcher, Settings};
    use bianca_system::files;

    use crate::session::files::LARGEST_FILE;

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

    /// Solves the problems of a file by the options of the player, and prints the table as it
    /// grows.
    pub fn solve(
        path: &str,
        options: &[OptionInfo],
        verbosity: u8,
        output: &mut impl Write,
    ) -> Result<(), CommandError> {
        let refused = |reason: String| CommandError::CannotLoad {
            path: path.to_owned(),
            reason,
        };
        // Asked before it is opened, because it may be a pipe.
        let opened = files::check(Path::new(path), LARGEST_FILE).and_then(|()| File::open(path));
        let file = opened.map_err(|error| refused(error.to_string()))?;
        let number = |name: &str, default: usize| {
            let option = options.iter().find(|option| option.name == name);
            let value = option.and_then(|option| option.value.parse().ok());
            value.unwrap_or(default)
        };
        let usual = Settings::default();
        let mut searcher = Searcher::new(Settings {
            threads: number("Threads", usual.threads),
            hash_mib: number("Hash", usual.hash_mib),
            level: number("Level", USUAL_LEVEL as usize) as u32,
            ..usual
        })
        .map_err(|error| refused(error.to_string()))?;
        let name = Path::new(path).file_name().unwrap_or_default();
        let table = EdaxTable::new(verbosity, &name.to_string_lossy());
        let plan = SolvePlan {
            // As far as the level goes: nobody could end an exact search of many empty squares.
            request: Request::default(),
            all_moves: false,
            format: RowFormat::Edax(table),
            independent: false,
        };
        let lines = BufReader::new(file);
        let solved = solve_lines(lines, output, &plan, &mut searcher, &mut Log);
        solved.map(drop).map_err(|error| refused(error.to_string()))
    }
}

#[cfg(target_family = "wasm")]
mod problems {
    use std::io::Write;

    use crate::protocol::CommandError;
    use bianca_play::player::OptionInfo;

    pub fn solve(
        path: &str,
        _: &[OptionInfo],
        _: u8,
        _: &mut impl Write,
    ) -> Result<(), CommandError> {
        Err(CommandError::CannotLoad {
            path: path.to_owned(),
            reason: "problems are solved by the executable alone".to_owned(),
        })
    }
}
