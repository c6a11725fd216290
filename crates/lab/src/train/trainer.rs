//! Fits a model to samples by stochastic gradient descent on the squared error.
//!
//! All threads work on the same rows (see [`kernels`](super::kernels)); a row's step shrinks
//! with the root of the squared gradients it has seen (Adagrad with one number for each row,
//! because a row's numbers are met equally often and rows are not). The rows of ply and mobility
//! are met so often that this would hold them where they began, so their steps shrink only so far.
//! The output layers are few
//! and met by every sample, so each thread gathers gradients for one before it takes its lock
//! and makes a step of Adam. The rates fall linearly over the whole run. Symmetric images need no
//! visits of their own: they use the same rows. A configuration's row is trained together with one
//! that it shares with others, its factor (a factored input, as networks for chess and shogi use),
//! so that rare configurations learn from common ones; the two are added when rounded. Training
//! begins with random output layers and empty rows, or with the weights of an earlier run.

mod kernels;
mod thinning;

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::prelude::*;

use bianca_rules::cpu::{Instructions, for_instructions};
use bianca_search::eval::layers::{EXTRA_ROWS, HEADS, OUTPUT_DISCS, WIDTH};
use bianca_search::eval::network::{Network, head_of};

use super::kernels::RowKernels;
use super::model::{
    ACTIVE_EXTRA_ROWS, ACTIVE_ROWS, EXTRA_LIMIT, HEAD_NUMBERS, HeadWeights, Model, PATTERN_LIMIT,
    TwoWayHead, model_rows,
};
use super::samples::Sample;
use kernels::visit;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingOptions {
    /// Stages of the game, each with a set of rows of its own, 1 to `network::STAGES_MAX`.
    pub stages: usize,
    /// Visits of each sample.
    pub epochs: u32,
    /// First step of the rows.
    pub row_rate: f32,
    /// First step of the output layers.
    pub head_rate: f32,
    /// What the rates fall to, as a share of the first.
    pub last_rate: f32,
    /// What a row's squared gradients are taken to be before it has seen any, so that rare rows
    /// do not follow their first sample too far.
    pub prior: f32,
    /// Positions count less the further from even the model finds them: half at so many discs, a
    /// fifth at twice as many. All count the same if there is no number.
    pub even: Option<f32>,
    /// Threads.
    pub threads: usize,
    /// Of the first weights and the order of the samples.
    pub seed: u64,
}

impl TrainingOptions {
    /// A checksum of all that the weights depend on.
    pub fn checksum(&self) -> u32 {
        let TrainingOptions {
            stages,
            epochs,
            row_rate,
            head_rate,
            last_rate,
            prior,
            even,
            threads: _,
            seed,
        } = self;
        let text =
            format!("{stages} {epochs} {row_rate} {head_rate} {last_rate} {prior} {even:?} {seed}");
        crc32fast::hash(text.as_bytes())
    }
}

impl Default for TrainingOptions {
    fn default() -> TrainingOptions {
        TrainingOptions {
            stages: 1,
            epochs: 5,
            row_rate: 0.01,
            head_rate: 0.002,
            last_rate: 0.02,
            prior: 1.0,
            even: None,
            threads: 2,
            seed: 1,
        }
    }
}

/// Squared gradients beyond which the steps of the rows of ply and mobility shrink no more.
const EXTRA_MOMENT_MAX: f32 = 100.0;

/// Samples whose gradients make one step of an output layer.
const HEAD_BATCH: u32 = 32;

/// Samples that a thread takes at a time.
const CHUNK: usize = 2048;

/// A model being trained.
pub struct Trainer {
    options: TrainingOptions,
    model: Model,
    /// Mean squared gradient summed up for each row.
    row_moments: Vec<AtomicU32>,
    heads: Vec<Mutex<Adam>>,
    epochs_done: u32,
}

/// An output layer with the moments of its gradients (Kingma, Ba 2015).
#[derive(Clone)]
struct Adam {
    weights: HeadWeights,
    first: HeadWeights,
    second: HeadWeights,
    steps: u32,
}

impl Adam {
    fn new(weights: HeadWeights) -> Adam {
        Adam {
            weights,
            first: HeadWeights::ZERO,
            second: HeadWeights::ZERO,
            steps: 0,
        }
    }

    fn step(&mut self, gradient: &HeadWeights, rate: f32) {
        const FIRST: f32 = 0.9;
        const SECOND: f32 = 0.999;
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let first_scale = 1.0 / (1.0 - FIRST.powi(steps));
        let second_scale = 1.0 / (1.0 - SECOND.powi(steps));
        let moments = self.first.numbers_mut().zip(self.second.numbers_mut());
        let weights = self.weights.numbers_mut().zip(gradient.numbers());
        for ((weight, gradient), (first, second)) in weights.zip(moments) {
            *first += (1.0 - FIRST) * (gradient - *first);
            *second += (1.0 - SECOND) * (gradient * gradient - *second);
            let change = *first * first_scale / ((*second * second_scale).sqrt() + 1e-8);
            *weight -= rate * change;
        }
    }
}

impl Trainer {
    /// A trainer at its beginning, with random output layers and empty rows.
    pub fn new(options: TrainingOptions) -> Trainer {
        Trainer::with_model(options, Model::new(options.stages, options.seed))
    }

    /// A trainer at its beginning that knows what `network` knows.
    pub fn beginning_with(options: TrainingOptions, network: &Network) -> Trainer {
        Trainer::with_model(options, Model::from_network(options.stages, network))
    }

    fn with_model(options: TrainingOptions, model: Model) -> Trainer {
        let heads = model.heads.iter().cloned();
        Trainer {
            options,
            row_moments: (0..model_rows(options.stages))
                .map(|_| AtomicU32::new(options.prior.to_bits()))
                .collect(),
            heads: heads.map(|head| Mutex::new(Adam::new(head))).collect(),
            model,
            epochs_done: 0,
        }
    }

    /// Visits of each sample so far.
    pub fn epochs_done(&self) -> u32 {
        self.epochs_done
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.epochs_done >= self.options.epochs
    }

    /// Visits every sample once, in an order drawn from the seed, and gives the mean squared
    /// error in discs met on the way.
    pub fn epoch(&mut self, samples: &mut [Sample]) -> f64 {
        let seed = self.options.seed.wrapping_add(u64::from(self.epochs_done));
        samples.shuffle(&mut StdRng::seed_from_u64(seed));
        let next = AtomicUsize::new(0);
        let squares = Mutex::new(0.0);
        std::thread::scope(|scope| {
            for _ in 0..self.options.threads.max(1) {
                scope.spawn(|| {
                    let sum = for_instructions!(Instructions::chosen(), kernels => {
                        self.work(kernels, samples, &next)
                    });
                    *squares.lock().unwrap_or_else(PoisonError::into_inner) += sum;
                });
            }
        });
        self.epochs_done += 1;
        for (head, adam) in self.model.heads.iter_mut().zip(&self.heads) {
            let adam = adam.lock().unwrap_or_else(PoisonError::into_inner);
            *head = adam.weights.clone();
        }
        let squares = squares.into_inner().unwrap_or_else(PoisonError::into_inner);
        let scale = f64::from(OUTPUT_DISCS * OUTPUT_DISCS);
        squares * scale / samples.len().max(1) as f64
    }

    /// The share of the first rates to use at `visited` of the samples of this epoch.
    fn rate(&self, visited: f32) -> f32 {
        let progress = (self.epochs_done as f32 + visited) / self.options.epochs as f32;
        1.0 - (1.0 - self.options.last_rate) * progress.min(1.0)
    }

    /// Takes chunks of the samples until there are no more; gives the sum of squared errors.
    fn work<K: RowKernels>(&self, kernels: K, samples: &[Sample], next: &AtomicUsize) -> f64 {
        let mut squares = 0.0;
        let mut heads: Vec<LocalHead> = self.model.heads.iter().map(LocalHead::new).collect();
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            let Some(rest) = samples.get(start..) else {
                return squares;
            };
            let rate = self.rate(start as f32 / samples.len() as f32);
            for sample in &rest[..CHUNK.min(rest.len())] {
                let number = head_of(sample.position.empties());
                squares += f64::from(visit(kernels, self, sample, &mut heads[number], rate));
                if heads[number].count == HEAD_BATCH {
                    let mut adam = self.heads[number]
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    adam.step(&heads[number].gradient, self.options.head_rate * rate);
                    heads[number] = LocalHead::new(&adam.weights);
                }
            }
        }
    }

    /// Learns from one sample; gives its squared error.
    #[inline(always)]
    pub(super) fn visit_body<K: RowKernels>(
        &self,
        kernels: K,
        sample: &Sample,
        head: &mut LocalHead,
        rate: f32,
    ) -> f32 {
        let (rows, active) = self.model.active_rows(kernels, &sample.position);
        let rows = &rows[..active];
        let sum = kernels.sum(&self.model.rows, rows);
        let forward = head.layer.weights.forward(&sum);
        let error = forward.output - sample.target / OUTPUT_DISCS as f32;
        let weight = weight_of(self.options.even, forward.output);
        head.count += 1;
        let direction = head
            .layer
            .backward(&sum, &forward, weight * error, &mut head.gradient);
        let square = direction.iter().map(|number| number * number).sum::<f32>() / WIDTH as f32;
        let mut steps = [0.0; ACTIVE_ROWS];
        for (step, &row) in steps.iter_mut().zip(rows) {
            let moment = &self.row_moments[row as usize];
            let seen = f32::from_bits(moment.load(Ordering::Relaxed)) + square;
            moment.store(seen.to_bits(), Ordering::Relaxed);
            *step = if (row as usize) < EXTRA_ROWS {
                seen.min(EXTRA_MOMENT_MAX)
            } else {
                seen
            };
        }
        let rate = self.options.row_rate * rate;
        let steps = steps.map(|seen| rate / seen.sqrt());
        let (extra, patterns) = rows.split_at(ACTIVE_EXTRA_ROWS);
        let (of_extra, of_patterns) = steps.split_at(ACTIVE_EXTRA_ROWS);
        let table = &self.model.rows;
        kernels.descend(table, patterns, of_patterns, &direction, PATTERN_LIMIT);
        kernels.descend(table, extra, of_extra, &direction, EXTRA_LIMIT);
        error * error
    }

    /// The model in integers.
    pub fn network(&self, description: String) -> Network {
        self.model.rounded(description)
    }

    /// All that training needs to go on, in bytes.
    pub fn state(&self) -> Vec<u8> {
        let stages = self.model.stages();
        let mut bytes = Vec::with_capacity(state_bytes(stages));
        bytes.extend(self.epochs_done.to_le_bytes());
        for row in 0..model_rows(stages) {
            let numbers = self.model.rows.get(row);
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            let moment = self.row_moments[row].load(Ordering::Relaxed);
            bytes.extend(moment.to_le_bytes());
        }
        for head in &self.heads {
            let head = head.lock().unwrap_or_else(PoisonError::into_inner);
            for part in [&head.weights, &head.first, &head.second] {
                bytes.extend(part.numbers().flat_map(|number| number.to_le_bytes()));
            }
            bytes.extend(head.steps.to_le_bytes());
        }
        bytes
    }

    /// Goes on from a [`state`](Trainer::state); `None` if that is of another length.
    pub fn from_state(options: TrainingOptions, state: &[u8]) -> Option<Trainer> {
        if state.len() != state_bytes(options.stages) {
            return None;
        }
        let (words, _) = state.as_chunks::<4>();
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let mut word = || words.next().unwrap_or_default();
        let mut trainer = Trainer::new(options);
        trainer.epochs_done = word();
        for row in 0..model_rows(options.stages) {
            let numbers = std::array::from_fn(|_| f32::from_bits(word()));
            trainer.model.rows.set(row, numbers);
            trainer.row_moments[row].store(word(), Ordering::Relaxed);
        }
        for (head, weights) in trainer.heads.iter_mut().zip(&mut trainer.model.heads) {
            let head = head.get_mut().unwrap_or_else(PoisonError::into_inner);
            for part in [&mut head.weights, &mut head.first, &mut head.second] {
                for number in part.numbers_mut() {
                    *number = f32::from_bits(word());
                }
            }
            head.steps = word();
            *weights = head.weights.clone();
        }
        Some(trainer)
    }
}

/// How much a position counts whose estimate is `output`, see [`TrainingOptions::even`]. It depends
/// on the estimate and not on the target, the noise of which would pull all estimates towards even.
fn weight_of(even: Option<f32>, output: f32) -> f32 {
    even.map_or(1.0, |discs| {
        let far = output * OUTPUT_DISCS as f32 / discs;
        1.0 / (1.0 + far * far)
    })
}

/// Bytes of the state of a trainer of so many stages.
const fn state_bytes(stages: usize) -> usize {
    4 * (1 + model_rows(stages) * (WIDTH + 1) + HEADS * (3 * HEAD_NUMBERS + 1))
}

/// A thread's copy of an output layer, and the gradients gathered since it was made.
pub(super) struct LocalHead {
    layer: TwoWayHead,
    gradient: HeadWeights,
    count: u32,
}

impl LocalHead {
    fn new(weights: &HeadWeights) -> LocalHead {
        LocalHead {
            layer: TwoWayHead::new(weights.clone()),
            gradient: HeadWeights::ZERO,
            count: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::records::LabelBasis;
    use bianca_rules::othello::{Bitboard, Position, Square, Symmetry};

    /// Positions of random games, the target being the difference of corners and of mobility.
    fn samples() -> Vec<Sample> {
        let mut random = StdRng::seed_from_u64(31);
        let mut samples = Vec::new();
        for _ in 0..800 {
            let mut position = Position::START;
            while !position.is_over() {
                let corners = |discs: Bitboard| (discs & Bitboard::CORNERS).count() as f32;
                let mobility = position.moves().count() as f32;
                samples.push(Sample {
                    position: Symmetry::canonical(position).0,
                    target: 6.0 * (corners(position.own) - corners(position.opp)) + mobility,
                    reach: LabelBasis::Exact,
                    after_random: false,
                });
                let moves: Vec<Square> = position.moves().into_iter().collect();
                position = match moves.choose(&mut random) {
                    Some(&square) => position.play_unchecked(square),
                    None => position.passed(),
                };
            }
        }
        samples
    }

    fn options() -> TrainingOptions {
        TrainingOptions {
            epochs: 3,
            threads: 1,
            ..TrainingOptions::default()
        }
    }

    #[test]
    fn training_learns_and_resumes_where_it_stopped() {
        // Rows for three stages have a third of the samples each to learn from.
        for (stages, most) in [(1, 3.0), (3, 6.0)] {
            training_with_stages(stages, most);
        }
    }

    fn training_with_stages(stages: usize, most: f64) {
        let options = || TrainingOptions {
            stages,
            ..options()
        };
        let first = samples();
        let mut trainer = Trainer::new(options());
        let mut order = first.clone();
        let start = trainer.epoch(&mut order);
        let mut resumed = Trainer::from_state(options(), &trainer.state()).unwrap();
        assert_eq!(resumed.epochs_done(), 1);
        let mut other = order.clone();
        assert_eq!(trainer.epoch(&mut order), resumed.epoch(&mut other));
        let end = trainer.epoch(&mut order);
        assert!(trainer.is_done());
        assert!(
            end < start / 4.0 && end < most,
            "{stages} stages: {start} {end}"
        );

        let network = trainer.network(String::new());
        let error: f32 = first
            .iter()
            .map(|sample| {
                let estimate = network.estimate(&sample.position) as f32 / 256.0;
                (estimate - sample.target).powi(2)
            })
            .sum();
        assert!(
            f64::from(error) / (first.len() as f64) < most,
            "{stages} stages: {error}"
        );

        let state = trainer.state();
        assert!(Trainer::from_state(options(), &state[1..]).is_none());

        // What goes on from these weights does not have to learn it all again.
        let mut further = Trainer::beginning_with(options(), &network);
        let begin = further.epoch(&mut order);
        assert!(begin < start / 4.0, "{begin} {start}");
    }

    #[test]
    fn positions_about_even_can_count_more() {
        let discs = |discs: f32| discs / OUTPUT_DISCS as f32;
        let weights = [0.0, 12.0, -24.0].map(|estimate| weight_of(Some(12.0), discs(estimate)));
        assert_eq!(weights, [1.0, 0.5, 0.2]);
        assert_eq!(weight_of(None, discs(50.0)), 1.0);

        let trained = |even| {
            let mut trainer = Trainer::new(TrainingOptions { even, ..options() });
            let mut order = samples();
            let errors = [trainer.epoch(&mut order), trainer.epoch(&mut order)];
            assert!(errors[1] < errors[0] / 2.0, "{errors:?}");
            trainer.state()
        };
        assert_ne!(trained(Some(12.0)), trained(None));
    }
}
