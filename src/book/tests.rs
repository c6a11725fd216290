//! Books that grow, learn, are checked, packed and brought in from elsewhere.

use std::path::Path;

use super::check::check;
use super::grow::{Aim, Grown, Growth, grow, list_wanted};
use super::learn::{Extent, learn_game};
use super::moves::{Lookup, moves_of};
use super::score::{Scorer, Scoring};
use super::store::{Learner, Store};
use super::{Entry, builtin, exchange};
use crate::othello::{Color, Position, Square};
use crate::record::board::write_board;
use crate::request::{Score, StopFlag};

const SCORING: Scoring = Scoring {
    depth: 4,
    exact: 8,
    scan_depth: 2,
    hash_mib: 1,
};

fn growth(positions: u64) -> Growth {
    Growth {
        aim: Aim::default(),
        scoring: SCORING,
        time: None,
        positions: Some(positions),
        threads: 2,
    }
}

fn grown(path: &Path, positions: u64) -> Grown {
    grow(path, &growth(positions), &StopFlag::new(), &|_| {}).unwrap()
}

#[test]
fn a_book_grows_from_the_start_goes_on_and_agrees_with_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    assert!(grown(&path, 30).added >= 30);
    let first = Store::open(&path).unwrap().counts().0;
    assert!(grown(&path, 30).added >= 30);
    let store = Store::open(&path).unwrap();
    assert!(store.counts().0 >= first + 30);
    assert_eq!(moves_of(&store, Position::START).unwrap().len(), 4);
    let mut learner = Learner::open(&path).unwrap();
    assert!(check(&mut learner).unwrap().is_sound());
    // The packed form has the same moves, but for the units of its scores.
    let packed = builtin::unpack(&builtin::pack(&store).unwrap()).unwrap();
    assert_eq!(packed.len() as u64, store.counts().0);
    for entry in packed.values() {
        let known = store.find(&entry.position).unwrap().unwrap();
        let difference = (known.score.0 - entry.score.0).abs();
        assert!(difference <= 4, "{known:?} {entry:?}");
        assert_eq!((known.depth, known.expanded), (entry.depth, entry.expanded));
        let leaves = [known.leaf, entry.leaf].map(|leaf| leaf.map(|leaf| leaf.square));
        assert_eq!(leaves[0], leaves[1]);
    }
}

#[test]
fn a_book_within_a_narrow_aim_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let growth = Growth {
        aim: Aim {
            error: Score(0),
            variety: Score(0),
            least_empties: 56,
            ..Aim::default()
        },
        positions: None,
        ..growth(0)
    };
    let grown = grow(&path, &growth, &StopFlag::new(), &|_| {}).unwrap();
    assert!(grown.complete && grown.added > 5, "{grown:?}");
    let again = grow(&path, &growth, &StopFlag::new(), &|_| {}).unwrap();
    assert_eq!((again.complete, again.added), (true, 0));
}

#[test]
fn wanted_positions_are_scored_elsewhere_and_brought_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let growth = growth(0);
    let mut scorer = Scorer::new(SCORING).unwrap();
    for round in 0..4 {
        let wanted = list_wanted(&path, &growth, 8).unwrap();
        assert!(!wanted.is_empty(), "round {round}");
        let lines = wanted.iter().rev().map(|position| {
            let entry = scorer.score(*position, &StopFlag::new()).unwrap();
            let board = write_board(*position, Color::Black);
            format!("{board};{};4;73;{}\n", entry.score, entry.best.unwrap())
        });
        let lines: String = lines.collect();
        let mut learner = Learner::open(&path).unwrap();
        let before = learner.store().entries().count();
        let format = exchange::Format::Text;
        exchange::import(&mut learner, format, &mut lines.as_bytes()).unwrap();
        let after = learner.store().entries().count();
        assert_eq!(after, before + wanted.len());
    }
}

#[test]
fn a_game_is_learned_with_what_there_was_instead() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let mut learner = Learner::open(&path).unwrap();
    let mut scorer = Scorer::new(SCORING).unwrap();
    let mut positions = vec![Position::START];
    for word in ["f5", "d6", "c3", "d3", "c4"] {
        let square: Square = word.parse().unwrap();
        positions.push(positions[positions.len() - 1].play_unchecked(square));
    }
    let mut learn = |stop: &StopFlag| {
        let extent = Extent::default();
        learn_game(&mut learner, &mut scorer, &positions, extent, stop).unwrap()
    };
    let stopped = StopFlag::new();
    stopped.raise();
    assert_eq!(learn(&stopped), None);
    let first = learn(&StopFlag::new()).unwrap();
    assert_eq!((first.positions, first.new), (6, 6));
    let second = learn(&StopFlag::new()).unwrap();
    assert_eq!((second.positions, second.new), (6, 0));
    for position in &positions {
        let (_, entry) = learner.store().find_any(*position).unwrap().unwrap();
        assert_eq!(entry.lines, 2);
    }
    // In the third position there is the move that was played and another one.
    let known = moves_of(learner.store(), positions[2]).unwrap();
    assert_eq!(known.len(), 2);
    let played = known.iter().find(|one| one.square.to_string() == "c3");
    assert!(played.is_some_and(|one| !one.is_leaf));
    assert!(check(&mut learner).unwrap().is_sound());
}

#[test]
fn scores_that_do_not_agree_are_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    grown(&path, 20);
    let mut learner = Learner::open(&path).unwrap();
    let start = |learner: &Learner| {
        let found = learner.store().find_any(Position::START).unwrap();
        found.unwrap().1
    };
    let right = start(&learner);
    let score = Score(9999);
    learner.learn(&[Entry { score, ..right }]).unwrap();
    assert_eq!(check(&mut learner).unwrap().inconsistent, 1);
    assert_eq!(start(&learner), right);
    assert!(check(&mut learner).unwrap().is_sound());
}
