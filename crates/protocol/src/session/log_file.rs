//! What a session may ask of the log, where there is one: in the executable. A program that holds a
//! session in process has a log of its own.

#[cfg(not(target_family = "wasm"))]
pub use bianca_records::logs::{silence_stderr, write_to};

/// There is no log file without the executable.
#[cfg(target_family = "wasm")]
pub fn write_to(path: Option<&str>) -> std::io::Result<()> {
    match path {
        None => Ok(()),
        Some(_) => Err(std::io::ErrorKind::Unsupported.into()),
    }
}

/// Standard error belongs to the program.
#[cfg(target_family = "wasm")]
pub fn silence_stderr() {}
