//! Boards row by row from the top, as UGI programs write them: `8/8/8/3ox3/3xo3/8/8/8 x`.
//!
//! A digit stands for so many empty squares, `/` ends a row. The discs and the side to move are
//! the letters of [`board`](super::board), or chess's `p` for black and `P` for white; what chess's
//! FEN has behind them (`- - 0 1`) is read over. Fairy-Stockfish's FEN, which has discs in hand in
//! brackets or no hyphens there, lets `P` move first. Every text that this module writes it reads
//! back.

use super::board::{BoardError, board_squares, parse_board, position, side_word};
use bianca_rules::othello::{Color, Position, Square};
use bianca_system::foreign::excerpt;

/// What a text begins with that is written row by row.
pub struct Rows<'a> {
    /// The squares, `X`, `O` and `-`.
    pub squares: String,
    /// The side to move, if it is named.
    pub side: Option<Color>,
    /// What stands behind the side, or behind the rows, and the counters of chess.
    pub rest: &'a str,
}

/// Whose discs chess's letters are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pawns {
    /// `p` is black, as chess has it.
    Chess,
    /// `P` moves first, so it is Othello's black: Fairy-Stockfish's.
    Fairy,
}

/// Reads a board written row by row or, if no `/` is in it, square by square.
///
/// # Errors
/// If the text is neither, naming the row or the square.
pub fn parse_any_board(text: &str) -> Result<(Position, Color), BoardError> {
    if !text.contains('/') {
        return parse_board(text);
    }
    let Rows {
        squares,
        side,
        rest,
    } = first_rows(text)?;
    let word = rest.split_whitespace().next();
    match (side, word) {
        (Some(side), None) => Ok((position(&squares, side), side)),
        (Some(_), Some(word)) => Err(BoardError::TooLong(excerpt(word))),
        (None, None) => Err(BoardError::NoSide),
        (None, Some(word)) => Err(BoardError::BadSide(excerpt(word))),
    }
}

/// Whether a text begins with rows, right or wrong: with eight groups, or with a first one that has
/// all its squares.
pub fn begins_with_rows(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.split('[').next().unwrap_or_default();
    let is_part = |c: char| c == '/' || c.is_ascii_digit() || is_disc(c);
    let first = word.split('/').next().unwrap_or_default();
    let slashes = word.matches('/').count();
    word.chars().all(is_part)
        && (slashes >= 7 || slashes > 0 && expanded(first).chars().count() == 8)
}

/// Reads the rows that a text begins with, the side to move behind them, and chess's counters.
///
/// # Errors
/// If there are not eight rows of eight squares, naming the row or the square.
pub fn first_rows(text: &str) -> Result<Rows<'_>, BoardError> {
    let text = text.trim_start();
    let (word, behind) = first_word(text);
    // The discs in hand, which Othello does not count.
    let (board, hand) = word.split_once('[').unwrap_or((word, ""));
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return Err(BoardError::BadRows(rows.len()));
    }
    let mut signs = String::new();
    for (number, row) in (1..).zip(rows) {
        let squares = expanded(row);
        let length = squares.chars().count();
        if length != 8 {
            return Err(BoardError::BadRow { number, length });
        }
        signs += &squares;
    }
    let has_pawns = signs.contains(['p', 'P']);
    let (side, rest) = first_word(behind);
    let is_side = side_word(side).is_some();
    let (counters, rest) = if is_side {
        behind_counters(rest)
    } else {
        ("", behind)
    };
    let is_fairy = !hand.is_empty() || !counters.trim().is_empty() && !counters.contains('-');
    let pawns = if is_fairy { Pawns::Fairy } else { Pawns::Chess };
    let side = side_word(side).map(|side| match pawns {
        Pawns::Fairy if has_pawns => !side,
        _ => side,
    });
    if has_pawns {
        signs = signs.chars().map(|c| disc_of_pawn(c, pawns)).collect();
    }
    let squares = match board_squares(&signs, 64) {
        Some((squares, _)) => squares,
        // To say what is wrong.
        None => parse_board(&signs).map(|_| String::new())?,
    };
    Ok(Rows {
        squares,
        side,
        rest,
    })
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Whether a character is a disc or an empty square between digits.
fn is_disc(c: char) -> bool {
    matches!(c, 'p' | 'P' | '#' | '@') || super::board::letter(c).is_some()
}

/// A row with a hyphen for each empty square.
fn expanded(row: &str) -> String {
    let mut squares = String::new();
    for c in row.chars() {
        match c.to_digit(10) {
            Some(empty) => squares.extend(std::iter::repeat_n('-', empty as usize)),
            None => squares.push(c),
        }
    }
    squares
}

fn disc_of_pawn(c: char, pawns: Pawns) -> char {
    match (c, pawns) {
        ('p', Pawns::Chess) | ('P', Pawns::Fairy) => 'X',
        ('P', Pawns::Chess) | ('p', Pawns::Fairy) => 'O',
        (c, _) => c,
    }
}

/// What chess writes behind the side to move, `- - 0 1`, and what stands behind that.
fn behind_counters(text: &str) -> (&str, &str) {
    let mut rest = text;
    loop {
        let (word, behind) = first_word(rest);
        let is_pass = matches!(word, "--" | "0000");
        let is_count = |byte: u8| byte == b'-' || byte.is_ascii_digit();
        if word.is_empty() || is_pass || !word.bytes().all(is_count) {
            return (&text[..text.len() - rest.len()], rest);
        }
        rest = behind;
    }
}

/// Writes a position with `to_move` to move, row by row.
pub fn write_rows(position: Position, to_move: Color) -> String {
    let (own, opp) = match to_move {
        Color::Black => ('x', 'o'),
        Color::White => ('o', 'x'),
    };
    let mut text = String::new();
    let mut empty = 0;
    for square in Square::all() {
        if square.index() > 0 && square.index() % 8 == 0 {
            end_gap(&mut text, &mut empty);
            text.push('/');
        }
        let disc = match () {
            () if position.own.contains(square) => own,
            () if position.opp.contains(square) => opp,
            () => {
                empty += 1;
                continue;
            }
        };
        end_gap(&mut text, &mut empty);
        text.push(disc);
    }
    end_gap(&mut text, &mut empty);
    text.push(' ');
    text.push(own);
    text
}

fn end_gap(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &empty.to_string();
    }
    *empty = 0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Bitboard;
    use rand::prelude::*;

    #[test]
    fn the_start_is_read_with_and_without_counters() {
        let start = Ok((Position::START, Color::Black));
        for text in [
            "8/8/8/3ox3/3xo3/8/8/8 x",
            "8/8/8/3OX3/3XO3/8/8/8 X - - 0 1",
            "8/8/8/3wb3/3BW3/8/8/8 b 0 1",
            "8/44/11114/3OX---/...*W3/8/8/8 * -",
            "---------------------------OX------XO--------------------------- X",
        ] {
            assert_eq!(parse_any_board(text), start, "{text}");
        }
        assert_eq!(
            write_rows(Position::START, Color::Black),
            "8/8/8/3ox3/3xo3/8/8/8 x"
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut random = StdRng::seed_from_u64(2);
        for _ in 0..1000 {
            let own = Bitboard(random.random::<u64>() & random.random::<u64>());
            let opp = Bitboard(random.random::<u64>() & random.random::<u64>()) - own;
            for color in [Color::Black, Color::White] {
                let position = Position { own, opp };
                let text = write_rows(position, color);
                assert_eq!(parse_any_board(&text), Ok((position, color)), "{text}");
            }
        }
    }

    #[test]
    fn errors_name_the_row() {
        let message = |text: &str| parse_any_board(text).unwrap_err().to_string();
        assert_eq!(message("8/8 X"), "a board has 8 rows, this one has 2");
        let larger = "10/10/10/10/4pP4/4Pp4/10/10/10/10 w 0 1";
        assert!(begins_with_rows(larger));
        assert_eq!(message(larger), "a board has 8 rows, this one has 10");
        assert_eq!(
            message("8/9/8/3OX3/3XO3/8/8/8 X"),
            "row 2 has 9 squares, not 8"
        );
        assert_eq!(
            message("8/8/8/3OX3/3XO2/8/8/8 X"),
            "row 5 has 7 squares, not 8"
        );
        assert!(message("8/8/8/3OX3/3XO3/8/8/8").starts_with("the side to move is missing"));
        assert!(message("8/8/8/3OX3/3X?3/8/8/8 X").starts_with("'?' at e5"));
        assert!(message("8/8/8/3OX3/3XO3/8/8/8 X - - 0 1 f5").starts_with("'f5' is too much"));
    }
}
