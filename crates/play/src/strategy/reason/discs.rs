//! Finders: discs that stand well or badly: wedges, edges, stable ones, those beside empty squares,
//! and the count at the end.

use super::super::edges;
use super::line::{Line, Lines};
use super::{Named, Reason, ReasonKind, some};
use bianca_rules::othello::stability::stable_discs;
use bianca_rules::othello::{Bitboard, Position, Square};

/// The difference in stable discs, both sides taken together, that is a reason.
const CLEARLY_STABLER: i32 = 4;
/// Fewer discs beside empty squares than this many more are no reason.
const CLEARLY_FEWER: u32 = 3;
/// The same on average over all boards of a line, both sides taken together, in tenths.
const CLEARLY_EXPOSED: i32 = 15;
/// With more empty squares than this it is better to turn few discs.
const OPEN: u32 = 20;
/// So many more discs turned are a reason.
const MANY_MORE_TURNED: u32 = 2;

/// The opponent's wedges less the mover's.
fn wedges_against(line: &Line, plies: usize) -> i32 {
    let count = |mine| line.wedges(mine, plies).count() as i32;
    count(false) - count(true)
}

fn wedges_differ(lines: &Lines) -> bool {
    let against = |line| wedges_against(line, lines.plies);
    against(&lines.played) > against(&lines.best)
}

pub fn wedge(lines: &Lines) -> Option<Reason> {
    let also = |wedge| {
        lines
            .best
            .wedges(false, usize::MAX)
            .any(|(_, w)| w == wedge)
    };
    let mut wedges = lines.played.wedges(false, lines.plies);
    let (_, wedge) = wedges.find(|&(_, wedge)| !also(wedge))?;
    wedges_differ(lines).then(|| {
        let found = Reason::of(ReasonKind::Wedge).at([wedge]);
        found.with("wedge", wedge)
    })
}

pub fn wedge_missed(lines: &Lines) -> Option<Reason> {
    let also = |wedge| {
        lines
            .played
            .wedges(true, usize::MAX)
            .any(|(_, w)| w == wedge)
    };
    let mut wedges = lines.best.wedges(true, lines.plies);
    let (_, wedge) = wedges.find(|&(_, wedge)| !also(wedge))?;
    wedges_differ(lines).then(|| {
        let found = Reason::of(ReasonKind::WedgeMissed).at([wedge]);
        found.with("wedge", wedge)
    })
}

/// Of discs along an edge, which is called by its corners.
fn of_edge(kind: ReasonKind, discs: Bitboard) -> Option<Reason> {
    let mut squares = discs.into_iter();
    let (one, next) = (squares.next()?, squares.next()?);
    let [from, to] = if one.rank() == next.rank() {
        [0, 7].map(|file| Square::at(file, one.rank()))
    } else {
        [0, 7].map(|rank| Square::at(one.file(), rank))
    };
    let found = Reason::of(kind).at(discs);
    Some(found.with("edge", &*format!("{from}\u{2013}{to}")))
}

pub fn unbalanced_edge(lines: &Lines) -> Option<Reason> {
    let balance = |board: Position| {
        edges::unbalanced(board).len() as i32 - edges::unbalanced(board.passed()).len() as i32
    };
    let (played, best) = lines.ends();
    let before = edges::unbalanced(lines.start);
    let then: Vec<Bitboard> = lines.best.boards().flat_map(edges::unbalanced).collect();
    let mut new = edges::unbalanced(played).into_iter();
    let edge = new.find(|edge| !before.contains(edge) && !then.contains(edge))?;
    let [first, last] = [edge.first()?, edge.into_iter().last()?];
    let found = Reason::of(ReasonKind::UnbalancedEdge).at(edge);
    let found = found.with("first", first).with("last", last);
    (balance(played) > balance(best)).then_some(found)
}

pub fn stable(lines: &Lines) -> Option<Reason> {
    let both = |board: Position| {
        let own = stable_discs(board.own, board.opp);
        (own, stable_discs(board.opp, board.own))
    };
    let (played, best) = lines.ends();
    let ((own, opp), (own_then, opp_then)) = (both(played), both(best));
    let balance = |own: Bitboard, opp: Bitboard| own.count() as i32 - opp.count() as i32;
    if balance(own_then, opp_then) - balance(own, opp) < CLEARLY_STABLER {
        return None;
    }
    let given = opp.count().saturating_sub(opp_then.count());
    let missed = own_then.count().saturating_sub(own.count());
    let (kind, discs, more, elsewhere) = if given >= missed {
        (ReasonKind::StableGiven, opp - opp_then, given, best.opp)
    } else {
        (ReasonKind::StableMissed, own_then - own, missed, played.own)
    };
    // What is found to be stable is a lower bound: of these there is no disc at all in the other
    // line.
    let surely = some(discs - elsewhere);
    let found = Reason::of(kind).at(discs).with("discs", surely);
    let found = found.with("more", more).with("plies", lines.plies as u32);
    surely.any().then_some(found)
}

pub fn frontier(lines: &Lines) -> Option<Reason> {
    let discs = |board: Position| (board.own & board.empty().dilated()).count();
    let more = |ply| {
        let (played, best) = (discs(lines.played.at(ply)), discs(lines.best.at(ply)));
        (played >= best + CLEARLY_FEWER).then_some((played, best))
    };
    more(lines.plies)?;
    let (played, best) = more(1)?;
    let found = Reason::of(ReasonKind::Frontier);
    Some(found.with("number_worse", played).with("number_best", best))
}

pub fn count(lines: &Lines) -> Option<Reason> {
    let (played, best) = (final_discs(&lines.played)?, final_discs(&lines.best)?);
    let numbers = |(own, opp)| (Named::Number(own), Named::Number(opp));
    let found = Reason::of(ReasonKind::Count);
    (played.0 < best.0).then(|| found.with_both(numbers(played), numbers(best)))
}

/// The discs of both sides in the end, if the line goes so far.
// Compiled once: of two copies side by side Rust 1.95 makes for ARM what its own compiler cannot
// translate ("Cannot select").
#[inline(never)]
fn final_discs(line: &Line) -> Option<(u32, u32)> {
    let end = line.is_over().then(|| line.end())?;
    let own = (64 + end.final_score()) / 2;
    Some((own as u32, 64 - own as u32))
}

pub fn edge(lines: &Lines) -> Option<Reason> {
    let balance = |board: Position| {
        edges::secured(board.passed()).len() as i32 - edges::secured(board).len() as i32
    };
    let (played, best) = lines.ends();
    // Of two edges one square at most is the same.
    let new = |secured: Vec<Bitboard>, known: Vec<Bitboard>| {
        let is_known = |edge: Bitboard| known.iter().any(|&other| (other & edge).count() > 1);
        secured.into_iter().find(|&edge| !is_known(edge))
    };
    if balance(played) <= balance(best) {
        return None;
    }
    let by_opponent = |board: Position| edges::secured(board.passed());
    let given = lines.best.boards().flat_map(by_opponent).collect();
    if let Some(given) = new(by_opponent(played), given) {
        return of_edge(ReasonKind::EdgeGiven, given);
    }
    let missed = lines.played.boards().flat_map(edges::secured).collect();
    of_edge(ReasonKind::EdgeMissed, new(edges::secured(best), missed)?)
}

pub fn exposed(lines: &Lines) -> Option<Reason> {
    let frontier = |discs: Bitboard, board: Position| (discs & board.empty().dilated()).count();
    let both = |line: &Line| {
        let boards = (1..=lines.plies).map(|ply| line.at(ply));
        let sums = boards.fold((0, 0), |(own, opp), board| {
            (
                own + frontier(board.own, board),
                opp + frontier(board.opp, board),
            )
        });
        let plies = lines.plies as u32;
        let average = |sum: u32| (10 * sum + plies / 2) / plies;
        (average(sums.0), average(sums.1))
    };
    let (played, best) = (both(&lines.played), both(&lines.best));
    let balance = |(own, opp): (u32, u32)| own as i32 - opp as i32;
    let more = balance(played) - balance(best) >= CLEARLY_EXPOSED;
    let clearer = if best.0 < played.0 {
        "mover"
    } else {
        "opponent"
    };
    let tenths = |(own, opp)| (Named::Tenths(own), Named::Tenths(opp));
    let found = Reason::of(ReasonKind::Exposed).with("side", clearer);
    more.then(|| found.with_both(tenths(played), tenths(best)))
}

pub fn turned(lines: &Lines) -> Option<Reason> {
    let turned = |square| lines.start.flips(square).count();
    let (played, best) = lines.first();
    let (played, best) = (turned(played), turned(best));
    let open = lines.start.empties() > OPEN;
    let found = Reason::of(ReasonKind::Turned);
    (open && played >= best + MANY_MORE_TURNED)
        .then(|| found.with("number_worse", played).with("number_best", best))
}
