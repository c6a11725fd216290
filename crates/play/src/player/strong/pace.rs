//! How long a person would take for a move.
//!
//! The harder the choice, the longer: by how evenly the chances lie among the moves (C. Shannon's
//! entropy), times some luck. Nobody has measured it, for the games that the model of people was
//! fitted to have no times.
//!
//! Invariant: at most [`LONGEST`], at most a part of what a clock leaves, and nothing where a
//! search has another limit. Waiting ends at once when it is stopped.

use std::time::Duration;

use bianca_rules::othello::Square;
use bianca_search::request::{Limits, StopFlag};
use bianca_system::instant::Instant;
use rand::prelude::*;
use rand::rngs::StdRng;

/// The longest time that is taken for a move.
const LONGEST: Duration = Duration::from_secs(20);

/// Seconds for a move without a choice.
const LEAST: f64 = 0.6;

/// Seconds more for each bit of the entropy.
const EACH_BIT: f64 = 2.5;

/// How far from one another times for the same choice lie: the greatest factor either way.
const LUCK: f64 = 2.0;

/// What of a clock a move may take at most.
const OF_CLOCK: u32 = 40;

/// Between two looks at whether it is stopped.
#[cfg(not(target_family = "wasm"))]
const NAP: Duration = Duration::from_millis(10);

/// The time that a person takes to choose among moves with these chances; `seed` draws the luck.
pub fn time_to_choose(chances: &[(Square, f32)], limits: &Limits, seed: u64) -> Duration {
    if limits.depth.is_some() || limits.nodes.is_some() || limits.infinite {
        return Duration::ZERO;
    }
    let terms = chances.iter().map(|&(_, chance)| f64::from(chance));
    let terms = terms.filter(|&chance| chance > 0.0);
    let bits: f64 = terms.map(|chance| -chance * chance.log2()).sum();
    let mut random = StdRng::seed_from_u64(seed);
    let luck = LUCK.powf(random.random_range(-1.0..=1.0));
    let wanted = Duration::from_secs_f64((LEAST + EACH_BIT * bits) * luck);
    let by_clock = limits.clock.map(|clock| clock.remaining / OF_CLOCK);
    let by_move = limits.move_time.map(|time| time / 2);
    let bounds = by_clock.into_iter().chain(by_move);
    bounds.fold(wanted.min(LONGEST), Duration::min)
}

/// Waits until so much time has passed since `begun`, or it is stopped. A page's engine, which can
/// do nothing else meanwhile, does not wait: there the page does.
pub fn wait(time: Duration, begun: Instant, stop: &StopFlag) {
    #[cfg(not(target_family = "wasm"))]
    while begun.elapsed() < time && !stop.is_raised() {
        std::thread::sleep(NAP.min(time.saturating_sub(begun.elapsed())));
    }
    #[cfg(target_family = "wasm")]
    let _ = (time, begun, stop);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_search::request::ClockReading;

    fn chances(chances: &[f32]) -> Vec<(Square, f32)> {
        let squares = ["c4", "d3", "e6", "f5"].map(|square| square.parse().unwrap());
        squares.into_iter().zip(chances.iter().copied()).collect()
    }

    /// The mean of many draws, in seconds.
    fn mean(shares: &[f32]) -> f64 {
        let draws = 2_000;
        let times = (0..draws).map(|seed| {
            let time = time_to_choose(&chances(shares), &Limits::default(), seed);
            time.as_secs_f64()
        });
        times.sum::<f64>() / draws as f64
    }

    #[test]
    fn the_harder_the_choice_the_longer_it_takes() {
        let [forced, clear, even] = [&[1.0][..], &[0.9, 0.1], &[0.25; 4]].map(mean);
        // The mean of the luck, which is as often twice as half.
        let luck = 1.5 / 4f64.ln();
        assert!((forced / luck - 0.6).abs() < 0.03, "{forced}");
        assert!((clear / luck - (0.6 + 2.5 * 0.469)).abs() < 0.1, "{clear}");
        assert!((even / luck - 5.6).abs() < 0.3, "{even}");
    }

    #[test]
    fn no_move_takes_longer_than_is_said() {
        let many = vec![(chances(&[1.0])[0].0, 1.0 / 64.0); 64];
        let times = |limits: Limits| (0..200).map(move |seed| (limits, seed));
        let longest = |limits| {
            let times = times(limits).map(|(limits, seed)| time_to_choose(&many, &limits, seed));
            times.max().unwrap()
        };
        assert_eq!(longest(Limits::default()), Duration::from_secs(20));
        let clock = ClockReading {
            remaining: Duration::from_secs(60),
            ..ClockReading::default()
        };
        let on_a_clock = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        assert_eq!(longest(on_a_clock), Duration::from_millis(1500));
        let move_time = Some(Duration::from_secs(1));
        let for_a_move = Limits {
            move_time,
            ..Limits::default()
        };
        assert_eq!(longest(for_a_move), Duration::from_millis(500));
    }

    #[test]
    fn of_a_clock_and_a_time_for_a_move_the_lesser_bound_counts() {
        let choice = chances(&[0.4, 0.3, 0.2, 0.1]);
        let times = [None, Some(200), Some(9_000), Some(70_000), Some(3_600_000)];
        let times = times.map(|time| time.map(Duration::from_millis));
        let each = |seed: u64| times.map(|left| times.map(|for_a_move| (seed, left, for_a_move)));
        for (seed, left, for_a_move) in (0..20).flat_map(each).flatten() {
            let clock = left.map(|remaining| ClockReading {
                remaining,
                ..ClockReading::default()
            });
            let limits = Limits {
                clock,
                move_time: for_a_move,
                ..Limits::default()
            };
            let wanted = time_to_choose(&choice, &Limits::default(), seed);
            let bounds = [left.map(|time| time / 40), for_a_move.map(|time| time / 2)];
            let expected = bounds.into_iter().flatten().fold(wanted, Duration::min);
            let time = time_to_choose(&choice, &limits, seed);
            assert_eq!(time, expected, "{limits:?}");
        }
    }

    #[test]
    fn a_search_with_another_limit_is_not_waited_for() {
        let others: [fn(&mut Limits); 3] = [
            |limits| limits.depth = Some(5),
            |limits| limits.nodes = Some(1_000),
            |limits| limits.infinite = true,
        ];
        let clock = ClockReading {
            remaining: Duration::from_secs(60),
            ..ClockReading::default()
        };
        let timed = Limits {
            clock: Some(clock),
            move_time: Some(Duration::from_secs(9)),
            ..Limits::default()
        };
        for usual in [Limits::default(), timed] {
            let time = |limits: &Limits| time_to_choose(&chances(&[0.5, 0.5]), limits, 1);
            assert!(!time(&usual).is_zero());
            for set in others {
                let mut limits = usual;
                set(&mut limits);
                assert_eq!(time(&limits), Duration::ZERO, "{limits:?}");
            }
        }
    }

    #[test]
    fn waiting_ends_when_it_is_stopped() {
        let (begun, stop) = (Instant::now(), StopFlag::new());
        wait(Duration::from_millis(30), begun, &stop);
        assert!(begun.elapsed() >= Duration::from_millis(30));
        stop.raise();
        wait(Duration::from_secs(600), begun, &stop);
        assert!(begun.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn what_passed_before_is_not_waited_for_again() {
        let (time, stop) = (Duration::from_millis(100), StopFlag::new());
        let waited = (0..5).map(|_| {
            let begun = Instant::now();
            std::thread::sleep(time);
            let before = Instant::now();
            wait(time, begun, &stop);
            before.elapsed()
        });
        // A busy machine may be late, but hardly each time.
        assert!(waited.min().unwrap() < time / 2);
    }
}
