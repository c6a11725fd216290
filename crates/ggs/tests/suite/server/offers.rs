//! Offers and matches that begin.

use rand::prelude::*;

use super::State;
use super::clock::Clock;
use super::game::{Match, RATING};
use super::{Offer, number};

impl State {
    pub fn ask(&mut self, name: &str, kind: &str, clock: &str, to: Option<&str>) {
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

    pub fn offer(&mut self, offer: Offer) {
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

    pub fn tell_offer(&mut self, id: u32, offer: &Offer, sign: char) {
        let stake = match (offer.record, offer.is_rated) {
            (Some(_), _) => 'S',
            (None, true) => 'R',
            (None, false) => 'U',
        };
        let to = match &offer.to {
            Some(to) => format!("{RATING:>6.1} {to:<8}"),
            None => "*      *       ".to_owned(),
        };
        let record = offer
            .record
            .map(|record| format!(" .{record}"))
            .unwrap_or_default();
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
                let others: Vec<String> = self
                    .clients
                    .keys()
                    .filter(|name| **name != offer.from)
                    .cloned()
                    .collect();
                for name in others {
                    self.send(&name, &line);
                }
            }
        }
    }

    pub fn ask_again(&mut self, name: &str, record: &str) {
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

    pub fn accept(&mut self, name: &str, id: &str) {
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
            None => Match::new(
                number,
                &offer.kind,
                offer.is_rated,
                names.clone(),
                &offer.clock,
                &mut random,
            ),
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
    pub fn told_of_matches(&self, id: u32) -> Vec<String> {
        let players = &self.matches[&id].players;
        let others = self
            .clients
            .iter()
            .filter(|(name, client)| client.is_notified && !players.contains(name));
        players
            .iter()
            .chain(others.map(|(name, _)| name))
            .cloned()
            .collect()
    }

    pub fn watchers(&self, id: u32) -> Vec<String> {
        let watching = self
            .clients
            .iter()
            .filter(|(_, client)| client.watches.contains(&id));
        watching.map(|(name, _)| name.clone()).collect()
    }

    pub fn join(&mut self, name: &str, id: &str) {
        let Some(game) = id
            .split('.')
            .nth(1)
            .and_then(|id| self.matches.get(&id.parse().ok()?))
        else {
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
}
