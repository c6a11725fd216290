//! Exercises out of a reader's own moves, and what an answer is worth.
//!
//! Invariant: a move within [`AS_GOOD`] discs of the best is right, exactly where the position is
//! solved. What was right when an exercise was made stays right; an answer that was not looked at
//! then is right as well if it is found to be as good.

use thiserror::Error;

use super::item::{Item, ItemKind, Worth, rounded};
use crate::analysis::MISTAKE;
use crate::people::choice::ChoiceModel;
use crate::people::openings::Openings;
use crate::people::sight::{PLIES, Sight};
use crate::people::turns::Turn;
use crate::puzzles::Answer;
use crate::puzzles::difficulty::chances;
use crate::puzzles::scorer::Scorer;
use crate::strategy::reason::{ReasonKind, why_worse};
use crate::strategy::words::Verdict;
use bianca_rules::othello::{Color, Move, Position, Square};
use bianca_search::request::{Limits, Report, StopFlag};
use bianca_search::search::{Settings, TableTooLarge};
use bianca_system::foreign::excerpt;
use bianca_system::language::Language;

/// Discs below the best move within which a move is right.
pub const AS_GOOD: f64 = 0.5;

/// The share of people who play a move, below which it was hard to find.
pub const HARD: f32 = 1.0 / 3.0;

/// With at most so many empty squares positions are solved: a page has an answer in seconds.
pub const SOLVED: u32 = 20;

/// The most moves that are looked at for being as good as the best.
const MOST_RIGHT: usize = 8;

/// The level of positions that are not solved.
const LEVEL: u32 = 16;

/// Somebody who looks at moves.
pub struct Examiner {
    sight: Sight,
    scorer: Scorer,
    model: &'static ChoiceModel,
}

/// What there is to learn from a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Examined {
    /// An exercise, and what the move lost in discs.
    Exercise(Box<Item>, f64),
    /// It lost more than a right move, and less than a mistake.
    Small,
    /// It was right, and most people find it.
    Easy,
}

/// What there is to say about an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The move that was judged: the last one of the reader's.
    pub square: Square,
    /// Whether it is right, and all before it.
    pub right: bool,
    /// Whether nothing is left to be found.
    pub over: bool,
    /// What the opponent answers in an ending that is played out: its best move, or a pass.
    pub reply: Option<Move>,
    /// Whether the scores are exact.
    pub exact: bool,
    /// What the move is worth, in discs.
    pub score: f64,
    /// What follows it, itself included.
    pub line: Vec<Move>,
    /// The right moves in its place, each with what follows; best first.
    pub best: Vec<Answer>,
    /// Why it is wrong, or why another one would be.
    pub verdict: Verdict,
}

/// Why moves are no answer.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// A move that cannot be made.
    #[error("'{0}' is no legal move there")]
    Illegal(String),
    /// There is nothing to judge, or the last move is the opponent's.
    #[error("the last move is not the reader's")]
    NotTheReaders,
    /// The exercise was over before.
    #[error("the exercise is over before '{0}'")]
    Over(String),
}

/// A move of the reader's, and where it was made.
struct Step {
    position: Position,
    square: Square,
}

impl Examiner {
    /// One whose searches have as many threads and as much memory as the settings say.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings) -> Result<Examiner, TableTooLarge> {
        let settings = Settings {
            level: LEVEL,
            ..settings
        };
        Ok(Examiner {
            sight: Sight::new(&settings)?,
            scorer: Scorer::new(settings, SOLVED)?,
            model: ChoiceModel::embedded(),
        })
    }

    /// What there is to learn from a move that was chosen among several, in a game that had these
    /// moves before it; `None` if it is stopped.
    pub fn examine(&mut self, turn: &Turn, before: &[Square], stop: &StopFlag) -> Option<Examined> {
        let position = turn.place.position;
        let seen = self.sight.look(position, &PLIES, &Limits::default(), stop);
        if stop.is_raised() {
            return None;
        }
        let counts = Openings::embedded().counts(position);
        let moment = turn.moment(&seen.seen, &counts);
        let chances = chances(self.model, &moment);
        let chance_of = |square| {
            let mut moves = seen.seen.moves.iter().zip(&chances);
            moves
                .find(|(mv, _)| mv.square == square)
                .map_or(0.0, |(_, chance)| *chance)
        };
        let lines = self.right_lines(position, stop)?;
        let best = lines.first()?;
        let right: Vec<Answer> = as_good(&lines);
        let is_right = right.iter().any(|right| right.square == turn.square);
        if is_right && chance_of(turn.square) >= HARD {
            return Some(Examined::Easy);
        }
        // The mistake, or the wrong move that people play most.
        let wrong = if is_right {
            let others = position.moves().into_iter();
            let others = others.filter(|square| right.iter().all(|right| right.square != *square));
            others.max_by(|one, other| chance_of(*one).total_cmp(&chance_of(*other)))
        } else {
            Some(turn.square)
        };
        let Some(wrong) = wrong else {
            return Some(Examined::Easy);
        };
        let wrong = self.scorer.worth(position, wrong, best, stop)?;
        let loss = rounded(best.score.discs()) - rounded(wrong.score);
        if loss < MISTAKE {
            return Some(if is_right {
                Examined::Easy
            } else {
                Examined::Small
            });
        }
        let reason = why_worse(position, &wrong.line, &right.first()?.line);
        let kind = if is_right {
            ItemKind::Sound
        } else {
            ItemKind::Mistake
        };
        let worths = right.iter().map(Worth::from).collect();
        let item = Item {
            moves: before.to_vec(),
            last: turn.place.lasts[0],
            wrong: Some(Worth::from(&wrong)),
            played: Some(turn.square),
            exact: best.is_proven(),
            theme: reason.map(|reason| reason.kind()),
            ..Item::new(kind, position, turn.side, worths)
        };
        let lost = if is_right { 0.0 } else { loss };
        Some(Examined::Exercise(Box::new(item), lost))
    }

    /// Judges the last of some moves from an exercise's position on, the reader's and the
    /// opponent's by turns; `None` if it is stopped.
    ///
    /// # Errors
    /// If they cannot be made, or the last one is not the reader's.
    pub fn judge(
        &mut self,
        item: &Item,
        moves: &[Square],
        stop: &StopFlag,
    ) -> Result<Option<Judged>, AnswerError> {
        let steps = steps(item, moves)?;
        let mut right = true;
        for (number, step) in steps.iter().enumerate() {
            let is_last = number + 1 == steps.len();
            if !is_last && number == 0 {
                right &= item.is_right(step.square);
            } else if !is_last {
                let Some(keeps) = self.keeps_the_win(step, stop) else {
                    return Ok(None);
                };
                right &= keeps;
            }
        }
        let last = steps.last().ok_or(AnswerError::NotTheReaders)?;
        let judged = match steps.len() {
            1 => self.judge_first(item, last, stop),
            _ => self.judge_later(item.to_move, last, stop),
        };
        let judged = judged.map(|judged| Judged {
            right: judged.right && right,
            ..judged
        });
        let Some(judged) = judged else {
            return Ok(None);
        };
        self.with_reply(item, last, judged, stop)
    }

    /// What the opponent answers, if an exercise that is played out goes on.
    fn with_reply(
        &mut self,
        item: &Item,
        last: &Step,
        mut judged: Judged,
        stop: &StopFlag,
    ) -> Result<Option<Judged>, AnswerError> {
        let child = last.position.play_unchecked(last.square);
        if !judged.right || !item.is_played_out() || child.is_over() {
            return Ok(Some(judged));
        }
        let reply = if child.must_pass() {
            Move::Pass
        } else {
            let Some(lines) = self.scorer.best(child, 1, stop) else {
                return Ok(None);
            };
            let reply = lines.first().and_then(Answer::of);
            reply.map_or(Move::Pass, |reply| reply.square.into())
        };
        // Where the reader cannot move afterwards there is nothing left to be found.
        judged.over = child.make_unchecked(reply).moves().is_empty();
        judged.reply = Some(reply);
        Ok(Some(judged))
    }

    /// Judges the first move of an exercise.
    fn judge_first(&mut self, item: &Item, step: &Step, stop: &StopFlag) -> Option<Judged> {
        let position = step.position;
        let count = item.right.len().clamp(1, MOST_RIGHT);
        let lines = self.scorer.best(position, count, stop)?;
        let beside = lines.first()?;
        let mut best = Vec::new();
        for right in &item.right {
            let mut found = lines.iter().filter_map(Answer::of);
            let found = found.find(|answer| answer.square == right.square);
            let found = match found {
                Some(answer) => answer,
                None => self.scorer.worth(position, right.square, beside, stop)?,
            };
            // An exercise has the scores that it was made with.
            best.push(Answer {
                score: right.score,
                ..found
            });
        }
        let of_item = best.iter().find(|answer| answer.square == step.square);
        let answer = match of_item {
            Some(answer) => answer.clone(),
            None => self.scorer.worth(position, step.square, beside, stop)?,
        };
        let first = best.first()?;
        let known_wrong = item.wrong.filter(|wrong| wrong.square == step.square);
        let score = known_wrong.map_or(answer.score, |wrong| wrong.score);
        let loss = (rounded(first.score) - rounded(score)).max(0.0);
        let is_opening = item.kind == ItemKind::Opening;
        let is_as_good = known_wrong.is_none() && loss <= AS_GOOD && !is_opening;
        let right = item.is_right(step.square) || is_as_good;
        let verdict = if !right {
            let reason = why_worse(position, &answer.line, &first.line);
            Verdict {
                mover: item.to_move,
                played: step.square,
                other: Some(first.square),
                loss,
                reason: reason.filter(|_| loss > 0.0),
            }
        } else {
            match item.wrong {
                Some(wrong) => {
                    let tempting = self.scorer.worth(position, wrong.square, beside, stop)?;
                    Verdict {
                        mover: item.to_move,
                        played: step.square,
                        other: Some(wrong.square),
                        loss: -(score - wrong.score).max(AS_GOOD),
                        reason: why_worse(position, &tempting.line, &answer.line),
                    }
                }
                None => Verdict {
                    mover: item.to_move,
                    played: step.square,
                    other: Some(first.square),
                    loss: if is_opening { 0.0 } else { loss },
                    reason: None,
                },
            }
        };
        Some(Judged {
            square: step.square,
            right,
            over: true,
            reply: None,
            exact: item.exact && (beside.is_proven() || known_wrong.is_some()),
            score,
            line: answer.line,
            best,
            verdict,
        })
    }

    /// Judges a later move of an ending: it is right if it still wins.
    fn judge_later(&mut self, mover: Color, step: &Step, stop: &StopFlag) -> Option<Judged> {
        let lines = self.scorer.best(step.position, 1, stop)?;
        let beside = lines.first()?;
        let best = Answer::of(beside)?;
        let answer = if best.square == step.square {
            best.clone()
        } else {
            self.scorer
                .worth(step.position, step.square, beside, stop)?
        };
        let loss = (best.score - answer.score).max(0.0);
        let reason = why_worse(step.position, &answer.line, &best.line);
        Some(Judged {
            square: step.square,
            right: answer.score > 0.0,
            over: true,
            reply: None,
            exact: beside.is_proven(),
            score: answer.score,
            line: answer.line,
            verdict: Verdict {
                mover,
                played: step.square,
                other: Some(best.square).filter(|best| *best != step.square),
                loss,
                reason: reason.filter(|_| loss > 0.0),
            },
            best: vec![best],
        })
    }

    fn keeps_the_win(&mut self, step: &Step, stop: &StopFlag) -> Option<bool> {
        let lines = self.scorer.best(step.position, 1, stop)?;
        let answer = self
            .scorer
            .worth(step.position, step.square, lines.first()?, stop)?;
        Some(answer.score > 0.0)
    }

    /// The lines of all moves that are right, and at least one.
    fn right_lines(&mut self, position: Position, stop: &StopFlag) -> Option<Vec<Report<Move>>> {
        let mut count = 2;
        loop {
            let lines = self.scorer.best(position, count, stop)?;
            let all_right = as_good(&lines).len() == count;
            if !all_right || count >= MOST_RIGHT {
                return Some(lines);
            }
            count *= 2;
        }
    }
}

impl Judged {
    /// What it is about: why the move is wrong.
    pub fn theme(&self) -> Option<ReasonKind> {
        self.verdict.reason.as_ref().map(|reason| reason.kind())
    }

    /// What is said of the move, in a sentence or two.
    pub fn told(&self, language: Language) -> String {
        self.verdict.sentences(language)
    }
}

/// The answers of the lines that are as good as the best.
fn as_good(lines: &[Report<Move>]) -> Vec<Answer> {
    let answers = lines.iter().filter_map(Answer::of);
    let mut answers: Vec<Answer> = answers.collect();
    let best = answers.first().map_or(0.0, |best| best.score);
    answers.retain(|answer| best - answer.score <= AS_GOOD);
    answers
}

/// The reader's moves among some from an exercise's position on, each with its position.
fn steps(item: &Item, moves: &[Square]) -> Result<Vec<Step>, AnswerError> {
    let mut position = item.position;
    let mut is_readers = true;
    let mut steps = Vec::new();
    for &square in moves {
        let word = || excerpt(&square.to_string());
        if !steps.is_empty() && !item.is_played_out() {
            return Err(AnswerError::Over(word()));
        }
        if position.must_pass() {
            position = position.make_unchecked(Move::Pass);
            is_readers = !is_readers;
        }
        if !position.moves().contains(square) {
            return Err(AnswerError::Illegal(word()));
        }
        if is_readers {
            steps.push(Step { position, square });
        }
        position = position.play_unchecked(square);
        is_readers = !is_readers;
    }
    // After the last move it is the opponent's turn, whether it can move or not.
    if steps.is_empty() || is_readers {
        return Err(AnswerError::NotTheReaders);
    }
    Ok(steps)
}
