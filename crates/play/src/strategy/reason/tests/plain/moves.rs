//! Accounts of moves to choose from, passes, and who gets which square.

use super::super::{made, only_here};
use super::Reason;
use super::lines::{Two, Way, tenths};
use bianca_rules::othello::{Bitboard, Square};

/// Which side passes in the one line and not in the other.
pub fn passes(two: &Two) -> [Option<Reason>; 2] {
    let count = |way: &Way, mine, most| {
        let plies = way.plies(mine, most).into_iter();
        plies.filter(|(_, mv)| mv.square().is_none()).count() as i32
    };
    let [mine, mine_then] = [&two.played, &two.best].map(|way| count(way, true, two.near));
    let [others, others_then] = [&two.played, &two.best].map(|way| count(way, false, two.near));
    // The side that need not pass in the other line does not pass to its end.
    let never_mine = count(&two.best, true, 1000) == 0;
    let never_others = count(&two.played, false, 1000) == 0;
    let is_worse = mine - others > mine_then - others_then;
    let must_pass = is_worse && mine > 0 && never_mine;
    let missed = is_worse && others_then > 0 && never_others;
    [
        must_pass.then(made::must_pass),
        missed.then(made::pass_missed),
    ]
}

/// How many moves a side has, in the order of its turns.
pub fn mobility(two: &Two) -> Option<Reason> {
    let count = |turns: &[(usize, Bitboard)]| -> Vec<u32> {
        turns.iter().map(|turn| turn.1.count()).collect()
    };
    let of = |mine| [&two.played, &two.best].map(|way| way.turns(mine, two.near));
    let ([own, own_then], [opp, opp_then]) = (of(true), of(false));
    // Of the turns that both lines have, what the one has more than the other.
    let more = |one: &[u32], other: &[u32]| -> Vec<i32> {
        one.iter()
            .zip(other)
            .map(|(&one, &other)| one as i32 - other as i32)
            .collect()
    };
    let gained = more(&count(&own_then), &count(&own));
    let given = more(&count(&opp_then), &count(&opp));
    if gained.iter().sum::<i32>() <= given.iter().sum::<i32>() {
        return None;
    }
    // The turn of the largest difference of three and a third, where none is the other way round.
    let largest = |few: &[u32], many: &[u32]| {
        let differences = more(many, few);
        if differences.iter().any(|&by| by < 0) {
            return None;
        }
        let is_clear = |&at: &usize| differences[at] >= 3 && 3 * few[at] <= 2 * many[at];
        let clear: Vec<usize> = (0..differences.len()).filter(is_clear).collect();
        let most = clear.iter().map(|&at| differences[at]).max()?;
        clear.into_iter().find(|&at| differences[at] == most)
    };
    if let Some(at) = largest(&count(&own), &count(&own_then)) {
        let ((plies, left), (_, instead)) = (own[at], own_then[at]);
        let missed = only_here(instead, left, two.played.at(plies));
        return Some(made::few_moves(left, missed, plies, instead.count()));
    }
    let at = largest(&count(&opp_then), &count(&opp))?;
    let ((plies, moves), (plies_then, instead)) = (opp[at], opp_then[at]);
    let new = only_here(moves, instead, two.best.at(plies_then));
    Some(made::many_moves(moves, new, plies, instead.count()))
}

pub fn choice(two: &Two, least: i32) -> Option<Reason> {
    let average = |way: &Way, mine| {
        let turns = way.turns(mine, two.near);
        let sum = turns.iter().map(|turn| turn.1.count()).sum();
        (!turns.is_empty()).then(|| tenths(sum, turns.len()))
    };
    let both = |way: &Way| Some((average(way, true)?, average(way, false)?));
    let (played, best) = (both(&two.played)?, both(&two.best)?);
    let sum = |(own, opp): (u32, u32)| own as i32 - opp as i32;
    // Squares that the one who is told of may play on here and not there, three at most.
    let is_own = best.0 > played.0;
    let ever = |way: &Way, at: Square| {
        let mut turns = way.turns(is_own, two.near).into_iter();
        turns.any(|(_, moves)| moves.contains(at))
    };
    let (one, other) = two.firsts();
    let only = Square::all().filter(|&at| {
        let [played, best] = [&two.played, &two.best].map(|way| ever(way, at));
        at != one && at != other && played != best && best == is_own
    });
    let told = made::choice(played, best, only.take(3).collect());
    (sum(best) >= sum(played) + least).then_some(told)
}

pub fn square_left(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    let put = two.played.put(false, two.near.min(4));
    let also = two.best.put(false, two.near);
    let is_taken = put.iter().any(|(_, at)| *at == best);
    let is_spared = also.iter().all(|(_, at)| *at != played);
    (is_taken && is_spared).then(made::square_left)
}

pub fn both_squares(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    let put = two.best.put(true, two.near);
    let also = two.played.put(true, 1000);
    let has_both = put.iter().any(|(_, at)| *at == played);
    let has_one = also.iter().all(|(_, at)| *at != best);
    // Nobody can play there any more.
    let is_gone = two.played.is_over || !two.played.at(1000).empty().contains(best);
    (has_both && has_one && is_gone).then(made::both_squares)
}

/// What can be said where nothing is found.
pub fn answer(two: &Two) -> Reason {
    let word = |way: &Way| match way.moves.get(1) {
        Some(mv) => mv.to_string(),
        None if way.is_over => "over".to_owned(),
        None => "none".to_owned(),
    };
    made::answer(&word(&two.played), &word(&two.best))
}
