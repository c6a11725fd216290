//! `bianca play`, and `bianca` alone, at a real terminal, which scripts in `tests/clients` drive.

use std::process::Command;

use crate::support::Scratch;

/// How a script says that there is no tmux.
const SKIPPED: i32 = 77;

fn drive(script: &str) {
    let script = format!("{}/tests/clients/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("bash")
        .args([&script, env!("CARGO_BIN_EXE_bianca")])
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no bash");
        return;
    };
    if output.status.code() == Some(SKIPPED) {
        eprintln!("skipped: there is no tmux");
        return;
    }
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[cfg(unix)]
#[test]
fn the_game_is_played_at_a_terminal() {
    drive("play.sh");
}

#[cfg(unix)]
#[test]
fn lines_are_edited_at_a_terminal() {
    drive("talk.sh");
}

#[test]
fn a_game_that_is_only_watched_is_saved_once() {
    let folder = Scratch::new();
    let watch = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args([
                "play",
                "--watch",
                "random",
                "--opponent",
                "greedy",
                "--lang",
                "en",
            ])
            .args(["--seed", "1"])
            .args(more)
            .current_dir(folder.folder())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (code, said) = watch(&["--save", "a.ggf"]);
    assert_eq!(code, Some(0), "{said}");
    let saved = std::fs::read_to_string(folder.path("a.ggf")).unwrap();
    assert!(saved.contains("PB[random]PW[greedy]"), "{saved}");
    // Another game does not replace it, and what has no place here is refused.
    let (code, said) = watch(&["--save", "a.ggf"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("bianca: a.ggf was not written: "), "{said}");
    assert_eq!(
        std::fs::read_to_string(folder.path("a.ggf")).unwrap(),
        saved
    );
    assert_eq!(watch(&["--hints"]).0, Some(2));
    assert_eq!(watch(&["--tc", "60"]).0, Some(2));
    assert_eq!(watch(&["chess"]).0, Some(2));
    assert_eq!(watch(&["frogs", "0"]).0, Some(2));
    assert_eq!(watch(&["--opponent", "nobody"]).0, Some(2));
}

/// The commands of README.md on files that a clone has, and on players that everybody has.
#[test]
fn the_examples_of_the_readme_can_be_typed() {
    let root = env!("CARGO_MANIFEST_DIR");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let begins = [
        "bianca analyze examples/",
        "bianca convert examples/",
        "bianca match --engine cmd=player:",
        "bianca play --watch ",
    ];
    for begin in begins {
        let line = readme.lines().find(|line| line.starts_with(begin));
        let line = line.unwrap_or_else(|| panic!("no example begins with {begin}"));
        let (command, _) = line.split_once('#').unwrap_or((line, ""));
        let folder = Scratch::new();
        let words = command.split_whitespace().skip(1);
        let words = words.map(|word| word.replace("examples/", &format!("{root}/examples/")));
        let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(words)
            .current_dir(folder.folder())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {said}");
        assert!(
            !said.contains("malformed") || said.contains(" 0 malformed"),
            "{said}"
        );
    }
}
