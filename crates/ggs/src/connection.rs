//! The connection: lines over TCP, as Telnet has them.
//!
//! What Telnet negotiates, and all control characters and escape sequences of terminals, go before
//! a line reaches anybody. Invariant: no line has more than [`LONGEST_LINE`] bytes, however long it
//! is on the way. What lines mean is not known here.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use rand::RngExt;

use bianca_system::foreign::is_unsafe;

/// Bytes of the longest line. The longest that is of use, the record of two games, has some 5,000.
pub const LONGEST_LINE: usize = 16 << 10;

/// How long a server may take to accept a connection, or a line.
const PATIENCE: Duration = Duration::from_secs(20);

/// A line that does not end is looked at after so long: it may be a prompt.
const UNENDED: Duration = Duration::from_millis(500);

/// The first pause before the next try, and the longest.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(300)];

/// What comes of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, or a prompt that has no end; whether it was longer than may be.
    Line(String, bool),
    /// Nothing comes any more, for this reason.
    Closed(String),
}

/// What is to be done with the next byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Text,
    /// After IAC.
    Command,
    /// After one of WILL, WONT, DO, DONT.
    Option,
    /// Between SB and SE.
    Negotiation,
    /// There, after IAC.
    NegotiationCommand,
    /// After an escape.
    Escape,
    /// Within a sequence that a letter ends.
    Sequence,
}

const IAC: u8 = 255;
const SE: u8 = 240;
const SB: u8 = 250;
const ESCAPE: u8 = 27;

/// Makes lines of bytes.
#[derive(Debug, Default)]
pub struct Lines {
    state: State,
    line: Vec<u8>,
    is_cut: bool,
}

impl Lines {
    /// Takes a byte; gives the line that it ends.
    pub fn take(&mut self, byte: u8) -> Option<(String, bool)> {
        self.state = match (self.state, byte) {
            (State::Text, IAC) => State::Command,
            (State::Text, ESCAPE) => State::Escape,
            (State::Text, b'\n') => return Some(self.end()),
            (State::Text, byte) => {
                self.add(byte);
                State::Text
            }
            (State::Command, SB) => State::Negotiation,
            (State::Command, 251..=254) => State::Option,
            (State::Negotiation, IAC) => State::NegotiationCommand,
            (State::NegotiationCommand, SE) => State::Text,
            (State::Negotiation | State::NegotiationCommand, _) => State::Negotiation,
            (State::Escape, b'[') => State::Sequence,
            // A line ends whatever was begun in it.
            (State::Escape | State::Sequence, b'\n') => {
                self.state = State::Text;
                return Some(self.end());
            }
            (State::Sequence, byte) if !byte.is_ascii_alphabetic() => State::Sequence,
            (State::Command | State::Option | State::Escape | State::Sequence, _) => State::Text,
        };
        None
    }

    fn add(&mut self, byte: u8) {
        if self.line.len() < LONGEST_LINE {
            self.line.push(byte);
        } else {
            self.is_cut = true;
        }
    }

    /// Whether what stands there without an end is a prompt, behind which nothing comes.
    pub fn is_prompt(&self) -> bool {
        self.line.starts_with(b": Enter")
    }

    /// Ends the line.
    pub fn end(&mut self) -> (String, bool) {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        let safe = text.chars().filter_map(|c| match c {
            '\t' => Some(' '),
            c => (!is_unsafe(c)).then_some(c),
        });
        (safe.collect(), std::mem::take(&mut self.is_cut))
    }
}

/// A connection that stands.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
}

impl Connection {
    /// Connects. `report` gets what comes, on a thread of its own, until it says that it wants no
    /// more.
    ///
    /// # Errors
    /// If nobody is reached.
    pub fn open(
        host: &str,
        port: u16,
        report: impl Fn(Heard) -> bool + Send + 'static,
    ) -> io::Result<Connection> {
        let mut failed = io::Error::new(ErrorKind::NotFound, "no such host");
        for address in (host, port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => return Connection::begin(stream, report),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    fn begin(
        stream: TcpStream,
        report: impl Fn(Heard) -> bool + Send + 'static,
    ) -> io::Result<Connection> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_read_timeout(Some(UNENDED))?;
        let reader = stream.try_clone()?;
        thread::Builder::new()
            .name("server".to_owned())
            .spawn(move || read(reader, report))?;
        Ok(Connection { stream })
    }

    /// Sends a line, in one piece.
    ///
    /// # Errors
    /// If it is not taken.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        self.stream.write_all(format!("{line}\n").as_bytes())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The thread that reads ends by it.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn read(mut stream: TcpStream, report: impl Fn(Heard) -> bool) {
    let mut lines = Lines::default();
    let mut buffer = [0; 8192];
    let reason = loop {
        let heard = match stream.read(&mut buffer) {
            Ok(0) => break "the server has closed it".to_owned(),
            Ok(count) => {
                let ended = buffer[..count].iter().filter_map(|&byte| lines.take(byte));
                ended.collect::<Vec<_>>()
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if !lines.is_prompt() {
                    continue;
                }
                vec![lines.end()]
            }
            Err(error) => break error.to_string(),
        };
        for (line, is_cut) in heard {
            if !report(Heard::Line(line, is_cut)) {
                return;
            }
        }
    };
    report(Heard::Closed(reason));
}

/// Pauses between tries to connect, which grow.
#[derive(Debug)]
pub struct Pauses {
    next: Duration,
}

impl Default for Pauses {
    fn default() -> Pauses {
        Pauses { next: PAUSES[0] }
    }
}

impl Pauses {
    /// The next one, half of it drawn by lot, so that many who were thrown out together do not
    /// come back together.
    pub fn next_pause(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(PAUSES[1]);
        pause.mul_f64(rand::rng().random_range(0.5..1.5))
    }

    /// A connection has been of use.
    pub fn reset(&mut self) {
        self.next = PAUSES[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::default();
        bytes
            .iter()
            .filter_map(|&byte| lines.take(byte))
            .map(|(line, _)| line)
            .collect()
    }

    #[test]
    fn telnet_and_terminals_leave_nothing() {
        for (bytes, text) in [
            (&b"READY\r\n"[..], "READY"),
            (b"\xff\xfb\x01a\xff\xfd\x03b\xff\xf1c\n", "abc"),
            (b"a\xff\xfa\x18\x01\xff\xff\x02\xff\xf0b\n", "ab"),
            (b"\x1b[1;31mred\x1b[0m\x1bM \x07bell\n", "red bell"),
            (b"a\tb\x00c\x9b\n", "a bc\u{fffd}"),
            ("\u{202e}M\u{fc}ller\u{9b}1m\n".as_bytes(), "Müller1m"),
            (b"\x1b[12\n", ""),
        ] {
            assert_eq!(lines(bytes), [text]);
        }
    }

    #[test]
    fn no_line_grows_without_bound() {
        let mut feed = Lines::default();
        for _ in 0..100 * LONGEST_LINE {
            assert_eq!(feed.take(b'x'), None);
        }
        assert!(feed.line.capacity() <= 2 * LONGEST_LINE);
        let (line, is_cut) = feed.take(b'\n').unwrap();
        assert!(is_cut && line.len() == LONGEST_LINE);
        assert_eq!(lines(b"next\n"), ["next"]);
    }

    #[test]
    fn pauses_grow_up_to_the_longest_and_differ() {
        let mut pauses = Pauses::default();
        let all: Vec<f64> = (0..40).map(|_| pauses.next_pause().as_secs_f64()).collect();
        assert!((0.5..1.5).contains(&all[0]) && (1.0..3.0).contains(&all[1]));
        assert!(all[10..].iter().all(|pause| (150.0..450.0).contains(pause)));
        assert!(all[10..].windows(2).any(|pair| pair[0] != pair[1]));
        pauses.reset();
        assert!(pauses.next_pause() < Duration::from_secs(2));
    }
}
