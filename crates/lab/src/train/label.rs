//! Positions that are labelled one by one, by searches deeper than self-play can afford.
//!
//! The positions of the first plies are few ([`first_plies`]), and games that open with random
//! moves hardly label them; positions drawn from games ([`drawn`]) and searched deeply are what an
//! evaluation is measured against. With [`Below`] it is what a search meets below such positions.
//! Each label is written as a game of one turn. The hash table is emptied before each is made, so a
//! label depends on nothing but its position.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::prelude::*;

use bianca_rules::othello::{Move, Position, Square, Symmetry};
use bianca_search::eval::Evaluation;
use bianca_search::request::StopFlag;
use bianca_search::search::{Searcher, Settings};

use super::datagen::{DatagenError, random_of};
use super::records::{
    GameRecord, Label, LabelBasis, RecordReader, RecordTurn, RecordWriter, RecordsError,
};
use super::searched::{labelled, searched};
use super::workers::on_threads;

/// How to label.
#[derive(Clone, Debug)]
pub struct LabelOptions {
    /// What the searches are built over.
    pub evaluation: Evaluation,
    /// File that the labels are appended to.
    pub path: PathBuf,
    /// Plies of the search.
    pub depth: u32,
    /// Most empty squares from which positions are solved exactly.
    pub exact: u32,
    /// Threads, each of which labels positions of its own.
    pub threads: usize,
    /// Instead of each position one below it.
    pub below: Option<Below>,
}

/// How to find the positions that a search meets below a given one.
///
/// Wherever its window is a null window, one side has to find a single good move and the other is
/// granted all of its moves, so most of what a search evaluates follows several bad moves of one
/// side, each of them answered well. Games have no such positions, though they are no more than a
/// few plies away from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Below {
    /// Most plies below the given position.
    pub plies: u32,
    /// Of everything that is drawn at random.
    pub seed: u64,
}

/// Plies of the search that makes the good moves below a position.
const BELOW_DEPTH: u32 = 2;

/// By how many discs a position's score may differ from that of the position above it: beyond, a
/// search would not look any deeper.
const BELOW_DISCS: f64 = 12.0;

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
            evaluation: options.evaluation.clone(),
            ..Settings::default()
        })?;
        while !failed.is_raised() {
            let Some(&position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let position = match options.below {
                Some(how) => below(&mut searcher, position, how),
                None => position,
            };
            if held.contains(&position) {
                continue;
            }
            searcher.clear();
            let turn = turn_of(&mut searcher, position, options, stop);
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

fn turn_of(
    searcher: &mut Searcher,
    position: Position,
    options: &LabelOptions,
    stop: &StopFlag,
) -> RecordTurn {
    let (line, label) = if position.empties() <= options.exact {
        let line = searched(searcher, position, position.empties(), stop, &mut |_| {});
        let score = line.score.whole_discs() as i8;
        let reach = LabelBasis::Exact;
        (line, Label { score, reach })
    } else {
        labelled(searcher, position, options.depth, stop)
    };
    let best = line.pv.first().copied().and_then(Move::square);
    let any = || position.moves().into_iter().next();
    RecordTurn {
        square: best.or_else(any).expect("a side that can move"),
        random: false,
        label: Some(label),
    }
}

/// A position as a null-window search meets it below `above`, in which the side to move can move;
/// it depends on nothing but `above` and `how`.
fn below(searcher: &mut Searcher, above: Position, how: Below) -> Position {
    searcher.clear();
    let mut random = random_of([how.seed, above.own.0, above.opp.0]);
    let stop = StopFlag::new();
    let mut look = |position: Position| {
        let line = searched(searcher, position, BELOW_DEPTH, &stop, &mut |_| {});
        (
            line.score.discs(),
            line.pv.first().copied().and_then(Move::square),
        )
    };
    let plies = random.random_range(1..=how.plies.max(1));
    let mut well = random.random_bool(0.5);
    let (of_above, mut best) = look(above);
    let (mut position, mut sign) = (above, 1.0);
    for _ in 0..plies {
        let moves = position.moves().into_iter();
        let Some(square) = best.filter(|_| well).or_else(|| moves.choose(&mut random)) else {
            break;
        };
        let mut after = position.play_unchecked(square);
        sign = -sign;
        well = !well;
        if after.must_pass() {
            after = after.passed();
            sign = -sign;
            well = !well;
        }
        if after.is_over() {
            break;
        }
        position = after;
        let (score, square) = look(position);
        best = square;
        if (sign * score - of_above).abs() > BELOW_DISCS {
            break;
        }
    }
    position
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
    /// If there is a number, only positions whose game labels them with no more discs than it.
    pub even: Option<u32>,
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
            let position = one_of(&game, &positions, draw, &mut random);
            chosen.extend(position.filter(|one| seen.insert(Symmetry::canonical(*one).0)));
        }
    }
    Ok(chosen)
}

/// A position of a game, or one beside it.
fn one_of(
    game: &GameRecord,
    positions: &[Position],
    draw: &Draw,
    random: &mut StdRng,
) -> Option<Position> {
    let wanted = random.random_range(draw.empties.0..=draw.empties.1);
    let beside = random.random_bool(draw.beside);
    let empties = wanted + u32::from(beside);
    let number = positions.iter().position(|one| one.empties() == empties)?;
    if let Some(even) = draw.even {
        let label = game.turns.get(number)?.label?;
        if u32::from(label.score.unsigned_abs()) > even {
            return None;
        }
    }
    let position = positions[number];
    let moves = position.moves().into_iter();
    let square: Option<Square> = moves.choose(random).filter(|_| beside);
    let position = square.map_or(position, |square| position.play_unchecked(square));
    (position.empties() == wanted && position.moves().any()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(folder: &Path) -> LabelOptions {
        LabelOptions {
            evaluation: Evaluation::Embedded,
            path: folder.join("labels"),
            depth: 3,
            exact: 8,
            threads: 2,
            below: None,
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
            even: None,
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

    #[test]
    fn what_lies_below_a_position_depends_on_it_alone_and_can_move() {
        let mut searcher = Searcher::new(Settings::default()).unwrap();
        let mut plies = HashSet::new();
        let starts = first_plies(4);
        for seed in [1, 2] {
            let how = Below { plies: 3, seed };
            let mut of = |above: &Position| below(&mut searcher, *above, how);
            let found: Vec<Position> = starts.iter().map(&mut of).collect();
            let again: Vec<Position> = starts.iter().rev().map(&mut of).collect();
            assert!(found.iter().eq(again.iter().rev()));
            for (position, above) in found.iter().zip(&starts) {
                assert!(position.moves().any());
                plies.insert(above.empties() - position.empties());
            }
        }
        assert_eq!(plies, HashSet::from([1, 2, 3]));
    }

    #[test]
    fn labels_may_lie_below_positions_of_games_that_are_about_even() {
        let folder = tempfile::tempdir().unwrap();
        let mut options = options(folder.path());
        let stop = StopFlag::new();
        run(&options, &first_plies(3), &stop, &|_| {}).unwrap();
        let draw = Draw {
            count: 100,
            each: 500,
            empties: (57, 60),
            beside: 0.0,
            even: Some(2),
            seed: 1,
        };
        let even = drawn(&options.path, &draw).unwrap();
        let labels: Vec<(Position, i8)> = RecordReader::open(&options.path)
            .unwrap()
            .map(|game| game.unwrap())
            .map(|game| (game.start, game.turns[0].label.unwrap().score))
            .collect();
        let expected = labels.iter().filter(|(_, score)| score.abs() <= 2);
        assert_eq!(even.len(), expected.clone().count());
        assert!(even.len() < labels.len());
        assert!(expected.clone().all(|(start, _)| even.contains(start)));

        options.path = folder.path().join("below");
        options.below = Some(Below { plies: 2, seed: 1 });
        run(&options, &even, &stop, &|_| {}).unwrap();
        for game in RecordReader::open(&options.path).unwrap() {
            assert!(!even.contains(&game.unwrap().start));
        }
    }
}
