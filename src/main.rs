//! The executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    bianca::cli::main()
}
