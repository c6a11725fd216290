//! The commands of the table that the game alone obeys, a function each.

use super::state::write_state;
use crate::game::Game;
use crate::opening::{Language, Opening};
use crate::protocol::{CommandError, NAME, Reply};

/// The board for people.
pub fn show_board(game: &dyn Game) -> Result<Reply, CommandError> {
    Ok(Reply::Drawing(game.draw()))
}

/// The game, its board and its moves as data.
pub fn state(game: &dyn Game) -> Result<Reply, CommandError> {
    Ok(Reply::Text(write_state(game)))
}

/// The moves played so far, passes included.
pub fn history(game: &dyn Game) -> Result<Reply, CommandError> {
    let moves = game.history().into_iter().map(|(_, mv)| mv);
    Ok(Reply::Moves(moves.collect()))
}

/// What a window with the game is to be called.
pub fn title(game: &dyn Game) -> Result<Reply, CommandError> {
    Ok(Reply::Text(format!("{NAME}: {}", game.name())))
}

/// The name of the last opening that the game went through.
pub fn opening(game: &dyn Game) -> Result<Reply, CommandError> {
    let game = game.othello();
    let game = game.ok_or(CommandError::NotInThisGame("an opening"))?;
    let Some((opening, moves)) = Opening::of_game(game) else {
        return Ok(Reply::Text(String::new()));
    };
    let name = opening.name();
    let mut text = format!("{name}\nmoves {moves}");
    for language in Language::ALL {
        if let Some(other) = opening.name_in(language).filter(|&other| other != name) {
            text += &format!("\n{} {other}", language.name());
        }
    }
    Ok(Reply::Text(text))
}
