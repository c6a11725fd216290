//! A server of our own, on loopback, that speaks as the real one does in the public sessions and by
//! the published source of its service: prompts, offers, matches, boards, clocks, synchro matches
//! whose moves are passed on in pairs, games that are broken off and go on, records.
//!
//! It can be told to misbehave ([`Mischief`]).

pub mod clock;
pub mod game;
mod offers;
mod play;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use clock::Clock;
use game::Match;

/// What the server does wrong.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mischief {
    /// Cuts the connection of who sends a move, so often.
    pub cuts: u32,
    /// Refuses legal moves, so often.
    pub refusals: u32,
    /// Sends each line in pieces of so many bytes.
    pub pieces: Option<usize>,
    /// Sends so many lines of rubbish with each update.
    pub rubbish: usize,
    /// Takes so long for each move.
    pub delay: Duration,
    /// Leaves out each so manyth update.
    pub omits: Option<u32>,
}

/// Somebody who is there.
struct Client {
    stream: TcpStream,
    number: u64,
    is_rated: bool,
    is_trusted: bool,
    open: u32,
    watches: Vec<u32>,
    is_notified: bool,
}

/// An offer.
struct Offer {
    from: String,
    to: Option<String>,
    kind: String,
    clock: Clock,
    is_rated: bool,
    record: Option<u32>,
}

/// How a match ended, for the figures of tests.
#[derive(Clone, Debug)]
pub struct Ended {
    pub game: String,
    pub forfeits: u32,
    /// Shares of their clocks that the sides used, a game each.
    pub used: Vec<f64>,
}

#[derive(Default)]
struct State {
    clients: BTreeMap<String, Client>,
    offers: BTreeMap<u32, Offer>,
    matches: BTreeMap<u32, Match>,
    /// Records of matches that ended or were broken off; the latter as they stand.
    records: BTreeMap<u32, String>,
    stored: BTreeMap<u32, Match>,
    next_match: u32,
    next_record: u32,
    next_client: u64,
    mischief: Mischief,
    updates: u32,
    ended: Vec<Ended>,
    heard: Vec<String>,
    seed: u64,
}

/// A server that runs until it is dropped.
pub struct Server {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    is_over: Arc<AtomicBool>,
}

const PASSWORD: &str = "swordfish";

impl Server {
    pub fn start() -> Server {
        Server::at(0)
    }

    /// One at a port.
    pub fn at(port: u16) -> Server {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let address = listener.local_addr().unwrap();
        let state = State {
            next_match: 1,
            next_record: 83_000,
            seed: 11,
            ..State::default()
        };
        let state = Arc::new(Mutex::new(state));
        let is_over = Arc::new(AtomicBool::new(false));
        let server = Server {
            address,
            state,
            is_over,
        };
        let (state, is_over) = (Arc::clone(&server.state), Arc::clone(&server.is_over));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if is_over.load(Ordering::SeqCst) {
                    return;
                }
                let state = Arc::clone(&state);
                let stream = stream.unwrap();
                thread::spawn(move || serve(stream, &state));
            }
        });
        let (state, is_over) = (Arc::clone(&server.state), Arc::clone(&server.is_over));
        thread::spawn(move || {
            while !is_over.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(5));
                lock(&state).check_clocks();
            }
        });
        server
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    pub fn set(&self, mischief: Mischief) {
        lock(&self.state).mischief = mischief;
    }

    /// Matches that have ended.
    pub fn ended(&self) -> Vec<Ended> {
        lock(&self.state).ended.clone()
    }

    /// Moves of all matches that go on.
    pub fn moves(&self) -> usize {
        let state = lock(&self.state);
        let games = state.matches.values().flat_map(|game| &game.games);
        games.map(|game| game.game.turns().len()).sum()
    }

    /// Lines that were sent to it, with the names of those who sent them.
    pub fn heard(&self) -> Vec<String> {
        lock(&self.state).heard.clone()
    }

    /// Sends a line to somebody.
    pub fn say(&self, name: &str, text: &str) {
        lock(&self.state).send(name, text);
    }

    /// Who is there.
    pub fn names(&self) -> Vec<String> {
        lock(&self.state).clients.keys().cloned().collect()
    }

    /// Waits until something is so.
    pub fn wait(&self, what: &str, is_so: impl Fn(&Server) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(
                start.elapsed() < Duration::from_secs(120),
                "{what}: {:#?}",
                self.heard()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
        for client in lock(&self.state).clients.values() {
            let _ = client.stream.shutdown(std::net::Shutdown::Both);
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(Duration::from_secs(5)));
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let mut next = || lines.next().and_then(Result::ok);
    let greeting = "\r\n\r\nA server for games\r\n------------------\r\n\r\n\
                    : Enter login (yours, or one you'd like to use).\r\n";
    let _ = stream.write_all(greeting.as_bytes());
    let Some(name) = next() else { return };
    // A prompt need not have an end.
    let _ = stream.write_all(b": Enter your password.");
    let Some(password) = next() else { return };
    if password != PASSWORD {
        let _ = stream.write_all(b"\r\n: Enter login (yours, or one you'd like to use).\r\n");
        let _ = next();
        return;
    }
    let _ = stream.write_all(b"\r\nREADY\r\n");
    let number = lock(state).enter(&name, &stream);
    while let Some(line) = next() {
        let delay = lock(state).mischief.delay;
        if line.starts_with("tell /os play") {
            thread::sleep(delay);
        }
        let mut state = lock(state);
        if !state.is_there(&name, number) {
            return;
        }
        state.heard.push(format!("{name}: {line}"));
        state.obey(&name, &line);
    }
    lock(state).leave(&name, number);
}

impl State {
    fn enter(&mut self, name: &str, stream: &TcpStream) -> u64 {
        if let Some(number) = self.clients.get(name).map(|client| client.number) {
            self.leave(name, number);
        }
        self.next_client += 1;
        let client = Client {
            stream: stream.try_clone().unwrap(),
            number: self.next_client,
            is_rated: true,
            is_trusted: false,
            open: 1,
            watches: Vec::new(),
            is_notified: false,
        };
        self.clients.insert(name.to_owned(), client);
        self.next_client
    }

    fn is_there(&self, name: &str, number: u64) -> bool {
        self.clients
            .get(name)
            .is_some_and(|client| client.number == number)
    }

    fn leave(&mut self, name: &str, number: u64) {
        if !self.is_there(name, number) {
            return;
        }
        if let Some(client) = self.clients.remove(name) {
            let _ = client.stream.shutdown(std::net::Shutdown::Both);
        }
        self.offers
            .retain(|_, offer| offer.from != name && offer.to.as_deref() != Some(name));
        let playing = self
            .matches
            .values()
            .filter(|game| game.players.iter().any(|player| player == name));
        let playing: Vec<u32> = playing.map(|game| game.id).collect();
        for id in playing {
            self.break_off(id, name);
        }
    }

    fn send(&mut self, name: &str, text: &str) {
        let pieces = self.mischief.pieces;
        let Some(client) = self.clients.get_mut(name) else {
            return;
        };
        let text = format!("\r\n{}\r\nREADY\r\n", text.trim_end());
        let sent = match pieces {
            None => client.stream.write_all(text.as_bytes()),
            Some(size) => text.as_bytes().chunks(size).try_for_each(|piece| {
                client.stream.write_all(piece)?;
                client.stream.flush()
            }),
        };
        if sent.is_err() {
            let _ = client.stream.shutdown(std::net::Shutdown::Both);
        }
    }

    fn obey(&mut self, name: &str, line: &str) {
        let Some(command) = line.strip_prefix("tell /os ") else {
            if line == "quit"
                && let Some(client) = self.clients.get(name)
            {
                let _ = client.stream.shutdown(std::net::Shutdown::Both);
            }
            return;
        };
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["ask", record] if record.starts_with('.') => self.ask_again(name, record),
            ["ask", kind, clock, to] => self.ask(name, kind, clock, Some(to)),
            ["ask", kind, clock] => self.ask(name, kind, clock, None),
            ["accept", id] => self.accept(name, id),
            ["decline" | "cancel", id] => {
                let offer = number(id).and_then(|id| Some((id, self.offers.remove(&id)?)));
                if let Some((id, offer)) = offer {
                    self.tell_offer(id, &offer, '-');
                }
            }
            ["play", id, play] => self.play(name, id, play),
            ["resign", id] => self.resign(name, id),
            ["moves", id] => self.join(name, id),
            ["look", id] => {
                let record = number(id).and_then(|id| self.records.get(&id)).cloned();
                match record {
                    Some(record) => self.send(name, &format!("/os: look\r\n|{record}")),
                    None => self.send(name, "/os: look ERR not found"),
                }
            }
            ["stored"] => {
                let own = self
                    .stored
                    .iter()
                    .filter(|(_, game)| game.players.iter().any(|player| player == name));
                let rows = own.map(|(id, game)| {
                    let [one, other] = &game.players;
                    format!(
                        "|.{id}   29 Nov 2026 16:00:00 {one}  {other} {}:l\r\n",
                        game.kind
                    )
                });
                let rows: Vec<String> = rows.collect();
                let text = format!("/os: stored {} {name}\r\n{}", rows.len(), rows.concat());
                self.send(name, &text);
            }
            ["continue"] => {
                let own = self
                    .stored
                    .iter()
                    .filter(|(_, game)| game.players.iter().any(|player| player == name));
                let own: Vec<u32> = own.map(|(id, _)| *id).collect();
                for id in own {
                    self.ask_again(name, &format!(".{id}"));
                }
            }
            ["open", count] => self.client(name, |client| client.open = count.parse().unwrap()),
            ["rated", sign] => self.client(name, |client| client.is_rated = sign == "+"),
            ["trust", sign] => self.client(name, |client| client.is_trusted = sign == "+"),
            ["notify", sign, "*"] => self.client(name, |client| client.is_notified = sign == "+"),
            ["watch", "+", id] => {
                if let Some(id) = number(id) {
                    self.client(name, |client| client.watches.push(id));
                    self.join(name, &format!(".{id}"));
                }
            }
            ["match"] => {
                let rows: Vec<String> = self
                    .matches
                    .values()
                    .map(|game| format!("|{} 0\r\n", game.line()))
                    .collect();
                self.send(
                    name,
                    &format!("/os: match {0}/{0}\r\n{1}", rows.len(), rows.concat()),
                );
            }
            ["match", _] => self.send(name, "/os: match 0/0"),
            ["abort", _] | ["request", _] | ["client", _] | ["watch", "%"] => {}
            _ => self.send(name, &format!("/os: ERR unknown command: {command}")),
        }
    }

    fn client(&mut self, name: &str, change: impl FnOnce(&mut Client)) {
        if let Some(client) = self.clients.get_mut(name) {
            change(client);
        }
    }

    fn is_playing(&self, name: &str) -> bool {
        self.matches
            .values()
            .any(|game| game.players.iter().any(|player| player == name))
    }
}

fn number(text: &str) -> Option<u32> {
    text.strip_prefix('.')?.split('.').next()?.parse().ok()
}
