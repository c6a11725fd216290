//! Game records: games with what a search thought of each position.
//!
//! A file is the eight bytes `BIANCAGR`, the format's version (2 bytes), and then games one after
//! the other. All numbers are little-endian. A game is
//!
//! | bytes | what |
//! |---|---|
//! | 2 | length of what follows up to the checksum |
//! | 1 | 1 if the game starts from a position of its own, else 0 |
//! | 16 | that position: the mover's discs, the other side's (only after a 1) |
//! | 1 | number of turns |
//! | 1 | number of runs of turns labelled alike |
//! | 2 each | the runs: how many turns, and what their labels rest on |
//! | 2 each | the turns: square (bit 6 set if drawn at random), score |
//! | 4 | CRC-32 of all the above but the length |
//!
//! A label rests on nothing (0), on a midgame search of 1 to 62 plies, or on an exact search
//! (63). Scores are in whole discs from the side to move, for the position before the turn,
//! whatever was then played. Passes are left out: the rules give them. Games are appended
//! whole, so a run that is killed loses the game it was playing; the reader names the place of
//! any damage. The length, which no checksum covers, must agree with the numbers of turns and
//! runs, or else damage to it would look like a file that was cut off there.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use bianca_rules::othello::{Bitboard, Position, Square};
use bianca_system::files::LockedFile;

/// How a file of records begins.
pub const MAGIC: [u8; 8] = *b"BIANCAGR";
const VERSION: u16 = 1;
const HEADER: u64 = 10;
const RANDOM: u8 = 1 << 6;
const EXACT: u8 = 63;

/// Plies of the deepest midgame search that a label can rest on.
pub const MOST_PLIES: u8 = EXACT - 1;

/// What a label rests on, the less reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelBasis {
    /// A midgame search of so many plies, 1 to 62.
    Depth(u8),
    /// A search to the end.
    Exact,
}

/// What a search thought of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// In discs, from the side to move.
    pub score: i8,
    /// What it rests on.
    pub reach: LabelBasis,
}

/// A disc placed, and what was thought before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordTurn {
    /// Where the disc went.
    pub square: Square,
    /// Whether the move was drawn at random instead of being the search's choice.
    pub random: bool,
    /// The value of the position before the move, if a search looked at it.
    pub label: Option<Label>,
}

/// A game, or the beginning of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Where it began.
    pub start: Position,
    /// The discs placed; passes are not turns.
    pub turns: Vec<RecordTurn>,
}

impl GameRecord {
    /// The position before each turn, the side to move being the one that places the disc, and
    /// the position in the end, in which the side to move may have to pass.
    ///
    /// # Errors
    /// The number of the first turn that the rules do not allow.
    pub fn positions(&self) -> Result<Vec<Position>, usize> {
        let mut positions = Vec::with_capacity(self.turns.len() + 1);
        let mut position = self.start;
        for (number, turn) in self.turns.iter().enumerate() {
            if position.moves().is_empty() {
                position = position.passed();
            }
            if !position.moves().contains(turn.square) {
                return Err(number);
            }
            positions.push(position);
            position = position.play_unchecked(turn.square);
        }
        positions.push(position);
        Ok(positions)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(160);
        if self.start == Position::START {
            body.push(0);
        } else {
            body.push(1);
            body.extend(self.start.own.0.to_le_bytes());
            body.extend(self.start.opp.0.to_le_bytes());
        }
        body.push(self.turns.len() as u8);
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for turn in &self.turns {
            let reach = match turn.label.map(|label| label.reach) {
                None => 0,
                Some(LabelBasis::Depth(depth)) => depth,
                Some(LabelBasis::Exact) => EXACT,
            };
            match runs.last_mut() {
                Some((count, last)) if *last == reach => *count += 1,
                _ => runs.push((1, reach)),
            }
        }
        body.push(runs.len() as u8);
        for (count, reach) in runs {
            body.extend([count, reach]);
        }
        for turn in &self.turns {
            let random = if turn.random { RANDOM } else { 0 };
            let score = turn.label.map_or(0, |label| label.score);
            body.extend([turn.square.index() as u8 | random, score.cast_unsigned()]);
        }
        let mut bytes = Vec::with_capacity(body.len() + 6);
        bytes.extend((body.len() as u16).to_le_bytes());
        bytes.extend(&body);
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes
    }

    /// The game of a body whose checksum is right, or `None` if it makes no sense all the same.
    fn from_body(body: &[u8]) -> Option<GameRecord> {
        let (&own_start, mut rest) = body.split_first()?;
        let start = match own_start {
            0 => Position::START,
            1 => {
                let (own, after) = rest.split_first_chunk()?;
                let (opp, after) = after.split_first_chunk()?;
                rest = after;
                let discs = |bytes| Bitboard(u64::from_le_bytes(bytes));
                Position::new(discs(*own), discs(*opp))?
            }
            _ => return None,
        };
        let (&[turns, runs], rest) = rest.split_first_chunk()?;
        let (runs, rest) = rest.split_at_checked(2 * usize::from(runs))?;
        let (runs, _) = runs.as_chunks::<2>();
        let reaches: Vec<u8> = runs
            .iter()
            .flat_map(|&[count, reach]| std::iter::repeat_n(reach, count.into()))
            .collect();
        let (turn_bytes, []) = rest.as_chunks::<2>() else {
            return None;
        };
        if reaches.len() != usize::from(turns) || turn_bytes.len() != usize::from(turns) {
            return None;
        }
        let turn = |(&[square, score], reach): (&[u8; 2], u8)| {
            let reach = match reach {
                0 => None,
                EXACT => Some(LabelBasis::Exact),
                depth if depth < EXACT => Some(LabelBasis::Depth(depth)),
                _ => return None,
            };
            let score = score.cast_signed();
            if square > RANDOM | 63 || !(-64..=64).contains(&score) {
                return None;
            }
            Some(RecordTurn {
                square: Square::from_low_bits(square.into()),
                random: square & RANDOM != 0,
                label: reach.map(|reach| Label { score, reach }),
            })
        };
        let turns = turn_bytes
            .iter()
            .zip(reaches)
            .map(turn)
            .collect::<Option<_>>()?;
        Some(GameRecord { start, turns })
    }
}

/// Bytes of a body with the most turns, 60, each in a run of its own.
const LONGEST_BODY: usize = 1 + 16 + 2 + 2 * 60 + 2 * 60;

/// The length of a body as its first bytes give it; `None` if they are too few.
fn stated_length(body: &[u8]) -> Option<usize> {
    let counts = match body.first()? {
        0 => 1,
        _ => 17,
    };
    let &[turns, runs] = body.get(counts..counts + 2)? else {
        return None;
    };
    Some(counts + 2 + 2 * usize::from(runs) + 2 * usize::from(turns))
}

/// What is wrong with a file of records.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// The file cannot be opened, read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The first bytes are not those of a file of records.
    #[error("{}: not a file of game records", path.display())]
    NotRecords {
        /// The file.
        path: PathBuf,
    },
    /// Made by another version of the program.
    #[error("{}: records of format {found}, this program reads format {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: u16,
    },
    /// The file ends inside a game, as it does when a run was killed while writing.
    #[error("{}: game {game} at byte {offset} is cut off", path.display())]
    CutOff {
        /// The file.
        path: PathBuf,
        /// Number of the game, from 1.
        game: u64,
        /// Where it begins.
        offset: u64,
    },
    /// A checksum is wrong, or a game breaks the rules.
    #[error("{}: game {game} at byte {offset} is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Number of the game, from 1.
        game: u64,
        /// Where it begins.
        offset: u64,
    },
}

/// Reads the games of a file one by one; nothing comes after an error.
#[derive(Debug)]
pub struct RecordReader {
    path: PathBuf,
    file: BufReader<File>,
    offset: u64,
    games: u64,
    failed: bool,
}

impl RecordReader {
    /// Opens the file of records at `path`.
    ///
    /// # Errors
    /// If it cannot be read or is no file of records.
    pub fn open(path: &Path) -> Result<RecordReader, RecordsError> {
        let failed = |error| RecordsError::File {
            path: path.to_owned(),
            error,
        };
        RecordReader::new(path, File::open(path).map_err(failed)?)
    }

    /// Reads the file of records `file`, which is at `path`.
    fn new(path: &Path, file: File) -> Result<RecordReader, RecordsError> {
        let failed = |error| RecordsError::File {
            path: path.to_owned(),
            error,
        };
        let mut file = BufReader::with_capacity(1 << 18, file);
        let mut header = Vec::new();
        (&mut file)
            .take(HEADER)
            .read_to_end(&mut header)
            .map_err(failed)?;
        let Some((MAGIC, version)) = header
            .split_first_chunk()
            .map(|(magic, version)| (*magic, version))
        else {
            return Err(RecordsError::NotRecords {
                path: path.to_owned(),
            });
        };
        let found = match version {
            &[low, high] => u16::from_le_bytes([low, high]),
            _ => {
                return Err(RecordsError::NotRecords {
                    path: path.to_owned(),
                });
            }
        };
        if found != VERSION {
            return Err(RecordsError::Version {
                path: path.to_owned(),
                found,
            });
        }
        Ok(RecordReader {
            path: path.to_owned(),
            file,
            offset: HEADER,
            games: 0,
            failed: false,
        })
    }

    /// The number of bytes up to the end of the last game that was read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_game(&mut self) -> Result<Option<GameRecord>, RecordsError> {
        let mut length = Vec::with_capacity(2);
        self.read_up_to(2, &mut length)?;
        if length.is_empty() {
            return Ok(None);
        }
        let &[low, high] = length.as_slice() else {
            return Err(self.cut_off());
        };
        let length = usize::from(u16::from_le_bytes([low, high]));
        let mut bytes = Vec::with_capacity(length + 4);
        self.read_up_to(length + 4, &mut bytes)?;
        if length > LONGEST_BODY || stated_length(&bytes).is_some_and(|stated| stated != length) {
            return Err(self.damaged());
        }
        let Some((body, checksum)) = bytes
            .split_last_chunk()
            .filter(|(body, _)| body.len() == length)
        else {
            return Err(self.cut_off());
        };
        let game = GameRecord::from_body(body)
            .filter(|_| crc32fast::hash(body) == u32::from_le_bytes(*checksum));
        let Some(game) = game else {
            return Err(self.damaged());
        };
        self.offset += 2 + bytes.len() as u64;
        self.games += 1;
        Ok(Some(game))
    }

    fn read_up_to(&mut self, length: usize, bytes: &mut Vec<u8>) -> Result<(), RecordsError> {
        let read = (&mut self.file).take(length as u64).read_to_end(bytes);
        read.map(drop).map_err(|error| RecordsError::File {
            path: self.path.clone(),
            error,
        })
    }

    fn cut_off(&self) -> RecordsError {
        RecordsError::CutOff {
            path: self.path.clone(),
            game: self.games + 1,
            offset: self.offset,
        }
    }

    fn damaged(&self) -> RecordsError {
        RecordsError::Damaged {
            path: self.path.clone(),
            game: self.games + 1,
            offset: self.offset,
        }
    }
}

impl Iterator for RecordReader {
    type Item = Result<GameRecord, RecordsError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.read_game();
        self.failed = game.is_err();
        game.transpose()
    }
}

/// Appends games to a file, each with one write; one process at a time does so.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: LockedFile,
    games: u64,
    /// Bytes of whole games, and of the header, in the file.
    length: u64,
}

impl RecordWriter {
    /// As [`RecordWriter::append_to`], without a look at what is there.
    ///
    /// # Errors
    /// As there.
    pub fn append(path: &Path) -> Result<RecordWriter, RecordsError> {
        RecordWriter::append_to(path, |_| {})
    }

    /// Opens the file at `path` to append to it, or makes it, and shows `each` game that it
    /// holds. A game that is cut off at the end is removed.
    ///
    /// # Errors
    /// If another process appends to the file, it cannot be written, is no file of records, or
    /// is damaged in another way; it is left as it was then.
    pub fn append_to(
        path: &Path,
        mut each: impl FnMut(GameRecord),
    ) -> Result<RecordWriter, RecordsError> {
        let failed = |error| RecordsError::File {
            path: path.to_owned(),
            error,
        };
        let mut locked = LockedFile::open(path).map_err(failed)?;
        let header = [&MAGIC[..], &VERSION.to_le_bytes()].concat();
        let length = locked.file().metadata().map_err(failed)?.len();
        // Also if the disk was full or the run was killed before there was a header.
        let is_new = length < HEADER && {
            let found = locked.read(HEADER).map_err(failed)?;
            header.starts_with(&found)
        };
        let mut games = 0;
        let mut end = HEADER;
        if !is_new {
            locked.file().rewind().map_err(failed)?;
            let file = locked.file().try_clone().map_err(failed)?;
            let mut reader = RecordReader::new(path, file)?;
            for game in &mut reader {
                match game {
                    Ok(game) => {
                        games += 1;
                        each(game);
                    }
                    Err(RecordsError::CutOff { .. }) => break,
                    Err(error) => return Err(error),
                }
            }
            end = reader.offset();
        }
        let file = locked.file();
        if is_new {
            file.rewind().map_err(failed)?;
            if let Err(error) = file.write_all(&header) {
                let _ = file.set_len(0);
                locked.discard_if_empty();
                return Err(failed(error));
            }
        } else {
            if length > end {
                log::warn!("{}: the last game is cut off and removed", path.display());
            }
            file.set_len(end).map_err(failed)?;
            file.seek(SeekFrom::Start(end)).map_err(failed)?;
        }
        Ok(RecordWriter {
            path: path.to_owned(),
            file: locked,
            games,
            length: end,
        })
    }

    /// How many games the file holds.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Appends `game`.
    ///
    /// # Errors
    /// If the file cannot be written; it holds the games before then.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), RecordsError> {
        let bytes = game.to_bytes();
        self.write_whole(&bytes)
            .map_err(|error| RecordsError::File {
                path: self.path.clone(),
                error,
            })?;
        self.length += bytes.len() as u64;
        self.games += 1;
        Ok(())
    }

    fn write_whole(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = self.file.file();
        file.seek(SeekFrom::Start(self.length))?;
        let written = file.write_all(bytes);
        if written.is_err() {
            // A part of a game would spoil whatever other threads append behind it.
            file.set_len(self.length)?;
        }
        written
    }
}

#[cfg(test)]
mod tests;
