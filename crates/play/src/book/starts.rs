//! Even starts of games: lines of ten plies through the book in the executable.
//!
//! Invariant: each leads to another position, which the book says is worth at most
//! [`MOST`] to either side. What is drawn from them, and by whom, is not known here.

use std::collections::{HashSet, VecDeque};
use std::sync::OnceLock;

use super::builtin;
use super::moves::Lookup;
use bianca_rules::othello::{Position, Square, Symmetry};
use bianca_search::request::Score;

/// Plies of a start.
pub const PLIES: usize = 10;

/// What the position behind a start is worth at most, to either side: a disc and a half.
pub const MOST: Score = Score(Score::DISC * 3 / 2);

/// All even starts, in the order of a breadth-first walk through the book.
pub fn all() -> &'static [Vec<Square>] {
    static ALL: OnceLock<Vec<Vec<Square>>> = OnceLock::new();
    ALL.get_or_init(|| even_lines(builtin::entries()))
}

/// The start that a number draws, seen from one of the four sides from which the first position
/// of a game looks the same; `None` if the book has none.
pub fn drawn(number: u64) -> Option<Vec<Square>> {
    let lines = all();
    let count = lines.len().max(1) as u64;
    let sides: Vec<Symmetry> = Symmetry::all()
        .filter(|symmetry| symmetry.position(Position::START) == Position::START)
        .collect();
    let line = lines.get((number % count) as usize)?;
    let side = sides[(number / count) as usize % sides.len()];
    Some(line.iter().map(|&square| side.square(square)).collect())
}

/// Of several orders of moves that lead to a position, or to one that is symmetric to it, the
/// first counts.
fn even_lines(book: &impl Lookup) -> Vec<Vec<Square>> {
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(Position::START, Vec::new())]);
    let mut even = Vec::new();
    while let Some((position, line)) = queue.pop_front() {
        // A book in memory is read without an error.
        let Ok(Some((place, entry))) = book.find_any(position) else {
            continue;
        };
        if place.passed || !seen.insert(place.position) {
            continue;
        }
        if line.len() < PLIES {
            queue.extend(position.moves().into_iter().map(|square| {
                let line = [&line[..], &[square]].concat();
                (position.play_unchecked(square), line)
            }));
        } else if entry.score.0.abs() <= MOST.0 {
            even.push(line);
        }
    }
    even
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::moves_of;

    #[test]
    fn starts_are_different_and_even_by_the_book() {
        let mut boards = HashSet::new();
        for line in all() {
            let mut position = Position::START;
            for &square in line {
                assert!(position.moves().contains(square), "{line:?}");
                position = position.play_unchecked(square);
            }
            assert_eq!(line.len(), PLIES);
            assert!(boards.insert(Symmetry::canonical(position).0), "{line:?}");
            let best = moves_of(builtin::entries(), position).unwrap()[0];
            assert!(best.score.0.abs() <= MOST.0, "{line:?}: {:?}", best.score);
        }
        assert!(boards.len() >= 60, "{}", boards.len());
    }

    #[test]
    fn every_start_is_drawn_from_four_sides() {
        let drawn: HashSet<Vec<Square>> = (0..20 * all().len() as u64).filter_map(drawn).collect();
        assert_eq!(drawn.len(), 4 * all().len());
        for line in drawn {
            let end = line.iter().try_fold(Position::START, |position, &square| {
                let is_legal = position.moves().contains(square);
                is_legal.then(|| position.play_unchecked(square))
            });
            assert!(end.is_some(), "{line:?}");
        }
    }
}
