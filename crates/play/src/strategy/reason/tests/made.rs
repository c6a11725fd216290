//! Reasons as they are told, each with all that its sentence names.

use super::super::{Named, Reason, ReasonKind};
use bianca_rules::othello::{Bitboard, Square};

fn of_corner(kind: ReasonKind, corner: Square) -> Reason {
    Reason::of(kind).at([corner]).with("corner", corner)
}

/// Of discs on an edge that is called by these corners.
fn of_edge(kind: ReasonKind, discs: Bitboard, edge: &str) -> Reason {
    Reason::of(kind).at(discs).with("edge", edge)
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

pub fn corner_lost(corner: Square, moves: u32, instead: Option<Square>) -> Reason {
    let instead = match instead {
        None => "none".to_owned(),
        Some(square) if square == corner => "same".to_owned(),
        Some(square) => square.to_string(),
    };
    let reason = of_corner(ReasonKind::CornerLost, corner).with("moves", moves);
    reason.with("instead", &*instead)
}

pub fn corner_missed(corner: Square, moves: u32) -> Reason {
    of_corner(ReasonKind::CornerMissed, corner).with("moves", moves)
}

pub fn must_pass() -> Reason {
    Reason::of(ReasonKind::MustPass)
}

pub fn pass_missed() -> Reason {
    Reason::of(ReasonKind::PassMissed)
}

pub fn last_in_region(region: Bitboard, last: Square) -> Reason {
    let reason = Reason::of(ReasonKind::LastInRegion).at(region);
    reason.with("region", Named::Few(region)).with("last", last)
}

fn of_wedge(kind: ReasonKind, wedge: Square) -> Reason {
    Reason::of(kind).at([wedge]).with("wedge", wedge)
}

pub fn wedge(wedge: Square) -> Reason {
    of_wedge(ReasonKind::Wedge, wedge)
}

pub fn wedge_missed(wedge: Square) -> Reason {
    of_wedge(ReasonKind::WedgeMissed, wedge)
}

pub fn unbalanced_edge(discs: Bitboard, first: Square, last: Square) -> Reason {
    let reason = Reason::of(ReasonKind::UnbalancedEdge).at(discs);
    reason.with("first", first).with("last", last)
}

pub fn corner_opened(corner: Square) -> Reason {
    of_corner(ReasonKind::CornerOpened, corner)
}

/// Who has two moves left has next to none, who has three has few; `missed` are some that are gone.
pub fn few_moves(left: Bitboard, missed: Bitboard, plies: usize, instead: u32) -> Reason {
    let (kind, squares) = match left.count() {
        0..=2 => (ReasonKind::MovesRunOut, left),
        _ => (ReasonKind::FewerMoves, missed),
    };
    let reason = Reason::of(kind).at(left).with("squares", squares);
    let reason = reason.with("left", left.count());
    reason.with("plies", plies as u32).with("instead", instead)
}

/// `new` are some that there are only here.
pub fn many_moves(moves: Bitboard, new: Bitboard, plies: usize, instead: u32) -> Reason {
    let reason = Reason::of(ReasonKind::MoreMovesForOpponent).at(moves);
    let reason = reason.with("squares", new).with("moves", moves.count());
    reason.with("plies", plies as u32).with("instead", instead)
}

pub fn tempo_missed() -> Reason {
    Reason::of(ReasonKind::TempoMissed)
}

fn stable(kind: ReasonKind, discs: Bitboard, told: Bitboard, more: u32, plies: usize) -> Reason {
    let reason = Reason::of(kind).at(discs).with("discs", told);
    reason.with("more", more).with("plies", plies as u32)
}

pub fn stable_given(discs: Bitboard, told: Bitboard, more: u32, plies: usize) -> Reason {
    stable(ReasonKind::StableGiven, discs, told, more, plies)
}

pub fn stable_missed(discs: Bitboard, told: Bitboard, more: u32, plies: usize) -> Reason {
    stable(ReasonKind::StableMissed, discs, told, more, plies)
}

pub fn last_of_game() -> Reason {
    Reason::of(ReasonKind::LastOfGame)
}

pub fn frontier(played: u32, best: u32) -> Reason {
    compared(ReasonKind::Frontier, played, best)
}

pub fn beside_corner(corner: Square, is_diagonal: bool) -> Reason {
    let place = if is_diagonal { "x" } else { "c" };
    of_corner(ReasonKind::BesideCorner, corner).with("place", place)
}

/// `only` are some moves that there are in one of the lines alone.
pub fn choice(played: Both, best: Both, only: Bitboard) -> Reason {
    let side = if best.0 > played.0 {
        "mover"
    } else {
        "opponent"
    };
    let reason = Reason::of(ReasonKind::Choice).with("side", side);
    let reason = if only.is_empty() {
        reason.with("squares", "none")
    } else {
        reason.with("squares", only)
    };
    tenths(reason, played, best)
}

fn of_x_square(kind: ReasonKind, square: Square, corner: Square) -> Reason {
    let reason = Reason::of(kind).at([square, corner]).with("square", square);
    reason.with("corner", corner)
}

pub fn x_square(square: Square, corner: Square) -> Reason {
    of_x_square(ReasonKind::XSquare, square, corner)
}

pub fn x_square_missed(square: Square, corner: Square) -> Reason {
    of_x_square(ReasonKind::XSquareMissed, square, corner)
}

pub fn edge_given(discs: Bitboard, edge: &str) -> Reason {
    of_edge(ReasonKind::EdgeGiven, discs, edge)
}

pub fn edge_missed(discs: Bitboard, edge: &str) -> Reason {
    of_edge(ReasonKind::EdgeMissed, discs, edge)
}

pub fn square_left() -> Reason {
    Reason::of(ReasonKind::SquareLeft)
}

pub fn both_squares() -> Reason {
    Reason::of(ReasonKind::BothSquares)
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

/// Words: squares, or `pass`, `over` or `none`; if both are the same, the second is told as `same`.
pub fn answer(answer: &str, instead: &str) -> Reason {
    let at: Option<Square> = answer.parse().ok();
    let instead = if instead == answer { "same" } else { instead };
    let reason = Reason::of(ReasonKind::Answer).at(at);
    reason.with("answer", answer).with("instead", instead)
}
