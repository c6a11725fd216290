//! Accounts of discs: wedges, edges, stable ones, those beside empty squares, turned and counted
//! ones.

use super::super::{made, three_of};
use super::Reason;
use super::lines::{Two, Way, balance, near, tenths};
use bianca_rules::othello::stability::stable_discs;
use bianca_rules::othello::{Bitboard, Position, Square};

/// Discs beside empty squares.
fn open(discs: Bitboard, board: Position) -> u32 {
    let is_open = |square: &Square| near(*square).iter().any(|at| board.empty().contains(*at));
    discs.into_iter().filter(is_open).count() as u32
}

fn edges() -> [[usize; 8]; 4] {
    let along = |from: usize, step: usize| std::array::from_fn(|place| from + step * place);
    [along(0, 1), along(56, 1), along(0, 8), along(7, 8)]
}

/// The edge's squares as letters: own, opponent's, empty.
fn letters(board: Position, edge: [usize; 8]) -> String {
    let letter = |at: usize| match Square::new(at as u8) {
        square if board.own.contains(square) => 'X',
        square if board.opp.contains(square) => 'O',
        _ => '-',
    };
    edge.map(letter).iter().collect()
}

fn own_of(board: Position, edge: [usize; 8]) -> Bitboard {
    let squares: Bitboard = edge.into_iter().map(|at| Square::new(at as u8)).collect();
    squares & board.own
}

fn unbalanced(board: Position) -> Vec<Bitboard> {
    let found = edges()
        .into_iter()
        .filter(|&edge| ["-XXXXX--", "--XXXXX-"].contains(&letters(board, edge).as_str()));
    found.map(|edge| own_of(board, edge)).collect()
}

fn secured(board: Position) -> Vec<Bitboard> {
    let found = edges().into_iter().filter(|&edge| {
        let letters = letters(board, edge);
        let is_safe = |end: &str| end.starts_with('X') || end == "--";
        let back: String = letters.chars().rev().take(2).collect();
        &letters[2..6] == "XXXX" && is_safe(&letters[..2]) && is_safe(&back)
    });
    found.map(|edge| own_of(board, edge)).collect()
}

pub fn wedges(two: &Two) -> [Option<Reason>; 2] {
    let count = |way: &Way, mine| way.wedges(mine, two.near).len() as i32;
    let against = |way: &Way| count(way, false) - count(way, true);
    if against(&two.played) <= against(&two.best) {
        return [None, None];
    }
    let only = |way: &Way, other: &Way, mine| {
        let known: Vec<Square> = other.wedges(mine, 1000).iter().map(|one| one.1).collect();
        let mut wedges = way.wedges(mine, two.near).into_iter();
        let (_, wedge) = wedges.find(|(_, wedge)| !known.contains(wedge))?;
        Some(wedge)
    };
    let set = only(&two.played, &two.best, false);
    let missed = only(&two.best, &two.played, true);
    [set.map(made::wedge), missed.map(made::wedge_missed)]
}

pub fn unbalanced_edge(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let sum =
        |board: Position| unbalanced(board).len() as i32 - unbalanced(board.passed()).len() as i32;
    let mut new = unbalanced(played);
    new.retain(|edge| !unbalanced(two.start).contains(edge));
    for &board in &two.best.boards[1..] {
        new.retain(|edge| !unbalanced(board).contains(edge));
    }
    let edge = *new.first().filter(|_| sum(played) > sum(best))?;
    let all: Vec<Square> = Square::all().filter(|&at| edge.contains(at)).collect();
    Some(made::unbalanced_edge(edge, all[0], all[4]))
}

pub fn stable(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let of = |board: Position| {
        [
            stable_discs(board.own, board.opp),
            stable_discs(board.opp, board.own),
        ]
    };
    let ([own, opp], [own_then, opp_then]) = (of(played), of(best));
    let given = opp.count().saturating_sub(opp_then.count());
    let missed = own_then.count().saturating_sub(own.count());
    let plies = two.near;
    if balance(own_then, opp_then) - balance(own, opp) < 4 {
        return None;
    }
    // Where the side has no disc at all in the other line, three at most.
    let told = |discs: Bitboard, elsewhere: Bitboard| {
        let told = three_of(discs, elsewhere);
        (told != Bitboard::EMPTY).then_some(told)
    };
    if given < missed {
        let discs = own_then - own;
        let told = told(discs, played.own)?;
        return Some(made::stable_missed(discs, told, missed, plies));
    }
    let discs = opp - opp_then;
    let told = told(discs, best.opp)?;
    Some(made::stable_given(discs, told, given, plies))
}

pub fn frontier(two: &Two) -> Option<Reason> {
    let at = |way: &Way, ply| open(way.at(ply).own, way.at(ply));
    let (played, best) = (at(&two.played, 1), at(&two.best, 1));
    let later = (at(&two.played, two.near), at(&two.best, two.near));
    (played >= best + 3 && later.0 >= later.1 + 3).then_some(made::frontier(played, best))
}

pub fn edge(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let lost = |board: Position| secured(board.passed()).len() as i32 - secured(board).len() as i32;
    if lost(played) <= lost(best) {
        return None;
    }
    let name = |discs: Bitboard| {
        let has = |corners: &&str| {
            let word = |corner: &str| corner.parse::<Square>().unwrap();
            let (from, to) = corners.split_once('\u{2013}').unwrap();
            let (from, to) = (word(from), word(to));
            let between = |at: Square| {
                (from.file()..=to.file()).contains(&at.file())
                    && (from.rank()..=to.rank()).contains(&at.rank())
            };
            discs.into_iter().all(between)
        };
        let names = ["a1–h1", "a8–h8", "a1–a8", "h1–h8"];
        names.into_iter().find(has).unwrap()
    };
    // An edge that nobody secures on any board of the other line, whatever discs stand on it.
    let only = |board: Position, other: Vec<Position>| {
        let mut edges = secured(board).into_iter();
        edges.find(|&edge| {
            let all = other.iter().flat_map(|&board| secured(board));
            all.map(name).all(|known| known != name(edge))
        })
    };
    let theirs = two.best.boards[1..].iter().map(|board| board.passed());
    let given = only(played.passed(), theirs.collect());
    let given = given.map(|discs| made::edge_given(discs, name(discs)));
    given.or_else(|| {
        let missed = only(best, two.played.boards[1..].to_vec())?;
        Some(made::edge_missed(missed, name(missed)))
    })
}

pub fn exposed(two: &Two) -> Option<Reason> {
    let average = |way: &Way| {
        let boards: Vec<Position> = (1..=two.near).map(|ply| way.at(ply)).collect();
        let own = boards.iter().map(|&board| open(board.own, board)).sum();
        let opp = boards.iter().map(|&board| open(board.opp, board)).sum();
        (tenths(own, boards.len()), tenths(opp, boards.len()))
    };
    let (played, best) = (average(&two.played), average(&two.best));
    let sum = |(own, opp): (u32, u32)| own as i32 - opp as i32;
    (sum(played) >= sum(best) + 15).then_some(made::exposed(played, best))
}

pub fn turned(two: &Two) -> Option<Reason> {
    let count = |way: &Way| two.start.opp.count() - way.at(1).opp.count();
    let (played, best) = (count(&two.played), count(&two.best));
    (two.start.empties() >= 21 && played >= best + 2).then_some(made::turned(played, best))
}

/// The counts at the end of the game, empty squares to the winner.
pub fn at_the_end(two: &Two) -> Option<Reason> {
    let discs = |way: &Way| {
        let end = way.at(1000);
        let (own, opp) = (end.own.count(), end.opp.count());
        let empty = 64 - own - opp;
        way.is_over.then_some(match own.cmp(&opp) {
            std::cmp::Ordering::Less => (own, opp + empty),
            std::cmp::Ordering::Equal => (32, 32),
            std::cmp::Ordering::Greater => (own + empty, opp),
        })
    };
    let (played, best) = (discs(&two.played)?, discs(&two.best)?);
    (played.0 < best.0).then(|| made::discs(played, best))
}
