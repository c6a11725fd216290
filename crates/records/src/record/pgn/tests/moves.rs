//! What stands among the moves: judgements, comments, what a player thought, variations.

use super::*;
use crate::record::annotated::Variation;

fn read(moves: &str) -> AnnotatedGame {
    read_pgn(moves).unwrap_or_else(|error| panic!("{moves}: {error}"))
}

/// The comments of the game and of its turns.
fn comments(moves: &str) -> (String, Vec<String>) {
    let game = read(moves);
    let notes = game.notes.iter().map(|note| note.comment.clone());
    (game.comment.clone(), notes.collect())
}

#[test]
fn each_sign_is_the_judgement_of_its_number() {
    for (sign, number) in [
        ("!", Some(1)),
        ("?", Some(2)),
        ("!!", Some(3)),
        ("??", Some(4)),
        ("!?", Some(5)),
        ("?!", Some(6)),
        ("!!!", None),
        ("?!?", None),
        ("$0", None),
        ("$00", None),
        ("$256", None),
        ("$99999999999999999999", None),
    ] {
        for text in [format!("1. f5{sign} d6"), format!("1. f5 {sign} d6")] {
            let game = read(&text);
            assert_eq!(game.game.turns().len(), 2, "{text}");
            let glyphs = game.notes.first().map(|note| note.glyphs.clone());
            assert_eq!(glyphs, number.map(|number| vec![number]), "{text}");
        }
    }
    for number in 1..=255u8 {
        let game = read(&format!("1. f5 d6 ${number}"));
        assert_eq!(game.notes[1].glyphs, [number]);
        assert!(write_pgn(&game).ends_with(&format!("d6 ${number} *\n")));
    }
    // Several stand in their order, of the move before them; before a move they say nothing.
    let game = read("$1 1. f5 ?! $3 ! (?? 1. d3 $2 (!! 1. c4)) $7 1... d6 (?? 1... f4)");
    assert_eq!(game.notes[0].glyphs, [6, 3, 1, 7]);
    assert_eq!(game.notes.len(), 1);
    let of_lines = |line: &Variation| line.turns[0].1.glyphs.clone();
    let lines: Vec<_> = game.variations.iter().map(of_lines).collect();
    assert_eq!(lines, [vec![2], vec![], vec![]]);
}

#[test]
fn a_comment_is_of_the_move_before_it_or_of_the_game() {
    for (text, game, notes) in [
        ("{ a } 1. f5 { b } d6", "a", &["b"][..]),
        ("{a} {b} 1. f5 {c} {d} d6 {e}", "a\nb", &["c\nd", "e"]),
        ("{a} {} {b}", "a\nb", &[]),
        ("; a\n1. f5 ; b {c}\nd6 ; d", "a", &["b {c}", "d"]),
        ("1. f5 {a;b} d6", "", &["a;b"]),
        ("1. f5 {\na\nb\n} d6", "", &["a\nb"]),
        ("1. f5 {a} (1. d3 {b}) {c} 1... d6", "", &["a\nc"]),
        ("1. f5 d6 (1... f4 {b}) {c}", "", &["", "c"]),
        ("% {x\n1. f5\n% y\n{a} d6", "", &["a"]),
        ("1. f5 {a\n% b} d6", "", &["a\n% b"]),
    ] {
        let found = comments(text);
        assert_eq!(found.0, game, "{text}");
        assert_eq!(found.1, notes, "{text}");
    }
}

#[test]
fn a_comment_before_the_first_move_of_a_variation_is_of_that_move() {
    let game = read("1. f5 ({a} {b} 1. d3 {c} c3 {d}) ({lost}) ({e} 1. c4) d6 {f}");
    let lines: Vec<Vec<&str>> = game
        .variations
        .iter()
        .map(|line| line.turns.iter().map(|(_, note)| &*note.comment).collect())
        .collect();
    assert_eq!(lines, [vec!["a\nb\nc", "d"], vec!["e"]]);
    let notes: Vec<&str> = game.notes.iter().map(|note| &*note.comment).collect();
    assert_eq!((notes, &*game.comment), (vec!["", "f"], ""));
}

/// Every beginning of a comment, with what stands behind it, against what it says.
#[test]
fn what_a_player_thought_begins_a_comment() {
    let scores = [
        ("", None, None),
        ("+0.50", Some(128), None),
        ("-0.50", Some(-128), None),
        ("+12", Some(12 * 256), None),
        ("-64/3", Some(-64 * 256), Some(3)),
        ("+0/14", Some(0), Some(14)),
        ("?/7", None, Some(7)),
    ];
    let times = [
        ("", None),
        ("0.25s", Some(250)),
        ("2s", Some(2_000)),
        ("61.007s", Some(61_007)),
    ];
    for (thought, score, depth) in scores {
        for (spent, time) in times {
            for rest in ["", "good", "+1 or so", "3s", "!"] {
                let parts = [thought, spent, rest];
                let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                let text = parts.join(" ");
                let game = read(&format!("1. f5 d6 {{{text}}}"));
                let mut note = Note {
                    score: score.map(Score),
                    depth,
                    time: time.map(Duration::from_millis),
                    comment: rest.to_owned(),
                    ..Note::default()
                };
                // Where the place of a part is free, the next may be taken for it.
                match rest {
                    "3s" if spent.is_empty() => {
                        note.time = Some(Duration::from_secs(3));
                        note.comment.clear();
                    }
                    "+1 or so" if thought.is_empty() && spent.is_empty() => {
                        note.score = Some(Score::from_discs(1));
                        note.comment = "or so".to_owned();
                    }
                    _ => {}
                }
                let notes = if note == Note::default() {
                    vec![]
                } else {
                    vec![Note::default(), note]
                };
                assert_eq!(game.notes, notes, "{text}");
                let again = read_pgn(&write_pgn(&game)).unwrap();
                assert_eq!(again.notes, notes, "{text}");
            }
        }
    }
    // What only looks so is said.
    for text in [
        "0.50", "0.50/12", "+", "+5x", "+1/x", "+1/", "?", "? so", "?/x", "5 s", "5sec", "s",
        "/12", "0.2.5s", "+1.2.3", "+1/3/4",
    ] {
        assert_eq!(comments(&format!("1. f5 {{{text}}}")).1, [text]);
    }
    // Of two thoughts the first holds, and the second fills what it leaves open.
    let game = read("1. f5 {+1.00 a} {+2.00/5 3s b} {?/9 4s c}");
    let note = Note {
        score: Some(Score(256)),
        depth: Some(5),
        time: Some(Duration::from_secs(3)),
        comment: "a\nb\nc".to_owned(),
        ..Note::default()
    };
    assert_eq!(game.notes, [note]);
}

#[test]
fn words_that_look_like_thoughts_are_written_with_a_blank_before_them() {
    for first in ["0", "9", "+", "-", "?", ".", "a", "!", "/"] {
        let comment = format!("{first}/1 2s x");
        for time in [None, Some(Duration::from_secs(4))] {
            let note = Note {
                comment: comment.clone(),
                time,
                ..Note::default()
            };
            let mut game = read("1. f5");
            game.notes = vec![note];
            let written = write_pgn(&game);
            assert_eq!(read(&written), game, "{written}");
            let blank = if "09+-?.".contains(first) { " " } else { "" };
            let time = if time.is_some() { "4.00s " } else { "" };
            let expected = format!("1. f5 {{{time}{blank}{comment}}} *\n");
            assert!(written.ends_with(&expected), "{written}");
        }
    }
}

#[test]
fn a_comment_is_written_so_that_it_ends_where_it_ends() {
    let mut game = read("1. f5");
    game.comment = " a}b{c \n[Event \"x\"]\n[Site \"y\"]".to_owned();
    let written = write_pgn(&game);
    let expected = "\n\n{a)b{c \n [Event \"x\"]\n[Site \"y\"]} 1. f5 *\n";
    assert!(written.ends_with(expected), "{written}");
    game.comment = " \n ".to_owned();
    assert!(write_pgn(&game).ends_with("]\n\n1. f5 *\n"));
}

#[test]
fn results_and_numbers_among_moves_say_nothing_of_variations() {
    let game = read("1. f5 (1. d3 1-0) (1. c4 40-24) 1... d6");
    assert_eq!((game.result, game.other.len()), (None, 0));
    assert_eq!(game.variations.len(), 2);
    for text in ["12. f5 7... d6", "1.f5 1...d6", "1 . f5 d6", "1.. f5.d6"] {
        let moves = read_pgn(text).map(|game| game.game.turns().len());
        let expected = match text {
            "1 . f5 d6" | "1.. f5.d6" => None,
            _ => Some(2),
        };
        assert_eq!(moves.ok(), expected, "{text}");
    }
}

#[test]
fn moves_are_numbered_anew_behind_whatever_stands_between() {
    for (text, expected) in [
        ("f5 d6 c3 d3 c4", "1. f5 d6 2. c3 d3 3. c4 *\n"),
        ("f5 {a} d6 c3", "1. f5 {a} 1... d6 2. c3 *\n"),
        ("f5 $1 d6 c3", "1. f5 $1 d6 2. c3 *\n"),
        ("f5 (d3) d6 c3", "1. f5 (1. d3) 1... d6 2. c3 *\n"),
        ("f5 d6 (f4 e3) c3", "1. f5 d6 (1... f4 2. e3) 2. c3 *\n"),
        (
            "f5 d6 c3 d3 (g5 e6) (f4) c4",
            "1. f5 d6 2. c3 d3 (2... g5 3. e6) (2... f4) 3. c4 *\n",
        ),
        ("", "*\n"),
    ] {
        let written = write_pgn(&read(text));
        let (_, moves) = written.split_once("\n\n").unwrap();
        assert_eq!(moves, expected, "{text}");
    }
}

#[test]
fn a_file_may_begin_with_a_mark_and_lines_for_others() {
    for text in [
        "\u{feff}1. f5",
        "\u{feff}[Event \"x\"]\n1. f5",
        "% a\n[Event \"x\"]\n% b\n[Site \"y\"]\n% c\n1. f5",
        "[ Event \"x\" ]1. f5",
        "[Event\"x\"][Site\t\"y\"]f5",
    ] {
        assert_eq!(read(text).game.turns().len(), 1, "{text}");
    }
    for text in [
        "[] 1. f5",
        "[! \"x\"] 1. f5",
        "1. f5 [Event \"x\"]",
        "1. f5 d6 f",
    ] {
        assert!(read_pgn(text).is_err(), "{text}");
    }
}

#[test]
fn a_text_of_pgn_begins_with_a_tag_or_a_comment() {
    for (text, is_pgn) in [
        ("[Event \"x\"]", true),
        ("[ Event \"x\"]", true),
        ("{a} 1. f5", true),
        ("{\"a\" b}", true),
        ("{\"a\": 1}", false),
        ("[\"f5\"]", false),
        ("[8 ---", false),
        ("[", false),
        ("1. f5", false),
        ("", false),
    ] {
        assert_eq!(super::super::begins_game(text), is_pgn, "{text}");
    }
}
