//! Where games come from: a file of any format, or the standard input.

use std::fs;
use std::io::{self, BufRead};
use std::path::Path;

use crate::cli::CliError;
use crate::record::format::FileFormat;
use crate::record::reader::{FileEntry, GameReader};

/// The games one after the other; the input may fail at any of them.
pub type Entries = Box<dyn Iterator<Item = io::Result<FileEntry>>>;

/// The games of a file, or of the standard input for `-`, and how many they are if that can be
/// known before. With `lines`, each line is a game, told apart on its own.
pub fn games(path: &Path, lines: bool) -> Result<(Entries, Option<u64>), CliError> {
    let format = lines.then_some(FileFormat::Transcript);
    if path == Path::new("-") {
        return Ok((entries(GameReader::new(io::stdin().lock(), format)?), None));
    }
    let is_plain = fs::metadata(path).is_ok_and(|about| about.is_file());
    let count = match is_plain {
        true => Some(GameReader::open(path, format)?.count() as u64),
        false => None,
    };
    Ok((entries(GameReader::open(path, format)?), count))
}

fn entries(games: GameReader<impl BufRead + 'static>) -> Entries {
    Box::new(games)
}
