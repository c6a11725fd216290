//! The command line: what a person or a script types after `bianca`.
//!
//! One file for each sub-command with its arguments and its `run`. None means a session on
//! standard input and output.

// It panics where nobody reads; see `command_line::aside`.
#![deny(clippy::print_stderr)]

mod analyze;
mod bench;
mod board;
mod book;
mod choose_move;
mod compare;
mod convert;
mod edax;
mod engines;
mod games;
mod help;
mod openings;
mod perft;
mod play;
mod play_match;
mod positions;
mod prove;
mod puzzles;
mod rate;
mod solve;
mod talk;
mod train;

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};

use crate::command_line::{self, CliError, look_for_memory, wrong_arguments};
use bianca_arena::arena::guard;
use bianca_protocol::protocol::Dialect;

/// An Othello engine. Without a command it speaks GTP, NBoard, UGI, XBoard's or Cassio's protocol
/// or as Edax's console on standard input and output, whichever the first line is in.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: talk::Arguments,
}

/// What a command does is told with its arguments.
#[derive(Subcommand)]
enum Command {
    /// Speak GTP on standard input and output.
    Gtp(talk::Arguments),
    /// Speak the protocol of NBoard on standard input and output.
    Nboard(talk::Arguments),
    /// Speak UGI on standard input and output.
    Ugi(talk::Arguments),
    /// Speak Cassio's protocol on standard input and output.
    Cassio(talk::Arguments),
    /// Speak XBoard's protocol on standard input and output.
    Xboard(talk::Arguments),
    /// Speak as Edax's console does on standard input and output.
    Edax(talk::Arguments),
    Play(play::Arguments),
    Match(Box<play_match::Arguments>),
    Compare(compare::Arguments),
    Move(choose_move::Arguments),
    Openings(openings::Arguments),
    Perft(perft::Arguments),
    Positions(positions::Arguments),
    Bench(bench::Arguments),
    Board(board::Arguments),
    Book(book::Arguments),
    Solve(solve::Arguments),
    Prove(prove::Arguments),
    Analyze(analyze::Arguments),
    Rate(rate::Arguments),
    Puzzles(puzzles::Arguments),
    Train(train::Arguments),
    Convert(convert::Arguments),
    /// End the engines of a match that is gone; a match starts this itself.
    #[command(name = guard::COMMAND, hide = true)]
    EngineGuard {
        /// Seconds that they may take for it.
        patience: u64,
    },
}

impl Command {
    /// Whether it may want the evaluation. One that says so in vain asks for more memory than it
    /// takes.
    fn evaluates(&self) -> bool {
        !matches!(
            self,
            Command::Perft(_)
                | Command::Positions(_)
                | Command::Board(_)
                | Command::Convert(_)
                | Command::EngineGuard { .. }
        )
    }
}

/// Commands that have gone to the laboratory.
const LABORATORY: [&str; 4] = ["datagen", "label", "records", "tune"];

/// Commands that were here for what comes with a release.
const MANUAL: [&str; 2] = ["completions", "man"];

/// Bytes that the unpacked weights take, and unpacking them, roughly.
const EVALUATION_MEMORY: usize = 80 << 20;

/// Starts logging and obeys the process's command line.
pub fn main() -> ExitCode {
    command_line::obey("bianca", run)
}

/// Obeys the process's command line and gives the exit code.
///
/// # Errors
/// If what it asks for failed; the message is for the user.
fn run() -> Result<ExitCode, CliError> {
    let words = edax::as_ours(std::env::args_os().collect()).map_err(wrong_arguments)?;
    if let Some(word) = words.get(1).and_then(|word| one_of(&LABORATORY, word)) {
        return Err(wrong_arguments(format!(
            "'{word}' is a command of bianca-lab, which cargo build -p bianca-lab makes"
        )));
    }
    if let Some(word) = words.get(1).and_then(|word| one_of(&MANUAL, word)) {
        return Err(wrong_arguments(format!(
            "'{word}' is no command any more: releases hold manual pages and completions, and \
             cargo run -p bianca-manual -- FOLDER makes them"
        )));
    }
    let arguments: CommandLine =
        match command_line::parse(help::grouped(CommandLine::command()), words)? {
            ControlFlow::Continue(arguments) => arguments,
            ControlFlow::Break(code) => return Ok(code),
        };
    if arguments.command.as_ref().is_none_or(Command::evaluates) {
        look_for_memory(EVALUATION_MEMORY)?;
    }
    match arguments.command {
        None => talk::run(arguments.session, None),
        Some(Command::Gtp(arguments)) => talk::run(arguments, Some(Dialect::Gtp)),
        Some(Command::Nboard(arguments)) => talk::run(arguments, Some(Dialect::NBoard)),
        Some(Command::Ugi(arguments)) => talk::run(arguments, Some(Dialect::Ugi)),
        Some(Command::Cassio(arguments)) => talk::run(arguments, Some(Dialect::Cassio)),
        Some(Command::Xboard(arguments)) => talk::run(arguments, Some(Dialect::XBoard)),
        Some(Command::Edax(arguments)) => talk::run(arguments, Some(Dialect::Edax)),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Match(arguments)) => play_match::run(*arguments),
        Some(Command::Compare(arguments)) => compare::run(arguments),
        Some(Command::Move(arguments)) => choose_move::run(arguments),
        Some(Command::Openings(arguments)) => openings::run(arguments),
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::EngineGuard { patience }) => {
            let patience = Duration::from_secs(patience);
            guard::run(std::io::stdin().lock(), patience).map_err(CliError::from)
        }
        Some(Command::Bench(arguments)) => bench::run(arguments),
        Some(Command::Positions(arguments)) => positions::run(arguments),
        // These have more to say than that it worked.
        Some(Command::Board(arguments)) => return board::run(arguments),
        Some(Command::Book(arguments)) => return book::run(arguments),
        Some(Command::Solve(arguments)) => return solve::run(arguments),
        Some(Command::Prove(arguments)) => return prove::run(arguments),
        Some(Command::Analyze(arguments)) => return analyze::run(arguments),
        Some(Command::Rate(arguments)) => return rate::run(arguments),
        Some(Command::Puzzles(arguments)) => return puzzles::run(arguments),
        Some(Command::Train(arguments)) => return train::run(arguments),
        Some(Command::Convert(arguments)) => return convert::run(arguments),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// The one of these commands that a word names.
fn one_of(commands: &[&'static str], word: &OsStr) -> Option<&'static str> {
    commands.iter().copied().find(|&command| word == command)
}

/// The description by which the command line is parsed, for manual pages and the like.
pub fn description() -> clap::Command {
    CommandLine::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    /// The same thing has the same name, unit and default everywhere, and no other name.
    #[test]
    fn flags_mean_the_same_in_every_command() {
        let units = [
            ("threads", "N"),
            ("hash", "MIB"),
            ("time", "SECONDS"),
            ("depth", "PLIES"),
            ("nodes", "N"),
            ("level", "N"),
            ("seed", "N"),
            ("evaluation", "NAME"),
            ("output", "FILE"),
        ];
        let line = CommandLine::command();
        let nested = line
            .get_subcommands()
            .flat_map(clap::Command::get_subcommands);
        for command in line.get_subcommands().chain(nested) {
            for argument in command.get_arguments() {
                let Some(flag) = argument.get_long() else {
                    continue;
                };
                let place = format!("{} --{flag}", command.get_name());
                let unit = argument.get_value_names().and_then(|names| names.first());
                if let Some((_, expected)) = units.iter().find(|(name, _)| *name == flag) {
                    assert_eq!(unit.map(|unit| unit.as_str()), Some(*expected), "{place}");
                }
                let seconds = unit.is_some_and(|unit| unit == "SECONDS");
                assert!(!seconds || ["time", "patience"].contains(&flag), "{place}");
                let mebibytes = unit.is_some_and(|unit| unit == "MIB");
                assert!(!mebibytes || flag == "hash", "{place}");
                if flag == "threads" {
                    let default = argument.get_default_values().first();
                    assert!(default.is_none_or(|default| default == "1"), "{place}");
                }
                if flag == "output" {
                    assert_eq!(argument.get_short(), Some('o'), "{place}");
                }
            }
        }
    }

    #[test]
    fn what_explains_a_command_is_in_its_help() {
        let mut line = CommandLine::command();
        let solve = line.find_subcommand_mut("solve").unwrap();
        assert!(solve.render_long_help().to_string().contains("Exit code"));
        assert!(!solve.render_help().to_string().contains("Exit code"));
    }

    #[test]
    fn a_session_is_what_happens_without_a_command() {
        let bare = CommandLine::try_parse_from(["bianca", "--level", "3"]).unwrap();
        assert!(bare.command.is_none());
        let named = CommandLine::try_parse_from(["bianca", "gtp", "--level", "3"]).unwrap();
        assert!(matches!(named.command, Some(Command::Gtp(_))));
        assert!(CommandLine::try_parse_from(["bianca", "fly"]).is_err());
    }
}
