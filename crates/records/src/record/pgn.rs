//! Portable Game Notation, as Edax and NBoard borrow it from chess: tags, then numbered moves.
//!
//! ```text
//! [Black "A"]
//! [White "B"]
//! [Result "1-0"]
//!
//! 1. f5 {+0.50/12 0.25s} d6 2. c3 1-0
//! ```
//!
//! A comment behind a move may begin with what its player thought: evaluation from his own side in
//! discs, `/` and depth, seconds. `[FEN "…"]` is another start in Edax's way: ranks from the first
//! to the eighth, `p` black and `P` white discs, digits for empty squares, then `b` or `w`;
//! cutegames' is read, too, which has boards as UGI writes them, `startpos`, and passes as `0000`.
//! Beside the usual tags we write `Score`, black's final disc difference; `Theory`, the same by
//! perfect play with the empty squares where it begins; `Komi`, `Variant` and `Reason`; and `When`,
//! the words of a source that say more than a date. Braces in comments are replaced, because
//! nothing can escape them. A tag stands once: what a source says in one that is written anyway,
//! and was not understood, goes into the comment. Variations stand in parentheses behind the move
//! that they are others for; what is wrong in one ends it.

pub mod fen;
mod read;
mod write;

pub use read::read_pgn;
pub use write::write_pgn;

use super::format::{Description, Layout};
use super::json::is_json;

pub(super) const DESCRIPTION: Description = Description {
    name: "pgn",
    aliases: &[],
    is_begun_by: |beginning| begins_game(beginning.text),
    keeps_moves: true,
    layout: Layout::Tags(read_pgn),
    opening: Some("Opening"),
    write: Some(|game| Ok(write_pgn(game))),
};

/// Whether a text begins with a tag or a comment, and not with a value of JSON or a board of GGS.
fn begins_game(text: &str) -> bool {
    let is_tag = |tag: &str| tag.trim_start().starts_with(char::is_alphabetic);
    !is_json(text) && (text.starts_with('{') || text.strip_prefix('[').is_some_and(is_tag))
}

/// Whether a tag says that nothing is known: "?", "??", "????.??.??".
fn is_unknown(value: &str) -> bool {
    value.contains('?') && value.chars().all(|c| c == '?' || c == '.')
}

#[cfg(test)]
mod tests;
