//! Lines in, commands out; replies and news in, lines out.

use super::*;
use crate::protocol::tests as lines;
use bianca_play::games::moves::discs;
use bianca_search::request::{Bounds, Reach, Score};

fn command(line: &str) -> Command {
    lines::command(parse_line(line))
}

fn error(line: &str) -> String {
    lines::error(parse_line(line))
}

#[test]
fn positions_are_boards_with_moves() {
    let position = |board: Option<&str>, moves: &str| Command::SetPosition {
        board: board.map(str::to_owned),
        moves: moves.to_owned(),
    };
    for (line, expected) in [
        ("position startpos", position(None, "")),
        ("position  startpos  moves", position(None, "")),
        ("position startpos moves f5 d6", position(None, "f5 d6")),
        ("position fen a board", position(Some("a board"), "")),
        ("position fen a moves f5", position(Some("a"), "f5")),
        (
            "Position fen 8/8/8/3OX3/3XO3/8/8/8 X - - 0 1 moves f5 0000 d6",
            position(Some("8/8/8/3OX3/3XO3/8/8/8 X - - 0 1"), "f5 0000 d6"),
        ),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
    assert_eq!(
        error("position here"),
        "syntax error: 'here' is not startpos or fen"
    );
    assert_eq!(
        error("position startpos f5"),
        "syntax error: 'f5' is not moves"
    );
    for line in ["position fen", "position fen  ", "position fen moves f5"] {
        assert_eq!(error(line), "syntax error: a board is missing", "{line}");
    }
}

#[test]
fn limits_may_stand_in_any_order() {
    let Command::Choose(order) = command("go p2inc 5 depth 4 p1time -3 movetime 7 p2time 900")
    else {
        panic!("no go");
    };
    assert!(!order.plays && !order.limits.infinite);
    assert_eq!(order.purpose, Purpose::Move);
    assert_eq!(order.limits.depth, Some(4));
    assert_eq!(order.limits.move_time, Some(Duration::from_millis(7)));
    let clock = |remaining, increment| {
        Some(ClockReading {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            ..ClockReading::default()
        })
    };
    assert_eq!(
        order.clock,
        ClockUsed::Given {
            black: clock(0, 0),
            white: clock(900, 5),
        }
    );
    let Command::Choose(order) = command("go p1inc 8 nodes 900 p1time 70 infinite") else {
        panic!("no go");
    };
    assert!(order.limits.infinite);
    assert_eq!(order.limits.nodes, Some(900));
    assert_eq!(
        order.clock,
        ClockUsed::Given {
            black: clock(70, 8),
            white: None,
        }
    );
    for (line, message) in [
        ("go fast", "'fast' is not a limit (p1time"),
        ("go depth", "a depth from 1 up is missing"),
        ("go p1time x", "'x' is not a time in milliseconds"),
        (
            "query weather",
            "'weather' is not gameover, p1turn, result or fen",
        ),
        ("setoption Hash 4", "'Hash' is not name"),
        ("setoption name Hash 4", "'4' is not value"),
        ("setoption name Hash value", "a value is missing"),
        ("ugi 2", "'2' is one word too many"),
    ] {
        let text = error(line);
        assert!(
            text.starts_with(&format!("syntax error: {message}")),
            "{text}"
        );
    }
    // The answer is no part of what is compared.
    let ask = |name| Command::Obey(Order::question(name, |_| Ok(Reply::Done)));
    for (line, expected) in [
        ("ugi", Command::Option(OptionOrder::All)),
        ("IsReady", Command::Sync),
        ("uginewgame", Command::Start(Start::USUAL)),
        ("stop", Command::Stop),
        ("quit", Command::Quit),
        ("query gameover", ask("gameover")),
        ("query p1turn", ask("p1turn")),
        ("query result", ask("result")),
        ("query fen", ask("fen")),
    ] {
        assert_eq!(command(line), expected, "{line}");
    }
    assert_eq!(error("hello"), "unknown command: hello");
    let refused = Err(CommandError::Syntax("a\nb".to_owned()));
    assert_eq!(write_reply(&refused), "info string syntax error: a b\n");
    assert_eq!(parse_line(" \t"), ParsedLine::Ignored);
}

#[test]
fn options_and_results_are_written_as_uci_does() {
    let options = vec![
        OptionInfo {
            name: "Hash",
            kind: OptionKind::Number {
                default: 64,
                min: 1,
                max: 9,
            },
            value: "5".to_owned(),
            drawn: None,
            help: "",
        },
        OptionInfo {
            name: "Player",
            kind: OptionKind::Choice {
                default: "a",
                values: vec!["a", "b"],
            },
            value: "a".to_owned(),
            drawn: None,
            help: "",
        },
        OptionInfo {
            name: "LogFile",
            kind: OptionKind::Text {
                default: String::new(),
            },
            value: String::new(),
            drawn: None,
            help: "",
        },
        OptionInfo {
            name: "Book",
            kind: OptionKind::Text {
                default: "builtin".to_owned(),
            },
            value: "off".to_owned(),
            drawn: None,
            help: "",
        },
    ];
    let text = write_reply(&Ok(Reply::Options(options)));
    assert!(
        text.ends_with(
            "option name Hash type spin default 64 min 1 max 9\n\
             option name Player type combo default a var a var b\n\
             option name LogFile type string default <empty>\n\
             option name Book type string default builtin\nugiok\n"
        ),
        "{text}"
    );
    assert_eq!(
        command("setoption name LogFile value <empty>"),
        Command::Option(OptionOrder::Set {
            name: "LogFile".to_owned(),
            value: "-".to_owned()
        })
    );
    for (black, result) in [
        (None, "none"),
        (Some(0), "draw"),
        (Some(2), "p1win"),
        (Some(-64), "p2win"),
    ] {
        let text = write_reply(&Ok(Reply::Outcome(black)));
        assert_eq!(text, format!("response {result}\n"));
    }
}

#[test]
fn a_search_is_told_as_uci_does() {
    let report = Report {
        rank: 1,
        pv: discs("f5 pass"),
        score: Score(-384),
        depth: 9,
        confidence: 100,
        reach: Reach::Midgame,
        bounds: Bounds::UNKNOWN,
        nodes: 500,
        elapsed: Duration::from_millis(250),
        book: None,
        chances: Vec::new(),
    };
    assert_eq!(
        write_event(&SearchEvent::Found(&report)),
        "info depth 9 score cp -150 time 250 nodes 500 nps 2000 pv f5 0000\n"
    );
    let drawn = Report {
        chances: vec![(discs("f5")[0], 0.75), (discs("d6")[0], 0.25)],
        ..report.clone()
    };
    let told = write_event(&SearchEvent::Found(&drawn));
    assert!(told.ends_with("pv f5 0000\ninfo string chances f5=75.0,d6=25.0\n"));
    let choice = Reply::Move {
        mv: discs("f5")[0],
        found: Some(report),
    };
    assert_eq!(write_reply(&Ok(choice)), "bestmove f5\n");
    let pass = Reply::Move {
        mv: GameMove::PASS,
        found: None,
    };
    assert_eq!(write_reply(&Ok(pass)), "bestmove 0000\n");
}
