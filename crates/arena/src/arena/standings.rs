//! Where a match stands: results by engine and by pairing, counted from finished games.

use std::collections::{BTreeMap, HashMap};

use super::elo::{Estimate, PairCounts};
use super::journal::FinishedGame;

/// The fault by which a game was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game's number in the schedule, from 0.
    pub game: usize,
    /// What happened.
    pub reason: String,
}

/// The results of one side, from its own view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs of games by their points.
    pub pairs: PairCounts,
    /// Games that this side lost by a fault.
    pub forfeits: u64,
    /// The first of them that was counted.
    pub first_forfeit: Option<Fault>,
    /// Sum of the disc differences of games played to their end or adjudged.
    discs: i64,
    /// How many games that were.
    counted: u64,
}

impl Tally {
    /// Games finished.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is one, a draw a half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Mean disc difference over the games that were played to their end or adjudged; a forfeited
    /// game has no honest one.
    pub fn mean_discs(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.discs as f64 / self.counted as f64)
    }

    /// Elo and its error, from the complete pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::from_pairs(&self.pairs)
    }

    fn add_game(&mut self, points: usize, discs: Option<i32>, fault: Option<Fault>) {
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        if let Some(discs) = discs {
            self.discs += i64::from(discs);
            self.counted += 1;
        }
        if let Some(fault) = fault {
            self.forfeits += 1;
            self.first_forfeit.get_or_insert(fault);
        }
    }
}

/// Results of all engines of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    engines: Vec<Tally>,
    /// By pairing, the lower number first, from its view.
    pairings: BTreeMap<(usize, usize), Tally>,
    /// Points of the lower-numbered engine in the first game of a pair whose second is not
    /// finished, by the pair's number.
    half_pairs: HashMap<usize, usize>,
    /// The most that any move took beyond what was allowed, in milliseconds.
    worst_overshoot_ms: f64,
}

impl Standings {
    /// Standings of `engines` engines before the first game.
    pub fn new(engines: usize) -> Standings {
        Standings {
            engines: vec![Tally::default(); engines],
            ..Standings::default()
        }
    }

    /// Counts a finished game, whose engines must be among those of the match.
    pub fn add(&mut self, entry: &FinishedGame) {
        let black_points = entry.black_points();
        let (first, second) = (entry.black.min(entry.white), entry.black.max(entry.white));
        let pairing = self.pairings.entry((first, second)).or_default();
        let first_is_black = entry.black == first;
        for engine in [first, second] {
            let is_black = engine == entry.black;
            let points = if is_black {
                black_points
            } else {
                2 - black_points
            };
            let discs = entry
                .discs
                .map(|discs| if is_black { discs } else { -discs });
            let forfeit = entry.forfeit.as_ref();
            let fault = forfeit.filter(|forfeit| forfeit.by_black == is_black);
            let fault = fault.map(|forfeit| Fault {
                game: entry.game,
                reason: forfeit.reason.clone(),
            });
            if engine == first {
                pairing.add_game(points, discs, fault.clone());
            }
            self.engines[engine].add_game(points, discs, fault);
        }
        self.worst_overshoot_ms = self.worst_overshoot_ms.max(entry.overshoot_ms);
        let points = if first_is_black {
            black_points
        } else {
            2 - black_points
        };
        match self.half_pairs.remove(&(entry.game / 2)) {
            None => {
                self.half_pairs.insert(entry.game / 2, points);
            }
            Some(other) => {
                pairing.pairs[points + other] += 1;
                self.engines[first].pairs[points + other] += 1;
                self.engines[second].pairs[4 - points - other] += 1;
            }
        }
    }

    /// The results of each engine against all others.
    pub fn engines(&self) -> &[Tally] {
        &self.engines
    }

    /// The results of each pairing that has met, from the view of the engine named first.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        self.pairings
            .iter()
            .map(|(&pairing, tally)| (pairing, tally))
    }

    /// The results of the engine `first` against `second`, where `first < second`.
    pub fn pairing(&self, first: usize, second: usize) -> Option<&Tally> {
        self.pairings.get(&(first, second))
    }

    /// Games finished.
    pub fn games(&self) -> u64 {
        self.pairings.values().map(Tally::games).sum()
    }

    /// The most that any move took beyond what was allowed, in milliseconds; more than the
    /// margin is a forfeit.
    pub fn worst_overshoot_ms(&self) -> f64 {
        self.worst_overshoot_ms
    }

    /// The engines' numbers, best score first.
    pub fn ranking(&self) -> Vec<usize> {
        let share = |engine: usize| {
            let tally = &self.engines[engine];
            tally.points() / tally.games().max(1) as f64
        };
        let mut ranking: Vec<usize> = (0..self.engines.len()).collect();
        ranking.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::journal::ForfeitEntry;
    use crate::arena::tests::finished;

    #[test]
    fn pairs_count_once_both_games_are_there_in_any_order() {
        let mut standings = Standings::new(2);
        standings.add(&finished(1, [1, 0], -10));
        assert_eq!(standings.engines()[0].pairs, [0; 5]);
        standings.add(&finished(2, [0, 1], 0));
        standings.add(&finished(0, [0, 1], 4));
        standings.add(&finished(3, [1, 0], 6));
        let first = &standings.engines()[0];
        assert_eq!((first.wins, first.draws, first.losses), (2, 1, 1));
        assert_eq!(first.points(), 2.5);
        assert_eq!(first.pairs, [0, 1, 0, 0, 1]);
        assert_eq!(standings.engines()[1].pairs, [1, 0, 0, 1, 0]);
        assert_eq!(first.mean_discs(), Some(2.0));
        assert_eq!(standings.pairing(0, 1), Some(first));
        assert_eq!(standings.games(), 4);
        assert_eq!(standings.ranking(), [0, 1]);
    }

    #[test]
    fn a_forfeit_is_a_loss_without_discs() {
        let mut standings = Standings::new(3);
        let mut lost = finished(0, [1, 2], 0);
        lost.discs = None;
        lost.forfeit = Some(ForfeitEntry {
            by_black: true,
            on_time: false,
            reason: "crashed".into(),
        });
        standings.add(&lost);
        let loser = &standings.engines()[1];
        assert_eq!(
            (loser.losses, loser.forfeits, loser.mean_discs()),
            (1, 1, None)
        );
        let first = Some(Fault {
            game: 0,
            reason: "crashed".into(),
        });
        assert_eq!(loser.first_forfeit, first);
        assert_eq!(standings.engines()[2].first_forfeit, None);
        // Later reasons are in the log; the first one stays.
        lost.game = 1;
        lost.forfeit.as_mut().unwrap().reason = "hangs".into();
        standings.add(&lost);
        lost.forfeit.as_mut().unwrap().by_black = false;
        standings.add(&lost);
        let [loser, other] = [1, 2].map(|engine: usize| &standings.engines()[engine]);
        assert_eq!((loser.forfeits, &loser.first_forfeit), (2, &first));
        assert_eq!(other.first_forfeit.as_ref().unwrap().reason, "hangs");
        assert_eq!(standings.pairing(1, 2).unwrap().first_forfeit, first);
        assert_eq!((loser.losses, other.losses), (2, 1));
        assert_eq!(standings.ranking(), [2, 1, 0]);
    }

    #[test]
    fn who_has_played_less_is_ranked_by_what_its_games_brought() {
        let mut standings = Standings::new(3);
        for game in [
            finished(0, [0, 1], 2),
            finished(1, [1, 0], 4),
            finished(2, [0, 1], 6),
            finished(3, [1, 0], -8),
            finished(4, [2, 1], 2),
            finished(5, [1, 2], 0),
        ] {
            standings.add(&game);
        }
        let points = [0, 1, 2].map(|engine: usize| standings.engines()[engine].points());
        // Of four, six and two games.
        assert_eq!(points, [3.0, 1.5, 1.5]);
        assert_eq!(standings.ranking(), [0, 2, 1]);
        standings.add(&finished(6, [0, 1], -2));
        assert_eq!(standings.ranking(), [2, 0, 1]);
    }
}
