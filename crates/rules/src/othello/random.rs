//! Games of random moves, the same for the same seed.
//!
//! Tests, benchmarks, openings and `bianca positions` draw from here. Where a seed must mean the
//! same positions with every release of `rand`, in [`RandomGames`], the generator is named and the
//! draw is spelled out.

use rand::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;

use super::game::OthelloGame;
use super::position::Position;
use super::square::{Move, Square};

/// A legal move; a pass if there is no other.
pub fn random_move(position: Position, random: &mut impl Rng) -> Move {
    let moves: Vec<Square> = position.moves().into_iter().collect();
    moves.choose(random).map_or(Move::Pass, |&s| s.into())
}

/// Plays `turns` random turns, or fewer if the game ends.
pub fn play_random(game: &mut OthelloGame, turns: usize, random: &mut impl Rng) {
    for _ in 0..turns {
        if game.is_over() {
            return;
        }
        // It is legal.
        let _ = game.play(random_move(game.position(), random));
    }
}

/// A game of random moves from the usual start to its end.
pub fn random_game(random: &mut impl Rng) -> OthelloGame {
    let mut game = OthelloGame::new();
    play_random(&mut game, usize::MAX, random);
    game
}

/// An endless supply of random games.
#[derive(Clone, Debug)]
pub struct RandomGames {
    random: Xoshiro256PlusPlus,
    empties: u32,
}

impl RandomGames {
    /// Games broken off with `empties` empty squares, drawn with `seed`.
    ///
    /// # Panics
    /// If `empties` is more than 60, or 0: no such position has a move to make.
    pub fn new(empties: u32, seed: u64) -> RandomGames {
        assert!((1..=60).contains(&empties), "1 to 60 empty squares");
        RandomGames {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            empties,
        }
    }

    fn game(&mut self) -> Option<OthelloGame> {
        let mut game = OthelloGame::new();
        loop {
            let moves = game.position().moves();
            if moves.is_empty() {
                // Refused when the game is over.
                game.play(Move::Pass).ok()?;
                continue;
            }
            if game.position().empties() == self.empties {
                return Some(game);
            }
            let index = below(&mut self.random, moves.count());
            let square: Square = moves.into_iter().nth(index)?;
            game.play(Move::Place(square)).ok()?;
        }
    }
}

/// Each game ends where the side to move has a move; those that were over sooner are left out.
impl Iterator for RandomGames {
    type Item = OthelloGame;

    fn next(&mut self) -> Option<OthelloGame> {
        loop {
            if let Some(game) = self.game() {
                return Some(game);
            }
        }
    }
}

/// A number below `bound` by multiplication and shift; what it lacks in evenness (one part in
/// 2^58) nobody will see.
fn below(random: &mut impl Rng, bound: u32) -> usize {
    ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Position;

    #[test]
    fn positions_are_as_asked_for_and_the_same_again() {
        let draw = |empties, seed| -> Vec<Position> {
            let games = RandomGames::new(empties, seed);
            games.take(50).map(|game| game.position()).collect()
        };
        for empties in [1, 16, 59, 60] {
            let positions = draw(empties, 1);
            assert!(
                positions
                    .iter()
                    .all(|position| position.empties() == empties)
            );
            assert!(positions.iter().all(|position| position.moves().any()));
            assert_eq!(draw(empties, 1), positions);
        }
        assert_ne!(draw(16, 1), draw(16, 2));
    }
}
