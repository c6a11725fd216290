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
mod records;
mod think;
mod waiting;
mod worker;

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver};

use log::debug;
use thiserror::Error;

use crate::engine::{Engine, Report};
use crate::logs;
use crate::players::lobby::{self, LobbyError};
use crate::protocol::{Command, Dialect, Fault, Line, News, Reply, Thought};
use clock::Clocks;
use input::{Backlog, Input};
use waiting::{Urgency, Waiting};
use worker::{Done, Worker};

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
    /// What the client speaks; its first line tells if this does not.
    pub dialect: Option<Dialect>,
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

/// Talks with a client until it quits, its input ends or it closes our output. What GoGui is to
/// draw while a search runs goes to `aside`, if the option for it is set.
///
/// # Errors
/// See [`Failure`].
pub fn run(
    mut engine: Box<dyn Engine>,
    input: impl Read + Send + 'static,
    output: impl Write,
    aside: impl Write + 'static,
    conduct: Conduct,
) -> Result<(), Failure> {
    let (sender, events) = mpsc::channel();
    let mut session = Session {
        output,
        events,
        worker: Worker::spawn(sender.clone())?,
        batch: conduct.batch,
        dialect: None,
        backlog: Backlog::default(),
        waiting: Waiting::default(),
        closed: false,
        clocks: Clocks::new(),
        aside: Box::new(aside),
        ponder: false,
        live_graphics: false,
        log_file: String::new(),
        home: None,
    };
    session.speak(conduct.dialect);
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
    /// What the client speaks; `None` until its first line has shown it.
    dialect: Option<Dialect>,
    backlog: Backlog,
    /// Lines that came while a search ran.
    waiting: Waiting,
    /// Whether the input has ended.
    closed: bool,
    clocks: Clocks,
    /// Where pictures go that a board wants beside the replies.
    aside: Box<dyn Write>,
    ponder: bool,
    live_graphics: bool,
    log_file: String,
    /// The engine that the session began with, while another game is played.
    home: Option<Box<dyn Engine>>,
}

/// What follows a command.
enum Next {
    GoOn(Box<dyn Engine>),
    Quit,
}

impl<W: Write> Session<W> {
    fn talk(mut self, mut engine: Box<dyn Engine>) -> io::Result<()> {
        while let Some(line) = self.next_line() {
            debug!("> {}", line.text);
            self.choose_dialect(&line.text);
            let (id, command) = match self.dialect().parse_line(&line.text) {
                Line::Nothing | Line::Ignored | Line::Interrupt => continue,
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
            Command::Choose(order) => self.choose(engine, id, *order)?,
            Command::Go(request) => {
                let (engine, reply) = self.search(engine, id, request, Thought::Search)?;
                self.reply(id, reply.map(Reply::Analysis))?;
                engine
            }
            Command::Analyze(request) => self.analyze(engine, id, request)?,
            Command::Review => self.review(engine)?,
            Command::Show(picture) => self.show(engine, id, picture)?,
            Command::Perft(depth) => {
                let (engine, reply) = self.count(engine, depth)?;
                self.reply(id, reply)?;
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

    /// The next line, as soon as there is one; `None` at the end.
    fn next_line(&mut self) -> Option<Input> {
        let line = self.await_line()?;
        self.backlog.remove(&line);
        Some(line)
    }

    fn await_line(&mut self) -> Option<Input> {
        loop {
            if let Some(line) = self.waiting.pop() {
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

    /// Lets a line that came during a search wait for its turn.
    fn wait(&mut self, line: Input) -> io::Result<()> {
        match waiting::urgency(self.dialect(), &line) {
            Urgency::Ignored => {
                debug!("> {}", line.text);
                self.backlog.remove(&line);
            }
            Urgency::Aside if self.waiting.is_empty() => {
                debug!("> {}", line.text);
                self.backlog.remove(&line);
                self.reply(None, Ok(Reply::Synced))?;
            }
            urgency => self.waiting.push(line, urgency),
        }
        Ok(())
    }

    /// Chooses the dialect by the first line that shows it.
    fn choose_dialect(&mut self, line: &str) {
        if self.dialect.is_none() {
            self.speak(Dialect::chosen_by(line));
        }
    }

    fn speak(&mut self, dialect: Option<Dialect>) {
        if dialect == Some(Dialect::NBoard) {
            // The board reads standard error as if it were our output.
            logs::silence_stderr();
        }
        self.dialect = dialect;
    }

    /// The dialect of the session, which a first line has chosen before anything is said in it.
    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::Gtp)
    }

    fn reply(&mut self, id: Option<&str>, reply: Result<Reply, Fault>) -> io::Result<()> {
        self.write(&self.dialect().write_reply(id, &reply))
    }

    /// Tells what happens during a search.
    fn tell(&mut self, id: Option<&str>, thought: Thought, news: &News) -> io::Result<()> {
        self.write(&self.dialect().write_news(id, thought, news))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        debug!("< {}", text.trim_end().replace('\n', "\n< "));
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
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

#[cfg(test)]
mod tests;
