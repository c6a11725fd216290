//! Text to commands and replies to text, nothing else.
//!
//! A [`Dialect`] is a set of pure functions: a line becomes a [`Command`], a [`Reply`] and the
//! [`SearchEvent`] of a search become text. Nothing here holds a game, a player or a stream, and
//! nothing here can fail in any other way than by an error that names the wrong word.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// The engine's name, one word.
pub const NAME: &str = "Bianca";

/// The engine's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub mod cassio;
mod client;
mod command;
mod dialect;
pub mod edax;
mod event;
pub mod gtp;
pub mod nboard;
mod order;
mod reply;
pub mod ugi;
mod words;
pub mod xboard;

pub use client::Client;
pub use command::{
    BoardView, BookOrder, Choose, ClockUsed, Command, Fed, FileOrder, OptionOrder, PeopleOrder,
    Probe, RateOrder, ReviewOrder, TrainOrder, TrainTask,
};
pub use dialect::Dialect;
pub use event::{ParsedLine, SearchEvent, SearchPurpose};
pub use order::{Order, Start};
pub use reply::{CommandError, Reply};
pub use xboard::XBoardOrder;

#[cfg(test)]
mod tests;
