//! The one engine of libedax: a game, a book and a searcher, for any number of threads.
//!
//! Invariant: one search at a time; others wait for it, and so does nothing else. A search knows
//! the game that it began with: if that is another one when it ends, its move is not played. Locks
//! are taken in the order searcher, table, book, and none of the latter two while a search runs but
//! for what a book learns.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use super::aside::{print, told, warn};
use super::bases;
use super::book::{Book, BookFailure};
use super::layout::{EdaxBenchResult, EdaxHint, LIST};
use super::options::Options;
use super::table::{Hints, Table, Task};
use crate::handle::{Closed, Handle, lock};
use bianca_protocol::protocol::edax::options::EdaxOptionError;
use bianca_protocol::protocol::edax::order::Mode;
use bianca_rules::othello::random::RandomGames;
use bianca_rules::othello::{Bitboard, Move, OthelloGame, Position, Square};
use bianca_search::request::{Goal, Report, Request, StopFlag};
use bianca_search::search::{Searcher, Settings};
use bianca_system::files;

/// Files with options that are read first, in the folder where the program runs.
const OPTION_FILES: [&str; 2] = ["edax.ini", "config.ini"];
/// Bytes of the largest one.
const LARGEST: u64 = 1 << 20;
/// Problems of a trial of speed have so many empty squares, and are made of this number.
const BENCH_EMPTIES: u32 = 20;
const BENCH_SEED: u64 = 42;
/// The most problems, and the seconds that a trial takes if their number is not given.
const BENCH_MOST: i32 = 100;
const BENCH_SECONDS: u64 = 60;

/// The engine, once it was initialized and until it is terminated.
static LIBRARY: Mutex<Option<Arc<Library>>> = Mutex::new(None);

/// The engine; `None` if it was not initialized.
pub fn current() -> Option<Arc<Library>> {
    lock(&LIBRARY).clone()
}

/// Makes the engine with the words of a command line, unless there is one.
pub fn initialize(words: &[String]) {
    let mut library = lock(&LIBRARY);
    if library
        .as_ref()
        .is_some_and(|old| !old.searcher.is_closed())
    {
        return;
    }
    *library = Library::new(words).map(Arc::new);
}

/// Ends the engine: a search that runs is stopped and waited for, and a book that was changed is
/// kept.
pub fn terminate() {
    let library = lock(&LIBRARY).take();
    if let Some(library) = library {
        library.searcher.close();
        lock(&library.counting).raise();
        let path = library.book_file();
        told(library.book().close(&path));
    }
}

/// The text of a file with options.
fn read(name: &str) -> Option<String> {
    let content = files::read(Path::new(name), LARGEST);
    let content = told(content.map_err(|error| format!("{name}: {error}")))?;
    Some(String::from_utf8_lossy(&content).into_owned())
}

/// The engine.
pub struct Library {
    table: Mutex<Table>,
    book: Mutex<Book>,
    searcher: Handle<Searcher>,
    /// Ends the counting of paths.
    counting: Mutex<StopFlag>,
    /// What the trial of speed that runs has brought so far.
    bench: Mutex<Option<EdaxBenchResult>>,
}

impl Library {
    fn new(words: &[String]) -> Option<Library> {
        let mut options = Options::default();
        let mut refuse = |error| warn(error);
        for name in OPTION_FILES
            .into_iter()
            .filter(|name| Path::new(name).exists())
        {
            options.set_lines(&read(name).unwrap_or_default(), &mut refuse);
        }
        options.set_words(words, &read, &mut refuse);
        let searcher = told(Searcher::new(options.settings.clone()))?;
        let book = Book::first(Path::new(&options.book_file));
        Some(Library {
            table: Mutex::new(Table::new(options)),
            book: Mutex::new(book),
            searcher: Handle::new(searcher, Closed::default()),
            counting: Mutex::new(StopFlag::new()),
            bench: Mutex::new(None),
        })
    }

    /// The game, which nobody keeps for long.
    pub fn table(&self) -> MutexGuard<'_, Table> {
        lock(&self.table)
    }

    /// The book, which is kept for as long as it learns.
    pub fn book(&self) -> MutexGuard<'_, Book> {
        lock(&self.book)
    }

    /// The book, if it may be asked.
    pub fn book_in_use(&self) -> Option<MutexGuard<'_, Book>> {
        let is_on = self.table().options.book_is_on;
        is_on.then(|| self.book())
    }

    /// Where the book is.
    pub fn book_file(&self) -> PathBuf {
        PathBuf::from(&self.table().options.book_file)
    }

    /// Sets an option, and lets the engine play if it is its turn by another mode.
    ///
    /// # Errors
    /// If there is none such, or the value is none of it.
    pub fn set_option(&self, name: &str, value: &str) -> Result<(), EdaxOptionError> {
        let mut table = self.table();
        let before = table.options.mode;
        table.options.set(name, value)?;
        let is_changed = table.options.mode != before;
        drop(table);
        if is_changed {
            self.go_by_mode();
        }
        Ok(())
    }

    /// Ends the search that runs, and lets the engine play neither side by itself.
    pub fn stop(&self) {
        self.table().options.mode = Mode::Neither;
        self.searcher.stop();
    }

    /// Plays a move of the engine's, and further ones if it is its turn by the mode.
    pub fn go(&self) {
        self.search(|searcher, stop| {
            if self.turn(searcher, stop) {
                self.play_by_mode(searcher, stop);
            }
        });
    }

    /// Plays as long as it is the engine's turn by the mode.
    pub fn go_by_mode(&self) {
        if self.table().is_engines_turn() {
            self.search(|searcher, stop| self.play_by_mode(searcher, stop));
        }
    }

    /// Does something with the searcher, after those who came before; `None` if the engine has
    /// ended.
    fn search<R>(&self, job: impl FnOnce(&mut Searcher, &StopFlag) -> R) -> Option<R> {
        self.searcher.with(job).ok()
    }

    fn play_by_mode(&self, searcher: &mut Searcher, stop: &StopFlag) {
        while !stop.is_raised() && self.table().is_engines_turn() && self.turn(searcher, stop) {}
    }

    /// Plays one move of the engine's; whether it has.
    fn turn(&self, searcher: &mut Searcher, stop: &StopFlag) -> bool {
        let (task, forced) = {
            let table = self.table();
            (table.task(), table.forced_move())
        };
        let Some(task) = task else {
            return false;
        };
        let game = &task.game;
        let start = Instant::now();
        let found = match forced {
            _ if game.position().must_pass() => (Move::Pass, 0),
            Some(mv) => (mv, 0),
            None => {
                let known = self.choice_of_book(game.position());
                let found = known.or_else(|| self.best(searcher, &task, stop));
                let Some(found) = found else {
                    return false;
                };
                found
            }
        };
        let time = start.elapsed();
        self.table().play_found(game, found, time)
    }

    fn choice_of_book(&self, position: Position) -> Option<(Move, i32)> {
        let variety = self.table().options.variety;
        let draw = RandomState::new().hash_one(()) as u32;
        self.book_in_use()?.choice(position, variety, draw)
    }

    fn best(&self, searcher: &mut Searcher, task: &Task, stop: &StopFlag) -> Option<(Move, i32)> {
        self.prepare(searcher, task);
        let request = Request::for_move(task.limits);
        let found = searcher.search(task.game.position(), &request, stop, &mut |_| {});
        let best = found.into_iter().next()?;
        let mv = best.pv.first().copied()?;
        Some((mv, best.score.whole_discs()))
    }

    /// Sets what the searcher is to be like. What there is no memory for is told, and not set.
    fn configure(&self, searcher: &mut Searcher, settings: Settings) {
        if *searcher.settings() != settings && told(searcher.configure(settings)).is_none() {
            self.table().options.settings = searcher.settings().clone();
        }
    }

    /// Prepares the searcher for a task.
    fn prepare(&self, searcher: &mut Searcher, task: &Task) {
        self.configure(searcher, task.settings.clone());
        if self.table().take_fresh(&task.game) {
            searcher.clear();
        }
    }

    /// The best moves of a position among `left`, as many as `most`, by a search.
    fn lines(&self, hints: Hints, most: usize) -> Vec<Report<Move>> {
        let count = hints.left.count() as usize;
        let others = hints.position.moves().count() as usize - count;
        let found = self.search(|searcher, stop| {
            let Some(task) = self.table().task() else {
                return Vec::new();
            };
            self.prepare(searcher, &task);
            let request = Request {
                limits: task.limits,
                best: most + others,
                ..Request::default()
            };
            searcher.search(hints.position, &request, stop, &mut |_| {})
        });
        let lines = found.unwrap_or_default().into_iter();
        let is_left =
            |line: &Report<Move>| first_of(line).is_some_and(|at| hints.left.contains(at));
        lines.filter(is_left).take(most).collect()
    }

    /// The best moves, first those of the book.
    pub fn hints(&self, most: i32) -> Vec<EdaxHint> {
        let mut left = Some(self.table().hints_but(&[]));
        let most = usize::try_from(most).unwrap_or(0).min(LIST - 1);
        let mut hints = Vec::new();
        while hints.len() < most
            && let Some(hint) = self.hint_of_book(&mut left)
        {
            hints.push(hint);
        }
        if let Some(left) = left.filter(|left| hints.len() < most && !left.left.is_empty()) {
            let lines = self.lines(left, most - hints.len());
            hints.extend(
                lines
                    .iter()
                    .map(|line| EdaxHint::of_search(line, left.color)),
            );
        }
        hints
    }

    /// The best move of those that were prepared and not given.
    pub fn next_hint(&self) -> EdaxHint {
        let mut hints = self.table().hints;
        if let Some(hint) = self.hint_of_book(&mut hints) {
            self.table().hints = hints;
            return hint;
        }
        let Some(before) = hints.filter(|hints| !hints.left.is_empty()) else {
            return EdaxHint::none();
        };
        let Some(line) = self.lines(before, 1).into_iter().next() else {
            return EdaxHint::none();
        };
        let mut table = self.table();
        if table.hints == hints
            && let Some(square) = first_of(&line)
        {
            table.hints = Some(without(before, square));
        }
        EdaxHint::of_search(&line, before.color)
    }

    /// The best move that is left and that the book knows; it is taken from them.
    fn hint_of_book(&self, hints: &mut Option<Hints>) -> Option<EdaxHint> {
        let left = (*hints)?;
        let book = self.book_in_use()?;
        let moves = book.moves(left.position);
        let known = moves
            .into_iter()
            .find(|known| left.left.contains(known.square))?;
        let line = book.line(left.position, known.square.into());
        *hints = Some(without(left, known.square));
        let score = known.score.whole_discs();
        Some(EdaxHint::of_book(&line, score, left.color))
    }

    /// Lets the book learn or be made anew; `stop` ends that, and then nothing has changed.
    pub fn teach(&self, job: impl FnOnce(&mut Book, &StopFlag) -> Result<(), BookFailure>) {
        self.search(|_, stop| told(job(&mut self.book(), stop)));
    }

    /// Lets the book learn the game.
    pub fn learn_game(&self) {
        let game = self.table().game().clone();
        self.learn(&[game]);
    }

    /// Lets the book learn the games of a file, until it is stopped.
    pub fn learn_file(&self, path: &Path) {
        if let Some(games) = told(bases::read(path)) {
            self.learn(&games);
        }
    }

    fn learn(&self, games: &[OthelloGame]) {
        self.teach(|book, stop| book.learn_games(games, stop));
    }

    /// Lets the book grow from the start of the game, by moves of either side that lose no more
    /// than so many discs, until it is stopped or has them all.
    pub fn grow(&self, error: i32) {
        let threads = self.table().options.settings.threads;
        let path = self.book_file();
        self.teach(|book, stop| book.grow(error, threads, &path, stop));
    }

    /// Begins to count paths, until [`stop_counting`](Library::stop_counting). Whoever asks has the
    /// book already: so nobody takes the flag from another who counts.
    pub fn begin_counting(&self) -> StopFlag {
        let stop = StopFlag::new();
        *lock(&self.counting) = stop.clone();
        // The end of the engine may have come while the book was waited for.
        if self.searcher.is_closed() {
            stop.raise();
        }
        stop
    }

    /// Ends the counting of paths.
    pub fn stop_counting(&self) {
        lock(&self.counting).raise();
    }

    /// Solves so many problems, or as many as a minute allows if the number is negative, and tells
    /// how fast that was.
    pub fn bench(&self, problems: i32) -> EdaxBenchResult {
        let solved = self.search(|searcher, stop| {
            let settings = self.table().options.settings.clone();
            self.configure(searcher, settings);
            let seconds = (problems < 0).then_some(BENCH_SECONDS);
            let solved = self.solve(searcher, problems.min(BENCH_MOST), seconds, stop);
            // The next search is to depend on its own position alone.
            searcher.clear();
            solved
        });
        *lock(&self.bench) = None;
        solved.unwrap_or_default()
    }

    fn solve(
        &self,
        searcher: &mut Searcher,
        problems: i32,
        seconds: Option<u64>,
        stop: &StopFlag,
    ) -> EdaxBenchResult {
        let request = Request {
            goal: Goal::Exact,
            ..Request::default()
        };
        let mut solved = EdaxBenchResult::default();
        let start = Instant::now();
        for game in RandomGames::new(BENCH_EMPTIES, BENCH_SEED) {
            let is_enough = match seconds {
                Some(seconds) => start.elapsed().as_secs() >= seconds,
                None => solved.positions >= problems,
            };
            if is_enough {
                break;
            }
            let found = searcher.search(game.position(), &request, stop, &mut |_| {});
            if stop.is_raised() {
                break;
            }
            solved.positions += 1;
            solved.n_nodes += found.first().map_or(0, |found| found.nodes);
            solved.time = start.elapsed().as_millis() as u64;
            *lock(&self.bench) = Some(solved);
        }
        print(format_args!(
            "{} positions solved: {} nodes in {} ms",
            solved.positions, solved.n_nodes, solved.time
        ));
        solved
    }

    /// What the trial of speed that runs has brought so far; `None` if there is none.
    pub fn bench_so_far(&self) -> Option<EdaxBenchResult> {
        *lock(&self.bench)
    }
}

/// The square of a line's first move.
fn first_of(line: &Report<Move>) -> Option<Square> {
    line.pv.first()?.square()
}

/// The same without a move.
fn without(hints: Hints, square: Square) -> Hints {
    let left = Bitboard(hints.left.0 & !(1 << square.index()));
    Hints { left, ..hints }
}

#[cfg(test)]
mod tests;
