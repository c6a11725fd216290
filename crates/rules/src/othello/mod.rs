//! The rules of Othello: squares, bitboards, positions, moves, stability, perft.
//!
//! Nothing in here knows of scores in fractions, searches, time or text protocols, and
//! nothing in here imports another part of the crate but [`cpu`](crate::cpu). A [`Position`] is
//! seen from the side to move; colours appear only in [`OthelloGame`], which remembers who is who.
//!
//! The fast kernels (AVX-512, AVX2 with BMI2, NEON, simd128) live in [`kernels`] beside the plain
//! functions that define them; `tests/suite/kernels.rs` shows that they agree. [`Position::moves`]
//! and its like are plain; searches ask for [`Position::moves_by`] the kernels that they are
//! compiled for.

pub mod bitboard;
pub mod color;
#[doc(hidden)]
pub mod exhaustive;
pub mod flips;
pub mod game;
pub mod kernels;
pub mod moves;
pub mod perft;
pub mod position;
pub mod random;
pub mod square;
pub mod stability;
pub mod symmetry;
pub mod words;

pub use bitboard::Bitboard;
pub use color::Color;
pub use game::{OthelloGame, TurnError};
pub use position::{IllegalMove, Position};
pub use square::{Move, Square};
pub use symmetry::Symmetry;
pub use words::{PASSES, ParseMoveError, first_move};
