//! Which moves two threads of a midgame search are at, so that each looks for others.
//!
//! Threads that search the same tree from the root meet in the hash table. One that comes to a
//! move that another is at leaves it for later, when the table may know it (ABDADA:
//! Jean-Christophe Weill, "The ABDADA distributed minimax-search algorithm", 1996; marks in a small
//! table beside the hash table: Tom Kerrigan, "Simplified ABDADA"). Nobody waits for anybody.
//! Invariant: a mark that is missing, or that stays, costs time and never changes a score.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::apart::Apart;
use super::hash::hash;
use super::params;
use bianca_rules::othello::Position;

/// Marks that there is room for.
const MARKS: usize = 1 << 12;

/// What threads are at.
pub(super) struct Marks {
    /// Whether threads search the tree abreast now.
    are_looked_at: Apart<AtomicBool>,
    marks: Box<[AtomicU64]>,
}

/// A move that a thread is at.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    /// That of the search of the position behind a move to so many plies.
    pub(super) fn of(child: &Position, depth: u32) -> Mark {
        let key = hash(child) ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Nothing is what no mark is.
        Mark(key | 1)
    }

    fn place(self) -> usize {
        (self.0 >> 52) as usize % MARKS
    }
}

impl Marks {
    /// Room for the marks of so many threads, if they search abreast at all.
    pub(super) fn new(threads: usize) -> Marks {
        let is_abreast = (2..=params::ABREAST_THREADS_MAX).contains(&threads);
        let marks = if is_abreast { MARKS } else { 0 };
        Marks {
            are_looked_at: Apart::default(),
            marks: (0..marks).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Whether threads search abreast now.
    #[inline(always)]
    pub(super) fn are_looked_at(&self) -> bool {
        self.are_looked_at.load(Ordering::Relaxed)
    }

    /// Lets threads look at the marks, or no more; gives whether they do, since there may be no
    /// room for any.
    pub(super) fn look(&self, wanted: bool) -> bool {
        let look = wanted && !self.marks.is_empty();
        self.are_looked_at.store(look, Ordering::Relaxed);
        look
    }

    /// Whether some thread is at it.
    pub(super) fn has(&self, mark: Mark) -> bool {
        let found = self.marks.get(mark.place());
        found.is_some_and(|found| found.load(Ordering::Relaxed) == mark.0)
    }

    /// A thread begins with it. Of two that share a place the later one is seen.
    pub(super) fn enter(&self, mark: Mark) {
        if let Some(place) = self.marks.get(mark.place()) {
            place.store(mark.0, Ordering::Relaxed);
        }
    }

    /// A thread has finished with it.
    pub(super) fn leave(&self, mark: Mark) {
        if self.has(mark)
            && let Some(place) = self.marks.get(mark.place())
        {
            place.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_seen_until_its_thread_leaves() {
        let marks = Marks::new(2);
        let mark = Mark::of(&Position::START, 7);
        for other in [
            Mark::of(&Position::START, 8),
            Mark::of(&Position::START.passed(), 7),
        ] {
            marks.enter(mark);
            assert!(marks.has(mark) && !marks.has(other));
            marks.leave(other);
            assert!(marks.has(mark));
            marks.leave(mark);
            assert!(!marks.has(mark));
        }
    }

    #[test]
    fn one_thread_looks_at_no_marks() {
        for (threads, look) in [
            (1, false),
            (2, true),
            (params::ABREAST_THREADS_MAX + 1, false),
        ] {
            let marks = Marks::new(threads);
            assert_eq!(marks.look(true), look, "{threads}");
            assert_eq!(marks.are_looked_at(), look);
            let mark = Mark::of(&Position::START, 7);
            marks.enter(mark);
            assert_eq!(marks.has(mark), look);
            assert!(!marks.look(false) && !marks.are_looked_at());
        }
    }
}
