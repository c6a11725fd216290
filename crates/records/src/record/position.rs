//! A position as a person gives it in one argument: the moves that lead to it, or a board.

use super::error::ReadError;
use super::rows::parse_any_board;
use super::transcript::{parse_transcript, replay};
use bianca_rules::othello::OthelloGame;
use bianca_rules::othello::words::narrow;

/// The game that leads to a position, from the start if its moves are given, else from its board,
/// square by square or row by row.
///
/// ```
/// use bianca_records::record::position::parse_position;
///
/// assert_eq!(parse_position("f5d6c3")?.turns().len(), 3);
/// let board = "8/8/8/3ox3/3xo3/8/8/8 x";
/// assert_eq!(parse_position(board)?.position(), parse_position("")?.position());
/// # Ok::<(), bianca_records::record::error::ReadError>(())
/// ```
///
/// # Errors
/// If it is neither, or the rules do not allow a move.
pub fn parse_position(text: &str) -> Result<OthelloGame, ReadError> {
    // No game begins with a pass.
    let may_be_board = text.trim_start().starts_with('-');
    match parse_transcript(text) {
        Ok(moves) if !may_be_board => {
            let mut game = OthelloGame::new();
            for (number, mv) in (1..).zip(moves) {
                replay(&mut game, &[mv]).map_err(|error| ReadError::Illegal { number, error })?;
            }
            Ok(game)
        }
        read => match (parse_any_board(text), read) {
            (Ok((position, to_move)), _) => Ok(OthelloGame::from_position(position, to_move)),
            (Err(_), Err(no_move)) if is_of_moves(text) => Err(no_move.into()),
            (Err(no_board), _) => Err(no_board.into()),
        },
    }
}

/// Whether a text that cannot be read was meant to be moves: no board square by square has a digit
/// behind its first letter.
fn is_of_moves(text: &str) -> bool {
    let mut letters = text.trim_start().chars().map(narrow);
    let first = letters.next().is_some_and(char::is_alphabetic);
    first && letters.next().is_some_and(char::is_numeric) && !text.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Color;

    #[test]
    fn moves_and_boards_of_every_form_are_read() {
        let empty = "---------------------------OX------XO--------------------------- X";
        for text in [
            empty,
            &empty.replace('-', "."),
            "8/8/8/3ox3/3xo3/8/8/8 b - - 0 1",
            "",
            " ",
        ] {
            assert_eq!(parse_position(text).unwrap(), OthelloGame::new(), "{text}");
        }
        for text in ["f5d6c3", "1. F5 d6 2. c3", "P@f5 p@d6 P@c3", "f5/d6/c3"] {
            let game = parse_position(text).unwrap();
            assert_eq!(
                (game.turns().len(), game.to_move()),
                (3, Color::White),
                "{text}"
            );
        }
    }

    #[test]
    fn errors_tell_what_is_wrong() {
        let message = |text: &str| parse_position(text).unwrap_err().to_string();
        assert_eq!(message("f5d6a1"), "move 3: illegal move: a1 for black");
        assert_eq!(message("f9"), "'f9' is not a move (a1 to h8, or pass)");
        assert_eq!(message("f5d6x9"), "'x9' is not a move (a1 to h8, or pass)");
        assert!(message("here").starts_with("'h' at a1 is not a square"));
        assert_eq!(message("8/8 X"), "a board has 8 rows, this one has 2");
        assert!(message("----").contains("64"), "{}", message("----"));
    }
}
