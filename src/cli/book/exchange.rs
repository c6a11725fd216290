//! `bianca book import` and `bianca book export`.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;

use super::readable;
use crate::command_line::CliError;
use crate::command_line::aside::say;
use crate::command_line::input::{is_standard, open};
use crate::command_line::outputs::{Force, OutputCheck, OutputKind};
use bianca_play::book::exchange::{self, ExchangeError, Format};
use bianca_play::book::file::begins_a_book;
use bianca_play::book::store::{Learner, log_path};
use bianca_system::files::Replacement;

/// Arguments of `bianca book import`.
///
/// What cannot be carried over is counted. Where both books have a position, the deeper search
/// stays.
#[derive(Args)]
pub struct ImportArguments {
    /// Our book, which is made if it is not there.
    book: PathBuf,
    /// The other book; - is the standard input.
    other: PathBuf,
    /// Its format: edax (.dat), egaroucid (.egbk3) or text; without this its content tells.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
}

/// Arguments of `bianca book export`.
///
/// What cannot be carried over is counted.
#[derive(Args)]
pub struct ExportArguments {
    /// Our book: a file, or builtin.
    book: PathBuf,
    /// Where the other one goes, replaced when all of it is written; - is the standard output.
    other: PathBuf,
    /// Its format: edax (.dat), egaroucid (.egbk3) or text (.txt); without this its extension
    /// tells.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    #[command(flatten)]
    replacing: Force,
}

/// Takes over another book.
pub fn import(arguments: ImportArguments) -> Result<(), CliError> {
    let path = &arguments.other;
    let mut input = open(path)?;
    if arguments.from.is_none() && begins_a_book(input.fill_buf()?) {
        return Err(format!(
            "{0} is a book of Bianca's: bianca book export {0} - --to text | bianca book import {1} -",
            path.display(),
            arguments.book.display()
        )
        .into());
    }
    let format = match arguments.from {
        Some(format) => format,
        None => Format::of_content(input.fill_buf()?),
    };
    let mut learner = Learner::open(&arguments.book)?;
    let report = match exchange::import(&mut learner, format, &mut *input) {
        Ok(report) => report,
        Err(error) => {
            learner.abandon();
            return Err(format!("{}: {error}", path.display()).into());
        }
    };
    writeln!(io::stdout(), "{report}")?;
    Ok(())
}

/// Writes another book.
pub fn export(arguments: ExportArguments) -> Result<(), CliError> {
    let path = &arguments.other;
    let format = arguments.to.or_else(|| Format::of_path(path));
    let format = format.ok_or_else(|| {
        format!(
            "'{}' does not tell its format; say --to edax, egaroucid or text",
            path.display()
        )
    })?;
    let log = log_path(&arguments.book);
    if !is_standard(path) {
        OutputCheck::new(
            [arguments.book.as_path(), log.as_path()],
            arguments.replacing.force,
        )
        .check(Some(path), OutputKind::Book(format))?;
    }
    let store = readable(&arguments.book)?;
    if is_standard(path) {
        let mut output = BufWriter::new(io::stdout().lock());
        let report =
            exchange::export(&store, format, &mut output).map_err(|error| match error {
                // Who reads it may have seen enough.
                ExchangeError::Write(error) => CliError::from(error),
                error => error.into(),
            })?;
        output.flush()?;
        say(report);
        return Ok(());
    }
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let file = Replacement::begin(path).map_err(failed)?;
    let mut output = BufWriter::with_capacity(1 << 16, file);
    let report = exchange::export(&store, format, &mut output)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let file = output
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    file.commit().map_err(failed)?;
    writeln!(io::stdout(), "{report}")?;
    Ok(())
}
