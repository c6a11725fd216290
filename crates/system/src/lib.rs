//! What Bianca asks of the system it runs on, and of those who speak to it.
//!
//! Owns files that cannot block or be half written, writing behind, bounded and cleaned text of
//! strangers, work on several threads, the time, the list of languages, and the error of every
//! grammar. Invariant: nothing here prints or exits. Knows nothing of Othello.

pub mod behind;
pub mod files;
pub mod foreign;
pub mod instant;
pub mod jobs;
pub mod language;
