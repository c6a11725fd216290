//! Finders: how many moves each side has, passes, and who gets which square.

use super::line::{Line, Lines};
use super::{Named, Reason, ReasonKind, some};
use bianca_rules::othello::{Bitboard, Move, Position, Square};

/// Fewer moves than this many more are no reason.
const CLEARLY_FEWER: u32 = 3;
/// A side with at most this many moves runs out of them.
const RUNS_OUT: u32 = 2;
/// The difference in moves to choose from on average, both sides taken together, that is a reason,
/// in tenths.
const CLEARLY_MORE_CHOICE: i32 = 15;
/// The same, where nothing else is found.
const MORE_CHOICE: i32 = 8;
/// An answer on a square is one that is given within so many plies.
const SOON: usize = 4;

/// The mover's passes less the opponent's are more after the move played.
fn passes_differ(lines: &Lines) -> bool {
    let balance = |line: &Line| {
        let count = |mine| line.passes(mine, lines.plies).count() as i32;
        count(true) - count(false)
    };
    balance(&lines.played) > balance(&lines.best)
}

pub fn must_pass(lines: &Lines) -> Option<Reason> {
    lines.played.passes(true, lines.plies).next()?;
    let spared = lines.best.passes(true, usize::MAX).next().is_none();
    (spared && passes_differ(lines)).then(|| Reason::of(ReasonKind::MustPass))
}

pub fn pass_missed(lines: &Lines) -> Option<Reason> {
    lines.best.passes(false, lines.plies).next()?;
    let spared = lines.played.passes(false, usize::MAX).next().is_none();
    (spared && passes_differ(lines)).then(|| Reason::of(ReasonKind::PassMissed))
}

/// How few moves these are that are left.
pub fn kind_of_few(left: Bitboard) -> ReasonKind {
    if left.count() <= RUNS_OUT {
        ReasonKind::MovesRunOut
    } else {
        ReasonKind::FewerMoves
    }
}

/// Of the moves that there are here and not there, some that could be made there if the rules
/// allowed it: where a square is taken, nobody misses it.
fn only_here(here: Bitboard, there: Bitboard, board_there: Position) -> Bitboard {
    let only = here - there;
    match only & board_there.empty() {
        open if open.any() => some(open),
        _ => some(only),
    }
}

pub fn mobility(lines: &Lines) -> Option<Reason> {
    let turns = |line: &Line, mine| line.choices(mine, lines.plies);
    let own = (turns(&lines.played, true), turns(&lines.best, true));
    let other = (turns(&lines.played, false), turns(&lines.best, false));
    let sum = |turns: &[(usize, Bitboard)], of: usize| -> i32 {
        turns[..of]
            .iter()
            .map(|(_, moves)| moves.count() as i32)
            .sum()
    };
    let (own_turns, other_turns) = (
        own.0.len().min(own.1.len()),
        other.0.len().min(other.1.len()),
    );
    let gain = sum(&own.1, own_turns) - sum(&own.0, own_turns);
    let cost = sum(&other.1, other_turns) - sum(&other.0, other_turns);
    if gain <= cost {
        return None;
    }
    // The turn at which the difference shows most, if at none it speaks against the better move.
    let clearest = |fewer: &[(usize, Bitboard)], more: &[(usize, Bitboard)]| {
        let mut pairs = fewer.iter().zip(more).enumerate();
        if pairs
            .clone()
            .any(|(_, (few, many))| few.1.count() > many.1.count())
        {
            return None;
        }
        pairs
            .by_ref()
            .filter(|(_, (few, many))| {
                let (few, many) = (few.1.count(), many.1.count());
                many - few >= CLEARLY_FEWER && 3 * few <= 2 * many
            })
            .max_by_key(|(turn, (few, many))| (many.1.count() - few.1.count(), usize::MAX - turn))
            .map(|(turn, _)| turn)
    };
    if let Some(turn) = clearest(&own.0, &own.1) {
        let ((plies, left), (_, instead)) = (own.0[turn], own.1[turn]);
        let kind = kind_of_few(left);
        let named = match kind {
            ReasonKind::MovesRunOut => left,
            _ => only_here(instead, left, lines.played.at(plies)),
        };
        let few = Reason::of(kind).at(left).with("squares", named);
        let few = few.with("left", left.count()).with("plies", plies as u32);
        return Some(few.with("instead", instead.count()));
    }
    let turn = clearest(&other.1, &other.0)?;
    let ((plies, moves), (plies_best, instead)) = (other.0[turn], other.1[turn]);
    let named = only_here(moves, instead, lines.best.at(plies_best));
    let many = Reason::of(ReasonKind::MoreMovesForOpponent).at(moves);
    let many = many.with("squares", named).with("moves", moves.count());
    let many = many.with("plies", plies as u32);
    Some(many.with("instead", instead.count()))
}

/// All moves that a side has at some of its turns, but for the two that are compared.
fn all_choices(lines: &Lines, line: &Line, mine: bool) -> Bitboard {
    let turns = line.choices(mine, lines.plies).into_iter();
    let all = turns.fold(Bitboard::EMPTY, |all, (_, moves)| all | moves);
    let (played, best) = lines.first();
    all - (Bitboard::from(played) | best.into())
}

/// The moves to choose from on average in both lines, if the better move leaves at least so much
/// more, in tenths; and some that there are at no turn of the other line.
fn average_choice(lines: &Lines, at_least: i32) -> Option<Reason> {
    let average = |line: &Line, mine| {
        let turns = line.choices(mine, lines.plies);
        let moves: u32 = turns.iter().map(|(_, moves)| moves.count()).sum();
        let turns = turns.len() as u32;
        (turns > 0).then(|| (10 * moves + turns / 2) / turns)
    };
    let both = |line| Some((average(line, true)?, average(line, false)?));
    let (played, best) = (both(&lines.played)?, both(&lines.best)?);
    let balance = |(own, opp): (u32, u32)| own as i32 - opp as i32;
    let more = balance(best) - balance(played) >= at_least;
    let is_own = best.0 > played.0;
    let [more_of, fewer_of] = if is_own {
        [&lines.best, &lines.played]
    } else {
        [&lines.played, &lines.best]
    };
    let only = all_choices(lines, more_of, is_own) - all_choices(lines, fewer_of, is_own);
    let only: Named = if only.any() {
        some(only).into()
    } else {
        "none".into()
    };
    let tenths = |(own, opp)| (Named::Tenths(own), Named::Tenths(opp));
    let side = if is_own { "mover" } else { "opponent" };
    let choice = Reason::of(ReasonKind::Choice).with("side", side);
    let choice = choice.with("squares", only);
    more.then(|| choice.with_both(tenths(played), tenths(best)))
}

pub fn choice(lines: &Lines) -> Option<Reason> {
    average_choice(lines, CLEARLY_MORE_CHOICE)
}

pub fn more_choice(lines: &Lines) -> Option<Reason> {
    average_choice(lines, MORE_CHOICE)
}

/// Whether a side comes to play a square.
fn gets(line: &Line, mine: bool, square: Square, plies: usize) -> bool {
    line.placed(mine, plies).any(|(_, at)| at == square)
}

pub fn square_left(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.first();
    let taken = gets(&lines.played, false, best, lines.plies.min(SOON));
    let spared = !gets(&lines.best, false, played, lines.plies);
    (taken && spared).then(|| Reason::of(ReasonKind::SquareLeft))
}

pub fn both_squares(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.first();
    let both = gets(&lines.best, true, played, lines.plies);
    let one = !gets(&lines.played, true, best, usize::MAX) && lines.played.is_settled(best);
    (both && one).then(|| Reason::of(ReasonKind::BothSquares))
}

/// What the opponent answers to both moves. It says nothing of why that is better, but can always
/// be said.
pub fn answer(lines: &Lines) -> Reason {
    let word = |line: &Line| match line.answer() {
        Some(Move::Place(square)) => square.to_string(),
        Some(Move::Pass) => "pass".to_owned(),
        None if line.is_over() => "over".to_owned(),
        None => "none".to_owned(),
    };
    let (answer, instead) = (word(&lines.played), word(&lines.best));
    let instead = if instead == answer { "same" } else { &instead };
    let at = lines.played.answer().and_then(Move::square);
    let found = Reason::of(ReasonKind::Answer).at(at);
    found.with("answer", &*answer).with("instead", instead)
}
