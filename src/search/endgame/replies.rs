//! The moves of a node in the middle range, the most promising first.
//!
//! [`Replies::fill`] makes each move and asks for its cost; [`Replies::next`] gives them out, the cheapest
//! first and of equal ones the lower square. Nothing here searches.

use crate::othello::kernels::RuleKernels;
use crate::othello::{Bitboard, Position, Square};

use super::cache::{Cache, Place};
use super::cost::Costs;
use super::parity::Odd;

/// Most moves that a list holds, and so most empty squares that the solver can start from.
pub(super) const CAPACITY: usize = 16;

/// A move in the middle range.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    pub(super) child: Position,
    /// The opponent's legal moves.
    pub(super) moves: Bitboard,
    pub(super) square: Square,
    /// Of `child` in the cache; any place if it is not looked up.
    pub(super) place: Place,
}

const NO_REPLY: Reply = Reply {
    child: Position {
        own: Bitboard::EMPTY,
        opp: Bitboard::EMPTY,
    },
    moves: Bitboard::EMPTY,
    square: Square::new(0),
    place: Place::ANY,
};

/// The moves of a position, given out best first.
pub(super) struct Replies {
    /// Those of `len` moves, in the order of their squares.
    list: [Reply; CAPACITY],
    /// For each move its cost, smaller is better, above its index in the low bits; or
    /// [`Replies::GIVEN`]. Apart from the moves, so that the smallest is found quickly.
    keys: [i32; CAPACITY],
    len: usize,
    /// The smallest key if none is given yet, because most nodes want no other.
    first: i32,
}

impl Replies {
    const INDEX_BITS: u32 = 6;
    const GIVEN: i32 = i32::MAX;
    /// Below every other cost.
    const WIPE_OUT: i32 = -(1 << 20);

    /// An empty list. It is filled where it stands, because it is too long to be moved about.
    #[inline(always)]
    pub(super) fn new() -> Replies {
        Replies {
            list: [NO_REPLY; CAPACITY],
            keys: [Replies::GIVEN; CAPACITY],
            len: 0,
            first: Replies::GIVEN,
        }
    }

    /// Makes an empty list that of the moves to `squares`, which are legal, from a position of this parity and so many
    /// empty squares. If there is a cache, what it keeps of the positions after them is fetched ahead.
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
        (flipped, moves): (u64, u64),
        costs: &Costs,
        cache: Option<(&Cache, u32)>,
    ) {
        let child = position.after(square, Bitboard(flipped));
        let place = cache.map_or(Place::ANY, |(cache, empties)| {
            let place = cache.place(&child, empties);
            cache.fetch_ahead(place);
            place
        });
        let moves = Bitboard(moves);
        // All discs turned: nothing can be better.
        let cost = if child.own.is_empty() {
            Replies::WIPE_OUT
        } else {
            costs.of_move(&child, square, moves)
        };
        let key = cost << Replies::INDEX_BITS | self.len as i32;
        self.first = self.first.min(key);
        // The remainder, which is the length itself, spares a test.
        self.keys[self.len % CAPACITY] = key;
        self.list[self.len % CAPACITY] = Reply {
            child,
            moves,
            square,
            place,
        };
        self.len += 1;
    }

    /// The best of those not given yet: selection by need, since most nodes stop early.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Reply> {
        let best = match self.first {
            Replies::GIVEN => self.keys.iter().copied().min()?,
            first => first,
        };
        if best == Replies::GIVEN {
            return None;
        }
        self.first = Replies::GIVEN;
        let index = (best & ((1 << Replies::INDEX_BITS) - 1)) as usize % CAPACITY;
        self.keys[index] = Replies::GIVEN;
        Some(self.list[index])
    }

    /// All moves, in the order of their squares.
    #[inline(always)]
    pub(super) fn all(&self) -> &[Reply] {
        &self.list[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Instructions, for_instructions};
    use crate::othello::random::RandomGames;

    #[test]
    fn every_move_is_given_out_once_the_cheapest_first_and_of_equal_ones_the_lower_square() {
        let mut given = 0;
        for game in RandomGames::new(CAPACITY as u32, 24).take(300) {
            let position = game.position();
            let odd = Odd::of(position.empty());
            for set in Instructions::available() {
                let mut list = Replies::new();
                for_instructions!(set, kernels => {
                    list.fill(kernels, &position, position.moves(), (odd, CAPACITY as u32), None)
                });
                let costs = Costs::of(&position, odd);
                let mut rest = position.moves();
                let mut last = (i32::MIN, Square::new(0));
                while let Some(reply) = list.next() {
                    assert!(rest.contains(reply.square), "{set}: {position:?}");
                    rest = rest - reply.square.into();
                    let child = position.play_unchecked(reply.square);
                    assert_eq!((reply.child, reply.moves), (child, child.moves()), "{set}");
                    let this = match child.own.is_empty() {
                        true => (Replies::WIPE_OUT, reply.square),
                        false => (
                            costs.of_move(&child, reply.square, child.moves()),
                            reply.square,
                        ),
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
