//! The log of a long analysis: an append-only file of JSON lines from which it can go on.
//!
//! The first line says how games are analysed, every further one is an analysed game. Each is on
//! the disk before the next game is begun, so a run that is killed at any moment loses only the
//! game it was at. A last line that was cut short is dropped when the run goes on.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::json::Row;

/// The version of the format that is written.
const FORMAT: u32 = 1;

/// The first line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    bianca_analyze: u32,
    plan: String,
}

/// Why a log cannot be used.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file system refuses.
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
    /// A line that is no line of a log, other than the last.
    #[error("{} line {line}: {reason}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The games of the log were analysed in another way.
    #[error("{} was made with '{old}', not with '{new}'", path.display())]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// How its games were analysed.
        old: String,
        /// How they are to be analysed.
        new: String,
    },
}

/// A log that is being written.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Begins a log of games that are analysed as `plan` says.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub fn create(path: &Path, plan: &str) -> Result<Log, LogError> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => LogError::Exists(path.to_owned()),
            _ => failed(path, error),
        })?;
        Log::begin(path, file, plan)
    }

    /// Goes on with a log, behind its last whole line, or begins it if there is none. Gives the
    /// games that it holds, by their numbers.
    ///
    /// # Errors
    /// If it cannot be read or written, holds something else, or has another plan.
    pub fn resume(path: &Path, plan: &str) -> Result<(Log, HashMap<u64, Row>), LogError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(path, error)),
        };
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        let games = read(path, &bytes[..whole], plan)?;
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| failed(path, error))?;
        let cut = file
            .set_len(whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| failed(path, error))?;
        let log = match whole {
            0 => Log::begin(path, file, plan)?,
            _ => Log {
                path: path.to_owned(),
                file,
            },
        };
        Ok((log, games))
    }

    fn begin(path: &Path, file: File, plan: &str) -> Result<Log, LogError> {
        let mut log = Log {
            path: path.to_owned(),
            file,
        };
        log.append(&Header {
            bianca_analyze: FORMAT,
            plan: plan.to_owned(),
        })?;
        Ok(log)
    }

    /// Keeps an analysed game; when this returns, it is on the disk.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn record(&mut self, row: &Row) -> Result<(), LogError> {
        self.append(row)
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let written = serde_json::to_vec(line)
            .map_err(io::Error::from)
            .and_then(|mut bytes| {
                bytes.push(b'\n');
                self.file.write_all(&bytes)?;
                self.file.sync_data()
            });
        written.map_err(|error| failed(&self.path, error))
    }
}

fn failed(path: &Path, error: io::Error) -> LogError {
    LogError::File {
        path: path.to_owned(),
        error,
    }
}

fn read(path: &Path, bytes: &[u8], plan: &str) -> Result<HashMap<u64, Row>, LogError> {
    let bad = |line: usize, reason: String| LogError::BadLine {
        path: path.to_owned(),
        line: line + 1,
        reason,
    };
    let mut games = HashMap::new();
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        if number == 0 {
            let header: Header =
                serde_json::from_slice(line).map_err(|error| bad(number, error.to_string()))?;
            if header.bianca_analyze != FORMAT {
                return Err(bad(number, format!("format {}", header.bianca_analyze)));
            }
            if header.plan != plan {
                return Err(LogError::OtherPlan {
                    path: path.to_owned(),
                    old: header.plan,
                    new: plan.to_owned(),
                });
            }
            continue;
        }
        let row: Row =
            serde_json::from_slice(line).map_err(|error| bad(number, error.to_string()))?;
        let Some(game) = row.game else {
            return Err(bad(number, "the game has no number".to_owned()));
        };
        if games.insert(game, row).is_some() {
            return Err(bad(number, format!("game {game} twice")));
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Summary;

    fn row(game: u64) -> Row {
        Row {
            game: Some(game),
            black: String::new(),
            white: String::new(),
            start: None,
            transcript: "f5d6".into(),
            result: None,
            moves: Vec::new(),
            black_summary: Summary::default().into(),
            white_summary: Summary::default().into(),
        }
    }

    /// A file of this test's own that is removed at the end.
    struct Scratch(PathBuf);

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn a_log_cut_anywhere_keeps_its_whole_lines_and_goes_on() {
        let name = format!("bianca-log-{}", std::process::id());
        let scratch = Scratch(std::env::temp_dir().join(name));
        let path = &scratch.0;
        let mut log = Log::create(path, "level 1").unwrap();
        for game in 1..=3 {
            log.record(&row(game)).unwrap();
        }
        assert!(matches!(
            Log::create(path, "level 1"),
            Err(LogError::Exists(_))
        ));
        assert!(matches!(
            Log::resume(path, "level 2"),
            Err(LogError::OtherPlan { .. })
        ));
        let bytes = std::fs::read(path).unwrap();
        for cut in 0..=bytes.len() {
            std::fs::write(path, &bytes[..cut]).unwrap();
            let whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let (mut log, games) = Log::resume(path, "level 1").unwrap();
            assert_eq!(games.len(), whole.saturating_sub(1));
            log.record(&row(9)).unwrap();
            let (_, games) = Log::resume(path, "level 1").unwrap();
            assert_eq!(games.len(), whole.max(1));
            assert_eq!(games.get(&9), Some(&row(9)));
        }
        std::fs::write(path, "hello\n").unwrap();
        let error = Log::resume(path, "level 1").unwrap_err();
        assert!(matches!(error, LogError::BadLine { line: 1, .. }));
    }
}
