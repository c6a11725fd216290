//! The command `follow`: which games count, for whom, and what is told then.

use super::{answers, native};
use crate::session::Session;
use serde_json::Value;

/// Games that the person has won, drawn and lost, by what `line` answers.
fn told(session: &mut Session<Vec<u8>>, line: &str) -> ([i64; 3], Value) {
    let reply = answers(session, &[line]);
    let row: Value = serde_json::from_str(reply.strip_prefix("= ").unwrap()).unwrap();
    let results = ["wins", "draws", "losses"].map(|name| row[name].as_i64().unwrap());
    (results, row)
}

/// A game that is broken off after eight moves. The person plays the legal move of this number,
/// from 0, at first, and then the first one: the same game again would not count.
fn break_off(session: &mut Session<Vec<u8>>, person: usize, number: usize) {
    let seed = format!("option Seed {}", 1 + 3 * person + number);
    answers(session, &[&seed, "newgame"]);
    for turn in 0..8 {
        if turn % 2 == person {
            let legal = answers(session, &["legal"]);
            let number = if turn < 2 { number } else { 0 };
            let mv = legal.split_whitespace().nth(1 + number).unwrap();
            answers(session, &[&format!("play {mv}")]);
        } else {
            answers(session, &["genmove"]);
        }
    }
}

#[test]
fn a_game_that_was_broken_off_counts_as_is_said_and_only_then() {
    let mut session = native();
    answers(&mut session, &["option Elo 1500", "option Follow true"]);
    let mut results = [0; 3];
    let mut elo = 1500;
    for (person, words) in [["black", "draw", "white"], ["white", "draw", "black"]]
        .iter()
        .enumerate()
    {
        for (place, word) in words.iter().enumerate() {
            break_off(&mut session, person, place);
            // Nobody has said who has won: it may go on.
            assert_eq!(told(&mut session, "follow").0, results, "{word}");
            results[place] += 1;
            let (known, row) = told(&mut session, &format!("follow {word}"));
            assert_eq!(known, results, "{word}");
            assert_eq!(row["last_elo"], elo, "{word}");
            elo = row["elo"].as_i64().unwrap();
            let option = answers(&mut session, &["option Elo"]);
            assert_eq!(option, format!("= {elo}\n\n"));
            for again in ["follow", "follow black", "follow draw", "follow white"] {
                assert_eq!(told(&mut session, again), (results, row.clone()), "{again}");
            }
        }
    }
    assert_eq!(results, [2, 2, 2]);
}

#[test]
fn a_strength_that_is_set_ends_the_following_and_a_rating_forgets_it() {
    let counts = [
        ("option Skill club", 1),
        ("option Skill 10", 1),
        ("option Follow false", 1),
        ("option Elo 1200", 0),
        ("option Elo 2730", 0),
    ];
    for (line, kept) in counts {
        let mut session = native();
        answers(&mut session, &["option Elo 1500", "option Skill follow"]);
        break_off(&mut session, 0, 0);
        told(&mut session, "follow draw");
        answers(&mut session, &[line]);
        let reply = answers(&mut session, &["follow"]);
        assert_eq!(
            reply, "? nobody is followed: see the option Follow\n\n",
            "{line}"
        );
        // Whatever ends here is of another player.
        break_off(&mut session, 0, 1);
        answers(&mut session, &["follow draw", "option Follow true"]);
        assert_eq!(told(&mut session, "follow").0, [0, kept, 0], "{line}");
    }
}
