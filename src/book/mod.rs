//! The opening book: what is known of the first positions before any search.
//!
//! A book is a set of [entries](entry::Entry), one for each canonical position, looked up by
//! whoever wants to know a position's [moves]. Entries are kept in a [file](mod@file) that is
//! read in place, in memory, or in the executable ([`builtin`]). With the feature `cli` books also
//! learn: what is learned goes to a log beside the file ([`store`]), and both are grown, checked,
//! and exchanged with other programs.
//!
//! Nothing here knows a protocol, a game's history or a clock.

pub mod builtin;
#[cfg(feature = "cli")]
pub mod check;
pub mod entry;
pub mod error;
#[cfg(feature = "cli")]
pub mod exchange;
pub mod file;
#[cfg(feature = "cli")]
pub mod grow;
#[cfg(feature = "cli")]
pub mod learn;
pub mod moves;
#[cfg(feature = "cli")]
pub mod score;
#[cfg(feature = "cli")]
mod sort;
#[cfg(feature = "cli")]
pub mod store;

pub use entry::{Entry, Leaf, Place};
pub use error::BookError;
pub use file::BookFile;
pub use moves::{BookMove, Lookup, choose, moves_of};

#[cfg(all(test, feature = "cli"))]
mod tests;
