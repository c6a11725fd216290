//! The evaluation in floating point, as it is trained, and its rounding to integers.
//!
//! The same network as `eval::network`, whose documentation says what it computes. An output of
//! 1.0 stands for `OUTPUT_DISCS` discs. Where there are rows for several stages of the game, each
//! is the sum of a row that all stages share and of the stage's own part, as in neural-reversi.

use rand::prelude::*;

use bianca_rules::othello::Position;
use bianca_rules::othello::kernels::RuleKernels;
use bianca_search::eval::layers::{
    EXTRA_ROWS, FIRST_ONE, HEADS, HIDDEN, Head, OUTPUT_ONE, ROW_LIMIT, ROW_ONE, ROWS, Row,
    SECOND_ONE, SKIP_ONE, WIDTH,
};
use bianca_search::eval::network::{Network, extra_rows, stage_of};
use bianca_search::eval::patterns::{INSTANCES, Indices, PATTERN_ROWS, shared_rows};

use super::kernels::SharedRows;

/// Most rows that a position adds up in training: those of the ply and both mobilities, for each
/// instance one and its factor, and with several stages the stage's part.
pub const ACTIVE_ROWS: usize = ACTIVE_EXTRA_ROWS + 3 * INSTANCES;

/// The first of them, which are those of the ply and the mobilities.
pub const ACTIVE_EXTRA_ROWS: usize = 3;

/// How many contents share a factor: those that differ only in the last three squares of a shape.
const FACTOR_CONTENTS: u32 = 27;

/// Rows of a model with one stage: those of the network, and the factors.
const SHARED_ROWS: usize = ROWS + ROWS.div_ceil(FACTOR_CONTENTS as usize) + 1;

/// Rows of a model with so many stages.
pub const fn model_rows(stages: usize) -> usize {
    match stages {
        1 => SHARED_ROWS,
        _ => SHARED_ROWS + stages * PATTERN_ROWS,
    }
}

/// The largest number that a pattern's row can hold once it is rounded.
pub const PATTERN_LIMIT: f32 = ROW_LIMIT as f32 / ROW_ONE as f32;

/// The same for the rows of the ply and the mobilities.
pub const EXTRA_LIMIT: f32 = i8::MAX as f32 / ROW_ONE as f32;

/// All rows and output layers.
pub struct Model {
    /// In the order of the tables; only rows that stand for themselves are in use.
    pub rows: SharedRows,
    /// Output layers by ply.
    pub heads: [HeadWeights; HEADS],
    shared: Vec<u32>,
    stages: usize,
}

/// An output layer.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct HeadWeights {
    /// `first[i][unit]`: from number `i` of the sum to a hidden unit.
    pub first: [[f32; HIDDEN]; WIDTH],
    /// Of the hidden units.
    pub first_bias: [f32; HIDDEN],
    /// From the hidden units to the output.
    pub second: [f32; HIDDEN],
    /// From the sum straight to the output.
    pub skip: [f32; WIDTH],
    /// Of the output; the other numbers stay 0.
    pub bias: [f32; 16],
}

/// How many numbers an output layer has.
pub const HEAD_NUMBERS: usize = WIDTH * HIDDEN + 2 * HIDDEN + WIDTH + 16;

impl HeadWeights {
    /// All numbers 0.
    pub const ZERO: HeadWeights = HeadWeights {
        first: [[0.0; HIDDEN]; WIDTH],
        first_bias: [0.0; HIDDEN],
        second: [0.0; HIDDEN],
        skip: [0.0; WIDTH],
        bias: [0.0; 16],
    };

    /// All numbers one after the other.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        let first = self.first.as_flattened().iter();
        first
            .chain(&self.first_bias)
            .chain(&self.second)
            .chain(&self.skip)
            .chain(&self.bias)
    }

    /// All numbers one after the other, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.as_flattened_mut().iter_mut();
        first
            .chain(&mut self.first_bias)
            .chain(&mut self.second)
            .chain(&mut self.skip)
            .chain(&mut self.bias)
    }

    fn random(random: &mut StdRng) -> HeadWeights {
        let mut head = HeadWeights::ZERO;
        for weight in head.first.as_flattened_mut() {
            *weight = random.random_range(-0.4..0.4);
        }
        head.first_bias.fill(0.2);
        for weight in head.second.iter_mut().chain(&mut head.skip) {
            *weight = random.random_range(-0.5..0.5);
        }
        head
    }

    /// The output for a sum of rows, and what the way back needs.
    #[inline(always)]
    pub fn forward(&self, sum: &[f32; WIDTH]) -> Forward {
        let clipped = sum.map(|number| number.clamp(0.0, 1.0));
        let mut hidden = self.first_bias;
        for (number, weights) in clipped.iter().zip(&self.first) {
            for (unit, weight) in hidden.iter_mut().zip(weights) {
                *unit = number.mul_add(*weight, *unit);
            }
        }
        let mut products = [0.0f32; 16];
        for unit in 0..HIDDEN {
            products[unit] = hidden[unit].clamp(0.0, 1.0) * self.second[unit];
        }
        for i in 0..WIDTH {
            products[i % 16] = sum[i].mul_add(self.skip[i], products[i % 16]);
        }
        Forward {
            clipped,
            hidden,
            output: products.iter().sum::<f32>() + self.bias[0],
        }
    }
}

/// What the way forward through an output layer found.
#[derive(Clone, Debug)]
pub struct Forward {
    clipped: [f32; WIDTH],
    hidden: [f32; HIDDEN],
    /// The estimate; 1.0 is `OUTPUT_DISCS` discs.
    pub output: f32,
}

/// An output layer with its first matrix the other way round as well, for the way back.
#[derive(Clone, Debug)]
pub struct TwoWayHead {
    /// The layer.
    pub weights: HeadWeights,
    turned: [[f32; WIDTH]; HIDDEN],
}

impl TwoWayHead {
    /// A layer ready for both ways.
    pub fn new(weights: HeadWeights) -> TwoWayHead {
        let turned = std::array::from_fn(|unit| std::array::from_fn(|i| weights.first[i][unit]));
        TwoWayHead { weights, turned }
    }

    /// Adds to `gradient` what an output that is too high by `error` asks for, and gives the
    /// gradient of the sum of rows.
    #[inline(always)]
    pub fn backward(
        &self,
        sum: &[f32; WIDTH],
        forward: &Forward,
        error: f32,
        gradient: &mut HeadWeights,
    ) -> [f32; WIDTH] {
        let is_open = |value: f32| value > 0.0 && value < 1.0;
        let of_hidden: [f32; HIDDEN] = std::array::from_fn(|unit| {
            let slope = error * self.weights.second[unit];
            if is_open(forward.hidden[unit]) {
                slope
            } else {
                0.0
            }
        });
        for (unit, of_unit) in of_hidden.iter().enumerate() {
            gradient.second[unit] += error * forward.hidden[unit].clamp(0.0, 1.0);
            gradient.first_bias[unit] += of_unit;
        }
        for (i, weights) in gradient.first.iter_mut().enumerate() {
            for (weight, unit) in weights.iter_mut().zip(&of_hidden) {
                *weight = forward.clipped[i].mul_add(*unit, *weight);
            }
        }
        let mut through = [0.0f32; WIDTH];
        for (unit, weights) in self.turned.iter().enumerate() {
            for (number, weight) in through.iter_mut().zip(weights) {
                *number = of_hidden[unit].mul_add(*weight, *number);
            }
        }
        gradient.bias[0] += error;
        for (weight, number) in gradient.skip.iter_mut().zip(sum) {
            *weight += error * number;
        }
        std::array::from_fn(|i| {
            let through = if is_open(sum[i]) { through[i] } else { 0.0 };
            error * self.weights.skip[i] + through
        })
    }
}

impl Model {
    /// A model for so many stages that knows nothing: the patterns' rows are 0, so a configuration
    /// that training never meets stays neutral.
    pub fn new(stages: usize, seed: u64) -> Model {
        let mut random = StdRng::seed_from_u64(seed);
        let rows = SharedRows::new(model_rows(stages));
        // The ply's rows lift the sum into the range where the clipped units have a slope.
        for row in 0..=60 {
            rows.set(row, [0.3; WIDTH]);
        }
        Model {
            rows,
            heads: std::array::from_fn(|_| HeadWeights::random(&mut random)),
            shared: shared_rows(),
            stages,
        }
    }

    /// A model that begins with what `network` knows: the mean of its stages' rows, what each has
    /// more if the model's stages are as many or each divided further, factors of 0, and its output
    /// layers.
    pub fn from_network(stages: usize, network: &Network) -> Model {
        let model = Model {
            rows: SharedRows::new(model_rows(stages)),
            heads: std::array::from_fn(|ply| exact_head(&network.heads()[ply])),
            shared: shared_rows(),
            stages,
        };
        let known: Vec<&[Row]> = network.stages().collect();
        for row in 0..ROWS {
            let of_stage = |rows: &&[Row]| rows[row].0.map(|n| f32::from(n) / ROW_ONE as f32);
            let mut mean = [0.0; WIDTH];
            for numbers in known.iter().map(of_stage) {
                for (mean, number) in mean.iter_mut().zip(numbers) {
                    *mean += number / known.len() as f32;
                }
            }
            model.rows.set(row, mean.map(|n| n.max(-EXTRA_LIMIT)));
            if row < EXTRA_ROWS || stages == 1 || !stages.is_multiple_of(known.len()) {
                continue;
            }
            for stage in 0..stages {
                let numbers = of_stage(&known[stage * known.len() / stages]);
                let more = std::array::from_fn(|i| numbers[i] - mean[i]);
                let part = part_row(stage, (row - EXTRA_ROWS) as u32);
                model.rows.set(part as usize, more);
            }
        }
        model
    }

    /// Stages with rows of their own.
    pub fn stages(&self) -> usize {
        self.stages
    }

    /// The rows that a position adds up, first those of the ply and the mobilities, and how many
    /// they are. (An `ArrayVec` makes training an eighth slower.)
    #[inline(always)]
    pub fn active_rows<K: RuleKernels>(
        &self,
        kernels: K,
        position: &Position,
    ) -> ([u32; ACTIVE_ROWS], usize) {
        let mut rows = [0; ACTIVE_ROWS];
        let extra = extra_rows(
            position.empties(),
            position.moves_by(kernels).count(),
            position.opponent_moves_by(kernels).count(),
        );
        let (first, patterns) = rows.split_at_mut(ACTIVE_EXTRA_ROWS);
        for (row, extra) in first.iter_mut().zip(extra) {
            *row = extra as u32;
        }
        let indices = Indices::new(position.own, position.opp);
        let stage = stage_of(position.empties(), self.stages);
        for lane in 0..INSTANCES {
            let row = self.shared[indices.row(lane)];
            patterns[lane] = EXTRA_ROWS as u32 + row;
            patterns[INSTANCES + lane] = factor_row(row);
            patterns[2 * INSTANCES + lane] = part_row(stage, row);
        }
        let parts = if self.stages == 1 { 0 } else { INSTANCES };
        (rows, ACTIVE_EXTRA_ROWS + 2 * INSTANCES + parts)
    }

    /// The rows of the tables of one stage, not rounded.
    pub fn exact_rows(&self) -> impl Iterator<Item = [f32; WIDTH]> {
        self.shared.iter().map(|&row| {
            let own = self.rows.get(EXTRA_ROWS + row as usize);
            let factor = self.rows.get(factor_row(row) as usize);
            std::array::from_fn(|i| own[i] + factor[i])
        })
    }

    /// The model in integers.
    pub fn rounded(&self, description: String) -> Network {
        // A cast from floating point saturates.
        let round = |number: f32| (number * ROW_ONE as f32).round() as i8;
        let extra = (0..EXTRA_ROWS).map(|row| Row(self.rows.get(row).map(round)));
        let tables = |stage| {
            self.shared.iter().map(move |&row| {
                let own = self.rows.get(EXTRA_ROWS + row as usize);
                let factor = self.rows.get(factor_row(row) as usize);
                let part = match self.stages {
                    1 => [0.0; WIDTH],
                    _ => self.rows.get(part_row(stage, row) as usize),
                };
                Row(std::array::from_fn(|i| round(own[i] + factor[i] + part[i])))
            })
        };
        let rows = (0..self.stages).flat_map(|stage| extra.clone().chain(tables(stage)));
        let rows = rows.collect();
        let mut heads = Box::new([const { Head::ZERO }; HEADS]);
        for (rounded, head) in heads.iter_mut().zip(&self.heads) {
            *rounded = round_head(head);
        }
        Network::new(rows, heads, description)
    }
}

/// The factor of a row of the tables.
#[inline]
fn factor_row(row: u32) -> u32 {
    ROWS as u32 + row / FACTOR_CONTENTS
}

/// The part that a stage has of a row of the tables.
#[inline]
fn part_row(stage: usize, row: u32) -> u32 {
    (SHARED_ROWS + stage * PATTERN_ROWS) as u32 + row
}

/// An output layer in floating point.
fn exact_head(head: &Head) -> HeadWeights {
    let mut exact = HeadWeights::ZERO;
    for (i, weights) in exact.first.iter_mut().enumerate() {
        for (unit, weight) in weights.iter_mut().enumerate() {
            *weight = f32::from(head.first[i / 2][unit][i % 2]) / FIRST_ONE as f32;
        }
    }
    exact.first_bias = head
        .first_bias
        .map(|bias| bias as f32 / (ROW_ONE * FIRST_ONE) as f32);
    exact.second = head.second.map(|weight| weight as f32 / SECOND_ONE as f32);
    exact.skip = head.skip.map(|weight| f32::from(weight) / SKIP_ONE as f32);
    exact.bias[0] = head.bias as f32 / OUTPUT_ONE as f32;
    exact
}

fn round_head(head: &HeadWeights) -> Head {
    let short = |number: f32, one: i32| (number * one as f32).round() as i16;
    let long = |number: f32, one: i32| (number * one as f32).round() as i32;
    let mut rounded = Head::ZERO;
    for (i, weights) in head.first.iter().enumerate() {
        for (unit, weight) in weights.iter().enumerate() {
            rounded.first[i / 2][unit][i % 2] = short(*weight, FIRST_ONE);
        }
    }
    rounded.first_bias = head.first_bias.map(|bias| long(bias, ROW_ONE * FIRST_ONE));
    rounded.second = head.second.map(|weight| short(weight, SECOND_ONE).into());
    rounded.skip = head.skip.map(|weight| short(weight, SKIP_ONE));
    rounded.bias = long(head.bias[0], OUTPUT_ONE);
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::cpu::kernels::Plain;
    use bianca_rules::othello::Square;
    use bianca_search::eval::layers::OUTPUT_DISCS;
    use bianca_search::eval::network::head_of;

    #[test]
    fn gradients_are_slopes() {
        let mut random = StdRng::seed_from_u64(21);
        let head = HeadWeights::random(&mut random);
        let sum: [f32; WIDTH] = std::array::from_fn(|_| random.random_range(-0.5..1.5));
        let mut gradient = HeadWeights::ZERO;
        let forward = head.forward(&sum);
        let two_way = TwoWayHead::new(head.clone());
        let of_sum = two_way.backward(&sum, &forward, 1.0, &mut gradient);
        let step = 1e-3;
        let close = |slope: f32, expected: f32| {
            assert!((slope - expected).abs() < 2e-3, "{slope} {expected}");
        };
        for i in 0..WIDTH {
            let mut moved = sum;
            moved[i] += step;
            close(
                (head.forward(&moved).output - forward.output) / step,
                of_sum[i],
            );
        }
        for (number, expected) in gradient.numbers().take(HEAD_NUMBERS - 15).enumerate() {
            let mut moved = head.clone();
            *moved.numbers_mut().nth(number).unwrap() += step;
            close(
                (moved.forward(&sum).output - forward.output) / step,
                *expected,
            );
        }
    }

    #[test]
    fn rounding_changes_little() {
        for stages in [1, 4] {
            rounding_with_stages(stages);
        }
    }

    fn rounding_with_stages(stages: usize) {
        let mut random = StdRng::seed_from_u64(22);
        let model = Model::new(stages, 23);
        let parts = SHARED_ROWS..model_rows(stages);
        for row in (EXTRA_ROWS..ROWS).chain(parts) {
            let numbers = std::array::from_fn(|_| random.random_range(-0.1..0.1));
            model.rows.set(row, numbers);
        }
        let network = model.rounded(String::new());
        let mut position = Position::START;
        while !position.is_over() {
            let (rows, active) = model.active_rows(Plain, &position);
            let sum = model.rows.sum(&rows[..active]);
            let head = &model.heads[head_of(position.empties())];
            let exact = head.forward(&sum).output * OUTPUT_DISCS as f32;
            let rounded = network.estimate(&position) as f32 / 256.0;
            assert!((exact - rounded).abs() < 1.0, "{exact} {rounded}");
            let moves: Vec<Square> = position.moves().into_iter().collect();
            position = match moves.choose(&mut random) {
                Some(&square) => position.play_unchecked(square),
                None => position.passed(),
            };
        }
        let again = Model::from_network(stages, &network).rounded(String::new());
        assert!(again.stages().eq(network.stages()));
        assert_eq!(again.heads(), network.heads());
        let known: Vec<&[Row]> = network.stages().collect();
        let finer = Model::from_network(2 * stages, &network).rounded(String::new());
        for (stage, rows) in finer.stages().enumerate() {
            assert!(rows == known[stage / 2], "{stage} of {}", 2 * stages);
        }
    }
}
