//! The laboratory's executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    bianca_lab::lab::main()
}
