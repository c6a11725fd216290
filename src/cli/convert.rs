//! `bianca convert`: the games of one format as games of another.
//!
//! Games are read, chosen and written one by one, so that memory does not grow with the files.

use std::error::Error;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use thiserror::Error;

use super::CliError;
use super::outputs::{OutputCheck, OutputKind};
use crate::files::Replacement;
use crate::foreign::shown;
use crate::opening::Opening;
use crate::record::annotated::{AnnotatedGame, OtherProperty};
use crate::record::filter::Condition;
use crate::record::format::FileFormat;
use crate::record::reader::{FileEntry, GameReader, OpenError, Place};
use crate::record::writer::{GameWriter, WriteError};

/// Wrong arguments.
const UNUSABLE: u8 = 2;
/// A game was skipped.
const SKIPPED: u8 = 4;
/// Bytes that are written to a file at a time.
const BUFFER: usize = 1 << 16;

/// Turn games of one format into another, all of them or some.
///
/// Formats are ggf, sgf, pgn, txt (transcripts, boards and problems, a line each), board, obf, and
/// wtb (WTHOR with the .jou and .trn beside it), which is only read. If they are not named, the
/// extension of a file names its format, or else the content of IN does. docs/records.md has what
/// each can hold.
///
/// A game that cannot be read, or that the new format has no place for, is named on stderr and
/// skipped; the counts stand there at the end. OUT is replaced when all of it is written, and not
/// before.
///
/// Exit code: 0 everything converted, 1 failure, 2 wrong arguments, 4 a game was skipped.
#[derive(Args)]
pub struct Arguments {
    /// Where the games are; - is the standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where they go; - is the standard output.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format of IN.
    #[arg(long, value_name = "FORMAT")]
    from: Option<FileFormat>,
    /// The format of OUT.
    #[arg(long, value_name = "FORMAT")]
    to: Option<FileFormat>,
    /// Keep only games for which this holds: year=1990..1999, player=NAME, black=NAME, white=NAME
    /// (a part of a name, in any case), result=black, white, draw or none, result=20..64 (black's
    /// discs). All that are given must hold. Ranges may be a single number, or open at an end.
    #[arg(long = "filter", value_name = "CONDITION")]
    filters: Vec<Condition>,
    /// Write the name of each game's opening, if it has one: as Opening in PGN, as ON in SGF and GGF.
    #[arg(long)]
    opening: bool,
    /// Replace OUT whatever it holds, and even if it is IN; without this it must be new, empty or
    /// of the same format, and not IN.
    #[arg(long)]
    force: bool,
}

/// What became of the games.
#[derive(Default)]
struct Totals {
    read: u64,
    written: u64,
    filtered: u64,
    malformed: u64,
    unwritable: u64,
}

/// Why the games could not be converted.
#[derive(Debug, Error)]
enum ConvertError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("cannot read {}: {error}", path.display())]
    Input { path: PathBuf, error: io::Error },
    #[error("cannot write {}: {error}", path.display())]
    Output { path: PathBuf, error: io::Error },
}

/// Converts game by game.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    let to = match arguments.target() {
        Ok(to) => to,
        Err(reason) => {
            report(&format!("bianca: {reason}"));
            return Ok(ExitCode::from(UNUSABLE));
        }
    };
    if !is_standard(&arguments.output) {
        let input = (!arguments.force).then_some(arguments.input.as_path());
        OutputCheck::new(input, arguments.force)
            .check(Some(&arguments.output), OutputKind::Games(to))?;
    }
    let totals = match arguments.convert(to) {
        // Whoever read our output has seen enough.
        Err(ConvertError::Output { error, .. }) if error.kind() == ErrorKind::BrokenPipe => {
            return Ok(ExitCode::SUCCESS);
        }
        totals => totals?,
    };
    report(&totals.summary(to));
    Ok(match totals.malformed + totals.unwritable {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(SKIPPED),
    })
}

impl Arguments {
    /// The format to write, or why there is none.
    fn target(&self) -> Result<FileFormat, String> {
        let to = self.to.or_else(|| FileFormat::of_path(&self.output));
        let to = to.ok_or_else(|| {
            format!(
                "'{}' does not name a format; say --to {}",
                self.output.display(),
                FileFormat::writable_names()
            )
        })?;
        match GameWriter::new(io::sink(), to) {
            Ok(_) => Ok(to),
            Err(unwritable) => Err(unwritable.to_string()),
        }
    }

    fn convert(&self, to: FileFormat) -> Result<Totals, ConvertError> {
        if !is_standard(&self.input) {
            return self.write(GameReader::open(&self.input, self.from)?, to);
        }
        let games = GameReader::new(io::stdin().lock(), self.from);
        self.write(games.map_err(|error| self.input_failed(error))?, to)
    }

    /// Writes `games` to where they belong.
    fn write(
        &self,
        games: impl Iterator<Item = io::Result<FileEntry>>,
        to: FileFormat,
    ) -> Result<Totals, ConvertError> {
        if is_standard(&self.output) {
            // Each game goes out at once: somebody may be waiting for it.
            return self.write_each(games, to, io::stdout().lock());
        }
        let file = Replacement::begin(&self.output).map_err(|error| self.output_failed(error))?;
        let mut output = BufWriter::with_capacity(BUFFER, file);
        let totals = self.write_each(games, to, &mut output)?;
        let committed = match output.into_inner() {
            Ok(file) => file.commit(),
            Err(error) => Err(error.into_error()),
        };
        committed.map_err(|error| self.output_failed(error))?;
        Ok(totals)
    }

    fn write_each(
        &self,
        games: impl Iterator<Item = io::Result<FileEntry>>,
        to: FileFormat,
        output: impl Write,
    ) -> Result<Totals, ConvertError> {
        let writer = GameWriter::new(output, to);
        let mut writer = writer.map_err(|error| self.output_failed(io::Error::other(error)))?;
        let mut totals = Totals::default();
        for entry in games {
            let FileEntry { place, game } = entry.map_err(|error| self.input_failed(error))?;
            totals.read += 1;
            let game = match game {
                Ok(game) if self.opening => with_opening(game),
                Ok(game) => game,
                Err(error) => {
                    totals.malformed += 1;
                    self.skip(&place, &error);
                    continue;
                }
            };
            if !self.filters.iter().all(|filter| filter.holds(&game)) {
                totals.filtered += 1;
                continue;
            }
            match writer.write(&game) {
                Ok(()) => totals.written += 1,
                Err(WriteError::Unwritable(error)) => {
                    totals.unwritable += 1;
                    self.skip(&place, &error);
                }
                Err(WriteError::Io(error)) => return Err(self.output_failed(error)),
            }
        }
        writer.flush().map_err(|error| self.output_failed(error))?;
        Ok(totals)
    }

    /// Reports that a game is left out.
    fn skip(&self, place: &Place, reason: &dyn Error) {
        let file = match is_standard(&self.input) {
            true => "standard input".into(),
            false => self.input.to_string_lossy(),
        };
        report(&format!("bianca: {file}, {place}: {reason}"));
    }

    fn input_failed(&self, error: io::Error) -> ConvertError {
        let path = self.input.clone();
        ConvertError::Input { path, error }
    }

    fn output_failed(&self, error: io::Error) -> ConvertError {
        let path = self.output.clone();
        ConvertError::Output { path, error }
    }
}

impl Totals {
    fn summary(&self, to: FileFormat) -> String {
        format!(
            "{} games: {} written, {} filtered out, {} malformed, {} without a place in {to}",
            self.read, self.written, self.filtered, self.malformed, self.unwritable
        )
    }
}

/// A game with the name of its opening where a format has a place for it.
fn with_opening(mut game: AnnotatedGame) -> AnnotatedGame {
    let Some((opening, _)) = Opening::of_game(&game.game) else {
        return game;
    };
    for (format, name) in [
        (FileFormat::Pgn, "Opening"),
        (FileFormat::Sgf, "ON"),
        (FileFormat::Ggf, "ON"),
    ] {
        let is_it = |known: &OtherProperty| known.format == format && known.name == name;
        game.other.retain(|known| !is_it(known));
        game.other.push(OtherProperty {
            format,
            name: name.to_owned(),
            values: vec![opening.to_string()],
        });
    }
    game
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Says something on stderr; if nobody can hear it, the games are converted all the same.
fn report(text: &str) {
    let _ = writeln!(io::stderr(), "{}", shown(text));
}
