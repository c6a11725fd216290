//! Move-path counts, which prove a move generator right.

use super::position::Position;

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
pub fn perft(position: Position, depth: u32, rule: PassRule) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if moves.is_empty() {
        if position.opponent_moves().is_empty() {
            return 1;
        }
        return match rule {
            PassRule::OnePly => perft(position.passed(), depth - 1, rule),
            PassRule::NoPly => perft(position.passed(), depth, rule),
        };
    }
    if depth == 1 {
        return u64::from(moves.count());
    }
    moves
        .into_iter()
        .map(|square| perft(position.play_unchecked(square), depth - 1, rule))
        .sum()
}
