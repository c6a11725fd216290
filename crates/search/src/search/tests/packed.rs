//! Searches whose weights are still packed: they end by their limits all the same, and who waits
//! for the weights finds what he would have found with them.

use super::*;
use crate::eval::weights::{EMBEDDED, Weights};
use bianca_rules::othello::Bitboard;

/// A searcher, and its weights, of which nothing is unpacked.
fn packed() -> (Searcher, Arc<Weights>) {
    let weights = Arc::new(Weights::packed(EMBEDDED).unwrap());
    let mut searcher = small_searcher();
    let evaluation = Evaluation::Other {
        weights: Arc::clone(&weights),
        file: PathBuf::new(),
    };
    let settings = Settings {
        evaluation,
        ..searcher.settings().clone()
    };
    searcher.configure(settings).unwrap();
    (searcher, weights)
}

fn within(limits: Limits) -> Request {
    Request {
        limits,
        ..Request::default()
    }
}

fn for_a_move(millis: u64) -> Limits {
    Limits {
        move_time: Some(Duration::from_millis(millis)),
        ..Limits::default()
    }
}

fn for_a_game(millis: u64) -> Limits {
    Limits {
        clock: Some(ClockReading {
            remaining: Duration::from_millis(millis),
            ..ClockReading::default()
        }),
        ..Limits::default()
    }
}

/// Nothing but its limit ends a search, or nothing but `stop`; the answer is legal.
#[test]
fn a_search_without_its_weights_answers_within_its_limits() {
    let endless = Limits {
        infinite: true,
        ..Limits::default()
    };
    let (mut searcher, weights) = packed();
    let _held = weights.hold();
    for game in RandomGames::new(44, 7).take(4) {
        let position = game.position();
        for (limits, is_stopped) in [
            (for_a_move(20), false),
            (for_a_game(200), false),
            (endless, true),
        ] {
            for best in [1, 3] {
                let request = Request {
                    best,
                    ..within(limits)
                };
                let stop = StopFlag::new();
                if is_stopped {
                    stop.raise();
                }
                let mut told = 0;
                let lines = searcher.search(position, &request, &stop, &mut |_| told += 1);
                assert_eq!(lines.len(), best.min(position.moves().count() as usize));
                for line in &lines {
                    assert!(position.moves().contains(line.pv[0].square().unwrap()));
                    assert_eq!((line.depth, line.score), (0, Score(0)));
                }
                assert_eq!(told, lines.len());
            }
        }
    }
}

/// Neither that the weights were still packed nor that an earlier search had to do without them is
/// seen in what a search finds that no clock ends.
#[test]
fn a_search_that_waits_for_its_weights_finds_what_it_would_have_found() {
    let position = RandomGames::new(44, 7).next().unwrap().position();
    let found = |searcher: &mut Searcher, limits| {
        let lines = searcher.search(position, &within(limits), &StopFlag::new(), &mut |_| {});
        (lines[0].pv.clone(), lines[0].score, lines[0].nodes)
    };
    let positions = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    for limits in [Limits::to_depth(6), positions] {
        let expected = found(&mut small_searcher(), limits);
        let (mut searcher, _) = packed();
        assert_eq!(found(&mut searcher, limits), expected);
        let (mut searcher, weights) = packed();
        let held = weights.hold();
        found(&mut searcher, for_a_move(2));
        drop(held);
        assert_eq!(found(&mut searcher, limits), expected);
    }
}

/// A corner is taken by who has only glanced, too.
#[test]
fn a_glance_finds_what_is_plain() {
    let (mut searcher, weights) = packed();
    let _held = weights.hold();
    let stop = StopFlag::new();
    stop.raise();
    let mut corners = 0;
    for game in RandomGames::new(30, 5).take(40) {
        let position = game.position();
        let lines = searcher.search(position, &Request::default(), &stop, &mut |_| {});
        let Some(square) = lines[0].pv[0].square() else {
            continue;
        };
        let could = (position.moves() & Bitboard::CORNERS).any();
        corners += u32::from(could);
        assert!(!could || Bitboard::CORNERS.contains(square), "{position:?}");
    }
    assert!(corners > 5, "{corners}");
}

/// A step that needs weights which are still packed waits for them no longer than the search may
/// take; what was found before is the answer.
#[test]
fn a_step_without_its_weights_ends_a_search_with_what_was_found() {
    let (mut searcher, weights) = packed();
    // The stage ends with 41 empty squares.
    let position = RandomGames::new(44, 9).next().unwrap().position();
    weights.unpack(44, 44);
    let _held = weights.hold();
    let request = within(for_a_move(50));
    let lines = searcher.search(position, &request, &StopFlag::new(), &mut |_| {});
    assert!((1..=3).contains(&lines[0].depth), "{}", lines[0].depth);
}
