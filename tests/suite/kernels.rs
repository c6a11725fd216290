//! The kernels of all sets of instructions that this processor has agree with the definition, and
//! what is compiled for one finds the same as for another.

use bianca::cpu::{Instructions, for_instructions};
use bianca::othello::flips::flips_plain;
use bianca::othello::kernels::RuleKernels;
use bianca::othello::moves::legal_moves_plain;
use bianca::othello::perft::{PassRule, perft_with};
use bianca::othello::random::{RandomGames, random_move};
use bianca::othello::stability::stable_discs;
use bianca::othello::stability::stable_discs_by;
use bianca::othello::{Bitboard, Position, Square};
use bianca::request::{Limits, Request, StopFlag};
use bianca::search::endgame::Solver;
use bianca::search::{Searcher, Settings};
use rand::prelude::*;

const SEED: u64 = 20_261_121;

/// Positions of random games, and boards that no game reaches.
fn boards() -> Vec<(u64, u64)> {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut boards = Vec::new();
    for _ in 0..100 {
        let mut position = Position::START;
        while !position.is_over() {
            boards.push((position.own.0, position.opp.0));
            let mv = random_move(position, &mut random);
            position = position.play(mv).unwrap();
        }
    }
    for _ in 0..4_000 {
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
            for set in Instructions::available() {
                let found = for_instructions!(set, kernels => kernels.flips(own, opp, i));
                assert_eq!(
                    found, expected,
                    "{set}: seed {SEED}, {own:#x} {opp:#x} {square}"
                );
            }
        }
    }
}

#[test]
fn legal_moves_agree() {
    for (own, opp) in boards() {
        let expected = legal_moves_plain(Bitboard(own), Bitboard(opp)).0;
        for set in Instructions::available() {
            let found = for_instructions!(set, kernels => kernels.legal_moves(own, opp));
            assert_eq!(found, expected, "{set}: seed {SEED}, {own:#x} {opp:#x}");
        }
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
        for set in Instructions::available() {
            let i = square.index();
            let found = for_instructions!(set, kernels => kernels.count_last_flips(own, i));
            assert_eq!(found, expected, "{set}: seed {SEED}, {own:#x} {square}");
        }
    }
}

#[test]
fn stable_discs_agree() {
    for (own, opp) in boards() {
        let (own, opp) = (Bitboard(own), Bitboard(opp));
        let expected = stable_discs(own, opp);
        for set in Instructions::available() {
            let found = for_instructions!(set, kernels => stable_discs_by(kernels, own, opp));
            assert_eq!(found, expected, "{set}: seed {SEED}, {own:?} {opp:?}");
        }
    }
}

/// Endings solved and a middle searched: not only the same scores, but by the same way.
#[test]
fn every_set_visits_the_same_nodes() {
    for game in RandomGames::new(14, SEED).take(30) {
        let mut found = Instructions::available().into_iter().map(|set| {
            let mut solver = Solver::with(set);
            (solver.solve(game.position(), -64, 64), solver.nodes)
        });
        let first = found.next();
        assert!(
            found.all(|other| Some(other) == first),
            "{:?}",
            game.position()
        );
    }
    for (empties, depth) in [(44, 10), (24, 10), (18, 18)] {
        let Some(game) = RandomGames::new(empties, SEED).next() else {
            panic!("there are random games");
        };
        let mut found = Instructions::available().into_iter().map(|instructions| {
            let settings = Settings {
                instructions,
                hash_mib: 4,
                ..Settings::default()
            };
            let request = Request {
                limits: Limits::to_depth(depth),
                ..Request::default()
            };
            let mut searcher = Searcher::new(settings).unwrap();
            let (position, stop) = (game.position(), StopFlag::new());
            let lines = searcher.search(position, &request, &stop, &mut |_| {});
            (lines[0].pv.clone(), lines[0].score, lines[0].nodes)
        });
        let first = found.next();
        assert!(first.as_ref().is_some_and(|(.., nodes)| *nodes > 1000));
        assert!(
            found.all(|other| Some(&other) == first.as_ref()),
            "{empties}"
        );
    }
}

#[test]
fn every_set_counts_the_same_paths() {
    for set in Instructions::available() {
        let found = perft_with(set, Position::START, 8, PassRule::OnePly);
        assert_eq!(found, 390_216, "{set}");
    }
}
