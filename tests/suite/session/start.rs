//! How the executable starts: options on the command line, the log file, what is refused.

use std::collections::HashMap;
use std::fs;
use std::process::{Command, Stdio};

use crate::session::process::Bianca;

#[test]
fn options_of_the_protocol_can_be_given_at_the_start() {
    let mut bianca = Bianca::anywhere(&[
        "gtp",
        "--level",
        "3",
        "--hash",
        "2",
        "--option",
        "ponder=true",
        "--option",
        "MoveOverhead=50",
    ]);
    for (name, value) in [
        ("Level", "3"),
        ("Hash", "2"),
        ("Ponder", "true"),
        ("MoveOverhead", "50"),
    ] {
        let reply = bianca.ask(&format!("option {name}"));
        assert_eq!(reply, format!("= {value}"), "{name}");
    }
}

#[test]
fn a_start_that_is_refused_says_why_and_fails() {
    for (arguments, code, message) in [
        (&["--level", "99"][..], 2, "a level from 1 to 60"),
        (&["--option", "Luck=1"], 2, "unknown option 'Luck'"),
        (
            &["--option", "Levle=1"],
            2,
            "unknown option 'Levle' (did you mean Level?)",
        ),
        (
            &["--option", "EvalFile=/nowhere/weights"],
            1,
            "/nowhere/weights",
        ),
        (
            &["--log-file", "/nowhere/log"],
            1,
            "cannot save file: /nowhere/log",
        ),
        (&["--option", "Luck"], 2, "NAME=VALUE"),
        (&["fly"], 2, "fly"),
        (&["man", "folder"], 2, "cargo run -p bianca-manual"),
        // A missing file is told in one form.
        (&["solve", "no.obf"], 1, "bianca: no.obf: "),
        (&["analyze", "no.ggf"], 1, "bianca: no.ggf: "),
        (&["rate", "no.ggf"], 1, "bianca: no.ggf: "),
        (&["puzzles", "no.ggf"], 1, "bianca: no.ggf: "),
        (
            &["puzzles", "-", "--empties", "9-4"],
            2,
            "the lower one first",
        ),
        (&["book", "show", "no.book"], 1, "bianca: no.book: "),
        (
            &["book", "import", "new.book", "no.dat"],
            1,
            "bianca: no.dat: ",
        ),
        (&["move", "f9"], 2, "'f9' is not a move"),
        (&["perft", "2", "--board", "here"], 2, "'here' is no game"),
        (
            &["book", "grow", "new", "--plies-per-disc", "nan"],
            2,
            "a number from 0 to 60",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_log_file_has_the_dialogue_of_each_process_that_shares_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bianca.log");
    fs::write(&path, "older\n").unwrap();
    let start = || Bianca::anywhere(&["--log-file", path.to_str().unwrap()]);
    let mut bianca = [start(), start()];
    for one in &mut bianca {
        assert_eq!(one.ask("play f5"), "=");
    }
    for mut one in bianca {
        assert_eq!(one.ask("option LogFile -"), "=");
        assert_eq!(one.ask("undo"), "=");
        assert!(one.finish().1.success());
    }
    let log = fs::read_to_string(&path).unwrap();
    let mut lines = log.lines();
    assert_eq!(lines.next(), Some("older"));
    let mut said: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in lines {
        let (head, text) = line.split_once(" DEBUG ").unwrap();
        let process = head.split_whitespace().nth(1).unwrap();
        said.entry(process).or_default().push(text);
    }
    let expected = ["> play f5", "< =", "> option LogFile -"];
    assert_eq!(said.len(), 2, "{log}");
    assert!(said.values().all(|said| said[..] == expected), "{log}");
}

/// Boards that speak NBoard's protocol read standard error as if it were the output.
#[cfg(unix)]
#[test]
fn warnings_are_shown_unless_the_board_would_read_them() {
    for (dialect, shown) in [("gtp", true), ("ugi", true), ("nboard", false)] {
        // Reading a folder is an error.
        let folder = fs::File::open(std::env::temp_dir()).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .arg(dialect)
            .env_remove("RUST_LOG")
            .stdin(folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{dialect}: {said}");
        assert_eq!(
            said.contains("cannot read the input"),
            shown,
            "{dialect}: {said}"
        );
        assert_eq!(said.is_empty(), !shown, "{dialect}: {said}");
    }
}

#[test]
fn the_first_line_chooses_the_dialect_for_good() {
    for (arguments, first, later, answer) in [
        (&[][..], "ugi", "name", "info string unknown command: name"),
        (&[], "\r\n# hello\n ugi ", "nboard 2", "info string unknown"),
        (&[], "nboard 2", "move A1", "status illegal move"),
        (&[], "\nnboard 1\r", "ugi\nping 7", "pong 7"),
        (&[], "\0nboard\x07\t2", "ping 7", "pong 7"),
        (&[], "\x01xboard", "ping 7", "pong 7"),
        (&[], "1 name", "ugi", "? unknown command: ugi"),
        (&["gtp"], "nboard 2", "ugi", "? unknown command: ugi"),
        (&["gtp"], "ugi", "7 nboard 2", "?7 unknown command: nboard"),
        (&["nboard"], "ugi", "ping 7", "pong 7"),
        (&["ugi"], "nboard 2", "isready", "readyok"),
    ] {
        let mut bianca = Bianca::anywhere(arguments);
        bianca.send(format!("{first}\n{later}\n"));
        loop {
            let line = bianca.line();
            let line = line.unwrap_or_else(|| panic!("{first}, {later}: no {answer}"));
            if line.starts_with(answer) {
                break;
            }
        }
        bianca.finish();
    }
}
