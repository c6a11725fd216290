//! The session's game and files of games.
//!
//! A game is read whole before the session's is replaced, so what fails changes nothing. Players
//! and comments of a file are not kept: a game is its start and its moves.

use std::path::Path;

use crate::protocol::{Client, CommandError, FileOrder, Reply};
use bianca_play::game::SilentPasses;
use bianca_play::tabletop::Tabletop;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::GameReader;
use bianca_records::record::sgf::{read_annotated_sgf, write_annotated_sgf, write_gogui_sgf};
use bianca_records::record::writer::write_game;
use bianca_system::files;

/// What the message says that a game without records has none of.
const RECORD: &str = "a file of games";

/// Bytes of the largest file that is loaded. A session does nothing else meanwhile: this takes a
/// few seconds, if the game that is asked for is the last.
pub(super) const LARGEST_FILE: u64 = 1 << 26;
/// Bytes of the largest file of one game; most have a few hundred.
const LARGEST_GAME: u64 = 1 << 20;

/// The game that is written or replaced, and who asks for that.
pub struct Files<'a> {
    table: &'a mut Tabletop,
    client: &'a mut Client,
}

impl<'a> Files<'a> {
    /// Of the game on the table.
    pub fn new(table: &'a mut Tabletop, client: &'a mut Client) -> Files<'a> {
        Files { table, client }
    }

    /// Does what is asked with files.
    ///
    /// # Errors
    /// If there is no such file or game, or it cannot be written.
    pub fn obey(&mut self, order: FileOrder) -> Result<Reply, CommandError> {
        match order {
            FileOrder::Load { path, number } => self.load_game(path, number),
            FileOrder::LoadSgf { path, moves } => self.load_sgf(path, moves),
            FileOrder::Save(path) => self.save_game(path),
            FileOrder::Sgf(None) => self.sgf(),
            FileOrder::Sgf(Some(path)) => self.save_game_as(path, FileFormat::Sgf),
        }
    }

    /// Replaces the game by the one of this number, from 1, of a file of any format.
    fn load_game(&mut self, path: String, number: usize) -> Result<Reply, CommandError> {
        self.table.othello(RECORD)?;
        match read(Path::new(&path), number) {
            Ok(read) => self.begin_with(read),
            Err(reason) => Err(CommandError::CannotLoad { path, reason }),
        }
    }

    /// Replaces the game by the first one of an SGF file, up to `moves` moves.
    fn load_sgf(&mut self, path: String, moves: Option<usize>) -> Result<Reply, CommandError> {
        self.table.othello(RECORD)?;
        let read = || -> Result<AnnotatedGame, String> {
            let bytes = files::read(Path::new(&path), LARGEST_GAME).map_err(|e| e.to_string())?;
            let game = read_annotated_sgf(&String::from_utf8_lossy(&bytes));
            let game = game.map_err(|error| error.to_string())?;
            Ok(game.cut_to_moves(moves.unwrap_or(usize::MAX)))
        };
        match read() {
            Ok(read) => self.begin_with(read),
            Err(reason) => Err(CommandError::CannotLoad { path, reason }),
        }
    }

    /// Starts a game that was read. As in `play`, a pass that the file leaves out goes with the
    /// move after it.
    fn begin_with(&mut self, read: AnnotatedGame) -> Result<Reply, CommandError> {
        let given = read.given_turns();
        let begun = self.client.begun(self.table.begin_at(read.game))?;
        self.table.given = given;
        self.table.passes = SilentPasses::new(read.silent_passes);
        Ok(begun)
    }

    /// Writes the game to a file, in the format of its name.
    fn save_game(&self, path: String) -> Result<Reply, CommandError> {
        self.table.othello(RECORD)?;
        match FileFormat::of_path(Path::new(&path)) {
            Some(format) => self.save_game_as(path, format),
            None => Err(CommandError::CannotSave {
                path,
                reason: format!(
                    "its name does not end in {}",
                    FileFormat::writable_extensions()
                ),
            }),
        }
    }

    /// Writes the game to a file.
    fn save_game_as(&self, path: String, format: FileFormat) -> Result<Reply, CommandError> {
        let game = AnnotatedGame::from(self.table.othello(RECORD)?.clone());
        let text = if self.client.gogui.takes_rules && format == FileFormat::Sgf {
            Ok(write_gogui_sgf(&game) + "\n")
        } else {
            write_game(&game, format).map_err(|error| error.to_string())
        };
        let saved = text.and_then(|text| {
            files::save(Path::new(&path), text.as_bytes()).map_err(|error| error.to_string())
        });
        match saved {
            Ok(()) => Ok(Reply::Done),
            Err(reason) => Err(CommandError::CannotSave { path, reason }),
        }
    }

    /// The game as SGF on one line, in the form that the client reads.
    fn sgf(&self) -> Result<Reply, CommandError> {
        let game = AnnotatedGame::from(self.table.othello(RECORD)?.clone());
        Ok(Reply::Text(if self.client.gogui.takes_rules {
            write_gogui_sgf(&game)
        } else {
            write_annotated_sgf(&game)
        }))
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
