//! Files that a client names, opened so that none of them can block the session or fill its
//! memory: a pipe waits for its other end, and some devices never end.

use std::fs::{File, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;

#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;

/// The content of a plain file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is larger, or is no plain file.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Asked before it is opened, because opening a pipe waits for its writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a plain file"));
    }
    let mut bytes = Vec::new();
    // The size is not asked but tried: the file may grow meanwhile, and some in /proc say 0.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("larger than {most} bytes")));
    }
    Ok(bytes)
}

/// Makes a file to write to, or empties one; a device such as `/dev/null` will do.
///
/// # Errors
/// If it cannot be written, or is a pipe or a socket.
pub fn create(path: &Path) -> io::Result<File> {
    if std::fs::metadata(path).is_ok_and(|about| blocks(&about)) {
        return Err(io::Error::other("not a plain file"));
    }
    File::create(path)
}

/// Gives a file other content, which it has whole or not at all, whenever the program is killed;
/// what is no plain file is written as it is.
///
/// # Errors
/// If the file, or a file beside it with `.partial` behind its name, cannot be written.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return std::fs::write(path, content);
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let written = File::create(&partial).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_data()
    });
    let replaced = written.and_then(|()| std::fs::rename(&partial, path));
    if replaced.is_err() {
        // Half a file is of no use; the error is already there to be told.
        let _ = std::fs::remove_file(&partial);
    }
    replaced
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
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("bianca-replace-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let path = folder.join("file");
        for content in [&b"first"[..], b"2"] {
            replace(&path, content).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), content);
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        // Where nothing can stand beside it, it stays as it was.
        std::fs::create_dir(folder.join("file.partial")).unwrap();
        assert!(replace(&path, b"third").is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"2");
        std::fs::remove_dir_all(&folder).unwrap();
        replace(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn what_never_ends_is_no_plain_file() {
        for path in ["/dev/zero", "/"] {
            let error = read(Path::new(path), 5).unwrap_err().to_string();
            assert_eq!(error, "not a plain file", "{path}");
        }
    }
}
