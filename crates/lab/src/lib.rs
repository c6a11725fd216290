//! The laboratory: how the evaluation is made, and the numbers of the search.
//!
//! Owns self-play, records, the trainer, the tuning of the search, the fit to people's moves, and
//! the command line of `bianca-lab`. No player needs any of it.

pub mod lab;
pub mod train;
