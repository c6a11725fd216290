//! How often people play each move in the first moves of a game.
//!
//! Positions are counted up to the symmetries of the board, so that it does not matter by which
//! moves a position came about. What is kept is a walk through them in bytes: for a position how
//! many moves are counted, for each its square and how often it was played, and then the same for
//! the positions after them, the first time that each is met. Times are rounded to steps of an
//! eighth of a doubling.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use bianca_rules::othello::{Position, Square, Symmetry};

/// Moves of a game that are counted.
pub const MOVES: u32 = 14;

/// Times that a move was played in a position, each up to the symmetries of the position.
type Counts = Vec<(Square, f32)>;

/// What people played, and how often.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Openings(HashMap<Position, Counts>);

impl Openings {
    /// What was counted in the games of tournaments.
    pub fn embedded() -> &'static Openings {
        static OPENINGS: LazyLock<Openings> =
            LazyLock::new(|| Openings::from_bytes(include_bytes!("openings.bin")));
        &OPENINGS
    }

    /// How often each move was played in a position, in the order of the squares; empty if the
    /// position is not known.
    pub fn counts(&self, position: Position) -> Vec<f32> {
        let (least, _) = Symmetry::canonical(position);
        let Some(counts) = self.0.get(&least) else {
            return Vec::new();
        };
        let kinds: Vec<Square> = position
            .moves()
            .into_iter()
            .map(|square| kind_of(position, square))
            .collect();
        // Moves that are images of each other share what was counted for them together.
        let count = |kind: &Square| {
            let alike = kinds.iter().filter(|other| *other == kind).count() as f32;
            let found = counts.iter().find(|(square, _)| square == kind);
            found.map_or(0.0, |(_, times)| times / alike)
        };
        kinds.iter().map(count).collect()
    }

    /// Counts a move.
    pub fn add(&mut self, position: Position, square: Square) {
        let (least, _) = Symmetry::canonical(position);
        let kind = kind_of(position, square);
        let counts = self.0.entry(least).or_default();
        match counts.iter_mut().find(|(square, _)| *square == kind) {
            Some((_, times)) => *times += 1.0,
            None => counts.push((kind, 1.0)),
        }
    }

    /// Forgets positions that were met less than `positions` times and moves that were played less
    /// than `moves` times, and what is reached only by them.
    pub fn retain(&mut self, positions: f32, moves: f32) {
        for counts in self.0.values_mut() {
            counts.retain(|&(_, times)| times >= moves);
            counts.sort_by_key(|&(square, _)| square.index());
        }
        let total = |counts: &Counts| counts.iter().map(|(_, times)| times).sum::<f32>();
        self.0.retain(|_, counts| total(counts) >= positions);
        *self = Openings::from_bytes(&self.bytes());
    }

    /// How many positions and moves there are.
    pub fn size(&self) -> (usize, usize) {
        (self.0.len(), self.0.values().map(Vec::len).sum())
    }

    /// All as bytes, from the start position on.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut met = HashSet::new();
        let mut open = vec![Symmetry::canonical(Position::START).0];
        while let Some(position) = open.pop() {
            if !met.insert(position) {
                continue;
            }
            let none = Counts::new();
            let counts = self.0.get(&position).unwrap_or(&none);
            bytes.push(counts.len() as u8);
            for &(square, times) in counts {
                bytes.push(square.index() as u8);
                bytes.push(step_of(times));
            }
            open.extend(next(position, counts));
        }
        bytes
    }

    /// Reads what [`bytes`](Openings::bytes) writes; what is cut off or no move ends the walk.
    pub fn from_bytes(bytes: &[u8]) -> Openings {
        let mut openings = Openings::default();
        let mut met = HashSet::new();
        let mut open = vec![Symmetry::canonical(Position::START).0];
        let mut bytes = bytes.iter().copied();
        while let Some(position) = open.pop() {
            if !met.insert(position) {
                continue;
            }
            let Some(length) = bytes.next() else { break };
            let mut counts = Counts::new();
            for _ in 0..length {
                let (Some(square), Some(step)) = (bytes.next(), bytes.next()) else {
                    return openings;
                };
                let square = Square::from_low_bits(square.into());
                if !position.moves().contains(square) {
                    return openings;
                }
                counts.push((square, times_of(step)));
            }
            open.extend(next(position, &counts));
            if !counts.is_empty() {
                openings.0.insert(position, counts);
            }
        }
        openings
    }
}

/// The positions after the moves that are counted, the rarest move's first, while they are among
/// the first moves of a game.
fn next(position: Position, counts: &Counts) -> Vec<Position> {
    if position.empties() + MOVES <= 61 {
        return Vec::new();
    }
    let after = |square: Square| {
        let next = position.play_unchecked(square);
        let next = if next.must_pass() {
            next.passed()
        } else {
            next
        };
        Symmetry::canonical(next).0
    };
    counts
        .iter()
        .rev()
        .map(|&(square, _)| after(square))
        .collect()
}

/// The least image of a square under the symmetries that lead to the least image of the position.
fn kind_of(position: Position, square: Square) -> Square {
    let (least, by) = Symmetry::canonical(position);
    let images = Symmetry::all().filter(|symmetry| symmetry.position(position) == least);
    let image = images.map(|symmetry| symmetry.square(square));
    image
        .min_by_key(|image| image.index())
        .unwrap_or_else(|| by.square(square))
}

fn step_of(times: f32) -> u8 {
    (times.max(1.0).log2() * 8.0).round().min(255.0) as u8
}

fn times_of(step: u8) -> f32 {
    (f32::from(step) / 8.0).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(openings: &mut Openings, moves: &[&str]) {
        let mut position = Position::START;
        for mv in moves {
            let square = mv.parse().unwrap();
            openings.add(position, square);
            position = position.play_unchecked(square);
        }
    }

    #[test]
    fn images_count_as_one_and_share() {
        let mut openings = Openings::default();
        played(&mut openings, &["f5", "d6"]);
        played(&mut openings, &["c4", "e3"]);
        assert_eq!(openings.counts(Position::START), [0.5; 4]);
        let after = Position::START.play_unchecked("e6".parse().unwrap());
        let counts = openings.counts(after);
        let best = after.moves().into_iter().zip(&counts);
        let best: Vec<String> = best
            .filter(|&(_, &count)| count == 2.0)
            .map(|(square, _)| square.to_string())
            .collect();
        assert_eq!(best, ["f4"], "{counts:?}");
        assert!(
            openings
                .counts(after.play_unchecked("f4".parse().unwrap()))
                .is_empty()
        );
    }

    #[test]
    fn what_is_rare_is_forgotten_and_bytes_are_read_back() {
        let mut openings = Openings::default();
        for _ in 0..100 {
            played(&mut openings, &["f5", "d6", "c3"]);
        }
        played(&mut openings, &["f5", "f6", "e6"]);
        openings.retain(10.0, 2.0);
        assert_eq!(openings.size(), (3, 3));
        let bytes = openings.bytes();
        assert_eq!(Openings::from_bytes(&bytes), openings);
        let about = openings.counts(Position::START)[0] * 4.0;
        assert!((about - 100.0).abs() < 6.0, "{about}");
        for length in 0..bytes.len() {
            Openings::from_bytes(&bytes[..length]);
        }
    }

    #[test]
    fn the_embedded_openings_know_the_usual_moves() {
        let openings = Openings::embedded();
        assert!(openings.size().0 > 500, "{:?}", openings.size());
        let after = Position::START.play_unchecked("f5".parse().unwrap());
        let counts = openings.counts(after);
        let named = |name: &str| {
            let squares = after.moves().into_iter().zip(&counts);
            let mut found = squares.filter(|(square, _)| square.to_string() == name);
            *found.next().unwrap().1
        };
        assert!(
            named("d6") > named("f6") && named("f6") > named("f4"),
            "{counts:?}"
        );
    }
}
