//! Positions and games as text: reading and writing them.
//!
//! Every reader parses the whole text before it builds anything, and its errors name the place
//! that is wrong. What is written reads back as the same thing. Files, colours on a screen and
//! engines are none of this module's business.

pub mod annotated;
pub mod board;
pub mod clock;
mod csv;
mod date;
pub mod error;
pub mod explored;
pub mod filter;
#[macro_use]
pub mod format;
pub mod ggf;
mod json;
mod kind;
pub mod line;
pub mod obf;
pub mod pasted;
pub mod pgn;
mod placed;
pub mod position;
pub mod reader;
pub mod rows;
pub mod sgf;
mod syntax;
pub mod transcript;
pub mod tree;
pub mod writer;
pub mod wthor;

formats! {
    /// Generic Game Format, of GGS and NBoard.
    Ggf: ggf::DESCRIPTION,
    /// Smart Game Format.
    Sgf: sgf::DESCRIPTION,
    /// Portable Game Notation, borrowed from chess.
    Pgn: pgn::DESCRIPTION,
    /// The moves of a game on each line.
    Transcript: line::TRANSCRIPT,
    /// A board and the side to move on each line.
    Board: line::BOARD,
    /// A problem on each line: a board, the side to move, scores of moves.
    Obf: line::PROBLEM,
    /// A table with a game on each line, the columns named by the first. Read only.
    Csv: csv::DESCRIPTION,
    /// Games of servers and programs as JSON. Read only.
    Json: json::DESCRIPTION,
    /// The database of the French federation. Read only.
    Wthor: wthor::DESCRIPTION,
}

#[cfg(test)]
mod tests;
