//! Boards row by row from the top, as UGI programs write them: `8/8/8/3ox3/3xo3/8/8/8 x`.
//!
//! A digit stands for so many empty squares, `/` ends a row. The discs and the side to move are
//! the letters of [`board`](super::board); what chess's FEN has behind them (`- - 0 1`) is read
//! over. Every text that this module writes it reads back.

use super::board::{BoardError, parse_board};
use bianca_rules::othello::{Color, Position, Square};

/// Reads a board written row by row or, if no `/` is in it, square by square.
///
/// # Errors
/// If the text is neither, naming the row or the square.
pub fn parse_any_board(text: &str) -> Result<(Position, Color), BoardError> {
    if !text.contains('/') {
        return parse_board(text);
    }
    let mut words = text.split_whitespace();
    let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
    if rows.len() != 8 {
        return Err(BoardError::BadRows(rows.len()));
    }
    let mut board = String::new();
    for (number, row) in (1..).zip(rows) {
        let mut squares = String::new();
        for c in row.chars() {
            match c.to_digit(9) {
                Some(empty) => squares.extend(std::iter::repeat_n('-', empty as usize)),
                None => squares.push(c),
            }
        }
        let length = squares.chars().count();
        if length != 8 {
            return Err(BoardError::BadRow { number, length });
        }
        board += &squares;
    }
    let side = words.next();
    let counts = |word: &&str| {
        word.bytes()
            .all(|byte| byte == b'-' || byte.is_ascii_digit())
    };
    for word in side.into_iter().chain(words.skip_while(counts)) {
        board.push(' ');
        board += word;
    }
    parse_board(&board)
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
        assert_eq!(
            message("8/9/8/3OX3/3XO3/8/8/8 X"),
            "row 2 has 1 squares, not 8"
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
