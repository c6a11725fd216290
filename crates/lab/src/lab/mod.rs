//! The command line of `bianca-lab`, the laboratory: how the evaluation is made, and the numbers of
//! the search.
//!
//! One file for each command with its arguments and its `run`; the work is done in `train`. Who
//! plays, solves or analyses needs none of it, so `bianca` does not have it.

// It panics where nobody reads; see `command_line::aside`.
#![deny(clippy::print_stderr)]

mod datagen;
mod fit;
mod label;
mod numbers;
mod puzzles;
mod records;
mod train;
mod tune;

use std::fmt::Display;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use bianca::command_line::aside::say;
use bianca::command_line::{self, CliError};
use bianca_system::foreign::shown_lines;

/// The executable, as its messages and weights call it.
const NAME: &str = "bianca-lab";

/// The laboratory of Bianca: games played against itself, their records, and the evaluation and the
/// search that are made from them.
#[derive(Parser)]
#[command(name = NAME, version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// What a command does is told with its arguments.
#[derive(Subcommand)]
enum Command {
    Datagen(datagen::Arguments),
    Fit(fit::Arguments),
    Label(label::Arguments),
    Puzzles(puzzles::Arguments),
    Records(records::Arguments),
    Train(train::Arguments),
    Tune(tune::Arguments),
}

/// Starts logging and obeys the process's command line.
pub fn main() -> ExitCode {
    command_line::obey(NAME, run)
}

fn run() -> Result<ExitCode, CliError> {
    let line: CommandLine = match command_line::parse(CommandLine::command(), std::env::args_os())?
    {
        ControlFlow::Continue(line) => line,
        ControlFlow::Break(code) => return Ok(code),
    };
    match line.command {
        Command::Fit(arguments) => fit::run(arguments),
        Command::Label(arguments) => label::run(arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Train(arguments) => train::run(arguments),
        Command::Tune(arguments) => tune::run(arguments),
        // These have more to say than that it worked.
        Command::Datagen(arguments) => return datagen::run(arguments),
        Command::Records(arguments) => return records::run(arguments),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// Says what is wrong at a place of an input.
fn complain(place: &dyn Display, reason: &dyn Display) {
    let (place, reason) = (shown_lines(place), shown_lines(reason));
    say(format_args!("{NAME}: {place}: {reason}"));
}

/// The command that was given, as text for people.
fn typed() -> String {
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    format!("{NAME} {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
