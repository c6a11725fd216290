//! How likely a person is to choose each move: a network of two small layers.
//!
//! What it gives each move is its appeal; a person chooses a move as often as the exponential of
//! its appeal is a share of the sum over all moves (a conditional logit model: McFadden,
//! "Conditional logit analysis of qualitative choice behavior", 1974). Beside the layers the
//! inputs count directly. The numbers stand in `choice.txt`, a row of the first layer a line.

use std::fmt::Write as _;
use std::sync::LazyLock;

use thiserror::Error;

use super::moment::{INPUTS, Moment};

/// Units of the first layer.
pub const FIRST: usize = 32;
/// Units of the second layer.
pub const SECOND: usize = 16;

/// Where each part of the numbers begins.
pub mod part {
    use super::{FIRST, INPUTS, SECOND};

    /// What a unit of the first layer gets of each input, input by input.
    pub const TO_FIRST: usize = 0;
    /// What it gets in any case.
    pub const FIRST_BIAS: usize = TO_FIRST + INPUTS * FIRST;
    /// What a unit of the second layer gets of each unit of the first, unit by unit.
    pub const TO_SECOND: usize = FIRST_BIAS + FIRST;
    /// What it gets in any case.
    pub const SECOND_BIAS: usize = TO_SECOND + FIRST * SECOND;
    /// What the appeal gets of each unit of the second layer.
    pub const TO_APPEAL: usize = SECOND_BIAS + SECOND;
    /// What it gets of each input directly.
    pub const DIRECT: usize = TO_APPEAL + SECOND;
    /// All numbers.
    pub const ALL: usize = DIRECT + INPUTS;
}

/// What a unit keeps of a sum below 0.
pub const LEAK: f32 = 0.05;

/// A model of how people choose.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceModel {
    numbers: Box<[f32; part::ALL]>,
}

/// Why a text holds no model.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ChoiceModelError {
    /// A word is no number.
    #[error("'{0}' is not a number")]
    NotANumber(String),
    /// Not as many as a model has.
    #[error("{0} numbers, not {expected}", expected = part::ALL)]
    Count(usize),
}

impl ChoiceModel {
    /// The one that was fitted to the games of tournaments.
    pub fn embedded() -> &'static ChoiceModel {
        static MODEL: LazyLock<ChoiceModel> = LazyLock::new(|| {
            // A test reads it.
            ChoiceModel::parse(include_str!("choice.txt")).unwrap_or_else(|_| ChoiceModel::empty())
        });
        &MODEL
    }

    /// One to which all moves are alike.
    pub fn empty() -> ChoiceModel {
        ChoiceModel {
            numbers: Box::new([0.0; part::ALL]),
        }
    }

    /// One with these numbers.
    pub fn new(numbers: Box<[f32; part::ALL]>) -> ChoiceModel {
        ChoiceModel { numbers }
    }

    /// Reads what [`text`](ChoiceModel::text) writes.
    ///
    /// # Errors
    /// If a word is no number, or there are too few or too many.
    pub fn parse(text: &str) -> Result<ChoiceModel, ChoiceModelError> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let words = lines.flat_map(str::split_whitespace);
        let number = |word: &str| {
            let finite = word.parse().ok().filter(|number: &f32| number.is_finite());
            finite.ok_or_else(|| ChoiceModelError::NotANumber(word.to_owned()))
        };
        let numbers: Vec<f32> = words.map(number).collect::<Result<_, _>>()?;
        let count = numbers.len();
        let numbers = numbers.try_into();
        numbers
            .map(|numbers| ChoiceModel { numbers })
            .map_err(|_: Vec<f32>| ChoiceModelError::Count(count))
    }

    /// The numbers as text, rounded to three decimals.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in self.numbers.chunks(FIRST) {
            let words: Vec<String> = row.iter().map(|number| short(*number)).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", words.join(" "));
        }
        text
    }

    /// All numbers; [`part`] says which is which.
    pub fn numbers(&self) -> &[f32; part::ALL] {
        &self.numbers
    }

    /// The appeal of each move of a moment.
    pub fn appeals(&self, moment: &Moment<'_>) -> Vec<f32> {
        let inputs = moment.inputs();
        inputs
            .iter()
            .map(|row| appeal(&self.numbers, row))
            .collect()
    }
}

/// How likely each move is by its appeal; the higher the temperature, the more alike.
pub fn shares(appeals: &[f32], temperature: f32) -> Vec<f32> {
    let highest = appeals.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = appeals
        .iter()
        .map(|appeal| ((appeal - highest) / temperature).exp())
        .collect();
    let sum: f32 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// What the units of both layers say of one move; the second layer's are what the appeal is made
/// of.
pub struct Units {
    /// Of the first layer.
    pub first: [f32; FIRST],
    /// Of the second layer.
    pub second: [f32; SECOND],
}

impl Units {
    /// The units for one move's inputs.
    pub fn of(numbers: &[f32; part::ALL], row: &[f32; INPUTS]) -> Units {
        let mut first = [0.0; FIRST];
        first.copy_from_slice(&numbers[part::FIRST_BIAS..part::TO_SECOND]);
        let weights = numbers[part::TO_FIRST..].chunks_exact(FIRST);
        for (weights, &input) in weights.zip(row) {
            if input != 0.0 {
                for (sum, weight) in first.iter_mut().zip(weights) {
                    *sum += weight * input;
                }
            }
        }
        first = first.map(bent);
        let mut second = [0.0; SECOND];
        second.copy_from_slice(&numbers[part::SECOND_BIAS..part::TO_APPEAL]);
        let weights = numbers[part::TO_SECOND..].chunks_exact(SECOND);
        for (weights, unit) in weights.zip(first) {
            for (sum, weight) in second.iter_mut().zip(weights) {
                *sum += weight * unit;
            }
        }
        Units {
            first,
            second: second.map(bent),
        }
    }

    /// The appeal that they make.
    pub fn appeal(&self, numbers: &[f32; part::ALL], row: &[f32; INPUTS]) -> f32 {
        let units = numbers[part::TO_APPEAL..].iter().zip(&self.second);
        let direct = numbers[part::DIRECT..].iter().zip(row);
        let product = |(weight, unit): (&f32, &f32)| weight * unit;
        units.map(product).sum::<f32>() + direct.map(product).sum::<f32>()
    }
}

fn appeal(numbers: &[f32; part::ALL], row: &[f32; INPUTS]) -> f32 {
    Units::of(numbers, row).appeal(numbers, row)
}

fn bent(sum: f32) -> f32 {
    if sum > 0.0 { sum } else { LEAK * sum }
}

/// A number without what does not count: `.5` for `0.500`.
fn short(number: f32) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "" | "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_model_is_read_and_written() {
        let text = include_str!("choice.txt");
        let model = ChoiceModel::parse(text).unwrap();
        assert_ne!(model, ChoiceModel::empty());
        assert_eq!(ChoiceModel::parse(&model.text()).unwrap(), model);
    }

    #[test]
    fn a_text_that_is_no_model_is_refused() {
        let count = ChoiceModelError::Count(2);
        assert_eq!(ChoiceModel::parse("1 2"), Err(count));
        for word in ["x", "nan", "inf"] {
            let wrong = ChoiceModelError::NotANumber(word.to_owned());
            assert_eq!(ChoiceModel::parse(word), Err(wrong));
        }
    }

    #[test]
    fn numbers_are_written_short() {
        let short: Vec<String> = [0.5, -0.0001, 12.0, -3.25].map(short).to_vec();
        assert_eq!(short, ["0.5", "0", "12", "-3.25"]);
    }
}
