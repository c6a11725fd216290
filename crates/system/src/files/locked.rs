//! Files that one process at a time may change.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
#[cfg(windows)]
use std::time::{Duration, Instant};

use same_file::Handle;
use tempfile::NamedTempFile;

use super::{behind_links, require_plain, without_waiting};
use super::{create_beside, keep_names, read_from};

/// How long whoever looks at a file is waited for.
#[cfg(windows)]
const PATIENCE: Duration = Duration::from_secs(10);

/// A plain file that no other process may open in this way while this one has it.
///
/// The lock is the system's and goes with the process, however that ends. Nothing is written by
/// taking it, but a file that did not exist exists then and is empty.
#[derive(Debug)]
pub struct LockedFile {
    pub(super) file: File,
    path: PathBuf,
    pub(super) is_new: bool,
}

impl LockedFile {
    /// Opens the file to read and write it, or makes it.
    ///
    /// # Errors
    /// [`ErrorKind::ResourceBusy`] if another process has it; if it is no plain file, or cannot
    /// be read and written.
    pub fn open(path: &Path) -> io::Result<LockedFile> {
        let path = behind_links(path)?;
        loop {
            let mut options = OpenOptions::new();
            options.read(true).write(true);
            without_waiting(&mut options);
            let (file, is_new) = match options.clone().create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    match options.open(&path) {
                        // It went away in between.
                        Err(error) if error.kind() == ErrorKind::NotFound => continue,
                        file => (file?, false),
                    }
                }
                file => (file?, true),
            };
            require_plain(&file.metadata()?)?;
            lock(&file)?;
            // Whoever had it may have put another file in its place just before.
            if is_at(&file, &path)? {
                return Ok(LockedFile { file, path, is_new });
            }
        }
    }

    /// The file itself.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Whether opening has made it.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// All that it holds, if that is at most `most` bytes.
    ///
    /// # Errors
    /// If it is larger or cannot be read.
    pub fn read(&self, most: u64) -> io::Result<Vec<u8>> {
        read_from(&self.file, most)
    }

    /// Gives the file other content, which it has whole or not at all; it stays locked.
    ///
    /// # Errors
    /// If it cannot be written; it is as it was then.
    pub fn replace(&mut self, content: &[u8]) -> io::Result<()> {
        let mut beside = create_beside(&self.path)?;
        beside.as_file_mut().write_all(content)?;
        beside.as_file().sync_all()?;
        lock(beside.as_file())?;
        let permissions = self.file.metadata()?.permissions();
        beside.as_file().set_permissions(permissions)?;
        self.put_in_place(beside)?;
        keep_names(&self.path);
        Ok(())
    }

    #[cfg(not(windows))]
    fn put_in_place(&mut self, beside: NamedTempFile) -> io::Result<()> {
        self.file = beside.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Windows 10 renames over a file that is open, if all who have it open allow that, as Rust's
    /// library does. Older ones and other file systems do not: there the lock must be let go for a
    /// moment, and whoever looks at the file just then is waited for.
    #[cfg(windows)]
    fn put_in_place(&mut self, mut beside: NamedTempFile) -> io::Result<()> {
        if fs::rename(beside.path(), &self.path).is_ok() {
            self.file = beside.into_file();
            return Ok(());
        }
        self.file = beside.as_file().try_clone()?;
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            beside = match beside.persist(&self.path) {
                Ok(file) => {
                    self.file = file;
                    return Ok(());
                }
                Err(refused) if refused.error.kind() == ErrorKind::PermissionDenied => refused.file,
                Err(refused) => {
                    self.file = LockedFile::open(&self.path)?.file;
                    return Err(refused.error);
                }
            };
            std::thread::sleep(PATIENCE / 1000);
        }
        self.file = LockedFile::open(&self.path)?.file;
        Err(ErrorKind::PermissionDenied.into())
    }

    /// Takes the file away again if it was made by [`LockedFile::open`] and holds nothing.
    pub fn discard_if_empty(&self) {
        if self.file.metadata().is_ok_and(|about| about.len() == 0) {
            self.discard_if_new();
        }
    }

    /// Takes the file away again if it was made by [`LockedFile::open`], whatever it holds.
    pub fn discard_if_new(&self) {
        if self.is_new {
            // Left over it does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a file for this process alone.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            ErrorKind::ResourceBusy,
            "another process is writing it",
        )),
        // Some network file systems have no locks; there it must go without.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(there) => Ok(there == Handle::from_file(file.try_clone()?)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether two paths lead to one file that exists, by whatever links.
pub fn are_one(one: &Path, other: &Path) -> bool {
    same_file::is_same_file(one, other).unwrap_or(false)
}
