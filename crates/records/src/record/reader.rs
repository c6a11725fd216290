//! Files of games, one game after the other, in memory that does not grow with the file.
//!
//! A [`GameReader`] finds where each game begins and ends and hands its bytes to the reader of
//! its format. What is no game is reported with its place, and reading goes on with the next:
//! nothing is passed over in silence. Nothing is read ahead but what the input gives at once, so
//! games can come through a pipe.

mod alien;
mod block;
mod pieces;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::annotated::AnnotatedGame;
use super::csv::Columns;
use super::error::ReadError;
use super::format::{FileFormat, Layout};
use super::json;
use super::line::read_line;
use super::wthor::{self, Names, WthorError, read_header, read_record};
use alien::alien;
use bianca_system::foreign::plain_lines;
use block::{Block, Step, wrapped};
pub use pieces::LONGEST_GAME;
use pieces::{Cut, Piece};

/// Bytes of the longest file that is also tried as one game over all of its lines.
const LONGEST_WHOLE: usize = 1 << 14;

/// What is said of a file that a spreadsheet or an editor of Windows has written as "Unicode".
const UTF_16: &str =
    "the text is UTF-16; save it as UTF-8, or say iconv -f UTF-16 -t UTF-8 IN > OUT";

/// What is said of a file that is none of text and no database.
const NO_TEXT: &str = "this is neither text nor a database of games (WTHOR)";

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
/// use bianca_records::record::reader::GameReader;
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
    /// Lines that have been read and belong to what comes next.
    lines: VecDeque<Piece>,
    /// Games that have been read and not been given, and where they stand.
    entries: VecDeque<(Place, Result<AnnotatedGame, ReadError>)>,
    /// Whether there is nothing behind these.
    is_taken: bool,
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
        let about = file.metadata().map_err(failed)?;
        // Opening a directory works; reading it does not.
        if about.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        let length = about.is_file().then_some(about.len());
        GameReader::of_file(path, file, length, format)
    }
}

impl<R: Read + Seek> GameReader<BufReader<R>> {
    /// Reads a file that was opened by `path`, as [`open`](GameReader::open) does. `length` is how
    /// many bytes it has, if it lies on a disk.
    ///
    /// # Errors
    /// If it cannot be read, or if it is a database and the names beside it cannot.
    pub fn of_file(
        path: &Path,
        file: R,
        length: Option<u64>,
        format: Option<FileFormat>,
    ) -> Result<Self, OpenError> {
        let failed = |error| OpenError::File {
            path: path.to_owned(),
            error,
        };
        let is_short = length.is_some_and(|length| length <= LONGEST_WHOLE as u64);
        let mut input = BufReader::with_capacity(1 << 16, file);
        let format = format.or_else(|| FileFormat::of_path(path));
        let mut whole = Vec::new();
        if is_short {
            let mut start = input.by_ref().take(LONGEST_WHOLE as u64);
            start.read_to_end(&mut whole).map_err(failed)?;
            input.rewind().map_err(failed)?;
        }
        let mut reader = GameReader::new(input, format).map_err(failed)?;
        reader.take_whole(&whole);
        if matches!(reader.format.description().layout, Layout::Records) {
            reader.names = Names::beside(path)?;
        }
        Ok(reader)
    }
}

impl<'a> GameReader<&'a [u8]> {
    /// Reads bytes that are all there is. Without a `format` their content decides. Unlike a stream
    /// they are also tried as one game over all lines, and as a log with games of GGF in it.
    ///
    /// # Errors
    /// None in practice: bytes can be read.
    pub fn of_bytes(bytes: &'a [u8], format: Option<FileFormat>) -> io::Result<Self> {
        let mut reader = GameReader::new(bytes, format)?;
        reader.take_whole(bytes);
        Ok(reader)
    }
}

impl<R: BufRead> GameReader<R> {
    /// Looks at an input as a whole, if its games are lines and some of these are none.
    fn take_whole(&mut self, bytes: &[u8]) {
        if !self.format.is_of_lines() || bytes.is_empty() {
            return;
        }
        let text = decode(bytes);
        let is_log = text.to_ascii_uppercase().contains("(;GM[OTHELLO]");
        let count = |format| {
            let Ok(reader) = GameReader::new(bytes, Some(format)) else {
                return (0, 0);
            };
            let games = reader
                .flatten()
                .map(|entry| usize::from(entry.game.is_ok()));
            games.fold((0, 0), |(good, all), is_good| (good + is_good, all + 1))
        };
        if !is_log && bytes.len() > LONGEST_WHOLE {
            return;
        }
        let (good, all) = count(self.format);
        if good == all {
            return;
        }
        if is_log {
            if count(FileFormat::Ggf).0 > good {
                self.format = FileFormat::Ggf;
            }
            return;
        }
        let game = wrapped(&text).and_then(|line| read_line(&line).ok().flatten());
        if let Some(game) = game {
            let place = Place {
                game: 1,
                line: Some(1),
                byte: 0,
            };
            self.entries.push_back((place, Ok(game)));
            self.is_taken = true;
        }
    }

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
            lines: VecDeque::new(),
            entries: VecDeque::new(),
            is_taken: false,
            games: 0,
            finished: false,
        })
    }

    /// With the names that the numbers of a database point to.
    pub fn with_names(mut self, names: Names) -> GameReader<R> {
        self.names = names;
        self
    }

    /// The format that is read.
    pub fn format(&self) -> FileFormat {
        self.format
    }

    fn next_entry(&mut self) -> io::Result<Option<FileEntry>> {
        if self.games == 0 {
            self.check_content()?;
        }
        let layout = self.format.description().layout;
        loop {
            if let Some((place, game)) = self.entries.pop_front() {
                self.games += 1;
                let place = Place {
                    game: self.games,
                    ..place
                };
                return Ok(Some(FileEntry { place, game }));
            }
            if self.is_taken {
                return Ok(None);
            }
            let piece = match layout {
                Layout::Values => self.cut.value(&mut self.input)?,
                Layout::Trees(_, brackets) => self.cut.tree(&mut self.input, brackets)?,
                Layout::Tags(_) => self.cut.tagged(&mut self.input)?,
                Layout::Lines => self.gathered()?,
                Layout::Table => self.cut.line(&mut self.input)?,
                Layout::Records => return self.next_record(),
            };
            let Some(piece) = piece else { return Ok(None) };
            let place = Place {
                game: self.games + 1,
                line: Some(piece.line),
                byte: piece.byte,
            };
            let game = match &piece.content {
                Err(error) => Err(error.clone()),
                Ok(bytes) => {
                    let text = decode(bytes);
                    match layout {
                        Layout::Trees(read, _) | Layout::Tags(read) => read(&plain_lines(&text)),
                        Layout::Table => match self.row(&text) {
                            Some(game) => game,
                            None => continue,
                        },
                        Layout::Values => {
                            let games = json::read_all(&text).into_iter();
                            self.entries.extend(games.map(|game| (place, game)));
                            continue;
                        }
                        Layout::Lines | Layout::Records => match read_line(&text).transpose() {
                            Some(game) => game,
                            // Comments and blank lines.
                            None => continue,
                        },
                    }
                }
            };
            self.games += 1;
            return Ok(Some(FileEntry { place, game }));
        }
    }

    /// The next line, or the lines that are one game together as one line. Of moves it reads on
    /// only as long as the next line can be more of them.
    fn gathered(&mut self) -> io::Result<Option<Piece>> {
        let Some(mut first) = self.next_line()? else {
            return Ok(None);
        };
        let begun = first
            .content
            .as_ref()
            .ok()
            .and_then(|bytes| Block::begun_by(&decode(bytes)));
        let Some(mut block) = begun else {
            return Ok(Some(first));
        };
        let mut more = Vec::new();
        while let Some(next) = self.next_line()? {
            let step = match &next.content {
                Ok(bytes) => block.push(&decode(bytes)),
                Err(_) => Step::Behind,
            };
            match step {
                Step::Taken => more.push(next),
                Step::Behind => {
                    self.lines.push_front(next);
                    break;
                }
            }
        }
        if more.is_empty() {
            return Ok(Some(first));
        }
        let is_board = matches!(block, Block::Board(_));
        match block.line() {
            Ok(line) if is_board || matches!(read_line(&line), Ok(Some(_))) => {
                first.content = Ok(line.into_bytes());
            }
            // They are not one game, so each stands for itself.
            Ok(_) => more
                .into_iter()
                .rev()
                .for_each(|piece| self.lines.push_front(piece)),
            Err(error) => first.content = Err(error),
        }
        Ok(Some(first))
    }

    fn next_line(&mut self) -> io::Result<Option<Piece>> {
        match self.lines.pop_front() {
            Some(piece) => Ok(Some(piece)),
            None => self.cut.line(&mut self.input),
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

    /// Refuses what holds no games, and text whose letters are two bytes each. No
    /// database begins so: its first byte is a century. JSON is read as such whatever the file is
    /// called, because nothing else begins so.
    fn check_content(&mut self) -> io::Result<()> {
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
            content => {
                let what = alien(content).or_else(|| {
                    let is_database = matches!(self.format.description().layout, Layout::Records);
                    let has_zeros = content.iter().take(wthor::HEADER).any(|&byte| byte == 0);
                    (!is_database && has_zeros).then_some(NO_TEXT)
                });
                if let Some(what) = what {
                    return Err(io::Error::new(ErrorKind::Unsupported, what));
                }
                if FileFormat::of_content(content) == Some(FileFormat::Json) {
                    self.format = FileFormat::Json;
                }
                Ok(())
            }
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
    // A tab parts columns, and names from moves.
    let columns = text.split('\t').map(plain_lines);
    columns.collect::<Vec<_>>().join("\t")
}

#[cfg(test)]
mod tests;
