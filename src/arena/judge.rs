//! One game between two contestants, from its opening to its result.
//!
//! The judge keeps the only board that counts: it checks every move, passes for a side that must
//! pass, sees the end and counts the discs. It asks only for moves of a side that has one. A
//! contestant that fails loses the game and is dismissed; its successor starts afresh.

use std::time::Duration;

use super::clock::GameClock;
use super::contestant::{Choice, Contestant, Fault, Thought, Turn};
use super::gtp::GtpEngine;
use super::house::HousePlayer;
use super::limit::Limit;
use super::nboard::NBoardEngine;
use super::spec::{EngineSpec, Kind, Protocol};
use crate::othello::{Color, Game, Move};

/// How strict the judge is about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strictness {
    /// Time over the clock, or over the time of a move, that is forgiven: the price of pipes
    /// and of the scheduler.
    pub margin: Duration,
    /// How long an engine without a clock may think, and how far one with a clock may be over
    /// before it is taken to hang.
    pub patience: Duration,
}

/// A place at the board, with the engine that sits there once it was needed.
pub struct Seat {
    spec: EngineSpec,
    limit: Limit,
    seed: u64,
    contestant: Option<Box<dyn Contestant>>,
}

impl Seat {
    /// A place for an engine that goes by its own limit, or by `limit` if it has none.
    pub fn new(spec: &EngineSpec, limit: Limit, seed: u64) -> Seat {
        Seat {
            spec: spec.clone(),
            limit: spec.limit.unwrap_or(limit),
            seed,
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
            Kind::House(rule) => Box::new(HousePlayer::new(*rule, self.seed)),
            Kind::Program(program) => match program.protocol {
                Protocol::Gtp => Box::new(GtpEngine::start(program, self.limit)?),
                Protocol::NBoard => Box::new(NBoardEngine::start(program, self.limit)?),
            },
        })
    }
}

/// A move of a judged game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedMove {
    /// Who made it.
    pub color: Color,
    /// What was played; passes were played by the judge.
    pub mv: Move,
    /// Time used.
    pub elapsed: Duration,
    /// What the engine told of it.
    pub thought: Thought,
}

/// A judged game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The game with its opening.
    pub game: Game,
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
    /// By the rules: black's discs less white's, empty squares to the winner.
    Counted(i32),
    /// One side failed and lost.
    Forfeit {
        /// The side that failed.
        loser: Color,
        /// What it did.
        fault: Fault,
    },
}

/// Plays a game on from `opening`.
pub fn play(black: &mut Seat, white: &mut Seat, opening: &Game, strictness: Strictness) -> Judged {
    let mut judged = Judged {
        game: opening.clone(),
        moves: Vec::new(),
        ending: Ending::Counted(0),
        overshoot: Duration::ZERO,
    };
    judged.ending = match play_to_end(black, white, strictness, &mut judged) {
        Ok(()) => Ending::Counted(judged.game.final_score_for_black()),
        Err((loser, fault)) => {
            let seat = match loser {
                Color::Black => black,
                Color::White => white,
            };
            seat.contestant = None;
            Ending::Forfeit { loser, fault }
        }
    };
    judged
}

fn play_to_end(
    black: &mut Seat,
    white: &mut Seat,
    strictness: Strictness,
    judged: &mut Judged,
) -> Result<(), (Color, Fault)> {
    let clock_of = |seat: &Seat| match seat.limit {
        Limit::Clock(control) => Some(GameClock::new(control)),
        _ => None,
    };
    let mut clocks = [clock_of(black), clock_of(white)];
    for (color, seat) in [(Color::Black, &mut *black), (Color::White, &mut *white)] {
        let begun = seat
            .contestant()
            .and_then(|engine| engine.new_game(&judged.game));
        begun.map_err(|fault| (color, fault))?;
    }
    while !judged.game.is_over() {
        let color = judged.game.to_move();
        let (seat, clock) = match color {
            Color::Black => (&mut *black, &mut clocks[0]),
            Color::White => (&mut *white, &mut clocks[1]),
        };
        let choice = if judged.game.position().must_pass() {
            Choice {
                mv: Move::Pass,
                elapsed: Duration::ZERO,
                thought: Thought::default(),
            }
        } else {
            let choice = timed_choice(seat, clock, strictness, judged);
            choice.map_err(|fault| (color, fault))?
        };
        let played = judged.game.play(choice.mv);
        played.map_err(|_| (color, Fault::IllegalMove(choice.mv)))?;
        judged.moves.push(PlayedMove {
            color,
            mv: choice.mv,
            elapsed: choice.elapsed,
            thought: choice.thought,
        });
    }
    Ok(())
}

/// Asks for a move and holds it against the clock.
fn timed_choice(
    seat: &mut Seat,
    clock: &mut Option<GameClock>,
    strictness: Strictness,
    judged: &mut Judged,
) -> Result<Choice, Fault> {
    let allowed = match (seat.limit, &*clock) {
        (Limit::MoveTime(time), _) => Some(time),
        (_, Some(clock)) => Some(clock.allowed()),
        _ => None,
    };
    let turn = Turn {
        limit: seat.limit,
        clock: clock.as_ref().map(GameClock::now),
        patience: allowed.unwrap_or_default() + strictness.margin + strictness.patience,
    };
    let choice = seat.contestant()?.choose(&judged.game, &turn)?;
    if let Some(allowed) = allowed {
        let over = choice.elapsed.saturating_sub(allowed);
        judged.overshoot = judged.overshoot.max(over);
        if over > strictness.margin {
            return Err(Fault::OutOfTime { over });
        }
    }
    if let Some(clock) = clock {
        clock.charge(choice.elapsed);
    }
    Ok(choice)
}
