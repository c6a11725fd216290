//! The executable: checks the processor, starts logging, obeys the command line.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use bianca::{cli, cpu, logs};

/// Exit code when the executable cannot be used here, or not in this way.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    // Before anything else, because anything else might use what is missing.
    let missing = cpu::missing_features();
    if !missing.is_empty() {
        eprintln!(
            "bianca: this executable was built for a processor with {}, which this one lacks.\n\
             Build it on this machine (cargo build --release), or portably (README, \"Portable \
             build\").",
            missing.join(", ")
        );
        return ExitCode::from(UNUSABLE);
    }
    logs::init();
    match cli::run() {
        Ok(code) => code,
        // Who closes the pipe (`bianca openings | head`) has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bianca: {message}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
