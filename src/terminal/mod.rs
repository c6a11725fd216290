//! A game at the terminal.
//!
//! Games are played at a [`table`], by lines anywhere and by keys where the terminal has them; with
//! `--classic`, in the words of the texts that they come from. Both run on any reader and writer,
//! so that tests can hold them. Invariant: the terminal is left as it was. Knows no command line,
//! and the session's protocol has no part in it.

mod board;
pub mod classic;
pub mod console;
pub mod ending;
#[cfg(test)]
pub mod heard;
pub mod helper;
pub mod keys;
pub mod paint;
pub mod person;
mod review;
mod saving;
pub mod standing;
pub mod table;
pub mod training;
pub mod watch;
pub mod words;
