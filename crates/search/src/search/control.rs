//! What ends a search: a stop flag, a deadline, a count of positions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::request::StopFlag;
use bianca_system::instant::Instant;

use super::apart::Apart;

/// The search was ended before it was finished; what it was about to say is worthless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The conditions that end a search, watched by all its threads.
pub(super) struct Control<'a> {
    stop: &'a StopFlag,
    started: Instant,
    /// Microseconds after the start at which the search ends; `u64::MAX` for never.
    deadline: AtomicU64,
    node_limit: u64,
    /// Positions visited by all threads, up to date within a few hundred for each.
    nodes: Apart<AtomicU64>,
    halted: AtomicBool,
}

impl<'a> Control<'a> {
    /// Conditions of a search that begins now and has no deadline yet.
    pub(super) fn new(stop: &'a StopFlag, node_limit: Option<u64>) -> Control<'a> {
        Control {
            stop,
            started: Instant::now(),
            deadline: AtomicU64::new(u64::MAX),
            node_limit: node_limit.unwrap_or(u64::MAX),
            nodes: Apart::default(),
            halted: AtomicBool::new(false),
        }
    }

    /// Moves the deadline to `after` the start.
    pub(super) fn set_deadline(&self, after: Duration) {
        let micros = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        self.deadline.store(micros, Ordering::Relaxed);
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// How long ago the deadline was, nothing if it is still to come; `None` without one.
    pub(super) fn late(&self) -> Option<Duration> {
        match self.deadline.load(Ordering::Relaxed) {
            u64::MAX => None,
            micros => Some(self.elapsed().saturating_sub(Duration::from_micros(micros))),
        }
    }

    /// Positions visited by all threads.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Positions that may still be visited.
    pub(super) fn left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }

    /// Whether the search is over, by what was seen last.
    #[inline]
    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed) || self.stop.is_raised()
    }

    /// Ends the search.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Adds visited positions and looks at the clock.
    pub(super) fn account(&self, nodes: u64) {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let deadline = self.deadline.load(Ordering::Relaxed);
        let late = deadline != u64::MAX && self.elapsed().as_micros() as u64 >= deadline;
        if late || all >= self.node_limit {
            self.halt();
        }
    }
}
