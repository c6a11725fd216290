//! What a match took, in figures.

use std::fmt;
use std::time::Duration;

/// Figures of our moves in a match.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    moves: u32,
    lag: Duration,
    most_lag: Duration,
    /// Answers of the server that `lag` is the sum of.
    answers: u32,
    /// Moves that a stand-in chose, and other faults of the engines.
    faults: usize,
    /// Time that our clocks lost, and that they began with.
    used: Duration,
    given: Duration,
}

impl Figures {
    /// A move was sent, after so many faults.
    pub fn add_move(&mut self, faults: usize) {
        self.moves += 1;
        self.faults += faults;
    }

    /// The server has answered a move.
    pub fn add_lag(&mut self, lag: Duration) {
        self.lag += lag;
        self.answers += 1;
        self.most_lag = self.most_lag.max(lag);
    }

    /// A game of it took `used` of `given`.
    pub fn add_time(&mut self, used: Duration, given: Duration) {
        self.used += used;
        self.given += given;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (used, given) = (self.used.as_secs_f64(), self.given.as_secs_f64());
        write!(f, "{} moves in {used:.1} of {given:.0} s", self.moves)?;
        if self.answers > 0 {
            let mean = self.lag / self.answers;
            write!(
                f,
                ", lag {} ms, at most {} ms",
                mean.as_millis(),
                self.most_lag.as_millis()
            )?;
        }
        if self.faults > 0 {
            write!(f, ", {} faults of the engine", self.faults)?;
        }
        Ok(())
    }
}
