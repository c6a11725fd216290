//! Entries in any order, put into the order of a book in little memory: as many as fit are sorted
//! at once and laid by in a file without a name, and the files are merged in the end.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::entry::{Entry, MOST_LINES, RECORD_BYTES, Record, order};
use super::error::BookError;

/// Records that are sorted at once: 16 MiB.
const CHUNK: usize = 1 << 19;

/// Takes entries in any order.
pub struct Sorter {
    folder: PathBuf,
    chunk: Vec<Record>,
    runs: Vec<File>,
}

impl Sorter {
    /// A sorter that lays by what it cannot keep in `folder`.
    pub fn new(folder: &Path) -> Sorter {
        Sorter {
            folder: folder.to_owned(),
            chunk: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Takes an entry.
    ///
    /// # Errors
    /// If it cannot be laid by.
    pub fn push(&mut self, entry: &Entry) -> Result<(), BookError> {
        self.chunk.push(entry.record());
        if self.chunk.len() == CHUNK {
            self.lay_by()?;
        }
        Ok(())
    }

    fn sort(&mut self) {
        // Stable: of one position, what came later stays behind.
        self.chunk
            .sort_by(|one, other| order(&Entry::position_of(one), &Entry::position_of(other)));
    }

    fn lay_by(&mut self) -> Result<(), BookError> {
        self.sort();
        let write = || -> io::Result<File> {
            let mut output = BufWriter::new(tempfile::tempfile_in(&self.folder)?);
            for record in &self.chunk {
                output.write_all(record)?;
            }
            let mut file = output.into_inner()?;
            file.rewind()?;
            Ok(file)
        };
        let file = write().map_err(|error| BookError::File {
            path: self.folder.clone(),
            error,
        })?;
        self.runs.push(file);
        self.chunk.clear();
        Ok(())
    }

    /// The entries in the order of a book, each position once.
    ///
    /// # Errors
    /// If what was laid by cannot be read.
    pub fn finish(mut self) -> Result<Sorted, BookError> {
        self.sort();
        let mut sorted = Sorted {
            folder: self.folder,
            runs: Vec::new(),
            heads: BinaryHeap::new(),
        };
        for file in self.runs {
            sorted
                .runs
                .push(Run::File(BufReader::with_capacity(1 << 16, file)));
        }
        sorted.runs.push(Run::Memory(self.chunk.into_iter()));
        for run in 0..sorted.runs.len() {
            sorted.advance(run)?;
        }
        Ok(sorted)
    }
}

/// Records in order.
enum Run {
    File(BufReader<File>),
    Memory(std::vec::IntoIter<Record>),
}

impl Run {
    fn next(&mut self) -> io::Result<Option<Record>> {
        match self {
            Run::Memory(records) => Ok(records.next()),
            Run::File(input) => {
                let mut record = [0; RECORD_BYTES];
                match input.read_exact(&mut record) {
                    Ok(()) => Ok(Some(record)),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

/// The first record of a run; of one position, the earlier run comes first.
struct Head {
    entry: Entry,
    run: usize,
}

impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        order(&self.entry.position, &other.entry.position).then(self.run.cmp(&other.run))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Head) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head {}

/// Entries in the order of a book.
pub struct Sorted {
    folder: PathBuf,
    runs: Vec<Run>,
    heads: BinaryHeap<Reverse<Head>>,
}

impl Sorted {
    fn advance(&mut self, run: usize) -> Result<(), BookError> {
        let record = self.runs[run].next().map_err(|error| BookError::File {
            path: self.folder.clone(),
            error,
        })?;
        // All records here were made of entries.
        if let Some(entry) = record.as_ref().and_then(Entry::read) {
            self.heads.push(Reverse(Head { entry, run }));
        }
        Ok(())
    }

    fn pop(&mut self) -> Result<Option<Entry>, BookError> {
        let Some(Reverse(Head { entry, run })) = self.heads.pop() else {
            return Ok(None);
        };
        self.advance(run)?;
        Ok(Some(entry))
    }

    fn merged(&mut self) -> Result<Option<Entry>, BookError> {
        let Some(mut entry) = self.pop()? else {
            return Ok(None);
        };
        while self
            .heads
            .peek()
            .is_some_and(|head| head.0.entry.position == entry.position)
        {
            if let Some(other) = self.pop()? {
                entry = better(entry, other);
            }
        }
        Ok(Some(entry))
    }
}

impl Iterator for Sorted {
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.merged().transpose()
    }
}

/// What is kept of two entries of one position: the one that is proven, or was searched deeper, or
/// came later; and the lines of both.
pub fn better(old: Entry, new: Entry) -> Entry {
    let worth = |entry: &Entry| (entry.is_proven(), entry.depth, entry.confidence);
    let (kept, other) = if worth(&new) >= worth(&old) {
        (new, old)
    } else {
        (old, new)
    };
    Entry {
        expanded: kept.expanded || other.expanded,
        lines: (kept.lines + other.lines).min(MOST_LINES),
        ..kept
    }
}

/// Two series of entries in order as one; where both have a position, [`better`] decides.
pub struct Union<A: Iterator, B: Iterator> {
    old: std::iter::Peekable<A>,
    new: std::iter::Peekable<B>,
}

impl<A: Iterator, B: Iterator> Union<A, B> {
    /// `old` and `new` together.
    pub fn new(old: A, new: B) -> Union<A, B> {
        Union {
            old: old.peekable(),
            new: new.peekable(),
        }
    }
}

impl<A, B> Iterator for Union<A, B>
where
    A: Iterator<Item = Result<Entry, BookError>>,
    B: Iterator<Item = Result<Entry, BookError>>,
{
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (Some(Ok(old)), Some(Ok(new))) = (self.old.peek(), self.new.peek()) else {
            // An error first, or what is left of either.
            return match self.old.next() {
                None => self.new.next(),
                entry => entry,
            };
        };
        match order(&old.position, &new.position) {
            Ordering::Less => self.old.next(),
            Ordering::Greater => self.new.next(),
            Ordering::Equal => {
                let both = better(*old, *new);
                self.old.next();
                self.new.next();
                Some(Ok(both))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::prelude::*;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::book::entry::Place;
    use crate::book::moves::Entries;
    use crate::book::store::sorted;
    use bianca_rules::othello::Position;
    use bianca_rules::othello::random::RandomGames;
    use bianca_search::request::Score;

    #[test]
    fn entries_come_in_order_each_once_and_the_deeper_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let mut sorter = Sorter::new(folder.path());
        let games = RandomGames::new(50, 3).take(400);
        let places: Vec<Place> = games
            .filter_map(|game| Place::of(game.position()))
            .collect();
        for (depth, lines) in [(9, 1), (12, 2), (4, 4)] {
            for place in &places {
                let entry = Entry {
                    depth,
                    lines,
                    score: Score(depth.into()),
                    ..Entry::unknown(place.position)
                };
                sorter.push(&entry).unwrap();
            }
            // As if no more had fitted.
            sorter.lay_by().unwrap();
        }
        let sorted: Vec<Entry> = sorter.finish().unwrap().map(Result::unwrap).collect();
        assert!(sorted.is_sorted_by(|one, other| order(&one.position, &other.position).is_lt()));
        let mut distinct: Vec<_> = places.iter().map(|place| place.position).collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(sorted.len(), distinct.len());
        for entry in &sorted {
            let times = places
                .iter()
                .filter(|place| place.position == entry.position)
                .count();
            assert_eq!((entry.depth, entry.lines), (12, 7 * times as u32));
        }
        let half: Vec<Entry> = sorted.iter().copied().step_by(2).collect();
        let union = Union::new(half.into_iter().map(Ok), sorted.clone().into_iter().map(Ok));
        let union: Vec<Entry> = union.map(Result::unwrap).collect();
        assert_eq!(union.len(), sorted.len());
        assert_eq!(union[0].lines, 2 * sorted[0].lines);
        assert_eq!(union[1].lines, sorted[1].lines);
    }

    #[test]
    fn of_two_entries_the_proven_the_deeper_the_surer_or_the_later_stays() {
        let entry = |score, depth, confidence, lines| Entry {
            score: Score(score),
            depth,
            confidence,
            lines,
            ..Entry::unknown(Place::of(Position::START).unwrap().position)
        };
        let proven = |mut entry: Entry| {
            (entry.lower, entry.upper) = (entry.score, entry.score);
            entry
        };
        let usual = entry(1, 12, 73, 2);
        for (other, first, second) in [
            (entry(2, 12, 73, 3), 2, 1),
            (entry(2, 12, 98, 3), 2, 2),
            (entry(2, 14, 1, 3), 2, 2),
            (entry(2, 11, 98, 3), 1, 1),
            (proven(entry(2, 1, 1, 3)), 2, 2),
        ] {
            let (later, earlier) = (better(usual, other), better(other, usual));
            assert_eq!([later.score, earlier.score], [first, second].map(Score));
            assert_eq!((later.lines, earlier.lines), (5, 5));
        }
    }

    /// Entries with any searches, few positions with many entries each.
    fn any_entries(random: &mut impl Rng) -> Vec<Entry> {
        let games = RandomGames::new(56, random.random()).take(60);
        let entries = games.map(|game| {
            let position = Place::of(game.position()).unwrap().position;
            let score = Score(random.random_range(-500..500));
            let mut entry = Entry {
                score,
                depth: random.random_range(0..3),
                confidence: random.random_range(0..3),
                expanded: random.random_bool(0.2),
                lines: random.random_range(0..9),
                best: position.moves().into_iter().choose(random),
                ..Entry::unknown(position)
            };
            if random.random_bool(0.2) {
                (entry.lower, entry.upper) = (score, score);
            }
            entry
        });
        entries.collect()
    }

    /// Of many entries of each position the one to keep, in the order of a book: the proven before
    /// all, then the deepest, the surest, the last.
    fn kept(entries: &[Entry]) -> Vec<Entry> {
        let mut groups: HashMap<Position, Vec<Entry>> = HashMap::new();
        for entry in entries {
            groups.entry(entry.position).or_default().push(*entry);
        }
        let kept = groups.into_values().map(|group| {
            let mut ranked = group.clone();
            // Stable: of equal ones the last stays the last.
            ranked.sort_by_key(|one| (one.lower == one.upper, one.depth, one.confidence));
            Entry {
                expanded: group.iter().any(|one| one.expanded),
                lines: group.iter().map(|one| one.lines).sum(),
                ..ranked[ranked.len() - 1]
            }
        });
        let kept: Entries = kept.map(|one| (one.position, one)).collect();
        sorted(&kept)
    }

    #[test]
    fn of_all_entries_of_a_position_one_is_kept_whatever_came_when() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(42);
        for _ in 0..60 {
            let entries = any_entries(&mut random);
            let mut sorter = Sorter::new(folder.path());
            for entry in &entries {
                sorter.push(entry).unwrap();
                if random.random_bool(0.1) {
                    sorter.lay_by().unwrap();
                }
            }
            let expected = kept(&entries);
            assert!(expected.len() < entries.len());
            let once: Vec<Entry> = sorter.finish().unwrap().map(Result::unwrap).collect();
            assert_eq!(once, expected);
            // Two books become what both have.
            let other = kept(&any_entries(&mut random));
            let ours = once.iter().copied().map(Ok);
            let union = Union::new(ours, other.iter().copied().map(Ok));
            let union: Vec<Entry> = union.map(Result::unwrap).collect();
            assert_eq!(union, kept(&[&once[..], &other].concat()));
        }
        // Nothing is left on the disk.
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let many = |lines, expanded| Entry {
            lines,
            expanded,
            ..Entry::unknown(Place::of(Position::START).unwrap().position)
        };
        let both = better(many(MOST_LINES, true), many(1, false));
        assert_eq!((both.lines, both.expanded), (MOST_LINES, true));
        let both = better(many(1, false), many(2, true));
        assert_eq!((both.lines, both.expanded), (3, true));
        assert!(!better(many(1, false), many(2, false)).expanded);
    }
}
