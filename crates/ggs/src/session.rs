//! What is done about what the server says: login, offers, games, records.
//!
//! Pure: it is told of messages, thoughts and the time, and gives [`Act`]s; connections, engines
//! and files are others'. Its parts: `offers`, `play`, `records`, `figures`.
//!
//! Invariants: what is sent first does not wait for what is written; nothing that strangers say
//! grows without bound, and answers to them are [rationed](ration).

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime};

use crate::engines::{Task, Thought};
use crate::os::event::{self, Event, Pairing, Stake};
use crate::os::message::Message;
use crate::os::name::{GameId, Name, Number};
use crate::rules::Rules;
use crate::table::Match;
use bianca_records::clock::TimeControl;
use bianca_records::record::annotated::AnnotatedGame;

mod figures;
mod offers;
mod play;
pub mod ration;
mod records;
#[cfg(test)]
mod tests;

use figures::Figures;
use offers::Offers;
use play::Own;
use ration::Ration;
use records::Records;

/// Something is said at least so often, so that the server does not end the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(50);

/// The clock with which engines wait for their first game.
pub const USUAL: Duration = Duration::from_secs(300);

/// Who watches again has seen by then which matches still go on.
const REJOINED: Duration = Duration::from_secs(60);

/// Matches that are followed at once.
const MOST_MATCHES: usize = 64;

/// What the session wants done.
#[derive(Clone, Debug)]
pub enum Act {
    /// Send a line.
    Send(String),
    /// Send the password.
    SendPassword,
    /// Find a move.
    Think(Box<Task>),
    /// What is thought about a game is wanted no more.
    StopThinking(GameId),
    /// Have so many engines ready for games with such a clock.
    Ready(usize, TimeControl),
    /// Keep a match that goes on.
    Keep(Kept),
    /// Keep a match for good.
    Finish(Kept),
    /// Leave a match that may go on another time.
    Leave(Kept),
    /// A record of the server's, of a match that was left.
    Merge(Vec<AnnotatedGame>),
    /// Of the matches that were left these alone may go on.
    Settle(Vec<Vec<AnnotatedGame>>),
    /// Tell whoever looks on.
    Tell(String),
    /// Log out and end.
    End,
    /// The server does not let us in.
    Refused(&'static str),
}

/// A match for the files.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The name of its file.
    pub name: String,
    /// Its games.
    pub games: Vec<AnnotatedGame>,
    /// Whether it may be the continuation of one that was left.
    pub is_resumed: bool,
}

/// What the bridge is there for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// To play.
    Plays,
    /// To watch the games of these, or of all if nobody is named.
    Watches(Vec<Name>),
}

/// How far the login has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Greeting,
    Named,
    Passworded,
    In,
}

/// A match that goes on.
struct Live {
    game: Match,
    /// The name of its file.
    name: String,
    /// Whether it is ours to play.
    is_ours: bool,
    own: [Own; 2],
    figures: Figures,
}

impl Live {
    fn kept(&self) -> Kept {
        Kept {
            name: self.name.clone(),
            games: self.game.records(),
            is_resumed: self.game.is_resumed,
        }
    }
}

/// All that is known of a connection and its games.
pub struct Session {
    me: Name,
    rules: Rules,
    role: Role,
    stage: Stage,
    matches: BTreeMap<Number, Live>,
    offers: Offers,
    records: Records,
    answers: Ration,
    chat: Ration,
    /// Of the last task.
    serial: u64,
    /// Matches of ours that have ended.
    ended: u32,
    /// Whether nothing new is begun.
    is_closing: bool,
    was_logging_in: bool,
    /// When what was left of watched matches will not go on any more.
    settles_at: Option<Instant>,
    last_sent: Instant,
    /// The longest delay of late between a move and the server's answer.
    lag: Duration,
    acts: Vec<Act>,
}

impl Session {
    /// For an account and its rules.
    pub fn new(me: Name, rules: Rules, role: Role, now: Instant) -> Session {
        Session {
            offers: Offers::new(now),
            records: Records::default(),
            answers: Ration::new(20, Duration::from_millis(500), now),
            chat: Ration::new(20, Duration::from_millis(500), now),
            stage: Stage::Greeting,
            matches: BTreeMap::new(),
            serial: 0,
            ended: 0,
            is_closing: false,
            was_logging_in: false,
            settles_at: None,
            last_sent: now,
            lag: Duration::ZERO,
            acts: Vec::new(),
            me,
            rules,
            role,
        }
    }

    /// Whether it is logged in.
    pub fn is_in(&self) -> bool {
        self.stage == Stage::In
    }

    /// Whether no match of ours goes on and no record is waited for.
    pub fn is_idle(&self) -> bool {
        !self.plays() && self.records.is_idle()
    }

    /// Begins nothing new, and ends when nothing goes on any more.
    pub fn close(&mut self) {
        self.is_closing = true;
    }

    fn plays(&self) -> bool {
        self.matches.values().any(|live| live.is_ours)
    }

    fn is_me(&self, name: &str) -> bool {
        self.me.to_string() == name
    }

    fn act(&mut self, act: Act) {
        self.acts.push(act);
    }

    fn tell(&mut self, text: impl Into<String>) {
        self.act(Act::Tell(text.into()));
    }

    fn send(&mut self, line: impl Into<String>, now: Instant) {
        self.last_sent = now;
        self.act(Act::Send(line.into()));
    }

    fn done(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.acts)
    }

    /// A new connection stands.
    pub fn connected(&mut self, now: Instant) {
        self.stage = Stage::Greeting;
        self.last_sent = now;
    }

    /// Whether the last connection was lost after the password was sent and before it was taken.
    pub fn was_logging_in(&self) -> bool {
        self.was_logging_in
    }

    /// The connection is lost: so are the matches, but for what is kept of them.
    pub fn lost(&mut self, now: Instant) -> Vec<Act> {
        self.was_logging_in = self.stage == Stage::Passworded;
        self.stage = Stage::Greeting;
        self.leave_all();
        self.offers.forget(now);
        self.done()
    }

    fn leave_all(&mut self) {
        for (_, live) in std::mem::take(&mut self.matches) {
            for (id, _) in live.game.games() {
                if live.is_ours {
                    self.acts.push(Act::StopThinking(id));
                }
            }
            self.acts.push(Act::Leave(live.kept()));
        }
        for kept in self.records.give_up() {
            self.acts.push(Act::Finish(kept));
        }
    }

    /// The server waits for a command.
    pub fn ready(&mut self, now: Instant) -> Vec<Act> {
        if self.stage == Stage::Passworded {
            self.stage = Stage::In;
            self.tell(format!("logged in as {}", self.me));
            for line in ["vt100 -", "verbose -news -faq -help -ack"] {
                self.send(line, now);
            }
            self.set_up(now);
        }
        self.done()
    }

    /// Tells Othello's service what is wanted of it.
    fn set_up(&mut self, now: Instant) {
        self.send("tell /os client -", now);
        match self.role {
            Role::Watches(_) => {
                self.send("tell /os open 0", now);
                self.send("tell /os notify + *", now);
                self.send("tell /os match", now);
                self.settles_at = Some(now + REJOINED);
            }
            Role::Plays => {
                let rated = if self.rules.rated == crate::rules::Rated::No {
                    '-'
                } else {
                    '+'
                };
                let request = if self.rules.everybody { '+' } else { '-' };
                self.send("tell /os trust +", now);
                self.send(format!("tell /os rated {rated}"), now);
                self.send(format!("tell /os request {request}"), now);
                self.send("tell /os open 1", now);
                self.records.ask(now);
                self.send("tell /os stored", now);
                if self.rules.adjourned {
                    self.send("tell /os continue", now);
                }
            }
        }
    }

    /// A message has come.
    pub fn hear(&mut self, message: &Message, now: Instant) -> Vec<Act> {
        let event = event::read(message);
        if message.is_cut {
            log::warn!("a message was too long and is not whole: {}", message.head);
        }
        match (&event, self.stage) {
            (Event::AsksName, Stage::Greeting) => {
                self.stage = Stage::Named;
                let name = self.me.to_string();
                self.send(name, now);
            }
            (Event::AsksPassword, Stage::Named) => {
                self.stage = Stage::Passworded;
                self.last_sent = now;
                self.act(Act::SendPassword);
            }
            (Event::AsksName | Event::AsksPassword, Stage::Named | Stage::Passworded) => {
                self.act(Act::Refused(
                    "the server does not take this name and password",
                ));
            }
            (_, Stage::In) => self.take(event, now),
            _ => log::debug!("before the login: {}", message.head),
        }
        self.done()
    }

    fn take(&mut self, event: Event, now: Instant) {
        match event {
            Event::Service(true) => self.set_up(now),
            Event::Service(false) => {
                self.tell("Othello's service has gone; games wait until it comes back");
                self.leave_all();
                self.offers.forget(now);
            }
            Event::Offered(request) => self.offered(&request, now),
            Event::Withdrawn(id) => self.offers.withdrawn(id, now),
            Event::Began(pairing) => self.began(pairing, now),
            Event::Ended(pairing, outcome, record) => {
                self.match_ended(&pairing, outcome, record, now);
            }
            Event::Shown(shown) => self.shown(&shown, now),
            Event::GameEnded(id, outcome) => self.game_ended(id, outcome),
            Event::Overrun {
                id,
                color,
                is_fatal,
            } => self.overrun(id, color, is_fatal),
            Event::Refused(id, text) => self.refused(id, &text, now),
            Event::Record(lines) => self.recorded(&lines, now),
            Event::Stored(rows) => self.stored(&rows, now),
            Event::Matches(pairings) => self.watch_listed(pairings, now),
            Event::Said { id, from, text } if self.chat.allows(now) => {
                self.tell(format!("{id} {from} says: {text}"));
            }
            Event::Wants { what, id, from } if self.chat.allows(now) => {
                self.tell(format!(
                    "{id} {from} asks for {what}, which is not answered"
                ));
            }
            Event::Error(text) if self.chat.allows(now) => {
                self.tell(format!("the server says: {text}"));
            }
            _ => {}
        }
    }

    /// A match begins.
    fn began(&mut self, pairing: Pairing, now: Instant) {
        let me = self.me.to_string();
        let has_me = pairing.players.iter().any(|(name, _)| *name == me);
        match &self.role {
            Role::Plays if has_me => self.begin_own(pairing, now),
            Role::Watches(_) => self.watch(pairing, now),
            Role::Plays => {}
        }
    }

    fn begin_own(&mut self, pairing: Pairing, now: Instant) {
        if self.matches.contains_key(&pairing.id) || self.matches.len() >= MOST_MATCHES {
            return;
        }
        let clock = self.offers.clock();
        self.offers.forget(now);
        let checked = pairing.kind.check_rules();
        if let Err(why) = checked {
            self.tell(format!(
                "{} cannot be played, {}: {why}",
                pairing.id, pairing.kind
            ));
            self.send(format!("tell /os abort {}", pairing.id), now);
        }
        let stake = match pairing.stake {
            Stake::Rated => "rated",
            Stake::Unrated => "unrated",
            Stake::Tournament => "tournament",
            Stake::Stored => "going on",
        };
        let [one, other] = &pairing.players;
        let told = format!(
            "{} begins: {} ({}) and {} ({}), {}, {stake}",
            pairing.id, one.0, one.1, other.0, other.1, pairing.kind
        );
        self.tell(told);
        let id = pairing.id;
        self.open(pairing, checked.is_ok(), now);
        if let (Some(clock), Some(live)) = (clock, self.matches.get_mut(&id)) {
            live.game
                .boards
                .iter_mut()
                .for_each(|board| board.set_clock(&clock));
        }
    }

    /// Takes up a match.
    fn open(&mut self, pairing: Pairing, is_ours: bool, now: Instant) {
        let game = Match::new(pairing, today());
        let letters = game.date.chars().filter(char::is_ascii_digit);
        let name = format!("{}-{}", letters.collect::<String>(), game.id().0);
        let live = Live {
            is_ours,
            name,
            own: [Own::new(now), Own::new(now)],
            figures: Figures::default(),
            game,
        };
        self.matches.insert(live.game.id(), live);
    }

    /// Watches a match that begins or goes on, if it is of interest.
    fn watch(&mut self, pairing: Pairing, now: Instant) {
        let Role::Watches(whom) = &self.role else {
            return;
        };
        let is_one = |name: &Name| {
            let name = name.to_string();
            pairing.players.iter().any(|(player, _)| *player == name)
        };
        let is_wanted = whom.is_empty() || whom.iter().any(is_one);
        let is_new = !self.matches.contains_key(&pairing.id);
        if is_wanted && is_new && self.matches.len() < MOST_MATCHES {
            let id = pairing.id;
            let [one, other] = &pairing.players;
            let told = format!(
                "{id} is watched: {} and {}, {}",
                one.0, other.0, pairing.kind
            );
            self.tell(told);
            self.open(pairing, false, now);
            self.send(format!("tell /os watch + {id}"), now);
        }
    }

    fn watch_listed(&mut self, pairings: Vec<Pairing>, now: Instant) {
        for pairing in pairings.into_iter().take(MOST_MATCHES) {
            self.watch(pairing, now);
        }
    }

    /// A thought has come.
    pub fn thought(&mut self, thought: Thought, now: Instant) -> Vec<Act> {
        self.answer(thought, now);
        self.done()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Instant) -> Vec<Act> {
        if self.stage == Stage::In {
            if self.settles_at.take_if(|at| *at <= now).is_some() {
                self.act(Act::Settle(Vec::new()));
            }
            self.wait_for_boards(now);
            self.wait_for_records(now);
            self.offer(now);
            if now.saturating_duration_since(self.last_sent) >= KEEP_ALIVE {
                self.keep_alive(now);
            }
        }
        if self.is_closing && self.is_idle() {
            self.act(Act::End);
        }
        self.done()
    }

    /// Says what is answered, so that a connection that is dead shows itself.
    fn keep_alive(&mut self, now: Instant) {
        if self.role == Role::Plays && self.rules.adjourned && !self.plays() {
            self.send("tell /os continue", now);
        }
        self.send(format!("tell /os match {}", self.me), now);
    }

    /// What is said before the end.
    pub fn farewell(&self) -> Vec<&'static str> {
        match self.role {
            Role::Watches(_) => vec!["tell /os watch %", "tell /os notify - *", "quit"],
            Role::Plays => vec!["tell /os open 0", "quit"],
        }
    }
}

/// The date and time, as files of games have them.
fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.replace('T', " ").replace('Z', " GMT")
}
