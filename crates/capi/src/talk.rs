//! A session in process whose output goes to a function, line by line.
//!
//! Invariant: the function gets whole lines without their ends, in their order, and none once the
//! session is closed. Knows nothing of pointers.

use std::ffi::{CStr, CString};
use std::io::{self, Write};

use super::handle::Closed;
use bianca_protocol::session::{Session, SessionError, SessionSettings};
use bianca_search::request::StopFlag;

/// What gets the lines.
pub type Listener = Box<dyn FnMut(&CStr) + Send>;

/// The output of the session: its listener.
struct Lines {
    listener: Listener,
    /// The beginning of a line that is not whole yet.
    begun: Vec<u8>,
    closed: Closed,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            match byte {
                // C would read the line only up to here.
                0 => {}
                b'\n' if self.closed.is_set() => return Err(io::ErrorKind::BrokenPipe.into()),
                b'\n' => {
                    let line = CString::new(std::mem::take(&mut self.begun))?;
                    (self.listener)(&line);
                }
                byte => self.begun.push(byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session and whether it has ended.
pub struct Talk {
    session: Session<Lines>,
    ended: bool,
}

impl Talk {
    /// A session with options, a line each: name and value with a blank between.
    ///
    /// # Errors
    /// If an option is refused, or memory is short.
    pub fn begin(listener: Listener, options: &str, closed: Closed) -> Result<Talk, SessionError> {
        let options = options
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty());
        let parted = options.map(|line| line.split_once([' ', '\t']).unwrap_or((line, "")));
        let settings = SessionSettings {
            options: parted
                .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
                .collect(),
            ..SessionSettings::default()
        };
        let lines = Lines {
            listener,
            begun: Vec::new(),
            closed,
        };
        Ok(Talk {
            session: Session::in_process(lines, settings)?,
            ended: false,
        })
    }

    /// Obeys a line; whether the session goes on. One that has ended obeys nothing.
    pub fn obey(&mut self, line: &str, stop: &StopFlag) -> bool {
        // The output fails only if its reader has closed it.
        self.ended = self.ended || !self.session.send(line, stop).unwrap_or(false);
        !self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn lines_come_whole_one_by_one_and_none_after_the_end() {
        let heard: Arc<Mutex<Vec<String>>> = Arc::default();
        let (ears, closed) = (heard.clone(), Closed::default());
        let mut lines = Lines {
            listener: Box::new(move |line| {
                ears.lock().unwrap().push(line.to_str().unwrap().to_owned());
            }),
            begun: Vec::new(),
            closed: closed.clone(),
        };
        lines.write_all(b"= a").unwrap();
        lines.write_all(b"b\0c\n\n= d").unwrap();
        assert_eq!(*heard.lock().unwrap(), ["= abc", ""]);
        closed.set();
        lines.write_all(b"\n").unwrap_err();
        assert_eq!(heard.lock().unwrap().len(), 2);
    }

    #[test]
    fn a_session_that_has_ended_obeys_nothing() {
        let heard: Arc<Mutex<String>> = Arc::default();
        let ears = heard.clone();
        let listener = move |line: &CStr| *ears.lock().unwrap() += line.to_str().unwrap();
        let options = "Hash 1\n\n  Level\t3 \n";
        let mut talk = Talk::begin(Box::new(listener), options, Closed::default()).unwrap();
        let stop = StopFlag::new();
        assert!(talk.obey("option Level", &stop));
        assert!(!talk.obey("quit", &stop));
        assert!(!talk.obey("name", &stop));
        assert_eq!(*heard.lock().unwrap(), "= 3=");
    }
}
