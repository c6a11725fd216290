//! Move-path counts, which prove a move generator right.

mod kernels;

use super::kernels::RuleKernels;
use super::position::Position;
use crate::cpu::{Instructions, for_instructions};
use kernels::paths;

/// How a pass counts when paths are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassRule {
    /// A pass takes one ply, as in Edax and in most published tables.
    OnePly,
    /// A pass takes no ply: only discs count.
    NoPly,
}

/// How many paths of `depth` plies start at `position`. A game that ends earlier counts as one.
///
/// The last ply is counted in bulk, by the number of legal moves.
///
/// ```
/// use bianca_rules::othello::Position;
/// use bianca_rules::othello::perft::{PassRule, perft};
///
/// let counts: Vec<u64> = (1..=6)
///     .map(|depth| perft(Position::START, depth, PassRule::OnePly))
///     .collect();
/// assert_eq!(counts, [4, 12, 56, 244, 1396, 8200]);
/// ```
pub fn perft(position: Position, depth: u32, rule: PassRule) -> u64 {
    perft_with(Instructions::chosen(), position, depth, rule)
}

/// [`perft`] with these instructions.
pub fn perft_with(
    instructions: Instructions,
    position: Position,
    depth: u32,
    rule: PassRule,
) -> u64 {
    for_instructions!(instructions, kernels => paths(kernels, position, depth, rule))
}

#[inline(always)]
fn paths_body<K: RuleKernels>(kernels: K, position: Position, depth: u32, rule: PassRule) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves_by(kernels);
    if moves.is_empty() {
        if position.opponent_moves_by(kernels).is_empty() {
            return 1;
        }
        return match rule {
            PassRule::OnePly => paths(kernels, position.passed(), depth - 1, rule),
            PassRule::NoPly => paths(kernels, position.passed(), depth, rule),
        };
    }
    if depth == 1 {
        return u64::from(moves.count());
    }
    moves
        .into_iter()
        .map(|square| paths(kernels, position.play_by(kernels, square), depth - 1, rule))
        .sum()
}
