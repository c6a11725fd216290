//! A server of our own, on loopback, that speaks as the real one does in the public sessions and by
//! the published source of its service: prompts, offers, matches, boards, clocks, synchro matches whose
//! moves are passed on in pairs, games that are broken off and go on, records.
//!
//! It can be told to misbehave ([`Mischief`]).

pub mod clock;
pub mod game;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use bianca_ggs::keeping;
use bianca_records::record::annotated::Note;
use bianca_rules::othello::Move;
use bianca_rules::score::Score;
use rand::prelude::*;

use clock::Clock;
use game::{Match, RATING};

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
        let state = State { next_match: 1, next_record: 83_000, seed: 11, ..State::default() };
        let state = Arc::new(Mutex::new(state));
        let is_over = Arc::new(AtomicBool::new(false));
        let server = Server { address, state, is_over };
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
            assert!(start.elapsed() < Duration::from_secs(120), "{what}: {:#?}", self.heard());
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
    state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
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
        self.clients.get(name).is_some_and(|client| client.number == number)
    }

    fn leave(&mut self, name: &str, number: u64) {
        if !self.is_there(name, number) {
            return;
        }
        if let Some(client) = self.clients.remove(name) {
            let _ = client.stream.shutdown(std::net::Shutdown::Both);
        }
        self.offers.retain(|_, offer| offer.from != name && offer.to.as_deref() != Some(name));
        let playing = self.matches.values().filter(|game| game.players.iter().any(|player| player == name));
        let playing: Vec<u32> = playing.map(|game| game.id).collect();
        for id in playing {
            self.break_off(id, name);
        }
    }

    fn send(&mut self, name: &str, text: &str) {
        let pieces = self.mischief.pieces;
        let Some(client) = self.clients.get_mut(name) else { return };
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
                let own = self.stored.iter().filter(|(_, game)| game.players.iter().any(|player| player == name));
                let rows = own.map(|(id, game)| {
                    let [one, other] = &game.players;
                    format!("|.{id}   29 Nov 2026 16:00:00 {one}  {other} {}:l\r\n", game.kind)
                });
                let rows: Vec<String> = rows.collect();
                let text = format!("/os: stored {} {name}\r\n{}", rows.len(), rows.concat());
                self.send(name, &text);
            }
            ["continue"] => {
                let own = self.stored.iter().filter(|(_, game)| game.players.iter().any(|player| player == name));
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
                let rows: Vec<String> = self.matches.values().map(|game| format!("|{} 0\r\n", game.line())).collect();
                self.send(name, &format!("/os: match {0}/{0}\r\n{1}", rows.len(), rows.concat()));
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
        self.matches.values().any(|game| game.players.iter().any(|player| player == name))
    }

    fn ask(&mut self, name: &str, kind: &str, clock: &str, to: Option<&str>) {
        let Some(clock) = Clock::new(clock) else {
            return self.send(name, "/os: ask ERR clock");
        };
        if to.is_some_and(|to| !self.clients.contains_key(to)) {
            return self.send(name, &format!("/os: ask ERR not found: {}", to.unwrap()));
        }
        if self.is_playing(name) || to.is_some_and(|to| self.is_playing(to)) {
            return self.send(name, "/os: ask ERR not open");
        }
        let offer = Offer {
            from: name.to_owned(),
            to: to.map(str::to_owned),
            kind: kind.to_ascii_lowercase(),
            clock,
            is_rated: self.clients[name].is_rated,
            record: None,
        };
        self.offer(offer);
    }

    fn offer(&mut self, offer: Offer) {
        // Who is asked has asked the same.
        let same = self.offers.iter().find(|(_, other)| {
            Some(&other.from) == offer.to.as_ref()
                && other.to.as_ref() == Some(&offer.from)
                && other.record == offer.record
                && other.kind == offer.kind
        });
        if let Some((&id, _)) = same {
            let name = offer.from.clone();
            return self.accept(&name, &format!(".{id}"));
        }
        let id = (1..).find(|id| !self.offers.contains_key(id)).unwrap();
        self.tell_offer(id, &offer, '+');
        self.offers.insert(id, offer);
    }

    fn tell_offer(&mut self, id: u32, offer: &Offer, sign: char) {
        let stake = match (offer.record, offer.is_rated) {
            (Some(_), _) => 'S',
            (None, true) => 'R',
            (None, false) => 'U',
        };
        let to = match &offer.to {
            Some(to) => format!("{RATING:>6.1} {to:<8}"),
            None => "*      *       ".to_owned(),
        };
        let record = offer.record.map(|record| format!(" .{record}")).unwrap_or_default();
        let line = format!(
            "/os: {sign} {:>4} {RATING:>6.1} {:<8} {} {:>8} {stake} {to}{record}",
            format!(".{id}"),
            offer.from,
            offer.clock.setting(),
            offer.kind
        );
        self.send(&offer.from, &line);
        match &offer.to {
            Some(to) => self.send(to, &line),
            None => {
                let others: Vec<String> = self.clients.keys().filter(|name| **name != offer.from).cloned().collect();
                for name in others {
                    self.send(&name, &line);
                }
            }
        }
    }

    fn ask_again(&mut self, name: &str, record: &str) {
        let Some(stored) = number(record).and_then(|id| self.stored.get(&id)) else {
            return self.send(name, "/os: ask ERR not found");
        };
        let [one, other] = &stored.players;
        let other = if one == name { other } else { one };
        if !self.clients.contains_key(other) || self.is_playing(name) || self.is_playing(other) {
            return;
        }
        let record = number(record);
        let is_asked = |offer: &Offer| offer.from == name && offer.record == record;
        if self.offers.values().any(is_asked) {
            return;
        }
        let offer = Offer {
            from: name.to_owned(),
            to: Some(other.clone()),
            kind: stored.kind.clone(),
            clock: stored.games[0].clocks[0].clone(),
            is_rated: true,
            record,
        };
        self.offer(offer);
    }

    fn accept(&mut self, name: &str, id: &str) {
        let offer = number(id).and_then(|id| Some((id, self.offers.remove(&id)?)));
        let Some((id, offer)) = offer else {
            return self.send(name, "/os: accept ERR not found");
        };
        let names = [offer.from.clone(), name.to_owned()];
        if names.iter().any(|name| self.is_playing(name)) {
            return self.send(name, "/os: accept ERR not open");
        }
        self.next_match += 1;
        let number = self.next_match;
        self.seed += 1;
        let mut random = StdRng::seed_from_u64(self.seed);
        let stored = offer.record.and_then(|record| self.stored.remove(&record));
        let new = match stored {
            Some(mut stored) => {
                stored.id = number;
                stored.record = offer.record;
                stored.start_clocks();
                stored
            }
            None => Match::new(number, &offer.kind, offer.is_rated, names.clone(), &offer.clock, &mut random),
        };
        let line = format!("/os: + match {}", new.line());
        self.matches.insert(number, new);
        for name in self.told_of_matches(number) {
            self.send(&name, &line);
        }
        for name in &names {
            self.join(name, &format!(".{number}"));
        }
        self.tell_offer(id, &offer, '-');
    }

    /// The players, and those who want to know of all matches.
    fn told_of_matches(&self, id: u32) -> Vec<String> {
        let players = &self.matches[&id].players;
        let others = self.clients.iter().filter(|(name, client)| client.is_notified && !players.contains(name));
        players.iter().chain(others.map(|(name, _)| name)).cloned().collect()
    }

    fn watchers(&self, id: u32) -> Vec<String> {
        let watching = self.clients.iter().filter(|(_, client)| client.watches.contains(&id));
        watching.map(|(name, _)| name.clone()).collect()
    }

    fn join(&mut self, name: &str, id: &str) {
        let Some(game) = id.split('.').nth(1).and_then(|id| self.matches.get(&id.parse().ok()?)) else {
            return self.send(name, &format!("/os: ERR match not found: {id}"));
        };
        let texts: Vec<String> = (0..game.games.len())
            .map(|place| {
                let one = &game.games[place];
                let last = one.game.turns().last().map(|(color, _)| one.place(*color));
                let is_own = last.is_some_and(|place| game.players[place] == name);
                game.joined(place, one.is_ahead && !is_own)
            })
            .collect();
        for text in texts {
            self.send(name, &text);
        }
    }

    fn play(&mut self, name: &str, id: &str, play: &str) {
        if self.mischief.cuts > 0 && self.moves() > 10 {
            self.mischief.cuts -= 1;
            let number = self.clients[name].number;
            return self.leave(name, number);
        }
        let mut parts = id.split('.').skip(1);
        let number: Option<u32> = parts.next().and_then(|id| id.parse().ok());
        let half: Option<usize> = parts.next().and_then(|half| half.parse().ok());
        let is_trusted = self.clients[name].is_trusted;
        let refuses = self.mischief.refusals > 0;
        let Some(game) = number.and_then(|id| self.matches.get_mut(&id)) else {
            return self.send(name, &format!("/os: ERR match not found: {id}"));
        };
        let place = half.unwrap_or(0);
        let is_pair = game.is_pair();
        let Some(player) = game.players.iter().position(|player| player == name) else { return };
        let (Some(one), true) = (game.games.get_mut(place), half.is_some() == is_pair) else {
            return self.send(name, &format!("/os: error {id} game id needed (only) in synchro games"));
        };
        let mut words = play.split('/');
        let mv: Option<Move> = words.next().and_then(|word| word.parse().ok());
        let score: Option<f64> = words.next().and_then(|word| word.parse().ok());
        let time: Option<f64> = words.next().and_then(|word| word.parse().ok());
        if one.to_move() != player || !one.clocks[player].runs() {
            return self.send(name, &format!("/os: error {id} not your turn"));
        }
        let is_legal = mv.is_some_and(|mv| one.game.clone().play(mv).is_ok());
        let Some(mv) = mv.filter(|_| is_legal && !refuses) else {
            self.mischief.refusals = self.mischief.refusals.saturating_sub(1);
            return self.send(name, &format!("/os: error {id} illegal move"));
        };
        let was_overrun = one.clocks[player].is_overrun;
        let took = one.clocks[player].stop(time.filter(|_| is_trusted));
        one.game.play(mv).unwrap();
        one.notes.push(Note {
            score: score.map(Score::from_fraction),
            time: Some(took),
            ..Note::default()
        });
        one.is_ahead = is_pair;
        let id = game.id;
        if !was_overrun && game.games[place].clocks[player].is_overrun {
            self.tell_overrun(id, place, player);
        }
        self.updated(id, place, player);
    }

    /// A move was made.
    fn updated(&mut self, id: u32, place: usize, player: usize) {
        let game = &self.matches[&id];
        let is_pair = game.is_pair();
        let mut text = vec![game.updated(place)];
        if is_pair && game.games[place].is_finished() {
            text.push(game.game_ended(place, &format!("{:+.2}", game.games[place].result())));
        }
        let own = game.players[player].clone();
        self.updates += 1;
        let is_omitted = self.mischief.omits.is_some_and(|each| self.updates.is_multiple_of(each));
        if !is_omitted {
            text.iter().for_each(|text| self.send(&own, text));
        }
        let game = self.matches.get_mut(&id).unwrap();
        // Moves of two games are passed on together; the clocks begin to run then.
        let waits = is_pair && game.games.iter().any(|game| !game.is_ahead && !game.is_finished());
        if !waits {
            let ahead: Vec<usize> = (0..game.games.len()).filter(|&place| game.games[place].is_ahead || !is_pair).collect();
            for game in &mut game.games {
                game.is_ahead = false;
            }
            game.start_clocks();
            let mut told = Vec::new();
            for place in ahead {
                let last = game.games[place].game.turns().last().unwrap().0;
                let mover = game.games[place].place(last);
                told.push((game.players[1 - mover].clone(), game.players[mover].clone(), game.updated(place)));
                if is_pair && game.games[place].is_finished() {
                    let end = game.game_ended(place, &format!("{:+.2}", game.games[place].result()));
                    told.push((game.players[1 - mover].clone(), game.players[mover].clone(), end));
                }
            }
            let watchers = self.watchers(id);
            for (other, _, text) in told {
                if !is_omitted {
                    self.send(&other, &text);
                }
                for watcher in &watchers {
                    self.send(watcher, &text);
                }
            }
        }
        self.rubbish();
        self.end_if_finished(id);
    }

    fn rubbish(&mut self) {
        let count = self.mischief.rubbish;
        let names: Vec<String> = self.clients.keys().cloned().collect();
        for name in names {
            for number in 0..count {
                let text = match number % 8 {
                    0 => format!("/os: .1 A 1720 {name}: \x1b[2J\x07\u{202e}hello"),
                    1 => "x".repeat(50_000),
                    2 => format!("/os: look\r\n{}", "|(;GM[Othello]\r\n".repeat(50)),
                    3 => "/os: + match .99999999999 1 a 2 b 8 R".to_owned(),
                    4 => "/os: update .2 8 K?\r\n|  1: zz\r\n| 1 - - *".to_owned(),
                    5 => format!("/os: + .{} 1 {} 99:99 8 U 2 {name}", number, "q".repeat(300)),
                    6 => "\u{0}\u{1}\u{ff}: Enter your password.".to_owned(),
                    _ => format!("{name}: /os: - match .2 1 a 2 b 8 R +64.00"),
                };
                self.send(&name, &text);
            }
        }
    }

    fn tell_overrun(&mut self, id: u32, place: usize, player: usize) {
        let game = &self.matches[&id];
        let one = &game.games[place];
        let word = if one.clocks[player].is_over { "fatal-timeout" } else { "timeout" };
        let mark = one.color(player).select('*', 'O');
        let text = format!("/os: {word} {} {} ({mark})", game.name(place), game.players[player]);
        let everybody: Vec<String> = game.players.iter().cloned().chain(self.watchers(id)).collect();
        for name in everybody {
            self.send(&name, &text);
        }
    }

    fn check_clocks(&mut self) {
        let mut late = Vec::new();
        for game in self.matches.values_mut() {
            for (place, one) in game.games.iter_mut().enumerate() {
                for player in 0..2 {
                    let clock = &mut one.clocks[player];
                    let before = (clock.is_overrun, clock.is_over);
                    clock.check();
                    if before != (clock.is_overrun, clock.is_over) {
                        late.push((game.id, place, player));
                    }
                }
            }
        }
        for (id, place, player) in late {
            self.tell_overrun(id, place, player);
            self.end_if_finished(id);
        }
    }

    fn resign(&mut self, name: &str, id: &str) {
        let Some(game) = number(id).and_then(|id| self.matches.get_mut(&id)) else { return };
        let Some(player) = game.players.iter().position(|player| player == name) else { return };
        game.games.iter_mut().for_each(|game| game.resigned = Some(player));
        let id = game.id;
        self.end_if_finished(id);
    }

    fn end_if_finished(&mut self, id: u32) {
        let is_finished = |game: &Match| game.games.iter().all(super::server::game::Game::is_finished);
        if !self.matches.get(&id).is_some_and(is_finished) {
            return;
        }
        let told = self.told_of_matches(id);
        let game = self.matches.remove(&id).unwrap();
        let clocks = game.games.iter().flat_map(|game| &game.clocks);
        self.ended.push(Ended {
            game: game.line(),
            forfeits: clocks.clone().filter(|clock| clock.is_overrun).count() as u32,
            used: clocks.map(|clock| 1.0 - clock.now() / clock.main()).collect(),
        });
        let mut line = format!("/os: - match {} {:+.2}", game.line(), game.result());
        if game.is_rated {
            self.next_record += 1;
            let record = keeping::line(&game.record());
            self.records.insert(self.next_record, record.trim_end().to_owned());
            line += &format!("  .{}", self.next_record);
        }
        for name in told {
            self.send(&name, &line);
        }
    }

    /// Somebody has left in the middle of a match. It is kept only if it is rated.
    fn break_off(&mut self, id: u32, name: &str) {
        let told = self.told_of_matches(id);
        let mut game = self.matches.remove(&id).unwrap();
        for place in 0..game.games.len() {
            if game.is_pair() {
                let end = game.game_ended(place, &format!("player {name} left"));
                game.players.clone().iter().for_each(|player| self.send(player, &end));
            }
            let one = &mut game.games[place];
            if std::mem::take(&mut one.is_ahead) {
                // What the other does not know was not played.
                let _ = one.game.undo();
                one.notes.pop();
            }
            for clock in &mut one.clocks {
                *clock = clock.paused();
            }
        }
        let mut line = format!("/os: - match {} {name} left", game.line());
        if game.is_rated {
            self.next_record += 1;
            let record = keeping::line(&game.record());
            self.records.insert(self.next_record, record.trim_end().to_owned());
            self.stored.insert(self.next_record, game);
            line += &format!(" .{}", self.next_record);
        }
        for name in told {
            self.send(&name, &line);
        }
    }

    fn moves(&self) -> usize {
        let games = self.matches.values().flat_map(|game| &game.games);
        games.map(|game| game.game.turns().len()).sum()
    }
}

fn number(text: &str) -> Option<u32> {
    text.strip_prefix('.')?.split('.').next()?.parse().ok()
}
