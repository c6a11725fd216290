//! Labelled positions for the trainer, made from game records.
//!
//! Every position up to symmetry comes once, with one target: the exact result if any game has
//! it, otherwise the mean of what the games with the deepest searches say. Whole games are held
//! out for the test, by a hash of an early position up to symmetry, so that games that share an
//! opening stay on one side; what is left of the test in the training set is taken out of the
//! test.

use std::cmp::Reverse;
use std::path::PathBuf;

use bianca_rules::othello::{Position, Symmetry};
use bianca_search::eval::layers::HEADS;
use bianca_search::eval::network::head_of;

use super::records::{GameRecord, LabelBasis, RecordReader, RecordTurn, RecordsError};

/// A position and what the evaluation should say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// In its canonical form.
    pub position: Position,
    /// In discs, from the side to move.
    pub target: f32,
    /// What the target rests on.
    pub reach: LabelBasis,
    /// Whether a move drawn at random led here in the first of the games that have it, or it was
    /// drawn and labelled by itself.
    pub after_random: bool,
}

/// How records become samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleOptions {
    /// How much of a target comes from what the game led to, 0 to 1; the rest comes from the
    /// search of the position itself.
    pub lambda: f32,
    /// Whether labels that are not exact are left out. What weak players led to is worth little,
    /// but an exact result stays true whoever played.
    pub exact_only: bool,
    /// One game in so many is held out.
    pub held_out: u64,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions {
            lambda: 0.8,
            exact_only: false,
            held_out: 50,
        }
    }
}

/// The samples of some files.
#[derive(Debug, Default)]
pub struct Samples {
    /// For training.
    pub train: Vec<Sample>,
    /// Held out.
    pub test: Vec<Sample>,
    /// Games read.
    pub games: u64,
    /// Labelled turns read, before positions were merged.
    pub labels: u64,
}

/// Empty squares of the position by which a game is put on one side or the other.
const SPLIT_EMPTIES: u32 = 48;

/// Reads each of `files` by its own options.
///
/// A game that is cut off at the end of a file is left out: another process may be writing it.
///
/// # Errors
/// If a file cannot be read or is damaged.
pub fn read(files: &[(PathBuf, SampleOptions)]) -> Result<Samples, RecordsError> {
    let mut samples = Samples::default();
    for (path, options) in files {
        for game in RecordReader::open(path)? {
            let game = match game {
                Ok(game) => game,
                Err(RecordsError::CutOff { .. }) => break,
                Err(error) => return Err(error),
            };
            // The records' checksum is right, so an illegal game is a fault of its writer;
            // nothing can be learned from it.
            let Ok(positions) = game.positions() else {
                log::warn!("{}: an illegal game is left out", path.display());
                continue;
            };
            samples.games += 1;
            let side = if is_held_out(&positions, options.held_out) {
                &mut samples.test
            } else {
                &mut samples.train
            };
            samples.labels += add_game(&game, &positions, options, side);
        }
    }
    merge(&mut samples.train);
    merge(&mut samples.test);
    let train = &samples.train;
    samples.test.retain(|sample| {
        let known = train.binary_search_by_key(&sample.position, |other| other.position);
        known.is_err()
    });
    Ok(samples)
}

fn is_held_out(positions: &[Position], one_in: u64) -> bool {
    let early = positions
        .iter()
        .find(|position| position.empties() <= SPLIT_EMPTIES)
        .unwrap_or(&positions[0]);
    let (least, _) = Symmetry::canonical(*early);
    // Two rounds of multiply and fold spread the discs over all bits.
    let mut hash = least.own.0 ^ least.opp.0.rotate_left(32);
    for _ in 0..2 {
        hash = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 32).is_multiple_of(one_in)
}

/// Adds the labelled positions of a game and returns how many there were.
///
/// A target goes back along the game: the value of what was played is mixed into the value of
/// the position before it, unless the move was drawn at random.
fn add_game(
    game: &GameRecord,
    positions: &[Position],
    options: &SampleOptions,
    samples: &mut Vec<Sample>,
) -> u64 {
    let before = samples.len();
    let end = positions[game.turns.len()];
    let mut led_to = end.is_over().then(|| (end, end.final_score() as f32));
    for (number, (turn, &position)) in game.turns.iter().zip(positions).enumerate().rev() {
        let value = target(turn, position, led_to, options.lambda);
        led_to = value.map(|(target, _)| (position, target));
        if let Some((target, reach)) = value
            && (reach == LabelBasis::Exact || !options.exact_only)
        {
            let (position, _) = Symmetry::canonical(position);
            samples.push(Sample {
                position,
                target,
                reach,
                after_random: match number {
                    0 => game.turns.len() == 1,
                    _ => game.turns[number - 1].random,
                },
            });
        }
    }
    (samples.len() - before) as u64
}

/// The target of a turn, and what it rests on; `led_to` is the next position with its own.
fn target(
    turn: &RecordTurn,
    position: Position,
    led_to: Option<(Position, f32)>,
    lambda: f32,
) -> Option<(f32, LabelBasis)> {
    let label = turn.label?;
    let score = f32::from(label.score);
    if label.reach == LabelBasis::Exact {
        return Some((score, LabelBasis::Exact));
    }
    let played = position.play_unchecked(turn.square);
    let mixed = match led_to {
        Some((next, value)) if !turn.random => {
            // After a pass the same side is to move again.
            let value = if next == played { -value } else { value };
            lambda * value + (1.0 - lambda) * score
        }
        _ => score,
    };
    Some((mixed, label.reach))
}

/// Sorts by position and leaves one sample of each.
fn merge(samples: &mut Vec<Sample>) {
    samples.sort_unstable_by_key(|sample| (sample.position, Reverse(sample.reach)));
    let mut kept = 0;
    let mut first = 0;
    while first < samples.len() {
        let Sample {
            position,
            reach,
            after_random,
            ..
        } = samples[first];
        let same = samples[first..]
            .iter()
            .take_while(|sample| sample.position == position);
        let used = same.clone().take_while(|sample| sample.reach == reach);
        let (sum, used) = used.fold((0.0, 0.0), |(sum, count), sample| {
            (sum + sample.target, count + 1.0)
        });
        let next = first + same.count();
        samples[kept] = Sample {
            position,
            target: sum / used,
            reach,
            after_random,
        };
        kept += 1;
        first = next;
    }
    samples.truncate(kept);
}

/// Repeats the samples of each ply with an output layer of its own until there are `least` of
/// them. There are only a few positions after a few moves, far fewer than a layer needs to
/// learn from, but each of them matters. Those that a random move led to or that were labelled by
/// themselves come `after_random` times more: games have few of their kind, and searches many.
pub fn repeat_rare(samples: &mut Vec<Sample>, least: usize, after_random: usize) {
    let head = |sample: &Sample| head_of(sample.position.empties());
    let mut counts = [0; HEADS];
    for sample in samples.iter() {
        counts[head(sample)] += 1;
    }
    let repeats = counts.map(|count| least.checked_div(count).unwrap_or(0));
    for number in 0..samples.len() {
        let sample = samples[number];
        let odd = if sample.after_random { after_random } else { 0 };
        let more = repeats[head(&sample)].saturating_sub(1) + odd;
        samples.extend(std::iter::repeat_n(sample, more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::records::Label;
    use bianca_rules::othello::Square;

    fn turn(square: &str, random: bool, score: i8, reach: LabelBasis) -> RecordTurn {
        RecordTurn {
            square: square.parse().unwrap(),
            random,
            label: Some(Label { score, reach }),
        }
    }

    #[test]
    fn targets_go_back_along_the_game_up_to_a_random_move() {
        let game = GameRecord {
            start: Position::START,
            turns: vec![
                turn("f5", false, 2, LabelBasis::Depth(4)),
                turn("d6", true, 4, LabelBasis::Depth(4)),
                turn("c3", false, 8, LabelBasis::Depth(4)),
                turn("d3", false, 6, LabelBasis::Exact),
            ],
        };
        let positions = game.positions().unwrap();
        let mut samples = Vec::new();
        let options = SampleOptions {
            lambda: 0.5,
            ..SampleOptions::default()
        };
        assert_eq!(add_game(&game, &positions, &options, &mut samples), 4);
        let targets: Vec<f32> = samples.iter().rev().map(|sample| sample.target).collect();
        assert_eq!(targets, [-1.0, 4.0, 1.0, 6.0]);
        assert_eq!(samples[0].reach, LabelBasis::Exact);
        assert_eq!(samples[1].reach, LabelBasis::Depth(4));
        let after_random: Vec<bool> = samples.iter().map(|one| one.after_random).collect();
        assert_eq!(after_random, [false, true, false, false]);

        let options = SampleOptions {
            exact_only: true,
            ..options
        };
        assert_eq!(add_game(&game, &positions, &options, &mut Vec::new()), 1);
    }

    #[test]
    fn a_position_met_again_is_merged_and_the_best_labels_win() {
        let start = Position::START;
        let other = start.play_unchecked(Square::at(5, 4));
        let third = other.play_unchecked(Square::at(3, 5));
        let sample = |position, target, reach| Sample {
            position: Symmetry::canonical(position).0,
            target,
            reach,
            after_random: false,
        };
        let image = Symmetry::all().nth(3).unwrap().position(other);
        let (shallow, deep) = (LabelBasis::Depth(4), LabelBasis::Depth(8));
        let mut samples = vec![
            sample(start, 1.0, shallow),
            sample(other, 9.0, shallow),
            sample(start, 2.0, shallow),
            sample(third, 7.0, deep),
            sample(image, 4.0, LabelBasis::Exact),
            sample(third, 3.0, shallow),
        ];
        merge(&mut samples);
        samples.sort_by(|a, b| a.target.total_cmp(&b.target));
        let expected = [
            sample(start, 1.5, shallow),
            sample(other, 4.0, LabelBasis::Exact),
            sample(third, 7.0, deep),
        ];
        assert_eq!(samples, expected);
    }

    #[test]
    fn plies_of_few_positions_are_repeated() {
        let start = Position::START;
        let sample = |position| Sample {
            position,
            target: 0.0,
            reach: LabelBasis::Exact,
            after_random: false,
        };
        let late = Position {
            own: start.own | bianca_rules::othello::Bitboard(0xff),
            ..start
        };
        let mut samples = vec![sample(start), sample(start), sample(late)];
        samples.extend(std::iter::repeat_n(sample(late), 9));
        repeat_rare(&mut samples, 6, 0);
        let early = samples.iter().filter(|sample| sample.position == start);
        assert_eq!((early.count(), samples.len()), (6, 16));

        let odd = Sample {
            after_random: true,
            ..sample(late)
        };
        let mut samples = vec![sample(late), odd];
        repeat_rare(&mut samples, 1, 3);
        assert_eq!(
            samples.iter().filter(|sample| sample.after_random).count(),
            4
        );
        assert_eq!(samples.len(), 5);
    }
}
