//! Boards beside moves, under whatever name and in whatever form.

use serde_json::{Value, json};

use crate::record::board::write_board;
use crate::record::error::ReadError;
use crate::record::json::read_one;
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
