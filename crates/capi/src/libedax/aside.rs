//! Where libedax prints: what was asked for on standard output, what went wrong on standard error.
//!
//! Invariant: an error of writing hinders nothing.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints what was asked for.
pub fn print(text: impl Display) {
    let mut output = io::stdout().lock();
    // Nobody need read it.
    let _ = writeln!(output, "{text}");
    let _ = output.flush();
}

/// Says what went wrong: libedax has no other place for it.
pub fn warn(error: impl Display) {
    // Nobody need read it.
    let _ = writeln!(io::stderr(), "bianca: {error}");
}

/// Says what went wrong, if something has.
pub fn told<T>(done: Result<T, impl Display>) -> Option<T> {
    done.map_err(warn).ok()
}
