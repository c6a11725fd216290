//! A book on the disk: sorted records, read where they are needed.
//!
//! ```text
//! 16 bytes   "Bianca book" and a number that says which form, padded with zeros
//! 32 bytes   for each position, sorted by empty squares and discs; see `entry`
//! 504 bytes  where the positions with 0, 1, .. 61 empty squares begin, 62 numbers of 8 bytes;
//!            the CRC-32 of all records; the CRC-32 of these bytes before it
//! ```
//!
//! All numbers are little-endian. What stands at the end is written last, so that a book is written
//! as a stream. Opening reads the two ends, whatever the size; a look-up reads some ten records by
//! their place and one block, and keeps nothing: memory is constant, and any number of processes
//! read a file at once. Reading by place needs no `unsafe`, as a map into memory would, and cannot
//! end the process when a disk fails.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::entry::{Entry, RECORD_BYTES, Record, order};
use super::error::BookError;
use super::moves::Lookup;
use bianca_rules::othello::Position;
use bianca_system::files;

/// How a file begins.
const HEAD: &[u8; HEAD_BYTES] = b"Bianca book\0\0\0\0\x01";
const HEAD_BYTES: usize = 16;
/// Numbers in the table at the end.
const LAYERS: usize = 62;
const TAIL_BYTES: usize = 8 * LAYERS + 8;
/// Records that are read at once, one after the other.
const AHEAD: u64 = 4096;
/// Records that are read at once when a look-up has come so close.
const BLOCK: u64 = 64;

/// Whether a file that begins so is a book of ours, or was one.
pub fn begins_a_book(content: &[u8]) -> bool {
    content.starts_with(b"Bianca book")
}

/// A book that is open for reading.
#[derive(Debug)]
pub struct BookFile {
    file: Places,
    path: PathBuf,
    /// The number of the first record with so many empty squares.
    starts: [u64; LAYERS],
    /// The checksum of all records.
    checksum: u32,
}

impl BookFile {
    /// Opens a book; a few reads, whatever its size.
    ///
    /// # Errors
    /// If it cannot be read or is none.
    pub fn open(path: &Path) -> Result<BookFile, BookError> {
        let failed = |error| BookError::File {
            path: path.to_owned(),
            error,
        };
        let damaged = |what: &str| BookError::Damaged {
            path: path.to_owned(),
            what: what.to_owned(),
        };
        let mut file = files::open(path, u64::MAX).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        let mut head = Vec::new();
        let ends = (HEAD_BYTES + TAIL_BYTES) as u64;
        Read::by_ref(&mut file)
            .take(HEAD_BYTES as u64)
            .read_to_end(&mut head)
            .map_err(failed)?;
        if head != HEAD {
            return Err(BookError::NotABook(path.to_owned()));
        }
        if size < ends || !(size - ends).is_multiple_of(RECORD_BYTES as u64) {
            return Err(damaged("it is cut off"));
        }
        let mut tail = [0; TAIL_BYTES];
        file.seek(SeekFrom::End(-(TAIL_BYTES as i64)))
            .and_then(|_| file.read_exact(&mut tail))
            .map_err(failed)?;
        let (content, own) = tail.split_at(TAIL_BYTES - 4);
        if crc32fast::hash(content).to_le_bytes() != own {
            return Err(damaged("its table is not as it was written"));
        }
        let mut starts = [0; LAYERS];
        for (start, bytes) in starts.iter_mut().zip(content.chunks_exact(8)) {
            *start = bytes
                .iter()
                .rev()
                .fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        }
        let count = (size - ends) / RECORD_BYTES as u64;
        if starts[0] != 0 || starts[LAYERS - 1] != count || !starts.is_sorted() {
            return Err(damaged("its table does not fit its size"));
        }
        let mut checksum = [0; 4];
        checksum.copy_from_slice(&content[8 * LAYERS..]);
        Ok(BookFile {
            file: Places::new(file),
            path: path.to_owned(),
            starts,
            checksum: u32::from_le_bytes(checksum),
        })
    }

    /// How many positions it has.
    pub fn count(&self) -> u64 {
        self.starts[LAYERS - 1]
    }

    /// All entries in their order, from the fewest empty squares on.
    pub fn entries(&self) -> Entries<'_> {
        Entries {
            book: self,
            next: 0,
            block: Vec::new(),
            hasher: Some(crc32fast::Hasher::new()),
            last: None,
        }
    }

    fn failed(&self, error: io::Error) -> BookError {
        BookError::File {
            path: self.path.clone(),
            error,
        }
    }

    fn read(&self, first: u64, records: &mut [u8]) -> Result<(), BookError> {
        let place = HEAD_BYTES as u64 + first * RECORD_BYTES as u64;
        self.file
            .read(place, records)
            .map_err(|error| self.failed(error))
    }
}

impl Lookup for BookFile {
    fn find(&self, position: &Position) -> Result<Option<Entry>, BookError> {
        let layer = position.empties() as usize;
        if layer > LAYERS - 2 {
            return Ok(None);
        }
        let (mut low, mut high) = (self.starts[layer], self.starts[layer + 1]);
        let mut record: Record = [0; RECORD_BYTES];
        while high - low > BLOCK {
            let middle = low + (high - low) / 2;
            self.read(middle, &mut record)?;
            match order(&Entry::position_of(&record), position) {
                std::cmp::Ordering::Greater => high = middle,
                _ => low = middle,
            }
        }
        let mut block = [0; BLOCK as usize * RECORD_BYTES];
        let block = &mut block[..(high - low) as usize * RECORD_BYTES];
        self.read(low, block)?;
        for bytes in block.chunks_exact(RECORD_BYTES) {
            record.copy_from_slice(bytes);
            if Entry::position_of(&record) == *position {
                // A record that was damaged is not known.
                return Ok(Entry::read(&record));
            }
        }
        Ok(None)
    }
}

/// The entries of a book one after the other.
pub struct Entries<'a> {
    book: &'a BookFile,
    /// The number of the next record.
    next: u64,
    /// Records from there on.
    block: Vec<u8>,
    /// Of what was read; `None` once it was compared.
    hasher: Option<crc32fast::Hasher>,
    last: Option<Position>,
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Result<Entry, BookError>> {
        if self.next == self.book.count() {
            let whole = self.hasher.take()?.finalize();
            let right = whole == self.book.checksum;
            return (!right).then(|| Err(self.damaged("its checksum is wrong")));
        }
        let Some(hasher) = &mut self.hasher else {
            return None;
        };
        let at = (self.next % AHEAD) as usize * RECORD_BYTES;
        if at == 0 {
            let records = AHEAD.min(self.book.count() - self.next) as usize;
            self.block.resize(records * RECORD_BYTES, 0);
            if let Err(error) = self.book.read(self.next, &mut self.block) {
                self.hasher = None;
                return Some(Err(error));
            }
            hasher.update(&self.block);
        }
        let mut record = [0; RECORD_BYTES];
        record.copy_from_slice(&self.block[at..at + RECORD_BYTES]);
        self.next += 1;
        let Some(entry) = Entry::read(&record) else {
            return Some(Err(self.damaged("a record is none")));
        };
        let sorted = self
            .last
            .is_none_or(|last| order(&last, &entry.position).is_lt());
        self.last = Some(entry.position);
        Some(if sorted {
            Ok(entry)
        } else {
            Err(self.damaged("its records are not in order"))
        })
    }
}

impl Entries<'_> {
    fn damaged(&self, what: &str) -> BookError {
        BookError::Damaged {
            path: self.book.path.clone(),
            what: what.to_owned(),
        }
    }
}

/// Writes a book as a stream.
pub struct BookWriter<W> {
    output: W,
    hasher: crc32fast::Hasher,
    counts: [u64; LAYERS],
    last: Option<Position>,
}

impl<W: Write> BookWriter<W> {
    /// Begins a book.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut output: W) -> io::Result<BookWriter<W>> {
        output.write_all(HEAD)?;
        Ok(BookWriter {
            output,
            hasher: crc32fast::Hasher::new(),
            counts: [0; LAYERS],
            last: None,
        })
    }

    /// Writes an entry, which must come after the one before it in [`order`].
    ///
    /// # Errors
    /// If it cannot be written, or does not.
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        if self
            .last
            .is_some_and(|last| order(&last, &entry.position).is_ge())
        {
            return Err(io::Error::other("the positions of a book are not in order"));
        }
        self.last = Some(entry.position);
        let record = entry.record();
        self.hasher.update(&record);
        self.counts[entry.position.empties() as usize] += 1;
        self.output.write_all(&record)
    }

    /// Writes what stands at the end, and gives the output back.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        let mut tail = Vec::with_capacity(TAIL_BYTES);
        let mut sum: u64 = 0;
        for count in self.counts {
            tail.extend(sum.to_le_bytes());
            sum += count;
        }
        tail.extend(self.hasher.finalize().to_le_bytes());
        tail.extend(crc32fast::hash(&tail).to_le_bytes());
        self.output.write_all(&tail)?;
        self.output.flush()?;
        Ok(self.output)
    }
}

/// A file that is read by place, by several threads at once.
#[derive(Debug)]
struct Places {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

#[cfg(unix)]
impl Places {
    fn new(file: File) -> Places {
        Places { file }
    }

    fn read(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::os::unix::fs::FileExt;
        self.file.read_exact_at(bytes, place)
    }
}

#[cfg(not(unix))]
impl Places {
    fn new(file: File) -> Places {
        let file = std::sync::Mutex::new(file);
        Places { file }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, File> {
        self.file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn read(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.lock();
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::entry::Place;
    use bianca_rules::othello::random::RandomGames;
    use bianca_search::request::Score;
    use std::collections::BTreeMap;

    fn entries(count: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        for empties in [8, 20, 44] {
            let games = RandomGames::new(empties, 7).take(count);
            entries.extend(
                games
                    .filter_map(|game| Place::of(game.position()))
                    .map(|place| Entry {
                        score: Score(place.position.own.0 as i32 & 0xff),
                        ..Entry::unknown(place.position)
                    }),
            );
        }
        let key = |entry: &Entry| {
            (
                entry.position.empties(),
                entry.position.own,
                entry.position.opp,
            )
        };
        let sorted: BTreeMap<_, Entry> = entries.iter().map(|entry| (key(entry), *entry)).collect();
        sorted.into_values().collect()
    }

    fn write(path: &Path, entries: &[Entry]) {
        let mut writer = BookWriter::begin(File::create(path).unwrap()).unwrap();
        entries
            .iter()
            .for_each(|entry| writer.write(entry).unwrap());
        writer.finish().unwrap();
    }

    #[test]
    fn what_is_written_is_found_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let all = entries(300);
        let (held, other): (Vec<&Entry>, Vec<&Entry>) =
            all.iter().partition(|entry| entry.score.0 % 3 > 0);
        write(&path, &held.iter().map(|entry| **entry).collect::<Vec<_>>());
        let book = BookFile::open(&path).unwrap();
        assert_eq!(book.count(), held.len() as u64);
        for entry in &held {
            assert_eq!(book.find(&entry.position).unwrap(), Some(**entry));
        }
        for entry in &other {
            assert_eq!(book.find(&entry.position).unwrap(), None);
        }
        let read: Vec<Entry> = book.entries().map(Result::unwrap).collect();
        assert!(read.iter().eq(held.iter().copied()));
    }

    #[test]
    fn an_empty_book_is_a_book() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        write(&path, &[]);
        let book = BookFile::open(&path).unwrap();
        assert_eq!(book.count(), 0);
        assert_eq!(book.find(&entries(1)[0].position).unwrap(), None);
        assert_eq!(book.entries().count(), 0);
    }

    #[test]
    fn damage_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        write(&path, &entries(4));
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            assert!(BookFile::open(&path).is_err(), "cut at {cut}");
        }
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &bytes).unwrap();
            let sound = BookFile::open(&path).is_ok_and(|book| {
                let mut entries = book.entries();
                entries.all(|entry| entry.is_ok())
            });
            assert!(!sound, "bit {bit}");
        }
    }

    #[test]
    fn positions_out_of_order_are_refused() {
        let entries = entries(2);
        let mut writer = BookWriter::begin(Vec::new()).unwrap();
        writer.write(&entries[1]).unwrap();
        assert!(writer.write(&entries[0]).is_err());
        assert!(writer.write(&entries[1]).is_err());
    }
}
