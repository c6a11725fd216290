//! Problem files (OBF): a board, the moves with their scores, a comment.
//!
//! One problem is one line, `BOARD SIDE; MV:+score; MV:score; % comment`; some files give only
//! the best score, `BOARD SIDE; +12;`. Blank lines and lines that start with `%` are comments.
//! Scores are final disc differences for the side to move. A score that no game can have, such as
//! Edax's placeholder `--:-127;`, says nothing and is left out.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, i32 as number, multispace0};
use nom::combinator::{all_consuming, map_res};
use nom::sequence::{delimited, separated_pair};
use nom::{IResult, Parser};
use thiserror::Error;

use super::board::{BoardError, parse_board, write_board};
use bianca_rules::othello::{Color, Move, Position};
use bianca_system::foreign::excerpt;

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The discs, from the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Color,
    /// Moves with their scores in discs, in the order of the file.
    pub moves: Vec<(Move, i32)>,
    /// The best score in discs if the file gives it without its move.
    pub score: Option<i32>,
    /// What follows `%`, without blanks around it.
    pub comment: Option<String>,
}

impl Problem {
    /// The best score in discs, if the line has one.
    pub fn best_score(&self) -> Option<i32> {
        let best_move = self.moves.iter().map(|&(_, score)| score).max();
        self.score.or(best_move)
    }

    /// The score of `mv` in discs, if the line has it.
    pub fn score_of(&self, mv: Move) -> Option<i32> {
        let found = self.moves.iter().find(|&&(known, _)| known == mv);
        found.map(|&(_, score)| score)
    }
}

/// Why a line is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ObfError {
    /// The board is wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A part between semicolons is neither a score nor a move with one.
    #[error("'{0}' is neither a score (+12) nor a move with its score (f5:+12)")]
    BadScore(String),
}

/// Reads one line; `None` if it holds only a comment or nothing.
///
/// ```
/// use bianca_records::record::obf::parse_obf_line;
///
/// let line = "---------------------------OX------XO--------------------------- X; f5:+0; % start";
/// let problem = parse_obf_line(line)?.unwrap();
/// assert_eq!(problem.best_score(), Some(0));
/// # Ok::<(), bianca_records::record::obf::ObfError>(())
/// ```
///
/// # Errors
/// If it is anything else, naming what is wrong.
pub fn parse_obf_line(line: &str) -> Result<Option<Problem>, ObfError> {
    let (content, comment) = match line.split_once('%') {
        Some((content, comment)) => (content, Some(comment.trim().to_owned())),
        None => (line, None),
    };
    if content.trim().is_empty() {
        return Ok(None);
    }
    let mut parts = content.split(';');
    let (position, to_move) = parse_board(parts.next().unwrap_or_default())?;
    let mut problem = Problem {
        position,
        to_move,
        moves: Vec::new(),
        score: None,
        comment,
    };
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        match all_consuming(score).parse_complete(part) {
            Ok((_, (_, score))) if !(-64..=64).contains(&score) => {}
            Ok((_, (Some(mv), score))) => problem.moves.push((mv, score)),
            Ok((_, (None, score))) => problem.score = Some(score),
            Err(_) => return Err(ObfError::BadScore(excerpt(part))),
        }
    }
    Ok(Some(problem))
}

/// The line that [`parse_obf_line`] reads as this problem.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", write_board(self.position, self.to_move))?;
        if let Some(score) = self.score {
            write!(f, " {score:+};")?;
        }
        for (mv, score) in &self.moves {
            write!(f, " {mv}:{score:+};")?;
        }
        match &self.comment {
            Some(comment) => write!(f, " % {comment}"),
            None => Ok(()),
        }
    }
}

fn score(input: &str) -> IResult<&str, (Option<Move>, i32)> {
    let word = take_while1(|c: char| c != ':' && !c.is_whitespace());
    let mv = map_res(word, |word: &str| word.parse::<Move>().map(Some));
    let colon = delimited(multispace0, char(':'), multispace0);
    alt((
        separated_pair(mv, colon, number),
        number.map(|score| (None, score)),
    ))
    .parse_complete(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "-XXXXXX-X-OOXXX-OX-OXXX--OX-XOXXXOOX-OXX-XOXO-OO-OOO---O--OXX--- X; \
        A2:+38; H4:+0; G7:-12; % ours";

    #[test]
    fn moves_scores_and_comment_are_kept() {
        let problem = parse_obf_line(PROBLEM).unwrap().unwrap();
        assert_eq!(problem.to_move, Color::Black);
        assert_eq!(problem.position.empties(), 20);
        assert_eq!(problem.best_score(), Some(38));
        assert_eq!(problem.score_of("g7".parse().unwrap()), Some(-12));
        assert_eq!(problem.score_of("b2".parse().unwrap()), None);
        assert_eq!(problem.comment.as_deref(), Some("ours"));
    }

    #[test]
    fn what_is_written_reads_back() {
        let board = &PROBLEM[..66];
        for line in [
            PROBLEM.to_owned(),
            board.to_owned(),
            format!("{board}; +12;"),
            format!("{board}; -4; --:-4; % "),
        ] {
            let problem = parse_obf_line(&line).unwrap().unwrap();
            let again = parse_obf_line(&problem.to_string()).unwrap().unwrap();
            assert_eq!(again, problem, "{line}");
        }
    }

    #[test]
    fn a_score_that_no_game_can_have_is_unknown() {
        let board = &PROBLEM[..66];
        let problem = parse_obf_line(&format!("{board}; A2:+38; --:-127;"))
            .unwrap()
            .unwrap();
        assert_eq!(problem.moves.len(), 1);
        assert_eq!(problem.best_score(), Some(38));
        let problem = parse_obf_line(&format!("{board}; --:-127;"))
            .unwrap()
            .unwrap();
        assert_eq!(problem.best_score(), None);
    }

    #[test]
    fn comments_are_no_problems_and_errors_name_the_part() {
        assert_eq!(parse_obf_line("% a test suite"), Ok(None));
        assert_eq!(parse_obf_line("  "), Ok(None));
        let board = &PROBLEM[..66];
        for part in ["A9:+2", "A2:", "A2+38", "12.5", "+"] {
            assert_eq!(
                parse_obf_line(&format!("{board}; {part};")),
                Err(ObfError::BadScore(part.to_owned()))
            );
        }
        assert!(matches!(parse_obf_line("OX X;"), Err(ObfError::Board(_))));
    }
}
