//! Each tag with its values: which field it sets, what is kept of what is not understood, and
//! which of several wins.

use super::*;
use crate::record::annotated::{Forfeit, OtherProperty, Theory};
use crate::record::board::write_board;
use crate::record::clock::control;
use crate::record::format::FileFormat;

/// A game of one move with these tags before it and this end behind it.
fn tagged(tags: &[(&str, &str)], end: &str) -> AnnotatedGame {
    let tags = tags.iter();
    let lines: String = tags
        .map(|(name, value)| format!("[{name} \"{value}\"]\n"))
        .collect();
    read_pgn(&format!("{lines}\n1. f5 {end}")).unwrap()
}

/// The same game without a tag, which `change` makes what is expected.
fn changed(change: impl FnOnce(&mut AnnotatedGame)) -> AnnotatedGame {
    let mut game = read_pgn("1. f5 *").unwrap();
    change(&mut game);
    game
}

fn kept(name: &str, value: &str) -> AnnotatedGame {
    changed(|game| {
        game.other = vec![OtherProperty {
            format: FileFormat::Pgn,
            name: name.to_owned(),
            values: vec![value.to_owned()],
        }];
    })
}

#[test]
fn every_tag_of_text_sets_its_field_and_no_other() {
    type Field = fn(&mut AnnotatedGame) -> &mut String;
    let fields: [(&str, Field); 7] = [
        ("Event", |game| &mut game.event),
        ("Site", |game| &mut game.place),
        ("Date", |game| &mut game.date),
        ("Round", |game| &mut game.round),
        ("Black", |game| &mut game.black),
        ("White", |game| &mut game.white),
        ("Variant", |game| &mut game.variant),
    ];
    for (name, field) in fields {
        let year = if name == "Date" { "1999" } else { "1999.??.??" };
        for (value, text) in [
            ("1999.??.??", year),
            ("so", "so"),
            (" so ", " so "),
            ("", ""),
            ("?", ""),
            ("??", ""),
            ("????.??.??", ""),
            (".?", ""),
            ("...", "..."),
            ("?a", "?a"),
            (r#"a \"b\" \\c"#, r#"a "b" \c"#),
        ] {
            let expected = changed(|game| text.clone_into(field(game)));
            assert_eq!(tagged(&[(name, value)], "*"), expected, "{name} {value}");
        }
        // A tag of another case is another tag.
        let small = name.to_ascii_lowercase();
        assert_eq!(tagged(&[(&small, "so")], "*"), kept(&small, "so"));
    }
    assert_eq!(tagged(&[("Time", "noon")], "*"), kept("Time", "noon"));
    assert_eq!(tagged(&[("Zeit_1", "?")], "*"), kept("Zeit_1", ""));
}

#[test]
fn every_tag_of_a_number_sets_its_field_or_is_kept() {
    type Field = fn(&mut AnnotatedGame) -> &mut Option<f64>;
    let fields: [(&str, Field); 3] = [
        ("BlackElo", |game| &mut game.black_rating),
        ("WhiteElo", |game| &mut game.white_rating),
        ("Komi", |game| &mut game.komi),
    ];
    for (name, field) in fields {
        for (value, number) in [("1500", 1500.0), ("-2.5", -2.5), ("+7", 7.0), (" 3 ", 3.0)] {
            let expected = changed(|game| *field(game) = Some(number));
            assert_eq!(tagged(&[(name, value)], "*"), expected, "{name} {value}");
        }
        for value in ["", "high", "1e3", "1500 (fast)"] {
            assert_eq!(tagged(&[(name, value)], "*"), kept(name, value));
        }
        // What is understood is not forgotten for what is not.
        let both = tagged(&[(name, "7"), (name, "x")], "*");
        assert_eq!(*field(&mut both.clone()), Some(7.0));
        assert_eq!(both.other.len(), 1);
    }
    for (value, theory) in [
        ("4:20", Some((4, 20))),
        ("-6:22", Some((-6, 22))),
        ("0:0", Some((0, 0))),
        ("4", None),
        ("4:", None),
        ("4:-1", None),
        ("x:20", None),
        ("4.5:20", None),
    ] {
        let expected = match theory {
            Some((score, empties)) => changed(|game| {
                game.theory = Some(Theory { score, empties });
            }),
            None => kept("Theory", value),
        };
        assert_eq!(tagged(&[("Theory", value)], "*"), expected, "{value}");
    }
}

#[test]
fn clocks_are_those_of_one_side_or_of_both() {
    for (value, expected) in [
        ("300", Some(control(300_000, 0, 0))),
        ("300+2", Some(control(300_000, 2_000, 0))),
        ("300:60", Some(control(300_000, 0, 60_000))),
        ("300+2:60", Some(control(300_000, 2_000, 60_000))),
        ("0.5+0.25", Some(control(500, 250, 0))),
        ("0", Some(control(0, 0, 0))),
        ("-", None),
        ("", None),
        ("40/300", None),
        ("300+", None),
        ("300+2:", None),
        ("300+2+3", None),
        ("-5", None),
    ] {
        for (name, sides) in [
            ("TimeControl", [true, true]),
            ("BlackTimeControl", [true, false]),
            ("WhiteTimeControl", [false, true]),
        ] {
            let expected = match expected {
                Some(clock) => changed(|game| {
                    [game.black_clock, game.white_clock] = sides.map(|is| is.then_some(clock));
                }),
                None => kept(name, value),
            };
            assert_eq!(tagged(&[(name, value)], "*"), expected, "{name} {value}");
        }
    }
    // The last that is said of a side holds.
    let game = tagged(&[("TimeControl", "300"), ("WhiteTimeControl", "60")], "*");
    let main = [game.black_clock, game.white_clock].map(|clock| clock.unwrap().main.as_secs());
    assert_eq!(main, [300, 60]);
}

#[test]
fn who_gave_up_and_why_stands_in_the_termination() {
    for (words, cause) in [
        ("time forfeit", Some(Cause::Time)),
        ("resignation", Some(Cause::Resignation)),
        ("rules infraction", Some(Cause::Fault)),
        ("normal", None),
        ("Time forfeit", None),
    ] {
        for (side, loser) in [
            ("black", Some(Color::Black)),
            ("white", Some(Color::White)),
            ("Black", None),
            ("both", None),
        ] {
            let value = format!("{words} by {side}");
            let expected = match (cause, loser) {
                (Some(cause), Some(loser)) => changed(|game| {
                    game.forfeit = Some(Forfeit {
                        loser,
                        cause,
                        reason: String::new(),
                    });
                }),
                _ => kept("Termination", &value),
            };
            assert_eq!(tagged(&[("Termination", &value)], "*"), expected);
        }
        assert_eq!(
            tagged(&[("Termination", words)], "*"),
            kept("Termination", words)
        );
    }
    let agreed = changed(|game| game.agreed = true);
    assert_eq!(tagged(&[("Termination", "agreement")], "*"), agreed);
    // A reason belongs to a forfeit; without one it is kept, also of a draw that was agreed.
    assert_eq!(tagged(&[("Reason", "tea")], "*"), kept("Reason", "tea"));
    let both = tagged(&[("Termination", "agreement"), ("Reason", "tea")], "*");
    assert!(both.agreed && both.forfeit.is_none());
    assert_eq!(both.other, kept("Reason", "tea").other);
    let forfeit = tagged(
        &[
            ("Reason", "late"),
            ("Termination", "resignation by white"),
            ("Reason", "tired"),
        ],
        "*",
    );
    assert_eq!(forfeit.forfeit.unwrap().reason, "tired");
    assert_eq!(forfeit.other, []);
}

/// Every pair of counts that a result can hold, some beyond the board.
#[test]
fn discs_of_both_sides_are_a_result_if_a_board_has_so_many() {
    for black in 0..=66 {
        for white in 0..=66 {
            let words = format!("{black}-{white}");
            let is_winner = ["1-0", "0-1"].contains(&&*words);
            let is_possible = black + white <= 64 && black + white >= 2 && (black, white) != (1, 1);
            let expected = is_possible.then(|| Score::from_discs(black - white));
            for game in [tagged(&[("Result", &words)], ""), tagged(&[], &words)] {
                assert_eq!(game.result, expected, "{words}");
                let stated: Vec<&str> = game.other.iter().map(|it| &*it.name).collect();
                let remarks: &[&str] = if is_winner { &["Result"] } else { &[] };
                assert_eq!(stated, remarks, "{words}");
            }
        }
    }
    // Other words say nothing.
    for words in ["*", "?", "", "won", "40", "-40-24", "40-24-0"] {
        let game = tagged(&[("Result", words)], "*");
        assert_eq!(game, changed(|_| ()), "{words}");
    }
}

#[test]
fn the_score_goes_before_discs_and_the_end_before_the_tag() {
    let score = |game: AnnotatedGame| game.result.map(Score::whole_discs);
    for (tags, end, expected) in [
        (&[("Score", "6"), ("Result", "40-24")][..], "30-34", Some(6)),
        (&[("Result", "40-24"), ("Score", "6")], "30-34", Some(6)),
        (&[("Score", "6"), ("Score", "-8")], "30-34", Some(-8)),
        (&[("Score", "0")], "30-34", Some(0)),
        (&[("Score", "x")], "30-34", Some(-4)),
        (&[("Result", "40-24")], "30-34", Some(16)),
        (&[("Result", "65-24")], "30-34", Some(-4)),
        (&[("Result", "40-24")], "0-1", Some(16)),
        (&[], "30-34", Some(-4)),
    ] {
        assert_eq!(score(tagged(tags, end)), expected, "{tags:?} {end}");
    }
    assert_eq!(tagged(&[("Score", "x")], "*"), kept("Score", "x"));
    let half = tagged(&[("Score", "-2.5")], "*");
    assert_eq!(half.result, Some(Score(-640)));
    // Of words that say who won, the last ones are kept while nobody knows by how much.
    for (tag, end, winner) in [
        ("1-0", "*", "1-0"),
        ("*", "0-1", "0-1"),
        ("1-0", "0-1", "0-1"),
        ("1/2-1/2", "1-0", "1-0"),
        ("0-1", "1/2-1/2", "1/2-1/2"),
    ] {
        let game = tagged(&[("Result", tag)], end);
        assert_eq!(game.other, kept("Result", winner).other, "{tag} {end}");
        assert_eq!((game.result, game.contradiction.as_ref()), (None, None));
        let written = write_pgn(&game);
        assert!(written.contains(&format!("[Result \"{winner}\"]")));
        assert!(written.ends_with(&format!("f5 {winner}\n")), "{written}");
        assert_eq!(written.matches("[Result ").count(), 1, "{written}");
    }
    // Where a forfeit says it, they are no news.
    let lost = tagged(
        &[("Termination", "resignation by black"), ("Result", "0-1")],
        "0-1",
    );
    assert_eq!(lost.other, []);
    assert_eq!(lost.result_for_black(), Some(Score::MIN));
}

#[test]
fn a_winner_is_compared_with_the_sign_of_the_board() {
    let moves = "1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5";
    // Black has all discs; from a board seen from the other side white has.
    for (fen, winner, loser, discs) in [
        ("8/8/8/3Pp3/3pP3/8/8/8 b", "1-0", "0-1", 64),
        ("8/8/8/3pP3/3Pp3/8/8/8 w", "0-1", "1-0", -64),
    ] {
        for (words, stated) in [
            (winner, None),
            (loser, Some(loser)),
            ("1/2-1/2", Some("1/2-1/2")),
        ] {
            let text = format!("[FEN \"{fen}\"]\n\n{moves} {words}");
            let game = read_pgn(&text).unwrap();
            assert_eq!(game.contradiction.as_deref(), stated, "{text}");
            assert_eq!(game.result_for_black(), Some(Score::from_discs(discs)));
            assert_eq!(game.other, []);
        }
    }
}

#[test]
fn a_start_is_read_in_each_of_its_forms() {
    // Off the centre, and different for the sides: black a1, b1, h8; white c2, g3.
    let rows = [
        "XX------", "--O-----", "------O-", "--------", "--------", "--------", "--------",
        "-------X",
    ];
    let squares = rows.concat();
    for (side, letters, color) in [
        ('X', ["b", "x", "X"], Color::Black),
        ('O', ["w", "o", "O"], Color::White),
    ] {
        let start = crate::record::board::parse_board(&format!("{squares} {side}")).unwrap();
        for text in [
            format!("pp6/2P5/6P1/8/8/8/8/7p {}", letters[0]),
            format!("pp6/11P5/51P1/8/8/8/8/7p {} - - 0 1", letters[0]),
            format!("xx6/2o5/6o1/8/8/8/8/7x {}", letters[1]),
            format!("{squares} {}", letters[2]),
        ] {
            let game = read_pgn(&format!("[FEN \"{text}\"]\n\n*")).unwrap();
            assert_eq!(game.game.start(), start, "{text}");
            assert_eq!(start.1, color);
            let written = write_pgn(&game);
            let fen = format!("[FEN \"pp6/2P5/6P1/8/8/8/8/7p {} - - 0 1\"]", letters[0]);
            assert!(written.contains(&fen), "{written}");
            assert_eq!(read_pgn(&written).unwrap().game.start(), start);
        }
    }
    let game = read_pgn("[FEN \"startpos\"]\n\n1. f5").unwrap();
    assert_eq!(game.game.start(), (Position::START, Color::Black));
    assert!(!write_pgn(&game).contains("FEN"));
    // The same discs with the other side to move are another start.
    let text = write_board(Position::START.passed(), Color::White);
    let game = read_pgn(&format!("[FEN \"{text}\"]\n\n1. f4")).unwrap();
    assert!(write_pgn(&game).contains("[FEN \"8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1\"]"));
}

#[test]
fn a_board_of_chess_has_eight_rows_of_eight_squares_and_a_side() {
    use super::super::fen::{read_fen, write_fen};
    let good = "8/8/8/3Pp3/3pP3/8/8/8";
    assert_eq!(
        read_fen(&format!("{good} b")),
        Some((Position::START, Color::Black))
    );
    for wrong in [
        good.to_owned(),
        String::new(),
        format!("{good} x"),
        format!("{good} B"),
        format!("{good}/8 b"),
        format!("{good}/ b"),
        good.replacen("8/", "", 1) + " b",
        good.replacen('8', "7", 1) + " b",
        good.replacen('8', "81", 1) + " b",
        good.replacen('8', "9", 1) + " b",
        good.replacen('8', "0", 1) + " b",
        good.replacen('8', "8p", 1) + " b",
        good.replacen('8', "7q", 1) + " b",
    ] {
        assert_eq!(read_fen(&wrong), None, "{wrong}");
    }
    let position = read_fen("p6P/8/8/8/8/8/8/1P5p w").unwrap();
    let (white, black) = (position.0.own, position.0.opp);
    let names = |discs: bianca_rules::othello::Bitboard| -> Vec<String> {
        discs.into_iter().map(|square| square.to_string()).collect()
    };
    assert_eq!(names(black), ["a1", "h8"]);
    assert_eq!(names(white), ["h1", "b8"]);
    assert_eq!(
        write_fen(position.0, position.1),
        "p6P/8/8/8/8/8/8/1P5p w - - 0 1"
    );
}

#[test]
fn tags_are_written_where_they_say_something() {
    let head = |game: &AnnotatedGame| {
        let text = write_pgn(game);
        text.split_once("\n\n").unwrap().0.to_owned()
    };
    let plain = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Black \"?\"]\n\
        [White \"?\"]\n[Result \"*\"]";
    assert_eq!(head(&AnnotatedGame::default()), plain);
    // What looks as if nothing were known would be read as that.
    for (value, written) in [
        ("??", "?"),
        ("a?", "a?"),
        ("a\nb", "a b"),
        ("\"a\\", "\\\"a\\\\"),
    ] {
        let game = AnnotatedGame {
            black: value.into(),
            variant: value.into(),
            forfeit: Some(Forfeit {
                loser: Color::White,
                cause: Cause::Fault,
                reason: value.into(),
            }),
            ..AnnotatedGame::default()
        };
        let text = head(&game);
        assert!(
            text.contains(&format!("[Black \"{written}\"]")),
            "{value}: {text}"
        );
        let is_told = written != "?";
        for name in ["Variant", "Reason"] {
            let tag = format!("[{name} \"{written}\"]");
            assert_eq!(text.contains(&tag), is_told, "{value}: {text}");
            assert_eq!(text.contains(name), is_told, "{value}: {text}");
        }
    }
    // What other formats know is theirs, and a tag stands once: more values of it are told.
    let game = AnnotatedGame {
        other: [
            (FileFormat::Sgf, "KO", vec!["y"]),
            (FileFormat::Ggf, "XY", vec!["w"]),
            (FileFormat::Pgn, "Time", vec!["one", "two"]),
        ]
        .map(|(format, name, values)| OtherProperty {
            format,
            name: name.to_owned(),
            values: values.into_iter().map(str::to_owned).collect(),
        })
        .to_vec(),
        ..AnnotatedGame::default()
    };
    let times = "[Time \"one\"]";
    assert_eq!(head(&game), format!("{plain}\n{times}"));
}
