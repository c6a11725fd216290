//! Files that keep what is said between a match and its engines, one for each start of an engine.
//!
//! Each line begins with the seconds since the start and with who wrote it: `>` the match, `<` the
//! engine, `!` its standard error; `#` says how the engine ended. Invariant: no file that is there
//! already is written to. What the lines mean is not known here.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The longest part of an engine's name in the name of a file, in characters.
const LONGEST_NAME: usize = 60;

/// Whose line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// The match's.
    Match,
    /// The engine's answer.
    Engine,
    /// The engine's standard error.
    Error,
    /// Nobody's: what is known of the engine's end.
    End,
}

impl Voice {
    fn sign(self) -> char {
        match self {
            Voice::Match => '>',
            Voice::Engine => '<',
            Voice::Error => '!',
            Voice::End => '#',
        }
    }
}

/// The folder of these files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLogs {
    folder: PathBuf,
}

impl EngineLogs {
    /// Files in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made or written to.
    pub fn new(folder: &Path) -> io::Result<EngineLogs> {
        fs::create_dir_all(folder)?;
        // Found before the first game, not after it.
        tempfile::tempfile_in(folder)?;
        Ok(EngineLogs {
            folder: folder.to_owned(),
        })
    }

    /// A new file for the engine of this name: `NAME-1.log`, or the next number that is free.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn begin(&self, name: &str) -> io::Result<EngineLog> {
        let is_kept = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
        let name: String = (name.chars().take(LONGEST_NAME))
            .map(|c| if is_kept(c) { c } else { '_' })
            .collect();
        let mut number = 1_u64;
        loop {
            let path = self.folder.join(format!("{name}-{number}.log"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                opened => return Ok(EngineLog::new(opened?, path)),
            }
        }
    }
}

/// The file of an engine; all that speak and listen to it share it.
#[derive(Clone, Debug)]
pub struct EngineLog(Arc<Open>);

#[derive(Debug)]
struct Open {
    path: PathBuf,
    began: Instant,
    /// `None` once it could not be written.
    file: Mutex<Option<File>>,
}

impl EngineLog {
    fn new(file: File, path: PathBuf) -> EngineLog {
        EngineLog(Arc::new(Open {
            path,
            began: Instant::now(),
            file: Mutex::new(Some(file)),
        }))
    }

    /// Adds a line. A match goes on without a file that cannot be written, which is told once.
    pub fn add(&self, voice: Voice, line: &str) {
        let seconds = self.0.began.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {} {line}\n", voice.sign());
        let mut file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.as_mut().map(|file| file.write_all(text.as_bytes()));
        if let Some(Err(error)) = written {
            log::warn!("{}: {error}; it ends here", self.0.path.display());
            *file = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_start_has_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let logs = EngineLogs::new(&folder.path().join("new/logs")).unwrap();
        for (name, file) in [
            ("a b/..", "a_b_..-1.log"),
            ("ñ", "ñ-1.log"),
            ("ñ", "ñ-2.log"),
        ] {
            let log = logs.begin(name).unwrap();
            log.add(Voice::Match, "genmove b");
            log.clone().add(Voice::Error, "no");
            let text = fs::read_to_string(folder.path().join("new/logs").join(file)).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines[0].ends_with(" > genmove b"), "{text}");
            assert!(lines[1].ends_with(" ! no"), "{text}");
        }
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(EngineLogs::new(&file).is_err());
    }
}
