//! Times for WebAssembly without a system, in place of the crate `web-time` (Cargo.toml of the
//! engine for the web patches it in): the clocks are two plain imports instead of bindings that a
//! tool of its own would have to write after each build.
//!
//! Owns [`Instant`] and [`SystemTime`], as much of the standard library's as Bianca uses.

use std::ops::{Add, AddAssign, Sub};
pub use std::time::Duration;

#[link(wasm_import_module = "bianca")]
unsafe extern "C" {
    /// Milliseconds since some moment; never less than before.
    safe fn now() -> f64;
    /// Milliseconds since 1970.
    safe fn today() -> f64;
}

/// A moment of a clock that never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        Instant(milliseconds(now()))
    }

    /// Time since this moment.
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// Time from `earlier` to this moment; nothing if that was later.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// As [`duration_since`](Self::duration_since), which never fails here.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    /// The moment so much later, if there is one.
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }

    /// The moment so much earlier, if there is one.
    pub fn checked_sub(&self, time: Duration) -> Option<Instant> {
        self.0.checked_sub(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, time: Duration) {
        self.0 += time;
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, time: Duration) -> Instant {
        Instant(self.0 - time)
    }
}

impl Sub<Instant> for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}

/// A moment of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemTime(Duration);

/// The calendar went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemTimeError;

impl SystemTime {
    /// The beginning of 1970.
    pub const UNIX_EPOCH: SystemTime = SystemTime(Duration::ZERO);

    /// This moment.
    pub fn now() -> SystemTime {
        SystemTime(milliseconds(today()))
    }

    /// Time since this moment.
    ///
    /// # Errors
    /// If it is still to come.
    pub fn elapsed(&self) -> Result<Duration, SystemTimeError> {
        SystemTime::now().duration_since(*self)
    }

    /// Time from `earlier` to this moment.
    ///
    /// # Errors
    /// If that was later.
    pub fn duration_since(&self, earlier: SystemTime) -> Result<Duration, SystemTimeError> {
        self.0.checked_sub(earlier.0).ok_or(SystemTimeError)
    }
}

/// The beginning of 1970.
pub const UNIX_EPOCH: SystemTime = SystemTime::UNIX_EPOCH;

/// A number of milliseconds as a time; nothing for what is none.
fn milliseconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number / 1000.0).unwrap_or_default()
}
