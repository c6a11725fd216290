//! WTHOR's database, its bytes laid out here one by one: headers in which every number is another,
//! records, lists of names and where they stand, files that are longer or shorter than they say.

use std::fs;
use std::path::Path;

use super::moves_of;
use crate::record::annotated::{AnnotatedGame, Theory};
use crate::record::error::ReadError;
use crate::record::format::FileFormat;
use crate::record::reader::{FileEntry, GameReader};
use crate::record::wthor::{HEADER, Header, Names, RECORD, WthorError, read_header, read_record};
use bianca_rules::othello::{Bitboard, Color, OthelloGame, Position, Square};
use bianca_rules::score::Score;

/// A header whose bytes are all different.
const BYTES: [u8; HEADER] = [
    20, 26, 11, 21, // When it was made: century, year, month, day.
    0x04, 0x03, 0x02, 0x01, // Games.
    0x06, 0x05, // Names.
    0xdb, 0x07, // Year: 2011.
    8, 9, 24, 10, // Size, kind, empty squares, nothing.
];

const HEADER_READ: Header = Header {
    games: 0x0102_0304,
    names: 0x0506,
    year: 2011,
    size: 8,
    theory_empties: 24,
};

/// A header of a file of games.
fn head(games: u8) -> Vec<u8> {
    let mut bytes = BYTES.to_vec();
    bytes[4..8].copy_from_slice(&[games, 0, 0, 0]);
    bytes
}

/// A record: the tournament, black, white, black's discs, those of perfect play, moves.
fn record(numbers: [u16; 3], discs: [u8; 2], moves: &[u8]) -> Vec<u8> {
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
    bytes.extend(discs);
    bytes.extend(moves);
    bytes.resize(RECORD, 0);
    bytes
}

fn read(header: &Header, bytes: &[u8]) -> AnnotatedGame {
    read_record(header, &Names::default(), bytes).unwrap()
}

#[test]
fn each_number_of_a_header_has_its_place() {
    assert_eq!(read_header(&BYTES), Some(HEADER_READ));
    let mut longer = BYTES.to_vec();
    longer.push(7);
    assert_eq!(read_header(&longer), Some(HEADER_READ));
    for length in 0..HEADER {
        assert_eq!(read_header(&BYTES[..length]), None);
    }
    let changed = |place: usize, byte: u8| {
        let mut bytes = BYTES;
        bytes[place] = byte;
        read_header(&bytes).unwrap()
    };
    // Older files say neither the size nor the empty squares.
    for byte in 0..=255 {
        let size = if byte == 0 { 8 } else { byte };
        let theory_empties = if byte == 0 { 22 } else { u32::from(byte) };
        let expected = Header {
            size,
            ..HEADER_READ
        };
        assert_eq!(changed(12, byte), expected);
        let expected = Header {
            theory_empties,
            ..HEADER_READ
        };
        assert_eq!(changed(14, byte), expected);
        for ignored in [0, 1, 2, 3, 13, 15] {
            assert_eq!(changed(ignored, byte), HEADER_READ);
        }
    }
}

#[test]
fn each_number_of_a_record_has_its_place() {
    let game = read(
        &HEADER_READ,
        &record([0x0102, 0x0304, 0x0506], [40, 30], &[56, 64]),
    );
    assert_eq!(
        (&*game.event, &*game.black, &*game.white),
        ("tournament 258", "player 772", "player 1286")
    );
    assert_eq!((&*game.date, moves_of(&game).as_str()), ("2011", "f5d6"));
    assert_eq!(game.result, Some(Score::from_discs(16)));
    let theory = Theory {
        score: -4,
        empties: 24,
    };
    assert_eq!(game.theory, Some(theory));
    assert_eq!(
        (game.komi, game.black_rating, game.forfeit, game.other.len()),
        (None, None, None, 0)
    );
    let undated = Header {
        year: 0,
        theory_empties: 20,
        ..HEADER_READ
    };
    for discs in 0..=64 {
        let game = read(&undated, &record([0; 3], [discs, 64 - discs], &[56]));
        let score = i32::from(discs) - i32::from(64 - discs);
        assert_eq!(game.result, Some(Score::from_discs(score)), "{discs}");
        let theory = Theory {
            score: -score,
            empties: 20,
        };
        assert_eq!((&*game.date, game.theory), ("", Some(theory)));
    }
    // A game that is over has the discs of its board, the empty squares with the winner.
    let wipe_out = [65, 46, 35, 66, 57, 64, 75, 56, 53];
    for (discs, refuted) in [(64, None), (0, Some("-64.00")), (38, Some("12.00"))] {
        let game = read(&HEADER_READ, &record([0; 3], [discs, 32], &wipe_out));
        assert_eq!(moves_of(&game), super::WIPE_OUT);
        assert_eq!(game.contradiction.as_deref(), refuted);
        assert_eq!(game.result_for_black(), Some(Score::MAX));
    }
}

/// Each code as the only move of a game, against the ranks and files that its digits say.
#[test]
fn a_code_is_a_rank_and_a_file() {
    for code in 1..=255u8 {
        let read = read_record(
            &HEADER_READ,
            &Names::default(),
            &record([0; 3], [32, 32], &[code]),
        );
        let (rank, file) = (code / 10, code % 10);
        let is_square = (1..=8).contains(&rank) && (1..=8).contains(&file);
        match (code, read) {
            (56 | 65 | 43 | 34, Ok(game)) => {
                let name = format!("{}{rank}", char::from(b'a' + file - 1));
                assert_eq!(moves_of(&game), name);
            }
            (_, Err(ReadError::Illegal { number: 1, .. })) => assert!(is_square, "{code}"),
            (_, Err(ReadError::BadCode { number, code: told })) => {
                assert_eq!((number, told, is_square), (1, code, false));
            }
            (_, other) => panic!("{code}: {other:?}"),
        }
    }
    // The last byte of a record counts, too.
    let mut last = record([0; 3], [32, 32], &[]);
    last[RECORD - 1] = 56;
    let error = read_record(&HEADER_READ, &Names::default(), &last);
    assert_eq!(error, Err(ReadError::BadCode { number: 1, code: 0 }));
    assert_eq!(
        moves_of(&read(&HEADER_READ, &record([0; 3], [32, 32], &[]))),
        ""
    );
    // Passes are not stored.
    let passing = [43, 33, 56, 42, 41, 51, 23, 31, 24];
    let game = read(&HEADER_READ, &record([0; 3], [32, 32], &passing));
    assert_eq!(game.silent_passes, [8]);
}

fn entries(bytes: &[u8]) -> Vec<FileEntry> {
    let reader = GameReader::new(bytes, Some(FileFormat::Wthor)).unwrap();
    reader.map(Result::unwrap).collect()
}

#[test]
fn a_file_has_as_many_games_as_it_says() {
    let one = record([1, 2, 3], [32, 32], &[56]);
    let told = |games: u8, bytes: &[u8]| -> Vec<String> {
        let mut file = head(games);
        file.extend(bytes);
        let describe = |entry: FileEntry| match entry.game {
            Ok(game) => format!("{}: {}", entry.place, moves_of(&game)),
            Err(error) => format!("{}: {error}", entry.place),
        };
        entries(&file).into_iter().map(describe).collect()
    };
    let two = [one.clone(), one.clone()].concat();
    let games = ["byte 16, game 1: f5", "byte 84, game 2: f5"];
    assert_eq!(told(0, &[]), [""; 0]);
    assert_eq!(told(1, &one), games[..1]);
    assert_eq!(told(2, &two), games);
    assert_eq!(
        told(3, &two)[1..],
        [
            games[1],
            "byte 152, game 3: the file ends after 2 of 3 games"
        ]
    );
    assert_eq!(
        told(2, &two[..two.len() - 1]),
        [games[0], "byte 84, game 2: the file ends within the game"]
    );
    assert_eq!(
        told(1, &two),
        [
            games[0],
            "byte 84, game 2: 'more bytes than the header says' is no game"
        ]
    );
    assert_eq!(told(1, &[one, vec![0]].concat()).len(), 2);
    for (bytes, error) in [
        (BYTES[..15].to_vec(), ReadError::Truncated),
        (Vec::new(), ReadError::Truncated),
        (
            {
                let mut bytes = head(1);
                bytes[12] = 10;
                bytes
            },
            ReadError::OtherSize("10".into()),
        ),
    ] {
        let entries = entries(&bytes);
        assert_eq!((entries.len(), entries[0].place.byte), (1, 0));
        assert_eq!((entries[0].place.game, &entries[0].game), (1, &Err(error)));
    }
}

#[test]
fn a_database_is_known_by_a_head_that_can_be_one() {
    let mut head = [0; HEADER];
    head[..4].copy_from_slice(&[20, 5, 12, 31]);
    head[10..12].copy_from_slice(&2005u16.to_le_bytes());
    let is_database = |bytes: &[u8]| FileFormat::of_content(bytes) == Some(FileFormat::Wthor);
    assert!(is_database(&head));
    for (at, wrong) in [
        (0, 66),
        (1, 100),
        (2, 13),
        (3, 32),
        (11, 0x36),
        (12, 9),
        (13, 2),
        (14, 61),
    ] {
        let mut other = head;
        other[at] = wrong;
        assert!(!is_database(&other), "{at}");
    }
    // Of a head that is cut off, a byte that no text has.
    for (byte, is_text) in [(0, false), (8, false), (b'\t', true), (b'\r', true)] {
        assert_eq!(is_database(&[b'f', byte, b'5']), !is_text, "{byte}");
    }
}

/// A list of names in fields of this length, with a count that may be another.
fn list(names: &[&[u8]], length: usize, count: u16) -> Vec<u8> {
    let mut bytes = BYTES.to_vec();
    bytes[8..10].copy_from_slice(&count.to_le_bytes());
    for name in names {
        let mut field = name.to_vec();
        field.resize(length, 0);
        bytes.extend(field);
    }
    bytes
}

/// The event, black and white of a game with these numbers beside these lists.
fn named(folder: &Path, numbers: [u16; 3]) -> [String; 3] {
    let path = folder.join("WTH_2011.wtb");
    fs::write(&path, [head(1), record(numbers, [32, 32], &[56])].concat()).unwrap();
    let game = GameReader::open(&path, None).unwrap().next().unwrap();
    let game = game.unwrap().game.unwrap();
    [game.event, game.black, game.white]
}

#[test]
fn names_are_cut_at_their_length_and_end_at_a_zero() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let players: [&[u8]; 5] = [
        b" Ann ",
        b"12345678901234567890",
        b"B\0C",
        b"\xc9mile\t\x07",
        b"never",
    ];
    fs::write(folder.join("WTHOR.JOU"), list(&players, 20, 4)).unwrap();
    let events: [&[u8]; 2] = [b"12345678901234567890123456", b"Rome"];
    fs::write(folder.join("WTHOR.TRN"), list(&events, 26, 2)).unwrap();
    for (numbers, names) in [
        (
            [0, 0, 1],
            ["12345678901234567890123456", "Ann", "12345678901234567890"],
        ),
        ([1, 2, 3], ["Rome", "B", "Émile"]),
        // More names than the header counts are none.
        ([2, 3, 4], ["tournament 2", "Émile", "player 4"]),
    ] {
        assert_eq!(named(folder, numbers), names);
    }
    for (bytes, is_whole) in [
        (list(&players[..4], 20, 4), true),
        (list(&players[..4], 20, 5), false),
        (list(&players[..4], 20, 4)[..HEADER + 79].to_vec(), false),
        (BYTES[..15].to_vec(), false),
        (list(&[], 20, 0), true),
    ] {
        fs::write(folder.join("WTHOR.JOU"), bytes).unwrap();
        let names = Names::beside(&folder.join("x.wtb"));
        match names {
            Ok(_) => assert!(is_whole),
            Err(WthorError::NotNames(path)) => {
                assert_eq!((path, is_whole), (folder.join("WTHOR.JOU"), false));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn the_list_of_its_own_name_goes_before_wthor_s_and_that_before_one_alone() {
    for (lists, name) in [
        (&["WTH_2011.JOU", "WTHOR.JOU", "A.JOU"][..], "WTH_2011.JOU"),
        (&["wth_2011.jou", "A.JOU"], "wth_2011.jou"),
        (&["WTHOR.JOU", "A.JOU", "Z.JOU"], "WTHOR.JOU"),
        (&["wthor.Jou", "A.JOU"], "wthor.Jou"),
        (&["Z.JOU"], "Z.JOU"),
        (&["A.JOU", "Z.JOU"], "player 0"),
        (&["WTHOR.TRN"], "player 0"),
        (&["WTHOR.JOU.txt"], "player 0"),
        (&[], "player 0"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for list_name in lists {
            let length = if list_name.ends_with("TRN") { 26 } else { 20 };
            let bytes = list(&[list_name.as_bytes()], length, 1);
            fs::write(folder.path().join(list_name), bytes).unwrap();
        }
        assert_eq!(named(folder.path(), [0; 3])[1], name, "{lists:?}");
        let event = if lists.contains(&"WTHOR.TRN") {
            "WTHOR.TRN"
        } else {
            "tournament 0"
        };
        assert_eq!(named(folder.path(), [0; 3])[0], event, "{lists:?}");
    }
}

/// What a database knows of a game is the same after it is written and read, and so is a start off
/// the centre.
#[test]
fn what_a_database_knows_is_written_by_other_formats() {
    let mut game = read(&HEADER_READ, &record([1, 2, 3], [20, 30], &[56, 64, 33]));
    game.silent_passes.clear();
    for format in [FileFormat::Sgf, FileFormat::Pgn] {
        let text = crate::record::writer::write_game(&game, format).unwrap();
        let again = entries_of(&text, format);
        assert_eq!(again, game, "{format}");
    }
    let corner = OthelloGame::from_position(
        Position {
            own: Bitboard::from(Square::at(1, 0)),
            opp: Bitboard::from(Square::at(2, 0)),
        },
        Color::White,
    );
    for format in [FileFormat::Sgf, FileFormat::Pgn, FileFormat::Ggf] {
        let placed = AnnotatedGame::from(corner.clone());
        let text = crate::record::writer::write_game(&placed, format).unwrap();
        assert_eq!(entries_of(&text, format).game, corner, "{format}");
    }
}

/// The only game of a text.
fn entries_of(text: &str, format: FileFormat) -> AnnotatedGame {
    let mut reader = GameReader::new(text.as_bytes(), Some(format)).unwrap();
    let game = reader.next().unwrap().unwrap().game.unwrap();
    assert!(reader.next().is_none());
    game
}
