//! Files of games for libedax.
//!
//! Invariant: a file is replaced when all of it is written, not before. A game that cannot be read
//! or written is told and left out.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::aside::warn;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::error::Unwritable;
use bianca_records::record::filter::Seen;
use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::{GameReader, OpenError};
use bianca_records::record::writer::{GameWriter, WriteError, write_game};
use bianca_rules::othello::OthelloGame;
use bianca_system::files::{self, Replacement};

/// Why nothing is done with files of games.
#[derive(Debug, Error)]
pub enum BaseError {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// The format has no place for it.
    #[error("{}: {error}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: Unwritable,
    },
    /// There is no game in it.
    #[error("{}: there is no game in it", .0.display())]
    NoGame(PathBuf),
}

fn failed(path: &Path) -> impl Fn(io::Error) -> BaseError {
    move |error| BaseError::File {
        path: path.to_owned(),
        error,
    }
}

fn unwritable(path: &Path) -> impl Fn(Unwritable) -> BaseError {
    move |error| BaseError::Unwritable {
        path: path.to_owned(),
        error,
    }
}

/// The format in which a file is written: that of its name, or a game on each line.
fn format_of(path: &Path) -> FileFormat {
    let named = FileFormat::of_path(path);
    named
        .filter(|format| format.is_writable())
        .unwrap_or(FileFormat::Transcript)
}

/// The games of a file, one by one.
///
/// # Errors
/// If it cannot be opened, or read on.
fn games(path: &Path) -> Result<impl Iterator<Item = Result<AnnotatedGame, BaseError>>, BaseError> {
    // Asked before it is opened, because it may be a pipe.
    files::check(path, u64::MAX).map_err(failed(path))?;
    let reader: GameReader<BufReader<File>> = GameReader::open(path, None)?;
    let path = path.to_owned();
    Ok(reader.filter_map(move |entry| match entry {
        Ok(entry) => match entry.game {
            Ok(game) => Some(Ok(game)),
            Err(error) => {
                warn(format_args!("{}: {}: {error}", path.display(), entry.place));
                None
            }
        },
        Err(error) => Some(Err(failed(&path)(error))),
    }))
}

/// The games of a file.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> Result<Vec<OthelloGame>, BaseError> {
    games(path)?.map(|game| Ok(game?.game)).collect()
}

/// The first game of a file.
///
/// # Errors
/// If there is none.
pub fn load(path: &Path) -> Result<OthelloGame, BaseError> {
    let first = games(path)?.next().transpose()?;
    first
        .map(|game| game.game)
        .ok_or_else(|| BaseError::NoGame(path.to_owned()))
}

/// Writes a game.
///
/// # Errors
/// If that cannot be.
pub fn save(path: &Path, game: &OthelloGame) -> Result<(), BaseError> {
    let text = write_game(&AnnotatedGame::from(game.clone()), format_of(path));
    let text = text.map_err(unwritable(path))?;
    files::save(path, text.as_bytes()).map_err(failed(path))
}

/// Writes the games of a file to another, each once if it is to be `unique`.
///
/// # Errors
/// If either cannot be opened, or the other one not be written.
pub fn convert(from: &Path, to: &Path, unique: bool) -> Result<(), BaseError> {
    let games = games(from)?;
    let mut output = BufWriter::new(Replacement::begin(to).map_err(failed(to))?);
    let mut writer = GameWriter::new(&mut output, format_of(to)).map_err(unwritable(to))?;
    let mut seen = Seen::default();
    for game in games {
        let game = game?;
        if unique && !seen.is_first(&game.game) {
            continue;
        }
        match writer.write(&game) {
            Ok(()) => {}
            Err(WriteError::Io(error)) => return Err(failed(to)(error)),
            Err(WriteError::Unwritable(error)) => warn(unwritable(to)(error)),
        }
    }
    let output = output.into_inner().map_err(|error| error.into());
    output.and_then(Replacement::commit).map_err(failed(to))
}

/// Adds to a file of problems the position of each game that has so many empty squares.
///
/// # Errors
/// If the games cannot be read, or the problems not be written.
pub fn problems(from: &Path, empties: i32, to: &Path) -> Result<(), BaseError> {
    let mut lines = String::new();
    for game in games(from)? {
        let mut game = game?.game;
        while game.position().empties() as i32 != empties && game.undo().is_ok() {}
        if game.position().empties() as i32 == empties && !game.is_over() {
            let problem = OthelloGame::from_position(game.position(), game.to_move());
            let line = write_game(&AnnotatedGame::from(problem), FileFormat::Obf);
            lines += &line.map_err(unwritable(to))?;
        }
    }
    let written = files::append(to).and_then(|mut file| file.write_all(lines.as_bytes()));
    written.map_err(failed(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn games_are_converted_once_each_and_become_problems() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let line = "F5D6C3D3C4F4F6F3E6E7\n";
        fs::write(path("games.txt"), format!("{line}F5F6E6F4E3\nF5A1\n{line}")).unwrap();
        convert(&path("games.txt"), &path("games.ggf"), false).unwrap();
        assert_eq!(read(&path("games.ggf")).unwrap().len(), 3);
        convert(&path("games.txt"), &path("unique"), true).unwrap();
        let unique = fs::read_to_string(path("unique")).unwrap();
        assert_eq!(unique.lines().count(), 2, "{unique}");
        problems(&path("games.txt"), 52, &path("problems.obf")).unwrap();
        problems(&path("games.txt"), 55, &path("problems.obf")).unwrap();
        let lines = fs::read_to_string(path("problems.obf")).unwrap();
        assert_eq!(lines.lines().count(), 5, "{lines}");
        let problem = load(&path("problems.obf")).unwrap();
        assert_eq!(problem.position().empties(), 52);
        save(&path("game.sgf"), &load(&path("games.txt")).unwrap()).unwrap();
        assert_eq!(load(&path("game.sgf")).unwrap().turns().len(), 10);
        save(&path("game"), &problem).unwrap_err();
    }

    #[test]
    fn what_cannot_be_read_or_written_is_named_and_left() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing.txt");
        let nowhere = folder.path().join("none/out.txt");
        let empty = folder.path().join("empty.txt");
        fs::write(&empty, "").unwrap();
        for error in [
            load(&missing).unwrap_err(),
            convert(&missing, &nowhere, false).unwrap_err(),
            problems(&missing, 10, &nowhere).unwrap_err(),
        ] {
            assert!(error.to_string().contains("missing.txt"), "{error}");
        }
        assert!(load(&empty).unwrap_err().to_string().contains("no game"));
        let error = convert(&empty, &nowhere, false).unwrap_err();
        assert!(error.to_string().contains("out.txt"), "{error}");
        let error = save(&nowhere, &OthelloGame::new()).unwrap_err();
        assert!(error.to_string().contains("out.txt"), "{error}");
    }
}
