//! What options a session has, and what they do.

use std::time::Duration;

use super::{answers, native, speaking};
use crate::protocol::{Dialect, OptionOrder, Reply};
use crate::session::Session;
use bianca_rules::othello::Color;
use bianca_search::request::Limits;

#[test]
fn options_are_set_and_shown_in_every_spelling() {
    let mut session = native();
    let said = answers(&mut session, &["option"]);
    assert!(said.starts_with("? "), "{said}");
    // The player's options and the session's own.
    for (word, option) in [("Levle", "Level"), ("ponderr", "Ponder")] {
        let refusal = format!("? unknown option '{word}' (did you mean {option}?)\n\n");
        let lines = [&*format!("option {word} 1"), &*format!("option {word}")];
        assert_eq!(answers(&mut session, &lines), refusal.repeat(2));
    }
    for name in ["Ponder", "livegraphics"] {
        for (value, shown) in [
            ("1", "true"),
            ("0", "false"),
            ("TRUE", "true"),
            ("False", "false"),
            ("true", "true"),
        ] {
            let set = format!("option {name} {value}");
            let show = format!("option {name}");
            let said = answers(&mut session, &[&set, &show]);
            assert_eq!(said, format!("=\n\n= {shown}\n\n"), "{set}");
        }
        let said = answers(&mut session, &[&format!("option {name} maybe")]);
        assert!(said.contains("true or false"), "{said}");
    }
    let said = answers(&mut session, &["option LogFile -", "option LogFile"]);
    assert_eq!(said, "=\n\n=\n\n");
    let said = answers(&mut speaking(Dialect::Ugi), &["ugi"]);
    for name in ["Hash", "Ponder", "LiveGraphics", "LogFile"] {
        assert!(
            said.contains(&format!("option name {name} type ")),
            "{said}"
        );
    }
    let said = answers(
        &mut speaking(Dialect::NBoard),
        &["set depth 6", "set depth 99"],
    );
    assert_eq!(said, "set myname Bianca6\nset myname Bianca60\n");
}

#[test]
fn the_time_or_the_positions_of_a_move_and_the_time_of_a_game_are_options() {
    let mut session = native();
    let lines = ["option MoveTime 0.02", "option Level 60", "option Book off"];
    assert_eq!(answers(&mut session, &lines), "=\n\n=\n\n=\n\n");
    // Level 60 would take minutes.
    let limits = session.table.clocks.limits(Limits::default());
    assert_eq!(limits.move_time, Some(Duration::from_millis(20)));
    let lines = ["option MoveNodes 500", "option MoveNodes"];
    assert_eq!(answers(&mut session, &lines), "=\n\n= 500\n\n");
    assert_eq!(
        session.table.clocks.limits(Limits::default()).nodes,
        Some(500)
    );
    let depth = session.table.clocks.limits(Limits::to_depth(3));
    assert_eq!(depth, Limits::to_depth(3), "a limit of its own");
    assert!(answers(&mut session, &["genmove"]).starts_with("= "));
    answers(&mut session, &["option MoveTime 0", "undo", "undo"]);
    answers(&mut session, &["genmove"]);
    let told = answers(&mut session, &["last_search"]);
    let nodes = told.split("nodes ").nth(1).unwrap();
    let nodes: u64 = nodes.split(' ').next().unwrap().parse().unwrap();
    assert!((100..1000).contains(&nodes), "{told}");
    let said = answers(&mut session, &["option MoveNodes -1", "option MoveTime -1"]);
    let nodes = "? option MoveNodes: '-1' is not a whole number from 0 to 9007199254740992";
    let time = "? option MoveTime: '-1' is not a number of seconds from 0 to a million";
    assert_eq!(said, format!("{nodes}\n\n{time}\n\n"));
    for (value, takes) in [("9007199254740992", true), ("9007199254740993", false)] {
        let said = answers(&mut session, &[&format!("option MoveNodes {value}")]);
        assert_eq!(said == "=\n\n", takes, "{said}");
    }
    answers(&mut session, &["option MoveNodes 0"]);
    assert_eq!(
        session.table.clocks.limits(Limits::default()),
        Limits::default()
    );
    let game = ["option GameTime 300", "option GameTime", "clear_board"];
    assert_eq!(answers(&mut session, &game), "=\n\n= 300\n\n=\n\n");
    let left = |session: &Session<Vec<u8>>| session.table.clocks.clock(Color::White);
    assert_eq!(left(&session).unwrap().remaining, Duration::from_secs(300));
    answers(&mut session, &["option GameTime 0"]);
    assert_eq!(left(&session), None);
}

#[test]
fn what_an_option_is_at_first_is_its_default_and_its_help_says_what_that_means() {
    let session = &mut native();
    let said = answers(&mut speaking(Dialect::Ugi), &["ugi"]);
    for (name, default) in [
        ("Ponder", "type check default false"),
        ("LiveGraphics", "type check default false"),
        ("MoveTime", "type string default 0"),
        (
            "MoveNodes",
            "type spin default 0 min 0 max 9007199254740992",
        ),
        ("GameTime", "type string default 0"),
    ] {
        let option = format!("option name {name} {default}\n");
        assert!(said.contains(&option), "{option}{said}");
        let first = default.split(' ').nth(3).unwrap();
        let shown = answers(session, &[&format!("option {name}")]);
        assert_eq!(shown, format!("= {first}\n\n"));
    }
    let Reply::Options(options) = session.options().obey(OptionOrder::All).unwrap() else {
        panic!("no options");
    };
    // What none is called is taken for none.
    for (name, none) in [
        ("MoveTime", "0"),
        ("MoveNodes", "0"),
        ("GameTime", "0"),
        ("LogFile", "-"),
    ] {
        let option = options.iter().find(|option| option.name == name).unwrap();
        assert!(
            option.help.contains(&format!("; {none} for ")),
            "{}",
            option.help
        );
        let set = [&*format!("option {name} {none}"), &format!("option {name}")];
        let said = answers(session, &set);
        assert_eq!(
            said,
            format!("=\n\n= {}", option.value).trim_end().to_owned() + "\n\n"
        );
    }
}

#[test]
fn the_player_that_was_there_first_comes_back_with_its_options() {
    let mut session = native();
    let said = answers(
        &mut session,
        &[
            "option Level 3",
            "newgame tictactoe",
            "genmove",
            "newgame othello",
            "option Level",
        ],
    );
    assert!(
        said.starts_with("=\n\n=\n\n= (") && said.ends_with("= 3\n\n"),
        "{said}"
    );
}
