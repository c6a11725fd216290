//! Generic Game Format: the games of GGS and NBoard.
//!
//! `(;GM[Othello]PC[place]PB[black]PW[white]RE[+2.000]TI[15:00]TY[8]BO[8 … *]B[f5/eval/time]…;)`,
//! evaluations from the mover's side in discs, times in seconds. The format knows no escapes, so
//! brackets in texts are replaced when it is written. It has no place for depths and the reason of
//! a forfeit. After M. Buro, *Generic Game Format*,
//! <https://www.skatgame.net/mburo/ggsa/ggf>.
//!
//! Other readers, such as those of NBoard and NTest, refuse a game with a property that they do not
//! know, and some values of those that they do. So what is written has no others: the tournament
//! stands in `PC`, and comments in `CO`, which readers pass over, one for each line. What has no
//! other place, or what others would refuse, stands in `CO`s before the first move, by PGN's names:
//! `CO[Event: Paris Open]CO[Round: 3]`. They are read back as what they are; an empty `CO` parts
//! them from a comment that looks alike. `EV`, `RO` and `C`, which were written before, are read.

mod facts;
mod read;
mod write;

pub use read::read_ggf;
pub use write::write_ggf;

use super::format::{Beginning, Brackets, Description, Layout};

/// Lines of archives begin with the number of their games.
pub(super) const DESCRIPTION: Description = Description {
    name: "ggf",
    aliases: &["ggs"],
    is_begun_by: |beginning| is_tree(beginning) && names_othello(beginning.text),
    keeps_moves: true,
    layout: Layout::Trees(
        read_ggf,
        Brackets {
            has_escapes: false,
            has_preface: false,
            has_counts: true,
            first: &["GM"],
        },
    ),
    opening: Some("ON"),
    write: Some(|game| Ok(write_ggf(game))),
};

/// Whether a file begins with a tree in brackets, of this format or of SGF.
pub(super) fn is_tree(beginning: &Beginning) -> bool {
    let text = beginning.text;
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.trim_start().starts_with('(')
}

/// Whether the first `GM` is Othello by name; SGF has a number there.
fn names_othello(text: &str) -> bool {
    let game = text.split_once("GM").map_or("", |(_, after)| after);
    let game = game.trim_start().trim_start_matches('[').trim_start();
    let name = game.get(..7);
    name.is_some_and(|name| name.eq_ignore_ascii_case("othello"))
}

#[cfg(test)]
mod tests;
