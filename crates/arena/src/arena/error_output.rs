//! What a program writes to its standard error: the last lines of it are kept, to say why it
//! failed.
//!
//! Invariant: however much a program writes, no more than a few short lines are held. A line that
//! was written before the command that failed says nothing of that failure, unless the program
//! ended.

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::engine_log::{EngineLog, Voice};
use bianca_system::foreign::next_line;

/// Lines that are kept.
const KEPT_LINES: usize = 4;
/// Bytes of each that are kept.
const KEPT_BYTES: usize = 200;
/// A program that has ended has written all; for what its children may still write it is not waited
/// any longer than this.
const END: Duration = Duration::from_millis(200);

/// The last lines, shared with the thread that reads them.
#[derive(Clone, Debug, Default)]
pub struct ErrorOutput(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    lines: Mutex<Lines>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Lines {
    last: VecDeque<String>,
    /// How many of them were written since the last command.
    new: usize,
    has_ended: bool,
}

impl ErrorOutput {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads all there is, to its end.
    pub fn read(&self, output: impl Read, log: Option<&EngineLog>) {
        let mut reader = BufReader::new(output);
        while let Ok(Some(line)) = next_line(&mut reader, KEPT_BYTES) {
            let text = String::from_utf8_lossy(&line.bytes);
            let text = text.trim_end();
            if let Some(log) = log {
                log.add(Voice::Error, text);
            }
            if !text.is_empty() {
                self.lines().add(text.to_owned());
            }
        }
        self.lines().has_ended = true;
        self.0.ended.notify_all();
    }

    /// A command follows; what was written before it belongs to others.
    pub fn begin_command(&self) {
        self.lines().new = 0;
    }

    /// What was written since the last command, in one line; nothing if nothing was.
    pub fn since_command(&self) -> Option<String> {
        let lines = self.lines();
        lines.text(lines.new)
    }

    /// The last lines of a program that has ended, in one line.
    pub fn at_end(&self) -> Option<String> {
        let lines = self.lines();
        let is_open = |lines: &mut Lines| !lines.has_ended;
        let waited = self.0.ended.wait_timeout_while(lines, END, is_open);
        let (lines, _) = waited.unwrap_or_else(PoisonError::into_inner);
        lines.text(KEPT_LINES)
    }
}

impl Lines {
    fn add(&mut self, line: String) {
        if self.last.len() == KEPT_LINES {
            self.last.pop_front();
        }
        self.last.push_back(line);
        self.new = (self.new + 1).min(KEPT_LINES);
    }

    /// The last `count` lines, or as many as there are.
    fn text(&self, count: usize) -> Option<String> {
        let skipped = self.last.len().saturating_sub(count);
        let lines: Vec<&str> = self.last.iter().skip(skipped).map(String::as_str).collect();
        (!lines.is_empty()).then(|| lines.join(" / "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_lines_are_kept_and_belong_to_a_command() {
        let output = ErrorOutput::default();
        assert_eq!(output.since_command(), None);
        output.read(&b"one\n\ntwo\r\nthree\nfour\nfive"[..], None);
        let all = Some("two / three / four / five".to_owned());
        assert_eq!(
            (output.since_command(), output.at_end()),
            (all.clone(), all)
        );
        output.begin_command();
        assert_eq!(output.since_command(), None);
        let long = "x".repeat(10 * KEPT_BYTES);
        output.read(long.as_bytes(), None);
        assert_eq!(output.since_command(), Some(long[..KEPT_BYTES].to_owned()));
    }
}
