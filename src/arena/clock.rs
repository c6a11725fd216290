//! A player's clock during one game. It is told what was used and never looks at the time itself.

use std::time::Duration;

use super::limit::TimeControl;
use crate::engine::Clock;

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    remaining: Duration,
    /// Moves still to make in the running period; `None` during the main time.
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// The clock at the start of a game.
    pub fn new(control: TimeControl) -> GameClock {
        let mut clock = GameClock {
            control,
            remaining: control.main,
            moves_to_go: None,
        };
        if clock.remaining.is_zero() {
            clock.begin_period();
        }
        clock
    }

    /// The clock as an engine is told it.
    pub fn now(&self) -> Clock {
        Clock {
            remaining: self.remaining,
            moves_to_go: self.moves_to_go,
            increment: self.control.increment,
            period: self.control.period,
            ..Clock::default()
        }
    }

    /// How long the next move may take at most.
    pub fn allowed(&self) -> Duration {
        match (self.moves_to_go, self.control.period) {
            // A move that outlasts the main time goes on in the first period.
            (None, Some((time, _))) => self.remaining + time,
            _ => self.remaining,
        }
    }

    /// Takes `used` off the clock for a move that was made. A move over the allowed time counts
    /// as one that used it all: whether it loses the game is for the judge to say.
    pub fn charge(&mut self, used: Duration) {
        if self.moves_to_go.is_none() && used >= self.remaining && self.control.period.is_some() {
            let over = used - self.remaining;
            self.begin_period();
            // A move that ends with the main time to the tick is still the main time's.
            if over.is_zero() {
                return;
            }
            self.remaining = self.remaining.saturating_sub(over);
        } else {
            self.remaining = self.remaining.saturating_sub(used);
        }
        match self.moves_to_go {
            None => self.remaining += self.control.increment,
            Some(moves) if moves <= 1 => self.begin_period(),
            Some(moves) => self.moves_to_go = Some(moves - 1),
        }
    }

    fn begin_period(&mut self) {
        if let Some((time, moves)) = self.control.period {
            self.remaining = time;
            self.moves_to_go = Some(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::limit::Limit;

    fn clock(text: &str) -> GameClock {
        match text.parse() {
            Ok(Limit::Clock(control)) => GameClock::new(control),
            other => panic!("{text}: {other:?}"),
        }
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn an_increment_comes_after_the_move() {
        let mut clock = clock("tc=5+0.05");
        assert_eq!(clock.allowed(), ms(5000));
        clock.charge(ms(1000));
        assert_eq!(clock.allowed(), ms(4050));
        clock.charge(ms(9000));
        assert_eq!(clock.allowed(), ms(50));
    }

    #[test]
    fn periods_follow_the_main_time_and_renew_themselves() {
        let mut clock = clock("tc=10+6/3");
        clock.charge(ms(9000));
        assert_eq!((clock.allowed(), clock.now().moves_to_go), (ms(7000), None));
        clock.charge(ms(3000));
        assert_eq!(
            (clock.allowed(), clock.now().moves_to_go),
            (ms(4000), Some(2))
        );
        clock.charge(ms(1000));
        assert_eq!(
            (clock.allowed(), clock.now().moves_to_go),
            (ms(3000), Some(1))
        );
        clock.charge(ms(1000));
        assert_eq!(
            (clock.allowed(), clock.now().moves_to_go),
            (ms(6000), Some(3))
        );
    }

    #[test]
    fn without_main_time_the_first_period_runs_at_once() {
        let mut clock = clock("tc=2/1");
        for _ in 0..3 {
            assert_eq!(
                (clock.allowed(), clock.now().moves_to_go),
                (ms(2000), Some(1))
            );
            clock.charge(ms(1999));
        }
    }

    #[test]
    fn sudden_death_only_falls() {
        let mut clock = clock("tc=3");
        clock.charge(ms(2999));
        assert_eq!(clock.allowed(), ms(1));
        clock.charge(ms(1));
        assert_eq!(clock.allowed(), ms(0));
    }
}
