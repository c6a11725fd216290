//! Where a command reads from: a file, or the standard input, which is called `-`.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::CliError;

/// Whether a path means the standard input, or the standard output where something is written.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What an input is called in messages.
pub fn name(input: &Path) -> Cow<'_, str> {
    match is_standard(input) {
        true => "standard input".into(),
        false => input.to_string_lossy(),
    }
}

/// Opens an input.
///
/// # Errors
/// If there is no such file, or it cannot be read or is a folder; the message names it.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, CliError> {
    if is_standard(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let failed = |error: io::Error| format!("cannot open {}: {error}", path.display());
    let file = File::open(path).map_err(failed)?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(failed(io::ErrorKind::IsADirectory.into()).into());
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}
