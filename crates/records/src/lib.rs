//! Files of games in all formats, the names of openings, what people are told, and logs.
//!
//! Owns a reader and a writer for each format, resumable logs with checksummed lines, and where log
//! lines go. Invariant: input is read whole, then used; what is wrong is named. Knows nothing of
//! searches, players and protocols.

pub mod clock;
pub mod log;
pub mod logs;
pub mod opening;
pub mod parse;
pub mod record;
pub mod sentences;
