//! The game as a file.
//!
//! Invariant: no file that was there before the table was laid is replaced.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::table::{Desk, Ending};
use super::words::Words;
use bianca_play::game::Game;
use bianca_records::record::annotated::{AnnotatedGame, Cause, Forfeit, Note};
use bianca_records::record::format::FileFormat;
use bianca_records::record::writer::write_game;
use bianca_rules::othello::Color;
use bianca_system::files;
use bianca_system::foreign::shown;

/// Names that are tried for a file before nobody is bothered any more.
const MOST_NAMES: u32 = 1000;

/// Saves the game in the file that `name` names, in the format that its end names; gives what is
/// to be said about it.
pub fn save(desk: &mut Desk, game: &dyn Game, name: &str) -> String {
    match try_to_save(desk, game, name) {
        Ok(message) | Err(message) => message,
    }
}

/// As [`save`].
///
/// # Errors
/// If nothing was saved, what is to be said about that.
pub fn try_to_save(desk: &mut Desk, game: &dyn Game, name: &str) -> Result<String, String> {
    let words = desk.terminal.words;
    let Some(record) = annotated(desk, game) else {
        return Err(words.save_othello_only().to_owned());
    };
    let path = named(name);
    let message = write(&record, &path, words, desk.saved.contains(&path))?;
    desk.saved.push(path);
    Ok(message)
}

/// The file that a person means by `name`, which may stand in quotes.
pub fn named(name: &str) -> PathBuf {
    PathBuf::from(name.trim_matches('"'))
}

/// Writes a game to a file, which must be new unless it may be replaced; gives what is to be said
/// about it.
///
/// # Errors
/// If nothing was saved, what is to be said about that.
pub fn write(
    record: &AnnotatedGame,
    path: &Path,
    words: Words,
    replaces: bool,
) -> Result<String, String> {
    let name = path.to_string_lossy();
    let format = FileFormat::of_path(path).filter(|format| format.is_writable());
    let Some(format) = format.filter(|_| !name.is_empty()) else {
        return Err(words.save_how(FileFormat::writable_names()));
    };
    let failed = |reason: &str| words.not_saved(shown(&name), reason);
    let text = write_game(record, format).map_err(|error| failed(&error.to_string()))?;
    if path.exists() && !replaces {
        return Err(failed(words.exists_already()));
    }
    files::save(path, text.as_bytes()).map_err(|error| failed(&error.to_string()))?;
    let name = shown(&name);
    Ok(if format.keeps_moves() {
        words.saved(name)
    } else {
        words.saved_position(name)
    })
}

/// A name for a new file in `folder`; the empty path is the working directory.
pub fn free_name(folder: &Path) -> String {
    let day = today();
    let names = (1..MOST_NAMES).map(|number| match number {
        1 => format!("othello-{day}.ggf"),
        number => format!("othello-{day}-{number}.ggf"),
    });
    let free = names
        .map(|name| folder.join(name))
        .find(|path| !path.exists());
    let free = free.unwrap_or_else(|| folder.join("othello.ggf"));
    free.display().to_string()
}

/// The date as files of games have it.
pub fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.chars().take_while(|&letter| letter != 'T').collect()
}

/// The game with who played it, when and how it ended; `None` if it is not Othello.
pub fn annotated(desk: &Desk, game: &dyn Game) -> Option<AnnotatedGame> {
    let record = game.othello()?.clone();
    let words = desk.terminal.words;
    let [black, white] = [Color::Black, Color::White].map(|color| {
        if desk.is_person(color) {
            words.person().to_owned()
        } else {
            let [black, white] = &desk.names;
            color.select(black, white).clone()
        }
    });
    let forfeit = match desk.ending {
        Some(Ending::Resigned(loser)) => Some((loser, Cause::Resignation, "resigned")),
        Some(Ending::OutOfTime(loser)) => Some((loser, Cause::Time, "out of time")),
        _ => None,
    };
    let notes = match desk.control {
        None => Vec::new(),
        Some(_) => {
            let notes = desk.times().iter().map(|time| Note {
                time: Some(*time),
                ..Note::default()
            });
            notes.collect()
        }
    };
    Some(AnnotatedGame {
        game: record,
        black,
        white,
        date: today(),
        black_clock: desk.control,
        white_clock: desk.control,
        forfeit: forfeit.map(|(loser, cause, reason)| Forfeit {
            loser,
            cause,
            reason: reason.to_owned(),
        }),
        notes,
        ..AnnotatedGame::default()
    })
}
