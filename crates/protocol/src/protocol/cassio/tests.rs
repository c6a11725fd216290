use std::time::Duration;

use super::*;
use crate::protocol::tests::{command, error};
use bianca_play::games::moves::discs;
use bianca_search::request::Reach;

const START: &str = "---------------------------OX------XO---------------------------X";

fn probe(line: &str) -> Probe {
    match command(parse_line(line)) {
        Command::Probe(probe) => *probe,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_position_is_read_with_its_side_joined_or_apart() {
    let apart = format!("{} {}", &START[..64], &START[64..]);
    for position in [START, &apart] {
        let read = probe(&format!(
            "ENGINE-PROTOCOL midgame-search {position} -0.51 2.30 27 90"
        ));
        assert_eq!(read.board, apart);
        assert_eq!(
            read.window,
            (Score::from_fraction(-0.51), Score::from_fraction(2.3))
        );
        assert_eq!((read.depth, read.confidence), (Some(27), 90));
    }
    let read = probe(&format!("ENGINE-PROTOCOL Endgame-Search {START} 0 0 100"));
    assert_eq!(read.window, (Score(0), Score::from_discs(1)));
    assert_eq!(read.depth, None);
    // Edax's infinity.
    let read = probe(&format!(
        "engine-protocol endgame-search {START} -127 127 73"
    ));
    assert_eq!(read.window, (Score::MIN, Score::MAX));
    // Equal ones at the end of the board have no room above.
    let read = probe(&format!("ENGINE-PROTOCOL endgame-search {START} 64 64 100"));
    assert_eq!(read.window, (Score::from_discs(63), Score::MAX));
}

#[test]
fn numbers_are_read_as_leniently_as_edax_does() {
    let numbers = |kind: &str, numbers: &str| {
        let read = probe(&format!("ENGINE-PROTOCOL {kind}-search {START} {numbers}"));
        (read.depth, read.confidence)
    };
    // In a search to the end the first number is the precision, whatever follows.
    assert_eq!(numbers("endgame", "-64 64 30 100"), (None, 30));
    assert_eq!(numbers("endgame", "-64 64"), (None, 100));
    assert_eq!(numbers("midgame", "-64 64"), (Some(60), 100));
    assert_eq!(numbers("midgame", "-64 64 9"), (Some(9), 100));
    assert_eq!(numbers("midgame", "-64 64 9 73 and more"), (Some(9), 73));
    // Depths are those that there are.
    assert_eq!(numbers("midgame", "-64 64 0 100"), (Some(1), 100));
    assert_eq!(numbers("midgame", "-64 64 61 100"), (Some(60), 100));
    let full = format!("{}X", "X".repeat(64));
    let read = probe(&format!(
        "ENGINE-PROTOCOL midgame-search {full} -64 64 9 100"
    ));
    assert_eq!(read.depth, Some(1));
}

#[test]
fn what_cannot_be_read_is_named() {
    let reason = |line: &str| error(parse_line(line));
    let search = "ENGINE-PROTOCOL midgame-search";
    for (line, named) in [
        (search.to_owned(), "a position"),
        (format!("{search} {}", &START[..60]), "is not a position"),
        (format!("{search} {START}X 0 1 2 3"), "is not a position"),
        (
            format!("{search} {}- 0 1 2 3", &START[..64]),
            "is not a position",
        ),
        (format!("{search} {START} a 1 2 100"), "'a' is not alpha"),
        (format!("{search} {START} 0 nan 2 100"), "'nan' is not beta"),
        (
            format!("{search} {START} 2 1 2 100"),
            "a beta from alpha up",
        ),
        (
            format!("{search} {START} 0 1 -2 100"),
            "'-2' is not a depth",
        ),
        (
            format!("{search} {START} 0 1 2 101"),
            "'101' is not a precision",
        ),
        (format!("{search} {START} 0"), "beta in discs is missing"),
        ("ENGINE-PROTOCOL fly".to_owned(), "unknown command: fly"),
        ("ENGINE-PROTOCOL".to_owned(), "a command is missing"),
        ("hello".to_owned(), "unknown protocol: hello"),
    ] {
        let reason = reason(&line);
        assert!(reason.contains(named), "{line}: {reason}");
    }
}

#[test]
fn results_are_written_as_edax_does() {
    let mut report = Report::of_moves(discs("d3 pass c3"));
    report.score = Score::from_discs(-2);
    (report.depth, report.confidence, report.nodes) = (18, 73, 123_456);
    report.elapsed = Duration::from_millis(345);
    report.reach = Reach::Midgame;
    let mut probe = probe(&format!(
        "ENGINE-PROTOCOL midgame-search {START} -64 64 18 73"
    ));
    assert_eq!(
        result(START, &probe, &report),
        format!(
            "{START}, move D3, depth 18, @73%, B-2.00 <= v <= B-2.00, D3psC3, node 123456, \
             time 0.345\n"
        )
    );
    // Beyond its window a score is a bound.
    let white = format!("{}O", &START[..64]);
    probe.window = (Score::from_discs(-8), Score::from_discs(-3));
    let text = result(&white, &probe, &report);
    assert!(
        text.contains("move d3, depth 18, @73%, W-2.00 <= v <= W+64.00, d3PSc3,"),
        "{text}"
    );
    probe.window = (Score::from_discs(-2), Score::from_discs(4));
    let text = result(&white, &probe, &report);
    assert!(text.contains("W-64.00 <= v <= W-2.00"), "{text}");
    assert_eq!(
        bounds((Score::MIN, Score::MAX), Score::MIN),
        (Score::MIN, Score::MIN)
    );
    assert_eq!(
        bounds((Score::MIN, Score::MAX), Score::MAX),
        (Score::MAX, Score::MAX)
    );
}

#[test]
fn a_search_that_breaks_down_is_an_error_of_one_line() {
    let error = CommandError::Syntax("a\nb".to_owned());
    assert_eq!(
        write_event(&SearchEvent::Failed(&error)),
        "ERROR: syntax error: a b\n"
    );
    assert_eq!(write_event(&SearchEvent::Ended), "");
}

#[test]
fn answers_end_with_ready_but_where_the_specification_has_none() {
    for (reply, text) in [
        (Ok(Reply::Done), "ready.\n"),
        (Ok(Reply::Busy), "ok.\n"),
        (Ok(Reply::Learned), ""),
        (Ok(Reply::Bye), "bye bye.\n"),
        (
            Err(CommandError::UnknownProtocol("x y".to_owned())),
            "ERROR: Unknown protocol \"x y\"\n",
        ),
        (
            Err(CommandError::NotFed("a".to_owned())),
            "ERROR: feed-hash: a\n",
        ),
        (
            Err(CommandError::Syntax("a".to_owned())),
            "ERROR: syntax error: a\nready.\n",
        ),
    ] {
        assert_eq!(write_reply(&reply), text);
    }
}
