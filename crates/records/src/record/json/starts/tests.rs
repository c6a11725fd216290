//! Boards beside moves, under whatever name and in whatever form.

use rand::prelude::*;
use serde_json::{Map, Value, json};

use crate::record::board::write_board;
use crate::record::error::ReadError;
use crate::record::json::{read_all, read_one};
use crate::record::transcript::{parse_transcript, replay, write_transcript};
use bianca_rules::othello::{Color, OthelloGame};

/// After f5, white to move.
const AFTER: &str = "---------------------------OX------XXX--------------------------";

fn rows(squares: &str) -> Vec<String> {
    let signs: Vec<char> = squares.chars().collect();
    signs.chunks(8).map(|row| row.iter().collect()).collect()
}

/// Where a game starts, and its moves.
fn read(value: &Value) -> (String, String) {
    let game = read_one(&value.to_string()).unwrap_or_else(|error| panic!("{value}: {error}"));
    let (position, side) = game.game.start();
    let moves = write_transcript(game.game.turns().iter().map(|&(_, mv)| mv));
    (write_board(position, side), moves)
}

fn refused(value: &Value) -> ReadError {
    read_one(&value.to_string()).unwrap_err()
}

#[test]
fn a_board_is_the_start_whatever_its_name_and_its_form() {
    let expected = (format!("{AFTER} O"), "d6c3".to_owned());
    let lines = rows(AFTER);
    let cells: Vec<Vec<String>> = lines
        .iter()
        .map(|row| row.chars().map(String::from).collect())
        .collect();
    let words: Vec<Vec<Value>> = lines
        .iter()
        .map(|row| {
            let word = |c| match c {
                'X' => json!("black"),
                'O' => json!("white"),
                _ => json!(null),
            };
            row.chars().map(word).collect()
        })
        .collect();
    for board in [
        json!(AFTER),
        json!(AFTER.replace('X', "#")),
        json!(AFTER.replace('O', "0")),
        json!("8/8/8/3ox3/3xxx2/8/8/8"),
        json!(lines.join("\n")),
        json!(lines),
        json!(
            lines
                .iter()
                .map(|row| row.replace('X', "#"))
                .collect::<Vec<_>>()
        ),
        json!(cells),
        json!(cells.concat()),
        json!(words),
    ] {
        for name in ["position", "board", "fen", "start", "anything"] {
            let value = json!({name: board, "turn": "white", "moves": "d6c3"});
            assert_eq!(read(&value), expected, "{value}");
            let value = json!({"setup": {name: board, "to_move": "O"}, "moves": ["d6", "c3"]});
            assert_eq!(read(&value), expected, "{value}");
        }
    }
    let with_side = json!({"board": format!("{AFTER} O"), "moves": "d6c3"});
    assert_eq!(read(&with_side), expected);
    // The usual board with white to move is another start.
    let usual = json!({"board": write_board(OthelloGame::new().position(), Color::Black)[..64], "turn": "O", "moves": "d3"});
    assert!(matches!(refused(&usual), ReadError::FromStart { .. }));
    // Without a side it is black, as everywhere.
    let black = json!({"board": AFTER, "moves": "c6"});
    assert!(matches!(refused(&black), ReadError::FromStart { .. }));
    // A number does not say whose turn it is, but only one side can make these moves.
    let number = json!({"board": AFTER, "player": 1, "moves": "d6c3"});
    assert_eq!(read(&number), expected);
    let both =
        json!({"board": "X".repeat(20) + "OX-XO-O-" + &"-".repeat(36), "player": 1, "moves": []});
    assert_eq!(refused(&both), ReadError::UnclearSide("board".into()));
}

#[test]
fn boards_that_disagree_are_refused_and_the_last_one_is_no_start() {
    let other = AFTER.replacen("OX", "XX", 1);
    let two = json!({"board": AFTER, "position": other, "turn": "white", "moves": "d6"});
    let told = refused(&two).to_string();
    assert!(
        told.starts_with("the game has two starts: board is ---") && told.contains("position is"),
        "{told}"
    );
    let sides = json!({"board": format!("{AFTER} X"), "turn": "white", "moves": "d6"});
    assert!(matches!(refused(&sides), ReadError::TwoStarts { .. }));
    let same = json!({"board": AFTER, "fen": "8/8/8/3ox3/3xxx2/8/8/8 o", "moves": "d6"});
    assert_eq!(read(&same).0, format!("{AFTER} O"));
    // The board that the moves end with is none that they start from.
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript("f5d6c3").unwrap()).unwrap();
    let end = write_board(game.position(), Color::White);
    let end = end.split(' ').next().unwrap();
    let usual = json!({"final": end, "moves": "f5d6c3"});
    assert_eq!(read(&usual).1, "f5d6c3");
    let between = json!({"start": AFTER, "turn": "white", "final": end, "moves": "d6c3"});
    assert_eq!(read(&between), (format!("{AFTER} O"), "d6c3".into()));
}

#[test]
fn what_looks_like_a_board_is_never_passed_over() {
    let ten = vec!["-".repeat(10); 10];
    for board in [
        json!(AFTER[1..]),
        json!(ten),
        json!(rows(AFTER)[1..]),
        json!(vec![vec![0, 1, 2, 0, 0, 0, 0, 0]; 8]),
        json!(vec![0; 64]),
    ] {
        let error = refused(&json!({"field": board, "moves": "f5d6"}));
        assert!(
            matches!(error, ReadError::BadValue { .. }),
            "{board}: {error}"
        );
    }
    // What is no board says nothing.
    for other in [
        json!("a friendly game, between two who know each other"),
        json!([3, 5, 7]),
        json!(["Ann", "Bob", "Cid", "Dan"]),
        json!([[1.5, 2.5], [1.0, 2.0]]),
        json!("2026-01-01T00:00:00.000Z"),
        json!(true),
    ] {
        assert_eq!(
            read(&json!({"field": other, "moves": "f5d6"})).1,
            "f5d6",
            "{other}"
        );
    }
}

#[test]
fn the_side_is_known_by_many_names_and_never_guessed() {
    let expected = (format!("{AFTER} O"), "d6c3".to_owned());
    for name in [
        "toPlay",
        "side-to-move",
        "whoseTurn",
        "current turn",
        "startingSide",
        "color",
    ] {
        let value = json!({"board": AFTER, name: "white", "moves": "d6c3"});
        assert_eq!(read(&value), expected, "{value}");
    }
    for (name, is_so) in [
        ("blackToMove", false),
        ("white_to_move", true),
        ("isBlackTurn", false),
    ] {
        let value = json!({"board": AFTER, name: is_so, "moves": "d6c3"});
        assert_eq!(read(&value), expected, "{value}");
    }
    // A word that is no side is as good as a number: the moves tell, or nobody does.
    let told = json!({"board": AFTER, "turn": "second", "moves": "d6c3"});
    assert_eq!(read(&told), expected);
    let open = json!({"board": AFTER, "turn": "second", "moves": []});
    assert_eq!(refused(&open), ReadError::UnclearSide("board".into()));
    // Who won or who plays is not whose turn it is.
    let won =
        json!({"board": AFTER, "turn": "O", "winner": "black", "player": "Ann", "moves": "d6"});
    assert_eq!(read(&won).0, format!("{AFTER} O"));
}

#[test]
fn what_wraps_a_game_says_where_it_starts() {
    let expected = (format!("{AFTER} O"), "d6c3".to_owned());
    for games in [
        json!([{"moves": "d6c3"}]),
        json!(["d6c3"]),
        json!([["d6", "c3"]]),
        json!({"kifu": "d6c3"}),
    ] {
        let value = json!({"board": AFTER, "turn": "white", "games": games});
        assert_eq!(read(&value), expected, "{value}");
        let deeper = json!({"result": 1, "data": value});
        assert_eq!(read(&deeper), expected, "{value}");
    }
    // Games that only come by that position begin as usual, each for itself.
    let by = json!({"position": AFTER, "games": ["f5d6c3", "f5f6", "c5"]});
    let games: Vec<Result<usize, bool>> = read_all(&by.to_string())
        .into_iter()
        .map(|game| match game {
            Ok(game) => Ok(game.game.turns().len()),
            Err(error) => Err(matches!(error, ReadError::FromStart { .. })),
        })
        .collect();
    assert_eq!(games, [Ok(3), Ok(2), Err(true)]);
    let two =
        json!({"board": AFTER, "games": [{"start": &AFTER.replace('X', "O"), "moves": "d6"}]});
    assert!(matches!(refused(&two), ReadError::TwoStarts { .. }));
    let many: Vec<String> = (0..3)
        .map(|at| AFTER.replacen("--", &"XX"[..at], 1))
        .collect();
    assert!(
        read_one(&json!({"a": many[0], "b": many[1], "c": many[2], "moves": ""}).to_string())
            .is_err()
    );
}

#[test]
fn discs_in_lists_or_bits_are_refused() {
    let centre = (0x08_1000_0000_u64, 0x10_0800_0000_u64);
    for (black, white) in [
        (json!(["e4", "d5"]), json!(["d4", "e5"])),
        (json!(["e4", "d5", "d4"]), json!(["e5"])),
        (json!(centre.0), json!(centre.1)),
    ] {
        let value = json!({"black": black, "white": white, "moves": "f5"});
        assert!(
            matches!(refused(&value), ReadError::BadValue { .. }),
            "{value}"
        );
    }
    let numbers =
        json!({"black_id": 123_456_789_012_u64, "white_id": 98_765_432_109_u64, "moves": "f5"});
    assert_eq!(read(&numbers).1, "f5");
}

/// A value of any kind, with boards, discs, sides and moves among them.
fn any_value(random: &mut StdRng, depth: u32) -> Value {
    let length = random.random_range(0..10);
    match random.random_range(0..12) {
        0 => json!(AFTER),
        1 => json!(rows(AFTER)),
        2 => json!(["white", "O", "black", "second", ""].choose(random)),
        3 => json!(["f5d6", "e4", "8/8/8", "é", "--------"].choose(random)),
        4 => json!(random.random::<u64>() >> random.random_range(0..64)),
        5 => json!(random.random::<bool>()),
        6 => json!(-0.5),
        7 => Value::Null,
        _ if depth == 0 => json!([]),
        8 | 9 => (0..length).map(|_| any_value(random, depth - 1)).collect(),
        _ => Value::Object(any_object(random, depth - 1)),
    }
}

fn any_object(random: &mut StdRng, depth: u32) -> Map<String, Value> {
    let names = [
        "board", "start", "turn", "to_move", "moves", "games", "position", "black", "white", "a",
        "size", "data", "4", "",
    ];
    (0..random.random_range(0..5))
        .map(|_| {
            let name = *names.choose(random).unwrap();
            (name.to_owned(), any_value(random, depth))
        })
        .collect()
}

#[test]
fn whatever_stands_beside_a_board_it_is_never_passed_over() {
    let mut random = StdRng::seed_from_u64(19);
    let (mut played, mut refusals) = (0, 0);
    for _ in 0..4000 {
        let mut object = any_object(&mut random, 4);
        // Whatever it is, it does not hurt.
        let _ = read_all(&Value::Object(object.clone()).to_string());
        object.insert("shown".into(), json!(format!("{AFTER} O")));
        object.insert("moves".into(), json!("d6c3"));
        // What Othello Quest has its moves in.
        object.remove("position");
        object.remove("4");
        match read_one(&Value::Object(object.clone()).to_string()) {
            Ok(game) => {
                let (position, side) = game.game.start();
                assert_eq!(
                    write_board(position, side),
                    format!("{AFTER} O"),
                    "{object:?}"
                );
                played += 1;
            }
            Err(_) => refusals += 1,
        }
    }
    assert!(played > 500 && refusals > 100, "{played} {refusals}");
}
