//! Work shared between threads: split points and the pool where they are found.
//!
//! The scheme is "young brothers wait" (Feldmann, Monien, Mysliwietz and Vornberger, 1989): once
//! the first move of a node is searched, idle threads take its brothers. A thread that waits
//! for others at its own split point helps only below it, so that waiting cannot deadlock. An
//! iteration that threads search [abreast](super::abreast) is offered here, too, and nobody waits
//! for who joins it. The pool knows nothing of how a move is searched.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bianca_rules::othello::Square;

use super::apart::Apart;
use super::node::{Candidate, Node};

/// How long a thread that has nothing to do looks for work before it sleeps.
const STAY_AWAKE: Duration = Duration::from_micros(200);

/// How long a thread looks whether its helpers are back before it sleeps. They mostly are within
/// microseconds, unless they are off the processor, which a sleeper leaves to them.
const EXPECT_HELPERS: Duration = Duration::from_micros(50);

/// A node whose remaining moves are searched by several threads.
pub(super) struct SplitPoint {
    pub(super) parent: Option<Arc<SplitPoint>>,
    pub(super) node: Node,
    /// The moves that were left, in order.
    pub(super) moves: Vec<Candidate>,
    /// How many moves were searched before the split.
    pub(super) searched: usize,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) selectivity: u8,
    /// How many ProbCut searches the node is inside of.
    pub(super) probcut_nesting: u32,
    pub(super) is_pv: bool,
    /// Of an iteration that threads search abreast: what is added to the score of each of the
    /// root's moves. Empty where the moves are shared.
    pub(super) bonuses: Vec<i32>,
    /// Looked at by all threads at or below the node, at every position; written once.
    cutoff: AtomicBool,
    taken: Apart<Taken>,
}

/// What threads write at a split point, whenever they come, take a move, finish it or leave.
struct Taken {
    next: AtomicUsize,
    alpha: AtomicI32,
    best: Mutex<(i32, Option<Square>)>,
    helpers: AtomicUsize,
    /// Whether the owner sleeps until the last helper has left or there is an offer below.
    is_owner_asleep: AtomicBool,
    wake_owner: Condvar,
}

/// What a split point is made of.
pub(super) struct Split {
    pub(super) parent: Option<Arc<SplitPoint>>,
    pub(super) node: Node,
    pub(super) moves: Vec<Candidate>,
    pub(super) searched: usize,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) selectivity: u8,
    /// How many ProbCut searches the node is inside of.
    pub(super) probcut_nesting: u32,
    pub(super) is_pv: bool,
    /// Of an iteration that threads search abreast: what is added to each move's score.
    pub(super) bonuses: Vec<i32>,
    /// The best score so far and its move.
    pub(super) best: (i32, Option<Square>),
}

impl SplitPoint {
    pub(super) fn new(split: Split) -> SplitPoint {
        SplitPoint {
            parent: split.parent,
            node: split.node,
            moves: split.moves,
            searched: split.searched,
            beta: split.beta,
            depth: split.depth,
            selectivity: split.selectivity,
            probcut_nesting: split.probcut_nesting,
            is_pv: split.is_pv,
            bonuses: split.bonuses,
            cutoff: AtomicBool::new(false),
            taken: Apart::new(Taken {
                next: AtomicUsize::new(0),
                alpha: AtomicI32::new(split.alpha),
                best: Mutex::new(split.best),
                helpers: AtomicUsize::new(0),
                is_owner_asleep: AtomicBool::new(false),
                wake_owner: Condvar::new(),
            }),
        }
    }

    /// The index of a move that nobody has taken yet.
    pub(super) fn take_move(&self) -> Option<usize> {
        if self.cutoff.load(Ordering::Relaxed) {
            return None;
        }
        let index = self.taken.next.fetch_add(1, Ordering::Relaxed);
        (index < self.moves.len()).then_some(index)
    }

    /// The best lower bound that any thread has found so far, in 1/256 disc.
    pub(super) fn alpha(&self) -> i32 {
        self.taken.alpha.load(Ordering::Relaxed)
    }

    /// The best score and its move; final once all helpers have left.
    pub(super) fn best(&self) -> (i32, Option<Square>) {
        *lock(&self.taken.best)
    }

    /// Enters the score of a move.
    pub(super) fn update(&self, score: i32, square: Square) {
        let mut best = lock(&self.taken.best);
        if score > best.0 {
            *best = (score, Some(square));
            self.taken.alpha.fetch_max(score, Ordering::Relaxed);
            if score >= self.beta {
                self.cut();
            }
        }
    }

    /// Whether it is an iteration that threads search abreast.
    pub(super) fn is_iteration(&self) -> bool {
        !self.bonuses.is_empty()
    }

    /// Lets nobody begin with it any more.
    pub(super) fn close(&self) {
        self.taken.next.store(self.moves.len(), Ordering::Relaxed);
    }

    /// Raises the lower bound that is known.
    pub(super) fn raise(&self, alpha: i32) {
        self.taken.alpha.fetch_max(alpha, Ordering::Relaxed);
    }

    /// Makes everyone at or below this node come back.
    pub(super) fn cut(&self) {
        self.cutoff.store(true, Ordering::Relaxed);
    }

    /// Whether the work at this node is void because it, or a node above it, is cut.
    pub(super) fn is_cut(&self) -> bool {
        let is_cut = |point: &SplitPoint| point.cutoff.load(Ordering::Relaxed);
        is_cut(self) || self.ancestors().any(is_cut)
    }

    fn is_below(&self, other: &SplitPoint) -> bool {
        self.ancestors().any(|point| std::ptr::eq(point, other))
    }

    /// The split points above this one, from the nearest on.
    fn ancestors(&self) -> impl Iterator<Item = &SplitPoint> {
        std::iter::successors(self.parent.as_deref(), |point| point.parent.as_deref())
    }

    fn has_helpers(&self) -> bool {
        self.taken.helpers.load(Ordering::SeqCst) > 0
    }

    fn is_owner_asleep(&self) -> bool {
        self.taken.is_owner_asleep.load(Ordering::SeqCst)
    }

    fn has_moves(&self) -> bool {
        self.taken.next.load(Ordering::Relaxed) < self.moves.len()
    }
}

/// Where split points are offered and found.
#[derive(Default)]
pub(super) struct Pool {
    offers: Mutex<Vec<Arc<SplitPoint>>>,
    news: Condvar,
    /// How many offers there have been, to see from afar that there is a new one.
    offered: Apart<AtomicUsize>,
    /// Threads that look for work.
    idle: Apart<AtomicUsize>,
    finished: AtomicBool,
}

/// A poisoned lock guards plain data that no panic leaves half-written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Whether some thread has nothing to do.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Offers a split point to the idle.
    pub(super) fn offer(&self, point: &Arc<SplitPoint>) {
        let mut offers = lock(&self.offers);
        offers.push(Arc::clone(point));
        self.offered.fetch_add(1, Ordering::Release);
        for above in point.ancestors().filter(|above| above.is_owner_asleep()) {
            above.taken.wake_owner.notify_one();
        }
        drop(offers);
        self.news.notify_one();
    }

    /// Takes the offer back; nobody joins after that.
    pub(super) fn withdraw(&self, point: &Arc<SplitPoint>) {
        lock(&self.offers).retain(|offer| !Arc::ptr_eq(offer, point));
    }

    /// Joins the deepest offer that has moves left, only below `above` if that is given.
    fn join(
        &self,
        offers: &[Arc<SplitPoint>],
        above: Option<&SplitPoint>,
    ) -> Option<Arc<SplitPoint>> {
        let best = offers
            .iter()
            .filter(|point| point.has_moves() && !point.is_cut())
            .filter(|point| above.is_none_or(|above| point.is_below(above)))
            .max_by_key(|point| point.depth)?;
        best.taken.helpers.fetch_add(1, Ordering::SeqCst);
        Some(Arc::clone(best))
    }

    /// Leaves a split point that was joined.
    pub(super) fn leave(&self, point: &SplitPoint) {
        let taken = &point.taken;
        // Either this sees that the owner sleeps, or the owner that nobody is left.
        let before = taken.helpers.fetch_sub(1, Ordering::SeqCst);
        if before == 1 && point.is_owner_asleep() {
            // The lock makes sure that the owner is not between looking and sleeping.
            drop(lock(&self.offers));
            taken.wake_owner.notify_one();
        }
    }

    /// Waits for work; `None` when the search is over.
    pub(super) fn wait(&self) -> Option<Arc<SplitPoint>> {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let mut offers = lock(&self.offers);
        let mut awake = Instant::now();
        let found = loop {
            if self.finished.load(Ordering::Relaxed) {
                break None;
            }
            if let Some(point) = self.join(&offers, None) {
                break Some(point);
            }
            // The next offer is mostly there sooner than the system could wake a sleeper.
            let seen = self.offered.load(Ordering::Relaxed);
            drop(offers);
            while awake.elapsed() < STAY_AWAKE
                && self.offered.load(Ordering::Acquire) == seen
                && !self.finished.load(Ordering::Relaxed)
            {
                (0..16).for_each(|_| std::hint::spin_loop());
            }
            offers = lock(&self.offers);
            if self.offered.load(Ordering::Relaxed) != seen {
                continue;
            }
            // Woken by an offer; the time-out is for offers that gained nothing by waking.
            let (held, waited) = self
                .news
                .wait_timeout(offers, Duration::from_millis(5))
                .unwrap_or_else(PoisonError::into_inner);
            offers = held;
            if !waited.timed_out() {
                awake = Instant::now();
            }
        };
        drop(offers);
        self.idle.fetch_sub(1, Ordering::Relaxed);
        found
    }

    /// Waits until the helpers of `point` have left, lending `help` a hand with work below it.
    pub(super) fn wait_for_helpers(
        &self,
        point: &SplitPoint,
        mut help: impl FnMut(Arc<SplitPoint>),
    ) {
        self.idle.fetch_add(1, Ordering::Relaxed);
        while point.has_helpers() {
            let seen = self.offered.load(Ordering::Relaxed);
            let mut work = self.join(&lock(&self.offers), Some(point));
            if work.is_none() {
                let awake = Instant::now();
                while awake.elapsed() < EXPECT_HELPERS
                    && point.has_helpers()
                    && self.offered.load(Ordering::Acquire) == seen
                {
                    (0..16).for_each(|_| std::hint::spin_loop());
                }
                if self.offered.load(Ordering::Acquire) == seen {
                    work = self.sleep(point);
                }
            }
            if let Some(work) = work {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                help(work);
                self.idle.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Sleeps until the helpers of `point` have left or there is work below it.
    fn sleep(&self, point: &SplitPoint) -> Option<Arc<SplitPoint>> {
        let taken = &point.taken;
        taken.is_owner_asleep.store(true, Ordering::SeqCst);
        let mut offers = lock(&self.offers);
        let work = loop {
            if !point.has_helpers() {
                break None;
            }
            if let Some(work) = self.join(&offers, Some(point)) {
                break Some(work);
            }
            offers = taken
                .wake_owner
                .wait(offers)
                .unwrap_or_else(PoisonError::into_inner);
        };
        drop(offers);
        taken.is_owner_asleep.store(false, Ordering::SeqCst);
        work
    }

    /// Sends all waiting threads home.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
        // The lock makes sure that nobody is between looking and waiting.
        drop(lock(&self.offers));
        self.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use cpu_time::ThreadTime;

    use super::*;
    use crate::eval::patterns::Views;
    use crate::search::node::Candidates;
    use bianca_rules::cpu::kernels::Plain;
    use bianca_rules::othello::Position;

    /// The start of the game with all of its moves left.
    fn point(parent: Option<&Arc<SplitPoint>>) -> Arc<SplitPoint> {
        let position = Position::START;
        let mut list = Candidates::new();
        list.fill(Plain, &position, position.moves());
        Arc::new(SplitPoint::new(Split {
            parent: parent.cloned(),
            node: Node {
                position,
                views: Views::new(&position),
                estimate: None,
            },
            moves: list.rest(),
            searched: 1,
            alpha: 0,
            beta: 1,
            depth: 9,
            selectivity: 0,
            probcut_nesting: 0,
            is_pv: false,
            bonuses: Vec::new(),
            best: (0, None),
        }))
    }

    /// What an owner that has nothing left to search sees of a helper that does `work` at its
    /// split point: the points that it was given, and the time that it took of the processor.
    fn owner_of_a_helper(
        work: impl FnOnce(&Pool, &Arc<SplitPoint>) + Send,
    ) -> (Vec<Arc<SplitPoint>>, Duration) {
        let (pool, owned) = (Pool::default(), point(None));
        let (joined, is_joined) = mpsc::channel();
        let mut given = Vec::new();
        let mut spent = Duration::ZERO;
        thread::scope(|scope| {
            let (pool, owned) = (&pool, &owned);
            scope.spawn(move || {
                let joint = pool.wait().expect("the owner offers its point");
                assert!(Arc::ptr_eq(&joint, owned));
                joined.send(()).unwrap();
                work(pool, &joint);
                pool.leave(&joint);
            });
            pool.offer(owned);
            is_joined.recv().unwrap();
            pool.withdraw(owned);
            let start = ThreadTime::now();
            pool.wait_for_helpers(owned, |work| {
                while work.take_move().is_some() {}
                pool.leave(&work);
                given.push(work);
            });
            spent = start.elapsed();
        });
        (given, spent)
    }

    #[test]
    fn who_waits_for_a_helper_leaves_the_processor_to_others() {
        let busy = Duration::from_millis(300);
        let (given, spent) = owner_of_a_helper(|_, _| thread::sleep(busy));
        assert!(given.is_empty());
        assert!(spent < busy / 4, "{spent:?} of {busy:?}");
    }

    #[test]
    fn who_waits_for_a_helper_is_woken_by_work_below_alone() {
        let mut offered = None;
        let (given, _) = owner_of_a_helper(|pool, joint| {
            let (elsewhere, below) = (point(None), point(Some(joint)));
            for offer in [&elsewhere, &below] {
                // The owner sleeps by now.
                thread::sleep(Duration::from_millis(20));
                pool.offer(offer);
            }
            let start = Instant::now();
            while below.has_moves() && start.elapsed() < Duration::from_secs(20) {
                thread::yield_now();
            }
            assert!(elsewhere.has_moves());
            offered = Some(below);
        });
        let below = offered.unwrap();
        assert!(!below.has_moves());
        assert!(given.len() == 1 && Arc::ptr_eq(&given[0], &below));
    }
}
