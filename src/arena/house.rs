//! Players inside this process that answer at once: anchors for a table, and partners for tests.

use std::str::FromStr;
use std::time::Duration;

use rand::SeedableRng;
use rand::prelude::*;
use rand::rngs::StdRng;

use super::contestant::{Choice, Contestant, Fault, Thought, Turn};
use crate::othello::{Game, Move, Position, Square};

/// A rule to choose a move by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    /// Any legal move, each as likely as the others.
    Random,
    /// A move that turns over the most discs, the first of several.
    Greedy,
    /// The first legal move from a1 to h8.
    First,
}

impl FromStr for House {
    type Err = String;

    /// Reads the name; the error is the word that is none.
    fn from_str(text: &str) -> Result<House, String> {
        match text {
            "random" => Ok(House::Random),
            "greedy" => Ok(House::Greedy),
            "first" => Ok(House::First),
            _ => Err(text.to_owned()),
        }
    }
}

/// A player that follows a [`House`] rule.
#[derive(Debug)]
pub struct HousePlayer {
    rule: House,
    random: StdRng,
}

impl HousePlayer {
    /// A player with this rule; `seed` decides the random one's games.
    pub fn new(rule: House, seed: u64) -> HousePlayer {
        HousePlayer {
            rule,
            random: StdRng::seed_from_u64(seed),
        }
    }

    fn pick(&mut self, position: &Position) -> Option<Square> {
        let moves = position.moves();
        match self.rule {
            House::First => moves.first(),
            House::Random => moves.into_iter().choose(&mut self.random),
            // Reversed, because of equals the last would be taken.
            House::Greedy => {
                let mut moves: Vec<Square> = moves.into_iter().collect();
                moves.reverse();
                moves
                    .into_iter()
                    .max_by_key(|&square| position.flips(square).count())
            }
        }
    }
}

impl Contestant for HousePlayer {
    fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Turn) -> Result<Choice, Fault> {
        Ok(Choice {
            mv: self.pick(&game.position()).map_or(Move::Pass, Move::Place),
            elapsed: Duration::ZERO,
            thought: Thought::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_picks_what_it_says() {
        let mut game = Game::new();
        for mv in ["f5", "d6", "c5", "f4"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let position = game.position();
        let pick = |rule| HousePlayer::new(rule, 1).pick(&position).unwrap();
        assert_eq!(Some(pick(House::First)), position.moves().first());
        let most = position
            .moves()
            .into_iter()
            .map(|s| position.flips(s).count());
        assert_eq!(
            Some(position.flips(pick(House::Greedy)).count()),
            most.max()
        );
        assert!(position.moves().contains(pick(House::Random)));
    }
}
