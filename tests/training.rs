//! The way from self-play to weights, through the executable.

mod support;

use std::process::{Command, Output};
use support::Scratch;

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

#[test]
fn weights_are_made_measured_and_refused_when_damaged() {
    let scratch = Scratch::new("weights");
    let (records, weights) = (scratch.path("games"), scratch.path("made.weights"));
    let play = [
        "datagen", "-o", &records, "--games", "60", "--depth", "1", "--exact", "8",
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

#[test]
fn games_made_line_by_line_become_records_and_lines_again() {
    let scratch = Scratch::new("lines");
    let (starts, records) = (scratch.path("starts"), scratch.path("games"));
    let lines = scratch.path("lines");
    std::fs::write(&starts, "# three starts\n1\nf5d6c3\nf5x9\n2\n").expect("starts");
    let filter = |input: &str| {
        Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(["datagen", "-", "--depth", "1", "--exact", "8"])
            .stdin(std::fs::File::open(input).expect("starts"))
            .output()
            .expect("the executable runs")
    };
    let output = filter(&starts);
    assert_eq!(output.status.code(), Some(4), "one line is no start");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        told,
        "bianca: line 4: 'x9' is not a move (a1 to h8, or pass)\n"
    );
    std::fs::write(&lines, &output.stdout).expect("lines");
    text(&bianca(&["records", "pack", &lines, "-o", &records]));
    let games = text(&bianca(&["records", "text", &records]));
    let written = String::from_utf8(output.stdout).expect("text");
    let written: Vec<&str> = written
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(games.lines().collect::<Vec<_>>(), written);
    assert_eq!(written.len(), 3);

    std::fs::write(&lines, "f5 d6\nf5 f5\n").expect("lines");
    let refused = bianca(&["records", "pack", &lines, "-o", &records]);
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(reason.contains("line 2: turn 2 is illegal"), "{reason}");
    assert_eq!(text(&bianca(&["records", "text", &records])), games);
    let refused = bianca(&["datagen", "-", "--games", "3"]);
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(reason.contains("--games is for a file"), "{reason}");
}
