//! PGN as its programs write it, and back again.

mod moves;
mod tags;

use std::time::Duration;

use super::*;
use crate::record::annotated::{AnnotatedGame, Cause, Note};
use crate::record::transcript::{parse_transcript, replay, write_transcript};
use bianca_rules::othello::random::RandomGames;
use bianca_rules::othello::{Color, Move, OthelloGame, Position};
use bianca_rules::score::Score;

/// A game as Edax exports it.
const EDAX: &str = "[Event \"?\"]\n[Site \"edax\"]\n[Date \"2011.3.4\"]\n[Time \"1.2.3\"]\n\
    [Round \"?\"]\n[Black \"player\"]\n[White \"Edax \\\"4\\\"\"]\n[Result \"1-0\"]\n\n\
    \x20 1. f5 d6 2. c3 d3\n3. c4 f4\n{player wins 33-31} 1-0\n\n\n";

#[test]
fn a_game_of_edax_is_read() {
    let game = read_pgn(EDAX).unwrap();
    assert_eq!(
        (game.black.as_str(), game.white.as_str()),
        ("player", "Edax \"4\"")
    );
    assert_eq!((game.event.as_str(), game.year()), ("", Some(2011)));
    let moves = write_transcript(game.game.turns().iter().map(|&(_, mv)| mv));
    assert_eq!(moves, "f5d6c3d3c4f4");
    assert_eq!(game.notes[5].comment, "player wins 33-31");
    let written = write_pgn(&game);
    for kept in [
        "[Time \"1.2.3\"]",
        "[Result \"1-0\"]",
        "\\\"4\\\"",
        "} 1-0\n",
    ] {
        assert!(written.contains(kept), "{kept} in {written}");
    }
    assert_eq!(read_pgn(&written), Ok(game));
}

#[test]
fn what_a_player_thought_is_written_and_read() {
    let mut game = OthelloGame::new();
    replay(&mut game, &parse_transcript("f5d6c3d3").unwrap()).unwrap();
    let thought = Note {
        score: Some(Score(-128)),
        depth: Some(12),
        time: Some(Duration::from_millis(250)),
        comment: "good }".into(),
        ..Note::default()
    };
    let only_depth = Note {
        depth: Some(3),
        ..Note::default()
    };
    let only_time = Note {
        time: Some(Duration::from_secs(2)),
        ..Note::default()
    };
    let annotated = AnnotatedGame {
        notes: vec![thought, only_depth, Note::default(), only_time],
        ..game.into()
    };
    let text = write_pgn(&annotated);
    let moves = "1. f5 {-0.50/12 0.25s good )} 1... d6 {?/3} 2. c3 d3 {2.00s} *\n";
    assert!(text.ends_with(moves), "{text}");
    let again = read_pgn(&text).unwrap();
    assert_eq!(again.notes[1..], annotated.notes[1..]);
    assert_eq!(again.notes[0].score, Some(Score(-128)));
}

#[test]
fn variations_stand_behind_the_move_that_they_are_others_for() {
    let text = "1. f5! $40 {main} (1. d3 {a} c3? (1... c5 2. b6) 2. c4) (1. c4) 1... d6 2. c3 \
        (2. c4 pass) *";
    let game = read_pgn(text).unwrap();
    assert_eq!(game.variations.len(), 4);
    assert_eq!(game.notes[0].glyphs, [1, 40]);
    let fault = game.fault.clone().unwrap().to_string();
    assert_eq!(fault, "move 4: illegal move: pass for white");
    let written = write_pgn(&game);
    let moves = "1. f5 $1 $40 {main} (1. d3 {a} 1... c3 $2 (1... c5 2. b6) 2. c4) (1. c4) 1...\n\
        d6 2. c3 (2. c4) *\n";
    assert!(written.ends_with(moves), "{written}");
    let again = read_pgn(&written).unwrap();
    assert_eq!(
        AnnotatedGame {
            fault: game.fault.clone(),
            ..again
        },
        game
    );
    for (text, fault, line) in [
        (
            "(1. d3) 1. f5 d6",
            "a variation without a move before it",
            "f5d6",
        ),
        (
            "1. f5 ((1. d3) 1. c4) d6",
            "a variation without a move before it",
            "f5d6",
        ),
        (
            "1. f5 (as 1. d3 (1. c4)) d6",
            "move[as] is not a move (a1 to h8, or pass)",
            "f5d6",
        ),
        ("1. f5 (1. d3 1-0) ) d6", "", "f5d6"),
        ("1. f5 d6 (1... f4", "", "f5d6"),
    ] {
        let game = read_pgn(text).unwrap();
        let moves = game.game.turns().iter().map(|&(_, mv)| mv);
        assert_eq!(write_transcript(moves), line, "{text}");
        assert_eq!(
            game.fault.map_or(String::new(), |fault| fault.to_string()),
            fault,
            "{text}"
        );
    }
}

/// A game of a match in cutegames.
#[test]
fn games_of_match_runners_that_speak_ugi_are_read() {
    let tags = "[Event \"Othello\"]\n[Site \"CuteGames\"]\n[Date \"??\"]\n[Round \"1\"]\n\
        [Black \"one\"]\n[White \"two\"]\n[Result \"0-1\"]\n";
    let rest = "[Winner \"two\"]\n[Loser \"one\"]\n[PlyCount \"10\"]\n\n";
    let moves = "1. c4 c3 2. f5 b4 3. a4 a5 4. c2 a3 5. 0000 d2 0-1\n\n\n";
    let start = "8/8/8/3ox3/3xo3/8/8/8 x";
    for fen in [start, "8/8/8/3OX3/3XO3/8/8/8 X - - 0 1", "startpos"] {
        let text = format!("{tags}[FEN \"{fen}\"]\n{rest}{moves}");
        let game = read_pgn(&text).unwrap();
        assert_eq!(game.game.start(), (Position::START, Color::Black), "{fen}");
        assert_eq!(game.game.turns()[8], (Color::Black, Move::Pass), "{fen}");
        assert_eq!((game.white.as_str(), game.date.as_str()), ("two", ""));
    }
}

#[test]
fn tags_tell_the_start_and_the_end() {
    let text = "[FEN \"8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1\"]\n[Termination \"time forfeit by white\"]\n\
        [Reason \"too slow\"]\n[TimeControl \"300+2\"]\n\n1. f4 *";
    let game = read_pgn(text).unwrap();
    assert_eq!(game.game.start(), (Position::START.passed(), Color::White));
    let forfeit = game.forfeit.clone().unwrap();
    assert_eq!((forfeit.loser, forfeit.cause), (Color::White, Cause::Time));
    assert_eq!(forfeit.reason, "too slow");
    assert_eq!(game.black_clock.unwrap().increment, Duration::from_secs(2));
    assert_eq!(read_pgn(&write_pgn(&game)), Ok(game));
}

#[test]
fn each_player_has_its_own_clock_and_a_draw_may_be_agreed() {
    let text = "[BlackTimeControl \"60\"]\n[WhiteTimeControl \"300+2\"]\n\
        [Termination \"agreement\"]\n[Result \"1/2-1/2\"]\n[Score \"0\"]\n\n1. f5 1/2-1/2";
    let game = read_pgn(text).unwrap();
    let main = [game.black_clock, game.white_clock].map(|clock| clock.unwrap().main);
    assert_eq!(main, [60, 300].map(Duration::from_secs));
    assert!(game.agreed);
    assert_eq!((game.forfeit.clone(), game.other.len()), (None, 0));
    let written = write_pgn(&game);
    assert!(written.contains("[BlackTimeControl \"60\"]"), "{written}");
    assert!(written.contains("[Termination \"agreement\"]"), "{written}");
    assert_eq!(read_pgn(&written), Ok(game));
}

#[test]
fn habits_of_other_writers_are_understood() {
    let moves = |text: &str| {
        let game = read_pgn(text).unwrap().game;
        write_transcript(game.turns().iter().map(|&(_, mv)| mv))
    };
    for text in [
        "F5 D6 C3",
        "1.f5 d6 2.c3 *",
        "1. f5! $1 d6?! ; to the end { of the line\n2. c3 1/2-1/2",
        "1. f5 (1. d3 c3 (1... c5)) d6 {main} 2. c3 39-25",
        "% for others\n1. f5 d6 2. c3",
    ] {
        assert_eq!(moves(text), "f5d6c3", "{text}");
    }
    assert_eq!(
        read_pgn("1. f5 39-25").unwrap().result,
        Some(Score::from_discs(14))
    );
}

/// Found by fuzzing.
#[test]
fn a_reason_may_stand_before_the_termination_or_without_one() {
    let (reason, by_white) = (
        "[Reason \"slow\"]\n",
        "[Termination \"time forfeit by white\"]\n",
    );
    let games = [reason.to_owned() + by_white, by_white.to_owned() + reason];
    let [before, after] = games.map(|tags| read_pgn(&tags).unwrap());
    assert_eq!(before, after);
    assert_eq!(before.forfeit.as_ref().unwrap().reason, "slow");
    assert_eq!(read_pgn(&write_pgn(&before)), Ok(before));
    let alone = read_pgn(reason).unwrap();
    assert!(write_pgn(&alone).contains(reason));
    assert_eq!(read_pgn(&write_pgn(&alone)), Ok(alone));
}

#[test]
fn errors_name_the_place() {
    let message = |text: &str| read_pgn(text).unwrap_err().to_string();
    assert_eq!(message("1. f5 {x"), "line 1: '}' expected, found the end");
    assert_eq!(message("[Black x]"), "line 1: '\"' expected, found 'x'");
    assert_eq!(
        message("[Black \"x\"\n1. f5"),
        "line 2: ']' expected, found '1'"
    );
    assert_eq!(
        message("1. f5 ="),
        "line 1: a move, a comment or the end expected, found '='"
    );
    assert_eq!(
        message("1. f9"),
        "move[f9] is not a move (a1 to h8, or pass)"
    );
    assert_eq!(message("1. f5 a1"), "move 2: illegal move: a1 for white");
    assert_eq!(message("[FEN \"8/8 w\"]"), "FEN[8/8 w] is not a board");
    // Found by fuzzing: beyond the edge.
    assert_eq!(message("[FEN \"73p/8 w\"]"), "FEN[73p/8 w] is not a board");
}

#[test]
fn lines_are_not_long() {
    let mut game = OthelloGame::new();
    while !game.is_over() {
        let square = game.position().moves().into_iter().next();
        let mv = square.map_or(bianca_rules::othello::Move::Pass, Into::into);
        game.play(mv).unwrap();
    }
    let text = write_pgn(&game.into());
    assert!(text.lines().count() > 8, "{text}");
    assert!(text.lines().all(|line| line.len() <= 79), "{text}");
}

#[test]
fn quotes_inside_of_a_tag_need_no_escapes() {
    let event = |text: &str| {
        let game = read_pgn(&format!("{text}\n[White \"W\"]\n\n1. F5 D6 *\n")).unwrap();
        assert_eq!((&*game.white, game.game.turns().len()), ("W", 2), "{text}");
        game.event
    };
    for (text, name) in [
        (
            r#"[Event "Open of the "Rooster" - 1990"]"#,
            r#"Open of the "Rooster" - 1990"#,
        ),
        (r#"[Event "the "Rooster""]"#, r#"the "Rooster""#),
        (r#"[Event ""Rooster""]  "#, r#""Rooster""#),
        (r#"[Event "a "b" c"] [Round "2"]"#, r#"a "b" c"#),
        (r#"[Event "a"] [Round "2"]"#, "a"),
        (r#"[Event "a \"b\" ]"]"#, r#"a "b" ]"#),
        (r#"[Event "a "b] c" d"]"#, r#"a "b] c" d"#),
    ] {
        assert_eq!(event(text), name, "{text}");
    }
    let game = read_pgn(include_str!(
        "../../../../../tests/data/texts/pgn-quote-in-tag.pgn"
    ))
    .unwrap();
    assert_eq!(game.event, "Open of the \"Rooster\" - 1990");
    assert_eq!(game.game.turns().len(), 4);
}

#[test]
fn a_winner_who_has_not_won_is_a_remark() {
    let moves = "1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5";
    for (result, stated) in [
        ("1-0", None),
        ("64-0", None),
        ("0-1", Some("0-1")),
        ("1/2-1/2", Some("1/2-1/2")),
    ] {
        let game = read_pgn(&format!("[Result \"{result}\"]\n\n{moves} {result}")).unwrap();
        assert_eq!(game.contradiction.as_deref(), stated);
        assert_eq!(game.result_for_black(), Some(Score::from_discs(64)));
    }
    // With a komi the side with fewer discs may win.
    let komi = "[Komi \"-70\"]\n[Score \"-6\"]\n[Result \"0-1\"]";
    let game = read_pgn(&format!("{komi}\n\n{moves} 0-1")).unwrap();
    assert_eq!((game.contradiction, game.comment.as_str()), (None, ""));
    assert_eq!(game.result, Some(Score::from_discs(-6)));
}

#[test]
fn a_game_by_other_rules_is_refused() {
    for (variant, reason) in [
        ("8a", "anti-Othello"),
        ("antireversi", "anti-Othello"),
        ("s8ar20", "anti-Othello"),
    ] {
        let text = format!("[Variant \"{variant}\"]\n\n1. f5 *");
        let error = read_pgn(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    for variant in ["reversi", "s8r18", "8", "a game at night", "Standard"] {
        assert!(
            read_pgn(&format!("[Variant \"{variant}\"]\n\n1. f5 *")).is_ok(),
            "{variant}"
        );
    }
}

#[test]
fn lines_are_as_long_as_the_format_allows() {
    let mut lengths = Vec::new();
    for seed in 0..20 {
        let game = RandomGames::new(1, seed).next().unwrap();
        let text = write_pgn(&game.into());
        let (_, moves) = text.split_once("\n\n").unwrap();
        let lines: Vec<&str> = moves.lines().collect();
        assert!(lines.iter().all(|line| line.trim() == *line), "{text}");
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').next().unwrap();
            assert!(
                pair[0].len() <= 79 && pair[0].len() + 1 + next.len() > 79,
                "{text}"
            );
            lengths.push(pair[0].len());
        }
    }
    assert!(lengths.contains(&79));
}
