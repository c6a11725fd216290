//! How strong players are, told by the executable from their games.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use bianca::session::{Session, SessionSettings};
use serde_json::Value;

use crate::support::Scratch;

fn rate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bianca"))
        .arg("rate")
        .args(arguments)
        // Whoever runs this may speak another language.
        .env("LC_ALL", "C")
        .output()
        .expect("the executable runs")
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{}", error(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn players_are_listed_the_strongest_first() {
    let text = told(&rate(&["examples/games/games.ggf"]));
    let strengths: Vec<f64> = text
        .lines()
        .skip(1)
        .map(|line| line.split(" to ").next().unwrap())
        .map(|line| {
            line.split_whitespace()
                .rev()
                .nth(1)
                .unwrap()
                .parse()
                .unwrap()
        })
        .collect();
    assert_eq!(strengths.len(), 3, "{text}");
    assert!(strengths.is_sorted_by(|a, b| a >= b), "{text}");
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("player ") && first.ends_with("lost a move"),
        "{text}"
    );
}

#[test]
fn one_player_is_told_of_by_parts_of_the_game_and_json_says_the_same() {
    let all = told(&rate(&["examples/games/games.ggf", "--json"]));
    let row: Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
    let name = row["player"].as_str().unwrap();
    let text = told(&rate(&["examples/games/games.ggf", "--player", name]));
    let strength = format!("strength  {}, in 95 of 100 cases", row["rating"]);
    assert!(text.contains(&strength), "{text}");
    assert!(text.contains("people of 1500"), "{text}");
    assert_eq!(row["phases"].as_array().unwrap().len(), 5);
    let moves = |row: &Value| row["moves"].as_u64().unwrap();
    let phases = row["phases"].as_array().unwrap();
    assert_eq!(phases.iter().map(moves).sum::<u64>(), moves(&row["loss"]));
    assert_eq!(
        moves(&row["black"]) + moves(&row["white"]),
        moves(&row["loss"])
    );
    let [low, rating, high] = ["low", "rating", "high"].map(|key| row[key].as_i64().unwrap());
    assert!(low < rating && rating < high, "{row}");
    assert_eq!(told(&rate(&["examples/games/games.ggf", "--json"])), all);
}

#[test]
fn a_session_says_the_same_of_the_same_games() {
    let file = "examples/games/games.ggf";
    let games = fs::read_to_string(file).unwrap();
    let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
    let mut ask = |line: &str| {
        session.output().clear();
        assert!(session.send(line, &Default::default()).unwrap());
        String::from_utf8(session.output().clone()).unwrap()
    };
    for line in told(&rate(&[file, "--json"])).lines() {
        let mut row: Value = serde_json::from_str(line).unwrap();
        let name = row["player"].as_str().unwrap().to_owned();
        let (mut judged, mut last) = (0, String::new());
        for (number, game) in (1..).zip(games.lines()) {
            for (key, color) in [("PB", "black"), ("PW", "white")] {
                if game.contains(&format!("{key}[{name}]")) {
                    assert_eq!(ask(&format!("loadgame {file} {number}")), "=\n\n");
                    last = match judged {
                        0 => ask(&format!("rate {color}")),
                        _ => ask(&format!("rate {color} add")),
                    };
                    judged += 1;
                }
            }
        }
        row["player"] = "?".into();
        let told: Value = serde_json::from_str(last.strip_prefix("= ").unwrap()).unwrap();
        assert_eq!(told, row);
        assert_eq!(row["games"], judged);
    }
}

#[test]
fn a_session_that_is_stopped_adds_no_more_games_and_goes_on() {
    let mut session = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // So many games that the word to stop is read before the last one is done. It ends all that
    // are before it.
    let rate = "rate both add\n";
    let game = "loadgame examples/games/games.ggf\n";
    let lines = format!("{game}{}stop\n{rate}", rate.repeat(20));
    let mut input = session.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = told(&session.wait_with_output().unwrap());
    let replies: Vec<&str> = output.trim_end().split("\n\n").collect();
    assert_eq!(replies.len(), 23, "{output}");
    let (rated, others) = (&replies[1..21], &replies[21..]);
    let stopped = "? stopped before the game was rated";
    assert_eq!(rated[19], stopped);
    assert_eq!(others[0], "=");
    let added = rated.iter().filter(|reply| **reply != stopped).count();
    let last: Value = serde_json::from_str(others[1].strip_prefix("= ").unwrap()).unwrap();
    assert_eq!(last["games"], added + 1);
}

#[test]
fn a_game_without_names_is_one_game() {
    let scratch = Scratch::new();
    let file = scratch.path("games.txt");
    fs::write(&file, "f5d6c3d3c4f4f6\n").unwrap();
    let row: Value = serde_json::from_str(&told(&rate(&[&file, "--json"]))).unwrap();
    assert_eq!((&row["player"], &row["games"]), (&"?".into(), &1.into()));
    assert_eq!(
        (&row["moves"], &row["black"]["moves"]),
        (&7.into(), &4.into())
    );
}

#[test]
fn what_is_no_game_and_who_did_not_play_is_told() {
    let scratch = Scratch::new();
    let file = scratch.path("games.txt");
    fs::write(&file, "f5d6c3d3c4f4f6\nf5f5\n").unwrap();
    let some = rate(&[&file]);
    assert_eq!(some.status.code(), Some(4), "{}", error(&some));
    assert!(
        error(&some).contains("games.txt, line 2"),
        "{}",
        error(&some)
    );
    assert!(String::from_utf8_lossy(&some.stdout).lines().count() > 1);
    let nobody = rate(&[&file, "--player", "Tamenori"]);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(
        error(&nobody).contains("no game of 'Tamenori' that counts"),
        "{}",
        error(&nobody)
    );
    let nowhere = rate(&["nowhere.ggf"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(error(&nowhere).contains("nowhere.ggf"));
    assert_eq!(rate(&[&file, "--least", "9"]).status.code(), Some(1));
    let weights = rate(&[&file, "--evaluation", "nowhere.weights"]);
    assert_eq!(weights.status.code(), Some(1));
    assert!(error(&weights).contains("nowhere.weights"));
}

#[test]
fn the_report_is_a_page_in_the_language_asked_for_and_replaces_pages_alone() {
    let scratch = Scratch::new();
    let page = scratch.path("page.html");
    let games = "examples/games/games.ggf";
    let text = told(&rate(&[games, "--report", &page]));
    let english = fs::read_to_string(&page).unwrap();
    assert!(english.contains("<html lang=\"en\">") && english.contains("games.ggf</bdi>"));
    assert!(english.contains("In 95 of 100 cases"));
    for line in text.lines().skip(1) {
        let name = line.split("  ").next().unwrap().trim();
        assert!(
            english.contains(&format!("<h2><bdi>{name}</bdi></h2>")),
            "{name}"
        );
    }
    // A page of ours may go; so the same games again, and in another language.
    told(&rate(&[games, "--report", &page]));
    assert_eq!(fs::read_to_string(&page).unwrap(), english);
    told(&rate(&[
        games, "--report", &page, "--lang", "es", "--player", "club",
    ]));
    let spanish = fs::read_to_string(&page).unwrap();
    assert!(spanish.contains("<html lang=\"es\">") && spanish.contains("En 95 de 100 casos"));
    assert_eq!(spanish.matches("<section").count(), 1);
    let input = rate(&[games, "--report", games]);
    assert_eq!(input.status.code(), Some(2), "{}", error(&input));
}

#[test]
fn people_are_told_in_their_language_and_programs_in_none() {
    let games = "examples/games/games.ggf";
    let chinese = told(&rate(&[games, "--lang", "zh"]));
    assert!(chinese.starts_with("棋手"), "{chinese}");
    let french = told(&rate(&[games, "--lang", "fr", "--player", "club"]));
    assert!(french.contains("dans 95 cas sur 100"), "{french}");
    assert_eq!(
        told(&rate(&[games, "--json", "--lang", "ja"])),
        told(&rate(&[games, "--json"]))
    );
}
