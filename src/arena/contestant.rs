//! What the runner asks of an engine, and all the ways in which an engine can fail.

use std::time::Duration;

use thiserror::Error;

use super::limit::Limit;
use crate::engine::{Clock, Score};
use crate::othello::{Game, Move};

/// Someone who plays games for the runner.
///
/// The runner keeps the game; a contestant is shown the whole of it and tells its engine what
/// is new. After a [`Fault`] it must be dropped: what its engine knows is uncertain.
pub trait Contestant: Send {
    /// Prepares for a game that has come as far as `game`. `seed` decides what a player of the
    /// house draws in it; programs have their own.
    ///
    /// # Errors
    /// If the engine fails or refuses.
    fn new_game(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// The move of the side to move, which has a legal one.
    ///
    /// # Errors
    /// If the engine fails, refuses or is out of time. A move that comes is not checked.
    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Fault>;
}

/// The circumstances of a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// What is prescribed.
    pub limit: Limit,
    /// The clock, if the limit is one.
    pub clock: Option<Clock>,
    /// After this long the engine counts as hanging.
    pub patience: Duration,
}

/// A move as an engine gave it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// From the flush of the command to the reply.
    pub elapsed: Duration,
    /// What the engine told of its search.
    pub thought: Thought,
}

impl Choice {
    /// What the judge plays for a side that must pass.
    pub const PASS: Choice = Choice {
        mv: Move::Pass,
        elapsed: Duration::ZERO,
        thought: Thought {
            score: None,
            depth: None,
            nodes: None,
        },
    };
}

/// What an engine told of its search; engines need not tell anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// From the side to move.
    pub score: Option<Score>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// Why an engine cannot go on with its game: the reason of a forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The process could not be started.
    #[error("cannot start '{command}': {reason}")]
    CannotStart {
        /// The executable.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// The process ended, or closed its output.
    #[error("crashed ({0})")]
    Crashed(String),
    /// No reply came.
    #[error("hangs: no reply to '{command}' for {} s", waited.as_secs_f64())]
    Hangs {
        /// What was not answered.
        command: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The move came too late.
    #[error("lost on time, {:.3} s over", over.as_secs_f64())]
    OutOfTime {
        /// Time used beyond what the clock allowed.
        over: Duration,
    },
    /// The rules do not allow the move.
    #[error("illegal move {0}")]
    IllegalMove(Move),
    /// A reply that means nothing in its protocol.
    #[error("rubbish in reply to '{command}': '{line}'")]
    Rubbish {
        /// What was asked.
        command: String,
        /// The beginning of what came.
        line: String,
    },
    /// Far more output than any reply is long.
    #[error("floods its output")]
    Flood,
    /// The engine refused a command that it must accept.
    #[error("refused '{command}': {message}")]
    Refused {
        /// The command.
        command: String,
        /// What it said.
        message: String,
    },
    /// The match asks for something that this engine's protocol cannot say.
    #[error("{0}")]
    Unable(String),
    /// It gave up.
    #[error("resigned")]
    Resigned,
}
