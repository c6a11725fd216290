//! When Edax's console begins and ends, and when the engine plays, thinks on and stops.

use super::{console, said};
use crate::protocol::edax::options::EdaxOptions;
use crate::protocol::edax::table::RULE;
use crate::protocol::{Dialect, VERSION};
use crate::session::tests::idle::Talk;
use crate::session::{Input, SessionSettings};
use bianca_rules::othello::Position;

/// A console in this mode, of a game in which black is always to move; it may ponder.
fn settings(mode: &str) -> SessionSettings {
    let mut console = EdaxOptions::default();
    console.set("mode", mode).unwrap();
    SessionSettings {
        dialect: Some(Dialect::Edax),
        options: vec![("Ponder".to_owned(), "true".to_owned())],
        console,
        ..SessionSettings::default()
    }
}

#[test]
fn a_line_is_asked_for_at_once_and_the_end_is_a_line_break() {
    let talk = Talk::with(settings("3"));
    talk.say("version");
    assert_eq!(talk.end(), format!(">\n\nBianca {VERSION}\n>\n"));
    // Unless nobody reads it.
    let talk = Talk::watched(settings("3"), || true);
    talk.say("perft 9");
    assert_eq!(talk.ends(), ">\n>");
}

#[test]
fn the_engine_thinks_on_after_its_move_and_where_a_person_plays_against_it() {
    let talk = Talk::with(settings("3"));
    talk.say("version");
    talk.say("go");
    assert!(!talk.searches().limits.infinite, "nobody plays");
    assert!(talk.searches().limits.infinite);
    talk.end();
    let talk = Talk::with(settings("0"));
    talk.say("version");
    assert!(talk.searches().limits.infinite);
    talk.end();
}

#[test]
fn a_game_of_the_engine_with_itself_is_stopped_and_any_by_a_person_who_quits() {
    for (mode, is_person, waiting, plays) in [
        (2, false, "stop", false),
        (2, false, "version", true),
        (2, false, "quit", true),
        (1, false, "stop", true),
        (1, true, "stop", true),
        (1, true, "version", true),
        (1, true, "quit", false),
    ] {
        let (mut session, aside, _) = console(3, 0);
        session.dialogue.client.interactive = is_person;
        let line = Input {
            text: waiting.to_owned(),
            too_long: false,
        };
        session.dialogue.wait(line, &*session.table.game).unwrap();
        said(&mut session, &aside, &[&format!("mode {mode}")]);
        let played = session.table.game.turns() > 0;
        assert_eq!(played, plays, "{mode} {is_person} {waiting}");
    }
}

#[test]
fn nothing_stands_below_a_move_that_was_not_searched_for() {
    let (mut session, aside, _) = console(3, 2);
    said(&mut session, &aside, &["go", "init", "force f5"]);
    let (printed, _) = said(&mut session, &aside, &["go"]);
    assert!(printed.starts_with("\n\nEdax plays F5\n"), "{printed}");
}

#[test]
fn the_book_answers_hint_if_it_knows_so_many_moves() {
    let (mut session, aside, _) = console(3, 0);
    session.options().set("Book", "builtin").unwrap();
    said(&mut session, &aside, &["f5"]);
    let known = session.table.book_moves().unwrap().len();
    for (count, expected) in [(1, 1), (known, known), (known + 1, 0)] {
        let (printed, _) = said(&mut session, &aside, &[&format!("hint {count}")]);
        let rows = printed.lines().filter(|row| row.starts_with("book "));
        assert_eq!(rows.count(), expected, "{count}: {printed}");
    }
}

#[test]
fn a_forced_line_is_forgotten_with_another_position_alone() {
    let start = "setboard ---------------------------O*------*O--------------------------- *";
    for (line, is_forced) in [("init", true), ("new", true), (start, false)] {
        let (mut session, aside, _) = console(3, 0);
        said(&mut session, &aside, &["force f5", line]);
        let console = &session.dialogue.client.console;
        let forced = console.forced_move(Position::START);
        assert_eq!(forced.is_some(), is_forced, "{line}");
    }
}

#[test]
fn what_a_search_finds_is_told_as_it_comes_if_all_is_wanted() {
    for (verbosity, tells_all) in [(1, false), (2, true)] {
        let (mut session, aside, _) = console(3, verbosity);
        let (printed, _) = said(&mut session, &aside, &["level 6", "f5", "go"]);
        let rows = printed.split(RULE).nth(1).unwrap().trim().lines().count();
        assert_eq!(rows > 1, tells_all, "{printed}");
    }
}
