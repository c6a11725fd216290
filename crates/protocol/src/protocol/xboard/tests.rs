use super::*;
use crate::protocol::tests::{command, error};
use bianca_play::games::moves::discs;
use bianca_search::request::Score;

fn order(line: &str) -> XBoardOrder {
    match command(parse_line(line)) {
        Command::XBoard(order) => order,
        other => panic!("{other:?}"),
    }
}

#[test]
fn moves_are_read_in_every_way_that_boards_write_them() {
    for word in ["f5", "P@f5", "F5", "@@@@", "pass", "0000"] {
        for line in [
            word.to_owned(),
            format!("usermove {word}"),
            format!(" {word} "),
        ] {
            assert_eq!(order(&line), XBoardOrder::Move(word.to_owned()), "{line}");
        }
    }
}

#[test]
fn times_are_minutes_seconds_and_hundredths() {
    let seconds = Duration::from_secs;
    let level = |moves, base, increment| XBoardOrder::Level {
        moves,
        base: seconds(base),
        increment: seconds(increment),
    };
    assert_eq!(order("level 40 5 0"), level(40, 300, 0));
    assert_eq!(order("level 0 2:30 12"), level(0, 150, 12));
    assert_eq!(
        order("time 1250"),
        XBoardOrder::Time(Duration::from_millis(12_500))
    );
    assert_eq!(order("otim -3"), XBoardOrder::OpponentTime(Duration::ZERO));
    assert_eq!(
        order("st 2.5"),
        XBoardOrder::MoveTime(Duration::from_millis(2500))
    );
    for line in [
        "level 40 5",
        "level 40 x 0",
        "level 0 9999999999999999999 0",
        "st -1",
        "st 0",
        "st nan",
    ] {
        assert!(
            error(parse_line(line)).starts_with("syntax error"),
            "{line}"
        );
    }
}

#[test]
fn what_is_refused_is_told_in_the_protocols_words() {
    let text = |line: &str| match parse_line(line) {
        ParsedLine::Command {
            command: Err(error),
            ..
        } => write_reply(&Err(error)),
        other => panic!("{other:?}"),
    };
    for line in ["fly", "fly away"] {
        assert_eq!(text(line), "Error (unknown command): fly\n");
    }
    assert_eq!(text("f5 now"), "Error (unknown command): f5\n");
    assert_eq!(
        text("sd x"),
        "Error (malformed command): 'x' is not a depth from 1 up\n"
    );
    let moved = Err(CommandError::MoveRefused(sent("a1")));
    assert_eq!(write_reply(&moved), "Illegal move: a1\n");
    let broken = CommandError::Internal("a\nb".to_owned());
    assert_eq!(
        write_reply(&Err(broken.clone())),
        format!("Error (refused): {}\n", broken.on_one_line())
    );
    let told = write_event(SearchPurpose::Move, &SearchEvent::Failed(&broken));
    assert!(
        told.starts_with("telluser ") && told.contains(": a b;"),
        "{told}"
    );
}

#[test]
fn moves_and_the_books_lines_are_written_as_the_board_reads_them() {
    for (mv, text) in [("f5", "move P@f5\n"), (PASS, "move @@@@\n")] {
        let mv = discs(mv)[0];
        assert_eq!(write_reply(&Ok(Reply::Move { mv, found: None })), text);
    }
    for (lines, text) in [
        ("", " The book has no move here.\n\n"),
        ("f5 +0\nd6 -1", " f5 +0\n d6 -1\n\n"),
    ] {
        assert_eq!(write_reply(&Ok(Reply::Text(lines.to_owned()))), text);
    }
}

#[test]
fn no_move_is_wanted_any_more_once_the_game_has_changed() {
    for line in [
        "new",
        "variant reversi",
        "setboard x",
        "force",
        "undo",
        "remove",
        "analyze",
        "result 1-0",
    ] {
        assert!(order(line).ends_thinking(), "{line}");
    }
    for line in ["go", "f5", "time 100", "otim 100", "post", "hint", "exit"] {
        assert!(!order(line).ends_thinking(), "{line}");
    }
}

#[test]
fn the_result_is_told_in_the_boards_colours() {
    let text = |black, first_is_white| {
        write_reply(&Ok(Reply::Ended {
            black,
            first_is_white,
        }))
    };
    assert_eq!(text(16, true), "1-0 {White wins 40-24}\n");
    assert_eq!(text(16, false), "0-1 {Black wins 40-24}\n");
    assert_eq!(text(-64, true), "0-1 {Black wins 64-0}\n");
    assert_eq!(text(0, false), "1/2-1/2 {Draw 32-32}\n");
}

#[test]
fn thinking_is_in_hundredths() {
    let mut report = Report::of_moves(discs("f5 pass"));
    report.score = Score::from_fraction(-1.5);
    (report.depth, report.nodes, report.elapsed) = (9, 77, Duration::from_millis(1234));
    let told = |purpose, rank| {
        let report = Report {
            rank,
            ..report.clone()
        };
        write_event(purpose, &SearchEvent::Found(&report))
    };
    assert_eq!(told(SearchPurpose::Move, 1), "9 -150 123 77 f5 @@@@\n");
    assert_eq!(told(SearchPurpose::Move, 2), "");
    assert_eq!(told(SearchPurpose::Lines, 1), "");
}
