//! The dialogue with a client: lines are heard, jobs run, replies and news of jobs are written.
//!
//! Invariant: every line is answered, in the order in which lines came, with one write and a flush.
//! While a job runs, lines are read ahead only to see whether one of them ends it; each is still
//! answered in its turn. Knows no command: what is to be answered it is told.

mod jobs;

use std::io::{self, Write};
use std::time::Duration;

use log::debug;

use super::input::{Backlog, Input};
use super::log_file;
use super::waiting::{self, Urgency, Waiting};
use super::worker::Workplace;
use super::{Answer, Event, Failure};
use crate::protocol::cassio::Probing;
use crate::protocol::{
    Client, Command, CommandError, Dialect, ParsedLine, Reply, SearchEvent, SearchPurpose,
};
use bianca_play::game::{Game, GameMove};
use bianca_search::request::{BookScore, Report};
use bianca_system::instant::Instant;
pub use jobs::{Terms, panicked};

/// Who is spoken with, what was said and is not answered yet, and the job that is heard of.
pub struct Dialogue<W> {
    /// Where the replies go.
    pub output: W,
    /// Where jobs run.
    pub workplace: Workplace,
    /// What there is besides the lines and the replies.
    pub surroundings: Surroundings,
    /// Who speaks, and what its dialect remembers.
    pub client: Client,
    /// What is still to be answered.
    pub queue: Queue,
    /// The job that runs, or the last one.
    pub running: RunningJob,
    /// The number of the command that is answered, if it has one.
    pub id: Option<String>,
}

/// What a session finds around it.
pub struct Surroundings {
    /// Where drawings go that a board wants beside the replies.
    pub aside: Box<dyn Write + Send>,
    /// Says whether nobody reads the output any more.
    pub is_abandoned: fn() -> bool,
    /// How long the processors have worked for this process, where that can be said.
    pub cpu_time: fn() -> Option<Duration>,
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
pub struct Queue {
    /// What was read and is not answered yet.
    pub backlog: Backlog,
    /// Lines that came while a job ran.
    pub waiting: Waiting,
    /// Whether the input has ended.
    pub closed: bool,
    /// Whether nobody reads the output any more.
    pub abandoned: bool,
}

impl Queue {
    /// Whether the client may still speak, and does not at present.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && !self.closed
    }
}

/// The job that runs, or the last one.
pub struct RunningJob {
    began: Instant,
    /// What it has found last.
    last: Option<Report<GameMove>>,
    /// What the book says of the moves that are searched.
    known: Vec<(GameMove, BookScore)>,
    /// The position, if it belongs to no game.
    pub probed: Option<Probing>,
    /// Whether the client wants it to end and has dropped all that waits.
    pub is_aborted: bool,
}

impl Default for RunningJob {
    fn default() -> RunningJob {
        RunningJob {
            began: Instant::now(),
            last: None,
            known: Vec::new(),
            probed: None,
            is_aborted: false,
        }
    }
}

impl RunningJob {
    /// How far it has come, for a client that asks without ending it.
    fn how_far(&self, game: &dyn Game) -> Reply {
        let last = self.last.as_ref();
        Reply::Progress {
            nodes: last.map_or(0, |report| report.nodes),
            elapsed: self.began.elapsed(),
            depth: last.map_or(0, |report| report.depth),
            moves: game.legal(None).len(),
        }
    }
}

impl<W: Write> Dialogue<W> {
    /// A dialogue in which nobody has said anything.
    pub fn new(output: W, workplace: Workplace) -> Dialogue<W> {
        Dialogue {
            output,
            workplace,
            surroundings: Surroundings::default(),
            client: Client::default(),
            queue: Queue::default(),
            running: RunningJob::default(),
            id: None,
        }
    }

    /// The next line, as soon as there is one; `None` at the end.
    pub fn next_line(&mut self) -> Option<Input> {
        let line = loop {
            if let Some(line) = self.queue.waiting.pop() {
                break line;
            }
            if self.queue.closed {
                return None;
            }
            match self.workplace.next_event() {
                Some(Event::Line(line)) => break line,
                Some(Event::Eof) | None => self.queue.closed = true,
                // Nothing runs, so there is nothing to hear of it.
                Some(Event::Report(_) | Event::Done | Event::Nothing) => {}
            }
        };
        self.queue.backlog.remove(&line);
        Some(line)
    }

    /// What a line asks for. The first one that shows it chooses the dialect.
    pub fn parse(&mut self, line: &Input) -> ParsedLine {
        debug!("> {}", line.text);
        if self.client.dialect.is_none() {
            self.speak(Dialect::chosen_by(&line.text));
        }
        self.client.hear(&line.text);
        self.client.dialect().parse_line(&line.text)
    }

    /// Whether the line changes from Edax's console to another protocol, which is chosen then.
    pub fn changes_protocol(&mut self, line: &Input) -> bool {
        if self.client.dialect != Some(Dialect::Edax) || line.too_long {
            return false;
        }
        let dialect = Dialect::changed_to_by(&line.text);
        if dialect.is_some() {
            self.client.means_edax = true;
            self.speak(dialect);
        }
        dialect.is_some()
    }

    /// Chooses the dialect.
    pub fn speak(&mut self, dialect: Option<Dialect>) {
        if dialect == Some(Dialect::NBoard) {
            // The board reads standard error as if it were our output.
            log_file::silence_stderr();
        }
        self.client.dialect = dialect;
    }

    /// Lets a line that came during a job about `game` wait for its turn.
    pub fn wait(&mut self, line: Input, game: &dyn Game) -> io::Result<()> {
        match waiting::urgency(self.client.dialect(), &line) {
            Urgency::Ignored => self.take(&line),
            Urgency::Aside if self.queue.waiting.is_empty() => {
                self.take(&line);
                self.reply_at_once(Reply::Synced)?;
            }
            Urgency::Now => {
                self.take(&line);
                let reply = match self.client.dialect().parse_line(&line.text) {
                    ParsedLine::Command {
                        command: Ok(Command::Progress),
                        ..
                    } => self.running.how_far(game),
                    _ => Reply::Busy,
                };
                self.reply_at_once(reply)?;
            }
            Urgency::Abort => {
                while let Some(dropped) = self.queue.waiting.pop() {
                    self.queue.backlog.remove(&dropped);
                }
                self.take(&line);
                self.running.is_aborted = true;
            }
            urgency => self.queue.waiting.push(line, urgency),
        }
        Ok(())
    }

    /// Takes a line out of its turn.
    fn take(&self, line: &Input) {
        debug!("> {}", line.text);
        self.queue.backlog.remove(line);
    }

    /// Answers a line out of its turn, which has no number.
    fn reply_at_once(&mut self, reply: Reply) -> io::Result<()> {
        self.write(&self.client.write_reply(None, &Ok(reply)))
    }

    /// Writes what a command has brought, unless that is told already.
    pub fn answer(&mut self, answer: Answer) -> io::Result<()> {
        match answer {
            Ok(Some(reply)) => self.reply(&Ok(reply)),
            Ok(None) => Ok(()),
            Err(Failure::Refused(error)) => self.reply(&Err(error)),
            Err(Failure::Broken(error)) => Err(error),
        }
    }

    /// Writes a reply.
    pub fn reply(&mut self, reply: &Result<Reply, CommandError>) -> io::Result<()> {
        let id = self.id.as_deref();
        self.write(&self.client.write_reply(id, reply))
    }

    /// Says what happens during a job.
    pub fn event(&mut self, purpose: SearchPurpose, event: &SearchEvent) -> io::Result<()> {
        let id = self.id.as_deref();
        let text = self.client.write_event(id, purpose, event);
        self.write(&text)
    }

    /// Writes a text as it is.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        debug!("< {}", text.trim_end().replace('\n', "\n< "));
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}
