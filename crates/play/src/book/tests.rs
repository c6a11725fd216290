//! Books that grow, learn, are checked, packed and brought in from elsewhere.

mod edax;
mod growing;
mod moves;
mod packing;
mod records;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rand::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;

use super::check::repair;
use super::entry::Place;
use super::grow::{Aim, Grown, Growth, grow, list_wanted, plan, set_leaf};
use super::learn::{Extent, learn_game};
use super::moves::{Entries, Lookup, moves_of};
use super::score::{Scorer, Scoring};
use super::store::{Learner, Store, back_up_all};
use super::{Entry, Leaf, builtin, exchange};
use bianca_records::record::board::write_board;
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::random::RandomGames;
use bianca_rules::othello::{Color, Position, Square, Symmetry};
use bianca_search::request::{Score, StopFlag};

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
    assert!(repair(&mut learner).unwrap().is_sound());
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
    assert!(repair(&mut learner).unwrap().is_sound());
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
    assert_eq!(repair(&mut learner).unwrap().inconsistent, 1);
    assert_eq!(start(&learner), right);
    assert!(repair(&mut learner).unwrap().is_sound());
    // The best move or the leaf may be wrong where the score is right.
    let behind = moves_of(learner.store(), right.position).unwrap()[0].square;
    let leaf = Some(Leaf {
        square: behind,
        score: right.score,
    });
    let wrong = [
        Entry {
            best: None,
            ..right
        },
        Entry { leaf, ..right },
    ];
    for wrong in wrong {
        learner.learn(&[wrong]).unwrap();
        assert_eq!(repair(&mut learner).unwrap().inconsistent, 1, "{wrong:?}");
        assert_eq!(start(&learner).best, right.best);
    }
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
    // Of several moves in the book, the best of the shallow search counts.
    let book = book_of(&[("", 0), ("f5", 0), ("f5f6", 1), ("f5d6", 2)]);
    set_leaf(&book, &mut entry, &scan).unwrap();
    let leaf = entry.leaf.unwrap();
    assert_eq!((leaf.square, leaf.score), (f4, Score(300 - 756)));
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
            let (square, score) = (entry.best.unwrap(), entry.score);
            assert_eq!(entry.leaf, Some(Leaf { square, score }), "{moves} {asked}");
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

/// An entry of a position, with a score for its side to move.
fn random_entry(position: Position, random: &mut impl Rng) -> Entry {
    Entry {
        score: Score(random.random_range(-700..700)),
        ..Entry::unknown(position)
    }
}

/// Entries with random scores, a game with a pass among them. To each leads one way, but for mirror
/// images.
fn random_tree(random: &mut impl Rng) -> Entries {
    let line = (0..9).map(|moves| Place::of(after(&WITH_A_PASS[..2 * moves])).unwrap());
    // In their order, so that a seed means one tree.
    let mut places: Vec<Position> = line.map(|place| place.position).collect();
    for _ in 0..60 {
        let parent = *places.choose(random).unwrap();
        let square = parent.moves().into_iter().choose(random).unwrap();
        if let Some(place) = Place::of(parent.play_unchecked(square))
            && !places.contains(&place.position)
        {
            places.push(place.position);
        }
    }
    let entries = places
        .into_iter()
        .map(|position| (position, random_entry(position, random)));
    let mut tree: Entries = entries.collect();
    // Where two ways lead to a position, it is left out.
    loop {
        let mut parents: HashMap<Position, HashSet<Position>> = HashMap::new();
        for parent in tree.keys() {
            for square in parent.moves() {
                if let Some(place) = Place::of(parent.play_unchecked(square)) {
                    parents.entry(place.position).or_default().insert(*parent);
                }
            }
        }
        let before = tree.len();
        tree.retain(|position, _| parents.get(position).is_none_or(|all| all.len() < 2));
        if tree.len() == before {
            return tree;
        }
    }
}

/// What is lost on the way to a position, in 1/256 disc, and how long the way is.
#[derive(Clone, Copy)]
struct Walk {
    plies: i32,
    by_book: i32,
    by_other: i32,
}

/// Tells what each position costs and how much room it leaves, by following every line of play.
fn walk(tree: &Entries, here: Position, is_books_turn: bool, way: Walk, told: &mut Costs) {
    let aim = Aim::default();
    let score = tree[&Place::of(here).unwrap().position].score.0;
    let room = if is_books_turn {
        aim.variety.0 - way.by_book
    } else {
        aim.error.0 - way.by_other
    };
    let cost = f64::from(way.plies * Score::DISC)
        + f64::from(way.by_book + way.by_other) * aim.plies_per_disc;
    let known = told
        .entry(Place::of(here).unwrap().position)
        .or_insert((f64::MAX, i32::MIN));
    *known = (known.0.min(cost), known.1.max(room));
    for square in here.moves() {
        let mut next = here.play_unchecked(square);
        let passes = next.must_pass();
        if passes {
            next = next.passed();
        }
        let Some(entry) = Place::of(next).and_then(|place| tree.get(&place.position)) else {
            continue;
        };
        let worth = if passes {
            entry.score.0
        } else {
            -entry.score.0
        };
        let loss = (score - worth).max(0);
        if loss > room {
            continue;
        }
        let mut longer = Walk {
            plies: way.plies + 1,
            ..way
        };
        *if is_books_turn {
            &mut longer.by_book
        } else {
            &mut longer.by_other
        } += loss;
        walk(tree, next, is_books_turn == passes, longer, told);
    }
}

/// The least cost and the most room of positions.
type Costs = HashMap<Position, (f64, i32)>;

/// Those of all positions of a tree, whichever side the book is on.
fn costs_of(tree: &Entries) -> Costs {
    let mut costs = Costs::new();
    for is_books_turn in [true, false] {
        let none = Walk {
            plies: 0,
            by_book: 0,
            by_other: 0,
        };
        walk(tree, Position::START, is_books_turn, none, &mut costs);
    }
    costs
}

#[test]
fn what_matters_most_is_what_following_every_line_finds() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let (mut planned, mut behind_the_pass) = (0, 0);
    for _ in 0..200 {
        let tree = random_tree(&mut random);
        let costs = costs_of(&tree);
        let tasks = plan(&tree, &Aim::default(), 1000).unwrap();
        let ordered: Vec<f64> = tasks.iter().map(|task| costs[&task.position].0).collect();
        assert!(
            ordered.windows(2).all(|pair| pair[0] <= pair[1] + 1.0),
            "{ordered:?}"
        );
        assert_eq!(tasks.len(), costs.len());
        for task in &tasks {
            assert_eq!(task.room.0, costs[&task.position].1, "{task:?}");
        }
        planned += tasks.len();
        let last = Place::of(after(&WITH_A_PASS[..16])).unwrap().position;
        behind_the_pass += usize::from(costs.contains_key(&last));
    }
    assert!(
        planned > 1000 && behind_the_pass > 0,
        "{planned}, {behind_the_pass}"
    );
}

/// What entries prove of a position, in whole discs: by what stands in them, and by minimax.
fn bounds(entries: &Entries, position: Position) -> Option<(i32, i32)> {
    if position.is_over() {
        let score = position.final_score();
        return Some((score, score));
    }
    if position.must_pass() {
        return bounds(entries, position.passed()).map(|(low, high)| (-high, -low));
    }
    let entry = entries.get(&Place::of(position)?.position)?;
    let own = [entry.lower, entry.upper].map(|bound| bound.0 / Score::DISC);
    let squares = position.moves().into_iter();
    let moves = squares.map(|square| bounds(entries, position.play_unchecked(square)));
    let moves: Vec<_> = moves
        .map(|told| told.map(|(low, high)| (-high, -low)))
        .collect();
    let low = moves.iter().flatten().map(|told| told.0).max();
    // Of a move that is not there nothing is known.
    let high = moves
        .iter()
        .map(|told| told.map_or(64, |told| told.1))
        .max();
    Some((own[0].max(low.unwrap_or(-64)), own[1].min(high.unwrap())))
}

#[test]
fn bounds_that_are_true_stay_so_and_are_those_of_minimax_when_backed_up() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let (mut narrowed, mut half_open, mut passes) = (0, 0, 0);
    for seed in 0..60 {
        let end = RandomGames::new(5, seed).next().unwrap().position();
        let (mut entries, mut waiting) = (Entries::new(), vec![end]);
        while let Some(position) = waiting.pop() {
            let Some(place) = Place::of(position) else {
                continue;
            };
            passes += usize::from(place.passed);
            let score = exact(place.position);
            let mut entry = random_entry(place.position, &mut random);
            // As narrow as the truth, or wider to either side.
            let wider = [0, 2, 128].choose(&mut random).unwrap();
            entry.lower = Score::from_discs((score - wider).max(-64));
            let wider = [0, 2, 128].choose(&mut random).unwrap();
            entry.upper = Score::from_discs((score + wider).min(64));
            for square in place.position.moves() {
                waiting.push(place.position.play_unchecked(square));
            }
            if position == end || random.random_bool(0.8) {
                entries.insert(place.position, entry);
            }
        }
        let expected: HashMap<Position, (i32, i32)> = entries
            .keys()
            .map(|&position| (position, bounds(&entries, position).unwrap()))
            .collect();
        let before = entries.clone();
        back_up_all(&mut entries).unwrap();
        for (position, entry) in &entries {
            let told = [entry.lower, entry.upper].map(|bound| bound.0 / Score::DISC);
            assert_eq!((told[0], told[1]), expected[position], "{entry:?}");
            let score = exact(*position);
            assert!(told[0] <= score && score <= told[1], "{entry:?} {score}");
            let old = before[position];
            narrowed += usize::from((old.lower, old.upper) != (entry.lower, entry.upper));
            half_open += usize::from(!entry.is_proven());
        }
    }
    assert!(
        narrowed > 100 && half_open > 100 && passes > 10,
        "{narrowed}, {half_open}, {passes}"
    );
}

#[test]
fn a_game_and_its_mirror_images_count_as_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut scorer = Scorer::new(SCORING).unwrap();
    let game: Vec<Position> = (0..9)
        .map(|moves| after(&WITH_A_PASS[..2 * moves]))
        .collect();
    let books: Vec<Vec<Entry>> = Symmetry::all()
        .map(|symmetry| {
            let path = folder.path().join(format!("{symmetry:?}"));
            let mut learner = Learner::open(&path).unwrap();
            let images: Vec<Position> = game.iter().map(|one| symmetry.position(*one)).collect();
            let mut learn = |positions: &[Position]| {
                let (extent, stop) = (Extent::default(), StopFlag::new());
                let taught = learn_game(&mut learner, &mut scorer, positions, extent, &stop);
                taught.unwrap().unwrap()
            };
            assert_eq!(learn(&game).new, 9);
            // Nothing new is in an image of it, and each position is counted once more.
            let again = learn(&images);
            assert_eq!((again.positions, again.new), (9, 0), "{symmetry:?}");
            let entries = learner.store().entries();
            let entries: Vec<Entry> = entries.map(|entry| entry.unwrap()).collect();
            assert!(entries.iter().all(|entry| entry.lines == 2));
            entries
        })
        .collect();
    assert!(books.iter().all(|book| *book == books[0]));
}
