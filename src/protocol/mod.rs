//! Text to commands and replies to text, nothing else.
//!
//! A dialect is a pair of pure functions: a line becomes a [`Command`], a [`Reply`] becomes
//! text. Nothing here knows a game, an engine or a stream, and nothing here can fail in any
//! other way than by an error that names the wrong word.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod command;
pub mod gtp;
mod reply;

pub use command::{Command, Komi, RulesQuery, TimeLeft, TimeSettings};
pub use reply::{Fault, Reply};
