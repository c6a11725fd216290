//! Time: how long a move may take.
//!
//! A clock is planned for the moves before the game is solved, which from some twenty empty squares
//! on takes next to no time: from how many depends on the clock and on how fast the machine
//! searches.

use std::time::Duration;

use crate::request::{ClockReading, Limits};

use super::params;

/// The part of a fixed time that is kept back at most for what lies between the search and the
/// clock: as a rule nobody counts its milliseconds, and of a tenth of a second twenty were a fifth.
const FIXED_RESERVE: f64 = 0.05;

/// Left over by every move on a clock, unless that is more than half of what there is. A process
/// that shared two cores with twelve others was woken up to 133 ms late.
const RESERVE: Duration = Duration::from_millis(300);

/// The same if half of what there is is less than this, unless that is more than three quarters.
/// Beside one busy loop on each core, every wake-up on the way of a move may cost 30 ms.
const LEAST_RESERVE: Duration = Duration::from_millis(150);

/// The part of a period that its last move leaves over, at most [`RESERVE`], besides the overhead.
/// A new period begins with the next move, so what a slow moment takes is not missing later.
const PERIOD_RESERVE: f64 = 0.05;

/// The part of the clock that the exact solution of a position may be expected to take, so that the
/// moves from there on are planned for as solved.
const SOLVING: f64 = 0.1;

/// As many moves' time is kept for all moves from there on.
const SOLVED: f64 = 1.5;

/// A fall of the score in discs that is worth more time.
const FALL: f64 = 2.0;

/// By how much the time for a move is multiplied if its step visited next to no positions for the
/// best move, and by how much less if it visited all for it. As a rule most are visited for it, so
/// that the mean is about one.
const SHARE: (f64, f64) = (2.25, 1.5);

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

/// What a step showed of how likely another move is to be better.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    /// Whether it found another best move than the step before.
    pub other_move: bool,
    /// By how many discs the score fell.
    pub fall: f64,
    /// Which part of its positions it visited for the best move: to refute the others takes more
    /// where they are nearly as good.
    pub share: f64,
}

impl Budget {
    /// The budget after a step that left so much doubt, which is worth more time, within the limit.
    pub fn target_in_doubt(&self, doubt: Doubt) -> Duration {
        let factor = match (doubt.other_move, doubt.fall >= FALL) {
            (true, true) => 2.0,
            (false, false) => 1.0,
            _ => 1.5,
        };
        let (none, all) = SHARE;
        let factor = factor * (none - all * doubt.share);
        self.target.mul_f64(factor).min(self.limit)
    }
}

/// How fast the machine searches the midgame, with all its threads and beside all that it does
/// else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Positions a second.
    rate: f64,
}

impl Default for Speed {
    /// Of one thread of the reference machine.
    fn default() -> Speed {
        Speed { rate: 9e6 }
    }
}

impl Speed {
    /// A search shorter than this tells nothing.
    const LEAST: Duration = Duration::from_millis(2);

    /// Enters a search of the midgame.
    pub fn enter(&mut self, nodes: u64, elapsed: Duration) {
        if elapsed >= Speed::LEAST && nodes > 0 {
            self.rate = nodes as f64 / elapsed.as_secs_f64();
        }
    }

    /// How long so many positions take.
    pub(super) fn time(self, positions: f64) -> Duration {
        Duration::try_from_secs_f64(positions / self.rate).unwrap_or(Duration::MAX)
    }

    /// How many positions are visited in `time`.
    fn positions(self, time: Duration) -> f64 {
        time.as_secs_f64() * self.rate
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
/// late moves have come of late; `speed` says when the game will be solved.
pub fn budget(
    limits: &Limits,
    empties: u32,
    overhead: Duration,
    lag: Duration,
    speed: Speed,
) -> Option<Budget> {
    let fixed = limits.move_time.map(|time| {
        let reserve = overhead.min(time.mul_f64(FIXED_RESERVE));
        let limit = time - reserve - lag.min(time / 2);
        Budget {
            target: limit,
            limit,
            saves: false,
        }
    });
    let clock = limits
        .clock
        .map(|clock| from_clock(&clock, empties, overhead, lag, speed));
    match (fixed, clock) {
        (Some(a), Some(b)) => Some(if a.limit < b.limit { a } else { b }),
        (a, b) => a.or(b),
    }
}

fn from_clock(
    clock: &ClockReading,
    empties: u32,
    overhead: Duration,
    lag: Duration,
    speed: Speed,
) -> Budget {
    // Half of the empty squares are ours to fill; the last dozen cost nothing but the lag.
    let own_moves = (empties / 2).saturating_sub(5).max(2);
    let moves_left = clock.moves_to_go.unwrap_or(u32::MAX).min(own_moves + 5);
    // A period for more moves than the game has is the rest of the game, as any other time is.
    let period_moves = clock.moves_to_go.filter(|&moves| moves > 0);
    if let Some(moves) = period_moves.filter(|&moves| moves < empties.div_ceil(2)) {
        // In a byo-yomi period, unused time is lost at its end.
        let reserve = overhead + clock.remaining.mul_f64(PERIOD_RESERVE).min(RESERVE);
        // What came later than three quarters of the period will be too late whatever is kept back.
        let late = (lag * moves_left).min(clock.remaining * 3 / 4);
        let usable = clock.remaining.saturating_sub(reserve + late);
        let thought_of = unsolved(usable, empties, speed) + SOLVED;
        let share = usable.div_f64(f64::from(moves).min(thought_of));
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
    // What one move leaves unused goes to those that follow.
    let mut share = usable.div_f64(unsolved(usable, empties, speed) + SOLVED);
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

/// Own moves before the game is solved, if so much time is left for all of them.
fn unsolved(usable: Duration, empties: u32, speed: Speed) -> f64 {
    let solved = params::solved_from(speed.positions(usable.mul_f64(SOLVING)));
    f64::from(empties.saturating_sub(solved).div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);
    const SPEED: Speed = Speed { rate: 9e6 };

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn of_clock(clock: ClockReading, empties: u32) -> Budget {
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        budget(&limits, empties, OVERHEAD, Duration::ZERO, SPEED).unwrap()
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
    fn a_period_for_the_whole_game_is_used_as_its_only_time() {
        let sudden_death = ClockReading {
            remaining: seconds(5.0),
            ..ClockReading::default()
        };
        for empties in [2, 20, 51, 60] {
            let period = ClockReading {
                moves_to_go: Some(30),
                ..sudden_death
            };
            assert_eq!(
                of_clock(period, empties),
                of_clock(sudden_death, empties),
                "{empties} empty squares"
            );
        }
        // Of these ten all but the last few have to be thought about.
        let some = ClockReading {
            moves_to_go: Some(10),
            ..sudden_death
        };
        let [early, late] = [60, 30].map(|empties| of_clock(some, empties).target);
        assert!(early < seconds(0.5) && late > early, "{early:?} {late:?}");
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

    /// As if every move used three quarters of its target, because an iteration is begun only if
    /// it is likely to end in time, and those that solve used it up.
    #[test]
    fn a_game_uses_its_clock_before_it_is_solved() {
        for (main, least) in [(2.0, 0.75), (5.0, 0.82), (10.0, 0.86), (300.0, 0.88)] {
            let mut clock = ClockReading {
                remaining: seconds(main),
                ..ClockReading::default()
            };
            let solved = params::solved_from(SPEED.positions(seconds(main * SOLVING)));
            for empties in (solved..=52).rev().step_by(2) {
                clock.remaining -= of_clock(clock, empties).target.mul_f64(0.75);
            }
            clock.remaining -= of_clock(clock, solved).target;
            let used = 1.0 - clock.remaining.as_secs_f64() / main;
            assert!(used > least, "{used} of {main} s");
        }
    }

    #[test]
    fn a_slow_machine_thinks_longer_before_it_solves() {
        let clock = ClockReading {
            remaining: seconds(10.0),
            ..ClockReading::default()
        };
        let share = |rate| from_clock(&clock, 40, OVERHEAD, Duration::ZERO, Speed { rate }).target;
        assert!(share(1e5) < share(9e6).mul_f64(0.8));
        assert!(share(f64::MIN_POSITIVE) < share(1e5));
    }

    #[test]
    fn a_speed_is_that_of_the_last_search_that_was_long_enough() {
        let mut speed = Speed::default();
        speed.enter(1000, Duration::from_micros(10));
        speed.enter(0, seconds(1.0));
        assert_eq!(speed, Speed::default());
        speed.enter(3_000_000, seconds(0.5));
        assert_eq!(speed.positions(seconds(2.0)), 12e6);
        assert_eq!(speed.time(12e6), seconds(2.0));
        assert_eq!(speed.time(f64::INFINITY), Duration::MAX);
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
        let late = |lag| from_clock(&clock, 50, OVERHEAD, seconds(lag), SPEED).limit;
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
        let doubt = |other_move, fall, share| Doubt {
            other_move,
            fall,
            share,
        };
        for (limit, other_move, fall, share, target) in [
            (9.0, false, 1.0, 1.0, 0.75),
            (9.0, false, 1.0, 0.5, 1.5),
            (9.0, true, -3.0, 0.5, 2.25),
            (9.0, false, 2.0, 0.5, 2.25),
            (9.0, true, 2.0, 0.5, 3.0),
            (9.0, true, 2.0, 0.0, 4.5),
            (1.2, true, 2.0, 0.5, 1.2),
        ] {
            let of_step = doubt(other_move, fall, share);
            let found = budget(limit).target_in_doubt(of_step);
            assert_eq!(found, seconds(target), "{of_step:?}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_up_but_for_a_twentieth_or_the_overhead() {
        for (time, limit) in [
            (0.0, 0.0),
            (0.1, 0.095),
            (0.2, 0.19),
            (1.0, 0.98),
            (60.0, 59.98),
        ] {
            let limits = Limits {
                move_time: Some(seconds(time)),
                ..Limits::default()
            };
            assert_eq!(
                budget(&limits, 50, OVERHEAD, Duration::ZERO, SPEED),
                Some(Budget {
                    target: seconds(limit),
                    limit: seconds(limit),
                    saves: false
                })
            );
        }
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
            // 99.7 s for the 17 moves down to 27 empty squares, and one and a half; 30 may be late.
            (clock(100.0), 60, 0.0, 5.389_189, 13.472_973, true),
            (clock(100.0), 60, 0.1, 5.243_243, 13.108_108, true),
            (clock(100.0), 2, 0.0, 39.88, 59.82, true),
            (clock(0.4), 60, 0.0, 0.009_302, 0.023_256, true),
            (clock(0.16), 60, 0.0, 0.001_778, 0.004_444, true),
            (increment, 60, 0.0, 7.171_189, 17.927_973, true),
            // So many moves in what is left of a period.
            (moves(10.0, 4), 60, 0.1, 2.32, 4.64, true),
            // No game has so many: it is all that there is.
            (moves(10.0, 40), 20, 0.0, 3.88, 5.82, true),
            (moves(10.0, 2), 60, 0.0, 4.84, 8.712, true),
            (moves(10.0, 1), 60, 0.0, 9.68, 9.68, false),
            // A move that once came too late does not leave the next ones without a thought.
            (moves(0.2, 1), 60, 0.4, 0.02, 0.02, false),
            (moves(100.0, 0), 60, 0.0, 5.389_189, 13.472_973, true),
            // Main time before periods of so many moves.
            (period(3.0, 5), 60, 0.0, 1.08, 1.62, true),
            (period(30.0, 5), 60, 0.0, 1.996, 4.99, true),
            (period(100.0, 0), 60, 0.0, 5.389_189, 13.472_973, true),
        ] {
            let budget = from_clock(&clock, empties, OVERHEAD, seconds(lag), SPEED);
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
            let budget = budget(&limits, 60, OVERHEAD, seconds(lag), SPEED).unwrap();
            budget.limit.as_millis()
        };
        assert_eq!(limit(0.2, 300.0, 0.0), 190);
        assert_eq!(limit(20.0, 100.0, 0.0), 13472);
        // No more than half of a fixed time is kept back for what comes late.
        assert_eq!(limit(1.0, 300.0, 0.1), 880);
        assert_eq!(limit(1.0, 300.0, 0.9), 480);
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(
            budget(&Limits::default(), 50, OVERHEAD, Duration::ZERO, SPEED),
            None
        );
    }
}
