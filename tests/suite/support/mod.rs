//! What several tests of the executable need: a place for files, and what it wrote as text.

// Each test takes what it needs.
#![allow(dead_code)]

#[cfg(unix)]
pub mod disk;
pub mod killing;

use std::fs;
use std::path::Path;
use std::process::Output;

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
