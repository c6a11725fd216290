//! The event loop: the only place that sees text, the game and its player, and the only one that
//! writes to the output.
//!
//! A thread reads lines, another one searches, and both send to one queue. The `Dialogue` keeps
//! that queue, the order of the replies and the running job; what a command does is a part of its
//! own, which is handed the dialogue, the table or both. Invariant: every command is answered, in
//! the order in which commands came.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod book;
mod cassio;
mod choosing;
mod commands;
mod dialogue;
mod edax;
mod explaining;
mod files;
mod input;
mod log_file;
mod options;
mod people;
mod rating;
mod review;
mod searching;
mod training;
mod waiting;
mod worker;
mod xboard;

use std::io::{self, Read, Write};
use std::sync::mpsc;
use std::time::Duration;

use thiserror::Error;

use crate::protocol::edax::options::EdaxOptions;
use crate::protocol::{CommandError, Dialect, ParsedLine, Reply, Start};
use bianca_play::game::{GameError, GameMove};
use bianca_play::player::Player;
use bianca_play::player::catalogue::CatalogueError;
use bianca_play::tabletop::Tabletop;
use bianca_search::request::{Report, StopFlag};
use bianca_search::search::Settings;
use dialogue::{Dialogue, Surroundings, panicked};
use input::Input;
use options::SessionOptions;
use people::People;
use rating::Rating;
use training::Training;
use worker::{JobThread, Workplace};

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
    /// What Edax's options say of its console.
    pub console: EdaxOptions,
    /// Whether the client has started us as it starts Edax.
    pub in_edaxs_place: bool,
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
    session.dialogue.surroundings = Surroundings {
        aside: Box::new(aside),
        is_abandoned,
        cpu_time,
    };
    input::spawn(input, sender, session.dialogue.queue.backlog.clone())?;
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
    dialogue: Dialogue<W>,
    table: Tabletop,
    options: SessionOptions,
    people: People,
    rating: Rating,
    training: Training,
}

/// What a command has brought: a reply, or `None` if all is told already.
type Answer = Result<Option<Reply>, Failure>;

/// Why a command is not obeyed.
#[derive(Debug, Error)]
enum Failure {
    /// It is refused, and the client hears why.
    #[error(transparent)]
    Refused(#[from] CommandError),
    /// There is no one who could hear it, or nothing that could do it.
    #[error(transparent)]
    Broken(#[from] io::Error),
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Failure {
        Failure::Refused(error.into())
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
    /// a search that the line asks for; one without an end of its own (`analyze`, `go infinite`)
    /// also ends when nothing is left to find or another limit is reached.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn send(&mut self, line: &str, stop: &StopFlag) -> io::Result<bool> {
        self.dialogue.workplace = Workplace::Here(stop.clone());
        let line = Input {
            text: line.trim_end_matches(['\r', '\n']).to_owned(),
            too_long: line.len() > input::LONGEST_LINE,
        };
        Ok(self.line(&line)? == Next::GoOn)
    }

    /// What was written to.
    pub fn output(&mut self) -> &mut W {
        &mut self.dialogue.output
    }

    fn begin(
        table: Tabletop,
        output: W,
        workplace: Workplace,
        settings: SessionSettings,
    ) -> Result<Session<W>, SessionError> {
        let mut session = Session {
            dialogue: Dialogue::new(output, workplace),
            table,
            options: SessionOptions::default(),
            people: People::default(),
            rating: Rating::default(),
            training: Training::default(),
        };
        let dialogue = &mut session.dialogue;
        dialogue.client.interactive = settings.interactive;
        dialogue.client.means_edax = settings.in_edaxs_place;
        dialogue.client.console.options = settings.console;
        dialogue.speak(settings.dialect);
        for (name, value) in &settings.options {
            session.options().set(name, value)?;
        }
        Ok(session)
    }

    /// Obeys line after line until the session ends.
    fn serve(&mut self) -> io::Result<()> {
        if self.dialogue.client.dialect() == Dialect::Edax {
            self.open_console()?;
        }
        while let Some(line) = self.dialogue.next_line() {
            if self.line(&line)? == Next::Quit {
                return Ok(());
            }
            self.go_on_analyzing()?;
        }
        let says_so = matches!(
            self.dialogue.client.dialect(),
            Dialect::Cassio | Dialect::Edax
        );
        if says_so && !self.dialogue.queue.abandoned {
            self.dialogue.reply(&Ok(Reply::Bye))?;
        }
        Ok(())
    }

    /// Obeys a line and answers it.
    fn line(&mut self, line: &Input) -> io::Result<Next> {
        if self.dialogue.changes_protocol(line) {
            // As the console answers every line; then another protocol begins, and another game.
            self.dialogue.write("\n")?;
            let begun = self.table.begin(Start::USUAL.set_up);
            begun.map_err(io::Error::other)?;
        }
        let (id, command) = match self.dialogue.parse(line) {
            ParsedLine::Nothing | ParsedLine::Ignored if line.hides_a_command() => {
                (None, Err(too_long()))
            }
            ParsedLine::Nothing | ParsedLine::Ignored | ParsedLine::Interrupt => {
                return Ok(Next::GoOn);
            }
            ParsedLine::Command { id, .. } if line.too_long => (id, Err(too_long())),
            ParsedLine::Command { id, command } => (id, command),
        };
        self.dialogue.id = id;
        // A bug is an error like others.
        let executed = worker::run(|| self.execute_line(&line.text, command));
        let answer = executed.unwrap_or_else(|message| {
            self.table.player.lock().recover();
            Err(panicked(&*self.table.game, message).into())
        });
        let quits = matches!(answer, Ok(Some(Reply::Bye)));
        self.dialogue.answer(answer)?;
        Ok(if quits { Next::Quit } else { Next::GoOn })
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
