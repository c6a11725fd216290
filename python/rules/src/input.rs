//! Files that Python has opened, as inputs of the library.
//!
//! Invariant: Python reads, so that other threads go on meanwhile and Ctrl-C is heard; the file is
//! closed when nobody reads it any more.

use std::io::{self, Read, Seek, SeekFrom};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A file of Python's that is read in bytes, without a buffer of its own.
pub struct Input {
    file: Py<PyAny>,
}

impl Input {
    /// Reads `file`, and closes it in the end.
    pub fn new(file: Py<PyAny>) -> Input {
        Input { file }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = Python::attach(|py| -> PyResult<usize> {
            let chunk = self.file.call_method1(py, "read", (buffer.len(),))?;
            let bytes = chunk.cast_bound::<PyBytes>(py)?.as_bytes();
            let taken = bytes.len().min(buffer.len());
            buffer[..taken].copy_from_slice(&bytes[..taken]);
            Ok(taken)
        });
        // As it is, whatever it is: an error that looks like an interruption would be tried again.
        read.map_err(io::Error::other)
    }
}

impl Seek for Input {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (offset, from) = match to {
            SeekFrom::Start(offset) => (i64::try_from(offset).unwrap_or(i64::MAX), 0),
            SeekFrom::Current(offset) => (offset, 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        let sought = Python::attach(|py| -> PyResult<u64> {
            let place = self.file.call_method1(py, "seek", (offset, from))?;
            place.extract(py)
        });
        sought.map_err(io::Error::other)
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        // At the end of the interpreter there is nobody left to close it.
        Python::try_attach(|py| {
            // An exception may be on its way, which is why the file is let go.
            let pending = PyErr::take(py);
            // Nothing was written, so that nothing is lost if it cannot be closed.
            let _ = self.file.call_method0(py, "close");
            if let Some(error) = pending {
                error.restore(py);
            }
        });
    }
}
