//! The way from self-play to weights, through the executable.

mod support;

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output};

use bianca::eval::weights;
use bianca::othello::Symmetry;
use bianca::train::accuracy::Accuracy;
use bianca::train::records::{Reach, Reader};
use bianca::train::samples;
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

/// The positions that evaluations are measured with, and what docs/training.md says of them.
const TRUTH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/truth.rec");

#[test]
fn the_truth_set_is_what_it_is_said_to_be() {
    assert!(std::fs::metadata(TRUTH).expect("truth").len() < 300_000);
    let mut seen = HashSet::new();
    let mut by_ply = [0; 61];
    for game in Reader::open(Path::new(TRUTH)).expect("truth") {
        let game = game.expect("a whole record");
        let empties = game.start.empties();
        let [turn] = &game.turns[..] else {
            panic!("a position is a game of one turn");
        };
        match turn.label.expect("a label").reach {
            Reach::Exact => assert!(empties <= 24),
            Reach::Depth(plies) => assert!(empties > 24 && plies >= 18),
        }
        assert!(seen.insert(Symmetry::canonical(game.start).0));
        by_ply[60 - empties as usize] += 1;
    }
    assert_eq!(seen.len(), 6000);
    for (ply, count) in by_ply.into_iter().enumerate() {
        let is_inside = (8..=48).contains(&ply);
        assert!(
            if is_inside { count > 80 } else { count == 0 },
            "{ply}: {count}"
        );
    }
}

/// Neither parity is valued otherwise than the other, and what was reached stays.
#[test]
fn the_embedded_evaluation_is_as_near_the_truth_as_it_was() {
    let lambda = samples::Options {
        lambda: 0.0,
        ..samples::Options::default()
    };
    let data = samples::read(&[(TRUTH.into(), lambda)]).expect("truth");
    let all = [data.train, data.test].concat();
    let accuracy = Accuracy::of(&*weights::embedded(), &all);
    assert_eq!(accuracy.all().count(), 6000);
    assert!(accuracy.all().mean_square() < 30.0, "{accuracy}");
    assert!(accuracy.all().signed().abs() < 0.8, "{accuracy}");
    let of_parity = |parity| -> f64 {
        let plies = (12..=52).filter(|empties| empties % 2 == parity);
        let errors: Vec<f64> = plies
            .map(|empties| accuracy.with_empties(empties).signed())
            .collect();
        errors.iter().sum::<f64>() / errors.len() as f64
    };
    let swing = of_parity(1) - of_parity(0);
    assert!(
        swing.abs() < 1.0,
        "odd less even: {swing}\n{}",
        accuracy.by_ply()
    );
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
