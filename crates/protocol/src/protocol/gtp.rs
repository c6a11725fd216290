//! The native dialect: the Go Text Protocol, version 2, with commands of our own.
//!
//! A line is `[id] command [arguments]`. A reply is `=[id] text` or `?[id] message` and one empty
//! line after it; no reply has an empty line inside. `protocol.md` specifies all of it by
//! example.

mod arguments;
mod commands;
mod framing;
mod gogui;
mod orders;
pub mod people;
pub mod questions;
mod rules;
mod state;
mod training;

pub use commands::{COMMANDS, CommandInfo, find};
pub use framing::{chances, green, write_event, write_reply};
pub use gogui::GoGuiMemory;

use super::words::{clean, whole};
use super::{Command, CommandError, ParsedLine};

/// Reads one line, without its line break.
///
/// As GTP demands, control characters are dropped, a tab is a blank, and `#` starts a comment.
pub fn parse_line(text: &str) -> ParsedLine {
    let content = text.split('#').next().unwrap_or_default();
    let comment = &text[content.len()..];
    let clean = clean(content);
    if clean.is_empty() {
        let interrupts = comment.trim_start_matches('#').trim() == "interrupt";
        return if interrupts {
            ParsedLine::Interrupt
        } else {
            ParsedLine::Nothing
        };
    }
    let (id, rest) = arguments::id(&clean);
    ParsedLine::Command {
        id: id.map(str::to_owned),
        command: parse_command(rest),
    }
}

fn parse_command(text: &str) -> Result<Command, CommandError> {
    let (name, arguments) = text.split_once(' ').unwrap_or((text, ""));
    if name.is_empty() {
        return Err(CommandError::NumberAlone);
    }
    let Some(info) = find(name) else {
        return Err(commands::unknown(name));
    };
    whole(arguments.trim_start(), info.grammar).map_err(CommandError::Syntax)
}

#[cfg(test)]
mod tests;
