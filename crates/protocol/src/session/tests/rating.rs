//! `rate`: what is judged, what is kept of it, and what adds nothing.

use super::{answers, native};
use bianca_search::request::StopFlag;

/// What a reply says of a player: games and moves. Of so few moves there is no rating.
fn told(reply: &str) -> (u64, u64) {
    let row: serde_json::Value = serde_json::from_str(reply.strip_prefix("= ").unwrap()).unwrap();
    assert!(row["rating"].is_null() && row["told"] == "nothing", "{row}");
    let count = |key: &str| row[key].as_u64().unwrap();
    (count("games"), count("moves"))
}

#[test]
fn games_are_added_until_one_begins_anew() {
    let mut session = native();
    let mut ask = |line: &str| answers(&mut session, &[line]);
    ask("play f5 d6 c3 d3 c4 f4 f6");
    let black = told(&ask("rate black"));
    assert_eq!(black, (1, 4));
    // Whatever happens in between.
    ask("newgame tictactoe");
    ask("newgame othello");
    ask("play f5 f6 e6 f4");
    let both = told(&ask("rate both add"));
    assert_eq!(both, (2, 8));
    let white = told(&ask("rate WHITE"));
    assert_eq!(white, (1, 2));
}

#[test]
fn moves_that_nobody_chose_do_not_count() {
    let mut session = native();
    let mut ask = |line: &str| answers(&mut session, &[line]);
    ask("play f5 d6 c3 d3 c4 f4 f6");
    for (line, expected) in [
        ("rate black after 1", (1, 3)),
        ("rate black after 2", (1, 3)),
        ("rate both after 4", (1, 3)),
        ("rate both after 6", (1, 1)),
    ] {
        assert_eq!(told(&ask(line)), expected, "{line}");
    }
    let nothing = "? there is nothing to rate: no move was chosen among several\n\n";
    for line in [
        "rate white after 6",
        "rate both after 7",
        "rate both after 4000000000",
    ] {
        assert_eq!(ask(line), nothing, "{line}");
    }
    ask("newgame othello");
    ask("play f5 f6 e6 f4");
    assert_eq!(told(&ask("rate both after 2 add")), (2, 3));
    // A file has drawn moves until another is played in the place of one of them.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("drawn.ggf");
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let moves = "B[f5]W[d6]B[c3]W[d3]B[c4//1]W[f4//2]";
    std::fs::write(&file, format!("(;GM[Othello]BO[{board}]{moves};)")).unwrap();
    let load = format!("loadgame {}", file.display());
    ask(&load);
    assert_eq!(told(&ask("rate both")), (1, 2));
    assert_eq!(told(&ask("rate both after 0")), (1, 6));
    ask("gg-undo 4");
    assert_eq!(ask("rate both"), nothing);
    ask("play c4 f4");
    assert_eq!(told(&ask("rate both")), (1, 2));
    let setboard = "setboard ---------------------------OX------XO--------------------------- X";
    for anew in ["newgame othello", setboard] {
        ask(&load);
        ask(anew);
        ask("play f5 d6 c3");
        assert_eq!(told(&ask("rate both")), (1, 3), "{anew}");
    }
}

#[test]
fn what_is_refused_or_stopped_adds_nothing_and_changes_nothing() {
    let mut session = native();
    answers(&mut session, &["play f5 d6 c3"]);
    let once = told(&answers(&mut session, &["rate both"]));
    assert_eq!(once, (1, 3));
    // The same game again would be answered at once.
    answers(&mut session, &["newgame othello", "play f5 f6 e6"]);
    session.output().clear();
    let stop = StopFlag::new();
    stop.raise();
    assert!(session.send("3 rate both add", &stop).unwrap());
    assert_eq!(
        session.output().split_off(0),
        b"?3 stopped before the game was rated\n\n"
    );
    for (before, line, error) in [
        (
            "play a1",
            "rate both add more",
            "? syntax error: 'more' is one word too many\n\n",
        ),
        (
            "newgame",
            "rate both add",
            "? there is nothing to rate: no move was chosen among several\n\n",
        ),
        (
            "play f5",
            "rate white add",
            "? there is nothing to rate: no move was chosen among several\n\n",
        ),
        (
            "newgame frogs",
            "rate black add",
            "? a rating is not possible in this game\n\n",
        ),
    ] {
        answers(&mut session, &[before]);
        assert_eq!(answers(&mut session, &[line]), error);
    }
    // The same game is one; another is another.
    answers(&mut session, &["newgame othello", "play f5 d6 c3"]);
    let again = told(&answers(&mut session, &["rate both add"]));
    assert_eq!(again, (1, 3));
    answers(&mut session, &["newgame othello", "play f5 f6 e6"]);
    let history = answers(&mut session, &["history"]);
    let twice = told(&answers(&mut session, &["rate both add"]));
    assert_eq!(twice, (2, 6));
    assert_eq!(answers(&mut session, &["history"]), history);
}

#[test]
fn no_option_counts() {
    let mut session = native();
    answers(&mut session, &["play f5 d6 c3 d3 c4 f4 f6 f3 e6 e7"]);
    let usual = answers(&mut session, &["rate both"]);
    for option in ["Level 1", "Skill 2", "Hash 1", "Player greedy"] {
        let line = format!("option {option}");
        assert_eq!(answers(&mut session, &[&line]), "=\n\n");
        assert_eq!(answers(&mut session, &["rate both"]), usual, "{option}");
    }
}
