//! A small cache of exact bounds that one thread keeps for itself.
//!
//! It stays within the second-level cache of a core and needs no synchronisation; the shared
//! hash table is spared everything below the middle range.

use crate::cpu::kernels::memory;
use crate::othello::{Bitboard, Position, Square};
use crate::search::hash::hash;

/// Bounds of a position's exact score in discs, and the move that gave the better one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move's index; 64 if none is known.
    best: u8,
}

impl Bounds {
    pub(super) fn best(self) -> Option<Square> {
        (self.best < 64).then(|| Square::new(self.best))
    }
}

#[derive(Clone, Copy)]
struct Entry {
    position: Position,
    bounds: Bounds,
}

/// Where the cache keeps what it knows of a position: worked out once for all that is done there.
#[derive(Clone, Copy)]
pub(super) struct Place(u32);

impl Place {
    /// That of a position which nobody looks up.
    pub(super) const ANY: Place = Place(0);
}

/// What a new cache is full of: no position has both sides on one square, so that this one is
/// never looked up.
const EMPTY: Entry = Entry {
    position: Position {
        own: Bitboard::FULL,
        opp: Bitboard::FULL,
    },
    bounds: Bounds {
        lower: -64,
        upper: 64,
        best: 64,
    },
};

/// The cache; a newer position replaces an older one at its place.
pub(super) struct Cache {
    entries: Box<[Entry]>,
    shift: u32,
}

impl Cache {
    /// A cache of `2^bits` entries of 24 bytes.
    pub(super) fn new(bits: u32) -> Cache {
        let mut entries = memory::reserve(1 << bits).unwrap_or_default();
        entries.resize(1 << bits, EMPTY);
        Cache {
            entries: entries.into_boxed_slice(),
            shift: 64 - bits,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// The place of `position`.
    #[inline(always)]
    pub(super) fn place(&self, position: &Position) -> Place {
        Place((hash(position) >> self.shift) as u32)
    }

    /// Begins to bring what is kept at a place near the processor.
    #[inline(always)]
    pub(super) fn fetch_ahead(&self, Place(index): Place) {
        memory::fetch_ahead(&self.entries[index as usize]);
    }

    /// What is known of `position`, whose place this is.
    #[inline(always)]
    pub(super) fn get(&self, Place(index): Place, position: &Position) -> Option<Bounds> {
        let entry = &self.entries[index as usize];
        (entry.position == *position).then_some(entry.bounds)
    }

    /// Keeps what a null-window search around `alpha` found of `position`, whose place this is.
    #[inline]
    pub(super) fn put(
        &mut self,
        Place(index): Place,
        position: &Position,
        alpha: i32,
        score: i32,
        best: Option<Square>,
    ) {
        let entry = &mut self.entries[index as usize];
        if entry.position != *position {
            entry.position = *position;
            entry.bounds = Bounds {
                lower: -64,
                upper: 64,
                best: 64,
            };
        }
        if score > alpha {
            entry.bounds.lower = score as i8;
        } else {
            entry.bounds.upper = score as i8;
        }
        if let Some(best) = best {
            entry.bounds.best = best.index() as u8;
        }
    }
}
