//! What lines tell beside their scores: how far they were searched, their variations, how many
//! positions that took; and that each of two limits ends a search.

use std::collections::HashSet;

use super::midgame::around_passes;
use super::*;

/// Follows a variation and gives where it ends.
fn end_of(line: &Report<Move>, position: Position) -> Position {
    let mut along = position;
    for &mv in &line.pv {
        along = along.play(mv).unwrap_or_else(|_| panic!("{line:?}"));
    }
    along
}

/// Also a move of which no more than a bound is known is one of the last step, and what deeper
/// searches have left in the table is no part of a variation.
#[test]
fn each_line_tells_its_depth_and_its_variation_goes_no_further() {
    let stop = StopFlag::new();
    let mut searcher = small_searcher();
    let games = RandomGames::new(30, 81).take(3).map(|game| game.position());
    let mut longest = 0;
    for position in games.chain(around_passes(2, 82)) {
        searcher.clear();
        for depth in [8, 3, 6, 2, 5, 1, 4] {
            for (best, low) in [(1, -64), (3, -64), (1, 40), (3, 40), (3, -50)] {
                let high = if low == -64 { 64 } else { low + 2 };
                let asked = Request {
                    best,
                    limits: Limits::to_depth(depth),
                    window: (Score::from_discs(low), Score::from_discs(high)),
                    ..Request::default()
                };
                let mut told = Vec::new();
                let lines = searcher.search(position, &asked, &stop, &mut |line| {
                    told.push(line.clone());
                });
                let depths = told.chunks(lines.len()).map(|step| {
                    let is_one_step = step.iter().all(|line| line.depth == step[0].depth);
                    assert!(is_one_step, "{asked:?}: {step:?}");
                    step[0].depth
                });
                assert!(depths.eq(1..=depth), "{asked:?}: {told:?}");
                assert!(lines.iter().all(|line| line.depth == depth), "{lines:?}");
                for line in told.iter().chain(&lines) {
                    let plies = position.empties() - end_of(line, position).empties();
                    assert!((1..=line.depth).contains(&plies), "{asked:?}: {line:?}");
                    longest = longest.max(plies);
                }
            }
        }
    }
    assert!(longest >= 6, "{longest}");
}

/// A step that is stopped replaces the lines of the one before only if it has all of them.
#[test]
fn the_lines_of_a_search_that_was_stopped_are_of_one_step() {
    let mut searcher = small_searcher();
    let position = RandomGames::new(34, 83).next().unwrap().position();
    let mut depths = HashSet::new();
    for nodes in (400..12_000).step_by(90) {
        searcher.clear();
        let asked = Request {
            best: 4,
            limits: Limits {
                nodes: Some(nodes),
                depth: Some(12),
                ..Limits::default()
            },
            ..Request::default()
        };
        let lines = searcher.search(position, &asked, &StopFlag::new(), &mut |_| {});
        assert_eq!(lines.len(), 4);
        let is_one_step = lines.iter().all(|line| line.depth == lines[0].depth);
        assert!(is_one_step, "{nodes}: {lines:?}");
        assert!(lines.is_sorted_by(|one, next| one.score >= next.score));
        depths.insert(lines[0].depth);
    }
    assert!(depths.len() > 3, "{depths:?}");
}

/// A side that has no choice is told its move at once, and then the rest of the game is solved.
#[test]
fn the_last_report_counts_all_positions() {
    let stop = StopFlag::new();
    let mut searcher = small_searcher();
    let exact = Request {
        goal: Goal::Exact,
        ..Request::default()
    };
    let games = (0..).filter_map(|seed| RandomGames::new(11, seed).next());
    let positions = games.map(|game| game.position());
    let only_moves = positions.filter(|position| position.moves().count() == 1);
    let several = RandomGames::new(11, 83).map(|game| game.position());
    for position in only_moves.take(4).chain(several.take(4)) {
        searcher.clear();
        let mut before = 0;
        let lines = searcher.search(position, &exact, &stop, &mut |line| before = line.nodes);
        assert!(lines[0].nodes > before, "{before}: {lines:?}");
    }
    for nodes in [1_000, 20_000] {
        for best in [1, 3] {
            let asked = Request {
                best,
                limits: Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                },
                ..Request::default()
            };
            searcher.clear();
            let lines = searcher.search(Position::START, &asked, &stop, &mut |_| {});
            assert!(lines.iter().all(|line| line.nodes >= nodes), "{lines:?}");
        }
    }
}

/// Positions and time are two limits, and the first that is met ends the search; one that is far
/// off changes nothing.
#[test]
fn each_of_two_limits_ends_a_search() {
    let mut searcher = small_searcher();
    let far = Duration::from_secs(100_000);
    let clock = ClockReading {
        remaining: 100 * far,
        ..ClockReading::default()
    };
    let mut answer = |position, limits, most: u64| {
        let request = Request {
            limits,
            ..Request::default()
        };
        searcher.clear();
        let stop = StopFlag::new();
        // A search that nothing else ends is ended, too late.
        let mut lines = searcher.search(position, &request, &stop, &mut |line| {
            if line.nodes > 2 * most {
                stop.raise();
            }
        });
        let line = lines.remove(0);
        assert!(line.nodes < most, "{limits:?}: {line:?}");
        (line.pv, line.score, line.depth, line.nodes)
    };
    let games = RandomGames::new(20, 84).take(3).map(|game| game.position());
    for position in games.chain([Position::START]) {
        for nodes in [2_000, 40_000] {
            let alone = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let beside = Limits {
                move_time: Some(far),
                ..alone
            };
            let on_a_clock = Limits {
                clock: Some(clock),
                ..alone
            };
            let most = 2 * nodes + 10_000;
            let expected = answer(position, alone, most);
            assert_eq!(answer(position, beside, most), expected, "{position:?}");
            answer(position, on_a_clock, most);
        }
    }
    let short = Limits {
        move_time: Some(Duration::from_millis(5)),
        nodes: Some(3_000_000),
        ..Limits::default()
    };
    answer(Position::START, short, 3_000_000);
}
