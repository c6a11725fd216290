//! The book in the executable: the first plies, packed.
//!
//! The packed form holds the positions that can be reached from the start by moves within the
//! book, in the order of a breadth-first walk, column by column and then by Deflate: which of a
//! position's moves lead on, its depth and confidence, its leaf, and the score of those that lead
//! nowhere. All other scores follow by minimax. That takes about four bytes a position.

use std::collections::{HashSet, VecDeque};
use std::io::{self, Read};
use std::sync::OnceLock;
use std::thread;

use flate2::read::DeflateDecoder;

use super::entry::{Entry, Leaf, Place};
use super::error::BookError;
use super::moves::{Entries, Lookup, back_up};
use bianca_rules::othello::{Position, Square};
use bianca_search::request::Score;

/// What it is called among options.
pub const NAME: &str = "builtin";

/// The book as it was packed; docs/book.md says how it was made.
static PACKED: &[u8] = include_bytes!("builtin.bin");

/// Bytes that unpacking may take: far more than any book of this size has.
pub const MOST_BYTES: u64 = 1 << 24;

/// Scores are kept in units of so many 1/256 disc.
const UNIT: i32 = 8;

/// The entries of the book in the executable, unpacked when they are first asked for.
pub fn entries() -> &'static Entries {
    static ENTRIES: OnceLock<Entries> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        // A test unpacks it; what could not be would be no book, not the end.
        unpack(PACKED).unwrap_or_default()
    })
}

/// Begins to unpack them on a thread of its own, so that a first move on a short clock need not
/// wait for it: it takes 8 ms. Where there is no thread to be had, whoever asks first unpacks them.
pub fn begin() {
    if !cfg!(target_family = "wasm") {
        let unpack = || {
            entries();
        };
        let _ = thread::Builder::new().name("book".to_owned()).spawn(unpack);
    }
}

/// Columns of the packed form, each for the positions in turn.
const COLUMNS: usize = 7;

/// The book as the executable holds it: what can be reached from the start.
///
/// # Errors
/// If the book cannot be read, or packing fails.
pub fn pack(lookup: &(impl Lookup + ?Sized)) -> Result<Vec<u8>, BookError> {
    let mut columns: [Vec<u8>; COLUMNS] = Default::default();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::new();
    if let Some((_, start)) = lookup.find_any(Position::START)? {
        seen.insert(start.position);
        queue.push_back(start);
    }
    while let Some(entry) = queue.pop_front() {
        let mut leads = 0_u64;
        for (number, square) in entry.position.moves().into_iter().enumerate() {
            let after = entry.position.play_unchecked(square);
            if let Some((_, child)) = lookup.find_any(after)? {
                leads |= 1 << number;
                if seen.insert(child.position) {
                    queue.push_back(child);
                }
            }
        }
        let index = |square: Square| {
            let before = entry.position.moves().into_iter();
            before.take_while(|&other| other != square).count() as u64 + 1
        };
        let unit = |score: Score| i64::from((score.0 + UNIT / 2).div_euclid(UNIT));
        number(&mut columns[0], leads);
        number(&mut columns[1], u64::from(entry.depth));
        number(&mut columns[2], u64::from(entry.confidence));
        number(&mut columns[3], u64::from(entry.expanded));
        number(
            &mut columns[4],
            entry.leaf.map_or(0, |leaf| index(leaf.square)),
        );
        if let Some(leaf) = entry.leaf {
            signed(&mut columns[5], unit(leaf.score));
        }
        if leads == 0 {
            signed(&mut columns[6], unit(entry.score));
        }
    }
    let mut whole = Vec::new();
    for column in &columns {
        number(&mut whole, column.len() as u64);
    }
    whole.extend(columns.concat());
    let mut packer = flate2::read::DeflateEncoder::new(&whole[..], flate2::Compression::best());
    let mut packed = Vec::new();
    let read = packer.read_to_end(&mut packed);
    read.map_err(|error| BookError::File {
        path: NAME.into(),
        error,
    })?;
    Ok(packed)
}

/// The entries of a packed book.
///
/// # Errors
/// If it is none.
pub fn unpack(packed: &[u8]) -> io::Result<Entries> {
    let mut whole = Vec::new();
    let size = DeflateDecoder::new(packed)
        .take(MOST_BYTES)
        .read_to_end(&mut whole)? as u64;
    if size == MOST_BYTES {
        return Err(wrong());
    }
    let mut rest = &whole[..];
    let mut lengths = [0; COLUMNS];
    for length in &mut lengths {
        *length = next_number(&mut rest)? as usize;
    }
    let mut columns: [&[u8]; COLUMNS] = [&[]; COLUMNS];
    for (column, length) in columns.iter_mut().zip(lengths) {
        (*column, rest) = rest.split_at_checked(length).ok_or_else(wrong)?;
    }
    let mut entries = Entries::new();
    let mut queue = VecDeque::new();
    if !columns[0].is_empty() {
        let start = Place::of(Position::START).ok_or_else(wrong)?.position;
        entries.insert(start, Entry::unknown(start));
        queue.push_back(start);
    }
    while let Some(position) = queue.pop_front() {
        let moves: Vec<Square> = position.moves().into_iter().collect();
        let leads = next_number(&mut columns[0])?;
        for (_, &square) in (0..64).zip(&moves).filter(|(bit, _)| leads >> bit & 1 != 0) {
            let place = Place::of(position.play_unchecked(square)).ok_or_else(wrong)?;
            let child = place.position;
            entries.entry(child).or_insert_with(|| {
                queue.push_back(child);
                Entry::unknown(child)
            });
        }
        let entry = entries.get_mut(&position).ok_or_else(wrong)?;
        entry.depth = next_number(&mut columns[1])?.min(60) as u8;
        entry.confidence = next_number(&mut columns[2])?.min(100) as u8;
        entry.expanded = next_number(&mut columns[3])? != 0;
        let leaf = next_number(&mut columns[4])? as usize;
        if leaf > 0 {
            let square = *moves.get(leaf - 1).ok_or_else(wrong)?;
            let score = next_score(&mut columns[5])?;
            entry.leaf = Some(Leaf { square, score });
        }
        if leads == 0 {
            entry.score = next_score(&mut columns[6])?;
            entry.best = entry.leaf.map(|leaf| leaf.square);
        }
    }
    // Fewest empty squares first: every position after those that it leads to.
    let mut order: Vec<Position> = entries.keys().copied().collect();
    order.sort_unstable_by_key(Position::empties);
    for position in order {
        let mut entry = entries[&position];
        back_up(&entries, &mut entry).map_err(io::Error::other)?;
        entries.insert(position, entry);
    }
    Ok(entries)
}

fn wrong() -> io::Error {
    io::Error::other("not a packed book")
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn number(column: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        column.push(value as u8 | 0x80);
        value >>= 7;
    }
    column.push(value as u8);
}

fn signed(column: &mut Vec<u8>, value: i64) {
    number(column, (value << 1 ^ value >> 63) as u64);
}

fn next_number(column: &mut &[u8]) -> io::Result<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = column.split_first().ok_or_else(wrong)?;
        *column = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(wrong())
}

fn next_score(column: &mut &[u8]) -> io::Result<Score> {
    let value = next_number(column)?;
    let units = (value >> 1) as i64 ^ -((value & 1) as i64);
    let most = i64::from(Score::MAX.0 / UNIT);
    let units = units.clamp(-most, most) as i32;
    Ok(Score(units * UNIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_in_the_executable_unpacks_and_is_small() {
        assert!(PACKED.len() <= 200_000);
        let entries = unpack(PACKED).unwrap();
        assert_eq!(entries.len(), super::entries().len());
        assert!(entries.contains_key(&Place::of(Position::START).unwrap().position));
    }

    #[test]
    fn what_is_no_packed_book_is_refused_and_never_a_panic() {
        for cut in 0..PACKED.len().min(100) {
            assert!(unpack(&PACKED[..cut]).is_err(), "cut at {cut}");
        }
        let mut whole = Vec::new();
        DeflateDecoder::new(PACKED).read_to_end(&mut whole).unwrap();
        let mut random = 1_u64;
        for _ in 0..60 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let mut whole = whole.clone();
            let at = (random >> 33) as usize % whole.len();
            whole[at] ^= (random >> 20) as u8 | 1;
            let fast = flate2::Compression::fast();
            let mut packer = flate2::read::DeflateEncoder::new(&whole[..], fast);
            let mut packed = Vec::new();
            packer.read_to_end(&mut packed).unwrap();
            // A book or none.
            let _ = unpack(&packed);
        }
    }
}
