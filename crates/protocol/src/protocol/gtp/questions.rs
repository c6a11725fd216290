//! The commands of the table that the game alone obeys, a function each.

use super::framing::green;
use super::state::write_state;
use crate::protocol::{CommandError, NAME, Reply};
use bianca_play::game::Game;
use bianca_play::strategy::{Theme, explain_position};
use bianca_records::opening::{self, Named};
use bianca_system::language::Language;

/// The board for people.
pub fn show_board(game: &dyn Game) -> Result<Reply, CommandError> {
    Ok(Reply::Board(game.draw()))
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

/// The last name that a reader can read among those that the game was given, and those in other
/// languages that came with it.
pub fn opening(game: &dyn Game, reader: Language) -> Result<Reply, CommandError> {
    let game = game.othello();
    let game = game.ok_or(CommandError::NotInThisGame("an opening"))?;
    let named = Named::of_game(game);
    let told = named.and_then(|named| Some((named, named.name_for(reader)?)));
    let Some((named, (name, moves))) = told else {
        return Ok(Reply::Text(String::new()));
    };
    let mut text = format!("{name}\nmoves {moves}");
    for language in opening::Language::ALL {
        if let Some((other, turns)) = named.name_in(language)
            && other != name
            && turns == moves
        {
            text += &format!("\n{} {other}", language.name());
        }
    }
    Ok(Reply::Text(text))
}

/// Odd and even regions of empty squares in colours for GoGui's board, and how many there are.
pub fn regions(game: &dyn Game) -> Result<Reply, CommandError> {
    let game = game.othello();
    let game = game.ok_or(CommandError::NotInThisGame("regions"))?;
    let mut lines = vec![green(8)];
    let mut counts = Vec::new();
    let findings = explain_position(game.position(), game.to_move());
    for (theme, color) in [
        (Theme::OddRegion, "#d68910"),
        (Theme::EvenRegion, "#2e86c1"),
    ] {
        let found = findings.iter().filter(|finding| finding.theme == theme);
        let found: Vec<_> = found.collect();
        for region in &found {
            let names = region.squares.iter().map(|square| format!(" {square}"));
            let names = names.collect::<String>().to_uppercase();
            lines.push(format!("COLOR {color}{names}"));
            let first = region.squares[0].to_string().to_uppercase();
            lines.push(format!("LABEL {first} {}", region.number));
        }
        counts.push(format!("{}s: {}", theme.title(), found.len()));
    }
    lines.push(format!("TEXT {}", counts.join(", ")));
    Ok(Reply::Text(lines.join("\n")))
}
