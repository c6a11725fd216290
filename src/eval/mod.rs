//! What a position is worth before it is searched.
//!
//! An evaluation estimates the final disc difference for the side to move. It may keep a state
//! that moves update cheaply; the search carries that state down the tree and knows nothing of
//! what is in it.

pub mod evaluation;
pub mod handwritten;
pub mod kernels;
pub mod network;
mod packing;
pub mod patterns;
mod rans;
pub mod weights;

pub use evaluation::Evaluation;

use crate::cpu::{Instructions, for_instructions};
use crate::othello::{Bitboard, Position, Square};
use kernels::Kernels;

/// An evaluation that a search can be built over.
pub trait Evaluate: Send + Sync {
    /// What is kept up to date from move to move, from the side to move.
    type State: Clone + Send + Sync;

    /// The state of `position`, made from nothing.
    fn state(&self, position: &Position) -> Self::State;

    /// The state after the side to move places a disc on `square` and turns over `flipped`.
    fn after_move(&self, state: &Self::State, square: Square, flipped: Bitboard) -> Self::State;

    /// The state after a pass.
    fn after_pass(&self, state: &Self::State) -> Self::State;

    /// The estimate for the side to move in 1/256 disc, between -64 and +64 discs, where its legal
    /// `moves` are known already. They and `state` must belong to `position`.
    fn evaluate_with<K: Kernels>(
        &self,
        kernels: K,
        position: &Position,
        moves: Bitboard,
        state: &Self::State,
    ) -> i32;

    /// The estimate for the side to move in `child`, with its legal `moves`, where `child` comes
    /// from the position of `state` by a disc on `square` that turns over `flipped`. For leaves,
    /// whose own state nobody needs.
    #[inline(always)]
    fn evaluate_after<K: Kernels>(
        &self,
        kernels: K,
        state: &Self::State,
        (square, flipped): (Square, Bitboard),
        child: &Position,
        moves: Bitboard,
    ) -> i32 {
        let state = self.after_move(state, square, flipped);
        self.evaluate_with(kernels, child, moves, &state)
    }

    /// The estimate for the side to move in 1/256 disc, between -64 and +64 discs. `state` must
    /// belong to `position`.
    fn evaluate(&self, position: &Position, state: &Self::State) -> i32 {
        for_instructions!(Instructions::chosen(), set => {
            kernels::evaluate(set, self, position, state)
        })
    }

    /// [`evaluate`](Evaluate::evaluate) by the kernels of a set of instructions.
    #[inline(always)]
    fn evaluate_by<K: Kernels>(&self, kernels: K, position: &Position, state: &Self::State) -> i32 {
        self.evaluate_with(kernels, position, position.moves_by(kernels), state)
    }
}
