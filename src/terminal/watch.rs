//! A game between two players that a person only looks on, in lines.
//!
//! The moves are printed as they are made, then the last board and who won. Works for any game.

use std::path::Path;

use super::board::Board;
use super::console::{Ended, Terminal};
use super::ending::score;
use super::saving;
use super::standing::counts_discs;
use super::words::Words;
use crate::game::Game;
use crate::othello::Color;
use crate::player::driver::{self, DrivenTurn, Supervisor};
use crate::player::{Player, PlayerError};
use crate::record::annotated::AnnotatedGame;

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
    let mut printer = Printer {
        terminal,
        printed: 0,
        broken: None,
    };
    let points = driver::play(game, players, &mut printer);
    let broken = printer.broken.take();
    printer.terminal.write("\n")?;
    let points = match (points, broken) {
        (Ok(points), _) => points,
        (Err(_), Some(error)) => return Err(Ended::Broken(error)),
        (Err(forfeit), None) => return Err(Ended::Player(forfeit.error)),
    };
    let board = Board::of(game);
    terminal.draw(&board.drawn(None, None))?;
    let words = terminal.words;
    let said = match (counts_discs(game), points) {
        (true, _) => {
            let [x, o] = board.discs().map(|discs| discs as u32);
            (words.final_points)(x, o)
        }
        (false, points) if game.is_puzzle() => match points > 0 {
            true => words.success.to_owned(),
            false => words.failure.to_owned(),
        },
        (false, 0) => words.tie.to_owned(),
        (false, points) => {
            let (winner, sign, name) = match points > 0 {
                true => (Color::Black, 'X', names[0]),
                false => (Color::White, 'O', names[1]),
            };
            let points = score(game, Some(winner), points);
            (words.wins)(&format!("{sign} ({name})"), &points)
        }
    };
    terminal.say(&said)?;
    if let Some(file) = file {
        let said = save(game, names, file, words).map_err(Ended::Unsaved)?;
        terminal.say(&said)?;
    }
    Ok(())
}

/// Saves the game; gives what is to be said about that, also if it cannot be saved.
fn save(game: &dyn Game, names: [&str; 2], file: &Path, words: &Words) -> Result<String, String> {
    let Some(record) = game.othello() else {
        return Err(words.save_othello_only.to_owned());
    };
    let record = AnnotatedGame {
        black: names[0].to_owned(),
        white: names[1].to_owned(),
        date: saving::today(),
        ..AnnotatedGame::from(record.clone())
    };
    saving::write(&record, file, words, false)
}

/// Prints the moves one by one.
struct Printer<'t> {
    terminal: &'t mut Terminal,
    printed: usize,
    /// Why nothing more can be printed.
    broken: Option<std::io::Error>,
}

impl Supervisor for Printer<'_> {
    fn played(&mut self, _: &dyn Game, turn: DrivenTurn) -> Result<(), PlayerError> {
        let between = match self.printed {
            0 => "",
            printed if printed.is_multiple_of(MOVES) => "\n",
            _ => " ",
        };
        self.printed += 1;
        let written = self.terminal.write(&format!("{between}{}", turn.mv));
        written.map_err(|error| {
            self.broken = Some(error);
            PlayerError::Left
        })
    }
}
