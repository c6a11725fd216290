//! Each value of a foreign record, and what becomes of it; names of formats.

use super::*;
use bianca_rules::othello::Bitboard;

/// A position after moves from the start, and where our book has it.
pub fn placed(moves: &str) -> (Position, Place) {
    let words = moves.as_bytes().chunks(2);
    let position = words.fold(Position::START, |position, word| {
        let square: Square = std::str::from_utf8(word).unwrap().parse().unwrap();
        position.play_unchecked(square)
    });
    (position, Place::of(position).unwrap())
}

fn at(name: &str) -> u8 {
    name.parse::<Square>().unwrap().index() as u8
}

/// A record of a book of Edax.
#[derive(Clone)]
struct Record {
    position: Position,
    games: [u32; 4],
    scores: [i16; 3],
    level: u8,
    links: Vec<(i8, u8)>,
    leaf: (i8, u8),
}

impl Record {
    /// One after f5, with a link by d6, worth 2 discs by a search of level 21.
    fn usual() -> Record {
        Record {
            position: placed("f5").0,
            games: [0; 4],
            scores: [2, -64, 64],
            level: 21,
            links: vec![(2, at("d6"))],
            leaf: (-127, 65),
        }
    }

    fn of_ending(empties: u32, level: u8, scores: [i16; 3]) -> Record {
        let position = RandomGames::new(empties, 7).next().unwrap().position();
        Record {
            position,
            level,
            scores,
            links: vec![],
            ..Record::usual()
        }
    }

    fn read(&self) -> (Option<Entry>, String) {
        let mut bytes = b"XADEKOOB\x04".to_vec();
        bytes.resize(38, 0);
        bytes.extend(1_i32.to_le_bytes());
        bytes.extend(self.position.own.0.to_le_bytes());
        bytes.extend(self.position.opp.0.to_le_bytes());
        bytes.extend(self.games.iter().flat_map(|games| games.to_le_bytes()));
        bytes.extend(self.scores.iter().flat_map(|score| score.to_le_bytes()));
        bytes.extend([self.links.len() as u8, self.level]);
        for (value, square) in self.links.iter().chain([&self.leaf]) {
            bytes.extend([*value as u8, *square]);
        }
        let mut found = None;
        let take: Take = &mut |entry| {
            found = Some(*entry);
            Ok(())
        };
        let report = edax::read(&mut &bytes[..], take).unwrap();
        assert_eq!(report.positions, u64::from(found.is_some()));
        (found, left_out(&report))
    }
}

fn left_out(report: &Report) -> String {
    let told = report.left_out.iter();
    let told: Vec<String> = told
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    told.join("; ")
}

#[test]
fn moves_of_edax_become_the_best_one_and_the_leaf() {
    let place = placed("f5").1;
    let turned = |name: &str| Some(place.symmetry.square(name.parse().unwrap()));
    let leaf = |name: &str, discs: i32| {
        turned(name).map(|square| Leaf {
            square,
            score: Score::from_discs(discs),
        })
    };
    let usual = Record::usual();
    let entry = Entry {
        score: Score::from_discs(2),
        depth: 21,
        confidence: 73,
        best: turned("d6"),
        expanded: true,
        ..Entry::unknown(place.position)
    };
    let none = (-127, 65);
    let [d6, f6, f4] = ["d6", "f6", "f4"].map(at);
    // Links, the leaf; the best move, the leaf, whether moves were looked at; what is told.
    let wrong = "1 leaves that are no moves";
    for (links, last, best, kept, expanded, told) in [
        (vec![(2, d6)], none, "d6", None, true, ""),
        (
            vec![(2, d6), (-3, f6)],
            (1, f4),
            "d6",
            leaf("f4", 1),
            true,
            "",
        ),
        (
            vec![(-3, f6), (2, d6)],
            (1, f4),
            "d6",
            leaf("f4", 1),
            true,
            "",
        ),
        // Of equal ones the first.
        (vec![(1, f4), (2, f6), (2, d6)], none, "f6", None, true, ""),
        // A leaf is the best move if it is what the position is worth, and better than all links.
        (vec![(1, d6)], (2, f6), "f6", leaf("f6", 2), false, ""),
        (vec![(2, d6)], (2, f6), "d6", leaf("f6", 2), true, ""),
        (vec![(1, d6)], (3, f6), "f6", leaf("f6", 3), true, ""),
        (vec![(-5, d6)], (-4, f6), "f6", leaf("f6", -4), true, ""),
        (vec![], (2, f6), "f6", leaf("f6", 2), false, ""),
        (vec![], (1, f6), "f6", leaf("f6", 1), false, ""),
        (vec![], none, "", None, false, ""),
        // A pass is no move of a position that has one.
        (vec![(5, 64), (1, d6)], (-2, 64), "d6", None, true, ""),
        (vec![(2, d6)], (0, at("a1")), "d6", None, true, wrong),
        (vec![(2, d6)], (0, 63), "d6", None, true, wrong),
        (vec![(2, d6)], (65, f6), "d6", None, true, wrong),
        (vec![(2, d6)], (-64, f6), "d6", leaf("f6", -64), true, ""),
        (vec![(2, at("a1"))], none, "", None, true, ""),
    ] {
        let record = Record {
            links: links.clone(),
            leaf: last,
            ..usual.clone()
        };
        let best = Some(best).filter(|name| !name.is_empty()).and_then(turned);
        let expected = Entry {
            best,
            leaf: kept,
            expanded,
            ..entry
        };
        let found = record.read();
        assert_eq!(
            found,
            (Some(expected), told.to_owned()),
            "{links:?} {last:?}"
        );
    }
}

#[test]
fn numbers_of_edax_become_depths_bounds_and_lines() {
    const BOUNDS: &str = "1 bounds that are not proven";
    const NO_GAME: &str = "1 records that are no positions of a game that goes on";
    // Empty squares, level; what is told of the search.
    for (empties, level, depth, confidence) in [
        (40, 0, 0, 0),
        (40, 1, 1, 73),
        (27, 26, 26, 73),
        (27, 27, 27, 100),
        (27, 60, 27, 100),
        (28, 27, 27, 73),
        (28, 28, 28, 98),
        (28, 255, 28, 98),
        (5, 0, 0, 0),
        (5, 5, 5, 100),
    ] {
        let (entry, told) = Record::of_ending(empties, level, [3, -64, 64]).read();
        let entry = entry.unwrap();
        let found = (entry.depth, entry.confidence, entry.score.0);
        assert_eq!(found, (depth, confidence, 768), "{empties} {level}");
        assert_eq!((entry.lower, entry.upper), (Score::MIN, Score::MAX));
        assert_eq!(told, "");
    }
    // Bounds; what is proven and what is told.
    for (level, bounds, proves, told) in [
        (30, [3, 3], true, ""),
        (60, [3, 3], true, ""),
        (29, [3, 3], false, BOUNDS),
        (30, [2, 3], false, BOUNDS),
        (30, [3, 4], false, BOUNDS),
        (30, [4, 4], false, BOUNDS),
        (30, [-64, 3], false, BOUNDS),
        (30, [3, 64], false, BOUNDS),
        (30, [-65, 64], false, BOUNDS),
        (30, [-64, 64], false, ""),
        (29, [-64, 64], false, ""),
    ] {
        let (entry, found) = Record::of_ending(30, level, [3, bounds[0], bounds[1]]).read();
        let entry = entry.unwrap();
        let score = Score::from_discs(3);
        let (expected, confidence) = if proves {
            ((score, score), 100)
        } else {
            ((Score::MIN, Score::MAX), if level < 30 { 73 } else { 98 })
        };
        assert_eq!((entry.lower, entry.upper), expected, "{level} {bounds:?}");
        assert_eq!((entry.confidence, found.as_str()), (confidence, told));
    }
    const GAMES: &str = "1 counts of won, drawn and lost games: only their sum is kept";
    for (games, lines, told) in [
        ([0, 0, 0, 0], 0, ""),
        ([0, 0, 0, 7], 7, ""),
        ([1, 0, 0, 7], 8, GAMES),
        ([0, 20, 0, 7], 27, GAMES),
        ([0, 0, 300, 7], 307, GAMES),
        ([1, 20, 300, 4000], 4321, GAMES),
        ([0, 0, 0, 0xff_ffff], MOST_LINES, ""),
        ([u32::MAX, 0, 0, u32::MAX], MOST_LINES, GAMES),
    ] {
        let record = Record {
            games,
            ..Record::usual()
        };
        let (entry, found) = record.read();
        assert_eq!(
            (entry.unwrap().lines, found.as_str()),
            (lines, told),
            "{games:?}"
        );
    }
    for (score, is_one) in [(64, true), (65, false), (-64, true), (-65, false)] {
        let (entry, told) = Record::of_ending(40, 1, [score, -64, 64]).read();
        let score = Score::from_discs(score.into());
        assert_eq!(
            entry.map(|entry| entry.score),
            Some(score).filter(|_| is_one)
        );
        assert_eq!(told, if is_one { "" } else { NO_GAME });
    }
    let passes = placed("c4c3f5b4a4a5c2a3").0;
    let twice = Position {
        own: Bitboard(3),
        opp: Bitboard(6),
    };
    let sparse = Position {
        own: Bitboard(1),
        opp: Bitboard(2),
    };
    let over = Position {
        own: Bitboard::FULL,
        opp: Bitboard::EMPTY,
    };
    let a_pass = "1 positions in which a side must pass: they follow from those behind";
    for (position, reason) in [
        (passes, a_pass),
        (twice, NO_GAME),
        (sparse, NO_GAME),
        (over, NO_GAME),
    ] {
        let record = Record {
            position,
            ..Record::usual()
        };
        assert_eq!(record.read(), (None, reason.to_owned()));
    }
}

#[test]
fn each_value_of_egaroucid_has_its_meaning() {
    let (position, place) = placed("f5");
    let [d6, f6] = ["d6", "f6"].map(|name| place.symmetry.square(name.parse().unwrap()));
    let read = |position: Position, value: i8, level: i8, lines: u32, leaf: [i8; 3]| {
        let mut bytes = b"DICUORAGE\x03\x01\0\0\0".to_vec();
        bytes.extend(position.own.0.to_le_bytes());
        bytes.extend(position.opp.0.to_le_bytes());
        bytes.extend([value as u8, level as u8]);
        bytes.extend(lines.to_le_bytes());
        bytes.extend(leaf.map(|byte| byte as u8));
        let mut found = None;
        let take: Take = &mut |entry| {
            found = Some(*entry);
            Ok(())
        };
        let report = egaroucid::read(&mut &bytes[..], take).unwrap();
        (found, left_out(&report))
    };
    let none = [-126, -1, -1];
    let unknown = Entry::unknown(place.position);
    let leaf = |square, discs| {
        let score = Score::from_discs(discs);
        Some(Leaf { square, score })
    };
    let wrong = "1 leaves that are no moves";
    let squares = ["d6", "f6", "a1"].map(|name| at(name) as i8);
    for (value, level, lines, last, depth, best, kept, told) in [
        (2, 21, 7, none, 21, None, None, ""),
        (-64, 0, 0, none, 0, None, None, ""),
        // Levels that no search has.
        (0, 60, u32::MAX, none, 59, None, None, ""),
        (0, -1, 1, none, 0, None, None, ""),
        (2, 21, 7, [2, squares[0], 21], 21, Some(d6), leaf(d6, 2), ""),
        (2, 21, 7, [1, squares[1], 21], 21, None, leaf(f6, 1), ""),
        (-3, 21, 7, [3, squares[1], 21], 21, None, leaf(f6, 3), ""),
        (
            2,
            21,
            7,
            [2, squares[0], 20],
            21,
            Some(d6),
            leaf(d6, 2),
            "1 levels of leaves",
        ),
        (2, 21, 7, [2, squares[2], 20], 21, None, None, wrong),
        (2, 21, 7, [65, squares[0], 21], 21, None, None, wrong),
        (2, 21, 7, [2, 64, 21], 21, None, None, wrong),
        (2, 21, 7, [2, -2, 21], 21, None, None, ""),
    ] {
        let expected = Entry {
            score: Score::from_discs(value.into()),
            depth,
            lines: lines.min(MOST_LINES),
            best,
            leaf: kept,
            ..unknown
        };
        let found = read(position, value, level, lines, last);
        assert_eq!(
            found,
            (Some(expected), told.to_owned()),
            "{value} {level} {last:?}"
        );
    }
    let no_game = "1 records that are no positions of a game that goes on";
    assert_eq!(read(position, 65, 9, 1, none), (None, no_game.to_owned()));
    let passes = placed("c4c3f5b4a4a5c2a3").0;
    let a_pass = "1 positions in which a side must pass: they follow from those behind";
    assert_eq!(read(passes, 3, 9, 1, none), (None, a_pass.to_owned()));
}

#[test]
fn books_for_egaroucid_leave_out_fractions_and_proofs() {
    let scratch = Scratch::new();
    let mut learner = scratch.learner("book");
    let mut all = entries();
    all.sort_by_key(|entry| entry.position);
    all.dedup_by_key(|entry| entry.position);
    let score = |units| Score(units);
    all[0].score = score(300);
    all[1].score = score(-129);
    (all[2].lower, all[2].upper) = (all[2].score, all[2].score);
    all[3].lower = all[3].score;
    learner.learn(&all[..5]).unwrap();
    let (bytes, report) = exported(&learner, Format::Egaroucid);
    assert_eq!(
        report.to_string(),
        "5 positions\nleft out: 2 fractions of discs\nleft out: 1 proofs of scores"
    );
    assert_eq!(bytes.len(), 14 + 5 * 25);
    assert_eq!(bytes[10..14], [5, 0, 0, 0]);
    let value_of = |entry: &Entry| {
        let own = entry.position.own.0.to_le_bytes();
        let mut records = bytes[14..].chunks(25);
        let record = records.find(|record| record[..8] == own).unwrap();
        record[16] as i8
    };
    // To the nearest disc.
    assert_eq!([&all[0], &all[1]].map(value_of), [1, -1]);
    assert_eq!(value_of(&all[2]), all[2].score.whole_discs() as i8);
}

#[test]
fn formats_are_known_by_their_names_and_beginnings() {
    for (format, words, beginning) in [
        (
            Format::Edax,
            ["edax", "dat", "EDAX", "Dat"],
            b"XADEKOOB\x04".as_slice(),
        ),
        (
            Format::Egaroucid,
            ["egaroucid", "egbk3", "EGBK3", "Egaroucid"],
            b"DICUORAGE\x03",
        ),
        (Format::Text, ["text", "txt", "TXT", "Text"], b"f5;1"),
    ] {
        assert_eq!(format.name(), words[0]);
        for word in words {
            assert_eq!(word.parse(), Ok(format));
            let path = PathBuf::from(format!("book.{word}"));
            assert_eq!(Format::of_path(&path), Some(format));
        }
        assert_eq!(Format::of_content(beginning), format);
        for other in FORMATS {
            assert_eq!(other.is_begun_by(beginning), other == format);
        }
    }
    assert_eq!(Format::of_content(b"XADEKOO"), Format::Text);
    assert!(!Format::Text.is_begun_by(b"XADEKOO") && !Format::Text.is_begun_by(b""));
    let error = "dad".parse::<Format>().unwrap_err().to_string();
    assert_eq!(
        error,
        "'dad' is not a format of books (edax, egaroucid or text)"
    );
    for path in ["book", "book.", "dat", "book.dat.bak"] {
        assert_eq!(Format::of_path(Path::new(path)), None, "{path}");
    }
}

#[test]
fn a_file_that_is_none_of_a_program_is_refused_in_its_words() {
    let read = |format: Format, bytes: &[u8]| {
        let take: Take = &mut |_| Ok(());
        let mut input = bytes;
        let read = match format {
            Format::Edax => edax::read(&mut input, take),
            Format::Egaroucid => egaroucid::read(&mut input, take),
            Format::Text => text::read(&mut input, take),
        };
        read.map_err(|error| error.to_string())
    };
    let head = |magic: &[u8], version: u8, length: usize| {
        let mut head = magic.to_vec();
        head.push(version);
        head.resize(length, 0);
        head
    };
    let edax = Err("it is no book of Edax 4".to_owned());
    let egaroucid = Err("it is no book of Egaroucid in its third form, .egbk3".to_owned());
    let cut = Err("it is cut off".to_owned());
    let empty = Ok(Report::default());
    for (format, bytes, expected) in [
        (Format::Edax, head(b"XADEKOOB", 4, 42), empty.clone()),
        (Format::Edax, head(b"XADEKOOB", 3, 42), edax.clone()),
        (Format::Edax, head(b"XADEKOOC", 4, 42), edax),
        (Format::Edax, head(b"XADEKOOB", 4, 41), cut.clone()),
        (Format::Egaroucid, head(b"DICUORAGE", 3, 14), empty),
        (
            Format::Egaroucid,
            head(b"DICUORAGE", 2, 14),
            egaroucid.clone(),
        ),
        (Format::Egaroucid, head(b"DICUORAGF", 3, 14), egaroucid),
        (Format::Egaroucid, head(b"DICUORAGE", 3, 13), cut.clone()),
        (Format::Edax, Vec::new(), cut.clone()),
        (Format::Egaroucid, Vec::new(), cut),
    ] {
        assert_eq!(read(format, &bytes), expected, "{format:?} {bytes:?}");
    }
}
