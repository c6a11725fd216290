//! Files that a client names, opened so that none of them can block the session or fill its
//! memory: a pipe waits for its other end, and some devices never end.

use std::fs::{File, Metadata};
use std::io::{self, Read};
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
    fn what_never_ends_is_no_plain_file() {
        for path in ["/dev/zero", "/"] {
            let error = read(Path::new(path), 5).unwrap_err().to_string();
            assert_eq!(error, "not a plain file", "{path}");
        }
    }
}
