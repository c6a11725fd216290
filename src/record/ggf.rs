//! Generic Game Format: the games of GGS and NBoard.
//!
//! `(;GM[Othello]PC[place]PB[black]PW[white]RE[+2.000]TI[15:00]TY[8]BO[8 … *]B[f5/eval/time]…;)`,
//! evaluations from the mover's side in discs, times in seconds. The format knows no escapes, so
//! brackets in texts are replaced when it is written. It has no place for depths, tournaments,
//! and the reason of a forfeit. After M. Buro, *Generic Game Format*,
//! <https://www.skatgame.net/mburo/ggsa/ggf>.

mod read;
mod write;

pub use read::read_ggf;
pub use write::write_ggf;

#[cfg(test)]
mod tests;
