//! Finders: corners that are taken or opened, and moves beside empty ones.

use super::line::{Line, Lines};
use super::{Named, Reason, ReasonKind};
use bianca_rules::othello::{Bitboard, Position, Square};

/// The mover's corners less the opponent's.
fn corners(board: Position) -> i32 {
    let count = |discs: Bitboard| (discs & Bitboard::CORNERS).count() as i32;
    count(board.own) - count(board.opp)
}

/// How many moves of its own a side has made after the first move of a line, at its ply `ply`.
fn moves_until(ply: usize) -> u32 {
    (ply / 2) as u32
}

fn at_corner(kind: ReasonKind, corner: Square) -> Reason {
    Reason::of(kind).at([corner]).with("corner", corner)
}

pub fn corner_lost(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.ends();
    if corners(played) >= corners(best) {
        return None;
    }
    let taken = lines.played.placed(false, lines.plies);
    let mut taken = taken.filter(|&(_, square)| Bitboard::CORNERS.contains(square));
    let (ply, corner) = taken.find(|&(ply, corner)| {
        let now = corners(lines.played.at(ply)) < corners(lines.best.at(ply));
        now && !lines.best.end().opp.contains(corner)
    })?;
    let instead = (Bitboard::CORNERS & best.own & lines.start.empty()) - lines.played.end().own;
    let instead: Named = match instead.first() {
        _ if instead.contains(corner) => "same".into(),
        Some(instead) => instead.into(),
        None => "none".into(),
    };
    let lost = at_corner(ReasonKind::CornerLost, corner).with("moves", moves_until(ply));
    Some(lost.with("instead", instead))
}

pub fn corner_missed(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.ends();
    if corners(played) >= corners(best) {
        return None;
    }
    let taken = lines.best.placed(true, lines.plies);
    let mut taken = taken.filter(|&(_, square)| Bitboard::CORNERS.contains(square));
    let (ply, corner) = taken.find(|&(ply, corner)| {
        let now = corners(lines.played.at(ply)) < corners(lines.best.at(ply));
        now && !lines.played.end().own.contains(corner)
    })?;
    let missed = at_corner(ReasonKind::CornerMissed, corner);
    Some(missed.with("moves", moves_until(ply)))
}

pub fn corner_opened(lines: &Lines) -> Option<Reason> {
    let given = |line: &Line| {
        (line.at(1).opponent_moves() - lines.start.opponent_moves()) & Bitboard::CORNERS
    };
    let (given, instead) = (given(&lines.played), given(&lines.best));
    let (played, best) = lines.ends();
    let corner = (given - instead).first()?;
    let more = given.count() > instead.count() && corners(played) <= corners(best);
    more.then(|| at_corner(ReasonKind::CornerOpened, corner))
}

pub fn beside_corner(lines: &Lines) -> Option<Reason> {
    let touched = |square: Square| {
        let risky = Bitboard::X_SQUARES | Bitboard::C_SQUARES;
        let near = Bitboard::from(square) & risky;
        (near.dilated() & Bitboard::CORNERS & lines.start.empty()).first()
    };
    let place = |square| {
        if Bitboard::X_SQUARES.contains(square) {
            "x"
        } else {
            "c"
        }
    };
    let (played, best) = lines.first();
    let corner = touched(played).filter(|_| touched(best).is_none())?;
    let (after, then) = lines.ends();
    let beside = at_corner(ReasonKind::BesideCorner, corner).with("place", place(played));
    (corners(after) <= corners(then)).then_some(beside)
}

/// The corner that the X square `square` touches, if it is empty on `board`.
fn open_corner(board: Position, square: Square) -> Option<Square> {
    let x_square = Bitboard::from(square) & Bitboard::X_SQUARES;
    (x_square.dilated() & Bitboard::CORNERS & board.empty()).first()
}

/// The moves of a side on X squares of empty corners.
fn beside(line: &Line, mine: bool, plies: usize) -> Vec<(usize, Square, Square)> {
    let placed = line.placed(mine, plies);
    let beside = placed
        .filter_map(|(ply, square)| Some((ply, square, open_corner(line.at(ply - 1), square)?)));
    beside.collect()
}

/// The only such move of two lines, in `line` and after its first ply; in the other line the side
/// makes none at all.
fn only_beside(line: &Line, other: &Line, mine: bool, plies: usize) -> Option<(Square, Square)> {
    let never = |line, mine, plies| beside(line, mine, plies).is_empty();
    let (ply, square, corner) = *beside(line, mine, plies).first()?;
    let only =
        never(other, mine, usize::MAX) && never(line, !mine, plies) && never(other, !mine, plies);
    (only && ply > 1).then_some((square, corner))
}

pub fn x_square(lines: &Lines) -> Option<Reason> {
    let (square, corner) = only_beside(&lines.played, &lines.best, true, lines.plies)?;
    let (played, best) = lines.ends();
    (corners(played) <= corners(best)).then(|| {
        let x_square = Reason::of(ReasonKind::XSquare).at([square, corner]);
        x_square.with("square", square).with("corner", corner)
    })
}

pub fn x_square_missed(lines: &Lines) -> Option<Reason> {
    let (square, corner) = only_beside(&lines.best, &lines.played, false, lines.plies)?;
    let (played, best) = lines.ends();
    (corners(played) <= corners(best)).then(|| {
        let missed = Reason::of(ReasonKind::XSquareMissed).at([square, corner]);
        missed.with("square", square).with("corner", corner)
    })
}
