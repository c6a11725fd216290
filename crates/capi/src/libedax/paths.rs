//! How many lines of a book somebody must know who plays its best moves.
//!
//! The side to move chooses the move after which it has least to learn; of the other side it must
//! know all moves that are good enough. So a position has two numbers, one for either side to be
//! the one that learns. Knows nothing of files.

use std::collections::HashMap;

use super::book::Book;
use bianca_rules::othello::{Position, Symmetry};
use bianca_search::request::StopFlag;

/// The limit that stands for the best moves alone.
pub const BEST: i32 = 128;

/// Lines, if the side to move learns and if the other one does.
pub type Paths = (u16, u16);

/// Counts the lines from `position` on. `lower` is what moves of the side to move and of the other
/// one must be worth at least, in discs, or [`BEST`]. `None` if `stop` was raised.
pub fn count(book: &Book, position: Position, lower: (i32, i32), stop: &StopFlag) -> Option<Paths> {
    let mut count = Count {
        book,
        stop,
        known: HashMap::new(),
    };
    count.paths(position, lower)
}

struct Count<'a> {
    book: &'a Book,
    stop: &'a StopFlag,
    /// By the canonical position and the limit of its side to move.
    known: HashMap<(Position, i32), Paths>,
}

impl Count<'_> {
    fn paths(&mut self, position: Position, lower: (i32, i32)) -> Option<Paths> {
        if self.stop.is_raised() {
            return None;
        }
        let key = (Symmetry::canonical(position).0, lower.0);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let moves = self.book.scored_moves(position).unwrap_or_default();
        let best = moves.iter().map(|&(_, score)| score).max();
        let least = match lower.0 {
            BEST => best.unwrap_or(0),
            least => least,
        };
        let mut paths = None;
        for (mv, _) in moves.into_iter().filter(|&(_, score)| score >= least) {
            let next = self.paths(position.make_unchecked(mv), (lower.1, lower.0))?;
            let (own, other): Paths = paths.unwrap_or((u16::MAX, 0));
            paths = Some((own.min(next.1), other.saturating_add(next.0)));
        }
        let paths = paths.unwrap_or((1, 1));
        self.known.insert(key, paths);
        Some(paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_moves_of_the_other_side_must_be_known_and_one_of_one_s_own() {
        let stop = StopFlag::new();
        let mut book = Book::begin(2, 12, &stop).unwrap().unwrap();
        let first = Position::START.play_unchecked("f5".parse().unwrap());
        // Nothing but the start, all four moves of which are one.
        assert_eq!(count(&book, first, (BEST, BEST), &stop), Some((1, 1)));
        for square in first.moves() {
            assert!(book.add(first.play_unchecked(square), &stop).unwrap());
        }
        assert!(book.add(first, &stop).unwrap());
        book.back_up().unwrap();
        // Three moves, with one line behind each.
        let all = count(&book, first, (-64, -64), &stop);
        assert_eq!(all, Some((1, 3)));
        let (own, other) = count(&book, first, (BEST, -64), &stop).unwrap();
        assert!(own == 1 && other < 3, "{own} {other}");
        // None is good enough.
        assert_eq!(count(&book, first, (64, 64), &stop), Some((1, 1)));
        let from_start = count(&book, Position::START, (-64, -64), &stop).unwrap();
        assert_eq!(from_start, (3, 4));
        stop.raise();
        assert_eq!(count(&book, first, (BEST, BEST), &stop), None);
    }
}
