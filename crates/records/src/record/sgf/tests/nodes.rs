//! What a node says of its move, and to which move or game what is said belongs.

use super::*;
use crate::record::annotated::{Mark, Shape};

fn read(text: &str) -> AnnotatedGame {
    read_annotated_sgf(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The note of the only move.
fn note(properties: &str) -> Note {
    let notes = read(&format!("(;GM[2];B[fe]{properties})")).notes;
    notes.into_iter().next().unwrap_or_default()
}

#[test]
fn each_judgement_has_its_number() {
    for (properties, glyphs) in [
        ("TE[1]", &[1][..]),
        ("TE[]", &[1]),
        ("TE[2]", &[3]),
        ("TE[ 2 ]", &[3]),
        ("TE[3]", &[1]),
        ("BM[1]", &[2]),
        ("BM[2]", &[4]),
        ("IT[]", &[5]),
        ("IT[2]", &[5]),
        ("DO[]", &[6]),
        ("DO[2]", &[6]),
        ("BM[1]TE[2]DO[]", &[2, 3, 6]),
        ("HO[1]GB[1]", &[]),
    ] {
        assert_eq!(note(properties).glyphs, glyphs, "{properties}");
    }
    let mut game = read("(;GM[2];B[fe])");
    for (glyph, property) in [
        (1, "TE[1]"),
        (2, "BM[1]"),
        (3, "TE[2]"),
        (4, "BM[2]"),
        (5, "IT[]"),
        (6, "DO[]"),
        (7, "NAG[7]"),
        (255, "NAG[255]"),
    ] {
        game.notes = vec![Note {
            glyphs: vec![glyph],
            ..Note::default()
        }];
        let text = write_annotated_sgf(&game);
        assert!(text.ends_with(&format!(";B[fe]{property})")), "{text}");
    }
}

#[test]
fn each_shape_has_its_property() {
    let mark = |square: &str, shape: Shape| Mark {
        square: square.parse().unwrap(),
        shape,
    };
    for (name, shape) in [
        ("TR", Shape::Triangle),
        ("SQ", Shape::Square),
        ("CR", Shape::Circle),
        ("MA", Shape::Cross),
    ] {
        let marks = note(&format!("{name}[ha][xx][b3:c3]")).marks;
        let expected = ["h1", "b3", "c3"].map(|square| mark(square, shape.clone()));
        assert_eq!(marks, expected, "{name}");
    }
    let label = |square: &str, text: &str| mark(square, Shape::Label(text.to_owned()));
    let marks = note(r"LB[ha:a:b][ab: x ][cc][zz:y][ h8 :\]]").marks;
    let expected = [label("h1", "a:b"), label("a2", " x "), label("h8", "]")];
    assert_eq!(marks, expected);
    assert_eq!(note("XX[aa]AR[aa:bb]"), Note::default());
}

#[test]
fn a_value_is_of_black_whoever_moves() {
    let game = read("(;GM[2];B[fe]V[1.5];W[df]V[1.5](;B[cd]V[-3])(;B[cc]V[2];W[dc]V[2]V[x]))");
    let scores: Vec<_> = game.notes.iter().map(|it| it.score.unwrap().0).collect();
    assert_eq!(scores, [384, -384, -768]);
    let turns = &game.variations[0].turns;
    assert_eq!(turns[0].1.score, Some(Score(512)));
    // The last that is said holds, also if it is no score.
    assert_eq!(turns[1].1.score, None);
    let text = write_annotated_sgf(&game);
    let moves = ";B[fe]V[1.50];W[df]V[1.50](;B[cd]V[-3.00])(;B[cc]V[2.00];W[dc]))";
    assert!(text.ends_with(moves), "{text}");
}

#[test]
fn depth_and_time_begin_a_comment() {
    for (text, depth, time, comment) in [
        ("depth 12, 0.25 s\ngood", Some(12), Some(250), "good"),
        ("depth 12, 0.25 s", Some(12), Some(250), ""),
        ("depth 12\ngood", Some(12), None, "good"),
        ("depth 12", Some(12), None, ""),
        ("3.00 s\ngood", None, Some(3_000), "good"),
        ("61.5 s", None, Some(61_500), ""),
        ("depth 12, 0.25 s\n\ngood", Some(12), Some(250), "\ngood"),
        ("depth 12 good", None, None, "depth 12 good"),
        ("depth x", None, None, "depth x"),
        ("depth 12, 3", None, None, "depth 12, 3"),
        ("3 seconds", None, None, "3 seconds"),
        ("3.1.2 s", None, None, "3.1.2 s"),
        ("\ndepth 12", None, None, "depth 12"),
        ("\n\ngood", None, None, "\ngood"),
        ("good\ndepth 12", None, None, "good\ndepth 12"),
    ] {
        let expected = Note {
            depth,
            time: time.map(Duration::from_millis),
            comment: comment.to_owned(),
            ..Note::default()
        };
        assert_eq!(note(&format!("C[{text}]")), expected, "{text}");
        // And back again.
        let mut game = read("(;GM[2];B[fe])");
        game.notes = vec![expected];
        let written = write_annotated_sgf(&game);
        assert_eq!(read(&written), game, "{written}");
    }
    // What begins as a depth or a time might begin is set off, and nothing else.
    for (comment, is_set_off) in [
        ("0", true),
        ("9", true),
        (".5", true),
        ("dull", true),
        ("\nx", true),
        ("good", false),
        ("-1", false),
        ("", false),
    ] {
        let mut game = read("(;GM[2];B[fe])");
        game.notes = vec![Note {
            comment: comment.to_owned(),
            ..Note::default()
        }];
        let text = write_annotated_sgf(&game);
        assert_eq!(text.contains("C[\n"), is_set_off, "{text}");
        game.notes[0].time = Some(Duration::from_secs(1));
        let rest = if comment.is_empty() { "" } else { "\n" };
        let expected = format!("C[1.00 s{rest}{comment}])");
        assert!(write_annotated_sgf(&game).ends_with(&expected));
    }
}

#[test]
fn what_a_node_says_is_said_of_its_own_move() {
    // Before the first move it is said of the game, also in nodes behind the root and beside the
    // first move; later it is said of nothing.
    let game = read(
        "(;GM[2]C[a]V[9];PB[b]C[c];B[fe]PW[w]C[d]KO[y]V[1];W[df]PB[no]RE[B+4]C[e]KO[z]\
         ;C[lost]TE[1]EV[no];B[cc]BM[1]C[f])",
    );
    assert_eq!(game.comment, "a\nc");
    assert_eq!((&*game.black, &*game.white, &*game.event), ("b", "w", ""));
    let names: Vec<&str> = game.other.iter().map(|it| &*it.name).collect();
    assert_eq!((names, game.result), (vec!["V", "KO"], None));
    assert_eq!(game.other[1].values, ["y"]);
    let notes: Vec<_> = game
        .notes
        .iter()
        .map(|note| (&*note.comment, note.glyphs.clone()))
        .collect();
    assert_eq!(notes, [("d", vec![]), ("e", vec![]), ("f", vec![2])]);
    // Some write the first moves into the root, and several moves into a node: the last is meant.
    let game = read("(;GM[2]C[x]B[fe]W[df]PB[b]TE[1])");
    assert_eq!((&*game.black, &*game.comment), ("b", ""));
    assert_eq!(game.notes.len(), 2);
    assert_eq!(
        (&*game.notes[1].comment, &game.notes[1].glyphs[..]),
        ("x", &[1][..])
    );
    // The same in variations, where what stands in a node without a move is said of nothing.
    let game =
        read("(;GM[2];B[fe];W[df](;B[cc])(;C[lost];B[cd]C[a]PB[no]W[dc]TE[1];C[lost]BM[1]))");
    let turns = &game.variations[0].turns;
    let notes: Vec<_> = turns
        .iter()
        .map(|(_, note)| (&*note.comment, note.glyphs.clone()))
        .collect();
    assert_eq!(notes, [("", vec![]), ("a", vec![1])]);
    assert_eq!((&*game.black, game.fault), ("", None));
}

#[test]
fn a_set_up_stands_before_the_first_move() {
    for name in ["AB", "AW", "AE"] {
        let late = Err(ReadError::LateSetup(name.to_owned()));
        assert_eq!(read_sgf(&format!("(;GM[2];B[fe];{name}[aa])")), late);
        assert_eq!(read_sgf(&format!("(;GM[2];B[fe]{name}[aa])")), late);
        let game = read(&format!("(;GM[2];B[fe](;W[df])(;{name}[aa];W[ff]))"));
        let fault = Some(ReadError::LateSetup(name.to_owned()));
        assert_eq!((game.fault, game.variations.len()), (fault, 0));
        assert!(read_sgf(&format!("(;GM[2];;{name}[aa:hh])")).is_ok());
    }
}

#[test]
fn blanks_and_noise_may_stand_between_signs() {
    let plain = read("(;GM[2]PB[a];B[fe](;W[df];B[cc])(;W[ff]))");
    for text in [
        "noise ; ] [ ) (;GM[2]PB[a];B[fe](;W[df];B[cc])(;W[ff])) more (;",
        " ( ; GM [2] PB\n[a] ; B\t[fe] ( ; W [df] ; B [cc] ) ( ; W [ff] ) ) ",
        "(;GM[2];PB[a];;B[fe](;W[df];;B[cc])(;;W[ff];))",
        "(;GM[2]PB[a];B[fe](;W[df](;B[cc]))(;W[ff]))",
        "(;GM[2]PB[a](;B[fe](;W[df];B[cc])(;W[ff])))",
    ] {
        assert_eq!(read(text), plain, "{text}");
    }
    for wrong in [
        "(GM[2];B[fe])",
        "(;GM;B[fe])",
        "(;GM[2];B[fe]",
        "(;GM[2]1[x])",
    ] {
        assert!(read_sgf(wrong).is_err(), "{wrong}");
    }
    // An escape takes whatever is behind it, a line break away.
    let game = read("(;GM[2]C[a\\\nb\\n\\\\\\]\\[c\nd])");
    assert_eq!(game.comment, "abn\\][c\nd");
    let mut again = game.clone();
    again.comment = "(;GM[2] [x] (a".to_owned();
    let text = write_annotated_sgf(&again);
    assert!(text.contains(r"C[(;GM\[2\] \[x\] (a]"), "{text}");
    assert_eq!(read(&text), again);
    again.comment = "[x]".to_owned();
    assert!(write_annotated_sgf(&again).contains(r"C[[x\]]"));
}

#[test]
fn only_one_time_of_both_is_written() {
    let text = "(;GM[2]TM[0.5]OT[0/1/2];B[fe])";
    let game = read(text);
    assert!(write_annotated_sgf(&game).contains("TM[0.50]OT[00:00/00:01/00:02]"));
    for [black, white] in [[true, false], [false, true], [false, false]] {
        let mut one = game.clone();
        one.black_clock = one.black_clock.filter(|_| black);
        one.white_clock = one.white_clock.filter(|_| white);
        let text = write_annotated_sgf(&one);
        assert!(!text.contains("TM[") && !text.contains("OT["), "{text}");
    }
}
