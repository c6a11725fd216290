//! Where the games of a command come from: files of any format, or the standard input.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use crate::command_line::CliError;
use crate::command_line::input::is_standard;
use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::{FileEntry, GameReader};

/// The games of an input one after the other; the input may fail at any of them.
pub type Entries = Box<dyn Iterator<Item = io::Result<FileEntry>>>;

/// Opens an input, or the standard one for `-`. With `lines`, each line is a game, told apart on
/// its own.
pub fn games(path: &Path, lines: bool) -> Result<Entries, CliError> {
    let format = lines.then_some(FileFormat::Transcript);
    Ok(if is_standard(path) {
        entries(GameReader::new(io::stdin().lock(), format)?)
    } else {
        entries(GameReader::open(path, format)?)
    })
}

/// How many games all inputs have, if that can be known before.
///
/// # Errors
/// If there is no such file, before hours have gone into the others.
pub fn count(paths: &[PathBuf], lines: bool) -> Result<Option<u64>, CliError> {
    let format = lines.then_some(FileFormat::Transcript);
    let mut sum = Some(0);
    for path in paths.iter().filter(|path| path.as_os_str() != "-") {
        let about = fs::metadata(path).map_err(|error| format!("{}: {error}", path.display()))?;
        sum = match (sum, about.is_file()) {
            (Some(sum), true) => Some(sum + GameReader::open(path, format)?.count() as u64),
            _ => None,
        };
    }
    let has_standard_input = paths.iter().any(|path| path.as_os_str() == "-");
    Ok(sum.filter(|_| !has_standard_input))
}

fn entries(games: GameReader<impl BufRead + 'static>) -> Entries {
    Box::new(games)
}
