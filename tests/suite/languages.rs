//! The files of the languages: `scripts/words` finds no fault in them, and finds what is broken.

use std::fs;
use std::process::Command;

/// What the script says of the languages in a folder, or of those that there are, and whether all
/// is well; nothing where there is no Python.
fn checked(arguments: &[&str]) -> Option<(String, bool)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/words");
    let output = Command::new("python3").arg(script).args(arguments).output();
    let Ok(output) = output else {
        eprintln!("skipped: python3 is not here");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Some((said, output.status.success()))
}

#[test]
fn no_language_leaves_out_what_english_says_and_all_of_it_is_said() {
    let Some((said, is_well)) = checked(&[]) else {
        return;
    };
    assert!(is_well, "{said}");
    for code in ["en", "es", "fr", "ja", "zh"] {
        assert!(said.contains(&format!("{code}: ")), "{said}");
    }
}

#[test]
fn what_is_missing_wrong_or_unused_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "en.json",
        r#"{
  "terminal": {
    "thanks": "Thanks for playing!",
    "draw": "A draw.",
    "plays": "{who} plays {mv}.",
    "points": "{n, plural, one {{n} point} other {{n} points}}",
    "no_such_sentence": "Never"
  }
}
"#,
    );
    write(
        "fr.json",
        r#"{
  "terminal": {
    "thanks": "Merci{name}",
    "plays": "{who} joue {coup}.",
    "points": "{n, plural, few {{n} points} one {{n} point}}",
    "no_such_sentence": "Jamais {",
    "encore": "Encore"
  }
}
"#,
    );
    let path = folder.path().to_str().unwrap();
    let Some((said, is_well)) = checked(&["en", "fr", "--files", path]) else {
        return;
    };
    assert!(!is_well, "{said}");
    for fault in [
        "en terminal.no_such_sentence: is never said",
        "fr terminal.thanks: there is no {name}",
        "fr terminal.draw: missing",
        "fr terminal.plays: leaves out {mv}",
        "fr terminal.plays: there is no {coup}",
        "fr terminal.points: fr has no numbers few",
        "fr terminal.points: no case other",
        "fr terminal.no_such_sentence: cannot be read",
        "fr terminal.encore: English has none",
    ] {
        assert!(said.contains(fault), "{fault} is not in:\n{said}");
    }
    let faults = said.lines().filter(|line| !line.contains(" sentences, "));
    assert_eq!(faults.count(), 9, "{said}");
}
