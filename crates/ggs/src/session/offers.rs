//! Offers: which are taken up, and which are made.

use std::time::{Duration, Instant};

use super::{Act, Role, Session};
use crate::os::clock::Setting;
use crate::os::event::{Request, Stake};
use crate::os::name::Number;

/// A match begins so soon after its offer has gone, or not at all.
const AFTER_WITHDRAWAL: Duration = Duration::from_secs(5);

/// So long after it was accepted a match begins, or not at all.
const AFTER_ACCEPTANCE: Duration = Duration::from_secs(30);

/// Offers that are open.
#[derive(Debug)]
pub struct Offers {
    /// The offer that was accepted, and until when its match is waited for.
    accepted: Option<(Number, Instant)>,
    /// Ours.
    made: Option<Number>,
    /// The clock of the last that was accepted or made.
    clock: Option<Setting>,
    /// When the next one is made.
    next_at: Instant,
    /// Which of the rules' is the next.
    next: usize,
}

impl Offers {
    /// None.
    pub fn new(now: Instant) -> Offers {
        Offers {
            accepted: None,
            made: None,
            clock: None,
            next_at: now,
            next: 0,
        }
    }

    /// The clock of a match that begins.
    pub fn clock(&mut self) -> Option<Setting> {
        self.clock.take()
    }

    /// A match has begun, or the connection was lost.
    pub fn forget(&mut self, now: Instant) {
        self.accepted = None;
        self.made = None;
        self.clock = None;
        self.next_at = self.next_at.max(now);
    }

    /// None is made for some time.
    pub fn pause(&mut self, until: Instant) {
        self.next_at = until;
    }

    /// An offer has gone.
    pub fn withdrawn(&mut self, id: Number, now: Instant) {
        if self.made == Some(id) {
            self.made = None;
        }
        if let Some((accepted, until)) = &mut self.accepted
            && *accepted == id
        {
            *until = (*until).min(now + AFTER_WITHDRAWAL);
        }
    }

    fn is_waiting(&mut self, now: Instant) -> bool {
        self.accepted.take_if(|(_, until)| *until <= now);
        self.accepted.is_some()
    }
}

impl Session {
    /// Takes up an offer, or does not.
    pub(super) fn offered(&mut self, request: &Request, now: Instant) {
        if self.role != Role::Plays {
            return;
        }
        if self.is_me(&request.from.0) {
            self.offers.made = Some(request.id);
            self.offers.clock = Some(request.clock.clone());
            return;
        }
        let Some(judged) = self.rules.judge(request, &self.me) else {
            return;
        };
        let refusal = match judged {
            Ok(()) if self.is_closing => Some("no more games now".to_owned()),
            Ok(()) if self.plays() || self.offers.is_waiting(now) => Some("in a game".to_owned()),
            Ok(()) => None,
            Err(why) => Some(why.to_string()),
        };
        let (from, id) = (&request.from.0, request.id);
        if let Some(why) = refusal {
            self.decline(request, &why, now);
            return;
        }
        self.offers.accepted = Some((id, now + AFTER_ACCEPTANCE));
        self.offers.clock = Some(request.clock.clone());
        let games = if request.kind.is_synchro() { 2 } else { 1 };
        self.send(format!("tell /os accept {id}"), now);
        self.tell(format!(
            "{id} accepted: {from}, {} {}",
            request.kind, request.clock
        ));
        self.act(Act::Ready(games, request.clock.control()));
    }

    /// Declines an offer that is to us alone, and says why.
    fn decline(&mut self, request: &Request, why: &str, now: Instant) {
        if request.to.is_none() || !self.answers.allows(now) {
            return;
        }
        let (from, id) = (&request.from.0, request.id);
        self.send(format!("tell /os decline {id}"), now);
        // Only who has a name can be told.
        if let Ok(name) = from.parse::<crate::os::name::Name>() {
            self.send(format!("tell {name} {why}"), now);
        }
        let again = if request.stake == Stake::Stored {
            " again"
        } else {
            ""
        };
        self.tell(format!(
            "{id} declined{again}: {from}, {} {}: {why}",
            request.kind, request.clock
        ));
    }

    /// Makes the next offer, if it is time.
    pub(super) fn offer(&mut self, now: Instant) {
        let is_free = self.role == Role::Plays && !self.plays() && !self.is_closing;
        if !is_free || self.rules.asks.is_empty() || now < self.offers.next_at {
            return;
        }
        if self.offers.is_waiting(now) || self.records.is_asking() {
            return;
        }
        if let Some(id) = self.offers.made.take() {
            self.send(format!("tell /os cancel {id}"), now);
        }
        let ask = self.rules.asks[self.offers.next % self.rules.asks.len()].clone();
        self.offers.next += 1;
        self.offers.next_at = now + self.rules.pause.max(Duration::from_secs(1));
        let games = if ask.kind.is_synchro() { 2 } else { 1 };
        self.act(Act::Ready(games, ask.clock.control()));
        self.tell(format!("asks for {ask}"));
        self.send(format!("tell /os ask {ask}"), now);
    }
}
