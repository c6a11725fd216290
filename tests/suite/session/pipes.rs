//! Scripts write all their commands at once, and clients go away without a word.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What is answered to lines that come at once.
fn answers(arguments: &[&str], lines: &str) -> String {
    let mut bianca = start(arguments);
    let mut input = bianca.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = bianca.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn commands_that_come_at_once_are_answered_in_full() {
    assert_eq!(answers(&[], "perft 8\n"), "= 390216\n\n");
    let game = format!(
        "newgame tictactoe\n{}final_score\nquit\n",
        "genmove\n".repeat(9)
    );
    assert!(answers(&[], &game).ends_with("= 0\n\n=\n\n"));
    for lines in ["hint\n", "option Book off\ngenmove\nlast_search\nquit\n"] {
        let answers = answers(&["--level", "12"], lines);
        assert!(answers.contains(" depth 12 "), "{answers}");
    }
}

#[test]
fn what_has_no_end_of_its_own_ends_with_the_input() {
    for lines in ["go infinite\n", "analyze\n", "go infinite\nquit\n"] {
        assert!(answers(&[], lines).starts_with("="), "{lines}");
    }
}

#[test]
fn a_client_that_is_gone_ends_everything() {
    // With its input open or closed, whether the search has an end or not.
    for (lines, closes) in [
        ("go infinite\n", false),
        ("go infinite\n", true),
        ("option Level 30\noption Book off\ngenmove\n", true),
        ("option Level 30\noption Book off\ngenmove\n", false),
    ] {
        let mut bianca = start(&[]);
        let mut input = bianca.stdin.take();
        input.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
        drop(bianca.stdout.take());
        let _open = if closes { None } else { input.take() };
        drop(input);
        // Windows shows by writing alone that nobody reads, and a search without an end writes
        // nothing.
        if cfg!(windows) && !closes {
            bianca.kill().unwrap();
            bianca.wait().unwrap();
            continue;
        }
        let started = Instant::now();
        while bianca.try_wait().unwrap().is_none() {
            let waited = started.elapsed();
            if waited > Duration::from_secs(60) {
                bianca.kill().unwrap();
                panic!("{lines:?}, {closes}: goes on after {waited:?}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A message to nobody ends no work.
#[test]
fn sub_commands_go_on_when_nobody_reads_what_they_say() {
    for (arguments, code, lines) in [
        (&["solve", "-"][..], 4, "f5f5\n"),
        (&["convert", "-", "-o", "-", "--to", "ggf"], 4, "f5\nf5f5\n"),
        (&["analyze", "-", "--depth", "1"], 0, "f5\n"),
    ] {
        let mut bianca = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(bianca.stderr.take());
        let mut input = bianca.stdin.take().unwrap();
        // Who refuses its arguments reads nothing.
        let _ = input.write_all(lines.as_bytes());
        drop(input);
        assert_eq!(bianca.wait().unwrap().code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn commands_of_the_laboratory_are_named_as_such() {
    for command in ["datagen", "label", "records", "tune"] {
        let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args([command, "--help"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("bianca-lab"), "{command}: {said}");
    }
}
