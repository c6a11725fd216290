//! The score of an ending by trying everything: what tests compare the searches with.
//!
//! It is as plain as the rules, and shares nothing with a search.

use super::position::Position;

/// The score in discs, from the side to move, if both sides play their best. `position` has few
/// empty squares.
pub fn exact(position: Position) -> i32 {
    if position.is_over() {
        return position.final_score();
    }
    if position.must_pass() {
        return -exact(position.passed());
    }
    let moves = position.moves().into_iter();
    let scores = moves.map(|square| -exact(position.play_unchecked(square)));
    scores.max().unwrap_or_default()
}
