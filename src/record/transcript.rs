//! Transcripts: the moves of a game one after the other, `f5d6c3` or `1. F5 D6 2. C3`.
//!
//! Reading one is a matter of words only; [`replay`] asks the rules. Both ways of passing are
//! understood: written (one of [`PASSES`]) or left out.

use std::fmt::Write;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take};
use nom::character::complete::{char, digit1, multispace1, one_of};
use nom::combinator::{map_res, not, value};
use nom::multi::{many0, many0_count};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

use crate::foreign::excerpt;
use crate::othello::{Move, OthelloGame, PASSES, ParseMoveError, Square, TurnError};

/// A word in a transcript that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{word}' is not a move (a1 to h8, or pass)")]
pub struct NotAMove {
    /// The word from where reading failed.
    pub word: String,
}

/// Reads moves in any case, with or without blanks, `, ; /` or move numbers between them.
///
/// ```
/// use bianca::othello::OthelloGame;
/// use bianca::record::transcript::{parse_transcript, replay};
///
/// let mut game = OthelloGame::new();
/// replay(&mut game, &parse_transcript("1. F5 D6 2. C3")?)?;
/// assert_eq!(game.turns().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// At the first word that is no move; an empty text is an empty transcript.
pub fn parse_transcript(text: &str) -> Result<Vec<Move>, NotAMove> {
    let (rest, moves) = many0(preceded(separators, one_move))
        .parse_complete(text)
        .unwrap_or((text, Vec::new()));
    let rest = separators(rest).map_or(rest, |(rest, _)| rest);
    if rest.is_empty() {
        return Ok(moves);
    }
    let is_end = |c: char| c.is_whitespace() || ",;/".contains(c);
    let word = rest.split(is_end).next().unwrap_or(rest);
    Err(NotAMove {
        word: excerpt(word),
    })
}

/// Writes moves as one word, passes included: `f5d6pass`.
pub fn write_transcript(moves: impl IntoIterator<Item = Move>) -> String {
    let mut text = String::new();
    for mv in moves {
        // Writing to a string cannot fail.
        let _ = write!(text, "{mv}");
    }
    text
}

/// Plays `moves` one after the other; where a side must pass and the transcript has a square
/// instead, the pass is played first. A pass after the end is let go.
///
/// # Errors
/// At the first move that the rules do not allow; `game` is unchanged then.
pub fn replay(game: &mut OthelloGame, moves: &[Move]) -> Result<(), TurnError> {
    let mut replayed = game.clone();
    for &mv in moves {
        play_next(&mut replayed, mv)?;
    }
    *game = replayed;
    Ok(())
}

/// Plays `mv` for the side to move, or for the other side if the side to move must pass; see
/// [`replay`].
///
/// # Errors
/// If the rules do not allow it; `game` is unchanged then.
pub fn play_next(game: &mut OthelloGame, mv: Move) -> Result<(), TurnError> {
    let to_move = game.to_move();
    let passes = matches!(mv, Move::Place(_)) && game.position().must_pass();
    game.play_as(if passes { !to_move } else { to_move }, mv)
}

fn one_move(input: &str) -> IResult<&str, Move> {
    let pass = alt(PASSES.map(tag_no_case));
    let square = map_res(take(2usize), |word: &str| -> Result<Move, ParseMoveError> {
        word.parse::<Square>().map(Move::Place)
    });
    alt((value(Move::Pass, pass), square)).parse_complete(input)
}

fn separators(input: &str) -> IResult<&str, usize> {
    many0_count(alt((
        value((), multispace1),
        value((), one_of(",;/")),
        // Two of them are a pass.
        value((), (char('-'), not(char('-')))),
        value((), (digit1, char('.'))),
    )))
    .parse_complete(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::LONGEST_EXCERPT;
    use crate::othello::Color;
    use crate::othello::random::random_game;
    use rand::prelude::*;

    #[test]
    fn separators_and_case_do_not_matter() {
        let expected = parse_transcript("f5d6c3").unwrap();
        assert_eq!(expected.len(), 3);
        for text in [
            "F5D6C3",
            " f5 d6  c3 ",
            "f5,D6;c3",
            "1. f5 d6 2. c3",
            "f5/d6/c3\n",
            "f5-d6 - c3-",
        ] {
            assert_eq!(parse_transcript(text).as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(parse_transcript(" "), Ok(Vec::new()));
        let with_passes = parse_transcript("f5passPA--psd6").unwrap();
        assert_eq!(with_passes[1..5], [Move::Pass; 4]);
        let parted = parse_transcript("f5---d6----c3").unwrap();
        let passes: Vec<bool> = parted.iter().map(|&mv| mv == Move::Pass).collect();
        assert_eq!(passes, [false, true, false, true, true, false]);
    }

    #[test]
    fn the_error_names_the_word() {
        let word = |text: &str| parse_transcript(text).unwrap_err().word;
        assert_eq!(word("f5d6xx c3"), "xx");
        assert_eq!(word("f5 i9"), "i9");
        assert_eq!(word("f"), "f");
        assert_eq!(word("f5é"), "é");
        assert_eq!(word(&"z".repeat(1000)).len(), LONGEST_EXCERPT);
    }

    #[test]
    fn games_replay_with_and_without_their_passes() {
        let mut random = StdRng::seed_from_u64(2);
        let mut passes = 0;
        for number in 0..300 {
            let game = random_game(&mut random);
            let played = || game.turns().iter().map(|&(_, mv)| mv);
            passes += played().filter(|&mv| mv == Move::Pass).count();
            let spoken = write_transcript(played());
            let silent = write_transcript(played().filter(|&mv| mv != Move::Pass));
            for text in [spoken, silent] {
                let mut again = OthelloGame::new();
                replay(&mut again, &parse_transcript(&text).unwrap()).unwrap();
                assert_eq!(again, game, "game {number}: {text}");
            }
        }
        assert!(passes > 0, "no game had a pass");
    }

    #[test]
    fn a_transcript_that_fails_plays_nothing() {
        let mut game = OthelloGame::new();
        let moves = parse_transcript("f5d6a1").unwrap();
        let error = replay(&mut game, &moves).unwrap_err();
        assert_eq!(error.to_string(), "illegal move: a1 for black");
        assert_eq!((game.turns().len(), game.to_move()), (0, Color::Black));
    }
}
