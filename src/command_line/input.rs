//! Where a command reads from: a file, or the standard input, which is called `-`.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Whether a path means the standard input, or the standard output where something is written.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What an input is called in messages.
pub fn name(input: &Path) -> Cow<'_, str> {
    if is_standard(input) {
        "standard input".into()
    } else {
        input.to_string_lossy()
    }
}

/// An input cannot be read.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct InputError {
    path: PathBuf,
    #[source]
    error: io::Error,
}

/// Opens an input.
///
/// # Errors
/// If there is no such file, or it cannot be read or is a folder.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, InputError> {
    if is_standard(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let failed = |error| InputError {
        path: path.to_owned(),
        error,
    };
    let file = File::open(path).map_err(failed)?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}
