//! What a program writes, line by line, each with the moment at which it came.
//!
//! Invariant: nobody is drowned. What is written between two commands has a limit, and so has a
//! line. What the lines mean is not known here.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::engine_log::{EngineLog, Voice};
use super::waiting::Output;
use bianca_system::foreign::next_line;

/// More bytes than this between two commands are a flood. The longest honest output, a deep
/// search that reports every step, stays far below.
const FLOOD: usize = 4 << 20;

/// Passes on the lines of `stdout` until the output ends, nobody listens any more, or too much
/// comes; `pending` counts the bytes since the last command.
pub fn read_lines(
    stdout: impl Read,
    sender: &Sender<Output>,
    pending: &AtomicUsize,
    log: Option<&EngineLog>,
) {
    let mut reader = BufReader::new(stdout);
    loop {
        // A line without an end must not be waited for for ever.
        let line = next_line(&mut reader.by_ref().take(FLOOD as u64), FLOOD);
        let Ok(Some(line)) = line else {
            return;
        };
        let (arrived, bytes) = (Instant::now(), line.length as usize);
        if pending.fetch_add(bytes, Ordering::Relaxed) + bytes >= FLOOD {
            let _ = sender.send(Output::Flood);
            return;
        }
        let text = String::from_utf8_lossy(&line.bytes);
        let text = text.trim_end_matches('\r').to_owned();
        if let Some(log) = log {
            log.add(Voice::Engine, &text);
        }
        if sender.send(Output::Line(arrived, text)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    /// A reader that begins a command, as [`Process::send`] does, whenever it is read from.
    struct Commanded(Cursor<Vec<u8>>, Arc<AtomicUsize>, usize);

    impl Read for Commanded {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.1.store(0, Ordering::Relaxed);
            let most = self.2.min(buffer.len());
            self.0.read(&mut buffer[..most])
        }
    }

    fn read(output: impl Read, pending: &AtomicUsize) -> Vec<Output> {
        let (sender, lines) = channel();
        read_lines(output, &sender, pending, None);
        drop(sender);
        lines.iter().collect()
    }

    fn text(output: &Output) -> &str {
        match output {
            Output::Line(_, line) => line,
            Output::Flood => "flood",
        }
    }

    #[test]
    fn so_many_bytes_without_a_command_are_a_flood() {
        let line = format!("{}\r\n", "x".repeat(1022));
        let lines = FLOOD / line.len();
        for (count, floods) in [(lines - 1, false), (lines, true), (lines + 5, true)] {
            let pending = AtomicUsize::new(0);
            let told = read(line.repeat(count).as_bytes(), &pending);
            assert_eq!(told.len(), count.min(lines));
            assert!(told[..lines - 1].iter().all(|one| text(one).len() == 1022));
            assert_eq!(told.contains(&Output::Flood), floods);
            assert_eq!(pending.into_inner(), line.len() * count.min(lines));
        }
        // What was read before counts.
        let pending = AtomicUsize::new(FLOOD - 3);
        let told = read(&b"a\nb\nc"[..], &pending);
        let told: Vec<&str> = told.iter().map(text).collect();
        assert_eq!(told, ["a", "flood"]);
    }

    #[test]
    fn a_command_begins_the_count_anew() {
        let line = format!("{}\n", "x".repeat(1023));
        let pending = Arc::new(AtomicUsize::new(0));
        let all = Cursor::new(line.repeat(2 * FLOOD / line.len()).into_bytes());
        let output = Commanded(all, Arc::clone(&pending), 1 << 16);
        let told = read(output, &pending);
        assert_eq!(told.len(), 2 * FLOOD / line.len());
        assert!(!told.contains(&Output::Flood));
    }

    #[test]
    fn a_line_without_an_end_is_not_waited_for_for_ever() {
        let told = read(std::io::repeat(b'x'), &AtomicUsize::new(0));
        assert_eq!(told, [Output::Flood]);
        let told = read(&b"a\r\nlast"[..], &AtomicUsize::new(0));
        let told: Vec<&str> = told.iter().map(text).collect();
        assert_eq!(told, ["a", "last"]);
    }
}
