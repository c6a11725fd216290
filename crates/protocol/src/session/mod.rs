//! The event loop: the only place that sees text, the game and its player, and the only one that
//! writes to the output.
//!
//! A thread reads lines, another one searches, and both send to one queue. Invariant: every
//! command is answered, in the order in which commands came, with one write and a flush. While a
//! search runs, lines are read ahead only to see whether one of them ends it; each is still
//! answered in its turn.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod book;
mod cassio;
mod commands;
mod edax;
mod explaining;
mod files;
mod input;
mod log_file;
mod options;
mod rating;
mod review;
mod searching;
mod waiting;
mod worker;
mod xboard;

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use log::debug;
use thiserror::Error;

use crate::protocol::cassio::Probing;
use crate::protocol::{
    Client, Command, CommandError, Dialect, ParsedLine, Reply, SearchEvent, SearchPurpose,
};
use bianca_play::game::GameMove;
use bianca_play::player::Player;
use bianca_play::player::catalogue::CatalogueError;
use bianca_play::tabletop::Tabletop;
use bianca_search::request::{BookScore, Report, StopFlag};
use bianca_search::search::Settings;
use bianca_system::instant::Instant;
use input::{Backlog, Input};
use rating::Rating;
use waiting::{Urgency, Waiting};
use worker::JobThread;

/// What the session hears.
enum Event {
    /// A line of the input.
    Line(Input),
    /// The input has ended.
    Eof,
    /// A line that the running search has found.
    Report(Report<GameMove>),
    /// The running job is done.
    Done,
    /// Nothing happened for a while.
    Nothing,
}

/// How often it is looked during a search whether the client is still there.
const LOOK: Duration = Duration::from_millis(200);

/// How a session begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionSettings {
    /// Whether a person types the lines, who means `quit` and the end of the input to be obeyed
    /// at once. A script's wait in GTP until every search before them is done.
    pub interactive: bool,
    /// What the client speaks; its first line shows it if this does not.
    pub dialect: Option<Dialect>,
    /// Options to set before the first line, as the protocol's `option` does.
    pub options: Vec<(String, String)>,
    /// Whether Edax's console draws no boards.
    pub quiet: bool,
}

/// Why a session does not begin, or ended otherwise than by the client's will.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The strong player cannot be had: memory is short.
    #[error(transparent)]
    Player(#[from] CatalogueError),
    /// One of the options to start with was refused; nothing was said.
    #[error(transparent)]
    Option(#[from] CommandError),
    /// The output cannot be written for another reason than that it was closed, or the system has
    /// no threads.
    #[error("the session broke off: {0}")]
    Broken(#[from] io::Error),
}

/// What a session begins with: Othello and its usual player, with as much memory as `options` say.
fn beginning(options: &[(String, String)]) -> Result<Tabletop, CatalogueError> {
    let mut settings = Settings::default();
    // A table of the usual size must not be made for who wants a smaller one, for want of memory.
    let mut given = options.iter().rev();
    let hash = given.find(|(name, _)| name.eq_ignore_ascii_case("hash"));
    if let Some(mebibytes) = hash.and_then(|(_, value)| value.parse().ok()) {
        // What is too much or too little is refused when the options are set.
        settings.hash_mib = settings.hash_mib.min(mebibytes).max(1);
    }
    Tabletop::usual(settings)
}

/// What a session over streams reads and writes.
pub struct Streams<I, O, A> {
    /// Where the lines come from.
    pub input: I,
    /// Where the replies go.
    pub output: O,
    /// Where goes what GoGui is to draw while a search runs, if the option for it is set.
    pub aside: A,
    /// Says whether nobody reads the output any more, without writing to it; asked while a search
    /// runs.
    pub is_abandoned: fn() -> bool,
    /// How long the processors have worked for this process, where that can be said.
    pub cpu_time: fn() -> Option<Duration>,
}

/// Talks with a client until it quits, its input ends or it closes our output.
///
/// # Errors
/// See [`SessionError`].
pub fn run<I, O, A>(
    streams: Streams<I, O, A>,
    settings: SessionSettings,
) -> Result<(), SessionError>
where
    I: Read + Send + 'static,
    O: Write,
    A: Write + Send + 'static,
{
    run_with(beginning(&settings.options)?, streams, settings)
}

fn run_with<I, O, A>(
    table: Tabletop,
    streams: Streams<I, O, A>,
    settings: SessionSettings,
) -> Result<(), SessionError>
where
    I: Read + Send + 'static,
    O: Write,
    A: Write + Send + 'static,
{
    let Streams {
        input,
        output,
        aside,
        is_abandoned,
        cpu_time,
    } = streams;
    let (sender, events) = mpsc::channel();
    let worker = JobThread::spawn(sender.clone())?;
    let workplace = Workplace::Threads { worker, events };
    let mut session = Session::begin(table, output, workplace, settings)?;
    session.surroundings = Surroundings {
        aside: Box::new(aside),
        is_abandoned,
        cpu_time,
    };
    input::spawn(input, sender, session.queue.backlog.clone())?;
    match session.serve() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// A conversation with a client: lines in, replies out.
///
/// [`run`] holds one over streams. A program that has lines of its own begins one with
/// [`in_process`](Session::in_process) and hands it one line after the other:
///
/// ```
/// use bianca_protocol::session::{Session, SessionSettings};
///
/// let mut session = Session::in_process(Vec::new(), SessionSettings::default())?;
/// session.send("play f5d6", &Default::default())?;
/// session.send("history", &Default::default())?;
/// assert_eq!(session.output(), b"=\n\n= f5 d6\n\n");
/// # Ok::<(), bianca_protocol::session::SessionError>(())
/// ```
pub struct Session<W> {
    output: W,
    workplace: Workplace,
    surroundings: Surroundings,
    table: Tabletop,
    client: Client,
    queue: Queue,
    options: SessionOptions,
    running: RunningSearch,
    rating: Rating,
}

/// What a session finds around it.
struct Surroundings {
    /// Where drawings go that a board wants beside the replies.
    aside: Box<dyn Write + Send>,
    /// Says whether nobody reads the output any more.
    is_abandoned: fn() -> bool,
    /// How long the processors have worked for this process, where that can be said.
    cpu_time: fn() -> Option<Duration>,
}

/// In process there is nothing around it.
impl Default for Surroundings {
    fn default() -> Surroundings {
        Surroundings {
            aside: Box::new(io::sink()),
            is_abandoned: || false,
            cpu_time: || None,
        }
    }
}

/// What is still to be answered.
#[derive(Default)]
struct Queue {
    /// What was read and is not answered yet.
    backlog: Backlog,
    /// Lines that came while a search ran.
    waiting: Waiting,
    /// Whether the input has ended.
    closed: bool,
    /// Whether nobody reads the output any more.
    abandoned: bool,
}

impl Queue {
    /// Whether the client may still speak, and does not at present.
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && !self.closed
    }
}

/// The options that are the session's own.
#[derive(Default)]
struct SessionOptions {
    /// Whether the player thinks on in the opponent's time.
    ponder: bool,
    log_file: String,
}

/// The search that runs, or the last one.
struct RunningSearch {
    began: Instant,
    /// What it has found last.
    last: Option<Report<GameMove>>,
    /// What the book says of the moves that are searched.
    known: Vec<(GameMove, BookScore)>,
    /// The position, if it belongs to no game.
    probed: Option<Probing>,
    /// Whether the client wants it to end and has dropped all that waits.
    is_aborted: bool,
}

impl RunningSearch {
    fn new() -> RunningSearch {
        RunningSearch {
            began: Instant::now(),
            last: None,
            known: Vec::new(),
            probed: None,
            is_aborted: false,
        }
    }

    /// Starts its clock.
    fn begin(&mut self) {
        (self.began, self.last, self.is_aborted) = (Instant::now(), None, false);
    }
}

/// Where searches run.
enum Workplace {
    /// On a thread of their own, while another one reads lines; both send to one queue.
    Threads {
        worker: JobThread,
        events: Receiver<Event>,
    },
    /// On the thread that brings the lines, which holds the flag that stops them.
    Here(StopFlag),
}

impl Workplace {
    fn has_threads(&self) -> bool {
        matches!(self, Workplace::Threads { .. })
    }

    /// What happens next; `None` if nothing can happen any more.
    fn next_event(&self) -> Option<Event> {
        match self {
            Workplace::Threads { events, .. } => events.recv().ok(),
            Workplace::Here(_) => None,
        }
    }

    /// What happens next, but not later than [`LOOK`] from now; [`Event::Nothing`] then.
    fn next_event_soon(&self) -> Option<Event> {
        match self {
            Workplace::Threads { events, .. } => match events.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => Some(Event::Nothing),
                event => event.ok(),
            },
            Workplace::Here(_) => None,
        }
    }
}

/// What follows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

impl<W: Write> Session<W> {
    /// A session whose searches run on the thread that calls [`send`](Session::send).
    ///
    /// # Errors
    /// If an option is refused, or memory is short.
    pub fn in_process(output: W, settings: SessionSettings) -> Result<Session<W>, SessionError> {
        let table = beginning(&settings.options)?;
        let here = Workplace::Here(StopFlag::new());
        Session::begin(table, output, here, settings)
    }

    /// Obeys one line and writes the reply; says whether the session goes on. Raising `stop` ends
    /// a search that the line asks for; one without an end of its own (`analyze`) ends by nothing
    /// else.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn send(&mut self, line: &str, stop: &StopFlag) -> io::Result<bool> {
        self.workplace = Workplace::Here(stop.clone());
        let line = Input {
            text: line.trim_end_matches(['\r', '\n']).to_owned(),
            too_long: line.len() > input::LONGEST_LINE,
        };
        Ok(self.line(&line)? == Next::GoOn)
    }

    /// What was written to.
    pub fn output(&mut self) -> &mut W {
        &mut self.output
    }

    fn begin(
        table: Tabletop,
        output: W,
        workplace: Workplace,
        settings: SessionSettings,
    ) -> Result<Session<W>, SessionError> {
        let mut session = Session {
            output,
            workplace,
            surroundings: Surroundings::default(),
            table,
            client: Client::default(),
            queue: Queue::default(),
            options: SessionOptions::default(),
            running: RunningSearch::new(),
            rating: Rating::default(),
        };
        session.client.interactive = settings.interactive;
        session.client.console.verbosity = u8::from(!settings.quiet);
        session.speak(settings.dialect);
        for (name, value) in &settings.options {
            session.set_option(name, value)?;
        }
        Ok(session)
    }

    /// Obeys line after line until the session ends.
    fn serve(&mut self) -> io::Result<()> {
        if self.client.dialect() == Dialect::Edax {
            self.prompt()?;
        }
        while let Some(line) = self.next_line() {
            if self.line(&line)? == Next::Quit {
                return Ok(());
            }
            self.go_on_analyzing()?;
        }
        if self.client.dialect() == Dialect::Cassio && !self.queue.abandoned {
            self.reply(None, Ok(Reply::Bye))?;
        }
        Ok(())
    }

    fn line(&mut self, line: &Input) -> io::Result<Next> {
        debug!("> {}", line.text);
        self.choose_dialect(&line.text);
        self.client.hear(&line.text);
        let (id, command) = match self.client.dialect().parse_line(&line.text) {
            ParsedLine::Nothing | ParsedLine::Ignored if line.hides_a_command() => {
                (None, Err(too_long()))
            }
            ParsedLine::Nothing | ParsedLine::Ignored | ParsedLine::Interrupt => {
                return Ok(Next::GoOn);
            }
            ParsedLine::Command { id, .. } if line.too_long => (id, Err(too_long())),
            ParsedLine::Command { id, command } => (id, command),
        };
        let (id, command) = match command {
            Ok(command) => (id.as_deref(), command),
            Err(error) => match self.bare_moves(&line.text, &error) {
                // A number before them is one of them.
                Some(play) => (None, play),
                None => return self.reply(id.as_deref(), Err(error)),
            },
        };
        // A bug is an error like others.
        let executed = worker::run(|| self.execute(id, command));
        executed.unwrap_or_else(|message| {
            self.table.player.lock().recover();
            let error = self.internal(message);
            self.reply(id, Err(error))
        })
    }

    /// The next line, as soon as there is one; `None` at the end.
    fn next_line(&mut self) -> Option<Input> {
        let line = self.await_line()?;
        self.queue.backlog.remove(&line);
        Some(line)
    }

    fn await_line(&mut self) -> Option<Input> {
        loop {
            if let Some(line) = self.queue.waiting.pop() {
                return Some(line);
            }
            if self.queue.closed {
                return None;
            }
            match self.workplace.next_event() {
                Some(Event::Line(line)) => return Some(line),
                Some(Event::Eof) | None => self.queue.closed = true,
                // Nothing runs, so there is nothing to hear of it.
                Some(Event::Report(_) | Event::Done | Event::Nothing) => {}
            }
        }
    }

    /// Lets a line that came during a search wait for its turn.
    fn wait(&mut self, line: Input) -> io::Result<()> {
        match waiting::urgency(self.client.dialect(), &line) {
            Urgency::Ignored => {
                debug!("> {}", line.text);
                self.queue.backlog.remove(&line);
            }
            Urgency::Aside if self.queue.waiting.is_empty() => {
                debug!("> {}", line.text);
                self.queue.backlog.remove(&line);
                self.reply(None, Ok(Reply::Synced))?;
            }
            Urgency::Now => {
                debug!("> {}", line.text);
                self.queue.backlog.remove(&line);
                let reply = self.how_far(&line);
                self.reply(None, Ok(reply))?;
            }
            Urgency::Abort => {
                while let Some(dropped) = self.queue.waiting.pop() {
                    self.queue.backlog.remove(&dropped);
                }
                debug!("> {}", line.text);
                self.queue.backlog.remove(&line);
                self.running.is_aborted = true;
            }
            urgency => self.queue.waiting.push(line, urgency),
        }
        Ok(())
    }

    /// How far the running search has come, for a client that asks without ending it.
    fn how_far(&self, line: &Input) -> Reply {
        let asks = self.client.dialect().parse_line(&line.text);
        let RunningSearch { began, last, .. } = &self.running;
        match asks {
            ParsedLine::Command {
                command: Ok(Command::Progress),
                ..
            } => Reply::Progress {
                nodes: last.as_ref().map_or(0, |report| report.nodes),
                elapsed: began.elapsed(),
                depth: last.as_ref().map_or(0, |report| report.depth),
                moves: self.table.game.legal(None).len(),
            },
            _ => Reply::Busy,
        }
    }

    /// Chooses the dialect by the first line that shows it.
    fn choose_dialect(&mut self, line: &str) {
        if self.client.dialect.is_none() {
            self.speak(Dialect::chosen_by(line));
        }
    }

    fn speak(&mut self, dialect: Option<Dialect>) {
        if dialect == Some(Dialect::NBoard) {
            // The board reads standard error as if it were our output.
            log_file::silence_stderr();
        }
        self.client.dialect = dialect;
    }

    fn reply(&mut self, id: Option<&str>, reply: Result<Reply, CommandError>) -> io::Result<Next> {
        self.write(&self.client.dialect().write_reply(id, &reply))?;
        Ok(Next::GoOn)
    }

    /// Says what happens during a search.
    fn event(
        &mut self,
        id: Option<&str>,
        purpose: SearchPurpose,
        event: &SearchEvent,
    ) -> io::Result<()> {
        self.write(&self.client.dialect().write_event(id, purpose, event))
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

fn too_long() -> CommandError {
    CommandError::Syntax(format!(
        "the line is longer than {} bytes",
        input::LONGEST_LINE
    ))
}

#[cfg(test)]
mod tests;
