//! What nobody sends on purpose, except to do harm. Nothing of it may end the process, lose a
//! reply or change the game.

use std::thread::sleep;
use std::time::Duration;

use bianca::protocol::gtp::COMMANDS;
use rand::prelude::*;

use crate::session::process::Bianca;

const SEED: u64 = 8;

fn after_two_moves() -> Bianca {
    let mut bianca = Bianca::anywhere(&[]);
    assert_eq!(bianca.ask("play f5d6"), "=");
    bianca
}

/// Asks what is known, to see that all is well, and reads the replies up to it. Gives those.
fn replies_until_well(bianca: &mut Bianca, context: &str) -> Vec<String> {
    bianca.send("7777 history\n");
    let mut replies = Vec::new();
    loop {
        let reply = bianca.reply();
        if let Some(history) = reply.strip_prefix("=7777 ") {
            assert_eq!(history, "f5 d6", "{context}");
            return replies;
        }
        replies.push(reply);
    }
}

#[test]
fn a_line_of_a_megabyte_is_one_error() {
    let mut bianca = after_two_moves();
    for (start, id) in [
        ("", ""),
        ("12 ", "12"),
        ("12 name ", "12"),
        ("3 play f4 # ", "3"),
    ] {
        let mut line = start.to_owned();
        line.extend(std::iter::repeat_n('x', 1 << 20));
        let reply = bianca.ask(&line);
        let expected = format!("?{id} syntax error: the line is longer than 65536 bytes");
        assert_eq!(reply, expected);
    }
    assert!(replies_until_well(&mut bianca, "long lines").is_empty());
    assert!(bianca.finish().1.success());
}

#[test]
fn bytes_that_are_no_text_are_answered_or_ignored() {
    let mut bianca = after_two_moves();
    for (bytes, expected) in [
        (&b"\0\0\0\n"[..], vec![]),
        (b"na\0me\n", vec!["= Bianca"]),
        (b"4 name\r\n", vec!["=4 Bianca"]),
        (b"name\x07\x1b\n", vec!["= Bianca"]),
        (b"\xff\xfe\n", vec!["? unknown command: \u{fffd}\u{fffd}"]),
        (
            b"play \xc3\x28\n",
            vec!["? syntax error: '\u{fffd}(' is not a move"],
        ),
        (
            "play f4é\n".as_bytes(),
            vec!["? syntax error: 'é' is not a move"],
        ),
        (
            b"setboard \xf0\x9f\n",
            vec![
                "? syntax error: '\u{fffd}' is no game: a line is moves (f5d6c3), a board (64 squares, \
                 then X or O), or a game of GGF or SGF",
            ],
        ),
    ] {
        bianca.send(bytes);
        let replies = replies_until_well(&mut bianca, &format!("{bytes:?}"));
        assert_eq!(replies, expected, "{bytes:?}");
    }
    assert!(bianca.finish().1.success());
}

#[test]
fn random_words_never_change_the_game() {
    let mut bianca = after_two_moves();
    let mut random = StdRng::seed_from_u64(SEED);
    let words = [
        "",
        "black",
        "w",
        "f5",
        "d6f4",
        "pass",
        "-1",
        "0",
        "1e9",
        "99999999999999999999",
        "\u{e9}",
        "a1",
        "i9",
        "X",
        "#",
        "\"",
        "depth",
        "nodes",
        "exact",
        ".",
        "--",
        "Hash",
        "Threads",
        "8",
    ];
    // Those left out change the game when they succeed, take long, or write files.
    let refused = |name: &str| {
        let changes = [
            "play",
            "genmove",
            "undo",
            "gg-undo",
            "redo",
            "newgame",
            "clear_board",
            "set_game",
            "setboard",
            "quit",
            "printsgf",
            "savegame",
            "option",
            "go",
            "solve",
            "hint",
            "reg_genmove",
            "perft",
            "analyze",
            "gogui-setup",
            "gogui-setup_player",
        ];
        changes.contains(&name)
    };
    let names: Vec<&str> = COMMANDS
        .iter()
        .map(|info| info.name)
        .filter(|name| !refused(name))
        .collect();
    for number in 0..2000 {
        let mut line = match number % 3 {
            0 => String::from("play a1"),
            1 => (*names.choose(&mut random).unwrap()).to_owned(),
            _ => (*words.choose(&mut random).unwrap()).to_owned(),
        };
        for _ in 0..random.random_range(0..4) {
            line += " ";
            line += words.choose(&mut random).unwrap();
        }
        bianca.send(format!("{line}\n"));
        let replies = replies_until_well(&mut bianca, &format!("seed {SEED}: {line}"));
        assert!(replies.len() <= 1, "seed {SEED}: {line}: {replies:?}");
        for reply in replies {
            assert!(
                reply.starts_with(['=', '?']),
                "seed {SEED}: {line}: {reply}"
            );
        }
    }
    assert!(bianca.finish().1.success());
}

#[test]
fn random_bytes_never_end_the_session() {
    let mut bianca = after_two_moves();
    let mut random = StdRng::seed_from_u64(SEED);
    for number in 0..200 {
        let bytes: Vec<u8> = (0..random.random_range(1..2000))
            .map(|_| random.random::<u8>())
            .collect();
        bianca.send(&bytes);
        bianca.send("\n");
        replies_until_well(&mut bianca, &format!("seed {SEED}, number {number}"));
    }
    assert!(bianca.finish().1.success());
}

#[test]
fn commands_that_come_during_a_search_are_answered_after_it() {
    let mut bianca = after_two_moves();
    bianca.send("1 go infinite\n");
    sleep(Duration::from_millis(50));
    for id in 2..500 {
        bianca.send(match id % 4 {
            0 => format!("{id} name\n"),
            1 => format!("{id} play a1\n"),
            2 => format!("{id} nonsense\n"),
            _ => format!("{id} legal\n"),
        });
    }
    bianca.send("500 stop\n");
    for id in 1..=500 {
        let reply = bianca.reply();
        let sign = if id > 1 && matches!(id % 4, 1 | 2) {
            '?'
        } else {
            '='
        };
        assert!(reply.starts_with(&format!("{sign}{id}")), "{id}: {reply}");
    }
    assert!(replies_until_well(&mut bianca, "after all").is_empty());
    assert!(bianca.finish().1.success());
}

#[test]
fn a_search_in_the_middle_of_which_the_input_ends_is_answered() {
    for search in ["go infinite", "analyze", "hint 3", "genmove", "perft 5"] {
        let mut bianca = after_two_moves();
        bianca.send(format!("9 {search}\n"));
        sleep(Duration::from_millis(50));
        let (lines, status) = bianca.finish();
        assert!(status.success(), "{search}: {status}");
        assert!(lines[0].starts_with(['=', '?']), "{search}: {lines:?}");
        assert_eq!(
            lines.last().map(String::as_str),
            Some(""),
            "{search}: {lines:?}"
        );
    }
}

#[test]
fn a_last_line_without_a_line_break_is_answered() {
    let mut bianca = after_two_moves();
    bianca.send("quit\nname");
    let (lines, status) = bianca.finish();
    assert_eq!(lines, ["=", ""], "nothing is answered after quit");
    assert!(status.success());
    let mut bianca = after_two_moves();
    bianca.send("name");
    assert_eq!(bianca.finish().0, ["= Bianca", ""]);
}

#[test]
fn a_client_that_closes_our_output_ends_the_session_quietly() {
    for line in ["name\n", "analyze\n", "genmove\n"] {
        assert_eq!(Bianca::said_to_nobody(line), "", "{line}");
    }
}

#[test]
fn a_hundred_thousand_moves_at_once_are_all_answered() {
    let mut bianca = Bianca::anywhere(&[]);
    let game = ["play b f5\n", "play w d6\n", "undo\n", "undo\n"];
    for _ in 0..250 {
        bianca.send(game.concat().repeat(100));
    }
    for number in 0..100_000 {
        assert_eq!(bianca.reply(), "=", "reply {number}");
    }
    assert!(bianca.finish().1.success());
}

#[test]
fn files_that_are_no_games_change_nothing() {
    let mut bianca = after_two_moves();
    for file in [
        "/dev/zero",
        "/",
        "/nowhere.sgf",
        "/proc/self/mem",
        "/etc/passwd",
    ] {
        let reply = bianca.ask(&format!("loadsgf {file}"));
        assert!(
            reply.starts_with(&format!("? cannot load file: {file}: ")),
            "{reply}"
        );
    }
    let reply = bianca.ask("printsgf /nowhere/game.sgf");
    assert!(
        reply.starts_with("? cannot save file: /nowhere/game.sgf: "),
        "{reply}"
    );
    assert!(replies_until_well(&mut bianca, "files").is_empty());
}

#[test]
fn options_beyond_reason_are_refused() {
    let mut bianca = after_two_moves();
    for (name, value) in [
        ("Hash", "0"),
        ("Hash", "1048576"),
        ("Hash", "99999999999999999999999"),
        ("Threads", "-1"),
        ("Level", "high"),
        ("Ponder", "maybe"),
        ("MoveTime", "-1"),
        ("MoveNodes", "-1"),
        ("MoveNodes", "1e6"),
        ("MoveVariety", "1.01"),
        ("MoveVariety", "NaN"),
        ("GameTime", "inf"),
        ("Luck", "1"),
    ] {
        let before = bianca.ask("options");
        let reply = bianca.ask(&format!("option {name} {value}"));
        assert!(reply.starts_with("? "), "{name} {value}: {reply}");
        assert!(reply.contains(name), "{reply}");
        assert_eq!(bianca.ask("options"), before);
    }
}
