//! Accounts of corners, and of moves beside them.

use super::super::made;
use super::Reason;
use super::lines::{Two, Way, balance, is_corner, near};
use bianca_rules::othello::{Bitboard, Position, Square};

fn corners(board: Position) -> i32 {
    balance(board.own & Bitboard::CORNERS, board.opp & Bitboard::CORNERS)
}

pub fn corner_lost(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let taken = two
        .played
        .put(false, two.near)
        .into_iter()
        .find(|&(ply, square)| {
            let worse = corners(two.played.at(ply)) < corners(two.best.at(ply));
            is_corner(square) && worse && !two.best.at(1000).opp.contains(square)
        });
    let (ply, corner) = taken.filter(|_| corners(played) < corners(best))?;
    let gained =
        |at: &Square| is_corner(*at) && best.own.contains(*at) && two.start.empty().contains(*at);
    let gained: Vec<Square> = Square::all()
        .filter(|at| gained(at) && !two.played.at(1000).own.contains(*at))
        .collect();
    let instead = if gained.contains(&corner) {
        Some(corner)
    } else {
        gained.first().copied()
    };
    // The opponent's moves are the second, the fourth and so on.
    let moves = two.played.plies(false, ply).len();
    Some(made::corner_lost(corner, moves as u32, instead))
}

pub fn corner_missed(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let taken = two
        .best
        .put(true, two.near)
        .into_iter()
        .find(|&(ply, square)| {
            let worse = corners(two.played.at(ply)) < corners(two.best.at(ply));
            is_corner(square) && worse && !two.played.at(1000).own.contains(square)
        });
    let (ply, corner) = taken.filter(|_| corners(played) < corners(best))?;
    // The first one is not counted.
    let moves = two.best.plies(true, ply).len() - 1;
    Some(made::corner_missed(corner, moves as u32))
}

pub fn corner_opened(two: &Two) -> Option<Reason> {
    let before = two.start.opponent_moves();
    let given = |way: &Way| -> Vec<Square> {
        let moves = way.at(1).opponent_moves().into_iter();
        moves
            .filter(|at| is_corner(*at) && !before.contains(*at))
            .collect()
    };
    let (given, instead) = (given(&two.played), given(&two.best));
    let corner = *given.iter().find(|at| !instead.contains(at))?;
    let (played, best) = two.ends();
    let is_worse = given.len() > instead.len() && corners(played) <= corners(best);
    is_worse.then_some(made::corner_opened(corner))
}

/// The empty corner that an X or C square touches.
fn beside(board: Position, square: Square, c_squares: bool) -> Option<Square> {
    let corner = near(square).into_iter().find(|at| is_corner(*at))?;
    let is_diagonal = corner.file() != square.file() && corner.rank() != square.rank();
    (board.empty().contains(corner) && (is_diagonal || c_squares)).then_some(corner)
}

pub fn beside_corner(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    let corner = beside(two.start, played, true)?;
    let (end, then) = two.ends();
    let keeps_away = beside(two.start, best, true).is_none();
    let is_x_square = beside(two.start, played, false).is_some();
    let told = made::beside_corner(corner, is_x_square);
    (keeps_away && corners(end) <= corners(then)).then_some(told)
}

pub fn x_squares(two: &Two) -> [Option<Reason>; 2] {
    let of = |way: &Way, mine, most| -> Vec<(usize, Square, Square)> {
        let put = way.put(mine, most).into_iter();
        let touches =
            |(ply, at): (usize, Square)| Some((ply, at, beside(way.at(ply - 1), at, false)?));
        put.filter_map(touches).collect()
    };
    let sides = [
        (&two.played, true),
        (&two.played, false),
        (&two.best, true),
        (&two.best, false),
    ];
    let lists = sides.map(|(way, mine)| of(way, mine, two.near));
    let (end, then) = two.ends();
    // One of the four, and the others empty; that of the same side in the other line to its end.
    let alone = |which: usize, same: usize| {
        let others = (0..4).filter(|&other| other != which);
        let (way, mine) = sides[same];
        let is_alone =
            others.clone().all(|other| lists[other].is_empty()) && of(way, mine, 1000).is_empty();
        let first = *lists[which].first()?;
        (is_alone && first.0 >= 2 && corners(end) <= corners(then)).then_some(first)
    };
    let own = alone(0, 2).map(|(_, square, corner)| made::x_square(square, corner));
    let missed = alone(3, 1).map(|(_, square, corner)| made::x_square_missed(square, corner));
    [own, missed]
}
