//! Answers of searches compared with trying everything, whatever was searched or learned before.

use super::*;
use crate::request::Goal;
use crate::search::endgame::Solver;
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::{Bitboard, Square};
use rand::rngs::StdRng;

/// A board that nobody has played: `empties` empty squares, one side with `share` of the discs;
/// half of it may be the other half turned round.
fn board(random: &mut StdRng, empties: usize, share: f64, is_symmetrical: bool) -> Position {
    let mut squares: Vec<u32> = (0..if is_symmetrical { 32 } else { 64 }).collect();
    squares.shuffle(random);
    let (mut own, mut opp) = (0u64, 0u64);
    for (number, &square) in squares.iter().enumerate() {
        if number < empties / if is_symmetrical { 2 } else { 1 } {
            continue;
        }
        let bits = 1u64 << square
            | if is_symmetrical {
                1 << (63 - square)
            } else {
                0
            };
        if random.random_bool(share) {
            own |= bits;
        } else {
            opp |= bits;
        }
    }
    Position::new(Bitboard(own), Bitboard(opp)).unwrap()
}

/// Positions of 0 to 8 empty squares: of games and of nobody's, finished, full, symmetrical ones
/// and such that must pass among them.
fn positions(number: usize, seed: u64) -> Vec<Position> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for _ in 0..number {
        let empties: u32 = random.random_range(4..=8);
        let seed = random.random();
        positions.extend(
            RandomGames::new(empties, seed)
                .take(1)
                .map(|game| game.position()),
        );
        let share = random.random_range(0.2..0.8);
        let is_symmetrical = random.random_bool(0.5);
        positions.push(board(&mut random, empties as usize, share, is_symmetrical));
        let must_pass = (0..).map(|_| board(&mut random, 6, 0.8, false));
        positions.extend(must_pass.filter(|board| board.must_pass()).take(1));
    }
    for empties in [0, 1, 2, 3, 5] {
        positions.push(board(&mut random, empties, 0.4, false));
        let over = (0..).map(|_| board(&mut random, empties, 0.97, false));
        positions.extend(over.filter(|board| board.is_over()).take(1));
    }
    positions
}

/// A window of whole discs, odd ones as often as even ones.
fn window(random: &mut StdRng) -> (i32, i32) {
    match random.random_range(0..4) {
        0 => (-64, 64),
        1 => (-7, 3),
        _ => {
            let low = random.random_range(-64..64);
            (low, random.random_range(low + 1..=64.min(low + 14)))
        }
    }
}

fn request(goal: Goal, (low, high): (i32, i32)) -> Request {
    Request {
        goal,
        window: (Score::from_discs(low), Score::from_discs(high)),
        ..Request::default()
    }
}

/// The score of a position, of many empty squares by the solver, which has a test of its own here.
fn value_of(position: Position) -> i32 {
    match position.empties() {
        0..=8 => exact(position),
        _ => Solver::new().solve(position, -64, 64),
    }
}

/// What a move is worth for the side that makes it.
fn worth(position: Position, mv: Move) -> i32 {
    -value_of(position.make_unchecked(mv))
}

/// Checks the line of a search within `window` against what trying everything says.
fn check_line(line: &Report<Move>, position: Position, (low, high): (i32, i32), is_only: bool) {
    let told = format!("{position:?} ({low}, {high}): {line:?}");
    let mut end = position;
    for &mv in &line.pv {
        end = end.play(mv).unwrap_or_else(|_| panic!("{told}"));
    }
    let value = match line.pv.first() {
        // With one line its bounds are those of the position.
        Some(&mv) if !is_only => worth(position, mv),
        _ => value_of(position),
    };
    assert!(line.bounds.contain(value), "{value}: {told}");
    assert!(line.bounds.lower <= line.bounds.upper, "{told}");
    if line.confidence < 100 || line.reach == Reach::Midgame {
        return;
    }
    let to_end = if position.is_over() {
        0
    } else {
        position.empties()
    };
    assert_eq!(line.depth, to_end, "{told}");
    let score = line.score.0;
    if line.reach == Reach::WinLossDraw {
        assert_eq!(score, value.signum() * Score::DISC, "{told}");
        return;
    }
    let Bounds { lower, upper } = line.bounds;
    assert!(
        lower == upper || upper <= low || lower >= high,
        "{value}: {told}"
    );
    assert!(
        (lower * Score::DISC..=upper * Score::DISC).contains(&score),
        "{told}"
    );
    let discs = score.div_euclid(Score::DISC);
    assert_eq!(score % Score::DISC, 0, "{told}");
    if low < value && value < high {
        assert_eq!(
            (discs, line.bounds),
            (value, Bounds::exact(value)),
            "{told}"
        );
        // The variation is the best for both, to the end of the game.
        assert!(end.is_over(), "{told}");
        let mut along = position;
        let mut left = value;
        for &mv in &line.pv {
            along = along.make_unchecked(mv);
            left = -left;
            assert_eq!(value_of(along), left, "{mv}: {told}");
        }
    } else if value <= low {
        assert!(value <= discs && discs <= low, "{value}: {told}");
    } else {
        assert!(high <= discs && discs <= value, "{value}: {told}");
    }
}

/// Tells the table the truth about some of what comes after `position`, as a client that knows it.
fn learn_truth(searcher: &mut Searcher, position: Position, random: &mut StdRng) {
    for square in position.moves() {
        let child = position.play_unchecked(square);
        let value = exact(child);
        let (below, above) = (random.random_range(0..5), random.random_range(0..5));
        let (lower, upper) = ((value - below).max(-64), (value + above).min(64));
        let truth = LearntScore {
            lower: Score::from_discs(lower),
            upper: Score::from_discs(upper),
            depth: child.empties(),
            confidence: 100,
        };
        let best = child.moves().into_iter().choose(random).map(Move::Place);
        searcher.learn(child, &truth, best);
    }
}

/// Tells the table lies of which it is not sure, with the worst moves as best ones.
fn learn_lies(searcher: &mut Searcher, position: Position, random: &mut StdRng, plies: u32) {
    if position.moves().is_empty() {
        return;
    }
    let lie = Score::from_discs(random.random_range(-64..=64));
    let is_shallow = random.random_bool(0.5);
    let unsure = LearntScore {
        lower: lie,
        upper: lie,
        depth: position.empties() - u32::from(is_shallow),
        confidence: if is_shallow { 100 } else { 99 },
    };
    let moves = position.moves().into_iter();
    let worst = moves.min_by_key(|&square| worth(position, Move::Place(square)));
    searcher.learn(position, &unsure, worst.map(Move::Place));
    if plies > 0 {
        for square in position.moves() {
            learn_lies(searcher, position.play_unchecked(square), random, plies - 1);
        }
    }
}

#[test]
fn whatever_is_asked_what_is_proven_is_so_by_trying_everything() {
    let mut random = StdRng::seed_from_u64(51);
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    let (mut exact_lines, mut bounds, mut unsure, mut signs) = (0, 0, 0, 0);
    for position in positions(60, 52) {
        for _ in 0..6 {
            if random.random_bool(0.3) {
                searcher.clear();
            }
            if random.random_bool(0.3) {
                learn_truth(&mut searcher, position, &mut random);
            }
            let window = window(&mut random);
            let goals = [Goal::Exact, Goal::Exact, Goal::Best, Goal::WinLossDraw];
            let request = Request {
                best: *[1, 1, 2, 5].choose(&mut random).unwrap(),
                confidence: *[None, None, Some(73), Some(100)]
                    .choose(&mut random)
                    .unwrap(),
                limits: Limits {
                    nodes: random
                        .random_bool(0.3)
                        .then(|| random.random_range(1..3000)),
                    ..Limits::default()
                },
                ..request(*goals.choose(&mut random).unwrap(), window)
            };
            let mut told = Vec::new();
            let lines = searcher.search(position, &request, &stop, &mut |line| {
                told.push(line.clone());
            });
            let moves = position.moves().count() as usize;
            assert_eq!(lines.len(), request.best.min(moves.max(1)), "{position:?}");
            for (index, line) in lines.iter().enumerate() {
                assert_eq!(line.rank, index + 1);
                assert!(line.nodes > 0);
            }
            assert!(
                lines.is_sorted_by(|one, other| one.score >= other.score),
                "{lines:?}"
            );
            for line in told.iter().chain(&lines) {
                check_line(line, position, window, lines.len() == 1);
                match line.reach {
                    Reach::WinLossDraw if line.confidence == 100 => signs += 1,
                    Reach::End if line.confidence == 100 && line.bounds.is_exact() => {
                        exact_lines += 1;
                    }
                    Reach::End if line.confidence == 100 => bounds += 1,
                    _ => unsure += 1,
                }
            }
            let is_limited = request.limits.nodes.is_some() || request.confidence == Some(73);
            if request.goal == Goal::Exact && !is_limited {
                let is_sure =
                    |line: &Report<Move>| (line.reach, line.confidence) == (Reach::End, 100);
                assert!(
                    lines.iter().all(is_sure),
                    "{position:?} {request:?}: {lines:?}"
                );
            }
        }
    }
    assert!(exact_lines > 300 && bounds > 100 && unsure > 100 && signs > 50);
}

/// From eleven empty squares on there are searches to the end with cuts: what they find is no
/// proof.
#[test]
fn what_a_search_with_cuts_finds_is_not_called_proven() {
    let mut random = StdRng::seed_from_u64(62);
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    let (mut sure, mut unsure, mut midgame) = (0, 0, 0);
    for empties in [11, 12, 13, 14] {
        for game in RandomGames::new(empties, 63).take(8) {
            let position = game.position();
            searcher.clear();
            for _ in 0..5 {
                let window = window(&mut random);
                let goals = [Goal::Exact, Goal::Best, Goal::WinLossDraw];
                let asked = Request {
                    best: *[1, 1, 3].choose(&mut random).unwrap(),
                    confidence: *[None, Some(73), Some(95), Some(99)]
                        .choose(&mut random)
                        .unwrap(),
                    limits: Limits {
                        nodes: random
                            .random_bool(0.5)
                            .then(|| random.random_range(1..20_000)),
                        depth: random
                            .random_bool(0.2)
                            .then(|| random.random_range(1..empties)),
                        ..Limits::default()
                    },
                    ..request(*goals.choose(&mut random).unwrap(), window)
                };
                let mut told = Vec::new();
                let lines = searcher.search(position, &asked, &stop, &mut |line| {
                    told.push(line.clone());
                });
                for line in told.iter().chain(&lines) {
                    check_line(line, position, window, asked.best == 1);
                    match (line.reach, line.confidence) {
                        (Reach::Midgame, _) => midgame += 1,
                        (_, 100) => sure += 1,
                        _ => unsure += 1,
                    }
                    let is_exact_asked = asked.confidence.is_none();
                    assert!(
                        is_exact_asked || line.reach == Reach::Midgame || line.confidence < 100,
                        "{asked:?}: {line:?}"
                    );
                    if let Some(depth) = asked.limits.depth {
                        assert!(line.depth <= depth && line.reach == Reach::Midgame);
                    }
                }
            }
        }
    }
    assert!(
        sure > 30 && unsure > 30 && midgame > 30,
        "{sure} {unsure} {midgame}"
    );
}

/// The window of a side that must pass is its own: what is exact within it is told as such, and
/// nothing beside it is looked for.
#[test]
fn a_side_that_must_pass_has_its_own_window() {
    let mut random = StdRng::seed_from_u64(53);
    let boards = (0..).map(|_| board(&mut random, 7, 0.7, false));
    let passing = boards.filter(|board| board.must_pass() && board.moves().is_empty());
    let passing: Vec<Position> = passing.take(60).collect();
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    let (mut within, mut nodes, mut other_nodes) = (0, 0, 0);
    for position in passing {
        let value = exact(position);
        for (low, high) in [
            (value - 1, value + 7),
            (value - 9, value + 1),
            (value + 1, value + 9),
            (value - 9, value - 3),
        ] {
            let (low, high) = (low.clamp(-64, 63), high.clamp(-63, 64));
            if low >= high {
                continue;
            }
            searcher.clear();
            let asked = request(Goal::Exact, (low, high));
            let lines = searcher.search(position, &asked, &stop, &mut |line| {
                assert_eq!(line.pv[0], Move::Pass);
            });
            check_line(&lines[0], position, (low, high), true);
            within += u32::from(low < value && value < high);
            nodes += lines[0].nodes;
            searcher.clear();
            let asked = request(Goal::Exact, (-high, -low));
            let other = searcher.search(position.passed(), &asked, &stop, &mut |_| {});
            let same = other[0].clone().before_pass(Move::Pass);
            assert_eq!((lines[0].score, lines[0].bounds), (same.score, same.bounds));
            assert_eq!(lines[0].pv, same.pv);
            other_nodes += other[0].nodes;
        }
    }
    assert!(within > 60, "{within}");
    assert_eq!(nodes, other_nodes);
}

/// A search to the end takes from the table nothing that is not as deep and as sure as itself: no
/// score, and no move of its variation.
#[test]
fn a_solution_takes_nothing_from_what_is_unsure() {
    let mut random = StdRng::seed_from_u64(54);
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    for position in positions(12, 55) {
        if position.is_over() {
            continue;
        }
        for best in [1, 3] {
            searcher.clear();
            learn_lies(&mut searcher, position, &mut random, 3);
            if position.must_pass() {
                learn_lies(&mut searcher, position.passed(), &mut random, 3);
            }
            let asked = Request {
                best,
                ..request(Goal::Exact, (-64, 64))
            };
            let lines = searcher.search(position, &asked, &stop, &mut |_| {});
            assert_eq!(lines[0].bounds, Bounds::exact(exact(position)));
            for line in &lines {
                assert_eq!((line.reach, line.confidence), (Reach::End, 100));
                check_line(line, position, (-65, 65), lines.len() == 1);
            }
        }
    }
}

/// From more empty squares the table has the moves before the last ones, which are solved: what it
/// says of those is not taken.
#[test]
fn the_end_of_a_variation_is_solved_also_where_the_table_has_moves_for_it() {
    let mut searcher = small_searcher();
    let mut solver = Solver::new();
    let stop = StopFlag::new();
    for (number, empties) in [12, 13, 14, 15, 14, 12].into_iter().enumerate() {
        let game = RandomGames::new(empties, 61 + number as u64)
            .next()
            .unwrap();
        let position = game.position();
        searcher.clear();
        let asked = request(Goal::Exact, (-64, 64));
        let line = searcher
            .search(position, &asked, &stop, &mut |_| {})
            .remove(0);
        // The same again, with a bad move for every position of the variation's end.
        let mut along = position;
        for &mv in &line.pv {
            along = along.make_unchecked(mv);
            let worst = along
                .moves()
                .into_iter()
                .min_by_key(|&square| -solver.solve(along.play_unchecked(square), -64, 64));
            let unsure = LearntScore {
                lower: Score::from_discs(-3),
                upper: Score::from_discs(5),
                depth: 1,
                confidence: 73,
            };
            searcher.learn(along, &unsure, worst.map(Move::Place));
        }
        let again = searcher
            .search(position, &asked, &stop, &mut |_| {})
            .remove(0);
        for line in [line, again] {
            let mut along = position;
            let mut value = line.score.whole_discs();
            for &mv in &line.pv {
                along = along.make_unchecked(mv);
                value = -value;
                if along.empties() <= 13 {
                    assert_eq!(solver.solve(along, -64, 64), value, "{mv} {line:?}");
                }
            }
            assert!(along.is_over(), "{line:?}");
            assert_eq!(along.final_score(), value);
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_with_their_scores() {
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    for position in positions(25, 56) {
        let mut values: Vec<i32> = position
            .moves()
            .into_iter()
            .map(|square| worth(position, Move::Place(square)))
            .collect();
        if values.is_empty() {
            continue;
        }
        values.sort_by_key(|&value| -value);
        for best in 1..=values.len() {
            let asked = Request {
                best,
                ..request(Goal::Exact, (-64, 64))
            };
            let lines = searcher.search(position, &asked, &stop, &mut |_| {});
            let told: Vec<i32> = lines.iter().map(|line| line.score.whole_discs()).collect();
            assert_eq!(told, values[..best], "{position:?}");
            for line in &lines {
                let value = worth(position, line.pv[0]);
                assert_eq!(line.score, Score::from_discs(value), "{line:?}");
                assert_eq!(line.bounds, Bounds::exact(value), "{line:?}");
            }
            let mut moves: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
            moves.sort_by_key(|mv| mv.to_string());
            moves.dedup();
            assert_eq!(moves.len(), best);
        }
    }
}

#[test]
fn the_solver_is_right_in_every_window() {
    let mut random = StdRng::seed_from_u64(57);
    let mut solver = Solver::new();
    for position in positions(60, 58) {
        let value = exact(position);
        for _ in 0..12 {
            let alpha = random.random_range(-66..=66);
            let found = solver.null_window(position, alpha);
            if value > alpha {
                assert!(
                    alpha < found && found <= value,
                    "{position:?} {alpha}: {found} {value}"
                );
            } else {
                assert!(
                    value <= found && found <= alpha,
                    "{position:?} {alpha}: {found} {value}"
                );
            }
            let (low, high) = window(&mut random);
            let found = solver.solve(position, low, high);
            match value {
                value if value <= low => assert_eq!(found, low, "{position:?}"),
                value if value < high => assert_eq!(found, value, "{position:?}"),
                value => assert!(high <= found && found <= value, "{position:?}"),
            }
            let guess = random.random_range(-70..=70);
            assert_eq!(
                solver.solve_from(position, guess),
                value,
                "{position:?} {guess}"
            );
        }
        let guess = random.random_range(-64..=64);
        let line = solver.best_line(position, guess);
        let mut along = position;
        let mut left = value;
        for &mv in &line {
            let mut equals = along.moves().into_iter().map(Move::Place);
            let first = equals.find(|&mv| worth(along, mv) == left);
            assert_eq!(mv, first.unwrap_or(Move::Pass), "{position:?}");
            along = along.play(mv).unwrap();
            left = -left;
        }
        assert!(
            along.is_over() && along.final_score() == left,
            "{position:?}"
        );
    }
}

/// The square of a move as a set.
fn set(square: Square) -> Bitboard {
    square.into()
}

#[test]
fn what_is_learned_is_bounded_by_what_is_left_of_the_game() {
    let mut searcher = small_searcher();
    let position = RandomGames::new(6, 3).next().unwrap().position();
    let told = |depth, confidence, discs| LearntScore {
        lower: Score::from_discs(discs),
        upper: Score::from_discs(discs),
        depth,
        confidence,
    };
    searcher.learn(position, &told(60, 100, 4), None);
    let entry = searcher.table.get(&position).unwrap();
    assert_eq!((entry.depth, entry.selectivity), (6, 5));
    assert_eq!(entry.moves, [None; 2]);
    // A move that is none is not kept, and neither is what excludes itself.
    let occupied = (0..64).map(Square::new);
    let occupied = occupied.filter(|&square| !(set(square) & position.own).is_empty());
    let wrong = occupied.map(Move::Place).next();
    searcher.learn(position, &told(6, 100, 4), wrong);
    let entry = searcher.table.get(&position).unwrap();
    assert_eq!(entry.moves, [None; 2]);
    let excluded = LearntScore {
        upper: Score::from_discs(-2),
        ..told(6, 100, 2)
    };
    searcher.learn(position, &excluded, None);
    assert_eq!(searcher.table.get(&position), Some(entry));
    for (confidence, selectivity) in [
        (1, 0),
        (73, 0),
        (86, 0),
        (87, 1),
        (94, 1),
        (95, 2),
        (97, 2),
        (98, 3),
        (99, 4),
        (100, 5),
    ] {
        searcher.clear();
        searcher.learn(position, &told(6, confidence, 4), None);
        let entry = searcher.table.get(&position).unwrap();
        assert_eq!(entry.selectivity, selectivity, "{confidence}");
    }
}
