//! Lines in, commands out; replies and news in, lines out.

use super::*;
use crate::protocol::tests as lines;
use bianca_play::game::GameError;
use bianca_play::games::moves::discs;
use bianca_search::request::{BookScore, Bounds, Score};

fn command(line: &str) -> Command {
    lines::command(parse_line(line))
}

fn error(line: &str) -> String {
    lines::error(parse_line(line))
}

fn report(reach: Reach, confidence: u8) -> Report<GameMove> {
    Report {
        rank: 1,
        pv: discs("f5 pass c3"),
        score: Score(-1),
        depth: 12,
        confidence,
        reach,
        bounds: Bounds::UNKNOWN,
        nodes: 3456,
        elapsed: Duration::from_millis(1255),
        book: None,
        chances: Vec::new(),
    }
}

#[test]
fn moves_come_in_every_spelling() {
    let play = |word: &str, time: Option<f64>| Command::Play {
        color: None,
        moves: word.to_owned(),
        time: time.map(Duration::from_secs_f64),
    };
    for (line, word, time) in [
        ("move F5", "f5", None),
        ("move F5//1.2", "f5", Some(1.2)),
        ("move D3/1.25/0.01", "d3", Some(0.01)),
        ("move D3/0.5,-0.5/3", "d3", Some(3.0)),
        ("move d3/-2", "d3", None),
        ("move PA", "pass", None),
        ("move p//3.1", "pass", Some(3.1)),
        ("move PASS/", "pass", None),
        ("move --//", "pass", None),
        ("move F5 /1/2", "f5", Some(2.0)),
        ("F5", "f5", None),
        ("pa\r", "pass", None),
    ] {
        assert_eq!(command(line), play(word, time), "{line}");
    }
    for (line, message) in [
        ("move", "a move is missing"),
        ("move /1/2", "'/1/2' is not a move"),
        ("move f5 d6", "'d6' is one word too many"),
        ("move f5 1.2 3", "'1.2' is one word too many"),
        ("move f5d6/1", "'f5d6/1' is not a move"),
        ("move 1.f5", "'1.f5' is not a move"),
        ("move f5,d6", "'f5,d6' is not a move"),
        ("move f5/x/1", "'x' is not an evaluation in discs"),
        ("move f5/nan/1", "'nan' is not an evaluation in discs"),
        ("move f5/1,-inf/1", "'1,-inf' is not an evaluation in discs"),
        ("move f5/1/nan", "'nan' is not a time in seconds"),
        ("move f5//-1", "'-1' is not a time in seconds"),
        ("move f5//1e99", "'1e99' is not a time in seconds"),
        ("move f5/1/2/3", "'/3' is one word too many"),
    ] {
        assert_eq!(error(line), format!("syntax error: {message}"), "{line}");
    }
}

#[test]
fn requests_become_commands() {
    assert_eq!(command("nboard 2"), Command::Name);
    assert_eq!(command("set depth 18"), Command::SetDepth(18));
    assert_eq!(command("ping -3"), Command::Ping(-3));
    assert_eq!(
        command("set game (;GM[Othello];)"),
        Command::ReadGame("(;GM[Othello];)".to_owned())
    );
    let Command::Analyze(request) = command("hint 3") else {
        panic!("no hint");
    };
    assert_eq!(request.best, 3);
    let Command::Choose(order) = command("go") else {
        panic!("no go");
    };
    assert!(!order.plays && order.clock == ClockUsed::Kept && order.limits.within_level);
    assert_eq!(order.purpose, Purpose::Move);
    for (line, expected) in [
        ("learn", Command::Learn),
        ("analyze", Command::Review(ReviewOrder::default())),
        ("new", Command::Start(Start::USUAL)),
        ("new othello 8", Command::Start(Start::USUAL)),
        ("quit", Command::Quit),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
    for line in [
        "",
        "sing",
        "set",
        "set x 1",
        "set contempt -5",
        "i9",
        "PASSES",
        "F5 now",
    ] {
        assert_eq!(parse_line(line), ParsedLine::Ignored, "{line}");
    }
}

#[test]
fn lines_of_a_search_are_those_that_the_board_reads() {
    let line = |reach, confidence| {
        let text = write_event(
            SearchPurpose::Analysis,
            &SearchEvent::Found(&report(reach, confidence)),
        );
        let (search, stats) = text.split_once('\n').unwrap();
        assert_eq!(stats, "nodestats 3456 1.25\n");
        search.to_owned()
    };
    assert_eq!(line(Reach::Midgame, 73), "search F5PAC3 0.00 0 12");
    assert_eq!(line(Reach::End, 98), "search F5PAC3 0.00 0 12@98%");
    assert_eq!(line(Reach::End, 100), "search F5PAC3 0.00 0 100%");
    assert_eq!(line(Reach::WinLossDraw, 100), "search F5PAC3 0.00 0 100%W");
    // The book is told as such until the search is as deep.
    for (depth, reach, expected) in [
        (13, Reach::Midgame, "book F5PAC3 -1.50 7 13\n"),
        (12, Reach::Midgame, "search F5PAC3 0.00 0 12\n"),
        (13, Reach::End, "search F5PAC3 0.00 0 12@98%\n"),
    ] {
        let book = BookScore {
            score: Score::from_fraction(-1.5),
            depth,
            confidence: 73,
            lines: 7,
        };
        let known = Report {
            book: Some(book),
            ..report(reach, 98)
        };
        let text = write_event(SearchPurpose::Analysis, &SearchEvent::Found(&known));
        assert!(text.starts_with(expected), "{text}");
    }
    let over = Report {
        pv: Vec::new(),
        ..report(Reach::End, 100)
    };
    assert_eq!(
        write_event(SearchPurpose::Analysis, &SearchEvent::Found(&over)),
        ""
    );
}

#[test]
fn replies_are_the_protocols_own_words_or_none() {
    let choice = |mv: &str, found| {
        write_reply(&Ok(Reply::Move {
            mv: discs(mv)[0],
            found,
        }))
    };
    let found = Report {
        score: Score(320),
        ..report(Reach::Midgame, 100)
    };
    assert_eq!(choice("d3", Some(found)), "=== D3/1.25/1.25\n");
    assert_eq!(choice("pass", None), "=== PA\n");
    assert_eq!(write_reply(&Ok(Reply::Done)), "");
    let refused = CommandError::Game(GameError::NothingToUndo);
    assert_eq!(write_reply(&Err(refused)), "status cannot undo\n");
}

#[test]
fn the_status_says_what_a_search_is_for_and_goes_with_it() {
    for (purpose, status) in [
        (SearchPurpose::Move, "status Thinking\n"),
        (SearchPurpose::Learning, "status Learning\n"),
        (SearchPurpose::Analysis, "status Analyzing\n"),
        (SearchPurpose::Review, "status Analyzing\n"),
    ] {
        assert_eq!(write_event(purpose, &SearchEvent::Began), status);
        assert_eq!(write_event(purpose, &SearchEvent::Ended), "status\n");
    }
    let scored = SearchEvent::Scored(7, Score(-1));
    assert_eq!(
        write_event(SearchPurpose::Review, &scored),
        "analysis 7 0.00\n"
    );
}
