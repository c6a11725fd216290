//! The way from self-play to weights, through the executable.

use std::path::PathBuf;
use std::process::{Command, Output};

fn bianca(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(arguments)
        .output()
        .expect("the executable runs")
}

fn text(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// A directory of its own that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        let path = std::env::temp_dir().join(format!("bianca-training-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn weights_are_made_measured_and_refused_when_damaged() {
    let scratch = Scratch::new();
    let (records, weights) = (scratch.file("games"), scratch.file("made.weights"));
    let play = [
        "datagen", &records, "--games", "60", "--depth", "1", "--exact", "8",
    ];
    text(&bianca(&play));
    // The file is complete; playing on changes nothing.
    let size = std::fs::metadata(&records).expect("records").len();
    text(&bianca(&play));
    assert_eq!(std::fs::metadata(&records).expect("records").len(), size);

    let stat = text(&bianca(&["records", "stat", &records]));
    assert!(stat.starts_with("60 games, "), "{stat}");

    let train = ["train", &records, "-o", &weights, "--epochs", "1"];
    let report = text(&bianca(&train));
    assert!(report.starts_with("bianca train "), "{report}");
    let error = ["records", "error", &records, "--weights", &weights];
    assert!(text(&bianca(&error)).contains("exact"));

    let mut bytes = std::fs::read(&weights).expect("weights");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&weights, bytes).expect("weights");
    let refused = bianca(&error);
    assert!(!refused.status.success());
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(reason.contains("weights file is"), "{reason}");
}
