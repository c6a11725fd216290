//! What searches of a few plies say of every move of a position.
//!
//! Each depth is searched for itself and from an empty hash table, so that what is seen follows
//! from the position alone. Near the end of the game a search of so many plies sees it, as a person
//! who reads so far does; nothing is solved beyond that.

use crate::othello::{Move, Position, Square};
use crate::request::{Limits, Request, StopFlag};
use crate::search::{Searcher, Settings, TableTooLarge};

/// How many depths are looked at.
pub const DEPTHS: usize = 5;

/// The depths, in plies.
pub const PLIES: [u32; DEPTHS] = [1, 2, 4, 6, 8];

/// A move and what it loses at each depth against the best one of that depth, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenMove {
    /// Where the disc is put.
    pub square: Square,
    /// The loss at each of [`PLIES`], 0 for the best move of a depth.
    pub losses: [f32; DEPTHS],
}

/// All moves of a position as they are seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// In the order of the squares.
    pub moves: Vec<SeenMove>,
    /// What the best move of the deepest search is worth, in discs.
    pub best: f32,
}

/// A search that looks at positions.
pub struct Sight(Searcher);

impl Sight {
    /// One that searches with this evaluation.
    ///
    /// # Errors
    /// If there is not enough memory for its hash table of 1 MiB.
    pub fn new(settings: &Settings) -> Result<Sight, TableTooLarge> {
        Searcher::new(Settings {
            hash_mib: 1,
            threads: 1,
            ..settings.clone()
        })
        .map(Sight)
    }

    /// Looks at all moves of a position as deep as the first `depths` of [`PLIES`]; deeper ones are
    /// taken to say what the last of these says. A search that is stopped says what it has found.
    /// A position without a move has nothing to look at.
    pub fn look(&mut self, position: Position, depths: usize, stop: &StopFlag) -> Seen {
        let unseen = |square| SeenMove {
            square,
            losses: [0.0; DEPTHS],
        };
        let mut moves: Vec<SeenMove> = position.moves().into_iter().map(unseen).collect();
        let mut best = 0.0;
        if moves.is_empty() {
            return Seen { moves, best };
        }
        let depths = depths.clamp(1, DEPTHS);
        self.0.clear();
        for (place, plies) in PLIES.into_iter().enumerate() {
            if place >= depths {
                for seen in &mut moves {
                    seen.losses[place] = seen.losses[place - 1];
                }
                continue;
            }
            let request = Request {
                best: moves.len(),
                limits: Limits::to_depth(plies.min(position.empties())),
                ..Request::default()
            };
            let lines = self.0.search(position, &request, stop, &mut |_| {});
            let highest = lines.iter().map(|line| line.score).max();
            best = highest.unwrap_or_default().discs() as f32;
            for line in &lines {
                let Some(&Move::Place(square)) = line.pv.first() else {
                    continue;
                };
                let found = moves.iter_mut().find(|seen| seen.square == square);
                if let Some(seen) = found {
                    seen.losses[place] = best - line.score.discs() as f32;
                }
            }
        }
        Seen { moves, best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight() -> Sight {
        Sight::new(&Settings::default()).unwrap()
    }

    #[test]
    fn every_depth_has_a_best_move_and_the_end_is_seen_no_sooner_than_by_its_plies() {
        let mut sight = sight();
        let play = |position: Position, mv: &str| position.play_unchecked(mv.parse().unwrap());
        let position = ["f5", "f6", "e6", "f4"]
            .into_iter()
            .fold(Position::START, play);
        let seen = sight.look(position, DEPTHS, &StopFlag::new());
        assert_eq!(seen.moves.len(), position.moves().count() as usize);
        for place in 0..DEPTHS {
            let losses = seen.moves.iter().map(|seen| seen.losses[place]);
            assert_eq!(losses.fold(f32::INFINITY, f32::min), 0.0);
        }
        let shallow = sight.look(position, 2, &StopFlag::new());
        for (deep, shallow) in seen.moves.iter().zip(&shallow.moves) {
            assert_eq!(deep.losses[..2], shallow.losses[..2]);
            assert_eq!(shallow.losses[4], shallow.losses[1]);
        }
    }

    #[test]
    fn what_is_seen_does_not_depend_on_what_was_looked_at_before() {
        let mut sight = sight();
        let first = sight.look(Position::START, 4, &StopFlag::new());
        let after = Position::START.play_unchecked("f5".parse().unwrap());
        sight.look(after, 5, &StopFlag::new());
        assert_eq!(sight.look(Position::START, 4, &StopFlag::new()), first);
    }
}
