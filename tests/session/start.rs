//! How the executable starts: options on the command line, the log file, what is refused.

use std::fs;
use std::process::{Command, Stdio};

use crate::process::Bianca;

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
    for (arguments, message) in [
        (&["--level", "99"][..], "option Level: '99' is not"),
        (&["--option", "Luck=1"], "unknown option 'Luck'"),
        (
            &["--log-file", "/nowhere/log"],
            "cannot save file: /nowhere/log",
        ),
        (&["--option", "Luck"], "NAME=VALUE"),
        (&["fly"], "fly"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_log_file_has_the_dialogue() {
    let name = format!("bianca-{}.log", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut bianca = Bianca::anywhere(&["--log-file", path.to_str().unwrap()]);
    assert_eq!(bianca.ask("play f5"), "=");
    assert_eq!(bianca.ask("option LogFile -"), "=");
    assert_eq!(bianca.ask("undo"), "=");
    assert!(bianca.finish().1.success());
    let log = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(log.contains("< play f5") && log.contains("> ="), "{log}");
    assert!(!log.contains("undo"), "{log}");
}

#[test]
fn the_first_line_chooses_the_dialect_for_good() {
    for (arguments, first, later, answer) in [
        (&[][..], "ugi", "name", "info string unknown command: name"),
        (&[], "\r\n# hello\n ugi ", "nboard 2", "info string unknown"),
        (&[], "nboard 2", "move A1", "status illegal move"),
        (&[], "\nnboard 1\r", "ugi\nping 7", "pong 7"),
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
