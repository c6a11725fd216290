//! How well the strength of people is told from their moves: players whose results are known.

use std::collections::BTreeMap;

use rand::prelude::*;
use rand::rngs::StdRng;

use super::games::{PeopleGame, PeopleGames};
use super::ratings::Rating;
use bianca_play::people::judgement::Judge;
use bianca_play::people::strength::{Evidence, Strength, Trust};
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;

/// A player of the examination.
pub struct Examined<'a> {
    /// The number.
    pub player: usize,
    /// Some of the games, each with the side that the player had.
    pub games: Vec<(&'a PeopleGame, Color)>,
}

/// A player whose strength is known from results, and what the moves tell.
#[derive(Clone, Debug)]
pub struct Known {
    /// By results.
    pub rating: Rating,
    /// By moves, game by game.
    pub games: Vec<Evidence>,
}

impl Known {
    /// What the moves tell, by so many games at a time; games that are left over do not count.
    pub fn after(&self, games: usize) -> impl Iterator<Item = Evidence> {
        self.games.chunks_exact(games.max(1)).map(|some| {
            let mut all = Evidence::default();
            some.iter().for_each(|one| all.join(one));
            all
        })
    }
}

/// At most so many players who have so many games or more of those that are wanted of a side, with
/// so many of these, all drawn by `seed`.
pub fn draw<'a>(
    all: &'a PeopleGames,
    is_wanted: impl Fn(&PeopleGame, Color) -> bool,
    (players, games): (usize, usize),
    seed: u64,
) -> Vec<Examined<'a>> {
    let mut by_player: BTreeMap<usize, Vec<(&PeopleGame, Color)>> = BTreeMap::new();
    for game in &all.games {
        for side in [Color::Black, Color::White] {
            if is_wanted(game, side) {
                let player = game.players[side as usize];
                by_player.entry(player).or_default().push((game, side));
            }
        }
    }
    let mut random = StdRng::seed_from_u64(seed);
    let enough = by_player
        .into_iter()
        .filter(|(_, found)| found.len() >= games);
    let mut drawn: Vec<_> = enough.collect();
    drawn.shuffle(&mut random);
    drawn.truncate(players);
    let examined = |(player, mut found): (usize, Vec<_>)| {
        found.shuffle(&mut random);
        found.truncate(games);
        Examined {
            player,
            games: found,
        }
    };
    drawn.into_iter().map(examined).collect()
}

/// What the moves of one side tell, game by game.
pub fn evidence_of(games: &[(&PeopleGame, Color)], judge: &mut Judge) -> Vec<Evidence> {
    let of = |&(game, side): &(&PeopleGame, Color)| {
        // Nobody stops it.
        let judged = judge.judge(&game.game, side, &StopFlag::new());
        judged.unwrap_or_default().evidence
    };
    games.iter().map(of).collect()
}

/// How right estimates are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The middle one of the errors, in points.
    pub median: f64,
    /// The mean of the estimates less the ratings.
    pub bias: f64,
    /// Points by which an estimate grows with a point of the rating; below 1 the weak are
    /// estimated too high, or the strong too low.
    pub slope: f64,
    /// How many ratings lie in the estimate's interval.
    pub inside: usize,
    /// How wide that is on average, in points.
    pub width: f64,
    /// Of how many.
    pub estimates: usize,
}

/// Compares estimates by so many games each with ratings by results.
pub fn judge(known: &[Known], games: usize, trust: Trust) -> Verdict {
    let of = |player: &Known| -> Vec<(Strength, f64)> {
        let parts = player.after(games);
        let strengths = parts.map(|evidence| evidence.strength(trust));
        strengths.map(|one| (one, player.rating.points)).collect()
    };
    let all: Vec<(Strength, f64)> = known.iter().flat_map(of).collect();
    let mean = |of: &dyn Fn(&(Strength, f64)) -> f64| -> f64 {
        all.iter().map(of).sum::<f64>() / all.len().max(1) as f64
    };
    let (center, estimate) = (mean(&|one| one.1), mean(&|one| one.0.rating));
    let together = mean(&|one| (one.1 - center) * (one.0.rating - estimate));
    let alone = mean(&|one| (one.1 - center).powi(2));
    let mut errors: Vec<f64> = all.iter().map(|one| (one.0.rating - one.1).abs()).collect();
    errors.sort_by(f64::total_cmp);
    let is_inside = |one: &&(Strength, f64)| (one.0.low..=one.0.high).contains(&one.1);
    Verdict {
        median: errors.get(errors.len() / 2).copied().unwrap_or(0.0),
        bias: estimate - center,
        slope: if alone > 0.0 { together / alone } else { 1.0 },
        inside: all.iter().filter(is_inside).count(),
        width: mean(&|one| one.0.high - one.0.low),
        estimates: all.len(),
    }
}

/// The trust by which the ratings of these players are the likeliest, by estimates after each of
/// these numbers of games; a rating by results is not sure itself.
pub fn likeliest_trust(known: &[Known], after: &[usize]) -> Trust {
    // A player counts the same after any number of games.
    let mut estimates: Vec<(Evidence, Rating, f64)> = Vec::new();
    for player in known {
        for &games in after {
            let parts: Vec<Evidence> = player.after(games).collect();
            let share = 1.0 / parts.len() as f64;
            let parts = parts.into_iter().map(|part| (part, player.rating, share));
            estimates.extend(parts);
        }
    }
    let surprise = |trust: &Trust| -> f64 {
        let of = |(evidence, rating, share): &(Evidence, Rating, f64)| {
            let (estimate, deviation) = evidence.estimate(*trust);
            let variance = deviation * deviation + rating.error * rating.error;
            let error = estimate - rating.points;
            share * (error * error / variance + variance.ln())
        };
        estimates.iter().map(of).sum()
    };
    let weights = (1..=20).map(|step| f64::from(step) * 0.05);
    let styles = (0..=20).map(|step| f64::from(step) * 10.0);
    let all = weights.flat_map(|weight| styles.clone().map(move |style| Trust { weight, style }));
    all.map(|trust| (surprise(&trust), trust))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(Trust::MEASURED, |(_, trust)| trust)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::people::strength::EXPECTED;

    fn known(points: f64, games: usize) -> Known {
        Known {
            rating: Rating {
                points,
                error: 30.0,
                games: 100,
            },
            games: vec![Evidence::default(); games],
        }
    }

    const SURE: Trust = Trust {
        weight: 1.0,
        style: 0.0,
    };

    #[test]
    fn estimates_are_judged_by_their_distance() {
        // Without a move all are thought to be the same.
        let same = Evidence::default().estimate(SURE).0;
        assert!((same - EXPECTED).abs() < 150.0);
        let players = [same, same + 100.0, 9000.0].map(|points| known(points, 3));
        let verdict = judge(&players, 1, SURE);
        assert!((verdict.median - 100.0).abs() < 1e-6, "{verdict:?}");
        assert_eq!((verdict.inside, verdict.estimates), (6, 9));
        let bias = same - (2.0 * same + 100.0 + 9000.0) / 3.0;
        assert!((verdict.bias - bias).abs() < 1e-6);
        assert!(verdict.slope.abs() < 1e-9, "{verdict:?}");
        let strength = Evidence::default().strength(SURE);
        assert!((verdict.width - (strength.high - strength.low)).abs() < 1e-6);
        // Three games are one estimate by three, and one by two with one left over.
        assert_eq!(judge(&players, 3, SURE).estimates, 3);
        assert_eq!(judge(&players, 2, SURE).estimates, 3);
        assert_eq!(judge(&players, 4, SURE).estimates, 0);
    }

    #[test]
    fn the_more_the_ratings_differ_from_the_estimates_the_less_is_trusted() {
        let same = Evidence::default().estimate(SURE).0;
        let near = [same, same + 10.0, same - 10.0].map(|points| known(points, 2));
        assert_eq!(likeliest_trust(&near, &[1, 2]).style, 0.0);
        let far = [same + 650.0, same - 650.0].map(|points| known(points, 2));
        assert_eq!(likeliest_trust(&far, &[1, 2]).style, 200.0);
    }
}
