//! The engine's game and files of games.
//!
//! A game is read whole before the engine hears of it, so what fails changes nothing. Players and
//! comments of a file are not kept: the engine's game is its start and its moves.

use std::path::Path;

use crate::engine::{Engine, Feature, Refusal};
use crate::files;
use crate::othello::Game;
use crate::protocol::{Fault, Reply};
use crate::record::annotated::AnnotatedGame;
use crate::record::board::{parse_board, write_board};
use crate::record::format::FileFormat;
use crate::record::reader::GameReader;
use crate::record::sgf::{read_sgf, write_sgf};
use crate::record::transcript::write_transcript;
use crate::record::writer::write_game;

/// Bytes of the largest file that is loaded. A session does nothing else meanwhile: this takes a
/// few seconds, if the game that is asked for is the last.
const LARGEST_FILE: u64 = 1 << 26;
/// Bytes of the largest file of one game; most have a few hundred.
const LARGEST_GAME: u64 = 1 << 20;

/// Replaces the engine's game by `game`.
///
/// # Errors
/// If the engine plays another game than Othello.
pub(super) fn adopt(engine: &mut dyn Engine, game: &Game) -> Result<(), Fault> {
    let (position, to_move) = game.start();
    let moves = write_transcript(game.turns().iter().map(|&(_, mv)| mv));
    engine.set_position(Some(&write_board(position, to_move)), &moves)?;
    Ok(())
}

/// Replaces the engine's game by the one of this number, from 1, of a file of any format.
pub(super) fn load(engine: &mut dyn Engine, path: String, number: usize) -> Result<(), Fault> {
    keeps_records(engine)?;
    match read(Path::new(&path), number) {
        Ok(game) => begin(engine, &game.game),
        Err(reason) => Err(Fault::CannotLoad { path, reason }),
    }
}

/// The game of this number in a file, or why there is none.
fn read(path: &Path, number: usize) -> Result<AnnotatedGame, String> {
    let index = number.checked_sub(1).ok_or("games are counted from 1")?;
    // Asked before it is opened, because it may be a pipe, and by a name that the message has.
    files::check(path, LARGEST_FILE).map_err(|error| error.to_string())?;
    let games = GameReader::open(path, None).map_err(|error| error.to_string())?;
    let mut found = 0;
    for entry in games {
        let entry = entry.map_err(|error| error.to_string())?;
        if found == index {
            let named = |error| format!("{}: {error}", entry.place);
            return entry.game.map_err(named);
        }
        found += 1;
    }
    Err(format!("there is no game {number} in it, only {found}"))
}

/// Replaces the engine's game by the first one of an SGF file, up to `moves` moves.
pub(super) fn load_sgf(
    engine: &mut dyn Engine,
    path: String,
    moves: Option<usize>,
) -> Result<(), Fault> {
    keeps_records(engine)?;
    let read = || -> Result<Game, String> {
        let bytes = files::read(Path::new(&path), LARGEST_GAME).map_err(|e| e.to_string())?;
        read_sgf(&String::from_utf8_lossy(&bytes), moves).map_err(|error| error.to_string())
    };
    match read() {
        Ok(game) => begin(engine, &game),
        Err(reason) => Err(Fault::CannotLoad { path, reason }),
    }
}

/// Writes the engine's game to a file, in the format that its name tells.
pub(super) fn save(engine: &dyn Engine, path: String) -> Result<Reply, Fault> {
    keeps_records(engine)?;
    match FileFormat::of_path(Path::new(&path)) {
        Some(format) => save_as(engine, path, format),
        None => Err(Fault::CannotSave {
            path,
            reason: "its name does not end in .ggf, .sgf, .pgn, .txt, .board or .obf".to_owned(),
        }),
    }
}

/// Writes the engine's game to a file.
pub(super) fn save_as(
    engine: &dyn Engine,
    path: String,
    format: FileFormat,
) -> Result<Reply, Fault> {
    let game = AnnotatedGame::from(game_of(engine)?);
    let text = write_game(&game, format).map_err(|error| error.to_string());
    let saved = text.and_then(|text| {
        files::save(Path::new(&path), text.as_bytes()).map_err(|error| error.to_string())
    });
    match saved {
        Ok(()) => Ok(Reply::Done),
        Err(reason) => Err(Fault::CannotSave { path, reason }),
    }
}

/// The engine's game as SGF on one line.
pub(super) fn sgf(engine: &dyn Engine) -> Result<String, Fault> {
    Ok(write_sgf(&game_of(engine)?))
}

/// Starts a game that has the start and the moves of `game`, and forgets what was searched.
fn begin(engine: &mut dyn Engine, game: &Game) -> Result<(), Fault> {
    engine.new_game();
    // Who keeps records can keep this one: it was read by the rules.
    adopt(engine, game)
}

/// The engine's game.
fn game_of(engine: &dyn Engine) -> Result<Game, Fault> {
    let bad = |error: &dyn std::error::Error| Fault::Internal(error.to_string());
    let (position, to_move) = parse_board(&engine.start_text()?).map_err(|error| bad(&error))?;
    let mut game = Game::from_position(position, to_move);
    for (_, word) in engine.history() {
        let mv = word.parse().map_err(|_| Refusal::NotAMove(word))?;
        game.play(mv).map_err(|error| bad(&error))?;
    }
    Ok(game)
}

fn keeps_records(engine: &dyn Engine) -> Result<(), Fault> {
    match engine.offers(Feature::Record) {
        true => Ok(()),
        false => Err(Refusal::Unsupported(Feature::Record.name()).into()),
    }
}
