//! How far an evaluation is from labels, by empty squares.

use std::fmt;

use bianca_search::eval::network::Network;

use super::records::LabelBasis;
use super::samples::Sample;

/// Empty squares in one line of the short table.
const STAGE: usize = 4;
/// One more than the most empty squares that a position can have.
const EMPTIES: usize = 65;

/// Errors of an evaluation on a set of samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    /// By empty squares; searched labels and exact ones apart.
    errors: [[LabelErrors; 2]; EMPTIES],
}

/// A sum of errors: estimates less labels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabelErrors {
    count: u64,
    signed: f64,
    absolute: f64,
    squares: f64,
}

impl LabelErrors {
    /// Samples.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean error in discs; more than 0 if the evaluation finds the side to move better than it is.
    pub fn signed(&self) -> f64 {
        self.signed / self.count.max(1) as f64
    }

    /// Mean absolute error in discs.
    pub fn mean(&self) -> f64 {
        self.absolute / self.count.max(1) as f64
    }

    /// Mean squared error in square discs.
    pub fn mean_square(&self) -> f64 {
        self.squares / self.count.max(1) as f64
    }

    /// Adds an error in discs.
    pub(super) fn add(&mut self, error: f64) {
        self.count += 1;
        self.signed += error;
        self.absolute += error.abs();
        self.squares += error * error;
    }

    /// Those of both.
    pub(super) fn plus(self, other: LabelErrors) -> LabelErrors {
        LabelErrors {
            count: self.count + other.count,
            signed: self.signed + other.signed,
            absolute: self.absolute + other.absolute,
            squares: self.squares + other.squares,
        }
    }
}

impl Accuracy {
    /// The errors of `network` on `samples`.
    pub fn of(network: &Network, samples: &[Sample]) -> Accuracy {
        let mut errors = [[LabelErrors::default(); 2]; EMPTIES];
        for sample in samples {
            let position = &sample.position;
            let estimate = network.estimate(position);
            let error = f64::from(estimate) / 256.0 - f64::from(sample.target);
            let kind = usize::from(sample.reach == LabelBasis::Exact);
            errors[position.empties() as usize][kind].add(error);
        }
        Accuracy { errors }
    }

    /// All samples together.
    pub fn all(&self) -> LabelErrors {
        sum(&self.errors, [0, 1])
    }

    /// The samples with so many empty squares.
    pub fn with_empties(&self, empties: usize) -> LabelErrors {
        sum(&self.errors[empties..=empties], [0, 1])
    }

    /// A table with a line for each number of empty squares.
    pub fn by_ply(&self) -> impl fmt::Display {
        Table {
            accuracy: self,
            stage: 1,
        }
    }
}

/// A table with a line for each four numbers of empty squares.
impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Table {
            accuracy: self,
            stage: STAGE,
        }
        .fmt(f)
    }
}

fn sum<const N: usize>(errors: &[[LabelErrors; 2]], kinds: [usize; N]) -> LabelErrors {
    let of_kinds = errors.iter().flat_map(|both| kinds.map(|kind| both[kind]));
    of_kinds.fold(LabelErrors::default(), LabelErrors::plus)
}

/// Errors as text: a line for each stage and kind of label that has samples.
struct Table<'a> {
    accuracy: &'a Accuracy,
    /// Empty squares in a stage.
    stage: usize,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "empties labels     positions  signed error  mean error  squared error"
        )?;
        let stages = self.accuracy.errors[1..].chunks(self.stage).enumerate();
        for (number, errors) in stages.collect::<Vec<_>>().into_iter().rev() {
            let first = number * self.stage + 1;
            let stage = match self.stage {
                1 => format!("{first:>7}"),
                length => format!("{first:>3}-{:<3}", first + length - 1),
            };
            for (kind, name) in ["searched", "exact"].into_iter().enumerate() {
                let errors = sum(errors, [kind]);
                if errors.count > 0 {
                    write_line(f, &format!("{stage} {name:<8}"), &errors)?;
                }
            }
        }
        write_line(f, "all", &self.accuracy.all())
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, name: &str, errors: &LabelErrors) -> fmt::Result {
    writeln!(
        f,
        "{name:<16} {:>11} {:>13.2} {:>11.3} {:>14.2}",
        errors.count,
        errors.signed(),
        errors.mean(),
        errors.mean_square()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Position;
    use bianca_search::eval::layers::{HEADS, Head, ROWS, Row, WIDTH};

    /// Says that every position is worth two discs.
    fn two() -> Network {
        let heads = Box::new([const { Head::ZERO }; HEADS]);
        let zero = Network::new(vec![Row([0; WIDTH]); ROWS], heads, String::new());
        zero.raised(|_| 2.0, String::new())
    }

    #[test]
    fn errors_are_counted_in_discs() {
        let sample = |target, reach| Sample {
            position: Position::START,
            target,
            reach,
            after_random: false,
        };
        let accuracy = Accuracy::of(
            &two(),
            &[
                sample(1.0, LabelBasis::Exact),
                sample(5.0, LabelBasis::Depth(4)),
            ],
        );
        assert_eq!(accuracy.all().count, 2);
        assert_eq!(accuracy.all().mean(), 2.0);
        assert_eq!(accuracy.all().mean_square(), 5.0);
        assert_eq!(accuracy.all().signed(), -1.0);
        let has_line = |table: String, line: &str| {
            let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(table.lines().any(|one| squeezed(one) == line), "{table}");
        };
        has_line(accuracy.to_string(), "57-60 exact 1 1.00 1.000 1.00");
        has_line(accuracy.to_string(), "all 2 -1.00 2.000 5.00");
        has_line(
            accuracy.by_ply().to_string(),
            "60 searched 1 -3.00 3.000 9.00",
        );
    }
}
