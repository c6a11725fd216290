//! A reader's log in a file: at the terminal, and what a page gives and takes.
//!
//! Lines are only ever appended, and each is on the disk before [`TrainingFile::append`] returns,
//! so that a process that is killed loses at most the answer that it was writing. Invariant: no
//! line that is there is changed or taken away; what cannot be read is counted and left where it
//! is. One process at a time has the file.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::line::HEADER;
use super::{Taken, Trainer};
use bianca_system::files::{self, LockedFile};

/// Bytes of the largest file that is read.
const LARGEST: u64 = 1 << 28;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file system refuses, or another process has it.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is something else.
    #[error("{} is something else and is left as it is: it does not begin with {HEADER}", .0.display())]
    OtherKind(PathBuf),
}

/// A log that is being written.
#[derive(Debug)]
pub struct TrainingFile {
    path: PathBuf,
    file: LockedFile,
    /// Bytes of whole lines.
    length: u64,
}

/// What was in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Lines that were new.
    pub taken: usize,
    /// Lines that were known.
    pub known: usize,
    /// Lines that could not be read.
    pub refused: usize,
}

impl TrainingFile {
    /// Locks the file at `path`, or makes it, and takes in what it holds.
    ///
    /// # Errors
    /// If another process has it, it holds something else, or the file system refuses.
    pub fn open(path: &Path, trainer: &mut Trainer) -> Result<(TrainingFile, Contents), FileError> {
        let failed = |error| FileError::File {
            path: path.to_owned(),
            error,
        };
        let file = LockedFile::open(path).map_err(failed)?;
        let is_new = file.is_new();
        let bytes = file.read(LARGEST).map_err(failed)?;
        let other = || FileError::OtherKind(path.to_owned());
        let header = format!("{HEADER}\n");
        let mut log = TrainingFile {
            path: path.to_owned(),
            file,
            length: 0,
        };
        if bytes.len() < header.len() {
            // Killed within the first line, or new.
            if !header.as_bytes().starts_with(&bytes) {
                return Err(other());
            }
            log.write(header.as_bytes()).map_err(|error| {
                log.file.discard_if_empty();
                failed(error)
            })?;
            if is_new {
                files::keep_names(path);
            }
            return Ok((log, Contents::default()));
        }
        if !bytes.starts_with(header.as_bytes()) {
            return Err(other());
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        log.length = whole.map_or(0, |last| last as u64 + 1);
        let text = String::from_utf8_lossy(&bytes[..log.length as usize]);
        let (contents, _) = take_all(trainer, &text);
        Ok((log, contents))
    }

    /// Puts a line behind the others; when this returns, it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written; the file is as it was then.
    pub fn append(&mut self, line: &str) -> Result<(), FileError> {
        self.append_all([line])
    }

    /// Puts lines behind the others; when this returns, they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written; the file is as it was then.
    pub fn append_all<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), FileError> {
        let lines = lines.into_iter().flat_map(|line| [line, "\n"]);
        let written = self.write(lines.collect::<String>().as_bytes());
        written.map_err(|error| FileError::File {
            path: self.path.clone(),
            error,
        })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let length = self.length;
        let file = self.file.file();
        // Behind the last whole line: what was cut short there goes away.
        let written = file
            .set_len(length)
            .and_then(|()| file.seek(SeekFrom::Start(length)))
            .and_then(|_| file.write_all(bytes))
            .and_then(|()| file.sync_data());
        if written.is_err() {
            // What is left of a line that failed; it would be dropped by the next one anyway.
            let _ = file.set_len(length);
        }
        written?;
        self.length += bytes.len() as u64;
        Ok(())
    }
}

/// Takes in the lines of a file's text; empty ones and first lines of files count for nothing.
/// Gives what came of them, and those that were new.
pub fn take_all<'a>(trainer: &mut Trainer, text: &'a str) -> (Contents, Vec<&'a str>) {
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty() && *line != HEADER)
        .collect();
    let (mut contents, mut new) = (Contents::default(), Vec::new());
    let taken = trainer.take_each(lines.iter().copied());
    for (line, taken) in lines.into_iter().zip(taken) {
        match taken {
            Ok(Taken::New) => {
                contents.taken += 1;
                new.push(line);
            }
            Ok(Taken::Known) => contents.known += 1,
            Err(error) => {
                log::debug!("a line of training is left out: {error}");
                contents.refused += 1;
            }
        }
    }
    (contents, new)
}
