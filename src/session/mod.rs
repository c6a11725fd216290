//! The event loop: the only place that sees both text and engines, and the only one that writes
//! to the output.
//!
//! A thread reads lines, another one searches, and both send to one queue. Invariant: every
//! command is answered, in the order in which commands came, with one write and a flush. While a
//! search runs, lines are read ahead only to see whether one of them ends it; each is still
//! answered in its turn.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod clock;
mod input;
mod obey;
mod worker;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use log::debug;
use thiserror::Error;

use crate::engine::{Engine, Limits, Report, Request, StopFlag};
use crate::othello::Color;
use crate::players::lobby::{self, LobbyError};
use crate::protocol::gtp::{self, Line};
use crate::protocol::{Command, Fault, Reply};
use clock::Clocks;
use input::{Backlog, Input};
use worker::{Done, Outcome, Task, Worker};

/// What the session hears.
enum Event {
    /// A line of the input.
    Line(Input),
    /// The input has ended.
    Eof,
    /// A line that the running search has found.
    Report(Report<String>),
    /// The engine has come back.
    Done(Box<Done>),
}

/// How a session behaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Whether `quit` and the end of the input wait until every search before them is done,
    /// instead of ending it. Scripts get the same answers each time by this.
    pub batch: bool,
    /// Options to set before the first line, as the protocol's `option` does.
    pub options: Vec<(String, String)>,
}

/// Why a session ended otherwise than by the client's will.
#[derive(Debug, Error)]
pub enum Failure {
    /// One of the options to start with was refused; nothing was said.
    #[error(transparent)]
    Option(#[from] Fault),
    /// The output cannot be written for another reason than that it was closed, or the system has
    /// no threads.
    #[error("the session broke off: {0}")]
    Broken(#[from] io::Error),
}

/// Talks with a client until it quits, its input ends or it closes our output.
///
/// # Errors
/// See [`Failure`].
pub fn run(
    mut engine: Box<dyn Engine>,
    input: impl Read + Send + 'static,
    output: impl Write,
    conduct: Conduct,
) -> Result<(), Failure> {
    let (sender, events) = mpsc::channel();
    let mut session = Session {
        output,
        events,
        worker: Worker::spawn(sender.clone())?,
        batch: conduct.batch,
        backlog: Backlog::default(),
        waiting: VecDeque::new(),
        stops_waiting: 0,
        quits_waiting: 0,
        closed: false,
        clocks: Clocks::new(),
        ponder: false,
        log_file: String::new(),
        home: None,
    };
    for (name, value) in &conduct.options {
        session.set_option(&mut *engine, name, value)?;
    }
    input::spawn(input, sender, session.backlog.clone())?;
    match session.talk(engine) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

struct Session<W> {
    output: W,
    events: Receiver<Event>,
    worker: Worker,
    batch: bool,
    backlog: Backlog,
    /// Lines that came while a search ran.
    waiting: VecDeque<Input>,
    /// How many of them are `stop` or `# interrupt`.
    stops_waiting: usize,
    /// How many of them are `quit`.
    quits_waiting: usize,
    /// Whether the input has ended.
    closed: bool,
    clocks: Clocks,
    ponder: bool,
    log_file: String,
    /// The engine that the session began with, while another game is played.
    home: Option<Box<dyn Engine>>,
}

/// The word by which every game passes.
const PASS: &str = "pass";

/// How a line bears on a search that runs when it comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Urgency {
    Stop,
    Quit,
    None,
}

/// What ends a task before it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// `stop`, `quit`, `# interrupt` and the end of the input.
    Stopped,
    /// Any line.
    NextLine,
}

/// The engine after a search, and what came of it.
type Back<T> = (Box<dyn Engine>, Result<T, Fault>);

/// What follows a command.
enum Next {
    GoOn(Box<dyn Engine>),
    Quit,
}

impl<W: Write> Session<W> {
    fn talk(mut self, mut engine: Box<dyn Engine>) -> io::Result<()> {
        while let Some(line) = self.next_line() {
            debug!("< {}", line.text);
            let (id, command) = match gtp::parse_line(&line.text) {
                Line::Nothing | Line::Interrupt => continue,
                Line::Order { id, .. } if line.too_long => (id, Err(too_long())),
                Line::Order { id, command } => (id, command),
            };
            let id = id.as_deref();
            let next = match command {
                Ok(command) => self.obey(engine, id, command)?,
                Err(fault) => {
                    self.reply(id, Err(fault))?;
                    Next::GoOn(engine)
                }
            };
            match next {
                Next::GoOn(back) => engine = back,
                Next::Quit => break,
            }
        }
        Ok(())
    }

    /// Obeys one command and answers it.
    fn obey(
        &mut self,
        mut engine: Box<dyn Engine>,
        id: Option<&str>,
        command: Command,
    ) -> io::Result<Next> {
        let engine = match command {
            Command::Quit => {
                self.reply(id, Ok(Reply::Done))?;
                return Ok(Next::Quit);
            }
            Command::Genmove(color) => self.genmove(engine, id, color)?,
            Command::RegGenmove(color) => self.reg_genmove(engine, id, color)?,
            Command::Go(request) => {
                let (engine, reply) = self.search(engine, request)?;
                self.reply(id, reply.map(Reply::Analysis))?;
                engine
            }
            Command::Analyze(request) => self.analyze(engine, id, request)?,
            Command::Perft(depth) => {
                let (engine, outcome) =
                    self.work(engine, Task::Perft(depth), Until::Stopped, false)?;
                self.reply(id, counted(outcome))?;
                engine
            }
            Command::SetGame(text) => {
                let (engine, changed) = self.change_game(engine, &text);
                self.reply(id, changed)?;
                engine
            }
            quick => {
                let reply = self.answer_safely(&mut *engine, quick);
                self.reply(id, reply)?;
                engine
            }
        };
        Ok(Next::GoOn(engine))
    }

    /// [`answer`](Session::answer), where a bug of the engine is an error like others.
    fn answer_safely(&mut self, engine: &mut dyn Engine, command: Command) -> Result<Reply, Fault> {
        // Unwind safe: `recover` throws away what the panic may have left half done.
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(engine, command)));
        answered.unwrap_or_else(|payload| {
            let message = worker::report_panic(engine, &*payload);
            engine.recover();
            Err(Fault::Internal(message))
        })
    }

    /// Starts the game that `text` names. The engine that the session began with is kept when
    /// another game is played, with its options; small games are made anew each time.
    fn change_game(
        &mut self,
        mut engine: Box<dyn Engine>,
        text: &str,
    ) -> (Box<dyn Engine>, Result<Reply, Fault>) {
        let home = self.home.as_ref().unwrap_or(&engine);
        if text.trim().eq_ignore_ascii_case(home.game_name()) {
            engine = self.home.take().unwrap_or(engine);
        } else {
            match lobby::game(text) {
                Ok(started) => {
                    let left = std::mem::replace(&mut engine, started);
                    self.home.get_or_insert(left);
                }
                Err(error) => return (engine, Err(not_started(error))),
            }
        }
        engine.new_game();
        self.clocks.restart();
        (engine, Ok(Reply::Done))
    }

    /// Chooses a move for a side, plays and tells it, then ponders if it may.
    fn genmove(
        &mut self,
        mut engine: Box<dyn Engine>,
        id: Option<&str>,
        color: Option<Color>,
    ) -> io::Result<Box<dyn Engine>> {
        let start = Instant::now();
        let color = color.unwrap_or_else(|| engine.to_move());
        let passes = engine.to_move() != color && !engine.is_over();
        if let Err(refusal) = engine.give_turn_to(color) {
            self.reply(id, Err(refusal.into()))?;
            return Ok(engine);
        }
        let limits = Limits {
            clock: self.clocks.clock(color),
            ..Limits::default()
        };
        let (mut engine, chosen) = self.choose(engine, limits)?;
        let played = chosen.and_then(|mv| {
            engine.play(Some(color), &mv)?;
            Ok(mv)
        });
        if played.is_err() && passes {
            // Cannot fail: the pass was played just now.
            let _ = engine.undo();
        }
        self.clocks.spend(color, start.elapsed());
        self.reply(id, played.map(Reply::Move))?;
        let idle = self.waiting.is_empty() && !self.closed;
        if !self.ponder || !idle || engine.is_over() {
            return Ok(engine);
        }
        // What the search leaves in the hash table is all that is wanted of it.
        let task = Task::Search {
            request: endless(Request::default()),
            stream: false,
        };
        // A panic is in the log, and nobody waits for an answer.
        let (engine, _) = self.work(engine, task, Until::NextLine, true)?;
        Ok(engine)
    }

    /// Chooses a move for a side by the level alone and leaves the game as it is.
    fn reg_genmove(
        &mut self,
        mut engine: Box<dyn Engine>,
        id: Option<&str>,
        color: Option<Color>,
    ) -> io::Result<Box<dyn Engine>> {
        let color = color.unwrap_or_else(|| engine.to_move());
        let passes = engine.to_move() != color && !engine.is_over();
        if let Err(refusal) = engine.give_turn_to(color) {
            self.reply(id, Err(refusal.into()))?;
            return Ok(engine);
        }
        let (mut engine, chosen) = self.choose(engine, Limits::default())?;
        if passes {
            // Cannot fail: the pass was played just now.
            let _ = engine.undo();
        }
        self.reply(id, chosen.map(Reply::Move))?;
        Ok(engine)
    }

    /// The best move of the side to move; a pass after the end, as clients expect.
    fn choose(&mut self, engine: Box<dyn Engine>, limits: Limits) -> io::Result<Back<String>> {
        // Neither the end of the game nor a forced pass is worth any time.
        if engine.legal(None).iter().all(|mv| mv == PASS) {
            return Ok((engine, Ok(PASS.to_owned())));
        }
        let request = Request {
            limits,
            ..Request::default()
        };
        let (engine, found) = self.search(engine, request)?;
        let chosen = found.and_then(|lines| {
            let first = lines.into_iter().next();
            let mv = first.and_then(|line| line.pv.into_iter().next());
            mv.ok_or_else(|| Fault::Internal("the search found no move".to_owned()))
        });
        Ok((engine, chosen))
    }

    fn search(
        &mut self,
        engine: Box<dyn Engine>,
        request: Request,
    ) -> io::Result<Back<Vec<Report<String>>>> {
        let task = Task::Search {
            request,
            stream: false,
        };
        let endless = request.limits.infinite;
        let (engine, outcome) = self.work(engine, task, Until::Stopped, endless)?;
        let found = found(outcome).and_then(|lines| {
            let moves = lines.first().is_some_and(|line| !line.pv.is_empty());
            match moves || engine.is_over() {
                true => Ok(lines),
                false => Err(engine.why_no_move().into()),
            }
        });
        Ok((engine, found))
    }

    fn analyze(
        &mut self,
        engine: Box<dyn Engine>,
        id: Option<&str>,
        request: Request,
    ) -> io::Result<Box<dyn Engine>> {
        self.write(&gtp::begin_analysis(id))?;
        let task = Task::Search {
            request: endless(request),
            stream: true,
        };
        let (engine, outcome) = self.work(engine, task, Until::NextLine, true)?;
        if let Outcome::Panicked(message) = outcome {
            self.write(&format!("error {}\n", Fault::Internal(message)))?;
        }
        self.write(&gtp::end_analysis())?;
        Ok(engine)
    }

    /// Lets the engine work until it is done or something ends it, and hears what comes
    /// meanwhile. `endless` tasks are not over before they are ended, even if the engine has
    /// nothing left to find.
    fn work(
        &mut self,
        engine: Box<dyn Engine>,
        task: Task,
        until: Until,
        endless: bool,
    ) -> io::Result<(Box<dyn Engine>, Outcome)> {
        let stop = StopFlag::new();
        self.worker.start(engine, task, stop.clone())?;
        let mut done: Option<Done> = None;
        loop {
            let stopped = self.must_stop(until, endless);
            if stopped {
                stop.raise();
            }
            if let Some(Done { engine, outcome }) = done.take_if(|_| stopped || !endless) {
                return Ok((engine, outcome));
            }
            match self.events.recv() {
                Ok(Event::Line(line)) => self.wait(line),
                Ok(Event::Eof) => self.closed = true,
                Ok(Event::Report(report)) => {
                    let told = self.write(&(gtp::info_line(&report) + "\n"));
                    if told.is_err() {
                        // The client is gone; so must be the search, before the process ends.
                        stop.raise();
                    }
                    told?;
                }
                Ok(Event::Done(back)) => done = Some(*back),
                Err(_) => return Err(io::Error::other("the threads are gone")),
            }
        }
    }

    /// Whether something that was read ahead ends the running task.
    fn must_stop(&self, until: Until, endless: bool) -> bool {
        match until {
            Until::NextLine => self.closed || !self.waiting.is_empty(),
            Until::Stopped => {
                let quits = self.closed || self.quits_waiting > 0;
                // In a batch a quit waits for its turn, which must come some time.
                let ends = self.stops_waiting > 0 || (quits && (endless || !self.batch));
                // What would end an endless task could not even be read.
                ends || (endless && self.backlog.is_full())
            }
        }
    }

    /// The next line, as soon as there is one; `None` at the end.
    fn next_line(&mut self) -> Option<Input> {
        let line = self.await_line()?;
        self.backlog.remove(&line);
        Some(line)
    }

    fn await_line(&mut self) -> Option<Input> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                match urgency(&line) {
                    Urgency::Stop => self.stops_waiting -= 1,
                    Urgency::Quit => self.quits_waiting -= 1,
                    Urgency::None => {}
                }
                return Some(line);
            }
            if self.closed {
                return None;
            }
            match self.events.recv() {
                Ok(Event::Line(line)) => return Some(line),
                Ok(Event::Eof) | Err(_) => self.closed = true,
                // Nothing runs, so there is nothing to hear of it.
                Ok(Event::Report(_) | Event::Done(_)) => {}
            }
        }
    }

    fn wait(&mut self, line: Input) {
        match urgency(&line) {
            Urgency::Stop => self.stops_waiting += 1,
            Urgency::Quit => self.quits_waiting += 1,
            Urgency::None => {}
        }
        self.waiting.push_back(line);
    }

    fn reply(&mut self, id: Option<&str>, reply: Result<Reply, Fault>) -> io::Result<()> {
        self.write(&gtp::write_reply(id, &reply))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        debug!("> {}", text.trim_end());
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

fn urgency(line: &Input) -> Urgency {
    match gtp::parse_line(&line.text) {
        Line::Interrupt => Urgency::Stop,
        Line::Order { .. } if line.too_long => Urgency::None,
        Line::Order {
            command: Ok(Command::Stop),
            ..
        } => Urgency::Stop,
        Line::Order {
            command: Ok(Command::Quit),
            ..
        } => Urgency::Quit,
        Line::Order { .. } | Line::Nothing => Urgency::None,
    }
}

fn endless(mut request: Request) -> Request {
    request.limits.infinite = true;
    request
}

fn too_long() -> Fault {
    Fault::Syntax(format!(
        "the line is longer than {} bytes",
        input::LONGEST_LINE
    ))
}

fn not_started(error: LobbyError) -> Fault {
    match error {
        LobbyError::Game(name) => Fault::UnknownGame(name),
        LobbyError::Failed(refusal) => refusal.into(),
        other => Fault::Syntax(other.to_string()),
    }
}

fn found(outcome: Outcome) -> Result<Vec<Report<String>>, Fault> {
    match outcome {
        Outcome::Found(lines) => Ok(lines),
        Outcome::Panicked(message) => Err(Fault::Internal(message)),
        Outcome::Counted(_) => Err(Fault::Internal("a count came of a search".to_owned())),
    }
}

fn counted(outcome: Outcome) -> Result<Reply, Fault> {
    match outcome {
        Outcome::Counted(Ok(Some(count))) => Ok(Reply::Count(count)),
        Outcome::Counted(Ok(None)) => Err(Fault::Stopped),
        Outcome::Counted(Err(refusal)) => Err(refusal.into()),
        Outcome::Panicked(message) => Err(Fault::Internal(message)),
        Outcome::Found(_) => Err(Fault::Internal("a search came of a count".to_owned())),
    }
}

#[cfg(test)]
mod tests;
