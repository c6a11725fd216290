//! Games that stand on several lines of a file whose games are lines: boards row by row, drawings
//! of boards, and moves that begin with their numbers or stand one on each line.
//!
//! A [`Block`] is given line after line and says which of them belong to it; what it makes of them
//! is a line again. Nothing here reads a stream.

use crate::record::board::{board_squares, is_between, letter, row_squares, side_said, side_word};
use crate::record::error::ReadError;
use crate::record::transcript::{first_moves, move_number, parse_transcript};
use bianca_rules::othello::{Color, Position, Square};

/// Lines of the longest game with a move on each.
const MOST_LINES: usize = 128;

/// What a line is to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It belongs to the block, and another may.
    Taken,
    /// It is the first behind the block.
    Behind,
}

/// Lines that may be one game.
pub enum Block {
    /// A board.
    Board(Rows),
    /// Moves.
    Moves(Moves),
}

/// The rows of a board so far.
#[derive(Default)]
pub struct Rows {
    lines: Vec<String>,
    /// What stands on the squares of each row.
    rows: Vec<Vec<String>>,
    /// The number of the last row; of none if rows have no numbers.
    number: Option<u32>,
    /// Whether numbers go down, from the eighth rank to the first.
    is_turned: bool,
    side: Option<Color>,
    /// Whether the side stands above the board; then what stands below is another's.
    is_headed: bool,
    /// What is said above the board and is no side.
    heading: String,
    /// Whether the side stands on a line of its own, which ends the board.
    is_ended: bool,
}

/// The lines of a game so far.
pub struct Moves {
    lines: Vec<String>,
    is_numbered: bool,
}

impl Block {
    /// The block that a line begins, if it does not stand for itself.
    pub fn begun_by(line: &str) -> Option<Block> {
        let mut rows = Rows::default();
        if rows.push(line) == Step::Taken && !line.trim().is_empty() {
            return Some(Block::Board(rows));
        }
        let is_numbered = move_number(line) == Some(1);
        (is_numbered || is_one_move(line)).then(|| {
            Block::Moves(Moves {
                lines: vec![line.to_owned()],
                is_numbered,
            })
        })
    }

    /// Takes the next line, or not.
    pub fn push(&mut self, line: &str) -> Step {
        match self {
            Block::Board(rows) => rows.push(line),
            Block::Moves(moves) => moves.push(line),
        }
    }

    /// The line that says the same.
    ///
    /// # Errors
    /// If a board has numbers on its squares that are not those of a game's moves.
    pub fn line(self) -> Result<String, ReadError> {
        match self {
            Block::Board(rows) => rows.line(),
            Block::Moves(moves) => Ok(moves.lines.join(" ")),
        }
    }
}

impl Rows {
    fn push(&mut self, line: &str) -> Step {
        if self.is_ended {
            return Step::Behind;
        }
        if is_frame(line) {
            // Nothing but letters of files and lines drawn.
        } else if let Some((number, row, rest)) = row(line)
            && self.rows.len() < 8
            && self.takes_number(number)
        {
            self.number = number;
            self.rows.push(row);
            self.side = self.side.or_else(|| side_said(rest));
        } else if self.lines.is_empty()
            && let Some((side, heading)) = heading(line)
        {
            self.is_headed = side.is_some();
            self.side = side;
            self.heading = heading;
        } else if self.rows.len() == 8 && line.trim().is_empty() {
            // The side to move may stand behind it.
        } else if self.rows.len() == 8
            && !self.is_headed
            && let Some(side) = side_word(line.trim()).or_else(|| side_said(line))
        {
            self.side = Some(side);
            self.is_ended = true;
        } else {
            return Step::Behind;
        }
        self.lines.push(line.to_owned());
        Step::Taken
    }

    /// Whether a row of this number is the next, or the first; those of one board have all numbers
    /// or none.
    fn takes_number(&mut self, number: Option<u32>) -> bool {
        if self.rows.is_empty() {
            self.is_turned = number == Some(8);
            return matches!(number, None | Some(1 | 8));
        }
        match (self.number, number) {
            (None, None) => true,
            (Some(last), Some(next)) if self.is_turned => next + 1 == last,
            (Some(last), Some(next)) => next == last + 1,
            _ => false,
        }
    }

    fn line(mut self) -> Result<String, ReadError> {
        // A single row, or lines without one, are no board: they mean what they say.
        if self.rows.len() < 2 {
            return Ok(self.lines.join(" "));
        }
        if self.is_turned {
            self.rows.reverse();
        }
        let cells = self.rows.concat();
        let squares = cells.concat();
        let has_numbers = cells.iter().any(|cell| cell.parse::<u8>().is_ok());
        if cells.len() == 64 && has_numbers && board_squares(&squares, 64).is_none() {
            return numbered(&cells);
        }
        let side = match self.side {
            Some(Color::White) => " O",
            Some(Color::Black) => " X",
            None => "",
        };
        let comment = match self.heading.as_str() {
            "" => String::new(),
            heading => format!(" % {heading}"),
        };
        Ok(squares + side + &comment)
    }
}

/// The moves whose numbers stand on the squares of a board, each where it was made; every other
/// square is as at the start.
fn numbered(cells: &[String]) -> Result<String, ReadError> {
    let mut moves = Vec::new();
    for (cell, square) in cells.iter().zip(Square::all()) {
        let wrong = || ReadError::NumberOnBoard {
            word: cell.clone(),
            square,
        };
        match cell.parse::<u8>() {
            Ok(number) => moves.push((number, square, wrong())),
            Err(_) if is_of_start(cell, square) => {}
            Err(_) => return Err(first_number(cells).unwrap_or_else(wrong)),
        }
    }
    moves.sort_by_key(|&(number, ..)| number);
    let mut text = String::new();
    for (expected, (number, square, wrong)) in (1..).zip(moves) {
        if number != expected {
            return Err(wrong);
        }
        text += &square.to_string();
    }
    Ok(text)
}

/// Whether a sign is what stands on a square at the start.
fn is_of_start(cell: &str, square: Square) -> bool {
    let start = Position::START;
    let expected = match () {
        () if start.own.contains(square) => 'X',
        () if start.opp.contains(square) => 'O',
        () => '-',
    };
    let sign = cell.chars().next();
    let hash = sign.is_some_and(|sign| matches!(sign, '#' | '@')) && expected == 'X';
    hash || sign.and_then(letter) == Some(expected)
}

/// What is wrong with the first number on a board.
fn first_number(cells: &[String]) -> Option<ReadError> {
    let mut squares = cells.iter().zip(Square::all());
    let (word, square) = squares.find(|(cell, _)| cell.parse::<u8>().is_ok())?;
    let word = word.clone();
    Some(ReadError::NumberOnBoard { word, square })
}

impl Moves {
    fn push(&mut self, line: &str) -> Step {
        let goes_on = if self.is_numbered {
            let last = self.lines.last().map_or("", String::as_str);
            is_continued(last, line)
        } else {
            is_one_move(line)
        };
        if !goes_on || self.lines.len() == MOST_LINES {
            return Step::Behind;
        }
        self.lines.push(line.to_owned());
        Step::Taken
    }
}

/// The number of a row if it has one, what stands on its eight squares, and what stands behind
/// them. Bars may stand between the squares.
fn row(line: &str) -> Option<(Option<u32>, Vec<String>, &str)> {
    let text = line.trim_start();
    let numbered = text
        .strip_prefix(|c| ('1'..='8').contains(&c))
        .filter(|rest| rest.starts_with([' ', '|', '\t']));
    let number = numbered.and_then(|_| text.chars().next()?.to_digit(10));
    let text = numbered.unwrap_or(text);
    let signs = row_squares(text).map(|(row, rest)| {
        let cells = row.chars().map(String::from).collect();
        (cells, rest)
    });
    let (cells, rest) = match number {
        // Only beside the number of its rank a number can be that of a move.
        Some(_) => signs.or_else(|| cells_with_numbers(text))?,
        None => signs?,
    };
    let is_row = match number {
        // What GGS writes before a whole board is its size.
        Some(_) => row_squares(rest).is_none(),
        // Without a number nothing else may stand on the line.
        None => rest.trim().trim_start_matches('|').is_empty(),
    };
    is_row.then_some((number, cells, rest))
}

/// Eight squares with blanks or bars between them, signs or the numbers of moves, and what stands
/// behind them.
fn cells_with_numbers(text: &str) -> Option<(Vec<String>, &str)> {
    let is_gap = |c: char| c.is_whitespace() || is_between(c);
    let mut cells = Vec::new();
    let mut rest = text;
    while cells.len() < 8 {
        let begun = rest.trim_start_matches(is_gap);
        let (cell, behind) = begun.split_at(begun.find(is_gap).unwrap_or(begun.len()));
        let is_number = cell
            .parse::<u8>()
            .is_ok_and(|number| (1..=60).contains(&number));
        let mut signs = cell.chars();
        let is_sign = signs
            .next()
            .is_some_and(|c| letter(c).is_some() || "#@".contains(c));
        if !(is_number || is_sign && signs.next().is_none()) {
            return None;
        }
        cells.push(cell.to_owned());
        rest = behind;
    }
    Some((cells, rest))
}

/// Whether a line has nothing but lines that are drawn or what GTP writes before a drawing, or
/// begins with the letters of the files; Edax writes a name behind them.
fn is_frame(line: &str) -> bool {
    let letters: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let reply = letters.strip_prefix('=');
    let files = letters.get(..8).unwrap_or_default();
    let begins_with_letter = line.split_whitespace().next().map_or(0, str::len) == 1;
    files.eq_ignore_ascii_case("abcdefgh") && (letters.len() == 8 || begins_with_letter)
        || letters.starts_with('+') && letters.chars().all(|c| "+-=|".contains(c))
        || reply.is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What a line above a board says: the side to move, and what it says besides.
fn heading(line: &str) -> Option<(Option<Color>, String)> {
    let is_of_words = line.trim_start().starts_with(char::is_alphabetic)
        && first_moves(line).0.is_empty()
        && row_squares(line).is_none()
        && !line.contains(['%', '#']);
    if !is_of_words {
        return None;
    }
    if let Some(side) = side_said(line) {
        return Some((Some(side), String::new()));
    }
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let is_title = ["board", "position", "diagram"]
        .iter()
        .any(|word| first.trim_end_matches(':').eq_ignore_ascii_case(word));
    if is_title {
        let side = words.find_map(|word| match word.to_ascii_lowercase().as_str() {
            "black" | "white" => side_word(word),
            _ => None,
        });
        return Some((side, line.trim().to_owned()));
    }
    let is_end = line.trim().eq_ignore_ascii_case("terminal state:");
    is_end.then(|| (None, String::new()))
}

/// Whether a line is one move and nothing else.
fn is_one_move(line: &str) -> bool {
    let (moves, rest) = first_moves(line);
    moves.len() == 1 && moves[0].square().is_some() && rest.is_empty() && line.len() < 16
}

/// Whether moves with numbers go on: with a number, or broken anywhere, as PlayOK does it.
fn is_continued(last: &str, line: &str) -> bool {
    match move_number(line) {
        Some(number) => number > 1,
        None => {
            let (_, rest) = first_moves(line);
            let is_moves = rest.is_empty() || is_result(rest);
            let has_number = line
                .split_whitespace()
                .skip(1)
                .any(|word| move_number(word) > Some(1));
            is_moves
                && !line.trim().is_empty()
                && (has_number || is_result(rest) || last.trim_end().ends_with('.'))
        }
    }
}

/// Whether a word says how many discs each side has at the end: `51-13`.
fn is_result(word: &str) -> bool {
    let number = |text: &str| text.parse::<u8>().is_ok_and(|discs| discs <= 64);
    word.trim()
        .split_once('-')
        .is_some_and(|(black, white)| number(black) && number(white))
}

/// The moves of a text that are one game over all of its lines, parted anywhere between moves; the
/// transcript of it.
pub fn wrapped(text: &str) -> Option<String> {
    let line = text
        .trim_start_matches('\u{feff}')
        .replace(['\r', '\n'], " ");
    parse_transcript(&line).is_ok().then_some(line)
}
