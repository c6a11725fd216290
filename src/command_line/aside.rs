//! What is said on the standard error, beside the results.
//!
//! Invariant: nothing ends because nobody listens there. A training goes on when its terminal is
//! gone, and `2>&1 | head` has seen enough.

use std::fmt::Display;
use std::io::{self, Write};

/// Says `text` and ends the line.
pub fn say(text: impl Display) {
    // In one piece, so that lines of several processes do not mix.
    let line = format!("{text}\n");
    let _ = io::stderr().write_all(line.as_bytes());
}
