//! A small cache of what nodes one and two plies before the end of a search are worth.
//!
//! One thread keeps it for itself, in the second-level cache of its core: such nodes are too many
//! and too cheap for the shared hash table, but one in six is met again soon, by another order of
//! moves or by the next search of the same nodes. A result is what a search by the same evaluation
//! and parameters said at its confidence; whoever changes those has to clear the cache. It knows
//! nothing of how nodes are searched.

use bianca_rules::cpu::kernels::memory;
use bianca_rules::othello::{Bitboard, Position};

use super::hash::hash;

/// The cache has 2^BITS entries of 24 bytes. Depth 26 from twelve positions: 22.4 million nodes in
/// 2.73 s with 14, 22.9 in 2.70 s with 12, where 26.4 in 2.97 s are visited without it.
const BITS: u32 = 12;

/// Bounds of a node's score in 1/256 disc, and what was searched to find them.
#[derive(Clone, Copy)]
struct Entry {
    position: Position,
    lower: i16,
    upper: i16,
    depth: u8,
    selectivity: u8,
}

/// No position has both sides on one square, so that this one is never looked up.
const EMPTY: Entry = Entry {
    position: Position {
        own: Bitboard::FULL,
        opp: Bitboard::FULL,
    },
    lower: i16::MIN,
    upper: i16::MAX,
    depth: 0,
    selectivity: 0,
};

/// The cache; a newer node replaces an older one at its place.
pub(super) struct LastPlies(Box<[Entry]>);

impl LastPlies {
    pub(super) fn new() -> LastPlies {
        let mut entries = memory::reserve(1 << BITS).unwrap_or_default();
        entries.resize(1 << BITS, EMPTY);
        LastPlies(entries.into_boxed_slice())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    #[inline(always)]
    fn index(position: &Position) -> usize {
        (hash(position) >> (64 - BITS)) as usize
    }

    /// What is known of a node searched to `depth` plies at this confidence or a surer one, where
    /// that decides the window from `alpha` to `beta`.
    #[inline(always)]
    pub(super) fn get(
        &self,
        position: &Position,
        (depth, selectivity): (u32, u8),
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let entry = &self.0[LastPlies::index(position)];
        if entry.position != *position
            || u32::from(entry.depth) != depth
            || entry.selectivity < selectivity
        {
            return None;
        }
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower == upper || lower >= beta {
            return Some(lower);
        }
        (upper <= alpha).then_some(upper)
    }

    /// Keeps the fail-soft `score` that a search within (`alpha`, `beta`) found.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        position: &Position,
        (depth, selectivity): (u32, u8),
        alpha: i32,
        beta: i32,
        score: i32,
    ) {
        // Scores are within 65 discs, which sixteen bits hold.
        let score16 = score as i16;
        self.0[LastPlies::index(position)] = Entry {
            position: *position,
            lower: if score > alpha { score16 } else { i16::MIN },
            upper: if score < beta { score16 } else { i16::MAX },
            depth: depth as u8,
            selectivity,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_only_the_windows_that_they_decide() {
        let start = &Position::START;
        let mut cache = LastPlies::new();
        let answers = |cache: &LastPlies| {
            [(-11, -10), (9, 10), (10, 11), (29, 30)]
                .map(|(alpha, beta)| cache.get(start, (2, 1), alpha, beta))
        };
        assert_eq!(answers(&cache), [None; 4]);
        for (alpha, beta, expected) in [
            (9, 10, [Some(10), Some(10), None, None]),
            (10, 11, [None, None, Some(10), Some(10)]),
            (-16640, 16640, [Some(10); 4]),
        ] {
            cache.put(start, (2, 1), alpha, beta, 10);
            assert_eq!(answers(&cache), expected, "{alpha} {beta}");
        }
        cache.clear();
        assert_eq!(answers(&cache), [None; 4]);
    }

    #[test]
    fn a_result_serves_its_depth_and_no_surer_search() {
        let start = &Position::START;
        let mut cache = LastPlies::new();
        cache.put(start, (1, 2), -16640, 16640, -16384);
        let get = |depth, selectivity| cache.get(start, (depth, selectivity), 0, 1);
        assert_eq!(get(1, 2), Some(-16384));
        assert_eq!(get(1, 0), Some(-16384));
        assert_eq!(get(1, 3), None);
        assert_eq!(get(2, 2), None);
        assert_eq!(cache.get(&Position::START.passed(), (1, 2), 0, 1), None);
    }
}
