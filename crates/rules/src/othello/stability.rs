//! Stable discs: discs that can never be turned over again.
//!
//! [`stable_discs`] is a lower bound. It is exact for what one line alone decides: discs on
//! an edge by that edge's own future, and discs all of whose lines are full.

mod kernels;

use super::bitboard::Bitboard;
pub use kernels::stable_discs_by;

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// `EDGE[own][opp]`: the discs of either side on a line of eight with nothing beside it that
/// stay whatever both sides play on it, in any order and number.
static EDGE: [[u8; 256]; 256] = edge_table();

/// Discs of `own` that the opponent can never turn over: a lower bound.
///
/// A disc is found if, along each of the four lines through it, the line is full, or it lies at
/// the rim, or it stands beside a disc already found (Paul Hsieh's and Richard Delorme's
/// propagation).
///
/// ```
/// use bianca_rules::othello::Bitboard;
/// use bianca_rules::othello::stability::stable_discs;
///
/// // A corner is safe for ever, the square diagonally beside it is not.
/// let own = Bitboard(1 | 1 << 9);
/// assert_eq!(stable_discs(own, Bitboard(1 << 18)), Bitboard(1));
/// ```
#[inline(always)]
pub fn stable_discs(own: Bitboard, opp: Bitboard) -> Bitboard {
    let mut stable = stable_edges(own.0, opp.0);
    let full = FullLines::of(own.0 | opp.0);
    stable |= own.0 & full.row & full.file & full.falling & full.rising;
    if stable == 0 {
        return Bitboard::EMPTY;
    }
    // Rim squares have no neighbour on one side of these lines, so they cannot be outflanked.
    const NOT_A: u64 = !FILE_A;
    const NOT_H: u64 = !(FILE_A << 7);
    let inner = own.0 & !Bitboard::EDGES.0;
    loop {
        let row = stable << 1 & NOT_A | stable >> 1 & NOT_H | full.row;
        let file = stable << 8 | stable >> 8 | full.file;
        let falling = stable << 9 & NOT_A | stable >> 9 & NOT_H | full.falling;
        let rising = stable << 7 & NOT_H | stable >> 7 & NOT_A | full.rising;
        let more = stable | inner & row & file & falling & rising;
        if more == stable {
            return Bitboard(stable);
        }
        stable = more;
    }
}

/// The stable discs of `own` on the rim, each by the future of its own edge.
fn stable_edges(own: u64, opp: u64) -> u64 {
    let edge = |own: u64, opp: u64| u64::from(EDGE[own as usize & 255][opp as usize & 255]);
    let top = edge(own, opp);
    let bottom = edge(own >> 56, opp >> 56) << 56;
    let left = unpack_file(edge(pack_file(own), pack_file(opp)));
    let right = unpack_file(edge(pack_file(own >> 7), pack_file(opp >> 7))) << 7;
    own & (top | bottom | left | right)
}

/// File a as eight bits, rank 1 lowest.
const fn pack_file(bits: u64) -> u64 {
    (bits & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The inverse of [`pack_file`].
const fn unpack_file(bits: u64) -> u64 {
    // Seven shifted copies put bit n at position 8n; none of them overlap within FILE_A.
    (bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FILE_A | (bits & 0x80) << 49
}

/// The squares that lie on a full line, for each of the four directions of lines.
struct FullLines {
    row: u64,
    file: u64,
    falling: u64,
    rising: u64,
}

impl FullLines {
    fn of(discs: u64) -> FullLines {
        let mut row = discs;
        row &= row >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
        row &= row >> 2;
        row &= row >> 1;
        row = (row & FILE_A) * 255;
        let mut file = discs & discs.rotate_left(32);
        file &= file.rotate_left(16);
        file &= file.rotate_left(8);
        FullLines {
            row,
            file,
            falling: full_diagonals(discs, 9),
            rising: full_diagonals(discs, 7),
        }
    }
}

/// Squares on full diagonals of step 9 (falling) or 7 (rising): an empty square spoils its
/// diagonal both ways, by three rounds of doubling.
const fn full_diagonals(discs: u64, step: u32) -> u64 {
    // Which squares have a neighbour one, two, four steps up (towards lower bits) and down.
    let falling = step == 9;
    let mut open_up = !discs;
    let mut open_down = !discs;
    let mut distance = 1;
    while distance < 8 {
        let (up_mask, down_mask) = if falling {
            (files_below(8 - distance), files_from(distance))
        } else {
            (files_from(distance), files_below(8 - distance))
        };
        open_up |= open_up >> (step * distance) & up_mask;
        open_down |= open_down << (step * distance) & down_mask;
        distance *= 2;
    }
    !(open_up | open_down)
}

/// All squares on the first `count` files.
const fn files_below(count: u32) -> u64 {
    FILE_A * ((1 << count) - 1)
}

/// All squares from file number `first` on.
const fn files_from(first: u32) -> u64 {
    !files_below(first)
}

#[allow(long_running_const_eval)] // 3^8 edges with up to 16 moves each, once, in the compiler
const fn edge_table() -> [[u8; 256]; 256] {
    let mut table = [[0u8; 256]; 256];
    let mut empties = 0;
    // A move leaves one empty square less, so rows with fewer empty squares come first.
    while empties <= 8 {
        let mut own = 0usize;
        while own < 256 {
            let mut opp = 0usize;
            while opp < 256 {
                if own & opp == 0 && (own | opp).count_ones() == 8 - empties {
                    table[own][opp] = edge_entry(&table, own, opp);
                }
                opp += 1;
            }
            own += 1;
        }
        empties += 1;
    }
    table
}

/// One entry of [`EDGE`], from those with one empty square less. Both sides are tried on every
/// empty square, whether or not they turn anything on this edge: the move may be legal because
/// of another line.
const fn edge_entry(table: &[[u8; 256]; 256], own: usize, opp: usize) -> u8 {
    let mut stable = own | opp;
    let mut place = 0;
    while place < 8 {
        let here = 1usize << place;
        if (own | opp) & here == 0 {
            let turned = edge_flips(own, opp, place);
            stable &= !turned & table[own | here | turned][opp & !turned] as usize;
            let turned = edge_flips(opp, own, place);
            stable &= !turned & table[own & !turned][opp | here | turned] as usize;
        }
        place += 1;
    }
    stable as u8
}

const fn edge_flips(own: usize, opp: usize, place: usize) -> usize {
    let mut flipped = 0;
    let mut run = 0;
    let mut next = place + 1;
    while next < 8 && opp >> next & 1 == 1 {
        run |= 1 << next;
        next += 1;
    }
    if next < 8 && own >> next & 1 == 1 {
        flipped |= run;
    }
    run = 0;
    next = place;
    while next > 0 && opp >> (next - 1) & 1 == 1 {
        next -= 1;
        run |= 1 << next;
    }
    if next > 0 && own >> (next - 1) & 1 == 1 {
        flipped |= run;
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::random::random_move;
    use crate::othello::{Position, Square, Symmetry};
    use rand::prelude::*;

    fn set(squares: &str) -> Bitboard {
        squares
            .split_whitespace()
            .map(|s| s.parse::<Square>().unwrap())
            .collect()
    }

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        assert_eq!(stable_discs(set("a1"), set("b1 d5")), set("a1"));
        assert_eq!(stable_discs(set("a1 b1 a2 b2"), set("d1")), set("a1 b1 a2"));
        assert_eq!(
            stable_discs(set("a1 b1 c1 a2 b2 a3"), set("e5")),
            set("a1 b1 c1 a2 b2 a3")
        );
        assert_eq!(stable_discs(set("c1 d1"), set("d4")), Bitboard::EMPTY);
    }

    #[test]
    fn a_full_edge_is_stable_whoever_holds_it() {
        let own = set("a1 c1 e1 g1");
        assert_eq!(stable_discs(own, set("b1 d1 f1 h1")), own);
    }

    #[test]
    fn a_full_board_is_stable() {
        let own = Bitboard(0x1234_5678_9abc_def0);
        assert_eq!(stable_discs(own, !own), own);
    }

    #[test]
    fn packing_a_file_and_back() {
        for bits in 0..256u64 {
            assert_eq!(pack_file(unpack_file(bits)), bits);
        }
    }

    /// Plays random games to the end: a disc once called stable must keep its colour, and the
    /// answer must turn with the board.
    #[test]
    fn stable_discs_are_never_turned_over() {
        let mut random = StdRng::seed_from_u64(7);
        for game in 0..3000 {
            let mut position = Position::START;
            let mut promised = (Bitboard::EMPTY, Bitboard::EMPTY);
            while !position.is_over() {
                assert!(
                    (promised.0 - position.own).is_empty(),
                    "game {game}: {position:?}"
                );
                assert!(
                    (promised.1 - position.opp).is_empty(),
                    "game {game}: {position:?}"
                );
                promised = (
                    stable_discs(position.own, position.opp),
                    stable_discs(position.opp, position.own),
                );
                for symmetry in Symmetry::all() {
                    let image = symmetry.position(position);
                    assert_eq!(
                        stable_discs(image.own, image.opp),
                        symmetry.bitboard(promised.0)
                    );
                }
                let mv = random_move(position, &mut random);
                position = position.play(mv).unwrap();
                promised = (promised.1, promised.0);
            }
        }
    }
}
