//! What a C program holds: something that one thread at a time uses, and that any thread may stop
//! or close meanwhile; and the numbers by which the program names it.
//!
//! Invariants: nobody waits for what would wait for him; once `close` has returned on a thread that
//! need not wait so, what was closed is used no more; a number is given once, so that one that was
//! freed names nothing. Knows neither pointers nor what is held.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use thiserror::Error;

use bianca_search::request::StopFlag;

/// Why something that is held cannot be used.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Unusable {
    /// The thread that asks is using it at this moment, further out; or whoever uses it waits for
    /// this thread.
    #[error("it is being used by this thread, or by one that waits for it")]
    Busy,
    /// It was closed.
    #[error("it was closed")]
    Closed,
}

/// Who uses what, and who waits for what, of everything that is held.
struct Uses {
    /// The thread that uses a thing, by the thing's number, and what ends that.
    users: BTreeMap<usize, (ThreadId, StopFlag)>,
    /// The thing that a thread waits for.
    waits: Vec<(ThreadId, usize)>,
}

impl Uses {
    fn user(&self, number: usize) -> Option<ThreadId> {
        self.users.get(&number).map(|&(user, _)| user)
    }

    /// Whether whoever uses a thing is `thread`, or waits for it by way of others.
    fn waits_for(&self, number: usize, thread: ThreadId) -> bool {
        // There is no circle to go round in: nobody begins to wait who would close one.
        let mut at = self.user(number);
        while let Some(user) = at {
            if user == thread {
                return true;
            }
            let wait = self.waits.iter().find(|(waiting, _)| *waiting == user);
            at = wait.and_then(|&(_, number)| self.user(number));
        }
        false
    }
}

static USES: Mutex<Uses> = Mutex::new(Uses {
    users: BTreeMap::new(),
    waits: Vec::new(),
});

/// Told whenever something is used no more.
static FREE: Condvar = Condvar::new();

/// Something that one thread at a time uses.
pub struct Handle<T> {
    held: Mutex<T>,
    /// By which it is known among all that is used.
    number: usize,
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

/// A lock of plain data, whole even where a thread panicked, or of what is closed then.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Handle<T> {
    /// Holds something, which `closed` belongs to.
    pub fn new(held: T, closed: Closed) -> Handle<T> {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        Handle {
            held: Mutex::new(held),
            number: LAST.fetch_add(1, Ordering::Relaxed),
            closed,
        }
    }

    /// Does something with what is held, after those who came before. The flag is raised by
    /// [`stop`](Handle::stop). What panics is closed, and the panic goes on.
    ///
    /// # Errors
    /// If it is closed, if this thread is using it already, or if it is used by one that waits for
    /// this thread, itself or by way of others.
    pub fn with<R>(&self, job: impl FnOnce(&mut T, &StopFlag) -> R) -> Result<R, Unusable> {
        let here = thread::current().id();
        let stop = StopFlag::new();
        let mut uses = self.when_free(lock(&USES), here)?;
        // Under this lock `close` either is seen here, or finds the flag.
        if self.closed.is_set() {
            return Err(Unusable::Closed);
        }
        uses.users.insert(self.number, (here, stop.clone()));
        drop(uses);
        let done = catch_unwind(AssertUnwindSafe(|| job(&mut lock(&self.held), &stop)));
        // Before anybody who waits can come in.
        if done.is_err() {
            self.closed.set();
        }
        lock(&USES).users.remove(&self.number);
        FREE.notify_all();
        done.map_err(|panic| resume_unwind(panic))
    }

    /// Waits until nobody uses it.
    fn when_free(
        &self,
        mut uses: MutexGuard<'static, Uses>,
        here: ThreadId,
    ) -> Result<MutexGuard<'static, Uses>, Unusable> {
        while uses.users.contains_key(&self.number) {
            if uses.waits_for(self.number, here) {
                return Err(Unusable::Busy);
            }
            uses.waits.push((here, self.number));
            uses = FREE.wait(uses).unwrap_or_else(PoisonError::into_inner);
            uses.waits.retain(|(waiting, _)| *waiting != here);
        }
        Ok(uses)
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.closed.is_set()
    }

    /// Ends what it is being used for as soon as possible; whether it was used.
    pub fn stop(&self) -> bool {
        let uses = lock(&USES);
        let user = uses.users.get(&self.number);
        user.inspect(|(_, stop)| stop.raise()).is_some()
    }

    /// Lets nobody use it any more, ends what it is being used for and waits until that is done;
    /// but not if that is this thread, or waits for it, itself or by way of others.
    pub fn close(&self) {
        let uses = lock(&USES);
        self.closed.set();
        if let Some((_, stop)) = uses.users.get(&self.number) {
            stop.raise();
        }
        // Whoever is busy ends without anybody who waits for that.
        drop(self.when_free(uses, thread::current().id()));
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
            assert!(!lock(&USES).users.contains_key(&handle.number));
            assert_eq!(first.join().unwrap(), Ok(()));
            assert_eq!(second.join().unwrap(), Err(Unusable::Closed));
        });
    }

    /// Threads that each use one of so many things, and meanwhile do something with the next one;
    /// what came of it.
    fn around<R: Send>(
        count: usize,
        job: impl Fn(usize, &Handle<usize>) -> R + Sync,
    ) -> (Vec<R>, Vec<Handle<usize>>) {
        let handles: Vec<_> = (0..count)
            .map(|number| Handle::new(number, Closed::default()))
            .collect();
        let all_use = std::sync::Barrier::new(count);
        let told = thread::scope(|scope| {
            let threads: Vec<_> = (0..count)
                .map(|at| {
                    let (all_use, handles, job) = (&all_use, &handles, &job);
                    scope.spawn(move || {
                        let meanwhile = handles[at].with(|_, _| {
                            all_use.wait();
                            job(at, &handles[(at + 1) % count])
                        });
                        meanwhile.unwrap()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join()).collect()
        });
        let told: Result<Vec<R>, _> = told;
        (told.unwrap(), handles)
    }

    #[test]
    fn who_would_wait_for_himself_is_told_and_the_others_wait() {
        for count in [2, 3, 5] {
            for _ in 0..50 {
                let (told, _) = around(count, |_, next| next.with(|number, _| *number));
                let busy = told.iter().filter(|told| **told == Err(Unusable::Busy));
                assert_eq!(busy.count(), 1, "{told:?}");
                assert_eq!(told.iter().filter(|told| told.is_ok()).count(), count - 1);
            }
        }
    }

    #[test]
    fn threads_that_close_what_each_other_uses_do_not_wait_for_ever() {
        for count in [2, 3] {
            for _ in 0..50 {
                let (_, handles) = around(count, |_, next| next.close());
                assert!(handles.iter().all(Handle::is_closed));
                assert!(handles.iter().all(|handle| !handle.stop()));
            }
        }
        // One that closes and one that uses.
        let (told, handles) = around(2, |at, next| {
            if at == 0 {
                next.close();
            }
            next.with(|number, _| *number).is_ok()
        });
        assert!(told.iter().any(|told| !told));
        assert_eq!(
            handles.iter().filter(|handle| handle.is_closed()).count(),
            1
        );
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

    #[test]
    fn whoever_waits_does_not_enter_what_has_panicked() {
        let handle = Handle::new((), Closed::default());
        let (began, has_begun) = mpsc::channel();
        let waiting = || {
            let uses = lock(&USES);
            let here = uses.waits.iter().filter(|wait| wait.1 == handle.number);
            here.count()
        };
        thread::scope(|scope| {
            let user = scope.spawn(|| {
                handle.with(|(), _| {
                    began.send(()).unwrap();
                    while waiting() < 8 {
                        thread::yield_now();
                    }
                    panic!("on purpose");
                })
            });
            has_begun.recv().unwrap();
            let others: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| handle.with(|(), _| ())))
                .collect();
            for other in others {
                assert_eq!(other.join().unwrap(), Err(Unusable::Closed));
            }
            assert!(user.join().is_err());
        });
    }
}
