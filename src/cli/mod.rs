//! The command line: what a person or a script types after `bianca`.
//!
//! One file for each sub-command with its arguments and its `run`. None means a session on
//! standard input and output.

// It panics where nobody reads; see `aside`.
#![deny(clippy::print_stderr)]

mod analyze;
mod aside;
mod bench;
mod board;
mod book;
mod choose_move;
mod compare;
mod complaints;
mod convert;
mod datagen;
mod engines;
mod input;
mod label;
mod manual;
mod numbers;
mod openings;
mod outputs;
mod perft;
mod play;
mod play_match;
mod positions;
mod progress;
mod prove;
mod records;
mod searching;
mod solve;
mod talk;
mod train;
mod tune;

use std::error::Error;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::arena::guard;
use crate::cpu::kernels::memory::is_room_for;
use crate::cpu::{self, Instructions};
use crate::foreign::shown_lines;
use crate::logs;
use crate::protocol::Dialect;
use crate::search::LEVEL_MAX;
use aside::say;
use outputs::OutputError;

/// An Othello engine. Without a command it speaks GTP, NBoard, UGI, XBoard's or Cassio's protocol on
/// standard input and output, whichever the first line is in.
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
    Convert(convert::Arguments),
    Datagen(datagen::Arguments),
    Label(label::Arguments),
    Records(records::Arguments),
    Train(train::Arguments),
    Tune(tune::Arguments),
    Completions(manual::CompletionArguments),
    Man(manual::ManArguments),
    /// End the engines of a match that is gone; a match starts this itself.
    #[command(name = guard::COMMAND, hide = true)]
    EngineGuard,
}

impl Command {
    /// Whether it may want the evaluation. One that says so in vain asks for more memory than it takes.
    fn evaluates(&self) -> bool {
        !matches!(
            self,
            Command::Perft(_)
                | Command::Positions(_)
                | Command::Board(_)
                | Command::Convert(_)
                | Command::Completions(_)
                | Command::Man(_)
                | Command::EngineGuard
        )
    }
}

/// Exit code when the executable cannot be used in this way.
const UNUSABLE: u8 = 2;

/// Arguments that do not go together, or ask for what there is not.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WrongArguments(String);

fn wrong_arguments(reason: impl std::fmt::Display) -> CliError {
    WrongArguments(reason.to_string()).into()
}

/// Exit code when a part of the input could not be read and all else was done.
const MALFORMED: u8 = 4;

/// Bytes that any command takes, roughly. Who allocates more looks whether it is there.
const NEEDED_MEMORY: usize = 32 << 20;

/// Bytes that unpacking the weights takes, roughly.
const EVALUATION_MEMORY: usize = 112 << 20;

/// Starts logging and obeys the process's command line.
pub fn main() -> ExitCode {
    logs::init();
    if let Err(error) = cpu::forced() {
        say(format_args!("bianca: {error}"));
        return ExitCode::from(UNUSABLE);
    }
    log::debug!("instructions: {}", Instructions::chosen());
    ignore_size_signal();
    match look_for_memory(NEEDED_MEMORY).and_then(|()| run()) {
        Ok(code) => code,
        // Who closes the pipe (`bianca openings | head`) has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(message) => {
            say(format_args!("bianca: {}", shown_lines(&message)));
            match is_wrong_argument(&*message) {
                true => ExitCode::from(UNUSABLE),
                false => ExitCode::FAILURE,
            }
        }
    }
}

fn look_for_memory(bytes: usize) -> Result<(), CliError> {
    if !is_room_for(bytes) {
        return Err(format!("not enough memory: {} MiB are needed", bytes >> 20).into());
    }
    Ok(())
}

/// Lets a file that grows beyond the limit of the process be an error as any other, not the end.
#[cfg(unix)]
fn ignore_size_signal() {
    let seen = std::sync::Arc::default();
    // Where that fails the process ends instead, as it would have anyway.
    let _ = signal_hook::flag::register(libc::SIGXFSZ, seen);
}

#[cfg(not(unix))]
fn ignore_size_signal() {}

fn is_wrong_argument(error: &(dyn Error + 'static)) -> bool {
    let output: Option<&OutputError> = error.downcast_ref();
    error.is::<WrongArguments>() || output.is_some_and(OutputError::is_wrong_argument)
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Why a sub-command failed, in words for the user.
type CliError = Box<dyn Error>;

/// Obeys the process's command line and gives the exit code.
///
/// # Errors
/// If what it asks for failed; the message is for the user.
fn run() -> Result<ExitCode, CliError> {
    let arguments = match CommandLine::try_parse_from(as_ours(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(wrong) if wrong.use_stderr() => {
            // Nothing ends otherwise because nobody listens there; see `aside`.
            let _ = wrong.print();
            return Ok(ExitCode::from(UNUSABLE));
        }
        Err(asked) => {
            asked.print()?;
            return Ok(ExitCode::SUCCESS);
        }
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
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Match(arguments)) => play_match::run(*arguments),
        Some(Command::Compare(arguments)) => compare::run(arguments),
        Some(Command::Move(arguments)) => choose_move::run(arguments),
        Some(Command::Openings(arguments)) => openings::run(arguments),
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Label(arguments)) => label::run(arguments),
        Some(Command::Train(arguments)) => train::run(arguments),
        Some(Command::Tune(arguments)) => tune::run(arguments),
        Some(Command::Completions(arguments)) => {
            manual::completions(&arguments, CommandLine::command())
        }
        Some(Command::Man(arguments)) => manual::man(&arguments, CommandLine::command()),
        Some(Command::EngineGuard) => guard::run(std::io::stdin().lock()).map_err(CliError::from),
        Some(Command::Bench(arguments)) => bench::run(arguments),
        Some(Command::Positions(arguments)) => positions::run(arguments),
        // These have more to say than that it worked.
        Some(Command::Board(arguments)) => return board::run(arguments),
        Some(Command::Book(arguments)) => return book::run(arguments),
        Some(Command::Datagen(arguments)) => return datagen::run(arguments),
        Some(Command::Records(arguments)) => return records::run(arguments),
        Some(Command::Solve(arguments)) => return solve::run(arguments),
        Some(Command::Prove(arguments)) => return prove::run(arguments),
        Some(Command::Analyze(arguments)) => return analyze::run(arguments),
        Some(Command::Convert(arguments)) => return convert::run(arguments),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// The command that was given, as text for people.
fn command_line() -> String {
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    format!("bianca {}", words.join(" "))
}

/// The command line with the word by which Edax's clients choose a protocol in our form, and behind it no level
/// that only Edax has.
fn as_ours(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    const EDAX: [&str; 5] = ["-gtp", "-nboard", "-ugi", "-cassio", "-xboard"];
    let mut words: Vec<OsString> = arguments.collect();
    let Some(first) = words.get_mut(1) else {
        return words;
    };
    let Some(edax) = EDAX.iter().find(|&&edax| *first == edax) else {
        return words;
    };
    *first = OsString::from(&edax[1..]);
    for at in 2..words.len() {
        let level = words[at].to_str().and_then(|word| word.parse().ok());
        if words[at - 1] == "-l" && level.is_some_and(|level: u32| level > LEVEL_MAX) {
            words[at] = LEVEL_MAX.to_string().into();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edaxs_words_for_protocols_are_ours() {
        let words = ["bianca", "-xboard", "-n", "1", "-l", "60"].map(OsString::from);
        let words = as_ours(words.into_iter());
        assert_eq!(words[1..], ["xboard", "-n", "1", "-l", "30"]);
        let read = CommandLine::try_parse_from(words).unwrap();
        assert!(matches!(read.command, Some(Command::Xboard(_))));
        let words = ["bianca", "gtp", "-cassio"].map(OsString::from);
        assert!(CommandLine::try_parse_from(as_ours(words.into_iter())).is_err());
    }

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
        let bare = CommandLine::try_parse_from(["bianca", "--batch"]).unwrap();
        assert!(bare.command.is_none());
        let named = CommandLine::try_parse_from(["bianca", "gtp", "--level", "3"]).unwrap();
        assert!(matches!(named.command, Some(Command::Gtp(_))));
        assert!(CommandLine::try_parse_from(["bianca", "fly"]).is_err());
    }
}
