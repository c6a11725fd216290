//! Searches of a few plies compared with trying all moves and asking the evaluation.

use super::*;
use crate::eval::network::Network;
use crate::search::control::Control;
use crate::search::probcut::Margins;
use bianca_rules::othello::Square;
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::random::random_move;

/// What a search of so many plies without cuts says, in 1/256 disc: a pass takes no ply, the last
/// ply is mixed with what the evaluation says before it, and nothing is evaluated that can be
/// counted.
fn naive(network: &Network, position: Position, depth: u32) -> i32 {
    if depth >= position.empties() {
        return exact(position) * Score::DISC;
    }
    if depth == 0 {
        return network.estimate(&position);
    }
    if position.is_over() {
        return position.final_score() * Score::DISC;
    }
    if position.must_pass() {
        return -naive(network, position.passed(), depth);
    }
    let children = position.moves().into_iter();
    let scores = children.map(|square| -naive(network, position.play_unchecked(square), depth - 1));
    let best = scores.max().unwrap();
    if depth > 1 {
        return best;
    }
    let own = Parameters::default().own_share;
    (own * network.estimate(&position) + (100 - own) * best).div_euclid(100)
}

fn midgames(number: usize) -> Vec<Position> {
    let games = [44, 31, 19].into_iter().flat_map(|empties| {
        RandomGames::new(empties, 71)
            .take(number)
            .map(|game| game.position())
    });
    games.collect()
}

#[test]
fn scores_by_depth_are_those_of_trying_all_moves() {
    let network = weights::embedded();
    let mut searcher = small_searcher();
    for position in midgames(3).into_iter().chain([Position::START]) {
        searcher.clear();
        let scores = searcher.scores_by_depth(position, 4);
        let expected: Vec<i32> = (0..=4)
            .map(|depth| naive(&network, position, depth))
            .collect();
        assert_eq!(scores, expected, "{position:?}");
    }
    // No deeper than to the end of the game.
    let position = RandomGames::new(4, 72).next().unwrap().position();
    let scores = searcher.scores_by_depth(position, 9);
    assert_eq!(scores.len(), 5);
    assert_eq!(scores[4], exact(position) * Score::DISC);
}

/// Positions of games with passes: each two plies, one and none before a side must pass, and after
/// the pass.
pub(super) fn around_passes(number: usize, seed: u64) -> Vec<Position> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut around = Vec::new();
    while around.len() < 4 * number {
        let mut past = vec![Position::START];
        while let Some(&position) = past.last()
            && position.empties() > 14
            && !position.is_over()
        {
            past.push(position.make_unchecked(random_move(position, &mut random)));
        }
        if let Some(index) = (2..past.len() - 1).find(|&index| past[index].must_pass()) {
            around.extend_from_slice(&past[index - 2..index + 2]);
        }
    }
    around
}

/// A pass is no ply: the search goes as many moves far on the other side of it.
#[test]
fn a_pass_takes_no_depth() {
    let network = weights::embedded();
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    let (mut compared, mut passes) = (0, 0);
    for position in around_passes(8, 75) {
        let expected: Vec<i32> = (0..=4)
            .map(|depth| naive(&network, position, depth))
            .collect();
        if expected.iter().any(|score| score.abs() > 32 * Score::DISC) {
            // Where a side has next to nothing left, stable discs bound what the evaluation says.
            continue;
        }
        searcher.clear();
        let scores = searcher.scores_by_depth(position, 4);
        assert_eq!(scores, expected, "{position:?}");
        compared += 1;
        if position.must_pass() {
            passes += 1;
            searcher.clear();
            let asked = Request {
                limits: Limits::to_depth(3),
                confidence: Some(100),
                ..Request::default()
            };
            let line = searcher
                .search(position, &asked, &stop, &mut |_| {})
                .remove(0);
            assert_eq!((line.pv[0], line.depth), (Move::Pass, 3));
            assert_eq!(line.score.0, scores[3], "{line:?}");
        }
    }
    assert!(compared > 4 && passes > 0, "{compared} {passes}");
}

/// What is added to moves that are drawn among is no part of what is told, nor of what the window
/// of later moves cuts off.
#[test]
fn a_move_that_is_drawn_is_told_with_what_it_is_worth() {
    let network = weights::embedded();
    let stop = StopFlag::new();
    let mut searcher = small_searcher();
    let mut others = 0;
    for (index, position) in midgames(4).into_iter().enumerate() {
        let depth = 2 + index as u32 % 3;
        let children = position.moves().into_iter();
        let worth: Vec<(Square, i32)> = children
            .map(|square| {
                let child = position.play_unchecked(square);
                (square, -naive(&network, child, depth - 1))
            })
            .collect();
        let best = worth.iter().map(|&(_, score)| score).max().unwrap();
        let mut answer = |draw| {
            let asked = Request {
                limits: Limits::to_depth(depth),
                confidence: Some(100),
                draw: Some(draw),
                ..Request::default()
            };
            searcher.clear();
            let line = searcher
                .search(position, &asked, &stop, &mut |_| {})
                .remove(0);
            assert_eq!((line.depth, line.confidence), (depth, 100));
            let square = line.pv[0].square().unwrap();
            let known = worth.iter().find(|known| known.0 == square).unwrap();
            assert_eq!(line.score.0, known.1, "{position:?} {depth}: {line:?}");
            others += u32::from(known.1 < best);
            known.1
        };
        for number in 0..40 {
            let loss = best - answer(MoveDraw::new(number));
            assert!((0..=MoveDraw::USUAL_VARIETY.0).contains(&loss), "{loss}");
        }
        // Where the best one was always made before, every other has the same added.
        let made = worth.iter().find(|known| known.1 == best).unwrap().0;
        let added = (MoveDraw::USUAL_VARIETY.0 + params::DRAW_STEP * 6).min(Score::DISC - 1);
        let of_others = worth.iter().filter(|known| known.0 != made);
        let expected = of_others
            .map(|known| known.1)
            .max()
            .map(|other| if other + added > best { other } else { best });
        for number in 0..4 {
            let draw = MoveDraw::new(number).after(made.index() as u8, 6);
            assert_eq!(answer(draw), expected.unwrap_or(best), "{position:?}");
        }
    }
    assert!(others > 20, "{others}");
}

#[test]
fn lines_of_a_sure_search_are_the_moves_with_what_they_are_worth() {
    let network = weights::embedded();
    let stop = StopFlag::new();
    let mut searcher = small_searcher();
    for (index, position) in midgames(4).into_iter().enumerate() {
        let depth = 2 + index as u32 % 3;
        let worth = |mv: Move| -naive(&network, position.make_unchecked(mv), depth - 1);
        let moves = position.moves().into_iter().map(Move::Place);
        let mut values: Vec<i32> = moves.map(worth).collect();
        values.sort_by_key(|&value| -value);
        let asked = |best, window| Request {
            best,
            window,
            limits: Limits::to_depth(depth),
            confidence: Some(100),
            ..Request::default()
        };
        let all = (Score::MIN, Score::MAX);
        for best in [1, 2, values.len()] {
            searcher.clear();
            let lines = searcher.search(position, &asked(best, all), &stop, &mut |_| {});
            let told: Vec<i32> = lines.iter().map(|line| line.score.0).collect();
            assert_eq!(
                told,
                values[..best.min(values.len())],
                "{position:?} {depth}"
            );
            for line in &lines {
                assert_eq!(line.score.0, worth(line.pv[0]), "{line:?}");
                assert_eq!((line.depth, line.confidence), (depth, 100));
                assert_eq!((line.reach, line.bounds), (Reach::Midgame, Bounds::UNKNOWN));
                assert!(!line.is_proven());
            }
        }
        // Fail-soft, around the score and beside it.
        let score = values[0];
        for (low, high) in [(-300, 200), (100, 700), (-900, -250)] {
            searcher.clear();
            let (low, high) = (score + low, score + high);
            let window = (Score(low), Score(high));
            let line = searcher
                .search(position, &asked(1, window), &stop, &mut |_| {})
                .remove(0);
            let found = line.score.0;
            match score {
                score if score <= low => assert!(score <= found && found <= low, "{line:?}"),
                score if score < high => assert_eq!(found, score, "{line:?}"),
                score => assert!(high <= found && found <= score, "{line:?}"),
            }
        }
    }
}

#[test]
fn margins_are_those_of_the_model_in_standard_deviations() {
    let parameters = Parameters::default();
    let margins = Margins::new(&parameters);
    let model: Vec<f64> = include_str!("../probcut.model")
        .lines()
        .filter(|line| ["midgame", "end"].iter().any(|name| line.starts_with(name)))
        .flat_map(str::split_whitespace)
        .filter_map(|word| word.parse().ok())
        .collect();
    assert_eq!(model.len(), 8);
    let mut random = StdRng::seed_from_u64(73);
    for _ in 0..2000 {
        let (empties, deep) = (random.random_range(1..=60), random.random_range(0..=60));
        let shallow = random.random_range(0..16);
        let level = random.random_range(0..5);
        let is_end = deep >= empties;
        let row = if is_end { &model[4..] } else { &model[..4] };
        let width = if is_end {
            params::PROBCUT_WIDTH_END
        } else {
            parameters.probcut_width
        };
        let difference = f64::from(deep) - f64::from(shallow.min(deep));
        let logarithm = row[0]
            + row[1] * f64::from(shallow)
            + row[2] * difference
            + row[3] * f64::from(empties);
        let quantile = [1.1, 1.5, 2.0, 2.6, 3.3][level];
        let expected = quantile * 256.0 * f64::from(width) / 100.0 * logarithm.exp();
        let margin = margins.get(level as u8, empties, deep, shallow);
        assert!(
            (f64::from(margin) - expected).abs() <= 0.51,
            "{level} {empties} {deep} {shallow}: {margin} {expected}"
        );
    }
    assert_eq!(
        margins.get(2, 30, 20, 15),
        margins.get(2, 30, 20, 40),
        "no deeper than the table"
    );
}

#[test]
fn a_search_ends_at_its_limit_and_not_before() {
    let stop = StopFlag::new();
    let control = Control::new(&stop, Some(1000));
    control.account(600);
    control.account(399);
    assert!(!control.is_halted());
    assert_eq!(control.nodes(), 999);
    control.account(1);
    assert!(control.is_halted());
    assert_eq!((control.nodes(), control.late()), (1000, None));
    let control = Control::new(&stop, None);
    control.set_deadline(Duration::from_secs(86_400));
    control.account(u64::MAX / 2);
    assert!(!control.is_halted());
    assert_eq!(control.late(), Some(Duration::ZERO));
    control.set_deadline(Duration::ZERO);
    assert!(!control.is_halted(), "nobody has looked at the clock");
    control.account(0);
    assert!(control.is_halted() && control.late().is_some());
    // One of two limits is enough, whichever it is.
    let control = Control::new(&stop, Some(1000));
    control.set_deadline(Duration::from_secs(86_400));
    control.account(999);
    assert!(!control.is_halted());
    control.account(1);
    assert!(control.is_halted());
    let control = Control::new(&stop, Some(1000));
    control.set_deadline(Duration::ZERO);
    control.account(1);
    assert!(control.is_halted());
    let control = Control::new(&stop, None);
    control.halt();
    assert!(control.is_halted());
    let control = Control::new(&stop, None);
    stop.raise();
    assert!(control.is_halted());
}

/// How far the last line of a search has looked.
fn reached(level: u32, position: Position, request: &Request) -> (u32, u8, Reach) {
    let mut searcher = Searcher::new(Settings {
        hash_mib: 1,
        level,
        ..Settings::default()
    })
    .unwrap();
    let line = searcher
        .search(position, request, &StopFlag::new(), &mut |_| {})
        .remove(0);
    (line.depth, line.confidence, line.reach)
}

#[test]
fn a_level_looks_as_far_as_its_table_says() {
    let position = |empties| RandomGames::new(empties, 74).next().unwrap().position();
    let limit = |limits| Request {
        limits,
        ..Request::default()
    };
    // Levels 3 and 9 solve from 6 and 17 empty squares, 9 goes to the end with cuts from 20.
    for (level, empties, expected) in [
        (3, 6, (6, 100, Reach::End)),
        (3, 7, (3, 73, Reach::Midgame)),
        (9, 17, (17, 100, Reach::End)),
        (9, 18, (18, 98, Reach::End)),
        (9, 19, (19, 87, Reach::End)),
        (9, 20, (20, 73, Reach::End)),
        (9, 21, (20, 73, Reach::Midgame)),
        (9, 23, (12, 73, Reach::Midgame)),
        (9, 24, (9, 73, Reach::Midgame)),
        (9, 41, (9, 73, Reach::Midgame)),
    ] {
        let position = position(empties);
        let of_level = reached(level, position, &Request::default());
        assert_eq!(of_level, expected, "{level} {empties}");
        // A limit that is never met, within the level.
        let within = limit(Limits {
            nodes: Some(u64::MAX),
            within_level: true,
            ..Limits::default()
        });
        assert_eq!(reached(level, position, &within), expected);
    }
    for (depth, expected) in [
        (11, (11, 73, Reach::Midgame)),
        (12, (12, 100, Reach::End)),
        (60, (12, 100, Reach::End)),
    ] {
        let request = limit(Limits::to_depth(depth));
        assert_eq!(reached(3, position(12), &request), expected, "{depth}");
    }
    for (confidence, expected) in [(73, 73), (90, 95), (100, 100)] {
        let request = Request {
            confidence: Some(confidence),
            ..limit(Limits::to_depth(5))
        };
        let expected = (5, expected, Reach::Midgame);
        assert_eq!(reached(3, position(30), &request), expected);
        let request = Request {
            goal: Goal::WinLossDraw,
            confidence: Some(confidence),
            ..Request::default()
        };
        let expected = (12, expected.1, Reach::WinLossDraw);
        assert_eq!(reached(3, position(12), &request), expected);
    }
}

/// Level 9 goes to the end with cuts here, at 87 %.
#[test]
fn a_level_is_as_sure_as_is_asked_even_if_it_would_be_less_by_itself() {
    let position = RandomGames::new(19, 74).next().unwrap().position();
    for (confidence, expected) in [(73, 73), (90, 95), (98, 98), (99, 99), (100, 100)] {
        let request = Request {
            confidence: Some(confidence),
            ..Request::default()
        };
        let found = reached(9, position, &request);
        assert_eq!(found, (19, expected, Reach::End), "{confidence}");
    }
}

/// A side that has no choice does not spend its clock on one; whoever wants to know is told.
#[test]
fn an_only_move_is_made_at_once_on_a_clock_that_saves() {
    let games = (0..).filter_map(|seed| RandomGames::new(20, seed).next());
    let position = games
        .map(|game| game.position())
        .find(|position| position.moves().count() == 1)
        .unwrap();
    let clock = Limits {
        clock: Some(ClockReading {
            remaining: Duration::from_secs(3600),
            ..ClockReading::default()
        }),
        within_level: true,
        ..Limits::default()
    };
    let depth = |goal, limits| {
        let request = Request {
            goal,
            limits,
            ..Request::default()
        };
        reached(3, position, &request).0
    };
    assert_eq!(depth(Goal::Best, clock), 1);
    assert_eq!(depth(Goal::Best, Limits::default()), 3);
    let others = (0..).filter_map(|seed| RandomGames::new(20, seed).next());
    let choice = others
        .map(|game| game.position())
        .find(|position| position.moves().count() == 2)
        .unwrap();
    let request = Request {
        limits: clock,
        ..Request::default()
    };
    assert_eq!(reached(3, choice, &request).0, 3);
}
