//! Words among moves, numbers before them, and clocks, at the edges of what is read.

use super::game_of;
use crate::clock::TimeControl;
use crate::record::clock::control;
use crate::record::transcript::{
    first_moves, move_number, parse_transcript, play_next, replay, write_transcript,
};
use bianca_rules::othello::{Color, Move};

fn words(text: &str) -> Option<String> {
    parse_transcript(text).ok().map(write_transcript)
}

#[test]
fn numbers_of_moves_have_a_mark_and_few_digits() {
    for (text, moves) in [
        ("1. f5", Some("f5")),
        ("1.f5 2.d6", Some("f5d6")),
        ("9999. f5", Some("f5")),
        ("12345. f5", None),
        ("1 f5", None),
        ("1.. f5", None),
        ("1) f5", Some("f5")),
        ("1: f5 2： d6", Some("f5d6")),
        ("1; f5", None),
        (". f5", None),
        ("f5 60.", Some("f5")),
        ("f5 60", None),
        ("f51.d6", Some("f5d6")),
    ] {
        assert_eq!(words(text).as_deref(), moves, "{text}");
    }
    for (line, number) in [
        ("1. f5", Some(1)),
        ("  12.f5", Some(12)),
        ("９．f5", Some(9)),
        ("9999.", Some(9999)),
        ("12345.", None),
        ("1 f5", None),
        ("1", None),
        (".", None),
        ("f5", None),
        ("", None),
    ] {
        assert_eq!(move_number(line), number, "{line}");
    }
}

#[test]
fn what_parts_moves_and_what_does_not() {
    for separator in [
        " ", "\t", "\n", ",", ";", "/", "-", " - ", "，", "；", "／", "　", ", ", " 3. ", ";,/",
    ] {
        let text = format!("{separator}f5{separator}d6{separator}");
        assert_eq!(words(&text).as_deref(), Some("f5d6"), "{text:?}");
    }
    for other in [".", ":", "_", "|", "+", "x", "(", "\u{e9}"] {
        assert_eq!(words(&format!("f5{other}d6")), None, "{other}");
    }
    // How far a text is of moves, and what stands behind.
    for (text, count, rest) in [
        ("f5d6 and more", 2, "and more"),
        ("f5 d6, 40-24", 2, "40-24"),
        ("f5 pass x", 2, "x"),
        ("and", 0, "and"),
        ("f5", 1, ""),
        ("", 0, ""),
        // A square twice is a pass only where it is all of a word.
        ("f5 c3c3 d6", 3, ""),
        ("f5c3c3", 3, ""),
        ("f5 c3c3d6", 4, ""),
        ("f5 P@c3P@c3", 2, ""),
        ("p f5", 2, ""),
        ("f5 p", 2, ""),
        ("f5p", 1, "p"),
        ("f5 pd6", 1, "pd6"),
    ] {
        let (moves, behind) = first_moves(text);
        assert_eq!((moves.len(), behind), (count, rest), "{text}");
    }
    let passes = |text: &str| {
        let (moves, _) = first_moves(text);
        moves.iter().filter(|mv| **mv == Move::Pass).count()
    };
    for (text, count) in [
        ("f5 c3c3 d6", 1),
        ("f5c3c3", 0),
        ("p f5", 1),
        ("f5 P@c3P@c3", 1),
    ] {
        assert_eq!(passes(text), count, "{text}");
    }
}

#[test]
fn nearly_right_words_get_their_hint() {
    let message = |text: &str| parse_transcript(text).unwrap_err().to_string();
    let turned = "; the letter comes first: f5, not 5f";
    let digits = "; a square is a letter and a digit: f5, not 56 or 65";
    for (word, hint) in [
        ("5f", turned),
        ("1a", turned),
        ("8H", turned),
        ("56", digits),
        ("88", digits),
        ("9f", ""),
        ("0a", ""),
        ("5i", ""),
        ("59", ""),
        ("x5", ""),
        ("5", ""),
    ] {
        let expected = format!("'{word}' is not a move (a1 to h8, or pass){hint}");
        assert_eq!(message(word), expected);
        assert_eq!(message(&format!("f5 {word} d6")), expected);
    }
}

#[test]
fn a_side_that_must_pass_passes_before_a_square_and_never_before_a_pass() {
    let before = game_of(super::BLACK_PASSES);
    assert!(before.position().must_pass());
    let d2 = "d2".parse().unwrap();
    let mut silent = before.clone();
    play_next(&mut silent, d2).unwrap();
    assert_eq!(
        silent.turns()[8..],
        [(Color::Black, Move::Pass), (Color::White, d2)]
    );
    let mut spoken = before.clone();
    play_next(&mut spoken, Move::Pass).unwrap();
    assert_eq!((spoken.turns().len(), spoken.to_move()), (9, Color::White));
    // An illegal square leaves the game without the pass.
    let mut same = before.clone();
    assert!(play_next(&mut same, "a1".parse().unwrap()).is_err());
    assert_eq!(same, before);
    // What fails later takes back what came before it.
    let moves = parse_transcript("passd2a1").unwrap();
    assert!(replay(&mut same, &moves).is_err());
    assert_eq!(same, before);
}

#[test]
fn clocks_have_three_parts_of_three_numbers() {
    for (text, expected) in [
        ("1:02:03", Some(control(3_723_000, 0, 0))),
        ("2:03", Some(control(123_000, 0, 0))),
        ("3", Some(control(3_000, 0, 0))),
        ("0:0:0.5", Some(control(500, 0, 0))),
        ("1.5:00", Some(control(90_000, 0, 0))),
        ("90:00", Some(control(5_400_000, 0, 0))),
        ("00:90", Some(control(90_000, 0, 0))),
        ("1/2/3", Some(control(1_000, 2_000, 3_000))),
        ("/2/3", Some(control(0, 2_000, 3_000))),
        ("1//3", Some(control(1_000, 0, 3_000))),
        ("1/2/", Some(control(1_000, 2_000, 0))),
        ("//3", Some(control(0, 0, 3_000))),
        ("//", Some(control(0, 0, 0))),
        (" 1 / 2 / 3 ", Some(control(1_000, 2_000, 3_000))),
        ("1/2/3/", None),
        ("0:1:2:3", None),
        (":1", None),
        ("1:", None),
        ("1:-2", None),
        ("1e3", None),
        ("1000000000:0:0", Some(control(3_600_000_000_000_000, 0, 0))),
        ("1000000001", None),
    ] {
        assert_eq!(text.parse().ok(), expected, "{text}");
    }
    for (clock, text) in [
        (control(0, 0, 0), "00:00"),
        (control(59_000, 0, 0), "00:59"),
        (control(60_000, 0, 0), "01:00"),
        (control(3_723_000, 0, 0), "62:03"),
        (control(6_000_000, 0, 0), "100:00"),
        (control(1_005, 0, 0), "00:01.005"),
        (control(0, 1_500, 0), "00:00/00:01.500"),
        (control(61_000, 2_000, 180_000), "01:01/00:02/03:00"),
        (control(61_000, 0, 180_000), "01:01//03:00"),
    ] {
        assert_eq!(clock.to_string(), text);
        assert_eq!(text.parse(), Ok(clock));
    }
    let error = "soon".parse::<TimeControl>().unwrap_err().to_string();
    assert_eq!(error, "'soon' is not a time (15:00, or 15:00/00:05/02:00)");
}
