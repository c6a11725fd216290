//! Round trips, hostile input, and what is told of what is left out.

use super::*;
use crate::book::entry::MOST_LINES;
use crate::othello::Symmetry;
use crate::othello::random::RandomGames;
use proptest::prelude::*;
use std::path::PathBuf;
use tempfile::TempDir;

const FORMATS: [Format; 3] = [Format::Edax, Format::Egaroucid, Format::Text];

struct Scratch {
    folder: TempDir,
}

impl Scratch {
    fn new() -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        Scratch { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn learner(&self, name: &str) -> Learner {
        Learner::open(&self.path(name)).unwrap()
    }
}

/// Positions of random games, each with the positions behind some of its moves; whole discs.
fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for (number, game) in RandomGames::new(20, 5).take(60).enumerate() {
        let mut position = Some(game.position());
        for depth in 0..4 {
            let Some(place) = position.and_then(Place::of) else {
                break;
            };
            let square = place.position.moves().into_iter().last();
            let value = (number as i32 % 20 - 10) * (depth + 1);
            entries.push(Entry {
                score: Score::from_discs(value),
                depth: 12,
                confidence: 73,
                best: square,
                leaf: square.map(|square| Leaf {
                    square,
                    score: Score::from_discs(value),
                }),
                lines: number as u32,
                ..Entry::unknown(place.position)
            });
            let first = place.position.moves().first();
            position = first.map(|square| place.position.play_unchecked(square));
        }
    }
    entries
}

fn book(place: &Scratch, name: &str) -> Learner {
    let mut learner = place.learner(name);
    learner.learn(&entries()).unwrap();
    learner.compact().unwrap();
    learner
}

fn exported(learner: &Learner, format: Format) -> (Vec<u8>, Report) {
    let mut bytes = Vec::new();
    let report = export(learner.store(), format, &mut bytes).unwrap();
    (bytes, report)
}

#[test]
fn what_each_format_can_say_comes_back() {
    let place = Scratch::new();
    let ours = book(&place, "ours");
    for format in FORMATS {
        let (bytes, report) = exported(&ours, format);
        assert_eq!(Format::of_content(&bytes), format);
        let mut back = place.learner(&format!("{format:?}"));
        let read = import(&mut back, format, &mut &bytes[..]).unwrap();
        assert_eq!(read.positions, report.positions, "{format:?} {read}");
        let pairs = ours.store().entries().zip(back.store().entries());
        let mut count = 0;
        for (one, other) in pairs {
            let (one, other) = (one.unwrap(), other.unwrap());
            assert_eq!(
                (one.position, one.score, one.depth),
                (other.position, other.score, other.depth)
            );
            match format {
                Format::Text => {
                    assert_eq!((one.best, one.confidence), (other.best, other.confidence))
                }
                _ => assert_eq!(
                    (one.leaf, one.lines),
                    (other.leaf, other.lines),
                    "{format:?}"
                ),
            }
            count += 1;
        }
        assert_eq!(count, report.positions);
    }
}

#[test]
fn the_bytes_are_those_that_the_formats_demand() {
    let place = Scratch::new();
    let mut learner = place.learner("start");
    let (start, _) = Symmetry::canonical(Position::START);
    let square = start.moves().first().unwrap();
    learner
        .learn(&[Entry {
            score: Score::from_discs(2),
            depth: 21,
            lines: 7,
            leaf: Some(Leaf {
                square,
                score: Score::from_discs(1),
            }),
            ..Entry::unknown(start)
        }])
        .unwrap();
    let discs = [start.own.0.to_le_bytes(), start.opp.0.to_le_bytes()].concat();
    let (bytes, _) = exported(&learner, Format::Egaroucid);
    let expected = [
        b"DICUORAGE\x03\x01\0\0\0",
        &discs[..],
        &[2, 21, 7, 0, 0, 0, 1, square.index() as u8, 21],
    ];
    assert_eq!(bytes, expected.concat());
    let (bytes, _) = exported(&learner, Format::Edax);
    let expected = [
        b"XADEKOOB\x04\0\0\0\0\0\0\0\0\0",
        &[21, 0, 0, 0, 60, 0, 0, 0][..],
        &[0; 12],
        &[1, 0, 0, 0],
        &discs[..],
        &[0; 12],
        &[7, 0, 0, 0, 2, 0],
        &[0xc0, 0xff, 64, 0, 0, 21, 1, square.index() as u8],
    ];
    assert_eq!(bytes, expected.concat());
}

#[test]
fn a_cut_or_foreign_file_is_an_error_and_nothing_is_lost() {
    let place = Scratch::new();
    let ours = book(&place, "ours");
    let before = ours.store().counts();
    let mut kept = place.learner("kept");
    kept.learn(&entries()[..3]).unwrap();
    for format in [Format::Edax, Format::Egaroucid] {
        let (bytes, _) = exported(&ours, format);
        for cut in [0, 5, 13, 41, 60, bytes.len() / 2, bytes.len() - 1] {
            let error = import(&mut kept, format, &mut &bytes[..cut]).unwrap_err();
            assert!(error.to_string().contains("it is "), "{error}");
            assert_eq!(kept.store().counts(), (0, 3));
        }
        let mut other = bytes.clone();
        other[8] = 9;
        assert!(import(&mut kept, format, &mut &other[..]).is_err());
        let mut other = bytes.clone();
        let count = if format == Format::Edax { 38 } else { 10 };
        other[count..count + 4].copy_from_slice(&(-2i32).to_le_bytes());
        let error = import(&mut kept, format, &mut &other[..]).unwrap_err();
        assert_eq!(error.to_string(), "it is damaged: it tells of -2 positions");
    }
    assert_eq!(ours.store().counts(), before);
}

#[test]
fn what_is_left_out_is_told() {
    let place = Scratch::new();
    let mut learner = place.learner("book");
    let text =
        "f5;1.25\n\nf5d6;nothing\n# comment\nf5d6;70\nx1;2\nf5d6;-3;20;73;c4\nf5d6;-3;20;73;a1\n";
    let report = import(&mut learner, Format::Text, &mut text.as_bytes()).unwrap();
    assert_eq!(
        report.to_string(),
        "2 positions\nleft out: 4 lines that cannot be read"
    );
    let (_, report) = exported(&learner, Format::Egaroucid);
    assert_eq!(
        report.to_string(),
        "2 positions\nleft out: 1 fractions of discs"
    );
    let many = Entry {
        lines: MOST_LINES,
        ..entries()[0]
    };
    learner.learn(&[many]).unwrap();
    assert_eq!(exported(&learner, Format::Edax).1.positions, 3);
}

#[test]
fn a_file_without_a_scored_position_is_refused() {
    let place = Scratch::new();
    let mut learner = place.learner("book");
    learner.learn(&entries()).unwrap();
    let before = learner.store().counts();
    for (bytes, lines) in [
        (b"\xff\x00\x12\nnoise\n# comment\n".as_slice(), 2),
        (b"f5d6c3", 1),
    ] {
        let error = import(&mut learner, Format::Text, &mut &bytes[..]).unwrap_err();
        let expected =
            format!("it is no book that is known, and none of its {lines} lines a scored position");
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(learner.store().counts(), before);
    // Nothing to read is nothing wrong.
    let report = import(&mut learner, Format::Text, &mut &b"# comment\n\n"[..]).unwrap();
    assert_eq!(report.to_string(), "0 positions");
    assert_eq!(learner.store().counts(), (before.0 + before.1, 0));
}

#[test]
fn a_list_of_moves_is_read_on_any_side_of_the_board() {
    let place = Scratch::new();
    let mut learner = place.learner("book");
    let text = "d3;-1;20;73;c5\nf5;-2;18\n";
    import(&mut learner, Format::Text, &mut text.as_bytes()).unwrap();
    assert_eq!(learner.store().counts().0, 1);
    // The search of 20 plies stays.
    let entry = learner.store().entries().next().unwrap().unwrap();
    assert_eq!((entry.score, entry.depth), (Score::from_discs(-1), 20));
    let (bytes, _) = exported(&learner, Format::Text);
    let line = String::from_utf8(bytes).unwrap();
    assert!(line.contains(";-1.00;20;73;"), "{line}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_reader_panics_or_makes_up_positions(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        which in 0..3_usize,
    ) {
        let head: &[u8] = [
            b"XADEKOOB\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\x7f".as_slice(),
            b"DICUORAGE\x03\xff\xff\xff\x7f",
            b"",
        ][which];
        let input = [head, &bytes].concat();
        let mut seen = 0;
        let take: Take = &mut |entry| {
            seen += 1;
            assert_eq!(Entry::read(&entry.record()), Some(*entry));
            Ok(())
        };
        let mut input = &input[..];
        let _ = match FORMATS[which] {
            Format::Edax => edax::read(&mut input, take),
            Format::Egaroucid => egaroucid::read(&mut input, take),
            Format::Text => text::read(&mut input, take),
        };
        prop_assert!(seen <= bytes.len());
    }
}
