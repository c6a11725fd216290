//! One game between two contestants, from its opening to its result.
//!
//! The judge keeps the only board that counts: it checks every move, passes for a side that must
//! pass, sees the end and counts the discs. It asks only for moves of a side that has one. A
//! contestant that fails loses the game and is dismissed; its successor starts afresh.

use std::time::Duration;

use super::contestant::{Choice, Contestant, Fault, Thought};
use super::gtp::GtpEngine;
use super::house::{HousePlayer, OTHELLO};
use super::limit::Limit;
use super::nboard::NBoardEngine;
use super::spec::{EngineSpec, Kind, Protocol};
use super::timekeeper::{Strictness, Timekeeper};
use crate::othello::{Color, Game};

/// A place at the board, with the engine that sits there once it was needed.
pub struct Seat {
    spec: EngineSpec,
    limit: Limit,
    /// Decides what a player that draws draws in the next game.
    pub seed: u64,
    contestant: Option<Box<dyn Contestant>>,
}

impl Seat {
    /// A place for an engine that goes by its own limit, or by `limit` if it has none.
    pub fn new(spec: &EngineSpec, limit: Limit) -> Seat {
        Seat {
            spec: spec.clone(),
            limit: spec.limit(limit),
            seed: 0,
            contestant: None,
        }
    }

    /// The engine, started if it does not run.
    ///
    /// # Errors
    /// If it does not start.
    pub fn contestant(&mut self) -> Result<&mut dyn Contestant, Fault> {
        let contestant = match self.contestant.take() {
            Some(contestant) => contestant,
            None => self.start()?,
        };
        Ok(self.contestant.insert(contestant).as_mut())
    }

    fn start(&self) -> Result<Box<dyn Contestant>, Fault> {
        Ok(match &self.spec.kind {
            Kind::House(house) => Box::new(HousePlayer::new(house, OTHELLO)?),
            Kind::Program(program) => match program.protocol {
                Protocol::Gtp => Box::new(GtpEngine::start(program, self.limit)?),
                Protocol::NBoard => Box::new(NBoardEngine::start(program, self.limit)?),
            },
        })
    }
}

/// A move of a judged game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// Who made it.
    pub color: Color,
    /// What was played; passes of Othello were played by the judge.
    pub mv: String,
    /// Time used.
    pub elapsed: Duration,
    /// What the engine told of it.
    pub thought: Thought,
}

/// A judged game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
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
    Forfeit {
        /// The side that failed.
        loser: Color,
        /// What it did.
        fault: Fault,
    },
}

impl Default for Ending {
    fn default() -> Ending {
        Ending::Counted(0)
    }
}

impl From<Result<i32, (Color, Fault)>> for Ending {
    fn from(played: Result<i32, (Color, Fault)>) -> Ending {
        match played {
            Ok(points) => Ending::Counted(points),
            Err((loser, fault)) => Ending::Forfeit { loser, fault },
        }
    }
}

/// Plays a game on from `opening`.
pub fn play(black: &mut Seat, white: &mut Seat, opening: &Game, strictness: Strictness) -> Judged {
    let mut judged = Judged::default();
    let played = play_to_end(black, white, opening.clone(), strictness, &mut judged);
    if let Err((loser, _)) = &played {
        let seat = match loser {
            Color::Black => black,
            Color::White => white,
        };
        seat.contestant = None;
    }
    judged.ending = played.into();
    judged
}

fn play_to_end(
    black: &mut Seat,
    white: &mut Seat,
    mut game: Game,
    strictness: Strictness,
    judged: &mut Judged,
) -> Result<i32, (Color, Fault)> {
    let keeper = |seat: &Seat| Timekeeper::new(seat.limit, strictness);
    let mut keepers = [keeper(black), keeper(white)];
    for (color, seat) in [(Color::Black, &mut *black), (Color::White, &mut *white)] {
        let seed = seat.seed;
        let begun = seat
            .contestant()
            .and_then(|engine| engine.new_game(&game, seed));
        begun.map_err(|fault| (color, fault))?;
    }
    while !game.is_over() {
        let color = game.to_move();
        let (seat, keeper) = match color {
            Color::Black => (&mut *black, &mut keepers[0]),
            Color::White => (&mut *white, &mut keepers[1]),
        };
        let choice = if game.position().must_pass() {
            Choice::PASS
        } else {
            let choice = timed_choice(seat, keeper, &game);
            judged.overshoot = judged.overshoot.max(keeper.overshoot());
            choice.map_err(|fault| (color, fault))?
        };
        let played = game.play(choice.mv);
        played.map_err(|_| (color, Fault::IllegalMove(choice.mv)))?;
        judged.moves.push(PlayedMove {
            color,
            mv: choice.mv.to_string(),
            elapsed: choice.elapsed,
            thought: choice.thought,
        });
    }
    Ok(game.final_score_for_black())
}

/// Asks for a move and holds it against the clock.
fn timed_choice(seat: &mut Seat, keeper: &mut Timekeeper, game: &Game) -> Result<Choice, Fault> {
    let choice = seat.contestant()?.choose(game, &keeper.turn())?;
    keeper.charge(choice.elapsed)?;
    Ok(choice)
}
