//! All the ways in which a player can fail its game.

use std::time::Duration;

use thiserror::Error;

/// Why a player cannot go on with a game that is not over: the reason of a forfeit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// It does not play this game.
    #[error("{player} does not play {game}")]
    OtherGame {
        /// The player.
        player: String,
        /// The game.
        game: &'static str,
    },
    /// There is no move to be found; the text says why.
    #[error("{0}")]
    NoMove(String),
    /// The rules do not allow the move.
    #[error("illegal move {0}")]
    IllegalMove(String),
    /// The move came too late.
    #[error("lost on time, {:.3} s over", over.as_secs_f64())]
    OutOfTime {
        /// Time used beyond what the clock allowed.
        over: Duration,
    },
    /// It gave up.
    #[error("resigned")]
    Resigned,
    /// Whoever has asked it ends, and waits for no answer; it is no fault of the player.
    #[error("interrupted")]
    Interrupted,
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
    /// Another failure, and what is known besides: what a program wrote to its standard error, or
    /// how it wants to be started.
    #[error("{fault}; {remark}")]
    Remarked {
        /// What it did.
        fault: Box<PlayerError>,
        /// What else is known.
        remark: String,
    },
    /// It is asked for something that it cannot do, or that its protocol cannot say.
    #[error("{0}")]
    Unable(String),
}
