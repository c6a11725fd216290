//! How people choose their moves: a model of the players of tournaments.
//!
//! [`sight`] is what searches of a few plies say of every move; [`moment`] turns that and what
//! catches the eye into numbers; [`choice`] makes of them how likely a person of some strength is
//! to play each move; [`openings`] counts what people play in the first moves. [`turns`] says where
//! somebody is to move in a game, and [`crowd`] what people would play there. [`strength`] goes
//! back from moves to the strength of who chose them, [`class`] says in words what that is, and
//! [`judgement`] says what they lose beside those of others; [`following`] finds how strong an
//! opponent must be for somebody's games to be even. The model is a small network whose
//! numbers were fitted to games of tournaments by `bianca-lab fit people`; the trial "How people
//! choose" in docs/experiments has how, and how often it is right.
//!
//! Invariant: what is said of a position is the same for its eight images and for both colours. No
//! game and no player of the games that it was fitted to is kept here. Who draws a move by it, and
//! with what seed, it does not know.

pub mod choice;
pub mod class;
pub mod crowd;
pub mod following;
pub mod judgement;
pub mod moment;
pub mod openings;
pub mod sight;
pub mod strength;
pub mod turns;

#[cfg(test)]
mod tests;
