//! The thread on which an engine thinks.
//!
//! The engine is handed over with the task and comes back with the outcome, also when the search
//! panics.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::Event;
use crate::engine::{Engine, Refusal, Report, Request, StopFlag};

/// What takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A search.
    Search(Request),
    /// A count of paths.
    Perft(u32),
}

/// What came of it.
pub enum Outcome {
    /// The lines found, best first.
    Found(Vec<Report<String>>),
    /// The count; `None` if it was stopped.
    Counted(Result<Option<u64>, Refusal>),
    /// A bug: the search panicked with this message.
    Panicked(String),
}

/// An engine that has done its task.
pub struct Done {
    pub engine: Box<dyn Engine>,
    pub outcome: Outcome,
}

struct Job {
    engine: Box<dyn Engine>,
    task: Task,
    stop: StopFlag,
    reports: bool,
}

/// The thread, which ends when this is dropped and its task is done.
pub struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts the thread; what it does is sent to `events`.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn spawn(events: Sender<Event>) -> io::Result<Worker> {
        let (jobs, todo) = mpsc::channel::<Job>();
        let work = move || {
            for job in todo {
                if events
                    .send(Event::Done(Box::new(work_on(job, &events))))
                    .is_err()
                {
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("search".to_owned())
            .spawn(work)?;
        Ok(Worker { jobs })
    }

    /// Hands over the engine; an [`Event::Done`] brings it back. An [`Event::Report`] tells what
    /// is found meanwhile, if `reports` are wanted: each wakes the session, which on a busy
    /// machine can cost the search its processor.
    ///
    /// # Errors
    /// If the thread is gone, which only a bug could bring about.
    pub fn start(
        &self,
        engine: Box<dyn Engine>,
        task: Task,
        stop: StopFlag,
        reports: bool,
    ) -> io::Result<()> {
        let gone = |_| io::Error::other("the thread that searches is gone");
        let job = Job {
            engine,
            task,
            stop,
            reports,
        };
        self.jobs.send(job).map_err(gone)
    }
}

fn work_on(job: Job, events: &Sender<Event>) -> Done {
    let Job {
        mut engine,
        task,
        stop,
        reports,
    } = job;
    // Unwind safe: `recover` throws away what the panic may have left half done.
    let result = catch_unwind(AssertUnwindSafe(|| match task {
        Task::Search(request) => {
            let mut report = |found: &Report<String>| {
                if reports {
                    // Nobody listens any more if the session has ended.
                    let _ = events.send(Event::Report(found.clone()));
                }
            };
            Outcome::Found(engine.search(&request, &stop, &mut report))
        }
        Task::Perft(depth) => Outcome::Counted(engine.perft(depth, &stop)),
    }));
    let outcome = result.unwrap_or_else(|payload| {
        let message = report_panic(&*engine, &*payload);
        engine.recover();
        Outcome::Panicked(message)
    });
    Done { engine, outcome }
}

/// Logs a panic of the engine with the position in which it happened; gives its message.
pub fn report_panic(engine: &dyn Engine, payload: &(dyn Any + Send)) -> String {
    let message = message(payload);
    let moves = engine.history().into_iter().map(|(_, mv)| mv);
    log::error!(
        "panic: {message}; in {} at {} after '{}'",
        engine.game_name(),
        engine.board_text(),
        moves.collect::<Vec<_>>().join(" ")
    );
    message
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the search panicked".to_owned())
}
