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
    let json = told(&rate(&["examples/games/games.ggf", "--json"]));
    let rows: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ratings: Vec<i64> = rows
        .iter()
        .map(|row| row["rating"].as_i64().unwrap())
        .collect();
    assert_eq!(ratings.len(), 3, "{text}");
    assert!(ratings.is_sorted_by(|a, b| a >= b), "{text}");
    for (line, row) in text.lines().skip(1).zip(&rows) {
        assert!(line.starts_with(row["player"].as_str().unwrap()), "{text}");
        assert!(
            line.contains(&format!("{} to {}", row["low"], row["high"])),
            "{text}"
        );
        let width = row["high"].as_i64().unwrap() - row["low"].as_i64().unwrap();
        assert!(row["told"] == "range" || width <= 500, "{row}");
        assert_eq!(row["told"] == "range", line.contains("  -  "), "{text}");
    }
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
    let strength = format!("in 95 of 100 cases {} to {}", row["low"], row["high"]);
    assert!(text.contains(&strength), "{text}");
    let four = row["lapses"]["4"].as_f64().unwrap();
    assert!(
        text.contains(&format!("4 discs or more    {four:.1} moves a game")),
        "{text}"
    );
    let after = row["after_opening"]["mean"].as_f64().unwrap();
    assert!(
        text.contains(&format!("after the opening  {after:.2} ±")),
        "{text}"
    );
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
                    // The first moves have no times: the opening was drawn. Some are asked by the
                    // file alone.
                    let turns = game.split(']');
                    let turns =
                        turns.filter(|turn| turn.starts_with("B[") || turn.starts_with("W["));
                    let given = turns
                        .take_while(|turn| turn.matches('/').count() < 2)
                        .count();
                    let after = if number % 2 == 0 {
                        format!(" after {given}")
                    } else {
                        String::new()
                    };
                    let add = if judged > 0 { " add" } else { "" };
                    last = ask(&format!("rate {color}{after}{add}"));
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
    // Each time another game: the same again is not judged again.
    let lines = format!("{game}{}stop\n{rate}", format!("{rate}undo\n").repeat(20));
    let mut input = session.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = told(&session.wait_with_output().unwrap());
    let replies: Vec<&str> = output.trim_end().split("\n\n").collect();
    assert_eq!(replies.len(), 43, "{output}");
    let rated: Vec<&str> = replies[1..41].iter().copied().step_by(2).collect();
    let others = &replies[41..];
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

#[test]
fn the_same_game_again_counts_once_and_is_told() {
    let scratch = Scratch::new();
    let file = scratch.path("games.ggf");
    let games = fs::read_to_string("examples/games/games.ggf").unwrap();
    let game = games.lines().next().unwrap();
    fs::write(&file, format!("{game}\n").repeat(20)).unwrap();
    let once = told(&rate(&[
        "examples/games/games.ggf",
        "--json",
        "--filter",
        "player=expert",
    ]));
    let again = told(&rate(&[&file, "--json"]));
    let rows = |text: &str| -> Vec<Value> {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let mut rows_once = rows(&once);
    assert_eq!(rows_once.len(), 2, "{once}");
    for row in &mut rows_once {
        assert_eq!(row["doubles"], 0);
        row["doubles"] = 19.into();
    }
    assert_eq!(rows(&again), rows_once);
    let text = told(&rate(&[&file]));
    assert!(
        text.ends_with("19 games are there again and were left out.\n"),
        "{text}"
    );
    let page = scratch.path("page.html");
    let spanish = told(&rate(&[
        &file, "--player", "EXPERT", "--lang", "es", "--report", &page,
    ]));
    let sentence = "19 partidas están repetidas y no cuentan otra vez.";
    assert!(spanish.contains(sentence), "{spanish}");
    assert!(fs::read_to_string(&page).unwrap().contains(sentence));

    // The same in a session.
    let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
    let mut ask = |line: &str| {
        session.output().clear();
        assert!(session.send(line, &Default::default()).unwrap());
        String::from_utf8(session.output().clone()).unwrap()
    };
    ask(&format!("loadgame {file} 1"));
    let first: Value = serde_json::from_str(ask("rate black").strip_prefix("= ").unwrap()).unwrap();
    let mut second: Value =
        serde_json::from_str(ask("rate black add").strip_prefix("= ").unwrap()).unwrap();
    assert_eq!(
        (&first["doubles"], &second["doubles"]),
        (&0.into(), &1.into())
    );
    second["doubles"] = 0.into();
    assert_eq!(first, second);
}

/// Black has a corner from the start, and white begins.
const HANDICAP: &str = "(;GM[Othello]PB[Ann]PW[Bob]TY[8]\
    BO[8 *--------------------------O*------*O--------------------------- O]\
    W[f4]B[f3]W[e3]B[f5];)";

#[test]
fn a_handicap_in_corners_is_told_and_left_out() {
    let scratch = Scratch::new();
    let file = scratch.path("games.ggf");
    let games = fs::read_to_string("examples/games/games.ggf").unwrap();
    fs::write(&file, format!("{games}{HANDICAP}\n")).unwrap();
    let text = told(&rate(&[&file]));
    let (rows, last) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, "1 game began with discs in corners and was left out.");
    assert_eq!(
        rows.to_owned() + "\n",
        told(&rate(&["examples/games/games.ggf"]))
    );
    fs::write(&file, HANDICAP).unwrap();
    let alone = rate(&[&file]);
    assert_eq!(alone.status.code(), Some(1));
    assert!(
        error(&alone).contains("no game that counts"),
        "{}",
        error(&alone)
    );
    assert!(
        error(&alone).contains("began with discs in corners"),
        "{}",
        error(&alone)
    );
    let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
    assert!(
        session
            .send(&format!("loadgame {file}"), &Default::default())
            .unwrap()
    );
    session.output().clear();
    assert!(session.send("rate white", &Default::default()).unwrap());
    assert_eq!(
        String::from_utf8(session.output().clone()).unwrap(),
        "? there is nothing to rate: the game began with discs in corners, a handicap\n\n"
    );
}

#[test]
fn a_name_is_one_player_and_a_part_of_one_is_asked_about() {
    let scratch = Scratch::new();
    let file = scratch.path("games.ggf");
    let games = fs::read_to_string("examples/games/games.ggf").unwrap();
    let games = games
        .replace("[Expert]", "[Ann B]")
        .replace("[Strong]", "[Ann]");
    fs::write(&file, games.replacen("[Ann]", "[ann]", 1)).unwrap();
    let text = told(&rate(&[&file, "--player", "ANN"]));
    assert!(text.contains("4 games"), "{text}");
    assert!(!text.contains("Ann B"), "{text}");
    let part = rate(&[&file, "--player", "an"]);
    assert_eq!(part.status.code(), Some(1));
    let message = error(&part);
    assert!(message.contains("no game of 'an' that counts"), "{message}");
    assert!(message.contains("' (4), 'Ann B' (1)"), "{message}");
    assert_eq!(String::from_utf8_lossy(&part.stdout), "");
}

#[test]
fn three_moves_say_nothing_but_what_is_missing() {
    let scratch = Scratch::new();
    let file = scratch.path("games.txt");
    fs::write(&file, "f5d6c3\n").unwrap();
    for (language, missing) in [
        ("en", "15 moves with a choice. So far there are 3."),
        (
            "es",
            "15 jugadas en las que se podía elegir. Por ahora hay 3.",
        ),
        ("fr", "15 coups où l’on avait le choix. Il y en a 3"),
        ("ja", "15 手必要です。今は 3 手です。"),
        ("zh", "15 步有选择的着法。目前有 3 步。"),
    ] {
        let page = scratch.path("page.html");
        let list = told(&rate(&[&file, "--lang", language, "--report", &page]));
        let text = told(&rate(&[&file, "--lang", language, "--player", "?"]));
        let page = fs::read_to_string(&page).unwrap();
        let (_, page) = page.split_once("<main>").unwrap();
        let (page, _) = page.split_once("class=\"scale").unwrap();
        for told in [&text, page] {
            assert!(told.contains(missing), "{told}");
        }
        for told in [&text, page, &list] {
            assert!(!told.contains("100"), "{told}");
        }
    }
}
