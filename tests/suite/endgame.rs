//! The endgame search against known results, against symmetry, and against a plain alpha-beta
//! that shares nothing with it.

use std::path::Path;

use bianca::othello::random::RandomGames;
use bianca::othello::{Bitboard, Color, Move, Position, Square, Symmetry};
use bianca::record::board::{parse_board, write_board};
use bianca::record::obf::{Problem, parse_obf_line};
use bianca::request::{Goal, Reach, Request, StopFlag};
use bianca::search::endgame::Solver;
use bianca::search::{Searcher, Settings};

/// A problem and its value, which the file has in a comment even where there is no move.
fn known() -> Vec<(Problem, i32)> {
    let lines = include_str!("../data/random_exact_0_14.obf").lines();
    let problems: Vec<_> = lines
        .map(|line| {
            let problem = parse_obf_line(line).unwrap().unwrap();
            let comment = problem.comment.as_deref().unwrap();
            let value = comment.split_whitespace().nth(1).unwrap().parse().unwrap();
            (problem, value)
        })
        .collect();
    assert_eq!(problems.len(), 4500);
    problems
}

/// Every `step`th of the known problems, so that all numbers of empty squares take part.
fn sample(step: usize) -> Vec<(Problem, i32)> {
    known().into_iter().step_by(step).collect()
}

fn searcher(threads: usize) -> Searcher {
    Searcher::new(Settings {
        threads,
        hash_mib: 16,
        ..Settings::default()
    })
    .unwrap()
}

fn request(goal: Goal, best: usize) -> Request {
    Request {
        goal,
        best,
        ..Request::default()
    }
}

/// The score in discs and the moves of the best line.
fn answer(searcher: &mut Searcher, position: Position, goal: Goal) -> (i32, Vec<Move>) {
    let lines = searcher.search(position, &request(goal, 1), &StopFlag::new(), &mut |_| {});
    assert!(lines[0].is_proven());
    (lines[0].score.whole_discs(), lines[0].pv.clone())
}

/// Whether two null windows around `value` prove it.
fn is_worth(solver: &mut Solver, position: Position, value: i32) -> bool {
    (value == -64 || solver.null_window(position, value - 1) >= value)
        && (value == 64 || solver.null_window(position, value) <= value)
}

#[test]
fn every_value_is_right_under_all_symmetries() {
    let mut solver = Solver::new();
    for (problem, value) in known() {
        for symmetry in Symmetry::all() {
            let image = symmetry.position(problem.position);
            assert!(
                is_worth(&mut solver, image, value),
                "{value:+} by {symmetry:?}: {problem}"
            );
        }
    }
}

#[test]
fn every_move_is_worth_what_the_file_says() {
    let mut solver = Solver::new();
    let mut moves = 0;
    for (problem, value) in known() {
        assert_eq!(problem.best_score().unwrap_or(value), value, "{problem}");
        for &(mv, score) in &problem.moves {
            let after = problem.position.play(mv).unwrap();
            assert!(is_worth(&mut solver, after, -score), "{mv}: {problem}");
            moves += 1;
        }
    }
    assert!(moves > 4500);
}

#[test]
fn colours_change_nothing() {
    for (problem, _) in known() {
        let text = write_board(problem.position, problem.to_move);
        let swapped: String = text
            .chars()
            .map(|square| match square {
                'X' => 'O',
                'O' => 'X',
                other => other,
            })
            .collect();
        assert_eq!(
            parse_board(&swapped),
            Ok((problem.position, !problem.to_move)),
            "{text}"
        );
    }
}

/// What a variation comes to for the side that moves first.
fn end_of(mut position: Position, line: &[Move]) -> Option<i32> {
    for &mv in line {
        position = position.play(mv).ok()?;
    }
    let sign = if line.len().is_multiple_of(2) { 1 } else { -1 };
    position.is_over().then(|| sign * position.final_score())
}

#[test]
fn the_searcher_agrees_and_its_variations_end_in_the_score() {
    let mut searcher = searcher(1);
    for (problem, value) in sample(7) {
        let (score, line) = answer(&mut searcher, problem.position, Goal::Exact);
        assert_eq!(score, value, "{problem}");
        let end = end_of(problem.position, &line);
        assert_eq!(end, Some(value), "{line:?} of {problem}");
    }
    for game in RandomGames::new(17, 8).take(60) {
        let (score, line) = answer(&mut searcher, game.position(), Goal::Exact);
        let text = write_board(game.position(), game.to_move());
        let end = end_of(game.position(), &line);
        assert_eq!(end, Some(score), "{line:?} of {text}");
    }
}

/// The move that a file like the one of known values would name: the lowest square that keeps the
/// value.
fn lowest_best_move(solver: &mut Solver, position: Position, value: i32) -> Option<Move> {
    let keeps = |&square: &Square| is_worth(solver, position.play_unchecked(square), -value);
    let square = position.moves().into_iter().find(keeps);
    square.map(Move::Place)
}

#[test]
fn a_line_to_the_end_does_not_depend_on_the_guess() {
    let mut judge = Solver::new();
    for (problem, value) in sample(11) {
        let position = problem.position;
        let lines = [-64, value - 1, value, value + 2, 64].map(|guess| {
            // With an empty cache and with a full one.
            let mut solver = Solver::new();
            assert_eq!(
                solver.solve_from(position, guess),
                value,
                "{guess} of {problem}"
            );
            let line = solver.best_line(position, guess);
            assert_eq!(Solver::new().best_line(position, guess), line, "{problem}");
            line
        });
        let line = &lines[0];
        assert!(
            lines.iter().all(|other| other == line),
            "{lines:?} of {problem}"
        );
        assert_eq!(end_of(position, line), Some(value), "{line:?} of {problem}");
        if !position.moves().is_empty() {
            let lowest = lowest_best_move(&mut judge, position, value);
            assert_eq!(line.first().copied(), lowest, "{problem}");
        }
    }
}

#[test]
fn the_searcher_scores_every_move() {
    let mut searcher = searcher(1);
    for (problem, _) in sample(11) {
        let request = request(Goal::Exact, usize::MAX);
        let lines = searcher.search(problem.position, &request, &StopFlag::new(), &mut |_| {});
        for &(mv, score) in &problem.moves {
            let line = lines.iter().find(|line| line.pv.first() == Some(&mv));
            let line = line.unwrap_or_else(|| panic!("no {mv} in {problem}"));
            assert_eq!(line.score.whole_discs(), score, "{mv} of {problem}");
        }
        let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
        assert!(
            scores.is_sorted_by(|a, b| a >= b),
            "{scores:?} of {problem}"
        );
    }
}

#[test]
fn the_sign_alone_is_right() {
    let mut searcher = searcher(1);
    for (problem, value) in sample(5) {
        let (score, _) = answer(&mut searcher, problem.position, Goal::WinLossDraw);
        assert_eq!(score.signum(), value.signum(), "{problem}");
    }
    // At 16 empty squares the hash table and the threads have their part in it.
    for game in RandomGames::new(16, 5).take(30) {
        let position = game.position();
        let (exact, _) = answer(&mut searcher, position, Goal::Exact);
        searcher.clear();
        let (sign, _) = answer(&mut searcher, position, Goal::WinLossDraw);
        assert_eq!(
            sign,
            exact.signum(),
            "{}",
            write_board(position, game.to_move())
        );
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    let (mut one, mut two) = (searcher(1), searcher(2));
    let games = RandomGames::new(16, 3)
        .take(60)
        .chain(RandomGames::new(19, 4).take(8));
    for game in games {
        let position = game.position();
        let (serial, _) = answer(&mut one, position, Goal::Exact);
        let (parallel, line) = answer(&mut two, position, Goal::Exact);
        let text = write_board(position, game.to_move());
        assert_eq!(parallel, serial, "{text}");
        // The move, too: another search must find it worth as much.
        let after = position.play(line[0]).unwrap();
        if !after.is_over() {
            let (reply, _) = answer(&mut one, after, Goal::Exact);
            assert_eq!(-reply, serial, "{} of {text}", line[0]);
        }
    }
}

/// The exact score of each position, found `times` times anew by 1, 2, 4 and 8 threads.
fn however_many_threads(positions: &[Position], times: usize) {
    let mut one = searcher(1);
    let scores: Vec<i32> = (positions.iter())
        .map(|&position| answer(&mut one, position, Goal::Exact).0)
        .collect();
    for threads in [1, 2, 4, 8] {
        let mut searcher = searcher(threads);
        for time in 0..times {
            for (&position, &score) in positions.iter().zip(&scores) {
                searcher.clear();
                let (found, _) = answer(&mut searcher, position, Goal::Exact);
                assert_eq!(found, score, "{threads} threads, time {time}: {position:?}");
            }
        }
    }
    println!("{} positions, {times} times each: equal", positions.len());
}

fn positions(empties: u32, count: usize, seed: u64) -> Vec<Position> {
    let games = RandomGames::new(empties, seed).take(count);
    games.map(|game| game.position()).collect()
}

#[test]
fn however_many_threads_the_score_is_the_same() {
    however_many_threads(&positions(16, 4, 6), 5);
}

/// `cargo test --release --test suite a_hundred_times -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn however_many_threads_the_score_is_the_same_a_hundred_times() {
    however_many_threads(&positions(16, 20, 7), 100);
    however_many_threads(&positions(20, 2, 8), 100);
}

/// A side without discs has lost all 64, and the move that takes the last one must be found.
#[test]
fn a_wipe_out_counts_all_squares() {
    let full_but_one = format!("{}X-", "O".repeat(62));
    for (board, mv) in [(&*full_but_one, "h8"), ("OX", "c1"), ("-XO", "a1")] {
        let (position, _) = parse_board(&format!("{board:-<64} O")).unwrap();
        let mut searcher = searcher(1);
        let (score, line) = answer(&mut searcher, position, Goal::Exact);
        assert_eq!(score, 64, "{board}");
        assert_eq!(line, [mv.parse().unwrap()], "{board}");
        let (sign, _) = answer(&mut searcher, position, Goal::WinLossDraw);
        assert_eq!(sign, 1, "{board}");
    }
    // No disc of the opponent at all: over before it began.
    let lone = Position {
        own: Bitboard(1),
        opp: Bitboard::EMPTY,
    };
    let lines = searcher(1).search(
        lone,
        &request(Goal::Exact, 1),
        &StopFlag::new(),
        &mut |_| {},
    );
    assert_eq!(
        (lines[0].score.whole_discs(), lines[0].reach),
        (64, Reach::End)
    );
    assert!(lines[0].pv.is_empty());
}

/// Othello without bitboards, and alpha-beta without anything.
mod oracle {
    /// The side to move is 1, the other -1.
    pub type Board = [i8; 64];

    /// The score in discs for the side to move.
    pub fn solve(board: &Board, alpha: i32, beta: i32, passed: bool) -> i32 {
        let mut best = None;
        for square in (0..64).filter(|&square| board[square] == 0) {
            let Some(after) = play(board, square) else {
                continue;
            };
            let low = best.map_or(alpha, |score: i32| score.max(alpha));
            let score = -solve(&after, -beta, -low, false);
            best = Some(best.map_or(score, |best: i32| best.max(score)));
            if score >= beta {
                return score;
            }
        }
        match best {
            Some(score) => score,
            None if passed => -end(board),
            None => -solve(&board.map(|disc| -disc), -beta, -alpha, true),
        }
    }

    /// The result for the side that passed first.
    fn end(board: &Board) -> i32 {
        let difference: i32 = board.iter().map(|&disc| i32::from(disc)).sum();
        let empty = board.iter().filter(|&&disc| disc == 0).count() as i32;
        -(difference + difference.signum() * empty)
    }

    /// The board from the other side after a disc on `square`, if that turns anything over.
    fn play(board: &Board, square: usize) -> Option<Board> {
        let mut after = *board;
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let at = |distance: i32| -> Option<usize> {
                let rank = square as i32 / 8 + down * distance;
                let file = square as i32 % 8 + right * distance;
                let inside = (0..8).contains(&rank) && (0..8).contains(&file);
                inside.then_some((rank * 8 + file) as usize)
            };
            let run = (1..8)
                .take_while(|&distance| at(distance).is_some_and(|here| board[here] == -1))
                .count() as i32;
            if run > 0 && at(run + 1).is_some_and(|here| board[here] == 1) {
                for distance in 1..=run {
                    after[at(distance)?] = 1;
                }
            }
        }
        if after == *board {
            return None;
        }
        after[square] = 1;
        Some(after.map(|disc| -disc))
    }
}

#[test]
fn a_plain_alpha_beta_agrees() {
    let mut solver = Solver::new();
    let mut searcher = searcher(1);
    for empties in 1..=8 {
        for game in RandomGames::new(empties, 6).take(100) {
            let position = game.position();
            let text = write_board(position, game.to_move());
            let own = match game.to_move() {
                Color::Black => 'X',
                Color::White => 'O',
            };
            let mut board = [0; 64];
            for (square, disc) in board.iter_mut().zip(text.chars()) {
                *square = match disc {
                    '-' => 0,
                    disc if disc == own => 1,
                    _ => -1,
                };
            }
            let expected = oracle::solve(&board, -64, 64, false);
            assert_eq!(solver.solve(position, -64, 64), expected, "{text}");
            let (score, _) = answer(&mut searcher, position, Goal::Exact);
            assert_eq!(score, expected, "{text}");
        }
    }
}

/// The suite of the French federation, where it lies beside the sources: too dear for every
/// run beyond these.
#[test]
fn ffo_is_solved_where_it_is_at_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/endgame");
    let mut searcher = searcher(1);
    for (file, most_empties) in [("fforum-1-19.obf", 16), ("fforum-20-39.obf", 20)] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            eprintln!("skipped: no {file} in {}", folder.display());
            continue;
        };
        for line in text.lines() {
            let Some(problem) = parse_obf_line(line).unwrap() else {
                continue;
            };
            if problem.position.empties() > most_empties {
                continue;
            }
            let (score, line) = answer(&mut searcher, problem.position, Goal::Exact);
            assert_eq!(Some(score), problem.best_score(), "{problem}");
            let of_file = problem.score_of(line[0]);
            assert_eq!(of_file.unwrap_or(score), score, "{} of {problem}", line[0]);
        }
    }
}

#[test]
#[should_panic(expected = "17 empty squares")]
fn the_solver_refuses_more_empty_squares_than_its_lists_hold() {
    let game = RandomGames::new(17, 1).next().unwrap();
    Solver::new().null_window(game.position(), 0);
}
