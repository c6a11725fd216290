//! Puzzles as exercises: those that every trainer has, and others that are taken in.

use super::Trainer;
use super::item::{Item, ItemId, ItemKind, Worth, rounded};
use crate::puzzles::builtin::{self, BuiltinPuzzle, ScoredSquare};
use crate::puzzles::{Answer, Puzzle};

impl From<&Answer> for Worth {
    fn from(answer: &Answer) -> Worth {
        Worth {
            square: answer.square,
            score: rounded(answer.score),
        }
    }
}

impl From<ScoredSquare> for Worth {
    fn from(scored: ScoredSquare) -> Worth {
        Worth {
            square: scored.square,
            score: f64::from(scored.score),
        }
    }
}

impl From<&Puzzle> for Item {
    fn from(puzzle: &Puzzle) -> Item {
        let (kind, right) = (ItemKind::Puzzle(puzzle.kind), vec![puzzle.key().into()]);
        Item {
            last: puzzle.last,
            wrong: Some(puzzle.temptation().into()),
            exact: puzzle.exact,
            theme: Some(puzzle.reason.kind()),
            rating: Some(puzzle.rating),
            ..Item::new(kind, puzzle.position, puzzle.to_move, right)
        }
    }
}

impl From<&BuiltinPuzzle> for Item {
    fn from(puzzle: &BuiltinPuzzle) -> Item {
        let (kind, right) = (ItemKind::Puzzle(puzzle.kind), vec![puzzle.key.into()]);
        Item {
            last: puzzle.last,
            wrong: Some(puzzle.tempting.into()),
            exact: true,
            rating: Some(puzzle.rating),
            ..Item::new(kind, puzzle.position, puzzle.to_move, right)
        }
    }
}

impl Trainer {
    /// One who has the puzzles of the executable and nothing else.
    pub fn built_in() -> Trainer {
        Trainer::new(builtin::puzzles().iter().map(Item::from))
    }

    /// The puzzle of a day, which is given by the days since 1 January 1970.
    pub fn of_day(day: i64) -> ItemId {
        Item::from(builtin::of_day(day)).id()
    }
}
