//! What a board that speaks XBoard's protocol asks for, and no other does.

use std::time::Duration;

/// What only this protocol asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum XBoardOrder {
    /// What can be done here.
    Features,
    /// A new game, in which the engine plays the side that moves second.
    New,
    /// The game of this name.
    Variant(String),
    /// The position that a FEN tells, rank 8 first.
    SetBoard(String),
    /// A move of the side to move.
    Move(String),
    /// Play for neither side.
    Force,
    /// Play for the side to move, from now on.
    Go,
    /// Play for the other side, from now on.
    PlayOther,
    /// Take back so many moves.
    TakeBack(u32),
    /// So long for each move.
    MoveTime(Duration),
    /// Search so many plies at most.
    Depth(u32),
    /// The time of a game.
    Level {
        /// Moves until there is as much time again; 0 for all of them.
        moves: u32,
        /// The time.
        base: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// What the engine's clock shows.
    Time(Duration),
    /// What the opponent's clock shows.
    OpponentTime(Duration),
    /// What to play.
    Hint,
    /// The moves of the book.
    Book,
    /// Whether to say what is thought.
    Post(bool),
    /// Search the position and whatever follows it until `exit`.
    Analyze,
    /// The end of it.
    Exit,
    /// The game has ended.
    Result,
    /// Something that needs nothing done.
    Nothing,
}

impl XBoardOrder {
    /// Whether the board wants no move of a search that runs when it says this.
    pub fn ends_thinking(&self) -> bool {
        matches!(
            self,
            XBoardOrder::New
                | XBoardOrder::Variant(_)
                | XBoardOrder::SetBoard(_)
                | XBoardOrder::Force
                | XBoardOrder::TakeBack(_)
                | XBoardOrder::Analyze
                | XBoardOrder::Result
        )
    }
}
