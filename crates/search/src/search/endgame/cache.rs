//! A small cache of exact bounds that one thread keeps for itself.
//!
//! It stays within the second-level cache of a core and needs no synchronisation; the shared
//! hash table is spared everything below the middle range.

use crate::search::hash::hash;
use bianca_rules::cpu::kernels::memory;
use bianca_rules::othello::{Bitboard, Position, Square};

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

/// Into how many shares the places are divided. Numbers of empty squares this far apart have one
/// together.
const SHARES: u32 = 8;

/// The cache; a newer position replaces an older one at its place. Each number of empty squares has
/// a share of the places to itself, so that the many positions near the end do not replace the few
/// that cost most.
pub(super) struct Cache {
    entries: Box<[Entry]>,
    /// Each share has `2^bits` places.
    bits: u32,
}

impl Cache {
    /// A cache of `2^bits` entries of 24 bytes for each number of empty squares, eight in all.
    pub(super) fn new(bits: u32) -> Cache {
        let count = (SHARES as usize) << bits;
        let mut entries = memory::reserve(count).unwrap_or_default();
        entries.resize(count, EMPTY);
        Cache {
            entries: entries.into_boxed_slice(),
            bits,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// The place of `position`, which has `empties` empty squares.
    #[inline(always)]
    pub(super) fn place(&self, position: &Position, empties: u32) -> Place {
        let share = empties % SHARES;
        Place(share << self.bits | (hash(position) >> (64 - self.bits)) as u32)
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

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn positions_of_one_number_of_empty_squares_do_not_replace_those_of_another() {
        let mut cache = Cache::new(4);
        let kept = Position::START;
        let place = cache.place(&kept, 13);
        cache.put(place, &kept, 0, 2, None);
        for empties in 6..13 {
            // So many that every place of a share is written.
            for game in RandomGames::new(empties, 26).take(200) {
                let position = game.position();
                let place = cache.place(&position, empties);
                cache.put(place, &position, 0, 4, None);
                assert_eq!(cache.get(place, &position).map(|b| b.lower), Some(4));
            }
        }
        assert_eq!(cache.get(place, &kept).map(|b| b.lower), Some(2));
        let full = cache
            .entries
            .iter()
            .filter(|e| e.position != EMPTY.position);
        assert_eq!(full.count(), 7 * 16 + 1);
    }
}
