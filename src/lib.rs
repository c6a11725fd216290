//! Bianca, an Othello engine.
//!
//! The way of a command: a dialect turns a line into a `Command`, the session hands it to an
//! engine behind the [`engine`] waist, and reports travel back the same way. The strong player's
//! parts are [`othello`] (rules), `eval` (what a position is worth) and [`search`]. Arrows
//! between modules go one way; `CONTRIBUTING.md` has the map.

pub mod analysis;
pub mod arena;
pub mod cli;
pub mod cpu;
pub mod engine;
pub mod eval;
pub mod files;
pub mod foreign;
pub mod games;
pub mod log;
pub mod logs;
pub mod othello;
pub mod page;
pub mod players;
pub mod protocol;
pub mod record;
pub mod search;
pub mod session;
pub mod strategy;
pub mod train;
