//! What a clock shows before a move: all that whoever searches needs to know of it.
//!
//! Owns [`ClockReading`] alone. Knows neither what time control the clock goes by nor whose it is.

use std::time::Duration;

/// The clock of the side to move, as it stands before its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockReading {
    /// Time left: of the main time, or of the running period if `moves_to_go` is set.
    pub remaining: Duration,
    /// In a running period: moves to make before `remaining` is over, after which the next
    /// period starts.
    pub moves_to_go: Option<u32>,
    /// Added after each move.
    pub increment: Duration,
    /// Canadian byo-yomi: once the main time is over, this long for this many moves, again and
    /// again.
    pub period: Option<(Duration, u32)>,
    /// What the last move took off the clock beyond what the engine saw of it: pipes, the
    /// client, threads that waited for a processor. Zero where that is not known.
    pub lag: Duration,
}

impl ClockReading {
    /// How long the next move may take at most.
    pub fn allowed(&self) -> Duration {
        match (self.moves_to_go, self.period) {
            // A move that outlasts the main time goes on in the first period.
            (None, Some((time, _))) => self.remaining.saturating_add(time),
            _ => self.remaining,
        }
    }
}
