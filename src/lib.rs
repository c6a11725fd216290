//! Bianca, an Othello (Reversi) engine.
//!
//! # A game against the engine
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
//! game.make(mv)?;
//! assert_eq!(game.history().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rules alone
//!
//! [`othello`] has squares, positions and games. A [`Position`](othello::Position) is seen from the
//! side to move; an [`OthelloGame`](othello::OthelloGame) remembers the colours.
//!
//! ```
//! use bianca::othello::{Move, Position, Square};
//!
//! let start = Position::START;
//! let legal: Vec<String> = start.moves().into_iter().map(|square| square.to_string()).collect();
//! assert_eq!(legal, ["d3", "c4", "f5", "e6"]);
//! let after = start.play(Move::Place("f5".parse()?))?;
//! assert_eq!(after.disc_difference(), -3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Searching
//!
//! A [`Searcher`](search::Searcher) gets a position and a [`Request`](request::Request), which has
//! limits and what is asked for, and answers with the best lines. The
//! [`Solver`](search::endgame::Solver) knows endings alone.
//!
//! ```
//! use bianca::othello::Position;
//! use bianca::request::{Limits, Request, StopFlag};
//! use bianca::search::{Searcher, Settings};
//!
//! let mut searcher = Searcher::new(Settings::default())?;
//! let request = Request { limits: Limits::to_depth(4), ..Request::default() };
//! let reports = searcher.search(Position::START, &request, &StopFlag::new(), &mut |_| {});
//! assert_eq!(reports[0].depth, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files of games
//!
//! [`record`] reads and writes GGF, SGF, PGN, transcripts, boards and problems, and reads WTHOR;
//! [`opening`] names what was played.
//!
//! # The text protocol
//!
//! [`session`] speaks the protocol of `protocol.md`, over streams or in process, without a thread.
//! `examples/` has whole programs.
//!
//! # The other modules
//!
//! | module | has |
//! |---|---|
//! | [`eval`] | what a position is worth without a search |
//! | [`book`] | opening books |
//! | [`analysis`] | what each move of a game was worth |
//! | [`strategy`] | why a move is good or bad, in words |
//! | [`games`] | the small games that search is learned with |
//! | [`clock`] | time controls |
//! | [`tabletop`] | a game with its player, its clocks and what can be taken back |
//! | [`protocol`] | commands, replies and dialects as values |
//!
//! # Features
//!
//! `cli`, on by default, adds what the executable needs (the command line, matches,
//! reports). Without it there is no clap, no process and no file lock, and the library compiles
//! for wasm32. `lab` adds the laboratory, which trains the evaluation, `capi` the functions of
//! `include/bianca.h` for C. Unit tests have both, so that they need not be built a second time.

pub mod analysis;
#[cfg(feature = "cli")]
mod arena;
pub mod book;
#[cfg(any(feature = "capi", test))]
mod capi;
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
#[cfg(any(feature = "lab", all(test, feature = "cli")))]
#[doc(hidden)]
pub mod lab;
pub mod language;
#[cfg(feature = "cli")]
mod log;
#[cfg(feature = "cli")]
mod logs;
pub mod opening;
pub mod othello;
#[cfg(feature = "cli")]
mod page;
mod parse;
#[doc(hidden)]
pub mod people;
pub mod player;
pub mod protocol;
#[cfg(feature = "cli")]
mod prove;
#[doc(hidden)]
pub mod ratings;
pub mod record;
pub mod request;
pub mod search;
pub mod session;
#[cfg(feature = "cli")]
mod solving;
pub mod strategy;
pub mod tabletop;
#[cfg(feature = "cli")]
mod terminal;
#[cfg(any(feature = "lab", all(test, feature = "cli")))]
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
    #[cfg(any(feature = "lab", all(test, feature = "cli")))]
    pub use crate::train::{
        accuracy::Accuracy,
        records::{LabelBasis, RecordReader, RecordWriter, RecordsError},
        samples,
    };
}
