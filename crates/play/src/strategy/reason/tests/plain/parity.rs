//! Accounts of regions and of last moves.

use super::super::made;
use super::Reason;
use super::lines::{Two, Way, near};
use bianca_rules::othello::{Bitboard, Position, Square};

/// Empty squares that hang together, from the first square on.
fn groups(board: Position) -> Vec<Bitboard> {
    let mut groups: Vec<Bitboard> = Vec::new();
    for square in board.empty() {
        if groups.iter().any(|group| group.contains(square)) {
            continue;
        }
        let (mut group, mut waiting) = (Bitboard::EMPTY, vec![square]);
        while let Some(square) = waiting.pop() {
            if board.empty().contains(square) && !group.contains(square) {
                group |= square.into();
                waiting.extend(near(square));
            }
        }
        groups.push(group);
    }
    groups
}

fn is_tempo(board: Position, square: Square) -> bool {
    let group = groups(board)
        .into_iter()
        .find(|group| group.contains(square));
    let replies = board.play_unchecked(square).moves();
    replies.any()
        && replies
            .into_iter()
            .all(|reply| !group.unwrap().contains(reply))
}

pub fn last_in_region(two: &Two) -> Option<Reason> {
    if two.start.empties() > 26 {
        return None;
    }
    // Who fills a group, and where last.
    let filled = |way: &Way, group: Bitboard| {
        let last = (1..=two.whole.min(way.moves.len()))
            .find(|&ply| (way.at(ply).empty() & group).is_empty())?;
        let put = way.moves[last - 1].square().unwrap();
        Some((last % 2 == 1, put))
    };
    let (mut sum, mut found) = (0, Vec::new());
    for group in groups(two.start) {
        let (Some(one), Some(other)) = (filled(&two.played, group), filled(&two.best, group))
        else {
            continue;
        };
        match (one.0, other.0) {
            (false, true) => {
                sum += 1;
                found.push((group, one.1));
            }
            (true, false) => sum -= 1,
            _ => {}
        }
    }
    found.retain(|(group, _)| group.count() < 8);
    found.sort_by_key(|(group, _)| group.count());
    let &(region, last) = found.first().filter(|_| sum > 0)?;
    Some(made::last_in_region(region, last))
}

pub fn last_of_game(two: &Two) -> Option<Reason> {
    let last = |way: &Way| {
        let mut put = way.put(true, 1000);
        let mine = put.pop()?.0;
        let theirs = way.put(false, 1000).pop().map_or(0, |last| last.0);
        way.is_over.then_some(mine > theirs)
    };
    let is_so = last(&two.played) == Some(false) && last(&two.best) == Some(true);
    is_so.then_some(made::last_of_game())
}

pub fn tempo_missed(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    (is_tempo(two.start, best) && !is_tempo(two.start, played)).then_some(made::tempo_missed())
}
