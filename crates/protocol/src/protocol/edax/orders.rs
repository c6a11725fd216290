//! What each line of the console does, and what is printed.
//!
//! The game is the one on the table. Searches, files and options are the session's: an order that
//! wants one says which.

use super::board;
use super::console::{HELP, PROMPT, capital};
use super::forced::{Forced, turned};
use super::memory::ConsoleMemory;
use super::order::{ConsoleOrder, Mode};
use super::table::{self, HEADER, RULE};
use crate::protocol::gtp::questions;
use crate::protocol::{
    BookOrder, Command, CommandError, FileOrder, NAME, OptionOrder, Reply, Start, VERSION,
};
use bianca_play::game::{Game, GameError, GameMove};
use bianca_play::tabletop::Tabletop;
use bianca_rules::othello::{Color, Move, OthelloGame, Symmetry};
use bianca_search::request::{Report, Request};
use bianca_system::foreign::excerpt;
use bianca_system::language::Language;

/// What is said where a move is wanted and there is none.
const GAME_OVER: &str = "\n*** Game Over ***\n";

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
    /// To judge the last so many moves of the game.
    Reviews(usize),
}

impl ConsoleOrder {
    /// Whether the engine plays after it if it is its turn.
    pub fn lets_play(&self) -> bool {
        !matches!(
            self,
            ConsoleOrder::Hint(_)
                | ConsoleOrder::Perft(_)
                | ConsoleOrder::BookAdd
                | ConsoleOrder::Analyze(_)
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
            ConsoleOrder::Go if table.game.is_over() => {
                return Ok(Step::Said(GAME_OVER.to_owned()));
            }
            ConsoleOrder::Hint(_) if table.game.is_over() => {}
            ConsoleOrder::Go => return Ok(Step::Moves),
            ConsoleOrder::Hint(count) => return Ok(hint(count.max(1) as usize, table, memory)),
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
                memory.forced = Forced::default();
            }
            ConsoleOrder::Open(path) => {
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
            ConsoleOrder::Undo => table.undo(memory.mode().turns_at_once())?,
            ConsoleOrder::Redo => table.redo(memory.mode().turns_at_once() as u32)?,
            ConsoleOrder::Force(moves) => memory.forced = forced(&moves, table)?,
            ConsoleOrder::Turn(symmetry) => turn(table, symmetry)?,
            ConsoleOrder::Analyze(count) => {
                return Ok(Step::Reviews(count.unwrap_or(usize::MAX)));
            }
            ConsoleOrder::Stop => memory.options.mode = Mode::Neither,
            ConsoleOrder::Mode(mode) => memory.options.mode = mode,
            ConsoleOrder::Perft(depth) => return Ok(Step::Asks(Command::Perft(depth))),
            ConsoleOrder::Opening => {
                let opening = questions::opening(&*table.game, Language::default())?;
                return Ok(Step::Said(text(&opening, table.game.to_move(), memory)));
            }
            ConsoleOrder::Book => return Ok(Step::Asks(Command::Book(BookOrder::Moves))),
            ConsoleOrder::BookAdd => return Ok(Step::Asks(Command::Book(BookOrder::Add))),
            ConsoleOrder::BookStore => return Ok(Step::Asks(Command::Book(BookOrder::Store))),
            ConsoleOrder::Options => {
                return Ok(Step::Asks(Command::Option(OptionOrder::All)));
            }
            ConsoleOrder::Elsewhere(instead) => {
                return Err(CommandError::Elsewhere(instead));
            }
            ConsoleOrder::Option { name, value } => return Ok(Step::Sets { name, value }),
            ConsoleOrder::Version => return Ok(Step::Said(format!("\n{NAME} {VERSION}\n"))),
            ConsoleOrder::Help => return Ok(Step::Said(format!("\n{HELP}"))),
            ConsoleOrder::Misused(reason) => return Err(CommandError::Syntax(reason)),
            ConsoleOrder::Unknown(line) => {
                return Err(CommandError::UnknownCommand(excerpt(&line)));
            }
            ConsoleOrder::Nothing => {}
        }
        Ok(Step::Said(String::new()))
    }
}

/// A line that the engine is to play from where the game began.
fn forced(moves: &str, table: &Tabletop) -> Result<Forced, CommandError> {
    let (start, first) = table.othello("a line to play")?.start();
    let mut line = OthelloGame::from_position(start, first);
    if !moves.is_empty() {
        Game::play(&mut line, None, moves)?;
    }
    Ok(Forced::of_line(&line))
}

/// Turns the game on the table, with all its moves.
fn turn(table: &mut Tabletop, symmetry: u8) -> Result<(), GameError> {
    let Some(symmetry) = Symmetry::all().nth(symmetry.into()) else {
        return Ok(());
    };
    let game = table.othello("turning the board")?;
    let turned = turned(game, symmetry, false);
    table.take_over(turned)
}

/// The best moves with their scores: those of the book if it knows so many.
fn hint(count: usize, table: &Tabletop, memory: &ConsoleMemory) -> Step {
    let known = table.book_moves().unwrap_or_default();
    if known.len() < count {
        return Step::Asks(Command::Go(Request {
            best: count,
            ..Request::default()
        }));
    }
    let mover = table.game.to_move();
    let known = known.iter().take(count);
    let rows = known.map(|known| {
        let line = [known.square.to_string()];
        table::book_row(known.score, &line, mover, memory.options.width)
    });
    Step::Said(in_table(&rows.collect::<Vec<_>>().join("\n"), memory))
}

/// What is printed of a reply, while it is `mover`'s turn.
pub fn text(reply: &Reply, mover: Color, memory: &ConsoleMemory) -> String {
    match reply {
        // Several lines with an empty one before them.
        Reply::Text(text) => format!("\n{text}\n"),
        Reply::Count(count) => format!("\n{count}\n"),
        Reply::Options(options) => {
            let lines = options
                .iter()
                .map(|option| format!("{} = {}\n", option.name, option.value));
            format!("\n{}", lines.collect::<String>())
        }
        Reply::Analysis(lines) => {
            let rows: Vec<String> = lines.iter().map(|line| row(line, mover, memory)).collect();
            in_table(&rows.join("\n"), memory)
        }
        _ => String::new(),
    }
}

/// What is printed of the search for the move that `mover` is going to make: all of it, or what
/// stands below what was told while it ran.
pub fn search_text(
    found: Option<&Report<GameMove>>,
    memory: &ConsoleMemory,
    mover: Color,
) -> String {
    let was_told = matches!(memory.searched, Some((_, true)));
    match found {
        _ if was_told => format!("{RULE}\n"),
        Some(found) if memory.draws() => in_table(&row(found, mover, memory), memory),
        _ => String::new(),
    }
}

/// What is printed of the move that the engine has made last.
pub fn move_text(table: &Tabletop) -> String {
    let mv = table.game.history().pop();
    let mv = mv.map(|(_, mv)| capital(&mv.to_string()));
    format!("\nEdax plays {}\n", mv.unwrap_or_default())
}

/// The board with an empty line before and behind it, unless that is unwanted.
pub fn drawing(game: &dyn Game, memory: &ConsoleMemory) -> String {
    match game.othello() {
        Some(game) if memory.draws() => {
            let over = if game.is_over() { GAME_OVER } else { "" };
            format!("\n{}{over}\n", board::large(game, memory.spent))
        }
        _ => String::new(),
    }
}

/// The board, and the request for a line.
pub fn prompt(game: &dyn Game, memory: &ConsoleMemory) -> String {
    drawing(game, memory) + PROMPT
}

/// A move as games know it.
fn full(mv: &str) -> String {
    let read = mv.parse::<Move>();
    read.map_or_else(|_| mv.to_owned(), |mv| mv.to_string())
}

fn row(found: &Report<GameMove>, mover: Color, memory: &ConsoleMemory) -> String {
    table::found_row(found, mover, memory.options.width)
}

/// The rows in their frame, which answers alone do without.
fn in_table(rows: &str, memory: &ConsoleMemory) -> String {
    if memory.draws() {
        format!("{HEADER}\n{RULE}\n{rows}\n{RULE}\n")
    } else {
        format!("{rows}\n")
    }
}
