//! Files of rules, right and wrong, and offers judged by them.

use super::*;
use crate::os::event::{self, Event};
use crate::os::message::Message;

fn offer(tail: &str) -> Request {
    let message = Message {
        head: format!("/os: + .8 {tail}"),
        ..Message::default()
    };
    match event::read(&message) {
        Event::Offered(request) => request,
        other => panic!("{tail}: {other:?}"),
    }
}

fn judged(rules: &str, tail: &str) -> Option<Result<(), String>> {
    let rules = Rules::read(rules).unwrap();
    let judged = rules.judge(&offer(tail), &"timo".parse().unwrap());
    judged.map(|judged| judged.map_err(|why| why.to_string()))
}

fn refused(rules: &str, tail: &str) -> String {
    judged(rules, tail).unwrap().unwrap_err()
}

#[test]
fn what_is_not_said_is_plain_othello_with_anybody() {
    for kind in ["8", "8r20", "s8r20", "s8r14"] {
        let tail = format!("1812.5 mona 05:00//02:00 {kind} R 990.0 timo");
        assert_eq!(judged("", &tail), Some(Ok(())), "{kind}");
    }
    for (kind, reason) in [
        ("8k", "8k: games with a komi (k) are not played"),
        ("8a", "8a: anti-Othello (a) is not played"),
        (
            "8b",
            "8b: games with chosen colours (b, w) are not accepted",
        ),
        ("10", "10: the board is not 8 by 8"),
        ("s8", "s8 is not played here"),
    ] {
        assert_eq!(
            refused("", &format!("1812.5 mona 05:00//02:00 {kind} R 990.0 timo")),
            reason
        );
    }
    // To somebody else, to everybody, by oneself.
    assert_eq!(judged("", "1812.5 mona 05:00 8 R 990.0 rosa"), None);
    assert_eq!(judged("", "1812.5 mona 05:00 8 R * *"), None);
    assert_eq!(
        judged("everybody = yes", "1812.5 mona 05:00 8 R * *"),
        Some(Ok(()))
    );
    assert_eq!(judged("everybody = yes", "1812.5 timo 05:00 8 R * *"), None);
}

#[test]
fn each_rule_has_its_reason() {
    let plain = "1812.5 mona 05:00//02:00 8 R 990.0 timo";
    for (rules, reason) in [
        ("players = rosa, otto", "not with this player"),
        ("never = rosa, mona", "not with this player"),
        ("rated = no", "only unrated games"),
        ("rating = 1900-2500", "only with ratings from 1900 to 2500"),
        ("rating = 0-1800", "only with ratings from 0 to 1800"),
        (
            "clock = 10:00-15:00",
            "only with main time from 10:00 to 15:00",
        ),
        (
            "extension = 0:00-1:00",
            "only with extension from 0:00 to 1:00",
        ),
        ("types = s8r20, 8r", "8 is not played here"),
    ] {
        assert_eq!(refused(rules, plain), reason);
    }
    let unrated = "1812.5 mona 05:00//02:00 8 U 990.0 timo";
    assert_eq!(refused("rated = yes", unrated), "only rated games");
    assert_eq!(judged("players = mona\nrated = no", unrated), Some(Ok(())));
    let odd = "1812.5 mona 05:00,20//02:00 8 U 990.0 timo";
    assert_eq!(
        refused("", odd),
        "only clocks of main time, increment and extension"
    );
    let uneven = "1812.5 mona 05:00//02:00 8 U 990.0 timo 10:00//02:00";
    assert_eq!(refused("", uneven), "only with equal clocks");
    let steps = "1812.5 mona 05:00/02:00/02:00 8 U 990.0 timo";
    assert_eq!(refused("", steps), "only with increment from 0:00 to 1:00");
    let stored = "1812.5 mona 00:10//02:00 8 S 990.0 timo .82726";
    assert_eq!(judged("", stored), Some(Ok(())));
    assert_eq!(
        refused("adjourned = no", stored),
        "games are not gone on with here"
    );
    assert_eq!(
        refused("types = 8, s8r20", "1812.5 mona 05:00 s8r14 U 990.0 timo"),
        "s8r14 is not played here"
    );
}

#[test]
fn a_whole_file_is_read() {
    let rules = Rules::read(
        "# a bot\nresign = -40 for 3 moves # far behind\n\nask = s8r20 05:00//02:00 timo\nask=8 1:00\n\
         pause = 0:10\ngames = 3\nplayers = *\n",
    )
    .unwrap();
    assert_eq!(
        rules.resign,
        Some(Resign {
            discs: 40,
            moves: 3
        })
    );
    let asks: Vec<String> = rules.asks.iter().map(Ask::to_string).collect();
    assert_eq!(asks, ["s8r20 05:00//02:00 timo", "8 1:00"]);
    assert_eq!(
        (rules.pause, rules.games),
        (Duration::from_secs(10), Some(3))
    );
    assert_eq!(Rules::read("").unwrap(), Rules::default());
    assert_eq!(Rules::read("resign = never").unwrap().resign, None);
}

#[test]
fn every_fault_names_its_line_and_the_word() {
    let error = |text: &str| Rules::read(text).unwrap_err().to_string();
    for (text, said) in [
        ("\nplay all", "line 2: 'play all' is not KEY = VALUE"),
        ("clok = 1:00-2:00", "line 1: 'clok' is not a key (clock?)"),
        ("rated = yes\nrated = no", "line 2: 'rated' stands twice"),
        (
            "types = 8, 8k",
            "line 1: types: 8k: games with a komi (k) are not played",
        ),
        (
            "types = 8x",
            "line 1: types: '8x' is not a list of types, such as 8, 8r20, s8r20",
        ),
        (
            "clock = 15:00",
            "line 1: clock: '15:00' is not LOW-HIGH, such as 1:00-15:00",
        ),
        (
            "clock = 15-20",
            "line 1: clock: '15-20' is not LOW-HIGH, such as 1:00-15:00",
        ),
        (
            "clock = 2:00-1:00",
            "line 1: clock: '2:00-1:00' is not LOW-HIGH, such as 1:00-15:00",
        ),
        (
            "rating = 2000",
            "line 1: rating: '2000' is not LOW-HIGH, such as 1500-2700",
        ),
        (
            "resign = -70 for 3 moves",
            "line 1: resign: '-70 for 3 moves' is not never, or -DISCS for N moves",
        ),
        (
            "ask = 8",
            "line 1: ask: '8' is not TYPE CLOCK NAME, such as s8r20 05:00//02:00 timo",
        ),
        (
            "ask = 8b 5:00 timo",
            "line 1: ask: 8b: games with chosen colours (b, w) are not accepted",
        ),
        (
            "ask = 8 5:00 x",
            "line 1: ask: 'x' is not TYPE CLOCK NAME, such as s8r20 05:00//02:00 timo",
        ),
        ("games = 0", "line 1: games: '0' is not a number of matches"),
        (
            "players = a b",
            "line 1: players: 'a b' is not a list of names, or *",
        ),
        (
            "everybody = maybe",
            "line 1: everybody: 'maybe' is not yes or no",
        ),
    ] {
        assert_eq!(error(text), said);
    }
    assert!(error("fly = yes").contains("adjourned, ask, clock"));
}
