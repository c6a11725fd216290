//! Time: how long a move may take.

use std::time::Duration;

use crate::request::{ClockReading, Limits};

/// Left over by every move on a clock, unless that is more than half of what there is. A process
/// that shared two cores with twelve others was woken up to 133 ms late.
const RESERVE: Duration = Duration::from_millis(300);

/// The same if half of what there is is less than this, unless that is more than three quarters.
/// Beside one busy loop on each core, every wake-up on the way of a move may cost 30 ms.
const LEAST_RESERVE: Duration = Duration::from_millis(150);

/// The part of a period that its last move leaves over, at most [`RESERVE`], besides the overhead.
/// A new period begins with the next move, so what a slow moment takes is not missing later.
const PERIOD_RESERVE: f64 = 0.05;

/// A fall of the score in discs that is worth more time.
const FALL: f64 = 2.0;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub target: Duration,
    /// The search is broken off here.
    pub limit: Duration,
    /// Whether time that is not used is worth something.
    pub saves: bool,
}

impl Budget {
    /// The budget after a step that found another best move than the one before, or a score that
    /// fell by `fall` discs: doubt is worth more time, within the limit.
    pub fn target_in_doubt(&self, other_move: bool, fall: f64) -> Duration {
        let factor = match (other_move, fall >= FALL) {
            (true, true) => 2.0,
            (false, false) => 1.0,
            _ => 1.5,
        };
        self.target.mul_f64(factor).min(self.limit)
    }
}

/// How much longer than planned moves take: threads may wait for a processor when their time is
/// over, and so may all that lies between the search and the clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lag(Duration);

impl Lag {
    /// What to expect of the next search.
    pub(super) fn expected(self) -> Duration {
        self.0
    }

    /// Enters a move that came `late`. The worst fades with each search.
    pub(super) fn enter(&mut self, late: Duration) {
        self.0 = late.max(self.0 * 7 / 8);
    }
}

/// The budget that `limits` set for a position with `empties` empty squares; none without a
/// clock. `overhead` is kept back for what lies between the search and the clock, `lag` for how
/// late moves have come of late.
pub fn budget(limits: &Limits, empties: u32, overhead: Duration, lag: Duration) -> Option<Budget> {
    let fixed = limits.move_time.map(|time| {
        let limit = time.saturating_sub(overhead + lag.min(time / 2));
        Budget {
            target: limit,
            limit,
            saves: false,
        }
    });
    let clock = limits
        .clock
        .map(|clock| from_clock(&clock, empties, overhead, lag));
    match (fixed, clock) {
        (Some(a), Some(b)) => Some(if a.limit < b.limit { a } else { b }),
        (a, b) => a.or(b),
    }
}

fn from_clock(clock: &ClockReading, empties: u32, overhead: Duration, lag: Duration) -> Budget {
    // Half of the empty squares are ours to fill; the last dozen cost nothing but the lag.
    let own_moves = (empties / 2).saturating_sub(5).max(2);
    let moves_left = clock.moves_to_go.unwrap_or(u32::MAX).min(own_moves + 5);
    if let Some(moves) = clock.moves_to_go.filter(|&moves| moves > 0) {
        // In a byo-yomi period, unused time is lost at its end.
        let reserve = overhead + clock.remaining.mul_f64(PERIOD_RESERVE).min(RESERVE);
        let usable = clock.remaining.saturating_sub(reserve + lag * moves_left);
        let moves = moves.min(own_moves + 5);
        let share = usable / moves;
        let limit = if moves == 1 {
            usable
        } else {
            (share * 2).min(usable * 9 / 10)
        };
        return Budget {
            target: share,
            limit,
            saves: moves > 1,
        };
    }
    // On a busy machine any move may come a time slice or several late.
    let reserve = RESERVE
        .min(clock.remaining / 2)
        .max(LEAST_RESERVE.min(clock.remaining * 3 / 4))
        .max(lag * moves_left);
    let usable = clock.remaining.saturating_sub(overhead.max(reserve));
    let mut share = usable / own_moves;
    if let Some((period, moves)) = clock.period.filter(|&(_, moves)| moves > 0) {
        // Never slower than the period that follows will allow.
        share = share.max(usable.min(period.saturating_sub(overhead) / moves));
    }
    // The increment comes only after the move: what is left must cover the whole move.
    let target = (share + clock.increment.saturating_sub(overhead) * 9 / 10).min(usable * 2 / 5);
    let limit = (target * 5 / 2).min(usable * 3 / 5);
    Budget {
        target,
        limit,
        saves: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn of_clock(clock: ClockReading, empties: u32) -> Budget {
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        budget(&limits, empties, OVERHEAD, Duration::ZERO).unwrap()
    }

    #[test]
    fn a_whole_game_at_the_limit_stays_within_its_clock() {
        for increment in [0.0, 0.05, 2.0] {
            for main in [0.1, 1.0, 5.0, 300.0] {
                let mut clock = ClockReading {
                    remaining: seconds(main),
                    increment: seconds(increment),
                    ..ClockReading::default()
                };
                for empties in (0..=60).rev().step_by(2) {
                    let budget = of_clock(clock, empties);
                    assert!(budget.target <= budget.limit);
                    assert!(budget.limit + OVERHEAD <= clock.remaining.max(OVERHEAD));
                    clock.remaining = clock.remaining - budget.limit + clock.increment;
                }
            }
        }
    }

    #[test]
    fn the_last_move_of_a_period_may_use_all_of_it() {
        let clock = ClockReading {
            remaining: seconds(5.0),
            moves_to_go: Some(1),
            ..ClockReading::default()
        };
        let left = OVERHEAD + seconds(5.0 * PERIOD_RESERVE).min(RESERVE);
        assert_eq!(of_clock(clock, 40).limit, seconds(5.0) - left);
    }

    #[test]
    fn every_move_leaves_a_reserve() {
        for remaining in [0.1, 0.2, 0.5, 2.0, 300.0] {
            for increment in [0.0, 5.0] {
                let remaining = seconds(remaining);
                let clock = ClockReading {
                    remaining,
                    increment: seconds(increment),
                    ..ClockReading::default()
                };
                for empties in 0..=60 {
                    let left = remaining - of_clock(clock, empties).limit;
                    let least = LEAST_RESERVE.min(remaining * 3 / 4);
                    let reserve = RESERVE.min(remaining / 2).max(least);
                    assert!(left >= reserve, "{clock:?}: {left:?}");
                }
            }
        }
    }

    #[test]
    fn moves_of_a_second_or_less_use_nearly_all_of_it() {
        for (period, least) in [(0.2, 0.8), (1.0, 0.9), (5.0, 0.94)] {
            let clock = ClockReading {
                remaining: seconds(period),
                moves_to_go: Some(1),
                period: Some((seconds(period), 1)),
                ..ClockReading::default()
            };
            let limit = of_clock(clock, 40).limit;
            assert!(limit >= seconds(period * least), "{limit:?} of {period} s");
            assert!(limit + OVERHEAD < seconds(period));
        }
    }

    #[test]
    fn a_machine_that_answers_late_gets_less_to_do() {
        let clock = ClockReading {
            remaining: seconds(2.0),
            ..ClockReading::default()
        };
        let late = |lag| from_clock(&clock, 50, OVERHEAD, seconds(lag)).limit;
        assert!(late(0.05) < late(0.0));
        // Twenty-five moves, each a tenth of a second late, are more than there is.
        assert_eq!(late(0.1), Duration::ZERO);
    }

    #[test]
    fn doubt_takes_more_time_but_never_more_than_the_limit() {
        let budget = |limit| Budget {
            target: seconds(1.0),
            limit: seconds(limit),
            saves: true,
        };
        assert_eq!(budget(9.0).target_in_doubt(false, 1.0), seconds(1.0));
        assert_eq!(budget(9.0).target_in_doubt(true, -3.0), seconds(1.5));
        assert_eq!(budget(9.0).target_in_doubt(false, 2.0), seconds(1.5));
        assert_eq!(budget(9.0).target_in_doubt(true, 2.0), seconds(2.0));
        assert_eq!(budget(1.2).target_in_doubt(true, 2.0), seconds(1.2));
    }

    #[test]
    fn a_fixed_time_is_used_up_but_for_the_overhead() {
        let limits = Limits {
            move_time: Some(seconds(0.2)),
            ..Limits::default()
        };
        let budget = budget(&limits, 50, OVERHEAD, Duration::ZERO).unwrap();
        assert_eq!(
            budget,
            Budget {
                target: seconds(0.18),
                limit: seconds(0.18),
                saves: false
            }
        );
    }

    #[test]
    fn the_worst_lag_fades() {
        let mut lag = Lag::default();
        lag.enter(seconds(0.8));
        lag.enter(seconds(0.1));
        assert_eq!(lag.expected(), seconds(0.7));
        for _ in 0..99 {
            lag.enter(Duration::ZERO);
        }
        assert!(lag.expected() < seconds(0.001));
    }

    /// The plan in figures, worked out by hand from what the comments of the code say.
    #[test]
    fn the_plan_is_what_it_is_meant_to_be() {
        let clock = |main: f64| ClockReading {
            remaining: seconds(main),
            ..ClockReading::default()
        };
        let moves = |main: f64, moves: u32| ClockReading {
            moves_to_go: Some(moves),
            ..clock(main)
        };
        let period = |main: f64, moves: u32| ClockReading {
            period: Some((seconds(10.0), moves)),
            ..clock(main)
        };
        let increment = ClockReading {
            increment: seconds(2.0),
            ..clock(100.0)
        };
        for (clock, empties, lag, target, limit, saves) in [
            // 25 moves of 99.7 s, 30 of which may be late.
            (clock(100.0), 60, 0.0, 3.988, 9.97, true),
            (clock(100.0), 60, 0.1, 3.88, 9.7, true),
            (clock(100.0), 2, 0.0, 39.88, 59.82, true),
            (clock(0.4), 60, 0.0, 0.008, 0.02, true),
            (clock(0.16), 60, 0.0, 0.0016, 0.004, true),
            (increment, 60, 0.0, 5.77, 14.425, true),
            // So many moves in what is left of a period.
            (moves(10.0, 4), 60, 0.1, 2.32, 4.64, true),
            (moves(10.0, 40), 20, 0.0, 0.968, 1.936, true),
            (moves(10.0, 2), 60, 0.0, 4.84, 8.712, true),
            (moves(10.0, 1), 60, 0.0, 9.68, 9.68, false),
            (moves(100.0, 0), 60, 0.0, 3.988, 9.97, true),
            // Main time before periods of so many moves.
            (period(3.0, 5), 60, 0.0, 1.08, 1.62, true),
            (period(30.0, 5), 60, 0.0, 1.996, 4.99, true),
            (period(100.0, 0), 60, 0.0, 3.988, 9.97, true),
        ] {
            let budget = from_clock(&clock, empties, OVERHEAD, seconds(lag));
            let near = |time: Duration, expected: f64| (time.as_secs_f64() - expected).abs() < 1e-6;
            assert!(
                near(budget.target, target) && near(budget.limit, limit) && budget.saves == saves,
                "{clock:?}, {empties} empty, lag {lag}: {budget:?}"
            );
        }
    }

    #[test]
    fn of_a_clock_and_a_fixed_time_the_shorter_counts() {
        let limit = |move_time: f64, main: f64, lag: f64| {
            let limits = Limits {
                move_time: Some(seconds(move_time)),
                clock: Some(ClockReading {
                    remaining: seconds(main),
                    ..ClockReading::default()
                }),
                ..Limits::default()
            };
            let budget = budget(&limits, 60, OVERHEAD, seconds(lag)).unwrap();
            budget.limit.as_millis()
        };
        assert_eq!(limit(0.2, 300.0, 0.0), 180);
        assert_eq!(limit(20.0, 100.0, 0.0), 9970);
        // No more than half of a fixed time is kept back for what comes late.
        assert_eq!(limit(1.0, 300.0, 0.1), 880);
        assert_eq!(limit(1.0, 300.0, 0.9), 480);
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(
            budget(&Limits::default(), 50, OVERHEAD, Duration::ZERO),
            None
        );
    }
}
