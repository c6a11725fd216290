//! Where games come from: files of any format, or the standard input.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use crate::cli::CliError;
use crate::record::format::FileFormat;
use crate::record::reader::{FileEntry, GameReader};

/// The games of an input one after the other; the input may fail at any of them.
pub type Entries = Box<dyn Iterator<Item = io::Result<FileEntry>>>;

/// Opens an input, or the standard one for `-`. With `lines`, each line is a game, told apart on
/// its own.
pub fn games(path: &Path, lines: bool) -> Result<Entries, CliError> {
    let format = lines.then_some(FileFormat::Transcript);
    Ok(match path == Path::new("-") {
        true => entries(GameReader::new(io::stdin().lock(), format)?),
        false => entries(GameReader::open(path, format)?),
    })
}

/// How many games all inputs have, if that can be known before.
pub fn count(paths: &[PathBuf], lines: bool) -> Result<Option<u64>, CliError> {
    let format = lines.then_some(FileFormat::Transcript);
    let mut sum = 0;
    for path in paths {
        if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
            return Ok(None);
        }
        sum += GameReader::open(path, format)?.count() as u64;
    }
    Ok(Some(sum))
}

fn entries(games: GameReader<impl BufRead + 'static>) -> Entries {
    Box::new(games)
}
