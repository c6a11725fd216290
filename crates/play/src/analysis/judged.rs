//! What was found of the moves of a game, and what a side's moves amount to.
//!
//! Invariant: the best move's score is never below that of the move played. How it was found,
//! nothing here knows.

use super::explanation::Explanation;
use crate::people::judgement::{LEAST_CHOICES, accuracy};
use bianca_rules::othello::{Color, Move, Square};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// None is better.
    Best,
    /// It loses less than [`MISTAKE`](super::MISTAKE).
    Good,
    /// It loses less than a blunder does.
    Mistake,
    /// It loses as much as [`AnalysisPlan::blunder`](super::AnalysisPlan::blunder) or more.
    Blunder,
}

/// A move of a game and what it was worth. Scores are in discs from the side that moved, rounded
/// to two decimals.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// Which of the game's turns it is, from 0, passes counted.
    pub turn: usize,
    /// Which disc it is, from 1.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// Where the disc was put.
    pub played: Square,
    /// What that leads to.
    pub score: f64,
    /// The best move, which is the one played if none is better.
    pub best: Square,
    /// What that leads to.
    pub best_score: f64,
    /// The difference of the two.
    pub loss: f64,
    /// What the difference amounts to.
    pub grade: Grade,
    /// Whether both scores are exact.
    pub proven: bool,
    /// Plies searched for the best move.
    pub depth: u32,
    /// The probability in percent that selective cuts left its score right.
    pub confidence: u8,
    /// Whether the search for it saw the end of the game.
    pub to_end: bool,
    /// What follows the best move, itself included.
    pub variation: Vec<Move>,
    /// For a mistake or a blunder, if it was asked for.
    pub explanation: Option<Explanation>,
    /// What people would have played, if it was asked for.
    pub people: Option<PeopleBeside>,
}

/// What people of one rating would have played in the place of a move. Chances are in percent,
/// rounded to one decimal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeopleBeside {
    /// Their rating.
    pub rating: u16,
    /// How likely they were to play the move, or one that is its mirror image.
    pub chance: f64,
    /// The move that they play most often: the one played, if it is a mirror image of that.
    pub favourite: Square,
    /// How likely they are to play that.
    pub favourite_chance: f64,
}

/// An analysed game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The discs put on the board, in their order; passes are not judged.
    pub moves: Vec<MoveAnalysis>,
}

impl Grade {
    /// Whether a move of this grade is marked, and explained.
    pub const fn is_marked(self) -> bool {
        matches!(self, Grade::Mistake | Grade::Blunder)
    }
}

/// One side's moves together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Moves made.
    pub moves: usize,
    /// Moves than which none was better.
    pub best: usize,
    /// Moves that were mistakes, blunders not counted.
    pub mistakes: usize,
    /// Moves that were blunders.
    pub blunders: usize,
    /// Discs lost by all moves together.
    pub loss: f64,
    /// The [accuracies](accuracy) of all moves together, in percent.
    pub accuracies: f64,
}

impl Analysis {
    /// What a side's moves amount to.
    pub fn summary(&self, color: Color) -> Summary {
        let mut summary = Summary::default();
        for mv in self.moves.iter().filter(|mv| mv.color == color) {
            summary.moves += 1;
            summary.loss += mv.loss;
            summary.accuracies += accuracy(mv.loss);
            match mv.grade {
                Grade::Best => summary.best += 1,
                Grade::Good => {}
                Grade::Mistake => summary.mistakes += 1,
                Grade::Blunder => summary.blunders += 1,
            }
        }
        summary
    }
}

impl MoveAnalysis {
    /// What a better move would have led to, and why; with `counts` also what was counted.
    pub(super) fn remark(&self, counts: bool) -> String {
        let exact = if self.proven { ", exact" } else { "" };
        let mut remark = format!(
            "{}: {} loses {:.2}{exact}, {} leads to {:+.2}",
            self.grade.name(),
            self.played,
            self.loss,
            self.best,
            self.best_score,
        );
        if let Some(explanation) = &self.explanation {
            if let Some(reason) = &explanation.reason {
                remark += "; ";
                remark += &reason.words;
            }
            if counts {
                remark += &explanation.counted(self.played, self.best);
            }
        }
        remark
    }
}

impl Summary {
    /// Discs lost by a move on average.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }

    /// How right the moves were, in percent: the mean of their [accuracies](accuracy); `None` of so
    /// few moves that it would say little.
    pub fn accuracy(&self) -> Option<f64> {
        let is_enough = self.moves >= LEAST_CHOICES as usize;
        is_enough.then(|| self.accuracies / self.moves as f64)
    }

    /// Both together.
    pub fn plus(self, other: Summary) -> Summary {
        Summary {
            moves: self.moves + other.moves,
            best: self.best + other.best,
            mistakes: self.mistakes + other.mistakes,
            blunders: self.blunders + other.blunders,
            loss: self.loss + other.loss,
            accuracies: self.accuracies + other.accuracies,
        }
    }
}
