//! What the command lines of both executables have in common: arguments, inputs, outputs, messages
//! and exit codes.
//!
//! Invariant: nothing ends because nobody listens on the standard error. Knows no command.

pub mod aside;
pub mod complaints;
pub mod game_files;
pub mod input;
pub mod locale;
pub mod numbers;
pub mod outputs;
pub mod progress;
pub mod searching;
pub mod signals;
pub mod threads;

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::{Command, FromArgMatches};
use thiserror::Error;

use aside::say;
use bianca_records::logs;
use bianca_rules::cpu::kernels::memory::is_room_for;
use bianca_rules::cpu::{self, Instructions};
use bianca_system::foreign::shown_lines;
use outputs::OutputError;

/// Exit code when the executable cannot be used in this way.
pub const UNUSABLE: u8 = 2;

/// Exit code when a part of the input could not be read and all else was done.
pub const MALFORMED: u8 = 4;

/// Bytes that any command takes, roughly. Who allocates more looks whether it is there.
const NEEDED_MEMORY: usize = 32 << 20;

/// Why a command failed, in words for the user.
pub type CliError = Box<dyn Error>;

/// Arguments that do not go together, or ask for what there is not.
#[derive(Debug, Error)]
#[error("{0}")]
struct WrongArguments(String);

/// There is less memory than a command takes.
#[derive(Debug, Error)]
#[error("not enough memory: {} MiB are needed", .0 >> 20)]
pub struct OutOfMemory(usize);

/// An error whose exit code is [`UNUSABLE`].
pub fn wrong_arguments(reason: impl Display) -> CliError {
    WrongArguments(reason.to_string()).into()
}

/// Starts logging, lets `run` obey the command line, and says on the standard error why it failed,
/// the executable's name first.
pub fn obey(name: &str, run: impl FnOnce() -> Result<ExitCode, CliError>) -> ExitCode {
    logs::init();
    if let Err(error) = cpu::forced() {
        say(format_args!("{name}: {error}"));
        return ExitCode::from(UNUSABLE);
    }
    log::debug!("instructions: {}", Instructions::chosen());
    ignore_size_signal();
    let obeyed = look_for_memory(NEEDED_MEMORY)
        .map_err(CliError::from)
        .and_then(|()| run());
    match obeyed {
        Ok(code) => code,
        // Who closes the pipe (`bianca openings | head`) has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("{name}: {}", shown_lines(&error)));
            if is_wrong_argument(&*error) {
                ExitCode::from(UNUSABLE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// Reads the command line of `command`, the executable's name first. If it asks for help or cannot
/// be read, that is said, and it breaks off with the exit code.
///
/// # Errors
/// If the standard output refuses the help.
pub fn parse<T: FromArgMatches>(
    command: Command,
    words: impl IntoIterator<Item = OsString>,
) -> io::Result<ControlFlow<ExitCode, T>> {
    let matches = command.try_get_matches_from(words);
    match matches.and_then(|matches| T::from_arg_matches(&matches)) {
        Ok(line) => Ok(ControlFlow::Continue(line)),
        Err(wrong) if wrong.use_stderr() => {
            // Nothing ends otherwise because nobody listens there.
            let _ = wrong.print();
            Ok(ControlFlow::Break(ExitCode::from(UNUSABLE)))
        }
        Err(asked) => {
            asked.print()?;
            Ok(ControlFlow::Break(ExitCode::SUCCESS))
        }
    }
}

/// Writes to the standard output and flushes, for whoever waits at the other end.
///
/// # Errors
/// If it cannot be written.
pub fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Looks whether so many bytes can be had.
///
/// # Errors
/// If they cannot.
pub fn look_for_memory(bytes: usize) -> Result<(), OutOfMemory> {
    if is_room_for(bytes) {
        Ok(())
    } else {
        Err(OutOfMemory(bytes))
    }
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

/// Whether nobody reads the standard output any more, which is an end and no failure.
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
