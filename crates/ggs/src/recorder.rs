//! The thread that keeps what is played, so that no game waits for a disk that stands still.
//!
//! It obeys a [`Keeper`]'s orders one after the other. Invariants: no order overtakes another, but
//! for the newest record of a match that goes on, which takes the place of one that still waits;
//! nothing is over before all that was ordered is done or has failed. A match that could not be
//! kept for good is tried again. Orders that wait have a limit, beyond which who orders waits.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::keeping::Keeper;
use crate::session::Kept;
use bianca_records::record::annotated::AnnotatedGame;

/// Orders that wait at most: a match that is played has one or two at a time.
const MOST_WAITING: usize = 256;

/// Matches that could not be written are tried again so often.
const AGAIN: Duration = Duration::from_secs(10);

/// Matches that could not be written and are kept in memory, at most.
const MOST_UNWRITTEN: usize = 100;

/// What is to be done with files; see the functions of [`Keeper`].
#[derive(Debug)]
pub enum Order {
    /// Keep a match that goes on.
    Keep(Kept),
    /// Keep a match for good.
    Finish(Kept),
    /// Leave a match that may go on another time.
    Leave(Kept),
    /// The server's record of a match that was left.
    Merge(Vec<AnnotatedGame>),
    /// Of the matches that were left these alone may go on.
    Settle(Vec<Vec<AnnotatedGame>>),
}

/// Who obeys.
trait Clerk: Send + 'static {
    /// Obeys; gives how many matches that will not go on are kept by it.
    fn obey(&mut self, order: Order) -> usize;

    /// Tries again what has failed, if it is time or the end.
    fn try_again(&mut self, is_end: bool);
}

/// The thread, as who orders has it.
#[derive(Debug)]
pub struct Recorder {
    desk: Arc<Desk>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Desk {
    pile: Mutex<Pile>,
    /// Something came, or the end.
    came: Condvar,
    /// There is room for more.
    taken: Condvar,
}

#[derive(Debug, Default)]
struct Pile {
    orders: VecDeque<Order>,
    /// Matches that were settled and that nobody was told of.
    settled: usize,
    is_over: bool,
    /// Nobody obeys any more.
    is_gone: bool,
}

impl Recorder {
    /// Lets a keeper, whose files are in `folder`, obey on a thread of its own.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn begin(keeper: Keeper, folder: &Path) -> io::Result<Recorder> {
        Recorder::with(Keeping {
            keeper,
            folder: folder.to_owned(),
            unwritten: Vec::new(),
            tried: Instant::now(),
        })
    }

    fn with(clerk: impl Clerk) -> io::Result<Recorder> {
        let desk: Arc<Desk> = Arc::default();
        let there = Arc::clone(&desk);
        let thread = thread::Builder::new()
            .name("files".to_owned())
            .spawn(move || there.work(clerk))?;
        Ok(Recorder {
            desk,
            thread: Some(thread),
        })
    }

    /// Gives an order, and does not wait for what comes of it. Only where very many wait, such as
    /// of strangers who begin matches without end, it waits for room.
    pub fn order(&mut self, order: Order) {
        let pile = self.desk.pile();
        let is_full = |pile: &mut Pile| pile.orders.len() >= MOST_WAITING && !pile.is_gone;
        let pile = self.desk.taken.wait_while(pile, is_full);
        let mut pile = pile.unwrap_or_else(PoisonError::into_inner);
        if pile.is_gone {
            drop(pile);
            return self.join();
        }
        pile.add(order);
        self.desk.came.notify_one();
    }

    /// How many matches that will not go on were kept since this was asked last.
    pub fn settled(&self) -> usize {
        std::mem::take(&mut self.desk.pile().settled)
    }

    /// Waits until all is done; gives what [`settled`](Self::settled) would.
    pub fn end(mut self) -> usize {
        self.finish();
        self.settled()
    }

    fn finish(&mut self) {
        self.desk.pile().is_over = true;
        self.desk.came.notify_one();
        self.join();
    }

    /// Waits for the thread. A panic there is one here: nothing goes on without being kept.
    fn join(&mut self) {
        let ended = self.thread.take().map(JoinHandle::join);
        if let Some(Err(panic)) = ended
            && !thread::panicking()
        {
            std::panic::resume_unwind(panic);
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Pile {
    fn add(&mut self, order: Order) {
        let Order::Keep(new) = order else {
            self.orders.push_back(order);
            return;
        };
        if new.games.is_empty() {
            return;
        }
        // Records of matches that go on do not depend on one another; all else does on them.
        let mut waiting = self.orders.iter_mut().rev().map_while(|order| match order {
            Order::Keep(kept) => Some(kept),
            _ => None,
        });
        match waiting.find(|kept| kept.name == new.name) {
            Some(old) => *old = new,
            None => self.orders.push_back(Order::Keep(new)),
        }
    }
}

impl Desk {
    fn pile(&self) -> MutexGuard<'_, Pile> {
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, mut clerk: impl Clerk) {
        let _gone = Gone(self);
        loop {
            let pile = self.pile();
            let is_idle = |pile: &mut Pile| pile.orders.is_empty() && !pile.is_over;
            let waited = self.came.wait_timeout_while(pile, AGAIN, is_idle);
            let (mut pile, _) = waited.unwrap_or_else(PoisonError::into_inner);
            let order = pile.orders.pop_front();
            let is_end = order.is_none() && pile.is_over;
            drop(pile);
            self.taken.notify_all();
            if let Some(order) = order {
                let settled = clerk.obey(order);
                self.pile().settled += settled;
            }
            clerk.try_again(is_end);
            if is_end {
                return;
            }
        }
    }
}

/// Of a thread that ends, by a panic as well: nobody waits for it then.
struct Gone<'a>(&'a Desk);

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        self.0.pile().is_gone = true;
        self.0.taken.notify_all();
    }
}

/// A keeper, and what it could not write.
struct Keeping {
    keeper: Keeper,
    folder: PathBuf,
    /// Matches that could not be written, and when that was tried last.
    unwritten: Vec<Kept>,
    tried: Instant,
}

impl Keeping {
    fn complain<T>(&self, written: io::Result<T>) -> Option<T> {
        written
            .inspect_err(|error| log::warn!("{}: {error}", self.folder.display()))
            .ok()
    }

    /// Keeps a match for good, now or later.
    fn finish(&mut self, kept: Kept) {
        let written = self.keeper.finish(&kept.name, &kept.games);
        if self.complain(written).is_none() && self.unwritten.len() < MOST_UNWRITTEN {
            self.unwritten.push(kept);
        }
    }
}

impl Clerk for Keeping {
    fn obey(&mut self, order: Order) -> usize {
        match order {
            Order::Keep(kept) => {
                let written = self.keeper.keep(&kept.name, &kept.games, kept.is_resumed);
                self.complain(written);
            }
            Order::Finish(kept) => self.finish(kept),
            Order::Leave(kept) => self.keeper.leave(&kept.name, &kept.games),
            Order::Merge(games) => {
                let merged = self.keeper.merge(&games);
                self.complain(merged);
            }
            Order::Settle(stored) => {
                let settled = self.keeper.settle(&stored);
                return self.complain(settled).unwrap_or(0);
            }
        }
        0
    }

    fn try_again(&mut self, is_end: bool) {
        let is_time = is_end || self.tried.elapsed() >= AGAIN;
        if !self.unwritten.is_empty() && is_time {
            self.tried = Instant::now();
            for kept in std::mem::take(&mut self.unwritten) {
                self.finish(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use bianca_rules::othello::OthelloGame;

    /// One who waits for a word before each order, and tells what was done.
    struct Slow {
        go: Receiver<()>,
        done: Sender<String>,
    }

    impl Clerk for Slow {
        fn obey(&mut self, order: Order) -> usize {
            let _ = self.go.recv();
            let (done, settled) = match order {
                Order::Keep(kept) => (told("keep", &kept), 0),
                Order::Finish(kept) => (told("finish", &kept), 0),
                Order::Leave(kept) => (told("leave", &kept), 0),
                Order::Merge(games) => (format!("merge {}", games.len()), 0),
                Order::Settle(stored) => ("settle".to_owned(), stored.len()),
            };
            let _ = self.done.send(done);
            settled
        }

        fn try_again(&mut self, is_end: bool) {
            if is_end {
                let _ = self.done.send("end".to_owned());
            }
        }
    }

    fn told(what: &str, kept: &Kept) -> String {
        format!("{what} {} {}", kept.name, kept.games[0].game.turns().len())
    }

    fn slow() -> (Recorder, Sender<()>, Receiver<String>) {
        let ((go, waits), (done, all)) = (channel(), channel());
        let clerk = Slow { go: waits, done };
        (Recorder::with(clerk).unwrap(), go, all)
    }

    fn kept(name: &str, moves: &str) -> Kept {
        let mut game = OthelloGame::new();
        for word in moves.split_whitespace() {
            game.play(word.parse().unwrap()).unwrap();
        }
        Kept {
            name: name.to_owned(),
            games: vec![AnnotatedGame::from(game)],
            is_resumed: false,
        }
    }

    #[test]
    fn the_newest_record_takes_the_place_of_one_that_waits() {
        let (mut recorder, go, done) = slow();
        recorder.order(Order::Keep(kept("1", "")));
        // It is in hand, and nothing takes its place any more.
        while !recorder.desk.pile().orders.is_empty() {
            thread::yield_now();
        }
        recorder.order(Order::Keep(kept("1", "f5")));
        recorder.order(Order::Keep(kept("2", "f5 d6")));
        recorder.order(Order::Keep(kept("1", "f5 d6 c3")));
        recorder.order(Order::Keep(kept("2", "f5 d6 c3 d3")));
        recorder.order(Order::Keep(Kept {
            games: Vec::new(),
            ..kept("1", "")
        }));
        for _ in 0..100 {
            go.send(()).unwrap();
        }
        assert_eq!(recorder.end(), 0);
        let done: Vec<String> = done.iter().collect();
        assert_eq!(done, ["keep 1 0", "keep 1 3", "keep 2 4", "end"]);
    }

    #[test]
    fn no_other_order_is_overtaken_and_all_are_done_at_the_end() {
        let (mut recorder, go, done) = slow();
        recorder.order(Order::Keep(kept("1", "f5")));
        recorder.order(Order::Leave(kept("1", "f5")));
        recorder.order(Order::Keep(kept("1", "f5 d6")));
        recorder.order(Order::Merge(Vec::new()));
        recorder.order(Order::Keep(kept("1", "f5 d6 c3")));
        recorder.order(Order::Settle(vec![Vec::new(); 3]));
        recorder.order(Order::Finish(kept("1", "f5 d6 c3")));
        assert_eq!((recorder.settled(), done.try_recv().ok()), (0, None));
        for _ in 0..100 {
            go.send(()).unwrap();
        }
        assert_eq!(recorder.end(), 3);
        let done: Vec<String> = done.iter().collect();
        let expected = [
            "keep 1 1",
            "leave 1 1",
            "keep 1 2",
            "merge 0",
            "keep 1 3",
            "settle",
            "finish 1 3",
            "end",
        ];
        assert_eq!(done, expected);
    }

    #[test]
    fn what_waits_has_a_limit() {
        let (mut recorder, go, done) = slow();
        let thread = thread::spawn(move || {
            for _ in 0..2 * MOST_WAITING {
                recorder.order(Order::Finish(kept("1", "")));
            }
            recorder.end()
        });
        thread::sleep(Duration::from_millis(200));
        assert!(!thread.is_finished());
        for _ in 0..2 * MOST_WAITING {
            go.send(()).unwrap();
        }
        assert_eq!(thread.join().unwrap(), 0);
        assert_eq!(done.iter().count(), 2 * MOST_WAITING + 1);
    }

    #[test]
    fn what_could_not_be_written_is_tried_again_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::new(folder.path()).unwrap();
        let mut recorder = Recorder::begin(keeper, folder.path()).unwrap();
        let open = folder.path().join(crate::keeping::OPEN);
        let away = folder.path().join("away");
        std::fs::rename(&open, &away).unwrap();
        recorder.order(Order::Keep(kept("1", "f5")));
        recorder.order(Order::Finish(kept("1", "f5 d6")));
        recorder.order(Order::Settle(Vec::new()));
        while !recorder.desk.pile().orders.is_empty() {
            thread::yield_now();
        }
        let archive = folder.path().join(crate::keeping::ARCHIVE);
        assert_eq!(std::fs::read_to_string(&archive).unwrap(), "");
        std::fs::rename(&away, &open).unwrap();
        assert_eq!(recorder.end(), 0);
        assert_eq!(
            std::fs::read_to_string(&archive).unwrap().lines().count(),
            1
        );
    }
}
