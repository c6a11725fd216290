//! Lines that a person types at a terminal, with an editor and a history of this session's lines.
//!
//! A thread of its own waits for the keyboard, so the terminal may be in the editor's hands when
//! the session ends: [`Terminal`] gives it back as it was. Ctrl-C and Ctrl-D end the input.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use rustyline::DefaultEditor;

/// How the terminal was; when this is dropped, it is so again.
pub struct Terminal(Termios);

impl Terminal {
    /// The terminal of the standard input, if it is one.
    pub fn now() -> Option<Terminal> {
        tcgetattr(io::stdin()).ok().map(Terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing any more.
        let _ = tcsetattr(io::stdin(), SetArg::TCSADRAIN, &self.0);
    }
}

/// What was typed, line by line.
pub struct Lines {
    lines: Receiver<String>,
    /// What is left of the line that is being read.
    rest: Vec<u8>,
}

impl Lines {
    /// Begins to read the keyboard.
    ///
    /// # Errors
    /// If the terminal cannot be edited on, or the system has no thread.
    pub fn begin() -> io::Result<Lines> {
        let mut editor = DefaultEditor::new().map_err(io::Error::other)?;
        // A line waits for the one before it to be read.
        let (sender, lines) = sync_channel(0);
        let keyboard = move || {
            while let Ok(line) = editor.readline("") {
                // What was typed last is found first; an empty line is none.
                let _ = editor.add_history_entry(&line);
                if sender.send(line + "\n").is_err() {
                    return;
                }
            }
        };
        let builder = thread::Builder::new().name("keyboard".to_owned());
        builder.spawn(keyboard)?;
        Ok(Lines {
            lines,
            rest: Vec::new(),
        })
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // The end of the typing is the end of the input.
            self.rest = self.lines.recv().unwrap_or_default().into_bytes();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}
