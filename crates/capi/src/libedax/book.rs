//! The book of libedax: a book of ours, in memory but for a file of our own format.
//!
//! Invariant: what cannot be read, learned or written is told and changes nothing. A file that
//! holds a book of Bianca's is never written over: it learns what was changed. In the end only a
//! file is written that was read or written as a book before, or that is not there.

mod growth;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::aside::warn;
use super::layout::{EdaxLink, EdaxScore};
use bianca_play::book::entry::{Entry, Place};
use bianca_play::book::exchange::{ExchangeError, Format, export, put, take_in};
use bianca_play::book::file::begins_a_book;
use bianca_play::book::learn::{Extent, lessons};
use bianca_play::book::moves::{Entries, Lookup};
use bianca_play::book::score::{Scorer, Scoring};
use bianca_play::book::store::{Learner, Store, back_up_all, load};
use bianca_play::book::{BookError, BookMove, choose, moves_of};
use bianca_rules::othello::{Move, OthelloGame, Position, Symmetry};
use bianca_rules::score::Score;
use bianca_search::request::{MoveDraw, StopFlag};
use bianca_search::search::TableTooLarge;
use bianca_system::files::{self, Replacement};

/// Plies that the scores of the built-in book are known to, and empty squares to which it learns.
const USUAL: (i32, i32) = (20, 24);
/// Plies by which it is seen what else could be played, and empty squares from which positions are
/// solved.
const SCAN: u32 = 10;
const EXACT: u32 = 20;
/// MiB of the table of who scores positions.
const HASH: usize = 16;

/// Why something is not done with a book.
#[derive(Debug, Error)]
pub enum BookFailure {
    /// Ours.
    #[error(transparent)]
    Book(#[from] BookError),
    /// Another program's.
    #[error("{}: {error}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ExchangeError,
    },
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// It is none.
    #[error("{}: it is no book that Bianca reads", .0.display())]
    NotABook(PathBuf),
    /// It is not this one's file.
    #[error("{}: it is left as it is, because no book was read from it", .0.display())]
    Spared(PathBuf),
    /// Memory is short.
    #[error(transparent)]
    Memory(#[from] TableTooLarge),
}

/// A book.
pub struct Book {
    store: Store,
    /// Plies that positions are searched by.
    pub level: i32,
    /// The fewest empty squares of what is learned.
    pub n_empties: i32,
    /// A number that a program sets.
    pub verbosity: i32,
    is_changed: bool,
    /// Files that were read or written as books, by which they may be replaced in the end.
    own: BTreeSet<PathBuf>,
}

/// What the book knows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The least of its images.
    pub board: Position,
    /// The symmetry that leads there.
    pub symmetry: i32,
    /// The best of the moves that lead out of the book.
    pub leaf: EdaxLink,
    /// The moves that stay in it, best first.
    pub links: Vec<EdaxLink>,
    /// Lines or games that were learned through it.
    pub lines: u32,
    /// What it is worth.
    pub score: EdaxScore,
    /// Plies that it was searched by.
    pub level: u8,
}

/// A score that fits into the structures.
fn discs(score: Score) -> i16 {
    score.whole_discs().clamp(-64, 64) as i16
}

fn link(mv: Move, score: i16) -> EdaxLink {
    EdaxLink {
        score: score as i8,
        x: super::layout::number(mv) as u8,
    }
}

impl Book {
    fn of(store: Store, (level, n_empties): (i32, i32)) -> Book {
        Book {
            store,
            level,
            n_empties,
            verbosity: 1,
            is_changed: false,
            own: BTreeSet::new(),
        }
    }

    /// The one in the library.
    pub fn built_in() -> Book {
        Book::of(Store::built_in(), USUAL)
    }

    /// The book that a program begins with: that of the file, or the one in the library. A file
    /// that is no book is told and left as it is.
    pub fn first(path: &Path) -> Book {
        match Book::open(path) {
            Ok(book) => book,
            Err(error) => {
                if path.exists() {
                    warn(error);
                }
                Book::built_in()
            }
        }
    }

    /// Takes another book in its place; what it may write in the end stays so.
    pub fn put(&mut self, other: Book) {
        let mut own = std::mem::take(&mut self.own);
        own.extend(other.own);
        *self = Book { own, ..other };
    }

    /// Reads a book of Bianca's, Edax's or Egaroucid's, or a list of scored positions.
    ///
    /// # Errors
    /// If it is none, or not whole.
    pub fn open(path: &Path) -> Result<Book, BookFailure> {
        let book = Book::read(path)?;
        Ok(Book {
            own: BTreeSet::from([place(path)]),
            ..book
        })
    }

    fn read(path: &Path) -> Result<Book, BookFailure> {
        if is_ours(path)? {
            return Ok(Book::of(Store::open(path)?, USUAL));
        }
        let mut entries = Entries::new();
        read_into(&mut entries, path)?;
        let empties = entries.keys().map(|position| position.empties() as i32);
        let n_empties = empties.min().unwrap_or(USUAL.1);
        let mut counts = [0u64; 61];
        for entry in entries.values() {
            if u32::from(entry.depth) < entry.position.empties() {
                counts[usize::from(entry.depth.min(60))] += 1;
            }
        }
        let usual = (1..61).rev().max_by_key(|&depth| counts[depth]);
        let usual = usual.filter(|&depth| counts[depth] > 0);
        let level = usual.map_or(USUAL.0, |depth| depth as i32);
        Ok(Book::of(Store::in_memory(entries), (level, n_empties)))
    }

    /// A book of the start alone, searched by so many plies; `None` if `stop` was raised.
    ///
    /// # Errors
    /// If memory is short.
    pub fn begin(level: i32, depth: i32, stop: &StopFlag) -> Result<Option<Book>, BookFailure> {
        let n_empties = 61i32.saturating_sub(depth);
        let mut book = Book::of(Store::in_memory(Entries::new()), (level, n_empties));
        let is_there = book.add(Position::START, stop)?;
        Ok(is_there.then_some(book))
    }

    /// Takes in the positions of another book; where both have one, the deeper search stays.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn merge(&mut self, path: &Path) -> Result<(), BookFailure> {
        let mut entries = load(&self.store)?;
        if is_ours(path)? {
            for entry in Store::open(path)?.entries() {
                put(&mut entries, entry?);
            }
        } else {
            read_into(&mut entries, path)?;
        }
        self.replace(entries)
    }

    /// Makes all scores agree.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn back_up(&mut self) -> Result<(), BookFailure> {
        let entries = load(&self.store)?;
        self.replace(entries)
    }

    fn replace(&mut self, mut entries: Entries) -> Result<(), BookFailure> {
        back_up_all(&mut entries)?;
        self.store = Store::in_memory(entries);
        self.is_changed = true;
        Ok(())
    }

    /// Keeps only what can be reached from a position by moves of the book.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn prune(&mut self, from: Position) -> Result<(), BookFailure> {
        let mut kept = Entries::new();
        let mut waiting = vec![from];
        while let Some(position) = waiting.pop() {
            let Some((place, entry)) = self.store.find_any(position)? else {
                continue;
            };
            if kept.insert(place.position, entry).is_none() {
                let moves = place.position.moves().into_iter();
                waiting.extend(moves.map(|square| place.position.play_unchecked(square)));
            }
        }
        self.replace(kept)
    }

    fn scoring(&self) -> Scoring {
        let level = self.level.clamp(1, 60) as u32;
        Scoring {
            depth: level,
            exact: level.min(EXACT),
            scan_depth: level.min(SCAN),
            hash_mib: HASH,
        }
    }

    /// Learns games until `stop` is raised, and makes all scores agree if it has learned any.
    ///
    /// # Errors
    /// If memory is short, or the book cannot be read.
    pub fn learn_games(
        &mut self,
        games: &[OthelloGame],
        stop: &StopFlag,
    ) -> Result<(), BookFailure> {
        let mut has_learned = false;
        for game in games {
            let positions: Vec<Position> = game.positions().collect();
            if !self.learn(&positions, stop)? {
                break;
            }
            has_learned = true;
        }
        if has_learned { self.back_up() } else { Ok(()) }
    }

    /// Learns the positions of a game, all of them or, if `stop` was raised, none; whether it has.
    ///
    /// # Errors
    /// If memory is short, or the book cannot be read.
    fn learn(&mut self, positions: &[Position], stop: &StopFlag) -> Result<bool, BookFailure> {
        let extent = Extent {
            least_empties: self.n_empties.clamp(0, 60) as u32,
            ..Extent::default()
        };
        let mut scorer = Scorer::new(self.scoring())?;
        let learned = lessons(&self.store, &mut scorer, positions, extent, stop)?;
        let is_learned = learned.is_some();
        if let Some((_, entries)) = learned {
            self.keep(entries);
        }
        Ok(is_learned)
    }

    /// Searches a position for the book, unless it is there; whether it is there then.
    ///
    /// # Errors
    /// If memory is short, or the book cannot be read.
    pub fn add(&mut self, position: Position, stop: &StopFlag) -> Result<bool, BookFailure> {
        let Some(place) = Place::of(position) else {
            return Ok(false);
        };
        if self.store.find(&place.position)?.is_some() {
            return Ok(true);
        }
        let scored = Scorer::new(self.scoring())?.score(place.position, stop);
        let is_there = scored.is_some();
        if is_there {
            self.keep(scored);
        }
        Ok(is_there)
    }

    fn keep(&mut self, entries: impl IntoIterator<Item = Entry>) {
        self.store.overlay(entries);
        self.is_changed = true;
    }

    /// How many positions it has.
    pub fn count(&self) -> u64 {
        let (file, learned) = self.store.counts();
        file.saturating_add(learned)
    }

    /// The moves that it knows, best first.
    pub fn moves(&self, position: Position) -> Vec<BookMove> {
        moves_of(&self.store, position).unwrap_or_else(|error| {
            warn(error);
            Vec::new()
        })
    }

    /// The moves that it knows with their scores, best first, a pass being one; `None` if the
    /// position is not there.
    pub fn scored_moves(&self, position: Position) -> Option<Vec<(Move, i32)>> {
        let (place, entry) = self.find(position)?;
        if place.passed {
            return Some(vec![(Move::Pass, discs(-entry.score).into())]);
        }
        let moves = self.moves(position).into_iter();
        let scored = moves.map(|known| (known.square.into(), discs(known.score).into()));
        Some(scored.collect())
    }

    /// The move to play, and what it is worth: one that is at most `variety` worse than the best.
    pub fn choice(&self, position: Position, variety: Score, draw: u32) -> Option<(Move, i32)> {
        let draw = (variety.0 > 0).then(|| MoveDraw::new(draw));
        let moves = self.moves(position);
        let chosen = choose(&moves, variety, draw)?;
        Some((chosen.square.into(), discs(chosen.score).into()))
    }

    /// A move and what the book would play after it.
    pub fn line(&self, position: Position, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = position.make_unchecked(first);
        while let Some(moves) = self.scored_moves(position)
            && let Some(&(mv, _)) = moves.first()
        {
            line.push(mv);
            position = position.make_unchecked(mv);
        }
        line
    }

    /// What it knows of a position.
    pub fn show(&self, position: Position) -> Option<Known> {
        let (place, entry) = self.find(position)?;
        let (board, symmetry) = Symmetry::canonical(position);
        let number = Symmetry::all().position(|one| one == symmetry);
        let scores = [entry.score, entry.lower, entry.upper].map(discs);
        let [value, lower, upper] = if place.passed {
            [-scores[0], -scores[2], -scores[1]]
        } else {
            scores
        };
        let mut known = Known {
            board,
            symmetry: number.unwrap_or(0) as i32,
            leaf: EdaxLink::NONE,
            links: Vec::new(),
            lines: entry.lines,
            score: EdaxScore {
                value,
                lower,
                upper,
            },
            level: entry.depth,
        };
        if place.passed {
            known.links.push(link(Move::Pass, value));
        }
        for one in self.moves(board) {
            let shown = link(one.square.into(), discs(one.score));
            if one.is_leaf {
                known.leaf = shown;
            } else {
                known.links.push(shown);
            }
        }
        Some(known)
    }

    fn find(&self, position: Position) -> Option<(Place, Entry)> {
        self.store.find_any(position).unwrap_or_else(|error| {
            warn(error);
            None
        })
    }

    /// Writes it: into a book of Bianca's what was changed, otherwise all of it in the format of
    /// the file's name, or as Edax's.
    ///
    /// # Errors
    /// If it cannot be written; the file is as it was then.
    pub fn save(&mut self, path: &Path) -> Result<(), BookFailure> {
        if path.exists() && is_ours(path)? {
            let mut learner = Learner::open(path)?;
            let mut changed = Vec::new();
            for entry in self.store.entries() {
                let entry = entry?;
                if learner.store().find(&entry.position)? != Some(entry) {
                    changed.push(entry);
                }
            }
            learner.learn(&changed)?;
        } else {
            self.export(path, Format::of_path(path).unwrap_or(Format::Edax))?;
        }
        self.is_changed = false;
        self.own.insert(place(path));
        Ok(())
    }

    /// Writes it in a format of other programs.
    ///
    /// # Errors
    /// If it cannot be written; the file is as it was then.
    pub fn export(&self, path: &Path, format: Format) -> Result<(), BookFailure> {
        let failed = |error| BookFailure::File {
            path: path.to_owned(),
            error,
        };
        let file = Replacement::begin(path).map_err(failed)?;
        let mut output = BufWriter::new(file);
        export(&self.store, format, &mut output).map_err(|error| BookFailure::Other {
            path: path.to_owned(),
            error,
        })?;
        let file = output.into_inner().map_err(|error| failed(error.into()))?;
        file.commit().map_err(failed)
    }

    /// Writes it to where a program has its book, if it was changed.
    ///
    /// # Errors
    /// If it cannot be written, or if something is there that is not this book's.
    pub fn close(&mut self, path: &Path) -> Result<(), BookFailure> {
        if !self.is_changed {
            return Ok(());
        }
        if path.exists() && !self.own.contains(&place(path)) {
            return Err(BookFailure::Spared(path.to_owned()));
        }
        self.save(path)
    }
}

/// A file by the one name that it has in whatever folder the program runs.
fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Whether a file holds a book of Bianca's.
fn is_ours(path: &Path) -> Result<bool, BookFailure> {
    Ok(begins_a_book(&beginning(path)?))
}

/// The first bytes of a file.
fn beginning(path: &Path) -> Result<Vec<u8>, BookFailure> {
    let read = || -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        let file = files::open(path, u64::MAX)?;
        file.take(1 << 12).read_to_end(&mut content)?;
        Ok(content)
    };
    read().map_err(|error| BookFailure::File {
        path: path.to_owned(),
        error,
    })
}

/// Takes in the positions of another program's book.
fn read_into(entries: &mut Entries, path: &Path) -> Result<(), BookFailure> {
    let beginning = beginning(path)?;
    let format = Format::of_content(&beginning);
    if !format.is_begun_by(&beginning) {
        return Err(BookFailure::NotABook(path.to_owned()));
    }
    let file = File::open(path).map_err(|error| BookFailure::File {
        path: path.to_owned(),
        error,
    })?;
    let read = take_in(entries, format, &mut BufReader::new(file));
    read.map(drop).map_err(|error| BookFailure::Other {
        path: path.to_owned(),
        error,
    })
}

#[cfg(test)]
mod tests;
