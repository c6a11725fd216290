//! `bianca book`: opening books, made, looked into and exchanged.

mod add;
mod exchange;
mod grow;
mod show;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::command_line::CliError;
use crate::command_line::outputs::{Force, OutputCheck, OutputKind};
use bianca_play::book::builtin;
use bianca_play::book::check::{check, repair};
use bianca_play::book::store::{Learner, Store, log_path};
use bianca_system::files;

/// Make opening books, look into them, exchange them with other programs.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Add the positions that matter most, scored by searches.
    Grow(grow::Arguments),
    /// Score positions, a line each, as a filter.
    Score(grow::ScoreArguments),
    /// Learn games of any format.
    Add(add::Arguments),
    /// Say what the book knows of a position.
    Show(show::ShowArguments),
    /// Say how many positions of which kind the book has.
    Stat(show::StatArguments),
    /// See whether the book is whole and its scores agree, and repair it.
    Check {
        /// The book.
        book: PathBuf,
    },
    /// Write the file anew with all that was learned since.
    Compact {
        /// The book.
        book: PathBuf,
    },
    /// Take over another book, or a list of scored positions.
    Import(exchange::ImportArguments),
    /// Write the book for another program, or as a list.
    Export(exchange::ExportArguments),
    /// Write the book as the executable holds one.
    #[command(hide = true)]
    Pack {
        /// The book.
        book: PathBuf,
        /// The packed file.
        output: PathBuf,
        #[command(flatten)]
        replacing: Force,
    },
}

/// Runs the sub-command.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    match arguments.command {
        // These have more to say than that it worked.
        Command::Score(arguments) => return grow::score(arguments),
        Command::Add(arguments) => return add::run(arguments),
        Command::Grow(arguments) => grow::run(arguments),
        Command::Show(arguments) => show::show(arguments),
        Command::Stat(arguments) => show::stat(arguments),
        Command::Import(arguments) => exchange::import(arguments),
        Command::Export(arguments) => exchange::export(arguments),
        Command::Check { book } => {
            // Only a book that must be repaired is locked, and needs a folder to write in.
            let mut report = check(&Store::open(&book)?)?;
            if !report.is_sound() {
                report = repair(&mut existing(&book)?)?;
            }
            let mut output = io::stdout().lock();
            writeln!(output, "{} positions", report.positions)?;
            if report.damaged > 0 {
                let damaged = report.damaged;
                writeln!(output, "{damaged} damaged records or places left out")?;
            }
            let inconsistent = report.inconsistent;
            writeln!(
                output,
                "{inconsistent} scores did not agree with their moves"
            )?;
            if !report.is_sound() {
                writeln!(output, "the book is repaired")?;
            }
            Ok(())
        }
        Command::Compact { book } => {
            let mut learner = existing(&book)?;
            let (before, learned) = learner.store().counts();
            learner.compact()?;
            let (after, _) = learner.store().counts();
            let new = after.saturating_sub(before);
            writeln!(
                io::stdout(),
                "{after} positions; {learned} were learned since, {new} of them new"
            )?;
            Ok(())
        }
        Command::Pack {
            book,
            output,
            replacing,
        } => {
            let log = log_path(&book);
            OutputCheck::new([book.as_path(), log.as_path()], replacing.force)
                .check(Some(&output), OutputKind::PackedBook)?;
            let packed = builtin::pack(&Store::open(&book)?)?;
            files::save(&output, &packed)?;
            let positions = builtin::unpack(&packed)?.len();
            let bytes = packed.len();
            writeln!(io::stdout(), "{positions} positions in {bytes} bytes")?;
            Ok(())
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

/// A book to change, which must be there: nobody gets an empty one who has mistyped a name.
fn existing(book: &Path) -> Result<Learner, CliError> {
    Store::open(book)?;
    Ok(Learner::open(book)?)
}

/// A book to read: a file, or the one in the executable, by the name that the option `Book` has for
/// it.
fn readable(book: &Path) -> Result<Store, CliError> {
    if is_built_in(book) {
        Ok(Store::built_in())
    } else {
        Ok(Store::open(book)?)
    }
}

fn is_built_in(book: &Path) -> bool {
    book.as_os_str().eq_ignore_ascii_case(builtin::NAME)
}
