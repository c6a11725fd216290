//! What several tests of the executable need: a place for files, and what it wrote as text.

// Each test takes what it needs.
#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;
use std::process::Output;

/// A directory of a test's own that is removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// An empty directory; no two tests of a file may use one name.
    pub fn new(name: &str) -> Scratch {
        let test = env!("CARGO_CRATE_NAME");
        let path =
            std::env::temp_dir().join(format!("bianca-{test}-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// The path of a file there.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file there and gives its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }

    /// How many files are there.
    pub fn files(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What was written to the standard output.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What was written to the standard error, where no panic may be told.
pub fn stderr(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!text.contains("panicked"), "{text}");
    text
}
