//! Multi-ProbCut: how far a shallow search errs from a deep one.
//!
//! Michael Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm" (1995)
//! and "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello"
//! (1997). The model gives the standard deviation of the difference; the search turns a
//! confidence level into a number of them.

use std::fmt;

use super::params::{PROBCUT_WIDTH_END, Parameters};

/// The levels of confidence in percent, from the boldest to no cuts at all.
pub const CONFIDENCE: [u8; 6] = [73, 87, 95, 98, 99, 100];

/// Index of the level without cuts.
pub(super) const EXACT: u8 = 5;

/// The index of the level that is at least so sure, in percent, or surest.
pub(super) fn selectivity_of(confidence: u8) -> u8 {
    let sure = |&percent: &u8| percent >= confidence;
    CONFIDENCE
        .iter()
        .position(sure)
        .map_or(EXACT, |index| index as u8)
}

/// The index of the surest level that `confidence`, in percent, is as much as; the boldest of all
/// for less. So nothing is taken to be surer than somebody says.
pub fn selectivity_reached(confidence: u8) -> u8 {
    let reached = |&&percent: &&u8| percent <= confidence;
    (CONFIDENCE.iter().filter(reached).count() as u8).saturating_sub(1)
}

/// Standard deviations that a shallow score must clear the window by, for each level (two-sided
/// quantiles of the normal distribution: 73 % lies within 1.1).
const QUANTILE: [f64; 5] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// The standard deviation of the difference between a shallow and a deep search: its logarithm
/// is linear in the [`features`](ProbCutModel::features).
///
/// `bianca-lab tune probcut` measures and prints it; the file that it is read from says on what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCutModel {
    /// Coefficients for searches that both stop in the midgame.
    pub midgame: [f64; 4],
    /// Coefficients for deep searches to the end.
    pub end: [f64; 4],
}

impl ProbCutModel {
    /// A constant, the shallow depth in plies, the difference of the depths, the empty squares.
    pub fn features(empties: u32, deep: u32, shallow: u32) -> [f64; 4] {
        [1, shallow, deep - shallow.min(deep), empties].map(f64::from)
    }

    /// The standard deviation in discs; `deep` equals `empties` for a search to the end.
    pub fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f64 {
        let coefficients = if deep >= empties {
            &self.end
        } else {
            &self.midgame
        };
        let features = ProbCutModel::features(empties, deep, shallow);
        features
            .iter()
            .zip(coefficients)
            .map(|(f, c)| f * c)
            .sum::<f64>()
            .exp()
    }

    /// The model that is part of the program.
    fn built_in() -> ProbCutModel {
        let row = |name: &str| {
            let line = MODEL.lines().find_map(|line| line.strip_prefix(name));
            let numbers: Vec<f64> = line
                .into_iter()
                .flat_map(str::split_whitespace)
                .flat_map(str::parse)
                .collect();
            numbers
                .try_into()
                .expect("the built-in model has both rows of four numbers")
        };
        ProbCutModel {
            midgame: row("midgame"),
            end: row("end"),
        }
    }
}

/// As [`ProbCutModel`] prints it.
const MODEL: &str = include_str!("probcut.model");

/// Two lines, `midgame` and `end` with four coefficients each.
impl fmt::Display for ProbCutModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, [a, b, c, d]) in [("midgame", self.midgame), ("end", self.end)] {
            writeln!(f, "{name} {a:.4} {b:.4} {c:.4} {d:.4}")?;
        }
        Ok(())
    }
}

/// Margins in 1/256 disc for every level, number of empty squares and pair of depths.
pub struct Margins {
    table: Vec<i32>,
}

const DEPTHS: usize = 61;
const SHALLOW: usize = 16;

/// Those of the model that is part of the program.
impl Default for Margins {
    fn default() -> Margins {
        Margins::new(&Parameters::default())
    }
}

impl Margins {
    /// The margins of the built-in model, those of the midgame as wide as `parameters` say.
    pub(super) fn new(parameters: &Parameters) -> Margins {
        let model = ProbCutModel::built_in();
        let midgame = f64::from(parameters.probcut_width) / 100.0;
        let end = f64::from(PROBCUT_WIDTH_END) / 100.0;
        let mut deviations = Vec::with_capacity(DEPTHS * DEPTHS * SHALLOW);
        for empties in 0..DEPTHS as u32 {
            for deep in 0..DEPTHS as u32 {
                let width = if deep < empties { midgame } else { end };
                let deviation = |shallow| 256.0 * width * model.deviation(empties, deep, shallow);
                deviations.extend((0..SHALLOW as u32).map(deviation));
            }
        }
        let margins = |quantile: f64| {
            let margin = move |deviation: &f64| (quantile * deviation).round() as i32;
            deviations.iter().map(margin)
        };
        let table = QUANTILE.into_iter().flat_map(margins).collect();
        Margins { table }
    }

    /// The margin by which a search of `shallow` plies must clear the window.
    #[inline]
    pub fn get(&self, selectivity: u8, empties: u32, deep: u32, shallow: u32) -> i32 {
        let row = (selectivity as usize * DEPTHS + empties as usize) * DEPTHS + deep as usize;
        self.table[row * SHALLOW + (shallow as usize).min(SHALLOW - 1)]
    }
}

/// The depth of the shallow search that stands for one of `deep` plies to the end: half of it, and
/// of the same parity, because scores swing with the side that moves last.
///
/// On the positions of [`PROBCUT_WIDTH_END`], seconds and squared errors: two sevenths of the
/// depth, margins 1.1 times as wide, 15.9 and 3.48; a third, 1.05 times, 14.3 and 3.67; two fifths,
/// 1.1 times, 15.3 and 3.12; half, 1.05 times, 13.8 and 3.04; two thirds, 1.05 times, 17.0 and
/// 2.65. (The model was measured up to 8 plies.)
#[inline]
pub(super) fn shallow_depth_end(deep: u32) -> u32 {
    2 * (deep / 4) + (deep & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_in_the_program_reads_back() {
        let model = ProbCutModel::built_in();
        assert!(MODEL.ends_with(&model.to_string()), "{model}");
    }

    #[test]
    fn a_deeper_search_errs_less() {
        let model = ProbCutModel::built_in();
        assert!(model.deviation(40, 12, 6) < model.deviation(40, 12, 2));
        assert!(model.deviation(20, 20, 4) < model.deviation(20, 20, 0));
    }
}
