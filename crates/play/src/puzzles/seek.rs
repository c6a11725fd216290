//! Finds puzzles in games.
//!
//! A position is looked at cheaply first: searches of a few plies, which the model of people needs
//! anyway, say whether one move may stand out, whether a search of one ply finds it, and whether it
//! is the one that turns most discs. What is left is solved, or above [`SOLVED`] empty squares
//! searched by the level. Invariant: each position is searched with an empty hash table.

use super::difficulty::{self, chances};
use super::scorer::Scorer;
use super::{Answer, CLEARLY, Puzzle, PuzzleKind, stands_out};
use crate::people::choice::ChoiceModel;
use crate::people::openings::Openings;
use crate::people::sight::{DEPTHS, PLIES, Seen, Sight};
use crate::people::turns::{Turn, turns};
use crate::player::chance::mixed;
use crate::strategy::reason::why_worse;
use bianca_rules::othello::{Move, OthelloGame, Position, Square};
use bianca_search::request::{Limits, Report, StopFlag};
use bianca_search::search::{Settings, TableTooLarge};
use rand::prelude::*;
use rand::rngs::StdRng;

/// With at most so many empty squares a puzzle is solved exactly.
pub const SOLVED: u32 = 24;

/// Discs that a few plies may be wrong by where they compare two moves: what they find nearer than
/// by this is not solved.
const DOUBT: f32 = 2.0;

/// Somebody who looks for puzzles.
pub struct Seeker {
    sight: Sight,
    scorer: Scorer,
    model: &'static ChoiceModel,
}

impl Seeker {
    /// One with these settings: the level is that of positions that are not solved.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings) -> Result<Seeker, TableTooLarge> {
        Ok(Seeker {
            sight: Sight::new(&settings)?,
            scorer: Scorer::new(settings, SOLVED)?,
            model: ChoiceModel::embedded(),
        })
    }

    /// The moves of a game with a choice, at which a puzzle may be, in an order that follows from
    /// the game's moves and a seed.
    pub fn shuffled(game: &OthelloGame, seed: u64) -> Vec<Turn> {
        let mut turns: Vec<Turn> = turns(game).collect();
        let mix = |number, turn: &Turn| mixed(number ^ turn.square.index() as u64);
        let number = turns.iter().fold(seed, mix);
        turns.shuffle(&mut StdRng::seed_from_u64(number));
        turns
    }

    /// The puzzle at a move of a game, if there is one; also `None` if it is stopped.
    pub fn seek(&mut self, turn: &Turn, stop: &StopFlag) -> Option<Puzzle> {
        let position = turn.place.position;
        let limits = Limits::default();
        let seen = self.sight.look(position, &PLIES, &limits, stop).seen;
        if stop.is_raised() || !promises(position, &seen) {
            return None;
        }
        let two: [Report<Move>; 2] = self.scorer.best(position, 2, stop)?.try_into().ok()?;
        let [key, next] = two;
        let mut answers = vec![Answer::of(&key)?, Answer::of(&next)?];
        let exact = key.is_proven() && next.is_proven();
        let [best, second] = [&key, &next].map(|line| line.score.discs());
        if !stands_out(best, second, exact) || is_obvious(position, &seen, answers[0].square) {
            return None;
        }
        let counts = Openings::embedded().counts(position);
        let moment = turn.moment(&seen, &counts);
        let key_place = place(&seen, answers[0].square)?;
        let chances = chances(self.model, &moment);
        let wrong = (0..chances.len()).filter(|&place| place != key_place);
        let tempting = wrong.max_by(|&one, &other| chances[one].total_cmp(&chances[other]))?;
        let rating = difficulty::rating(self.model, &moment, key_place);
        let shares = [chances[key_place], chances[tempting]];
        let square = seen.moves[tempting].square;
        if square != answers[1].square {
            let beside = if key.is_proven() { &next } else { &key };
            answers.push(self.scorer.worth(position, square, beside, stop)?);
            // Two estimates of searches that were not one may come the other way round.
            answers[1..].sort_by(|one, other| other.score.total_cmp(&one.score));
            if !stands_out(best, answers[1].score, exact) {
                return None;
            }
        }
        let line_of = |square| answers.iter().find(|answer| answer.square == square);
        let reason = why_worse(position, &line_of(square)?.line, &answers[0].line)?;
        Some(Puzzle {
            position,
            to_move: turn.side,
            last: turn.place.lasts[0],
            kind: PuzzleKind::of(position, exact, best, shares),
            exact,
            answers,
            tempting: square,
            reason,
            rating,
        })
    }
}

/// Whether one move may stand out by what a few plies see, and none of them sees it at once.
fn promises(position: Position, seen: &Seen) -> bool {
    let losses = seen.moves.iter().map(|mv| mv.losses[DEPTHS - 1]);
    let near = losses.filter(|&loss| loss < CLEARLY as f32 - DOUBT).count();
    // Whether a win is lost is settled only by the end.
    let is_close = position.empties() <= SOLVED && seen.best.abs() < CLEARLY as f32 + DOUBT;
    near == 1 || is_close
}

/// Whether a search of one ply finds a move, or it is among those that turn most discs.
fn is_obvious(position: Position, seen: &Seen, square: Square) -> bool {
    let turns = |square| position.flips(square).count();
    let most = position.moves().into_iter().map(turns).max();
    let at_once = |place: usize| seen.moves[place].losses[0] <= 0.0;
    place(seen, square).is_none_or(at_once) || Some(turns(square)) == most
}

fn place(seen: &Seen, square: Square) -> Option<usize> {
    seen.moves.iter().position(|mv| mv.square == square)
}
