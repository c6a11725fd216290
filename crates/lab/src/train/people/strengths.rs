//! How well the strength of people is told from their moves: players whose results are known.

use std::collections::BTreeMap;

use rand::prelude::*;
use rand::rngs::StdRng;

use super::games::{PeopleGame, PeopleGames, Use};
use super::ratings::Rating;
use bianca_play::people::judgement::{Judge, Judgement};
use bianca_play::people::strength::{Evidence, Trust};
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
    /// By moves.
    pub evidence: Evidence,
}

/// At most so many players who have so many games or more for this purpose, with so many of these,
/// all drawn by `seed`.
pub fn draw(
    all: &PeopleGames,
    (purpose, year): (Use, u32),
    (players, games): (usize, usize),
    seed: u64,
) -> Vec<Examined<'_>> {
    let mut by_player: BTreeMap<usize, Vec<(&PeopleGame, Color)>> = BTreeMap::new();
    for game in &all.games {
        for side in [Color::Black, Color::White] {
            if all.purpose(game, side, year) == purpose {
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

/// What the moves of some games tell of one side.
pub fn evidence_of(games: &[(&PeopleGame, Color)], judge: &mut Judge) -> Evidence {
    let mut all = Judgement::default();
    for &(game, side) in games {
        // Nobody stops it.
        let judged = judge.judge(&game.game, side, &StopFlag::new());
        all.join(&judged.unwrap_or_default());
    }
    all.evidence
}

/// How right estimates are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The middle one of the errors, in points.
    pub median: f64,
    /// The mean of the estimates less the ratings.
    pub bias: f64,
    /// How many ratings lie in the estimate's interval.
    pub inside: usize,
    /// Of how many.
    pub players: usize,
}

/// Compares estimates with ratings by results.
pub fn judge(known: &[Known], trust: Trust) -> Verdict {
    let mut errors = Vec::new();
    let mut verdict = Verdict {
        median: 0.0,
        bias: 0.0,
        inside: 0,
        players: known.len(),
    };
    for player in known {
        let strength = player.evidence.strength(trust);
        let points = player.rating.points;
        verdict.bias += (strength.rating - points) / known.len() as f64;
        verdict.inside += usize::from((strength.low..=strength.high).contains(&points));
        errors.push((strength.rating - points).abs());
    }
    errors.sort_by(f64::total_cmp);
    verdict.median = errors.get(errors.len() / 2).copied().unwrap_or(0.0);
    verdict
}

/// The trust by which the ratings of these players are the likeliest; a rating by results is not
/// sure itself.
pub fn likeliest_trust(known: &[Known]) -> Trust {
    let weights = (1..=20).map(|step| f64::from(step) * 0.05);
    let styles = (0..=20).map(|step| f64::from(step) * 10.0);
    let all = weights.flat_map(|weight| styles.clone().map(move |style| Trust { weight, style }));
    let surprise = |trust: &Trust| -> f64 {
        let of = |player: &Known| {
            let strength = player.evidence.strength(*trust);
            let own = (strength.high - strength.low) / (2.0 * 1.96);
            let variance = own * own + player.rating.error * player.rating.error;
            let error = strength.rating - player.rating.points;
            error * error / variance + variance.ln()
        };
        known.iter().map(of).sum()
    };
    all.map(|trust| (surprise(&trust), trust))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(Trust::MEASURED, |(_, trust)| trust)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_judged_by_their_distance() {
        let known = |points| Known {
            rating: Rating {
                points,
                error: 30.0,
                games: 100,
            },
            evidence: Evidence::default(),
        };
        let trust = Trust {
            weight: 1.0,
            style: 0.0,
        };
        // Without a move everybody is thought to be at the mean.
        let verdict = judge(&[known(1500.0), known(1600.0), known(9000.0)], trust);
        assert!((verdict.median - 100.0).abs() < 1.0, "{verdict:?}");
        assert_eq!((verdict.inside, verdict.players), (2, 3));
        assert!((verdict.bias + 7600.0 / 3.0).abs() < 1.0);
    }
}
