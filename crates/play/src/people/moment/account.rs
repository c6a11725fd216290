//! A second account of what is seen of a move, entry by entry, square by square and without masks,
//! on two thousand positions of games.

use super::*;
use crate::people::sight::SeenMove;
use crate::people::turns::turns;
use bianca_rules::othello::{Color, Move, OthelloGame};
use rand::prelude::*;
use rand::rngs::StdRng;

/// File and rank, from 0.
type At = (i32, i32);

/// 1 for the side to move, -1 for the other, by file and rank.
#[derive(Clone, Copy)]
struct Board([[i32; 8]; 8]);

const STEPS: [At; 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

fn squares() -> impl Iterator<Item = At> {
    (0..64).map(|number| (number % 8, number / 8))
}

fn at(square: Square) -> At {
    (i32::from(square.file()), i32::from(square.rank()))
}

fn is_corner((file, rank): At) -> bool {
    (file == 0 || file == 7) && (rank == 0 || rank == 7)
}

fn apart(one: At, other: At) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

fn said(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

impl Board {
    fn of(position: Position) -> Board {
        let mut board = Board([[0; 8]; 8]);
        for (discs, side) in [(position.own, 1), (position.opp, -1)] {
            for square in discs {
                let (file, rank) = at(square);
                board.0[file as usize][rank as usize] = side;
            }
        }
        board
    }

    /// `None` beyond the board.
    fn get(&self, (file, rank): At) -> Option<i32> {
        let is_on = (0..8).contains(&file) && (0..8).contains(&rank);
        is_on.then(|| self.0[file as usize][rank as usize])
    }

    fn beside(&self, (file, rank): At) -> Vec<At> {
        let near = STEPS.iter().map(|(x, y)| (file + x, rank + y));
        near.filter(|&near| self.get(near).is_some()).collect()
    }

    /// What a disc of a side turns, direction by direction.
    fn turned(&self, square: At, side: i32) -> Vec<Vec<At>> {
        if self.get(square) != Some(0) {
            return Vec::new();
        }
        let along = |&(x, y): &At| {
            let mut found = Vec::new();
            for far in 1.. {
                let next = (square.0 + far * x, square.1 + far * y);
                match self.get(next) {
                    Some(found_side) if found_side == -side => found.push(next),
                    Some(found_side) if found_side == side => return found,
                    _ => break,
                }
            }
            Vec::new()
        };
        let lines = STEPS.iter().map(along);
        lines.filter(|line| !line.is_empty()).collect()
    }

    fn moves(&self, side: i32) -> Vec<At> {
        squares()
            .filter(|&square| !self.turned(square, side).is_empty())
            .collect()
    }

    fn with(&self, discs: &[At], side: i32) -> Board {
        let mut board = *self;
        for &(file, rank) in discs {
            board.0[file as usize][rank as usize] = side;
        }
        board
    }

    fn count(&self, is: impl Fn(At, i32) -> bool) -> i32 {
        let found = squares().filter(|&square| is(square, self.get(square).unwrap_or(0)));
        found.count() as i32
    }

    fn touches_empty(&self, square: At) -> bool {
        self.beside(square)
            .iter()
            .any(|&near| self.get(near) == Some(0))
    }

    /// Empty squares that hang together with one.
    fn region(&self, square: At) -> Vec<At> {
        let mut region = vec![square];
        let mut next = 0;
        while let Some(&square) = region.get(next) {
            for near in self.beside(square) {
                if self.get(near) == Some(0) && !region.contains(&near) {
                    region.push(near);
                }
            }
            next += 1;
        }
        region
    }
}

/// The names of kinds of squares, corner first: by how far from the nearest edges.
fn kind(square: At) -> usize {
    let inward = |line: i32| line.min(7 - line);
    let (file, rank) = (inward(square.0), inward(square.1));
    let kinds = [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 2),
        (2, 3),
    ];
    let sorted = (file.min(rank), file.max(rank));
    kinds.iter().position(|&kind| kind == sorted).unwrap()
}

/// All numbers of a move, in their order.
fn account(moment: &Moment<'_>, place: usize) -> Vec<f32> {
    let board = Board::of(moment.position);
    let seen = &moment.seen.moves[place];
    let square = at(seen.square);
    let mut row = Vec::new();
    for loss in seen.losses {
        let loss = if loss > 32.0 { 32.0 } else { loss };
        row.extend([loss / 8.0, loss / (2.0 + loss)]);
    }
    row.extend((0..9).map(|other| said(other == kind(square))));
    let lines = board.turned(square, 1);
    let turned: Vec<At> = lines.concat();
    let changed = [&turned[..], &[square]].concat();
    let after = board.with(&changed, 1);
    let mut near = after.beside(square).into_iter();
    let beside_corner = near.any(|near| is_corner(near) && after.get(near) == Some(0));
    row.push(said(!is_corner(square) && beside_corner));
    let (before, replies) = (board.moves(-1), after.moves(-1));
    let corner_in = |some: &[At], others: &[At]| {
        let mut corners = some.iter().filter(|&&square| is_corner(square));
        corners.any(|corner| !others.contains(corner))
    };
    row.push(said(corner_in(&replies, &before)));
    row.push(said(corner_in(&before, &replies)));
    let discs = after.count(|_, side| side != 0) as f32;
    row.push(turned.len() as f32 / 10.0);
    row.push(turned.len() as f32 / discs * 2.0);
    let on_edge = |&&(file, rank): &&At| file % 7 == 0 || rank % 7 == 0;
    row.push(turned.iter().filter(on_edge).count() as f32 / 4.0);
    row.push(lines.len() as f32 / 4.0);
    row.push(replies.len() as f32 / 12.0);
    row.push((before.len() as f32 - replies.len() as f32) / 8.0);
    row.push(said(replies.is_empty()));
    row.push(after.moves(1).len() as f32 / 12.0);
    let opened = after.count(|square, side| {
        side == 0
            && after
                .beside(square)
                .iter()
                .any(|near| changed.contains(near))
    });
    row.push(opened as f32 / 16.0);
    for wanted in [1, -1] {
        let frontier = after.count(|square, side| side == wanted && after.touches_empty(square));
        row.push(frontier as f32 / 20.0);
    }
    let liberties = after.beside(square).into_iter();
    let liberties = liberties.filter(|&near| after.get(near) == Some(0)).count();
    row.push(liberties as f32 / 8.0);
    let stable = |board: &Board| {
        let discs = |wanted: i32| -> Bitboard {
            let found = squares().filter(|&square| board.get(square) == Some(wanted));
            let named = found.map(|(file, rank)| Square::from_low_bits((8 * rank + file) as u32));
            named.collect()
        };
        stable_discs(discs(1), discs(-1)).count() as f32
    };
    row.push((stable(&after) - stable(&board)) / 8.0);
    let region = board.region(square).len();
    row.push(said(region % 2 == 1));
    row.push(if region > 12 {
        1.0
    } else {
        region as f32 / 12.0
    });
    let far = |last: Option<Square>| last.map(|last| apart(square, at(last)));
    row.push(far(moment.last).map_or(0.5, |far| far as f32 / 7.0));
    row.push(said(far(moment.last) == Some(1)));
    row.push(said(
        moment.last.is_some_and(|last| turned.contains(&at(last))),
    ));
    row.push(far(moment.own_last).map_or(0.5, |far| far as f32 / 7.0));
    let number = moment.seen.moves.len() as f32;
    let all: f32 = moment.counts.iter().sum();
    let played = if moment.counts.is_empty() {
        0.0
    } else {
        moment.counts[place]
    };
    let trust = all / (all + 20.0);
    row.push(if all > 0.0 {
        trust * played / all.max(1.0)
    } else {
        0.0
    });
    let expected = (all + 0.5 * number) / number;
    row.push(trust * ((played + 0.5) / expected).log2() / 4.0);
    row.push(said(played > 0.0));
    let left = board.count(|_, side| side == 0) as f32 / 60.0;
    row.extend([left, 4.0 * left * (1.0 - left)]);
    row.push((moment.rating - 1500.0) / 400.0);
    row.push((moment.seen.best / 16.0).clamp(-2.0, 2.0));
    row.push(number / 12.0);
    row.push(said(!moment.counts.is_empty()));
    row
}

/// A game of random moves.
fn random_game(random: &mut StdRng) -> OthelloGame {
    let mut game = OthelloGame::new();
    while !game.is_over() {
        let moves = game.position().moves().into_iter();
        let mv = moves.choose(random).map_or(Move::Pass, Move::Place);
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn each_number_is_what_is_seen_square_by_square() {
    let mut random = StdRng::seed_from_u64(17);
    let mut positions = 0;
    while positions < 2_000 {
        let game = random_game(&mut random);
        for turn in turns(&game) {
            positions += 1;
            let squares = turn.position.moves().into_iter();
            let seen = Seen {
                moves: squares
                    .map(|square| SeenMove {
                        square,
                        losses: std::array::from_fn(|_| random.random_range(0.0..40.0)),
                    })
                    .collect(),
                best: random.random_range(-50.0..50.0),
            };
            let counts: Vec<f32> = match positions % 3 {
                0 => Vec::new(),
                1 => seen.moves.iter().map(|_| 0.0).collect(),
                _ => {
                    let mut count = || random.random_range(0..30) as f32;
                    seen.moves.iter().map(|_| count()).collect()
                }
            };
            let moment = Moment {
                rating: random.random_range(500.0..2500.0),
                ..turn.moment(&seen, &counts)
            };
            for (place, row) in moment.inputs().iter().enumerate() {
                let expected = account(&moment, place);
                assert_eq!(expected.len(), INPUTS);
                for (entry, (&found, expected)) in row.iter().zip(expected).enumerate() {
                    assert!(
                        (found - expected).abs() < 1e-4,
                        "entry {entry}: {found}, not {expected}, of {} in {:?}",
                        seen.moves[place].square,
                        turn.position
                    );
                }
            }
        }
    }
}

#[test]
fn the_last_discs_are_the_last_ones_of_both_sides_across_passes() {
    let mut random = StdRng::seed_from_u64(23);
    let mut passed = 0;
    for _ in 0..60 {
        let game = random_game(&mut random);
        let all = game.turns();
        let last_of = |side: Color, before: usize| {
            let earlier = all[..before].iter().rev();
            let mut own = earlier.filter(|(color, mv)| *color == side && mv.square().is_some());
            own.next().and_then(|(_, mv)| mv.square())
        };
        let mut told = turns(&game);
        for (number, (&(side, mv), position)) in all.iter().zip(game.positions()).enumerate() {
            passed += usize::from(mv == Move::Pass);
            if position.moves().count() < 2 {
                continue;
            }
            let turn = told.next().unwrap();
            assert_eq!((turn.side, Some(turn.square)), (side, mv.square()));
            assert_eq!(turn.position, position);
            let other = if side == Color::Black {
                Color::White
            } else {
                Color::Black
            };
            assert_eq!(turn.lasts, [last_of(other, number), last_of(side, number)]);
        }
        assert!(told.next().is_none());
    }
    assert!(passed > 10, "{passed}");
}
