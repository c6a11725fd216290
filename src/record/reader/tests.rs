//! Streams of games: where games begin and end, and what happens to what is none.

use super::*;
use crate::record::transcript::write_transcript;

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
