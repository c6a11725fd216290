//! The books of other programs, and lists of scored positions.
//!
//! Each format is a stream that is read and written position by position. What a format cannot say,
//! or ours cannot keep, is counted and told; docs/book.md describes the formats. Nothing here
//! trusts a file: a record that is none is left out and counted, one that is cut off ends the
//! reading with an error.

mod edax;
mod egaroucid;
mod text;

use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::Path;

use thiserror::Error;

use super::entry::{Entry, Leaf, Place};
use super::error::BookError;
use super::moves::Entries;
use super::sort::{Sorter, Union, better};
use super::store::{Learner, Store, write};
use bianca_rules::othello::{Position, Square};
use bianca_search::request::Score;

/// A format of books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Edax, `.dat`.
    Edax,
    /// Egaroucid, `.egbk3`.
    Egaroucid,
    /// A position and its score on each line.
    Text,
}

/// A name that stands for no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a format of books (edax, egaroucid or text)")]
pub struct UnknownFormat(String);

impl std::str::FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Format, UnknownFormat> {
        match word.to_ascii_lowercase().as_str() {
            "edax" | "dat" => Ok(Format::Edax),
            "egaroucid" | "egbk3" => Ok(Format::Egaroucid),
            "text" | "txt" => Ok(Format::Text),
            _ => Err(UnknownFormat(word.to_owned())),
        }
    }
}

impl Format {
    /// The format that a file's extension stands for.
    pub fn of_path(path: &Path) -> Option<Format> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// The format of a file that begins so.
    pub fn of_content(content: &[u8]) -> Format {
        match content {
            _ if content.starts_with(edax::MAGIC) => Format::Edax,
            _ if content.starts_with(egaroucid::MAGIC) => Format::Egaroucid,
            _ => Format::Text,
        }
    }

    /// Its name, as it is read.
    pub fn name(self) -> &'static str {
        match self {
            Format::Edax => "edax",
            Format::Egaroucid => "egaroucid",
            Format::Text => "text",
        }
    }

    /// Whether a file that begins so is a book of this format.
    pub fn is_begun_by(self, content: &[u8]) -> bool {
        let found = Format::of_content(content);
        found == self && (found != Format::Text || text::begins_a_list(content))
    }
}

/// Why books are not exchanged.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// Our book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The other book cannot be read.
    #[error("cannot read it: {0}")]
    Read(#[source] io::Error),
    /// The other book cannot be written.
    #[error("cannot write it: {0}")]
    Write(#[source] io::Error),
    /// The other book is none.
    #[error("{0}")]
    Other(String),
}

/// What became of the positions, and what of them did not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions that were carried over.
    pub positions: u64,
    /// What was left out, and how often; what never happened is not in it.
    pub left_out: Vec<(&'static str, u64)>,
}

impl Report {
    fn leave_out(&mut self, what: &'static str) {
        match self.left_out.iter_mut().find(|(known, _)| *known == what) {
            Some((_, count)) => *count += 1,
            None => self.left_out.push((what, 1)),
        }
    }
}

/// A line for each kind of thing.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions", self.positions)?;
        for (what, count) in &self.left_out {
            write!(f, "\nleft out: {count} {what}")?;
        }
        Ok(())
    }
}

/// What is done with each entry that is read.
type Take<'a> = &'a mut dyn FnMut(&Entry) -> Result<(), BookError>;

/// Takes the positions of another book into ours, in whatever order they come. Where both have one,
/// the deeper search stays.
///
/// # Errors
/// If either cannot be read, or ours not be written; it is as it was then.
pub fn import(
    learner: &mut Learner,
    format: Format,
    input: &mut dyn BufRead,
) -> Result<Report, ExchangeError> {
    let folder = match learner.path().parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => ".".into(),
    };
    let mut sorter = Sorter::new(&folder);
    let report = read(format, input, &mut |entry| sorter.push(entry))?;
    let sorted = sorter.finish()?;
    let both = Union::new(learner.store().entries(), sorted);
    let written = write(learner.path(), both)?;
    learner.replace(written)?;
    Ok(report)
}

fn read(format: Format, input: &mut dyn BufRead, take: Take) -> Result<Report, ExchangeError> {
    match format {
        Format::Edax => edax::read(input, take),
        Format::Egaroucid => egaroucid::read(input, take),
        Format::Text => text::read(input, take),
    }
}

/// Takes the positions of another book into memory. Where one is there already, the deeper search
/// stays.
///
/// # Errors
/// If the other book cannot be read; what came before the fault is in `entries`.
pub fn take_in(
    entries: &mut Entries,
    format: Format,
    input: &mut dyn BufRead,
) -> Result<Report, ExchangeError> {
    read(format, input, &mut |entry| {
        put(entries, *entry);
        Ok(())
    })
}

/// Takes an entry into memory. Where its position is there already, the deeper search stays.
pub fn put(entries: &mut Entries, entry: Entry) {
    let kept = entries.entry(entry.position);
    kept.and_modify(|old| *old = better(*old, entry))
        .or_insert(entry);
}

/// Writes the positions of our book in another format.
///
/// # Errors
/// If ours cannot be read, or the other not be written.
pub fn export(
    store: &Store,
    format: Format,
    output: &mut dyn Write,
) -> Result<Report, ExchangeError> {
    match format {
        Format::Edax => edax::write(store, output),
        Format::Egaroucid => egaroucid::write(store, output),
        Format::Text => text::write(store, output),
    }
}

/// A whole number of discs as a score; `None` beyond 64.
fn score(discs: i32) -> Option<Score> {
    (-64..=64)
        .contains(&discs)
        .then(|| Score::from_discs(discs))
}

/// The leaf of a position as another program has it, turned to where our book has the position.
fn leaf(place: Place, position: Position, at: i32, discs: i32) -> Option<Leaf> {
    let index = u8::try_from(at).ok().filter(|index| *index < 64)?;
    let square = Square::new(index);
    if !position.moves().contains(square) {
        return None;
    }
    Some(Leaf {
        square: place.symmetry.square(square),
        score: score(discs)?,
    })
}

/// Reads as many bytes as `bytes` has; `false` at the end of the input.
fn fill(input: &mut dyn BufRead, bytes: &mut [u8]) -> Result<bool, ExchangeError> {
    let mut filled = 0;
    while filled < bytes.len() {
        match input.read(&mut bytes[filled..]) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => return Err(cut_off()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ExchangeError::Read(error)),
        }
    }
    Ok(true)
}

fn cut_off() -> ExchangeError {
    ExchangeError::Other("it is cut off".to_owned())
}

/// The number of positions that a head tells at `start`.
fn positions(head: &[u8], start: usize) -> Result<u32, ExchangeError> {
    let count = i32::from_le_bytes(array(head, start));
    let damaged = || ExchangeError::Other(format!("it is damaged: it tells of {count} positions"));
    u32::try_from(count).map_err(|_| damaged())
}

/// The bytes from `start` on.
fn array<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[start..start + N]);
    array
}

#[cfg(test)]
mod tests;
