//! What is said of the moves of two engines in single positions.

use std::time::Duration;

use super::*;
use crate::arena::compare::{Choice, Comparison, ComparisonResult, MoveScore};
use crate::arena::limit::Limit;
use crate::arena::timekeeper::Strictness;
use bianca_records::record::obf::Problem;
use bianca_rules::othello::exhaustive::exact;
use bianca_rules::othello::random::RandomGames;
use bianca_rules::othello::{Move, Position};
use bianca_search::request::{Score, StopFlag};
use bianca_search::search::Settings;
use bianca_system::jobs::Next;

/// Two scores in discs, and whether each is exact.
type Scores = [(f64, bool); 2];

fn choice(scores: Option<Scores>) -> Choice {
    Choice {
        moves: ["f5", "d3"].map(|mv| mv.parse().unwrap()),
        scores: scores.map(|scores| {
            scores.map(|(discs, is_exact)| MoveScore {
                score: Score::from_fraction(discs),
                is_exact,
            })
        }),
    }
}

#[test]
fn a_result_is_a_recount_of_the_choices() {
    let mut random = StdRng::seed_from_u64(41);
    for _ in 0..200 {
        let scores: Vec<Option<Scores>> = (0..random.random_range(0..25))
            .map(|_| {
                random.random_bool(0.7).then(|| {
                    [(); 2].map(|()| {
                        let quarters: i32 = random.random_range(-9..4);
                        (f64::from(quarters) / 8.0, random.random_bool(0.5))
                    })
                })
            })
            .collect();
        let mut result = ComparisonResult::default();
        scores
            .iter()
            .for_each(|&scores| result.add(&choice(scores)));
        let differ: Vec<Scores> = scores.iter().flatten().copied().collect();
        let count = |holds: &dyn Fn(&Scores) -> bool| {
            differ.iter().filter(|scores| holds(scores)).count() as u64
        };
        assert_eq!(result.positions, scores.len() as u64);
        assert_eq!(result.same, (scores.len() - differ.len()) as u64);
        assert_eq!(result.exact, count(&|[one, other]| one.1 && other.1));
        // A quarter of a disc is not yet clearly better.
        let better = [
            count(&|[one, other]| one.0 - other.0 > 0.25),
            count(&|[one, other]| other.0 - one.0 > 0.25),
        ];
        assert_eq!(result.better, better);
        let alike = count(&|[one, other]| (one.0 - other.0).abs() <= 0.25);
        assert_eq!(result.alike(), alike);
        if scores.is_empty() {
            assert_eq!((result.discs().mean, result.discs().error), (0.0, 0.0));
            continue;
        }
        let gains = |gain: &dyn Fn(f64) -> f64| -> Vec<f64> {
            let gains = scores
                .iter()
                .map(|scores| scores.map_or(0.0, |[one, other]| gain(one.0 - other.0)));
            gains.collect()
        };
        let hundred = |gain: f64| match gain {
            gain if gain > 0.25 => 100.0,
            gain if gain < -0.25 => -100.0,
            _ => 0.0,
        };
        for (mean, values) in [
            (result.discs(), gains(&|gain| gain)),
            (result.percent(), gains(&hundred)),
        ] {
            let number = values.len() as f64;
            let expected = values.iter().sum::<f64>() / number;
            let squares = values.iter().map(|value| (value - expected).powi(2));
            let error = (squares.sum::<f64>() / number / number).sqrt();
            assert!((mean.mean - expected).abs() < 1e-9, "{mean:?} {values:?}");
            assert!((mean.error - error).abs() < 1e-6, "{mean:?} {values:?}");
        }
    }
}

/// Two built-in players that know no better, on these problems.
fn comparison(problems: Vec<Problem>, judge_nodes: u64) -> Comparison {
    Comparison {
        engines: ["cmd=player:first", "cmd=player:greedy"].map(|spec| spec.parse().unwrap()),
        limit: Limit::Level,
        logs: None,
        strictness: Strictness {
            margin: Duration::ZERO,
            patience: Duration::ZERO,
            farewell: Duration::from_secs(5),
        },
        problems,
        judge: Settings {
            hash_mib: 1,
            ..Settings::default()
        },
        judge_nodes,
        seed: 3,
        concurrency: 1,
        stop: StopFlag::new(),
    }
}

fn problems(empties: u32) -> Vec<Problem> {
    let games = RandomGames::new(empties, 8).take(14);
    let problem = |game: bianca_rules::othello::OthelloGame| Problem {
        position: game.position(),
        to_move: game.to_move(),
        moves: Vec::new(),
        score: None,
        comment: None,
    };
    games.map(problem).collect()
}

fn choices(comparison: &Comparison) -> Vec<Choice> {
    let mut choices = Vec::new();
    let keep = |_: usize, choice: &Choice| {
        choices.push(*choice);
        Next::Continue
    };
    comparison.run(keep).unwrap();
    choices
}

/// What a move is worth for the side that makes it.
fn worth(position: Position, mv: Move) -> i32 {
    -exact(position.play(mv).unwrap())
}

#[test]
fn moves_are_worth_what_trying_everything_says() {
    let comparison = comparison(problems(7), 1_000_000);
    let mut different = 0;
    for (choice, problem) in choices(&comparison).iter().zip(&comparison.problems) {
        let position = problem.position;
        let squares: Vec<_> = position.moves().into_iter().collect();
        let first = squares
            .first()
            .map_or(Move::Pass, |&square| Move::Place(square));
        assert_eq!(choice.moves[0], first);
        assert_eq!(choice.scores.is_none(), choice.moves[0] == choice.moves[1]);
        let Some(scores) = choice.scores else {
            continue;
        };
        for (mv, score) in choice.moves.into_iter().zip(scores) {
            let discs = worth(position, mv);
            assert_eq!(
                (score.score, score.is_exact),
                (Score::from_discs(discs), true)
            );
        }
        different += 1;
    }
    assert!(different > 4, "{different}");
}

/// The scores of a line count only if it has those of both moves, and then no search is made.
#[test]
fn a_line_counts_where_it_knows_both_moves() {
    let searched = comparison(problems(7), 1_000_000);
    let expected = choices(&searched);
    let mut half = searched.clone();
    let mut whole = searched;
    let mut different = 0;
    for ((problem, full), choice) in half
        .problems
        .iter_mut()
        .zip(&mut whole.problems)
        .zip(&expected)
    {
        if choice.scores.is_some() {
            let [one, other] = choice.moves;
            problem.moves = vec![(one, 64)];
            full.moves = vec![(other, -12), (one, 31)];
            different += 1;
        }
    }
    assert_eq!(choices(&half), expected);
    let told = [31, -12].map(|discs| MoveScore {
        score: Score::from_discs(discs),
        is_exact: true,
    });
    let found = choices(&whole);
    assert!(
        found
            .iter()
            .all(|choice| choice.scores.is_none_or(|scores| scores == told))
    );
    assert_eq!(
        found
            .iter()
            .filter(|choice| choice.scores.is_some())
            .count(),
        different
    );
}

#[test]
fn a_search_that_is_cut_off_is_not_called_exact() {
    let comparison = comparison(problems(30), 300);
    let found = choices(&comparison);
    let scores: Vec<[MoveScore; 2]> = found.iter().filter_map(|choice| choice.scores).collect();
    assert!(scores.len() > 4);
    assert!(
        scores.iter().flatten().all(|score| !score.is_exact),
        "{scores:?}"
    );
}

/// What is said of a position depends on no other: it is asked as if it were the only one.
#[test]
fn each_position_is_judged_as_if_it_were_the_only_one() {
    let mut all = comparison(problems(30), 400);
    all.engines[1] = "cmd=player:random".parse().unwrap();
    let together = choices(&all);
    for (number, &choice) in together.iter().enumerate() {
        let mut one = all.clone();
        one.problems = vec![all.problems[number].clone()];
        one.seed = all.seed ^ number as u64;
        assert_eq!(choices(&one), [choice], "{number}");
    }
}

/// A position with one move is not asked about, but counts.
#[test]
fn a_fault_names_the_position_that_was_asked_about() {
    let mut problems = problems(30);
    let games = (0..).filter_map(|seed| RandomGames::new(20, seed).next());
    let forced = games.map(|game| game.position());
    let forced = forced
        .filter(|position| position.moves().count() == 1)
        .take(1);
    problems.truncate(1);
    let problem = problems[0].clone();
    problems.splice(
        0..0,
        forced.map(|position| Problem {
            position,
            ..problem.clone()
        }),
    );
    let mut failing = comparison(problems, 100);
    failing.engines[0] = "name=gone cmd=/nonexistent/engine".parse().unwrap();
    let mut numbers = Vec::new();
    let keep = |number: usize, choice: &Choice| {
        numbers.push((number, choice.scores));
        Next::Continue
    };
    let error = failing.run(keep).unwrap_err().to_string();
    assert!(error.starts_with("engine 'gone', position 2: "), "{error}");
    assert_eq!(numbers, [(0, None)]);
}
