//! `bianca play --classic`: the conversations of the texts that the games come from.
//!
//! Othello's is that of chapter 15 of Al Sweigart's *Invent Your Own Computer Games with Python*,
//! boards and words alike; the other games' are those of the texts that they come from. Always
//! lines, never keys.

mod board_game;
mod othello;

use rand::rngs::StdRng;

use super::console::{Ended, Terminal};
use bianca_play::game::Game;
use bianca_play::player::Player;

/// Plays games until the person has had enough.
///
/// # Errors
/// [`Ended`], when the person leaves in the middle or something fails.
pub fn play(
    terminal: &mut Terminal,
    game: &mut dyn Game,
    computer: &mut dyn Player,
    random: &mut StdRng,
) -> Result<(), Ended> {
    match game.othello() {
        Some(_) => othello::play(terminal, computer, random),
        None => board_game::play(terminal, game, computer),
    }
}
