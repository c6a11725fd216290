//! Files that keep what is said between a match and its engines, one for each start of an engine.
//!
//! Each line begins with the seconds since the start and with who wrote it: `>` the match, `<` the
//! engine, `!` its standard error; `#` says how the engine ended. Invariant: no file that is there
//! already is written to. Where clocks run that are not ours, a thread of its own writes, so that
//! no engine's answer waits for the disk. What the lines mean is not known here.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bianca_system::behind::Behind;

/// Bytes that wait to be written behind, at most.
const MOST_WAITING: usize = 4 << 20;

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
#[derive(Clone, Debug)]
pub struct EngineLogs {
    folder: PathBuf,
    /// The thread that writes them all, if one does.
    behind: Option<Arc<Writer>>,
}

/// A thread that gets lines, and whose they are; a gap belongs to no file.
type Writer = Behind<Option<(Arc<Open>, String)>>;

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
            behind: None,
        })
    }

    /// The same, written by a thread of its own: who adds a line does not wait for the disk. Very
    /// much that waits is left out, which is logged.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn written_behind(self) -> io::Result<EngineLogs> {
        let write = |line: Option<(Arc<Open>, String)>| match line {
            Some((open, line)) => open.write(&line),
            None => log::warn!("lines of engines are left out of their files: the disk is slow"),
        };
        let behind = Behind::begin("engine logs", MOST_WAITING, |_| None, write)?;
        let behind = Some(Arc::new(behind));
        Ok(EngineLogs { behind, ..self })
    }

    /// Waits until all that was added is written.
    pub fn flush(&self) {
        if let Some(behind) = &self.behind {
            behind.flush();
        }
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
                opened => {
                    return Ok(EngineLog {
                        open: Arc::new(Open::new(opened?, path)),
                        behind: self.behind.clone(),
                    });
                }
            }
        }
    }
}

/// The file of an engine; all that speak and listen to it share it.
#[derive(Clone, Debug)]
pub struct EngineLog {
    open: Arc<Open>,
    behind: Option<Arc<Writer>>,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    began: Instant,
    /// `None` once it could not be written.
    file: Mutex<Option<File>>,
}

impl EngineLog {
    /// Adds a line. A match goes on without a file that cannot be written, which is told once.
    pub fn add(&self, voice: Voice, line: &str) {
        let seconds = self.open.began.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {} {line}\n", voice.sign());
        match &self.behind {
            Some(behind) => {
                let bytes = text.len();
                behind.add(Some((Arc::clone(&self.open), text)), bytes);
            }
            None => self.open.write(&text),
        }
    }
}

impl Open {
    fn new(file: File, path: PathBuf) -> Open {
        Open {
            path,
            began: Instant::now(),
            file: Mutex::new(Some(file)),
        }
    }

    fn write(&self, text: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.as_mut().map(|file| file.write_all(text.as_bytes()));
        if let Some(Err(error)) = written {
            log::warn!("{}: {error}; it ends here", self.path.display());
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
        let behind = logs.clone().written_behind().unwrap();
        for (logs, name, file) in [
            (&logs, "a b/..", "a_b_..-1.log"),
            (&logs, "ñ", "ñ-1.log"),
            (&behind, "ñ", "ñ-2.log"),
        ] {
            let log = logs.begin(name).unwrap();
            log.add(Voice::Match, "genmove b");
            log.clone().add(Voice::Error, "no");
            logs.flush();
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
