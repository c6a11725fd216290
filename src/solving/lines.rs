//! Lines of an input and the positions they give, for the sub-commands that are filters.
//!
//! What a line may be is said by [`crate::record::line`]; the last position of a game is meant.
//! Every line is read on its own: a bad one says what is wrong with it and spoils no other. No
//! line, however long, fills the memory.

use std::io::{self, BufRead};

use thiserror::Error;

use crate::foreign::{self, BoundedLine};
use crate::record::error::ReadError;
use crate::record::line::read_line;
use crate::record::obf::Problem;
use crate::request::Window;

/// Bytes of the longest line that is read; a game or a problem with all its scores is far
/// shorter.
pub const LONGEST_LINE: usize = 1 << 16;

/// Why a line gives no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionLineError {
    /// It is neither a problem nor a game according to the rules.
    #[error(transparent)]
    Game(#[from] ReadError),
    /// The bytes are no text.
    #[error("not UTF-8 text")]
    NotText,
    /// It begins with `[`, but not with a window.
    #[error("'{0}' is not a window like [-2,+0], the lower number first, from -64 to 64 discs")]
    Window(String),
    /// The line is longer than [`LONGEST_LINE`].
    #[error("longer than {LONGEST_LINE} bytes")]
    TooLong,
}

/// The next line of `input`: its bytes without the line break, or why they are not kept. `None`
/// at the end.
///
/// # Errors
/// If the input cannot be read.
pub fn next_line(
    input: &mut impl BufRead,
) -> io::Result<Option<Result<String, PositionLineError>>> {
    Ok(foreign::next_line(input, LONGEST_LINE)?.map(text_of))
}

/// The bytes of a line of at most [`LONGEST_LINE`] as text, or why they are not kept.
///
/// # Errors
/// If it is longer, or no text.
pub fn text_of(line: BoundedLine) -> Result<String, PositionLineError> {
    if line.is_too_long() {
        Err(PositionLineError::TooLong)
    } else {
        String::from_utf8(line.bytes).map_err(|_| PositionLineError::NotText)
    }
}

/// Reads a line of any kind; `None` if it is blank or a comment (`%` or `#`).
///
/// # Errors
/// If it is neither a problem nor a game according to the rules.
pub fn parse_line(line: &str) -> Result<Option<Problem>, PositionLineError> {
    let game = read_line(line)?;
    Ok(game.as_ref().map(Problem::from))
}

/// Reads a line as [`parse_line`] does, and the window of discs that may stand before it:
/// `[-2,+0] BOARD SIDE`.
///
/// # Errors
/// If the window or what follows cannot be read.
pub fn parse_windowed(line: &str) -> Result<Option<(Option<Window>, Problem)>, PositionLineError> {
    let (window, rest) = match line.trim_start().strip_prefix('[') {
        None => (None, line),
        Some(after) => {
            let refused = || PositionLineError::Window(foreign::excerpt(line.trim_start()));
            let (numbers, rest) = after.split_once(']').ok_or_else(refused)?;
            let (low, high) = numbers.split_once(',').ok_or_else(refused)?;
            let number = |word: &str| word.trim().parse::<i32>().map_err(|_| refused());
            let window = Window::new(number(low)?, number(high)?).ok_or_else(refused)?;
            (Some(window), rest)
        }
    };
    Ok(parse_line(rest)?.map(|problem| (window, problem)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Color, Position};

    #[test]
    fn the_last_position_of_a_game_is_meant() {
        let problem = parse_line("1. f5 % one move").unwrap().unwrap();
        let after = Position::START.play_unchecked("f5".parse().unwrap());
        assert_eq!((problem.position, problem.to_move), (after, Color::White));
        assert_eq!(problem.comment.as_deref(), Some("one move"));
        assert_eq!(parse_line("# f5"), Ok(None));
        let error = parse_line("f5f6f5").unwrap_err().to_string();
        assert_eq!(error, "move 3: illegal move: f5 for black");
    }

    #[test]
    fn a_window_may_stand_before_a_line() {
        let (window, problem) = parse_windowed("[-2, +0] f5").unwrap().unwrap();
        assert_eq!(window, Window::new(-2, 0));
        assert_eq!(problem, parse_line("f5").unwrap().unwrap());
        assert_eq!(parse_windowed("f5").unwrap().unwrap().0, None);
        assert_eq!(parse_windowed("% [x"), Ok(None));
        for bad in ["[", "[1,2", "[2,1] f5", "[0] f5", "[a,b] f5", "[-65,0] f5"] {
            assert!(
                matches!(parse_windowed(bad), Err(PositionLineError::Window(_))),
                "{bad}"
            );
        }
    }

    #[test]
    fn lines_are_cut_at_breaks_and_never_too_long() {
        let mut bytes = b"one\r\n\ntw\xff\n".to_vec();
        bytes.extend(vec![b'x'; LONGEST_LINE]);
        bytes.push(b'\n');
        bytes.extend(vec![b'x'; 3 * LONGEST_LINE]);
        bytes.extend_from_slice(b"\nlast");
        let mut input = &bytes[..];
        let lines: Vec<_> = std::iter::from_fn(|| next_line(&mut input).unwrap()).collect();
        assert_eq!(lines[..2], [Ok("one\r".to_owned()), Ok(String::new())]);
        assert_eq!(lines[2], Err(PositionLineError::NotText));
        assert_eq!(lines[3].as_ref().map(String::len), Ok(LONGEST_LINE));
        assert_eq!(
            lines[4..],
            [Err(PositionLineError::TooLong), Ok("last".to_owned())]
        );
    }
}
