//! Books that grow, learn, are checked, packed and brought in from elsewhere.

use std::path::Path;

use super::check::check;
use super::entry::Place;
use super::grow::{Aim, Grown, Growth, grow, list_wanted, plan, set_leaf};
use super::learn::{Extent, learn_game};
use super::moves::{Entries, Lookup, moves_of};
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

/// A position after moves from the start, passes left out.
fn after(moves: &str) -> Position {
    let words = moves.as_bytes().chunks(2);
    words.fold(Position::START, |position, word| {
        let position = if position.must_pass() {
            position.passed()
        } else {
            position
        };
        position.play_unchecked(std::str::from_utf8(word).unwrap().parse().unwrap())
    })
}

/// A short game in which a side passes, before its last move.
const WITH_A_PASS: &str = "c4c3f5b4a4a5c2a3d2";

/// Entries of positions with what they are worth to their side to move, in discs.
fn book_of(positions: &[(&str, i32)]) -> Entries {
    let entry = |&(moves, discs): &(&str, i32)| {
        let place = Place::of(after(moves)).unwrap();
        let entry = Entry {
            score: place.score(Score::from_discs(discs)),
            ..Entry::unknown(place.position)
        };
        (place.position, entry)
    };
    positions.iter().map(entry).collect()
}

/// What is planned for a book: in their order, the room of each of some positions.
fn planned(entries: &Entries, of: &[&str]) -> Vec<(String, f64)> {
    let tasks = plan(entries, &Aim::default(), 100).unwrap();
    let name = |position: Position| {
        let is_it = |moves: &&&str| Place::of(after(moves)).unwrap().position == position;
        of.iter().find(is_it).map(|moves| (*moves).to_owned())
    };
    let named = tasks
        .iter()
        .filter_map(|task| Some((name(task.position)?, task.room.discs())));
    named.collect()
}

#[test]
fn what_the_opponent_loses_costs_plies_and_leaves_less_room_for_more() {
    // The second player has a move as good as the position, one that loses two discs, and one that
    // is better than the position says.
    let book = book_of(&[
        ("", 0),
        ("f5", 0),
        ("f5f6", 0),
        ("f5d6", 2),
        ("f5f4", -2),
        ("f5f6e6", 0),
        ("f5d6c5", -2),
        ("f5f4e3", 2),
    ]);
    let order = [
        "", "f5", "f5f6", "f5f4", "f5f6e6", "f5f4e3", "f5d6", "f5d6c5",
    ];
    let room = [4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 1.0, 2.0];
    let expected: Vec<(String, f64)> = order
        .iter()
        .map(|moves| (*moves).to_owned())
        .zip(room)
        .collect();
    let mut planned = planned(&book, &order);
    // Two that cost the same stand in any order.
    planned[2..4].sort_by(|one, other| other.0.cmp(&one.0));
    planned[4..6].sort_by(|one, other| other.0.cmp(&one.0));
    assert_eq!(planned, expected);
}

#[test]
fn a_pass_gives_the_turn_back() {
    // The first move loses two discs: only the opponent makes it, and the book's side has room for
    // one disc, the opponent for two more.
    let prefixes: Vec<&str> = (0..9).map(|moves| &WITH_A_PASS[..2 * moves]).collect();
    assert!(after(prefixes[8]).must_pass());
    let scores = [0, 2, -2, 2, -2, 2, -2, 2, -2];
    let positions: Vec<(&str, i32)> = prefixes.iter().copied().zip(scores).collect();
    let rooms: Vec<f64> = planned(&book_of(&positions), &prefixes)
        .into_iter()
        .map(|(_, room)| room)
        .collect();
    assert_eq!(rooms, [4.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 1.0]);
}

#[test]
fn a_leaf_is_set_right_by_how_wrong_the_shallow_score_of_the_best_was() {
    let book = book_of(&[("", 0), ("f5", 0), ("f5f6", 1)]);
    let place = Place::of(after("f5")).unwrap();
    let [f6, d6, f4] = ["f6", "d6", "f4"].map(|name| place.symmetry.square(name.parse().unwrap()));
    let scan = [(f6, Score(500)), (d6, Score(400)), (f4, Score(300))];
    let mut entry = book[&place.position];
    set_leaf(&book, &mut entry, &scan).unwrap();
    // f6 is worth a disc less than nothing, 756 less than it seemed.
    let leaf = entry.leaf.unwrap();
    assert_eq!((leaf.square, leaf.score), (d6, Score(400 - 756)));
    assert_eq!((entry.best, entry.score), (Some(f6), Score(-256)));
}

#[test]
fn searches_end_with_the_same_side_to_move_and_prove_nothing_but_the_end() {
    let scorer = |depth| Scorer::new(Scoring { depth, ..SCORING }).unwrap();
    for (moves, depths) in [
        ("", [2, 2, 4, 4]),
        ("f5", [1, 3, 3, 5]),
        ("f5f6", [2, 2, 4, 4]),
    ] {
        let position = Place::of(after(moves)).unwrap().position;
        for (asked, depth) in (1..).zip(depths) {
            let entry = scorer(asked).score(position, &StopFlag::new()).unwrap();
            assert_eq!(u32::from(entry.depth), depth, "{moves} {asked}");
            assert_eq!(
                (entry.lower, entry.upper),
                (Score::MIN, Score::MAX),
                "{moves} {asked}"
            );
        }
    }
}

#[test]
fn a_position_before_and_after_a_pass_is_learned_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut learner = Learner::open(&folder.path().join("book")).unwrap();
    let mut scorer = Scorer::new(SCORING).unwrap();
    let mut positions: Vec<Position> = (0..9)
        .map(|moves| after(&WITH_A_PASS[..2 * moves]))
        .collect();
    positions.push(positions[8].passed());
    positions.push(after(WITH_A_PASS));
    let (extent, stop) = (Extent::default(), StopFlag::new());
    let taught = learn_game(&mut learner, &mut scorer, &positions, extent, &stop);
    let taught = taught.unwrap().unwrap();
    assert_eq!((taught.positions, taught.new), (10, 10));
    for entry in learner.store().entries() {
        assert_eq!(entry.unwrap().lines, 1);
    }
}
