//! What a game is known to be: results that are stated, kinds of game, cuts, notes of turns.

use super::{BLACK_PASSES, WIPE_OUT, game_of, moves_of};
use crate::record::annotated::{AnnotatedGame, Cause, Forfeit, Note, Theory, Variation};
use crate::record::error::ReadError;
use crate::record::transcript::parse_transcript;
use bianca_rules::othello::{Color, Move};
use bianca_rules::score::Score;

fn forfeit(loser: Color) -> Option<Forfeit> {
    Some(Forfeit {
        loser,
        cause: Cause::Time,
        reason: String::new(),
    })
}

/// Games that are stated to end with some score: what is kept of it, what the result is, and the
/// remark.
#[test]
fn a_stated_result_is_kept_where_the_moves_do_not_say_it() {
    let black = Some(Color::Black);
    let white = Some(Color::White);
    // Moves, komi, who gave up, what is stated; what is kept, what it ends with, what is refuted.
    type Case = (
        &'static str,
        Option<f64>,
        Option<Color>,
        Option<i32>,
        Option<i32>,
        Option<i32>,
        Option<&'static str>,
    );
    let cases: [Case; 21] = [
        ("f5", None, None, None, None, None, None),
        ("f5", None, None, Some(0), Some(0), Some(0), None),
        ("f5", None, None, Some(-3), Some(-3), Some(-3), None),
        ("f5", None, black, None, None, Some(-64), None),
        ("f5", None, white, None, None, Some(64), None),
        ("f5", None, black, Some(-64), None, Some(-64), None),
        ("f5", None, white, Some(64), None, Some(64), None),
        ("f5", None, black, Some(64), Some(64), Some(64), None),
        ("f5", None, white, Some(-2), Some(-2), Some(-2), None),
        (WIPE_OUT, None, None, None, None, Some(64), None),
        (WIPE_OUT, None, None, Some(64), None, Some(64), None),
        // Without the empty squares it is 13 to 0.
        (WIPE_OUT, None, None, Some(13), None, Some(64), None),
        (
            WIPE_OUT,
            None,
            None,
            Some(12),
            None,
            Some(64),
            Some("12.00"),
        ),
        (
            WIPE_OUT,
            None,
            None,
            Some(-64),
            None,
            Some(64),
            Some("-64.00"),
        ),
        (
            WIPE_OUT,
            None,
            None,
            Some(-13),
            None,
            Some(64),
            Some("-13.00"),
        ),
        (
            WIPE_OUT,
            Some(-4.0),
            None,
            Some(60),
            Some(60),
            Some(60),
            None,
        ),
        (WIPE_OUT, Some(-4.0), None, Some(9), Some(9), Some(9), None),
        (
            WIPE_OUT,
            Some(-4.0),
            None,
            Some(68),
            None,
            Some(64),
            Some("68.00"),
        ),
        (WIPE_OUT, Some(-4.0), None, Some(13), None, Some(64), None),
        (WIPE_OUT, None, black, Some(12), Some(12), Some(12), None),
        (WIPE_OUT, None, black, Some(-64), None, Some(-64), None),
    ];
    for (moves, komi, loser, stated, kept, result, refuted) in cases {
        let case = format!("{moves} {komi:?} {loser:?} {stated:?}");
        let mut game = AnnotatedGame {
            komi,
            forfeit: loser.and_then(forfeit),
            ..game_of(moves).into()
        };
        game.state_result(stated.map(Score::from_discs));
        assert_eq!(game.result, kept.map(Score::from_discs), "{case}");
        let ends = game.result_for_black();
        assert_eq!(ends, result.map(Score::from_discs), "{case}");
        assert_eq!(game.contradiction.as_deref(), refuted, "{case}");
        let remark = refuted.map(|words| format!("the source states another result: {words}"));
        assert_eq!(game.comment, remark.unwrap_or_default(), "{case}");
    }
}

/// A wipe-out of black by the mirror of that of white: the same with the other sign.
#[test]
fn a_stated_result_of_a_game_that_white_won_has_the_other_sign() {
    let start = bianca_rules::othello::Position::START.passed();
    let mut white = bianca_rules::othello::OthelloGame::from_position(start, Color::White);
    // The same moves turned over: white's first moves are those of black mirrored.
    for mv in parse_transcript(WIPE_OUT).unwrap() {
        let square = mv.square().unwrap();
        let mirrored = bianca_rules::othello::Square::at(7 - square.file(), square.rank());
        white.play(mirrored.into()).unwrap();
    }
    assert!(white.is_over());
    for (stated, refuted) in [
        (-64, false),
        (-13, false),
        (13, true),
        (64, true),
        (0, true),
    ] {
        let mut game = AnnotatedGame::from(white.clone());
        game.state_result(Some(Score::from_discs(stated)));
        assert_eq!(game.contradiction.is_some(), refuted, "{stated}");
        assert_eq!(game.result_for_black(), Some(Score::MIN));
    }
    for (winner, refuted) in [
        (Some(Color::White), None),
        (Some(Color::Black), Some("words")),
        (None, Some("words")),
    ] {
        let mut game = AnnotatedGame::from(white.clone());
        game.state_winner("words", winner);
        assert_eq!(game.contradiction.as_deref(), refuted, "{winner:?}");
    }
}

#[test]
fn a_stated_winner_is_a_remark_only_of_a_game_that_is_over_and_plain() {
    let plain = || AnnotatedGame::from(game_of(WIPE_OUT));
    let remark = |mut game: AnnotatedGame| {
        game.comment = "so".into();
        game.state_winner("0-1", Some(Color::White));
        (game.contradiction, game.comment)
    };
    let told = "so\nthe source states another result: 0-1".to_owned();
    assert_eq!(remark(plain()), (Some("0-1".to_owned()), told));
    for game in [
        AnnotatedGame {
            komi: Some(0.5),
            ..plain()
        },
        AnnotatedGame {
            forfeit: forfeit(Color::White),
            ..plain()
        },
        AnnotatedGame::from(game_of("f5")),
    ] {
        assert_eq!(remark(game), (None, "so".to_owned()));
    }
    // What the discs have refuted is not refuted twice.
    let mut game = plain();
    game.state_result(Some(Score::from_discs(-2)));
    game.state_winner("0-1", Some(Color::White));
    assert_eq!(game.contradiction.as_deref(), Some("-2.00"));
    assert_eq!(game.comment, "the source states another result: -2.00");
}

#[test]
fn kinds_of_game_are_told_from_anti_othello() {
    for (variant, is_other) in [
        ("", false),
        ("8", false),
        ("0", false),
        ("8a", true),
        ("0a", true),
        ("s8a", true),
        ("s0a", true),
        ("8ka", true),
        ("8ba", true),
        ("8na", true),
        ("8r20a", true),
        ("8wa", true),
        ("S8A", true),
        (" 8a ", true),
        ("8xa", false),
        ("8-a", false),
        ("10a", false),
        ("ss8a", false),
        ("a", false),
        ("sa", false),
        ("anti", true),
        ("Anti-Othello", true),
        ("antireversi", true),
        ("Reversi anti", false),
        ("misère", false),
        ("Misere", true),
        ("Reverse Othello", true),
        ("Reverse", false),
        ("s8r18", false),
        ("8krwbn", false),
    ] {
        let game = AnnotatedGame {
            variant: variant.into(),
            ..AnnotatedGame::default()
        };
        let expected = if is_other {
            Err(ReadError::OtherRules(variant.trim().to_owned()))
        } else {
            Ok(())
        };
        assert_eq!(game.check_rules(), expected, "{variant}");
    }
}

#[test]
fn an_occasion_lists_the_tournament_the_round_the_place_and_the_date() {
    let numbered = |round: &str| format!("<{round}>");
    let game = AnnotatedGame {
        event: " E ".into(),
        round: "2".into(),
        place: "P".into(),
        date: "D".into(),
        ..AnnotatedGame::default()
    };
    assert_eq!(game.occasion(numbered).as_deref(), Some("E, <2>, P, D"));
    let placed = AnnotatedGame {
        place: "P".into(),
        round: String::new(),
        event: "  ".into(),
        ..AnnotatedGame::default()
    };
    assert_eq!(placed.occasion(numbered).as_deref(), Some("P"));
    for (date, year) in [
        ("31-12-1999, 2000", Some(1999)),
        ("99", None),
        ("12345 0007", Some(7)),
        ("a2001b", Some(2001)),
    ] {
        let game = AnnotatedGame {
            date: date.into(),
            ..AnnotatedGame::default()
        };
        assert_eq!(game.year(), year, "{date}");
    }
}

/// A game with everything that a cut takes away.
fn ended() -> AnnotatedGame {
    let said = |text: &str| Note {
        comment: text.into(),
        ..Note::default()
    };
    AnnotatedGame {
        black: "B".into(),
        white: "W".into(),
        date: "1999".into(),
        komi: Some(1.0),
        comment: "kept".into(),
        result: Some(Score::from_discs(2)),
        contradiction: Some("x".into()),
        agreed: true,
        forfeit: forfeit(Color::Black),
        theory: Some(Theory {
            score: 2,
            empties: 20,
        }),
        candidates: vec![(Move::Pass, 2)],
        candidate_score: Some(3),
        silent_passes: vec![8],
        notes: (0..10).map(|number| said(&number.to_string())).collect(),
        variations: [
            (None, 1),
            (None, 2),
            (Some(0), 2),
            (Some(1), 3),
            (Some(2), 5),
        ]
        .map(|(of, after)| Variation {
            of,
            after,
            turns: Vec::new(),
        })
        .to_vec(),
        ..game_of(&format!("{BLACK_PASSES}d2")).into()
    }
}

#[test]
fn a_cut_takes_what_was_said_of_the_rest_and_of_the_end() {
    let whole = ended();
    assert_eq!(whole.clone().cut_to_moves(9), whole);
    assert_eq!(whole.clone().cut_to_moves(usize::MAX), whole);
    let kept = |moves: usize| {
        let cut = whole.clone().cut_to_moves(moves);
        let lines: Vec<_> = cut.variations.iter().map(|it| (it.of, it.after)).collect();
        (cut.game.turns().len(), cut.notes.len(), lines)
    };
    let none: Vec<(Option<usize>, usize)> = Vec::new();
    assert_eq!(kept(0), (0, 0, none.clone()));
    assert_eq!(kept(1), (1, 1, none));
    assert_eq!(kept(2), (2, 2, vec![(None, 1), (Some(0), 2), (Some(1), 5)]));
    assert_eq!(
        kept(3),
        (
            3,
            3,
            vec![
                (None, 1),
                (None, 2),
                (Some(0), 2),
                (Some(1), 3),
                (Some(2), 5)
            ]
        )
    );
    assert_eq!(kept(8).0, 8);
    // The pass before the ninth move comes and goes with it.
    let eight = whole.clone().cut_to_moves(8);
    assert_eq!(eight.silent_passes, [0; 0]);
    let expected = AnnotatedGame {
        black: "B".into(),
        white: "W".into(),
        date: "1999".into(),
        komi: Some(1.0),
        comment: "kept".into(),
        notes: whole.notes[..8].to_vec(),
        variations: whole.variations.clone(),
        ..game_of(BLACK_PASSES).into()
    };
    assert_eq!(eight, expected);
    // Nothing can be played again.
    assert!(eight.game.clone().redo().is_err());
}

#[test]
fn the_main_line_has_neither_variations_nor_their_fault() {
    let mut game = ended();
    game.fault = Some(ReadError::NoMoveBefore);
    let line = game.clone().main_line();
    game.variations.clear();
    game.fault = None;
    assert_eq!(line, game);
}

#[test]
fn notes_stand_with_the_turn_that_they_are_about() {
    let note = |text: &str| Note {
        comment: text.into(),
        ..Note::default()
    };
    let turns = |moves: &str| {
        let moves = parse_transcript(moves).unwrap().into_iter();
        let turns = moves.enumerate();
        turns.map(|(number, mv)| (None, mv, note(&number.to_string())))
    };
    let said = |game: &AnnotatedGame| -> Vec<String> {
        game.turns()
            .map(|(color, mv, note)| format!("{color} {mv} {}", note.comment))
            .collect()
    };
    let mut game = AnnotatedGame::default();
    game.play(turns("f5d6c3")).unwrap();
    assert_eq!(said(&game), ["black f5 0", "white d6 1", "black c3 2"]);
    // A pass that is left out has no note, and shifts none.
    let mut game = AnnotatedGame::default();
    game.play(turns(&format!("{BLACK_PASSES}d2"))).unwrap();
    assert_eq!(
        said(&game)[7..],
        ["white a3 7", "black pass ", "white d2 8"]
    );
    assert_eq!((game.silent_passes, game.notes.len()), (vec![8], 10));
    // A pass that happened already is no turn, and its note is no turn's.
    let mut game = AnnotatedGame::default();
    let (black, white) = (Some(Color::Black), Some(Color::White));
    let eight: Vec<_> = turns(BLACK_PASSES).collect();
    game.play(eight).unwrap();
    let d2 = parse_transcript("d2").unwrap()[0];
    let more = [
        (black, Move::Pass, note("8")),
        (black, Move::Pass, note("again")),
        (white, d2, note("9")),
    ];
    game.play(more).unwrap();
    assert_eq!(said(&game)[8..], ["black pass 8", "white d2 9"]);
    assert_eq!(game.silent_passes, [0; 0]);
    // Notes that say nothing are not kept at the end.
    let mut game = AnnotatedGame::default();
    let quiet = turns("f5d6c3")
        .enumerate()
        .map(|(number, (color, mv, note))| {
            let note = if number == 1 { note } else { Note::default() };
            (color, mv, note)
        });
    game.play(quiet).unwrap();
    assert_eq!(game.notes, [Note::default(), note("1")]);
    // The number in an error counts the moves of the source.
    let mut game = AnnotatedGame::default();
    let wrong = game.play(turns(&format!("{BLACK_PASSES}d2a1")));
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "move 10: illegal move: a1 for black"
    );
    let mut game = AnnotatedGame::default();
    let f5 = parse_transcript("f5").unwrap()[0];
    let wrong = game.play([(white, f5, Note::default())]);
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "move 1: illegal move: f5 for white"
    );
    assert_eq!(moves_of(&game), "");
}
