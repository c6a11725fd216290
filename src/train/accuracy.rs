//! How far an evaluation is from labels, by stage.

use std::fmt;

use crate::eval::Evaluate;

use super::records::Reach;
use super::samples::Sample;

/// Empty squares in one stage.
const STAGE: u32 = 4;
const STAGES: usize = (64 / STAGE) as usize;

/// Errors of an evaluation on a set of samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    /// By stage; exact labels and others apart.
    stages: [[Errors; 2]; STAGES],
}

/// A sum of errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Errors {
    /// How many samples.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean absolute error in discs.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// Mean squared error in square discs.
    pub fn mean_square(&self) -> f64 {
        self.squares / self.count.max(1) as f64
    }

    fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum += error.abs();
        self.squares += error * error;
    }

    fn plus(self, other: Errors) -> Errors {
        Errors {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }
}

impl Accuracy {
    /// The errors of `evaluation` on `samples`.
    pub fn of<E: Evaluate>(evaluation: &E, samples: &[Sample]) -> Accuracy {
        let mut stages = [[Errors::default(); 2]; STAGES];
        for sample in samples {
            let position = &sample.position;
            let estimate = evaluation.evaluate(position, &evaluation.state(position));
            let stage = position.empties().saturating_sub(1) / STAGE;
            let error = f64::from(estimate) / 256.0 - f64::from(sample.target);
            stages[stage as usize][usize::from(sample.reach == Reach::Exact)].add(error);
        }
        Accuracy { stages }
    }

    /// All samples together.
    pub fn all(&self) -> Errors {
        let all = self.stages.as_flattened().iter();
        all.fold(Errors::default(), |sum, errors| sum.plus(*errors))
    }
}

/// A table: a line for each stage that has samples.
impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "empties labels     positions  mean error  squared error")?;
        for (number, kinds) in self.stages.iter().enumerate().rev() {
            for (errors, kind) in kinds.iter().zip(["searched", "exact"]) {
                if errors.count == 0 {
                    continue;
                }
                writeln!(
                    f,
                    "{:>3}-{:<3} {kind:<8} {:>11} {:>11.3} {:>14.2}",
                    number as u32 * STAGE + 1,
                    (number as u32 + 1) * STAGE,
                    errors.count,
                    errors.mean(),
                    errors.mean_square()
                )?;
            }
        }
        let all = self.all();
        writeln!(
            f,
            "all              {:>10} {:>11.3} {:>14.2}",
            all.count,
            all.mean(),
            all.mean_square()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::kernels::Kernels;
    use crate::othello::{Bitboard, Position, Square};

    /// Says that every position is worth two discs.
    struct Two;

    impl Evaluate for Two {
        type State = ();
        fn state(&self, _: &Position) {}
        fn after_move(&self, _: &(), _: Square, _: Bitboard) {}
        fn after_pass(&self, _: &()) {}
        fn evaluate_with<K: Kernels>(&self, _: K, _: &Position, _: Bitboard, _: &()) -> i32 {
            512
        }
    }

    #[test]
    fn errors_are_counted_in_discs() {
        let sample = |target, reach| Sample {
            position: Position::START,
            target,
            reach,
        };
        let accuracy = Accuracy::of(
            &Two,
            &[sample(1.0, Reach::Exact), sample(5.0, Reach::Depth(4))],
        );
        assert_eq!(accuracy.all().count(), 2);
        assert_eq!(accuracy.all().mean(), 2.0);
        assert_eq!(accuracy.all().mean_square(), 5.0);
        let table = accuracy.to_string();
        assert!(table.contains(" 57-60  exact              1       1.000           1.00"));
    }
}
