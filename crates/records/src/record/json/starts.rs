//! Where a game of JSON starts: every board that stands beside its moves, whatever its name.
//!
//! A board is 64 squares or eight rows, in one text, in a list of texts, or in lists of squares, in
//! the object itself or in what lies in it. Invariant: a game is played from the usual start only
//! if its object shows no other, or shows the one that the moves end with. What looks like a board
//! and is none is refused, never passed over.

use serde_json::{Map, Value};

use super::{MOVES, STARTS};
use crate::record::annotated::{AnnotatedGame, Note};
use crate::record::board::{board_squares, letter, position, side_word, write_board};
use crate::record::error::{ReadError, short};
use crate::record::placed::placed;
use crate::record::transcript::{parse_transcript, play_next};
use bianca_rules::othello::{Color, Move, OthelloGame};

/// Names of the side to move.
const SIDES: [&str; 16] = [
    "side",
    "turn",
    "to_move",
    "toMove",
    "side_to_move",
    "sideToMove",
    "player",
    "current_player",
    "currentPlayer",
    "player_to_move",
    "next",
    "next_player",
    "nextPlayer",
    "color",
    "colour",
    "mover",
];

/// How deep a board may lie in the object of its moves.
const DEEPEST: usize = 3;

/// A board that an object shows.
#[derive(Clone, Debug)]
struct Shown {
    /// The name under which it stands.
    name: String,
    /// The squares, `X`, `O` and `-`.
    squares: String,
    /// Whose turn it is, if that is said.
    side: Side,
}

/// What is said of whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Nothing.
    Unsaid,
    /// This side's.
    Said(Color),
    /// A number, of which only the moves tell whose it is.
    Number,
}

/// Plays the moves of an object from where it starts. They tell whose turn it is where a number
/// says it, and whether a board is rather the one that they end with.
///
/// # Errors
/// If its boards are not of eight rows, contradict each other, or do not say whose turn it is.
pub fn play_from_start(
    object: &Map<String, Value>,
    moves: &[Move],
    game: &mut AnnotatedGame,
) -> Result<(), ReadError> {
    let (start, name) = start_of(object, moves)?;
    game.game = start;
    let played = game.play(moves.iter().map(|&mv| (None, mv, Note::default())));
    played.map_err(|error| match name {
        Some(name) => ReadError::FromStart {
            name: short(&name),
            error: Box::new(error),
        },
        None => error,
    })
}

/// The game of an object before its moves, and the name of the board that it starts from.
fn start_of(
    object: &Map<String, Value>,
    moves: &[Move],
) -> Result<(OthelloGame, Option<String>), ReadError> {
    let mut boards: Vec<Shown> = Vec::new();
    let mut moved = None;
    collect(object, Side::Unsaid, 0, &mut boards, &mut moved)?;
    let mut distinct: Vec<Shown> = Vec::new();
    for board in boards {
        let same = distinct
            .iter_mut()
            .find(|other| other.squares == board.squares);
        match same {
            Some(same) => same.agree(board)?,
            None => distinct.push(board),
        }
    }
    if let (Some(game), Some(board)) = (&moved, distinct.first())
        && !board.shows(game)
    {
        let squares = write_board(game.position(), game.to_move());
        return Err(contradiction(STARTS[0], &squares, board));
    }
    let usual = OthelloGame::new();
    match &distinct[..] {
        [] => Ok((moved.unwrap_or(usual), None)),
        [board] => {
            let game = board.game(moves);
            let is_played = game
                .as_ref()
                .is_ok_and(|game| end_of(game, moves).is_some());
            if !is_played && end_of(&usual, moves).is_some_and(|end| board.shows(&end)) {
                return Ok((usual, None));
            }
            Ok((game?, Some(board.name.clone())))
        }
        [one, two] => {
            for (start, end) in [(one, two), (two, one)] {
                let game = start.game(moves)?;
                if !moves.is_empty() && end_of(&game, moves).is_some_and(|game| end.shows(&game)) {
                    return Ok((game, Some(start.name.clone())));
                }
            }
            Err(contradiction(&one.name, &one.squares, two))
        }
        [one, two, ..] => Err(contradiction(&one.name, &one.squares, two)),
    }
}

fn contradiction(name: &str, board: &str, other: &Shown) -> ReadError {
    ReadError::TwoStarts {
        one: short(name),
        board: board.to_owned(),
        two: short(&other.name),
        other: other.squares.clone(),
    }
}

/// The game after these moves, if the rules allow them.
fn end_of(game: &OthelloGame, moves: &[Move]) -> Option<OthelloGame> {
    let mut game = game.clone();
    for &mv in moves {
        play_next(&mut game, mv).ok()?;
    }
    Some(game)
}

impl Shown {
    /// Takes what another place says of the same board.
    fn agree(&mut self, other: Shown) -> Result<(), ReadError> {
        match (self.side, other.side) {
            (Side::Said(one), Side::Said(two)) if one != two => {
                let board = format!("{} {}", self.squares, sign(one));
                let squares = format!("{} {}", other.squares, sign(two));
                Err(contradiction(
                    &self.name,
                    &board,
                    &Shown { squares, ..other },
                ))
            }
            (Side::Said(_), _) => Ok(()),
            (_, side) => {
                self.side = side;
                Ok(())
            }
        }
    }

    fn shows(&self, game: &OthelloGame) -> bool {
        position(&self.squares, Color::Black) == game.position_for(Color::Black)
    }

    fn at(&self, side: Color) -> OthelloGame {
        OthelloGame::from_position(position(&self.squares, side), side)
    }

    /// The game that starts here. Of a number the moves tell whose turn it means.
    fn game(&self, moves: &[Move]) -> Result<OthelloGame, ReadError> {
        match self.side {
            Side::Said(side) => Ok(self.at(side)),
            Side::Unsaid => Ok(self.at(Color::Black)),
            Side::Number => {
                let [black, white] = [Color::Black, Color::White].map(|side| self.at(side));
                let plays = |game| end_of(game, moves).is_some();
                match (plays(&black), plays(&white)) {
                    (true, true) => Err(ReadError::UnclearSide(self.name.clone())),
                    (false, true) => Ok(white),
                    _ => Ok(black),
                }
            }
        }
    }
}

fn sign(side: Color) -> char {
    side.select('X', 'O')
}

/// Finds the boards of an object and of what lies in it, but for its moves; and the game of a start
/// that is given by its moves.
fn collect(
    object: &Map<String, Value>,
    outer: Side,
    depth: usize,
    boards: &mut Vec<Shown>,
    moved: &mut Option<OthelloGame>,
) -> Result<(), ReadError> {
    let side = match side_of(object)? {
        Side::Unsaid => outer,
        side => side,
    };
    for (name, value) in object {
        if MOVES.contains(&name.as_str()) {
            continue;
        }
        if let Value::Object(inner) = value {
            if depth < DEEPEST {
                collect(inner, side, depth + 1, boards, moved)?;
            }
            continue;
        }
        match board_of(name, value)? {
            Some((squares, Side::Unsaid)) => boards.push(Shown {
                name: name.clone(),
                squares,
                side,
            }),
            Some((squares, said)) => {
                let mut board = Shown {
                    name: name.clone(),
                    squares: squares.clone(),
                    side: said,
                };
                let name = name.clone();
                board.agree(Shown {
                    name,
                    squares,
                    side,
                })?;
                boards.push(board);
            }
            None => {
                let start = value.as_str().filter(|text| !text.trim().is_empty());
                if let Some(text) = start.filter(|_| STARTS.contains(&name.as_str())) {
                    let moves = parse_transcript(text).map_err(|_| not_a_board(name, value))?;
                    let game = end_of(&OthelloGame::new(), &moves);
                    *moved = Some(game.ok_or_else(|| not_a_board(name, value))?);
                }
            }
        }
    }
    Ok(())
}

/// Whose turn an object says it is.
fn side_of(object: &Map<String, Value>) -> Result<Side, ReadError> {
    if let Some(is_black) = object.get("black_to_move").and_then(Value::as_bool) {
        let side = if is_black { Color::Black } else { Color::White };
        return Ok(Side::Said(side));
    }
    let mut found = Side::Unsaid;
    for name in SIDES {
        match object.get(name) {
            Some(Value::String(word)) if word == "#" => found = Side::Said(Color::Black),
            Some(Value::String(word)) => match side_word(word) {
                Some(side) => found = Side::Said(side),
                None => continue,
            },
            Some(Value::Number(_)) => found = Side::Number,
            _ => continue,
        }
        break;
    }
    Ok(found)
}

/// The squares that a value shows, and whose turn it says it is; `None` if it is no board.
fn board_of(name: &str, value: &Value) -> Result<Option<(String, Side)>, ReadError> {
    match value {
        Value::String(text) => board_of_text(name, text),
        Value::Array(list) => {
            let rows = rows_of(list);
            let squares = rows.and_then(|rows| Some(board_squares(&rows, 64)?.0));
            match squares {
                Some(squares) => Ok(Some((squares, Side::Unsaid))),
                None if is_like_board(list) => Err(not_a_board(name, value)),
                None => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

fn board_of_text(name: &str, text: &str) -> Result<Option<(String, Side)>, ReadError> {
    let line = text.trim().replace(['\r', '\n'], " ");
    match placed(&line) {
        Ok(Some(board)) if board.rest.is_empty() => {
            let side = board.side.map_or(Side::Unsaid, Side::Said);
            return Ok(Some((board.squares, side)));
        }
        Err(error) if STARTS.contains(&name) => return Err(error),
        _ => {}
    }
    // Words and moves have other letters; a board that is damaged has hardly any.
    let is_square = |c: &char| c.is_whitespace() || "/|#@01".contains(*c) || letter(*c).is_some();
    let squares = line.chars().filter(is_square).count();
    let length = line.chars().count();
    if length >= 24 && squares * 10 >= length * 9 {
        return Err(not_a_board(name, &Value::String(line)));
    }
    Ok(None)
}

fn not_a_board(name: &str, value: &Value) -> ReadError {
    ReadError::BadValue {
        property: short(name),
        value: short(&value.to_string()),
        expected: "a board of 64 squares or eight rows, of signs (X, O, -) and not of numbers",
    }
}

/// The rows of a list of eight texts, of eight lists of eight squares, or of 64 squares, as one
/// text.
fn rows_of(list: &[Value]) -> Option<String> {
    match list.len() {
        64 => list.iter().map(square_of).collect(),
        8 => list.iter().map(row_of).collect(),
        _ => None,
    }
}

fn row_of(row: &Value) -> Option<String> {
    let squares: String = match row {
        Value::String(text) => text.split_whitespace().collect(),
        Value::Array(list) => list.iter().map(square_of).collect::<Option<String>>()?,
        _ => return None,
    };
    (squares.chars().count() == 8).then_some(squares)
}

/// The sign of one square. Numbers are none: 1 is black for some programs, white for others.
fn square_of(square: &Value) -> Option<char> {
    match square {
        Value::Null => Some('-'),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "" | "empty" => Some('-'),
            "black" => Some('X'),
            "white" => Some('O'),
            _ => {
                let mut signs = text.trim().chars();
                signs.next().filter(|_| signs.as_str().is_empty())
            }
        },
        _ => None,
    }
}

/// Whether a list is a board that cannot be read: rows of one length, or as many squares as a board
/// has.
fn is_like_board(list: &[Value]) -> bool {
    let is_square = |value: &Value| match value {
        Value::String(text) => text.trim().chars().count() <= 1,
        Value::Number(number) => number.as_i64().is_some_and(|number| number.abs() <= 3),
        Value::Null => true,
        _ => false,
    };
    let length = |value: &Value| match value {
        Value::Array(row) => row.iter().all(is_square).then_some(row.len()),
        Value::String(row) => {
            let is_sign = |c: char| "#@01".contains(c) || letter(c).is_some();
            row.chars().all(is_sign).then(|| row.chars().count())
        }
        _ => None,
    };
    let first = list.first().and_then(length);
    let is_rows = first.is_some_and(|length| length >= 4) && list.len() >= 4;
    is_rows && list.iter().all(|row| length(row) == first)
        || list.len() == 64 && list.iter().all(is_square)
}

#[cfg(test)]
mod tests;
