//! The executable of the bridge.

use std::process::ExitCode;

fn main() -> ExitCode {
    bianca_ggs::cli::main()
}
