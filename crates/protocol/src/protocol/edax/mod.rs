//! Edax's own words: its options, by which programs configure it.
//!
//! Facts of Edax 4.6's behaviour, in our own words; `docs/edax.md` has the table of them.

pub mod board;
pub mod console;
pub mod elsewhere;
pub mod forced;
mod memory;
pub mod options;
pub mod order;
pub mod orders;
pub mod place;
pub mod review;
pub mod table;

use self::console::PROMPT;
pub use self::memory::ConsoleMemory;
use super::{CommandError, Reply};

/// The text of a reply that the console did not make itself: the end, a line that is too long, or a
/// fault of ours. A move is told together with the board.
pub fn write_reply(reply: &Result<Reply, CommandError>) -> String {
    match reply {
        Ok(Reply::Bye) => "\n".to_owned(),
        Ok(_) => String::new(),
        Err(error) => format!("\n{}\n{PROMPT}", error.on_one_line()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_ours_is_told_on_a_line_and_asks_for_another() {
        let fault = CommandError::Internal("no\ngood".to_owned());
        let text = write_reply(&Err(fault));
        assert!(text.starts_with("\ninternal error: no good;"), "{text}");
        assert!(text.ends_with(&format!("\n{PROMPT}")), "{text}");
        assert_eq!(write_reply(&Ok(Reply::Done)), "");
        assert_eq!(write_reply(&Ok(Reply::Bye)), "\n");
    }
}
