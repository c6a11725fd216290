//! Lets a book in memory grow as one in a file does.
//!
//! Invariant: what fails changes nothing. The file lies beside the program's book, or where the
//! system has such files, and is gone in the end.

use std::io;
use std::path::Path;

use tempfile::TempDir;

use super::{Book, BookFailure};
use bianca_play::book::grow::{Aim, GrowError, Growth, grow};
use bianca_play::book::store::{Store, load, write};
use bianca_rules::score::Score;
use bianca_search::request::StopFlag;

impl From<GrowError> for BookFailure {
    fn from(error: GrowError) -> BookFailure {
        match error {
            GrowError::Book(error) => error.into(),
            GrowError::Memory(error) => error.into(),
        }
    }
}

/// A folder for a while, beside a file if that can be.
fn beside(path: &Path) -> io::Result<TempDir> {
    let folder = path.parent().filter(|folder| folder.is_dir());
    let there = folder.and_then(|folder| TempDir::new_in(folder).ok());
    there.map_or_else(TempDir::new, Ok)
}

impl Book {
    /// Adds positions from the start of the game on, by moves of either side that lose no more than
    /// so many discs, until it has all of them or `stop` is raised. `near` is where the program has
    /// its book.
    ///
    /// # Errors
    /// If no file can be written, or memory is short.
    pub fn grow(
        &mut self,
        error: i32,
        threads: usize,
        near: &Path,
        stop: &StopFlag,
    ) -> Result<(), BookFailure> {
        let failed = |error| BookFailure::File {
            path: near.to_owned(),
            error,
        };
        let folder = beside(near).map_err(failed)?;
        let path = folder.path().join("book");
        write(&path, self.store.entries())?
            .commit()
            .map_err(failed)?;
        let error = Score::from_discs(error.clamp(0, 64));
        let growth = Growth {
            aim: Aim {
                error,
                variety: error,
                least_empties: self.n_empties.clamp(0, 60) as u32,
                ..Aim::default()
            },
            scoring: self.scoring(),
            time: None,
            positions: None,
            threads,
        };
        grow(&path, &growth, stop, &|_| {})?;
        let grown = load(&Store::open(&path)?)?;
        self.replace(grown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_grows_as_far_as_its_depth_and_its_errors_go() {
        let folder = tempfile::tempdir().unwrap();
        let near = folder.path().join("book.dat");
        let stop = StopFlag::new();
        let grown = |depth: i32, error: i32, near: &Path| {
            let mut book = Book::begin(1, depth, &stop).unwrap().unwrap();
            book.grow(error, 1, near, &stop).unwrap();
            book.count()
        };
        let small = grown(3, 0, &near);
        assert!(small > 1, "{small}");
        assert!(grown(3, 64, &near) > small);
        assert!(grown(4, 0, Path::new("/none/book.dat")) > small);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        stop.raise();
        let begun = Book::begin(1, 3, &StopFlag::new()).unwrap();
        let mut book = begun.unwrap();
        book.grow(64, 1, &near, &stop).unwrap();
        assert_eq!(book.count(), 1);
    }
}
