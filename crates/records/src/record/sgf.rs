//! Smart Game Format (FF\[4\], GM\[2\] = Othello): one game with its variations.
//!
//! Squares are read as letter pairs (`[fe]` is file f, row e, so f5; Quarry writes these) and as
//! plain squares (`[f5]`; Edax writes these); `[]`, `[PA]` and `[pass]` are passes. Set-up
//! properties (`AB AW AE PL`) make another start. `TR SQ CR MA LB` mark squares after a move, `TE
//! BM IT DO` judge it. What is wrong in a variation ends it; the main line has to be right.
//!
//! GoGui, a program for Go, counts ranks from the bottom and names no game; what it wrote is
//! recognised by its first move, and written on demand.
//!
//! What is written uses letter pairs. A turn has its evaluation in `V`, in discs from black's side
//! as SGF wants it, and `C` begins with its depth and time, `depth 12, 0.25 s`. Beside what SGF
//! defines, the root may have `TH[4:22]`, black's result by perfect play from 22 empty squares on;
//! `KIND[s8r18]`, GGS's type of the board, which is no ruleset of SGF's; and `WHEN`, the words of a
//! source that say more than a date. `NAG[1][14]` at a move has its judgements by their numbers in
//! PGN if SGF has no place for all of them. SGF has one time for both players, and either a result
//! or the reason why there is none. A property stands once in a node: what a source says in one
//! that is written anyway, and was not understood, goes into the comment.

mod nodes;
mod read;
mod write;

pub use read::read_annotated_sgf;
pub(super) use write::result;
pub use write::{write_annotated_sgf, write_gogui_sgf, write_sgf};

use super::format::{Brackets, Description, Layout};
use super::ggf::is_tree;

/// A tree of anything that is not Othello by name, which GGF would be.
pub(super) const DESCRIPTION: Description = Description {
    name: "sgf",
    aliases: &[],
    is_begun_by: is_tree,
    keeps_moves: true,
    layout: Layout::Trees(
        read_annotated_sgf,
        Brackets {
            has_escapes: true,
            has_preface: true,
            has_counts: false,
            first: &["GM", "FF", "AP", "CA"],
        },
    ),
    opening: Some("ON"),
    write: Some(|game| Ok(write_annotated_sgf(game))),
};

#[cfg(test)]
mod tests;
