//! Puzzles: positions in which one move is clearly best, and not the one that jumps to the eye.
//!
//! [`seek`] finds them in games, [`difficulty`] says how strong somebody must be to find the move,
//! [`line`](mod@line) writes them, one a line; a thousand are in the executable, [`builtin`].
//! Invariant: the key move is better than all others by [`CLEARLY`] discs, or the only one that
//! wins or draws; a puzzle follows from its position and the two last moves before it alone,
//! whatever game they are of. Who solves them, and when again, nothing here knows.

pub mod builtin;
pub mod difficulty;
pub mod line;
pub mod scorer;
pub mod seek;

use std::fmt;

use crate::strategy::reason::Reason;
use bianca_rules::othello::{Color, Move, Position, Square};

/// Discs by which the key move is better than every other.
pub const CLEARLY: f64 = 4.0;

/// From so many empty squares down a key move that wins is an ending to be won.
const ENDING: u32 = 12;

/// The share of people of the mean strength who play the same wrong move, from which that is a
/// trap.
const TRAP: f32 = 0.5;

/// The share of people of the mean strength who play one of two moves, the key move or the same
/// wrong one, from which there is a choice between these two alone.
const TWO: f32 = 0.8;

/// A position with one clearly best move.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The discs, from the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Color,
    /// Where the opponent put its last disc, if that is known.
    pub last: Option<Square>,
    /// What there is to do.
    pub kind: PuzzleKind,
    /// Whether all scores are exact.
    pub exact: bool,
    /// The key move, the best of the others and, if that is another one, the wrong move that
    /// people play most: each with its score, best first.
    pub answers: Vec<Answer>,
    /// The wrong move that people play most.
    pub tempting: Square,
    /// Why that is worse than the key move.
    pub reason: Reason,
    /// The rating of the players of whom half find the key move.
    pub rating: u16,
}

/// A move, what it is worth and what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Where the disc is put.
    pub square: Square,
    /// In discs for the side to move; whole ones if it is exact.
    pub score: f64,
    /// What follows it, itself included.
    pub line: Vec<Move>,
}

/// What there is to do in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// To win an ending from 12 empty squares or fewer, all of which is solved.
    Ending,
    /// To avoid a wrong move that half of the people of the mean strength play.
    Trap,
    /// To choose between two moves: four of five people of the mean strength play the key move or
    /// the same wrong one, and less than half of them that.
    Two,
    /// To find the only move.
    Only,
}

impl Puzzle {
    /// The move to find.
    pub fn key(&self) -> &Answer {
        &self.answers[0]
    }

    /// The wrong answer that people give most.
    pub fn temptation(&self) -> &Answer {
        let is_tempting = |answer: &&Answer| answer.square == self.tempting;
        let found = self.answers.iter().find(is_tempting);
        found.unwrap_or_else(|| &self.answers[1])
    }
}

impl PuzzleKind {
    /// All of them.
    pub const ALL: [PuzzleKind; 4] = [
        PuzzleKind::Ending,
        PuzzleKind::Trap,
        PuzzleKind::Two,
        PuzzleKind::Only,
    ];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Ending => "ending",
            PuzzleKind::Trap => "trap",
            PuzzleKind::Two => "two",
            PuzzleKind::Only => "only",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<PuzzleKind> {
        PuzzleKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What there is to do, in a few words.
    pub const fn task(self) -> &'static str {
        match self {
            PuzzleKind::Ending => "To win an ending from 12 empty squares or fewer",
            PuzzleKind::Trap => "To avoid a wrong move that half of the people would play",
            PuzzleKind::Two => "To choose between the two moves that nearly all people play",
            PuzzleKind::Only => "To find the only move",
        }
    }

    /// The kind of a position whose key move is worth so much, where so large shares of people
    /// play the key move and the tempting one.
    fn of(position: Position, exact: bool, score: f64, [found, tempted]: [f32; 2]) -> PuzzleKind {
        match exact && score > 0.0 && position.empties() <= ENDING {
            true => PuzzleKind::Ending,
            false if tempted >= TRAP => PuzzleKind::Trap,
            false if found + tempted >= TWO => PuzzleKind::Two,
            false => PuzzleKind::Only,
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether a move that is worth `best` stands out beside the next one: by its discs or, if both
/// are exact, because it alone wins or draws.
fn stands_out(best: f64, next: f64, exact: bool) -> bool {
    let keeps_more = |least: fn(f64) -> bool| least(best) && !least(next);
    let is_only = keeps_more(|score| score > 0.0) || keeps_more(|score| score >= 0.0);
    best - next >= CLEARLY || exact && is_only
}

#[cfg(test)]
mod tests;
