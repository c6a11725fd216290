//! The evaluation and the search: what a position is worth, and the best moves in it.
//!
//! Owns the trained weights, the midgame and endgame searches, their hash table and their time.
//! Invariant: a search never reads, prints or exits; it gets a position, a
//! [`Request`](request::Request) and a stop flag, and reports. Knows nothing of colours, games of
//! record, players and protocols. It is compiled as one unit at full optimisation in every profile.
//!
//! ```
//! use bianca_rules::othello::Position;
//! use bianca_search::request::{Limits, Request, StopFlag};
//! use bianca_search::search::{Searcher, Settings};
//!
//! let mut searcher = Searcher::new(Settings::default())?;
//! let request = Request { limits: Limits::to_depth(4), ..Request::default() };
//! let reports = searcher.search(Position::START, &request, &StopFlag::new(), &mut |_| {});
//! assert_eq!(reports[0].depth, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod eval;
pub mod request;
pub mod search;
