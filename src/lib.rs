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
//! # Crates
//!
//! All of this is re-exported from the crates under `crates/`. Whoever needs less depends on one of
//! them: `bianca-rules`, `bianca-search`, `bianca-records`, `bianca-play` or `bianca-protocol`.

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod command_line;
mod terminal;

pub use bianca_play::{analysis, book, game, games, player, strategy, tabletop};
#[doc(hidden)]
pub use bianca_play::{people, puzzles, ratings};
pub use bianca_protocol::{protocol, session};
pub use bianca_records::{clock, opening, record};
pub use bianca_rules::{cpu, othello};
pub use bianca_search::{eval, request, search};
pub use bianca_system::{instant, language};

/// What tests, benchmarks and fuzzers look into; no part of the library's interface.
#[doc(hidden)]
pub mod internal {
    pub use bianca_arena::arena::journal::Journal;
    pub use bianca_arena::arena::spec::EngineSpec;
    pub use bianca_system::foreign::is_unsafe;
}
