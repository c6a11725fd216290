//! What is said at a terminal of a test.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// A place for what is said; its copies hear the same.
#[derive(Clone, Default)]
pub struct Heard(pub Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
