//! Bianca, an Othello (Reversi) engine.
//!
//! A [`game`] is what is played; a [`player`] is who thinks about it:
//!
//! ```
//! use bianca::player::{catalogue, choose};
//!
//! let mut game = catalogue::game("othello")?;
//! game.play(None, "f5d6")?;
//! let mut player = catalogue::by_name("bianca:4", "othello")?;
//! let mv = choose(&mut *player, &*game)?;
//! game.play(None, &mv)?;
//! assert_eq!(game.history().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The strong player's parts can be used without it: [`othello`] has the rules, [`search`] finds
//! moves and exact results, [`record`] reads and writes files of games. [`session`] speaks the text
//! protocol, over streams or in process. `examples/` has whole programs.
//!
//! Features: `cli`, on by default, adds what the executable needs (the command line, matches,
//! analyses). Without it there is no clap, no process and no file lock, and the library compiles for
//! wasm32. `lab` adds the laboratory, which trains the evaluation.

#[cfg(feature = "cli")]
mod analysis;
#[cfg(feature = "cli")]
mod arena;
pub mod book;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod clock;
#[cfg(feature = "cli")]
mod command_line;
pub mod cpu;
pub mod eval;
mod files;
mod foreign;
pub mod game;
pub mod games;
pub mod instant;
#[cfg(feature = "cli")]
mod jobs;
#[cfg(feature = "lab")]
#[doc(hidden)]
pub mod lab;
#[cfg(feature = "cli")]
mod log;
#[cfg(feature = "cli")]
mod logs;
pub mod opening;
pub mod othello;
#[cfg(feature = "cli")]
mod page;
mod parse;
pub mod player;
pub mod protocol;
#[cfg(feature = "cli")]
mod prove;
pub mod record;
pub mod request;
pub mod search;
pub mod session;
#[cfg(feature = "cli")]
mod solving;
pub mod strategy;
#[cfg(feature = "cli")]
mod terminal;
#[cfg(feature = "lab")]
mod train;

/// What tests, benchmarks and fuzzers look into; no part of the library's interface.
#[doc(hidden)]
pub mod internal {
    #[cfg(feature = "cli")]
    pub use crate::analysis::log::AnalysisHeader;
    #[cfg(feature = "cli")]
    pub use crate::arena::{
        journal::{Journal, MatchHeader},
        limit::Limit,
        opening::parse_openings,
        spec::EngineSpec,
    };
    pub use crate::foreign::is_unsafe;
    #[cfg(feature = "cli")]
    pub use crate::log::{Existing, LogFile, LogHeader};
    #[cfg(feature = "lab")]
    pub use crate::train::{
        accuracy::Accuracy,
        records::{LabelBasis, RecordReader, RecordWriter, RecordsError},
        samples,
    };
}
