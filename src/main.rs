//! The executable: starts logging, obeys the command line.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use bianca::cpu::{self, Instructions};
use bianca::foreign::shown_lines;
use bianca::{cli, logs};

/// Exit code when the executable cannot be used in this way.
const UNUSABLE: u8 = 2;

/// Bytes that unpacking the weights takes, roughly. Who allocates more looks whether it is there.
const NEEDED_MEMORY: usize = 16 << 20;

fn main() -> ExitCode {
    logs::init();
    if let Err(error) = cpu::forced() {
        eprintln!("bianca: {error}");
        return ExitCode::from(UNUSABLE);
    }
    log::debug!("instructions: {}", Instructions::chosen());
    ignore_size_signal();
    if Vec::<u8>::new().try_reserve_exact(NEEDED_MEMORY).is_err() {
        eprintln!(
            "bianca: not enough memory: {} MiB are needed",
            NEEDED_MEMORY >> 20
        );
        return ExitCode::FAILURE;
    }
    match cli::run() {
        Ok(code) => code,
        // Who closes the pipe (`bianca openings | head`) has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bianca: {}", shown_lines(&message));
            ExitCode::FAILURE
        }
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

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
