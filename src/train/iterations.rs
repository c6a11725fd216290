//! How far the iterations of searches are from labels, and from each other, by depth.

use std::fmt;

use crate::request::StopFlag;
use crate::search::Searcher;

use super::accuracy::LabelErrors;
use super::samples::Sample;
use super::searched::searched;

/// Errors of searches on a set of samples.
#[derive(Clone, Debug, PartialEq)]
pub struct IterationErrors {
    /// By depth in plies, from 1 on.
    depths: Vec<DepthErrors>,
}

/// What searches of one depth say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct DepthErrors {
    /// Less the labels.
    from_labels: LabelErrors,
    /// Less what the iteration before said.
    from_iteration_before: LabelErrors,
}

impl IterationErrors {
    /// Searches each of the samples that have more than `depth` empty squares so many plies deep.
    pub fn of(searcher: &mut Searcher, samples: &[Sample], depth: u32) -> IterationErrors {
        let mut depths = vec![DepthErrors::default(); depth as usize];
        let stop = StopFlag::new();
        for sample in samples {
            if sample.position.empties() <= depth {
                continue;
            }
            searcher.clear();
            let mut before = None;
            searched(searcher, sample.position, depth, &stop, &mut |line| {
                let number = (line.depth as usize).checked_sub(1);
                let Some(errors) = number.and_then(|number| depths.get_mut(number)) else {
                    return;
                };
                let score = line.score.discs();
                errors.from_labels.add(score - f64::from(sample.target));
                if let Some((last, of_last)) = before
                    && last + 1 == line.depth
                {
                    errors.from_iteration_before.add(score - of_last);
                }
                before = Some((line.depth, score));
            });
        }
        IterationErrors { depths }
    }
}

/// A table with a line for each depth.
impl fmt::Display for IterationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "depth  positions  signed error  mean error  squared error  mean change"
        )?;
        for (number, errors) in self.depths.iter().enumerate() {
            let labels = &errors.from_labels;
            writeln!(
                f,
                "{:>5}  {:>9}  {:>12.2}  {:>10.3}  {:>13.2}  {:>11.2}",
                number + 1,
                labels.count(),
                labels.signed(),
                labels.mean(),
                labels.mean_square(),
                errors.from_iteration_before.mean()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Position;
    use crate::search::Settings;
    use crate::train::records::LabelBasis;

    #[test]
    fn iterations_are_compared_with_the_label_and_with_each_other() {
        let mut searcher = Searcher::new(Settings::default()).unwrap();
        let position = Position::START.play_unchecked("f5".parse().unwrap());
        let sample = |target| Sample {
            position,
            target,
            reach: LabelBasis::Depth(18),
            after_random: false,
        };
        let errors = IterationErrors::of(&mut searcher, &[sample(1.0), sample(3.0)], 4);
        let stop = StopFlag::new();
        let mut score = |depth| {
            searcher.clear();
            searched(&mut searcher, position, depth, &stop, &mut |_| {})
                .score
                .discs()
        };
        let scores = [1, 2, 3, 4].map(&mut score);
        for depth in 1..=4 {
            let DepthErrors {
                from_labels: labels,
                from_iteration_before: before,
            } = errors.depths[depth as usize - 1];
            let here = scores[depth as usize - 1];
            assert_eq!((labels.count(), labels.signed()), (2, here - 2.0));
            if depth > 1 {
                assert_eq!(before.mean(), (here - scores[depth as usize - 2]).abs());
            }
        }
        assert_eq!(errors.depths[0].from_iteration_before.count(), 0);
        assert_eq!(errors.to_string().lines().count(), 5);
        let none = IterationErrors::of(&mut searcher, &[sample(1.0)], 59);
        assert_eq!(none.depths[0].from_labels.count(), 0);
    }
}
