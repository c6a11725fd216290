//! Clocks: what a time control leaves a side after each move.
//!
//! The one place where main time, increment, byo-yomi and the extension of GGF are added and
//! subtracted; sessions and matches keep [`Clock`]s, and formats of files write a
//! [`TimeControl`]. A clock never looks at the time itself: it is given what a move took.

use std::time::Duration;

use bianca_rules::reading::ClockReading;

/// Three hundred years: longer times are no different, and sums of them fit everywhere.
const LONGEST: Duration = Duration::from_secs(10_000_000_000);

/// How the time of one side goes: main time, then nothing, an increment, an extension, or
/// Canadian byo-yomi.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the whole game, before any period.
    pub main: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Given once when the main time is over; GGS counts the game as lost then, but lets it be
    /// played to its end.
    pub extension: Duration,
    /// Once the main time is over: this long for this many moves, again and again.
    pub period: Option<(Duration, u32)>,
}

impl TimeControl {
    /// So much for the whole game, and more after each move.
    pub fn game(main: Duration, increment: Duration) -> TimeControl {
        TimeControl {
            main,
            increment,
            ..TimeControl::default()
        }
    }

    /// Canadian byo-yomi: after `main`, `time` for every `moves` moves.
    pub fn periods(main: Duration, time: Duration, moves: u32) -> TimeControl {
        TimeControl {
            main,
            period: Some((time, moves)),
            ..TimeControl::default()
        }
    }
}

/// The clock of one side.
///
/// ```
/// use bianca_records::clock::{Clock, TimeControl};
/// use std::time::Duration;
///
/// let seconds = Duration::from_secs;
/// let mut clock = Clock::new(TimeControl::game(seconds(300), seconds(5)));
/// clock.spend(seconds(20));
/// assert_eq!(clock.reading().remaining, seconds(285));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// Moves to make in what is left; `None` in the main time.
    moves: Option<u32>,
    /// What is left of the control's extension.
    extension: Duration,
}

impl Clock {
    /// The clock at the start of a game.
    pub fn new(control: TimeControl) -> Clock {
        let TimeControl {
            main,
            increment,
            extension,
            period,
        } = control;
        let control = TimeControl {
            main: main.min(LONGEST),
            increment: increment.min(LONGEST),
            extension: extension.min(LONGEST),
            period: period.map(|(time, moves)| (time.min(LONGEST), moves)),
        };
        let mut clock = Clock {
            control,
            left: control.main,
            moves: None,
            extension: control.extension,
        };
        if clock.left.is_zero() {
            clock.begin_period();
        }
        clock
    }

    /// Shows `left` from now on, for `moves` moves of a period, or in the main time for 0.
    pub fn set(&mut self, left: Duration, moves: u32) {
        self.left = left.min(LONGEST);
        self.moves = (moves > 0).then_some(moves);
        self.extension = Duration::ZERO;
    }

    /// What it shows, for a search.
    pub fn reading(&self) -> ClockReading {
        ClockReading {
            remaining: self.left,
            moves_to_go: self.moves,
            increment: self.control.increment,
            period: self.control.period,
            lag: Duration::ZERO,
        }
    }

    /// Takes off what a move took. One that took more than the clock allowed counts as
    /// one that used it all: whether it loses the game is not said here.
    pub fn spend(&mut self, time: Duration) {
        let over = time.saturating_sub(self.left);
        let in_main_time = self.moves.is_none();
        if in_main_time && self.control.period.is_some() && time >= self.left {
            self.begin_period();
            // A move that ends with the main time to the tick is still the main time's; one that
            // goes on is the first of the first period.
            if over.is_zero() {
                return;
            }
            self.left = self.left.saturating_sub(over);
        } else if over > Duration::ZERO {
            self.left = self.extension.saturating_sub(over);
            self.extension = Duration::ZERO;
        } else {
            self.left -= time;
        }
        match self.moves {
            None => self.left = (self.left + self.control.increment).min(LONGEST),
            Some(moves) if moves > 1 => self.moves = Some(moves - 1),
            // What follows a period that nobody announced is unknown; its last move stays the
            // last.
            Some(_) => self.begin_period(),
        }
    }

    fn begin_period(&mut self) {
        if let Some((time, moves)) = self.control.period {
            self.left = time;
            self.moves = (moves > 0).then_some(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// How long the next move may take at most.
    fn allowed(clock: &Clock) -> Duration {
        clock.reading().allowed() + clock.extension
    }

    fn shown(clock: &Clock) -> (u128, Option<u32>) {
        (allowed(clock).as_millis(), clock.reading().moves_to_go)
    }

    #[test]
    fn an_increment_comes_after_the_move() {
        let mut clock = Clock::new(TimeControl::game(ms(5000), ms(50)));
        assert_eq!(shown(&clock), (5000, None));
        clock.spend(ms(1000));
        assert_eq!(shown(&clock), (4050, None));
        clock.spend(ms(9000));
        assert_eq!(shown(&clock), (50, None));
    }

    #[test]
    fn periods_follow_the_main_time_and_renew_themselves() {
        let mut clock = Clock::new(TimeControl::periods(ms(10_000), ms(6000), 3));
        clock.spend(ms(9000));
        assert_eq!(shown(&clock), (7000, None));
        for (spent, expected) in [
            (3000, (4000, Some(2))),
            (1000, (3000, Some(1))),
            (1000, (6000, Some(3))),
        ] {
            clock.spend(ms(spent));
            assert_eq!(shown(&clock), expected);
        }
    }

    #[test]
    fn a_move_that_uses_the_main_time_to_the_tick_leaves_the_whole_period() {
        let mut clock = Clock::new(TimeControl::periods(ms(10), ms(6000), 3));
        clock.spend(ms(10));
        assert_eq!(shown(&clock), (6000, Some(3)));
    }

    #[test]
    fn without_main_time_the_first_period_runs_at_once() {
        let mut clock = Clock::new(TimeControl::periods(ms(0), ms(2000), 1));
        for _ in 0..3 {
            assert_eq!(shown(&clock), (2000, Some(1)));
            clock.spend(ms(1999));
        }
    }

    #[test]
    fn an_extension_counts_and_a_period_may_have_no_moves() {
        let clock = Clock::new(TimeControl {
            extension: ms(30),
            ..TimeControl::game(ms(100), ms(0))
        });
        assert_eq!(shown(&clock), (130, None));
        let clock = Clock::new(TimeControl::periods(ms(0), ms(5000), 0));
        assert_eq!(clock.reading().moves_to_go, None);
        assert_eq!(clock.reading().remaining, ms(5000));
    }

    #[test]
    fn an_extension_is_given_once() {
        let control = TimeControl {
            extension: ms(30),
            ..TimeControl::game(ms(60), ms(2))
        };
        let mut clock = Clock::new(control);
        clock.spend(ms(70));
        assert_eq!(shown(&clock), (22, None));
        clock.spend(ms(70));
        assert_eq!(shown(&clock), (2, None));
    }

    #[test]
    fn a_period_that_nobody_announced_does_not_renew_itself() {
        let mut clock = Clock::new(TimeControl::default());
        clock.set(ms(100), 2);
        clock.spend(ms(10));
        assert_eq!(shown(&clock), (90, Some(1)));
        clock.spend(ms(10));
        assert_eq!(shown(&clock), (80, Some(1)));
    }

    fn times() -> impl Strategy<Value = Duration> {
        prop_oneof![
            (0..100_000u64).prop_map(ms),
            Just(Duration::MAX),
            Just(Duration::ZERO)
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: RngSeed::Fixed(18),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        /// Whatever is set and spent: nothing overflows, no time comes from nowhere, and without
        /// periods a move within what is left takes no more than it took.
        #[test]
        fn no_clock_overflows_or_takes_too_much(
            (main, increment, extension) in (times(), times(), times()),
            period in proptest::option::of((times(), 0..4u32)),
            spent in proptest::collection::vec(times(), 0..50),
        ) {
            let mut clock = Clock::new(TimeControl { main, increment, extension, period });
            for time in spent {
                let before = clock;
                clock.spend(time);
                let renewed = before.control.period.map_or(Duration::ZERO, |(time, _)| time);
                let most = before.left + before.control.increment + before.extension + renewed;
                prop_assert!(clock.left <= most);
                if period.is_none() && time <= before.left {
                    prop_assert!(clock.left >= before.left - time);
                }
            }
        }
    }
}
