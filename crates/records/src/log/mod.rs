//! A log that a long run can be resumed from: an append-only file of JSON lines.
//!
//! The first line, the header, says what the log belongs to; every further one is a piece of
//! work that is done and has a number of its own. Each line is on the disk before
//! [`LogFile::append`] returns, so a run that is killed at any moment loses only the work it was
//! at. Each carries a [checksum]: a line that was changed since is refused by its
//! number. A last line that was cut short is dropped when the run goes on.
//!
//! One process at a time has a log, by a lock of the system. A log is opened in two steps, so
//! that whoever opens it can look at what it holds before it says what it is to belong to:
//! [`LogFile::open`] locks and reads, and changes nothing; [`OpenLog::begin`] compares the header
//! with the one that is wanted, and only then is the file written. What is no log of the same
//! kind is left as it was.
//!
//! What headers and lines hold is not known here: see [`LogHeader`].

pub mod checksum;

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use bianca_system::files::steps::{self, Step};
use bianca_system::files::{self, LockedFile};
use bianca_system::foreign::next_line;
use checksum::{read_line, write_line};

/// Bytes of the longest line that is read; the header of a match with a million openings has
/// some 30 MB.
const LONGEST_LINE: usize = 1 << 28;

/// What a kind of log belongs to: the content of its first line. With it a kind of log is
/// defined.
pub trait LogHeader: Serialize + DeserializeOwned + fmt::Debug {
    /// The name of the first member of the first line, whose value is [`VERSION`](Self::VERSION).
    const KIND: &'static str;
    /// The version of the format that is written and read.
    const VERSION: u32;
    /// What the work of a line is called, for messages.
    const ITEM: &'static str;
    /// A piece of work that is done: every line but the first.
    type Line: Serialize + DeserializeOwned + fmt::Debug;

    /// The number of a line's work; no two lines of a log have the same.
    ///
    /// # Errors
    /// What is wrong with a line that cannot belong to this header.
    fn number(&self, line: &Self::Line) -> Result<u64, String>;

    /// Whether a run that asks for `self` may go on with a log that has `kept`.
    ///
    /// # Errors
    /// A clause that says in what they differ, such as "its engines differ".
    fn resumes(&self, kept: &Self) -> Result<(), String>;
}

/// Whether a log may be there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is gone on with, if it is there.
    Resume,
    /// It must not be there, or be empty.
    Refuse,
}

/// Why a log cannot be used.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file system refuses, or another process has the file.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A new run would overwrite an old one.
    #[error("{} exists: go on with it by --resume, or remove it", .0.display())]
    Exists(PathBuf),
    /// It was not made by this kind of run.
    #[error("{} is something else and is left as it is: it does not begin with \"{kind}\"",
            path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
        /// How it should begin.
        kind: &'static str,
    },
    /// A line that is no line of such a log, other than the last.
    #[error("{} line {line}: {reason}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It belongs to another run.
    #[error("{} belongs to another run: {difference}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// In what the two differ.
        difference: String,
    },
}

/// The whole lines of a log.
#[derive(Debug)]
pub struct Content<H: LogHeader> {
    /// What it belongs to.
    pub header: H,
    /// The work that is done, in its order.
    pub lines: Vec<H::Line>,
}

/// A log that is locked and read, and not written to yet. Dropped without having begun, it
/// leaves the file as it was.
#[derive(Debug)]
pub struct OpenLog<H: LogHeader> {
    content: Option<Content<H>>,
    /// Bytes up to the end of the last whole line.
    length: u64,
    /// Whether something stands behind them.
    is_cut: bool,
    /// `None` once it has begun.
    file: Option<LockedFile>,
    path: PathBuf,
}

impl<H: LogHeader> OpenLog<H> {
    /// What the log holds; `None` if it is new.
    pub fn content(&self) -> Option<&Content<H>> {
        self.content.as_ref()
    }

    /// Begins to write a log that belongs to `header`, or to go on with it behind its last whole
    /// line. Gives the log and the work that it holds.
    ///
    /// # Errors
    /// If it belongs to something else, or the file system refuses.
    pub fn begin(mut self, header: &H) -> Result<(LogFile<H>, Vec<H::Line>), LogError> {
        let path = self.path.clone();
        let content = self.content.take();
        if let Some(content) = &content {
            header
                .resumes(&content.header)
                .map_err(|difference| LogError::OtherRun {
                    path: path.clone(),
                    difference,
                })?;
        }
        if self.is_cut {
            log::warn!("{}: the last line is cut off and left out", path.display());
        }
        let Some(mut file) = self.file.take() else {
            unreachable!("only beginning takes it, and consumes the log");
        };
        file.file()
            .set_len(self.length)
            .map_err(|error| failed(&path, error))?;
        let mut log = LogFile {
            path,
            file,
            length: self.length,
            header: std::marker::PhantomData,
        };
        let lines = match content {
            Some(content) => content.lines,
            None => {
                let written = header_line(header).map_err(io::Error::from);
                let written = written.and_then(|line| log.write(&line));
                if let Err(error) = written {
                    log.file.discard_if_empty();
                    return Err(failed(&log.path, error));
                }
                if log.file.is_new() {
                    files::keep_names(&log.path);
                }
                Vec::new()
            }
        };
        Ok((log, lines))
    }
}

impl<H: LogHeader> Drop for OpenLog<H> {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            file.discard_if_empty();
        }
    }
}

/// A log that is being written.
#[derive(Debug)]
pub struct LogFile<H: LogHeader> {
    path: PathBuf,
    file: LockedFile,
    /// Bytes up to the end of the last line, which is whole.
    length: u64,
    header: std::marker::PhantomData<H>,
}

impl<H: LogHeader> LogFile<H> {
    /// Locks and reads the log at `path`.
    ///
    /// # Errors
    /// If another process has it, it cannot be read, holds something else, or is not to exist.
    pub fn open(path: &Path, existing: Existing) -> Result<OpenLog<H>, LogError> {
        let file = LockedFile::open(path).map_err(|error| failed(path, error))?;
        let mut log = OpenLog {
            content: None,
            length: 0,
            is_cut: false,
            file: None,
            path: path.to_owned(),
        };
        let file = log.file.insert(file);
        let about = file.file().metadata();
        let size = about.map_err(|error| failed(path, error))?.len();
        if existing == Existing::Refuse && size > 0 {
            return Err(LogError::Exists(path.to_owned()));
        }
        let (content, length) = read(path, file.file())?;
        log.content = content;
        log.length = length;
        log.is_cut = length < size;
        Ok(log)
    }

    /// What the log at `path` holds, without locking it; `None` if it ends within its first line.
    ///
    /// # Errors
    /// If it cannot be read or holds something else.
    pub fn content(path: &Path) -> Result<Option<Content<H>>, LogError> {
        let file =
            bianca_system::files::open(path, u64::MAX).map_err(|error| failed(path, error))?;
        Ok(read(path, file)?.0)
    }

    /// Keeps a piece of work; when this returns, it is on the disk.
    ///
    /// # Errors
    /// If the file system refuses; the log has what it had before.
    pub fn append(&mut self, line: &H::Line) -> Result<(), LogError> {
        let written = write_line(line).map_err(io::Error::from);
        let written = written.and_then(|bytes| self.write(&bytes));
        written.map_err(|error| failed(&self.path, error))
    }

    /// Takes all lines away, because what they say is kept elsewhere now.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn clear(&mut self, header: &H) -> Result<(), LogError> {
        let cleared = self.file.file().set_len(0);
        let cleared = cleared.and_then(|()| {
            self.length = 0;
            self.write(&header_line(header)?)
        });
        steps::note(Step::LogCleared);
        cleared.map_err(|error| failed(&self.path, error))
    }

    /// Takes the file away again if opening it has made it.
    pub fn discard_if_new(self) {
        self.file.discard_if_new();
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let file = self.file.file();
        file.seek(SeekFrom::Start(self.length))?;
        let written = file.write_all(line).and_then(|()| file.sync_data());
        match written {
            Ok(()) => self.length += line.len() as u64,
            // A part of a line in the middle would spoil all that follows.
            Err(_) => file.set_len(self.length)?,
        }
        written
    }
}

fn failed(path: &Path, error: io::Error) -> LogError {
    LogError::File {
        path: path.to_owned(),
        error,
    }
}

/// The first line: the header with its kind and version before all else.
fn header_line<H: LogHeader>(header: &H) -> serde_json::Result<Vec<u8>> {
    struct First<'a, H>(&'a H);
    impl<H: LogHeader> Serialize for First<'_, H> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::{Error, SerializeMap};
            let Ok(Value::Object(members)) = serde_json::to_value(self.0) else {
                return Err(S::Error::custom("a header must be an object"));
            };
            let mut map = serializer.serialize_map(Some(1 + members.len()))?;
            map.serialize_entry(H::KIND, &H::VERSION)?;
            for (name, value) in &members {
                map.serialize_entry(name, value)?;
            }
            map.end()
        }
    }
    write_line(&First(header))
}

/// How the first line of every version begins.
fn beginning<H: LogHeader>() -> String {
    format!("{{\"{}\":", H::KIND)
}

/// The header of a line.
fn read_header<H: LogHeader>(line: &[u8]) -> Result<H, String> {
    let mut members: Map<String, Value> = read_line(line).map_err(|error| error.to_string())?;
    let version = members.remove(H::KIND).unwrap_or_default();
    if version != H::VERSION {
        let ours = H::VERSION;
        return Err(format!(
            "format {version}; this program reads format {ours}"
        ));
    }
    serde_json::from_value(Value::Object(members)).map_err(|error| error.to_string())
}

/// The whole lines of a file, and where the last of them ends.
fn read<H: LogHeader>(
    path: &Path,
    mut file: impl io::Read + Seek,
) -> Result<(Option<Content<H>>, u64), LogError> {
    let io = |error| failed(path, error);
    let bad = |line: usize, reason: String| LogError::BadLine {
        path: path.to_owned(),
        line,
        reason,
    };
    file.rewind().map_err(io)?;
    let mut input = BufReader::with_capacity(1 << 18, file);
    let mut content: Option<Content<H>> = None;
    let mut numbers = HashSet::new();
    let mut length = 0;
    for place in 1.. {
        let line = next_line(&mut input, LONGEST_LINE).map_err(io)?;
        let Some(line) = line else { break };
        if place == 1 {
            let start = beginning::<H>();
            let ours = if line.is_ended {
                line.bytes.starts_with(start.as_bytes())
            } else {
                // Killed within its first words.
                (line.bytes.iter().zip(start.bytes())).all(|(&one, other)| one == other)
            };
            if !ours {
                return Err(LogError::OtherKind {
                    path: path.to_owned(),
                    kind: H::KIND,
                });
            }
        }
        if !line.is_ended {
            break;
        }
        if line.is_too_long() {
            return Err(bad(place, format!("longer than {LONGEST_LINE} bytes")));
        }
        length += line.length;
        let Some(content) = &mut content else {
            content = Some(Content {
                header: read_header(&line.bytes).map_err(|reason| bad(place, reason))?,
                lines: Vec::new(),
            });
            continue;
        };
        let line: H::Line =
            read_line(&line.bytes).map_err(|error| bad(place, error.to_string()))?;
        let number = content.header.number(&line);
        let number = number.map_err(|reason| bad(place, reason))?;
        if !numbers.insert(number) {
            return Err(bad(place, format!("{} {number} twice", H::ITEM)));
        }
        content.lines.push(line);
    }
    Ok((content, length))
}

#[cfg(test)]
mod tests;
