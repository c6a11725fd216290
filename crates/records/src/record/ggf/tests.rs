//! GGF is read as its writers write it, and written as its readers read it.

mod properties;

use super::*;
use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, Cause, Forfeit, Note};
use crate::record::error::ReadError;
use crate::record::transcript::{parse_transcript, replay};
use bianca_rules::othello::{Color, OthelloGame, Position};
use bianca_rules::score::Score;
use std::time::Duration;

fn annotated(moves: &str) -> AnnotatedGame {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript(moves).unwrap()).unwrap();
    AnnotatedGame {
        game,
        black: "A[1]".into(),
        white: "B".into(),
        place: "here".into(),
        ..AnnotatedGame::default()
    }
}

#[test]
fn a_game_is_written_as_nboard_reads_it() {
    let mut game = annotated("f5d6");
    game.notes = vec![
        Note {
            score: Some(Score(-128)),
            depth: Some(9),
            time: Some(Duration::from_millis(1250)),
            ..Note::default()
        },
        Note {
            time: Some(Duration::from_millis(10)),
            ..Note::default()
        },
    ];
    assert_eq!(
        write_ggf(&game),
        "(;GM[Othello]PC[here]PB[A_1_]PW[B]TI[0]TY[8]RE[?]BO[8 \
         ---------------------------O*------*O--------------------------- *]\
         B[f5/-0.50/1.25]W[d6//0.01];)"
    );
    game.forfeit = Some(Forfeit {
        loser: Color::Black,
        cause: Cause::Time,
        reason: "lost on time".into(),
    });
    assert!(write_ggf(&game).contains("RE[-64.000:t]"));
}

#[test]
fn passes_and_results_are_written() {
    // The shortest game there is, in nine moves: black wins 64 to 0.
    let text = write_ggf(&annotated("e6f4e3f6g5d6e7f5c5"));
    assert!(text.contains("RE[+64.000]"), "{text}");
    let text = write_ggf(&annotated("c4c3f5b4a4a5c2a3"));
    assert!(text.contains("RE[?]"), "{text}");
    let text = write_ggf(&annotated("c4c3f5b4a4a5c2a3pass"));
    assert!(text.ends_with("B[PA];)"), "{text}");
}

/// A game as GGS archives it, from a position of 18 discs, one of a pair.
const SYNCHRO: &str = "2 (;GM[Othello]PC[GGS/os]DT[2009.07.01_02:52:45.MDT]PB[edax]PW[Roxane]\
    RB[2691.38]RW[2693.68]TI[05:00//02:00]TY[s8r18]RE[-10.000:r]\
    BO[8 --**O--- --**---- --*OO--- ****OO-- ---O*--- --O-*--- -------- -------- *]\
    B[f1/-6.00/26.00]W[C5/8.00/25.36]B[d6/-8.00];)";

#[test]
fn an_archived_game_is_read() {
    let game = read_ggf(SYNCHRO).unwrap();
    assert_eq!(
        (game.black.as_str(), game.white.as_str()),
        ("edax", "Roxane")
    );
    assert_eq!(
        (game.black_rating, game.year()),
        (Some(2691.38), Some(2009))
    );
    assert_eq!(
        (game.place.as_str(), game.variant.as_str()),
        ("GGS/os", "s8r18")
    );
    let clock = TimeControl {
        main: Duration::from_secs(300),
        increment: Duration::ZERO,
        extension: Duration::from_secs(120),
        period: None,
    };
    assert_eq!(
        (game.black_clock, game.white_clock),
        (Some(clock), Some(clock))
    );
    let (start, to_move) = game.game.start();
    assert_eq!((start.empties(), to_move), (64 - 18, Color::Black));
    assert_eq!(game.game.turns().len(), 3);
    let note = &game.notes[1];
    assert_eq!(note.score, Some(Score::from_discs(8)));
    assert_eq!(note.time, Some(Duration::from_millis(25_360)));
    assert_eq!(game.notes[2].time, None);
    assert_eq!(game.result, Some(Score::from_discs(-10)));
    let forfeit = game.forfeit.unwrap();
    assert_eq!(
        (forfeit.loser, forfeit.cause),
        (Color::Black, Cause::Resignation)
    );
}

#[test]
fn every_way_to_pass_is_read() {
    let moves = "(;GM[othello]B[c4]W[c3]B[f5]W[b4]B[a4]W[a5]B[c2]W[a3/+1.00/3.1]";
    for pass in ["PA", "pa//3.107", "pass", "PASS/1.5", "p", "--/"] {
        let game = read_ggf(&format!("{moves}B[{pass}]W[d2]\n;)")).unwrap();
        assert_eq!(game.game.turns().len(), 10, "{pass}");
    }
    let spoken = read_ggf(&format!("{moves}B[PA//3.107];)")).unwrap();
    assert_eq!(spoken.game.to_move(), Color::White);
    assert_eq!(spoken.notes[8].time, Some(Duration::from_millis(3107)));
    // A pass that is left out moves the notes of what follows.
    let silent = read_ggf(&format!("{moves}W[d2/-3];)")).unwrap();
    assert_eq!(silent.notes.len(), 10);
    assert_eq!(silent.notes[9].score, Some(Score::from_discs(-3)));
}

#[test]
fn the_start_may_be_any_board() {
    let board = "BO[8 ---------------------------O*------*O--------------------------- O]";
    let game = read_ggf(&format!("(;GM[Othello]{board}W[f4];)"))
        .unwrap()
        .game;
    assert_eq!(game.start(), (Position::START.passed(), Color::White));
    let error = read_ggf("(;GM[Othello]BO[10 ---]B[f5];)").unwrap_err();
    assert_eq!(error, ReadError::OtherSize("10".into()));
    let error = read_ggf("(;GM[Othello]BO[8 --?]B[f5];)").unwrap_err();
    assert!(error.to_string().starts_with("'?' at c1"), "{error}");
}

#[test]
fn what_is_not_understood_is_kept() {
    let text = "(;GM[Othello]XY[z]TI[soon]RE[+2.000:s]B[f5/good/1.00]C[why]W[d6//x];)";
    let game = read_ggf(text).unwrap();
    assert!(game.agreed);
    assert_eq!(game.notes[0].comment, "good/1.00\nwhy");
    assert_eq!(game.notes[0].time, Some(Duration::from_secs(1)));
    assert_eq!(game.notes[1].comment, "/x");
    let written = write_ggf(&game);
    for kept in [
        "TI[0]",
        "RE[+2.000]",
        "CO[Termination: agreement]CO[XY: z]CO[TI: soon]B",
        "CO[good/1.00]CO[why]",
    ] {
        assert!(written.contains(kept), "{kept} in {written}");
    }
}

#[test]
fn errors_name_the_place() {
    let message = |text: &str| read_ggf(text).unwrap_err().to_string();
    assert_eq!(message(""), "line 1: '(;' expected, found the end");
    assert_eq!(
        message("(;GM[Chess];)"),
        "GM[Chess] is another game than Othello"
    );
    assert_eq!(
        message("(;GM[Othello]\nB[f5"),
        "line 2: ']' expected, found the end"
    );
    assert_eq!(
        message("(;GM Othello];)"),
        "line 1: '[' expected, found 'O'"
    );
    assert_eq!(
        message("(;GM[Othello]B[f5] 12"),
        "line 1: '[' expected, found the end"
    );
    assert_eq!(
        message("(;GM[Othello];) x"),
        "line 1: the end expected, found 'x'"
    );
    assert_eq!(
        message("(;GM[Othello]B[f9/1];)"),
        "B[f9] is not a move (a1 to h8, or PA)"
    );
    assert_eq!(
        message("(;GM[Othello]B[f5]W[a1];)"),
        "move 2: illegal move: a1 for white"
    );
    assert_eq!(
        message("(;GM[Othello]B[f5]B[d6];)"),
        "move 2: illegal move: d6 for black"
    );
}

/// The shortest game there is, which black wins by 64 discs.
fn wipe_out(facts: &str) -> AnnotatedGame {
    let moves = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    read_ggf(&format!("(;GM[Othello]{facts}{moves};)")).unwrap()
}

#[test]
fn the_moves_of_a_game_that_is_over_decide_its_result() {
    for facts in ["RE[-10.000]", "RE[+2.000:s]", "RE[0]"] {
        let game = wipe_out(facts);
        assert_eq!(game.result_for_black(), Some(Score::from_discs(64)));
        let stated = game.contradiction.clone().unwrap();
        assert_eq!(
            game.comment,
            format!("the source states another result: {stated}")
        );
        let written = write_ggf(&game);
        assert!(written.contains("RE[+64.000"), "{written}");
        // What was written once contradicts nothing.
        let again = read_ggf(&written).unwrap();
        assert_eq!((again.contradiction, again.comment), (None, game.comment));
    }
    // A count without the empty squares is no other result, nor is one with a komi.
    for facts in ["RE[+64.000]", "RE[+13.000]", "RE[?]", ""] {
        assert_eq!(wipe_out(facts).contradiction, None, "{facts}");
        assert_eq!(
            wipe_out(facts).result_for_black(),
            Some(Score::from_discs(64))
        );
    }
    let komi = wipe_out("KM[-4]RE[+60]");
    assert_eq!(
        (komi.contradiction, komi.result),
        (None, Some(Score::from_discs(60)))
    );
    assert!(wipe_out("KM[-4]RE[+2]").contradiction.is_some());
    // A forfeit has its reason; a game that goes on has no result of its own.
    let forfeit = wipe_out("RE[-64.000:t]");
    assert_eq!(
        (forfeit.result_for_black(), forfeit.contradiction),
        (Some(Score::MIN), None)
    );
    let broken = read_ggf("(;GM[Othello]RE[-10]B[f5];)").unwrap();
    assert_eq!(
        (broken.contradiction, broken.result),
        (None, Some(Score::from_discs(-10)))
    );
}

#[test]
fn a_game_of_other_rules_is_refused_by_name() {
    let message = |kind: &str| {
        let read = read_ggf(&format!("(;GM[Othello]TY[{kind}]B[f5];)"));
        read.err().map(|error| error.to_string())
    };
    for kind in ["8a", "s8ar20", "8ka", "8A"] {
        assert!(message(kind).unwrap().contains("anti-Othello"), "{kind}");
    }
    assert_eq!(message("10r20").unwrap(), "a board of size 10, not 8");
    for kind in ["8", "0", "s8r18", "8k", "8b", "8wr14", "friendly", ""] {
        assert_eq!(message(kind), None, "{kind}");
    }
}

/// Only the sign of a result shows who lost a game that was given up.
#[test]
fn who_gave_up_has_lost_whatever_the_board_shows() {
    for (loser, discs, written) in [
        (Color::Black, 0, "RE[-64.000:t]"),
        (Color::Black, 8, "RE[-64.000:t]"),
        (Color::Black, -8, "RE[-8.000:t]"),
        (Color::White, 0, "RE[+64.000:t]"),
        (Color::White, -8, "RE[+64.000:t]"),
        (Color::White, 8, "RE[+8.000:t]"),
    ] {
        let game = AnnotatedGame {
            result: Some(Score::from_discs(discs)),
            forfeit: Some(Forfeit {
                loser,
                cause: Cause::Time,
                reason: String::new(),
            }),
            ..annotated("f5d6")
        };
        let text = write_ggf(&game);
        assert!(text.contains(written), "{loser} {discs}: {text}");
        assert_eq!(read_ggf(&text).unwrap().forfeit, game.forfeit);
    }
}
