//! How far the iterations of searches are from labels, and from each other, by depth.

use std::fmt;

use bianca_search::request::StopFlag;
use bianca_search::search::{Searcher, skips_the_ply_before};

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
    /// Less the labels, at even and at odd numbers of empty squares.
    from_labels: [LabelErrors; 2],
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
            // From some depth on iterations go by two plies, so the others are those of a second
            // search.
            let others = skips_the_ply_before(depth).then(|| depth - 1);
            let mut entered = vec![false; depth as usize];
            for last in [depth].into_iter().chain(others) {
                searcher.clear();
                let mut before = None;
                searched(searcher, sample.position, last, &stop, &mut |line| {
                    let score = line.score.discs();
                    let number = (line.depth as usize).wrapping_sub(1);
                    if let Some(errors) = depths.get_mut(number)
                        && !std::mem::replace(&mut entered[number], true)
                    {
                        let parity = sample.position.empties() as usize % 2;
                        errors.from_labels[parity].add(score - f64::from(sample.target));
                        if let Some(of_last) = before {
                            errors.from_iteration_before.add(score - of_last);
                        }
                    }
                    before = Some(score);
                });
            }
        }
        IterationErrors { depths }
    }

    /// How far searches of so many plies are from the labels, at even and at odd numbers of empty
    /// squares.
    pub(super) fn by_parity(&self, depth: u32) -> [LabelErrors; 2] {
        let number = (depth as usize).wrapping_sub(1);
        let errors = self.depths.get(number);
        errors.map(|errors| errors.from_labels).unwrap_or_default()
    }
}

/// A table with a line for each depth; its signed errors are of all, and of even and odd numbers of
/// empty squares.
impl fmt::Display for IterationErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "depth  positions  signed error  if even  if odd  mean error  squared error  mean change"
        )?;
        for (number, errors) in self.depths.iter().enumerate() {
            let [even, odd] = errors.from_labels;
            let labels = even.plus(odd);
            writeln!(
                f,
                "{:>5}  {:>9}  {:>12.2}  {:>7.2}  {:>6.2}  {:>10.3}  {:>13.2}  {:>11.2}",
                number + 1,
                labels.count(),
                labels.signed(),
                even.signed(),
                odd.signed(),
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
    use crate::train::records::LabelBasis;
    use bianca_rules::othello::Position;
    use bianca_search::search::Settings;

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
        let errors = IterationErrors::of(&mut searcher, &[sample(1.0), sample(3.0)], 12);
        let stop = StopFlag::new();
        let mut score = |depth| {
            searcher.clear();
            searched(&mut searcher, position, depth, &stop, &mut |_| {})
                .score
                .discs()
        };
        let scores = std::array::from_fn::<f64, 12, _>(|number| score(number as u32 + 1));
        for depth in 1..=12 {
            let DepthErrors {
                from_labels: labels,
                from_iteration_before: before,
            } = errors.depths[depth - 1];
            let here = scores[depth - 1];
            // One move after the start 59 squares are empty.
            assert_eq!((labels[0].count(), labels[1].count()), (0, 2));
            assert_eq!(labels[1].signed(), here - 2.0);
            // 12 plies come after 10, and 11 after 10.
            let last = if depth == 12 { 10 } else { depth - 1 };
            if last > 0 {
                assert_eq!(before.mean(), (here - scores[last - 1]).abs(), "{depth}");
            }
        }
        assert_eq!(errors.depths[0].from_iteration_before.count(), 0);
        assert_eq!(errors.to_string().lines().count(), 13);
        let none = IterationErrors::of(&mut searcher, &[sample(1.0)], 59);
        assert_eq!(none.depths[0].from_labels[1].count(), 0);
    }
}
