//! What is drawn in a session, in every dialect, and what is not.

use std::collections::BTreeSet;

use super::{answers, native, speaking};
use crate::protocol::Dialect;

/// The replies to the same lines, again and again: the word behind `mark`.
fn replies(dialect: Dialect, first: &[&str], again: &[&str], mark: &str) -> BTreeSet<String> {
    let mut session = speaking(dialect);
    answers(&mut session, first);
    let mut reply = |_| {
        let said = answers(&mut session, again);
        let word = said.rsplit(mark).next().unwrap();
        let end = word.find([' ', '/', '\n']).unwrap();
        word[..end].to_lowercase().replace("p@", "")
    };
    (0..30).map(&mut reply).collect()
}

#[test]
fn who_repeats_his_moves_gets_other_replies_in_every_dialect() {
    let start = "set game (;GM[Othello]PC[a]DT[2026]PB[a]PW[b]RE[?]TI[5]TY[8]\
                 BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *];)";
    let said = [
        replies(Dialect::Gtp, &[], &["clear_board", "genmove b"], "= "),
        replies(Dialect::NBoard, &[], &[start, "go"], "=== "),
        replies(
            Dialect::Ugi,
            &["ugi"],
            &["uginewgame", "position startpos", "go movetime 20"],
            "bestmove ",
        ),
        replies(
            Dialect::XBoard,
            &["xboard", "nopost"],
            &["new", "go"],
            "move ",
        ),
        replies(Dialect::Edax, &[], &["init", "go"], "plays "),
    ];
    for replies in said {
        // The four first moves are equal.
        assert!(replies.len() > 1, "{replies:?}");
        let first = ["c4", "d3", "e6", "f5"];
        assert!(
            replies.iter().all(|reply| first.contains(&reply.as_str())),
            "{replies:?}"
        );
    }
}

#[test]
fn what_is_best_is_told_by_every_seed_alike() {
    let lines = [
        "newgame",
        "play f5f6e6f4g5",
        "reg_genmove",
        "go depth 4",
        "hint 3",
        "setboard --OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X",
        "hint 2",
        "solve",
        "go window 0 1",
        "newgame reversi-1880",
        "play d4e4d5e5",
        "hint 4",
        "newgame othello",
    ];
    let told = |seed: Option<&str>| {
        let mut session = native();
        if let Some(seed) = seed {
            session.options().set("Seed", seed).unwrap();
        }
        // A game before, whose draws go on.
        answers(&mut session, &["genmove", "genmove", "genmove"]);
        let said = answers(&mut session, &lines);
        let words = said.split_whitespace();
        // All but the times.
        let times = words.clone().scan("", |last, word| {
            Some(std::mem::replace(last, word) == "time")
        });
        let told: Vec<String> = words
            .zip(times)
            .filter(|(_, is_time)| !is_time)
            .map(|(word, _)| word.to_owned())
            .collect();
        assert!(
            told.len() > 100 && !told.iter().any(|word| word == "?"),
            "{said}"
        );
        told
    };
    let first = told(Some("1"));
    assert_eq!(told(Some("2")), first);
    assert_eq!(told(None), first);
}

#[test]
fn taking_a_move_back_goes_on_with_the_draw_and_a_seed_begins_it() {
    let mut session = native();
    session.options().set("Book", "off").unwrap();
    let mut moves = |seed: &str| -> Vec<String> {
        session.options().set("Seed", seed).unwrap();
        let lines = ["newgame", "genmove", "undo"];
        (0..20).map(|_| answers(&mut session, &lines)).collect()
    };
    let seven = moves("7");
    assert!(seven.iter().any(|said| *said != seven[0]));
    assert_ne!(moves("8"), seven);
    assert_eq!(moves("7"), seven);
}
