//! Where the session's long work runs: on a thread of its own, so that lines are heard meanwhile,
//! or on the caller's where there are no threads.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::Event;
use bianca_play::game::GameMove;
use bianca_search::request::{Report, StopFlag};

/// What reports of a search are handed to.
pub type Reporter<'a> = &'a mut dyn FnMut(&Report<GameMove>);

/// What came of a job: its answer, or the message of the panic that ended it.
pub type Outcome<T> = Result<T, String>;

/// How often it is looked during a job whether the client is still there.
const LOOK: Duration = Duration::from_millis(200);

/// Where searches run.
pub enum Workplace {
    /// On a thread of their own, while another one reads lines; both send to one queue.
    Threads {
        /// The thread.
        worker: JobThread,
        /// The queue.
        events: Receiver<Event>,
    },
    /// On the thread that brings the lines, which holds the flag that stops them.
    Here(StopFlag),
}

impl Workplace {
    /// Whether lines are heard while a job runs.
    pub fn has_threads(&self) -> bool {
        matches!(self, Workplace::Threads { .. })
    }

    /// What happens next; `None` if nothing can happen any more.
    pub fn next_event(&self) -> Option<Event> {
        match self {
            Workplace::Threads { events, .. } => events.recv().ok(),
            Workplace::Here(_) => None,
        }
    }

    /// What happens next, but not later than [`LOOK`] from now; [`Event::Nothing`] then.
    pub fn next_event_soon(&self) -> Option<Event> {
        match self {
            Workplace::Threads { events, .. } => match events.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => Some(Event::Nothing),
                event => event.ok(),
            },
            Workplace::Here(_) => None,
        }
    }
}

/// The thread, which ends when this is dropped and its job is done.
pub struct JobThread {
    jobs: Sender<Box<dyn FnOnce() + Send>>,
    events: Sender<Event>,
}

impl JobThread {
    /// Starts the thread; what it does is sent to `events`.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn spawn(events: Sender<Event>) -> io::Result<JobThread> {
        let (jobs, todo) = mpsc::channel::<Box<dyn FnOnce() + Send>>();
        let work = move || {
            for job in todo {
                job();
            }
        };
        thread::Builder::new()
            .name("search".to_owned())
            .spawn(work)?;
        Ok(JobThread { jobs, events })
    }

    /// Begins a job. An [`Event::Done`] says when its outcome is in the channel. An
    /// [`Event::Report`] holds what is found meanwhile, if `reports` are wanted: each wakes the
    /// session, which on a busy machine can cost the search its processor.
    ///
    /// # Errors
    /// If the thread is gone, which only a bug could bring about.
    pub fn start<T: Send + 'static>(
        &self,
        job: impl FnOnce(&StopFlag, Reporter) -> T + Send + 'static,
        stop: StopFlag,
        reports: bool,
    ) -> io::Result<Receiver<Outcome<T>>> {
        let events = self.events.clone();
        let (sender, outcome) = mpsc::channel();
        let job = move || {
            let mut report = |found: &Report<GameMove>| {
                if reports {
                    // Nobody listens any more if the session has ended first.
                    let _ = events.send(Event::Report(found.clone()));
                }
            };
            let _ = sender.send(run(|| job(&stop, &mut report)));
            let _ = events.send(Event::Done);
        };
        let gone = |_| io::Error::other("the thread that searches is gone");
        self.jobs.send(Box::new(job)).map_err(gone)?;
        Ok(outcome)
    }
}

/// Runs a job; a panic becomes its message. Whoever shares data with the job must set it right
/// after a panic.
pub fn run<T>(job: impl FnOnce() -> T) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(job)).map_err(|payload| message(&*payload))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it panicked".to_owned())
}
