//! Moments of a clock that only goes forward: [`std::time::Instant`] where there is one.
//!
//! WebAssembly has no clock of its own, so there whoever loads the module provides one with
//! `set_source` before anything is searched; until then time stands still.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use hosted::time_of_day;
#[cfg(target_family = "wasm")]
pub use hosted::{Instant, set_source};

/// The time since some fixed moment, which may be set by anyone and so go forward and back.
#[cfg(not(target_family = "wasm"))]
pub fn time_of_day() -> std::time::Duration {
    let epoch = std::time::SystemTime::UNIX_EPOCH;
    epoch.elapsed().unwrap_or_default()
}

#[cfg(any(target_family = "wasm", test))]
mod hosted {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the function that returns the time since some fixed moment. Only the first call counts.
    pub fn set_source(source: fn() -> Duration) {
        // A second clock could go back behind the first.
        let _ = SOURCE.set(source);
    }

    /// The time since the host's fixed moment.
    pub fn time_of_day() -> Duration {
        SOURCE.get().map_or(Duration::ZERO, |source| source())
    }

    /// A moment of the host's clock; it offers what this program uses of
    /// [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The moment of the call.
        pub fn now() -> Instant {
            Instant(time_of_day())
        }

        /// Time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        /// Time from `earlier` to this moment, nothing if it is the later one.
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Time from `earlier` to this moment, nothing if it is the later one.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }

        /// So much later, unless no clock goes so far.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::hosted::{Instant, set_source};

    static SECONDS: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn a_clock_of_the_host_stands_until_it_is_set_and_then_goes() {
        let begin = Instant::now();
        assert_eq!(begin.elapsed(), Duration::ZERO);
        set_source(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed)));
        SECONDS.store(3, Ordering::Relaxed);
        assert_eq!(begin.elapsed(), Duration::from_secs(3));
        let later = begin + Duration::from_secs(5);
        assert!(later > Instant::now());
        assert_eq!(Some(later), begin.checked_add(Duration::from_secs(5)));
        assert_eq!(begin.saturating_duration_since(later), Duration::ZERO);
    }
}
