//! The opening book: what is known of the first positions before any search.
//!
//! A book is a set of [entries](entry::Entry), one for each canonical position, looked up by
//! whoever wants to know a position's [moves]. Entries are kept in a [file](mod@file) that is
//! read in place, in memory, or in the executable ([`builtin`]), which also knows even [starts] of
//! games. Books learn: what is learned goes to a log beside the file ([`store`]), and both are
//! grown, checked, and exchanged with other programs.
//!
//! Nothing here knows a protocol, a game's history or a clock.

pub mod builtin;
pub mod check;
pub mod entry;
pub mod error;
pub mod exchange;
pub mod file;
pub mod grow;
pub mod learn;
pub mod moves;
pub mod score;
mod sort;
pub mod starts;
pub mod store;

pub use entry::{Entry, Leaf, Place};
pub use error::BookError;
pub use file::BookFile;
pub use moves::{BookMove, Lookup, choose, moves_of};

#[cfg(test)]
mod tests;
