//! The way from self-play to weights, through the executable.

mod refusals;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use bianca_lab::train::accuracy::Accuracy;
use bianca_lab::train::records::{LabelBasis, RecordReader};
use bianca_lab::train::samples;
use bianca_records::record::obf::parse_obf_line;
use bianca_rules::othello::Symmetry;
use bianca_search::eval::weights;

use crate::support::Scratch;
use crate::{LAB, ROOT};

fn lab(arguments: &[&str]) -> Output {
    Command::new(LAB)
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
    let scratch = Scratch::new();
    let (records, weights) = (scratch.path("games"), scratch.path("made.weights"));
    let play = [
        "datagen", "-o", &records, "--games", "60", "--depth", "1", "--exact", "8",
    ];
    text(&lab(&play));
    // The file is complete; playing on changes nothing.
    let size = std::fs::metadata(&records).expect("records").len();
    text(&lab(&play));
    assert_eq!(std::fs::metadata(&records).expect("records").len(), size);

    let stat = text(&lab(&["records", "stat", &records]));
    assert!(stat.starts_with("60 games, "), "{stat}");

    let train = ["train", &records, "-o", &weights, "--epochs", "1"];
    let report = text(&lab(&train));
    assert!(report.starts_with("bianca-lab train "), "{report}");
    let error = ["records", "error", &records, "--evaluation", &weights];
    assert!(text(&lab(&error)).contains("exact"));
    let searches = [&error[..], &["--depth", "3", "--even", "12"]].concat();
    assert_eq!(text(&lab(&searches)).lines().count(), 4);

    // Positions below the games, and games near even, are of the same kind of file.
    let below = scratch.path("below");
    let label = ["label", "-o", &below, "--from", &records, "--below", "4"];
    let few = [
        "--even", "20", "--count", "5", "--depth", "2", "--exact", "8",
    ];
    let label = [&label[..], &few].concat();
    lab(&label);
    lab(&label);
    assert!(text(&lab(&["records", "stat", &below])).starts_with("5 games, 5 moves"));
    let even = [
        "--even", "3", "--games", "61", "--depth", "1", "--exact", "8",
    ];
    text(&lab(&[&["datagen", "-o", &records][..], &even].concat()));
    assert!(text(&lab(&["records", "stat", &records])).starts_with("61 games"));

    let mut bytes = std::fs::read(&weights).expect("weights");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&weights, bytes).expect("weights");
    let refused = lab(&error);
    assert!(!refused.status.success());
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(reason.contains("weights file is"), "{reason}");
}

/// The positions that evaluations are measured with, and what docs/training.md says of them.
const TRUTH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/truth.rec");

#[test]
fn the_truth_set_is_what_it_is_said_to_be() {
    assert!(std::fs::metadata(TRUTH).expect("truth").len() < 300_000);
    let mut seen = HashSet::new();
    let mut by_ply = [0; 61];
    for game in RecordReader::open(Path::new(TRUTH)).expect("truth") {
        let game = game.expect("a whole record");
        let empties = game.start.empties();
        let [turn] = &game.turns[..] else {
            panic!("a position is a game of one turn");
        };
        match turn.label.expect("a label").reach {
            LabelBasis::Exact => assert!(empties <= 24),
            LabelBasis::Depth(plies) => assert!(empties > 24 && plies >= 18),
        }
        assert!(seen.insert(Symmetry::canonical(game.start).0));
        by_ply[60 - empties as usize] += 1;
    }
    assert_eq!(seen.len(), 7000);
    for (ply, count) in by_ply.into_iter().enumerate() {
        let is_inside = (8..=48).contains(&ply);
        assert!(
            if is_inside { count > 80 } else { count == 0 },
            "{ply}: {count}"
        );
    }
}

/// The table stands in docs/training.md as `records error` prints it.
#[test]
fn the_errors_in_the_document_are_those_of_the_weights() {
    let page = fs::read_to_string(format!("{ROOT}/docs/training.md")).unwrap();
    let (_, table) = page.split_once("| empties | labels |").expect("a table");
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let words = |row: &str| -> Vec<String> {
        let cells = row.split(['|', ' ']).filter(|cell| !cell.is_empty());
        cells.map(str::to_owned).collect()
    };
    let documented: Vec<Vec<String>> = rows.map(words).collect();
    let printed = text(&lab(&["records", "error", TRUTH]));
    let printed: Vec<Vec<String>> = printed.lines().skip(1).map(words).collect();
    assert_eq!(documented, printed);
}

#[test]
fn labelled_positions_are_boards_that_can_be_chosen() {
    let lines = |more: &[&str]| text(&lab(&[&["records", "positions", TRUTH], more].concat()));
    assert_eq!(lines(&[]).lines().count(), 7000);
    let chosen = lines(&["--even", "8", "--empties-from", "23", "--empties-to", "26"]);
    let mut exact = 0;
    for line in chosen.lines() {
        let problem = parse_obf_line(line).unwrap().unwrap();
        let empties = problem.position.empties();
        assert!(
            (23..=26).contains(&empties) && !problem.position.must_pass(),
            "{line}"
        );
        let label = problem.comment.unwrap();
        let (discs, reach) = label.split_once(' ').unwrap();
        assert!(discs.parse::<i32>().unwrap().abs() <= 8, "{line}");
        assert_eq!(
            reach,
            if empties <= 24 {
                "exact"
            } else {
                "by 20 plies"
            }
        );
        exact += usize::from(empties <= 24);
    }
    let count = chosen.lines().count();
    assert!(exact > 50 && count - exact > 50, "{exact} of {count}");
    let backwards = [
        "records",
        "positions",
        TRUTH,
        "--empties-from",
        "9",
        "--empties-to",
        "8",
    ];
    let output = lab(&backwards);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no number of empty squares"));
}

/// Neither parity is valued otherwise than the other, and what was reached stays.
#[test]
fn the_embedded_evaluation_is_as_near_the_truth_as_it_was() {
    let lambda = samples::SampleOptions {
        lambda: 0.0,
        ..samples::SampleOptions::default()
    };
    let data = samples::read(&[(TRUTH.into(), lambda)]).expect("truth");
    let all = [data.train, data.test].concat();
    let accuracy = Accuracy::of(&weights::embedded(), &all);
    assert_eq!(accuracy.all().count(), 7000);
    assert!(accuracy.all().mean_square() < 24.0, "{accuracy}");
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
        swing.abs() < 0.6,
        "odd less even: {swing}\n{}",
        accuracy.by_ply()
    );
}

#[test]
fn games_made_line_by_line_become_records_and_lines_again() {
    let scratch = Scratch::new();
    let (starts, records) = (scratch.path("starts"), scratch.path("games"));
    let lines = scratch.path("lines");
    std::fs::write(&starts, "# three starts\n1\nf5d6c3\nf5x9\n2\n").expect("starts");
    let filter = |input: &str| {
        Command::new(LAB)
            .args(["datagen", "-", "--depth", "1", "--exact", "8"])
            .stdin(std::fs::File::open(input).expect("starts"))
            .output()
            .expect("the executable runs")
    };
    let output = filter(&starts);
    assert_eq!(output.status.code(), Some(4), "one line is no start");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        printed,
        "bianca-lab: line 4: 'x9' is not a move (a1 to h8, or pass)\n"
    );
    std::fs::write(&lines, &output.stdout).expect("lines");
    text(&lab(&["records", "pack", &lines, "-o", &records]));
    let games = text(&lab(&["records", "text", &records]));
    let written = String::from_utf8(output.stdout).expect("text");
    let written: Vec<&str> = written
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(games.lines().collect::<Vec<_>>(), written);
    assert_eq!(written.len(), 3);

    std::fs::write(&lines, "f5 d6\nf5 f5\n").expect("lines");
    let refused = lab(&["records", "pack", &lines, "-o", &records]);
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(reason.contains("line 2: turn 2 is illegal"), "{reason}");
    assert_eq!(text(&lab(&["records", "text", &records])), games);
    let refused = lab(&["datagen", "-", "--games", "3"]);
    let reason = String::from_utf8_lossy(&refused.stderr);
    assert!(reason.contains("--games is for a file"), "{reason}");
}

#[test]
fn a_last_line_that_is_cut_off_is_no_record() {
    let scratch = Scratch::new();
    let games = small_records(&scratch, "games", "1");
    let games = text(&lab(&["records", "text", &games]));
    let lines = scratch.path("lines");
    let records = scratch.path("records");
    let mut packed = String::new();
    let mut pack = |content: &str, is_whole: bool| {
        std::fs::write(&lines, content).expect("lines");
        let output = lab(&["records", "pack", &lines, "-o", &records]);
        let said = String::from_utf8_lossy(&output.stderr);
        let code = if is_whole { 0 } else { 4 };
        assert_eq!(output.status.code(), Some(code), "{content}: {said}");
        let number = content.lines().count();
        let reason = format!("bianca-lab: line {number}: cut off and left out: ");
        assert_eq!(said.starts_with(&reason), !is_whole, "{said}");
        let whole = if is_whole { number } else { number - 1 };
        for line in content.lines().take(whole) {
            packed += &format!("{line}\n");
        }
        assert_eq!(text(&lab(&["records", "text", &records])), packed);
    };
    // All labels of the end are exact, so a game that is over can be told from one that is cut off.
    let three: Vec<&str> = games.lines().take(3).collect();
    let three = three.join("\n");
    pack(&three, true);
    for cut in [1, "exact".len(), "@exact".len() + 1, three.len() / 4] {
        pack(&three[..three.len() - cut], false);
    }
    // A line break makes a game of what is not over; a line may be a comment whatever ends it.
    pack("f5 d6\n", true);
    pack("f5 d6\nf5 d6", false);
    let output = scratch.write("comment", "# no game");
    text(&lab(&["records", "pack", &output, "-o", &records]));
}

fn refused(arguments: &[&str]) -> String {
    let output = lab(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    said
}

fn small_records(scratch: &Scratch, name: &str, seed: &str) -> String {
    let path = scratch.path(name);
    let settings = [
        "--games", "12", "--depth", "1", "--exact", "6", "--seed", seed,
    ];
    text(&lab(&[&["datagen", "-o", &path], &settings[..]].concat()));
    path
}

#[test]
fn the_bias_of_parity_is_taken_out_of_weights() {
    let scratch = Scratch::new();
    // Positions with fewer empty squares are solved at once.
    let games = scratch.path("games");
    text(&lab(&[
        "datagen", "-o", &games, "--games", "12", "--depth", "1", "--exact", "12",
    ]));
    let weights = scratch.path("weights");
    let tune = ["tune", "parity", &games, "--depth", "3", "-o", &weights];
    let said = text(&lab(&tune));
    let (count, rest) = said.split_once(" positions: ").expect("a count");
    assert!(count.parse::<u32>().is_ok_and(|count| count > 9), "{said}");
    let bias: f64 = rest.split(' ').next().unwrap().parse().expect("discs");
    assert!(
        bias != 0.0 && rest.contains(&format!("{:+.2} for even ones", -bias)),
        "{said}"
    );

    // What the evaluation alone says moves by as much, up for one parity and down for the other.
    let data = samples::read(&[(games.clone().into(), samples::SampleOptions::default())]);
    let [before, after] = [
        weights::embedded(),
        weights::read(Path::new(&weights)).expect("weights").into(),
    ];
    assert!(
        after.description().starts_with("bianca-lab tune parity"),
        "{}",
        after.description()
    );
    assert!(after.description().ends_with(before.description()));
    for sample in data.expect("records").train {
        let position = sample.position;
        let moved = f64::from(after.estimate(&position) - before.estimate(&position)) / 256.0;
        let sign = if position.empties().is_multiple_of(2) {
            -1.0
        } else {
            1.0
        };
        assert!((moved - sign * bias).abs() < 0.02, "{moved}, {said}");
    }
    let again = scratch.path("again");
    let said = text(&lab(&[
        "tune",
        "parity",
        &games,
        "--depth",
        "3",
        "--evaluation",
        &weights,
        "-o",
        &again,
    ]));
    let left: f64 = said.split(' ').nth(2).unwrap().parse().expect("discs");
    assert!(left.abs() < 0.3 * bias.abs().max(0.5), "{said}");
    let labelled = scratch.path("labelled");
    let label = [
        "label",
        "-o",
        &labelled,
        "--plies",
        "2",
        "--depth",
        "2",
        "--evaluation",
    ];
    text(&lab(&[&label[..], &[&weights]].concat()));

    let before = std::fs::read(&weights).expect("weights");
    for (arguments, reason) in [
        (&["--evaluation", "no/file"][..], "no/file"),
        (&["--force", "--depth", "1"], "1 is not in 2..=20"),
    ] {
        let said = refused(&[&["tune", "parity", &games, "-o", &weights][..], arguments].concat());
        assert!(said.contains(reason), "{said}");
    }
    let said = refused(&["tune", "parity", &games, "-o", &games]);
    assert!(said.contains("is read, too"), "{said}");
    let said = refused(&["tune", "parity", &labelled, "-o", &weights]);
    assert!(said.contains("too few exact labels"), "{said}");
    let said = refused(&[&label[..], &["no/file"]].concat());
    assert!(said.contains("no/file"), "{said}");
    assert_eq!(std::fs::read(&weights).expect("weights"), before);
}
