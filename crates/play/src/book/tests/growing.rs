//! Which positions a growing book wants, how they are scored, and how much is done at once.

use std::time::Duration;

use super::*;
use crate::book::entry::MOST_LINES;
use crate::book::grow::{Task, wanted};
use bianca_search::request::{Limits, Request};
use bianca_search::search::{Searcher, Settings};

/// The canonical position after moves from the start.
fn place(moves: &str) -> Position {
    Place::of(after(moves)).unwrap().position
}

#[test]
fn what_is_searched_well_enough_is_passed_over_but_led_through() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(31);
    let aim = Aim {
        least_empties: 55,
        ..Aim::default()
    };
    let (mut open, mut closed, mut cut) = (0, 0, 0);
    for _ in 0..200 {
        let mut tree = random_tree(&mut random);
        let costs = costs_of(&tree);
        // What nothing but the position itself says: the walk does not look at it.
        let mut order: Vec<Position> = tree.keys().copied().collect();
        order.sort();
        for position in order {
            let entry = tree.get_mut(&position).unwrap();
            entry.expanded = random.random_bool(0.7);
            entry.leaf = random.random_bool(0.7).then(|| Leaf {
                square: position.moves().first().unwrap(),
                score: Score(entry.score.0 - random.random_range(-100..700)),
            });
            // A leaf that loses just as much as there is room for is near enough.
            if let (Some(leaf), Some(cost)) = (&mut entry.leaf, costs.get(&position))
                && random.random_bool(0.3)
            {
                leaf.score = Score(entry.score.0 - cost.1);
            }
            if random.random_bool(0.2) {
                (entry.lower, entry.upper) = (entry.score, entry.score);
            }
        }
        let is_wanted = |position: &Position, room: i32| {
            let entry = tree[position];
            let is_near = |leaf: Leaf| entry.score.0 - leaf.score.0 <= room;
            let is_open = !entry.expanded || entry.leaf.is_some_and(is_near);
            is_open && entry.lower != entry.upper && position.empties() >= 55
        };
        let all = costs.iter().map(|(position, cost)| (*position, cost.1));
        let expected: HashMap<Position, i32> = all
            .filter(|(position, room)| is_wanted(position, *room))
            .collect();
        let tasks = plan(&tree, &aim, 1000).unwrap();
        let planned: HashMap<Position, i32> = tasks
            .iter()
            .map(|task| (task.position, task.room.0))
            .collect();
        assert_eq!(planned, expected);
        assert_eq!(planned.len(), tasks.len());
        open += planned.len();
        closed += costs.len() - planned.len();
        // Those that matter most come first, however many are asked for.
        for most in [0, 1, 3] {
            let few = plan(&tree, &aim, most).unwrap();
            let positions = |tasks: &[Task]| -> Vec<Position> {
                tasks.iter().map(|task| task.position).collect()
            };
            assert_eq!(positions(&few), positions(&tasks[..most.min(tasks.len())]));
            cut += usize::from(tasks.len() > most);
        }
    }
    assert!(
        open > 500 && closed > 500 && cut > 200,
        "{open} {closed} {cut}"
    );
}

#[test]
fn what_is_near_the_best_move_and_not_in_the_book_is_wanted() {
    let side = Place::of(after("f5")).unwrap().symmetry;
    let [f6, d6, f4] = ["f6", "d6", "f4"].map(|name| side.square(name.parse().unwrap()));
    let behind = |moves: &[&str]| -> Vec<Position> {
        moves
            .iter()
            .map(|name| place(&format!("f5{name}")))
            .collect()
    };
    let task = |room| Task {
        position: place("f5"),
        room: Score(room),
    };
    let mut book = book_of(&[("f5", 0)]);
    let found = |book: &Entries, room, scores: [i32; 3]| {
        let [one, two, three] = scores.map(Score);
        wanted(book, &task(room), &[(f6, one), (d6, two), (f4, three)]).unwrap()
    };
    // A disc more than there is room for, because shallow scores may be wrong.
    assert_eq!(found(&book, 100, [500, 144, 143]), behind(&["f6", "d6"]));
    assert_eq!(
        found(&book, 101, [500, 144, 143]),
        behind(&["f6", "d6", "f4"])
    );
    assert_eq!(found(&book, 0, [500, 243, 0]), behind(&["f6"]));
    // The best in any case, and the leaf.
    assert_eq!(found(&book, -300, [500, 455, 0]), behind(&["f6"]));
    let score = Score(0);
    book.get_mut(&place("f5")).unwrap().leaf = Some(Leaf { square: f4, score });
    assert_eq!(found(&book, 0, [500, 243, 0]), behind(&["f6", "f4"]));
    book.extend(book_of(&[("f5f6", 0)]));
    assert_eq!(found(&book, 0, [500, 243, 0]), behind(&["f4"]));
    // Four moves from the start that lead to one position; no move without a look or an entry.
    let start = Task {
        position: place(""),
        room: Score(0),
    };
    let moves = place("").moves().into_iter();
    let scan: Vec<(Square, Score)> = moves.map(|square| (square, Score(7))).collect();
    let book = book_of(&[("", 0)]);
    assert_eq!(wanted(&book, &start, &scan).unwrap(), [place("f5")]);
    assert_eq!(wanted(&book, &start, &[]).unwrap(), []);
    assert_eq!(wanted(&Entries::new(), &start, &scan).unwrap(), []);
}

#[test]
fn a_leaf_is_the_best_of_the_moves_outside_and_within_all_scores() {
    let place = Place::of(after("f5")).unwrap();
    let [f6, d6, f4] = ["f6", "d6", "f4"].map(|name| place.symmetry.square(name.parse().unwrap()));
    let leaf_of = |behind: &[(&str, i32)], scan: &[(Square, i32)]| {
        let mut book = book_of(behind);
        book.extend(book_of(&[("f5", 0)]));
        let mut entry = book[&place.position];
        let scan: Vec<(Square, Score)> =
            scan.iter().map(|&(at, score)| (at, Score(score))).collect();
        set_leaf(&book, &mut entry, &scan).unwrap();
        entry.leaf.map(|leaf| (leaf.square, leaf.score.0))
    };
    // Nothing to set it right by.
    let scan = [(f6, 70), (d6, 60), (f4, 50)];
    assert_eq!(leaf_of(&[], &scan), Some((f6, 70)));
    // A move behind the leaf does not set it right.
    assert_eq!(leaf_of(&[("f5d6", 1)], &scan), Some((f6, 70)));
    assert_eq!(leaf_of(&[("f5f6", 1)], &scan), Some((d6, 60 - 326)));
    let all = [("f5f6", 1), ("f5d6", 2), ("f5f4", 3)];
    assert_eq!(leaf_of(&all, &scan), None);
    assert_eq!(leaf_of(&all[..2], &scan[..2]), None);
    let far = [(f6, -16_000), (d6, 16_000)];
    assert_eq!(leaf_of(&[("f5f6", -60)], &far), Some((d6, 16_384)));
    let far = [(f6, 16_000), (d6, -16_000)];
    assert_eq!(leaf_of(&[("f5f6", 60)], &far), Some((d6, -16_384)));
}

/// What growing with one thread brings to a new book, and what was told meanwhile.
fn grown_by_one(positions: Option<u64>, time: Option<Duration>) -> (Grown, Vec<Grown>, Vec<Entry>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let growth = Growth {
        positions,
        time,
        threads: 1,
        ..growth(0)
    };
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |grown: &Grown| told.lock().unwrap().push(*grown);
    let grown = grow(&path, &growth, &StopFlag::new(), &tell).unwrap();
    let store = Store::open(&path).unwrap();
    let entries: Vec<Entry> = store.entries().map(Result::unwrap).collect();
    assert_eq!(store.counts(), (entries.len() as u64, 0));
    (grown, told.into_inner().unwrap(), entries)
}

#[test]
fn as_many_positions_are_added_as_were_asked_for_and_each_is_told() {
    for most in [1, 2, 9] {
        let (grown, told, entries) = grown_by_one(Some(most), None);
        assert_eq!((grown.added, grown.complete), (most, false));
        let added: Vec<u64> = told.iter().map(|grown| grown.added).collect();
        assert_eq!(added, (1..=most).collect::<Vec<u64>>());
        assert_eq!(entries.len() as u64, most);
        let expanded = entries.iter().filter(|entry| entry.expanded).count();
        assert_eq!(grown.expanded, expanded as u64);
        // The same again.
        assert_eq!(grown_by_one(Some(most), None).2, entries);
    }
    let (grown, told, entries) = grown_by_one(None, Some(Duration::ZERO));
    assert_eq!((grown, told, entries), (Grown::default(), vec![], vec![]));
    assert_eq!(grown_by_one(Some(0), None).0, Grown::default());
    let folder = tempfile::tempdir().unwrap();
    let stop = StopFlag::new();
    stop.raise();
    let grown = grow(&folder.path().join("book"), &growth(9), &stop, &|_| {});
    assert_eq!(grown.unwrap(), Grown::default());
}

#[test]
fn a_list_of_wanted_positions_is_as_long_as_asked_and_names_none_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    assert_eq!(list_wanted(&path, &growth(0), 5).unwrap(), [place("")]);
    grown(&path, 12);
    let store = Store::open(&path).unwrap();
    let known = store.entries().map(|entry| entry.unwrap().position);
    let known: HashSet<Position> = known.collect();
    drop(store);
    let all = list_wanted(&path, &growth(0), 40).unwrap();
    assert!((12..40).contains(&all.len()), "{}", all.len());
    for (at, position) in all.iter().enumerate() {
        assert!(!all[..at].contains(position) && !known.contains(position));
        let place = Place::of(*position).unwrap();
        assert_eq!((place.position, place.passed), (*position, false));
    }
    for most in [0, 1, 7] {
        assert_eq!(list_wanted(&path, &growth(0), most).unwrap(), all[..most]);
    }
}

#[test]
fn a_position_is_solved_from_as_many_empty_squares_as_the_scoring_says() {
    let scoring = Scoring {
        depth: 3,
        exact: 7,
        ..SCORING
    };
    let mut scorer = Scorer::new(scoring).unwrap();
    let stop = StopFlag::new();
    let canonical = |empties, seed| {
        let game = RandomGames::new(empties, seed).next().unwrap();
        Place::of(game.position()).unwrap().position
    };
    for seed in 0..12 {
        let position = canonical(7, seed);
        let entry = scorer.score(position, &stop).unwrap();
        let score = Score::from_discs(exact(position));
        let bounds = (entry.lower, entry.score, entry.upper);
        assert_eq!(bounds, (score, score, score));
        assert_eq!((entry.depth, entry.confidence), (7, 100));
        let best = entry.best.unwrap();
        let behind = Score::from_discs(-exact(position.play_unchecked(best)));
        assert_eq!(behind, score);
        let square = best;
        assert_eq!(entry.leaf, Some(Leaf { square, score }));
        assert_eq!(
            (entry.position, entry.expanded, entry.lines),
            (position, false, 0)
        );
        // What was searched before does not show.
        for empties in [8, 9] {
            let position = canonical(empties, seed);
            let entry = scorer.score(position, &stop).unwrap();
            assert_eq!(u32::from(entry.depth), 3 + (empties + 3) % 2, "{empties}");
            assert_eq!((entry.lower, entry.upper), (Score::MIN, Score::MAX));
            let fresh = Scorer::new(scoring).unwrap().score(position, &stop);
            assert_eq!(fresh, Some(entry));
        }
    }
    stop.raise();
    assert_eq!(scorer.score(canonical(7, 1), &stop), None);
    assert_eq!(scorer.score(canonical(12, 1), &stop), None);
}

#[test]
fn a_look_at_all_moves_to_the_end_tells_what_each_is_worth() {
    let stop = StopFlag::new();
    let scorer = |scan_depth| {
        let scoring = Scoring {
            scan_depth,
            ..SCORING
        };
        Scorer::new(scoring).unwrap()
    };
    let (mut deep, mut shallow) = (scorer(9), scorer(1));
    for seed in 0..12 {
        let position = RandomGames::new(6, seed).next().unwrap().position();
        let found = deep.scan(position, &stop);
        let mut squares: Vec<Square> = found.iter().map(|(square, _)| *square).collect();
        for &(square, score) in &found {
            let discs = -exact(position.play_unchecked(square));
            assert_eq!(score, Score::from_discs(discs), "{seed} {square}");
        }
        assert!(found.is_sorted_by(|one, other| one.1 >= other.1));
        squares.sort_unstable();
        assert!(squares.into_iter().eq(position.moves()));
        // A look of one ply sees all moves, too, as a search of one ply does, and tells the same
        // whatever came before.
        let best = position.moves().count() as usize;
        let request = Request {
            limits: Limits::to_depth(1),
            best,
            ..Request::default()
        };
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let mut searcher = Searcher::new(settings).unwrap();
        let lines = searcher.search(position, &request, &stop, &mut |_| {});
        let lines: Vec<(Square, Score)> = lines
            .iter()
            .map(|line| (line.pv[0].square().unwrap(), line.score))
            .collect();
        assert_eq!(shallow.scan(position, &stop), lines);
        let found = shallow.scan(position, &stop);
        assert_eq!(found.len() as u32, position.moves().count());
        assert_eq!(scorer(1).scan(position, &stop), found);
    }
}

#[test]
fn what_is_learned_again_keeps_its_search_and_counts_to_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let mut learner = Learner::open(&folder.path().join("book")).unwrap();
    let mut scorer = Scorer::new(SCORING).unwrap();
    let position = place("f5d6");
    let known = Entry {
        depth: 33,
        confidence: 91,
        expanded: true,
        lines: MOST_LINES - 1,
        ..Entry::unknown(position)
    };
    learner.learn(&[known]).unwrap();
    let mut lines = || {
        let (extent, stop) = (Extent::default(), StopFlag::new());
        let taught = learn_game(&mut learner, &mut scorer, &[position], extent, &stop);
        let taught = taught.unwrap().unwrap();
        assert_eq!((taught.positions, taught.new), (1, 0));
        let entry = learner.store().find(&position).unwrap().unwrap();
        // Its moves were looked at, and the best is what it is worth.
        let leaf = entry.leaf.unwrap();
        assert_eq!((entry.best, entry.score), (Some(leaf.square), leaf.score));
        assert_eq!(
            (entry.depth, entry.confidence, entry.expanded),
            (33, 91, true)
        );
        entry.lines
    };
    assert_eq!([lines(), lines()], [MOST_LINES, MOST_LINES]);
}

#[test]
fn what_is_worth_to_be_in_a_book_is_as_documented() {
    let aim = Aim::default();
    let discs = [aim.error, aim.variety].map(Score::discs);
    assert_eq!(
        (discs, aim.plies_per_disc, aim.least_empties),
        ([4.0, 1.0], 2.0, 30)
    );
    let Scoring {
        depth,
        exact,
        scan_depth,
        hash_mib,
    } = Scoring::default();
    assert_eq!(
        [depth, exact, scan_depth, hash_mib as u32],
        [20, 20, 10, 64]
    );
    let extent = Extent::default();
    assert_eq!((extent.turns, extent.least_empties), (60, 24));
}
