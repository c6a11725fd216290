//! What a C program holds: something that one thread at a time uses, and that any thread may stop
//! or close meanwhile; and the numbers by which the program names it.
//!
//! Invariants: once `close` has returned on a thread that is not using it, it is used no more; a
//! number is given once, so that one that was freed names nothing. Knows neither pointers nor what
//! is held.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use thiserror::Error;

use bianca_search::request::StopFlag;

/// Why something that is held cannot be used.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Unusable {
    /// The thread that asks is using it at this moment, further out.
    #[error("it is being used by this thread")]
    Busy,
    /// It was closed.
    #[error("it was closed")]
    Closed,
}

/// Something that one thread at a time uses.
pub struct Handle<T> {
    held: Mutex<T>,
    /// Who uses it, and what ends that.
    user: Mutex<Option<(ThreadId, StopFlag)>>,
    closed: Closed,
}

/// Whether a handle was closed, also for what is held.
#[derive(Clone, Default)]
pub struct Closed(Arc<AtomicBool>);

impl Closed {
    /// Whether it was.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Says so.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A poisoned lock guards plain data, or what is closed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Handle<T> {
    /// Holds something, which `closed` belongs to.
    pub fn new(held: T, closed: Closed) -> Handle<T> {
        Handle {
            held: Mutex::new(held),
            user: Mutex::new(None),
            closed,
        }
    }

    /// Does something with what is held, after those who came before. The flag is raised by
    /// [`stop`](Handle::stop). What panics is closed, and the panic goes on.
    ///
    /// # Errors
    /// If it is closed, or this thread is using it already.
    pub fn with<R>(&self, job: impl FnOnce(&mut T, &StopFlag) -> R) -> Result<R, Unusable> {
        let here = thread::current().id();
        if matches!(&*lock(&self.user), Some((user, _)) if *user == here) {
            return Err(Unusable::Busy);
        }
        let mut held = lock(&self.held);
        let stop = StopFlag::new();
        {
            let mut user = lock(&self.user);
            // Under this lock `close` either is seen here, or finds the flag.
            if self.closed.is_set() {
                return Err(Unusable::Closed);
            }
            *user = Some((here, stop.clone()));
        }
        let done = catch_unwind(AssertUnwindSafe(|| job(&mut held, &stop)));
        *lock(&self.user) = None;
        done.map_err(|panic| {
            self.closed.set();
            resume_unwind(panic)
        })
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.closed.is_set()
    }

    /// Ends what it is being used for as soon as possible; whether it was used.
    pub fn stop(&self) -> bool {
        let user = lock(&self.user);
        if let Some((_, stop)) = &*user {
            stop.raise();
        }
        user.is_some()
    }

    /// Lets nobody use it any more, ends what it is being used for and waits until that is done;
    /// does not wait for the thread that calls.
    pub fn close(&self) {
        let user = lock(&self.user);
        self.closed.set();
        if let Some((user, stop)) = &*user {
            stop.raise();
            if *user == thread::current().id() {
                return;
            }
        }
        drop(user);
        drop(lock(&self.held));
    }
}

/// Everything of one kind that the program holds.
pub struct Registry<T> {
    held: Mutex<(usize, BTreeMap<usize, Arc<T>>)>,
}

impl<T> Registry<T> {
    /// Nothing.
    pub const fn new() -> Registry<T> {
        Registry {
            held: Mutex::new((0, BTreeMap::new())),
        }
    }

    /// Gives a number to something; never 0.
    pub fn add(&self, held: T) -> usize {
        let (last, all) = &mut *lock(&self.held);
        *last += 1;
        all.insert(*last, Arc::new(held));
        *last
    }

    /// What has the number; it stays as long as the answer is held.
    pub fn get(&self, number: usize) -> Option<Arc<T>> {
        lock(&self.held).1.get(&number).cloned()
    }

    /// Takes the number from what has it.
    pub fn remove(&self, number: usize) -> Option<Arc<T>> {
        lock(&self.held).1.remove(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_number_names_one_thing_until_it_is_removed_and_nothing_after_that() {
        let registry = Registry::new();
        let (first, second) = (registry.add('a'), registry.add('b'));
        assert_ne!(first, 0);
        assert_eq!(registry.get(second).as_deref(), Some(&'b'));
        assert_eq!(registry.remove(second).as_deref(), Some(&'b'));
        assert!(registry.get(second).is_none() && registry.remove(second).is_none());
        assert!(![first, second].contains(&registry.add('c')));
        assert_eq!(registry.get(first).as_deref(), Some(&'a'));
    }

    #[test]
    fn a_thread_that_uses_it_may_stop_and_close_it_but_not_use_it_again() {
        let handle = Handle::new(3, Closed::default());
        assert!(!handle.stop());
        let used = handle.with(|number, stop| {
            assert_eq!(handle.with(|_, _| ()), Err(Unusable::Busy));
            assert!(handle.stop() && stop.is_raised());
            *number += 1;
            *number
        });
        assert_eq!(used, Ok(4));
        // The next one is not stopped, and closes it.
        let closed = handle.with(|_, stop| {
            assert!(!stop.is_raised());
            handle.close();
            stop.is_raised()
        });
        assert_eq!(closed, Ok(true));
        assert_eq!(handle.with(|_, _| ()), Err(Unusable::Closed));
    }

    #[test]
    fn closing_stops_the_user_waits_for_it_and_refuses_those_who_wait() {
        let handle = Handle::new(0, Closed::default());
        let (began, has_begun) = mpsc::channel();
        thread::scope(|scope| {
            let first = scope.spawn(|| {
                handle.with(|number, stop| {
                    began.send(()).unwrap();
                    while !stop.is_raised() {
                        thread::yield_now();
                    }
                    *number = 1;
                })
            });
            has_begun.recv().unwrap();
            let second = scope.spawn(|| handle.with(|number, _| *number = 2));
            handle.close();
            assert_eq!(*lock(&handle.held), 1);
            assert_eq!(first.join().unwrap(), Ok(()));
            assert_eq!(second.join().unwrap(), Err(Unusable::Closed));
        });
    }

    #[test]
    fn what_has_panicked_is_closed() {
        let handle = Handle::new((), Closed::default());
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            handle.with(|(), _| panic!("on purpose"))
        }));
        assert!(panicked.is_err());
        assert_eq!(handle.with(|_, _| ()), Err(Unusable::Closed));
        assert!(!handle.stop());
    }
}
