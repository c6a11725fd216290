//! Whether a book's scores agree, and the repair of what does not.
//!
//! Every score should be what minimax makes of the moves that the book knows. A position's moves
//! lead to positions with one empty square fewer, which stand before it in a book: so one walk
//! through the book does, and only the positions with one empty square fewer are kept in memory.

use std::vec::IntoIter;

use super::entry::Entry;
use super::error::BookError;
use super::moves::{Entries, back_up};
use super::store::{Learner, Store, write};

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions of the book.
    pub positions: u64,
    /// Positions whose score, bounds, best move or leaf did not agree with their moves.
    pub inconsistent: u64,
    /// Records that were none, or out of order, and places where a checksum was wrong.
    pub damaged: u64,
}

impl Report {
    /// Whether nothing is to be repaired.
    pub fn is_sound(&self) -> bool {
        self.inconsistent == 0 && self.damaged == 0
    }
}

/// Entries in order, repaired.
pub struct Repaired<I: Iterator> {
    input: std::iter::Peekable<I>,
    /// Those with one empty square fewer than the next.
    below: Entries,
    below_empties: u32,
    ready: IntoIter<Entry>,
    report: Report,
}

impl<I: Iterator<Item = Result<Entry, BookError>>> Repaired<I> {
    /// Repairs `input`, which is in order.
    pub fn new(input: I) -> Repaired<I> {
        Repaired {
            input: input.peekable(),
            below: Entries::new(),
            below_empties: u32::MAX,
            ready: Vec::new().into_iter(),
            report: Report::default(),
        }
    }

    /// What was found so far.
    pub fn report(&self) -> Report {
        self.report
    }

    /// The next entries with the same number of empty squares.
    fn layer(&mut self) -> Result<Vec<Entry>, BookError> {
        let mut layer: Vec<Entry> = Vec::new();
        loop {
            let belongs = |next: &Result<Entry, BookError>| match (next, layer.first()) {
                (Ok(next), Some(first)) => next.position.empties() == first.position.empties(),
                _ => true,
            };
            match self.input.next_if(belongs) {
                None => return Ok(layer),
                Some(Ok(entry)) => layer.push(entry),
                Some(Err(BookError::Damaged { .. })) => self.report.damaged += 1,
                Some(Err(error)) => return Err(error),
            }
        }
    }

    fn repair(&mut self) -> Result<(), BookError> {
        let mut layer = self.layer()?;
        let Some(first) = layer.first() else {
            return Ok(());
        };
        let empties = first.position.empties();
        if self.below_empties.wrapping_add(1) != empties {
            self.below.clear();
        }
        for entry in &mut layer {
            let old = *entry;
            back_up(&self.below, entry)?;
            self.report.positions += 1;
            self.report.inconsistent += u64::from(*entry != old);
        }
        self.below = layer.iter().map(|entry| (entry.position, *entry)).collect();
        self.below_empties = empties;
        self.ready = layer.into_iter();
        Ok(())
    }
}

impl<I: Iterator<Item = Result<Entry, BookError>>> Iterator for Repaired<I> {
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(entry) = self.ready.next() {
            return Some(Ok(entry));
        }
        match self.repair() {
            Ok(()) => self.ready.next().map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

/// Looks through a whole book, and changes nothing.
///
/// # Errors
/// If it cannot be read.
pub fn check(store: &Store) -> Result<Report, BookError> {
    let mut repaired = Repaired::new(store.entries());
    for entry in repaired.by_ref() {
        entry?;
    }
    Ok(repaired.report())
}

/// Looks through a whole book and repairs it if that is needed; what was learned is in its file
/// then.
///
/// # Errors
/// If it cannot be read or written; it is as it was then.
pub fn repair(learner: &mut Learner) -> Result<Report, BookError> {
    let report = check(learner.store())?;
    if !report.is_sound() {
        let repaired = Repaired::new(learner.store().entries());
        let written = write(learner.path(), repaired)?;
        learner.replace(written)?;
    }
    Ok(report)
}
