//! Work shared between threads: split points and the pool where they are found.
//!
//! The scheme is "young brothers wait" (Feldmann, Monien, Mysliwietz and Vornberger, 1989): once
//! the first move of a node is searched, idle threads take its brothers. A thread that waits
//! for others at its own split point helps only below it, so that waiting cannot deadlock. The
//! pool knows nothing of how a move is searched.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::othello::Square;

use super::node::{Candidate, Node};

/// How long a thread that has nothing to do looks for work before it sleeps.
const STAY_AWAKE: Duration = Duration::from_micros(200);

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
    next: AtomicUsize,
    alpha: AtomicI32,
    best: Mutex<(i32, Option<Square>)>,
    cutoff: AtomicBool,
    helpers: AtomicUsize,
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
            next: AtomicUsize::new(0),
            alpha: AtomicI32::new(split.alpha),
            best: Mutex::new(split.best),
            cutoff: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
        }
    }

    /// The index of a move that nobody has taken yet.
    pub(super) fn take_move(&self) -> Option<usize> {
        if self.cutoff.load(Ordering::Relaxed) {
            return None;
        }
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.moves.len()).then_some(index)
    }

    /// The best lower bound that any thread has found so far, in 1/256 disc.
    pub(super) fn alpha(&self) -> i32 {
        self.alpha.load(Ordering::Relaxed)
    }

    /// The best score and its move; final once all helpers have left.
    pub(super) fn best(&self) -> (i32, Option<Square>) {
        *lock(&self.best)
    }

    /// Enters the score of a move.
    pub(super) fn update(&self, score: i32, square: Square) {
        let mut best = lock(&self.best);
        if score > best.0 {
            *best = (score, Some(square));
            self.alpha.fetch_max(score, Ordering::Relaxed);
            if score >= self.beta {
                self.cut();
            }
        }
    }

    /// Makes everyone at or below this node come back.
    pub(super) fn cut(&self) {
        self.cutoff.store(true, Ordering::Relaxed);
    }

    /// Whether the work at this node is void because it, or a node above it, is cut.
    pub(super) fn is_cut(&self) -> bool {
        let mut here = Some(self);
        while let Some(point) = here {
            if point.cutoff.load(Ordering::Relaxed) {
                return true;
            }
            here = point.parent.as_deref();
        }
        false
    }

    fn is_below(&self, other: &SplitPoint) -> bool {
        let mut here = self.parent.as_deref();
        while let Some(point) = here {
            if std::ptr::eq(point, other) {
                return true;
            }
            here = point.parent.as_deref();
        }
        false
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len()
    }
}

/// Where split points are offered and found.
pub(super) struct Pool {
    offers: Mutex<Vec<Arc<SplitPoint>>>,
    news: Condvar,
    /// How many offers there have been, to see from afar that there is a new one.
    offered: AtomicUsize,
    /// Threads that look for work.
    idle: AtomicUsize,
    finished: AtomicBool,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool {
            offers: Mutex::new(Vec::new()),
            news: Condvar::new(),
            offered: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
            finished: AtomicBool::new(false),
        }
    }
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
        lock(&self.offers).push(Arc::clone(point));
        self.offered.fetch_add(1, Ordering::Release);
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
        best.helpers.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(best))
    }

    /// Leaves a split point that was joined.
    pub(super) fn leave(&self, point: &SplitPoint) {
        point.helpers.fetch_sub(1, Ordering::AcqRel);
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
        let mut spins = 0u32;
        self.idle.fetch_add(1, Ordering::Relaxed);
        while point.helpers.load(Ordering::Acquire) > 0 {
            let work = self.join(&lock(&self.offers), Some(point));
            match work {
                Some(work) => {
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                    help(work);
                    self.idle.fetch_add(1, Ordering::Relaxed);
                    spins = 0;
                }
                // A helper is usually back within microseconds, but it may be off the processor.
                None if spins < 50 => {
                    spins += 1;
                    (0..64).for_each(|_| std::hint::spin_loop());
                }
                None => std::thread::yield_now(),
            }
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Sends all waiting threads home.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
        // The lock makes sure that nobody is between looking and waiting.
        drop(lock(&self.offers));
        self.news.notify_all();
    }
}
