//! SGF as its programs write it, and back again.

mod nodes;
mod root;

use super::*;
use crate::record::annotated::{AnnotatedGame, Cause, Forfeit, Note};
use crate::record::error::ReadError;
use crate::record::transcript::{parse_transcript, replay, write_transcript};
use bianca_rules::othello::random::play_random;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_rules::score::Score;
use rand::prelude::*;
use std::time::Duration;

fn read_sgf(text: &str) -> Result<OthelloGame, ReadError> {
    read_annotated_sgf(text).map(|annotated| annotated.game)
}

fn moves_of(text: &str) -> String {
    let game = read_sgf(text).unwrap();
    write_transcript(game.turns().iter().map(|&(_, mv)| mv))
}

#[test]
fn both_ways_of_writing_squares_are_read() {
    assert_eq!(moves_of("(;GM[2];B[fe];W[df];B[cd])"), "f5d6c4");
    assert_eq!(moves_of("(;GM[2];B[f5];W[D6];B[c4])"), "f5d6c4");
    assert_eq!(
        moves_of(" noise (\n;FF[4] GM [2]\n;B [f5]\n; W[d6] )"),
        "f5d6"
    );
}

#[test]
fn passes_come_in_every_spelling() {
    let before = "(;GM[2];B[c4];W[c3];B[f5];W[b4];B[a4];W[a5];B[c2];W[a3]";
    for pass in [
        ";B[]", ";B[tt]", ";B[PA]", ";B[pa]", ";B[--]", ";B[pass]", "",
    ] {
        let moves = moves_of(&format!("{before}{pass};W[d2])"));
        assert_eq!(moves, "c4c3f5b4a4a5c2a3passd2", "{pass}");
    }
    // Where the side could move it is no pass, and no square of this board.
    let error = read_sgf("(;GM[2];B[tt])").unwrap_err();
    assert_eq!(error.to_string(), "move 1: illegal move: pass for black");
    assert!(read_sgf("(;GM[2]AB[tt];B[f5])").is_err());
}

#[test]
fn notes_are_written_and_do_not_disturb_the_game() {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript("f5d6c3").unwrap()).unwrap();
    let note = Note {
        score: Some(Score(384)),
        depth: Some(12),
        time: Some(Duration::from_millis(250)),
        ..Note::default()
    };
    let annotated = AnnotatedGame {
        game: game.clone(),
        black: r"a]b\c".into(),
        white: "W".into(),
        place: "here".into(),
        forfeit: Some(Forfeit {
            loser: Color::White,
            cause: Cause::Fault,
            reason: "rubbish: ']'".into(),
        }),
        notes: vec![note.clone(), note],
        ..AnnotatedGame::default()
    };
    let text = write_annotated_sgf(&annotated);
    assert_eq!(read_sgf(&text).as_ref(), Ok(&game), "{text}");
    assert!(text.contains(r"PB[a\]b\\c]"), "{text}");
    assert!(
        text.contains(r"RE[B+F]C[white forfeits: rubbish: '\]']"),
        "{text}"
    );
    assert!(
        text.contains(";B[fe]V[1.50]C[depth 12, 0.25 s];W[df]V[-1.50]"),
        "{text}"
    );
    assert!(text.ends_with(";B[cc])"), "{text}");
}

#[test]
fn variations_are_read_and_written() {
    let text = r"(;GM[2]C[a \] b \\ ; B[a1\]];B[f5]TR[e5][f5]LB[c4:a:b](;W[d6](;B[c4])(;B[c3]C[x]))(;W[f4]TE[2]))(;GM[1])";
    assert_eq!(moves_of(text), "f5d6c4");
    let game = read_annotated_sgf(text).unwrap();
    assert_eq!(game.fault, None);
    let [f4, c3] = &game.variations[..] else {
        panic!("{:?}", game.variations)
    };
    assert_eq!(
        (f4.of, f4.after, &f4.turns[0].1.glyphs[..]),
        (None, 1, &[3][..])
    );
    assert_eq!((c3.after, c3.turns[0].1.comment.as_str()), (2, "x"));
    assert_eq!(game.notes[0].marks.len(), 3);
    let written = write_annotated_sgf(&game);
    let moves = ";B[fe]TR[ee][fe]LB[cd:a:b](;W[df](;B[cd])(;B[cc]C[x]))(;W[fd]TE[2]))";
    assert!(written.ends_with(moves), "{written}");
    assert_eq!(read_annotated_sgf(&written), Ok(game.clone()));
    let gogui = write_gogui_sgf(&game);
    assert!(
        gogui.ends_with(";B[fd]TR[ed][fd]LB[ce:a:b](;W[dc](;B[ce])(;B[cf]C[x]))(;W[fe]TE[2]))")
    );
    let again = read_annotated_sgf(&gogui).unwrap();
    assert_eq!(
        (again.variations, again.notes),
        (game.variations, game.notes)
    );
}

#[test]
fn what_is_wrong_in_a_variation_ends_it() {
    for (rest, fault, variations) in [
        (
            "(;W[d6])(;W[a1];B[c3])(;W[f4]))",
            "move 2: illegal move: a1 for white",
            1,
        ),
        ("(;W[d6])(;W[f4];B[zz]))", "B[zz] is not a move", 1),
        (
            "(;W[d6])(;W[f4]AW[a1]))",
            "AW sets up the board in the middle of the game",
            1,
        ),
        (
            "(;W[d6])(;W[f4]",
            "line 1: ';', a property or ')' expected, found the end",
            1,
        ),
        ("(;W[d6])()", "line 1: ';' expected, found ')'", 0),
        (
            "(;W[d6]) x (;W[f4]))",
            "line 1: ';', a property or ')' expected, found 'x'",
            0,
        ),
    ] {
        let game = read_annotated_sgf(&format!("(;GM[2];B[f5]{rest}")).unwrap();
        assert_eq!(game.game.turns().len(), 2, "{rest}");
        assert_eq!(game.fault.unwrap().to_string(), fault, "{rest}");
        assert_eq!(game.variations.len(), variations, "{rest}");
    }
    // Passes that variations leave out are one turn.
    let before = "(;GM[2];B[c4];W[c3];B[f5];W[b4];B[a4];W[a5];B[c2];W[a3]";
    let game = read_annotated_sgf(&format!("{before}(;W[d2])(;W[d2]))")).unwrap();
    assert_eq!(game.silent_passes, [8]);
    assert_eq!(
        (game.variations[0].after, game.variations[0].turns.len()),
        (9, 1)
    );
}

#[test]
fn whole_games_read_back_as_they_are_written() {
    let mut random = StdRng::seed_from_u64(3);
    for number in 0..300 {
        let mut start = OthelloGame::new();
        let turns = random.random_range(0..20);
        play_random(&mut start, turns, &mut random);
        let mut game = if number % 2 == 0 {
            OthelloGame::new()
        } else {
            OthelloGame::from_position(start.position(), start.to_move())
        };
        play_random(&mut game, usize::MAX, &mut random);
        let text = write_sgf(&game);
        assert_eq!(read_sgf(&text).as_ref(), Ok(&game), "{text}");
    }
}

#[test]
fn set_up_makes_another_start() {
    let text = "(;GM[2]AB[d5][e4]AW[dd][e5]PL[B];B[f5])";
    let game = read_sgf(text).unwrap();
    assert_eq!(game.start(), (Position::START, Color::Black));
    let game = read_sgf("(;GM[2]AB[aa:ca]AE[ba]AW[ba];W[ea])");
    assert!(matches!(game, Err(ReadError::Illegal { number: 1, .. })));
    let game = read_sgf("(;GM[2]AB[aa]AW[ba];B[ca])").unwrap();
    assert!(game.is_over());
    // Who moves first is to move, if nothing else is said.
    let game = read_sgf("(;GM[2]AW[aa]AB[ba];W[ca])").unwrap();
    assert_eq!(game.start().1, Color::White);
    assert!(game.is_over());
    let error = read_sgf("(;GM[2];B[f5];AB[a1])").unwrap_err();
    assert_eq!(error, ReadError::LateSetup("AB".to_owned()));
}

#[test]
fn each_player_has_its_own_rating() {
    let text = "(;GM[2]BR[1500]WR[1650.5]KM[-2];B[f5])";
    let game = read_annotated_sgf(text).unwrap();
    let numbers = [game.black_rating, game.white_rating, game.komi];
    assert_eq!(numbers, [Some(1500.0), Some(1650.5), Some(-2.0)]);
    assert_eq!(game.other, []);
    assert!(write_annotated_sgf(&game).contains("BR[1500]WR[1650.5]KM[-2]"));
}

#[test]
fn passes_may_be_written_or_left_out() {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript("c4c3f5b4a4a5c2a3").unwrap()).unwrap();
    assert!(game.position().must_pass());
    let square = game.position().opponent_moves().first().unwrap();
    game.play(Move::Pass).unwrap();
    game.play(square.into()).unwrap();
    let written = write_sgf(&game);
    assert!(written.contains(";B[];W["), "{written}");
    for pass in [";B[PA]", ";B[pass]", ""] {
        let other = written.replace(";B[]", pass);
        assert_eq!(read_sgf(&other).as_ref(), Ok(&game), "{other}");
    }
}

/// Found by fuzzing.
#[test]
fn a_property_without_a_name_is_left_out() {
    let game = read_annotated_sgf("(;GM[2]PW[W]x[cc]KO[y];B[fe])").unwrap();
    assert_eq!(game.white, "W");
    let text = write_annotated_sgf(&game);
    assert!(text.contains("PW[W]KO[y]"), "{text}");
    assert_eq!(read_annotated_sgf(&text), Ok(game));
}

/// Found by fuzzing.
#[test]
fn a_second_value_that_says_nothing_does_not_delete_the_first() {
    let facts = "KM[2]KM[x]BR[1.5]BR[y]TH[4:20]TH[z]RE[B+6]RE[B+]";
    let game = read_annotated_sgf(&format!("(;GM[2]{facts};B[fe])")).unwrap();
    assert_eq!((game.komi, game.black_rating), (Some(2.0), Some(1.5)));
    assert_eq!(game.theory.map(|theory| theory.score), Some(4));
    assert_eq!(game.result, Some(Score::from_discs(6)));
    // A property stands once; the other words become a comment.
    let text = write_annotated_sgf(&game);
    for name in ["KM[", "BR[", "TH[", "RE["] {
        assert_eq!(text.matches(name).count(), 1, "{text}");
    }
    let again = read_annotated_sgf(&text).unwrap();
    assert_eq!(again.comment, "KM: x\nBR: y\nTH: z\nRE: B+");
    assert_eq!(
        (again.komi, again.result, again.theory),
        (game.komi, game.result, game.theory)
    );
    assert_eq!(write_annotated_sgf(&again), text);
}

#[test]
fn errors_say_where_and_what() {
    let message = |text: &str| read_sgf(text).unwrap_err().to_string();
    assert_eq!(message(""), "line 1: '(' expected, found the end");
    assert_eq!(message("(B[f5])"), "line 1: ';' expected, found 'B'");
    assert_eq!(
        message("(;GM[2]\n;B f5)"),
        "line 2: '[' expected, found 'f'"
    );
    assert_eq!(
        message("(;GM[2];B[f5"),
        "line 1: ']' expected, found the end"
    );
    assert!(message("(;GM[2];B[f5]").ends_with("found the end"));
    assert!(message("(;GM[1];B[aa])").starts_with("GM[1] is another game"));
    assert!(message("(;GM[2]SZ[10])").starts_with("a board of size 10"));
    assert_eq!(message("(;GM[2];B[z9])"), "B[z9] is not a move");
    assert_eq!(
        message("(;B[f5];W[a1])"),
        "move 2: illegal move: a1 for white"
    );
    // Neither depth nor length may hurt.
    let deep = "(;".repeat(200_000);
    assert!(message(&deep).ends_with("found the end"));
}

#[test]
fn gogui_counts_ranks_from_the_bottom() {
    // As GoGui 1.6 saves a game of Othello.
    let saved = "(;FF[4]CA[UTF-8]AP[GoGui:1.6.0]SZ[8]\nKM[0]DT[2026-11-22]\n;B[fd];W[dc];B[cf])";
    let game = read_annotated_sgf(saved).unwrap();
    assert_eq!(game.game, read_sgf("(;GM[2];B[fe];W[df];B[cc])").unwrap());
    let written = write_gogui_sgf(&game);
    assert!(
        written.ends_with(";B[fd];W[dc];B[cf])") && !written.contains("GM["),
        "{written}"
    );
    assert_eq!(read_annotated_sgf(&written).unwrap().game, game.game);
    // Its game kind is Go's in older files; a game of Go is none of Othello.
    assert!(read_sgf("(;GM[1]SZ[8];B[fd];W[dc])").is_ok());
    for go in ["(;GM[1]SZ[8];B[fd];W[aa])", "(;GM[1];B[fd];W[dc])"] {
        let error = read_sgf(go).unwrap_err().to_string();
        assert!(error.starts_with("GM[1] is another game"), "{go}: {error}");
    }
    // The first move decides, not a later one that is wrong.
    let error = read_sgf("(;SZ[8];B[fe];W[dc])").unwrap_err();
    assert_eq!(error.to_string(), "move 2: illegal move: d3 for white");
    // Another start, and a game without a move.
    let mut other = OthelloGame::from_position(game.game.position(), Color::White);
    let square = other.position().moves().first().unwrap();
    other.play(square.into()).unwrap();
    for game in [other, OthelloGame::new()] {
        let written = write_gogui_sgf(&game.clone().into());
        assert_eq!(read_sgf(&written), Ok(game), "{written}");
    }
}
