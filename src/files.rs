//! Files that a client names, opened so that none of them can block the session or fill its
//! memory: a pipe waits for its other end, and some devices never end. What is written takes the
//! place of an older file only when it is whole.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;

/// The content of a plain file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is larger, or is no plain file.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Asked before it is opened, because opening a pipe waits for its writer.
    check(path, u64::MAX)?;
    let mut bytes = Vec::new();
    // The size is not asked but tried: the file may grow meanwhile, and some in /proc say 0.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("larger than {most} bytes")));
    }
    Ok(bytes)
}

/// Whether `path` is a plain file of at most `most` bytes, which can be read without waiting.
///
/// # Errors
/// If it is not, or does not exist.
pub fn check(path: &Path, most: u64) -> io::Result<()> {
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("not a plain file"));
    }
    if about.len() > most {
        return Err(io::Error::other(format!("larger than {most} bytes")));
    }
    Ok(())
}

/// Makes a file to write to, or empties one; a device such as `/dev/null` will do.
///
/// # Errors
/// If it cannot be written, or is a pipe or a socket.
pub fn create(path: &Path) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|about| blocks(&about)) {
        return Err(io::Error::other("not a plain file"));
    }
    File::create(path)
}

/// As [`replace`], for those who must not wait for anybody.
///
/// # Errors
/// If it cannot be written, or is a pipe or a socket.
pub fn save(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|about| blocks(&about)) {
        return Err(io::Error::other("not a plain file"));
    }
    replace(path, content)
}

/// Gives a file other content, which it has whole or not at all, whenever the program is killed;
/// see [`Replacement`].
///
/// # Errors
/// If it cannot be written; an older file is as it was then.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = Replacement::begin(path)?;
    file.write_all(content)?;
    file.commit()
}

/// A file that is written beside its place and takes it when it is whole, so that neither a full
/// disk nor the end of the process leaves half a file where a good one was.
///
/// Dropped before it is committed, it goes away and leaves everything as it was; a process that
/// is killed leaves it as `.bianca-….part`. What is no plain file, such as a device or a pipe, is
/// written in its place at once.
#[derive(Debug)]
pub struct Replacement {
    file: File,
    /// Where it is written, and its place; `None` once it is there.
    paths: Option<(PathBuf, PathBuf)>,
}

impl Replacement {
    /// Begins a file that is to be at `path`.
    ///
    /// # Errors
    /// If the file there must not be written, or none can be made beside it.
    pub fn begin(path: &Path) -> io::Result<Replacement> {
        // A link stays and what it points to is replaced.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&place).ok();
        match &old {
            Some(old) if old.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Some(old) if !old.is_file() => {
                let file = fs::OpenOptions::new().write(true).open(path)?;
                return Ok(Replacement { file, paths: None });
            }
            Some(old) if old.permissions().readonly() => {
                return Err(ErrorKind::PermissionDenied.into());
            }
            _ => {}
        }
        let (file, beside) = create_beside(&place)?;
        let replacement = Replacement {
            file,
            paths: Some((beside, place)),
        };
        if let Some(old) = old {
            replacement.file.set_permissions(old.permissions())?;
        }
        Ok(replacement)
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If not all of it can be kept; an older file is as it was then.
    pub fn commit(mut self) -> io::Result<()> {
        let Some((beside, place)) = &self.paths else {
            return Ok(());
        };
        // Some file systems tell only now that they are full.
        self.file.sync_all()?;
        fs::rename(beside, place)?;
        self.paths = None;
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.paths {
            // There is nobody to tell that it stays.
            let _ = fs::remove_file(beside);
        }
    }
}

/// A new file in the same directory as `place`, under a name that nobody has.
fn create_beside(place: &Path) -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!(".bianca-{}-{number}.part", std::process::id());
        let beside = place.with_file_name(name);
        match File::create_new(&beside) {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(unix)]
fn blocks(about: &Metadata) -> bool {
    about.file_type().is_fifo() || about.file_type().is_socket()
}

#[cfg(not(unix))]
fn blocks(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_bytes_and_no_more_than_allowed() {
        let path = std::env::temp_dir().join(format!("bianca-files-{}", std::process::id()));
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        let error = read(&path, 4).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(error, "larger than 4 bytes");
        assert_eq!(read(&path, 5).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_file_is_replaced_only_when_it_is_whole() {
        let folder = std::env::temp_dir().join(format!("bianca-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.ggf");
        fs::write(&path, "old").unwrap();

        let mut given_up = Replacement::begin(&path).unwrap();
        given_up.write_all(b"half").unwrap();
        drop(given_up);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

        let mut whole = Replacement::begin(&path).unwrap();
        whole.write_all(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        whole.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let refused = replace(&path, b"newer").unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::PermissionDenied);
        let refused = replace(&folder, b"newer").unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::IsADirectory);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn devices_are_written_in_their_place() {
        replace(Path::new("/dev/null"), b"gone").unwrap();
        let full = replace(Path::new("/dev/full"), b"too much").unwrap_err();
        assert_eq!(full.kind(), ErrorKind::StorageFull);
    }

    #[test]
    fn what_never_ends_is_no_plain_file() {
        for path in ["/dev/zero", "/"] {
            let error = read(Path::new(path), 5).unwrap_err().to_string();
            assert_eq!(error, "not a plain file", "{path}");
        }
    }
}
