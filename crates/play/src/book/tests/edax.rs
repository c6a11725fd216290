//! Books for Edax, byte by byte, against a second account of what Edax wants.

use super::moves::any_book;
use super::*;
use crate::book::store::sorted;
use exchange::{Format, export};

/// A position of a book of Edax.
struct Written {
    position: Position,
    /// Score, lower and upper bound in discs.
    scores: [i32; 3],
    lines: u32,
    /// Values and squares; 64 is a pass.
    links: Vec<(i32, usize)>,
    leaf: Option<(i32, usize)>,
}

impl Written {
    fn bytes(&self, level: u8) -> Vec<u8> {
        let mut bytes = self.position.own.0.to_le_bytes().to_vec();
        bytes.extend(self.position.opp.0.to_le_bytes());
        bytes.extend([0; 12]);
        bytes.extend(self.lines.to_le_bytes());
        for score in self.scores {
            bytes.extend((score as i16).to_le_bytes());
        }
        bytes.extend([self.links.len() as u8, level]);
        let leaf = self.leaf.unwrap_or((-127, 65));
        for (value, at) in self.links.iter().chain([&leaf]) {
            bytes.extend([*value as i8 as u8, *at as u8]);
        }
        bytes
    }
}

/// A score in discs, rounded by `round`.
fn discs(score: Score, round: fn(f64) -> f64) -> i32 {
    round(f64::from(score.0) / 256.0) as i32
}

/// To the nearest, half a disc upwards.
fn nearest(discs: f64) -> f64 {
    (discs + 0.5).floor()
}

/// What is written of a book, in its order, and how many positions have no move that is known.
fn written(entries: &Entries) -> (Vec<Written>, u64) {
    let mut all: Vec<Written> = Vec::new();
    // What positions are worth in discs, and whether they are written.
    let mut known: HashMap<Position, (i32, bool)> = HashMap::new();
    let mut without = 0;
    for entry in sorted(entries) {
        let (mut links, mut leaves, mut passes) = (Vec::new(), Vec::new(), Vec::new());
        for square in entry.position.moves() {
            let (at, after) = (square.index(), entry.position.play_unchecked(square));
            if after.is_over() {
                leaves.push((-after.final_score(), at));
                continue;
            }
            let again = after.must_pass();
            let next = if again { after.passed() } else { after };
            let Some(&(score, is_written)) = known.get(&Symmetry::canonical(next).0) else {
                continue;
            };
            let value = if again { score } else { -score };
            if is_written {
                links.push((value, at));
            } else {
                leaves.push((value, at));
            }
            if again && is_written {
                passes.push((at, Symmetry::canonical(after).0, -value));
            }
        }
        let own = match (entry.leaf, entry.best) {
            (Some(leaf), _) => Some((leaf.score, leaf.square)),
            (None, Some(best)) => Some((entry.score, best)),
            (None, None) => None,
        };
        if let Some((score, square)) = own
            && links
                .iter()
                .chain(&leaves)
                .all(|(_, at)| *at != square.index())
        {
            leaves.push((discs(score, nearest), square.index()));
        }
        // The greatest, of equal ones that with the least square.
        leaves.sort_by_key(|(value, at)| (-value, *at));
        let mut leaf = leaves.first().copied();
        if leaf.is_none() && links.len() < entry.position.moves().count() as usize {
            let worst = links.iter().min_by_key(|(value, _)| *value).copied();
            links.retain(|link| Some(*link) != worst);
            leaf = worst;
        }
        let Some(score) = links.iter().chain(&leaf).map(|(value, _)| *value).max() else {
            known.insert(entry.position, (discs(entry.score, nearest), false));
            without += 1;
            continue;
        };
        known.insert(entry.position, (score, true));
        for (at, position, value) in passes {
            let is_link = links.iter().any(|(_, link)| *link == at);
            if is_link && all.iter().all(|one| one.position != position) {
                all.push(Written {
                    position,
                    scores: [value, -64, 64],
                    lines: 0,
                    links: vec![(value, 64)],
                    leaf: None,
                });
            }
        }
        let lower = discs(entry.lower, f64::floor).min(score);
        let upper = discs(entry.upper, f64::ceil).max(score);
        all.push(Written {
            position: entry.position,
            scores: [score, lower, upper],
            lines: entry.lines,
            links,
            leaf,
        });
    }
    (all, without)
}

#[test]
fn books_for_edax_are_byte_by_byte_what_a_plain_account_writes() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(51);
    let (mut passes, mut bare, mut whole) = (0, 0, 0);
    for seed in 0..40 {
        let (mut entries, _) = any_book(seed, &mut random);
        // Without their ends, positions with two empty squares have no move that is known, and
        // are leaves of those before, of which several may be.
        let is_without_ends = seed % 2 == 0;
        entries.retain(|position, _| !is_without_ends || position.empties() > 1);
        for entry in entries.values_mut() {
            let is_last = is_without_ends && entry.position.empties() == 2;
            if is_last || entry.lines.is_multiple_of(3) {
                (entry.leaf, entry.best) = (None, None);
            }
            // Searches to the end do not say what the level is.
            entry.depth = entry.position.empties() as u8;
            if entry.position.empties() > 1 && entry.lines.is_multiple_of(2) {
                entry.depth = 1;
            }
        }
        let mut learner = Learner::open(&folder.path().join(seed.to_string())).unwrap();
        let learned: Vec<Entry> = entries.values().copied().collect();
        learner.learn(&learned).unwrap();
        let mut bytes = Vec::new();
        let report = export(learner.store(), Format::Edax, &mut bytes).unwrap();
        let (expected, without) = written(&entries);
        // A ply is the level, unless all searches are to the end.
        let depths = entries
            .values()
            .map(|entry| (entry.depth, entry.position.empties()));
        let is_shallow = |(depth, empties): &(u8, u32)| u32::from(*depth) < *empties;
        let level = if depths.clone().any(|one| is_shallow(&one)) {
            1
        } else {
            depths.map(|(depth, _)| depth).max().unwrap_or(1)
        };
        let fewest = entries.keys().map(Position::empties).min().unwrap_or(60);
        let mut file = b"XADEKOOB\x04\0\0\0\0\0\0\0\0\0".to_vec();
        for number in [level.into(), fewest, 0, 0, 0, expected.len() as u32] {
            file.extend(number.to_le_bytes());
        }
        file.extend(expected.iter().flat_map(|one| one.bytes(level)));
        assert!(bytes == file, "seed {seed}");
        let told = |what: &str| {
            let found = report.left_out.iter().find(|(known, _)| *known == what);
            found.map_or(0, |(_, count)| *count)
        };
        assert_eq!(told("positions without a move that is known"), without);
        let is_entry = |one: &&Written| entries.contains_key(&one.position);
        let of_entries: Vec<Entry> = expected
            .iter()
            .filter(is_entry)
            .map(|one| entries[&one.position])
            .collect();
        assert_eq!(report.positions, of_entries.len() as u64);
        let fractions = of_entries.iter().filter(|one| one.score.0 % 256 != 0);
        assert_eq!(told("fractions of discs"), fractions.count() as u64);
        assert_eq!(told("depths other than the level of the book"), 0);
        passes += expected.len() - of_entries.len();
        bare += without;
        whole += expected.iter().filter(|one| one.leaf.is_none()).count();
    }
    assert!(
        passes > 20 && bare > 10 && whole > 20,
        "{passes} {bare} {whole}"
    );
}

#[test]
fn the_level_of_a_book_is_the_depth_that_most_of_its_searches_have() {
    let folder = tempfile::tempdir().unwrap();
    let positions: Vec<Position> = [9, 20, 31]
        .into_iter()
        .flat_map(|empties| RandomGames::new(empties, 3).take(3))
        .map(|game| Place::of(game.position()).unwrap().position)
        .collect();
    let mut number = 0;
    let mut header = |depths: &[u8]| {
        number += 1;
        let mut learner = Learner::open(&folder.path().join(number.to_string())).unwrap();
        let entries = positions
            .iter()
            .rev()
            .zip(depths)
            .map(|(position, &depth)| Entry {
                depth,
                best: position.moves().first(),
                ..Entry::unknown(*position)
            });
        learner.learn(&entries.collect::<Vec<_>>()).unwrap();
        let mut bytes = Vec::new();
        let report = export(learner.store(), Format::Edax, &mut bytes).unwrap();
        let others = report.left_out.first().map_or(0, |(what, count)| {
            assert_eq!(*what, "depths other than the level of the book");
            *count
        });
        (bytes[18], bytes[22], others)
    };
    // The first three have 31 empty squares, then 20, then 9.
    assert_eq!(header(&[11, 10, 11, 10, 10]), (10, 20, 2));
    // The smaller of two, and what was only glanced at has none.
    assert_eq!(header(&[12, 11, 0]), (11, 31, 2));
    assert_eq!(header(&[0, 0, 7]), (7, 31, 2));
    assert_eq!(header(&[0, 0]), (1, 31, 2));
    // Searches to the end count only where there are no others.
    assert_eq!(header(&[31, 31, 5]), (5, 31, 0));
    assert_eq!(header(&[31, 31, 31, 20, 20, 20, 9]), (31, 9, 0));
    assert_eq!(header(&[]), (1, 60, 0));
}
