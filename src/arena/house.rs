//! Players inside this process: anchors for a table, and partners for tests.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::contestant::{Choice, Contestant, Fault, Thought, Turn};
use crate::engine::{Request, StopFlag};
use crate::games::othello::Othello;
use crate::othello::{Game, Move};
use crate::players::classic::{Style, Thinker, style_and_depth, styles};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    /// The first legal move from a1 to h8.
    First,
    /// A classic player, and how deep it looks if its name said so.
    Classic(Style, Option<u32>),
}

impl FromStr for House {
    type Err = String;

    /// Reads the name; the error is the word that is none.
    fn from_str(text: &str) -> Result<House, String> {
        if text == "first" {
            return Ok(House::First);
        }
        match style_and_depth(text) {
            Ok((style, depth)) if styles::<Othello>().contains(&style) => {
                Ok(House::Classic(style, depth))
            }
            _ => Err(text.to_owned()),
        }
    }
}

/// A player that is a [`House`].
pub struct HousePlayer {
    house: House,
    thinker: Thinker,
}

impl fmt::Debug for HousePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.house.fmt(f)
    }
}

impl HousePlayer {
    /// A player; `seed` decides what it draws.
    pub fn new(house: House, seed: u64) -> HousePlayer {
        let (style, depth) = match house {
            House::First => (Style::Random, None),
            House::Classic(style, depth) => (style, depth),
        };
        let mut thinker = Thinker::new(style);
        thinker.depth = depth.unwrap_or(thinker.depth);
        // For a thinker 0 is no seed.
        thinker.set_seed(seed.max(1));
        HousePlayer { house, thinker }
    }

    fn pick(&mut self, game: &Game) -> Option<Move> {
        let position = game.position();
        if self.house == House::First {
            return position.moves().first().map(Move::Place);
        }
        let game = Othello::new(position, game.to_move());
        let stop = StopFlag::new();
        let (lines, _) = self
            .thinker
            .search(&game, &Request::default(), &stop, &mut |_| {});
        lines.first()?.pv.first()?.parse().ok()
    }
}

impl Contestant for HousePlayer {
    fn new_game(&mut self, _: &Game) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Turn) -> Result<Choice, Fault> {
        Ok(Choice {
            mv: self.pick(game).unwrap_or(Move::Pass),
            elapsed: Duration::ZERO,
            thought: Thought::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_picks_what_it_says() {
        let mut game = Game::new();
        for mv in ["f5", "d6", "c5", "f4"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let position = game.position();
        let pick = |name: &str| {
            let house: House = name.parse().unwrap();
            let picked = HousePlayer::new(house, 0).pick(&game);
            picked.unwrap().square().unwrap()
        };
        assert_eq!(Some(pick("first")), position.moves().first());
        let turned = |square| position.flips(square).count();
        let most = position.moves().into_iter().map(turned).max();
        assert_eq!(Some(turned(pick("greedy"))), most);
        for name in ["random", "uc3m", "minimax:2", "alphabeta:3"] {
            assert!(position.moves().contains(pick(name)), "{name}");
        }
        for name in ["god", "shortest", "greedy:2", ""] {
            assert_eq!(name.parse::<House>(), Err(name.to_owned()));
        }
    }
}
