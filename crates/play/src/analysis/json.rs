//! An analysis as a JSON object on one line.
//!
//! What is written reads back as the same analysis, so that a file of such lines is also the
//! memory of an interrupted run.

use serde::{Deserialize, Serialize};

use super::{Analysis, Explanation, Grade, MoveAnalysis, PeopleBeside, ReasonGiven, Summary};
use crate::strategy::Finding;
use crate::strategy::reason::ReasonKind;
use bianca_rules::othello::{Color, Move, Square};

/// A game and its analysis as a line has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisRow {
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
    /// The round of the tournament, if it is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// Where, or for which match, it was played, if that is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// When it was played, as the source writes it, if that is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The board at the start if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The game's moves, passes included.
    pub transcript: String,
    /// The name of the opening, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Black's result in discs if there is one.
    pub result: Option<f64>,
    /// Each disc put on the board.
    pub moves: Vec<RowMove>,
    /// What black's moves amount to.
    pub black_summary: RowSummary,
    /// What white's moves amount to.
    pub white_summary: RowSummary,
}

/// A move as a line has it; see [`MoveAnalysis`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowMove {
    number: usize,
    turn: usize,
    side: String,
    #[serde(rename = "move")]
    played: String,
    score: f64,
    best: String,
    best_score: f64,
    loss: f64,
    grade: String,
    proven: bool,
    depth: u32,
    confidence: u8,
    to_end: bool,
    variation: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    explanation: Option<RowExplanation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    people: Option<RowPeople>,
}

/// What people would have played, as a line has it; see [`PeopleBeside`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RowPeople {
    rating: u16,
    chance: f64,
    favourite: String,
    favourite_chance: f64,
}

/// An explanation as a line has it; see [`Explanation`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RowExplanation {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<RowReason>,
    played: Vec<String>,
    best: Vec<String>,
    position: Vec<String>,
}

/// A reason as a line has it; see [`ReasonGiven`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RowReason {
    name: String,
    squares: Vec<String>,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counts: Option<String>,
    variation: Vec<String>,
}

/// A summary as a line has it; see [`Summary`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowSummary {
    moves: usize,
    best: usize,
    mistakes: usize,
    blunders: usize,
    loss: f64,
    /// Lines of old files have none.
    #[serde(default)]
    accuracy: Option<f64>,
}

impl Grade {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    fn named(name: &str) -> Option<Grade> {
        [Grade::Best, Grade::Good, Grade::Mistake, Grade::Blunder]
            .into_iter()
            .find(|grade| grade.name() == name)
    }
}

impl From<Summary> for RowSummary {
    fn from(summary: Summary) -> RowSummary {
        RowSummary {
            moves: summary.moves,
            best: summary.best,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
            loss: super::hundredths(summary.loss),
            accuracy: summary.accuracy().map(super::hundredths),
        }
    }
}

/// The moves as a line has them.
pub fn moves(analysis: &Analysis) -> Vec<RowMove> {
    analysis.moves.iter().map(RowMove::from).collect()
}

/// A move as a line of its own.
pub fn line(judged: &MoveAnalysis) -> String {
    // Only keys that are no text and values that refuse to be written could fail.
    serde_json::to_string(&RowMove::from(judged)).unwrap_or_default()
}

impl From<&MoveAnalysis> for RowMove {
    fn from(mv: &MoveAnalysis) -> RowMove {
        RowMove {
            number: mv.number,
            turn: mv.turn,
            side: mv.color.to_string(),
            played: mv.played.to_string(),
            score: mv.score,
            best: mv.best.to_string(),
            best_score: mv.best_score,
            loss: mv.loss,
            grade: mv.grade.name().to_owned(),
            proven: mv.proven,
            depth: mv.depth,
            confidence: mv.confidence,
            to_end: mv.to_end,
            variation: mv.variation.iter().map(Move::to_string).collect(),
            explanation: mv.explanation.clone().map(|explanation| RowExplanation {
                reason: explanation.reason.map(RowReason::from),
                played: written(&explanation.played),
                best: written(&explanation.best),
                position: written(&explanation.position),
            }),
            people: mv.people.map(|people| RowPeople {
                rating: people.rating,
                chance: people.chance,
                favourite: people.favourite.to_string(),
                favourite_chance: people.favourite_chance,
            }),
        }
    }
}

impl AnalysisRow {
    /// The analysis; `None` if a word of the line is wrong.
    pub fn analysis(&self) -> Option<Analysis> {
        let moves = self.moves.iter().map(RowMove::analysis);
        Some(Analysis {
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

impl RowMove {
    fn analysis(&self) -> Option<MoveAnalysis> {
        let explanation = match &self.explanation {
            Some(explanation) => Some(explanation.explanation()?),
            None => None,
        };
        let people = match &self.people {
            Some(people) => Some(people.beside()?),
            None => None,
        };
        Some(MoveAnalysis {
            turn: self.turn,
            number: self.number,
            color: match self.side.as_str() {
                "black" => Color::Black,
                "white" => Color::White,
                _ => return None,
            },
            played: self.played.parse().ok()?,
            score: self.score,
            best: self.best.parse().ok()?,
            best_score: self.best_score,
            loss: self.loss,
            grade: Grade::named(&self.grade)?,
            proven: self.proven,
            depth: self.depth,
            confidence: self.confidence,
            to_end: self.to_end,
            variation: parsed(&self.variation)?,
            explanation,
            people,
        })
    }
}

impl RowPeople {
    fn beside(&self) -> Option<PeopleBeside> {
        Some(PeopleBeside {
            rating: self.rating,
            chance: self.chance,
            favourite: self.favourite.parse().ok()?,
            favourite_chance: self.favourite_chance,
        })
    }
}

impl From<ReasonGiven> for RowReason {
    fn from(reason: ReasonGiven) -> RowReason {
        RowReason {
            name: reason.kind.name().to_owned(),
            squares: reason.squares.iter().map(Square::to_string).collect(),
            text: reason.words,
            counts: reason.counts,
            variation: reason.played.iter().map(Move::to_string).collect(),
        }
    }
}

impl RowExplanation {
    fn explanation(&self) -> Option<Explanation> {
        let reason = match &self.reason {
            None => None,
            Some(reason) => Some(ReasonGiven {
                kind: ReasonKind::named(&reason.name)?,
                squares: parsed(&reason.squares)?,
                words: reason.text.clone(),
                counts: reason.counts.clone(),
                played: parsed(&reason.variation)?,
            }),
        };
        Some(Explanation {
            reason,
            played: parsed(&self.played)?,
            best: parsed(&self.best)?,
            position: parsed(&self.position)?,
        })
    }
}

/// Findings, in English whatever language the reason is in.
fn written(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(Finding::to_string).collect()
}

/// Squares, moves or findings; `None` if a word is none.
fn parsed<T: std::str::FromStr>(words: &[String]) -> Option<Vec<T>> {
    words.iter().map(|word| word.parse().ok()).collect()
}
