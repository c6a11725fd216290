//! Lines of an input and the positions they give, for the sub-commands that are filters.
//!
//! What a line may be is said by [`line`](bianca_records::record::line); the last position of a
//! game is meant. A task of the solution of Othello (<https://arxiv.org/abs/2310.19387>) is a line,
//! too:
//! `BOARD SIDE;,count,score,alpha,beta`, which asks for the score within a window.
//! Every line is read on its own: a bad one says what is wrong with it and spoils no other. No
//! line, however long, fills the memory.

use std::io::{self, BufRead};

use thiserror::Error;

use bianca_records::record::board::parse_board;
use bianca_records::record::error::ReadError;
use bianca_records::record::line::read_line;
use bianca_records::record::obf::Problem;
use bianca_search::request::Window;
use bianca_system::foreign::{self, BoundedLine};

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
    /// A row of a table of positions that is no task.
    #[error(
        "'{0}' is no task: behind the board stand count, score, alpha and beta, four whole \
         numbers, alpha less than beta"
    )]
    Task(String),
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
/// `[-2,+0] BOARD SIDE`; or a task.
///
/// # Errors
/// If the window or what follows cannot be read.
pub fn parse_windowed(line: &str) -> Result<Option<(Option<Window>, Problem)>, PositionLineError> {
    if let Some((board, numbers)) = table_row(line) {
        return match board {
            Some(board) => task(board, numbers).map(Some),
            None => Ok(None),
        };
    }
    let (window, rest) = match line.trim_start().strip_prefix('[') {
        None => (None, line),
        // A board as GGS prints it.
        Some(after) if after.starts_with("8 ") => (None, line),
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

/// The board of a row of a table and the numbers behind it; no board if the row names the columns.
fn table_row(line: &str) -> Option<(Option<&str>, &str)> {
    let (first, numbers) = line.trim().trim_start_matches('\u{feff}').split_once(',')?;
    let board = first.trim().trim_matches('"').trim_end_matches(';');
    if board.eq_ignore_ascii_case("obf") {
        return Some((None, numbers));
    }
    parse_board(board).is_ok().then_some((Some(board), numbers))
}

/// The position of a task with its score and window.
fn task(board: &str, numbers: &str) -> Result<(Option<Window>, Problem), PositionLineError> {
    let refused = || PositionLineError::Task(foreign::excerpt(numbers));
    let words = numbers
        .split(',')
        .map(|word| word.trim().parse::<i64>().ok());
    let numbers: Option<Vec<i64>> = words.collect();
    let Some([count, score, alpha, beta]) = numbers
        .as_deref()
        .and_then(|all| <&[i64; 4]>::try_from(all).ok())
    else {
        return Err(refused());
    };
    let discs = |number: &i64| i32::try_from(*number).map_err(|_| refused());
    let window = Window::new(discs(alpha)?, discs(beta)?).ok_or_else(refused)?;
    let mut problem = parse_line(board)?.ok_or_else(refused)?;
    problem.score = Some(discs(score)?).filter(|score| (-64..=64).contains(score));
    problem.comment = Some(format!("count {count}"));
    Ok((Some(window), problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::{Color, Position};

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
    fn a_task_has_its_own_window() {
        let board = "------------O------OOX-----XOX----XXOO----XO-O------------------ X";
        for text in [
            format!("{board};,6397,0,-64,64"),
            format!("\"{board};\",6397,0,-64,64"),
            format!("{board}, 6397, 0, -64, 64\r"),
        ] {
            let (window, problem) = parse_windowed(&text).unwrap().unwrap();
            assert_eq!(window, Window::new(-64, 64), "{text}");
            assert_eq!((problem.score, problem.position.empties()), (Some(0), 50));
            assert_eq!(problem.comment.as_deref(), Some("count 6397"));
        }
        assert_eq!(parse_windowed("obf,count,score,alpha,beta"), Ok(None));
        let of = |numbers: &str| parse_windowed(&format!("{board};,{numbers}"));
        assert_eq!(of("7,2,-3,3").unwrap().unwrap().0, Window::new(-3, 3));
        for wrong in [
            "7,2,3,-3",
            "7,2,-3",
            "7,2,-3,x",
            "36,100,-2,-4,123456,7",
            "",
            "7,2,-70,3",
        ] {
            let error = of(wrong).unwrap_err();
            assert!(
                matches!(error, PositionLineError::Task(_)),
                "{wrong}: {error}"
            );
        }
        // Moves between commas are no row.
        assert_eq!(
            parse_windowed("f5,d6")
                .unwrap()
                .unwrap()
                .1
                .position
                .empties(),
            58
        );
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
