//! What each line of the console does, and what is printed.
//!
//! The game is the one on the table. Searches, files and options are the session's: an order that
//! wants one says which.

use super::console::{HELP, PROMPT, View, capital};
use super::memory::ConsoleMemory;
use super::order::{ConsoleOrder, Mode};
use super::table::{self, HEADER, RULE, WIDTH};
use crate::protocol::gtp::questions;
use crate::protocol::{BookOrder, Command, CommandError, FileOrder, NAME, Reply, Start, VERSION};
use bianca_play::game::{Game, GameMove};
use bianca_play::tabletop::Tabletop;
use bianca_rules::othello::{Color, Move, OthelloGame};
use bianca_search::request::{Report, Request, Score};
use bianca_system::foreign::excerpt;
use bianca_system::language::Language;

/// What is left to do for a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing but to print this, which may be empty.
    Said(String),
    /// What this command asks for; its reply is printed as [`text`] has it.
    Asks(Command),
    /// To set one of Edax's options.
    Sets {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// To find a move for the side to move, and to play it.
    Moves,
    /// To solve the problems of this file.
    Solves(String),
}

impl ConsoleOrder {
    /// Whether the engine plays after it if it is its turn.
    pub fn lets_play(&self) -> bool {
        !matches!(
            self,
            ConsoleOrder::Hint(_) | ConsoleOrder::Perft(_) | ConsoleOrder::BookAdd
        )
    }

    /// Does it, as far as the table and the console are enough for it.
    ///
    /// # Errors
    /// If it is refused; the game is as it was then.
    pub fn obey(
        self,
        table: &mut Tabletop,
        memory: &mut ConsoleMemory,
    ) -> Result<Step, CommandError> {
        match self {
            ConsoleOrder::Go | ConsoleOrder::Hint(_) if table.game.is_over() => {}
            ConsoleOrder::Go => return Ok(Step::Moves),
            ConsoleOrder::Hint(count) => return Ok(hint(count.max(1) as usize, table)),
            ConsoleOrder::Init => {
                table.begin(Start::USUAL.set_up)?;
                memory.new_game();
            }
            ConsoleOrder::New => {
                // The position that was set up last.
                let (position, color) = table.othello("a new game")?.start();
                table.begin_at(OthelloGame::from_position(position, color))?;
                memory.new_game();
            }
            ConsoleOrder::SetBoard(board) => {
                table.begin(|game| game.set_board(&board))?;
                memory.new_game();
            }
            ConsoleOrder::Open(path) => {
                memory.mode = Mode::Neither;
                let order = FileOrder::Load { path, number: 1 };
                return Ok(Step::Asks(Command::File(order)));
            }
            ConsoleOrder::Save(path) => {
                return Ok(Step::Asks(Command::File(FileOrder::Save(path))));
            }
            ConsoleOrder::Solve(path) => return Ok(Step::Solves(path)),
            ConsoleOrder::Play(moves) => table.play(None, &moves, None)?,
            ConsoleOrder::Move(mv) => {
                table.play(None, &mv, None)?;
                return Ok(Step::Said(format!("\nYou play {}\n", capital(&full(&mv)))));
            }
            ConsoleOrder::Undo => table.undo(memory.turns_at_once())?,
            ConsoleOrder::Redo => table.redo(memory.turns_at_once() as u32)?,
            ConsoleOrder::Stop => memory.mode = Mode::Neither,
            ConsoleOrder::Mode(mode) => memory.mode = mode,
            ConsoleOrder::Perft(depth) => return Ok(Step::Asks(Command::Perft(depth))),
            ConsoleOrder::Opening => {
                let opening = questions::opening(&*table.game, Language::default())?;
                return Ok(Step::Said(text(&opening, table.game.to_move())));
            }
            ConsoleOrder::Book => return Ok(Step::Asks(Command::Book(BookOrder::Moves))),
            ConsoleOrder::BookAdd => return Ok(Step::Asks(Command::Book(BookOrder::Add))),
            ConsoleOrder::BookStore => return Ok(Step::Asks(Command::Book(BookOrder::Store))),
            ConsoleOrder::Verbose(verbosity) => memory.verbosity = verbosity,
            ConsoleOrder::Option { name, value } => return Ok(Step::Sets { name, value }),
            ConsoleOrder::Version => return Ok(Step::Said(format!("\n{NAME} {VERSION}\n"))),
            ConsoleOrder::Help => return Ok(Step::Said(format!("\n{HELP}"))),
            ConsoleOrder::Unknown(line) => {
                return Err(CommandError::UnknownCommand(excerpt(&line)));
            }
            ConsoleOrder::Nothing => {}
        }
        Ok(Step::Said(String::new()))
    }
}

/// The best moves with their scores: those of the book if it knows so many.
fn hint(count: usize, table: &Tabletop) -> Step {
    let known = table.book_moves().unwrap_or_default();
    if known.len() < count {
        return Step::Asks(Command::Go(Request {
            best: count,
            ..Request::default()
        }));
    }
    let mover = table.game.to_move();
    let known = known.iter().take(count);
    let rows = known.map(|known| table::book_row(known.score, &[known.square.to_string()], mover));
    Step::Said(in_table(&rows.collect::<Vec<_>>().join("\n")))
}

/// What is printed of a reply, while it is `mover`'s turn.
pub fn text(reply: &Reply, mover: Color) -> String {
    match reply {
        // Several lines with an empty one before them.
        Reply::Text(text) => format!("\n{text}\n"),
        Reply::Count(count) => format!("\n{count}\n"),
        Reply::Analysis(lines) => {
            let rows: Vec<String> = lines.iter().map(|line| row(line, mover)).collect();
            in_table(&rows.join("\n"))
        }
        _ => String::new(),
    }
}

/// What is printed of the move that `mover` has made, and of the search that found it.
pub fn move_text(table: &Tabletop, memory: &ConsoleMemory, mover: Color) -> String {
    let found = match &table.last_search {
        Some(found) if memory.verbosity > 0 => in_table(&row(found, mover)),
        _ => String::new(),
    };
    let mv = table.game.history().pop();
    let mv = mv.map(|(_, mv)| capital(&mv.to_string()));
    format!("{found}\nEdax plays {}\n", mv.unwrap_or_default())
}

/// The board, unless that is unwanted, and the request for a line.
pub fn prompt(game: &dyn Game, memory: &ConsoleMemory) -> String {
    let board = match game.othello() {
        Some(game) if memory.verbosity > 0 => {
            let view = View {
                position: game.position(),
                to_move: game.to_move(),
                ply: placed(game),
                spent: memory.spent,
            };
            format!("\n{}\n", view.draw())
        }
        _ => String::new(),
    };
    format!("{board}{PROMPT}")
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

fn row(found: &Report<GameMove>, mover: Color) -> String {
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
