//! What a format is called and has a place for, what of a file is read, and where reading ends.

use std::io::ErrorKind;
use std::path::Path;

use super::{game_of, moves_of};
use crate::record::annotated::AnnotatedGame;
use crate::record::error::Unwritable;
use crate::record::format::FileFormat;
use crate::record::pasted::Pasted;
use crate::record::reader::{FileEntry, GameReader, LONGEST_GAME};
use crate::record::sgf::{read_annotated_sgf, write_gogui_sgf};
use crate::record::writer::{GameWriter, WriteError, write_game};

/// All that is said of each format in its own file.
#[test]
fn every_format_has_its_words_and_its_abilities() {
    use FileFormat::{Board, Csv, Ggf, Json, Obf, Pgn, Sgf, Transcript, Wthor};
    // Its words; whether it is written, keeps moves, is of lines; where it names openings.
    type Row = (
        FileFormat,
        &'static [&'static str],
        [bool; 3],
        Option<&'static str>,
    );
    let rows: [Row; 9] = [
        (Ggf, &["ggf", "ggs"], [true, true, false], Some("ON")),
        (Sgf, &["sgf"], [true, true, false], Some("ON")),
        (Pgn, &["pgn"], [true, true, false], Some("Opening")),
        (
            Transcript,
            &["txt", "transcript", "xot"],
            [true, true, true],
            None,
        ),
        (Board, &["board", "brd", "pos"], [true, false, true], None),
        (Obf, &["obf"], [true, false, true], None),
        (Csv, &["csv", "tsv"], [false, true, false], None),
        (Json, &["json", "jsonl"], [false, true, false], None),
        (Wthor, &["wtb", "wthor"], [false, true, false], None),
    ];
    assert_eq!(FileFormat::ALL, rows.map(|row| row.0));
    for (format, words, abilities, opening) in rows {
        assert_eq!(
            (format.name(), format.to_string().as_str()),
            (words[0], words[0])
        );
        for word in words {
            assert_eq!(word.parse(), Ok(format));
            assert_eq!(word.to_uppercase().parse(), Ok(format));
            let path = format!("some.sgf/of.pgn.{word}");
            assert_eq!(FileFormat::of_path(Path::new(&path)), Some(format));
        }
        let found = [
            format.is_writable(),
            format.keeps_moves(),
            format.is_of_lines(),
        ];
        assert_eq!(found, abilities, "{format}");
        assert_eq!(format.opening_property(), opening, "{format}");
        let written = write_game(&game_of("f5d6").into(), format);
        assert_eq!(written.is_ok(), format.is_writable(), "{format}");
        if let Ok(text) = written {
            assert!(text.ends_with('\n'), "{text}");
            let mut reader = GameReader::new(text.as_bytes(), Some(format)).unwrap();
            let game = reader.next().unwrap().unwrap().game.unwrap();
            let moves = if format.keeps_moves() { "f5d6" } else { "" };
            assert_eq!(moves_of(&game), moves, "{format}");
            assert_eq!(game.game.position(), game_of("f5d6").position());
            assert!(reader.next().is_none());
        } else {
            assert_eq!(written, Err(Unwritable::ReadOnly(format)));
            let refused = GameWriter::new(Vec::new(), format).err();
            assert_eq!(refused, Some(Unwritable::ReadOnly(format)));
        }
    }
    for (path, format) in [
        ("sgf", None),
        (".sgf", None),
        ("a.", None),
        ("a.sgf.txt", Some(Transcript)),
    ] {
        assert_eq!(FileFormat::of_path(Path::new(path)), format, "{path}");
    }
    assert_eq!(
        FileFormat::writable_names(),
        "ggf, sgf, pgn, txt, board or obf"
    );
    assert_eq!(
        FileFormat::writable_extensions(),
        ".ggf, .sgf, .pgn, .txt, .board or .obf"
    );
    assert_eq!(
        "x".parse::<FileFormat>().unwrap_err().to_string(),
        "'x' is not a format (ggf, sgf, pgn, txt, board, obf, csv, json or wtb)"
    );
}

#[test]
fn a_writer_writes_one_game_after_the_other_and_gogui_s_only_as_sgf() {
    let games = ["f5", "f5d6"].map(|moves| AnnotatedGame::from(game_of(moves)));
    for &format in FileFormat::ALL.iter().filter(|format| format.is_writable()) {
        for for_gogui in [false, true] {
            let mut output = Vec::new();
            let mut writer = GameWriter::new(&mut output, format).unwrap();
            if for_gogui {
                writer = writer.for_gogui();
            }
            for game in &games {
                writer.write(game).unwrap();
            }
            writer.flush().unwrap();
            let expected: String = games
                .iter()
                .map(|game| match (format, for_gogui) {
                    (FileFormat::Sgf, true) => write_gogui_sgf(game) + "\n",
                    _ => write_game(game, format).unwrap(),
                })
                .collect();
            assert_eq!(String::from_utf8(output).unwrap(), expected);
        }
    }
    // What has no place leaves the output as it was.
    let mut output = Vec::new();
    let mut writer = GameWriter::new(&mut output, FileFormat::Transcript).unwrap();
    let refused = writer.write(&AnnotatedGame::default());
    assert!(matches!(
        refused,
        Err(WriteError::Unwritable(Unwritable::NoMove))
    ));
    assert!(output.is_empty());
}

fn entries(bytes: &[u8], format: Option<FileFormat>) -> Vec<FileEntry> {
    let reader = GameReader::new(bytes, format).unwrap();
    reader.map(Result::unwrap).collect()
}

#[test]
fn what_holds_no_games_is_told_by_its_first_bytes() {
    for (begin, word) in [
        (&b"PK\x03\x04"[..], "ZIP"),
        (b"\x1f\x8b", "gzip"),
        (b"BZh9", "bzip2"),
        (b"7z\xbc\xaf", "7z"),
        (b"Rar!", "RAR"),
        (b"\xfd7zXZ", "xz"),
        (b"(\xb5/\xfd", "zstd"),
        (b"%PDF-1", "PDF"),
        (b"{\\rtf1", "rich text"),
        (b"\x89PNG", "picture"),
        (b"\xff\xd8\xff", "picture"),
        (b"GIF89a", "picture"),
        (b"<html>", "HTML"),
        (b"XADEKOOB", "book of Edax"),
        (b"DICUORAGE", "book of Egaroucid"),
        (b"game=/lud/x", "Ludii"),
        (b"BIANCAGR", "records of games"),
    ] {
        for before in [&b""[..], b" \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"] {
            let bytes = [before, begin, b" f5d6\n"].concat();
            for format in [None, Some(FileFormat::Sgf), Some(FileFormat::Transcript)] {
                let mut reader = GameReader::new(&bytes[..], format).unwrap();
                let error = reader.next().unwrap().unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Unsupported, "{begin:?}");
                assert!(error.to_string().contains(word), "{error}");
                assert!(reader.next().is_none());
            }
        }
        // Behind something else such bytes say nothing.
        let inside = [b"f5\n", begin].concat();
        let first = entries(&inside, Some(FileFormat::Transcript)).remove(0);
        assert_eq!(moves_of(&first.game.unwrap()), "f5");
    }
}

/// A text of this length that ends in what is given, and holds nothing else of weight.
fn padded(begin: &str, end: &str, length: usize) -> String {
    let pad = length - begin.len() - end.len();
    format!("{begin}{}{end}", "x".repeat(pad))
}

#[test]
fn the_longest_line_and_game_are_read_and_one_byte_more_is_not() {
    for over in [0, 1] {
        let is_read = over == 0;
        let line = padded("f5 % ", "\nf5d6\n", (1 << 16) + 6 + over);
        let found = entries(line.as_bytes(), Some(FileFormat::Transcript));
        assert_eq!(found[0].game.is_ok(), is_read);
        assert_eq!(moves_of(found[1].game.as_ref().unwrap()), "f5d6");
        assert_eq!(found[1].place.line, Some(2));
        let begin = "(;GM[Othello]B[f5]C[";
        let game = padded(begin, "];)", LONGEST_GAME + over);
        let found = entries(game.as_bytes(), Some(FileFormat::Ggf));
        assert_eq!((found.len(), found[0].game.is_ok()), (1, is_read));
        let game = padded("(;GM[2];B[fe]C[", "])", LONGEST_GAME + over);
        let found = entries(game.as_bytes(), Some(FileFormat::Sgf));
        assert_eq!((found.len(), found[0].game.is_ok()), (1, is_read));
        let game = padded("[Event \"", "\"]\n\n1. f5 *\n", LONGEST_GAME + over);
        let found = entries(game.as_bytes(), Some(FileFormat::Pgn));
        assert_eq!((found.len(), found[0].game.is_ok()), (1, is_read));
    }
}

/// A game over several lines is tried of short texts only.
#[test]
fn a_text_is_tried_as_one_game_up_to_a_length() {
    for (length, games) in [(1 << 14, 1), ((1 << 14) + 1, 2)] {
        let mut text = "f5d6\nc3".to_owned();
        text += &" ".repeat(length - text.len());
        let reader = GameReader::of_bytes(text.as_bytes(), None).unwrap();
        assert_eq!(reader.count(), games, "{length}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        std::fs::write(&path, &text).unwrap();
        let reader = GameReader::open(&path, None).unwrap();
        assert_eq!(reader.count(), games, "{length}");
    }
    // A stream is never tried, and a log only for what is in it.
    assert_eq!(entries(b"f5d6\nc3", None).len(), 2);
    let log = "words\n(;GM[Othello]B[f5]\nW[d6];)\nmore words\n(;gm[othello]B[d3];)\n";
    let reader = GameReader::of_bytes(log.as_bytes(), Some(FileFormat::Transcript)).unwrap();
    assert_eq!(reader.format(), FileFormat::Ggf);
    let games = reader.filter_map(|entry| entry.unwrap().game.ok());
    let moves: Vec<String> = games.map(|game| moves_of(&game)).collect();
    assert_eq!(moves, ["f5d6", "d3"]);
    // Where lines give as many games they are read as lines.
    for (lines, count) in [
        ("words\n(;GM[Othello]B[f5]W[d6];)\nf5\n", 3),
        ("words\n(;GM[Othello]B[f5]W[d6];)\n", 2),
    ] {
        let lines = lines.as_bytes();
        let reader = GameReader::of_bytes(lines, Some(FileFormat::Transcript)).unwrap();
        assert_eq!(reader.format(), FileFormat::Transcript);
        assert_eq!(reader.count(), count);
    }
}

#[test]
fn each_fault_of_a_pasted_text_has_its_kind_and_its_word() {
    for (text, expected) in [
        (
            "f5a1",
            "fault|1|1|illegal|a1|move 2: illegal move: a1 for white",
        ),
        (
            "f5x9",
            "fault|1|1|unknown|x9|'x9' is not a move (a1 to h8, or pass)",
        ),
        ("a,moves\n1,", "fault|2|1|unknown|1,|'1,' is no game"),
        (
            "(;GM[3])",
            "fault|1|1|other||GM[3] is another game than Othello",
        ),
        (
            "(;GM[2];B[tt])",
            "fault|1|1|illegal|pass|move 1: illegal move: pass for black",
        ),
    ] {
        let pasted = Pasted::read(text.as_bytes(), 10).unwrap();
        let told = pasted.to_string().replace('\t', "|");
        assert_eq!(told, format!("{expected}\ntotal|1|\n"), "{text}");
    }
    // As many games as are asked for, and a word that there are more only if there are.
    for (most, games, more) in [(0, 0, true), (1, 1, true), (2, 2, false), (3, 2, false)] {
        let pasted = Pasted::read(b"f5\nx9\nd3\n", most).unwrap();
        assert_eq!(
            (pasted.games.len(), pasted.has_more),
            (games, more),
            "{most}"
        );
    }
}

#[test]
fn a_pasted_game_tells_its_event_or_else_its_place() {
    for (event, place, told) in [
        ("E", "P", "E"),
        ("", "P", "P"),
        (" ", "P", "P"),
        ("E", "", "E"),
    ] {
        let text = format!("(;GM[2]EV[{event}]PC[{place}]PB[b]PW[w]DT[d];B[fe]C[1.5 s];W[df])");
        let pasted = Pasted::read(text.as_bytes(), 1).unwrap().to_string();
        let game = pasted.lines().next().unwrap().replace('\t', "|");
        assert!(
            game.ends_with(&format!(" X|f5 d6|1.5,|b|w|{told}|d")),
            "{game}"
        );
    }
    // Of several judgements the first that people know is told.
    let mut game = read_annotated_sgf("(;GM[2];B[fe];W[df])").unwrap();
    for (glyphs, told) in [
        (vec![7, 0], None),
        (vec![7, 6, 1], Some(6)),
        (vec![1], Some(1)),
    ] {
        game.notes = vec![Default::default(), Default::default()];
        game.notes[1].glyphs = glyphs;
        let pasted = Pasted {
            games: vec![game.clone()],
            ..Pasted::default()
        };
        let text = pasted.to_string();
        let found = text
            .lines()
            .find_map(|line| line.strip_prefix("glyph\t2\t"));
        let told: Option<String> = told.map(|glyph: u8| glyph.to_string());
        assert_eq!(found, told.as_deref());
    }
}

#[test]
fn what_is_neither_text_nor_a_database_is_told_to_be_none() {
    // A picture of Windows has no day in its head.
    let bitmap = b"BM\x36\x10\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x08\0\0\0";
    let mut database = [0; 16];
    database[..4].copy_from_slice(&[20, 5, 12, 31]);
    database[10..12].copy_from_slice(&2005u16.to_le_bytes());
    for (bytes, is_read) in [
        (&bitmap[..], false),
        (&[1, 2, 3][..], true),
        (&database, true),
    ] {
        let read = GameReader::of_bytes(bytes, None).unwrap().next();
        match read {
            Some(Err(error)) => {
                assert!(!is_read, "{bytes:?}");
                assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
                assert!(error.to_string().contains("neither text nor a database"));
            }
            read => assert!(is_read, "{bytes:?}: {read:?}"),
        }
    }
}
