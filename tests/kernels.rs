//! The fast kernels agree with the plain ones, and those with the definition.

use bianca::othello::flips::flips_plain;
use bianca::othello::moves::legal_moves_plain;
use bianca::othello::{Bitboard, Position, Square, kernels};
use rand::prelude::*;

const SEED: u64 = 20_261_121;

/// Positions of random games, and boards that no game reaches.
fn boards() -> Vec<(u64, u64)> {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut boards = Vec::new();
    for _ in 0..300 {
        let mut position = Position::START;
        while !position.is_over() {
            boards.push((position.own.0, position.opp.0));
            let moves: Vec<Square> = position.moves().into_iter().collect();
            position = match moves.choose(&mut random) {
                Some(&square) => position.play_unchecked(square),
                None => position.passed(),
            };
        }
    }
    for _ in 0..20_000 {
        let (a, b): (u64, u64) = (random.random(), random.random());
        boards.push((a & b, !a & b));
        boards.push((a & b, !a));
    }
    boards
}

#[test]
fn flips_agree_on_every_empty_square() {
    for (own, opp) in boards() {
        for square in !(Bitboard(own) | Bitboard(opp)) {
            let expected = flips_plain(Bitboard(own), Bitboard(opp), square).0;
            let i = square.index();
            let context = format!("seed {SEED}, {own:#x} {opp:#x} {square}");
            assert_eq!(
                kernels::plain::flips(own, opp, i),
                expected,
                "plain: {context}"
            );
            assert_eq!(kernels::flips(own, opp, i), expected, "chosen: {context}");
            #[cfg(target_feature = "avx2")]
            assert_eq!(
                kernels::avx2::flips(own, opp, i),
                expected,
                "avx2: {context}"
            );
        }
    }
}

#[test]
fn legal_moves_agree() {
    for (own, opp) in boards() {
        let expected = legal_moves_plain(Bitboard(own), Bitboard(opp)).0;
        let context = format!("seed {SEED}, {own:#x} {opp:#x}");
        assert_eq!(
            kernels::plain::legal_moves(own, opp),
            expected,
            "plain: {context}"
        );
        assert_eq!(
            kernels::legal_moves(own, opp),
            expected,
            "chosen: {context}"
        );
    }
}

#[test]
fn the_last_move_is_counted_right() {
    let mut random = StdRng::seed_from_u64(SEED);
    for _ in 0..50_000 {
        let own: u64 = random.random();
        let square = Square::new(random.random_range(0..64));
        let own = own & !(1 << square.index());
        let opp = !own & !(1 << square.index());
        let expected = flips_plain(Bitboard(own), Bitboard(opp), square).count();
        let context = format!("seed {SEED}, {own:#x} {square}");
        assert_eq!(
            kernels::plain::count_last_flips(own, square.index()),
            expected,
            "{context}"
        );
        assert_eq!(
            kernels::count_last_flips(own, square.index()),
            expected,
            "{context}"
        );
    }
}
