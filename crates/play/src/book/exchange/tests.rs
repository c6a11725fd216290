//! Round trips, hostile input, and what is told of what is left out.

mod lists;
mod reading;

use super::*;
use crate::book::entry::MOST_LINES;
use bianca_rules::othello::random::RandomGames;
use bianca_rules::othello::{Color, Symmetry};
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
        assert_eq!(back.store().entries().count() as u64, report.positions);
        for (one, other) in pairs {
            let (one, other) = (one.unwrap(), other.unwrap());
            assert_eq!((one.position, one.depth), (other.position, other.depth));
            match format {
                // What its links say counts there, and the worst may become the leaf.
                Format::Edax => {
                    assert_eq!(one.lines, other.lines);
                    continue;
                }
                _ => assert_eq!(one.score, other.score, "{format:?}"),
            }
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
        }
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
        &[7, 0, 0, 0, 1, 0],
        &[0xc0, 0xff, 64, 0, 0, 21, 1, square.index() as u8],
    ];
    assert_eq!(bytes, expected.concat());
}

/// A position of a book of Edax.
struct Foreign {
    position: Position,
    score: i32,
    bounds: [i32; 2],
    level: u8,
    links: Vec<(i32, u8)>,
    leaf: (i32, u8),
}

/// The head's level and the positions of a book of Edax, read by its description.
fn foreign(bytes: &[u8]) -> (u8, Vec<Foreign>) {
    let short = |bytes: &[u8]| i32::from(i16::from_le_bytes([bytes[0], bytes[1]]));
    let long = |bytes: &[u8]| u64::from_le_bytes(bytes[..8].try_into().unwrap());
    let (mut rest, mut found) = (&bytes[42..], Vec::new());
    while !rest.is_empty() {
        let links = usize::from(rest[38]);
        let moves: Vec<(i32, u8)> = rest[40..42 + 2 * links]
            .chunks(2)
            .map(|pair| (i32::from(pair[0] as i8), pair[1]))
            .collect();
        found.push(Foreign {
            position: Position::new(
                bianca_rules::othello::Bitboard(long(rest)),
                bianca_rules::othello::Bitboard(long(&rest[8..])),
            )
            .unwrap(),
            score: short(&rest[32..]),
            bounds: [short(&rest[34..]), short(&rest[36..])],
            level: rest[39],
            links: moves[..links].to_vec(),
            leaf: moves[links],
        });
        rest = &rest[42 + 2 * links..];
    }
    (bytes[18], found)
}

#[test]
fn a_book_for_edax_is_one_that_edax_finds_nothing_wrong_in() {
    let place = Scratch::new();
    let mut learner = place.learner("mixed");
    let mut mixed = entries();
    for (number, entry) in mixed.iter_mut().enumerate() {
        // Searches of both parities, as ours are, some glances, and entries without a leaf.
        entry.depth = if number % 7 == 0 {
            3
        } else {
            10 + (entry.position.empties() % 2) as u8
        };
        entry.depth = entry.depth.min(entry.position.empties() as u8);
        if number % 3 == 0 {
            entry.leaf = None;
        }
        if number % 5 == 0 {
            (entry.leaf, entry.best) = (None, None);
        }
    }
    learner.learn(&mixed).unwrap();
    learner.compact().unwrap();
    let (bytes, report) = exported(&learner, Format::Edax);
    let (level, positions) = foreign(&bytes);
    assert!((10..=11).contains(&level), "{level}");
    assert!(
        report.to_string().contains("without a move that is known"),
        "{report}"
    );
    let score_of = |position: Position| {
        let canonical = Symmetry::canonical(position).0;
        positions
            .iter()
            .find(|known| known.position == canonical)
            .map(|known| known.score)
    };
    let (mut passes, mut leaves) = (0, 0);
    for known in &positions {
        assert_eq!(known.level, level);
        assert!(known.bounds[0] <= known.score && known.score <= known.bounds[1]);
        let moves = known.position.moves();
        for &(value, at) in &known.links {
            let after = match at {
                64 => known.position.passed(),
                at => known.position.play_unchecked(Square::new(at)),
            };
            assert_eq!(score_of(after), Some(-value));
        }
        let all = known.links.iter().chain([&known.leaf]);
        assert_eq!(all.map(|&(value, _)| value).max(), Some(known.score));
        if known.leaf.1 == 65 {
            assert_eq!(known.leaf.0, -127);
            let is_pass = moves.is_empty() && known.links[0].1 == 64;
            assert!(is_pass || known.links.len() as u32 == moves.count());
            passes += u32::from(is_pass);
        } else {
            assert!(moves.contains(Square::new(known.leaf.1)));
            assert!(known.links.iter().all(|link| link.1 != known.leaf.1));
            leaves += 1;
        }
    }
    assert!(leaves > 20, "{leaves} leaves, {passes} passes");
}

#[test]
fn what_edax_searched_is_trusted_and_its_leaf_is_played() {
    let place = Scratch::new();
    let mut ours = place.learner("ours");
    let (start, _) = Symmetry::canonical(Position::START);
    let square = start.moves().first().unwrap();
    let entry = Entry {
        score: Score::from_discs(1),
        depth: 21,
        leaf: Some(Leaf {
            square,
            score: Score::from_discs(1),
        }),
        ..Entry::unknown(start)
    };
    ours.learn(&[entry]).unwrap();
    let (bytes, _) = exported(&ours, Format::Edax);
    let mut learner = place.learner("theirs");
    import(&mut learner, Format::Edax, &mut &bytes[..]).unwrap();
    let read = learner.store().entries().next().unwrap().unwrap();
    assert_eq!(
        (read.depth, read.confidence, read.expanded),
        (21, 73, false)
    );
    let moves = crate::book::moves::moves_of(learner.store(), Position::START).unwrap();
    assert_eq!(
        (moves[0].depth, moves[0].confidence, moves[0].is_leaf),
        (20, 73, true)
    );
    assert!(crate::book::moves::choose(&moves, Score(0), None).is_some());
    // A level as deep as the board is to the end.
    let late = entries()
        .into_iter()
        .find(|entry| entry.position.empties() <= 20 && entry.leaf.is_some());
    let late = Entry {
        depth: late.unwrap().position.empties() as u8,
        ..late.unwrap()
    };
    let mut ours = place.learner("late");
    ours.learn(&[late]).unwrap();
    let (bytes, _) = exported(&ours, Format::Edax);
    let mut learner = place.learner("late-theirs");
    import(&mut learner, Format::Edax, &mut &bytes[..]).unwrap();
    assert_eq!(
        learner
            .store()
            .entries()
            .next()
            .unwrap()
            .unwrap()
            .confidence,
        100
    );
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

/// The only entry of a list of scored positions.
fn listed(text: &str) -> Entry {
    let place = Scratch::new();
    let mut learner = place.learner("book");
    let report = import(&mut learner, Format::Text, &mut text.as_bytes()).unwrap();
    assert_eq!(report.to_string(), "1 positions", "{text}");
    learner.store().entries().next().unwrap().unwrap()
}

#[test]
fn a_line_is_for_the_side_that_must_pass_and_proves_what_was_solved() {
    // Black must pass: the entry is white's.
    assert_eq!(listed("c4c3f5b4a4a5c2a3;+3").score, Score::from_discs(-3));
    assert_eq!(listed("c4c3f5b4a4a5c2;+3").score, Score::from_discs(3));
    let ending = entries()
        .into_iter()
        .find(|entry| entry.position.empties() == 20);
    let board = bianca_records::record::board::write_board(ending.unwrap().position, Color::Black);
    for (fields, proves) in [
        ("+4;20;100", true),
        ("+4;30;100", true),
        ("+4;20;98", false),
        ("+4;19;100", false),
        ("+4.5;20;100", false),
    ] {
        let entry = listed(&format!("{board};{fields}"));
        assert_eq!(entry.is_proven(), proves, "{fields}");
        let unknown = (Score::MIN, Score::MAX);
        let four = Score::from_discs(4);
        let bounds = if proves { (four, four) } else { unknown };
        assert_eq!((entry.lower, entry.upper), bounds, "{fields}");
    }
}

#[test]
fn bounds_of_edax_prove_nothing_unless_its_level_reaches_the_end() {
    let place = Scratch::new();
    let ending = entries()
        .into_iter()
        .find(|entry| entry.position.empties() == 20);
    let mut ours = place.learner("ours");
    let value = Score::from_discs(4);
    let proven = Entry {
        score: value,
        lower: value,
        upper: value,
        leaf: ending.unwrap().leaf.map(|leaf| Leaf {
            score: value,
            ..leaf
        }),
        ..ending.unwrap()
    };
    ours.learn(&[proven]).unwrap();
    let (mut bytes, _) = exported(&ours, Format::Edax);
    for (level, proves) in [(19, false), (20, true), (21, true)] {
        // Of the first position.
        bytes[42 + 39] = level;
        let mut theirs = place.learner(&level.to_string());
        import(&mut theirs, Format::Edax, &mut &bytes[..]).unwrap();
        let entry = theirs.store().entries().next().unwrap().unwrap();
        assert_eq!((entry.score, entry.is_proven()), (value, proves), "{level}");
    }
}

#[test]
fn a_leaf_of_egaroucid_that_is_worth_less_than_the_position_is_not_the_best_move() {
    let place = Scratch::new();
    let usual = entries()[0];
    for (worth, is_best) in [(4, true), (3, false)] {
        let mut ours = place.learner(&format!("ours {worth}"));
        let entry = Entry {
            score: Score::from_discs(4),
            leaf: usual.leaf.map(|leaf| Leaf {
                score: Score::from_discs(worth),
                ..leaf
            }),
            ..usual
        };
        ours.learn(&[entry]).unwrap();
        let (bytes, _) = exported(&ours, Format::Egaroucid);
        let mut theirs = place.learner(&format!("theirs {worth}"));
        import(&mut theirs, Format::Egaroucid, &mut &bytes[..]).unwrap();
        let read = theirs.store().entries().next().unwrap().unwrap();
        assert_eq!(read.leaf, entry.leaf);
        assert_eq!(read.best, entry.best.filter(|_| is_best));
    }
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
