//! Files of games, one game after the other, in memory that does not grow with the file.
//!
//! A [`GameReader`] finds where each game begins and ends and hands its bytes to the reader of
//! its format. What is no game is reported with its place, and reading goes on with the next:
//! nothing is passed over in silence. Nothing is read ahead but what the input gives at once, so
//! games can come through a pipe.

mod pieces;

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::annotated::AnnotatedGame;
use super::csv::Columns;
use super::error::ReadError;
use super::format::{FileFormat, Layout};
use super::line::read_line;
use super::wthor::{self, Names, WthorError, read_header, read_record};
use crate::foreign::plain_lines;
use pieces::Cut;
pub use pieces::LONGEST_GAME;

/// What is said of a file that a spreadsheet or an editor of Windows has written as "Unicode".
const UTF_16: &str =
    "the text is UTF-16; save it as UTF-8, or say iconv -f UTF-16 -t UTF-8 IN > OUT";

/// Where a game stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which game it is, from 1; what is no game counts, too.
    pub game: u64,
    /// The line in which it begins, from 1, if the file has lines.
    pub line: Option<u64>,
    /// The byte at which it begins, from 0.
    pub byte: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}, game {}", self.game),
            None => write!(f, "byte {}, game {}", self.byte, self.game),
        }
    }
}

/// A game of a file, or why what stands there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct FileEntry {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub game: Result<AnnotatedGame, ReadError>,
}

/// Why a file of games cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file system refuses.
    #[error("{path}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The names beside a database cannot be read.
    #[error(transparent)]
    Names(#[from] WthorError),
}

/// An iterator over the games of an input.
///
/// ```
/// use bianca::record::reader::GameReader;
///
/// let text = "f5d6c3 % a game\nf5a1 % none\nf5f4";
/// for entry in GameReader::new(text.as_bytes(), None)? {
///     let entry = entry?;
///     match entry.game {
///         Ok(game) => println!("{} turns", game.game.turns().len()),
///         Err(error) => assert_eq!((entry.place.line, error.to_string().as_str()),
///             (Some(2), "move 2: illegal move: a1 for white")),
///     }
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct GameReader<R> {
    input: R,
    format: FileFormat,
    cut: Cut,
    names: Names,
    /// What the header of a database says.
    header: Option<wthor::Header>,
    /// The columns that the first line of a table names.
    columns: Option<Columns>,
    games: u64,
    finished: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file. Without a `format` its extension decides, or else its content.
    ///
    /// # Errors
    /// If it cannot be read, or if it is a database and the names beside it cannot.
    pub fn open(path: &Path, format: Option<FileFormat>) -> Result<Self, OpenError> {
        let failed = |error| OpenError::File {
            path: path.to_owned(),
            error,
        };
        let file = File::open(path).map_err(failed)?;
        // Opening a directory works; reading it does not.
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        let input = BufReader::with_capacity(1 << 16, file);
        let format = format.or_else(|| FileFormat::of_path(path));
        let mut reader = GameReader::new(input, format).map_err(failed)?;
        if matches!(reader.format.description().layout, Layout::Records) {
            reader.names = Names::beside(path)?;
        }
        Ok(reader)
    }
}

impl<R: BufRead> GameReader<R> {
    /// Reads `input`. Without a `format` its content decides.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(mut input: R, format: Option<FileFormat>) -> io::Result<GameReader<R>> {
        let format = match format {
            Some(format) => format,
            None => loop {
                match input.fill_buf() {
                    Ok(content) => {
                        break FileFormat::of_content(content).unwrap_or(FileFormat::Transcript);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            },
        };
        Ok(GameReader {
            input,
            format,
            cut: Cut::default(),
            names: Names::default(),
            header: None,
            columns: None,
            games: 0,
            finished: false,
        })
    }

    /// The format that is read.
    pub fn format(&self) -> FileFormat {
        self.format
    }

    fn next_entry(&mut self) -> io::Result<Option<FileEntry>> {
        let layout = self.format.description().layout;
        if self.games == 0 {
            self.check_encoding()?;
        }
        loop {
            let piece = match layout {
                Layout::Trees(_, brackets) => self.cut.tree(&mut self.input, brackets)?,
                Layout::Tags(_) => self.cut.tagged(&mut self.input)?,
                Layout::Lines | Layout::Table => self.cut.line(&mut self.input)?,
                Layout::Records => return self.next_record(),
            };
            let Some(piece) = piece else { return Ok(None) };
            let game = match &piece.content {
                Err(error) => Err(error.clone()),
                Ok(bytes) => {
                    let text = decode(bytes);
                    match layout {
                        Layout::Trees(read, _) | Layout::Tags(read) => read(&text),
                        Layout::Table => match self.row(&text) {
                            Some(game) => game,
                            None => continue,
                        },
                        Layout::Lines | Layout::Records => match read_line(&text).transpose() {
                            Some(game) => game,
                            // Comments and blank lines.
                            None => continue,
                        },
                    }
                }
            };
            self.games += 1;
            let place = Place {
                game: self.games,
                line: Some(piece.line),
                byte: piece.byte,
            };
            return Ok(Some(FileEntry { place, game }));
        }
    }

    /// The game of a line of a table; `None` for its first line and for blank ones.
    fn row(&mut self, text: &str) -> Option<Result<AnnotatedGame, ReadError>> {
        if text.trim().is_empty() {
            return None;
        }
        if let Some(columns) = &self.columns {
            return Some(columns.game(text));
        }
        self.columns = Columns::read(text);
        // Without its columns nothing in the table can be understood.
        self.finished = self.columns.is_none();
        self.finished.then_some(Err(ReadError::NoMoves))
    }

    /// Refuses text whose letters are two bytes each, which would be nothing but errors. No
    /// database begins so: its first byte is a century.
    fn check_encoding(&mut self) -> io::Result<()> {
        let content = loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                content => break content?,
            }
        };
        match content {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
                Err(io::Error::new(ErrorKind::InvalidData, UTF_16))
            }
            _ => Ok(()),
        }
    }

    fn next_record(&mut self) -> io::Result<Option<FileEntry>> {
        let place = |games, byte| Place {
            game: games + 1,
            line: None,
            byte,
        };
        let header = match self.header {
            Some(header) => header,
            None => {
                let bytes = self.cut.block(&mut self.input, wthor::HEADER)?;
                let header = read_header(&bytes.content).filter(|header| header.size == 8);
                let Some(header) = header else {
                    self.finished = true;
                    let error = match read_header(&bytes.content) {
                        Some(header) => ReadError::OtherSize(header.size.to_string()),
                        None => ReadError::Truncated,
                    };
                    return Ok(Some(FileEntry {
                        place: place(0, 0),
                        game: Err(error),
                    }));
                };
                *self.header.insert(header)
            }
        };
        let block = self.cut.block(&mut self.input, wthor::RECORD)?;
        let expected = u64::from(header.games);
        let game = match block.content.len() {
            0 if self.games >= expected => return Ok(None),
            0 => {
                self.finished = true;
                Err(ReadError::Missing {
                    expected,
                    found: self.games,
                })
            }
            _ if self.games >= expected => {
                self.finished = true;
                Err(ReadError::NoGame(
                    "more bytes than the header says".to_owned(),
                ))
            }
            _ => read_record(&header, &self.names, &block.content),
        };
        let place = place(self.games, block.byte);
        self.games += 1;
        Ok(Some(FileEntry { place, game }))
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = io::Result<FileEntry>;

    /// The next game. After an error of the input there is nothing more.
    fn next(&mut self) -> Option<io::Result<FileEntry>> {
        if self.finished {
            return None;
        }
        let next = self.next_entry().transpose();
        self.finished |= !matches!(next, Some(Ok(_)));
        next
    }
}

/// Text as UTF-8 or, if it is none, as Latin-1, so that no letter is lost; without control
/// characters, which no format has a use for.
fn decode(bytes: &[u8]) -> String {
    let text: Cow<str> = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    plain_lines(&text).into_owned()
}

#[cfg(test)]
mod tests;
