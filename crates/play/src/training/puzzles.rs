//! Puzzles as exercises: those that every trainer has, and others that are taken in.

use super::Trainer;
use super::item::{Item, ItemId, ItemKind, Worth};
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
            last: None,
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

impl Trainer {
    /// One who has the puzzles of the executable and nothing else.
    pub fn built_in() -> Trainer {
        Trainer::new([])
    }

    /// The puzzle of a day, which is given by the days since 1 January 1970.
    pub fn of_day(&self, _: i64) -> Option<ItemId> {
        None
    }
}
