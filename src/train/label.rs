//! Positions that are labelled one by one, by searches deeper than self-play can afford.
//!
//! The positions of the first plies are few ([`first_plies`]), and games that open with random
//! moves hardly label them; positions drawn from games ([`drawn`]) and searched deeply are what an
//! evaluation is measured against. Each label is written as a game of one turn. The hash table is
//! emptied before each search, so a label depends on nothing but its position.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::prelude::*;

use crate::othello::{Move, Position, Square, Symmetry};
use crate::request::{Goal, Limits, Request, StopFlag};
use crate::search::{Searcher, Settings};

use super::datagen::DatagenError;
use super::records::{
    GameRecord, Label, LabelBasis, RecordReader, RecordTurn, RecordWriter, RecordsError,
};
use super::workers::on_threads;

/// How to label.
#[derive(Clone, Debug)]
pub struct LabelOptions {
    /// File that the labels are appended to.
    pub path: PathBuf,
    /// Plies of the search.
    pub depth: u32,
    /// Most empty squares from which positions are solved exactly.
    pub exact: u32,
    /// Threads, each of which labels positions of its own.
    pub threads: usize,
}

/// Size in MiB of a thread's hash table, which is emptied for every position: for deep searches,
/// and for those of at most [`SHALLOW`] plies that solve no further than [`QUICKLY_SOLVED`].
const HASH_MIB: usize = 32;
const SMALL_HASH_MIB: usize = 1;
const SHALLOW: u32 = 10;
const QUICKLY_SOLVED: u32 = 16;

/// Labels those of `positions` that the file does not hold yet, until all are done or `stop` is
/// raised. `report` gets the number of labels in the file after each.
///
/// The side to move must have a move.
///
/// # Errors
/// If the file cannot be written or memory is short.
pub fn run(
    options: &LabelOptions,
    positions: &[Position],
    stop: &StopFlag,
    report: &(dyn Fn(u64) + Sync),
) -> Result<u64, DatagenError> {
    let mut held = HashSet::new();
    let writer = RecordWriter::append_to(&options.path, |game| {
        held.insert(game.start);
    })?;
    let writer = Mutex::new(writer);
    let next = AtomicUsize::new(0);
    let hash_mib = if options.depth <= SHALLOW && options.exact <= QUICKLY_SOLVED {
        SMALL_HASH_MIB
    } else {
        HASH_MIB
    };
    let work = |failed: &StopFlag| -> Result<(), DatagenError> {
        let mut searcher = Searcher::new(Settings {
            hash_mib,
            ..Settings::default()
        })?;
        while !failed.is_raised() {
            let Some(&position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            if held.contains(&position) {
                continue;
            }
            let turn = labelled(&mut searcher, position, options, stop);
            if stop.is_raised() {
                break;
            }
            let game = GameRecord {
                start: position,
                turns: vec![turn],
            };
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.write(&game)?;
            report(writer.games());
        }
        Ok(())
    };
    on_threads(options.threads, work)?;
    let writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(writer.games())
}

fn labelled(
    searcher: &mut Searcher,
    position: Position,
    options: &LabelOptions,
    stop: &StopFlag,
) -> RecordTurn {
    let exact = position.empties() <= options.exact;
    let request = Request {
        goal: if exact { Goal::Exact } else { Goal::Best },
        limits: Limits {
            depth: Some(if exact {
                position.empties()
            } else {
                options.depth
            }),
            ..Limits::default()
        },
        best: 1,
    };
    searcher.clear();
    let line = searcher
        .search(position, &request, stop, &mut |_| {})
        .swap_remove(0);
    let best = line.pv.first().copied().and_then(Move::square);
    let reach = if exact {
        LabelBasis::Exact
    } else {
        LabelBasis::Depth(line.depth as u8)
    };
    let any = || position.moves().into_iter().next();
    RecordTurn {
        square: best.or_else(any).expect("a side that can move"),
        random: false,
        label: Some(Label {
            score: line.score.whole_discs() as i8,
            reach,
        }),
    }
}

/// All positions after at most `plies` moves in which the side to move has a move, one of each
/// set of images, in a fixed order.
pub fn first_plies(plies: u32) -> Vec<Position> {
    let mut all = Vec::new();
    let mut stage = vec![Symmetry::canonical(Position::START).0];
    for ply in 0..=plies {
        all.extend(&stage);
        if ply == plies {
            break;
        }
        let moves = |position: &Position| position.moves().into_iter();
        let mut next: Vec<Position> = stage
            .iter()
            .flat_map(|position| moves(position).map(|square| position.play_unchecked(square)))
            .map(|after| {
                if after.must_pass() {
                    after.passed()
                } else {
                    after
                }
            })
            .filter(|after| !after.is_over())
            .map(|after| Symmetry::canonical(after).0)
            .collect();
        next.sort_unstable();
        next.dedup();
        stage = next;
    }
    all
}

/// Which positions [`drawn`] takes from games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// Most positions in all.
    pub count: usize,
    /// Most positions from one game.
    pub each: usize,
    /// Fewest and most empty squares, all numbers between them being equally likely.
    pub empties: (u32, u32),
    /// The share of positions that are one random move beside their game, because a search meets
    /// what follows bad moves, too.
    pub beside: f64,
    /// Of everything that is drawn at random.
    pub seed: u64,
}

/// Positions of the first games of a file that have one of the kind, no two the same up to
/// symmetry. A game that is cut off at the end of the file is left out.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn drawn(path: &Path, draw: &Draw) -> Result<Vec<Position>, RecordsError> {
    let mut random = StdRng::seed_from_u64(draw.seed);
    let mut chosen = Vec::new();
    let mut seen = HashSet::new();
    for game in RecordReader::open(path)? {
        let game = match game {
            Err(RecordsError::CutOff { .. }) => break,
            game => game?,
        };
        let Ok(positions) = game.positions() else {
            continue;
        };
        for _ in 0..draw.each {
            if chosen.len() >= draw.count {
                return Ok(chosen);
            }
            let position = one_of(&positions, draw, &mut random);
            chosen.extend(position.filter(|one| seen.insert(Symmetry::canonical(*one).0)));
        }
    }
    Ok(chosen)
}

/// A position of a game, or one beside it.
fn one_of(positions: &[Position], draw: &Draw, random: &mut StdRng) -> Option<Position> {
    let wanted = random.random_range(draw.empties.0..=draw.empties.1);
    let beside = random.random_bool(draw.beside);
    let empties = wanted + u32::from(beside);
    let position = positions.iter().find(|one| one.empties() == empties)?;
    let moves = position.moves().into_iter();
    let square: Option<Square> = moves.choose(random).filter(|_| beside);
    let position = square.map_or(*position, |square| position.play_unchecked(square));
    (position.empties() == wanted && position.moves().any()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(folder: &Path) -> LabelOptions {
        LabelOptions {
            path: folder.join("labels"),
            depth: 3,
            exact: 8,
            threads: 2,
        }
    }

    #[test]
    fn the_first_plies_are_counted_up_to_symmetry() {
        let counts = |plies| first_plies(plies).len();
        let single: Vec<usize> = (1..=6).map(|ply| counts(ply) - counts(ply - 1)).collect();
        assert_eq!(single, [1, 3, 14, 60, 322, 1773]);
    }

    #[test]
    fn every_position_is_labelled_once_over_two_runs() {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path());
        let positions = first_plies(3);
        let stop = StopFlag::new();
        run(&options, &positions[..5], &stop, &|_| {}).unwrap();
        let count = run(&options, &positions, &stop, &|_| {}).unwrap();
        let games: Vec<GameRecord> = RecordReader::open(&options.path)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(count as usize, positions.len());
        let starts: HashSet<Position> = games.iter().map(|game| game.start).collect();
        assert_eq!(starts, positions.iter().copied().collect());
        for game in &games {
            let label = game.turns[0].label.unwrap();
            assert_eq!(label.reach, LabelBasis::Depth(3));
        }

        // Drawn from these games, each position has the empty squares that were asked for.
        let draw = Draw {
            count: 100,
            each: 1,
            empties: (57, 58),
            beside: 0.5,
            seed: 1,
        };
        let one_each = drawn(&options.path, &draw).unwrap();
        let several = drawn(&options.path, &Draw { each: 9, ..draw }).unwrap();
        let few = Draw { count: 4, ..draw };
        assert_eq!(drawn(&options.path, &few).unwrap().len(), 4);
        assert!(several.len() > one_each.len(), "{several:?}");
        for position in one_each.iter().chain(&several) {
            assert!((57..=58).contains(&position.empties()));
        }
    }
}
