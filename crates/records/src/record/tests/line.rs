//! Lines: alphabets of boards, words for the side to move, scores and what is believed of them,
//! sizes, transcripts with what stands behind them.

use super::{BLACK_PASSES, WIPE_OUT, game_of, moves_of};
use crate::record::annotated::AnnotatedGame;
use crate::record::board::{
    board_squares, letter, parse_board, position, side_said, side_word, write_board,
};
use crate::record::error::{ReadError, Unwritable};
use crate::record::format::FileFormat;
use crate::record::line::{has_standard_start, parse_problem, read_line, write_line};
use crate::record::obf::{Problem, parse_obf_line};
use crate::record::writer::write_game;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};
use bianca_rules::score::Score;

/// Discs off the centre, different for the sides: black b1, h8, white a1, c1, g8.
fn squares() -> String {
    format!("OXO{}OX", "-".repeat(59))
}

fn read(line: &str) -> AnnotatedGame {
    let game = read_line(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    game.unwrap_or_else(|| panic!("{line}: nothing"))
}

fn refused(line: &str) -> String {
    read_line(line).expect_err(line).to_string()
}

#[test]
fn each_letter_is_one_square() {
    for (letters, square) in [
        ("xX*bB●⚫ＸｘＢ＊", Some('X')),
        ("oOwW○◯⚪ＯｏＷ", Some('O')),
        ("-._+・·□－．＿", Some('-')),
        ("01 |/?a#=\u{fe0f}", None),
    ] {
        for c in letters.chars() {
            assert_eq!(letter(c), square, "{c}");
        }
    }
}

#[test]
fn squares_are_those_of_one_alphabet() {
    for (text, count, expected) in [
        ("XO-x", 3, Some(("XO-", "x"))),
        ("X O|-\n. r", 4, Some(("XO--", " r"))),
        ("⚫\u{fe0f}⚪\u{fe0e}-", 2, Some(("XO", "-"))),
        ("01-.", 4, Some(("XO--", ""))),
        ("0101", 4, Some(("XOXO", ""))),
        ("XO-", 4, None),
        ("XO0-", 4, None),
        ("01X-", 4, None),
        ("", 1, None),
    ] {
        let found = board_squares(text, count);
        let found = found.as_ref().map(|(squares, rest)| (&**squares, *rest));
        assert_eq!(found, expected, "{text}");
    }
    let bits = "01".repeat(32);
    assert_eq!(board_squares(&bits, 64), None);
    let one_empty = bits.replacen('0', "-", 1);
    assert!(board_squares(&one_empty, 64).is_some());
    // Which square and which side each of them is.
    for (side, color) in [("X", Color::Black), ("O", Color::White)] {
        let (found, to_move) = parse_board(&format!("{} {side}", squares())).unwrap();
        assert_eq!((found, to_move), (position(&squares(), color), color));
        let (black, white) = match color {
            Color::Black => (found.own, found.opp),
            Color::White => (found.opp, found.own),
        };
        let names = |discs: bianca_rules::othello::Bitboard| -> Vec<String> {
            let inside = Square::all().filter(|&square| discs.contains(square));
            inside.map(|square| square.to_string()).collect()
        };
        assert_eq!(names(black), ["b1", "h8"]);
        assert_eq!(names(white), ["a1", "c1", "g8"]);
        assert_eq!(write_board(found, color), format!("{} {side}", squares()));
    }
}

#[test]
fn every_word_for_a_side_is_known() {
    let black = [
        "x",
        "X",
        "*",
        "b",
        "B",
        "●",
        "⚫",
        "⚫\u{fe0f}",
        "black",
        "BLACK",
        "黒",
        "黒番",
        "side=b",
        "turn:X",
        "Player = black",
        "tomove=*",
        "to move: B",
        " b ",
    ];
    let white = [
        "o",
        "O",
        "w",
        "W",
        "○",
        "◯",
        "⚪",
        "⚪\u{fe0f}",
        "white",
        "White",
        "白",
        "白番",
        "side=W",
        "turn:o",
        "Player = white",
        "toMove=O",
        "to move: w",
        " w ",
    ];
    let none = [
        "", "-", ".", "xx", "bo", "0", "1", "red", "colour=b", "side", "side=", "side=-", "=b",
        "黒石",
    ];
    for (words, side) in [
        (&black[..], Some(Color::Black)),
        (&white, Some(Color::White)),
        (&none, None),
    ] {
        for word in words {
            assert_eq!(side_word(word), side, "{word}");
        }
    }
    for (text, side) in [
        ("white to move", Some(Color::White)),
        ("| X to play", Some(Color::Black)),
        ("It is (White) to Move.", Some(Color::White)),
        ("Black's turn", Some(Color::Black)),
        ("w turn;", Some(Color::White)),
        ("4 side=W 5", Some(Color::White)),
        ("turn:b,", Some(Color::Black)),
        ("white to move; black to move", Some(Color::White)),
        ("score=5 black to move", Some(Color::Black)),
        ("white to", None),
        ("white to win", None),
        ("to move", None),
        ("white moves", None),
        ("white", None),
        ("nobody to move, white to move", Some(Color::White)),
        ("", None),
    ] {
        assert_eq!(side_said(text), side, "{text}");
    }
}

#[test]
fn the_side_behind_a_board_is_a_word_or_black() {
    let digits = squares().replace('X', "0").replace('O', "1");
    for (line, color) in [
        (squares(), Color::Black),
        (format!("{} w", squares()), Color::White),
        (format!("{}O", squares()), Color::White),
        (format!("{} white to play", squares()), Color::White),
        (format!("{} O to move", squares()), Color::White),
        (format!("{} O % X", squares()), Color::White),
        (format!("{digits} 1"), Color::White),
        (format!("{digits} 0"), Color::Black),
        (digits.clone(), Color::Black),
        (format!("{digits} O"), Color::White),
    ] {
        let game = read(&line).game;
        let expected = OthelloGame::from_position(position(&squares(), color), color);
        assert_eq!(game, expected, "{line}");
    }
    // Of letters, a digit is a score.
    let scored = read(&format!("{} 1", squares()));
    assert_eq!(scored.candidate_score, Some(1));
    assert_eq!(scored.game.to_move(), Color::Black);
}

#[test]
fn a_score_is_one_that_a_game_can_have() {
    for score in -70..=70 {
        let line = format!("{} O {score}", squares());
        let obf = format!("{} O; {score:+}; b8:{score}; d1:{score:+};", squares());
        let problem = parse_obf_line(&obf).unwrap().unwrap();
        if (-64..=64).contains(&score) {
            assert_eq!(read(&line).candidate_score, Some(score));
            assert_eq!((problem.score, problem.moves.len()), (Some(score), 2));
            assert_eq!(problem.moves[1], ("d1".parse().unwrap(), score));
        } else {
            assert!(read_line(&line).is_err(), "{line}");
            assert_eq!((problem.score, problem.moves.len()), (None, 0));
        }
    }
}

#[test]
fn the_score_of_the_line_goes_before_those_of_some_moves() {
    let problem = |text: &str| {
        let line = format!("{} X; {text}", squares());
        parse_obf_line(&line).unwrap().unwrap()
    };
    for (text, best) in [
        ("", None),
        ("+4;", Some(4)),
        ("d1:+2; c3:-6;", Some(2)),
        ("c3:-6; d1:+2;", Some(2)),
        ("c3:-6; d1:-2;", Some(-2)),
        ("+4; d1:+2;", Some(4)),
        ("d1:+2; +4;", Some(4)),
        ("-4; d1:+2;", Some(-4)),
        ("+4; d1:+12;", Some(4)),
        ("+4; +6;", Some(6)),
        ("+65; d1:+2;", Some(2)),
    ] {
        assert_eq!(problem(text).best_score(), best, "{text}");
    }
    // Of a move that stands twice the first is meant.
    let twice = problem("d1:+2; c3:-6; d1:+9; % so");
    assert_eq!(twice.score_of("d1".parse().unwrap()), Some(2));
    assert_eq!(twice.score_of("c3".parse().unwrap()), Some(-6));
    assert_eq!(twice.comment.as_deref(), Some("so"));
    let spaced = problem(" D1 : 2 ;; pass:-3;%");
    let (d1, pass) = ("d1".parse().unwrap(), Move::Pass);
    assert_eq!(spaced.moves, [(d1, 2), (pass, -3)]);
    assert_eq!(spaced.comment.as_deref(), Some(""));
}

#[test]
fn a_problem_is_a_game_that_starts_there_and_back() {
    let start = "---------------------------OX------XO---------------------------";
    let line = format!("{start} X; -4; f5:+2; d3:-6; % so");
    let game = read(&line);
    assert_eq!((game.candidate_score, &*game.comment), (Some(-4), "so"));
    assert_eq!(
        game.candidates,
        [("f5".parse().unwrap(), 2), ("d3".parse().unwrap(), -6)]
    );
    assert_eq!(Problem::from(&game).to_string(), line);
    assert_eq!(write_game(&game, FileFormat::Obf).unwrap(), line + "\n");
    // What is known is known of the last position.
    let mut played = AnnotatedGame::from(game_of("f5d6"));
    played.comment = " \n".to_owned();
    played.candidate_score = Some(0);
    let problem = Problem::from(&played);
    assert_eq!(
        (problem.to_move, problem.comment.as_ref()),
        (Color::Black, None)
    );
    assert_eq!(problem.position, game_of("f5d6").position());
    assert!(problem.to_string().ends_with(" X; +0;"), "{problem}");
    for line in [
        format!("{start} X # said"),
        format!("{start} X % said"),
        format!("{start} X; % said"),
        format!("{start} X f5 % said"),
        format!("{start} X -4 % said"),
        "f5 # said".to_owned(),
    ] {
        assert_eq!(read(&line).comment, "said", "{line}");
    }
    for (line, error) in [
        ("X; a1:+2;", "a1 is scored, but is not legal here"),
        (
            "X; f5:+2; pass:+2;",
            "pass is scored, but is not legal here",
        ),
        ("O; f5:+2;", "f5 is scored, but is not legal here"),
    ] {
        let text = format!("{start} {line}");
        assert_eq!(refused(&text), error);
        assert_eq!(parse_problem(&text).unwrap_err().to_string(), error);
    }
    assert_eq!(parse_problem("% a suite"), Ok(None));
}

#[test]
fn sizes_of_boards_are_told_from_other_numbers() {
    let board = format!("{} O", squares());
    for size in 0..=20 {
        for line in [format!("{size} {board}"), format!("[{size} {board}]")] {
            let read = read_line(&line);
            match size {
                8 => assert_eq!(read.unwrap().unwrap().game.to_move(), Color::White),
                4..=14 => assert_eq!(read, Err(ReadError::OtherSize(size.to_string()))),
                _ => {
                    let message = read.unwrap_err().to_string();
                    assert!(!message.contains("size"), "{line}: {message}");
                }
            }
        }
    }
    assert_eq!(
        refused(&format!("10 {}", "-".repeat(16))),
        "a board of size 10, not 8"
    );
    assert!(!refused(&format!("10 {}", "-".repeat(15))).contains("size"));
}

#[test]
fn boards_row_by_row_need_seven_strokes() {
    let white = read("1x6/8/8/3ox3/3xo3/8/8/7o O").game;
    assert_eq!(
        (white.to_move(), white.position().empties()),
        (Color::White, 58)
    );
    assert!(white.position().opp.contains("b1".parse().unwrap()));
    assert!(white.position().own.contains("h8".parse().unwrap()));
    assert_eq!(
        read("1x6/8/8/3ox3/3xo3/8/8/7o").game.to_move(),
        Color::Black
    );
    assert_eq!(read("f5/d6/c3").game, game_of("f5d6c3"));
    for wrong in [
        "8/8/8/3ox3/3xo3/8/8 x",
        "8/8/8/3ox3/3xo3/8/8/8/8 x",
        "8/8/8/3ox3/3xo3/8/8/9 x",
    ] {
        assert!(read_line(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn discs_behind_moves_are_a_result_if_a_board_has_so_many() {
    for black in 0..=66 {
        for white in [0, 1, 20, 31, 32, 33, 63, 64, 65] {
            let line = format!("f5d6 {black}-{white}");
            let result = read_line(&line).map(|game| game.unwrap().result);
            if black <= 64 && white <= 64 && black + white <= 64 {
                assert_eq!(result, Ok(Some(Score::from_discs(black - white))), "{line}");
            } else {
                assert!(result.is_err(), "{line}");
            }
        }
    }
    assert!(read_line("40-24").is_err());
    let over = read(&format!("{WIPE_OUT} 0-13"));
    assert_eq!(over.contradiction.as_deref(), Some("-13.00"));
    assert_eq!(read(&format!("{WIPE_OUT} 64-0")).contradiction, None);
}

#[test]
fn a_transcript_leaves_out_the_passes_that_moves_show() {
    for (moves, written) in [
        (format!("{BLACK_PASSES}passd2"), format!("{BLACK_PASSES}d2")),
        (format!("{BLACK_PASSES}pass"), format!("{BLACK_PASSES}pass")),
        (BLACK_PASSES.to_owned(), BLACK_PASSES.to_owned()),
        (String::new(), String::new()),
    ] {
        let mut game = AnnotatedGame::from(game_of(&moves));
        assert_eq!(write_line(&game), written);
        game.comment = " a\nb ".to_owned();
        assert_eq!(write_line(&game), format!("{written} % a b"));
        let text = write_game(&game, FileFormat::Transcript);
        if written.is_empty() {
            assert_eq!(text, Err(Unwritable::NoMove));
        } else {
            assert_eq!(text, Ok(format!("{written} % a b\n")));
            assert_eq!(moves_of(&read(&written)), moves);
        }
    }
    let [black, white] = [Color::Black, Color::White]
        .map(|color| OthelloGame::from_position(Position::START, color));
    assert!(has_standard_start(&black) && !has_standard_start(&white));
    let passed = OthelloGame::from_position(Position::START.passed(), Color::Black);
    assert!(!has_standard_start(&passed));
    let refused = write_game(&passed.into(), FileFormat::Transcript);
    assert_eq!(refused, Err(Unwritable::OtherStart));
}

#[test]
fn a_line_of_nothing_known_is_told_from_a_broken_board() {
    for (line, error) in [
        ("hello", "'hello' is no game: "),
        ("-------?", "'-------?' is no game: "),
        ("--------?", "'?' at a2 is not a square"),
        ("----", "a board has 64 squares, this one has 4"),
        ("x9", "'x9' is not a move"),
        ("5f", "'5f' is not a move"),
        ("p", "'p' is no game: "),
        ("pass", "move 1: illegal move: pass"),
    ] {
        let message = refused(line);
        assert!(message.starts_with(error), "{line}: {message}");
    }
}
