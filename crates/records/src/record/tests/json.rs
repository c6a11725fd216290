//! Games as JSON: each key with its rivals, the bounds of what is believed, and how deep is looked.

use serde_json::{Value, json};

use super::{game_of, moves_of};
use crate::record::annotated::AnnotatedGame;
use crate::record::error::ReadError;
use crate::record::json::{is_json, read_all, read_one};
use bianca_rules::othello::{Color, Square};
use bianca_rules::score::Score;

fn read(value: &Value) -> AnnotatedGame {
    read_one(&value.to_string()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

fn refused(value: &Value) -> ReadError {
    read_one(&value.to_string()).expect_err(&value.to_string())
}

/// An object with some moves and these entries.
fn with(entries: &[(&str, Value)]) -> Value {
    let mut value = json!({"moves": "f5d6c3"});
    for (name, entry) in entries {
        value[name] = entry.clone();
    }
    value
}

/// Names of a text, and where it is in a game.
type Text = (&'static [&'static str], fn(&AnnotatedGame) -> &str);

/// The names of each text, those that go before others first.
const TEXTS: [Text; 8] = [
    (
        &[
            "black",
            "black_player",
            "blackPlayer",
            "black_name",
            "blackName",
        ],
        |game| &game.black,
    ),
    (
        &[
            "white",
            "white_player",
            "whitePlayer",
            "white_name",
            "whiteName",
        ],
        |game| &game.white,
    ),
    (&["event", "tournament"], |game| &game.event),
    (&["round"], |game| &game.round),
    (&["place", "site"], |game| &game.place),
    (&["date", "created", "createdAt", "year"], |game| &game.date),
    (&["memo", "comment"], |game| &game.comment),
    (&["variant", "rule", "rules", "gtype"], |game| &game.variant),
];

#[test]
fn each_key_sets_its_field_and_gives_way_to_those_before_it() {
    for (names, field) in TEXTS {
        for (place, name) in names.iter().enumerate() {
            let game = read(&with(&[(name, json!(" so "))]));
            let told = TEXTS.map(|(_, field)| field(&game).to_owned());
            let others = told.iter().filter(|text| text.is_empty()).count();
            assert_eq!((field(&game), others), ("so", TEXTS.len() - 1), "{name}");
            for rival in &names[place + 1..] {
                let game = read(&with(&[(name, json!("one")), (rival, json!("two"))]));
                assert_eq!(field(&game), "one", "{name} before {rival}");
            }
        }
    }
    // What is no text and no number gives way; of players an object is looked into.
    for (names, field) in &TEXTS[2..] {
        for (value, text) in [
            (json!(7), "7"),
            (json!(-1.5), "-1.5"),
            (json!(null), ""),
            (json!(true), ""),
            (json!([1]), ""),
        ] {
            let game = read(&with(&[(names[0], value.clone())]));
            assert_eq!(field(&game), text, "{value}");
            if let Some(rival) = names.get(1) {
                let game = read(&with(&[(names[0], value), (rival, json!("two"))]));
                let text = if text.is_empty() { "two" } else { text };
                assert_eq!(field(&game), text);
            }
        }
    }
}

#[test]
fn a_player_is_a_name_or_has_one_or_is_one_of_two() {
    for (value, name) in [
        (json!("A\tb "), "A b"),
        (json!({"name": "A"}), "A"),
        (json!({"username": "B"}), "B"),
        (json!({"id": 7}), "7"),
        (json!({"id": "C", "username": "B", "name": "A"}), "A"),
        (json!({"id": "C", "username": "B"}), "B"),
        (json!({}), ""),
        (json!(7), ""),
    ] {
        for (key, other) in [("black", "white"), ("white", "black")] {
            let game = read(&with(&[(key, value.clone())]));
            let told = [&*game.black, &*game.white];
            let expected = if key == "black" {
                [name, ""]
            } else {
                ["", name]
            };
            assert_eq!(told, expected, "{value}");
            // A list of players fills only what is not said.
            let players = json!([{"name": "first"}, "second"]);
            let both = read(&with(&[(key, value.clone()), ("players", players)]));
            let listed = if other == "white" {
                &both.white
            } else {
                &both.black
            };
            let expected = if other == "white" { "second" } else { "first" };
            assert_eq!(listed, expected);
        }
    }
    let rated = |players: Value| {
        let game = read(&with(&[("players", players)]));
        (
            game.black.clone(),
            game.white.clone(),
            game.black_rating,
            game.white_rating,
        )
    };
    let none = (String::new(), String::new(), None, None);
    assert_eq!(rated(json!([])), none);
    assert_eq!(rated(json!("A")), none);
    assert_eq!(
        rated(json!([{"id": "a", "oldR": 1500.5, "newR": 7}, {"oldR": 1600}])),
        ("a".into(), String::new(), Some(1500.5), Some(1600.0))
    );
    assert_eq!(
        rated(json!([{"oldR": "x"}, "b", {"oldR": 3}])),
        (String::new(), "b".into(), None, None)
    );
}

#[test]
fn discs_of_both_sides_are_a_result() {
    let black = ["black_discs", "black_score", "blackScore"];
    let white = ["white_discs", "white_score", "whiteScore"];
    let result = |entries: &[(&str, Value)]| read(&with(entries)).result;
    for (one, other, discs) in [
        (json!(40), json!(24), Some(16)),
        (json!(24), json!(40), Some(-16)),
        (json!(0), json!(64), Some(-64)),
        (json!(64), json!(0), Some(64)),
        (json!(2), json!(1), Some(1)),
        (json!(65), json!(0), None),
        (json!(0), json!(65), None),
        (json!(-1), json!(20), None),
        (json!(20), json!(-1), None),
        (json!(20.5), json!(20), None),
        (json!("40"), json!(24), None),
        (json!(40), json!(null), None),
    ] {
        for black in black {
            for white in white {
                let found = result(&[(black, one.clone()), (white, other.clone())]);
                let expected = discs.map(Score::from_discs);
                assert_eq!(found, expected, "{black} {one} {white} {other}");
            }
        }
    }
    assert_eq!(result(&[("black_discs", json!(40))]), None);
    assert_eq!(result(&[("white_discs", json!(40))]), None);
    for names in [black, white] {
        let other = if names == black { white } else { black }[0];
        for (place, name) in names.iter().enumerate() {
            for rival in &names[place + 1..] {
                let discs = [(*name, json!(10)), (*rival, json!(20)), (other, json!(0))];
                let sign = if names == black { 10 } else { -10 };
                assert_eq!(result(&discs), Some(Score::from_discs(sign)), "{name}");
            }
        }
    }
    // Against the moves of a game that is over they are a remark.
    let over = json!({"moves": super::WIPE_OUT, "black_discs": 0, "white_discs": 13});
    assert_eq!(read(&over).contradiction.as_deref(), Some("-13.00"));
}

#[test]
fn moves_have_many_names_in_an_order() {
    let names = [
        "transcript",
        "moves",
        "game_moves",
        "gameMoves",
        "kifu",
        "record",
        "movelist",
        "move_list",
        "g",
        "棋譜",
    ];
    for (place, name) in names.iter().enumerate() {
        for value in [json!("f5d6c3"), json!(["F5", " d6 ", {"m": "c3"}])] {
            let mut object = json!({});
            object[name] = value;
            assert_eq!(moves_of(&read(&object)), "f5d6c3", "{object}");
        }
        for rival in &names[place + 1..] {
            let mut object = json!({});
            object[name] = json!("f5d6c3");
            object[rival] = json!("f5f6");
            assert_eq!(moves_of(&read(&object)), "f5d6c3", "{object}");
            // What cannot be moves gives way.
            object[name] = json!({"f5": 1});
            assert_eq!(moves_of(&read(&object)), "f5f6", "{object}");
        }
    }
    // Othello Quest's place for them goes before all others, if it has any.
    let quest = json!({"position": {"moves": ["d3"]}, "moves": "f5"});
    assert_eq!(moves_of(&read(&quest)), "d3");
    let other = json!({"position": {"fen": ""}, "moves": "f5"});
    assert_eq!(moves_of(&read(&other)), "f5");
}

#[test]
fn a_list_of_moves_has_words_or_objects_with_words() {
    let moves = |list: Value| moves_of(&read(&json!({ "moves": list })));
    for key in ["m", "move", "square", "coord"] {
        let mut first = json!({"t": 1});
        first[key] = json!("f5");
        assert_eq!(moves(json!([first, "d6"])), "f5d6", "{key}");
    }
    let all = json!({"coord": "a1", "square": "b1", "move": "c1", "m": "f5"});
    assert_eq!(moves(json!([all])), "f5");
    assert_eq!(
        moves(json!([{"coord": "a1", "square": "b1", "move": "f5"}])),
        "f5"
    );
    assert_eq!(moves(json!([{"coord": "a1", "square": "f5"}])), "f5");
    for pass in [
        json!(""),
        json!("-"),
        json!(null),
        json!("pass"),
        json!({"m": "-"}),
    ] {
        let before = ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"];
        let mut list: Vec<Value> = before.iter().map(|mv| json!(mv)).collect();
        list.extend([pass, json!("d2")]);
        let expected = format!("{}passd2", super::BLACK_PASSES);
        assert_eq!(moves(json!(list)), expected);
    }
    assert_eq!(moves(json!(["1. f5", "2. d6"])), "f5d6");
    assert_eq!(moves(json!([])), "");
    for wrong in [
        json!([19]),
        json!([{}]),
        json!([{"m": ""}]),
        json!([["f5"]]),
    ] {
        let error = refused(&json!({ "moves": wrong }));
        assert!(matches!(error, ReadError::NoMovesInJson(_)), "{error}");
    }
    for (word, told) in [("f9", "f9"), ("f5d6", "f5d6"), ("x", "x")] {
        let error = refused(&json!({"moves": [word]})).to_string();
        let expected = format!("move[{told}] is not a move (a1 to h8, or pass)");
        assert_eq!(error, expected);
    }
}

#[test]
fn a_list_is_one_game_if_each_of_its_words_is_a_move() {
    let games = |value: Value| -> Vec<String> {
        let games = read_all(&value.to_string()).into_iter();
        games
            .map(|game| game.map_or_else(|error| error.to_string(), |game| moves_of(&game)))
            .collect()
    };
    let illegal = "move 1: illegal move: d6 for black";
    assert_eq!(games(json!(["f5", "d6"])), ["f5d6"]);
    assert_eq!(games(json!(["f5d6"])), ["f5d6"]);
    assert_eq!(games(json!(["f5", "d6c3"])), ["f5", illegal]);
    assert_eq!(games(json!([["f5", "d6"], ["d3"]])), ["f5d6", "d3"]);
    assert_eq!(games(json!(["f5", {"m": "d6"}])).len(), 2);
    let three = json!({"games": [{"moves": "f5"}, {"g": "d3"}, 5]});
    let told = games(three);
    assert_eq!(told[..2], ["f5", "d3"]);
    assert!(told[2].ends_with("only 5"), "{told:?}");
    assert_eq!(games(json!(7)).len(), 1);
}

#[test]
fn wrappings_are_looked_through_in_their_order() {
    let names = [
        "args", "games", "records", "kifus", "items", "data", "results", "game",
    ];
    for (place, name) in names.iter().enumerate() {
        for inner in [
            json!({"moves": "f5"}),
            json!([{"moves": "f5"}]),
            json!(["f5"]),
        ] {
            let mut object = json!({"id": 1});
            object[name] = inner;
            assert_eq!(moves_of(&read(&object)), "f5", "{object}");
            for rival in &names[place + 1..] {
                object[rival] = json!({"moves": "d3"});
                assert_eq!(moves_of(&read(&object)), "f5", "{object}");
                let mut other = object.clone();
                other[name] = json!("f5");
                // A text is no wrapping.
                let rest = moves_of(&read(&other));
                assert_eq!(rest, "d3", "{other}");
            }
        }
    }
    // The moves of an object go before what it wraps.
    let both = json!({"moves": "f5", "game": {"moves": "d3"}});
    assert_eq!(moves_of(&read(&both)), "f5");
    let mut nested = json!({"moves": "f5"});
    for depth in 1..=8 {
        nested = match depth % 2 {
            0 => json!([nested]),
            _ => json!({ "data": nested }),
        };
        let read = read_one(&nested.to_string());
        assert_eq!(read.is_ok(), depth <= 6, "{depth}");
    }
}

#[test]
fn other_games_and_sizes_are_refused() {
    let others = [
        "go", "gomoku", "renju", "shogi", "chess", "hex", "checkers", "draughts",
    ];
    for key in ["variant", "rule", "rules", "gtype"] {
        for other in others {
            for kind in [other.to_owned(), format!("{other}19"), other.to_uppercase()] {
                let error = refused(&with(&[(key, json!(kind))]));
                assert_eq!(error, ReadError::OtherGame(kind));
            }
        }
        for kind in ["othello", "reversi1", "goo", "8", "s8r18", "hexagonal"] {
            assert_eq!(read(&with(&[(key, json!(kind))])).variant, kind);
        }
        let error = refused(&with(&[(key, json!("8a"))]));
        assert_eq!(error, ReadError::OtherRules("8a".into()));
    }
    for key in ["size", "board_size", "boardSize"] {
        for size in [json!(8), json!("8"), json!("8x8")] {
            assert!(read_one(&with(&[(key, size)]).to_string()).is_ok(), "{key}");
        }
        for size in [
            json!(6),
            json!("10"),
            json!("10x10"),
            json!(88),
            json!("8x10"),
        ] {
            let error = refused(&with(&[(key, size.clone())]));
            assert_eq!(error, ReadError::OtherSize(size.to_string()));
        }
    }
    assert!(read_one(&with(&[("size", json!(8)), ("boardSize", json!(6))]).to_string()).is_ok());
}

#[test]
fn a_start_has_many_names() {
    for key in [
        "start",
        "initial_board",
        "initialBoard",
        "fen",
        "start_position",
    ] {
        let game = read(&json!({key: "8/8/8/3ox3/3xo3/8/8/8 o", "moves": ["f4", "d3"]}));
        assert_eq!(game.game.start().1, Color::White, "{key}");
        assert_eq!(moves_of(&game), "f4d3");
        // Moves that lead there are a start, too; nothing and other values say nothing.
        let game = read(&json!({key: "f5d6", "moves": "c3"}));
        assert_eq!(moves_of(&game), "f5d6c3", "{key}");
        for nothing in [json!(""), json!(null), json!(7)] {
            let game = read(&json!({key: nothing, "moves": "f5"}));
            assert_eq!(game.game, game_of("f5"));
        }
        let error = refused(&json!({key: "8/8 X", "moves": "f5"}));
        assert!(matches!(error, ReadError::Board(_)), "{error}");
    }
}

#[test]
fn what_is_no_game_is_told_by_its_keys() {
    for (value, told) in [
        (json!({}), "nothing"),
        (json!({"a": 1}), "a"),
        (
            json!({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1}),
            "a, b, c, d, e, f",
        ),
        (json!([1]), "1"),
        (json!([[]]), "an empty list"),
        (json!(true), "true"),
    ] {
        let error = refused(&value);
        assert_eq!(error, ReadError::NoMovesInJson(told.to_owned()), "{value}");
    }
    for (value, count) in [
        (json!([["f5"], ["d3"]]), 2),
        (json!(["f5d6", "d3c3", "f5"]), 3),
    ] {
        assert_eq!(refused(&value), ReadError::SeveralGames(count));
    }
    for broken in ["", "{", "{\"moves\": \"f5\"} x"] {
        assert!(matches!(read_one(broken), Err(ReadError::BrokenJson(_))));
    }
    for text in ["5:::{\"a\": 1}", "12:{\"a\":1}", "[ [\"f5\"]]"] {
        assert!(is_json(text), "{text}");
    }
    for text in ["x{\"a\": 1}", "{a: 1}", "{\"a\" 1}", "[1]", "{}", "5:::"] {
        assert!(!is_json(text), "{text}");
    }
}

/// A node of Egaroucid's after some moves, with the move that led to it.
fn node(moves: &str, policy: Option<Square>) -> Value {
    let game = game_of(moves);
    let bits = |discs: bianca_rules::othello::Bitboard| -> u64 {
        // a1 is the highest bit.
        let squares = Square::all().filter(|&square| discs.contains(square));
        squares.map(|square| 1 << (63 - square.index())).sum()
    };
    json!({
        "board_player": bits(game.position().own),
        "board_opponent": bits(game.position().opp),
        "player": u8::from(game.to_move() == Color::White),
        "policy": policy.map_or(-1, |square| 63 - square.index() as i32),
    })
}

#[test]
fn positions_that_egaroucid_saves_lead_one_to_the_next() {
    let square = |name: &str| Some(name.parse().unwrap());
    let nodes = [
        node("f5", None),
        node("f5d6", square("d6")),
        node("f5d6c3", square("c3")),
        node("f5d6c3d3", square("d3")),
    ];
    let saved = |nodes: &[Value]| {
        let mut object = json!({"black_name": "A", "moves": "d3", "black_discs": 20});
        for (number, node) in nodes.iter().enumerate() {
            object[(number + 5).to_string()] = node.clone();
        }
        object
    };
    let game = read(&saved(&nodes));
    assert_eq!((moves_of(&game).as_str(), &*game.black), ("d6c3d3", "A"));
    assert_eq!(game.game.start().1, Color::White);
    assert_eq!(game.game.position(), game_of("f5d6c3d3").position());
    // One alone is a position.
    assert_eq!(moves_of(&read(&saved(&nodes[..1]))), "");
    for (place, key, value, error) in [
        (2, "policy", json!(0), "move 2: illegal move: h8 for black"),
        (
            2,
            "policy",
            json!(64),
            "policy[64] is not a square (0 to 63)",
        ),
        (
            2,
            "policy",
            json!(-1),
            "policy[-1] is not a square (0 to 63)",
        ),
        (
            1,
            "policy",
            json!(null),
            "policy[null] is not a square (0 to 63)",
        ),
        (
            2,
            "player",
            json!(0),
            "move 2: the board after it is not the one that the file shows",
        ),
        (
            3,
            "board_opponent",
            json!(1),
            "move 3: the board after it is not the one that the file shows",
        ),
        (
            1,
            "board_player",
            json!("x"),
            "board_player[\"x\"] is not a number",
        ),
        (1, "player", json!(-1), "player[-1] is not a number"),
        (
            0,
            "board_opponent",
            json!(null),
            "board_opponent[null] is not a number",
        ),
    ] {
        let mut wrong = nodes.clone();
        wrong[place][key] = value;
        assert_eq!(refused(&saved(&wrong)).to_string(), error);
    }
    let mut overlap = nodes.clone();
    overlap[0]["board_opponent"] = overlap[0]["board_player"].clone();
    let error = refused(&saved(&overlap)).to_string();
    assert!(
        error.ends_with("is not apart from the other side's discs"),
        "{error}"
    );
    // Only positions of 4 to 64 discs are nodes, and only those with a board.
    for key in ["3", "65", "05"] {
        let mut object = json!({"moves": "d3"});
        object[key] = nodes[0].clone();
        assert_eq!(moves_of(&read(&object)), "d3", "{key}");
        object["64"] = json!({"player": 0});
        assert_eq!(moves_of(&read(&object)), "d3", "{key}");
    }
    for key in ["4", "64"] {
        let mut object = json!({});
        object[key] = nodes[0].clone();
        assert_eq!(read(&object).game.position(), game_of("f5").position());
    }
}

/// What an object has twice may be half of what somebody wanted.
#[test]
fn an_object_with_a_name_twice_is_told_and_the_others_are_read() {
    let twice = |text: &str, name: &str| {
        let error = read_one(text).unwrap_err();
        assert_eq!(error, ReadError::TwiceInJson(name.into()), "{text}");
    };
    twice(r#"{"moves": "f5", "moves": "f5d6"}"#, "moves");
    twice(r#"{"args": [{"moves": "f5"}], "args": []}"#, "args");
    twice(
        r#"{"moves": "f5", "black": {"name": "A", "name": "B"}}"#,
        "name",
    );
    twice(r#"{"data": {"moves": "f5", "moves": 7}}"#, "moves");
    let same = read_one(r#"{"moves": "f5", "moves": "f5"}"#).unwrap();
    assert_eq!(same.game.turns().len(), 1);
    let list = r#"[{"moves": "f5", "moves": "d3"}, {"moves": "f5d6"}]"#;
    let games = read_all(list);
    assert!(games[0].is_err() && games[1].is_ok(), "{games:?}");
}

#[test]
fn fields_that_nobody_reads_refuse_no_game() {
    for field in [r#""\ud83d""#, "1e999", "-1e999", r#"["\udc00"]"#] {
        let text = format!("{{\"moves\": \"f5d6\", \"mood\": {field}}}");
        let game = read_one(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.game.turns().len(), 2);
    }
    let named = read_one(r#"{"moves": "f5", "black": "A\ud83d"}"#).unwrap();
    assert_eq!(named.black, "A\u{fffd}");
}
