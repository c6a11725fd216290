//! What a move of a search to the end costs, by what it leaves the opponent.
//!
//! A cost is a whole number without a unit, smaller is better: the likelier a move is to be the one
//! that cuts, and the sooner that is shown, the less. It orders the solver's lists, and with the
//! evaluation the moves above them. Nothing here makes moves or searches.

use crate::search::params::{
    MIDDLE_BESIDE_CORNER, MIDDLE_CORNER, MIDDLE_CORNER_REPLY, MIDDLE_EDGE_DISC, MIDDLE_FRONTIER,
    MIDDLE_NO_REPLY, MIDDLE_ODD, MIDDLE_ONE_REPLY, MIDDLE_REPLY, MIDDLE_TWO_REPLIES,
};
use bianca_rules::othello::{Bitboard, Position, Square};

use super::parity::Odd;

/// What the number of the opponent's replies costs.
static COST_OF_REPLIES: [i32; 64] = {
    let mut table = [0; 64];
    let mut count = 0;
    while count < 64 {
        table[count] = match count {
            0 => MIDDLE_NO_REPLY,
            1 => MIDDLE_ONE_REPLY,
            2 => MIDDLE_TWO_REPLIES,
            _ => MIDDLE_REPLY * count as i32,
        };
        count += 1;
    }
    table
};

/// What the costs of a position's moves depend on.
pub(in crate::search) struct Costs {
    /// Squares beside empty corners.
    beside_corner: Bitboard,
    /// Squares beside any empty square, and the empty ones.
    beside_empty: Bitboard,
    odd: Odd,
}

impl Costs {
    /// Those of a position whose parity is not known yet.
    #[inline(always)]
    pub(in crate::search) fn of_position(position: &Position) -> Costs {
        Costs::of(position, Odd::of(position.empty()))
    }

    #[inline(always)]
    pub(super) fn of(position: &Position, odd: Odd) -> Costs {
        let empty = position.empty();
        let empty_corners = Bitboard::CORNERS & empty;
        Costs {
            beside_corner: empty_corners.dilated() - empty_corners,
            beside_empty: empty.dilated(),
            odd,
        }
    }

    /// The cost of the move to `square`, which leaves the opponent `moves` in `child`.
    #[inline(always)]
    pub(in crate::search) fn of_move(
        &self,
        child: &Position,
        square: Square,
        moves: Bitboard,
    ) -> i32 {
        let replies = |set: Bitboard| (moves & set).count() as i32;
        let discs = |set: Bitboard| (child.opp & set).count() as i32;
        let is_in = |set: Bitboard| (set.0 >> square.index() & 1) as i32;
        // The remainder, which is the count itself, spares a test.
        COST_OF_REPLIES[moves.count() as usize % COST_OF_REPLIES.len()]
            + MIDDLE_CORNER_REPLY * replies(Bitboard::CORNERS)
            + MIDDLE_FRONTIER * discs(self.beside_empty)
            + MIDDLE_EDGE_DISC * discs(Bitboard::EDGES)
            + MIDDLE_BESIDE_CORNER * is_in(self.beside_corner)
            + MIDDLE_ODD * is_in(self.odd.0)
            + MIDDLE_CORNER * is_in(Bitboard::CORNERS)
    }
}
