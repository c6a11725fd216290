//! Lines of the input, read by a thread of their own so that the session hears them while it
//! thinks.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Event;
use bianca_system::foreign;

/// Bytes of a line that are kept. No command is longer; what lies beyond is read and dropped, so
/// that no input can fill the memory.
pub const LONGEST_LINE: usize = 1 << 16;

/// A line of the input, without its line break. Bytes that are not UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The line; if it is too long, its beginning may be all that was kept.
    pub text: String,
    /// Whether it was longer than [`LONGEST_LINE`].
    pub too_long: bool,
}

impl Input {
    /// Whether blanks are all that was kept, so that a command may stand in what was dropped.
    pub fn hides_a_command(&self) -> bool {
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        self.too_long && self.text.chars().all(is_blank)
    }

    /// Bytes that it takes while it waits, with what the queues need for it.
    fn weight(&self) -> usize {
        self.text.len() + 64
    }
}

/// The weight of the lines that were read and are not answered yet.
///
/// A client may send more than it waits for, or nobody may read our answers: once this much
/// waits, nothing more is read, and the pipe stops the client.
#[derive(Clone, Default)]
pub struct Backlog(Arc<(Mutex<usize>, Condvar)>);

impl Backlog {
    /// Bytes that may wait: some 200,000 moves.
    pub const LIMIT: usize = 1 << 24;

    fn weight(&self) -> MutexGuard<'_, usize> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line that was read.
    pub fn add(&self, line: &Input) {
        *self.weight() += line.weight();
    }

    /// Waits until there is room for more.
    fn wait(&self) {
        let full = |weight: &mut usize| *weight >= Backlog::LIMIT;
        // Poisoned or not, what is guarded is a number.
        let _room = self.0.1.wait_while(self.weight(), full);
    }

    /// Whether nothing more is read before something is answered.
    pub fn is_full(&self) -> bool {
        *self.weight() >= Backlog::LIMIT
    }

    /// Takes off a line that is about to be answered.
    pub fn remove(&self, line: &Input) {
        let mut weight = self.weight();
        *weight = weight.saturating_sub(line.weight());
        self.0.1.notify_one();
    }
}

/// Starts the thread that sends every line of `input`, and then [`Event::Eof`]; it pauses while
/// `backlog` is full.
///
/// # Errors
/// If the system has no thread for it.
pub fn spawn(
    input: impl Read + Send + 'static,
    events: Sender<Event>,
    backlog: Backlog,
) -> std::io::Result<()> {
    let read = move || {
        let mut input = BufReader::new(input);
        skip_byte_order_mark(&mut input);
        while let Some(line) = next_line(&mut input) {
            backlog.add(&line);
            if events.send(Event::Line(line)).is_err() {
                return;
            }
            backlog.wait();
        }
        // Nobody listens any more if the session has ended first.
        let _ = events.send(Event::Eof);
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)
        .map(drop)
}

/// Takes away the mark that some systems' editors and shells write before the first line.
fn skip_byte_order_mark(input: &mut impl BufRead) {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    // A pipe may hand over fewer bytes at first, but nobody writes a part of the mark.
    if input.fill_buf().is_ok_and(|bytes| bytes.starts_with(MARK)) {
        input.consume(MARK.len());
    }
}

/// The next line; `None` at the end, or when nothing more can be read.
fn next_line(input: &mut impl BufRead) -> Option<Input> {
    let line = foreign::next_line(input, LONGEST_LINE).unwrap_or_else(|error| {
        log::warn!("cannot read the input any more: {error}");
        None
    })?;
    Some(Input {
        text: String::from_utf8_lossy(&line.bytes).into_owned(),
        too_long: line.is_too_long(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input)).collect()
    }

    #[test]
    fn every_line_arrives_the_last_one_too() {
        let texts = |bytes: &[u8]| -> Vec<String> {
            lines(bytes).into_iter().map(|line| line.text).collect()
        };
        assert_eq!(
            texts(b"one\n\nlonger line\nlast"),
            ["one", "", "longer line", "last"]
        );
        assert_eq!(texts(b"one\n"), ["one"]);
        assert!(texts(b"").is_empty());
        assert_eq!(texts(b"a\xffb\n"), ["a\u{fffd}b"]);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        for (bytes, left) in [("\u{feff}ugi\n", "ugi\n"), ("ugi\n", "ugi\n"), ("", "")] {
            let mut input = BufReader::new(bytes.as_bytes());
            skip_byte_order_mark(&mut input);
            assert_eq!(input.fill_buf().unwrap(), left.as_bytes());
        }
    }

    #[test]
    fn what_is_read_and_not_answered_fills_the_backlog() {
        let backlog = Backlog::default();
        let line = |length| Input {
            text: "x".repeat(length),
            too_long: false,
        };
        backlog.add(&line(Backlog::LIMIT - 65));
        assert!(!backlog.is_full());
        backlog.wait();
        backlog.add(&line(0));
        assert!(backlog.is_full());
        backlog.remove(&line(0));
        assert!(!backlog.is_full());
        // Exactly so much is enough.
        backlog.remove(&line(Backlog::LIMIT));
        backlog.add(&line(Backlog::LIMIT - 64));
        assert!(backlog.is_full());
        // Others wait until there is room.
        backlog.remove(&line(LONGEST_LINE));
        assert!(!backlog.is_full());
        backlog.add(&line(LONGEST_LINE));
        thread::scope(|scope| {
            let waits = scope.spawn(|| backlog.wait());
            thread::sleep(std::time::Duration::from_millis(20));
            assert!(!waits.is_finished());
            backlog.remove(&line(LONGEST_LINE));
        });
    }

    #[test]
    fn as_much_is_kept_as_is_said() {
        assert_eq!(LONGEST_LINE, 65_536);
        let line = Input {
            text: "play black f5".to_owned(),
            too_long: false,
        };
        let waiting = Backlog::LIMIT / line.weight();
        assert!((200_000..300_000).contains(&waiting), "{waiting}");
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_is_whole() {
        let mut bytes = vec![b'x'; LONGEST_LINE];
        bytes.extend_from_slice(b"\n");
        bytes.extend(vec![b'y'; 3 * LONGEST_LINE]);
        bytes.extend_from_slice(b"\nz\n");
        let lines = lines(&bytes);
        let sizes: Vec<usize> = lines.iter().map(|line| line.text.len()).collect();
        assert_eq!(sizes, [LONGEST_LINE, LONGEST_LINE, 1]);
        let cut: Vec<bool> = lines.iter().map(|line| line.too_long).collect();
        assert_eq!(cut, [false, true, false]);
    }
}
