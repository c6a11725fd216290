//! The text protocols, and the session that obeys them.
//!
//! Owns commands, replies and dialects as values, the session with its queue and its worker, and
//! endings solved line by line. Invariant: no line brings it down, and an error changes nothing.

pub mod protocol;
pub mod session;
pub mod solving;
