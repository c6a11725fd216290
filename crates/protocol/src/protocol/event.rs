//! What every dialect translates: a client's line into what it asks for, and what happens during a
//! search into text.

use super::{Command, CommandError, Probe};
use bianca_play::analysis::MoveAnalysis;
use bianca_play::games::moves::GameMove;
use bianca_search::request::{Report, Score};

/// A line that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum ParsedLine {
    /// There is nothing to answer.
    Nothing,
    /// A line that the dialect wants to be treated as if it had not come.
    Ignored,
    /// The comment `# interrupt`, by which GoGui ends the running command.
    Interrupt,
    /// Something to obey, or to refuse if it could not be understood.
    Command {
        /// The number that the reply must carry, as it was written.
        id: Option<String>,
        /// The command.
        command: Result<Command, CommandError>,
    },
}

/// What a search that is reported while it runs is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPurpose {
    /// The lines of a [`Reply::Analysis`](super::Reply::Analysis).
    Lines,
    /// A [`Reply::Move`](super::Reply::Move).
    Move,
    /// Nothing but the news of it: there is no reply.
    Analysis,
    /// Nothing but the news of it, one for each move of the game.
    Review,
    /// A game that is learned.
    Learning,
}

/// What happens while a search runs.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchEvent<'a> {
    /// It begins.
    Began,
    /// It has found a line.
    Found(&'a Report<GameMove>),
    /// A search of this position, 64 squares and the side, has found a line.
    Probed(&'a str, &'a Probe, &'a Report<GameMove>),
    /// A move of the game was judged.
    Judged(&'a MoveAnalysis),
    /// The position after so many turns of the game, from which no disc was put on the board, has
    /// this score for its side to move.
    Scored(usize, Score),
    /// It broke down.
    Failed(&'a CommandError),
    /// It is over, and there will be no reply.
    Ended,
}
