//! A puzzle as one line: a problem (OBF) or a JSON object.
//!
//! Invariant: a line of JSON reads back as the puzzle that it was written from. A problem has its
//! answers with their scores, rounded to discs, and in its comment the kind, the rating and the
//! theme; lines of play are in JSON alone.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Answer, Puzzle, PuzzleKind, stands_out};
use crate::strategy::reason::why_worse;
use crate::strategy::words::Verdict;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::board::{BoardError, parse_board, write_board};
use bianca_records::record::obf::Problem;
use bianca_rules::othello::{Move, Square};
use bianca_system::foreign::excerpt;
use bianca_system::language::Language;

/// Where a puzzle is from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Number of the game in its input, from 1; left out if each line stands for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// Who had the black discs, if that is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub black: String,
    /// Who had the white discs, if that is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub white: String,
    /// The tournament, if it is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// When it was played, as the source writes it, if that is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Where the disc was put in the game; empty if it is of none that is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub played: String,
}

/// A puzzle as a line of JSON has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleRow {
    /// The board and the side to move.
    position: String,
    /// Where the opponent put its last disc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    kind: String,
    empties: u32,
    rating: u16,
    exact: bool,
    /// The key move first.
    answers: Vec<RowAnswer>,
    /// The wrong move that people play most.
    tempting: String,
    /// What the reason why it is wrong is called.
    theme: String,
    /// The reason in a sentence.
    reason: String,
    #[serde(flatten)]
    source: Source,
}

/// An answer as a line has it; see [`Answer`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RowAnswer {
    #[serde(rename = "move")]
    square: String,
    score: f64,
    variation: Vec<String>,
}

/// Why a line is no puzzle.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// It is no JSON object with what a puzzle has.
    #[error("no puzzle: {0}")]
    Json(#[from] serde_json::Error),
    /// The board is wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The kind is none.
    #[error("'{0}' is no kind of puzzle")]
    Kind(String),
    /// A word that is to be a move is none, or none here.
    #[error("'{0}' is no move here")]
    Move(String),
    /// The key move does not stand out, or the tempting move is not among the answers.
    #[error("{0} does not stand out among the answers")]
    NoKey(String),
}

impl Source {
    /// A move of a game that is known by its number, if its number counts.
    pub fn of(number: Option<u64>, game: &AnnotatedGame, played: Square) -> Source {
        Source {
            game: number,
            black: game.black.clone(),
            white: game.white.clone(),
            event: game.event.clone(),
            date: game.date.clone(),
            played: played.to_string(),
        }
    }
}

impl Puzzle {
    /// Why the tempting move is wrong, in a sentence or two.
    pub fn told(&self, language: Language) -> String {
        let verdict = Verdict {
            mover: self.to_move,
            played: self.tempting,
            other: Some(self.key().square),
            loss: self.key().score - self.temptation().score,
            reason: Some(self.reason.clone()),
        };
        verdict.sentences(language)
    }

    /// The line of a file of problems.
    pub fn problem(&self) -> Problem {
        let answers = self.answers.iter();
        let moves = answers.map(|answer| (answer.square.into(), answer.score.round() as i32));
        let mut comment = format!(
            "{} {}, {}",
            self.kind,
            self.rating,
            self.reason.kind().name()
        );
        if !self.exact {
            // Writing to a string cannot fail.
            let _ = write!(comment, ", estimated");
        }
        Problem {
            position: self.position,
            to_move: self.to_move,
            moves: moves.collect(),
            score: None,
            comment: Some(comment),
        }
    }

    /// The line of JSON, its reason in this language.
    pub fn row(&self, source: Source, language: Language) -> PuzzleRow {
        let answer = |answer: &Answer| RowAnswer {
            square: answer.square.to_string(),
            score: (answer.score * 100.0).round() / 100.0 + 0.0,
            variation: answer.line.iter().map(Move::to_string).collect(),
        };
        PuzzleRow {
            position: write_board(self.position, self.to_move),
            last: self.last.map(|square| square.to_string()),
            kind: self.kind.name().to_owned(),
            empties: self.position.empties(),
            rating: self.rating,
            exact: self.exact,
            answers: self.answers.iter().map(answer).collect(),
            tempting: self.tempting.to_string(),
            theme: self.reason.kind().name().to_owned(),
            reason: self.told(language),
            source,
        }
    }
}

impl PuzzleRow {
    /// Reads a line of JSON.
    ///
    /// # Errors
    /// If it has not what a puzzle has, or an answer is no move of the position.
    pub fn parse(line: &str) -> Result<(Puzzle, Source), PuzzleError> {
        let row: PuzzleRow = serde_json::from_str(line)?;
        let (position, to_move) = parse_board(&row.position)?;
        let kind = PuzzleKind::named(&row.kind);
        let kind = kind.ok_or_else(|| PuzzleError::Kind(excerpt(&row.kind)))?;
        let no_move = |word: &str| PuzzleError::Move(excerpt(word));
        let square = |word: &String| {
            let square: Option<Square> = word.parse().ok();
            let legal = square.filter(|&square| position.moves().contains(square));
            legal.ok_or_else(|| no_move(word))
        };
        let last = row.last.as_ref().map(|word| {
            let square: Option<Square> = word.parse().ok();
            let is_taken = |&square: &Square| (position.own | position.opp).contains(square);
            square.filter(is_taken).ok_or_else(|| no_move(word))
        });
        let mut answers = Vec::with_capacity(row.answers.len());
        for answer in &row.answers {
            let moves = answer.variation.iter();
            let moves = moves.map(|word| word.parse().map_err(|_| no_move(word)));
            answers.push(Answer {
                square: square(&answer.square)?,
                score: answer.score,
                line: moves.collect::<Result<_, _>>()?,
            });
        }
        let tempting = square(&row.tempting)?;
        let no_key = || PuzzleError::NoKey(excerpt(&row.tempting));
        let tempted = answers
            .iter()
            .skip(1)
            .find(|answer| answer.square == tempting);
        let (key, tempted) = (
            answers.first().ok_or_else(no_key)?,
            tempted.ok_or_else(no_key)?,
        );
        let worse = answers[1..].iter();
        let mut worse = worse.map(|other| stands_out(key.score, other.score, row.exact));
        let reason = why_worse(position, &tempted.line, &key.line);
        let reason = reason.filter(|_| worse.all(|stands_out| stands_out));
        let puzzle = Puzzle {
            position,
            to_move,
            last: last.transpose()?,
            kind,
            exact: row.exact,
            tempting,
            reason: reason.ok_or_else(no_key)?,
            rating: row.rating,
            answers,
        };
        Ok((puzzle, row.source))
    }
}
