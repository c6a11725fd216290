//! `bianca analyze` as a script or a person meets it.

mod people;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Scratch, stderr, stdout};
use bianca::record::reader::GameReader;
use serde_json::Value;

/// Far more than anything here takes, for a machine that does other things, too.
const DEADLINE: Duration = Duration::from_secs(240);

/// Three short games, one of which ends early; a comment and a blank line between them.
const GAMES: &str = "# a comment\nf5d6c3d3c4f4\n\ne6f4e3f6g5d6e7f5c5\nF5 F6 E6 F4\n";

fn start(arguments: &[&str]) -> Child {
    start_in("C", arguments)
}

/// Starts it where the environment asks for the language of `locale`.
fn start_in(locale: &str, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bianca"))
        .arg("analyze")
        .args(["--level=3", "--hash=1"])
        .args(arguments)
        .env("LC_ALL", locale)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn finish(mut child: Child) -> Output {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > DEADLINE {
            child.kill().unwrap();
            panic!("not finished in {DEADLINE:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

fn analyze(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(arguments);
    // It may have refused its arguments and gone.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    finish(child)
}

#[test]
fn every_move_of_every_game_is_judged_in_order() {
    let output = analyze(&["-", "--json"], GAMES);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let moves: Vec<usize> = rows
        .iter()
        .map(|row| row["moves"].as_array().unwrap().len())
        .collect();
    assert_eq!(moves, [6, 9, 4]);
    assert_eq!(rows[1]["game"], 2);
    assert_eq!(rows[1]["result"], 64.0);
    assert_eq!(rows[1]["transcript"], "e6f4e3f6g5d6e7f5c5");
    // The last move wins everything, and there is no better one.
    let last = &rows[1]["moves"][8];
    assert_eq!((&last["move"], &last["best"]), (&"c5".into(), &"c5".into()));
    assert_eq!(
        (&last["score"], &last["grade"]),
        (&64.0.into(), &"best".into())
    );
    assert!(rows[0]["result"].is_null());
    let text = stdout(&analyze(&["-", "--explain"], GAMES));
    assert!(text.starts_with("game 1: not finished\n"), "{text}");
    assert!(text.contains("\ngame 2: +64 for black\n"), "{text}");
    assert!(text.contains("blunder\n      "), "explained: {text}");
    assert_eq!(text.matches("\nblack: ").count(), 3);
}

/// Every move that is marked has its sentence, which counts nothing; what was counted is told to
/// who asks for it.
#[test]
fn every_marked_move_has_its_sentence_and_counts_are_asked_for() {
    const MOVES: &str =
        "f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2f2e2g3e7h6f1b3h3h4d7d1e1c1b1c7b4a4a5a6b6b5d8h2a2a3a7\n";
    let scratch = Scratch::new();
    let page = scratch.path("reasons.html");
    let text = |arguments: &[&str]| stdout(&analyze(&[&["-"], arguments].concat(), MOVES));
    let (plain, explained) = (text(&[]), text(&["--explain"]));
    let is_marked = |line: &&str| line.ends_with("  mistake") || line.ends_with("  blunder");
    let marked = plain.lines().filter(is_marked).count();
    let mistakes = plain
        .lines()
        .filter(|line| line.ends_with("  mistake"))
        .count();
    assert!(mistakes > 2 && marked > mistakes + 2, "{plain}");
    let sentences: Vec<&str> = explained
        .lines()
        .filter(|line| line.starts_with("      "))
        .collect();
    assert_eq!(sentences.len(), marked, "{explained}");
    assert_eq!(explained.lines().count(), plain.lines().count() + marked);
    for pair in explained.lines().collect::<Vec<_>>().windows(2) {
        assert_eq!(
            is_marked(&pair[0]),
            pair[1].starts_with("      "),
            "{pair:?}"
        );
    }
    for sentence in &sentences {
        assert!(
            sentence.ends_with('.') && sentence.split_whitespace().count() <= 20,
            "{sentence}"
        );
    }
    let counted = text(&["--counts"]);
    assert!(
        sentences.iter().all(|sentence| counted.contains(sentence)),
        "{counted}"
    );
    assert!(counted.contains(": mobility: ") && !explained.contains(": mobility: "));
    // A report has them without being asked; nothing else does.
    assert_eq!(text(&["--report", &page]), plain);
    let written = fs::read_to_string(&page).unwrap();
    assert_eq!(written.matches("<div class=\"why\"").count(), marked);
    // So has SGF, and counts where they are asked for.
    let comments = |option| text(&["--format", "sgf", option]);
    let (explained, counted) = (comments("--explain"), comments("--counts"));
    assert!(
        explained.contains("; After ") && !explained.contains("mobility"),
        "{explained}"
    );
    assert!(
        counted.contains("; After ") && counted.contains("mobility"),
        "{counted}"
    );
}

#[test]
fn the_words_of_reasons_are_told_with_pictures_in_every_language() {
    for (language, words) in [
        ("en", ["Glossary", "quiet move", "1 . . O * O . . ."]),
        ("fr", ["Glossaire", "coup tranquille", "1 . . O * O . . ."]),
        ("ja", ["用語集", "中割り", "1 . . O * O . . ."]),
    ] {
        let told = stdout(&analyze(&["--glossary", "--lang", language], ""));
        for word in words {
            assert!(told.contains(word), "{word}: {told}");
        }
    }
    let output = analyze(&["--glossary", "-"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(analyze(&[], "").status.code(), Some(2));
}

#[test]
fn people_are_spoken_to_in_their_language_and_programs_in_english() {
    let scratch = Scratch::new();
    let page = scratch.path("out.html");
    let text = |locale, arguments: &[&str]| {
        let mut child = start_in(locale, &[&["-", "--counts"], arguments].concat());
        let _ = child.stdin.take().unwrap().write_all(GAMES.as_bytes());
        stdout(&finish(child))
    };
    let french = text("fr_FR.UTF-8", &["--report", &page]);
    for part in [
        "partie 1\u{a0}: non terminée\n",
        "\nOuverture\u{a0}: ",
        "  # camp ",
        "  gaffe\n      ",
        "\u{a0}: mobilité\u{a0}: ",
        "\nBlanc\u{a0}: ",
    ] {
        assert!(french.contains(part), "{part}: {french}");
    }
    let written = fs::read_to_string(&page).unwrap();
    assert!(written.starts_with("<!DOCTYPE html>\n<html lang=\"fr\">"));
    assert!(written.contains("<summary>ce que disent les stratégies</summary>"));
    assert_eq!(text("C", &["--lang", "fr"]), french);
    assert_ne!(text("xx", &[]), french);
    // What programs read does not depend on the environment.
    let rows = text("fr_FR.UTF-8", &["--json"]);
    assert_eq!(rows, text("C", &["--json"]));
    // Where it is asked for, the reasons are in it; names and findings stay as they are.
    let spoken = text("C", &["--json", "--lang", "fr"]);
    assert!(spoken.contains("Après ") && !rows.contains("Après "));
    assert!(spoken.contains("\"mobility: black"));
    assert_eq!(
        spoken.matches("\"grade\":\"blunder\"").count(),
        rows.matches("\"grade\":\"blunder\"").count()
    );
}

#[test]
fn bad_games_are_named_and_spoil_no_other() {
    let input = b"f5d6\nf5x9\nf5a1\n\xff\nf5f6\n";
    let output = analyze(&["-", "--json"], input);
    assert_eq!(output.status.code(), Some(4));
    let complaints = stderr(&output);
    for complaint in [
        "bianca: standard input, line 2, game 2: 'x9' is not a move",
        "bianca: standard input, line 3, game 3: move 2: illegal move: a1 for white",
        "bianca: standard input, line 4, game 4: 'ÿ' is no game: a line is moves",
        "2 games, 4 moves, 3 malformed games",
    ] {
        assert!(complaints.contains(complaint), "{complaint}: {complaints}");
    }
    assert_eq!(stdout(&output).lines().count(), 2);
    // Each line of the input is answered if each stands for itself.
    let output = analyze(&["-", "--json", "--independent"], input);
    let lines: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 5);
    let reason = "move 2: illegal move: a1 for white";
    assert_eq!(lines[2], serde_json::json!({ "error": reason }));
    assert!(lines[4].get("game").is_none());
}

#[test]
fn several_files_are_analysed_and_games_chosen() {
    let scratch = Scratch::new();
    let paris = "(;GM[Othello]PC[Paris]EV[Open]RO[3]DT[1995.05.01]PB[Ann]PW[Bo]B[f5]W[d6];)\n";
    let one = scratch.write("one.ggf", paris);
    let two = scratch.write("two.txt", "f5f6\nf5d6c3\n");
    let letter = scratch.write("letter", "Dear Sir\n".repeat(50));
    let output = analyze(&[&one, &two, "--json"], "");
    let rows: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (&rows[2]["game"], &rows[2]["transcript"]),
        (&3.into(), &"f5d6c3".into())
    );
    for (name, value) in [
        ("event", "Open"),
        ("round", "3"),
        ("place", "Paris"),
        ("date", "1995.05.01"),
    ] {
        assert_eq!(rows[0][name], value);
        assert!(rows[1].get(name).is_none());
    }
    let (ggf, page) = (scratch.path("out.ggf"), scratch.path("out.html"));
    let outputs = ["--ggf", &ggf, "--report", &page];
    let filter = ["--filter", "player=ann", "--filter", "year=1995"];
    let output = analyze(&[&[&one[..], &two], &filter[..], &outputs].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("\nOpen, round 3, Paris, 1995.05.01\n"),
        "{text}"
    );
    assert!(stderr(&output).starts_with("1 game, 2 moves, 2 filtered out, 0 malformed games"));
    let written = fs::read_to_string(&ggf).unwrap();
    assert!(
        written.contains("PC[Open]DT[1995.05.01]PB[Ann]")
            && written.contains("CO[Event: Open]CO[Site: Paris]CO[Round: 3]"),
        "{written}"
    );
    let page = fs::read_to_string(&page).unwrap();
    assert!(
        page.contains("<bdi>Open, round 3, Paris, 1995.05.01</bdi>"),
        "{page}"
    );
    // What is no file of games does not fill the screen.
    let output = analyze(&[&letter, &two], "");
    let said = stderr(&output);
    assert_eq!(
        (output.status.code(), said.lines().count()),
        (Some(4), 5),
        "{said}"
    );
    assert!(
        said.contains("letter: and 47 more; nothing in it is a game;"),
        "{said}"
    );
    assert_eq!(stdout(&output).matches("game ").count(), 2);
}

/// Files whose games are no lines.
#[test]
fn every_format_is_analysed() {
    let scratch = Scratch::new();
    for (name, text) in [
        (
            "a.pgn",
            "[Event \"1\"]\n\n1. f5 d6\n2. c3 *\n\n[Event \"2\"]\n\n1. f5 *\n",
        ),
        ("b.sgf", "(;GM[2];B[fe]\n;W[df];B[cc])\n(;GM[2]\n;B[fe])\n"),
        (
            "c",
            "(;GM[Othello]\nB[f5]W[d6]B[c3];)(;GM[Othello]\nB[f5];)\n",
        ),
    ] {
        let path = scratch.path(name);
        fs::write(&path, text).unwrap();
        let output = analyze(&[&path, "--json"], "");
        let text = stdout(&output);
        let moves: Vec<usize> = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|row| row["moves"].as_array().unwrap().len())
            .collect();
        assert_eq!(moves, [3, 1], "{name}: {}", stderr(&output));
    }
}

#[test]
fn wrong_arguments_and_missing_files_are_refused() {
    for arguments in [
        &[][..],
        &["-", "--level=61"],
        &["-", "--level=99"],
        &["-", "--depth=61"],
        &["-", "--depth=3", "--nodes=5"],
        &["-", "--time=0"],
        &["-", "--time=never"],
        &["-", "--blunder=0"],
        &["-", "--blunder=nan"],
        &["-", "--format=pdf"],
        &["-", "--resume"],
        &["-", "--threads=0"],
        &["-", "--fly"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
        let output = command.arg("analyze").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    // No work is done for the other before one is missed.
    for files in [&["/nowhere/games.txt"][..], &["-", "/nowhere/games.txt"]] {
        let output = analyze(files, "f5d6\n");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("/nowhere/games.txt"));
        assert!(output.stdout.is_empty());
    }
    let output = analyze(&["-"], "");
    assert_eq!((output.status.code(), stdout(&output).len()), (Some(0), 0));
}

#[test]
fn a_game_is_answered_before_the_next_one_is_asked() {
    let mut child = start(&["-", "--json"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for game in ["f5d6", "f5f6e6", "f5f4"] {
        writeln!(input, "{game}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(
            line.contains(&format!("\"transcript\":\"{game}\"")),
            "{line}"
        );
    }
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!((rest.as_str(), finish(child).status.code()), ("", Some(0)));
}

#[test]
fn a_reader_that_goes_away_is_the_end_and_no_error() {
    let mut child = start(&["-"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // It may be gone before all is written.
    let _ = input.write_all("f5d6\n".repeat(1000).as_bytes());
    drop(input);
    let output = finish(child);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn what_is_written_as_ggf_and_sgf_reads_back_with_its_scores() {
    let scratch = Scratch::new();
    let (ggf, sgf) = (scratch.path("a.ggf"), scratch.path("a.sgf"));
    let report = scratch.path("a.html");
    let arguments = [
        "-", "--json", "--ggf", &ggf, "--sgf", &sgf, "--report", &report,
    ];
    let first = stdout(&analyze(&arguments, GAMES));
    let text = fs::read_to_string(&ggf).unwrap();
    assert_eq!(text.lines().count(), 3);
    assert!(text.lines().all(|game| game.starts_with("(;GM[Othello]")));
    assert!(text.contains("B[c5/64.00"), "{text}");
    let text = fs::read_to_string(&sgf).unwrap();
    assert!(text.contains("V[64.00]"), "{text}");
    // A comment begins with the move that loses.
    assert!(
        text.contains(" loses ") && text.contains(" leads to "),
        "{text}"
    );
    // The annotated games are the same games.
    let moves = |text: &str| -> Vec<Value> {
        let rows = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        rows.map(|row| row["moves"].clone()).collect()
    };
    let again = stdout(&analyze(&[&ggf, "--json"], ""));
    assert_eq!(moves(&again), moves(&first));
    // Comments of more than one line make an SGF game longer than a line.
    let games = |path: &str| -> Vec<_> {
        let reader = GameReader::open(path.as_ref(), None).unwrap();
        reader
            .map(|entry| entry.unwrap().game.unwrap().game)
            .collect()
    };
    assert_eq!(games(&sgf), games(&ggf));
    let page = fs::read_to_string(&report).unwrap();
    assert_eq!(page.matches("<article").count(), 3);
    let (_, content) = page.split_once("<main>").unwrap();
    assert!(!content.contains("://"), "no network");
    // Nothing is overwritten by accident.
    let output = analyze(&arguments, GAMES);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("a.ggf exists: give --force to replace it"),
        "{said}"
    );
}

#[test]
fn a_run_that_is_killed_again_and_again_loses_no_game_and_has_none_twice() {
    let scratch = Scratch::new();
    let games = "f5d6c3d3c4f4c5\nf5f6e6f4g6\nnonsense\nf5f4\n".repeat(10);
    let input = scratch.path("games.txt");
    fs::write(&input, &games).unwrap();
    let log = scratch.path("log.jsonl");
    let whole = analyze(&[&input, "--json"], "");
    let arguments = [&input, "--json", "--log", &log, "--resume"];
    let mut kept = 0;
    for _ in 0..6 {
        let mut child = start(&arguments);
        let started = Instant::now();
        let lines = |path: &str| {
            let text = fs::read(path).unwrap_or_default();
            text.iter().filter(|&&byte| byte == b'\n').count()
        };
        while lines(&log) < kept + 4 && child.try_wait().unwrap().is_none() {
            assert!(started.elapsed() < DEADLINE, "no progress");
        }
        let _ = child.kill();
        child.wait().unwrap();
        kept = lines(&log);
    }
    // As if it had been killed within a line, too.
    let mut file = fs::OpenOptions::new().append(true).open(&log).unwrap();
    file.write_all(b"{\"game\":").unwrap();
    let resumed = analyze(&arguments, "");
    assert_eq!(stdout(&resumed), stdout(&whole));
    assert_eq!(resumed.status.code(), Some(4));
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 1 + 30);
    // The log of other games, or made in another way, is not taken.
    fs::write(&input, games.replace("f5f4", "f5f6")).unwrap();
    let output = analyze(&arguments, "");
    assert!(stderr(&output).contains("game 4 is another game"));
    let output = analyze(&[&arguments[..], &["--blunder=9"]].concat(), "");
    assert!(
        stderr(&output).contains("was made with"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(Path::new(&log).exists());
}

#[test]
fn nothing_that_a_terminal_obeys_is_shown() {
    let evil = "\u{1b}]0;x\u{7}\u{9b}1m\u{202e}";
    let games = format!("(;GM[Othello]PB[{evil}]PW[b]B[f5];)\n(;GM[{evil}];)\n");
    for format in ["text", "json"] {
        let output = analyze(&["-", "--format", format, "--independent"], &games);
        for text in [stdout(&output), stderr(&output)] {
            let is_bad = |c| c != '\n' && bianca::internal::is_unsafe(c);
            assert_eq!(text.find(is_bad), None, "{format}: {text:?}");
        }
    }
}

/// Input and outputs are looked at before anything is analysed or written.
#[test]
fn no_output_replaces_the_input_or_a_strangers_file() {
    let scratch = Scratch::new();
    let games = scratch.write("g.ggf", "(;GM[Othello]B[f5];)\n");
    let letter = scratch.write("letter", "Dear Sir, this has no line break");
    for option in ["--report", "--log", "--ggf", "--sgf"] {
        for place in [&games, &letter] {
            let before = fs::read(place).unwrap();
            let output = analyze(&[&games, "--resume", "--log=/dev/null", option, place], "");
            let output = match option {
                "--log" => analyze(&[&games, "--resume", option, place], ""),
                _ => output,
            };
            assert_ne!(output.status.code(), Some(0), "{option} {place}");
            assert_eq!(fs::read(place).unwrap(), before, "{option} {place}");
        }
        let output = analyze(&[&games, option, &scratch.path("no/where")], "");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn a_log_has_one_run_at_a_time() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let mut first = start(&["-", "--json", "--log", &log]);
    let mut input = first.stdin.take().unwrap();
    writeln!(input, "f5d6").unwrap();
    let mut output = BufReader::new(first.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let second = analyze(&["-", "--json", "--log", &log, "--resume"], "f5d6\nf5f6\n");
    assert_eq!(second.status.code(), Some(1));
    let said = stderr(&second);
    assert!(
        said.contains(&log) && said.contains("another process"),
        "{said}"
    );
    assert_eq!((said.lines().count(), stdout(&second).len()), (1, 0));
    writeln!(input, "f5f4").unwrap();
    drop(input);
    output.read_to_string(&mut line).unwrap();
    assert_eq!(finish(first).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 3);
}
