//! Measures how far shallow searches err from deep ones, and fits the model that ProbCut uses.
//!
//! Positions come from short games: some random moves, then moves by a shallow search. Each is
//! searched without cuts to every depth, and from few enough empty squares to the end. The
//! differences are collected by stage and pair of depths; the logarithm of their root mean
//! square is fitted by weighted least squares. What the numbers are used for is the search's
//! business.

use std::collections::BTreeMap;

use rand::prelude::*;

use bianca_rules::othello::{Move, Position, Square};
use bianca_search::request::{Limits, Request, StopFlag};
use bianca_search::search::{ProbCutModel, Searcher};

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct ProbCutPlan {
    /// Positions for each of the two fits.
    pub positions: usize,
    /// Deepest search in the midgame, plies.
    pub depth: u32,
    /// Most empty squares of positions that are searched to the end.
    pub end_empties: u32,
    /// Seed of the positions.
    pub seed: u64,
}

/// Squared differences of one kind of pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairErrors {
    /// How many pairs.
    pub count: u64,
    /// Sum of the squared differences in square discs.
    pub squares: f64,
    /// Sum of the differences, deep less shallow, in discs.
    pub sum: f64,
}

impl PairErrors {
    fn enter(&mut self, discs: f64) {
        self.count += 1;
        self.squares += discs * discs;
        self.sum += discs;
    }

    /// Root mean square in discs.
    pub fn deviation(&self) -> f64 {
        (self.squares / self.count as f64).sqrt()
    }

    /// Mean in discs.
    pub fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }
}

/// Errors by empty squares (in steps of four), depth of the deep search and of the shallow one.
pub type ErrorTable = BTreeMap<(u32, u32, u32), PairErrors>;

/// The measured errors of searches that stop in the midgame and of those to the end.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Both searches end in the evaluation.
    pub midgame: ErrorTable,
    /// The deep search is exact; its depth is the number of empty squares.
    pub end: ErrorTable,
}

/// Deepest search that stands for another, plies.
const SHALLOW_MAX: u32 = 8;

/// Measures with `searcher`, whose evaluation the model will be for. `progress` gets the
/// number of positions done, of all.
pub fn measure(
    searcher: &mut Searcher,
    plan: &ProbCutPlan,
    progress: &mut dyn FnMut(usize, usize),
) -> Measured {
    let mut random = StdRng::seed_from_u64(plan.seed);
    let mut measured = Measured::default();
    for number in 0..plan.positions {
        let empties = random.random_range(plan.depth + 1..=58);
        let position = draw_position(searcher, &mut random, empties);
        let scores = searcher.scores_by_depth(position, plan.depth);
        pairs(&mut measured.midgame, position.empties(), &scores);

        let empties = random.random_range(10..=plan.end_empties);
        let position = draw_position(searcher, &mut random, empties);
        let empties = position.empties();
        let mut scores = searcher.scores_by_depth(position, SHALLOW_MAX);
        let exact = searcher.scores_by_depth(position, empties);
        if let Some(&exact) = exact.last() {
            scores.truncate(SHALLOW_MAX as usize + 1);
            for (shallow, &score) in scores.iter().enumerate() {
                let key = (empties / 4 * 4, empties, shallow as u32);
                let error = f64::from(exact - score) / 256.0;
                measured.end.entry(key).or_default().enter(error);
            }
        }
        progress(number + 1, plan.positions);
    }
    measured
}

fn pairs(table: &mut ErrorTable, empties: u32, scores: &[i32]) {
    for deep in 1..scores.len() {
        for shallow in (0..deep).filter(|shallow| shallow % 2 == deep % 2) {
            if shallow as u32 <= SHALLOW_MAX {
                let key = (empties / 4 * 4, deep as u32, shallow as u32);
                let error = f64::from(scores[deep] - scores[shallow]) / 256.0;
                table.entry(key).or_default().enter(error);
            }
        }
        // The static evaluation gates ProbCut at every depth, whatever the parity.
        if deep % 2 == 1 {
            let error = f64::from(scores[deep] - scores[0]) / 256.0;
            table
                .entry((empties / 4 * 4, deep as u32, 0))
                .or_default()
                .enter(error);
        }
    }
}

/// A position with about `empties` empty squares in which there is a move.
fn draw_position(searcher: &mut Searcher, random: &mut StdRng, empties: u32) -> Position {
    loop {
        let random_moves = random.random_range(4..=20);
        let mut position = Position::START;
        let mut ply = 0;
        while position.empties() > empties && !position.is_over() {
            let moves: Vec<Square> = position.moves().into_iter().collect();
            let chosen = if ply < random_moves || random.random_ratio(1, 12) {
                moves.choose(random).copied()
            } else {
                shallow_move(searcher, position)
            };
            position = chosen.map_or(position.passed(), |square| position.play_unchecked(square));
            ply += 1;
        }
        if position.moves().any() {
            return position;
        }
    }
}

fn shallow_move(searcher: &mut Searcher, position: Position) -> Option<Square> {
    let limits = Limits::to_depth(2);
    let request = Request {
        limits,
        ..Request::default()
    };
    let lines = searcher.search(position, &request, &StopFlag::new(), &mut |_| {});
    lines.first()?.pv.first().copied().and_then(Move::square)
}

/// Pairs of a kind that tell its deviation; one with fewer is left out.
pub const FEWEST_ERRORS: u64 = 8;

/// Fits the model's coefficients to what was measured. `None` if that is too little: fewer kinds of
/// pairs than there are coefficients, of [`FEWEST_ERRORS`] pairs each.
pub fn fit(measured: &Measured) -> Option<ProbCutModel> {
    Some(ProbCutModel {
        midgame: least_squares(&measured.midgame)?,
        end: least_squares(&measured.end)?,
    })
}

/// Weighted least squares of the logarithm of the deviation on the features of
/// [`ProbCutModel::features`]. `None` if the table says less than there are to be found.
fn least_squares(table: &ErrorTable) -> Option<[f64; 4]> {
    let mut normal = [[0.0; 5]; 4];
    let tells = |errors: &PairErrors| errors.count >= FEWEST_ERRORS && errors.squares > 0.0;
    let telling: Vec<_> = table.iter().filter(|(_, errors)| tells(errors)).collect();
    if telling.len() < normal.len() {
        return None;
    }
    for (&(empties, deep, shallow), errors) in telling {
        let features = ProbCutModel::features(empties + 2, deep, shallow);
        let target = errors.deviation().ln();
        for (row, &feature) in features.iter().enumerate() {
            let weight = errors.count as f64 * feature;
            for (column, &other) in features.iter().enumerate() {
                normal[row][column] += weight * other;
            }
            normal[row][4] += weight * target;
        }
    }
    Some(solve(normal))
}

/// Gaussian elimination with pivots; a little ridge keeps features that never vary at nought.
fn solve(mut system: [[f64; 5]; 4]) -> [f64; 4] {
    for (i, row) in system.iter_mut().enumerate() {
        row[i] += 1e-6;
    }
    for column in 0..4 {
        let pivot = (column..4)
            .max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()))
            .unwrap_or(column);
        system.swap(column, pivot);
        let pivot_row = system[column];
        for (index, row) in system.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / pivot_row[column];
                for (value, above) in row.iter_mut().zip(pivot_row) {
                    *value -= factor * above;
                }
            }
        }
    }
    std::array::from_fn(|i| system[i][4] / system[i][i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_search::search::Settings;

    #[test]
    fn the_fit_finds_the_law_behind_its_data() {
        let law = [1.5, -0.06, 0.03, -0.01];
        let mut table = ErrorTable::new();
        for empties in (12..56).step_by(4) {
            for deep in 2..14 {
                for shallow in 0..deep {
                    let features = ProbCutModel::features(empties + 2, deep, shallow);
                    let log: f64 = features.iter().zip(law).map(|(f, c)| f * c).sum();
                    let errors = PairErrors {
                        count: 100,
                        squares: 100.0 * log.exp() * log.exp(),
                        sum: 0.0,
                    };
                    table.insert((empties, deep, shallow), errors);
                }
            }
        }
        for (found, expected) in least_squares(&table).unwrap().iter().zip(law) {
            assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
        }
        while table.len() >= law.len() {
            assert!(least_squares(&table).is_some());
            table.pop_first();
        }
        assert_eq!(least_squares(&table), None);
    }

    #[test]
    fn measuring_is_repeatable_and_sees_both_kinds() {
        let plan = ProbCutPlan {
            positions: 3,
            depth: 4,
            end_empties: 10,
            seed: 5,
        };
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let run = || {
            let mut searcher = Searcher::new(settings.clone()).unwrap();
            measure(&mut searcher, &plan, &mut |_, _| {})
        };
        let (first, second) = (run(), run());
        assert_eq!(first.midgame, second.midgame);
        assert_eq!(first.end, second.end);
        assert!(!first.midgame.is_empty() && !first.end.is_empty());
    }
}
