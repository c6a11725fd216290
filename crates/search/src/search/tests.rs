//! What a search does when one of its threads breaks, its hash table is fed with lies, or its
//! evaluation is changed.

mod exhaustive;
mod limits;
mod lines;
mod midgame;
mod packed;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;

use super::*;
use crate::eval::kernels::faulty::Faulty;
use crate::eval::weights;
use crate::request::{ClockReading, Goal, Limits, MoveDraw};
use bianca_rules::othello::random::RandomGames;
use rand::prelude::*;

/// Whichever thread meets the bug, owner of a split point or helper, the others come back and
/// the caller gets the panic.
#[test]
fn a_panic_in_any_thread_ends_the_search_and_no_thread_waits() {
    let (sender, ends) = channel();
    std::thread::spawn(move || {
        for number in 0..24u64 {
            let mut searcher = Searcher::new(Settings {
                threads: [1, 2, 4][number as usize % 3],
                hash_mib: 1,
                ..Settings::default()
            })
            .unwrap();
            let faulty = Faulty {
                fuse: 100 << (number / 2),
                estimates: Box::leak(Box::default()),
            };
            let network = weights::embedded();
            let request = Request {
                limits: Limits::to_depth(14),
                ..Request::default()
            };
            let stop = StopFlag::new();
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                searcher.run(
                    faulty,
                    &network,
                    Position::START,
                    &request,
                    Control::new(&stop, None),
                    &mut |_| {},
                )
            }))
            .is_err();
            let reached = faulty.estimates.load(Ordering::Relaxed) > faulty.fuse;
            let found = searcher.search(
                Position::START,
                &Request {
                    limits: Limits::to_depth(4),
                    ..request
                },
                &stop,
                &mut |_| {},
            );
            sender.send((panicked, reached, found.len())).unwrap();
        }
    });
    let mut panics = 0;
    for number in 0..24 {
        let ended = ends.recv_timeout(Duration::from_secs(120));
        let (panicked, reached, lines) = ended.unwrap_or_else(|_| panic!("search {number} hangs"));
        assert_eq!(panicked, reached, "search {number}");
        assert_eq!(lines, 1, "search {number}: the next one finds nothing");
        panics += usize::from(panicked);
    }
    assert!(panics > 12, "only {panics} searches met the bug");
}

fn small_searcher() -> Searcher {
    Searcher::new(Settings {
        hash_mib: 1,
        ..Settings::default()
    })
    .unwrap()
}

/// Where every move fails low, the position may still be worth as much as the one of which least is
/// known.
#[test]
fn a_score_below_the_window_is_an_upper_bound() {
    let discs = |number| Score::from_discs(number);
    let mut failed = 0;
    for empties in 9..=13 {
        for game in RandomGames::new(empties, 31).take(12) {
            let position = game.position();
            let exact = Request {
                goal: Goal::Exact,
                ..Request::default()
            };
            let stop = StopFlag::new();
            let lines = small_searcher().search(position, &exact, &stop, &mut |_| {});
            let score = lines[0].score;
            for low in [-2, 0, 2, 6].map(|above| score.discs() as i32 + above) {
                let window = (discs(low.clamp(-64, 62)), discs((low + 2).clamp(-62, 64)));
                let request = Request { window, ..exact };
                let lines = small_searcher().search(position, &request, &stop, &mut |_| {});
                let found = lines[0].score;
                if found <= window.0 {
                    failed += 1;
                    assert!(
                        found >= score,
                        "{position:?} {window:?}: {found:?} of {score:?}"
                    );
                    assert_eq!(Score::from_discs(lines[0].bounds.upper), found);
                } else if found >= window.1 {
                    assert!(
                        found <= score,
                        "{position:?} {window:?}: {found:?} of {score:?}"
                    );
                }
            }
        }
    }
    assert!(failed > 100, "{failed}");
}

/// Nothing is searched deeper than was allowed, also where a solution would take no time.
#[test]
fn a_depth_ends_every_search() {
    for empties in [10, 12, 20] {
        let game = RandomGames::new(empties, 5).next().unwrap();
        for goal in [Goal::Best, Goal::Exact, Goal::WinLossDraw] {
            for depth in [1, 3, empties - 1] {
                let limits = Limits::to_depth(depth);
                let request = Request {
                    goal,
                    limits,
                    ..Request::default()
                };
                let stop = StopFlag::new();
                let lines = small_searcher().search(game.position(), &request, &stop, &mut |_| {});
                assert_eq!((lines[0].depth, lines[0].reach), (depth, Reach::Midgame));
            }
        }
    }
}

/// What a client feeds may be wrong in any way; the answer may be wrong then, too, but it comes.
#[test]
fn lies_in_the_hash_table_end_no_search() {
    // Of a random game: 16 empty squares.
    let ending = "--O-X-X---OXXXXX--XXXO--XXOXOO--XXXXXO-OXXXXOXOOXXOXOOXOOOXX--OX X";
    let (root, _) = bianca_records::record::board::parse_board(ending).unwrap();
    let mut random = StdRng::seed_from_u64(14);
    let mut searcher = small_searcher();
    for round in 0..60 {
        searcher.clear();
        let children: Vec<Position> = root
            .moves()
            .into_iter()
            .map(|mv| root.play_unchecked(mv))
            .collect();
        let below = children
            .iter()
            .flat_map(|child| child.moves().into_iter().map(|mv| child.play_unchecked(mv)));
        for position in below.chain(children.clone()) {
            let [one, other] = [(); 2].map(|()| Score::from_discs(random.random_range(-64..=64)));
            let lie = LearntScore {
                lower: one.min(other),
                upper: one.max(other),
                depth: 60,
                confidence: 100,
            };
            searcher.learn(position, &lie, None);
        }
        let low = random.random_range(-64..64);
        let narrow = (Score::from_discs(low), Score::from_discs(low + 1));
        let request = Request {
            goal: Goal::Exact,
            window: [(Score::MIN, Score::MAX), narrow][round / 2 % 2],
            best: [1, 3][round % 2],
            ..Request::default()
        };
        let lines = searcher.search(root, &request, &StopFlag::new(), &mut |_| {});
        assert!(
            lines
                .iter()
                .all(|line| line.bounds.lower <= line.bounds.upper),
            "{lines:?}"
        );
    }
}

/// Cuts reach below the solver's range of exact searches: from 12 empty squares a search with them
/// visits less, and what they cost is within their margins.
#[test]
fn searches_to_the_end_with_cuts_visit_less_and_come_near_the_exact_score() {
    let mut random = StdRng::seed_from_u64(73);
    let mut searcher = Searcher::new(Settings {
        hash_mib: 4,
        ..Settings::default()
    })
    .unwrap();
    let (mut nodes, mut squares, mut count) = ([0, 0], 0.0, 0.0);
    while count < 20.0 {
        let mut position = Position::START;
        while position.empties() > 12 && !position.is_over() {
            let square = position.moves().into_iter().choose(&mut random);
            position = square.map_or(position.passed(), |mv| position.play_unchecked(mv));
        }
        if position.moves().is_empty() {
            continue;
        }
        let [unsure, exact] = [(73, 0), (100, 1)].map(|(confidence, kind)| {
            let request = Request {
                goal: Goal::Exact,
                confidence: Some(confidence),
                ..Request::default()
            };
            searcher.clear();
            let lines = searcher.search(position, &request, &StopFlag::new(), &mut |_| {});
            assert_eq!(lines[0].confidence, confidence);
            nodes[kind] += lines[0].nodes;
            lines[0].score.discs()
        });
        squares += (unsure - exact).powi(2);
        count += 1.0;
    }
    assert!(nodes[0] * 4 < nodes[1] * 3, "{nodes:?}");
    assert!(squares / count < 25.0, "{}", squares / count);
}

/// A search to the end that is not finished says nothing new, so what is known by then has to be
/// worth something.
#[test]
fn a_search_of_few_positions_goes_deep_before_it_goes_to_the_end() {
    let mut searcher = Searcher::new(Settings {
        hash_mib: 4,
        ..Settings::default()
    })
    .unwrap();
    let mut solved = 0;
    for game in RandomGames::new(20, 20).take(12) {
        for nodes in [40_000, 4_000_000] {
            let request = Request {
                limits: Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                },
                ..Request::default()
            };
            searcher.clear();
            let position = game.position();
            let lines = searcher.search(position, &request, &StopFlag::new(), &mut |_| {});
            assert!(lines[0].depth >= 12, "{lines:?}");
            solved += u32::from(nodes > 40_000 && lines[0].depth == 20);
        }
    }
    assert!(solved > 8, "{solved}");
}

/// Neither the hash table nor what a thread keeps for itself outlives a change of the evaluation.
#[test]
fn what_another_evaluation_said_is_forgotten() {
    let settings = |evaluation| Settings {
        hash_mib: 1,
        evaluation,
        ..Settings::default()
    };
    let other = Evaluation::Other {
        weights: Arc::new(weights::embedded().raised(f64::from, String::new()).into()),
        file: PathBuf::new(),
    };
    let scores = |searcher: &mut Searcher| searcher.scores_by_depth(Position::START, 5);
    let mut searcher = Searcher::new(settings(other)).unwrap();
    let before = scores(&mut searcher);
    searcher.configure(settings(Evaluation::Embedded)).unwrap();
    let mut fresh = Searcher::new(settings(Evaluation::Embedded)).unwrap();
    let after = scores(&mut fresh);
    assert_ne!(before[2..], after[2..]);
    assert_eq!(scores(&mut searcher), after);
}

/// Whatever is drawn, the result is the best one; and each of the moves that have it is found.
#[test]
fn equal_results_are_drawn_among_and_no_other() {
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    let mut several = 0;
    for game in RandomGames::new(13, 4).take(12) {
        let position = game.position();
        let all = Request {
            goal: Goal::Exact,
            best: position.moves().count() as usize,
            ..Request::default()
        };
        let lines = searcher.search(position, &all, &stop, &mut |_| {});
        let best = lines[0].score;
        let equals = lines.iter().filter(|line| line.score == best).count();
        let mut found = std::collections::HashSet::new();
        for number in 0..40 {
            let request = Request {
                draw: Some(MoveDraw::new(number)),
                ..Request::default()
            };
            searcher.clear();
            let line = searcher.search(position, &request, &stop, &mut |_| {});
            assert_eq!(line[0].score, best);
            assert!(line[0].bounds.is_exact(), "{line:?}");
            found.insert(line[0].pv[0]);
        }
        assert_eq!(found.len(), equals, "{position:?}");
        several += usize::from(equals > 1);
    }
    assert!(several > 1, "{several}");
}

/// Up to half a disc is added to a move, or what is allowed, and nothing to what is told of it.
#[test]
fn a_move_that_is_drawn_is_hardly_worse_and_its_score_its_own() {
    let mut searcher = small_searcher();
    let stop = StopFlag::new();
    let mut others = 0;
    for game in RandomGames::new(55, 9).take(30) {
        let position = game.position();
        let request = Request {
            limits: Limits::to_depth(1),
            best: position.moves().count() as usize,
            ..Request::default()
        };
        let lines = searcher.search(position, &request, &stop, &mut |_| {});
        for number in 0..200 {
            let usual = MoveDraw::new(number);
            let variety = [usual.variety, Score(0), Score(Score::DISC)][number as usize % 3];
            let drawn = Request {
                best: 1,
                draw: Some(usual.within(variety)),
                ..request
            };
            let line = searcher
                .search(position, &drawn, &stop, &mut |_| {})
                .remove(0);
            let known = lines.iter().find(|known| known.pv[0] == line.pv[0]);
            assert_eq!(line.score, known.unwrap().score);
            let loss = lines[0].score.0 - line.score.0;
            assert!((0..=variety.0).contains(&loss), "{loss}");
            others += usize::from(line.pv[0] != lines[0].pv[0]);
        }
    }
    assert!(others > 10, "{others}");
}

/// Positions of 12 empty squares.
fn endings() -> impl Iterator<Item = Position> {
    let games = (0..).filter_map(|seed| RandomGames::new(12, seed).next());
    games.map(|game| game.position()).take(12)
}

/// The line that answers an exact search within a window.
fn solved(searcher: &mut Searcher, position: Position, window: (Score, Score)) -> Report<Move> {
    let request = Request {
        goal: Goal::Exact,
        window,
        ..Request::default()
    };
    let lines = searcher.search(position, &request, &StopFlag::new(), &mut |_| {});
    lines.into_iter().next().unwrap()
}

#[test]
fn a_narrow_window_saves_positions() {
    let mut searcher = small_searcher();
    let (mut all, mut narrow) = (0, 0);
    for position in endings() {
        searcher.clear();
        let full = solved(&mut searcher, position, (Score::MIN, Score::MAX));
        all += full.nodes;
        searcher.clear();
        let high = (full.score.discs() as i32 - 6).max(-63);
        let window = (Score::from_discs(high - 1), Score::from_discs(high));
        let bound = solved(&mut searcher, position, window);
        assert!(bound.score.discs() as i32 >= high, "{bound:?}");
        narrow += bound.nodes;
    }
    assert!(3 * narrow < 2 * all, "{narrow} instead of {all}");
}

/// With time left on the clock a search goes on, and with none it ends.
#[test]
fn a_clock_with_time_left_lets_a_search_go_on() {
    let clock = |seconds| Limits {
        clock: Some(ClockReading {
            remaining: Duration::from_secs_f64(seconds),
            ..ClockReading::default()
        }),
        ..Limits::default()
    };
    let mut searcher = small_searcher();
    let mut depth = |limits| {
        let request = Request {
            limits,
            ..Request::default()
        };
        searcher.clear();
        let stop = StopFlag::new();
        searcher.search(Position::START, &request, &stop, &mut |_| {})[0].depth
    };
    // The first search unpacks the weights.
    depth(Limits::to_depth(1));
    let [long, none] = [10.0, 0.0].map(|seconds| depth(clock(seconds)));
    assert!(long >= 5, "{long} plies with ten seconds for the game");
    assert!(none < long, "{none} plies without time, {long} with it");
}

/// What a client feeds is in the table as it was told: exact scores and bounds of one side.
#[test]
fn what_is_learned_is_known_as_it_was_told() {
    let position = Position::START;
    let (least, most) = (Score::MIN, Score::MAX);
    let two = Score::from_discs(2);
    for (lower, upper) in [(two, two), (two, most), (least, two), (-two, two)] {
        let mut searcher = small_searcher();
        let told = LearntScore {
            lower,
            upper,
            depth: 9,
            confidence: 73,
        };
        let best = position.moves().first().map(Move::Place);
        searcher.learn(position, &told, best);
        let entry = searcher.table.get(&position).unwrap();
        assert_eq!((entry.depth, entry.selectivity), (9, 0), "{told:?}");
        assert_eq!(entry.moves[0], best.and_then(Move::square));
        let is_known = [entry.lower == lower.0, entry.upper == upper.0];
        let is_told = [lower > least, upper < most];
        assert!(!is_told[0] || is_known[0], "{told:?}: {}", entry.lower);
        assert!(!is_told[1] || is_known[1], "{told:?}: {}", entry.upper);
        assert!(is_told[0] || entry.lower <= least.0, "{}", entry.lower);
        assert!(is_told[1] || entry.upper >= most.0, "{}", entry.upper);
    }
}

/// A line that is called sure says all that was asked of its move, and its score is within what is
/// proven, also where the limits end the search half-way.
#[test]
fn each_of_several_lines_is_sure_only_of_what_is_proven() {
    let stop = StopFlag::new();
    let mut searcher = small_searcher();
    let (mut sure, mut unsure) = (0, 0);
    for game in RandomGames::new(13, 43).take(8) {
        let position = game.position();
        for nodes in [200, 1_000, 5_000, 25_000, 100_000] {
            for (best, low) in [(1, -64), (3, -64), (1, -2), (3, -2), (1, 12), (3, 12)] {
                let high = if low > -64 { low + 4 } else { 64 };
                let request = Request {
                    goal: Goal::Exact,
                    best,
                    window: (Score::from_discs(low), Score::from_discs(high)),
                    limits: Limits {
                        nodes: Some(nodes),
                        ..Limits::default()
                    },
                    ..Request::default()
                };
                searcher.clear();
                for line in searcher.search(position, &request, &stop, &mut |_| {}) {
                    if (line.reach, line.confidence) != (Reach::End, 100) {
                        unsure += 1;
                        continue;
                    }
                    let Bounds { lower, upper } = line.bounds;
                    assert!(lower == upper || upper <= low || lower >= high, "{line:?}");
                    let discs = line.score.discs();
                    let proven = f64::from(lower)..=f64::from(upper);
                    assert!(proven.contains(&discs), "{line:?}");
                    sure += 1;
                }
            }
        }
    }
    assert!(sure > 100 && unsure > 100, "{sure}, {unsure}");
}
