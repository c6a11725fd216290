//! The words by which programs and people write squares and moves: one list of those for a pass,
//! one reader for a move.
//!
//! Invariant: what [`Display`](std::fmt::Display) and every dialect write for a move is read here
//! as that move. Case does not matter, and letters and digits may be full-width ones, as Japanese
//! keyboards write them. What stands between the moves of a game is not known here.

use std::str::FromStr;

use thiserror::Error;

use super::square::{Move, Square};

/// The words for a pass that may stand among other moves without blanks, in lower case, each before
/// those that it begins with.
pub const PASSES: [&str; 9] = ["pass", "pas", "pa", "pp", "ps", "--", "0000", "@@@@", "tt"];

/// A pass where it is all of a word.
const SHORTEST_PASS: &str = "p";

/// What programs of chess write before the square of a disc that comes from the hand.
const FROM_HAND: &str = "p@";

/// A word that is neither a square nor a pass.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a move (a1 to h8, or pass)")]
pub struct ParseMoveError(pub String);

/// The character that `c` stands for: the ASCII one for a full-width one, letters in lower case.
pub fn narrow(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => {
            let ascii = u32::from(c) - 0xff01 + u32::from('!');
            char::from_u32(ascii).unwrap_or(c).to_ascii_lowercase()
        }
        c => c.to_ascii_lowercase(),
    }
}

/// The move that `text` begins with, and the text behind it; `None` if it begins with none.
///
/// ```
/// use bianca_rules::othello::{Move, first_move};
///
/// let (mv, rest) = first_move("P@F5d6").unwrap();
/// assert_eq!((mv, rest), ("f5".parse()?, "d6"));
/// assert_eq!(first_move("0000 d6"), Some((Move::Pass, " d6")));
/// assert_eq!(first_move("x5"), None);
/// # Ok::<(), bianca_rules::othello::ParseMoveError>(())
/// ```
pub fn first_move(text: &str) -> Option<(Move, &str)> {
    let disc = first_square(text).or_else(|| first_square(after(text, FROM_HAND)?));
    match disc {
        Some((square, rest)) => Some((Move::Place(square), rest)),
        None => PASSES
            .iter()
            .find_map(|pass| Some((Move::Pass, after(text, pass)?))),
    }
}

/// The square that `text` begins with, and the text behind it.
fn first_square(text: &str) -> Option<(Square, &str)> {
    let mut characters = text.chars();
    let (file, rank) = (narrow(characters.next()?), narrow(characters.next()?));
    match (file, rank) {
        ('a'..='h', '1'..='8') => {
            let square = Square::at(file as u8 - b'a', rank as u8 - b'1');
            Some((square, characters.as_str()))
        }
        _ => None,
    }
}

/// What stands in `text` behind `word`, which is in lower case; `None` if it begins otherwise.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut characters = text.chars();
    let begins = word
        .chars()
        .all(|c| characters.next().map(narrow) == Some(c));
    begins.then_some(characters.as_str())
}

impl FromStr for Square {
    type Err = ParseMoveError;

    /// Reads `e3` or `E3`.
    fn from_str(text: &str) -> Result<Square, ParseMoveError> {
        match first_square(text) {
            Some((square, "")) => Ok(square),
            _ => Err(ParseMoveError(text.to_owned())),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square, `f5` or `P@f5`, or a pass: one of [`PASSES`], a single `p`, or a square that
    /// stands twice, `c3c3`, by which programs of chess say that nothing moves.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match first_move(text) {
            Some((mv, "")) => Ok(mv),
            Some((mv, rest)) if mv != Move::Pass && first_move(rest) == Some((mv, "")) => {
                Ok(Move::Pass)
            }
            None if after(text, SHORTEST_PASS) == Some("") => Ok(Move::Pass),
            _ => Err(ParseMoveError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` in full-width characters.
    fn wide(text: &str) -> String {
        let wide = |c: char| char::from_u32(c as u32 - '!' as u32 + 0xff01).unwrap();
        text.chars().map(wide).collect()
    }

    #[test]
    fn every_move_reads_back_as_it_is_written() {
        for square in Square::all() {
            let word = square.to_string();
            let (capital, mv) = (word.to_uppercase(), Ok(Move::Place(square)));
            for text in [&word, &capital, &wide(&word), &wide(&capital)] {
                assert_eq!(text.parse(), Ok(square), "{text}");
                for text in [text.clone(), format!("P@{text}"), format!("p@{text}")] {
                    assert_eq!(text.parse(), mv, "{text}");
                }
            }
            assert_eq!(format!("{word}{word}").parse(), Ok(Move::Pass));
        }
        assert_eq!(Move::Pass.to_string().parse(), Ok(Move::Pass));
    }

    #[test]
    fn every_word_for_a_pass_is_read() {
        for word in ["p", "P", "ｐ", "c3c3", "P@c3P@c3"] {
            assert_eq!(word.parse(), Ok(Move::Pass), "{word}");
        }
        for pass in PASSES {
            for text in [pass.to_owned(), pass.to_uppercase(), wide(pass)] {
                assert_eq!(text.parse(), Ok(Move::Pass), "{text}");
                // As long as it is, behind whatever it is.
                let line = format!("{text}f5");
                assert_eq!(first_move(&line), Some((Move::Pass, "f5")), "{line}");
            }
        }
    }

    #[test]
    fn the_error_holds_the_word() {
        for word in [
            "", "a", "a0", "a9", "i1", "11", "a1b", "é1", "px", "-", "000", "00000", "@", "p@",
            "p@i1", "c3d3", "c3c3c3", "passpass", "t", "f5 ",
        ] {
            let error = word.parse::<Move>().unwrap_err();
            assert_eq!(error, ParseMoveError(word.to_owned()));
        }
    }
}
