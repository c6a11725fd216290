//! `bianca train` through the executable: games in, exercises asked through pipes, the log killed.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::{Scratch, fed, stderr, stdout};

/// A short game between two small players.
const GAME: &str = "(;GM[Othello]PB[Ann]PW[Bo]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    B[f5]W[d6]B[c7]W[g5]B[f4]W[g4]B[h5]W[h6]B[h7]W[f6];)\n";

fn train(log: &str, arguments: &[&str], typed: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    let command = command.arg("train").args(arguments);
    fed(command.args(["--lang=en", "--log", log]), typed)
}

/// The lines of a log without the first, as JSON.
fn lines(log: &str) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    assert_eq!(header, "{\"bianca_training\":1}");
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn mistakes_are_taken_in_once_and_asked() {
    let scratch = Scratch::new();
    let (log, games) = (scratch.path("log"), scratch.write("games.ggf", GAME));
    let games = games.as_str();
    let taken = train(&log, &[games, "--player", "ann", "--count=0"], "");
    assert!(taken.status.success(), "{}", stderr(&taken));
    let kept = lines(&log);
    let (looked, exercises) = kept.split_last().unwrap();
    assert_eq!(looked["looked"]["side"], "black");
    assert!(!exercises.is_empty(), "a weak game has mistakes");
    assert!(
        exercises
            .iter()
            .all(|line| line["exercise"]["source"] == "Ann - Bo")
    );
    let again = train(&log, &[games, "--player", "Ann", "--count=0"], "");
    assert!(
        stderr(&again).contains("0 new exercises"),
        "{}",
        stderr(&again)
    );
    assert_eq!(lines(&log), kept);
    // What was played before the first time was drawn, and no mistake of hers.
    let drawn = GAME.replace("B[h7]", "B[h7//1.5]");
    let (other, drawn) = (scratch.path("drawn"), scratch.write("drawn.ggf", &drawn));
    train(&other, &[&drawn, "--player", "Ann", "--count=0"], "");
    let of_the_last = exercises
        .iter()
        .filter(|line| line["exercise"]["played"] == "h7");
    assert!(of_the_last.clone().count() < exercises.len());
    assert_eq!(lines(&other).len() - 1, of_the_last.count());

    let shown = train(&log, &["--deck=mistakes", "--count=1"], "hint\nz9\nshow\n");
    assert!(shown.status.success(), "{}", stderr(&shown));
    let told = stdout(&shown);
    for part in [
        "Find a good move for ",
        "It is one of these: ",
        "\"z9\" is no",
        "Asked again in 1 day.",
        "0 of 1 right",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let kept = lines(&log);
    let answer = &kept.last().unwrap()["answer"];
    assert_eq!(
        (&answer["right"], &answer["hint"]),
        (&Value::Bool(false), &Value::Bool(true))
    );
    let progress = train(&log, &["--progress"], "");
    let progress: Value = serde_json::from_str(&stdout(&progress)).unwrap();
    assert_eq!(
        (&progress["answers"], &progress["right"]),
        (&1.into(), &0.into())
    );
}

#[test]
fn openings_and_repertoires_are_asked_and_logs_are_put_together() {
    let scratch = Scratch::new();
    let (log, other) = (scratch.path("log"), scratch.path("other"));
    let sgf = scratch.write("own.sgf", "(;GM[2]SZ[8];B[F5];W[D6](;B[C3])(;B[C4];W[D3]))");
    let own = format!("black:{sgf}");
    let taken = train(
        &log,
        &["--repertoire", &own, "--opening=white:f5d6", "--count=0"],
        "",
    );
    assert!(taken.status.success(), "{}", stderr(&taken));
    let asked = train(&log, &["--deck=openings", "--count=3"], "f5\nd6\nc4\n");
    let told = stdout(&asked);
    assert!(told.contains("3 of 3 right"), "{told}");
    let into = train(&other, &["--import", &log, "--count=0"], "");
    assert!(into.status.success(), "{}", stderr(&into));
    let sorted = |log: &str| {
        let mut lines: Vec<String> = lines(log).iter().map(Value::to_string).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&other), sorted(&log));
    let again = train(&other, &["--import", &log, "--count=0"], "");
    assert!(stderr(&again).contains(": 0 new, "), "{}", stderr(&again));
}

#[test]
fn what_cannot_be_used_is_named_and_left_as_it_is() {
    let scratch = Scratch::new();
    let (log, games) = (scratch.path("log"), scratch.write("games.ggf", GAME));
    let games = games.as_str();
    let cases: [(&[&str], &str); 7] = [
        (&[games], "--player"),
        (&[games, "--player=Cy"], "no game of 'Cy'"),
        (&["--opening=Tiger"], "black: or white:"),
        (
            &["--opening=black:none"],
            "'none' is neither an opening's name",
        ),
        (&["--import=/none"], "/none"),
        (&["--import", games], "no line of training in it"),
        (&["--puzzles", games], "line 1: no puzzle"),
    ];
    for (arguments, expected) in cases {
        let refused = train(&log, arguments, "");
        assert!(!refused.status.success());
        assert!(
            stderr(&refused).contains(expected),
            "{expected}: {}",
            stderr(&refused)
        );
    }
    let refused = train(games, &[], "");
    assert!(
        stderr(&refused).contains("is left as it is"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(fs::read_to_string(games).unwrap(), GAME);
}

#[test]
fn a_kill_loses_no_answer_that_was_judged() {
    let scratch = Scratch::new();
    let log = scratch.path("log");
    let opened = train(&log, &["--opening=black:Tiger", "--count=0"], "");
    assert!(opened.status.success());
    let before = lines(&log).len();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(["train", "--deck=openings", "--lang=en", "--log"])
        .arg(&log)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    for answered in 1..=3 {
        stdin.write_all(b"show\n").unwrap();
        let again = said.find(|line| line.as_ref().unwrap().starts_with("Asked again"));
        again.unwrap().unwrap();
        assert_eq!(lines(&log).len(), before + answered);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(lines(&log).len(), before + 3);
    let next = train(&log, &["--deck=openings", "--count=1"], "");
    assert!(next.status.success(), "{}", stderr(&next));
}

#[cfg(unix)]
#[test]
fn days_are_those_of_the_reader_s_clock() {
    let scratch = Scratch::new();
    let log = scratch.path("log");
    train(&log, &["--deck=puzzles", "--count=1"], "show\n");
    // Twelve hours behind UTC and twelve before it, which is a day later whatever the time is.
    let [one, other] = ["AAA12", "AAA-12"].map(|zone| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
        let command = command.env("TZ", zone).args(["train", "--progress"]);
        let told = fed(command.args(["--log", &log]), "");
        let progress: Value = serde_json::from_str(&stdout(&told)).unwrap();
        progress["days"][0]["day"].as_str().unwrap().to_owned()
    });
    assert!(one < other, "{one} {other}");
}
