use std::collections::HashSet;

use super::*;
use crate::puzzles::difficulty::{LEAST, MOST};
use crate::puzzles::{ENDING, stands_out};
use bianca_search::search::Settings;

/// What plain search solves in no time.
const FEW: u32 = 8;

fn scorer() -> Scorer {
    let settings = Settings {
        hash_mib: 16,
        ..Settings::default()
    };
    Scorer::new(settings, MOST_EMPTIES).unwrap()
}

#[test]
fn there_are_a_thousand_unlike_each_other_the_easiest_first() {
    assert_eq!(puzzles().len(), 1000);
    assert!(PACKED.len() <= 60_000);
    assert!(puzzles().is_sorted_by_key(|puzzle| puzzle.rating));
    let least = puzzles()
        .iter()
        .map(|puzzle| Symmetry::canonical(puzzle.position).0);
    assert_eq!(least.collect::<HashSet<Position>>().len(), 1000);
}

#[test]
fn each_is_what_it_says() {
    for puzzle in puzzles() {
        let position = puzzle.position;
        let (key, next, tempting) = (puzzle.key, puzzle.next, puzzle.tempting);
        assert!(
            (5..=MOST_EMPTIES).contains(&position.empties()),
            "{puzzle:?}"
        );
        for answer in [key, next, tempting] {
            assert!(position.moves().contains(answer.square), "{puzzle:?}");
        }
        assert!(key.square != next.square && key.square != tempting.square);
        assert!(
            stands_out(key.score.into(), next.score.into(), true),
            "{puzzle:?}"
        );
        assert!(tempting.score <= next.score, "{puzzle:?}");
        assert_eq!(
            tempting.square == next.square,
            tempting == next,
            "{puzzle:?}"
        );
        let is_ending = position.empties() <= ENDING && key.score > 0;
        assert_eq!(puzzle.kind == PuzzleKind::Ending, is_ending, "{puzzle:?}");
        assert!((LEAST..=MOST).contains(&puzzle.rating));
        let empty = !(position.own | position.opp);
        assert!(
            puzzle.last.is_some_and(|last| !empty.contains(last)),
            "{puzzle:?}"
        );
        // Nobody sees it at once: others turn more.
        let turns = |square| position.flips(square).count();
        let most = position.moves().into_iter().map(turns).max();
        assert!(most > Some(turns(key.square)), "{puzzle:?}");
    }
}

#[test]
fn there_are_many_of_each_kind_and_of_each_strength() {
    let count = |fits: &dyn Fn(&BuiltinPuzzle) -> bool| {
        puzzles().iter().filter(|puzzle| fits(puzzle)).count()
    };
    for kind in PuzzleKind::ALL {
        assert!(count(&|puzzle| puzzle.kind == kind) >= 100, "{kind}");
    }
    for empties in [5..=6, 7..=8, 9..=10, 11..=12] {
        let endings = count(&|puzzle| {
            puzzle.kind == PuzzleKind::Ending && empties.contains(&puzzle.position.empties())
        });
        assert!(endings >= 100, "{empties:?}: {endings}");
    }
    let (low, high) = (
        count(&|puzzle| puzzle.rating < 1500),
        count(&|puzzle| puzzle.rating >= 1500),
    );
    assert!(low.abs_diff(high) <= 200, "{low} {high}");
    for black in [Color::Black, Color::White] {
        assert!(count(&|puzzle| puzzle.to_move == black) >= 300);
    }
}

/// By what the rules say and nothing else, every move of the last endings.
#[test]
fn the_shortest_are_right_by_plain_search() {
    let few = puzzles()
        .iter()
        .filter(|puzzle| puzzle.position.empties() <= FEW);
    let mut looked_at = 0;
    for puzzle in few.step_by(3) {
        looked_at += 1;
        let mut others = Vec::new();
        for square in puzzle.position.moves() {
            let worth = -plain(puzzle.position.play_unchecked(square), -64, 64);
            if square == puzzle.key.square {
                assert_eq!(worth, i32::from(puzzle.key.score), "{puzzle:?}");
                continue;
            }
            for answer in [puzzle.next, puzzle.tempting] {
                assert!(
                    answer.square != square || worth == i32::from(answer.score),
                    "{puzzle:?}"
                );
            }
            others.push(worth);
        }
        assert_eq!(
            others.iter().max(),
            Some(&i32::from(puzzle.next.score)),
            "{puzzle:?}"
        );
    }
    assert!(looked_at >= 50);
}

/// What a position is worth, or a bound of it outside the window.
fn plain(position: Position, mut least: i32, most: i32) -> i32 {
    if position.is_over() {
        return position.final_score();
    }
    if position.must_pass() {
        return -plain(position.passed(), -most, -least);
    }
    for square in position.moves() {
        least = least.max(-plain(position.play_unchecked(square), -most, -least));
        if least >= most {
            break;
        }
    }
    least
}

#[test]
fn solving_one_gives_its_answers_with_lines_to_the_end() {
    let mut scorer = scorer();
    let stop = StopFlag::new();
    for builtin in puzzles().iter().step_by(40) {
        let puzzle = builtin.solved(&mut scorer, &stop).unwrap();
        assert_eq!(BuiltinPuzzle::of(&puzzle).as_ref(), Some(builtin));
        for answer in &puzzle.answers {
            let mut position = puzzle.position;
            for mv in &answer.line {
                position = match mv.square() {
                    Some(square) => position.play_unchecked(square),
                    None => position.passed(),
                };
            }
            assert!(position.is_over(), "{puzzle:?}");
        }
        assert_eq!(puzzle.temptation().square, builtin.tempting.square);
    }
    stop.raise();
    assert_eq!(puzzles()[0].solved(&mut scorer, &stop), None);
}

#[test]
fn a_position_is_found_however_it_is_turned() {
    for puzzle in puzzles().iter().step_by(9) {
        for symmetry in Symmetry::all() {
            let image = symmetry.position(puzzle.position);
            assert_eq!(of_position(image), Some(puzzle));
        }
        assert_eq!(of_position(puzzle.position.passed()), None);
    }
    assert_eq!(of_position(Position::START), None);
}

#[test]
fn every_day_has_another_and_most_a_middling_one() {
    let today = 20_786;
    for first in [today, -3, i64::MIN / 2] {
        let days = (first..).take(puzzles().len()).map(of_day);
        let seen: HashSet<Position> = days.map(|puzzle| puzzle.position).collect();
        assert_eq!(seen.len(), puzzles().len());
    }
    assert_eq!(of_day(today + 1000), of_day(today));
    let _ = [of_day(i64::MIN), of_day(i64::MAX)];
    let (low, high) = (puzzles()[143].rating, puzzles()[856].rating);
    for start in (0..990).step_by(7) {
        let week = (start..start + 7).map(of_day);
        let middling = week.filter(|puzzle| (low..=high).contains(&puzzle.rating));
        assert!(middling.count() >= 5, "from {start}");
    }
}

#[test]
fn the_order_of_days_has_all_however_many_there_are() {
    for count in 1..40 {
        let mut order = order_of_days(&puzzles()[..count]);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..count), "{count}");
    }
}

#[test]
fn what_is_packed_is_unpacked_and_any_bytes_are_something() {
    assert_eq!(pack(puzzles()), PACKED);
    assert_eq!(unpack(&PACKED[..SIZE + 1]).len(), 1);
    let mut number = 1;
    let random: Vec<u8> = (0..SIZE * 100)
        .map(|_| {
            number = mixed(number);
            number as u8
        })
        .collect();
    for bytes in [random, vec![0xff; SIZE], vec![0; SIZE]] {
        let unpacked = unpack(&bytes);
        assert_eq!(unpacked.len(), bytes.len() / SIZE);
        for puzzle in unpacked {
            assert_eq!(unpack(&pack(&[puzzle])), [puzzle]);
        }
    }
}

#[test]
fn what_has_too_many_empty_squares_or_no_exact_scores_is_not_packed() {
    let mut scorer = scorer();
    let solved = puzzles()[0].solved(&mut scorer, &StopFlag::new());
    let mut puzzle = solved.unwrap();
    puzzle.exact = false;
    assert_eq!(BuiltinPuzzle::of(&puzzle), None);
    puzzle.exact = true;
    puzzle.position = Position::START;
    assert_eq!(BuiltinPuzzle::of(&puzzle), None);
}
