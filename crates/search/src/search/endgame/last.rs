//! The last four empty squares, without lists, tables or move generation.
//!
//! Scores are in discs with the empty squares to the winner, for the side to move. Each function
//! is a null-window search: it says whether the score is above `alpha`, fail-soft.

mod kernels;

use bianca_rules::othello::kernels::RuleKernels;
use bianca_rules::othello::{Bitboard, Position, Square};

use super::parity::Odd;
pub(super) use kernels::last_four;
use kernels::{last_three, last_two, last_two_passed};

/// Below any score.
const NONE: i32 = -65;

/// The score with one empty square, from the discs of the side to move alone.
///
/// The last move is not made: the discs that it turns are counted by look-up.
#[inline(always)]
pub(super) fn last_one<K: RuleKernels>(kernels: K, own: Bitboard, square: Square) -> i32 {
    let discs = own.count() as i32;
    let turned = kernels.count_last_flips(own.0, square.index()) as i32;
    if turned > 0 {
        return 2 * (discs + turned) - 62;
    }
    let opp = !own - square.into();
    let turned = kernels.count_last_flips(opp.0, square.index()) as i32;
    if turned > 0 {
        return 2 * (discs - turned) - 64;
    }
    // 63 discs lie, so that one side has more; it also gets the empty square.
    if discs >= 32 {
        2 * discs - 62
    } else {
        2 * discs - 64
    }
}

/// The score with two empty squares.
///
/// Both moves' flips are computed before either is looked at, so that their latencies overlap.
#[inline(always)]
pub(super) fn last_two_body<K: RuleKernels>(
    kernels: K,
    position: Position,
    alpha: i32,
    a: Square,
    b: Square,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let opp = position.opp;
    let (by_a, by_b) = (position.flips_by(kernels, a), position.flips_by(kernels, b));
    if by_a.any() {
        *nodes += 1;
        let score = -last_one(kernels, opp ^ by_a, b);
        if score > alpha || by_b.is_empty() {
            return score;
        }
        *nodes += 1;
        return score.max(-last_one(kernels, opp ^ by_b, a));
    }
    if by_b.any() {
        *nodes += 1;
        return -last_one(kernels, opp ^ by_b, a);
    }
    last_two_passed(kernels, position, alpha, a, b, nodes)
}

/// [`last_two`] when the side to move has no move: the opponent's moves, seen from here.
#[inline(always)]
pub(super) fn last_two_passed_body<K: RuleKernels>(
    kernels: K,
    position: Position,
    alpha: i32,
    a: Square,
    b: Square,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let own = position.own;
    let passed = position.passed();
    let (by_a, by_b) = (passed.flips_by(kernels, a), passed.flips_by(kernels, b));
    match (by_a.any(), by_b.any()) {
        (true, true) => {
            let score = last_one(kernels, own ^ by_a, b);
            if score <= alpha {
                score
            } else {
                score.min(last_one(kernels, own ^ by_b, a))
            }
        }
        (true, false) => last_one(kernels, own ^ by_a, b),
        (false, true) => last_one(kernels, own ^ by_b, a),
        (false, false) => position.final_score(),
    }
}

/// The score with three empty squares, tried in the order given.
#[inline(always)]
pub(super) fn last_three_body<K: RuleKernels>(
    kernels: K,
    position: Position,
    alpha: i32,
    squares: [Square; 3],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [a, b, c] = squares;
    let mut best = NONE;
    let flipped = position.flips_by(kernels, a);
    if flipped.any() {
        best = -last_two(kernels, position.after(a, flipped), -alpha - 1, b, c, nodes);
        if best > alpha {
            return best;
        }
    }
    let flipped = position.flips_by(kernels, b);
    if flipped.any() {
        best = best.max(-last_two(
            kernels,
            position.after(b, flipped),
            -alpha - 1,
            a,
            c,
            nodes,
        ));
        if best > alpha {
            return best;
        }
    }
    let flipped = position.flips_by(kernels, c);
    if flipped.any() {
        return best.max(-last_two(
            kernels,
            position.after(c, flipped),
            -alpha - 1,
            a,
            b,
            nodes,
        ));
    }
    if best != NONE {
        return best;
    }
    last_three_passed(kernels, position, alpha, squares, nodes)
}

/// [`last_three`] when the side to move has no move.
#[cold]
#[inline(never)]
fn last_three_passed<K: RuleKernels>(
    kernels: K,
    position: Position,
    alpha: i32,
    squares: [Square; 3],
    nodes: &mut u64,
) -> i32 {
    if position.opponent_moves_by(kernels).is_empty() {
        return position.final_score();
    }
    -last_three(kernels, position.passed(), -alpha - 1, squares, nodes)
}

/// The score with four empty squares; those in regions with an odd number of empty squares are
/// tried first, because whoever plays first there also plays last.
#[inline(always)]
pub(super) fn last_four_body<K: RuleKernels>(
    kernels: K,
    position: Position,
    alpha: i32,
    odd: Odd,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let empty = position.empty();
    let mut best = NONE;
    for squares in odd.first(empty) {
        for square in squares {
            let flipped = position.flips_by(kernels, square);
            if flipped.any() {
                let child = position.after(square, flipped);
                let rest = three_squares(empty - square.into(), odd.after(square));
                let score = -last_three(kernels, child, -alpha - 1, rest, nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
    }
    if best != NONE {
        return best;
    }
    last_four_passed(kernels, position, alpha, odd, nodes)
}

/// [`last_four`] when the side to move has no move.
#[cold]
#[inline(never)]
fn last_four_passed<K: RuleKernels>(
    kernels: K,
    position: Position,
    alpha: i32,
    odd: Odd,
    nodes: &mut u64,
) -> i32 {
    if position.opponent_moves_by(kernels).is_empty() {
        return position.final_score();
    }
    -last_four(kernels, position.passed(), -alpha - 1, odd, nodes)
}

/// Three squares, the one that is alone in its quadrant first.
#[inline]
fn three_squares(set: Bitboard, odd: Odd) -> [Square; 3] {
    let low = |bits: u64| Square::from_low_bits(bits.trailing_zeros());
    let bits = set.0;
    // With one odd quadrant, its square is either alone or one of three: then the order of the
    // three does not matter, and the lowest odd one is as good as any.
    let first = low(if (set & odd.0).any() {
        (set & odd.0).0
    } else {
        bits
    });
    let rest = bits & !(1 << first.index());
    [first, low(rest), low(rest & rest.wrapping_sub(1))]
}

/// The score of a position with at most four empty squares, for callers that need no speed.
pub(super) fn last_few<K: RuleKernels>(
    kernels: K,
    position: Position,
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    let odd = Odd::of(position.empty());
    let squares: Vec<Square> = position.empty().into_iter().collect();
    match squares[..] {
        [] => {
            *nodes += 1;
            position.final_score()
        }
        [a] => {
            *nodes += 1;
            last_one(kernels, position.own, a)
        }
        [a, b] => last_two(kernels, position, alpha, a, b, nodes),
        [a, b, c] => last_three(kernels, position, alpha, [a, b, c], nodes),
        _ => last_four(kernels, position, alpha, odd, nodes),
    }
}
