//! Writing behind: what is to be written is handed to a thread of its own, so that whoever has
//! something to write waits for no disk that stands still and no reader who does not read.
//!
//! Invariants: what is handed over is written in its order; what waits has a limit, beyond which
//! it is left out, and how much that was is written in its place. What is written is not known
//! here.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// A thread that writes what it is handed.
#[derive(Debug)]
pub struct Behind<T> {
    desk: Arc<Desk<T>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Desk<T> {
    pile: Mutex<Pile<T>>,
    /// Something came, or the end.
    came: Condvar,
    /// All that came is written.
    done: Condvar,
}

#[derive(Debug)]
struct Pile<T> {
    /// With the bytes that they have.
    waiting: VecDeque<(T, usize)>,
    bytes: usize,
    /// How many were left out since the last that waits.
    missing: u64,
    is_writing: bool,
    /// Nothing will come any more.
    is_over: bool,
    /// Nothing will be written any more.
    is_gone: bool,
}

impl<T: Send + 'static> Behind<T> {
    /// Begins a thread of this name, which lets `write` write one after the other. At most `most`
    /// bytes wait; `missing` makes what is written in place of so many that were left out.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn begin(
        name: &str,
        most: usize,
        missing: impl Fn(u64) -> T + Send + 'static,
        write: impl FnMut(T) + Send + 'static,
    ) -> io::Result<Behind<T>> {
        let desk = Arc::new(Desk {
            pile: Mutex::new(Pile {
                waiting: VecDeque::new(),
                bytes: most,
                missing: 0,
                is_writing: false,
                is_over: false,
                is_gone: false,
            }),
            came: Condvar::new(),
            done: Condvar::new(),
        });
        let there = Arc::clone(&desk);
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || there.work(missing, write))?;
        Ok(Behind {
            desk,
            thread: Some(thread),
        })
    }

    /// Hands over what has so many bytes. Never waits for what is written.
    pub fn add(&self, item: T, bytes: usize) {
        let mut pile = self.desk.pile();
        if pile.is_gone {
            return;
        }
        // Behind a gap nothing is taken until that is told of.
        if pile.missing > 0 || bytes > pile.bytes {
            pile.missing += 1;
            return;
        }
        pile.bytes -= bytes;
        pile.waiting.push_back((item, bytes));
        self.desk.came.notify_one();
    }

    /// Waits until all that was handed over is written.
    pub fn flush(&self) {
        let pile = self.desk.pile();
        let is_at_work =
            |pile: &mut Pile<T>| !pile.waiting.is_empty() || pile.missing > 0 || pile.is_writing;
        let done = self.desk.done.wait_while(pile, is_at_work);
        drop(done.unwrap_or_else(PoisonError::into_inner));
    }
}

impl<T> Drop for Behind<T> {
    /// Waits until all is written.
    fn drop(&mut self) {
        self.desk.pile().is_over = true;
        self.desk.came.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<T> Desk<T> {
    fn pile(&self) -> MutexGuard<'_, Pile<T>> {
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, missing: impl Fn(u64) -> T, mut write: impl FnMut(T)) {
        let _gone = Gone(self);
        while let Some(item) = self.next(&missing) {
            write(item);
        }
    }

    /// The next that is to be written; `None` at the end.
    fn next(&self, missing: impl Fn(u64) -> T) -> Option<T> {
        let mut pile = self.pile();
        pile.is_writing = false;
        loop {
            if let Some((item, bytes)) = pile.waiting.pop_front() {
                pile.bytes += bytes;
                pile.is_writing = true;
                return Some(item);
            }
            if pile.missing > 0 {
                pile.is_writing = true;
                return Some(missing(std::mem::take(&mut pile.missing)));
            }
            self.done.notify_all();
            if pile.is_over {
                return None;
            }
            pile = self.came.wait(pile).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Of a thread that ends, by a panic as well: nobody waits for it then.
struct Gone<'a, T>(&'a Desk<T>);

impl<T> Drop for Gone<'_, T> {
    fn drop(&mut self) {
        let mut pile = self.0.pile();
        pile.waiting.clear();
        pile.missing = 0;
        pile.is_gone = true;
        pile.is_writing = false;
        self.0.done.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// A writer who waits for a word before each line, and what it has written.
    fn slow(most: usize) -> (Behind<String>, Sender<()>, Receiver<String>) {
        let (go, waits) = channel();
        let (written, lines) = channel();
        let missing = |count| format!("{count} are missing");
        let behind = Behind::begin("slow", most, missing, move |line: String| {
            let _ = waits.recv();
            let _ = written.send(line);
        });
        (behind.unwrap(), go, lines)
    }

    fn add(behind: &Behind<String>, line: &str) {
        behind.add(line.to_owned(), line.len());
    }

    #[test]
    fn nobody_waits_for_a_slow_writer_but_who_wants_to() {
        let (behind, go, lines) = slow(1000);
        for line in ["a", "b", "c"] {
            add(&behind, line);
        }
        assert!(lines.try_recv().is_err());
        for _ in 0..3 {
            go.send(()).unwrap();
        }
        behind.flush();
        assert_eq!(lines.try_iter().collect::<Vec<_>>(), ["a", "b", "c"]);
        add(&behind, "d");
        go.send(()).unwrap();
        drop(behind);
        assert_eq!(lines.try_iter().collect::<Vec<_>>(), ["d"]);
    }

    #[test]
    fn what_waits_has_a_limit_and_a_gap_is_told_of() {
        let (behind, go, lines) = slow(4);
        // The first may be on the desk already, which makes room for one more.
        for _ in 0..10 {
            add(&behind, "xx");
        }
        for _ in 0..20 {
            go.send(()).unwrap();
        }
        behind.flush();
        let written: Vec<String> = lines.try_iter().collect();
        let (last, whole) = written.split_last().unwrap();
        let missing: usize = last.strip_suffix(" are missing").unwrap().parse().unwrap();
        assert!((2..=3).contains(&whole.len()), "{written:?}");
        assert_eq!((missing + whole.len(), whole[0].as_str()), (10, "xx"));
        add(&behind, "yy");
        behind.flush();
        assert_eq!(lines.try_iter().collect::<Vec<_>>(), ["yy"]);
    }

    #[test]
    fn a_writer_that_panics_holds_nobody_up() {
        let behind = Behind::begin("fails", 100, |_| (), |()| panic!("no"));
        let behind = behind.unwrap();
        behind.add((), 1);
        behind.flush();
        behind.add((), 1);
        behind.flush();
    }
}
