//! Where a game of JSON or of a table starts: every board that stands beside its moves, whatever
//! its name.
//!
//! A board is 64 squares or eight rows, in one text, in a list of texts, or in lists of squares, in
//! the object itself or in what lies in it. Invariant: a game is played from the usual start only
//! if its object shows no other, or shows one that the moves come to. What looks like a board and
//! is none is refused, never passed over.

use serde_json::{Map, Value};

use super::{MOVES, STARTS};
use crate::record::annotated::{AnnotatedGame, Note};
use crate::record::board::{board_squares, letter, position, side_word, write_board};
use crate::record::error::{ReadError, short};
use crate::record::placed::placed;
use crate::record::transcript::{parse_transcript, play_next};
use bianca_rules::othello::{Color, Move, OthelloGame, Square};

/// Names of the side to move, in small letters and without what stands between their words. Earlier
/// ones count more.
const SIDES: [&str; 12] = [
    "sidetomove",
    "tomove",
    "toplay",
    "side",
    "turn",
    "mover",
    "nextplayer",
    "player",
    "currentplayer",
    "next",
    "color",
    "colour",
];

/// What the name of the side to move has in it, whatever else it has.
const SIDE_WORDS: [&str; 5] = ["tomove", "toplay", "side", "turn", "whose"];

/// How deep a board may lie in the object of its moves.
const DEEPEST: usize = 3;

/// Values of an object that may be the discs of the other side.
const MOST_DISCS: usize = 16;

/// Boards that one game can have: where it starts and where it ends.
const MOST: usize = 2;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Side {
    /// Nothing.
    #[default]
    Unsaid,
    /// This side's.
    Said(Color),
    /// A number or another word, of which only the moves tell whose it is.
    Unclear,
}

/// The boards that an object shows, or what wraps a game.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// Those that differ, at most [`MOST`].
    shown: Vec<Shown>,
    /// The game to a start that is given by its moves.
    moved: Option<OthelloGame>,
    /// Whose turn the object says it is.
    side: Side,
}

/// Plays the moves of an object from where it starts, which may be said by what is around it. They
/// tell whose turn it is where that is unclear, and whether a board is rather one on their way.
///
/// # Errors
/// If its boards are not of eight rows, contradict each other, or do not say whose turn it is.
pub fn play_from_start(
    object: &Map<String, Value>,
    around: &Boards,
    moves: &[Move],
    game: &mut AnnotatedGame,
) -> Result<(), ReadError> {
    let (start, name) = around.with(object, None)?.start(moves)?;
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

impl Boards {
    /// These, and those of an object but for what lies in one of its values, games that it wraps.
    ///
    /// # Errors
    /// If what looks like a board is none, or if more boards differ than a game can have.
    pub fn with(
        &self,
        object: &Map<String, Value>,
        wrapped: Option<&Value>,
    ) -> Result<Boards, ReadError> {
        let mut boards = self.clone();
        boards.side = boards.collect(object, wrapped, self.side, 0)?;
        Ok(boards)
    }

    /// The game before these moves, and the name of the board that it starts from.
    fn start(&self, moves: &[Move]) -> Result<(OthelloGame, Option<String>), ReadError> {
        if let (Some(game), Some(board)) = (&self.moved, self.shown.first())
            && !board.shows(game)
        {
            let squares = write_board(game.position(), game.to_move());
            return Err(contradiction(STARTS[0], &squares, board));
        }
        let usual = OthelloGame::new();
        match &self.shown[..] {
            [] => Ok((self.moved.clone().unwrap_or(usual), None)),
            [board] => {
                let game = board.game(moves);
                let is_played = game
                    .as_ref()
                    .is_ok_and(|game| end_of(game, moves).is_some());
                if !is_played && board.is_on_the_way(&usual, moves) {
                    return Ok((usual, None));
                }
                Ok((game?, Some(board.name.clone())))
            }
            [one, two, ..] => {
                for (start, end) in [(one, two), (two, one)] {
                    let game = start.game(moves)?;
                    if end_of(&game, moves).is_some_and(|game| end.shows(&game)) {
                        return Ok((game, Some(start.name.clone())));
                    }
                }
                Err(contradiction(&one.name, &one.squares, two))
            }
        }
    }

    fn push(&mut self, board: Shown) -> Result<(), ReadError> {
        let same = |other: &&mut Shown| other.squares == board.squares;
        if let Some(same) = self.shown.iter_mut().find(same) {
            return same.agree(board);
        }
        if self.shown.len() == MOST {
            let first = &self.shown[0];
            return Err(contradiction(&first.name, &first.squares, &board));
        }
        self.shown.push(board);
        Ok(())
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

    /// Whether a game comes to this board with these moves, which the rules allow. Whose turn it
    /// is may be said of the end or of the start, but not of the other side at the start.
    fn is_on_the_way(&self, game: &OthelloGame, moves: &[Move]) -> bool {
        let mut game = game.clone();
        let is_other = matches!(self.side, Side::Said(side) if side != game.to_move());
        let mut is_met = self.shows(&game) && !is_other;
        for &mv in moves {
            if play_next(&mut game, mv).is_err() {
                return false;
            }
            is_met = is_met || self.shows(&game);
        }
        is_met
    }

    fn at(&self, side: Color) -> OthelloGame {
        OthelloGame::from_position(position(&self.squares, side), side)
    }

    /// The game that starts here. Where the side is unclear, the moves tell it.
    fn game(&self, moves: &[Move]) -> Result<OthelloGame, ReadError> {
        match self.side {
            Side::Said(side) => Ok(self.at(side)),
            Side::Unsaid => Ok(self.at(Color::Black)),
            Side::Unclear => {
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

impl Boards {
    /// Takes the boards of an object and of what lies in it, but for its moves and what it wraps;
    /// whose turn the object says it is.
    fn collect(
        &mut self,
        object: &Map<String, Value>,
        wrapped: Option<&Value>,
        outer: Side,
        depth: usize,
    ) -> Result<Side, ReadError> {
        let side = match side_of(object) {
            Side::Unsaid => outer,
            side => side,
        };
        if !super::is_saved(object) {
            refuse_lists_of_discs(object)?;
        }
        for (name, value) in object {
            let is_wrapped = wrapped.is_some_and(|wrapped| std::ptr::eq(wrapped, value));
            if is_wrapped || MOVES.contains(&name.as_str()) {
                continue;
            }
            if let Value::Object(inner) = value {
                if depth < DEEPEST {
                    self.collect(inner, None, side, depth + 1)?;
                }
                continue;
            }
            if let Some((squares, said)) = board_of(name, value)? {
                let shown = |side| Shown {
                    name: name.clone(),
                    squares: squares.clone(),
                    side,
                };
                let mut board = shown(said);
                board.agree(shown(side))?;
                self.push(board)?;
                continue;
            }
            let start = value.as_str().filter(|text| !text.trim().is_empty());
            if let Some(text) = start.filter(|_| STARTS.contains(&name.as_str())) {
                let moves = parse_transcript(text).map_err(|_| not_a_board(name, value))?;
                let game = end_of(&OthelloGame::new(), &moves);
                self.moved = Some(game.ok_or_else(|| not_a_board(name, value))?);
            }
        }
        Ok(side)
    }
}

/// A name in small letters, without what stands between its words.
fn plain_name(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whose turn an object says it is.
fn side_of(object: &Map<String, Value>) -> Side {
    let sides = object.iter().filter_map(|(name, value)| {
        let name = plain_name(name);
        let has_word = SIDE_WORDS.iter().any(|word| name.contains(word));
        let rank = SIDES.iter().position(|&side| side == name);
        let side = match value {
            Value::Bool(is_so) if has_word && name.contains("black") => side_if(*is_so),
            Value::Bool(is_so) if has_word && name.contains("white") => side_if(!is_so),
            Value::String(word) if has_word || rank.is_some() => match side_word(word) {
                _ if word.trim() == "#" => Side::Said(Color::Black),
                Some(side) => Side::Said(side),
                // A player has a name, and a colour may be that of the board.
                None if rank? < 6 && !word.trim().is_empty() => Side::Unclear,
                None => return None,
            },
            Value::Number(_) | Value::Bool(_) if rank.is_some() => Side::Unclear,
            _ => return None,
        };
        Some((rank.unwrap_or(SIDES.len()), side))
    });
    let first = sides.min_by_key(|&(rank, _)| rank);
    first.map_or(Side::Unsaid, |(_, side)| side)
}

fn side_if(is_black: bool) -> Side {
    Side::Said(if is_black { Color::Black } else { Color::White })
}

/// Refuses discs that are given as two lists of squares or as two numbers of bits: a start, too,
/// and programs differ in the order of their bits.
fn refuse_lists_of_discs(object: &Map<String, Value>) -> Result<(), ReadError> {
    let centre = 0x18_1800_0000;
    let discs = object.iter().filter_map(|(name, value)| {
        let bits = match value {
            Value::Number(bits) => bits.as_u64()?,
            Value::Array(list) if !list.is_empty() => {
                let mut bits = 0;
                for word in list {
                    let square: Square = word.as_str()?.trim().parse().ok()?;
                    bits |= 1 << square.index();
                }
                bits
            }
            _ => return None,
        };
        Some((name, value, bits))
    });
    // The four squares of the centre are never empty, in either order of bits.
    let central: Vec<_> = discs.filter(|(_, _, bits)| bits & centre != 0).collect();
    for (at, &(name, value, bits)) in central.iter().enumerate() {
        let is_other =
            |&&(_, _, other): &&(_, _, u64)| bits & other == 0 && (bits | other) & centre == centre;
        let other = central[at + 1..].iter().take(MOST_DISCS).find(is_other);
        if other.is_some() && !MOVES.contains(&name.as_str()) {
            return Err(not_a_board(name, value));
        }
    }
    Ok(())
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
