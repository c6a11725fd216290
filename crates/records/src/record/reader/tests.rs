//! Streams of games: where games begin and end, and what happens to what is none.

mod lines;

use super::*;
use crate::record::board::write_board;
use crate::record::transcript::write_transcript;
use bianca_rules::othello::{Color, Position};

/// The games of a text as transcripts, errors with their places.
fn read(text: &str, format: Option<FileFormat>) -> Vec<String> {
    // One byte at a time: no reader may depend on what a buffer holds.
    let whole = entries(text.as_bytes(), format);
    let dripped = entries(
        BufReader::with_capacity(1, text.as_bytes()),
        format.or(FileFormat::of_content(text.as_bytes())),
    );
    assert_eq!(whole, dripped);
    let describe = |entry: FileEntry| match entry.game {
        Ok(game) => write_transcript(game.game.turns().iter().map(|&(_, mv)| mv)),
        Err(error) => format!("{}: {error}", entry.place),
    };
    whole.into_iter().map(describe).collect()
}

fn entries(input: impl BufRead, format: Option<FileFormat>) -> Vec<FileEntry> {
    let reader = GameReader::new(input, format).unwrap();
    reader.map(Result::unwrap).collect()
}

#[test]
fn text_in_utf_16_is_refused_with_what_to_do() {
    let text = "f5d6\n";
    for little in [true, false] {
        let bytes: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(|unit| {
                if little {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                }
            })
            .collect();
        for format in [None, Some(FileFormat::Sgf), Some(FileFormat::Csv)] {
            let mut reader = GameReader::new(&bytes[..], format).unwrap();
            let error = reader.next().unwrap().unwrap_err();
            assert!(error.to_string().contains("save it as UTF-8"), "{error}");
            assert!(reader.next().is_none());
        }
    }
}

#[test]
fn archives_hold_many_games_and_pairs() {
    let text = "1 (;GM[Othello]B[f5];)\n2 (;GM[Othello]B[f5]W[d6];)(;GM[Othello]B[d3]\n;)\n\n";
    assert_eq!(read(text, None), ["f5", "f5d6", "d3"]);
    let reader = GameReader::new(text.as_bytes(), None).unwrap();
    let places: Vec<Place> = reader.map(|entry| entry.unwrap().place).collect();
    assert_eq!(
        places[2],
        Place {
            game: 3,
            line: Some(2),
            byte: 50
        }
    );
}

#[test]
fn a_broken_game_takes_no_other_with_it() {
    let text = "(;GM[Othello]B[f5\n(;GM[Othello]B[f5]W[d6];)\nhello\n(;GM[Othello]B[a1];)(;GM[Othello]B[c4";
    assert_eq!(
        read(text, None),
        [
            "line 1, game 1: line 2: ']' expected, found the end",
            "f5d6",
            "line 3, game 3: 'hello' is no game",
            "line 4, game 4: move 1: illegal move: a1 for black",
            "line 4, game 5: line 1: ']' expected, found the end",
        ]
    );
    let text = "(;FF[4]GM[2];B[fe](;W[df];C[\n(;FF[4]GM[2];B[fe])\n(;GM[2];B[fe]\n;W[df])";
    assert_eq!(
        read(text, None),
        [
            "line 1, game 1: line 2: ']' expected, found the end",
            "f5",
            "f5d6"
        ]
    );
}

#[test]
fn variations_and_comments_do_not_end_a_game() {
    let text = "a letter\n(;GM[2]C[(;GM[2\\]) \\] ];B[fe]\n(;W[df])\n(;W[ff]))\n(;GM[2];B[dc]) x";
    assert_eq!(
        read(text, Some(FileFormat::Sgf)),
        ["f5d6", "d3", "line 5, game 3: 'x' is no game"]
    );
    assert_eq!(
        read("only words", Some(FileFormat::Sgf)),
        ["line 1, game 1: 'only words' is no game"]
    );
}

#[test]
fn games_of_pgn_are_told_apart() {
    let text = "[Event \"1\"]\n[Black \"a\"]\n\n1. f5 {[x]\n[y} d6\n2. c3 *\n\n\n\
        [Event \"2\"]\n[Event \"3\"]\n\n1. f5 {never closed\n[Event \"4\"]\n1. d3 1-0\n1. f5 0-1\n";
    assert_eq!(
        read(text, None),
        [
            "f5d6c3",
            "",
            "line 10, game 3: line 4: '}' expected, found the end",
            "d3",
            "f5",
        ]
    );
}

#[test]
fn lines_may_hold_anything() {
    let text = "# games\nf5d6\n\n(;GM[Othello]B[f5];)\nf5d7\n1. d3 c3\n";
    assert_eq!(
        read(text, None),
        [
            "f5d6",
            "f5",
            "line 5, game 3: move 2: illegal move: d7 for white",
            "d3c3"
        ]
    );
    assert_eq!(read("", None), [""; 0]);
}

#[test]
fn what_is_too_long_is_told_and_passed_over() {
    let long = "x".repeat(2 * LONGEST_GAME);
    let text = format!("(;GM[Othello]PB[{long}]B[f5];)(;GM[Othello]B[d3];)");
    assert_eq!(
        read(&text, None),
        ["line 1, game 1: longer than 1048576 bytes", "d3"]
    );
    let text = format!("(;GM[Othello]PB[{long}(;GM[Othello]B[d3];)");
    assert_eq!(read(&text, None).len(), 2);
    let text = format!("[Event \"{long}\"]\n1. f5 *\n[Event \"b\"]\n1. d3 *\n");
    assert_eq!(
        read(&text, None),
        ["line 1, game 1: longer than 1048576 bytes", "d3"]
    );
    let text = format!("{long}\nf5\n");
    assert_eq!(
        read(&text, None),
        ["line 1, game 1: longer than 65536 bytes", "f5"]
    );
}

#[test]
fn bytes_that_are_no_utf8_are_latin_1() {
    let text = b"(;GM[Othello]PB[Andr\xe9]B[f5];)";
    let game = entries(&text[..], None).remove(0).game.unwrap();
    assert_eq!(game.black, "André");
}

#[test]
fn boards_row_by_row_are_games_of_a_file() {
    let boards = |text: &str| -> Vec<String> {
        let describe = |entry: FileEntry| match entry.game {
            Ok(game) => write_board(game.game.position(), game.game.to_move()),
            Err(error) => format!("{}: {error}", entry.place),
        };
        entries(text.as_bytes(), None)
            .into_iter()
            .map(describe)
            .collect()
    };
    let start = write_board(Position::START, Color::Black);
    let rows = "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n";
    let white = write_board(Position::START.passed(), Color::White);
    assert_eq!(boards(rows), [&*start]);
    assert_eq!(
        boards(&format!("{rows}{rows}O\n\n{rows}side=B\n")),
        [&*start, &*white, &*start]
    );
    // Edax draws the side beside its board.
    let edax = "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2 O to move\n\
                3 - - - . - - - - 3\n4 - - . O * - - - 4 *: discs =  2\n5 - - - * O . - - 5 O: discs =  2\n\
                6 - - - - . - - - 6  empties = 60      ply =  1\n7 - - - - - - - - 7\n\
                8 - - - - - - - - 8\n  A B C D E F G H\nf5d6c3\n";
    assert_eq!(boards(edax)[0], white);
    assert_eq!(boards(edax).len(), 2);
    // A drawing with the eighth rank above is turned.
    let corner = "8 X . . . . . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . O X . . .\n\
                  4 . . . X O . . .\n3 . . . . . . . .\n2 . . . . . . . .\n1 . . . . . . . .\n";
    let turned = boards(corner).remove(0);
    assert!(
        turned.starts_with("--------") && turned[56..].starts_with('X'),
        "{turned}"
    );
    let bars = rows.replace(['-', 'O', 'X'], "$0|").replace("$0", ".");
    assert_eq!(boards(&bars).len(), 1);
    let short = &rows[..36];
    assert!(boards(&format!("{short}f5\n"))[0].contains("64 squares, this one has 32"));
    assert_eq!(boards(&format!("{short}f5\n")).len(), 2);
}

#[test]
fn moves_may_go_on_on_the_next_line() {
    let playok = "1. f5 d6 2. c3 d3 3. c4\nf4 4. f6 30-34\n\n1. d3 c3\n";
    assert_eq!(read(playok, None), ["f5d6c3d3c4f4f6", "d3c3"]);
    assert_eq!(read("f5\nd6\nc3\n\nd3\nc3\n", None), ["f5d6c3", "d3c3"]);
    // What is not one game stands line by line.
    assert_eq!(read("f5\nf6\na1\n", None).len(), 3);
    assert_eq!(read("f5\nd3\nc4\ne6\n", None), ["f5", "d3", "c4", "e6"]);
    assert_eq!(
        read("1. f5 d6\n1. f5 f6\n2. e6\n", None),
        ["f5d6", "f5f6e6"]
    );
}

#[test]
fn json_is_read_whatever_the_file_is_called() {
    let text =
        "{\"transcript\":\"f5d6c3\"}\n{\"transcript\":\"f5x9\"}\n[{\"moves\":[\"f5\",\"f6\"]}]";
    let expected = [
        "f5d6c3",
        "line 2, game 2: 'x9' is not a move (a1 to h8, or pass)",
        "f5f6",
    ];
    assert_eq!(read(text, None), expected);
    for format in [
        FileFormat::Sgf,
        FileFormat::Ggf,
        FileFormat::Transcript,
        FileFormat::Pgn,
    ] {
        let games = entries(text.as_bytes(), Some(format));
        assert_eq!(games.len(), 3, "{format}");
    }
    assert_eq!(read("{\"transcript\":\"f5", None).len(), 1);
    let other = entries(&b"[{\"a\":1}] 7 x"[..], None);
    assert_eq!(other.len(), 2);
    assert!(other.iter().all(|entry| entry.game.is_err()));
}

#[test]
fn brackets_in_texts_of_json_are_no_brackets() {
    let text = "{\"black\":\"a}b\",\"moves\":\"f5d6\"}\n{\"white\":\"[\\\"{\",\"moves\":\"d3\"}\n";
    assert_eq!(read(text, None), ["f5d6", "d3"]);
}
