//! Records of the server's: of matches that have ended, and of those that were broken off.

use std::time::{Duration, Instant};

use super::{Act, Kept, Session};
use crate::keeping::{goes_on, read_line};
use crate::os::name::Number;
use bianca_records::record::annotated::AnnotatedGame;

/// A record is waited for so long.
const PATIENCE: Duration = Duration::from_secs(15);

/// Games that were broken off of which the records are asked for.
const MOST_STORED: usize = 64;

/// Records that are waited for.
#[derive(Debug, Default)]
pub struct Records {
    /// Matches that have ended, as we have them, and until when theirs is waited for.
    ended: Vec<(Kept, Instant)>,
    /// Until when the list of games that were broken off, and their records, are waited for.
    until: Option<Instant>,
    /// How many of those are still to come; `None` before there is a list.
    missing: Option<usize>,
    stored: Vec<Vec<AnnotatedGame>>,
}

impl Records {
    /// Whether no match waits for its record.
    pub fn is_idle(&self) -> bool {
        self.ended.is_empty()
    }

    /// Whether it is still to be seen which games were broken off.
    pub fn is_asking(&self) -> bool {
        self.until.is_some()
    }

    /// The list of games that were broken off is asked for.
    pub fn ask(&mut self, now: Instant) {
        self.until = Some(now + PATIENCE);
        self.missing = None;
        self.stored.clear();
    }

    /// A match waits for its record. Gives it back if too many wait.
    pub fn wait(&mut self, kept: Kept, now: Instant) -> Option<Kept> {
        if self.ended.len() >= MOST_STORED {
            return Some(kept);
        }
        self.ended.push((kept, now + PATIENCE));
        None
    }

    /// The matches that wait, which is no use any more.
    pub fn give_up(&mut self) -> Vec<Kept> {
        self.until = None;
        self.missing = None;
        self.ended.drain(..).map(|(kept, _)| kept).collect()
    }
}

impl Session {
    /// A list of games that were broken off has come.
    pub(super) fn stored(&mut self, rows: &[(Number, String)], now: Instant) {
        if !self.records.is_asking() || self.records.missing.is_some() {
            return;
        }
        let me = self.me.to_string();
        let own = rows
            .iter()
            .filter(|(_, row)| row.split_whitespace().any(|word| word == me));
        let own: Vec<Number> = own.map(|(number, _)| *number).take(MOST_STORED).collect();
        self.records.missing = Some(own.len());
        if self.rules.adjourned && !own.is_empty() {
            // They go first.
            self.offers.pause(now + PATIENCE);
        }
        for number in own {
            self.tell(format!("{number} was broken off and may go on"));
            self.send(format!("tell /os look {number}"), now);
        }
        self.settle();
    }

    /// A record has come.
    pub(super) fn recorded(&mut self, lines: &[String], _now: Instant) {
        let games = read_line(&lines.join(" "));
        if games.is_empty() {
            return;
        }
        let is_of = |(kept, _): &(Kept, Instant)| goes_on(&games, &kept.games);
        if let Some(place) = self.records.ended.iter().position(is_of) {
            let (kept, _) = self.records.ended.remove(place);
            self.act(Act::Finish(Kept { games, ..kept }));
        } else if let Some(missing) = self
            .records
            .missing
            .as_mut()
            .filter(|missing| **missing > 0)
        {
            *missing -= 1;
            self.records.stored.push(games.clone());
            self.act(Act::Merge(games));
            self.settle();
        }
    }

    /// Once all records are there it is known which matches that were left will not go on.
    fn settle(&mut self) {
        if self.records.missing == Some(0) {
            self.records.until = None;
            self.records.missing = None;
            let stored = std::mem::take(&mut self.records.stored);
            self.act(Act::Settle(stored));
        }
    }

    /// What does not come is not waited for any longer.
    pub(super) fn wait_for_records(&mut self, now: Instant) {
        if self.records.until.is_some_and(|until| until <= now) {
            // Nothing is known then, and what was left stays.
            self.records.until = None;
            self.records.missing = None;
        }
        let (late, ended) = std::mem::take(&mut self.records.ended)
            .into_iter()
            .partition(|(_, until)| *until <= now);
        self.records.ended = ended;
        let late: Vec<(Kept, Instant)> = late;
        for (kept, _) in late {
            self.act(Act::Finish(kept));
        }
    }
}
