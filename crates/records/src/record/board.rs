//! Boards on one line: 64 squares, then the side to move.
//!
//! Squares go from a1, b1 to h8. All alphabets in use are read: black is one of `X * B b x ●`,
//! white one of `O W o w ○`, an empty square one of `- . _ ・`, full-width ones, too. Beside letters
//! for the other side `#` and `@` are black, and `0` is white; a board of digits has `0` for black
//! and `1` for white. Blanks may stand anywhere. What is written uses `X`, `O` and `-`, as problem
//! files do.

use thiserror::Error;

use bianca_rules::othello::words::narrow;
use bianca_rules::othello::{Bitboard, Color, Position, Square};
use bianca_system::foreign::excerpt;

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
/// use bianca_rules::othello::{Color, Position};
/// use bianca_records::record::board::{parse_board, write_board};
///
/// let text = "---------------------------OX------XO--------------------------- X";
/// assert_eq!(parse_board(text), Ok((Position::START, Color::Black)));
/// assert_eq!(write_board(Position::START, Color::Black), text);
/// ```
///
/// # Errors
/// If the text is anything else, naming the character and the square.
pub fn parse_board(text: &str) -> Result<(Position, Color), BoardError> {
    let Some((squares, rest)) = board_squares(text, 64) else {
        return Err(bad_squares(text));
    };
    if rest.trim().is_empty() {
        return Err(BoardError::NoSide);
    }
    let Some((side, rest)) = side_behind(text, rest) else {
        return Err(BoardError::BadSide(first_word(rest)));
    };
    if !rest.trim().is_empty() {
        return Err(BoardError::TooLong(first_word(rest)));
    }
    Ok((position(&squares, side), side))
}

/// Which characters are discs on a board. They are tried in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    /// Letters and signs.
    Letters,
    /// The same, with `0` for white beside a letter for black, as ScrZebra has it.
    Zeros,
    /// `#` or `@` for black, as on boards that are drawn.
    Hashes,
    /// `0` for black and `1` for white.
    Digits,
}

impl Alphabet {
    const ALL: [Alphabet; 4] = [
        Alphabet::Letters,
        Alphabet::Zeros,
        Alphabet::Hashes,
        Alphabet::Digits,
    ];

    /// The square that a character stands for, `X`, `O` or `-`.
    fn square(self, c: char) -> Option<char> {
        match (self, narrow(c)) {
            (Alphabet::Zeros, '0') => Some('O'),
            (Alphabet::Zeros, _) => letter(c).filter(|&square| square != 'O'),
            (Alphabet::Hashes, '#' | '@') => Some('X'),
            (Alphabet::Hashes, _) => letter(c).filter(|&square| square != 'X'),
            (Alphabet::Digits, c) => digit(c),
            (Alphabet::Letters, _) => letter(c),
        }
    }

    /// Whether these squares of it can mean nothing else.
    fn is_plain(self, squares: &str) -> bool {
        match self {
            Alphabet::Letters => true,
            // Without a letter for black nobody knows whose zeros are.
            Alphabet::Zeros => squares.contains('X'),
            Alphabet::Hashes => squares.contains('O'),
            // Bits without an empty square may mean anything.
            Alphabet::Digits => squares.contains('-'),
        }
    }
}

/// The first `count` squares of a text as `X`, `O` and `-`, and what stands behind them; `None` if
/// it does not begin with so many. Blanks and bars may stand between them.
pub fn board_squares(text: &str, count: usize) -> Option<(String, &str)> {
    let (_, squares, rest) = first_squares(text, count)?;
    Some((squares, rest))
}

/// [`board_squares`] with the alphabet that they are of.
fn first_squares(text: &str, count: usize) -> Option<(Alphabet, String, &str)> {
    Alphabet::ALL.into_iter().find_map(|alphabet| {
        let (squares, rest) = squares(text, count, |c| alphabet.square(c));
        let is_read = squares.len() == count && (count < 64 || alphabet.is_plain(&squares));
        is_read.then_some((alphabet, squares, rest))
    })
}

/// The first eight squares of a text as they stand there, in any alphabet, and what stands behind
/// them: a row, of which only the whole board tells what its signs mean.
pub fn row_squares(text: &str) -> Option<(String, &str)> {
    let any = |c: char| {
        let is_square = Alphabet::ALL.iter().any(|all| all.square(c).is_some());
        is_square.then_some(c)
    };
    let (row, rest) = squares(text, 8, any);
    (row.chars().count() == 8).then_some((row, rest))
}

/// As many squares of an alphabet as a text begins with, and what stands behind them.
fn squares(text: &str, count: usize, alphabet: impl Fn(char) -> Option<char>) -> (String, &str) {
    let mut squares = String::with_capacity(count);
    let mut characters = text.chars();
    for _ in 0..count {
        let square = loop {
            let rest = characters.as_str();
            match characters.next() {
                Some(c) if c.is_whitespace() || is_between(c) => {}
                Some(c) => match alphabet(c) {
                    Some(square) => break square,
                    None => return (squares, rest),
                },
                None => return (squares, rest),
            }
        };
        squares.push(square);
    }
    let rest = characters.as_str();
    (squares, rest.trim_start_matches(VARIATION_SELECTORS))
}

/// What makes a disc a picture or a letter.
const VARIATION_SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// Whether a character says nothing between squares.
pub fn is_between(c: char) -> bool {
    c == '|' || VARIATION_SELECTORS.contains(&c)
}

/// The square that a character stands for, `X`, `O` or `-`; digits are none.
pub fn letter(c: char) -> Option<char> {
    match narrow(c) {
        'x' | '*' | 'b' | '●' | '⚫' => Some('X'),
        'o' | 'w' | '○' | '◯' | '⚪' => Some('O'),
        // A cross is where somebody may move, in drawings.
        '-' | '.' | '_' | '+' | '・' | '·' | '□' => Some('-'),
        _ => None,
    }
}

/// The square that a character stands for where discs are digits.
fn digit(c: char) -> Option<char> {
    match narrow(c) {
        '0' => Some('X'),
        '1' => Some('O'),
        '-' | '.' | '_' => Some('-'),
        _ => None,
    }
}

/// The position of 64 squares as [`board_squares`] gives them, seen from a side.
pub fn position(squares: &str, side: Color) -> Position {
    let discs = |disc| -> Bitboard {
        let found = squares.bytes().zip(Square::all());
        found
            .filter(|(c, _)| *c == disc)
            .map(|(_, square)| square)
            .collect()
    };
    let (black, white) = (discs(b'X'), discs(b'O'));
    match side {
        Color::Black => Position {
            own: black,
            opp: white,
        },
        Color::White => Position {
            own: white,
            opp: black,
        },
    }
}

/// The side that a word names: a letter or a disc, `black`, `white`, or `side=B`.
pub fn side_word(word: &str) -> Option<Color> {
    let word = word.trim();
    let named = word.split_once(['=', ':']).filter(|(name, _)| {
        let name = name.trim().to_ascii_lowercase();
        ["side", "turn", "player", "tomove", "to move"].contains(&name.as_str())
    });
    let word = named.map_or(word, |(_, side)| side.trim());
    match word.to_lowercase().as_str() {
        "black" | "黒" | "黒番" => return Some(Color::Black),
        "white" | "白" | "白番" => return Some(Color::White),
        _ => {}
    }
    let mut characters = word.chars();
    let disc = letter(characters.next()?)?;
    let is_alone = characters
        .as_str()
        .trim_start_matches(VARIATION_SELECTORS)
        .is_empty();
    match disc {
        'X' if is_alone => Some(Color::Black),
        'O' if is_alone => Some(Color::White),
        _ => None,
    }
}

/// The side that a sentence beside or below a board says to be to move: `white to move`, `* to
/// play`, `Black's turn`, `side=B`.
pub fn side_said(text: &str) -> Option<Color> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let clean = |word: &str| side_word(word.trim_matches([',', ';', '.', '(', ')', ':']));
    let is = |at: usize, word: &str| {
        let found = words
            .get(at)
            .map(|found| found.trim_end_matches([',', ';', '.', ')', ':']));
        found.is_some_and(|found| found.eq_ignore_ascii_case(word))
    };
    (0..words.len()).find_map(|at| {
        if is(at + 1, "to") && (is(at + 2, "move") || is(at + 2, "play")) || is(at + 1, "turn") {
            let word = words[at];
            return clean(word.strip_suffix("'s").unwrap_or(word));
        }
        words[at]
            .contains(['=', ':'])
            .then(|| clean(words[at]))
            .flatten()
    })
}

/// The side that the first word behind a board names, and what stands behind it. Where signs are
/// discs that are none elsewhere, they are sides, too.
pub fn side_behind<'a>(text: &'a str, behind: &'a str) -> Option<(Color, &'a str)> {
    let board = &text[..text.len() - behind.len()];
    let behind = behind.trim_start();
    let end = behind.find(|c: char| c.is_whitespace() || c == ';');
    let (word, rest) = behind.split_at(end.unwrap_or(behind.len()));
    let side = side_word(word).or_else(|| {
        let (alphabet, ..) = first_squares(board, 64)?;
        let mut signs = word.chars();
        let sign = signs.next().filter(|_| signs.as_str().is_empty())?;
        match alphabet.square(sign)? {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            _ => None,
        }
    });
    Some((side?, rest))
}

/// What is wrong with a text that does not begin with 64 squares: where it leaves the alphabet that
/// it follows furthest.
fn bad_squares(text: &str) -> BoardError {
    let read = Alphabet::ALL.map(|alphabet| squares(text, 64, |c| alphabet.square(c)));
    // The first of those that get as far; 64 squares here are bits that may mean anything.
    let broken = read.into_iter().filter(|(found, _)| found.len() < 64).rev();
    let furthest = broken.max_by_key(|(found, _)| found.len());
    let (found, rest) = furthest.unwrap_or_default();
    match rest.chars().next() {
        Some(character) if found.len() < 64 => BoardError::BadSquare {
            character,
            square: Square::from_low_bits(found.len() as u32),
        },
        _ => BoardError::TooShort(found.len()),
    }
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
