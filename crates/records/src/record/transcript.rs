//! Transcripts: the moves of a game one after the other, `f5d6c3` or `1. F5 D6 2. C3`.
//!
//! Reading one is a matter of words only; [`replay`] asks the rules. Both ways of passing are
//! understood: written (one of [`PASSES`](bianca_rules::othello::PASSES)) or left out.

use std::fmt::Write;

use thiserror::Error;

use bianca_rules::othello::words::narrow;
use bianca_rules::othello::{Move, OthelloGame, TurnError, first_move};
use bianca_system::foreign::excerpt;

/// Letters of the longest word that is a move, `P@c3P@c3`.
const LONGEST_WORD: usize = 8;

/// Digits of the greatest number of a move.
const MOST_DIGITS: usize = 4;

/// What stands behind the number of a move.
const NUMBER_MARKS: [char; 3] = ['.', ':', ')'];

/// A word in a transcript that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{word}' is not a move (a1 to h8, or pass){}", hint(word))]
pub struct NotAMove {
    /// The word from where reading failed.
    pub word: String,
}

/// Reads moves in any case, with or without blanks, `, ; /` or move numbers (`1.`, `1:`, `1)`)
/// between them.
///
/// ```
/// use bianca_rules::othello::OthelloGame;
/// use bianca_records::record::transcript::{parse_transcript, replay};
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
    let (moves, rest) = first_moves(text);
    if rest.is_empty() {
        return Ok(moves);
    }
    let word = rest.split(is_end).next().unwrap_or(rest);
    Err(NotAMove {
        word: excerpt(word),
    })
}

/// The moves that a text begins with, and what stands behind them and what parts them.
pub fn first_moves(text: &str) -> (Vec<Move>, &str) {
    let mut written = Written::of(text);
    let moves = written.by_ref().map(|(mv, _)| mv).collect();
    (moves, written.rest)
}

/// How the move of this number, from 1, is written in a text.
pub fn as_written(text: &str, number: usize) -> Option<&str> {
    let (_, word) = Written::of(text).nth(number.checked_sub(1)?)?;
    Some(word)
}

/// What is said of a move of a text that the rules do not allow, in the word that was typed: a
/// square twice is a pass, which is not seen from the move.
pub fn refusal(error: &TurnError, text: &str) -> String {
    let is_twice = |&(mv, word): &(Move, &str)| {
        mv == Move::Pass && first_move(word).is_some_and(|(mv, _)| mv != Move::Pass)
    };
    match error {
        TurnError::Illegal {
            mv: Move::Pass,
            color,
        } => match Written::of(text).find(is_twice) {
            Some((_, word)) => {
                format!("illegal move: {word} for {color} (a square twice is a pass)")
            }
            None => error.to_string(),
        },
        _ => error.to_string(),
    }
}

/// The moves that a text begins with, one after the other, each as it is written.
struct Written<'a> {
    rest: &'a str,
    is_new_word: bool,
}

impl Written<'_> {
    fn of(text: &str) -> Written<'_> {
        Written {
            rest: behind_separators(text),
            is_new_word: true,
        }
    }
}

impl<'a> Iterator for Written<'a> {
    type Item = (Move, &'a str);

    fn next(&mut self) -> Option<(Move, &'a str)> {
        let word = if self.is_new_word {
            first_word(self.rest)
        } else {
            None
        };
        let (mv, behind) = word.or_else(|| first_move(self.rest))?;
        let written = &self.rest[..self.rest.len() - behind.len()];
        self.rest = behind_separators(behind);
        self.is_new_word = self.rest.len() < behind.len();
        Some((mv, written))
    }
}

/// The move that all of the first word is, and what stands behind it: some words are a move only
/// alone.
fn first_word(text: &str) -> Option<(Move, &str)> {
    // No further, lest a text without blanks be looked through from each of its hyphens.
    let mut letters = text.char_indices().take(LONGEST_WORD + 1);
    let end = letters.find(|(_, c)| is_end(*c)).map(|(at, _)| at);
    let is_short = || text.chars().nth(LONGEST_WORD).is_none();
    let end = end.or_else(|| is_short().then_some(text.len()))?;
    let (word, behind) = text.split_at(end);
    Some((word.parse().ok()?, behind))
}

/// Whether a word ends before this character.
fn is_end(c: char) -> bool {
    c.is_whitespace() || matches!(narrow(c), ',' | ';' | '/')
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

/// What stands behind blanks, `, ; /`, hyphens and the numbers of moves.
fn behind_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        let mut characters = rest.chars();
        let behind = match characters.next().map(narrow) {
            Some(c) if is_end(c) => characters.as_str(),
            // Two of them are a pass.
            Some('-') if !characters.as_str().starts_with('-') => characters.as_str(),
            Some('0'..='9') => match behind_number(rest) {
                Some(behind) => behind,
                None => return rest,
            },
            _ => return rest,
        };
        rest = behind;
    }
}

/// What to do about a word that is nearly a move.
fn hint(word: &str) -> &'static str {
    let mut letters = word.chars().map(narrow);
    match (letters.next(), letters.next()) {
        (Some('1'..='8'), Some('a'..='h')) => "; the letter comes first: f5, not 5f",
        (Some('1'..='8'), Some('1'..='8')) => {
            "; a square is a letter and a digit: f5, not 56 or 65"
        }
        _ => "",
    }
}

/// The number of a move with the mark behind it, if a line begins with one.
pub fn move_number(line: &str) -> Option<u32> {
    let line = line.trim_start();
    let behind = behind_number(line)?;
    let number: String = line[..line.len() - behind.len()]
        .chars()
        .map(narrow)
        .collect();
    number.trim_end_matches(NUMBER_MARKS).parse().ok()
}

/// What stands behind the number of a move with its mark.
fn behind_number(text: &str) -> Option<&str> {
    let mut letters = text.char_indices().take(MOST_DIGITS + 1);
    let (at, _) = letters.find(|(_, c)| !narrow(*c).is_ascii_digit())?;
    let mark = text[at..].chars().next()?;
    let is_mark = NUMBER_MARKS.contains(&narrow(mark));
    is_mark.then(|| &text[at + mark.len_utf8()..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::random::random_game;
    use bianca_rules::othello::{Color, PASSES};
    use bianca_system::foreign::LONGEST_EXCERPT;
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
    fn every_word_of_a_move_stands_in_a_transcript() {
        let squares = parse_transcript("f5d6").unwrap();
        for text in [
            "P@f5P@d6",
            "1. P@f5 p@d6",
            "Ｆ５ｄ６",
            "１．Ｆ５　ｄ６",
            "f5，d6",
        ] {
            assert_eq!(parse_transcript(text).as_ref(), Ok(&squares), "{text}");
        }
        let passed = [squares[0], Move::Pass, squares[1]];
        for pass in PASSES.iter().chain(&["c3c3", "P@c3P@c3", "p", "ｔｔ"]) {
            for text in [
                format!("f5 {pass} d6"),
                format!("1.f5 {pass},2.d6"),
                format!("F5 {}/d6", pass.to_uppercase()),
            ] {
                assert_eq!(parse_transcript(&text).unwrap(), passed, "{text}");
            }
        }
        for pass in PASSES {
            let text = format!("f5{pass}d6");
            assert_eq!(parse_transcript(&text).unwrap(), passed, "{text}");
        }
        // Only a word of its own is a square twice.
        for text in ["d6c3c3", "c3c3d6", "c3 c3"] {
            let moves = parse_transcript(text).unwrap();
            assert!(!moves.contains(&Move::Pass), "{text}");
        }
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
