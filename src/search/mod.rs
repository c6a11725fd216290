//! The strong player's search: midgame, endgame, hash table, time.
//!
//! It takes a position, limits, a stop flag and a reporter; it knows nothing of colours, games'
//! histories or text.

pub mod endgame;
mod params;

use crate::engine::{Reach, Report, Request, Score, StopFlag};
use crate::othello::{Move, Position};

/// A searcher with its hash table and threads, used for one search at a time.
pub struct Searcher {
    settings: Settings,
}

/// What a user may set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads that search together.
    pub threads: usize,
    /// Size of the hash table in MiB.
    pub hash_mib: usize,
    /// Strength when no limit is given.
    pub level: u32,
    /// Kept back from every time limit for what lies between the engine and the clock.
    pub move_overhead: std::time::Duration,
    /// Seed of everything that is drawn at random.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mib: 64,
            level: 21,
            move_overhead: std::time::Duration::from_millis(20),
            seed: 0,
        }
    }
}

/// The hash table that was asked for does not fit into memory; the old one is still in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate a hash table of {mib} MiB")]
pub struct TableTooLarge {
    /// The size asked for.
    pub mib: usize,
}

impl Searcher {
    /// A searcher with these settings.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings) -> Result<Searcher, TableTooLarge> {
        Ok(Searcher { settings })
    }

    /// The settings in use.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; a hash table of another size is made, and starts empty.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table; nothing is changed then.
    pub fn configure(&mut self, settings: Settings) -> Result<(), TableTooLarge> {
        self.settings = settings;
        Ok(())
    }

    /// Forgets all that was searched, so that the next search does not depend on earlier ones.
    pub fn clear(&mut self) {}

    /// Searches `position`; see `Engine::search` for the contract.
    pub fn search(
        &mut self,
        position: Position,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Vec<Report<Move>> {
        let _ = (request, stop);
        let pv = match position.moves().first() {
            Some(square) => vec![Move::Place(square)],
            None if position.must_pass() => vec![Move::Pass],
            None => Vec::new(),
        };
        let only = Report {
            rank: 1,
            pv,
            score: Score::from_discs(position.final_score()),
            depth: 0,
            confidence: 100,
            reach: Reach::Midgame,
            nodes: 0,
            elapsed: std::time::Duration::ZERO,
        };
        report(&only);
        vec![only]
    }
}
