//! What the session teaches its book.

use super::{answers, native};
use crate::protocol::Dialect;
use bianca_play::book::store::Learner;

#[test]
fn a_game_is_learned_as_deep_as_somebody_waits_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    Learner::open(&path).unwrap().compact().unwrap();
    let mut session = native();
    let option = format!("option Book {}", path.display());
    let said = answers(&mut session, &[&option, "play f5 d6", "book add"]);
    let learned = "= 3 positions learned, 3 of them new\n\n";
    assert_eq!(said, format!("=\n\n=\n\n{learned}"));
    // What was played, and what else there was.
    let said = answers(&mut session, &["undo", "book"]);
    let moves: Vec<Vec<&str>> = said
        .lines()
        .filter_map(|line| line.split_once("move "))
        .map(|(_, row)| row.split(' ').collect())
        .collect();
    assert_eq!((moves.len(), moves[0][0]), (2, "d6"), "{said}");
    assert_eq!(moves[0][3..5], ["depth", "14"], "{said}");
    let leaves = [&moves[0], &moves[1]].map(|row| row[10]);
    assert_eq!(leaves, ["no", "yes"], "{said}");
    let said = answers(&mut session, &["book store", "book store"]);
    assert_eq!(said, "= 3 positions\n\n".repeat(2));
    // A board hears when it begins and when it ends.
    session.dialogue.client.dialect = Some(Dialect::NBoard);
    let said = answers(&mut session, &["learn"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[0].starts_with("status L"), "{said}");
    assert_eq!(lines[1..], ["status", "learned"], "{said}");
}
