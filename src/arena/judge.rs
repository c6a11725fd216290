//! One game between two engines, from its opening to its result.
//!
//! The judge keeps the only game that counts and the clocks; [`driver`](crate::player::driver)
//! plays. An engine that fails loses the game and is dismissed; its successor starts afresh.

use std::time::Duration;

use super::builtin::OTHELLO;
use super::gtp::GtpEngine;
use super::limit::Limit;
use super::nboard::NBoardEngine;
use super::spec::{EngineKind, EngineSpec, Protocol};
use super::timekeeper::{Strictness, Timekeeper};
use crate::game::Game;
use crate::othello::Color;
use crate::player::driver::{self, DrivenTurn, PlayerForfeit, Supervisor};
use crate::player::{Player, PlayerError};
use crate::request::Limits;

/// A place at the board, with the engine that sits there once it was needed.
pub struct Seat {
    spec: EngineSpec,
    limit: Limit,
    strictness: Strictness,
    /// The game that is played here, as the catalogue names it.
    game: String,
    player: Option<Box<dyn Player>>,
}

impl Seat {
    /// A place for an engine at the game that `game` names, which goes by its own limit, or by
    /// `limit` if it has none.
    pub fn new(spec: &EngineSpec, game: &str, limit: Limit, strictness: Strictness) -> Seat {
        Seat {
            spec: spec.clone(),
            limit: spec.limit(limit),
            strictness,
            game: game.to_owned(),
            player: None,
        }
    }

    /// Makes the engine ready for a game that has come as far as `game`, started if it does not
    /// run. `seed` decides what a built-in player draws in it; programs have their own.
    ///
    /// # Errors
    /// If it does not start, or fails or refuses.
    pub fn prepare(&mut self, game: &dyn Game, seed: u64) -> Result<&mut dyn Player, PlayerError> {
        let player = match self.player.take() {
            Some(player) => player,
            None => self.start()?,
        };
        let player = self.player.insert(player).as_mut();
        if let EngineKind::BuiltIn(name) = &self.spec.kind {
            name.draw_by(player, seed)?;
        }
        player.new_game();
        player.prepare(game)?;
        Ok(player)
    }

    fn start(&self) -> Result<Box<dyn Player>, PlayerError> {
        let patience = self
            .strictness
            .margin
            .saturating_add(self.strictness.patience);
        Ok(match &self.spec.kind {
            EngineKind::BuiltIn(name) => name.player(&self.game)?,
            EngineKind::Program(_) if self.game != OTHELLO => {
                return Err(PlayerError::Unable(format!(
                    "programs play only Othello; {} is for cmd=player:…",
                    self.game
                )));
            }
            EngineKind::Program(program) => match program.protocol {
                Protocol::Gtp => Box::new(GtpEngine::start(program, self.limit, patience)?),
                Protocol::NBoard => Box::new(NBoardEngine::start(program, self.limit, patience)?),
            },
        })
    }
}

/// A judged game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgedGame {
    /// The turns after the opening.
    pub turns: Vec<DrivenTurn>,
    /// How it ended.
    pub ending: Ending,
    /// The most that any move took beyond what was allowed, margin not counted.
    pub overshoot: Duration,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, with this result for black in points: in Othello black's discs less white's,
    /// empty squares to the winner.
    Counted(i32),
    /// One side failed and lost.
    Forfeit(PlayerForfeit),
}

impl Default for Ending {
    fn default() -> Ending {
        Ending::Counted(0)
    }
}

/// Plays `game` on to its end between `seats`, black's and white's; `seed` decides what they
/// draw.
pub fn play(seats: [&mut Seat; 2], mut game: Box<dyn Game>, seed: u64) -> JudgedGame {
    let [black, white] = seats;
    let mut judge = Judge {
        keepers: [&*black, &*white].map(|seat| Timekeeper::new(seat.limit, seat.strictness)),
        judged: JudgedGame::default(),
    };
    let played = play_to_end(black, white, &mut *game, seed, &mut judge);
    let mut judged = judge.judged;
    let overshoots = judge.keepers.iter().map(Timekeeper::overshoot);
    judged.overshoot = overshoots.max().unwrap_or_default();
    judged.ending = match played {
        Ok(points) => Ending::Counted(points),
        Err(forfeit) => {
            let seat = match forfeit.loser {
                Color::Black => black,
                Color::White => white,
            };
            seat.player = None;
            Ending::Forfeit(forfeit)
        }
    };
    judged
}

fn play_to_end(
    black: &mut Seat,
    white: &mut Seat,
    game: &mut dyn Game,
    seed: u64,
    judge: &mut Judge,
) -> Result<i32, PlayerForfeit> {
    // The two must not draw the same.
    let seeds = [seed, seed.wrapping_add(1)];
    let forfeit = |loser| move |error| PlayerForfeit { loser, error };
    let black = black.prepare(game, seeds[0]);
    let black = black.map_err(forfeit(Color::Black))?;
    let white = white.prepare(game, seeds[1]);
    let white = white.map_err(forfeit(Color::White))?;
    driver::play(game, [black, white], judge)
}

/// Keeps the clocks and the record of a game.
struct Judge {
    keepers: [Timekeeper; 2],
    judged: JudgedGame,
}

impl Supervisor for Judge {
    fn limits(&mut self, color: Color) -> Limits {
        self.keepers[color as usize].limits()
    }

    fn charge(&mut self, color: Color, elapsed: Duration) -> Result<(), PlayerError> {
        self.keepers[color as usize].charge(elapsed)
    }

    fn played(&mut self, _: &dyn Game, turn: DrivenTurn) -> Result<(), PlayerError> {
        self.judged.turns.push(turn);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::catalogue;

    fn points(name: &str, opening: &str, black: &str, white: &str) -> i32 {
        let strictness = Strictness {
            margin: Duration::ZERO,
            patience: Duration::ZERO,
        };
        let [mut black, mut white] = [black, white].map(|player| {
            let spec = format!("cmd=player:{player}").parse().unwrap();
            Seat::new(&spec, name, Limit::Level, strictness)
        });
        let mut game = catalogue::game(name).unwrap();
        if !opening.is_empty() {
            game.play(None, opening).unwrap();
        }
        let judged = play([&mut black, &mut white], game, 3);
        match judged.ending {
            Ending::Counted(points) => points,
            Ending::Forfeit(forfeit) => panic!("{}", forfeit.error),
        }
    }

    #[test]
    fn games_end_as_their_texts_say() {
        assert_eq!(points("tree", "", "alphabeta", "minimax"), 3);
        assert_eq!(points("tree", "a2", "alphabeta", "minimax"), 2);
        assert_eq!(points("tictactoe", "", "alphabeta", "alphabeta"), 0);
        assert_eq!(points("tictactoe", "11 12 22 13", "minimax", "random"), 1);
        points("reversi-1880", "d4 e4", "greedy", "uc3m");
        points("reversi-1880", "", "first", "random");
    }
}
