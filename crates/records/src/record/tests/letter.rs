//! One game in which every fact has a value of its own, in each format to the letter: what was
//! written by hand is read, and what is written is what stands here.

use std::time::Duration;

use super::{game_of, moves_of};
use crate::clock::TimeControl;
use crate::record::annotated::{
    AnnotatedGame, Cause, Forfeit, Mark, Note, OtherProperty, Shape, Theory, Variation,
};
use crate::record::format::FileFormat;
use crate::record::ggf::{read_ggf, write_ggf};
use crate::record::pgn::{read_pgn, write_pgn};
use crate::record::sgf::{read_annotated_sgf, write_annotated_sgf, write_gogui_sgf};
use crate::record::writer::write_game;
use bianca_rules::othello::Color;
use bianca_rules::score::Score;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn mark(square: &str, shape: Shape) -> Mark {
    Mark {
        square: square.parse().unwrap(),
        shape,
    }
}

fn said(comment: &str) -> Note {
    Note {
        comment: comment.to_owned(),
        ..Note::default()
    }
}

fn other(format: FileFormat, name: &str, values: &[&str]) -> OtherProperty {
    OtherProperty {
        format,
        name: name.to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    }
}

fn line(of: Option<usize>, after: usize, turns: &[(&str, &str)]) -> Variation {
    let turns = turns.iter();
    Variation {
        of,
        after,
        turns: turns
            .map(|&(mv, comment)| (mv.parse().unwrap(), said(comment)))
            .collect(),
    }
}

/// A game that is not over, with all that can be known of such.
fn full() -> AnnotatedGame {
    let clock = TimeControl {
        main: seconds(300),
        increment: seconds(2),
        extension: seconds(60),
        period: None,
    };
    AnnotatedGame {
        game: game_of("f5d6c3d3c4"),
        black: "Ann".into(),
        white: "Bob".into(),
        black_rating: Some(1500.5),
        white_rating: Some(1600.0),
        place: "Paris".into(),
        event: "Open".into(),
        round: "3".into(),
        date: "1999.12.31".into(),
        black_clock: Some(clock),
        white_clock: Some(clock),
        variant: "s8r18".into(),
        komi: Some(2.5),
        result: Some(Score(6 * 256 + 128)),
        agreed: true,
        theory: Some(Theory {
            score: -4,
            empties: 20,
        }),
        candidates: vec![("f4".parse().unwrap(), 2), ("c5".parse().unwrap(), -6)],
        candidate_score: Some(4),
        comment: "whole\nof it".into(),
        notes: vec![
            Note {
                score: Some(Score(384)),
                depth: Some(12),
                time: Some(Duration::from_millis(250)),
                comment: "good".into(),
                glyphs: vec![1],
                marks: vec![mark("e5", Shape::Triangle)],
            },
            Note {
                score: Some(Score(512)),
                time: Some(seconds(3)),
                glyphs: vec![6],
                ..Note::default()
            },
            Note::default(),
            Note {
                depth: Some(7),
                comment: "first\nsecond".into(),
                glyphs: vec![2, 3],
                marks: vec![
                    mark("a1", Shape::Label("x".into())),
                    mark("d4", Shape::Cross),
                    mark("b2", Shape::Circle),
                    mark("c8", Shape::Square),
                    mark("h1", Shape::Circle),
                ],
                ..Note::default()
            },
        ],
        variations: vec![
            line(None, 1, &[("f4", "or so"), ("e3", "")]),
            line(None, 2, &[("c4", "")]),
            line(Some(0), 2, &[("f3", "")]),
        ],
        other: vec![
            other(FileFormat::Sgf, "KO", &["y", "z"]),
            other(FileFormat::Pgn, "Time", &["noon"]),
            other(FileFormat::Ggf, "XY", &["w"]),
        ],
        ..AnnotatedGame::default()
    }
}

/// The same with what only one format knows left out.
fn kept(format: FileFormat) -> AnnotatedGame {
    let mut game = full();
    game.other.retain(|property| property.format == format);
    game.candidates.clear();
    game.candidate_score = None;
    game
}

const SGF: &str = "(;FF[4]GM[2]CA[UTF-8]AP[Bianca:VERSION]SZ[8]PB[Ann]PW[Bob]PC[Paris]EV[Open]\
    RO[3]DT[1999-12-31]KIND[s8r18]BR[1500.5]WR[1600]KM[2.5]TM[300.00]OT[00:00/00:02/01:00]KO[y][z]\
    RE[B+6.50]TH[-4:20]C[whole\nof it]\
    ;B[fe]V[1.50]TE[1]TR[ee]C[depth 12, 0.25 s\ngood]\
    (;W[df]V[-2.00]DO[]C[3.00 s]\
    (;B[cc];W[dc]BM[1]NAG[2][3]SQ[ch]CR[bb][ha]MA[dd]LB[aa:x]C[depth 7\nfirst\nsecond];B[cd])\
    (;B[cd]))\
    (;W[fd]C[or so](;B[ec])(;B[fc])))";

#[test]
fn sgf_to_the_letter() {
    let text = SGF.replace("VERSION", env!("CARGO_PKG_VERSION"));
    assert_eq!(write_annotated_sgf(&full()), text);
    let mut expected = kept(FileFormat::Sgf);
    // SGF has no word for what was agreed, and marks stand by their shapes.
    expected.agreed = false;
    expected.date = "1999-12-31".into();
    expected.notes[3].marks = vec![
        mark("c8", Shape::Square),
        mark("b2", Shape::Circle),
        mark("h1", Shape::Circle),
        mark("d4", Shape::Cross),
        mark("a1", Shape::Label("x".into())),
    ];
    assert_eq!(read_annotated_sgf(&text).as_ref(), Ok(&expected));
    // GoGui counts ranks from the bottom, and names no game.
    let (head, moves) = text.split_once(";B[fe]").unwrap();
    let gogui = write_gogui_sgf(&full());
    assert_eq!(
        gogui.split_once(";B[fd]").unwrap().0,
        head.replace("GM[2]", "")
    );
    assert_eq!(
        gogui.split_once(";B[fd]").unwrap().1,
        moves
            .replace("TR[ee]", "TR[ed]")
            .replace("W[df]", "W[dc]")
            .replace("B[cc]", "B[cf]")
            .replace("W[dc]BM", "W[df]BM")
            .replace(
                "SQ[ch]CR[bb][ha]MA[dd]LB[aa:x]",
                "SQ[ca]CR[bg][hh]MA[de]LB[ah:x]"
            )
            .replace("B[cd]", "B[ce]")
            .replace("W[fd]", "W[fe]")
            .replace("B[ec]", "B[ef]")
            .replace("B[fc]", "B[ff]")
    );
    assert_eq!(read_annotated_sgf(&gogui), Ok(expected));
}

const PGN: &str = "[Event \"Open\"]\n[Site \"Paris\"]\n[Date \"1999.12.31\"]\n[Round \"3\"]\n\
    [Black \"Ann\"]\n[White \"Bob\"]\n[Result \"1-0\"]\n[BlackElo \"1500.5\"]\n\
    [WhiteElo \"1600\"]\n[Komi \"2.5\"]\n[TimeControl \"300+2:60\"]\n[Variant \"s8r18\"]\n\
    [Score \"6.50\"]\n[Theory \"-4:20\"]\n[Termination \"agreement\"]\n[Time \"noon\"]\n\n\
    {whole\nof it} 1. f5 $1 {+1.50/12 0.25s good} 1... d6 $6 {+2.00 3.00s} (1... f4\n\
    {or so} 2. e3 (2. f3)) 2. c3 (2. c4) 2... d3 $2 $3 {?/7 first\n\
    second} 3. c4 1-0\n";

#[test]
fn pgn_to_the_letter() {
    assert_eq!(write_pgn(&full()), PGN);
    let mut expected = kept(FileFormat::Pgn);
    expected.notes[0].marks.clear();
    expected.notes[3].marks.clear();
    assert_eq!(read_pgn(PGN), Ok(expected));
}

const GGF: &str = "(;GM[Othello]PC[Open]DT[1999.12.31]PB[Ann]PW[Bob]RB[1500.5]\
    RW[1600]TI[05:00/00:02/01:00]TY[s8r18]RE[+6.500]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    CO[Event: Open]CO[Site: Paris]CO[Round: 3]CO[Komi: 2.5]CO[Termination: agreement]\
    CO[XY: w]CO[whole]CO[of it]\
    B[f5/1.50/0.25]CO[good]W[d6/2.00/3.00]B[c3]W[d3]CO[first]CO[second]B[c4];)";

/// As GGF was written before, with properties that NBoard and NTest refuse.
const OLD_GGF: &str = "(;GM[Othello]PC[Paris]EV[Open]RO[3]DT[1999.12.31]PB[Ann]PW[Bob]RB[1500.5]\
    RW[1600]TI[05:00/00:02/01:00]KM[2.5]TY[s8r18]RE[+6.500:s]\
    BO[8 ---------------------------O*------*O--------------------------- *]XY[w]\
    C[whole]C[of it]B[f5/1.50/0.25]C[good]W[d6/2.00/3.00]B[c3]W[d3]C[first]C[second]B[c4];)";

#[test]
fn ggf_to_the_letter() {
    assert_eq!(write_ggf(&full()), GGF);
    let mut expected = kept(FileFormat::Ggf);
    expected.variations.clear();
    expected.theory = None;
    for note in &mut expected.notes {
        note.glyphs.clear();
        note.marks.clear();
        note.depth = None;
    }
    assert_eq!(read_ggf(OLD_GGF).as_ref(), Ok(&expected));
    // What others would refuse becomes a comment.
    expected.other.clear();
    expected.comment = "XY: w\nwhole\nof it".into();
    assert_eq!(read_ggf(GGF), Ok(expected));
}

#[test]
fn lines_to_the_letter() {
    let text = |format| write_game(&full(), format).unwrap();
    assert_eq!(text(FileFormat::Transcript), "f5d6c3d3c4 % whole of it\n");
    // After f5 d6 c3 d3 c4, rank by rank from the first.
    let ranks = ["--XO----", "--XXX---", "---OXX--", "---O----"].concat();
    let board = format!("{0}{0}{ranks}{0}{0} O", "--------");
    assert_eq!(text(FileFormat::Board), format!("{board}\n"));
    assert_eq!(
        text(FileFormat::Obf),
        format!("{board}; +4; f4:+2; c5:-6; % whole of it\n")
    );
}

/// Both players' clocks, different ones, and one alone.
#[test]
fn each_player_has_its_own_clock() {
    let clock = |main, increment, extension| TimeControl {
        main: seconds(main),
        increment: seconds(increment),
        extension: seconds(extension),
        period: None,
    };
    let (one, two) = (clock(60, 0, 0), clock(300, 5, 120));
    for (black, white, ggf, pgn, sgf) in [
        (
            Some(one),
            Some(two),
            "TB[01:00]TW[05:00/00:05/02:00]",
            "[BlackTimeControl \"60\"]\n[WhiteTimeControl \"300+5:120\"]\n",
            "",
        ),
        (
            Some(two),
            None,
            "TB[05:00/00:05/02:00]TW[0]",
            "[BlackTimeControl \"300+5:120\"]\n",
            "",
        ),
        (
            None,
            Some(one),
            "TB[0]TW[01:00]",
            "[WhiteTimeControl \"60\"]\n",
            "",
        ),
        (
            Some(one),
            Some(one),
            "TI[01:00]",
            "[TimeControl \"60\"]\n",
            "TM[60.00]",
        ),
        (
            Some(clock(0, 0, 9)),
            Some(clock(0, 0, 9)),
            "TI[00:00//00:09]",
            "[TimeControl \"0:9\"]\n",
            "TM[0.00]OT[00:00//00:09]",
        ),
        (None, None, "TI[0]", "", ""),
    ] {
        let game = AnnotatedGame {
            black_clock: black,
            white_clock: white,
            ..game_of("f5").into()
        };
        let text = write_ggf(&game);
        assert!(text.contains(&format!("PW[]{ggf}TY[8]")), "{text}");
        assert_eq!(read_ggf(&text).as_ref(), Ok(&game));
        let text = write_pgn(&game);
        assert!(
            text.contains(&format!("[Result \"*\"]\n{pgn}\n1. f5")),
            "{text}"
        );
        assert_eq!(read_pgn(&text).as_ref(), Ok(&game));
        let text = write_annotated_sgf(&game);
        assert!(text.contains(&format!("SZ[8]{sgf};B[fe]")), "{text}");
        let read = read_annotated_sgf(&text).unwrap();
        let expected = if black == white { black } else { None };
        assert_eq!((read.black_clock, read.white_clock), (expected, expected));
    }
}

/// Who lost and why, as each format says it and reads it back.
#[test]
fn every_forfeit_has_its_loser_and_its_cause() {
    for (loser, cause, sgf, pgn, ggf) in [
        (
            Color::Black,
            Cause::Time,
            "W+T",
            "time forfeit by black",
            "-64.000:t",
        ),
        (
            Color::White,
            Cause::Time,
            "B+T",
            "time forfeit by white",
            "+64.000:t",
        ),
        (
            Color::Black,
            Cause::Resignation,
            "W+R",
            "resignation by black",
            "-64.000:r",
        ),
        (
            Color::White,
            Cause::Resignation,
            "B+R",
            "resignation by white",
            "+64.000:r",
        ),
        (
            Color::Black,
            Cause::Fault,
            "W+F",
            "rules infraction by black",
            "-64.000:r",
        ),
        (
            Color::White,
            Cause::Fault,
            "B+F",
            "rules infraction by white",
            "+64.000:r",
        ),
    ] {
        for reason in ["", "slow"] {
            let forfeit = Forfeit {
                loser,
                cause,
                reason: reason.to_owned(),
            };
            let game = AnnotatedGame {
                forfeit: Some(forfeit.clone()),
                comment: "so".into(),
                ..game_of("f5d6").into()
            };
            let (score, result) = match loser {
                Color::Black => (Score::MIN, "0-1"),
                Color::White => (Score::MAX, "1-0"),
            };
            assert_eq!(game.result_for_black(), Some(score));
            let text = write_annotated_sgf(&game);
            let comment = match reason {
                "" => "C[so]".to_owned(),
                _ => format!("C[{loser} forfeits: slow\nso]"),
            };
            assert!(text.contains(&format!("RE[{sgf}]{comment};B[")), "{text}");
            assert_eq!(read_annotated_sgf(&text).as_ref(), Ok(&game));
            let text = write_pgn(&game);
            let tag = match reason {
                "" => "",
                _ => "[Reason \"slow\"]\n",
            };
            let discs = score.whole_discs();
            let tags = format!("[Score \"{discs}\"]\n[Termination \"{pgn}\"]\n{tag}\n{{so}} 1. f5");
            assert!(text.contains(&tags), "{text}");
            assert!(text.contains(&format!("[Result \"{result}\"]")), "{text}");
            assert!(text.ends_with(&format!("d6 {result}\n")), "{text}");
            assert_eq!(read_pgn(&text).as_ref(), Ok(&game));
            let text = write_ggf(&game);
            assert!(text.contains(&format!("RE[{ggf}]BO")), "{text}");
            let read = read_ggf(&text).unwrap().forfeit.unwrap();
            let known = match cause {
                Cause::Fault => Cause::Resignation,
                cause => cause,
            };
            assert_eq!(
                (read.loser, read.cause, read.reason.as_str()),
                (loser, known, "")
            );
        }
    }
}

/// How it ended where nobody gave up, with black's and white's signs.
#[test]
fn every_result_has_its_sign() {
    for (discs, sgf, tag, score, ggf) in [
        (None, "", "*", "", "?"),
        (Some(0), "RE[0]", "1/2-1/2", "0", "+0.000"),
        (Some(256), "RE[B+1]", "1-0", "1", "+1.000"),
        (Some(-256), "RE[W+1]", "0-1", "-1", "-1.000"),
        (Some(1), "RE[B+0.004]", "1-0", "0.004", "+0.004"),
        (Some(-1), "RE[W+0.004]", "0-1", "-0.004", "-0.004"),
        (Some(-640), "RE[W+2.50]", "0-1", "-2.50", "-2.500"),
        (Some(64 * 256), "RE[B+64]", "1-0", "64", "+64.000"),
    ] {
        for agreed in [false, true] {
            let game = AnnotatedGame {
                result: discs.map(Score),
                agreed,
                ..game_of("f5").into()
            };
            let text = write_annotated_sgf(&game);
            assert!(text.contains(&format!("SZ[8]{sgf};B[fe]")), "{text}");
            let read = read_annotated_sgf(&text).unwrap();
            assert_eq!((read.result, read.agreed), (game.result, false), "{text}");
            let text = write_pgn(&game);
            let mut tags = match score {
                "" => String::new(),
                score => format!("[Score \"{score}\"]\n"),
            };
            if agreed {
                tags += "[Termination \"agreement\"]\n";
            }
            let expected = format!("[Result \"{tag}\"]\n{tags}\n1. f5 {tag}\n");
            assert!(text.ends_with(&expected), "{text}");
            assert_eq!(read_pgn(&text).as_ref(), Ok(&game));
            let text = write_ggf(&game);
            assert!(text.contains(&format!("RE[{ggf}]BO[8 ")), "{text}");
            let fact = "CO[Termination: agreement]";
            assert_eq!(text.contains(fact), agreed && discs.is_some(), "{text}");
            let read = read_ggf(&text).unwrap();
            assert_eq!(
                (read.result, read.agreed),
                (game.result, agreed && discs.is_some())
            );
        }
    }
}

/// What the board of a finished game shows is not told twice.
#[test]
fn a_finished_game_has_the_result_of_its_board() {
    for (moves, discs) in [(super::WIPE_OUT, 64)] {
        let game = AnnotatedGame::from(game_of(moves));
        assert_eq!(game.result_for_black(), Some(Score::from_discs(discs)));
        let (sgf, pgn, ggf) = (
            write_annotated_sgf(&game),
            write_pgn(&game),
            write_ggf(&game),
        );
        assert!(sgf.contains("SZ[8]RE[B+64];B["), "{sgf}");
        assert!(
            pgn.contains("[Result \"1-0\"]\n[Score \"64\"]\n\n1. "),
            "{pgn}"
        );
        assert!(ggf.contains("TY[8]RE[+64.000]BO["), "{ggf}");
        for read in [read_annotated_sgf(&sgf), read_pgn(&pgn), read_ggf(&ggf)] {
            assert_eq!(read.as_ref(), Ok(&game));
            assert_eq!(moves_of(&game), moves);
        }
    }
}
