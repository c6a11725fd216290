//! Weights in few bytes: what the estimates of the samples lose by changes of each row.
//!
//! A changed row moves the estimate of each position that has it by the change times the slope of
//! the estimate, and the squares of that are what is to stay small. For each row the mean slope is
//! kept, and the squares of what the slopes have besides: a change of all numbers by what training
//! added moves the estimate far more than the same changes with signs drawn by lot.

use kernels::add_slopes;

use super::{Trainer, weight_of};
use crate::train::kernels::RowKernels;
use crate::train::model::{ACTIVE_EXTRA_ROWS, HeadWeights, TwoWayHead};
use crate::train::samples::Sample;
use bianca_rules::cpu::{Instructions, for_instructions};
use bianca_search::eval::layers::{EXTRA_ROWS, OUTPUT_DISCS, ROW_ONE, ROWS, WIDTH};
use bianca_search::eval::network::{Network, head_of};
use bianca_search::eval::patterns::INSTANCES;
use bianca_search::eval::thinning::{Wanted, thinned};

mod kernels;

/// How often each row is taken to have been met besides, with the slopes of all rows: those that
/// no sample has are met by searches now and then.
const UNSEEN: f32 = 0.1;

/// The slopes of the estimates of all positions that have a row, in discs for each unit of its
/// numbers.
#[derive(Clone, Copy, Default)]
struct Slopes {
    weight: f32,
    sum: [f32; WIDTH],
    squares: [f32; WIDTH],
}

impl Slopes {
    /// Those of a position that counts `weight`.
    fn of(weight: f32, slopes: &[f32; WIDTH]) -> Slopes {
        Slopes {
            weight,
            sum: slopes.map(|slope| weight * slope),
            squares: slopes.map(|slope| weight * slope * slope),
        }
    }

    /// Adds others, so many times.
    #[inline(always)]
    fn add(&mut self, other: &Slopes, times: f32) {
        self.weight += times * other.weight;
        for i in 0..WIDTH {
            self.sum[i] += times * other.sum[i];
            self.squares[i] += times * other.squares[i];
        }
    }

    /// What it is worth to be near a row's `numbers`.
    fn wanted(&self, numbers: [f32; WIDTH]) -> Wanted {
        let root = self.weight.max(f32::MIN_POSITIVE).sqrt();
        let together = self.sum.map(|sum| sum / root);
        Wanted {
            numbers,
            together,
            alone: std::array::from_fn(|i| (self.squares[i] - together[i] * together[i]).max(0.0)),
        }
    }
}

/// The slopes of all rows of the tables, and what they are found with.
struct SlopesOfRows {
    rows: Vec<Slopes>,
    heads: Vec<TwoWayHead>,
    /// The way back gives it as well; nobody asks for it here.
    gradient: HeadWeights,
}

impl Trainer {
    /// The model, which has one stage, in integers that take at most so many `bytes` as a file,
    /// and say of `samples` as nearly the same as that allows. `None` if these are too few.
    pub fn thinned(&self, samples: &[Sample], bytes: usize) -> Option<Network> {
        let wanted = self.wanted(samples);
        thinned(&self.model.rounded(String::new()), &wanted, bytes)
    }

    /// The rows of the tables, and what others lose on `samples`.
    fn wanted(&self, samples: &[Sample]) -> Vec<Wanted> {
        let slopes = self.slopes(samples);
        let mut all = Slopes::default();
        for one in &slopes {
            all.add(one, 1.0);
        }
        let unseen = UNSEEN / all.weight.max(f32::MIN_POSITIVE);
        let rows = slopes.into_iter().zip(self.model.exact_rows());
        rows.map(|(mut slopes, numbers)| {
            slopes.add(&all, unseen);
            slopes.wanted(numbers.map(|number| number * ROW_ONE as f32))
        })
        .collect()
    }

    fn slopes(&self, samples: &[Sample]) -> Vec<Slopes> {
        let heads = self.model.heads.iter().cloned();
        let mut slopes = SlopesOfRows {
            rows: vec![Slopes::default(); ROWS - EXTRA_ROWS],
            heads: heads.map(TwoWayHead::new).collect(),
            gradient: HeadWeights::ZERO,
        };
        for_instructions!(Instructions::chosen(), kernels => {
            for sample in samples {
                add_slopes(kernels, self, sample, &mut slopes);
            }
        });
        slopes.rows
    }

    /// Adds the slopes of the estimate of a sample.
    #[inline(always)]
    fn add_slopes_body<K: RowKernels>(
        &self,
        kernels: K,
        sample: &Sample,
        slopes: &mut SlopesOfRows,
    ) {
        let (rows, active) = self.model.active_rows(kernels, &sample.position);
        let sum = kernels.sum(&self.model.rows, &rows[..active]);
        let head = &slopes.heads[head_of(sample.position.empties())];
        let forward = head.weights.forward(&sum);
        let of_sum = head.backward(&sum, &forward, 1.0, &mut slopes.gradient);
        let of_sum = of_sum.map(|slope| slope * OUTPUT_DISCS as f32 / ROW_ONE as f32);
        let more = Slopes::of(weight_of(self.options.even, forward.output), &of_sum);
        for &row in &rows[ACTIVE_EXTRA_ROWS..][..INSTANCES] {
            slopes.rows[row as usize - EXTRA_ROWS].add(&more, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    use crate::train::records::LabelBasis;
    use crate::train::trainer::TrainingOptions;
    use bianca_rules::cpu::kernels::Plain;
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn what_a_change_loses_is_what_it_does_to_the_estimates() {
        let samples: Vec<Sample> = RandomGames::new(20, 3)
            .take(20)
            .map(|game| Sample {
                position: game.position(),
                target: 0.0,
                reach: LabelBasis::Exact,
                after_random: false,
            })
            .collect();
        let trainer = Trainer::new(TrainingOptions::default());
        let model = &trainer.model;
        let wanted = trainer.wanted(&samples);
        let rows_of = |sample: &Sample| {
            let (rows, active) = model.active_rows(Plain, &sample.position);
            rows[..active].to_vec()
        };
        let discs = |sample: &Sample| {
            let head = &model.heads[head_of(sample.position.empties())];
            let sum = model.rows.sum(&rows_of(sample));
            head.forward(&sum).output * OUTPUT_DISCS as f32
        };
        let before: Vec<f32> = samples.iter().map(discs).collect();
        let met: Vec<Vec<u32>> = samples.iter().map(rows_of).collect();
        let times = |rows: &[u32], row: u32| rows.iter().filter(|&&other| other == row).count();
        let said = |row: u32, change: f32, columns: Range<usize>| {
            let wanted = &wanted[row as usize - EXTRA_ROWS];
            let off = change * ROW_ONE as f32;
            let together: f32 = wanted.together[columns.clone()].iter().sum();
            let alone: f32 = wanted.alone[columns].iter().sum();
            (together * together + alone) * off * off
        };
        // The last content of the last table is met by none of these.
        let never = ROWS as u32 - 1;
        assert!(met.iter().all(|rows| times(rows, never) == 0));
        let mut compared = 0;
        for &row in &met[0][ACTIVE_EXTRA_ROWS..][..INSTANCES] {
            if met.iter().any(|rows| times(rows, row) > 1) {
                continue;
            }
            let numbers = model.rows.get(row as usize);
            for (change, columns, near) in [(0.004, 5..6, 0.1), (0.001, 0..WIDTH, 0.7)] {
                let mut changed = numbers;
                changed[columns.clone()]
                    .iter_mut()
                    .for_each(|number| *number += change);
                model.rows.set(row as usize, changed);
                let squares = samples.iter().zip(&before);
                let lost: f32 = squares
                    .map(|(sample, before)| (discs(sample) - before).powi(2))
                    .sum();
                let unseen = said(never, change, columns.clone());
                let said = said(row, change, columns) - unseen;
                assert!((said / lost - 1.0).abs() < near, "{row}: {said} {lost}");
                compared += 1;
            }
            model.rows.set(row as usize, numbers);
        }
        assert!(compared > 40, "{compared}");
    }
}
