//! What the executable writes as JSON is what `docs/json.schema.json` says.
//!
//! The few words of JSON Schema that the file uses are understood here, and any other fails: the
//! crates that know all of it bring some sixty others along.

use std::process::Command;

use bianca::games::kind::GameKind;
use bianca::request::StopFlag;
use bianca::session::{Session, SessionSettings};
use serde_json::{Map, Value};

use crate::support::{Scratch, stderr, stdout};

const SCHEMA: &str = include_str!("../../docs/json.schema.json");

/// Why `value` is not what `schema` says; nothing if it is.
fn faults(schema: &Value, value: &Value, path: &str, root: &Value) -> Vec<String> {
    let words = schema.as_object().expect("a schema is an object");
    let fault = |is_right: bool, what: &str| {
        if is_right {
            Vec::new()
        } else {
            vec![format!("{path}: {what}, but is {value}")]
        }
    };
    let number = |word: &Value| word.as_f64().expect("a bound");
    let length = |list: &Vec<Value>| list.len() as f64;
    let check = |(word, says): (&String, &Value)| -> Vec<String> {
        match word.as_str() {
            "$schema" | "title" | "description" | "$defs" => Vec::new(),
            "$ref" => {
                let place = says.as_str().unwrap().strip_prefix('#').unwrap();
                let place = root.pointer(place).expect("a definition");
                faults(place, value, path, root)
            }
            "anyOf" => {
                let mut choices = says.as_array().unwrap().iter();
                let fits = choices.any(|choice| faults(choice, value, path, root).is_empty());
                fault(fits, "one of several")
            }
            "enum" => fault(
                says.as_array().unwrap().contains(value),
                "one of some words",
            ),
            "type" => {
                let types = match says {
                    Value::Array(types) => types.clone(),
                    one => vec![one.clone()],
                };
                let is = types
                    .iter()
                    .any(|name| is_of(value, name.as_str().unwrap()));
                fault(is, &format!("of type {says}"))
            }
            "pattern" => match value.as_str() {
                None => Vec::new(),
                Some(text) => fault(fits(says.as_str().unwrap(), text), says.as_str().unwrap()),
            },
            "minimum" => fault(value.as_f64().is_none_or(|n| n >= number(says)), "at least"),
            "maximum" => fault(value.as_f64().is_none_or(|n| n <= number(says)), "at most"),
            "minItems" => fault(
                value.as_array().is_none_or(|l| length(l) >= number(says)),
                "longer",
            ),
            "maxItems" => fault(
                value.as_array().is_none_or(|l| length(l) <= number(says)),
                "shorter",
            ),
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items
                    .flat_map(|(at, item)| faults(says, item, &format!("{path}/{at}"), root))
                    .collect()
            }
            "properties" => {
                let known = says.as_object().unwrap();
                let members = value.as_object().into_iter().flatten();
                members
                    .filter_map(|(name, member)| Some((name, known.get(name)?, member)))
                    .flat_map(|(name, schema, member)| {
                        faults(schema, member, &format!("{path}/{name}"), root)
                    })
                    .collect()
            }
            "required" => {
                let missing = |name: &&Value| value.get(name.as_str().unwrap()).is_none();
                let missing: Vec<&Value> =
                    says.as_array().unwrap().iter().filter(missing).collect();
                fault(
                    missing.is_empty() || !value.is_object(),
                    &format!("with {missing:?}"),
                )
            }
            "additionalProperties" => {
                assert_eq!(says, &Value::Bool(false));
                let known: &Map<String, Value> = words["properties"].as_object().unwrap();
                let mut members = value.as_object().into_iter().flatten();
                let other = members.find(|(name, _)| !known.contains_key(*name));
                fault(other.is_none(), &format!("without {other:?}"))
            }
            other => panic!("{other} is a word of JSON Schema that this test does not know"),
        }
    };
    words.iter().flat_map(check).collect()
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}

/// The patterns of the file, which are about squares and boards.
fn fits(pattern: &str, text: &str) -> bool {
    let square = |text: &str| {
        let bytes = text.as_bytes();
        bytes.len() == 2 && (b'a'..=b'h').contains(&bytes[0]) && (b'1'..=b'8').contains(&bytes[1])
    };
    match pattern {
        "^[a-h][1-8]$" => square(text),
        "^([a-h][1-8]|pass)$" => text == "pass" || square(text),
        "^([a-h][1-8]|pass)*$" => {
            let moves = text.replace("pass", "a1");
            moves.is_ascii()
                && moves
                    .as_bytes()
                    .chunks(2)
                    .all(|mv| square(str::from_utf8(mv).unwrap()))
        }
        "^[XO-]{64} [XO]$" => {
            let (board, side) = text.split_once(' ').unwrap_or_default();
            board.len() == 64
                && board.chars().all(|c| "XO-".contains(c))
                && ["X", "O"].contains(&side)
        }
        other => panic!("{other} is a pattern that this test does not know"),
    }
}

/// Checks each line against a definition, and gives all lines.
#[track_caller]
fn check(definition: &str, text: &str) -> Vec<Value> {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for row in &rows {
        let faults = faults(&schema["$defs"][definition], row, definition, &schema);
        assert!(faults.is_empty(), "{faults:#?} in {row}");
        let whole = self::faults(&schema, row, "", &schema);
        assert!(whole.is_empty(), "{whole:#?}");
    }
    rows
}

fn bianca(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    let output = command.args(arguments).output().unwrap();
    assert_ne!(stdout(&output), "", "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

const START: &str = "---------------------------OX------XO--------------------------- X";
const WON: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X";
const ENDING: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

#[test]
fn solve_writes_what_the_schema_says() {
    let scratch = Scratch::new();
    let lines = format!("{ENDING}; g8:+18; h1:+99; % a comment\n{WON}\nf5d6c3\n");
    let input = scratch.write("p.txt", &lines);
    let all = [
        &["--all-moves"][..],
        &["--wld", "--time", "5"],
        &["--window", "0", "2"],
        &["--independent"],
    ];
    for more in all {
        let limits = [
            "solve", &input, "--json", "--nodes", "200000", "--hash", "1",
        ];
        let limits = if more.contains(&"--time") {
            &limits[..3]
        } else {
            &limits[..]
        };
        let rows = check("solve", &bianca(&[limits, more].concat()));
        assert_eq!(rows.len(), 3);
        assert!(rows[1]["move"].is_null() && rows[0]["comment"] == "a comment");
    }
    let bad = scratch.write("bad.txt", "hello\n");
    check(
        "error",
        &bianca(&["solve", &bad, "--json", "--independent"]),
    );
}

#[test]
fn analyze_writes_what_the_schema_says() {
    let scratch = Scratch::new();
    let ggf = "(;GM[Othello]PC[Paris]EV[Open]RO[3]DT[1995]PB[Ann]PW[Bo]B[f5]W[f6]B[e6]W[f4]B[g7];)";
    let board = "------------------OOO------XO------XXX-------------------------- X";
    let games = format!("{ggf}\ne6f4e3f6g5d6e7f5c5\n{board}\nf5d6c3d3c4f4c5\n");
    let input = scratch.write("g.txt", &games);
    let analyze = ["analyze", &input, "--json", "--level", "4", "--hash", "1"];
    let rows = check("analyze", &bianca(&[&analyze[..], &["--explain"]].concat()));
    assert!(rows.len() >= 3 && rows[0]["event"] == "Open");
    let explained = rows.iter().flat_map(|row| row["moves"].as_array().unwrap());
    let explained = explained.filter(|mv| mv["explanation"]["reason"].is_object());
    assert!(explained.count() > 0, "{rows:?}");
    check(
        "analyze",
        &bianca(&[&analyze[..], &["--independent"]].concat()),
    );
    let rows = check("analyze", &bianca(&[&analyze[..], &["--people"]].concat()));
    assert!(rows[0]["moves"][0]["people"].is_object());
}

#[test]
fn rate_writes_what_the_schema_says() {
    let scratch = Scratch::new();
    // A game of one move has no choice in most phases.
    let input = scratch.write("g.txt", format!("{GAME}\nf5d6\n"));
    let rows = check("rate", &bianca(&["rate", &input, "--json"]));
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["games"], 2);
    let short = scratch.write("short.txt", "f5d6\n");
    let rows = check("rate", &bianca(&["rate", &short, "--json"]));
    assert!(rows[0]["phases"][4]["mean"].is_null());
}

/// A game with a puzzle near its end.
const PUZZLED: &str = "f5d6c7g5f4g4h5h6h7f6e3g6h4f3f7g3e6e7c6f8d8d7c3b6c5c4d3b4b3c2h3e2\
                       a6a4d2e1a3a2e8f2a5b5a1b2g8b7f1g2c1b8a8a7d1b1h2h1g1h8c8g7";

#[test]
fn puzzles_writes_what_the_schema_says() {
    let scratch = Scratch::new();
    let input = scratch.write("g.txt", format!("{PUZZLED}\n"));
    let puzzles = [
        "puzzles",
        &input,
        "--json",
        "--per-game=9",
        "--empties=6-14",
    ];
    let rows = check("puzzle", &bianca(&[&puzzles[..], &["--hash=1"]].concat()));
    assert!(rows[0]["game"] == 1);
    let independent = &["--independent"];
    let rows = check("puzzle", &bianca(&[&puzzles[..], independent].concat()));
    assert!(rows[0]["game"].is_null());
    let builtin = [
        "puzzles",
        "--builtin",
        "--json",
        "--count=3",
        "--empties=6-8",
    ];
    let rows = check("puzzle", &bianca(&builtin));
    assert!(rows[0]["played"].is_null() && rows.len() == 3);
}

#[test]
fn match_and_move_write_what_the_schema_says() {
    let players = [
        "match",
        "--engine",
        "cmd=player:first",
        "--engine",
        "cmd=player:greedy",
    ];
    let games = [
        "--games",
        "4",
        "--seed",
        "1",
        "--openings",
        "random:6",
        "--json",
    ];
    let test = ["--sprt", "elo0=0", "elo1=50"];
    for more in [&[][..], &test] {
        let rows = check("match", &bianca(&[&players[..], &games, more].concat()));
        assert_eq!(
            (rows.len(), rows[0]["sprt"].is_null()),
            (1, more.is_empty())
        );
    }
    for board in [START, WON, ENDING] {
        check("move", &bianca(&["move", board, "--depth", "4", "--json"]));
    }
}

#[test]
fn compare_writes_what_the_schema_says() {
    let scratch = Scratch::new();
    let input = scratch.write("p.txt", format!("{ENDING}; g8:+18; h1:+9\n{START}\n"));
    let players = [
        "compare",
        &input,
        "--engine",
        "cmd=player:bianca:8",
        "--engine",
        "cmd=player:first",
    ];
    let rows = check(
        "compare",
        &bianca(&[&players[..], &["--judge-nodes", "1000", "--json"]].concat()),
    );
    assert_eq!((rows.len(), &rows[0]["positions"]), (1, &2.into()));
    assert!(!rows[0]["differences"].as_array().unwrap().is_empty());
}

/// A whole game with two passes, by players who lost much in all of its parts.
const GAME: &str = "f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8\
                    b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2passe8passh6g6h5h4g2h2c1b1h1b2a1";

/// What the session answers to lines in process.
fn ask(session: &mut Session<Vec<u8>>, line: &str) -> String {
    session.output().clear();
    session.send(line, &StopFlag::new()).unwrap();
    String::from_utf8(session.output().clone()).unwrap()
}

#[test]
fn review_tells_each_move_as_analyze_writes_it() {
    let scratch = Scratch::new();
    let input = scratch.write("g.txt", format!("{GAME}\n"));
    let terms = [
        "--level",
        "6",
        "--blunder",
        "4",
        "--explain",
        "--lang",
        "es",
    ];
    let analyze = ["analyze", &input, "--json", "--hash", "1"];
    let analyzed = check("analyze", &bianca(&[&analyze[..], &terms].concat())).remove(0);
    let options = vec![("Hash".to_owned(), "1".to_owned())];
    let settings = SessionSettings {
        options,
        ..SessionSettings::default()
    };
    let mut session = Session::in_process(Vec::new(), settings).unwrap();
    ask(&mut session, &format!("play {GAME}"));
    let history = ask(&mut session, "history");
    // Neither the player nor what it has searched counts.
    for line in [
        "undo",
        "go depth 8",
        "redo",
        "option Level 2",
        "option Seed 7",
        "option Player greedy",
    ] {
        assert!(ask(&mut session, line).starts_with('='), "{line}");
    }
    let told = ask(&mut session, "7 review level 6 blunder 4 explain es");
    let rows = told
        .strip_prefix("=7\n")
        .unwrap()
        .strip_suffix("\n\n")
        .unwrap();
    let mut rows = check("analyzed_move", rows);
    rows.reverse();
    assert!(rows.len() > 57, "{}", rows.len());
    assert!(
        rows.iter()
            .any(|row| row["explanation"]["reason"].is_object())
    );
    let proven = rows.iter().filter(|row| row["proven"] == true).count();
    assert!(
        (10..rows.len() - 20).contains(&proven),
        "{proven} are exact"
    );
    assert_eq!(analyzed["moves"].as_array(), Some(&rows));
    assert_eq!(ask(&mut session, "history"), history);
}

/// Every game is played to its end, the middle one of its moves each time.
#[test]
fn state_writes_what_the_schema_says_of_every_game() {
    let games = [
        "othello",
        "reversi-1880",
        "tictactoe 3 5 3",
        "frogs 2",
        "tree",
    ];
    assert_eq!(games.len(), GameKind::ALL.len());
    let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
    let mut ask = |line: &str| -> String {
        session.output().clear();
        session.send(line, &StopFlag::new()).unwrap();
        let reply = String::from_utf8(session.output().clone()).unwrap();
        reply.strip_prefix("= ").unwrap_or("").trim().to_owned()
    };
    for game in games {
        ask(&format!("newgame {game}"));
        loop {
            let state = check("state", &ask("state")).remove(0);
            let texts = |name: &str| -> Vec<String> {
                let texts = state[name].as_array().unwrap().iter();
                texts
                    .map(|text| text.as_str().unwrap().to_owned())
                    .collect()
            };
            let legal = texts("legal");
            assert_eq!(legal.join(" "), ask("legal"));
            assert_eq!(texts("history").join(" "), ask("history"));
            assert_eq!(
                state["last"].as_str(),
                texts("history").last().map(String::as_str)
            );
            let cells: Vec<&Value> = (state["cells"].as_array().unwrap().iter())
                .flat_map(|row| row.as_array().unwrap())
                .collect();
            let clicks = |mv: &String| cells.iter().any(|cell| cell["move"] == mv.as_str());
            let discs = legal.iter().filter(|mv| *mv != "pass");
            assert!(cells.is_empty() == (game == "tree"));
            assert!(cells.is_empty() || discs.into_iter().all(clicks), "{state}");
            assert_eq!(state["over"].as_bool(), Some(legal.is_empty()));
            assert_eq!(state["score"].is_null(), !legal.is_empty());
            let Some(mv) = legal.get(legal.len() / 2) else {
                break;
            };
            ask(&format!("play {mv}"));
        }
    }
}

#[test]
fn hint_people_writes_what_the_schema_says() {
    let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
    let mut ask = |line: &str| -> String {
        session.output().clear();
        session.send(line, &StopFlag::new()).unwrap();
        let reply = String::from_utf8(session.output().clone()).unwrap();
        reply.strip_prefix("= ").unwrap_or("").trim().to_owned()
    };
    let mut traps = 0;
    // A pass, an end, and positions of a game.
    for moves in [
        "",
        "c4c3f5b4a4a5c2a3",
        "e6f4e3f6g5d6e7f5c5",
        "f5d6c5f4e3d3e6g5c6f3g4f6",
    ] {
        for rating in [900, 1500, 2300] {
            ask("newgame");
            if !moves.is_empty() {
                ask(&format!("play {moves}"));
            }
            let row = check("people", &ask(&format!("hint people {rating} json"))).remove(0);
            assert_eq!(row["rating"], rating);
            traps += usize::from(!row["trap"].is_null());
        }
    }
    assert!(traps > 0);
}

/// Whole games against one that follows, each side once: it is told after each, and before the next
/// it is counted without a question.
#[test]
fn follow_writes_what_the_schema_says_and_each_game_counts_once() {
    let mut session = Session::in_process(Vec::new(), SessionSettings::default()).unwrap();
    let mut ask = |line: &str| -> String {
        session.output().clear();
        session.send(line, &StopFlag::new()).unwrap();
        let reply = String::from_utf8(session.output().clone()).unwrap();
        reply.trim().to_owned()
    };
    let answer = |reply: String| reply.strip_prefix("= ").unwrap_or("").to_owned();
    assert!(ask("follow").starts_with("? nobody is followed"));
    ask("option Seed 5");
    ask("option Elo 1100");
    ask("option Skill follow");
    let told = |reply: String| check("followed", reply.strip_prefix("= ").unwrap()).remove(0);
    let first = told(ask("follow"));
    assert_eq!(
        (&first["elo"], &first["last_elo"]),
        (&1100.into(), &Value::Null)
    );
    let mut strengths = vec![1100];
    for own in ["white", "black"] {
        ask("newgame");
        loop {
            let state: Value = serde_json::from_str(&answer(ask("state"))).unwrap();
            let Some(mv) = state["legal"].as_array().unwrap().first() else {
                break;
            };
            if state["to_move"] == own {
                ask("genmove");
            } else {
                ask(&format!("play {}", mv.as_str().unwrap()));
            }
        }
        // Asking twice counts once.
        let known = told(ask("follow"));
        assert_eq!(known, told(ask("follow")));
        assert_eq!(known["last_elo"], strengths[strengths.len() - 1]);
        assert_eq!(answer(ask("option Elo")), known["elo"].to_string());
        strengths.push(known["elo"].as_i64().unwrap());
    }
    // Whoever makes the first legal move loses to a casual player, and gets a weaker one.
    assert!(
        strengths.is_sorted_by(|before, after| before > after),
        "{strengths:?}"
    );
    let games =
        |known: &Value| ["wins", "draws", "losses"].map(|name| known[name].as_u64().unwrap());
    assert_eq!(games(&told(ask("follow"))), [0, 0, 2]);
    // One that was given up counts if it is said.
    ask("newgame");
    ask("play f5");
    ask("genmove");
    assert_eq!(games(&told(ask("follow"))), [0, 0, 2]);
    assert_eq!(games(&told(ask("follow black"))), [1, 0, 2]);
    for bad in ["follow grey", "follow black white", "follow 1"] {
        assert!(ask(bad).starts_with("? syntax error"), "{bad}");
    }
    // Another skill stops it, and it goes on where it was.
    ask("option Skill club");
    assert!(ask("follow").starts_with('?'));
    ask("option Follow true");
    assert_eq!(games(&told(ask("follow"))), [1, 0, 2]);
    ask("option Elo 1300");
    ask("option Follow true");
    assert_eq!(games(&told(ask("follow"))), [0, 0, 0]);
}

/// A test that cannot fail shows nothing.
#[test]
fn what_the_schema_does_not_say_is_found() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let written = bianca(&["move", START, "--depth", "2", "--json"]);
    let good: Value = serde_json::from_str(&written).unwrap();
    let is_wrong = |change: &dyn Fn(&mut Value)| {
        let mut row = good.clone();
        change(&mut row);
        !faults(&schema["$defs"]["move"], &row, "", &schema).is_empty()
    };
    assert!(!is_wrong(&|_| ()));
    assert!(is_wrong(&|row| row["move"] = "i9".into()));
    assert!(is_wrong(&|row| row["score"] = 65.into()));
    assert!(is_wrong(&|row| row["pv"] = Value::Null));
    assert!(is_wrong(&|row| row["pv"][0] = 3.into()));
    assert!(is_wrong(&|row| row["depth"] = (-1).into()));
    assert!(is_wrong(&|row| row["new"] = 1.into()));
    assert!(is_wrong(&|row| drop(
        row.as_object_mut().unwrap().remove("nodes")
    )));
}
