//! Dialogues in files, `tests/transcripts/*.txt` and the examples of `protocol.md`, `README.md` and
//! `docs/scripts.md`, in all dialects.
//!
//! A line `> text` is sent, `< text` is expected; `…` stands for any characters, `< ⋮` for any
//! lines before the next expected one, `^D` for the end of the input. `$ bianca …` at the top
//! gives arguments. Every other line is a comment. After the last line the input ends, and
//! nothing more may be said.

use std::fs;
use std::path::Path;

use crate::session::process::Bianca;
use crate::support::Scratch;

/// Whether `line` is what `pattern` says, `…` being any characters.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('…') else {
        return pattern == line;
    };
    let Some(line) = line.strip_prefix(head) else {
        return false;
    };
    let starts = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    let mut tails = starts.map(|at| &line[at..]);
    tails.any(|tail| matches(rest, tail))
}

fn run(name: &str, text: &str) {
    let scratch = Scratch::new();
    let command = text.lines().find_map(|line| line.strip_prefix("$ bianca"));
    let arguments: Vec<&str> = command.unwrap_or_default().split_whitespace().collect();
    let mut bianca = Bianca::start(&arguments, scratch.folder());
    let mut any_lines = false;
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{name}, line {number}");
        if line == "^D" {
            bianca.close_input();
        } else if let Some(sent) = line.strip_prefix('>') {
            let sent = sent.strip_prefix(' ').unwrap_or(sent);
            bianca.send(format!("{sent}\n"));
        } else if let Some(expected) = line.strip_prefix('<') {
            let expected = expected.strip_prefix(' ').unwrap_or(expected);
            if expected == "⋮" {
                any_lines = true;
                continue;
            }
            loop {
                let said = bianca.line();
                let said = said.unwrap_or_else(|| panic!("{place}: '{expected}' was not said"));
                // The lines of the files have no blanks at their ends.
                if matches(expected, said.trim_end()) {
                    break;
                }
                assert!(
                    any_lines && !said.is_empty(),
                    "{place}: expected '{expected}', got '{said}'"
                );
            }
            any_lines = false;
        }
    }
    let (rest, status) = bianca.finish();
    assert!(rest.is_empty(), "{name}: also said {rest:?}");
    assert!(status.success(), "{name}: {status}");
}

#[test]
fn every_transcript_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        run(&name, &fs::read_to_string(&path).unwrap());
        count += 1;
    }
    assert!(count > 0, "no transcript was found");
}

#[test]
fn every_example_of_the_documents_holds() {
    for (document, dialects) in [
        ("README.md", &["gtp"][..]),
        ("docs/scripts.md", &["gtp"]),
        (
            "protocol.md",
            &["gtp", "nboard", "ugi", "cassio", "xboard", "edax"],
        ),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
        let text = fs::read_to_string(path).unwrap();
        for dialect in dialects {
            let fence = format!("```{dialect}\n");
            let mut count = 0;
            for (number, block) in (1..).zip(text.split(&fence).skip(1)) {
                let (example, _) = block.split_once("```").expect("a block that ends");
                run(&format!("{document} {dialect} example {number}"), example);
                count += 1;
            }
            assert!(count > 0, "{document} has no example in {dialect}");
        }
    }
}

#[test]
fn every_command_has_an_example() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    let text = fs::read_to_string(path).unwrap();
    for command in bianca::protocol::gtp::COMMANDS {
        let sent = |line: &str| {
            let words = line.strip_prefix("> ").unwrap_or_default();
            words
                .trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
                .split(' ')
                .next()
                == Some(command.name)
        };
        assert!(text.lines().any(sent), "{} has no example", command.name);
    }
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("a…c…", "abcd"));
    assert!(matches("…", ""));
    assert!(matches("a…", "a"));
    assert!(!matches("a…c", "abcd"));
    assert!(!matches("abc", "abcd"));
}
