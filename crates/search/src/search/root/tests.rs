//! What the root asks of its steps, and what it calls proven of what they find.

use super::*;
use crate::request::{Proof, Reach};
use crate::search::endgame::Solver;
use crate::search::local::Local;
use crate::search::probcut::CONFIDENCE;
use crate::search::table::Found;
use crate::search::tree::fixture::with_shared;
use bianca_rules::cpu::Instructions;
use bianca_rules::cpu::kernels::Plain;
use bianca_rules::othello::random::RandomGames;

/// Runs a test with the root of a search that has not begun, and an empty hash table.
fn with_root(position: Position, request: &Request, test: impl FnOnce(&mut Root<'_, '_, Plain>)) {
    with_shared(|shared| {
        let mut local = Local::new(Instructions::chosen());
        let mut worker = Worker::new(shared, &mut local);
        let (settings, mut speed) = (Settings::default(), Speed::default());
        let mut report = |_: &Report<Move>| {};
        test(&mut Root::new(
            &mut worker,
            position,
            request,
            &settings,
            Duration::ZERO,
            &mut speed,
            &mut report,
        ));
    });
}

fn request(goal: Goal, low: i32, high: i32) -> Request {
    Request {
        goal,
        window: (Score::from_discs(low), Score::from_discs(high)),
        ..Request::default()
    }
}

/// A position of 11 empty squares that has a choice and no move after which the opponent must pass.
fn ending() -> Position {
    let mut positions = RandomGames::new(11, 91).map(|game| game.position());
    let has_replies = |position: &Position| {
        let mut children = position.moves().into_iter();
        children.all(|square| position.play_unchecked(square).moves().any())
    };
    positions
        .find(|position| position.moves().count() > 4 && has_replies(position))
        .unwrap()
}

fn exact(position: Position) -> i32 {
    Solver::new().solve(position, -64, 64)
}

/// The kinds of steps: how deep, how sure, and whether for the sign.
fn steps(empties: u32) -> impl Iterator<Item = Step> {
    let kinds = [(empties - 2, false), (empties, false), (empties, true)];
    kinds.into_iter().flat_map(|(depth, sign_only)| {
        (0..=EXACT).map(move |selectivity| Step {
            depth,
            selectivity,
            sign_only,
        })
    })
}

#[test]
fn a_step_has_the_window_that_was_asked_for() {
    let position = ending();
    for goal in [Goal::Best, Goal::Exact, Goal::WinLossDraw] {
        for (low, high) in [(-7, 3), (-64, 64), (-64, 1), (5, 64), (-8, 4), (63, 64)] {
            with_root(position, &request(goal, low, high), |root| {
                let asked = (
                    if low == -64 { -INFINITY } else { low * DISC },
                    if high == 64 { INFINITY } else { high * DISC },
                );
                for step in steps(11) {
                    let expected = match step {
                        Step {
                            sign_only: true, ..
                        } => (-DISC, DISC),
                        Step { depth: 11, .. } => asked,
                        _ if goal == Goal::Best => asked,
                        _ => (-INFINITY, INFINITY),
                    };
                    assert_eq!(root.window(step), expected, "{goal:?} {step:?}");
                }
            });
        }
    }
}

/// The table holds lies that are as sure as the step: where that is less than sure, or short of the
/// end, they are believed and prove nothing.
#[test]
fn a_step_with_cuts_or_short_of_the_end_proves_nothing() {
    let position = ending();
    for step in steps(11) {
        let is_sure = step.depth == 11 && step.selectivity == EXACT;
        with_root(position, &request(Goal::Exact, -64, 64), |root| {
            let lie = 40 * DISC;
            for root_move in root.moves.iter().filter(|_| !is_sure) {
                let found = Found {
                    alpha: lie - 1,
                    beta: lie + 1,
                    score: lie,
                    depth: step.depth - 1,
                    selectivity: step.selectivity,
                    best: None,
                };
                root.worker.shared.table.put(&root_move.mv.child, &found);
            }
            root.step(step).unwrap();
            let told = root.reports().remove(0);
            if !is_sure {
                assert_eq!(root.moves[0].score, -lie, "{step:?}");
                assert_eq!(told.bounds, Bounds::UNKNOWN, "{step:?}");
                assert!(root.moves.iter().all(|mv| mv.bounds == Bounds::UNKNOWN));
                assert_eq!(told.proof(), Proof::None);
                return;
            }
            let value = exact(position);
            assert!(told.bounds.contain(value), "{told:?}");
            assert!(step.sign_only || told.bounds == Bounds::exact(value));
            for root_move in &root.moves {
                let worth = -exact(root_move.mv.child);
                assert!(root_move.bounds.contain(worth), "{worth}");
            }
            assert_ne!(told.proof(), Proof::None);
        });
    }
}

/// Proven is what a step to the end without cuts has shown, as far as it was asked for.
#[test]
fn a_line_is_called_proven_only_after_a_sure_step_to_the_end_that_leaves_nothing_open() {
    let position = ending();
    let mut proven = 0;
    for (low, high) in [(-64, 64), (-7, 3), (2, 6)] {
        for best in [1, 2] {
            let asked = Request {
                best,
                ..request(Goal::Exact, low, high)
            };
            with_root(position, &asked, |root| {
                for step in steps(11) {
                    for (lower, upper) in [
                        (-64, 64),
                        (4, 4),
                        (-8, -8),
                        (2, 8),
                        (-64, -8),
                        (8, 64),
                        (-6, 64),
                    ] {
                        let bounds = Bounds { lower, upper };
                        for root_move in &mut root.moves {
                            root_move.step = step;
                            root_move.bounds = bounds;
                            root_move.score = 2 * DISC;
                        }
                        let (low, high) = if step.sign_only { (-1, 1) } else { (low, high) };
                        let meaning = |score: i32| score.clamp(low, high);
                        let is_open = lower < upper && meaning(lower) != meaning(upper);
                        let is_sure = step.depth == 11 && step.selectivity == EXACT && !is_open;
                        for line in root.reports() {
                            let told = format!("({low}, {high}) {step:?}: {line:?}");
                            assert_eq!(line.proof() != Proof::None, is_sure, "{told}");
                            let reach = match (step.depth, step.sign_only) {
                                (11, true) => Reach::WinLossDraw,
                                (11, false) => Reach::End,
                                _ => Reach::Midgame,
                            };
                            assert_eq!((line.depth, line.reach), (step.depth, reach), "{told}");
                            let confidence = CONFIDENCE[usize::from(step.selectivity)];
                            let stopped = reach != Reach::Midgame && confidence == 100 && is_open;
                            assert_eq!(
                                line.confidence,
                                if stopped { 99 } else { confidence },
                                "{told}"
                            );
                            proven += u32::from(is_sure);
                        }
                    }
                }
            });
        }
    }
    assert!(proven > 30, "{proven}");
}

#[test]
fn before_a_surer_search_to_the_end_a_better_move_comes_to_the_front() {
    let position = ending();
    let value = |root_move: &RootMove| -exact(root_move.mv.child);
    let step = |selectivity| Step {
        depth: position.empties(),
        selectivity,
        sign_only: false,
    };
    with_root(position, &Request::default(), |root| {
        root.step(step(4)).unwrap();
        let worst = (0..root.moves.len()).min_by_key(|&at| value(&root.moves[at]));
        let mut worst = root.moves.remove(worst.unwrap());
        (worst.score, worst.step) = (value(&worst) * DISC, step(1));
        root.moves.insert(0, worst.clone());
        let front = |root: &Root<'_, '_, Plain>| root.moves[0].mv.square;
        // An exact search finds it anyhow.
        root.challenge(step(EXACT)).unwrap();
        assert_eq!(front(root), worst.mv.square);
        root.challenge(step(4)).unwrap();
        let better = &root.moves[0];
        assert!(value(better) > value(&worst));
        assert!(better.score > worst.score && better.step == step(4));
        assert_eq!(better.line[0], Move::Place(better.mv.square));
    });
}
