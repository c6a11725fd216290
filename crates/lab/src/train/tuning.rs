//! Tunes the numbers that steer the search by games between two sets of them.
//!
//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992), as chess programs use
//! it: every number is moved one step up or down by a coin, the search that has all these changes
//! plays a pair of games against the one that has their opposites, and all numbers follow the
//! result a little. The numbers after any count of pairs follow from the results in their order, so
//! a [log](bianca_records::log) of results is all that a run needs to go on. How the
//! search uses its numbers is not known here.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use rand::SeedableRng;
use rand::prelude::*;
use rand::rngs::StdRng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use bianca_arena::arena::opening::balanced_openings;
use bianca_records::log::{LogError, LogFile, LogHeader};
use bianca_rules::othello::{Move, Position};
use bianca_search::eval::weights;
use bianca_search::request::{Limits, Reach, Request, StopFlag};
use bianca_search::search::{Parameters, Searcher, Settings, TableTooLarge};

/// The log of a run, which is being written.
pub type TuningLog = LogFile<TuningHeader>;

/// How much the numbers follow one result at the beginning, in steps for a pair that is entirely
/// won.
const FIRST_GAIN: f64 = 0.04;

/// How the gain falls: with this power of the count of pairs (Spall's figure).
const GAIN_POWER: f64 = 0.602;

/// The part of all pairs after which it begins to fall.
const STABLE_PART: f64 = 0.1;

/// Discs by which a game is won that count three quarters of a certain win: how much a game is won
/// by says more than that it is.
const DISCS: f64 = 8.0;

/// Size of a hash table in MiB: the searches are small.
const HASH_MIB: usize = 4;

/// What a run tunes and how; the first line of its log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TuningHeader {
    /// Name, value, least, greatest value and step of each number.
    pub parameters: Vec<(String, i32, i32, i32, i32)>,
    /// Positions that a move may visit.
    pub nodes: u64,
    /// Pairs of games that the gain is planned for.
    pub pairs: u64,
    /// Of all that is drawn.
    pub seed: u64,
    /// The checksum of what the evaluation in the executable says of itself.
    pub evaluation: u32,
}

/// The result of a pair of games; a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// Its number, from 0.
    pub pair: u64,
    /// Discs by which the search with the changes won each game, whichever colour it had.
    pub discs: [i32; 2],
}

impl PairResult {
    /// From -1, both lost, to 1, both won.
    fn value(self) -> f64 {
        let value = |discs: i32| (f64::from(discs) / DISCS).tanh();
        (value(self.discs[0]) + value(self.discs[1])) / 2.0
    }
}

impl LogHeader for TuningHeader {
    const KIND: &'static str = "bianca_tuning";
    const VERSION: u32 = 1;
    const ITEM: &'static str = "pair";
    type Line = PairResult;

    fn number(&self, result: &PairResult) -> Result<u64, String> {
        if result.discs.iter().all(|discs| discs.abs() <= 64) {
            Ok(result.pair)
        } else {
            Err("no game ends so".to_owned())
        }
    }

    fn resumes(&self, kept: &TuningHeader) -> Result<(), String> {
        for (same, what) in [
            (self.parameters == kept.parameters, "parameters"),
            (self.nodes == kept.nodes, "numbers of positions"),
            (self.pairs == kept.pairs, "numbers of pairs"),
            (self.seed == kept.seed, "seeds"),
            (self.evaluation == kept.evaluation, "evaluations"),
        ] {
            if !same {
                return Err(format!("their {what} differ"));
            }
        }
        Ok(())
    }
}

/// Why a run cannot go on.
#[derive(Debug, Error)]
pub enum TuningError {
    /// The log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Not enough memory to search.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
}

/// How to tune.
#[derive(Clone, Debug)]
pub struct TuningOptions {
    /// Positions that a move may visit.
    pub nodes: u64,
    /// Pairs of games to play in all.
    pub pairs: u64,
    /// Of all that is drawn.
    pub seed: u64,
    /// Threads, each of which plays games of its own.
    pub threads: usize,
}

impl TuningOptions {
    /// What a log of this run begins with.
    pub fn header(&self) -> TuningHeader {
        let parameters = Parameters::RANGES.iter();
        TuningHeader {
            parameters: parameters
                .map(|range| {
                    let name = range.name.to_owned();
                    (name, range.value, range.least, range.most, range.step)
                })
                .collect(),
            nodes: self.nodes,
            pairs: self.pairs,
            seed: self.seed,
            evaluation: crc32fast::hash(weights::embedded().description().as_bytes()),
        }
    }
}

/// The numbers as far as the results have moved them.
#[derive(Clone, Debug)]
pub struct Tuning {
    header: TuningHeader,
    /// With fractions, so that small gains add up.
    values: Vec<f64>,
    results: u64,
}

/// What two searches of a pair differ in.
struct Proposal {
    changed: Vec<i32>,
    opposite: Vec<i32>,
    opening: usize,
}

impl Tuning {
    /// The numbers before any result.
    pub fn new(header: TuningHeader) -> Tuning {
        let values = header.parameters.iter().map(|&(_, value, ..)| value.into());
        Tuning {
            values: values.collect(),
            header,
            results: 0,
        }
    }

    /// Results that it has followed.
    pub fn results(&self) -> u64 {
        self.results
    }

    /// The numbers, rounded, in their order.
    pub fn values(&self) -> Vec<i32> {
        self.values
            .iter()
            .map(|value| value.round() as i32)
            .collect()
    }

    fn random(&self, pair: u64) -> StdRng {
        StdRng::seed_from_u64(self.header.seed.wrapping_mul(1 << 32).wrapping_add(pair))
    }

    /// Which way each number is moved in a pair: 1 or -1.
    fn signs(&self, random: &mut StdRng) -> Vec<i32> {
        let sign = |_: &f64| if random.random() { 1 } else { -1 };
        self.values.iter().map(sign).collect()
    }

    /// What pair number `pair` plays with, drawn from its number and from the numbers as they are.
    fn proposal(&self, pair: u64, openings: usize) -> Proposal {
        let mut random = self.random(pair);
        let signs = self.signs(&mut random);
        // Numbers with small steps are moved although they are whole: chance rounds them.
        let fractions: Vec<f64> = signs.iter().map(|_| random.random()).collect();
        let moved = |by: i32| {
            let numbers = self.values.iter().zip(&self.header.parameters).zip(&signs);
            numbers
                .zip(&fractions)
                .map(|(((value, &(_, _, least, most, step)), sign), fraction)| {
                    let moved = value + f64::from(by * sign * step) + fraction;
                    (moved.floor() as i32).clamp(least, most)
                })
                .collect()
        };
        Proposal {
            changed: moved(1),
            opposite: moved(-1),
            opening: random.random_range(0..openings.max(1)),
        }
    }

    /// Follows a result.
    pub fn enter(&mut self, result: PairResult) {
        let stable = (self.header.pairs as f64 * STABLE_PART).max(1.0);
        let gain = FIRST_GAIN * (stable / (stable + self.results as f64)).powf(GAIN_POWER);
        let signs = self.signs(&mut self.random(result.pair));
        let numbers = self.values.iter_mut().zip(&self.header.parameters);
        for ((value, &(_, _, least, most, step)), sign) in numbers.zip(signs) {
            *value += gain * result.value() * f64::from(step * sign);
            *value = value.clamp(least.into(), most.into());
        }
        self.results += 1;
    }
}

/// Plays pairs of games until there are as many results as `options` ask for or `stop` is raised.
/// `report` is called after each.
///
/// # Errors
/// If the log cannot be written or memory is short.
pub fn tune(
    options: &TuningOptions,
    log: TuningLog,
    results: Vec<PairResult>,
    stop: &StopFlag,
    report: &(dyn Fn(&Tuning) + Sync),
) -> Result<Tuning, TuningError> {
    let openings: Vec<Position> = balanced_openings(usize::MAX, options.seed)
        .iter()
        .map(|opening| opening.game.position())
        .collect();
    let mut tuning = Tuning::new(options.header());
    results.iter().for_each(|&result| tuning.enter(result));
    let run = Mutex::new(Run {
        tuning,
        log,
        next: 0,
        played: results.iter().map(|result| result.pair).collect(),
        failure: None,
    });
    let lock = || run.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || -> Result<(), TuningError> {
        while !stop.is_raised() {
            // The lock must not be held while games are played.
            let next = lock().next_pair(options.pairs, openings.len());
            let Some((pair, proposal)) = next else { break };
            let Some(&opening) = openings.get(proposal.opening) else {
                break;
            };
            let Some(discs) = play_pair(&proposal, opening, options.nodes, stop)? else {
                break;
            };
            let mut run = lock();
            run.enter(PairResult { pair, discs })?;
            report(&run.tuning);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work() {
                    lock().failure = Some(error);
                }
            });
        }
    });
    let run = run.into_inner().unwrap_or_else(PoisonError::into_inner);
    match run.failure {
        Some(error) => Err(error),
        None => Ok(run.tuning),
    }
}

/// A run as its threads share it.
struct Run {
    tuning: Tuning,
    log: TuningLog,
    /// No pair from this one on has been begun, but for those of an earlier process.
    next: u64,
    /// The pairs of earlier processes.
    played: HashSet<u64>,
    failure: Option<TuningError>,
}

impl Run {
    /// The next of `pairs` pairs and what it plays with; `None` if there is nothing more to do.
    fn next_pair(&mut self, pairs: u64, openings: usize) -> Option<(u64, Proposal)> {
        while self.played.contains(&self.next) {
            self.next += 1;
        }
        let pair = self.next;
        if pair >= pairs || self.failure.is_some() {
            return None;
        }
        self.next += 1;
        Some((pair, self.tuning.proposal(pair, openings)))
    }

    fn enter(&mut self, result: PairResult) -> Result<(), TuningError> {
        self.log.append(&result)?;
        self.tuning.enter(result);
        Ok(())
    }
}

/// Plays an opening with both colours and gives the discs by which the first search of the proposal
/// won each game; `None` if it was stopped.
fn play_pair(
    proposal: &Proposal,
    opening: Position,
    nodes: u64,
    stop: &StopFlag,
) -> Result<Option<[i32; 2]>, TuningError> {
    let searcher = |values: &[i32]| {
        let settings = Settings {
            hash_mib: HASH_MIB,
            ..Settings::default()
        };
        Searcher::with_parameters(settings, Parameters::with_values(values))
    };
    let mut changed = searcher(&proposal.changed)?;
    let mut opposite = searcher(&proposal.opposite)?;
    let first = play_game(opening, [&mut changed, &mut opposite], nodes, stop);
    changed.clear();
    opposite.clear();
    let second = play_game(opening, [&mut opposite, &mut changed], nodes, stop);
    Ok(first.zip(second).map(|(first, second)| [first, -second]))
}

/// Plays a game from `position`, whose side to move is the first of `sides`, and gives the discs by
/// which that one won; `None` if it was stopped. What is solved need not be played.
fn play_game(
    mut position: Position,
    mut sides: [&mut Searcher; 2],
    nodes: u64,
    stop: &StopFlag,
) -> Option<i32> {
    let request = Request {
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        ..Request::default()
    };
    let mut sign = 1;
    while !position.is_over() {
        if position.must_pass() {
            position = position.passed();
        } else {
            let lines = sides[0].search(position, &request, stop, &mut |_| {});
            if stop.is_raised() {
                return None;
            }
            let line = lines.first()?;
            if line.reach == Reach::End && line.bounds.is_exact() {
                return Some(sign * line.bounds.lower);
            }
            let &Move::Place(square) = line.pv.first()? else {
                return None;
            };
            position = position.play_unchecked(square);
        }
        sides.reverse();
        sign = -sign;
    }
    Some(sign * position.final_score())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_records::log::Existing;

    fn options(pairs: u64) -> TuningOptions {
        TuningOptions {
            nodes: 300,
            pairs,
            seed: 5,
            threads: 2,
        }
    }

    /// A hill whose top is three steps away in each number; results are its slope and much chance.
    #[test]
    fn numbers_climb_a_hill_that_is_hidden_by_chance() {
        let mut tuning = Tuning::new(options(20_000).header());
        let begin = tuning.values.clone();
        let steps: Vec<f64> = (tuning.header.parameters.iter())
            .map(|&(_, value, _, most, step)| {
                f64::from(step) * if value + 3 * step < most { 1.0 } else { -1.0 }
            })
            .collect();
        let height = |values: &[i32]| -> f64 {
            let numbers = values.iter().zip(&begin).zip(&steps);
            numbers
                .map(|((&value, begin), step)| {
                    -((f64::from(value) - begin) / step - 3.0).powi(2) / 20.0
                })
                .sum()
        };
        let before = height(&tuning.values());
        let mut chance = StdRng::seed_from_u64(8);
        for pair in 0..20_000 {
            let proposal = tuning.proposal(pair, 1);
            let slope = height(&proposal.changed) - height(&proposal.opposite);
            let discs = (slope * 4.0 + chance.random_range(-16.0..16.0)) as i32;
            tuning.enter(PairResult {
                pair,
                discs: [discs.clamp(-64, 64); 2],
            });
        }
        let after = height(&tuning.values());
        assert!(after > before / 3.0, "from {before} to {after}");
    }

    #[test]
    fn the_two_sides_of_a_pair_differ_by_opposite_steps() {
        let tuning = Tuning::new(options(10).header());
        let proposal = tuning.proposal(3, 7);
        assert!(proposal.opening < 7);
        let mut moved = 0;
        let sides = proposal.changed.iter().zip(&proposal.opposite);
        for ((&changed, &opposite), (name, value, least, most, step)) in
            sides.zip(&tuning.header.parameters)
        {
            let (up, down) = ((value + step).min(*most), (value - step).max(*least));
            let is_up = (changed, opposite) == (up, down);
            assert!(is_up || (changed, opposite) == (down, up), "{name}");
            moved += i32::from(is_up);
        }
        assert!((1..tuning.values.len() as i32).contains(&moved));
    }

    #[test]
    fn a_run_that_was_interrupted_follows_the_same_results() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.log");
        let (stop, options) = (StopFlag::new(), options(3));
        let (log, none) = TuningLog::open(&path, Existing::Refuse)
            .unwrap()
            .begin(&options.header())
            .unwrap();
        let after_two = |tuning: &Tuning| {
            if tuning.results() == 2 {
                stop.raise();
            }
        };
        let tuning = tune(&options, log, none, &stop, &after_two).unwrap();
        assert!((2..=3).contains(&tuning.results()));
        let (log, results) = TuningLog::open(&path, Existing::Resume)
            .unwrap()
            .begin(&options.header())
            .unwrap();
        assert_eq!(results.len() as u64, tuning.results());
        let tuning = tune(&options, log, results, &StopFlag::new(), &|_| {}).unwrap();
        assert_eq!(tuning.results(), 3);
        let log = TuningLog::content(&path).unwrap().unwrap();
        let mut again = Tuning::new(log.header);
        log.lines.iter().for_each(|&result| again.enter(result));
        assert_eq!(again.values, tuning.values);
        let other = TuningOptions {
            nodes: 301,
            ..options
        };
        let open = TuningLog::open(&path, Existing::Resume).unwrap();
        let error = open.begin(&other.header()).unwrap_err().to_string();
        assert!(error.contains("numbers of positions differ"), "{error}");
    }

    #[test]
    fn a_game_between_equals_ends_with_a_result() {
        let searcher = || Searcher::new(Settings::default()).unwrap();
        let (mut a, mut b) = (searcher(), searcher());
        let discs = play_game(Position::START, [&mut a, &mut b], 200, &StopFlag::new());
        assert!(discs.is_some_and(|discs| discs.abs() <= 64 && discs % 2 == 0));
        let stop = StopFlag::new();
        stop.raise();
        assert_eq!(
            play_game(Position::START, [&mut a, &mut b], 200, &stop),
            None
        );
    }
}
