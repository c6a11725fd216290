//! Lists of scored positions, word by word.

use super::reading::placed;
use super::*;

/// What a line says: score, depth, confidence, and the best move as it is written there.
fn line(text: &str) -> Option<(i32, u8, u8, String)> {
    let mut found = None;
    let take: Take = &mut |entry| {
        found = Some(*entry);
        Ok(())
    };
    let Ok(report) = text::read(&mut text.as_bytes(), take) else {
        assert_eq!(found, None);
        return None;
    };
    assert_eq!(report.positions, u64::from(found.is_some()));
    let entry = found?;
    let side = placed("f5").1;
    assert_eq!(entry.position, side.position);
    // The move that is told is the leaf, with the score of the position.
    let leaf = entry.leaf.map(|leaf| (leaf.square, leaf.score));
    assert_eq!(leaf, entry.best.map(|best| (best, entry.score)));
    let best = entry.best.map(|best| side.symmetry.inverse().square(best));
    let best = best.map_or(String::new(), |best| best.to_string());
    Some((entry.score.0, entry.depth, entry.confidence, best))
}

#[test]
fn each_field_of_a_line_is_read_or_the_line_is_not() {
    let told =
        |score, depth, confidence, best: &str| Some((score, depth, confidence, best.to_owned()));
    for (text, expected) in [
        ("f5;1.25", told(320, 0, 0, "")),
        (" f5 ; -0.5 ; 22 ; 73 ; d6 ", told(-128, 22, 73, "d6")),
        ("f5;+64;60;100;f6", told(16_384, 60, 100, "f6")),
        ("f5;-64", told(-16_384, 0, 0, "")),
        ("f5;64.01", None),
        ("f5;-64.01", None),
        ("f5;nan", None),
        ("f5;inf", None),
        ("f5;", None),
        ("f5", None),
        (";1", None),
        ("f5;1;61", None),
        ("f5;1;-1", None),
        ("f5;1;x", None),
        ("f5;1;;73", told(256, 0, 73, "")),
        ("f5;1;22;101", None),
        ("f5;1;22;", told(256, 22, 0, "")),
        ("f5;1;22;73;", told(256, 22, 73, "")),
        ("f5;1;22;73;pass", told(256, 22, 73, "")),
        ("f5;1;22;73;f5", None),
        ("f5;1;22;73;a1", None),
        ("f5;1;22;73;z9", None),
        ("f5;1;22;73;f4;and more", told(256, 22, 73, "f4")),
        ("# f5;1", None),
        ("% f5;1", None),
        ("", None),
        ("f5d6c9;1", None),
    ] {
        assert_eq!(line(text), expected, "{text}");
        assert_eq!(
            text::begins_a_list(text.as_bytes()),
            expected.is_some(),
            "{text}"
        );
        let behind = format!("# what follows\n\n{text}\n");
        assert_eq!(line(&behind), expected, "{text}");
    }
    // A line of 4,096 bytes is read, and no longer one.
    for (spaces, is_read) in [(4092, true), (4093, false)] {
        let text = format!("f5;1{}", " ".repeat(spaces));
        assert_eq!(line(&text).is_some(), is_read, "{spaces}");
    }
    let over = format!("{} X;3", "X".repeat(64));
    assert_eq!(line(&over), None);
    // What cannot be read is counted beside what can.
    let take: Take = &mut |_| Ok(());
    let report = text::read(&mut &b"f5;1\nf5;65\n\xff\n# x\n\nf5d6;2\n"[..], take).unwrap();
    assert_eq!(
        report.to_string(),
        "2 positions\nleft out: 2 lines that cannot be read"
    );
}

#[test]
fn a_list_of_a_game_with_a_pass_is_written_by_its_moves_and_reads_back() {
    let scratch = Scratch::new();
    let mut learner = scratch.learner("book");
    let game = "c4c3f5b4a4a5c2a3d2";
    let prefixes = (0..=9).map(|moves| &game[..2 * moves]);
    let mut position = Position::START;
    let mut learned = Vec::new();
    for (number, prefix) in prefixes.enumerate() {
        if let Some(last) = prefix.len().checked_sub(2) {
            position = if position.must_pass() {
                position.passed()
            } else {
                position
            };
            position = position.play_unchecked(prefix[last..].parse().unwrap());
        }
        let place = Place::of(position).unwrap();
        assert_eq!(place.passed, number == 8);
        let best = place.position.moves().into_iter().last();
        let score = Score(64 * number as i32 - 300);
        learned.push(Entry {
            score,
            depth: number as u8,
            confidence: 50 + number as u8,
            best,
            leaf: best.map(|square| Leaf { square, score }),
            ..Entry::unknown(place.position)
        });
    }
    // From here nothing leads on to the start.
    let apart = RandomGames::new(30, 5).next().unwrap().position();
    learned.push(Entry::unknown(Place::of(apart).unwrap().position));
    learner.learn(&learned).unwrap();
    let (bytes, report) = exported(&learner, Format::Text);
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!((report.positions, text.lines().count()), (11, 11));
    let lines: Vec<&str> = text.lines().collect();
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(lines[0], format!("{start};-1.17;0;50;e6"));
    // A pass at the end is written, and one before a move is told by it.
    let passes: Vec<&&str> = lines.iter().filter(|line| line.contains("pass")).collect();
    let last = |line: &str, moves: &str| line.split(';').next().unwrap().ends_with(moves);
    assert!(passes.iter().any(|line| last(line, "pass")), "{text}");
    let by_board = lines.iter().filter(|line| line.contains("--"));
    assert_eq!(by_board.count(), 2);
    let mut back = scratch.learner("back");
    import(&mut back, Format::Text, &mut text.as_bytes()).unwrap();
    for entry in learned {
        let read = crate::book::Lookup::find(back.store(), &entry.position).unwrap();
        let read = read.unwrap();
        // Hundredths of discs are what a line has.
        let close = Score(read.score.0 + (entry.score.0 - read.score.0).clamp(-1, 1));
        assert_eq!(entry.score, close);
        let score = read.score;
        let leaf = entry.leaf.map(|leaf| Leaf { score, ..leaf });
        assert_eq!(
            read,
            Entry {
                score,
                leaf,
                ..entry
            }
        );
    }
}
