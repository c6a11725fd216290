//! The rules of Othello: squares, bitboards, positions, games and scores.
//!
//! Owns what is so by the rules alone, and the sets of instructions that its fast code, and that of
//! others, is compiled for. Knows nothing of searches, files and protocols.
//!
//! ```
//! use bianca_rules::othello::{Move, Position, Square};
//!
//! let start = Position::START;
//! let legal: Vec<String> = start.moves().into_iter().map(|square| square.to_string()).collect();
//! assert_eq!(legal, ["d3", "c4", "f5", "e6"]);
//! let after = start.play(Move::Place("f5".parse()?))?;
//! assert_eq!(after.disc_difference(), -3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cpu;
pub mod othello;
pub mod reading;
pub mod score;
