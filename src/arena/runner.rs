//! Plays the games of a match, several at a time, and hands them over one by one as they end.
//!
//! Each worker has engines of its own, started when first needed. What is done with a finished
//! game, and when to stop early, is for the caller to say; games that run then are finished.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use super::contestant::Fault;
use super::journal::Entry;
use super::judge::{Seat, Strictness, play};
use super::limit::Limit;
use super::opening::Opening;
use super::schedule::Schedule;
use super::spec::EngineSpec;

/// All that a match is made of.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The limit of engines that have none of their own.
    pub limit: Limit,
    /// How strict the judge is about time.
    pub strictness: Strictness,
    /// The openings.
    pub openings: Vec<Opening>,
    /// The games.
    pub schedule: Schedule,
    /// Decides the games of random players.
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
}

/// Whether a match goes on after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It does.
    Continue,
    /// No further game is begun.
    Stop,
}

impl Match {
    /// Starts each engine once, so that what can never work is found before the first game.
    ///
    /// # Errors
    /// The first engine that does not start or refuses its settings, by its number.
    pub fn check_engines(&self) -> Result<(), (usize, Fault)> {
        for (number, spec) in self.engines.iter().enumerate() {
            let mut seat = Seat::new(spec, self.limit, 0);
            let started = seat.contestant();
            let begun = started.and_then(|engine| engine.new_game(&self.openings[0].game));
            begun.map_err(|fault| (number, fault))?;
        }
        Ok(())
    }

    /// Plays those of the scheduled games that `is_done` does not say are done, in their order,
    /// and gives each finished one to `finished` (on this thread, in the order of their ends).
    pub fn run(&self, is_done: impl Fn(usize) -> bool, mut finished: impl FnMut(Entry) -> Next) {
        let games: Vec<usize> = (0..self.schedule.len())
            .filter(|&game| !is_done(game))
            .collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            // Without a buffer no worker begins a game before its last one is in good hands.
            let (sender, results) = sync_channel(0);
            for _ in 0..self.concurrency.min(games.len()) {
                let (sender, games, next) = (sender.clone(), &games, &next);
                scope.spawn(move || {
                    let mut seats = HashMap::new();
                    while let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send(self.play(game, &mut seats)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for entry in results {
                if finished(entry) == Next::Stop {
                    next.store(games.len(), Ordering::Relaxed);
                }
            }
        });
    }

    fn play(&self, game: usize, seats: &mut HashMap<usize, Seat>) -> Entry {
        let pairing = self.schedule.game(game);
        let mut take = |engine: usize| {
            let fresh = || Seat::new(&self.engines[engine], self.limit, self.seed ^ game as u64);
            seats.remove(&engine).unwrap_or_else(fresh)
        };
        let (mut black, mut white) = (take(pairing.black), take(pairing.white));
        let opening = &self.openings[pairing.opening].game;
        let judged = play(&mut black, &mut white, opening, self.strictness);
        seats.insert(pairing.black, black);
        seats.insert(pairing.white, white);
        Entry::new(game, pairing.black, pairing.white, pairing.opening, &judged)
    }
}
