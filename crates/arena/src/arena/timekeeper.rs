//! One side's time in a game: what a player is given, and whether a move came in time.

use std::time::Duration;

use super::limit::Limit;
use super::waiting::Wait;
use bianca_play::player::PlayerError;
use bianca_records::clock::Clock;
use bianca_search::request::Limits;

/// A reply that is later than this will be as good as none.
const LOST: Duration = Duration::from_secs(2);
/// What an engine without a clock usually needs at most.
const THOUGHT: Duration = Duration::from_secs(10);

/// How strict the judge is about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strictness {
    /// Time over the clock, or over the time of a move, that is forgiven: the price of pipes
    /// and of the scheduler.
    pub margin: Duration,
    /// How long an engine without a clock may think, and any may take to start or to answer what
    /// needs no search.
    pub patience: Duration,
    /// How long a program may take to end once it is asked to.
    pub farewell: Duration,
}

impl Strictness {
    /// For a reply that needs no search.
    pub fn setup_wait(self) -> Wait {
        Wait::at_most(self.patience)
    }

    /// For the reply to a search within `limits`. With a clock that has run out the game is lost,
    /// and nothing is gained by waiting on but to know how late the reply is.
    pub fn search_wait(self, limits: &Limits) -> Wait {
        let late = match limits.allowed() {
            Some(_) => self.patience.min(LOST),
            None => self.patience,
        };
        let allowed = limits.allowed().unwrap_or_default();
        Wait {
            expected: limits.allowed().unwrap_or(THOUGHT),
            longest: allowed.saturating_add(self.margin).saturating_add(late),
        }
    }
}

/// The keeper of one side's time. It is given what was used and never looks at the time itself.
#[derive(Clone, Debug)]
pub struct Timekeeper {
    limit: Limit,
    clock: Option<Clock>,
    margin: Duration,
    overshoot: Duration,
}

impl Timekeeper {
    /// The keeper at the start of a game.
    pub fn new(limit: Limit, strictness: Strictness) -> Timekeeper {
        let clock = match limit {
            Limit::Clock(control) => Some(Clock::new(control)),
            _ => None,
        };
        Timekeeper {
            limit,
            clock,
            margin: strictness.margin,
            overshoot: Duration::ZERO,
        }
    }

    /// The limits of the next move.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits {
            clock: self.clock.map(|clock| clock.reading()),
            ..Limits::default()
        };
        match self.limit {
            Limit::Level | Limit::Clock(_) => {}
            Limit::MoveTime(time) => limits.move_time = Some(time),
            Limit::Depth(plies) => limits.depth = Some(plies),
            Limit::Nodes(nodes) => limits.nodes = Some(nodes),
        }
        limits
    }

    /// Takes the time of a move that was made off the clock.
    ///
    /// # Errors
    /// [`PlayerError::OutOfTime`] if it came too late.
    pub fn charge(&mut self, used: Duration) -> Result<(), PlayerError> {
        if let Some(allowed) = self.limits().allowed() {
            let over = used.saturating_sub(allowed);
            self.overshoot = self.overshoot.max(over);
            if over > self.margin {
                return Err(PlayerError::OutOfTime { over });
            }
        }
        if let Some(clock) = &mut self.clock {
            clock.spend(used);
        }
        Ok(())
    }

    /// The most that any move took beyond what was allowed, margin not counted.
    pub fn overshoot(&self) -> Duration {
        self.overshoot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_lost_on_time_is_not_waited_for() {
        let seconds = Duration::from_secs;
        let strictness = Strictness {
            margin: seconds(1),
            patience: seconds(60),
            farewell: Duration::from_secs(5),
        };
        let longest = |limits: Limits| strictness.search_wait(&limits).longest;
        assert_eq!(longest(Limits::to_depth(5)), seconds(61));
        let clocked = Limits {
            move_time: Some(seconds(4)),
            ..Limits::default()
        };
        assert_eq!(longest(clocked), seconds(7));
        assert_eq!(strictness.setup_wait().longest, seconds(60));
    }

    #[test]
    fn a_move_within_the_margin_counts_and_a_later_one_loses() {
        let strictness = Strictness {
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(60),
            farewell: Duration::from_secs(5),
        };
        let ms = Duration::from_millis;
        for limit in ["st=1", "tc=1"] {
            let mut keeper = Timekeeper::new(limit.parse().unwrap(), strictness);
            assert_eq!(keeper.limits().allowed(), Some(ms(1000)));
            keeper.charge(ms(1070)).unwrap();
            assert_eq!(keeper.overshoot(), ms(70));
            let next = if limit == "st=1" { 1170 } else { 170 };
            let error = keeper.charge(ms(next)).unwrap_err();
            assert_eq!(error, PlayerError::OutOfTime { over: ms(170) });
        }
        let mut keeper = Timekeeper::new(Limit::Level, strictness);
        keeper.charge(ms(1_000_000)).unwrap();
        assert_eq!(keeper.overshoot(), Duration::ZERO);
    }
}
