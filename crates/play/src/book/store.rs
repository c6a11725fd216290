//! A book that learns: its file, and a log beside it of what was learned since.
//!
//! What is learned is a line of the log (`FILE.log`), on the disk before it is called stored, and
//! replaces what the file says of the same positions. Compacting writes a new file of both, puts it
//! in its place at once, and only then empties the log; a process that is killed in between finds
//! the log's lines in the new file as well, where they change nothing. So what was stored is never
//! lost, and there is always a whole book. A reader looks at the log first and at the file behind
//! it, so that it misses nothing either.
//!
//! Any number of processes read; one at a time learns or compacts, by the lock of the log.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::builtin;
use super::entry::{Entry, RECORD_BYTES, order};
use super::error::BookError;
use super::file::{BookFile, BookWriter};
use super::moves::{Entries, Lookup};
use bianca_records::log::{Existing, LogFile, LogHeader};
use bianca_rules::othello::Position;
use bianca_system::files::{Replacement, behind_links, remove_unfinished};

/// The first line of a log.
#[derive(Debug, Serialize, Deserialize)]
pub struct BookLog {}

/// What was learned at once.
#[derive(Debug, Serialize, Deserialize)]
pub struct Learned {
    number: u64,
    /// Records in hexadecimal digits.
    entries: Vec<String>,
}

impl LogHeader for BookLog {
    const KIND: &'static str = "bianca_book";
    const VERSION: u32 = 1;
    const ITEM: &'static str = "entry";
    type Line = Learned;

    fn number(&self, line: &Learned) -> Result<u64, String> {
        if line.entries.iter().all(|text| read_hex(text).is_some()) {
            Ok(line.number)
        } else {
            Err("a record is none".to_owned())
        }
    }

    fn resumes(&self, _: &BookLog) -> Result<(), String> {
        Ok(())
    }
}

/// What tells whether a file is the one that was read.
type Signature = Option<(u64, SystemTime)>;

/// A book with what was learned since it was compacted, for reading.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: Option<BookFile>,
    learned: Entries,
    signatures: [Signature; 2],
}

impl Store {
    /// Opens the book at `path`.
    ///
    /// # Errors
    /// If there is neither a book nor a log of one, or they cannot be read.
    pub fn open(path: &Path) -> Result<Store, BookError> {
        let signatures = signatures(path);
        let learned = match signatures[1] {
            Some(_) => LogFile::<BookLog>::content(&log_path(path))?
                .map(|content| overlay(content.lines))
                .unwrap_or_default(),
            None => Entries::new(),
        };
        let file = match (signatures[0], signatures[1]) {
            (None, Some(_)) => None,
            _ => Some(BookFile::open(path)?),
        };
        Ok(Store {
            path: path.to_owned(),
            file,
            learned,
            signatures,
        })
    }

    /// The book in the executable, which has no file.
    pub fn built_in() -> Store {
        Store {
            path: builtin::NAME.into(),
            file: None,
            learned: builtin::entries().clone(),
            signatures: [None; 2],
        }
    }

    /// A book in memory alone.
    pub fn in_memory(entries: Entries) -> Store {
        Store {
            path: PathBuf::new(),
            file: None,
            learned: entries,
            signatures: [None; 2],
        }
    }

    /// Puts entries over those of the same positions, in memory alone.
    pub fn overlay(&mut self, entries: impl IntoIterator<Item = Entry>) {
        let entries = entries.into_iter().map(|entry| (entry.position, entry));
        self.learned.extend(entries);
    }

    /// Looks whether another process has learned or compacted, and reads the book again then.
    ///
    /// # Errors
    /// If it cannot be read; the book is as it was then.
    pub fn refresh(&mut self) -> Result<(), BookError> {
        if signatures(&self.path) != self.signatures {
            *self = Store::open(&self.path)?;
        }
        Ok(())
    }

    /// The file's entries and those that were learned, each position once, in the file's order.
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry, BookError>> + '_ {
        Merged {
            file: self.file.iter().flat_map(BookFile::entries).peekable(),
            learned: sorted(&self.learned).into_iter().peekable(),
        }
    }

    /// How many positions the file has, and how many were learned since.
    pub fn counts(&self) -> (u64, u64) {
        let file = self.file.as_ref().map_or(0, BookFile::count);
        (file, self.learned.len() as u64)
    }
}

impl Lookup for Store {
    fn find(&self, position: &Position) -> Result<Option<Entry>, BookError> {
        if let Some(entry) = self.learned.get(position) {
            return Ok(Some(*entry));
        }
        match &self.file {
            Some(file) => file.find(position),
            None => Ok(None),
        }
    }
}

/// A book that this process alone changes.
#[derive(Debug)]
pub struct Learner {
    store: Store,
    log: LogFile<BookLog>,
    next: u64,
}

impl Learner {
    /// Locks the book at `path` to learn, or makes an empty one.
    ///
    /// # Errors
    /// If another process learns or compacts, or the book cannot be read or written.
    pub fn open(path: &Path) -> Result<Learner, BookError> {
        tell_other_names(path);
        let open = LogFile::open(&log_path(path), Existing::Resume)?;
        // Nobody else writes the book while its log is open here.
        remove_unfinished(path);
        let file = match signature(path) {
            None => None,
            Some(_) => Some(BookFile::open(path)?),
        };
        let (log, lines) = open.begin(&BookLog {})?;
        let next = lines.iter().map(|line| line.number + 1).max().unwrap_or(0);
        Ok(Learner {
            store: Store {
                path: path.to_owned(),
                file,
                learned: overlay(lines),
                signatures: [None; 2],
            },
            log,
            next,
        })
    }

    /// Learns entries at once; when this returns, they are on the disk.
    ///
    /// # Errors
    /// If they cannot be kept; the book is as it was then.
    pub fn learn(&mut self, entries: &[Entry]) -> Result<(), BookError> {
        if entries.is_empty() {
            return Ok(());
        }
        let line = Learned {
            number: self.next,
            entries: entries.iter().map(hex).collect(),
        };
        self.log.append(&line)?;
        self.next += 1;
        let learned = entries.iter().map(|entry| (entry.position, *entry));
        self.store.learned.extend(learned);
        Ok(())
    }

    /// Gives up what [`open`](Learner::open) was for: if nothing was learned, a log that it has
    /// made is taken away again, so that no empty book is left behind.
    pub fn abandon(self) {
        if self.store.learned.is_empty() {
            self.log.discard_if_new();
        }
    }

    /// The book as it stands.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Writes the file anew with all that was learned, and empties the log.
    ///
    /// # Errors
    /// If it cannot be written; the book is as it was then.
    pub fn compact(&mut self) -> Result<(), BookError> {
        let written = write(&self.store.path, self.store.entries())?;
        self.replace(written)
    }

    /// Where the book's file is.
    pub fn path(&self) -> &Path {
        &self.store.path
    }

    /// Puts a book that was written and holds all that the log has in the place of this one.
    pub(super) fn replace(&mut self, written: Replacement) -> Result<(), BookError> {
        // Not every system replaces a file that is open.
        let was_open = self.store.file.take().is_some();
        let replaced = written.commit();
        if was_open || replaced.is_ok() {
            self.store.file = Some(BookFile::open(&self.store.path)?);
        }
        replaced.map_err(|error| failed(&self.store.path, error))?;
        self.log.clear(&BookLog {})?;
        self.next = 0;
        self.store.learned.clear();
        Ok(())
    }
}

fn failed(path: &Path, error: io::Error) -> BookError {
    BookError::File {
        path: path.to_owned(),
        error,
    }
}

/// Writes a book that is to be at `path`; it is there once the replacement is committed.
///
/// # Errors
/// If it cannot be written, or an entry cannot be had.
pub fn write(
    path: &Path,
    entries: impl Iterator<Item = Result<Entry, BookError>>,
) -> Result<Replacement, BookError> {
    let failed = |error| failed(path, error);
    let begin = || -> io::Result<_> {
        let file = Replacement::begin(path)?;
        BookWriter::begin(BufWriter::with_capacity(1 << 18, file))
    };
    let mut writer = begin().map_err(failed)?;
    for entry in entries {
        writer.write(&entry?).map_err(failed)?;
    }
    let finish = || Ok(writer.finish()?.into_inner()?);
    finish().map_err(failed)
}

/// Entries of a file and entries that replace them, both in order.
struct Merged<F: Iterator<Item = Result<Entry, BookError>>> {
    file: std::iter::Peekable<F>,
    learned: std::iter::Peekable<std::vec::IntoIter<Entry>>,
}

impl<F: Iterator<Item = Result<Entry, BookError>>> Iterator for Merged<F> {
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (Some(Ok(old)), Some(new)) = (self.file.peek(), self.learned.peek()) else {
            return match self.file.next() {
                None => self.learned.next().map(Ok),
                entry => entry,
            };
        };
        match order(&old.position, &new.position) {
            std::cmp::Ordering::Less => return self.file.next(),
            std::cmp::Ordering::Equal => drop(self.file.next()),
            std::cmp::Ordering::Greater => {}
        }
        self.learned.next().map(Ok)
    }
}

/// Entries in the order of a file.
pub fn sorted(entries: &Entries) -> Vec<Entry> {
    let mut all: Vec<Entry> = entries.values().copied().collect();
    all.sort_unstable_by(|one, other| order(&one.position, &other.position));
    all
}

fn overlay(lines: Vec<Learned>) -> Entries {
    // Later lines replace earlier ones, in the order of the log.
    let texts = lines.iter().flat_map(|line| &line.entries);
    let entries = texts.filter_map(|text| read_hex(text));
    entries.map(|entry| (entry.position, entry)).collect()
}

/// Where the log of the book at `path` is: beside the file itself, whatever link leads to it, or
/// each name of a book would have a lock of its own.
pub fn log_path(path: &Path) -> PathBuf {
    let place = behind_links(path).unwrap_or_else(|_| path.to_owned());
    let mut name = place.into_os_string();
    name.push(".log");
    name.into()
}

/// Tells of other names of a book that is to be written: they keep what it is now.
fn tell_other_names(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let others = fs::metadata(path).map_or(0, |about| about.nlink().saturating_sub(1));
        if others > 0 {
            log::warn!(
                "{} has {others} other name(s), hard links, which will not learn what it learns",
                path.display()
            );
        }
    }
    let _ = path;
}

fn signatures(path: &Path) -> [Signature; 2] {
    [signature(path), signature(&log_path(path))]
}

fn signature(path: &Path) -> Signature {
    let about = fs::metadata(path).ok()?;
    Some((
        about.len(),
        about.modified().unwrap_or(SystemTime::UNIX_EPOCH),
    ))
}

fn hex(entry: &Entry) -> String {
    let digits = entry.record().map(|byte| format!("{byte:02x}"));
    digits.concat()
}

fn read_hex(text: &str) -> Option<Entry> {
    let bytes = text.as_bytes();
    if bytes.len() != 2 * RECORD_BYTES {
        return None;
    }
    let mut record = [0; RECORD_BYTES];
    for (byte, digits) in record.iter_mut().zip(bytes.chunks_exact(2)) {
        let digit = |at: usize| char::from(digits[at]).to_digit(16);
        *byte = (digit(0)? << 4 | digit(1)?) as u8;
    }
    Entry::read(&record)
}

/// The entries of a book in memory.
///
/// # Errors
/// If the book cannot be read.
pub fn load(store: &Store) -> Result<Entries, BookError> {
    let entries = store.entries();
    entries
        .map(|entry| entry.map(|entry| (entry.position, entry)))
        .collect()
}

/// Makes the scores of all positions agree: each gets the best that its moves are worth.
///
/// # Errors
/// Never for entries in memory.
pub fn back_up_all(entries: &mut Entries) -> Result<u64, BookError> {
    let mut layers: BTreeMap<u32, Vec<Position>> = BTreeMap::new();
    for position in entries.keys() {
        layers
            .entry(position.empties())
            .or_default()
            .push(*position);
    }
    let mut changed = 0;
    for position in layers.into_values().flatten() {
        let Some(old) = entries.get(&position).copied() else {
            continue;
        };
        let mut entry = old;
        super::moves::back_up(entries, &mut entry)?;
        if entry != old {
            changed += 1;
            entries.insert(position, entry);
        }
    }
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::entry::Place;
    use bianca_rules::othello::random::RandomGames;
    use bianca_search::request::Score;

    fn entries(seed: u64, score: i32) -> Vec<Entry> {
        let games = RandomGames::new(40, seed).take(50);
        let places = games.filter_map(|game| Place::of(game.position()));
        let entries: Entries = places
            .map(|place| {
                let entry = Entry {
                    score: Score(score),
                    ..Entry::unknown(place.position)
                };
                (place.position, entry)
            })
            .collect();
        sorted(&entries)
    }

    fn all(store: &Store) -> Vec<Entry> {
        store.entries().map(Result::unwrap).collect()
    }

    #[test]
    fn what_was_learned_is_there_before_and_after_compacting() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        assert!(Store::open(&path).is_err());
        let (old, new) = (entries(1, 10), entries(2, 20));
        let mut learner = Learner::open(&path).unwrap();
        learner.learn(&old).unwrap();
        assert_eq!(all(&Store::open(&path).unwrap()), old);
        learner.compact().unwrap();
        assert_eq!(learner.store().counts(), (old.len() as u64, 0));
        let changed = Entry {
            score: Score(-5),
            ..old[3]
        };
        learner.learn(&new).unwrap();
        learner.learn(&[changed]).unwrap();
        drop(learner);

        let mut expected: Entries = old
            .iter()
            .chain(&new)
            .map(|entry| (entry.position, *entry))
            .collect();
        expected.insert(changed.position, changed);
        let store = Store::open(&path).unwrap();
        assert_eq!(all(&store), sorted(&expected));
        for entry in expected.values() {
            assert_eq!(store.find(&entry.position).unwrap(), Some(*entry));
        }
        // Windows replaces no file that somebody reads.
        drop(store);
        Learner::open(&path).unwrap().compact().unwrap();
        let compact = Store::open(&path).unwrap();
        assert_eq!(compact.counts(), (expected.len() as u64, 0));
        assert_eq!(all(&compact), sorted(&expected));
    }

    #[test]
    fn a_reader_sees_what_another_has_learned_and_there_is_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let mut learner = Learner::open(&path).unwrap();
        let [one, two] = [entries(1, 1), entries(2, 2)];
        learner.learn(&one).unwrap();
        let mut store = Store::open(&path).unwrap();
        learner.learn(&two).unwrap();
        assert_eq!(store.find(&two[0].position).unwrap(), None);
        store.refresh().unwrap();
        assert_eq!(store.find(&two[0].position).unwrap(), Some(two[0]));
        let busy = Learner::open(&path).unwrap_err().to_string();
        assert!(busy.contains("another process is writing it"), "{busy}");
        learner.compact().unwrap();
        store.refresh().unwrap();
        assert_eq!(store.find(&one[0].position).unwrap(), Some(one[0]));
        assert_eq!(store.counts().1, 0);
    }

    /// What the log says must be in the file for good before it is gone from the log.
    #[test]
    fn a_new_file_outlasts_the_power_before_its_log_is_emptied() {
        use bianca_system::files::steps::{self, Step};
        let folder = tempfile::tempdir().unwrap();
        steps::take();
        let mut learner = Learner::open(&folder.path().join("book")).unwrap();
        assert_eq!(steps::take(), [Step::NamesKept], "of the log");
        learner.learn(&entries(1, 1)).unwrap();
        learner.compact().unwrap();
        assert_eq!(
            steps::take(),
            [Step::Replaced, Step::NamesKept, Step::LogCleared]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_book_under_two_names_has_one_lock() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real");
        let mut learner = Learner::open(&real).unwrap();
        learner.learn(&entries(1, 1)).unwrap();
        learner.compact().unwrap();
        fs::create_dir(folder.path().join("other")).unwrap();
        for (name, target) in [("link", "real"), ("other/link", "../link")] {
            let link = folder.path().join(name);
            std::os::unix::fs::symlink(target, &link).unwrap();
            let busy = Learner::open(&link).unwrap_err().to_string();
            assert!(busy.contains("another process is writing it"), "{busy}");
            // What is learned under one name is known under the other.
            learner.learn(&entries(2, 2)).unwrap();
            assert_eq!(
                all(&Store::open(&link).unwrap()).len(),
                all(learner.store()).len()
            );
        }
        drop(learner);
        let mut linked = Learner::open(&folder.path().join("link")).unwrap();
        linked.learn(&entries(3, 3)).unwrap();
        linked.compact().unwrap();
        assert!(
            fs::symlink_metadata(folder.path().join("link"))
                .unwrap()
                .is_symlink()
        );
        assert_eq!(all(&Store::open(&real).unwrap()), all(linked.store()));
    }

    #[test]
    fn a_log_behind_a_new_file_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let mut learner = Learner::open(&path).unwrap();
        learner.learn(&entries(1, 1)).unwrap();
        let log = fs::read(log_path(&path)).unwrap();
        learner.compact().unwrap();
        let file = fs::read(&path).unwrap();
        drop(learner);
        // Killed before the log was emptied.
        fs::write(log_path(&path), log).unwrap();
        assert_eq!(all(&Store::open(&path).unwrap()), entries(1, 1));
        Learner::open(&path).unwrap().compact().unwrap();
        assert_eq!(fs::read(&path).unwrap(), file);
    }
}
