//! What the first node says of the game: each property with its values against the field that it
//! sets, the start, and who counts ranks from the bottom.

use super::*;
use crate::record::annotated::{OtherProperty, Theory};
use crate::record::board::write_board;
use crate::record::clock::control;
use crate::record::format::FileFormat;
use bianca_rules::othello::Square;

/// A game of one move with these properties in its root.
fn rooted(properties: &str) -> AnnotatedGame {
    let text = format!("(;GM[2]{properties};B[fe])");
    read_annotated_sgf(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn changed(change: impl FnOnce(&mut AnnotatedGame)) -> AnnotatedGame {
    let mut game = read_annotated_sgf("(;GM[2];B[fe])").unwrap();
    change(&mut game);
    game
}

fn kept(name: &str, values: &[&str]) -> AnnotatedGame {
    changed(|game| {
        game.other = vec![OtherProperty {
            format: FileFormat::Sgf,
            name: name.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
        }];
    })
}

#[test]
fn every_property_of_text_sets_its_field_and_no_other() {
    type Field = fn(&mut AnnotatedGame) -> &mut String;
    let fields: [(&str, Field); 7] = [
        ("PB", |game| &mut game.black),
        ("PW", |game| &mut game.white),
        ("PC", |game| &mut game.place),
        ("EV", |game| &mut game.event),
        ("RO", |game| &mut game.round),
        ("DT", |game| &mut game.date),
        ("RU", |game| &mut game.variant),
    ];
    for (name, field) in fields {
        for (value, text) in [
            ("so", "so"),
            (" so ", "so"),
            ("", ""),
            (r"a\]b\\c\:d", r"a]b\c:d"),
            ("a\\\nb", "ab"),
            ("one][two", "one"),
        ] {
            let expected = changed(|game| text.clone_into(field(game)));
            assert_eq!(
                rooted(&format!("{name}[{value}]")),
                expected,
                "{name} {value}"
            );
        }
        let mut game = AnnotatedGame::default();
        " a]b\\ ".clone_into(field(&mut game));
        let text = write_annotated_sgf(&game);
        // What is no date has a place of its own.
        let name = if name == "DT" { "WHEN" } else { name };
        assert!(text.contains(&format!(r"{name}[a\]b\\]")), "{text}");
    }
    // Old files write names in words, of which only the capitals count.
    let old = read_annotated_sgf("(;GaMe[2]PlayerBlack[a]PlayerWhite[b];Black[fe];White[df])");
    let old = old.unwrap();
    assert_eq!((&*old.black, &*old.white), ("a", "b"));
    assert_eq!(old.game.turns().len(), 2);
}

#[test]
fn what_says_nothing_of_the_game_is_left_out_and_all_else_is_kept() {
    for properties in [
        "FF[4]", "CA[x]", "AP[x:1]", "ST[2]", "SZ[8]", "SZ[8:8]", "PL[B]", "RE[?]", "RE[]",
    ] {
        assert_eq!(rooted(properties), changed(|_| ()), "{properties}");
    }
    assert_eq!(rooted("KO[y][ z ]"), kept("KO", &["y", " z "]));
    assert_eq!(rooted("ON[tiger]"), kept("ON", &["tiger"]));
    for (name, value) in [
        ("BR", "5d"),
        ("WR", ""),
        ("KM", "x"),
        ("TM", "soon"),
        ("TM", "-1"),
        ("OT", "5x30 byo-yomi"),
        ("OT", "01:00/00:02"),
        ("TH", "4"),
        ("TH", "4:-1"),
        ("RE", "Void"),
        ("RE", "B"),
        ("RE", "B+x"),
        ("RE", "X+4"),
    ] {
        let game = rooted(&format!("{name}[{value}]"));
        assert_eq!(game, kept(name, &[value]));
    }
}

#[test]
fn numbers_and_clocks_have_their_own_fields() {
    type Field = fn(&mut AnnotatedGame) -> &mut Option<f64>;
    let fields: [(&str, Field); 3] = [
        ("BR", |game| &mut game.black_rating),
        ("WR", |game| &mut game.white_rating),
        ("KM", |game| &mut game.komi),
    ];
    for (name, field) in fields {
        for (value, number) in [("1500", 1500.0), ("-2.5", -2.5), (" +7 ", 7.0)] {
            let expected = changed(|game| *field(game) = Some(number));
            assert_eq!(rooted(&format!("{name}[{value}]")), expected);
        }
    }
    for (value, score, empties) in [("-4:20", -4, 20), ("6:22", 6, 22), ("0:0", 0, 0)] {
        let expected = changed(|game| game.theory = Some(Theory { score, empties }));
        assert_eq!(rooted(&format!("TH[{value}]")), expected);
    }
    for (properties, expected) in [
        ("TM[300]", control(300_000, 0, 0)),
        ("TM[0.5]", control(500, 0, 0)),
        ("OT[/00:02]", control(0, 2_000, 0)),
        ("OT[00:00//01:00]", control(0, 0, 60_000)),
        ("TM[300]OT[0/2/60]", control(300_000, 2_000, 60_000)),
        ("OT[0/2/60]TM[300]", control(300_000, 2_000, 60_000)),
        ("TM[1]TM[300]OT[0/9]OT[0/0/7]", control(300_000, 0, 7_000)),
    ] {
        let expected = changed(|game| {
            game.black_clock = Some(expected);
            game.white_clock = Some(expected);
        });
        assert_eq!(rooted(properties), expected, "{properties}");
    }
}

#[test]
fn every_word_of_a_result_is_known() {
    for (value, result) in [
        ("0", 0),
        ("Draw", 0),
        ("draw", 0),
        ("B+6", 6 * 256),
        ("b+6", 6 * 256),
        ("W+10", -10 * 256),
        ("w+ 2.5", -640),
        ("B+0.5", 128),
        ("W+64", -64 * 256),
    ] {
        let expected = changed(|game| game.result = Some(Score(result)));
        assert_eq!(rooted(&format!("RE[{value}]")), expected, "{value}");
    }
    for (words, cause) in [
        (["T", "Time", "time"], Cause::Time),
        (["R", "Resign", "resign"], Cause::Resignation),
        (["F", "Forfeit", "f"], Cause::Fault),
    ] {
        for word in words {
            for (winner, loser, score) in [
                ("B", Color::White, Score::MAX),
                ("W", Color::Black, Score::MIN),
            ] {
                let expected = changed(|game| {
                    game.forfeit = Some(Forfeit {
                        loser,
                        cause,
                        reason: String::new(),
                    });
                });
                assert_eq!(expected.result_for_black(), Some(score));
                assert_eq!(rooted(&format!("RE[{winner}+{word}]")), expected);
            }
        }
    }
    // Both are known of one game if both are said.
    let both = rooted("RE[B+6]RE[W+T]");
    assert_eq!(both.result, Some(Score::from_discs(6)));
    assert_eq!(both.forfeit.unwrap().loser, Color::Black);
}

#[test]
fn a_reason_is_the_first_line_of_the_comment_if_it_names_the_loser() {
    for (properties, reason, comment) in [
        ("RE[B+T]C[white forfeits: slow\nso]", "slow", "so"),
        ("C[white forfeits: slow]RE[B+T]", "slow", ""),
        ("RE[B+T]C[black forfeits: slow]", "", "black forfeits: slow"),
        ("RE[W+T]C[black forfeits: slow]", "slow", ""),
        (
            "RE[B+T]C[so\nwhite forfeits: slow]",
            "",
            "so\nwhite forfeits: slow",
        ),
        (
            "RE[B+6]C[white forfeits: slow]",
            "-",
            "white forfeits: slow",
        ),
    ] {
        let game = rooted(properties);
        let told = game.forfeit.map_or("-".to_owned(), |it| it.reason);
        assert_eq!((&*told, &*game.comment), (reason, comment), "{properties}");
    }
    for (properties, comment) in [
        ("C[a]GC[b]", "a\nb"),
        ("GC[b]C[a]", "b\na"),
        ("C[ a ]", " a "),
        ("GC[]C[a]", "a"),
        ("C[a][b]", "a"),
    ] {
        assert_eq!(rooted(properties).comment, comment, "{properties}");
    }
}

#[test]
fn the_game_and_its_size_must_be_othello_s() {
    for (root, error) in [
        ("GM[2]", None),
        ("GM[]", None),
        ("", None),
        ("GM[ 2 ]", None),
        ("SZ[8]", None),
        ("SZ[8:8]", None),
        ("GM[1]SZ[8]", None),
        ("SZ[8:8]GM[1]", None),
        ("GM[1]", Some("GM[1] is another game than Othello")),
        ("GM[3]", Some("GM[3] is another game than Othello")),
        ("GM[22]", Some("GM[22] is another game than Othello")),
        ("SZ[10]", Some("a board of size 10, not 8")),
        ("SZ[8:10]", Some("a board of size 8:10, not 8")),
        ("SZ[]", Some("a board of size , not 8")),
        ("PL[x]", Some("PL[x] is not a colour (B or W)")),
        (
            "RU[anti]",
            Some(
                "[anti] is anti-Othello, which the side with fewer discs wins; Bianca does not play it",
            ),
        ),
    ] {
        let read = read_annotated_sgf(&format!("(;{root};B[fe])"));
        let message = read.err().map(|error| error.to_string());
        assert_eq!(message.as_deref(), error, "{root}");
    }
}

/// The discs of a start, drawn.
fn drawn(game: &OthelloGame) -> String {
    let (position, to_move) = game.start();
    write_board(position, to_move)
}

#[test]
fn rectangles_are_all_squares_between_two_corners() {
    let names = |value: &str| -> Vec<String> {
        let game = read_annotated_sgf(&format!("(;GM[2]AB[{value}])")).unwrap();
        let squares = Square::all().filter(|&square| game.game.start().0.own.contains(square));
        squares.map(|square| square.to_string()).collect()
    };
    for (value, squares) in [
        ("ca", &["c1"][..]),
        ("C1", &["c1"]),
        ("ca:ca", &["c1"]),
        ("ba:db", &["b1", "c1", "d1", "b2", "c2", "d2"]),
        ("b1:d2", &["b1", "c1", "d1", "b2", "c2", "d2"]),
        ("ga : hc", &["g1", "h1", "g2", "h2", "g3", "h3"]),
        ("ah][ha:hb", &["h1", "h2", "a8"]),
        ("db:ba", &[]),
    ] {
        assert_eq!(names(value), squares, "{value}");
    }
    for wrong in [
        "ia", "ai", "a9", "a0", "a", "aaa", "aa:", ":aa", "aa:ix", "",
    ] {
        let error = read_sgf(&format!("(;GM[2]AW[{wrong}])")).unwrap_err();
        assert_eq!(error.to_string(), format!("AW[{wrong}] is not a square"));
    }
    // What is said last of a square holds.
    let game = read_sgf("(;GM[2]AB[aa:ha]AW[ca][da]AE[da:fa]AB[ea];AW[ha])").unwrap();
    let rest = "-".repeat(56);
    assert_eq!(drawn(&game), format!("XXO-X-XO{rest} X"));
}

#[test]
fn who_is_to_move_is_said_or_moves_first_or_is_black() {
    let set_up = "AB[ca]AW[ba][da]";
    for (root, moves, side) in [
        ("", ";B[fe]", Color::Black),
        ("PL[B]", ";B[fe]", Color::Black),
        ("PL[w]", ";W[fd]", Color::White),
        ("PL[White]", "", Color::White),
        ("PL[BLACK]", "", Color::Black),
        (set_up, "", Color::Black),
        (set_up, ";B[aa]", Color::Black),
        ("AB[ca]AW[ba]", ";W[da]", Color::White),
        ("AB[ca]AW[ba]PL[W]", ";W[da]", Color::White),
    ] {
        let text = format!("(;GM[2]{root}{moves})");
        assert_eq!(read_sgf(&text).unwrap().start().1, side, "{text}");
    }
    // What is said goes before who moves first.
    assert!(read_sgf("(;GM[2]AB[ca]AW[ba]PL[b];W[da])").is_err());
}

#[test]
fn a_start_is_written_with_its_discs_and_its_side() {
    let black = "AB[aa][bb][ha]AW[ca][ah]";
    for side in ["B", "W"] {
        let text = format!("(;GM[2]{black}PL[{side}])");
        let game = read_sgf(&text).unwrap();
        let written = write_sgf(&game);
        let expected = format!("SZ[8]AB[aa][ha][bb]AW[ca][ah]PL[{side}]");
        assert!(written.contains(&expected), "{written}");
        let gogui = write_gogui_sgf(&game.clone().into());
        let expected = format!("SZ[8]AB[ah][hh][bg]AW[ch][aa]PL[{side}]");
        assert!(gogui.contains(&expected), "{gogui}");
        for text in [written, gogui] {
            assert_eq!(read_sgf(&text).as_ref(), Ok(&game), "{text}");
        }
    }
    for (text, expected) in [
        ("AE[aa]PL[B]", "SZ[8]AE[aa:hh]PL[B]"),
        ("AE[aa]PL[W]", "SZ[8]AE[aa:hh]PL[W]"),
        ("AB[ba]", "SZ[8]AB[ba]PL[B]"),
        ("AW[ba]", "SZ[8]AW[ba]PL[B]"),
        ("PL[W]", "SZ[8]AB[ed][de]AW[dd][ee]PL[W]"),
        ("PL[B]", "SZ[8]"),
    ] {
        let game = read_sgf(&format!("(;GM[2]{text})")).unwrap();
        let written = write_sgf(&game);
        assert!(written.starts_with("(;FF[4]GM[2]"), "{written}");
        let start = &written[written.find("SZ").unwrap()..];
        // A side without a disc has lost before the first move.
        let start = start.split("RE[").next().unwrap().trim_end_matches(')');
        assert_eq!(start, expected, "{written}");
        assert_eq!(read_sgf(&written).as_ref(), Ok(&game), "{written}");
    }
}

#[test]
fn only_who_writes_as_gogui_does_is_read_from_the_bottom_with_another_start() {
    for (root, is_turned) in [
        ("AP[GoGui:1.6.0]", true),
        ("AP[gogui-convert]", true),
        ("AP[Bianca:1]", true),
        ("GM[1]SZ[8]AP[GoGui:1]", true),
        ("GM[]AP[GoGui:1]", true),
        ("GM[2]AP[GoGui:1]", false),
        ("GM[2]AP[Bianca:1]", false),
        ("AP[CGoban:3]", false),
        ("AP[My GoGui]", false),
        ("", false),
    ] {
        let game = read_annotated_sgf(&format!("(;{root}AB[ba]AW[ca];B[da])"));
        let row = if is_turned { 7 } else { 0 };
        let game = game.unwrap_or_else(|error| panic!("{root}: {error}"));
        let start = game.game.start().0;
        assert!(start.own.contains(Square::at(1, row)), "{root}");
        assert!(start.opp.contains(Square::at(2, row)), "{root}");
        let square = Square::at(3, row);
        assert_eq!(game.game.turns(), [(Color::Black, Move::Place(square))]);
    }
    // From the usual start the first move shows it, whoever wrote it, also for white and in
    // variations, with all that is marked.
    let text = "(;PL[W];W[fe]TR[aa][bc](;B[df])(;B[fd]SQ[ha]))";
    let game = read_annotated_sgf(text).unwrap();
    assert_eq!(game.game.turns()[0].1, Move::Place(Square::at(5, 3)));
    let places = |note: &Note| -> Vec<String> {
        let squares = note.marks.iter().map(|mark| mark.square.to_string());
        squares.collect()
    };
    assert_eq!(places(&game.notes[0]), ["a8", "b6"]);
    assert_eq!(places(&game.variations[0].turns[0].1), ["h8"]);
}

#[test]
fn a_property_of_another_format_is_not_written() {
    let game = AnnotatedGame {
        other: [FileFormat::Pgn, FileFormat::Sgf, FileFormat::Ggf]
            .map(|format| OtherProperty {
                format,
                name: "XY".to_owned(),
                values: vec![format!("a {format}]"), "b".to_owned()],
            })
            .to_vec(),
        ..AnnotatedGame::default()
    };
    let text = write_annotated_sgf(&game);
    assert!(text.ends_with(r"SZ[8]XY[a sgf\]][b])"), "{text}");
}
