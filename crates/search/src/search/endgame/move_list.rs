//! The moves of a node in the middle range, the most promising first.
//!
//! [`MoveList::fill`] makes each move and asks for its cost; [`MoveList::next`] gives them out, the
//! cheapest first and of equal ones the lower square. Nothing here searches.

use bianca_rules::othello::kernels::RuleKernels;
use bianca_rules::othello::{Bitboard, Position, Square};

use super::cache::{Cache, Place};
use super::cost::Costs;
use super::parity::Odd;

/// Most moves that a list holds, and so most empty squares that the solver can start from.
pub(super) const CAPACITY: usize = 16;

/// A move in the middle range.
#[derive(Clone, Copy)]
pub(super) struct ListedMove {
    pub(super) child: Position,
    /// The opponent's legal moves after it.
    pub(super) replies: Bitboard,
    pub(super) square: Square,
    /// Of `child` in the cache; any place if it is not looked up.
    pub(super) place: Place,
}

const NO_MOVE: ListedMove = ListedMove {
    child: Position {
        own: Bitboard::EMPTY,
        opp: Bitboard::EMPTY,
    },
    replies: Bitboard::EMPTY,
    square: Square::new(0),
    place: Place::ANY,
};

/// The moves of a position, given out best first.
pub(super) struct MoveList {
    /// Those of `len` moves, in the order of their squares.
    list: [ListedMove; CAPACITY],
    /// For each move its cost, smaller is better, above its index in the low bits; or
    /// [`MoveList::GIVEN`]. Apart from the moves, so that the smallest is found quickly.
    keys: [i32; CAPACITY],
    len: usize,
    /// The smallest key if none is given yet, because most nodes want no other.
    first: i32,
}

impl MoveList {
    const INDEX_BITS: u32 = 6;
    const GIVEN: i32 = i32::MAX;
    /// Below every other cost.
    const WIPE_OUT: i32 = -(1 << 20);

    /// An empty list. It is filled where it stands, because it is too long to be moved about.
    #[inline(always)]
    pub(super) fn new() -> MoveList {
        MoveList {
            list: [NO_MOVE; CAPACITY],
            keys: [MoveList::GIVEN; CAPACITY],
            len: 0,
            first: MoveList::GIVEN,
        }
    }

    /// Makes an empty list that of the moves to `squares`, which are legal, from a position of this
    /// parity and so many empty squares. If there is a cache, what it keeps of the positions after
    /// them is fetched ahead.
    #[inline(always)]
    pub(super) fn fill<K: RuleKernels>(
        &mut self,
        kernels: K,
        position: &Position,
        squares: Bitboard,
        (odd, empties): (Odd, u32),
        cache: Option<&Cache>,
    ) {
        let cache = cache.map(|cache| (cache, empties - 1));
        let costs = Costs::of(position, odd);
        let mut rest = squares;
        // Two moves at a time, as the kernel makes them.
        while let Some(a) = rest.first() {
            rest = rest - a.into();
            let b = rest.first();
            let pair = [a, b.unwrap_or(a)];
            let found = kernels.two_moves(
                position.own.0,
                position.opp.0,
                pair.map(|square| square.index()),
            );
            self.enter(position, a, found[0], &costs, cache);
            if let Some(b) = b {
                rest = rest - b.into();
                self.enter(position, b, found[1], &costs, cache);
            }
        }
    }

    /// Adds a move with what it turns and the replies that it leaves.
    #[inline(always)]
    fn enter(
        &mut self,
        position: &Position,
        square: Square,
        (flipped, replies): (u64, u64),
        costs: &Costs,
        cache: Option<(&Cache, u32)>,
    ) {
        let child = position.after(square, Bitboard(flipped));
        let place = cache.map_or(Place::ANY, |(cache, empties)| {
            let place = cache.place(&child, empties);
            cache.fetch_ahead(place);
            place
        });
        let replies = Bitboard(replies);
        // All discs turned: nothing can be better.
        let cost = if child.own.is_empty() {
            MoveList::WIPE_OUT
        } else {
            costs.of_move(&child, square, replies)
        };
        let key = cost << MoveList::INDEX_BITS | self.len as i32;
        self.first = self.first.min(key);
        // The remainder, which is the length itself, spares a test.
        self.keys[self.len % CAPACITY] = key;
        self.list[self.len % CAPACITY] = ListedMove {
            child,
            replies,
            square,
            place,
        };
        self.len += 1;
    }

    /// The best of those not given yet: selection by need, since most nodes stop early.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<ListedMove> {
        let best = match self.first {
            MoveList::GIVEN => self.keys.iter().copied().min()?,
            first => first,
        };
        if best == MoveList::GIVEN {
            return None;
        }
        self.first = MoveList::GIVEN;
        let index = (best & ((1 << MoveList::INDEX_BITS) - 1)) as usize % CAPACITY;
        self.keys[index] = MoveList::GIVEN;
        Some(self.list[index])
    }

    /// All moves, in the order of their squares.
    #[inline(always)]
    pub(super) fn all(&self) -> &[ListedMove] {
        &self.list[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::cpu::{Instructions, for_instructions};
    use bianca_rules::othello::random::RandomGames;

    #[test]
    fn every_move_is_given_out_once_the_cheapest_first_and_of_equal_ones_the_lower_square() {
        let mut given = 0;
        for game in RandomGames::new(CAPACITY as u32, 24).take(300) {
            let position = game.position();
            let odd = Odd::of(position.empty());
            for set in Instructions::available() {
                let mut list = MoveList::new();
                for_instructions!(set, kernels => {
                    list.fill(kernels, &position, position.moves(), (odd, CAPACITY as u32), None)
                });
                let costs = Costs::of(&position, odd);
                let mut rest = position.moves();
                let mut last = (i32::MIN, Square::new(0));
                while let Some(mv) = list.next() {
                    assert!(rest.contains(mv.square), "{set}: {position:?}");
                    rest = rest - mv.square.into();
                    let child = position.play_unchecked(mv.square);
                    assert_eq!((mv.child, mv.replies), (child, child.moves()), "{set}");
                    let this = if child.own.is_empty() {
                        (MoveList::WIPE_OUT, mv.square)
                    } else {
                        (costs.of_move(&child, mv.square, child.moves()), mv.square)
                    };
                    assert!(last < this, "{set}: {position:?}, {last:?}, {this:?}");
                    last = this;
                    given += 1;
                }
                assert!(rest.is_empty(), "{set}: {position:?}, {rest:?}");
            }
        }
        assert!(given > 1000, "{given}");
    }
}
