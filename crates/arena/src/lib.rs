//! Matches between engines, and proofs of scores that many processes share.
//!
//! Owns engines in other processes, their clients, journals of matches and their reports. Knows
//! nothing of command lines.

pub mod arena;
pub mod prove;
