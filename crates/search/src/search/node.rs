//! A node of the tree, its moves, and the order in which they are tried.

use arrayvec::ArrayVec;

use super::params::Parameters;
use crate::eval::patterns::Views;
use bianca_rules::othello::kernels::RuleKernels;
use bianca_rules::othello::{Bitboard, Position, Square};

/// A position with what the evaluation looks at.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) views: Views,
    /// What the evaluation says, if it was asked when the parent's moves were put in order.
    pub(super) estimate: Option<i32>,
}

impl Node {
    /// The node after a move.
    #[inline(always)]
    pub(super) fn after(&self, mv: &Candidate) -> Node {
        Node {
            position: mv.child,
            views: self.views.after_move(mv.square, mv.flipped),
            estimate: mv.estimate,
        }
    }

    /// The node after a pass.
    pub(super) fn passed(&self) -> Node {
        Node {
            position: self.position.passed(),
            views: self.views.after_pass(),
            estimate: None,
        }
    }
}

/// A legal move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) flipped: Bitboard,
    pub(super) child: Position,
    /// What the evaluation says of `child`, if it was asked and the opponent has a reply.
    pub(super) estimate: Option<i32>,
    /// Greater is better; comparable only within a node.
    pub(super) value: i32,
}

impl Candidate {
    #[inline(always)]
    pub(super) fn new<K: RuleKernels>(
        kernels: K,
        position: &Position,
        square: Square,
    ) -> Candidate {
        let flipped = position.flips_by(kernels, square);
        Candidate {
            square,
            flipped,
            child: position.after(square, flipped),
            estimate: None,
            value: 0,
        }
    }
}

/// What a move seems to be worth by the `replies` that it leaves and by its square; greater is
/// better, comparable only within a node.
#[inline(always)]
pub(super) fn by_replies(parameters: &Parameters, mv: &Candidate, replies: Bitboard) -> i32 {
    let mobility = (replies.count() + (replies & Bitboard::CORNERS).count()) as i32;
    i32::from(SQUARE_VALUE[mv.square.index()]) * parameters.square - mobility * parameters.mobility
}

/// No position has more legal moves than this (33 were ever constructed).
pub(super) const MAX_MOVES: usize = 34;

/// The moves of a node, given out best first.
pub(super) struct Candidates {
    list: ArrayVec<Candidate, MAX_MOVES>,
    given: usize,
}

impl Candidates {
    /// An empty list. It is filled where it stands, because it is too long to be moved about.
    #[inline]
    pub(super) fn new() -> Candidates {
        Candidates {
            list: ArrayVec::new_const(),
            given: 0,
        }
    }

    /// Adds all `moves` of `position`, not yet valued.
    #[inline(always)]
    pub(super) fn fill<K: RuleKernels>(
        &mut self,
        kernels: K,
        position: &Position,
        moves: Bitboard,
    ) {
        for square in moves {
            self.list.push(Candidate::new(kernels, position, square));
        }
    }

    /// Gives out the move on `square` before all others, if it is there.
    pub(super) fn take(&mut self, square: Square) -> Option<Candidate> {
        let rest = &mut self.list[self.given..];
        let place = rest.iter().position(|mv| mv.square == square)?;
        rest.swap(0, place);
        self.given += 1;
        Some(self.list[self.given - 1])
    }

    /// How many are not given out yet.
    pub(super) fn left(&self) -> usize {
        self.list.len() - self.given
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.list.iter()
    }

    /// Those not given out yet, to be valued.
    pub(super) fn rest_mut(&mut self) -> &mut [Candidate] {
        &mut self.list[self.given..]
    }

    /// The best of those not given out yet. Selection by need, because most nodes stop early.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Candidate> {
        let rest = &mut self.list[self.given..];
        // Value and place in one number: the comparisons of a pair would be branches, and nobody
        // can foresee where the best move stands.
        let key = |(place, mv): (usize, &Candidate)| {
            i64::from(mv.value) << 8 | (MAX_MOVES - place) as i64
        };
        let greatest = rest.iter().enumerate().map(key).reduce(i64::max)?;
        rest.swap(0, MAX_MOVES - (greatest & 0xff) as usize);
        self.given += 1;
        Some(self.list[self.given - 1])
    }

    /// All that are not given out yet, in order.
    pub(super) fn rest(&mut self) -> Vec<Candidate> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

/// How good a square is to move to, in the opinion of most books: corners first, then the
/// edge away from them, X squares last.
pub static SQUARE_VALUE: [i8; 64] = {
    const EIGHTH: [[i8; 4]; 4] = [[9, 2, 7, 6], [2, 0, 3, 3], [7, 3, 5, 4], [6, 3, 4, 4]];
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let file = if file < 4 { file } else { 7 - file };
        let rank = if rank < 4 { rank } else { 7 - rank };
        table[square] = EIGHTH[rank][file];
        square += 1;
    }
    table
};

/// Which moves the last ply tries first: corners, the centre, what lies between, and what lies
/// beside a corner. Of 20 million moves of last plies, those to a corner reached beta in 92 of 100
/// cases, to the centre in 45 to 67, beside an edge in 37 to 48, on it in 35 to 41, to a C-square
/// in 12 to 16 and to an X-square in 5.
pub(super) const LAST_PLY_ORDER: [Bitboard; 4] = [
    Bitboard::CORNERS,
    Bitboard(0x0000_3c3c_3c3c_0000),
    Bitboard(0x3c3c_c3c3_c3c3_3c3c),
    Bitboard(0x42c3_0000_0000_c342),
];

const _: () = {
    let [a, b, c, d] = LAST_PLY_ORDER;
    assert!(a.0 | b.0 | c.0 | d.0 == u64::MAX);
    assert!(a.0.count_ones() + b.0.count_ones() + c.0.count_ones() + d.0.count_ones() == 64);
};

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::cpu::kernels::Plain;

    #[test]
    fn the_greatest_value_comes_first_and_of_equals_the_first_in_the_list() {
        let position = Position::START;
        let values = [-1, 7, i32::MIN, i32::MAX, 7, 0, -1, i32::MAX];
        let mut list = Candidates::new();
        for (square, value) in (0..).map(Square::new).zip(values) {
            let square_of_start = position.moves().first().expect("a move");
            let mv = Candidate::new(Plain, &position, square_of_start);
            list.list.push(Candidate {
                square,
                value,
                ..mv
            });
        }
        let given: Vec<_> = std::iter::from_fn(|| list.next())
            .map(|mv| (mv.value, mv.square.index()))
            .collect();
        let in_order = |pair: &[(i32, usize)]| pair[0].0 >= pair[1].0;
        assert!(given.windows(2).all(in_order), "{given:?}");
        assert_eq!(given[..2], [(i32::MAX, 3), (i32::MAX, 7)]);
        assert_eq!(list.left(), 0);
    }

    #[test]
    fn a_full_list_gives_out_its_last_move() {
        let mut list = Candidates::new();
        let start = Position::START;
        let mv = Candidate::new(Plain, &start, start.moves().first().expect("a move"));
        for place in 0..MAX_MOVES {
            let value = i32::from(place + 1 == MAX_MOVES);
            list.list.push(Candidate { value, ..mv });
        }
        assert_eq!(list.next().map(|mv| mv.value), Some(1));
        assert_eq!(list.left(), MAX_MOVES - 1);
    }
}
