//! `bianca book`: opening books, made, looked into and exchanged.

mod grow;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::CliError;
use crate::book::builtin;
use crate::book::store::{Learner, Store};

/// What to do with a book.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Add the positions that matter most, scored by searches.
    Grow(grow::Arguments),
    /// Write the file anew with all that was learned since.
    Compact {
        /// The book.
        book: PathBuf,
    },
    /// Write the book as the executable holds one.
    #[command(hide = true)]
    Pack {
        /// The book.
        book: PathBuf,
        /// The packed file.
        output: PathBuf,
    },
}

/// Runs the sub-command.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    match arguments.command {
        Command::Grow(arguments) => grow::run(arguments),
        Command::Compact { book } => {
            existing(&book)?;
            let mut learner = Learner::open(&book)?;
            let (before, learned) = learner.store().counts();
            learner.compact()?;
            let (after, _) = learner.store().counts();
            println!(
                "{after} positions, {} of them new; {learned} were learned",
                after - before
            );
            Ok(())
        }
        Command::Pack { book, output } => {
            let packed = builtin::pack(&Store::open(&book)?)?;
            crate::files::save(&output, &packed)?;
            let positions = builtin::unpack(&packed)?.len();
            println!("{positions} positions in {} bytes", packed.len());
            Ok(())
        }
    }
}

/// Makes sure that nobody gets an empty book who has mistyped a name.
fn existing(book: &Path) -> Result<(), CliError> {
    Store::open(book)?;
    Ok(())
}
