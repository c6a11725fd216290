//! A board at the beginning of a line, in whatever form, and what stands behind it.
//!
//! Forms are 64 squares, with the size that GGS writes before them or without, and rows between
//! slashes. The side to move may follow; without one it is black. What stands behind that is not
//! this module's business.

use super::board::{board_squares, position, side_behind};
use super::error::ReadError;
use super::rows::{Rows, begins_with_rows, first_rows};
use super::transcript::parse_transcript;
use bianca_rules::othello::{Color, Position};

/// A board that a line begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<'a> {
    /// The squares from a1, b1 to h8, `X`, `O` and `-`.
    pub squares: String,
    /// The side to move, if the line names it.
    pub side: Option<Color>,
    /// What stands behind both, without blanks around it.
    pub rest: &'a str,
}

impl Placed<'_> {
    /// The position with the side to move, which is black if the line names none.
    pub fn start(&self) -> (Position, Color) {
        let side = self.side.unwrap_or(Color::Black);
        (position(&self.squares, side), side)
    }
}

/// The board that a line begins with; `None` if it begins with none.
///
/// # Errors
/// If it is of another size, or its rows are not eight of eight squares.
pub fn placed(line: &str) -> Result<Option<Placed<'_>>, ReadError> {
    let (text, behind) = without_size(line)?;
    if let Some((squares, rest)) = board_squares(text, 64) {
        let (side, rest) = match side_behind(text, rest) {
            Some((side, rest)) => (Some(side), behind_words(rest)),
            None => (None, rest),
        };
        let (rest, behind) = (rest.trim(), behind.trim());
        return Ok(match (rest, behind) {
            (_, "") => Some(Placed {
                squares,
                side,
                rest,
            }),
            ("", rest) => Some(Placed {
                squares,
                side,
                rest,
            }),
            // Something stands in the brackets and something behind them.
            _ => None,
        });
    }
    if !begins_with_rows(line) || is_moves(line) {
        return Ok(None);
    }
    let Rows {
        squares,
        side,
        rest,
    } = first_rows(line)?;
    let rest = side.map_or(rest, |_| behind_words(rest)).trim();
    Ok(Some(Placed {
        squares,
        side,
        rest,
    }))
}

/// Whether what looks like rows is moves between slashes.
fn is_moves(line: &str) -> bool {
    line.matches('/').count() != 7 && parse_transcript(line).is_ok()
}

/// What stands behind the words that may follow a side.
fn behind_words(text: &str) -> &str {
    let text = text.trim_start();
    let words = ["to move", "to play"];
    let behind = words.iter().find_map(|words| text.strip_prefix(words));
    behind.unwrap_or(text)
}

/// A line without what GGS writes around a board, its size and perhaps brackets; and what stands
/// behind the brackets.
fn without_size(line: &str) -> Result<(&str, &str), ReadError> {
    let inside = line.strip_prefix('[').and_then(|line| line.split_once(']'));
    let (text, behind) = inside.unwrap_or((line, ""));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, squares) = text.split_at(digits);
    let is_size = squares.starts_with(' ')
        && size.parse().is_ok_and(|size: u8| (4..=14).contains(&size))
        && board_squares(squares, 16).is_some();
    match size {
        _ if !is_size => Ok((line, "")),
        "8" => Ok((squares, behind)),
        size => Err(ReadError::OtherSize(size.to_owned())),
    }
}
