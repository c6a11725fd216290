//! Reasons as they are told, each with all that its sentence names.

use super::super::{Named, Reason, ReasonKind};
use bianca_rules::othello::{Bitboard, Move, Square};

fn of_corner(kind: ReasonKind, corner: Square) -> Reason {
    Reason::of(kind).at([corner]).with("corner", corner)
}

fn of_edge(kind: ReasonKind, edge: Bitboard) -> Reason {
    Reason::of(kind).at(edge).with("edge", edge)
}

/// Numbers after each of two moves, the mover's and the opponent's.
type Both = (u32, u32);

fn tenths(reason: Reason, worse: Both, best: Both) -> Reason {
    let tenths = |(own, opp)| (Named::Tenths(own), Named::Tenths(opp));
    reason.with_both(tenths(worse), tenths(best))
}

fn compared(kind: ReasonKind, worse: u32, best: u32) -> Reason {
    let reason = Reason::of(kind).with("number_worse", worse);
    reason.with("number_best", best)
}

fn of_line(kind: ReasonKind, line: Vec<Move>) -> Reason {
    Reason::of(kind).with("line", line)
}

pub fn corner_lost(corner: Square, line: Vec<Move>, instead: Option<Square>) -> Reason {
    let instead = match instead {
        None => "none".to_owned(),
        Some(square) if square == corner => "same".to_owned(),
        Some(square) => square.to_string(),
    };
    let reason = of_corner(ReasonKind::CornerLost, corner).with("line", line);
    reason.with("instead", &*instead)
}

pub fn corner_missed(corner: Square, line: Vec<Move>) -> Reason {
    of_corner(ReasonKind::CornerMissed, corner).with("line", line)
}

pub fn must_pass(line: Vec<Move>) -> Reason {
    of_line(ReasonKind::MustPass, line)
}

pub fn pass_missed(line: Vec<Move>) -> Reason {
    of_line(ReasonKind::PassMissed, line)
}

pub fn last_in_region(region: Bitboard, last: Square) -> Reason {
    let reason = Reason::of(ReasonKind::LastInRegion).at(region);
    reason.with("region", region).with("last", last)
}

fn of_wedge(kind: ReasonKind, wedge: Square, line: Vec<Move>) -> Reason {
    let reason = Reason::of(kind).at([wedge]);
    reason.with("wedge", wedge).with("line", line)
}

pub fn wedge(wedge: Square, line: Vec<Move>) -> Reason {
    of_wedge(ReasonKind::Wedge, wedge, line)
}

pub fn wedge_missed(wedge: Square, line: Vec<Move>) -> Reason {
    of_wedge(ReasonKind::WedgeMissed, wedge, line)
}

pub fn unbalanced_edge(edge: Bitboard) -> Reason {
    of_edge(ReasonKind::UnbalancedEdge, edge)
}

pub fn corner_opened(corner: Square) -> Reason {
    of_corner(ReasonKind::CornerOpened, corner)
}

/// Who has two moves left has next to none, who has three has few.
pub fn few_moves(left: Bitboard, plies: usize, instead: u32) -> Reason {
    let kind = match left.count() {
        0..=2 => ReasonKind::MovesRunOut,
        _ => ReasonKind::FewerMoves,
    };
    let reason = Reason::of(kind).at(left).with("left", left.count());
    let reason = reason.with("squares", Named::Few(left));
    reason.with("plies", plies as u32).with("instead", instead)
}

pub fn many_moves(moves: Bitboard, plies: usize, instead: u32) -> Reason {
    let reason = Reason::of(ReasonKind::MoreMovesForOpponent).at(moves);
    let reason = reason.with("moves", moves.count());
    reason.with("plies", plies as u32).with("instead", instead)
}

pub fn tempo_missed() -> Reason {
    Reason::of(ReasonKind::TempoMissed)
}

fn stable(kind: ReasonKind, discs: Bitboard, more: u32, plies: usize) -> Reason {
    let reason = Reason::of(kind).at(discs).with("more", more);
    reason.with("plies", plies as u32)
}

pub fn stable_given(discs: Bitboard, more: u32, plies: usize) -> Reason {
    stable(ReasonKind::StableGiven, discs, more, plies)
}

pub fn stable_missed(discs: Bitboard, more: u32, plies: usize) -> Reason {
    stable(ReasonKind::StableMissed, discs, more, plies)
}

pub fn last_of_game() -> Reason {
    Reason::of(ReasonKind::LastOfGame)
}

pub fn frontier(played: u32, best: u32) -> Reason {
    compared(ReasonKind::Frontier, played, best)
}

pub fn beside_corner(corner: Square) -> Reason {
    of_corner(ReasonKind::BesideCorner, corner)
}

pub fn choice(played: Both, best: Both) -> Reason {
    let side = if best.0 > played.0 {
        "mover"
    } else {
        "opponent"
    };
    let reason = Reason::of(ReasonKind::Choice).with("side", side);
    tenths(reason, played, best)
}

fn of_x_square(kind: ReasonKind, square: Square, corner: Square, line: Vec<Move>) -> Reason {
    let reason = Reason::of(kind).at([square, corner]).with("square", square);
    reason.with("corner", corner).with("line", line)
}

pub fn x_square(square: Square, corner: Square, line: Vec<Move>) -> Reason {
    of_x_square(ReasonKind::XSquare, square, corner, line)
}

pub fn x_square_missed(square: Square, corner: Square, line: Vec<Move>) -> Reason {
    of_x_square(ReasonKind::XSquareMissed, square, corner, line)
}

pub fn edge_given(edge: Bitboard) -> Reason {
    of_edge(ReasonKind::EdgeGiven, edge)
}

pub fn edge_missed(edge: Bitboard) -> Reason {
    of_edge(ReasonKind::EdgeMissed, edge)
}

pub fn square_left(line: Vec<Move>) -> Reason {
    of_line(ReasonKind::SquareLeft, line)
}

pub fn both_squares(line: Vec<Move>) -> Reason {
    of_line(ReasonKind::BothSquares, line)
}

pub fn exposed(played: Both, best: Both) -> Reason {
    let side = if best.0 < played.0 {
        "mover"
    } else {
        "opponent"
    };
    let reason = Reason::of(ReasonKind::Exposed).with("side", side);
    tenths(reason, played, best)
}

pub fn turned(played: u32, best: u32) -> Reason {
    compared(ReasonKind::Turned, played, best)
}

pub fn discs(played: Both, best: Both) -> Reason {
    let numbers = |(own, opp)| (Named::Number(own), Named::Number(opp));
    let reason = Reason::of(ReasonKind::Count);
    reason.with_both(numbers(played), numbers(best))
}
