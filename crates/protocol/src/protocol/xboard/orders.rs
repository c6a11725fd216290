//! What each order of a board does, and what is answered.
//!
//! The game and its clocks are those on the table. Searches are the session's: an order that wants
//! one says which.

use std::time::Duration;

use super::order::XBoardOrder;
use super::{Role, XBoardMemory, sent};
use crate::protocol::{BookOrder, Client, Command, CommandError, Reply, Start};
use bianca_play::tabletop::{Tabletop, TimeLeft};
use bianca_records::clock::TimeControl;
use bianca_records::record::pgn::fen;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_search::request::{Limits, Request};

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);

/// What is left to do for an order.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing but to say this.
    Said(Reply),
    /// What this command asks for.
    Asks(Command),
    /// To find a move if it is the engine's turn, and to play it.
    TakesTurn,
    /// To say what might be played, by this search.
    Hints(Request),
}

/// There is nothing to say.
const DONE: Step = Step::Said(Reply::Done);

/// How the game on the table has ended, if it has.
pub fn ended(table: &Tabletop, memory: &XBoardMemory) -> Option<Reply> {
    let black = table.game.final_score()?;
    Some(Reply::Ended {
        black,
        first_is_white: memory.first_is_white,
    })
}

impl XBoardOrder {
    /// Does it, as far as that needs no search.
    ///
    /// # Errors
    /// If it is refused; nothing is changed then.
    pub fn obey(self, table: &mut Tabletop, client: &mut Client) -> Result<Step, CommandError> {
        let memory = &mut client.xboard;
        match self {
            XBoardOrder::Features => return Ok(Step::Said(Reply::Features)),
            XBoardOrder::Book => return Ok(Step::Asks(Command::Book(BookOrder::Moves))),
            XBoardOrder::Go if client.astray => return Err(not_now("go")),
            XBoardOrder::Go => {
                memory.role = Role::Plays(table.game.to_move());
                return Ok(Step::TakesTurn);
            }
            XBoardOrder::Move(mv) => return user_move(&mv, table, client),
            XBoardOrder::Hint => return hint(table, client),
            XBoardOrder::New => {
                memory.new_game();
                return start_anew(table, client);
            }
            XBoardOrder::Variant(name) if is_othello(&name) => {
                memory.first_is_white = true;
                return start_anew(table, client);
            }
            XBoardOrder::Variant(name) => return Err(CommandError::UnknownGame(sent(&name))),
            XBoardOrder::SetBoard(fen) => return set_fen(&fen, table, client),
            XBoardOrder::Force | XBoardOrder::Result => memory.force(),
            XBoardOrder::PlayOther => memory.role = Role::Plays(!table.game.to_move()),
            XBoardOrder::TakeBack(count) => {
                let word = if count == 1 { "undo" } else { "remove" };
                table.undo(count as usize).map_err(|_| not_now(word))?;
            }
            XBoardOrder::MoveTime(time) => {
                memory.move_time = Some(time);
                set_clocks(table, 0, Duration::ZERO, Duration::ZERO);
            }
            XBoardOrder::Depth(depth) => memory.depth = Some(depth),
            XBoardOrder::Level {
                moves,
                base,
                increment,
            } => {
                memory.move_time = None;
                set_clocks(table, moves, base, increment);
            }
            XBoardOrder::Time(time) => {
                let engine = memory.engines_side(table.game.to_move());
                set_left(table, memory, engine, time);
            }
            XBoardOrder::OpponentTime(time) => {
                let engine = memory.engines_side(table.game.to_move());
                set_left(table, memory, !engine, time);
            }
            XBoardOrder::Post(posts) => memory.posts = posts,
            XBoardOrder::Analyze => memory.role = Role::Analyzes,
            XBoardOrder::Exit if memory.exit() => {}
            XBoardOrder::Exit => return Err(not_now("exit")),
            XBoardOrder::Nothing => {}
        }
        Ok(DONE)
    }
}

fn not_now(word: &str) -> CommandError {
    CommandError::NotNow(word.to_owned())
}

/// Starts the game from where it usually starts.
fn start_anew(table: &mut Tabletop, client: &mut Client) -> Result<Step, CommandError> {
    let begun = table.begin(Start::USUAL.set_up);
    client.begun(begun).map(Step::Said)
}

/// Plays the user's move, and answers it if the engine plays.
fn user_move(mv: &str, table: &mut Tabletop, client: &mut Client) -> Result<Step, CommandError> {
    let turns = table.game.turns();
    let mut game = table.game.clone_game();
    let read = mv.parse::<Move>();
    let is_played =
        read.is_ok() && !client.astray && game.play(None, mv).is_ok() && game.turns() > turns;
    if !is_played {
        return Err(CommandError::MoveRefused(sent(mv)));
    }
    table.game = game;
    let is_silent = read != Ok(Move::Pass);
    table.passes.note(&*table.game, turns, is_silent);
    Ok(match client.xboard.role {
        Role::Plays(_) => Step::TakesTurn,
        Role::Watches | Role::Analyzes => DONE,
    })
}

/// What the side to move might play.
fn hint(table: &Tabletop, client: &Client) -> Result<Step, CommandError> {
    if client.astray || table.game.is_over() {
        return Err(not_now("hint"));
    }
    Ok(Step::Hints(Request {
        limits: Limits {
            move_time: Some(client.xboard.move_time.unwrap_or(HINT).min(HINT)),
            within_level: true,
            ..Limits::default()
        },
        ..Request::default()
    }))
}

/// Starts a game from a FEN, whose letters mean what they did unless it shows otherwise.
fn set_fen(fen: &str, table: &mut Tabletop, client: &mut Client) -> Result<Step, CommandError> {
    let read = read_fen(fen, client.xboard.first_is_white);
    let (record, first_is_white) = read.ok_or(CommandError::IllegalPosition)?;
    client.xboard.first_is_white = first_is_white;
    let begun = table.begin_at(record);
    client.begun(begun).map(Step::Said)
}

/// Starts both clocks; without any time there is no limit.
fn set_clocks(table: &mut Tabletop, moves: u32, base: Duration, increment: Duration) {
    match moves {
        _ if base.is_zero() && (increment.is_zero() || moves > 0) => table.clocks.remove(),
        0 => table.clocks.control_by(TimeControl::game(base, increment)),
        moves => {
            let control = TimeControl::periods(Duration::ZERO, base, moves);
            table.clocks.control_by(control);
        }
    }
}

/// Believes what a clock of the board shows.
fn set_left(table: &mut Tabletop, memory: &XBoardMemory, color: Color, time: Duration) {
    if memory.move_time.is_some() {
        // The board counts a time for each move down as if it were a clock.
        return;
    }
    let clock = table.clocks.clock(color);
    let stones = clock.and_then(|clock| clock.moves_to_go).unwrap_or(0);
    table.clocks.set_left(TimeLeft {
        color,
        time,
        stones,
    });
}

fn is_othello(name: &str) -> bool {
    ["reversi", "othello"].contains(&name.to_ascii_lowercase().as_str())
}

/// The game that starts at a FEN, whose rows begin with rank 8, and whether its white is the side
/// that moves first. From the four discs that every game starts with, whoever is to move is black;
/// otherwise letters mean what they did.
fn read_fen(fen: &str, first_is_white: bool) -> Option<(OthelloGame, bool)> {
    let (rows, side) = fen.trim_start().split_once(char::is_whitespace)?;
    // A variant's pieces in hand, which Othello does not count.
    let rows = rows.split('[').next()?;
    let rows: Vec<&str> = rows.rsplit('/').collect();
    let (position, letters) = fen::read_fen(&format!("{} {side}", rows.join("/")))?;
    let discs = |position: Position| position.own | position.opp;
    let first_is_white = if discs(position) == discs(Position::START) {
        letters == Color::White
    } else {
        first_is_white
    };
    let to_move = if first_is_white { !letters } else { letters };
    Some((
        OthelloGame::from_position(position, to_move),
        first_is_white,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::game::Game;

    fn board(fen: &str, first_is_white: bool) -> Option<(String, bool)> {
        let (game, first_is_white) = read_fen(fen, first_is_white)?;
        Some((Game::board(&game), first_is_white))
    }

    #[test]
    fn whoever_moves_first_is_black() {
        let start = Game::board(&OthelloGame::new());
        for (fen, white) in [
            ("8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1", true),
            ("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", false),
        ] {
            for before in [true, false] {
                assert_eq!(board(fen, before), Some((start.clone(), white)));
            }
        }
    }

    #[test]
    fn letters_keep_their_meaning_elsewhere() {
        // After f5 in both ways of naming the colours: rank 5 is the fourth row.
        let after = "---------------------------OX------XXX-------------------------- O";
        let white_first = "8/8/8/3PPP2/3pP3/8/8/8 b - - 0 1";
        assert_eq!(board(white_first, true), Some((after.to_owned(), true)));
        let black_first = "8/8/8/3ppp2/3Pp3/8/8/8 w";
        assert_eq!(board(black_first, false), Some((after.to_owned(), false)));
        // Four discs, but not the first four.
        let four = "XX------XO------------------------------------------------------ O";
        let told = board("8/8/8/8/8/8/Pp6/PP6 b", true);
        assert_eq!(told, Some((four.to_owned(), true)));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for fen in [
            "",
            "8/8/8/3Pp3/3pP3/8/8/8",
            "8/8/8/3Pp3/3pP3/8/8 w",
            "8/8/8/3Pp3/3pP3/8/8/8/8 w",
            "8/8/8/3Pp4/3pP3/8/8/8 w",
            "8/8/8/3Qp3/3pP3/8/8/8 w",
            "8/8/8/3Pp3/3pP3/8/8/8 x",
            "9/8/8/3Pp3/3pP3/8/8/8 w",
        ] {
            assert_eq!(board(fen, true), None, "{fen}");
        }
    }
}
