//! How a game ended, in the judge's words.

use super::adjudication::Adjudged;
use bianca_play::player::driver::PlayerForfeit;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, with this result for black in points: in Othello black's discs less white's,
    /// empty squares to the winner.
    Counted(i32),
    /// As both sides thought that it would end.
    Adjudged(Adjudged),
    /// One side failed and lost.
    Forfeit(PlayerForfeit),
}

impl Default for Ending {
    fn default() -> Ending {
        Ending::Counted(0)
    }
}
