//! Texts that are nearly games, or meant to hurt: no reader panics, none takes more than linear
//! time, and what is read after all can be written.

use std::io::ErrorKind;
use std::time::Duration;

use bianca::clock::TimeControl;
use bianca::othello::{Color, Position};
use bianca::record::annotated::AnnotatedGame;
use bianca::record::board::parse_board;
use bianca::record::format::FileFormat;
use bianca::record::ggf::read_ggf;
use bianca::record::line::read_line;
use bianca::record::pasted::Pasted;
use bianca::record::pgn::read_pgn;
use bianca::record::reader::GameReader;
use bianca::record::sgf::read_annotated_sgf;
use bianca::record::transcript::parse_transcript;
use bianca::record::writer::write_game;
use cpu_time::ThreadTime;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rand::prelude::*;

use crate::records::games::{annotated, written};

/// Pieces that mean something in some format.
const PIECES: [&[u8]; 42] = [
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b";",
    b"\\",
    b"\"",
    b"\n",
    b"\r\n",
    b" ",
    b"%",
    b"#",
    b"/",
    b":",
    b"(;",
    b";)",
    b"(;GM[Othello]",
    b"(;GM[2]",
    b"BO[8 ",
    b"B[f5]",
    b"W[]",
    b"B[PA]",
    b"AB[aa:hh]",
    b"PL[W]",
    b"SZ[8]",
    b"(;B[f5](;W[d6])(;W[f4]))",
    b"(1. d3 c3 (1... c5))",
    b"[Event \"x\"]",
    b"[FEN \"8/8\"]",
    b"1. f5",
    b"pass",
    b"--",
    b"1-0",
    b"+1e9",
    b"-99999999999",
    b"99999999999999999999",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc3\xa9",
    b"\0",
];

/// Texts of other programs: what is read of them alone.
const FOREIGN: &[(FileFormat, &str)] = &[
    (
        FileFormat::Json,
        include_str!("../../data/texts/othello-quest.json"),
    ),
    (
        FileFormat::Json,
        "[{\"transcript\":\"f5d6c3\",\"black\":\"A\",\"start\":\"8/8/8/3ox3/3xo3/8/8/8 x\"},\
         {\"4\":{\"board_player\":34628173824,\"board_opponent\":68853694464,\"player\":0},\
         \"5\":{\"board_player\":1,\"board_opponent\":2,\"player\":1,\"policy\":26}}]\n[\"f5\",\"d6\"]",
    ),
    (
        FileFormat::Transcript,
        "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2 O to move\n\
         3 - - - - - - - - 3\n4 - - - O * - - - 4\n5 - - - * O - - - 5\n6 - - - - - - - - 6\n\
         7 - - - - - - - - 7\n8 - - - - - - - - 8\n1. f5 d6 2. c3\nd3 3. c4 33-31\nf5\nd6\nc3\n",
    ),
    (
        FileFormat::Transcript,
        "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *\n\
         ...........................10......01........................... 1\n\
         ---------------------------OX------XO--------------------------- O f4 % a\n\
         --------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nside=W\n",
    ),
];

/// Some games, the same at each run.
fn games(count: usize) -> Vec<AnnotatedGame> {
    let mut runner = TestRunner::deterministic();
    let strategy = annotated();
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}

/// A database of two games, the second of which breaks off.
fn database() -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 21, 2, 0, 0, 0, 0, 0, 0xcf, 0x07, 8, 0, 22, 0];
    for moves in [&[56u8, 64, 53, 46, 75, 66, 57, 65, 35][..], &[56, 64]] {
        let start = bytes.len();
        bytes.extend([0, 0, 1, 0, 2, 0, 64, 33]);
        bytes.extend(moves);
        bytes.resize(start + 68, 0);
    }
    bytes
}

/// The input with a few changes.
fn mutated(input: &[u8], random: &mut StdRng) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..12)).min(bytes.len());
        match random.random_range(0..6) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.truncate(at),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = random.random_range(0..=bytes.len());
                bytes.splice(to..to, copy);
            }
            3 if at < bytes.len() => bytes[at] = random.random(),
            _ => {
                let piece = PIECES.choose(random).unwrap();
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

/// Reads everything there is; each game that is read survives being written and read again.
fn read_all(input: &[u8], format: Option<FileFormat>) -> usize {
    if let Ok(pasted) = Pasted::read(input, 1000) {
        assert!(pasted.to_string().ends_with('\n'));
    }
    let reader = GameReader::new(input, format).unwrap();
    let format = reader.format();
    let mut last = 0;
    let mut count = 0;
    for entry in reader {
        let entry = match entry {
            // UTF-16 and what holds no games is refused as a whole.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::InvalidData | ErrorKind::Unsupported
                ) =>
            {
                break;
            }
            entry => entry.unwrap(),
        };
        count += 1;
        assert_eq!(entry.place.game, count as u64);
        assert!(entry.place.byte >= last, "{}", entry.place);
        last = entry.place.byte;
        match entry.game {
            Ok(game) => rewrite(&game, format),
            Err(error) => assert!(error.to_string().len() < 400, "{error}"),
        }
    }
    count
}

fn rewrite(game: &AnnotatedGame, format: FileFormat) {
    let kind = match format {
        format if !format.is_writable() => FileFormat::Pgn,
        format if format.is_of_lines() && game.game.start() != (Position::START, Color::Black) => {
            FileFormat::Obf
        }
        format => format,
    };
    let Ok(text) = write_game(game, kind) else {
        return;
    };
    let mut games = GameReader::new(text.as_bytes(), Some(kind)).unwrap();
    let again = games.next().expect("a game").unwrap().game;
    let again = again.unwrap_or_else(|error| panic!("{error}: {text}"));
    if kind.keeps_moves() {
        assert_eq!(again.game, game.game, "{text}");
    }
    assert_eq!(write_game(&again, kind).unwrap(), text);
}

#[test]
fn mutated_files_are_read_or_refused() {
    let mut inputs: Vec<(FileFormat, Vec<u8>)> = vec![(FileFormat::Wthor, database())];
    for (format, text) in FOREIGN {
        inputs.extend(std::iter::repeat_n((*format, text.as_bytes().to_vec()), 8));
    }
    for pair in games(60).chunks(2) {
        for format in written() {
            let texts = pair.iter().filter_map(|game| write_game(game, format).ok());
            inputs.push((format, texts.collect::<String>().into_bytes()));
        }
    }
    for seed in 0..12_000 {
        let mut random = StdRng::seed_from_u64(seed);
        let (format, input) = inputs.choose(&mut random).unwrap();
        let input = mutated(input, &mut random);
        let given = Some(*format).filter(|_| random.random_range(0..4) > 0);
        let read = std::panic::catch_unwind(|| read_all(&input, given));
        assert!(
            read.is_ok(),
            "seed {seed}, {given:?}: {}",
            String::from_utf8_lossy(&input)
        );
    }
}

#[test]
fn rubbish_is_read_or_refused() {
    for seed in 0..6_000 {
        let mut random = StdRng::seed_from_u64(seed);
        let length = random.random_range(0..40);
        let pieces = (0..length).map(|_| *PIECES.choose(&mut random).unwrap());
        let input: Vec<u8> = pieces.flatten().copied().collect();
        let format = FileFormat::ALL.choose(&mut random).copied();
        let read = std::panic::catch_unwind(|| read_all(&input, format));
        assert!(
            read.is_ok(),
            "seed {seed}, {format:?}: {}",
            String::from_utf8_lossy(&input)
        );
    }
}

/// The time of the fastest of three runs.
fn time(read: &dyn Fn(&str), text: &str) -> Duration {
    let times = (0..3).map(|_| {
        // Of the processor, for this thread: others may be busy.
        let start = ThreadTime::now();
        read(text);
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// Every reader, given eight times as much, takes some eight times as long; one with a quadratic
/// step would take sixty-four times.
#[test]
fn time_is_linear() {
    type Reader = (&'static str, &'static dyn Fn(&str));
    let readers: [Reader; 12] = [
        ("ggf", &|text| drop(read_ggf(text))),
        ("sgf", &|text| drop(read_annotated_sgf(text))),
        ("pgn", &|text| drop(read_pgn(text))),
        ("line", &|text| drop(read_line(text))),
        ("transcript", &|text| drop(parse_transcript(text))),
        ("board", &|text| drop(parse_board(text))),
        ("clock", &|text| drop(text.parse::<TimeControl>())),
        ("content", &|text| {
            FileFormat::of_content(text.as_bytes());
        }),
        ("stream of ggf", &|text| stream(text, FileFormat::Ggf)),
        ("stream of sgf", &|text| stream(text, FileFormat::Sgf)),
        ("stream of pgn", &|text| stream(text, FileFormat::Pgn)),
        ("stream of txt", &|text| {
            stream(text, FileFormat::Transcript)
        }),
    ];
    let shapes: [(&str, &str, &str); 38] = [
        ("", "(", ""),
        ("", "(;", ""),
        ("", "[", ""),
        ("", "]", ""),
        ("", " ", "x"),
        ("", "\n", ""),
        ("", "x", ""),
        ("", "-", ""),
        ("", "1", "."),
        ("", "1.", ""),
        ("", "pass", ""),
        ("", "0000", ""),
        ("", "f5-", ""),
        ("", "f5  d6  ", "x"),
        ("", "f5  x ", ""),
        ("", "f5 ", ""),
        ("", "f5d6c3d3c4f4", ""),
        ("", "(;GM[Othello]", ""),
        ("", "(;GM[2];B[f5])\n", ""),
        ("(;GM[Othello]", "C[x]", ";)"),
        ("(;GM[Othello]", "B[PA]", ";)"),
        ("(;GM[Othello]PB[", "x", "];)"),
        ("(;GM[2]C[", "\\]", "])"),
        ("(;GM[2]C[", "(;GM[2", "])"),
        ("(;GM[2]", "AB[aa:hh]", ")"),
        ("(;GM[2]", ";", ")"),
        ("[Event \"", "\\\"", "\"]"),
        ("1. f5 ", "{[Event}\n", ""),
        ("1. f5 ", "(", ""),
        ("1. f5 ", "(1. d3) ", "d6 *"),
        ("1. f5 ", "(1. d3 ", ""),
        ("1. f5 ", "(1. d3 ({x} ", ""),
        ("1. f5 (1. d3", ")", ""),
        ("(;GM[2];B[f5]", "(;W[d6])", ")"),
        ("(;GM[2];B[f5]", "(;W[d6]", ""),
        ("(;GM[2];B[f5];W[d6])", "(;W[a1])", ")"),
        ("(;GM[2];B[f5](;W[d6](", ";C[x]TR[aa:hh]", ")))"),
        ("1. f5 ", "$1 !? ", ""),
    ];
    for (name, read) in readers {
        for (before, unit, after) in shapes {
            let text = |bytes: usize| format!("{before}{}{after}", unit.repeat(bytes / unit.len()));
            let (small, large) = (time(read, &text(1 << 15)), time(read, &text(1 << 18)));
            // Some systems count a thread's time in steps of 16 ms.
            let most = 24 * small.max(Duration::from_millis(16));
            assert!(
                large < most,
                "{name}: {before}{unit}…{after}: {small:?}, eight times as much {large:?}"
            );
        }
    }
}

fn stream(text: &str, format: FileFormat) {
    let reader = GameReader::new(text.as_bytes(), Some(format)).unwrap();
    reader.for_each(|entry| drop(entry.unwrap()));
}
