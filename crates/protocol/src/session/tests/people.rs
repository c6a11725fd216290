//! `hint people`: what people would play, what they fall into, and what a skill draws from.

use super::{answers, native};
use crate::protocol::Command;
use crate::protocol::gtp;
use crate::protocol::gtp::people::percent;
use crate::session::{Session, SessionSettings};
use bianca_play::people::crowd::{AHEAD, Crowd, RATINGS, TRAP, USUAL_RATING};
use bianca_play::people::turns::Place;
use bianca_search::request::StopFlag;
use bianca_search::search::Settings;
use serde_json::Value;

/// The answer as JSON, and that the text says the same.
fn asked(session: &mut Session<Vec<u8>>, rating: u16) -> Value {
    let reply = answers(session, &[&format!("hint people {rating} json")]);
    let row: Value = serde_json::from_str(reply.strip_prefix("= ").unwrap()).unwrap();
    let text = answers(session, &[&format!("hint people {rating}")]);
    let moves = row["moves"].as_array().unwrap().iter().zip(1..);
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let told = |row: &Value| {
        let number = |name: &str| row[name].as_f64().unwrap();
        let (mv, chance) = (word(&row["move"]), number("chance"));
        format!("move {mv} chance {chance:.1} loss {:.2}", number("loss"))
    };
    let mut lines: Vec<String> = moves
        .map(|(row, rank)| format!("people {rating} rank {rank} {}", told(row)))
        .collect();
    let trap = &row["trap"];
    if !trap.is_null() {
        let reached = trap["reached"].as_f64().unwrap();
        let best = word(&trap["best"]);
        let mut line = format!("trap reached {reached:.1} {} best {best}", told(trap));
        let after = trap["after"].as_array().unwrap();
        if !after.is_empty() {
            let after: Vec<String> = after.iter().map(word).collect();
            line = format!("{line} after {}", after.join(" "));
        }
        lines.push(line);
    }
    assert_eq!(text, format!("= {}\n\n", lines.join("\n")));
    row
}

#[test]
fn all_moves_are_told_for_every_rating_and_nothing_changes() {
    let mut session = native();
    answers(&mut session, &["play f5d6c3d3c4f4f6f3e6e7d7c6d8c7"]);
    let state = answers(&mut session, &["state", "options"]);
    let rows = [900, 1500, 2300].map(|rating| asked(&mut session, rating));
    for row in &rows {
        let moves = row["moves"].as_array().unwrap();
        let legal = answers(&mut session, &["legal"]);
        assert_eq!(moves.len(), legal.split_whitespace().count() - 1);
        let chances = moves.iter().map(|row| row["chance"].as_f64().unwrap());
        assert!(chances.clone().is_sorted_by(|one, other| one >= other));
        assert!((chances.sum::<f64>() - 100.0).abs() < 1.0);
    }
    assert_ne!(rows[0]["moves"], rows[2]["moves"]);
    assert_eq!(answers(&mut session, &["state", "options"]), state);
    // Whatever is searched, set or asked in between.
    answers(
        &mut session,
        &["option Level 1", "option Skill 2", "go", "hint people"],
    );
    assert_eq!(asked(&mut session, 1500), rows[1]);
    let usual = answers(&mut session, &["hint people json"]);
    let row: Value = serde_json::from_str(usual.strip_prefix("= ").unwrap()).unwrap();
    assert_eq!(row, rows[1]);
}

#[test]
fn the_grammar_knows_the_bounds() {
    assert_eq!((*RATINGS.start(), *RATINGS.end()), (900, 2300));
    assert_eq!(USUAL_RATING, 1500);
    let mut session = native();
    let rating = "is not a rating from 900 to 2300, or json";
    for (line, reason) in [
        ("hint people 899", format!("'899' {rating}")),
        ("hint people 2301 json", format!("'2301' {rating}")),
        ("hint people +1500", format!("'+1500' {rating}")),
        ("hint people -1500", format!("'-1500' {rating}")),
        ("hint people 1500.5", format!("'1500.5' {rating}")),
        ("hint people 99999999999", format!("'99999999999' {rating}")),
        ("hint people club", format!("'club' {rating}")),
        ("hint people JSON", format!("'JSON' {rating}")),
        ("hint people 1500 text", "'text' is not json".to_owned()),
        (
            "hint people json 1500",
            "'1500' is one word too many".to_owned(),
        ),
        (
            "hint people 1500 json 3",
            "'3' is one word too many".to_owned(),
        ),
        (
            "hint peopl",
            "'peopl' is not a number of moves from 1 up".to_owned(),
        ),
    ] {
        let reply = answers(&mut session, &[line]);
        assert_eq!(reply, format!("? syntax error: {reason}\n\n"), "{line}");
    }
    for line in [
        "hint people",
        "hint people 900",
        "hint people json",
        "hint people 2300 json",
    ] {
        let parsed = gtp::parse_line(line);
        let order = matches!(
            parsed,
            crate::protocol::ParsedLine::Command {
                command: Ok(Command::People(_)),
                ..
            }
        );
        assert!(order, "{line}");
    }
    assert!(
        gtp::find("hint")
            .unwrap()
            .detail
            .contains("from 900 to 2300 (1500")
    );
}

#[test]
fn a_pass_a_finished_game_and_other_games_have_their_answers() {
    let mut session = native();
    answers(&mut session, &["play c4c3f5b4a4a5c2a3"]);
    let row = asked(&mut session, 1500);
    let only = &row["moves"].as_array().unwrap()[..];
    assert_eq!((only.len(), &only[0]["move"]), (1, &Value::from("pass")));
    assert_eq!(only[0]["chance"], 100.0);
    assert!(row["board"].as_str().unwrap().ends_with(" X"));
    answers(&mut session, &["newgame", "play e6f4e3f6g5d6e7f5c5"]);
    assert_eq!(answers(&mut session, &["hint people"]), "=\n\n");
    let over = answers(&mut session, &["hint people json"]);
    assert!(over.ends_with("\"moves\":[],\"trap\":null}\n\n"), "{over}");
    answers(&mut session, &["newgame tictactoe"]);
    assert_eq!(
        answers(&mut session, &["hint people"]),
        "? a hint of what people would play is not possible in this game\n\n"
    );
}

#[test]
fn what_is_stopped_says_so_and_the_next_is_answered() {
    let mut session = native();
    answers(&mut session, &["play f5"]);
    let stop = StopFlag::new();
    stop.raise();
    session.output().clear();
    session.send("7 hint people", &stop).unwrap();
    let told = String::from_utf8(session.output().split_off(0)).unwrap();
    assert_eq!(told, "?7 stopped before the moves were looked at\n\n");
    assert!(session.people.is_ready());
    assert!(asked(&mut session, 1500)["moves"].is_array());
}

#[test]
fn the_nearest_trap_is_one() {
    let mut session = native();
    let game =
        "f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2f2e2g3e7h6f1b3h3h4d7d1e1c1b1c7b4a4a5a6b6b5d8h2a2a3a7";
    let mut far = [false; AHEAD + 1];
    for length in (8..game.len()).step_by(6) {
        answers(
            &mut session,
            &["newgame", &format!("play {}", &game[..length])],
        );
        let trap = asked(&mut session, 1100)["trap"].take();
        if trap.is_null() {
            continue;
        }
        // Played to, it is the answer there.
        let after = trap["after"].as_array().unwrap();
        far[after.len()] = true;
        for mv in after {
            answers(&mut session, &[&format!("play {}", mv.as_str().unwrap())]);
        }
        let there = asked(&mut session, 1100);
        let first = &there["moves"][0];
        assert_eq!(
            (&first["move"], &first["chance"]),
            (&trap["move"], &trap["chance"])
        );
        assert!(first["loss"].as_f64().unwrap() >= f64::from(TRAP));
        let moves = there["moves"].as_array().unwrap();
        let best = moves.iter().find(|row| row["move"] == trap["best"]);
        assert_eq!(best.unwrap()["loss"], 0.0);
        assert_eq!(there["trap"]["after"].as_array().unwrap().len(), 0);
        assert_eq!(there["trap"]["reached"], 100.0);
    }
    assert!(far.iter().any(|found| *found), "{far:?}");
}

/// The chances that a move was drawn from: squares and percents.
fn chances(session: &mut Session<Vec<u8>>) -> Option<Vec<(String, f64)>> {
    let found = answers(session, &["last_search"]);
    let words: Vec<&str> = found.split_whitespace().collect();
    let place = words.iter().position(|word| *word == "chances")?;
    assert_eq!(words[place + 2], "pv");
    let pairs = words[place + 1].split(',').map(|pair| {
        let (mv, percent) = pair.split_once('=').unwrap();
        (mv.to_owned(), percent.parse().unwrap())
    });
    Some(pairs.collect())
}

#[test]
fn a_skill_tells_from_what_its_move_was_drawn() {
    let mut session = native();
    answers(&mut session, &["option Book off", "play f5d6c3d3c4f4f6"]);
    let legal = answers(&mut session, &["legal"]);
    let legal = legal.split_whitespace().count() - 1;
    // The skill that is the person of that rating as the model has it.
    answers(&mut session, &["option Elo 1550"]);
    let row = asked(&mut session, 1550);
    let played = answers(&mut session, &["genmove"]);
    let drawn = chances(&mut session).unwrap();
    assert_eq!(drawn.len(), legal);
    let sum: f64 = drawn.iter().map(|(_, percent)| percent).sum();
    assert!((sum - 100.0).abs() < 1.0, "{drawn:?}");
    let played = played.trim_start_matches('=').trim();
    assert!(
        drawn
            .iter()
            .any(|(mv, percent)| mv == played && *percent > 0.0)
    );
    for row in row["moves"].as_array().unwrap() {
        let mv = row["move"].as_str().unwrap();
        let (_, percent) = drawn.iter().find(|(drawn, _)| drawn == mv).unwrap();
        assert!(
            (percent - row["chance"].as_f64().unwrap()).abs() < 0.2,
            "{mv}"
        );
    }
    // Who plays what the search finds draws nothing.
    answers(
        &mut session,
        &["option Skill full", "option Level 1", "genmove"],
    );
    assert_eq!(chances(&mut session), None);
    answers(&mut session, &["option Skill 1", "reg_genmove"]);
    assert_eq!(chances(&mut session), None);
}

/// What is played, and where the last discs of the opponent and of the side to move lie then.
const SCENES: &[(&str, [&str; 2])] = &[
    ("newgame", ["", ""]),
    ("play f5", ["f5", ""]),
    ("play d6", ["d6", "f5"]),
    ("play c3d3c4", ["c4", "d3"]),
    ("undo", ["d3", "c3"]),
    ("redo", ["c4", "d3"]),
    ("gg-undo 4", ["f5", ""]),
    ("play f6", ["f6", "f5"]),
    // A board has no moves behind it, a transcript has.
    (
        "setboard --------------------------XXX-----OX---------------------------- O",
        ["", ""],
    ),
    ("play c3", ["c3", ""]),
    ("setboard f5d6c3d3", ["d3", "c3"]),
    ("clear_board", ["", ""]),
    // Black must pass after these.
    ("play c4c3f5b4a4a5c2a3", ["a3", "c2"]),
    ("play white d2", ["d2", "c2"]),
    ("undo", ["a3", "c2"]),
    ("play black pass", ["c2", "a3"]),
    ("play d2", ["d2", "c2"]),
    ("gogui-play_sequence b f5 w d6 b c3", ["d2", "c2"]),
    ("newgame", ["", ""]),
    ("gogui-play_sequence b f5 w d6 b c3", ["c3", "d6"]),
    ("newgame tictactoe", ["", ""]),
    ("newgame othello", ["", ""]),
];

#[test]
fn what_people_and_a_skill_are_shown_of_the_game_is_what_was_played() {
    let mut crowd = Crowd::new(&Settings::default()).unwrap();
    let mut passes = 0;
    for (last, (line, lasts)) in SCENES.iter().enumerate() {
        // Each from the beginning: a move that is made and taken back could be played again.
        let mut session = native();
        answers(&mut session, &["option Elo 1550"]);
        for (line, _) in &SCENES[..=last] {
            answers(&mut session, &[line]);
        }
        let Some(game) = session.table.game.othello() else {
            continue;
        };
        let place = Place {
            position: game.position(),
            lasts: lasts.map(|word| word.parse().ok()),
        };
        let expected = crowd.moves(place, 1550, &StopFlag::new()).unwrap();
        let row = asked(&mut session, 1550);
        let told = row["moves"].as_array().unwrap();
        assert_eq!(told.len(), expected.len(), "{line}");
        for (told, taken) in told.iter().zip(&expected) {
            assert_eq!(told["move"], taken.mv.to_string(), "{line}");
            assert_eq!(told["chance"], percent(taken.chance), "{line}");
        }
        if place.position.must_pass() {
            passes += 1;
            continue;
        }
        // The skill draws from the same, but for moves that it does not make.
        answers(&mut session, &["genmove"]);
        let drawn = chances(&mut session).unwrap();
        let chance = |mv: &str| {
            let mut moves = expected.iter();
            let taken = moves.find(|taken| taken.mv.to_string() == mv);
            100.0 * f64::from(taken.unwrap().chance)
        };
        let made = drawn.iter().filter(|(_, percent)| *percent > 0.0);
        let all: f64 = made.map(|(mv, _)| chance(mv)).sum();
        for (mv, percent) in drawn.iter().filter(|(_, percent)| *percent > 0.0) {
            let error = (chance(mv) / all * 100.0 - percent).abs();
            assert!(error < 0.2, "{line}: {mv} {percent}");
        }
    }
    assert_eq!(passes, 2);
}

#[test]
fn ugi_hears_of_chances_as_a_remark() {
    let settings = SessionSettings {
        options: vec![("Hash".to_owned(), "1".to_owned())],
        ..SessionSettings::default()
    };
    let mut session = Session::in_process(Vec::new(), settings).unwrap();
    let lines = [
        "ugi",
        "setoption name Skill value club",
        "position startpos moves f5",
        "go",
    ];
    let told = answers(&mut session, &lines);
    let remark = told
        .lines()
        .find(|line| line.starts_with("info string chances "));
    let remark = remark.unwrap_or_else(|| panic!("{told}"));
    for mv in ["d6=", "f6=", "f4="] {
        assert!(remark.contains(mv), "{remark}");
    }
}
