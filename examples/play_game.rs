//! A game of Othello between the strong player, at a low level, and the greedy one of the books.

use std::error::Error;

use bianca::game::Game;
use bianca::othello::OthelloGame;
use bianca::player::catalogue::by_name;
use bianca::player::driver::play;

fn main() -> Result<(), Box<dyn Error>> {
    let mut bianca = by_name("bianca:4", "othello")?;
    let mut greedy = by_name("greedy", "othello")?;
    let mut game = OthelloGame::new();
    let played = play(&mut game, [&mut *bianca, &mut *greedy]);
    let points = played.map_err(|forfeit| forfeit.error)?;
    let moves: Vec<String> = (game.history().iter())
        .map(|(_, mv)| mv.to_string())
        .collect();
    println!("{}", moves.join(" "));
    println!("{}", game.draw());
    println!("black's score, the empty squares counted for the winner: {points:+}");
    Ok(())
}
