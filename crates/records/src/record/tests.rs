//! Laws that hold for every format, and what games and tables say to the letter.

mod annotated;
mod choice;
mod database;
mod files;
mod json;
mod letter;
mod line;
mod numbers;
mod table;
mod words;

use super::annotated::AnnotatedGame;
use super::transcript::{parse_transcript, replay, write_transcript};
use bianca_rules::othello::OthelloGame;

/// The game with these moves, from the usual start.
fn game_of(moves: &str) -> OthelloGame {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript(moves).unwrap()).unwrap();
    game
}

/// The moves of a game, passes written.
fn moves_of(game: &AnnotatedGame) -> String {
    write_transcript(game.game.turns().iter().map(|&(_, mv)| mv))
}

/// Nine moves after which white has no disc: black has 13 of 64.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

/// Eight moves after which black must pass and white can play d2.
const BLACK_PASSES: &str = "c4c3f5b4a4a5c2a3";
