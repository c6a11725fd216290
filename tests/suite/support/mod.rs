//! What several tests of the executable need: a place for files, and what it wrote as text.

// Each test takes what it needs.
#![allow(dead_code)]

#[cfg(unix)]
pub mod disk;
pub mod killing;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A directory of a test's own that is removed at the end.
pub struct Scratch(TempDir);

impl Scratch {
    /// An empty directory.
    pub fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    /// The directory itself.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file there.
    pub fn path(&self, name: &str) -> String {
        self.folder().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file there and gives its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.folder().join(name), content).unwrap();
        self.path(name)
    }

    /// How many files are there.
    pub fn files(&self) -> usize {
        fs::read_dir(self.folder()).unwrap().count()
    }
}

/// Runs a command that finds this on its standard input, and gives all that it has written. It may
/// end before it has read everything.
pub fn fed(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable runs");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    // Who refuses its arguments, or has enough, does not read on.
    let _ = writer.join().unwrap();
    output
}

/// What was written to the standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What was written to the standard error, where no panic may show.
pub fn stderr(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!text.contains("panicked"), "{text}");
    text
}
