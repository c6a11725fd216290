//! Numbers as all formats write them, positions as a person gives them, and how many turns of
//! variations are kept.

use std::time::Duration;

use rand::prelude::*;

use super::game_of;
use crate::record::annotated::{AnnotatedGame, Note};
use crate::record::board::BoardError;
use crate::record::error::ReadError;
use crate::record::pgn::{read_pgn, write_pgn};
use crate::record::position::parse_position;
use crate::record::rows::{parse_any_board, write_rows};
use crate::record::sgf::{read_annotated_sgf, write_annotated_sgf, write_gogui_sgf};
use crate::record::syntax::{decimal, discs, seconds, write_discs, write_seconds};
use crate::record::tree::{GameTree, MOST_TURNS, NodeId};
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_rules::score::Score;

#[test]
fn numbers_are_decimal_and_within_belief() {
    for (text, number) in [
        ("1", Some(1.0)),
        (" 1.50 ", Some(1.5)),
        ("+.5", Some(0.5)),
        ("-5.", Some(-5.0)),
        ("1-2", None),
        ("--1", None),
        ("1,5", None),
        ("0x1", None),
        ("1_000", None),
        ("infinity", None),
        ("NaN", None),
        ("1E2", None),
    ] {
        assert_eq!(decimal(text), number, "{text}");
    }
    for (text, score) in [
        ("100000", Some(25_600_000)),
        ("-100000", Some(-25_600_000)),
        ("100000.01", None),
        ("-100000.01", None),
        ("0.002", Some(1)),
        ("0.0019", Some(0)),
        ("-0.002", Some(-1)),
    ] {
        assert_eq!(discs(text), score.map(Score), "{text}");
    }
    for (text, milliseconds) in [
        ("1000000000", Some(1_000_000_000_000)),
        ("1000000000.1", None),
        ("-0.001", None),
        ("0", Some(0)),
        ("0.0005", Some(1)),
        ("0.0004", Some(0)),
        ("1.2345", Some(1_235)),
    ] {
        assert_eq!(
            seconds(text),
            milliseconds.map(Duration::from_millis),
            "{text}"
        );
    }
    for (score, text) in [
        (0, "0.00"),
        (256, "1.00"),
        (-384, "-1.50"),
        (1, "0.004"),
        (-3, "-0.01"),
        (64, "0.25"),
    ] {
        assert_eq!(write_discs(Score(score)), text);
    }
    for (milliseconds, text) in [
        (0, "0.00"),
        (1, "0.001"),
        (10, "0.01"),
        (99, "0.099"),
        (61_500, "61.50"),
    ] {
        assert_eq!(write_seconds(Duration::from_millis(milliseconds)), text);
    }
    assert_eq!(write_seconds(Duration::from_micros(1_999)), "0.001");
}

#[test]
fn a_position_is_moves_or_a_board() {
    let start = "---------------------------OX------XO---------------------------";
    let white = OthelloGame::from_position(Position::START.passed(), Color::White);
    for text in [
        format!("{start} O"),
        format!(" {start} O"),
        start.replace('-', ".") + "w",
        "8/8/8/3ox3/3xo3/8/8/8 o".to_owned(),
    ] {
        assert_eq!(parse_position(&text).unwrap(), white, "{text}");
    }
    // Without a side it is black, as in files.
    assert_eq!(parse_position(start).unwrap(), OthelloGame::new());
    // A board may begin with a disc whose letter is a file.
    let discs = format!("b{} X", &start[1..]);
    assert_eq!(parse_position(&discs).unwrap().position().empties(), 59);
    let passing = format!("{}d2", super::BLACK_PASSES);
    assert_eq!(parse_position(&passing).unwrap().turns().len(), 10);
    for (text, error) in [
        (
            format!("{passing}a1"),
            "move 10: illegal move: a1 for black",
        ),
        ("pass".to_owned(), "move 1: illegal move: pass for black"),
        ("--".to_owned(), "a board has 64 squares, this one has 2"),
        ("f5d6 b".to_owned(), "'b' is not a move (a1 to h8, or pass)"),
        ("bb".to_owned(), "a board has 64 squares, this one has 2"),
        ("f5/8".to_owned(), "'8' is not a move (a1 to h8, or pass)"),
        ("8/8".to_owned(), "a board has 8 rows, this one has 2"),
    ] {
        assert_eq!(
            parse_position(&text).unwrap_err().to_string(),
            error,
            "{text}"
        );
    }
}

#[test]
fn rows_are_eight_of_eight() {
    let start = Ok((Position::START, Color::Black));
    for (text, expected) in [
        ("8/8/8/3ox3/3xo3/8/8/8 x 12 - 3-4", start.clone()),
        ("8/8/08/3ox3/3xo3/8/8/8 x", start.clone()),
        (
            "9/8/8/3ox3/3xo3/8/8/8 x",
            Err(BoardError::BadRow {
                number: 1,
                length: 9,
            }),
        ),
        (
            "8/8/8/3ox3/3xo3/8/8/81 x",
            Err(BoardError::BadRow {
                number: 8,
                length: 9,
            }),
        ),
        (
            "8/8/8/3ox3/3xo3/8/8/ x",
            Err(BoardError::BadRow {
                number: 8,
                length: 0,
            }),
        ),
        ("8/8/8/3ox3/3xo3/8/8/8/ x", Err(BoardError::BadRows(9))),
        (
            "8/8/8/3ox3/3xo3/8/8/8 - x",
            Err(BoardError::BadSide("-".into())),
        ),
        (
            "8/8/8/3ox3/3xo3/8/8/8 x - x",
            Err(BoardError::TooLong("x".into())),
        ),
        (
            "8/8/8/3ox3/3xo3/8/8/8 x 1a",
            Err(BoardError::TooLong("1a".into())),
        ),
    ] {
        assert_eq!(parse_any_board(text), expected, "{text}");
    }
    let there = game_of("f5d6c3");
    let text = write_rows(there.position(), there.to_move());
    assert_eq!(text, "8/8/2x5/3xx3/3oxx2/3o4/8/8 o");
    let corners = parse_any_board("xo6/8/8/8/8/8/8/6ox o").unwrap();
    assert_eq!(write_rows(corners.0, corners.1), "xo6/8/8/8/8/8/8/6ox o");
}

/// A tree of some turns with something said of each.
fn random_tree(random: &mut StdRng, turns: usize) -> GameTree {
    let mut tree = GameTree::new(Position::START, Color::Black);
    let mut nodes: Vec<NodeId> = vec![tree.root()];
    while nodes.len() <= turns {
        // Mostly at the end, so that lines are long.
        let place = nodes.len() - 1 - random.random_range(0..nodes.len()) / 3;
        let at = nodes[place];
        let moves: Vec<Move> = tree
            .position(at)
            .0
            .moves()
            .into_iter()
            .map(Move::from)
            .collect();
        let Some(&mv) = moves.choose(random) else {
            continue;
        };
        let node = tree.add(at, mv).unwrap();
        if !nodes.contains(&node) {
            *tree.note_mut(node) = Note {
                comment: format!("no. {}", nodes.len()),
                score: Some(Score(64 * random.random_range(-100..100))),
                time: random
                    .random_bool(0.5)
                    .then_some(Duration::from_millis(1_250)),
                depth: random.random_bool(0.5).then_some(7),
                glyphs: vec![random.random_range(1..=6)],
                marks: Vec::new(),
            };
            nodes.push(node);
        }
    }
    tree
}

#[test]
fn trees_are_the_same_after_they_are_written_and_read() {
    let mut random = StdRng::seed_from_u64(9);
    let mut variations = 0;
    for turns in 1..60 {
        let mut game = AnnotatedGame::default();
        game.set_tree(&random_tree(&mut random, turns));
        variations += game.variations.len();
        for read in [
            read_annotated_sgf(&write_annotated_sgf(&game)),
            read_annotated_sgf(&write_gogui_sgf(&game)),
            read_pgn(&write_pgn(&game)),
        ] {
            assert_eq!(read.as_ref(), Ok(&game));
        }
    }
    assert!(variations > 100, "{variations}");
}

#[test]
fn so_many_turns_of_variations_are_kept_and_no_more() {
    for over in [0, 1] {
        let lines = "(;W[df])".repeat(MOST_TURNS + over);
        let text = format!("(;GM[2];B[fe](;W[ff]){lines})");
        let game = read_annotated_sgf(&text).unwrap();
        assert_eq!(game.variations.len(), MOST_TURNS);
        let fault = (over == 1).then_some(ReadError::TooManyTurns(MOST_TURNS));
        assert_eq!(game.fault, fault);
        assert_eq!(game.game.turns().len(), 2);
    }
}
