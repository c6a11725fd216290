//! Finders: who makes the last move in a region and in the game, and tempo moves.

use super::super::{regions, tempo_moves};
use super::line::{Line, Lines};
use super::{Named, Reason, ReasonKind};
use bianca_rules::othello::{Bitboard, Square};

/// The largest region that a player can still count.
const COUNTABLE_REGION: u32 = 7;
/// With more empty squares than this nobody can say who will move last where.
const REGIONS_MATTER: u32 = 26;

pub fn last_in_region(lines: &Lines) -> Option<Reason> {
    if lines.start.empties() > REGIONS_MATTER {
        return None;
    }
    let mut balance = 0;
    let mut found: Option<(Bitboard, Square)> = None;
    for region in regions(lines.start.empty()) {
        let closed = |line: &Line| line.closed(region, lines.whole);
        let (Some((mine, last)), Some((mine_then, _))) =
            (closed(&lines.played), closed(&lines.best))
        else {
            continue;
        };
        balance += i32::from(mine_then) - i32::from(mine);
        let smaller = found.is_none_or(|(known, _)| region.count() < known.count());
        if !mine && mine_then && smaller && region.count() <= COUNTABLE_REGION {
            found = Some((region, last));
        }
    }
    let (region, last) = found.filter(|_| balance > 0)?;
    let found = Reason::of(ReasonKind::LastInRegion).at(region);
    Some(found.with("region", Named::Few(region)).with("last", last))
}

pub fn last_of_game(lines: &Lines) -> Option<Reason> {
    let last = |line: &Line| line.is_over().then(|| line.last_is_mine()).flatten();
    let differ = (last(&lines.played), last(&lines.best)) == (Some(false), Some(true));
    differ.then(|| Reason::of(ReasonKind::LastOfGame))
}

pub fn tempo_missed(lines: &Lines) -> Option<Reason> {
    let tempo = tempo_moves(lines.start);
    let (played, best) = lines.first();
    (tempo.contains(best) && !tempo.contains(played)).then(|| Reason::of(ReasonKind::TempoMissed))
}
