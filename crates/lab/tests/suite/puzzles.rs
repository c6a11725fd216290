//! The puzzles of the executable chosen and packed, through the executable of the laboratory.

use std::fs;
use std::process::{Command, Output};

use bianca_play::puzzles::builtin::{BuiltinPuzzle, MOST_EMPTIES, SIZE, pack, puzzles};
use bianca_play::puzzles::line::Source;
use bianca_play::puzzles::scorer::Scorer;
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;
use bianca_system::language::Language;

use crate::LAB;
use crate::support::Scratch;

fn lab(arguments: &[&str]) -> Output {
    Command::new(LAB)
        .arg("puzzles")
        .args(arguments)
        .output()
        .expect("the executable runs")
}

/// Short endings, which are solved at once.
fn short() -> Vec<BuiltinPuzzle> {
    let few = |puzzle: &&BuiltinPuzzle| puzzle.position.empties() <= 8;
    let short = puzzles().iter().filter(few).step_by(6);
    short.copied().take(20).collect()
}

/// Their lines, as `bianca puzzles --json` writes them.
fn lines(puzzles: &[BuiltinPuzzle]) -> String {
    let settings = Settings {
        hash_mib: 1,
        ..Settings::default()
    };
    let mut scorer = Scorer::new(settings, MOST_EMPTIES).unwrap();
    let line = |puzzle: &BuiltinPuzzle| {
        let solved = puzzle.solved(&mut scorer, &StopFlag::new()).unwrap();
        let row = solved.row(Source::default(), Language::English);
        serde_json::to_string(&row).unwrap() + "\n"
    };
    puzzles.iter().map(line).collect()
}

#[test]
fn lines_are_packed_once_as_the_executable_has_them() {
    let scratch = Scratch::new();
    let (short, output) = (short(), scratch.path("packed.bin"));
    let input = scratch.path("puzzles.jsonl");
    fs::write(&input, lines(&short)).unwrap();
    let packed = lab(&[&input, &input, "--count=20", "-o", &output]);
    let told = String::from_utf8_lossy(&packed.stderr);
    assert!(packed.status.success(), "{told}");
    assert!(
        told.ends_with(&format!("20 puzzles, {} bytes\n", 20 * SIZE)),
        "{told}"
    );
    let table = String::from_utf8(packed.stdout).unwrap();
    assert_eq!(table.lines().count(), 1 + 7, "{table}");
    // The easiest first, as they were.
    assert_eq!(fs::read(&output).unwrap(), pack(&short));

    let refused = lab(&[&input, "--count=20", "-o", &output]);
    assert_eq!(refused.status.code(), Some(2));
    let again = lab(&[&input, "--count=20", "-o", &output, "--force"]);
    assert!(again.status.success());
    assert_eq!(fs::read(&output).unwrap(), pack(&short));
}

#[test]
fn what_is_wrong_is_told_and_nothing_is_written() {
    let scratch = Scratch::new();
    let (input, output) = (scratch.path("puzzles.jsonl"), scratch.path("packed.bin"));
    let good = lines(&short()[..2]);
    for (text, count, told) in [
        (
            format!("{good}f5d6\n"),
            "2",
            "puzzles.jsonl, line 3: no puzzle",
        ),
        (good, "3", "3 were to be chosen of 2 fit puzzles"),
    ] {
        fs::write(&input, text).unwrap();
        let failed = lab(&[&input, "--count", count, "-o", &output]);
        assert_eq!(failed.status.code(), Some(1));
        let error = String::from_utf8_lossy(&failed.stderr);
        assert!(error.contains(told), "{error}");
        assert!(fs::metadata(&output).is_err());
    }
    let missing = lab(&["nowhere.jsonl", "-o", &output]);
    assert_eq!(missing.status.code(), Some(1));
}
