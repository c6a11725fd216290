//! Each property with its values: which field it sets, what is kept, and how it is written.

use super::*;
use crate::record::annotated::{OtherProperty, Theory};
use crate::record::format::FileFormat;
use crate::record::writer::write_game;

/// A game of two moves with these properties before them.
fn facts(properties: &str) -> AnnotatedGame {
    let text = format!("(;GM[Othello]{properties}B[f5]W[d6];)");
    read_ggf(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn changed(change: impl FnOnce(&mut AnnotatedGame)) -> AnnotatedGame {
    let mut game = facts("");
    change(&mut game);
    game
}

fn kept(name: &str, value: &str) -> AnnotatedGame {
    changed(|game| {
        game.other = vec![OtherProperty {
            format: FileFormat::Ggf,
            name: name.to_owned(),
            values: vec![value.to_owned()],
        }];
    })
}

#[test]
fn every_property_of_text_sets_its_field_and_no_other() {
    type Field = fn(&mut AnnotatedGame) -> &mut String;
    let fields: [(&str, Field); 8] = [
        ("PC", |game| &mut game.place),
        ("EV", |game| &mut game.event),
        ("RO", |game| &mut game.round),
        ("DT", |game| &mut game.date),
        ("PB", |game| &mut game.black),
        ("PW", |game| &mut game.white),
        ("TY", |game| &mut game.variant),
        ("C", |game| &mut game.comment),
    ];
    for (name, field) in fields {
        for value in ["so", "", "?", "(;x) y"] {
            let expected = changed(|game| value.clone_into(field(game)));
            for name in [name.to_owned(), name.to_ascii_lowercase()] {
                assert_eq!(facts(&format!("{name}[{value}]")), expected, "{name}");
                assert_eq!(facts(&format!("{name} [ {value} ] ")), expected, "{name}");
            }
        }
        // Written, it has no bracket and no line break, no blanks around it and no end of the game.
        let game = changed(|game| *field(game) = " a[b]\nc;)\t".to_owned());
        let text = write_ggf(&game);
        let written = match name {
            "EV" => "PC[a_b__c;_]",
            "RO" => "CO[Round: a_b__c;_]",
            "TY" => "TY[8]RE",
            "C" => "CO[a_b_]CO[c;_]",
            _ => &format!("{name}[a_b__c;_]"),
        };
        assert!(text.contains(written), "{text}");
        assert_eq!(text.matches(";)").count(), 1, "{text}");
    }
    assert_eq!(facts("XY[ z ]"), kept("XY", "z"));
    assert_eq!(facts("ON[tiger]"), kept("ON", "tiger"));
}

#[test]
fn numbers_set_their_fields_or_are_kept() {
    type Field = fn(&mut AnnotatedGame) -> &mut Option<f64>;
    let fields: [(&str, Field); 3] = [
        ("RB", |game| &mut game.black_rating),
        ("RW", |game| &mut game.white_rating),
        ("KM", |game| &mut game.komi),
    ];
    for (name, field) in fields {
        for (value, number) in [
            ("2691.38", 2691.38),
            ("-2.5", -2.5),
            (" +7 ", 7.0),
            ("0", 0.0),
        ] {
            let expected = changed(|game| *field(game) = Some(number));
            assert_eq!(facts(&format!("{name}[{value}]")), expected, "{name}");
            let text = write_ggf(&expected);
            let written = match name {
                "KM" => format!("CO[Komi: {number}]"),
                _ => format!("{name}[{number}]"),
            };
            assert!(text.contains(&written), "{text}");
            assert_eq!(read_ggf(&text), Ok(expected));
        }
        for value in ["", "high", "1e3"] {
            assert_eq!(facts(&format!("{name}[{value}]")), kept(name, value));
        }
    }
}

#[test]
fn a_time_is_of_both_or_of_one_side_and_nothing_if_it_is_zero() {
    let clock = |main, increment, extension| {
        let [main, increment, extension] = [main, increment, extension].map(Duration::from_secs);
        Some(TimeControl {
            main,
            increment,
            extension,
            period: None,
        })
    };
    let long = clock(900, 5, 120);
    let short = clock(60, 0, 0);
    for (properties, black, white) in [
        ("TI[15:00/00:05/02:00]", long, long),
        ("TB[15:00/00:05/02:00]", long, None),
        ("TW[15:00/00:05/02:00]", None, long),
        ("TB[01:00]TW[15:00/0:05/2:00]", short, long),
        ("TW[01:00]TB[15:00/0:05/2:00]", long, short),
        ("TI[01:00]TW[15:00/0:05/2:00]", short, long),
        ("TW[15:00/0:05/2:00]TI[01:00]", short, short),
        ("TI[0]", None, None),
        ("TI[]", None, None),
        ("TI[01:00]TB[0]", None, short),
        ("TI[0/1]", clock(0, 1, 0), clock(0, 1, 0)),
    ] {
        let expected = changed(|game| (game.black_clock, game.white_clock) = (black, white));
        assert_eq!(facts(properties), expected, "{properties}");
        assert_eq!(read_ggf(&write_ggf(&expected)), Ok(expected));
    }
    for name in ["TI", "TB", "TW"] {
        assert_eq!(facts(&format!("{name}[soon]")), kept(name, "soon"));
    }
}

#[test]
fn a_result_has_its_sign_and_its_flag() {
    for (discs, score) in [("+10", 10 * 256), ("-2.5", -640), ("0", 0), ("0.004", 1)] {
        for (flag, cause) in [
            ("", None),
            (":", None),
            (":t", Some(Cause::Time)),
            (":T", Some(Cause::Time)),
            (":l", Some(Cause::Time)),
            (" : r ", Some(Cause::Resignation)),
            (":s", None),
            (":x", None),
            (":tt", None),
        ] {
            let expected = changed(|game| {
                game.result = Some(Score(score));
                game.agreed = flag == ":s";
                let loser = match score {
                    0 => None,
                    score if score > 0 => Some(Color::White),
                    _ => Some(Color::Black),
                };
                game.forfeit = cause.zip(loser).map(|(cause, loser)| Forfeit {
                    loser,
                    cause,
                    reason: String::new(),
                });
            });
            assert_eq!(facts(&format!("RE[{discs}{flag}]")), expected);
        }
    }
    // All discs are what a forfeit counts anyway.
    let lost = facts("RE[-64.000:l]");
    assert_eq!(
        (lost.result, lost.result_for_black()),
        (None, Some(Score::MIN))
    );
    for value in ["?", "", " ? "] {
        assert_eq!(facts(&format!("RE[{value}]")), changed(|_| ()));
    }
    for value in ["won", "?:t", ":t", "1e2"] {
        assert_eq!(facts(&format!("RE[{value}]")), kept("RE", value));
    }
    // The last that is understood holds.
    let game = facts("RE[+2]RE[-4:r]RE[x]");
    assert_eq!(game.result, Some(Score::from_discs(-4)));
    assert_eq!((game.forfeit.is_some(), game.other.len()), (true, 1));
}

#[test]
fn kinds_of_game_have_a_size_that_a_board_may_overrule() {
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    for (kind, size) in [
        ("8", None),
        ("0", None),
        ("s8r18", None),
        ("s0", None),
        ("", None),
        ("r20", None),
        ("s", None),
        ("6", Some("6")),
        ("10r20", Some("10")),
        ("s10", Some("10")),
        ("88", Some("88")),
        ("08", Some("08")),
    ] {
        let read = |facts: &str| read_ggf(&format!("(;GM[Othello]{facts}B[f5];)"));
        let refused = read(&format!("TY[{kind}]")).err();
        let expected = size.map(|size| ReadError::OtherSize(size.into()));
        assert_eq!(refused, expected, "{kind}");
        for facts in [format!("TY[{kind}]{board}"), format!("{board}TY[{kind}]")] {
            let game = read(&facts).unwrap_or_else(|error| panic!("{facts}: {error}"));
            let variant = if ["8", "0"].contains(&kind) { "" } else { kind };
            assert_eq!(game.variant, variant);
            let written = if kind == "s8r18" { kind } else { "8" };
            let text = write_ggf(&game);
            assert!(text.contains(&format!("TY[{written}]RE")), "{text}");
            let is_told = written != kind && !variant.is_empty();
            let fact = format!("CO[Variant: {kind}]");
            assert_eq!(text.contains(&fact), is_told, "{text}");
            assert_eq!(read_ggf(&text).unwrap().variant, variant, "{text}");
        }
    }
    // The last that is said holds, and a zero that is written says what it says.
    assert_eq!(facts("TY[8k]TY[8]").variant, "");
    let zero = changed(|game| game.variant = "0".into());
    assert!(write_ggf(&zero).contains("TY[8]RE"));
}

#[test]
fn boards_have_their_size_before_them() {
    let squares = format!("{}*O{}*", "-".repeat(9), "-".repeat(52));
    for (side, color, discs) in [("*", Color::Black, [2, 1]), ("O", Color::White, [1, 2])] {
        let read = |size: &str| read_ggf(&format!("(;GM[Othello]BO[{size}{squares} {side}];)"));
        for size in ["8 ", "8"] {
            let game = read(size).unwrap();
            let (position, to_move) = game.game.start();
            let found = [position.own.count(), position.opp.count()];
            assert_eq!((to_move, found), (color, discs));
            let written = write_ggf(&game);
            assert!(written.contains(&format!("BO[8 {squares} {side}]")));
        }
        for size in ["10", "4", "88", "80"] {
            let error = read(&format!("{size} ")).unwrap_err();
            assert_eq!(error, ReadError::OtherSize(size.into()));
        }
        assert!(matches!(read(""), Err(ReadError::OtherSize(_))));
    }
}

#[test]
fn what_follows_a_move_is_its_score_and_its_time() {
    for (value, score, time, comment) in [
        ("f5", None, None, ""),
        ("f5/", None, None, ""),
        ("f5//", None, None, ""),
        ("F5/1.5", Some(384), None, ""),
        ("f5/-1.5/", Some(-384), None, ""),
        ("f5/+1.5/2.25", Some(384), Some(2_250), ""),
        ("f5//2.25", None, Some(2_250), ""),
        (" f5 / 1.5 / 2 ", Some(384), Some(2_000), ""),
        ("f5/x", None, None, "x"),
        ("f5/x/2", None, Some(2_000), "x/2"),
        ("f5/1/x", Some(256), None, "1/x"),
        ("f5//x", None, None, "/x"),
        ("f5/1/2/3", Some(256), None, "1/2/3"),
        ("f5/1/-2", Some(256), None, "1/-2"),
    ] {
        for (color, before, number) in [("B", "", 0), ("W", "B[e6]", 1)] {
            let value = if color == "W" {
                value.replace("f5", "f6").replace("F5", "F6")
            } else {
                value.to_owned()
            };
            let text = format!("(;GM[Othello]{before}{color}[{value}];)");
            let game = read_ggf(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let note = game.notes.get(number).cloned().unwrap_or_default();
            let expected = Note {
                score: score.map(Score),
                time: time.map(Duration::from_millis),
                comment: comment.to_owned(),
                ..Note::default()
            };
            assert_eq!(note, expected, "{text}");
        }
    }
    for (score, time, written) in [
        (None, None, "B[f5]"),
        (Some(384), None, "B[f5/1.50]"),
        (Some(-1), None, "B[f5/-0.004]"),
        (None, Some(1_250), "B[f5//1.25]"),
        (Some(0), Some(1), "B[f5/0.00/0.001]"),
    ] {
        let game = AnnotatedGame {
            notes: vec![Note {
                score: score.map(Score),
                time: time.map(Duration::from_millis),
                comment: " [a]\n".into(),
                ..Note::default()
            }],
            ..annotated("f5d6")
        };
        let text = write_ggf(&game);
        assert!(
            text.ends_with(&format!("{written}CO[_a_]W[d6];)")),
            "{text}"
        );
    }
}

#[test]
fn a_comment_is_of_the_move_before_it_or_of_the_game() {
    let text = "(;C[a]GM[Othello]C[b]C[]B[f5]C[c]C[d]W[d6/x]C[e]B[c3]C[];)";
    let game = read_ggf(text).unwrap();
    let notes: Vec<&str> = game.notes.iter().map(|note| &*note.comment).collect();
    assert_eq!((&*game.comment, notes), ("a\nb", vec!["c\nd", "x\ne"]));
}

#[test]
fn only_what_is_of_this_format_is_written() {
    let mut game = facts("");
    game.other = [FileFormat::Sgf, FileFormat::Ggf, FileFormat::Pgn]
        .map(|format| OtherProperty {
            format,
            name: "XY".to_owned(),
            values: vec![format.to_string(), "b]".to_owned()],
        })
        .to_vec();
    game.theory = Some(Theory {
        score: 2,
        empties: 20,
    });
    let text = write_ggf(&game);
    assert!(text.contains(" *]CO[XY: ggf]CO[XY: b_]B[f5]"), "{text}");
    assert_eq!(text.matches("XY").count(), 2);
    let written = write_game(&game, FileFormat::Ggf).unwrap();
    assert_eq!(written, text + "\n");
}

#[test]
fn a_game_may_have_a_count_before_it_and_blanks_anywhere() {
    let game = facts("");
    for text in [
        "(;GM[Othello]B[f5]W[d6])",
        "12(;GM[Othello]B[f5]W[d6];)",
        "\u{feff} 1 (;GM[othello]B[f5]W[d6];)",
        "1\n (; GM [ OTHELLO ]\nB [f5]\tW[d6] ;)\n",
    ] {
        assert_eq!(read_ggf(text).as_ref(), Ok(&game), "{text}");
    }
    for wrong in [
        "x(;GM[Othello];)",
        "( ;GM[Othello];)",
        "(GM[Othello];)",
        "(;GM[Othello];",
        "(;GM[Othello]];)",
    ] {
        assert!(read_ggf(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn othello_is_named_by_the_first_kind_of_game() {
    for (text, is_ggf) in [
        ("(;GM[Othello]", true),
        ("12 (;GM[othello", true),
        ("(;PC[x]GM [ OTHELLO", true),
        ("(;GM[2]", false),
        ("(;GM[Othell", false),
        ("(;GM[2]C[GM[Othello]", false),
        (";GM[Othello]", false),
        ("x (;GM[Othello]", false),
        ("GM[Othello]", false),
    ] {
        let found = FileFormat::of_content(text.as_bytes());
        assert_eq!(found == Some(FileFormat::Ggf), is_ggf, "{text}");
    }
}
