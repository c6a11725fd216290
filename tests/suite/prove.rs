//! `bianca prove`: alone, killed in between, and with answers of other processes.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::{Scratch, fed};

/// Of a random game: 14 empty squares, +18 by g8.
const ENDING: &str = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";

fn bianca(scratch: &Scratch, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    fed(command.args(arguments).current_dir(scratch.folder()), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const PROVE: [&str; 6] = ["prove", ENDING, "--knowledge", "k", "--frontier", "11"];

fn prove(scratch: &Scratch, more: &[&str], input: &[u8]) -> Output {
    bianca(scratch, &[&PROVE, more].concat(), input)
}

/// Whether the value of `name` in the state that was printed is `value`.
fn has(output: &[u8], name: &str, value: &str) -> bool {
    let line = format!("{name} {value}");
    text(output).lines().any(|found| found == line)
}

#[test]
fn one_process_proves_a_score_and_claims() {
    let scratch = Scratch::new();
    let found = prove(&scratch, &["--threads", "2"], b"");
    assert_eq!(found.status.code(), Some(0), "{}", text(&found.stderr));
    assert!(
        has(&found.stdout, "score", "+18"),
        "{}",
        text(&found.stdout)
    );
    let line = text(&found.stdout);
    let line = line
        .lines()
        .find_map(|line| line.strip_prefix("line "))
        .unwrap()
        .to_owned();
    assert!(line.starts_with("g8"), "{line}");
    for (claim, discs) in [
        ("--at-least", "18"),
        ("--at-least", "20"),
        ("--at-most", "18"),
    ] {
        let found = prove(&scratch, &[claim, discs], b"");
        assert_eq!(found.status.code(), Some(0));
        // What is known says as much or more.
        let score = text(&found.stdout).lines().next().unwrap().to_owned();
        let bound = if discs == "18" && claim == "--at-least" {
            "+18.."
        } else {
            "..+18"
        };
        assert!(
            score == "score +18" || score == format!("score {bound}"),
            "{score}"
        );
    }
}

#[test]
fn a_proof_that_is_killed_goes_on() {
    let scratch = Scratch::new();
    let mut kills = 0;
    let mut known = 0;
    loop {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(PROVE)
            .current_dir(scratch.folder())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(40 + 60 * kills));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            let output = child.wait_with_output().unwrap();
            assert!(
                has(&output.stdout, "score", "+18"),
                "{}",
                text(&output.stdout)
            );
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let lines = fs::read_to_string(scratch.path("k")).unwrap_or_default();
        let now = lines.lines().count();
        assert!(now >= known, "{now} lines after {known}");
        known = now;
    }
    assert!(kills > 0, "never killed");
}

#[test]
fn other_processes_answer_in_any_order_twice_and_torn() {
    let scratch = Scratch::new();
    for round in 0.. {
        let open = prove(&scratch, &["--open", "--batch", "40"], b"");
        if open.status.code() == Some(0) {
            assert_eq!(text(&open.stdout), "");
            assert!(has(&open.stderr, "score", "+18"), "{}", text(&open.stderr));
            break;
        }
        assert_eq!(open.status.code(), Some(5), "{}", text(&open.stderr));
        assert!((1..=40).contains(&text(&open.stdout).lines().count()));
        let solved = bianca(
            &scratch,
            &["solve", "-", "--independent", "--json"],
            &open.stdout,
        );
        assert!(solved.status.success(), "{}", text(&solved.stderr));
        let mut lines: Vec<String> = text(&solved.stdout).lines().map(str::to_owned).collect();
        lines.reverse();
        lines.push(lines[0].clone());
        lines.push(lines[0][..lines[0].len() / 2].to_owned());
        let read = prove(&scratch, &["--answers", "-"], lines.join("\n").as_bytes());
        let errors = text(&read.stderr);
        assert!(
            errors.contains("1 that say nothing new, 1 lines that are no answers"),
            "{errors}"
        );
        assert!(round < 500, "no end in sight");
    }
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let scratch = Scratch::new();
    let refused = |arguments: &[&str], code: i32, message: &str| {
        let output = bianca(&scratch, arguments, b"");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{errors}");
        assert!(errors.contains(message), "{errors}");
    };
    refused(
        &["prove", "nonsense", "--knowledge", "k"],
        2,
        "'nonsense' is no game",
    );
    refused(
        &["prove", "f5d6", "--knowledge", "k"],
        2,
        "--frontier 42 at least",
    );
    refused(&["prove", ENDING], 2, "--knowledge");
    refused(
        &["prove", ENDING, "--knowledge", "k", "--at-least", "65"],
        2,
        "65",
    );
    refused(
        &["prove", ENDING, "--knowledge", "k", "--batch", "5"],
        2,
        "--open",
    );
    assert!(fs::metadata(scratch.path("k")).is_err());
    fs::write(scratch.path("k"), "a letter\n").unwrap();
    refused(&PROVE, 1, "something else");
    assert_eq!(fs::read_to_string(scratch.path("k")).unwrap(), "a letter\n");
    // What a wrong answer says is refused once the opposite is known.
    fs::remove_file(scratch.path("k")).unwrap();
    let wrong = format!("{{\"position\":\"{ENDING}\",\"bounds\":[-64,16],\"nodes\":1}}\n");
    let right = wrong.replace("-64,16", "18,64");
    let both = prove(&scratch, &["--answers", "-"], (right + &wrong).as_bytes());
    assert_eq!(both.status.code(), Some(1));
    assert!(
        text(&both.stderr).contains("one of them is wrong"),
        "{}",
        text(&both.stderr)
    );
}

#[test]
fn answers_of_several_positions_that_contradict_each_other_prove_nothing() {
    let scratch = Scratch::new();
    // It is 18, as exact scores of the positions after it show.
    let wrong = format!("{{\"position\":\"{ENDING}\",\"bounds\":[20,64],\"nodes\":1}}\n");
    let read = prove(&scratch, &["--answers", "-"], wrong.as_bytes());
    assert_eq!(read.status.code(), Some(5), "{}", text(&read.stderr));
    for round in 0.. {
        let open = prove(&scratch, &["--open"], b"");
        if open.status.code() == Some(1) {
            let errors = text(&open.stderr);
            assert!(
                errors.contains("what is known contradicts itself"),
                "{errors}"
            );
            break;
        }
        assert_eq!(open.status.code(), Some(5), "{}", text(&open.stderr));
        let boards: String = text(&open.stdout)
            .lines()
            .map(|line| format!("{}\n", line.split_once(' ').unwrap().1))
            .collect();
        let arguments = ["solve", "-", "--independent", "--json"];
        let solved = bianca(&scratch, &arguments, boards.as_bytes());
        prove(&scratch, &["--answers", "-"], &solved.stdout);
        assert!(round < 50, "nobody has noticed");
    }
}
