//! Records, files of them, and what is said of a file that is none.

use std::fs;
use std::io;
use std::path::Path;

use super::*;
use crate::book::BookError;
use crate::book::entry::{MOST_LINES, RECORD_BYTES, Record, order};
use crate::book::file::{BookFile, BookWriter, begins_a_book};
use bianca_records::log::checksum::write_line;
use bianca_rules::othello::Bitboard;

/// Bytes before and behind the records of a file.
const ENDS: [usize; 2] = [16, 504];

/// A canonical position with three moves.
fn position() -> Position {
    Place::of(after("f5")).unwrap().position
}

#[test]
fn each_field_of_a_record_stands_at_its_place() {
    let position = position();
    let moves: Vec<Square> = position.moves().into_iter().collect();
    let entry = Entry {
        position,
        score: Score(0x0123),
        lower: Score(-0x0456),
        upper: Score(0x0789),
        depth: 21,
        confidence: 87,
        best: Some(moves[1]),
        leaf: Some(Leaf {
            square: moves[2],
            score: Score(-0x0abc),
        }),
        expanded: true,
        lines: 0x0d_0e0f,
    };
    let [best, leaf] = [moves[1], moves[2]].map(|square| square.index() as u8);
    let discs = [position.own, position.opp].map(|set| set.0.to_le_bytes());
    let numbers = [
        0x23, 0x01, 0xaa, 0xfb, 0x89, 0x07, 0x44, 0xf5, 21, 87, best, leaf, 1, 0x0f, 0x0e, 0x0d,
    ];
    let expected = [&discs[0][..], &discs[1], &numbers].concat();
    assert_eq!(entry.record().to_vec(), expected);
    assert_eq!(Entry::read(&entry.record()), Some(entry));
    // Of a position and nothing else: no score, all is possible, no moves.
    let numbers = [
        0, 0, 0x00, 0xc0, 0x00, 0x40, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0,
    ];
    let expected = [&discs[0][..], &discs[1], &numbers].concat();
    assert_eq!(Entry::unknown(position).record().to_vec(), expected);
    let beyond = Entry {
        score: Score(20_000),
        lines: MOST_LINES + 1,
        ..Entry::unknown(position)
    };
    let read = Entry::read(&beyond.record()).unwrap();
    assert_eq!((read.score, read.lines), (Score::MAX, 0xff_ffff));
}

#[test]
fn what_a_record_says_is_within_the_limits_of_the_game() {
    let position = position();
    let legal = position.moves().first().unwrap().index() as u8;
    let occupied = position.own.first().unwrap().index() as u8;
    let distant = (position.empty() - position.moves()).first().unwrap();
    let distant = distant.index() as u8;
    let read = |changes: &[(usize, &[u8])]| {
        let mut record: Record = Entry::unknown(position).record();
        for &(at, bytes) in changes {
            record[at..at + bytes.len()].copy_from_slice(bytes);
        }
        Entry::read(&record)
    };
    let number = |number: i16| number.to_le_bytes();
    for (at, value, allowed) in [
        (16, 16_384, true),
        (16, 16_385, false),
        (16, -16_384, true),
        (16, -16_385, false),
        (18, 0, true),
        (18, 1, false),
        (18, -16_385, false),
        (20, 0, true),
        (20, -1, false),
        (20, 16_385, false),
        // Without a leaf nobody looks at its score.
        (22, 16_385, true),
    ] {
        let found = read(&[(at, &number(value))]);
        assert_eq!(found.is_some(), allowed, "{value} at {at}");
    }
    for (value, allowed) in [
        (16_384, true),
        (16_385, false),
        (-16_384, true),
        (-16_385, false),
    ] {
        let found = read(&[(22, &number(value)), (27, &[legal])]);
        let score = found.map(|entry| entry.leaf.unwrap().score);
        assert_eq!(score, Some(Score(value.into())).filter(|_| allowed));
    }
    for (at, value, allowed) in [
        (24, 60, true),
        (24, 61, false),
        (25, 100, true),
        (25, 101, false),
        (26, legal, true),
        (26, occupied, false),
        (26, distant, false),
        (26, 64, false),
        (26, 254, false),
        (27, legal, true),
        (27, occupied, false),
        (27, distant, false),
        (27, 64, false),
        (28, 0, true),
        (28, 0xff, true),
    ] {
        assert_eq!(
            read(&[(at, &[value])]).is_some(),
            allowed,
            "{value} at {at}"
        );
    }
    let expanded = [0, 1, 2, 3].map(|flags| read(&[(28, &[flags])]).unwrap().expanded);
    assert_eq!(expanded, [false, true, false, true]);
}

#[test]
fn a_position_that_no_game_has_is_in_no_book() {
    let board = |own: &[&str], opp: &[&str]| {
        let squares = |names: &[&str]| -> Bitboard {
            let square = |name: &&str| name.parse::<Square>().unwrap();
            names.iter().map(square).collect()
        };
        Position {
            own: squares(own),
            opp: squares(opp),
        }
    };
    let three_discs = board(&["a1", "h8"], &["b1"]);
    let no_move = board(&["a1", "a2", "a3", "a4"], &["h8"]);
    let twice = board(&["a1", "a2", "a3"], &["b1", "a3"]);
    for (wrong, name) in [
        (three_discs, "three discs"),
        (no_move, "no move"),
        (twice, "two discs on a square"),
    ] {
        let canonical = Symmetry::canonical(wrong).0;
        let record = Entry::unknown(canonical).record();
        assert_eq!(Entry::read(&record), None, "{name}");
        if name != "two discs on a square" {
            assert_eq!(Place::of(wrong), None, "{name}");
        }
    }
    let four_discs = board(&["a1", "h8"], &["b1", "h1"]);
    let place = Place::of(four_discs).unwrap();
    assert_eq!(place.symmetry.position(four_discs), place.position);
    assert!(Entry::read(&Entry::unknown(place.position).record()).is_some());
}

#[test]
fn positions_stand_in_the_order_of_empty_squares_and_of_both_sides_discs() {
    let at = |own, opp| Position {
        own: Bitboard(own),
        opp: Bitboard(opp),
    };
    let ordered = [
        at(0b1000, 0b111),
        at(1, 0b110),
        at(1, 0b1010),
        at(0b10, 0b101),
        at(0b11, 0b100),
        at(1 << 40, 0b11),
        at(1, 0b10),
    ];
    for (rank, one) in ordered.iter().enumerate() {
        for (other_rank, other) in ordered.iter().enumerate() {
            assert_eq!(
                order(one, other),
                rank.cmp(&other_rank),
                "{one:?} {other:?}"
            );
        }
    }
}

/// Entries in order, of many numbers of empty squares, each field filled.
fn many(count: usize, seed: u64) -> Vec<Entry> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut entries = Entries::new();
    for empties in [3, 9, 30, 31, 52] {
        for game in RandomGames::new(empties, seed).take(count / 5) {
            let position = Place::of(game.position()).unwrap().position;
            let mut any = || position.moves().into_iter().choose(&mut random);
            let (best, leaf) = (any(), any());
            let lower = Score(random.random_range(-900..0));
            entries.insert(
                position,
                Entry {
                    position,
                    score: Score(random.random_range(0..900)),
                    lower,
                    upper: Score(random.random_range(900..2000)),
                    depth: random.random_range(0..=60),
                    confidence: random.random_range(0..=100),
                    best,
                    leaf: leaf.map(|square| Leaf {
                        square,
                        score: Score(lower.0 / 2),
                    }),
                    expanded: random.random(),
                    lines: random.random_range(0..=MOST_LINES),
                },
            );
        }
    }
    crate::book::store::sorted(&entries)
}

/// The checksum of Ethernet, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

/// The bytes of a file with these entries, by the description of its form.
fn laid_out(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = b"Bianca book\0\0\0\0\x01".to_vec();
    let records: Vec<u8> = entries.iter().flat_map(Entry::record).collect();
    bytes.extend(&records);
    let mut table = Vec::new();
    for empties in 0..62 {
        let before = entries
            .iter()
            .filter(|entry| entry.position.empties() < empties);
        table.extend((before.count() as u64).to_le_bytes());
    }
    table.extend(crc(&records).to_le_bytes());
    table.extend(crc(&table).to_le_bytes());
    bytes.extend(table);
    bytes
}

#[test]
fn a_file_is_laid_out_as_its_form_says() {
    for entries in [many(60, 1), Vec::new()] {
        let mut writer = BookWriter::begin(Vec::new()).unwrap();
        for entry in &entries {
            writer.write(entry).unwrap();
        }
        assert_eq!(writer.finish().unwrap(), laid_out(&entries));
    }
    for (content, begins) in [
        (b"Bianca book\0\0\0\0\x02".as_slice(), true),
        (b"Bianca book", true),
        (b"Bianca boo", false),
        (b" Bianca book", false),
    ] {
        assert_eq!(begins_a_book(content), begins);
    }
}

/// Writes bytes as a file and opens it.
fn opened(path: &Path, bytes: &[u8]) -> Result<BookFile, BookError> {
    fs::write(path, bytes).unwrap();
    BookFile::open(path)
}

#[test]
fn a_book_of_many_records_is_found_whole_and_damage_is_told_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let entries = many(10_000, 2);
    // More than are read at once.
    assert!(entries.len() > 4500, "{}", entries.len());
    let bytes = laid_out(&entries);
    let book = opened(&path, &bytes).unwrap();
    assert_eq!(book.count(), entries.len() as u64);
    let read: Vec<Entry> = book.entries().map(Result::unwrap).collect();
    assert!(read == entries);
    for entry in entries.iter().step_by(53).chain(entries.last()) {
        assert_eq!(book.find(&entry.position).unwrap(), Some(*entry));
    }
    // More empty squares than any position of a book has.
    for own in [1, 3] {
        let sparse = Position {
            own: Bitboard(own),
            opp: Bitboard(own << 2),
        };
        assert_eq!(book.find(&sparse).unwrap(), None);
    }
    drop(book);
    // A record that is none, and two that stand the wrong way round.
    let mut damaged = bytes.clone();
    damaged[ENDS[0] + 4300 * RECORD_BYTES + 24] = 200;
    let swapped = (0..entries.len() - 1).find(|&at| {
        at > 50 && entries[at].position.empties() == entries[at + 1].position.empties()
    });
    let swapped = swapped.unwrap();
    let middle = ENDS[0] + (swapped + 1) * RECORD_BYTES;
    damaged[middle - RECORD_BYTES..middle + RECORD_BYTES].rotate_left(RECORD_BYTES);
    let book = opened(&path, &damaged).unwrap();
    assert_eq!(book.find(&entries[4300].position).unwrap(), None);
    let mut expected: Vec<Result<Entry, String>> = entries.iter().map(|one| Ok(*one)).collect();
    let told = |what: &str| Err(format!("{}: the book is damaged: {what}", path.display()));
    expected.swap(swapped, swapped + 1);
    expected[swapped + 1] = told("its records are not in order");
    expected[4300] = told("a record is none");
    expected.push(told("its checksum is wrong"));
    let read = book
        .entries()
        .map(|one| one.map_err(|error| error.to_string()));
    assert!(read.collect::<Vec<_>>() == expected);
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let entries = many(20, 3);
    let whole = laid_out(&entries);
    let count = entries.len();
    let table = whole.len() - ENDS[1];
    let with_table = |changes: &[(usize, u64)]| {
        let mut bytes = whole.clone();
        for &(at, number) in changes {
            bytes[table + 8 * at..][..8].copy_from_slice(&number.to_le_bytes());
        }
        let own = crc(&bytes[table..whole.len() - 4]).to_le_bytes();
        bytes[whole.len() - 4..].copy_from_slice(&own);
        bytes
    };
    assert!(opened(&path, &with_table(&[])).is_ok());
    let damaged = |what: &str| format!("{}: the book is damaged: {what}", path.display());
    let no_fit = damaged("its table does not fit its size");
    let other = format!(
        "{} is not a book of Bianca's (bianca book import reads those of others)",
        path.display()
    );
    let mut later = whole.clone();
    later[15] = 2;
    for (bytes, error) in [
        (Vec::new(), other.clone()),
        (whole[..15].to_vec(), other.clone()),
        (later, other),
        (whole[..16].to_vec(), damaged("it is cut off")),
        (whole[..whole.len() - 1].to_vec(), damaged("it is cut off")),
        (
            whole[..whole.len() - RECORD_BYTES].to_vec(),
            damaged("its table is not as it was written"),
        ),
        (with_table(&[(0, 1)]), no_fit.clone()),
        (with_table(&[(61, count as u64 + 1)]), no_fit.clone()),
        (with_table(&[(61, count as u64 - 1)]), no_fit.clone()),
        (with_table(&[(20, count as u64), (21, 0)]), no_fit),
    ] {
        assert_eq!(opened(&path, &bytes).unwrap_err().to_string(), error);
    }
    let missing = folder.path().join("none");
    let error = BookFile::open(&missing).unwrap_err();
    assert!(
        matches!(&error, BookError::File { path, error }
            if *path == missing && error.kind() == io::ErrorKind::NotFound),
        "{error}"
    );
}

#[test]
fn a_damaged_book_is_repaired_without_what_was_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let entries = many(50, 4);
    let mut bytes = laid_out(&entries);
    for at in [3, 4] {
        bytes[ENDS[0] + at * RECORD_BYTES + 25] = 101;
    }
    fs::write(&path, bytes).unwrap();
    let mut learner = Learner::open(&path).unwrap();
    let report = repair(&mut learner).unwrap();
    // Two records and the checksum of all.
    assert_eq!(report.damaged, 3);
    assert_eq!(report.positions, entries.len() as u64 - 2);
    assert!(!report.is_sound());
    let report = repair(&mut learner).unwrap();
    assert_eq!((report.damaged, report.inconsistent), (0, 0));
    assert!(report.is_sound());
    let kept = learner
        .store()
        .entries()
        .map(|entry| entry.unwrap().position);
    let mut expected: Vec<Position> = entries.iter().map(|entry| entry.position).collect();
    expected.drain(3..5);
    assert_eq!(kept.collect::<Vec<_>>(), expected);
}

#[test]
fn each_piece_that_is_learned_is_a_line_with_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let entries = many(10, 5);
    let lines = || -> Vec<serde_json::Value> {
        let text = fs::read_to_string(folder.path().join("book.log")).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect()
    };
    let digits = |entry: &Entry| -> String {
        let bytes = entry.record();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let line = |number: u64, entries: &[Entry]| -> (u64, Vec<String>) {
        (number, entries.iter().map(digits).collect())
    };
    let learned = || -> Vec<(u64, Vec<String>)> {
        let told = |line: &serde_json::Value| {
            let texts = line["entries"].as_array().unwrap().iter();
            let texts = texts.map(|text| text.as_str().unwrap().to_owned());
            (line["number"].as_u64().unwrap(), texts.collect())
        };
        lines()[1..].iter().map(told).collect()
    };
    let mut learner = Learner::open(&path).unwrap();
    assert_eq!(lines()[0]["bianca_book"], 1);
    learner.learn(&entries[..2]).unwrap();
    learner.learn(&[]).unwrap();
    learner.learn(&entries[2..3]).unwrap();
    drop(learner);
    let mut learner = Learner::open(&path).unwrap();
    learner.learn(&entries[1..2]).unwrap();
    let (first, last) = (line(0, &entries[..2]), line(2, &entries[1..2]));
    assert_eq!(learned(), [first, line(1, &entries[2..3]), last]);
    assert_eq!(learner.store().counts(), (0, 3));
    learner.compact().unwrap();
    assert_eq!(learned(), []);
    learner.learn(&entries[..1]).unwrap();
    assert_eq!(learned(), [line(0, &entries[..1])]);
    assert_eq!(learner.store().counts(), (3, 1));
    drop(learner);
    // A line that is none is refused, and the book as well.
    let log = folder.path().join("book.log");
    let whole = fs::read_to_string(&log).unwrap();
    let open = |text: &str| {
        fs::write(&log, text).unwrap();
        let told = |error: BookError| error.to_string();
        [Store::open(&path).map(drop), Learner::open(&path).map(drop)].map(|one| one.map_err(told))
    };
    assert_eq!(open(&whole), [Ok(()), Ok(())]);
    let header = whole.lines().next().unwrap();
    let wrong = [
        digits(&entries[0]).replacen("ff", "fg", 1),
        digits(&entries[0])[2..].to_owned(),
        digits(&entries[0]) + "00",
    ];
    for wrong in wrong {
        let piece = serde_json::json!({"number": 0, "entries": [digits(&entries[1]), wrong]});
        let piece = String::from_utf8(write_line(&piece).unwrap()).unwrap();
        let expected = format!("{} line 2: a record is none", log.display());
        for told in open(&format!("{header}\n{piece}{piece}")) {
            assert_eq!(told, Err(expected.clone()), "{wrong}");
        }
    }
    // Without a log the file alone counts, without a file the log alone.
    fs::remove_file(&log).unwrap();
    assert_eq!(Store::open(&path).unwrap().counts(), (3, 0));
    assert_eq!(Learner::open(&path).unwrap().store().counts(), (3, 0));
    fs::write(&log, &whole).unwrap();
    fs::remove_file(&path).unwrap();
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.counts(), (0, 1));
    // A book that is gone stays as it was read.
    fs::remove_file(&log).unwrap();
    assert!(store.refresh().is_err());
    assert_eq!(store.find(&entries[0].position).unwrap(), Some(entries[0]));
}

#[test]
fn what_was_learned_last_of_a_position_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let first: [Entry; 4] = many(10, 6)[..4].try_into().unwrap();
    let later = |by: i32| -> Vec<Entry> {
        let changed = first.iter().map(|entry| Entry {
            score: Score(entry.score.0 + by),
            lines: entry.lines + 1,
            ..*entry
        });
        changed.collect()
    };
    let (second, third) = (later(-37), later(59));
    let mut learner = Learner::open(&path).unwrap();
    learner.learn(&first).unwrap();
    learner.learn(&second[1..]).unwrap();
    // Twice within a line as well.
    learner.learn(&[second[2], third[2], third[3]]).unwrap();
    let expected = [first[0], second[1], third[2], third[3]];
    let look = |store: &Store| {
        first
            .each_ref()
            .map(|one| store.find(&one.position).unwrap())
    };
    assert_eq!(look(learner.store()), expected.map(Some));
    assert_eq!(look(&Store::open(&path).unwrap()), expected.map(Some));
    drop(learner);
    let mut learner = Learner::open(&path).unwrap();
    assert_eq!(look(learner.store()), expected.map(Some));
    learner.compact().unwrap();
    assert_eq!(look(&Store::open(&path).unwrap()), expected.map(Some));
}

#[test]
fn a_new_book_is_given_up_unless_something_was_learned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let entries = many(10, 6);
    Learner::open(&path).unwrap().abandon();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let mut learner = Learner::open(&path).unwrap();
    learner.learn(&entries).unwrap();
    learner.abandon();
    let left = Store::open(&path).unwrap();
    assert_eq!(left.counts(), (0, entries.len() as u64));
    // One that was there stays.
    Learner::open(&path).unwrap().abandon();
    assert_eq!(Store::open(&path).unwrap().counts(), left.counts());
}

#[test]
fn the_built_in_book_is_a_store_of_its_own() {
    let store = Store::built_in();
    let entries = builtin::entries();
    assert_eq!(store.counts(), (0, entries.len() as u64));
    assert_eq!(store.entries().count(), entries.len());
    let (_, start) = store.find_any(Position::START).unwrap().unwrap();
    assert_eq!(Some(&start), entries.get(&start.position));
}
