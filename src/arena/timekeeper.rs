//! One side's time in a game: what a player is told of it, and whether a move came in time.

use std::time::Duration;

use super::clock::GameClock;
use super::contestant::{Fault, Turn};
use super::limit::Limit;

/// How strict the judge is about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strictness {
    /// Time over the clock, or over the time of a move, that is forgiven: the price of pipes
    /// and of the scheduler.
    pub margin: Duration,
    /// How long an engine without a clock may think, and how far one with a clock may be over
    /// before it is taken to hang.
    pub patience: Duration,
}

/// The keeper of one side's time. It is told what was used and never looks at the time itself.
#[derive(Clone, Debug)]
pub struct Timekeeper {
    limit: Limit,
    clock: Option<GameClock>,
    strictness: Strictness,
    overshoot: Duration,
}

impl Timekeeper {
    /// The keeper at the start of a game.
    pub fn new(limit: Limit, strictness: Strictness) -> Timekeeper {
        let clock = match limit {
            Limit::Clock(control) => Some(GameClock::new(control)),
            _ => None,
        };
        Timekeeper {
            limit,
            clock,
            strictness,
            overshoot: Duration::ZERO,
        }
    }

    /// The circumstances of the next move.
    pub fn turn(&self) -> Turn {
        let Strictness { margin, patience } = self.strictness;
        Turn {
            limit: self.limit,
            clock: self.clock.as_ref().map(GameClock::now),
            patience: self.allowed().unwrap_or_default() + margin + patience,
        }
    }

    /// Takes the time of a move that was made off the clock.
    ///
    /// # Errors
    /// [`Fault::OutOfTime`] if it came too late.
    pub fn charge(&mut self, used: Duration) -> Result<(), Fault> {
        if let Some(allowed) = self.allowed() {
            let over = used.saturating_sub(allowed);
            self.overshoot = self.overshoot.max(over);
            if over > self.strictness.margin {
                return Err(Fault::OutOfTime { over });
            }
        }
        if let Some(clock) = &mut self.clock {
            clock.charge(used);
        }
        Ok(())
    }

    /// The most that any move took beyond what was allowed, margin not counted.
    pub fn overshoot(&self) -> Duration {
        self.overshoot
    }

    fn allowed(&self) -> Option<Duration> {
        match (self.limit, &self.clock) {
            (Limit::MoveTime(time), _) => Some(time),
            (_, Some(clock)) => Some(clock.allowed()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_within_the_margin_counts_and_a_later_one_loses() {
        let strictness = Strictness {
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(60),
        };
        let ms = Duration::from_millis;
        for limit in ["st=1", "tc=1"] {
            let mut keeper = Timekeeper::new(limit.parse().unwrap(), strictness);
            assert_eq!(keeper.turn().patience, ms(61_100));
            keeper.charge(ms(1070)).unwrap();
            assert_eq!(keeper.overshoot(), ms(70));
            let next = if limit == "st=1" { 1170 } else { 170 };
            let fault = keeper.charge(ms(next)).unwrap_err();
            assert_eq!(fault, Fault::OutOfTime { over: ms(170) });
        }
        let mut keeper = Timekeeper::new(Limit::Level, strictness);
        keeper.charge(ms(1_000_000)).unwrap();
        assert_eq!(keeper.overshoot(), Duration::ZERO);
    }
}
