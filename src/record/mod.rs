//! Positions and games as text: reading and writing them.
//!
//! Every reader parses the whole text before it builds anything, and its errors name the place
//! that is wrong. What is written reads back as the same thing. Files, colours on a screen and
//! engines are none of this module's business.

pub mod annotated;
pub mod board;
pub mod clock;
pub mod error;
pub mod filter;
pub mod format;
pub mod ggf;
pub mod line;
pub mod obf;
pub mod pgn;
pub mod reader;
pub mod rows;
pub mod sgf;
mod syntax;
pub mod transcript;
pub mod writer;
pub mod wthor;
