//! What a book's positions are worth: searches that depend on nothing but the position.

use super::entry::{Entry, Leaf};
use bianca_rules::othello::{Move, Position, Square};
use bianca_search::request::{Goal, Limits, Proof, Report, Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings, TableTooLarge};

/// How positions are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Plies of the search that scores a position; one more where that makes all searches end with
    /// an even number of empty squares.
    pub depth: u32,
    /// Most empty squares from which positions are solved exactly instead.
    pub exact: u32,
    /// Plies of the search that looks which moves are worth one of their own.
    pub scan_depth: u32,
    /// Size of the hash table in MiB.
    pub hash_mib: usize,
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring {
            depth: 20,
            exact: 20,
            scan_depth: 10,
            hash_mib: 64,
        }
    }
}

/// Who scores positions: a searcher of its own, on one thread.
pub struct Scorer {
    searcher: Searcher,
    scoring: Scoring,
}

impl Scorer {
    /// A scorer.
    ///
    /// # Errors
    /// If memory is short.
    pub fn new(scoring: Scoring) -> Result<Scorer, TableTooLarge> {
        let searcher = Searcher::new(Settings {
            hash_mib: scoring.hash_mib,
            ..Settings::default()
        })?;
        Ok(Scorer { searcher, scoring })
    }

    /// The entry of a canonical position by a search of its own: its best move is its leaf. `None`
    /// if `stop` was raised.
    pub fn score(&mut self, position: Position, stop: &StopFlag) -> Option<Entry> {
        let exact = position.empties() <= self.scoring.exact;
        let depth = if exact {
            position.empties()
        } else {
            // The estimates of two searches are compared only if both end with the same side to
            // move: those of this evaluation differ by more than a disc otherwise.
            self.scoring.depth + (position.empties() + self.scoring.depth) % 2
        };
        let goal = if exact { Goal::Exact } else { Goal::Best };
        self.searcher.clear();
        let line = self
            .search(position, goal, depth, 1, stop)
            .into_iter()
            .next()?;
        if stop.is_raised() {
            return None;
        }
        let best = line.pv.first().copied().and_then(Move::square);
        let proven = line.proof() == Proof::Exact;
        let (lower, upper) = if proven {
            (line.score, line.score)
        } else {
            (Score::MIN, Score::MAX)
        };
        Some(Entry {
            score: line.score,
            lower,
            upper,
            depth: line.depth.min(60) as u8,
            confidence: line.confidence,
            best,
            leaf: best.map(|square| Leaf {
                square,
                score: line.score,
            }),
            ..Entry::unknown(position)
        })
    }

    /// All moves of a position with their scores by a shallow search, best first.
    pub fn scan(&mut self, position: Position, stop: &StopFlag) -> Vec<(Square, Score)> {
        let count = position.moves().count() as usize;
        self.searcher.clear();
        let depth = self.scoring.scan_depth.min(position.empties());
        let lines = self.search(position, Goal::Best, depth, count, stop);
        let moves = lines.iter().filter_map(|line| {
            let square = line.pv.first()?.square()?;
            Some((square, line.score))
        });
        moves.collect()
    }

    fn search(
        &mut self,
        position: Position,
        goal: Goal,
        depth: u32,
        best: usize,
        stop: &StopFlag,
    ) -> Vec<Report<Move>> {
        let request = Request {
            goal,
            limits: Limits::to_depth(depth.max(1)),
            best,
            ..Request::default()
        };
        self.searcher.search(position, &request, stop, &mut |_| {})
    }
}
