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
mod clock;
mod commands;
mod edax;
mod explaining;
mod files;
mod gogui;
mod input;
mod log_file;
mod options;
mod review;
mod searching;
mod waiting;
mod worker;
mod xboard;

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use log::debug;
use thiserror::Error;

use crate::game::{Game, GameKind, GameMove, SilentPasses};
use crate::instant::Instant;
use crate::othello::OthelloGame;
use crate::player::catalogue::{self, CatalogueError};
use crate::player::{Contestant, Player};
use crate::protocol::cassio::Probing;
use crate::protocol::gtp::GoGuiMemory;
use crate::protocol::xboard::XBoardMemory;
use crate::protocol::{
    Command, CommandError, Dialect, ParsedLine, Reply, SearchEvent, SearchPurpose,
};
use crate::request::{BookScore, Report, StopFlag};
use crate::search::Settings;
use clock::Clocks;
use edax::ConsoleState;
use input::{Backlog, Input};
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

/// Who thinks: shared with the thread that searches, which holds it during a search.
type SharedPlayer = Arc<Mutex<Contestant>>;

fn shared(player: Contestant) -> SharedPlayer {
    Arc::new(Mutex::new(player))
}

/// A game and who thinks about it.
type Playing = (Box<dyn Game>, Contestant);

/// What a session begins with: Othello and its usual player.
fn beginning() -> Result<Playing, CatalogueError> {
    let game = OthelloGame::new();
    let player = catalogue::usual_player(Game::name(&game), Settings::default())?;
    Ok((Box::new(game), player))
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
    A: Write + 'static,
{
    let (game, player) = beginning()?;
    run_with(game, player, streams, settings)
}

fn run_with<I, O, A>(
    game: Box<dyn Game>,
    player: Contestant,
    streams: Streams<I, O, A>,
    settings: SessionSettings,
) -> Result<(), SessionError>
where
    I: Read + Send + 'static,
    O: Write,
    A: Write + 'static,
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
    let mut session = Session::begin(game, player, output, workplace, settings)?;
    session.aside = Box::new(aside);
    session.is_abandoned = is_abandoned;
    session.cpu_time = cpu_time;
    input::spawn(input, sender, session.backlog.clone())?;
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
/// use bianca::session::{Session, SessionSettings};
///
/// let mut session = Session::in_process(Vec::new(), SessionSettings::default())?;
/// session.send("play f5d6", &Default::default())?;
/// session.send("history", &Default::default())?;
/// assert_eq!(session.output(), b"=\n\n= f5 d6\n\n");
/// # Ok::<(), bianca::session::SessionError>(())
/// ```
pub struct Session<W> {
    output: W,
    workplace: Workplace,
    game: Box<dyn Game>,
    player: SharedPlayer,
    /// The player that the session began with, and its game; kept while another is played.
    first: (GameKind, SharedPlayer),
    interactive: bool,
    /// Says whether nobody reads the output any more.
    is_abandoned: fn() -> bool,
    /// What the client speaks; `None` until its first line has shown it.
    dialect: Option<Dialect>,
    /// Whether the client means another game than ours, because we refused to set it up.
    astray: bool,
    backlog: Backlog,
    /// Lines that came while a search ran.
    waiting: Waiting,
    /// Whether the input has ended.
    closed: bool,
    /// Whether nobody reads the output any more.
    abandoned: bool,
    clocks: Clocks,
    /// Where drawings go that a board wants beside the replies.
    aside: Box<dyn Write>,
    ponder: bool,
    gogui: GoGuiMemory,
    /// What the last search for a move has found.
    last_search: Option<Report<GameMove>>,
    passes: SilentPasses,
    /// How long the processors have worked for this process, where that can be said.
    cpu_time: fn() -> Option<Duration>,
    log_file: String,
    xboard: XBoardMemory,
    /// What Edax's console remembers.
    console: ConsoleState,
    running: RunningSearch,
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
        let (game, player) = beginning()?;
        let here = Workplace::Here(StopFlag::new());
        Session::begin(game, player, output, here, settings)
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
        game: Box<dyn Game>,
        player: Contestant,
        output: W,
        workplace: Workplace,
        settings: SessionSettings,
    ) -> Result<Session<W>, SessionError> {
        let player = shared(player);
        let mut session = Session {
            output,
            workplace,
            first: (game.kind(), player.clone()),
            game,
            player,
            interactive: settings.interactive,
            is_abandoned: || false,
            dialect: None,
            astray: false,
            backlog: Backlog::default(),
            waiting: Waiting::default(),
            closed: false,
            abandoned: false,
            clocks: Clocks::new(),
            aside: Box::new(io::sink()),
            ponder: false,
            gogui: GoGuiMemory::default(),
            last_search: None,
            passes: SilentPasses::default(),
            cpu_time: || None,
            log_file: String::new(),
            xboard: XBoardMemory::default(),
            console: ConsoleState::new(),
            running: RunningSearch::new(),
        };
        session.speak(settings.dialect);
        session.console.verbosity = u8::from(!settings.quiet);
        for (name, value) in &settings.options {
            session.set_option(name, value)?;
        }
        Ok(session)
    }

    /// Obeys line after line until the session ends.
    fn serve(&mut self) -> io::Result<()> {
        if self.dialect() == Dialect::Edax {
            self.prompt()?;
        }
        while let Some(line) = self.next_line() {
            if self.line(&line)? == Next::Quit {
                return Ok(());
            }
            self.go_on_analyzing()?;
        }
        if self.dialect() == Dialect::Cassio && !self.abandoned {
            self.reply(None, Ok(Reply::Bye))?;
        }
        Ok(())
    }

    fn line(&mut self, line: &Input) -> io::Result<Next> {
        debug!("> {}", line.text);
        self.choose_dialect(&line.text);
        // Until it is done.
        self.astray |= self.dialect().replaces_game(&line.text);
        let (id, command) = match self.dialect().parse_line(&line.text) {
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
            searching::lock(&self.player).recover();
            let error = self.internal(message);
            self.reply(id, Err(error))
        })
    }

    /// Starts the game that `text` names. The player that the session began with is kept when
    /// another game is played, with its options; those of small games are made anew each time.
    fn change_game(&mut self, text: &str) -> Result<Reply, CommandError> {
        let (first, player) = &self.first;
        let named = GameKind::named(text).filter(|_| text.split_whitespace().count() == 1);
        let player = match named == Some(*first) {
            true => player.clone(),
            false => {
                let player = catalogue::usual_player(text, Settings::default());
                shared(player.map_err(not_started)?)
            }
        };
        self.game = catalogue::game(text).map_err(not_started)?;
        self.player = player;
        self.new_game()
    }

    /// Forgets what was searched and starts the clocks anew, for a game that begins.
    fn new_game(&mut self) -> Result<Reply, CommandError> {
        searching::lock(&self.player).new_game();
        self.clocks.restart();
        self.passes.clear();
        self.last_search = None;
        self.astray = false;
        self.get_ready();
        Ok(Reply::Done)
    }

    /// Lets the player get ready to search where no clock runs: before a game begins, or when the
    /// client asks whether all is done.
    fn get_ready(&mut self) {
        // Who searches is ready.
        if let Ok(mut player) = self.player.try_lock() {
            // What it cannot do is said by the search.
            let _ = player.prepare(&*self.game);
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
            if let Some(line) = self.waiting.pop() {
                return Some(line);
            }
            if self.closed {
                return None;
            }
            match self.workplace.next_event() {
                Some(Event::Line(line)) => return Some(line),
                Some(Event::Eof) | None => self.closed = true,
                // Nothing runs, so there is nothing to hear of it.
                Some(Event::Report(_) | Event::Done | Event::Nothing) => {}
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
            Urgency::Now => {
                debug!("> {}", line.text);
                self.backlog.remove(&line);
                let reply = self.how_far(&line);
                self.reply(None, Ok(reply))?;
            }
            Urgency::Abort => {
                while let Some(dropped) = self.waiting.pop() {
                    self.backlog.remove(&dropped);
                }
                debug!("> {}", line.text);
                self.backlog.remove(&line);
                self.running.is_aborted = true;
            }
            urgency => self.waiting.push(line, urgency),
        }
        Ok(())
    }

    /// How far the running search has come, for a client that asks without ending it.
    fn how_far(&self, line: &Input) -> Reply {
        let asks = self.dialect().parse_line(&line.text);
        let RunningSearch { began, last, .. } = &self.running;
        match asks {
            ParsedLine::Command {
                command: Ok(Command::Progress),
                ..
            } => Reply::Progress {
                nodes: last.as_ref().map_or(0, |report| report.nodes),
                elapsed: began.elapsed(),
                depth: last.as_ref().map_or(0, |report| report.depth),
                moves: self.game.legal(None).len(),
            },
            _ => Reply::Busy,
        }
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
            log_file::silence_stderr();
        }
        self.dialect = dialect;
    }

    /// The dialect of the session, which a first line has chosen before anything is said in it.
    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::Gtp)
    }

    fn reply(&mut self, id: Option<&str>, reply: Result<Reply, CommandError>) -> io::Result<Next> {
        self.write(&self.dialect().write_reply(id, &reply))?;
        Ok(Next::GoOn)
    }

    /// Says what happens during a search.
    fn event(
        &mut self,
        id: Option<&str>,
        purpose: SearchPurpose,
        event: &SearchEvent,
    ) -> io::Result<()> {
        self.write(&self.dialect().write_event(id, purpose, event))
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

fn not_started(error: CatalogueError) -> CommandError {
    match error {
        CatalogueError::Game(name) => CommandError::UnknownGame(name),
        other => CommandError::Syntax(other.to_string()),
    }
}

#[cfg(test)]
mod tests;
