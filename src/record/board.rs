//! Boards on one line: 64 squares, then the side to move.
//!
//! Squares go from a1, b1 to h8. All alphabets in use are read: black is one of `X * B b x`,
//! white one of `O W o w`, an empty square one of `- . _`; blanks may stand anywhere. What is
//! written uses `X`, `O` and `-`, as problem files do.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{multispace0, one_of};
use nom::combinator::value;
use nom::multi::many_m_n;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

use crate::foreign::excerpt;
use crate::othello::{Bitboard, Color, Position, Square};

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A character that stands for no square.
    #[error(
        "'{character}' at {square} is not a square (black X * B b x, white O W o w, empty - . _)"
    )]
    BadSquare {
        /// The character.
        character: char,
        /// Which square it was to fill.
        square: Square,
    },
    /// The text ends too early.
    #[error("a board has 64 squares, this one has {0}")]
    TooShort(usize),
    /// There are too few or too many rows.
    #[error("a board has 8 rows, this one has {0}")]
    BadRows(usize),
    /// A row is too short or too long.
    #[error("row {number} has {length} squares, not 8")]
    BadRow {
        /// The row, counted from 1.
        number: u32,
        /// How many squares it has.
        length: usize,
    },
    /// Nothing follows the squares.
    #[error("the side to move is missing after the 64 squares")]
    NoSide,
    /// What follows the squares is no side.
    #[error("'{0}' is not a side to move (X or O)")]
    BadSide(String),
    /// Something follows the side to move.
    #[error("'{0}' is too much after the side to move")]
    TooLong(String),
}

/// Reads a board and the side to move.
///
/// ```
/// use bianca::othello::{Color, Position};
/// use bianca::record::board::{parse_board, write_board};
///
/// let text = "---------------------------OX------XO--------------------------- X";
/// assert_eq!(parse_board(text), Ok((Position::START, Color::Black)));
/// assert_eq!(write_board(Position::START, Color::Black), text);
/// ```
///
/// # Errors
/// If the text is anything else, naming the character and the square.
pub fn parse_board(text: &str) -> Result<(Position, Color), BoardError> {
    let (rest, squares) = many_m_n(0, 64, preceded(multispace0, square))
        .parse_complete(text)
        .unwrap_or((text, Vec::new()));
    let rest = rest.trim_start();
    if squares.len() < 64 {
        return Err(match rest.chars().next() {
            Some(character) => BoardError::BadSquare {
                character,
                square: Square::from_low_bits(squares.len() as u32),
            },
            None => BoardError::TooShort(squares.len()),
        });
    }
    if rest.is_empty() {
        return Err(BoardError::NoSide);
    }
    let Ok((rest, side)) = side(rest) else {
        return Err(BoardError::BadSide(first_word(rest)));
    };
    if !rest.trim().is_empty() {
        return Err(BoardError::TooLong(first_word(rest)));
    }
    let discs = |color| -> Bitboard {
        Square::all()
            .filter(|square| squares[square.index()] == Some(color))
            .collect()
    };
    Ok((
        Position {
            own: discs(side),
            opp: discs(!side),
        },
        side,
    ))
}

/// Writes a position with `to_move` to move as [`parse_board`] reads it.
pub fn write_board(position: Position, to_move: Color) -> String {
    let (own, opp) = match to_move {
        Color::Black => ('X', 'O'),
        Color::White => ('O', 'X'),
    };
    let squares = Square::all().map(|square| {
        if position.own.contains(square) {
            own
        } else if position.opp.contains(square) {
            opp
        } else {
            '-'
        }
    });
    squares.chain([' ', own]).collect()
}

fn square(input: &str) -> IResult<&str, Option<Color>> {
    alt((
        value(Some(Color::Black), one_of("X*Bbx")),
        value(Some(Color::White), one_of("OWow")),
        value(None, one_of("-._")),
    ))
    .parse_complete(input)
}

fn side(input: &str) -> IResult<&str, Color> {
    alt((
        value(Color::Black, tag_no_case("black")),
        value(Color::White, tag_no_case("white")),
        value(Color::Black, one_of("X*Bbx")),
        value(Color::White, one_of("OWow")),
    ))
    .parse_complete(input)
}

/// As much of the first word of `text` as an error holds.
fn first_word(text: &str) -> String {
    excerpt(text.split_whitespace().next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_is_read_in_every_alphabet() {
        let expected = Ok((Position::START, Color::Black));
        assert_eq!(parse_board(START), expected);
        for (black, white, empty) in [('*', 'O', '.'), ('B', 'W', '_'), ('b', 'w', '-')] {
            let other: String = START
                .chars()
                .map(|c| match c {
                    'X' => black,
                    'O' => white,
                    '-' => empty,
                    blank => blank,
                })
                .collect();
            assert_eq!(parse_board(&other), expected, "{other}");
        }
        let spread: String = START.chars().flat_map(|c| [c, ' ']).collect();
        assert_eq!(parse_board(&spread), expected);
        assert_eq!(parse_board(&START.replace(' ', "")), expected);
        assert_eq!(parse_board(&START.replace(" X", " black")), expected);
        assert_eq!(
            parse_board(&START.replace(" X", "\tw\n")),
            Ok((Position::START.passed(), Color::White))
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..1000 {
            let own = Bitboard(random.random());
            let position = Position {
                own,
                opp: Bitboard(random.random()) - own,
            };
            for color in [Color::Black, Color::White] {
                let text = write_board(position, color);
                assert_eq!(parse_board(&text), Ok((position, color)), "{text}");
            }
        }
        assert_eq!(write_board(Position::START, Color::Black), START);
    }

    #[test]
    fn errors_name_the_character_and_its_place() {
        let message = |text: &str| parse_board(text).unwrap_err().to_string();
        assert!(message(&START.replacen('O', "?", 1)).starts_with("'?' at d4 is not a square"));
        assert!(message("é").starts_with("'é' at a1"));
        assert_eq!(message(""), "a board has 64 squares, this one has 0");
        assert_eq!(
            message(&START[..60]),
            "a board has 64 squares, this one has 60"
        );
        assert!(message(&START[..64]).starts_with("the side to move is missing"));
        assert!(message(&START.replace(" X", " red")).starts_with("'red' is not a side"));
        assert!(message(&format!("{START} X")).starts_with("'X' is too much"));
    }
}
