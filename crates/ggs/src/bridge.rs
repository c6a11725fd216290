//! The bridge: a session with its connection, its engines and its files.
//!
//! One thread takes what comes, in its order: lines, thoughts, the passing of time. What comes from
//! the server is taken no faster than it is worked off. A connection that is lost is made anew
//! after pauses that grow. Invariant: while a clock may run, this thread waits for no disk, no
//! engine and nobody who reads what is told; those who do have threads of their own.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::connection::{Connection, Heard, Pauses};
use crate::engines::{Engines, Stable, Thought};
use crate::keeping::Keeper;
use crate::login::Login;
use crate::os::message::Framer;
use crate::recorder::{Order, Recorder};
use crate::rules::Rules;
use crate::session::ration::Ration;
use crate::session::{Act, Role, Session, USUAL};
use bianca_records::clock::TimeControl;
use bianca_search::request::StopFlag;
use bianca_system::foreign::excerpt;

/// Lines and thoughts that wait at most; then the server waits.
const MOST_WAITING: usize = 1024;

/// Time passes in steps of this.
const STEP: Duration = Duration::from_millis(100);

/// A connection on which nothing comes for so long is dead: what keeps it alive is answered.
const SILENCE: Duration = Duration::from_secs(180);

/// One that has lasted so long was of use.
const USEFUL: Duration = Duration::from_secs(30);

/// So often the server may close the connection during the login; then it means it.
const MOST_CLOSED: u32 = 3;

/// Lines that are told at once at most, and how long the next one takes; a fast game has fewer.
const MOST_TOLD: u32 = 400;
const EACH_TOLD: Duration = Duration::from_millis(20);

/// What a bridge is made of.
pub struct Setup {
    /// Where the server is.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Who logs in.
    pub login: Login,
    /// What is accepted.
    pub rules: Rules,
    /// What it is there for.
    pub role: Role,
    /// The engine; none if it only watches.
    pub stable: Option<Stable>,
    /// Where games are kept.
    pub games: PathBuf,
}

/// Why a bridge ends.
#[derive(Debug, Error)]
pub enum BridgeError {
    /// The files of games are not to be had.
    #[error("{}: {error}", path.display())]
    Games {
        /// Their folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The login failed.
    #[error("{0}")]
    Refused(&'static str),
}

/// What comes.
enum Input {
    /// On the connection of this number.
    Heard(u64, Heard),
    Thought(Thought),
}

/// How a connection ended.
enum End {
    /// It may be made anew.
    Lost(String),
    /// Nothing more is to be done.
    Done,
    Refused(&'static str),
}

struct Bridge<'a> {
    setup: &'a Setup,
    session: Session,
    engines: Option<Engines>,
    recorder: Recorder,
    connection: Option<Connection>,
    /// Of the last connection.
    number: u64,
    inbox: Receiver<Input>,
    sender: SyncSender<Input>,
    stop: &'a StopFlag,
    tell: &'a mut dyn FnMut(&str),
    /// Of lines for whoever looks on.
    lines: Ration,
    /// How the connection is to end.
    end: Option<End>,
}

/// Connects, and plays or watches until there is no more to do or `stop` is raised: then the match
/// that goes on is played to its end. `tell` gets lines for whoever looks on, and must not wait.
/// When this returns all that was played is kept, or cannot be.
///
/// # Errors
/// If games cannot be kept, or the server does not let us in.
pub fn run(setup: &Setup, stop: &StopFlag, tell: &mut dyn FnMut(&str)) -> Result<(), BridgeError> {
    let failed = |error| BridgeError::Games {
        path: setup.games.clone(),
        error,
    };
    let keeper = Keeper::new(&setup.games).map_err(failed)?;
    let left = keeper.left();
    if left > 0 {
        tell(&format!("{left} matches of earlier times are still open"));
    }
    let recorder = Recorder::begin(keeper, &setup.games).map_err(failed)?;
    let (sender, inbox) = sync_channel(MOST_WAITING);
    let thoughts = sender.clone();
    let report = move |thought| {
        // Nobody waits for it once the bridge is gone.
        let _ = thoughts.send(Input::Thought(thought));
    };
    let now = Instant::now();
    let (me, rules) = (setup.login.name.clone(), setup.rules.clone());
    let mut bridge = Bridge {
        session: Session::new(me, rules, setup.role.clone(), now),
        engines: setup
            .stable
            .as_ref()
            .map(|stable| Engines::new(stable, report)),
        recorder,
        connection: None,
        number: 0,
        inbox,
        sender,
        stop,
        tell,
        lines: Ration::new(MOST_TOLD, EACH_TOLD, now),
        end: None,
        setup,
    };
    let ended = bridge.run();
    bridge.connection = None;
    // Whatever engines still think is taken by nobody; their threads must not wait for that.
    let Bridge {
        engines,
        inbox,
        recorder,
        tell,
        ..
    } = bridge;
    drop(inbox);
    drop(engines);
    tell_settled(tell, recorder.end());
    if let Some(logs) = setup
        .stable
        .as_ref()
        .and_then(|stable| stable.logs.as_ref())
    {
        logs.flush();
    }
    ended
}

impl Bridge<'_> {
    fn run(&mut self) -> Result<(), BridgeError> {
        if let Some(engines) = &self.engines {
            let games = if self.setup.rules.has_pairs() { 2 } else { 1 };
            engines.warm_up(games, TimeControl::game(USUAL, Duration::ZERO));
        }
        let mut pauses = Pauses::default();
        let mut closed = 0;
        loop {
            let began = Instant::now();
            let end = self.connect();
            let was_in = self.session.is_in();
            self.connection = None;
            self.number += 1;
            let acts = self.session.lost(Instant::now());
            self.carry_out(acts);
            let reason = match end {
                End::Done => return Ok(()),
                End::Refused(reason) => return Err(BridgeError::Refused(reason)),
                End::Lost(reason) => reason,
            };
            if was_in && began.elapsed() >= USEFUL {
                pauses.reset();
            }
            let was_login = self.session.was_logging_in();
            closed = if was_login { closed + 1 } else { 0 };
            if closed >= MOST_CLOSED {
                let reason = "the server closes the connection during the login";
                return Err(BridgeError::Refused(reason));
            }
            let pause = pauses.next_pause();
            let seconds = pause.as_secs_f64();
            (self.tell)(&format!(
                "no connection: {reason}; the next try in {seconds:.1} s"
            ));
            if !self.wait(pause) {
                return Ok(());
            }
        }
    }

    /// Lets a pause pass; says whether it was not cut short by the end.
    fn wait(&mut self, pause: Duration) -> bool {
        let until = Instant::now() + pause;
        while Instant::now() < until {
            if self.stop.is_raised() {
                return false;
            }
            // What comes now is of an old connection.
            let left = until.saturating_duration_since(Instant::now());
            let _ = self.inbox.recv_timeout(left.min(STEP));
        }
        true
    }

    /// Connects and does what there is to do until the connection ends.
    fn connect(&mut self) -> End {
        let Setup { host, port, .. } = self.setup;
        let (number, sender) = (self.number, self.sender.clone());
        let report = move |heard| sender.send(Input::Heard(number, heard)).is_ok();
        match Connection::open(host, *port, report) {
            Ok(connection) => self.connection = Some(connection),
            Err(error) => return End::Lost(format!("{host}, port {port}: {error}")),
        }
        log::info!("connected to {host}, port {port}");
        self.session.connected(Instant::now());
        self.end = None;
        let mut framer = Framer::default();
        let mut last_heard = Instant::now();
        loop {
            let input = self.inbox.recv_timeout(STEP);
            let now = Instant::now();
            match input {
                Ok(Input::Heard(of, _)) if of != self.number => {}
                Ok(Input::Heard(_, Heard::Closed(reason))) => return End::Lost(reason),
                Ok(Input::Heard(_, Heard::Line(line, is_cut))) => {
                    last_heard = now;
                    self.line(&mut framer, &line, is_cut, now);
                }
                Ok(Input::Thought(thought)) => {
                    let acts = self.session.thought(thought, now);
                    self.carry_out(acts);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return End::Done,
            }
            if self.stop.is_raised() {
                self.session.close();
            }
            let acts = self.session.tick(now);
            self.carry_out(acts);
            tell_settled(self.tell, self.recorder.settled());
            if now.saturating_duration_since(last_heard) >= SILENCE {
                return End::Lost("the server is silent".to_owned());
            }
            if let Some(end) = self.end.take() {
                return end;
            }
        }
    }

    fn line(&mut self, framer: &mut Framer, line: &str, is_cut: bool, now: Instant) {
        log::debug!("< {line}");
        if is_cut {
            log::warn!(
                "a line of the server was too long and is cut: {}…",
                excerpt(line)
            );
        }
        if let Some(message) = framer.take(line) {
            let acts = self.session.hear(&message, now);
            self.carry_out(acts);
        }
        // A prompt is not followed by the sign that the server waits.
        if line.starts_with(": Enter")
            && let Some(message) = framer.end()
        {
            let acts = self.session.hear(&message, now);
            self.carry_out(acts);
        }
        if line.trim() == "READY" {
            let acts = self.session.ready(now);
            self.carry_out(acts);
        }
    }

    fn carry_out(&mut self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Send(line) => {
                    log::debug!("> {line}");
                    self.send(&line);
                }
                Act::SendPassword => {
                    log::debug!("> (the password)");
                    let password = self.setup.login.password.clone();
                    self.send(password.tell());
                }
                Act::Think(task) => {
                    if let Some(engines) = &self.engines {
                        engines.think(*task);
                    }
                }
                Act::StopThinking(id) => {
                    if let Some(engines) = &self.engines {
                        engines.stop(id);
                    }
                }
                Act::Ready(games, control) => {
                    if let Some(engines) = &self.engines {
                        engines.ready(games, control);
                    }
                }
                Act::Keep(kept) => self.recorder.order(Order::Keep(kept)),
                Act::Finish(kept) => self.recorder.order(Order::Finish(kept)),
                Act::Leave(kept) => self.recorder.order(Order::Leave(kept)),
                Act::Merge(games) => self.recorder.order(Order::Merge(games)),
                Act::Settle(stored) => self.recorder.order(Order::Settle(stored)),
                Act::Tell(text) if self.lines.allows(Instant::now()) => (self.tell)(&text),
                Act::Tell(text) => log::debug!("not told: {text}"),
                Act::End => {
                    for line in self.session.farewell() {
                        self.send(line);
                    }
                    self.end = Some(End::Done);
                }
                Act::Refused(reason) => self.end = Some(End::Refused(reason)),
            }
        }
    }

    fn send(&mut self, line: &str) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        if let Err(error) = connection.send(line)
            && self.end.is_none()
        {
            self.end = Some(End::Lost(error.to_string()));
        }
    }
}

fn tell_settled(tell: &mut dyn FnMut(&str), count: usize) {
    if count > 0 {
        tell(&format!("{count} matches that will not go on are kept"));
    }
}
