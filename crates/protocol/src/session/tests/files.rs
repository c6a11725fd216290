//! Which files are read, and which game of them.

use super::{answers, native};

#[test]
fn files_beyond_reason_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.sgf");
    for (load, most) in [("loadgame", 67_108_864), ("loadsgf", 1_048_576)] {
        // It takes no room on the disk.
        let file = std::fs::File::create(&path).unwrap();
        file.set_len(most + 1).unwrap();
        let said = answers(&mut native(), &[&format!("{load} {}", path.display())]);
        let reason = format!("larger than {most} bytes\n\n");
        assert!(said.starts_with("? cannot load file: "), "{said}");
        assert!(said.ends_with(&reason), "{said}");
    }
}

#[test]
fn a_game_without_records_has_none_of_files() {
    let mut session = native();
    answers(&mut session, &["newgame tictactoe"]);
    for line in [
        "loadgame nowhere.txt",
        "loadsgf nowhere.sgf",
        "savegame nowhere",
    ] {
        let said = answers(&mut session, &[line]);
        let refused = "? a file of games is not possible in this game\n\n";
        assert_eq!(said, refused, "{line}");
    }
    let said = answers(&mut session, &["book", "book add"]);
    let refused = "? an opening book is not possible in this game\n\n";
    assert_eq!(said, refused.repeat(2));
}

#[test]
fn the_first_game_of_a_file_is_number_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    std::fs::write(&path, "f5d6\nf5f6\n").unwrap();
    for (number, history) in [("", "f5 d6"), ("1", "f5 d6"), ("2", "f5 f6")] {
        let load = format!("loadgame {} {number}", path.display());
        let said = answers(&mut native(), &[&load, "history"]);
        assert_eq!(said, format!("=\n\n= {history}\n\n"));
    }
    let said = answers(&mut native(), &[&format!("loadgame {} 0", path.display())]);
    assert!(said.starts_with("? ") && said.contains(" 1"), "{said}");
}
