//! Who plays whom, with which colours and from which opening.
//!
//! A schedule is a function of the game's number, so that a match can go on anywhere.

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tournament {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// The games of a match in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
    openings: usize,
}

/// A game to be played. Engines and openings are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The engine with the black discs.
    pub black: usize,
    /// The engine with the white discs.
    pub white: usize,
    /// The opening.
    pub opening: usize,
}

impl Schedule {
    /// A match of `engines` engines, in which each pairing meets `rounds` times, twice each time
    /// with colours exchanged. Openings are used in turn, the same for all pairings of a round.
    ///
    /// # Panics
    /// If there are fewer than two engines, or no opening.
    pub fn new(tournament: Tournament, engines: usize, rounds: usize, openings: usize) -> Schedule {
        assert!(engines >= 2, "a match needs two engines");
        assert!(openings >= 1, "a match needs an opening");
        let hosts = match tournament {
            Tournament::RoundRobin => engines,
            Tournament::Gauntlet => 1,
        };
        let pairings = (0..hosts).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
        Schedule {
            pairings: pairings.collect(),
            rounds,
            openings,
        }
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.pairings.len() * self.rounds * 2
    }

    /// Game number `game`, from 0. Games `2n` and `2n + 1` are a pair: the same opening and
    /// engines with colours exchanged.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn game(&self, game: usize) -> Pairing {
        assert!(game < self.games(), "game {game} of {}", self.games());
        let pair = game / 2;
        let (a, b) = self.pairings[pair % self.pairings.len()];
        let (black, white) = if game.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        };
        Pairing {
            black,
            white,
            opening: pair / self.pairings.len() % self.openings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn everyone_meets_everyone_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(Tournament::RoundRobin, 4, 3, 3);
        assert_eq!(schedule.games(), 6 * 3 * 2);
        let mut met: HashMap<(usize, usize, usize), usize> = HashMap::new();
        for game in 0..schedule.games() {
            let Pairing {
                black,
                white,
                opening,
            } = schedule.game(game);
            *met.entry((black, white, opening)).or_default() += 1;
        }
        assert_eq!(met.len(), 4 * 3 * 3);
        assert!(met.values().all(|&times| times == 1));
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_every_game() {
        let schedule = Schedule::new(Tournament::Gauntlet, 4, 5, 2);
        assert_eq!(schedule.games(), 3 * 5 * 2);
        for game in (0..schedule.games()).step_by(2) {
            let (first, second) = (schedule.game(game), schedule.game(game + 1));
            assert_eq!((first.black, second.white), (0, 0));
            assert_eq!(first.opening, second.opening);
        }
    }
}
