//! What a position is worth before it is searched.
//!
//! The evaluation estimates the final disc difference for the side to move, by a trained network
//! over the contents of patterns. The search carries the patterns' indices down the tree and knows
//! nothing of what is in them.

pub mod evaluation;
pub mod kernels;
pub mod layers;
pub mod network;
mod packing;
pub mod patterns;
mod rans;
pub mod weights;

pub use evaluation::Evaluation;
pub use packing::thinning;
