//! Games that are ended before their end because both sides know how they end.
//!
//! The rules and their words are those of cutechess and fastchess: a draw once both sides have
//! thought for so many moves that nobody is ahead, a resignation once a side has thought for so
//! many moves that it is lost. Only what engines say of their own moves counts; a move of which
//! nothing is said begins the count anew. Nothing here knows the rules of the game.

use std::str::FromStr;

use thiserror::Error;

use bianca_play::player::driver::DrivenTurn;
use bianca_rules::othello::Color;

/// When a game is called a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// Not before so many moves of the game were played.
    pub move_number: u32,
    /// How many moves of each side in a row must say so.
    pub move_count: u32,
    /// By how many discs a score may differ from zero.
    pub score: f64,
}

/// When a side is taken to resign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// How many moves of the side in a row must say so.
    pub move_count: u32,
    /// How many discs it must be behind.
    pub score: f64,
    /// Whether the other side must think the same of its own last moves.
    pub two_sided: bool,
}

/// A rule that cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RuleError {
    /// A word that is no field of the rule.
    #[error("'{word}' is not one of {fields}")]
    BadField {
        /// The word.
        word: String,
        /// What there is.
        fields: &'static str,
    },
    /// A field that is not there.
    #[error("'{0}=' is missing")]
    Missing(&'static str),
}

const DRAW_FIELDS: &str = "movenumber=MOVE movecount=MOVES score=DISCS";
const RESIGN_FIELDS: &str = "movecount=MOVES score=DISCS twosided=true or false";

impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        let (mut number, mut count, mut score) = (Some(0), None, None);
        for word in text.split_whitespace() {
            let read = match word.split_once('=') {
                Some(("movenumber", value)) => set(&mut number, value.parse().ok()),
                Some(("movecount", value)) => set(&mut count, positive(value)),
                Some(("score", value)) => set(&mut score, discs(value)),
                _ => false,
            };
            if !read {
                return Err(bad(word, DRAW_FIELDS));
            }
        }
        Ok(DrawRule {
            move_number: number.unwrap_or_default(),
            move_count: count.ok_or(RuleError::Missing("movecount"))?,
            score: score.ok_or(RuleError::Missing("score"))?,
        })
    }
}

impl FromStr for ResignRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<ResignRule, RuleError> {
        let (mut count, mut score, mut two_sided) = (None, None, Some(false));
        for word in text.split_whitespace() {
            let read = match word.split_once('=') {
                Some(("movecount", value)) => set(&mut count, positive(value)),
                Some(("score", value)) => set(&mut score, discs(value)),
                Some(("twosided", value)) => set(&mut two_sided, value.parse().ok()),
                _ => false,
            };
            if !read {
                return Err(bad(word, RESIGN_FIELDS));
            }
        }
        Ok(ResignRule {
            move_count: count.ok_or(RuleError::Missing("movecount"))?,
            score: score.ok_or(RuleError::Missing("score"))?,
            two_sided: two_sided.unwrap_or_default(),
        })
    }
}

/// Sets a field of a rule, if it could be read.
fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    *field = value;
    field.is_some()
}

fn bad(word: &str, fields: &'static str) -> RuleError {
    RuleError::BadField {
        word: word.to_owned(),
        fields,
    }
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&number| number > 0)
}

fn discs(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|discs| (0.0..=64.0).contains(discs))
}

/// The rules of a match; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// When a game is a draw.
    pub draw: Option<DrawRule>,
    /// When a game is lost.
    pub resign: Option<ResignRule>,
}

/// How a game was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudged {
    /// Black's points: none for a draw, else the discs that the loser expected.
    pub points: i32,
    /// In words.
    pub reason: &'static str,
}

/// Counts for one game.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    rules: Adjudication,
    /// Moves in a row, of both sides, that say that nobody is ahead.
    even: u32,
    /// Moves of each side in a row that say that it is lost, and that it has won.
    lost: [u32; 2],
    won: [u32; 2],
}

impl Counter {
    /// Begins to count.
    pub fn new(rules: Adjudication) -> Counter {
        Counter {
            rules,
            ..Counter::default()
        }
    }

    /// Counts a turn, behind which `moves` of the game are played, and says whether it ends it.
    pub fn count(&mut self, turn: &DrivenTurn, moves: u32) -> Option<Adjudged> {
        let side = turn.color as usize;
        let score = match turn.summary.score {
            // Nobody was asked.
            None if turn.is_pass() => return None,
            score => score.map(|score| score.discs()),
        };
        let add = |count: &mut u32, holds: bool| *count = if holds { *count + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            add(
                &mut self.even,
                score.is_some_and(|score| score.abs() <= rule.score),
            );
            if moves >= rule.move_number && self.even >= 2 * rule.move_count {
                return Some(Adjudged {
                    points: 0,
                    reason: "draw, as both sides think",
                });
            }
        }
        let rule = self.rules.resign?;
        add(
            &mut self.lost[side],
            score.is_some_and(|score| score <= -rule.score),
        );
        add(
            &mut self.won[side],
            score.is_some_and(|score| score >= rule.score),
        );
        let loser = [Color::Black, Color::White].into_iter().find(|&color| {
            let (own, other) = (color as usize, !color as usize);
            self.lost[own] >= rule.move_count
                && (!rule.two_sided || self.won[other] >= rule.move_count)
        })?;
        // Whoever moved last has said it last, of either side.
        let lead = 2 * (score.unwrap_or(rule.score).abs() / 2.0).round().max(1.0) as i32;
        Some(Adjudged {
            points: loser.select(-lead, lead),
            reason: "resigned, as its scores say",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use bianca_play::game::{GameMove, discs};
    use bianca_play::player::SearchSummary;
    use bianca_search::request::Score;

    /// After which turn the game is ended, and how; black's and white's scores by turns.
    fn ended(rules: Adjudication, scores: &[Option<f64>]) -> Option<(usize, i32)> {
        let mut counter = Counter::new(rules);
        scores.iter().enumerate().find_map(|(index, score)| {
            let turn = DrivenTurn {
                color: [Color::Black, Color::White][index % 2],
                mv: discs("f5")[0],
                summary: SearchSummary {
                    score: score.map(Score::from_fraction),
                    ..SearchSummary::default()
                },
            };
            let adjudged = counter.count(&turn, index as u32 + 1)?;
            Some((index + 1, adjudged.points))
        })
    }

    fn draw(text: &str) -> Adjudication {
        Adjudication {
            draw: Some(text.parse().unwrap()),
            resign: None,
        }
    }

    fn resign(text: &str) -> Adjudication {
        Adjudication {
            draw: None,
            resign: Some(text.parse().unwrap()),
        }
    }

    #[test]
    fn a_draw_is_called_when_both_say_so_long_enough_and_late_enough() {
        let even = [Some(0.5); 20];
        assert_eq!(ended(draw("movecount=2 score=1"), &even), Some((4, 0)));
        assert_eq!(
            ended(draw("movenumber=9 movecount=2 score=1"), &even),
            Some((9, 0))
        );
        let mut broken = even;
        (broken[2], broken[9]) = (Some(1.5), None);
        assert_eq!(ended(draw("movecount=3 score=1"), &broken), Some((9, 0)));
        assert_eq!(ended(draw("movecount=4 score=1"), &broken), Some((18, 0)));
        assert_eq!(ended(draw("movecount=1 score=0.25"), &even), None);
    }

    #[test]
    fn a_lost_score_is_not_an_even_one() {
        let rule = draw("movecount=1 score=1");
        assert_eq!(ended(rule, &[Some(-1.0), Some(1.0)]), Some((2, 0)));
        assert_eq!(ended(rule, &[Some(-1.5); 6]), None);
        assert_eq!(ended(rule, &[Some(1.5); 6]), None);
    }

    #[test]
    fn a_pass_breaks_no_row_and_counts_for_none() {
        let after_a_pass = |rules, scores: [f64; 3]| {
            let mut counter = Counter::new(rules);
            let mut count = |color, score: Option<f64>| {
                let mv = match score {
                    Some(_) => discs("f5")[0],
                    None => GameMove::PASS,
                };
                let mut turn = DrivenTurn::new(color, mv, Duration::ZERO);
                turn.summary.score = score.map(Score::from_fraction);
                counter.count(&turn, 1).is_some()
            };
            let [first, second, third] = scores;
            [
                count(Color::Black, Some(first)),
                count(Color::White, None),
                count(Color::Black, Some(second)),
                count(Color::White, Some(third)),
            ]
        };
        let rule = draw("movecount=2 score=1");
        assert_eq!(after_a_pass(rule, [0.0; 3]), [false; 4], "three moves");
        let rule = draw("movecount=1 score=1");
        assert_eq!(after_a_pass(rule, [0.0; 3]), [false, false, true, true]);
        let rule = resign("movecount=2 score=9");
        let ended = [false, false, true, true];
        assert_eq!(after_a_pass(rule, [-20.0, -20.0, 20.0]), ended);
        let rule = resign("movecount=1 score=9 twosided=true");
        let ended = [false, false, false, true];
        assert_eq!(after_a_pass(rule, [-20.0, -20.0, 20.0]), ended);
    }

    #[test]
    fn a_side_resigns_when_it_says_so_and_the_other_if_that_is_asked() {
        let lost: Vec<Option<f64>> = (0..20).map(|n| Some([-20.0, 9.0][n % 2])).collect();
        assert_eq!(ended(resign("movecount=3 score=20"), &lost), Some((5, -20)));
        assert_eq!(
            ended(resign("movecount=3 score=20 twosided=true"), &lost),
            None
        );
        // What the last of them says is what it is counted by.
        assert_eq!(
            ended(resign("movecount=3 score=9 twosided=true"), &lost),
            Some((6, -10))
        );
        let won: Vec<Option<f64>> = (0..20).map(|n| Some([30.0, -31.2][n % 2])).collect();
        assert_eq!(ended(resign("movecount=2 score=20"), &won), Some((4, 32)));
        assert_eq!(ended(Adjudication::default(), &won), None);
    }

    #[test]
    fn what_is_no_rule_is_named() {
        for (text, message) in [
            ("movecount=2", "'score=' is missing"),
            ("score=1", "'movecount=' is missing"),
            ("movecount=0 score=1", "'movecount=0' is not one of"),
            ("movecount=1 score=-1", "'score=-1' is not one of"),
            (
                "movenumber=x movecount=1 score=1",
                "'movenumber=x' is not one of",
            ),
            ("5", "'5' is not one of"),
        ] {
            let error = text.parse::<DrawRule>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
        for text in [
            "twosided=maybe movecount=1 score=1",
            "movecount=1 score=nan",
            "",
        ] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
    }
}
