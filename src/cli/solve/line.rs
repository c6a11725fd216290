//! Lines of the input and the positions they give.
//!
//! A line is a problem or plain board (see [`crate::record::obf`]) or the transcript of a game
//! from the start, whose last position is meant. Every line is read on its own: a bad one says
//! what is wrong with it and spoils no other. No line, however long, fills the memory.

use std::io::{self, BufRead, Read};

use thiserror::Error;

use crate::othello::{Game, GameError, Move};
use crate::record::obf::{ObfError, Problem, parse_obf_line};
use crate::record::transcript::{NotAMove, parse_transcript, replay};

/// Bytes of the longest line that is read; a game or a problem with all its scores is far
/// shorter.
pub const LONGEST_LINE: u64 = 1 << 16;

/// Why a line gives no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// It looks like a board, and is none.
    #[error(transparent)]
    Problem(#[from] ObfError),
    /// It looks like a transcript, and is none.
    #[error(transparent)]
    Transcript(#[from] NotAMove),
    /// A transcript plays against the rules.
    #[error("move {number}: {error}")]
    IllegalGame {
        /// Counted from 1.
        number: usize,
        /// The move and whose it is.
        error: GameError,
    },
    /// A problem scores a move that cannot be made.
    #[error("{0} is scored, but is not legal here")]
    IllegalScored(Move),
    /// The bytes are no text.
    #[error("not UTF-8 text")]
    NotText,
    /// The line is longer than [`LONGEST_LINE`].
    #[error("longer than {LONGEST_LINE} bytes")]
    TooLong,
}

/// The next line of `input`: its bytes without the line break, or why they are not kept. `None`
/// at the end.
///
/// # Errors
/// If the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(LONGEST_LINE + 1)
        .read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.pop_if(|byte| *byte == b'\n').is_none() && bytes.len() as u64 > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::TooLong)));
    }
    Ok(Some(
        String::from_utf8(bytes).map_err(|_| LineError::NotText),
    ))
}

/// Reads a line of any kind; `None` if it is blank or a comment (`%` or `#`).
///
/// # Errors
/// If it is neither a problem nor a game according to the rules.
pub fn parse_line(line: &str) -> Result<Option<Problem>, LineError> {
    let line = line.trim();
    if line.starts_with('#') {
        return Ok(None);
    }
    if is_transcript(line) {
        return after_game(line).map(Some);
    }
    let Some(problem) = parse_obf_line(line)? else {
        return Ok(None);
    };
    for &(mv, _) in &problem.moves {
        if problem.position.play(mv).is_err() {
            return Err(LineError::IllegalScored(mv));
        }
    }
    Ok(Some(problem))
}

/// Whether the first word is a square or a move's number. No board begins with a digit, or has
/// one after its first letter.
fn is_transcript(line: &str) -> bool {
    let mut bytes = line.bytes();
    match (bytes.next(), bytes.next()) {
        (Some(first), _) if first.is_ascii_digit() => true,
        (Some(first), Some(second)) => first.is_ascii_alphabetic() && second.is_ascii_digit(),
        _ => false,
    }
}

fn after_game(line: &str) -> Result<Problem, LineError> {
    let (moves, comment) = match line.split_once('%') {
        Some((moves, comment)) => (moves, Some(comment.trim().to_owned())),
        None => (line, None),
    };
    let moves = parse_transcript(moves)?;
    let mut game = Game::new();
    for (index, mv) in moves.into_iter().enumerate() {
        replay(&mut game, &[mv]).map_err(|error| LineError::IllegalGame {
            number: index + 1,
            error,
        })?;
    }
    Ok(Problem {
        position: game.position(),
        to_move: game.to_move(),
        moves: Vec::new(),
        score: None,
        comment,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Color, Position};

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn read(line: &str) -> Problem {
        parse_line(line).unwrap().unwrap()
    }

    #[test]
    fn the_kind_of_a_line_is_seen() {
        assert_eq!(read(START).position, Position::START);
        assert_eq!(read(&format!("{START}; f5:+0;")).best_score(), Some(0));
        let after: Position = Position::START.play_unchecked("f5".parse().unwrap());
        for line in ["f5", " F5 ", "1. f5", "f5 % one move", "f5\r"] {
            let problem = read(line);
            assert_eq!((problem.position, problem.to_move), (after, Color::White));
        }
        assert_eq!(read("f5 % one move").comment.as_deref(), Some("one move"));
        // In some alphabets b is a black disc, and so is the file of a transcript's move.
        assert_eq!(read(&START.replace(['X', 'x'], "b")).position.empties(), 60);
        let disc_first = format!("b{}", &START[1..]);
        assert_eq!(read(&disc_first).position.empties(), 59);
        for line in ["", "   ", "% f5", "# f5", "\r"] {
            assert_eq!(parse_line(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn errors_tell_what_is_wrong() {
        let message = |line: &str| parse_line(line).unwrap_err().to_string();
        assert_eq!(
            message("f5f6f5"),
            "move 3: illegal move: f5 for black",
            "f5 is taken"
        );
        assert_eq!(message("f5x9"), "'x9' is not a move (a1 to h8, or pass)");
        assert_eq!(message("f9"), "'f9' is not a move (a1 to h8, or pass)");
        assert_eq!(
            message(&format!("{START}; a1:+2;")),
            "a1 is scored, but is not legal here"
        );
        assert!(message("hello").starts_with("'h' at a1 is not a square"));
    }

    #[test]
    fn lines_are_cut_at_breaks_and_never_too_long() {
        let mut bytes = b"one\r\n\ntw\xff\n".to_vec();
        bytes.extend(vec![b'x'; LONGEST_LINE as usize]);
        bytes.push(b'\n');
        bytes.extend(vec![b'x'; 3 * LONGEST_LINE as usize]);
        bytes.extend_from_slice(b"\nlast");
        let mut input = &bytes[..];
        let lines: Vec<_> = std::iter::from_fn(|| next_line(&mut input).unwrap()).collect();
        assert_eq!(lines[..2], [Ok("one\r".to_owned()), Ok(String::new())]);
        assert_eq!(lines[2], Err(LineError::NotText));
        assert_eq!(
            lines[3].as_ref().map(String::len),
            Ok(LONGEST_LINE as usize)
        );
        assert_eq!(lines[4..], [Err(LineError::TooLong), Ok("last".to_owned())]);
    }
}
