//! `bianca book` as a script or a person meets it.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::support::{Scratch, stderr, stdout};

/// Runs `bianca book` in a directory.
fn book(scratch: &Scratch, arguments: &[&str]) -> Output {
    prepared(scratch, arguments).output().unwrap()
}

fn prepared(scratch: &Scratch, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    command
        .arg("book")
        .args(arguments)
        .current_dir(scratch.folder())
        .stdin(Stdio::null());
    command
}

/// A book of a few positions.
fn grown(scratch: &Scratch) {
    let grown = book(
        scratch,
        &[
            "grow",
            "--threads=1",
            "a.book",
            "--depth=2",
            "--exact=4",
            "--hash=1",
            "--positions=30",
        ],
    );
    assert!(stdout(&grown).starts_with("30 positions added"));
}

#[test]
fn a_board_is_a_position_though_it_begins_with_a_dash() {
    let scratch = Scratch::new();
    grown(&scratch);
    let start = "---------------------------OX------XO--------------------------- X";
    let of_board = book(&scratch, &["show", "a.book", start]);
    assert!(stdout(&of_board).contains("  d3 "), "{of_board:?}");
    assert_eq!(
        stdout(&of_board),
        stdout(&book(&scratch, &["show", "a.book"]))
    );
}

#[test]
fn what_cannot_be_read_is_told_by_an_exit_code_and_the_rest_is_done() {
    let scratch = Scratch::new();
    scratch.write("lines", "f5\nnonsense\nf5d6\n");
    let scored = prepared(&scratch, &["score", "--depth=2", "--hash=1"])
        .stdin(fs::File::open(scratch.path("lines")).unwrap())
        .output()
        .unwrap();
    assert_eq!(scored.status.code(), Some(4));
    assert_eq!(stdout(&scored).lines().count(), 2, "{scored:?}");
    assert!(
        stderr(&scored).starts_with("bianca: line 2: "),
        "{scored:?}"
    );

    let learn = |games: &str| {
        let depth = ["--depth=2", "--hash=1", "--exact=4"];
        book(&scratch, &[&["add", "a.book", games][..], &depth].concat())
    };
    let added = learn("lines");
    assert_eq!(added.status.code(), Some(4));
    assert!(stdout(&added).starts_with("2 games learned, "), "{added:?}");
    scratch.write("sound", "f5d6c3\n");
    assert_eq!(learn("sound").status.code(), Some(0));
}

#[test]
fn books_travel_to_other_programs_and_back() {
    let scratch = Scratch::new();
    grown(&scratch);
    let list = stdout(&book(&scratch, &["export", "a.book", "-", "--to", "text"]));
    assert_eq!(list.lines().count(), 30);
    for (other, back) in [("a.dat", "dat"), ("a.egbk3", "egbk3"), ("a.txt", "txt")] {
        let written = book(&scratch, &["export", "a.book", other]);
        assert!(stdout(&written).starts_with("30 positions"), "{written:?}");
        let read = book(&scratch, &["import", back, other]);
        assert!(stdout(&read).starts_with("30 positions"), "{read:?}");
        // Other programs have whole discs.
        let again = stdout(&book(&scratch, &["export", back, "-", "--to", "text"]));
        assert_eq!(again == list, other == "a.txt");
        let positions = |list: &str| -> Vec<String> {
            let lines = list.lines();
            lines
                .map(|line| line.split(';').next().unwrap().to_owned())
                .collect()
        };
        assert_eq!(positions(&again).len(), 30);
        fs::write(
            scratch.path("cut"),
            &fs::read(scratch.path(other)).unwrap()[..300],
        )
        .unwrap();
        let cut = book(&scratch, &["import", back, "cut"]);
        assert_eq!(cut.status.success(), other == "a.txt", "{cut:?}");
        let stat = stdout(&book(&scratch, &["stat", back]));
        assert!(stat.starts_with("30 positions in the file"), "{stat}");
    }
    // What is refused leaves nothing behind.
    let refused = book(&scratch, &["import", "new", "cut", "--from", "edax"]);
    assert!(!refused.status.success(), "{refused:?}");
    for left in ["new", "new.log"] {
        assert!(!fs::exists(scratch.path(left)).unwrap(), "{left}");
    }
    // Our own books go through a list, as the message says.
    let own = book(&scratch, &["import", "b.book", "a.book"]);
    assert_eq!(
        stderr(&own),
        "bianca: a.book is a book of Bianca's: bianca book export a.book - --to text | bianca book \
         import b.book -\n"
    );
    assert!(!own.status.success());
}

#[test]
fn an_export_replaces_neither_its_book_nor_what_is_no_book() {
    let scratch = Scratch::new();
    grown(&scratch);
    scratch.write("games.txt", "f5d6c3\n");
    let kept = ["a.book", "games.txt"].map(|name| (name, fs::read(scratch.path(name)).unwrap()));
    for (other, reason, code) in [
        ("a.book", "is read, too", 2),
        ("./a.book", "is read, too", 2),
        ("a.book.log", "is read, too", 2),
        ("games.txt", "holds no list of scored positions", 1),
    ] {
        let refused = book(&scratch, &["export", "a.book", other, "--to", "text"]);
        assert_eq!(refused.status.code(), Some(code), "{other}");
        assert!(stderr(&refused).contains(reason), "{refused:?}");
    }
    for (name, content) in kept {
        assert_eq!(fs::read(scratch.path(name)).unwrap(), content, "{name}");
    }
    for arguments in [&["games.txt", "--force"][..], &["games.txt"]] {
        let written = book(&scratch, &[&["export", "a.book"], arguments].concat());
        assert!(stdout(&written).starts_with("30 positions"), "{written:?}");
    }
}

#[test]
fn games_that_are_none_are_named_with_their_file() {
    let scratch = Scratch::new();
    scratch.write("games.txt", "f5d6c3\nno game\ne6f4\n");
    let added = book(
        &scratch,
        &["add", "a.book", "games.txt", "--depth=2", "--hash=1"],
    );
    assert!(stdout(&added).starts_with("2 games learned"), "{added:?}");
    let said = stderr(&added);
    assert!(said.starts_with("bianca: games.txt: line 2"), "{said}");
}

/// Every sub-command that has something to say: told to nobody, and to a full disk.
#[cfg(unix)]
#[test]
fn a_reader_that_is_gone_is_no_failure_and_a_full_disk_is_one() {
    let scratch = Scratch::new();
    grown(&scratch);
    scratch.write("games.txt", "f5d6c3\n");
    scratch.write("list.txt", "f5d6;1.5\n");
    let small = ["--depth=2", "--exact=4", "--hash=1"];
    for arguments in [
        &["show", "a.book"][..],
        &["stat", "a.book"],
        &["check", "a.book"],
        &["compact", "a.book"],
        &["import", "a.book", "list.txt"],
        &["export", "a.book", "-", "--to=text"],
        &["export", "a.book", "-", "--to=edax"],
        &["export", "a.book", "-", "--to=egaroucid"],
        &["export", "a.book", "out.txt"],
        &["add", "a.book", "games.txt", "--depth=2", "--hash=1"],
        &[&["grow", "a.book", "--wanted=3"], &small[..]].concat(),
        &[&["grow", "a.book", "--positions=1"], &small[..]].concat(),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let gone = prepared(&scratch, arguments).stdout(writer).output();
        let gone = gone.unwrap();
        assert_eq!(stderr(&gone), "", "{arguments:?}");
        assert!(gone.status.success(), "{arguments:?}");
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let Ok(full) = full else {
            continue;
        };
        let full = prepared(&scratch, arguments).stdout(full).output().unwrap();
        assert_eq!(full.status.code(), Some(1), "{arguments:?}");
        let said = stderr(&full);
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert!(said.contains("No space left"), "{arguments:?}: {said}");
    }
}

#[test]
fn the_book_in_the_executable_is_read_by_its_name() {
    let scratch = Scratch::new();
    let stat = stdout(&book(&scratch, &["stat", "builtin"]));
    assert!(
        stat.starts_with("6252 positions in the executable\n"),
        "{stat}"
    );
    let shown = stdout(&book(&scratch, &["show", "builtin", "f5"]));
    assert!(shown.contains("d6"), "{shown}");
    let list = stdout(&book(&scratch, &["export", "builtin", "-", "--to", "text"]));
    assert_eq!(list.lines().count(), 6252);
    // Nobody can write into it.
    let refused = book(&scratch, &["compact", "builtin"]);
    assert!(!refused.status.success(), "{refused:?}");
    assert_eq!(scratch.files(), 0);
}

/// A book on a disk that cannot be written, and one that a killed process left half of.
#[cfg(unix)]
#[test]
fn a_sound_book_is_checked_without_writing_and_the_next_compact_clears_up() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    grown(&scratch);
    book(&scratch, &["compact", "a.book"]);
    let files = |scratch: &Scratch| {
        let entries = fs::read_dir(scratch.path("")).unwrap().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let log = scratch.path("a.book.log");
    fs::remove_file(&log).unwrap();
    let before = files(&scratch);
    fs::set_permissions(scratch.path(""), fs::Permissions::from_mode(0o555)).unwrap();
    let checked = book(&scratch, &["check", "a.book"]);
    fs::set_permissions(scratch.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(stdout(&checked).contains("0 scores did not agree"));
    // Whoever may write everywhere has not written, either.
    assert_eq!(files(&scratch), before);
    scratch.write(".bianca-a.book-aB3dE6.part", "half a book");
    let compacted = book(&scratch, &["compact", "a.book"]);
    assert!(compacted.status.success(), "{compacted:?}");
    let left: Vec<String> = files(&scratch);
    assert!(!left.iter().any(|name| name.ends_with(".part")), "{left:?}");
}
