//! A game between two players that a person only looks on, in lines.
//!
//! The moves are printed as they are made, then the last board and who won. Works for any game.

use std::path::Path;

use super::board::Board;
use super::console::{Ended, Terminal};
use super::ending::score;
use super::saving;
use super::standing::{counts_discs, final_discs};
use super::words::Words;
use bianca_play::game::Game;
use bianca_play::player::Player;
use bianca_play::player::driver;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_search::request::Limits;

/// How many moves stand on a line.
const MOVES: usize = 10;

/// Lets two players play a game; `names` are theirs. It is saved in `file`, if there is one.
///
/// # Errors
/// [`Ended`], if a player or the terminal fails, or the game cannot be saved.
pub fn watch(
    terminal: &mut Terminal,
    game: &mut dyn Game,
    players: [&mut dyn Player; 2],
    names: [&str; 2],
    file: Option<&Path>,
) -> Result<(), Ended> {
    terminal.say(&format!("X {} – O {}", names[0], names[1]))?;
    let played = print_moves(terminal, game, players);
    terminal.write("\n")?;
    let points = played?;
    let board = Board::of(game);
    terminal.draw(&board.drawn(None, None))?;
    let words = terminal.words;
    let message = match (counts_discs(game), points) {
        (true, _) => {
            let [x, o] = final_discs(game).map(|discs| discs as u32);
            words.final_points(x, o)
        }
        (false, points) if game.kind().is_puzzle() => {
            if points > 0 {
                words.success().to_owned()
            } else {
                words.failure().to_owned()
            }
        }
        (false, 0) => words.tie().to_owned(),
        (false, points) => {
            let (sign, name) = if points > 0 {
                ('X', names[0])
            } else {
                ('O', names[1])
            };
            let points = score(game, points);
            words.wins(format!("{sign} ({name})"), &points)
        }
    };
    terminal.say(&message)?;
    if let Some(file) = file {
        let message = save(game, names, file, words).map_err(Ended::Unsaved)?;
        terminal.say(&message)?;
    }
    Ok(())
}

/// Saves the game; gives what is to be said about that, also if it cannot be saved.
fn save(game: &dyn Game, names: [&str; 2], file: &Path, words: Words) -> Result<String, String> {
    let Some(record) = game.othello() else {
        return Err(words.save_othello_only().to_owned());
    };
    let record = AnnotatedGame {
        black: names[0].to_owned(),
        white: names[1].to_owned(),
        date: saving::today(),
        ..AnnotatedGame::from(record.clone())
    };
    saving::write(&record, file, words, false)
}

/// Plays the game to its end and prints the moves one by one; gives the first player's points.
fn print_moves(
    terminal: &mut Terminal,
    game: &mut dyn Game,
    [black, white]: [&mut dyn Player; 2],
) -> Result<i32, Ended> {
    let mut printed = 0_usize;
    loop {
        if let Some(points) = game.final_score() {
            return Ok(points);
        }
        let player = game.to_move().select(&mut *black, &mut *white);
        let turn = driver::turn(game, player, Limits::default())?;
        let between = match printed {
            0 => "",
            printed if printed.is_multiple_of(MOVES) => "\n",
            _ => " ",
        };
        terminal.write(&format!("{between}{}", turn.mv))?;
        printed += 1;
    }
}
