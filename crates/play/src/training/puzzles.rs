//! Puzzles as exercises: those that every trainer has, and others that are taken in.

use super::Trainer;
use super::item::{Item, ItemId, ItemKind, Worth};
use crate::puzzles::builtin::{self, BuiltinPuzzle, ScoredSquare};
use crate::puzzles::{Answer, Puzzle};

impl From<&Puzzle> for Item {
    fn from(puzzle: &Puzzle) -> Item {
        let worth = |answer: &Answer| Worth {
            square: answer.square,
            score: answer.score,
        };
        Item {
            kind: ItemKind::Puzzle(puzzle.kind),
            position: puzzle.position,
            to_move: puzzle.to_move,
            moves: Vec::new(),
            last: puzzle.last,
            right: vec![worth(puzzle.key())],
            wrong: Some(worth(puzzle.temptation())),
            played: None,
            exact: puzzle.exact,
            theme: Some(puzzle.reason.kind()),
            rating: Some(puzzle.rating),
            source: String::new(),
            name: String::new(),
        }
    }
}

impl From<&BuiltinPuzzle> for Item {
    fn from(puzzle: &BuiltinPuzzle) -> Item {
        let worth = |scored: ScoredSquare| Worth {
            square: scored.square,
            score: f64::from(scored.score),
        };
        Item {
            kind: ItemKind::Puzzle(puzzle.kind),
            position: puzzle.position,
            to_move: puzzle.to_move,
            moves: Vec::new(),
            last: puzzle.last,
            right: vec![worth(puzzle.key)],
            wrong: Some(worth(puzzle.tempting)),
            played: None,
            exact: true,
            theme: None,
            rating: Some(puzzle.rating),
            source: String::new(),
            name: String::new(),
        }
    }
}

impl Trainer {
    /// One who has the puzzles of the executable and nothing else.
    pub fn built_in() -> Trainer {
        Trainer::new(builtin::puzzles().iter().map(Item::from))
    }

    /// The puzzle of a day, which is given by the days since 1 January 1970.
    pub fn of_day(&self, day: i64) -> Option<ItemId> {
        Some(Item::from(builtin::of_day(day)).id())
    }
}
