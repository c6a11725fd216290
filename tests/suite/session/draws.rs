//! Games differ, in one process and from process to process; a session is repeated by its seed.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// More than any game takes, with its passes; after the end nothing is played.
const MOVES: usize = 66;

/// A game of the engine with itself, and its moves.
fn game() -> String {
    format!("clear_board\n{}history\n", "genmove\n".repeat(MOVES))
}

/// What a new process answers to these lines, one after the other.
fn answers(lines: &str) -> Vec<String> {
    let mut bianca = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(["--hash", "1", "--level", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = bianca.stdin.take().unwrap();
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = bianca.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator("\n\n").map(str::to_owned).collect()
}

/// The whole games among the answers.
fn games(answers: &[String]) -> Vec<&str> {
    let whole =
        |answer: &&str| answer.split_whitespace().count() > 50 && !answer.starts_with("= option");
    let histories = answers.iter().map(String::as_str);
    histories.filter(whole).collect()
}

fn different(games: &[&str]) -> usize {
    games.iter().collect::<HashSet<_>>().len()
}

#[test]
fn ten_games_are_nearly_all_different_and_their_seed_repeats_them() {
    let ten = game().repeat(10);
    let lines = format!("options\n{ten}option Book off\n{ten}");
    let said = answers(&lines);
    let played = games(&said);
    assert_eq!(played.len(), 20);
    let (by_book, without) = played.split_at(10);
    assert!(different(by_book) >= 8, "{by_book:#?}");
    assert!(different(without) >= 8, "{without:#?}");

    let seed = said[0].split_once(" drawn ").unwrap().1;
    let seed = seed.split_whitespace().next().unwrap();
    let again = answers(&format!("option Seed {seed}\n{ten}option Book off\n{ten}"));
    assert_eq!(said[1..], again[1..]);
}

#[test]
fn processes_play_other_games() {
    for book in ["", "option Book off\n"] {
        let one = || answers(&format!("{book}{}", game()));
        let said: Vec<_> = (0..5).map(|_| one()).collect();
        let played: Vec<&str> = said.iter().flat_map(|said| games(said)).collect();
        assert_eq!(played.len(), 5);
        assert!(different(&played) >= 3, "{played:#?}");
    }
}
