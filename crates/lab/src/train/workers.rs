//! Threads that do the same work until there is none left or one of them fails.
//!
//! It owns the threads and their failure. What they do, and how they share it out, it does not
//! know.

use std::sync::{Mutex, PoisonError};
use std::thread;

use bianca_search::request::StopFlag;

/// Runs `work` on `threads` threads, at least one, and waits for all of them. Each gets a flag that
/// is raised when another one has failed: it should come to an end then.
///
/// # Errors
/// What `work` failed with, the latest if several did.
pub(super) fn on_threads<E: Send>(
    threads: usize,
    work: impl Fn(&StopFlag) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let failed = StopFlag::new();
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work(&failed) {
                    failed.raise();
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            });
        }
    });
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn one_failure_ends_all() {
        let next = AtomicU32::new(0);
        let result = on_threads(3, |failed| {
            while !failed.is_raised() {
                if next.fetch_add(1, Ordering::Relaxed) == 1000 {
                    return Err("the thousandth");
                }
            }
            Ok(())
        });
        assert_eq!(result, Err("the thousandth"));
    }

    #[test]
    fn there_is_always_a_thread() {
        let done = AtomicU32::new(0);
        let work = |_: &StopFlag| -> Result<(), ()> {
            done.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        assert_eq!(on_threads(0, work), Ok(()));
        assert_eq!(on_threads(4, work), Ok(()));
        assert_eq!(done.into_inner(), 5);
    }
}
