//! An opponent that follows somebody: how strong it must be for the games to be even.
//!
//! After each game two things are known: what the moves say of the [strength](super::strength), and
//! who won against whom. The moves tell much at once, but somebody may win more or less often than
//! people who choose such moves; the results tell that in the end. What was long ago counts less,
//! since people learn. Both make each strength more or less likely (Bayes' rule, with the results'
//! likelihood as A. Elo's scale has it), and the mean is what the next game is played with.
//!
//! Invariant: from one game to the next the strength moves by [`STEP`] at most. Nothing here plays,
//! judges or keeps games.

use super::strength::{EXPECTED, Evidence, Trust};

/// Points from one game to the next at most: the mean step between two skills.
pub const STEP: f64 = 240.0;

/// Points that somebody has to be stronger to win ten times as often as to lose. Between the skills
/// 100 points of matches are 80 here.
const TENFOLD: f64 = 320.0;

/// How much a game counts of what the game after it does.
const FADING: f64 = 0.92;

/// How far a first guess may be from the truth (standard deviation in points).
const GUESS: f64 = 700.0;

/// How far from what the moves say the strength may lie at which games are even (standard deviation
/// in points), beyond what the estimate itself knows of.
const MISMATCH: f64 = 150.0;

/// Points between two strengths that are compared.
const FINE_STEP: u16 = 10;

/// A game that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Played {
    /// What the opponent was worth.
    elo: u16,
    /// The person's: 1, 0 or a half.
    points: f64,
}

/// Somebody who is followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Following {
    /// Where it began.
    first: u16,
    /// What the opponent is worth now.
    elo: u16,
    /// The weakest and the strongest that it can be.
    bounds: (u16, u16),
    /// The games, the last one last.
    games: Vec<Played>,
    /// What the moves say, those of old games less.
    evidence: Evidence,
}

/// What is known of somebody who is followed, and how strong the opponent is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Followed {
    /// What the opponent is worth, on the scale of the players of tournaments.
    pub elo: u16,
    /// What it was worth in the last game; none was played if it is `None`.
    pub before: Option<u16>,
    /// Games that were won, drawn and lost by the person.
    pub results: [u32; 3],
    /// How strong the person is by the moves alone; `None` without a game.
    pub by_moves: Option<f64>,
}

impl Following {
    /// Begins with an opponent of this worth, or with that of whoever may want to play; it will
    /// stay between these bounds.
    pub fn new(elo: Option<u16>, bounds: (u16, u16)) -> Following {
        let first = elo.unwrap_or(EXPECTED as u16).clamp(bounds.0, bounds.1);
        Following {
            first,
            elo: first,
            bounds,
            games: Vec::new(),
            evidence: Evidence::default(),
        }
    }

    /// What the opponent is worth in the next game.
    pub fn elo(&self) -> u16 {
        self.elo
    }

    /// What is known by now.
    pub fn known(&self) -> Followed {
        let with = |points: f64| {
            self.games
                .iter()
                .filter(|game| game.points == points)
                .count()
        };
        Followed {
            elo: self.elo,
            before: self.games.last().map(|game| game.elo),
            results: [1.0, 0.5, 0.0].map(|points| with(points) as u32),
            by_moves: self.estimate().map(|(rating, _)| rating),
        }
    }

    /// A game against the opponent is over: `points` are the person's, 1, 0 or a half, and
    /// `evidence` is what the moves say.
    pub fn over(&mut self, points: f64, evidence: &Evidence) {
        self.evidence.fade(FADING);
        self.evidence.join(evidence);
        let elo = self.elo;
        self.games.push(Played { elo, points });
        let most = (f64::from(elo) - STEP, f64::from(elo) + STEP);
        let wanted = self.even().clamp(most.0, most.1).round() as u16;
        self.elo = wanted.clamp(self.bounds.0, self.bounds.1);
    }

    fn estimate(&self) -> Option<(f64, f64)> {
        (self.evidence.moves() > 0).then(|| self.evidence.estimate(Trust::MEASURED))
    }

    /// The strength at which games would be even, by all that is known.
    fn even(&self) -> f64 {
        let (mut sum, mut total) = (0.0, 0.0);
        let strengths = (self.bounds.0..=self.bounds.1).step_by(FINE_STEP.into());
        let strengths: Vec<f64> = strengths.map(f64::from).collect();
        let by_moves = self.estimate();
        let likelihoods = strengths.iter().map(|&elo| self.likelihood(elo, by_moves));
        let likelihoods: Vec<f64> = likelihoods.collect();
        let most = likelihoods.iter().copied().fold(f64::MIN, f64::max);
        for (elo, likelihood) in strengths.iter().zip(likelihoods) {
            let weight = (likelihood - most).exp();
            sum += weight * elo;
            total += weight;
        }
        sum / total
    }

    /// How likely all is that is known if games are even at this strength, as a logarithm;
    /// `by_moves` is the estimate from the moves with its standard error.
    fn likelihood(&self, elo: f64, by_moves: Option<(f64, f64)>) -> f64 {
        let bell = |apart: f64, deviation: f64| -(apart / deviation).powi(2) / 2.0;
        let mut sum = bell(elo - f64::from(self.first), GUESS);
        if let Some((rating, deviation)) = by_moves {
            sum += bell(elo - rating, deviation.hypot(MISMATCH));
        }
        let mut weight = 1.0;
        for game in self.games.iter().rev() {
            let wins = 1.0 / (1.0 + 10f64.powf((f64::from(game.elo) - elo) / TENFOLD));
            sum += weight * (game.points * wins.ln() + (1.0 - game.points) * (1.0 - wins).ln());
            weight *= FADING;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::choice::ChoiceModel;
    use crate::people::sight::{DEPTHS, Seen, SeenMove};
    use crate::people::turns::turns;
    use bianca_rules::othello::random::random_game;
    use rand::prelude::*;
    use rand::rngs::StdRng;

    const BOUNDS: (u16, u16) = (560, 2730);

    #[test]
    fn the_winner_meets_a_stronger_opponent_and_the_loser_a_weaker_one() {
        let after = |points: f64| {
            let mut following = Following::new(Some(1500), BOUNDS);
            following.over(points, &Evidence::default());
            following.elo()
        };
        assert!(
            after(1.0) > 1540 && after(0.0) < 1460,
            "{} {}",
            after(1.0),
            after(0.0)
        );
        assert!(after(0.5).abs_diff(1500) < 10);
    }

    #[test]
    fn nobody_is_followed_by_more_than_a_step_or_beyond_the_bounds() {
        let mut following = Following::new(None, BOUNDS);
        assert_eq!((following.elo(), following.known().before), (1200, None));
        for points in [1.0, 0.0] {
            for _ in 0..60 {
                let before = following.elo();
                following.over(points, &Evidence::default());
                assert!(following.elo().abs_diff(before) <= 240);
                assert!((560..=2730).contains(&following.elo()));
            }
        }
        let known = following.known();
        assert_eq!((known.results, known.by_moves), ([60, 0, 60], None));
        assert_eq!(Following::new(Some(100), BOUNDS).elo(), 560);
    }

    /// Results alone lead to even games, from a first guess that is wrong by 600 points.
    #[test]
    fn who_plays_on_wins_half_of_the_games() {
        let mut random = StdRng::seed_from_u64(3);
        for truth in [700.0, 1200.0, 1700.0, 2200.0] {
            let first = if truth > 1300.0 {
                truth - 600.0
            } else {
                truth + 600.0
            };
            let (mut won, mut played) = (0.0, 0.0);
            for _ in 0..60 {
                let mut following = Following::new(Some(first as u16), BOUNDS);
                for number in 0..40 {
                    let wins =
                        1.0 / (1.0 + 10f64.powf((f64::from(following.elo()) - truth) / TENFOLD));
                    let points = f64::from(u8::from(random.random_bool(wins)));
                    if number >= 20 {
                        won += points;
                        played += 1.0;
                    }
                    following.over(points, &Evidence::default());
                }
            }
            assert!(
                (0.4..=0.6).contains(&(won / played)),
                "{truth}: {}",
                won / played
            );
        }
    }

    /// What the moves of a game say of somebody who finds the best one this often, of one, and
    /// makes the worst otherwise.
    fn moves_of(skill: f64, random: &mut StdRng) -> Evidence {
        let mut evidence = Evidence::default();
        for turn in turns(&random_game(random)).step_by(3) {
            let mut worse = 0.0;
            let seen = turn.place.position.moves().into_iter().map(|square| {
                let losses = [worse; DEPTHS];
                worse += 3.0;
                SeenMove { square, losses }
            });
            let moves: Vec<SeenMove> = seen.collect();
            let is_best = random.random_bool(skill);
            let chosen = if is_best { 0 } else { moves.len() - 1 };
            let seen = Seen { moves, best: 0.0 };
            let moment = turn.moment(&seen, &[]);
            evidence.add(ChoiceModel::embedded(), &moment, chosen);
        }
        evidence
    }

    /// The mean strength, point by point, from all games at once: what the opponent was worth, the
    /// points and the moves of each, the last one last.
    fn by_definition(first: u16, games: &[(u16, f64, Evidence)]) -> f64 {
        let mut moves = Evidence::default();
        for (age, (_, _, evidence)) in games.iter().rev().enumerate() {
            let mut faded = evidence.clone();
            faded.fade(0.92f64.powi(age as i32));
            moves.join(&faded);
        }
        let (rating, error) = moves.estimate(Trust::MEASURED);
        let density = |strength: f64| {
            let apart = (strength - f64::from(first)) / 700.0;
            let mut density = (-apart * apart / 2.0).exp();
            if moves.moves() > 0 {
                let variance = error * error + 150.0 * 150.0;
                density *= (-(strength - rating).powi(2) / variance / 2.0).exp();
            }
            for (age, (elo, points, _)) in games.iter().rev().enumerate() {
                let odds = 10f64.powf((strength - f64::from(*elo)) / 320.0);
                let of_game = odds.powf(*points) / (1.0 + odds);
                density *= of_game.powf(0.92f64.powi(age as i32));
            }
            density
        };
        let strengths = || (BOUNDS.0..=BOUNDS.1).map(f64::from);
        let total: f64 = strengths().map(density).sum();
        let sum: f64 = strengths().map(|elo| elo * density(elo)).sum();
        sum / total
    }

    #[test]
    fn the_opponent_is_as_strong_as_all_games_say_by_definition() {
        let mut random = StdRng::seed_from_u64(12);
        let (mut free, mut steps) = (0, 0);
        for (first, skill) in [
            (700, Some(0.9)),
            (1400, Some(0.4)),
            (1400, None),
            (2300, None),
        ] {
            let mut following = Following::new(Some(first), BOUNDS);
            let mut games: Vec<(u16, f64, Evidence)> = Vec::new();
            for number in 0..24 {
                let elo = following.elo();
                // Somebody who wins for a while and loses then, or the other way round.
                let wins = if (number < 12) == (first < 1000) {
                    0.8
                } else {
                    0.2
                };
                let points = match random.random_range(0..6) {
                    0 => 0.5,
                    _ => f64::from(u8::from(random.random_bool(wins))),
                };
                // A game that was decided early has no moves.
                let evidence = match skill {
                    Some(skill) if number % 5 != 0 => moves_of(skill, &mut random),
                    _ => Evidence::default(),
                };
                following.over(points, &evidence);
                games.push((elo, points, evidence));
                let even = by_definition(first, &games);
                let (low, high) = (f64::from(elo) - 240.0, f64::from(elo) + 240.0);
                let expected = even.clamp(low, high);
                let apart = (f64::from(following.elo()) - expected).abs();
                assert!(apart < 4.0, "{first} {number}: {} {even}", following.elo());
                free += u32::from(expected == even);
                steps += 1;
                let known = following.known();
                let count =
                    |of: f64| games.iter().filter(|(_, points, _)| *points == of).count() as u32;
                assert_eq!(known.results, [count(1.0), count(0.5), count(0.0)]);
                assert_eq!((known.elo, known.before), (following.elo(), Some(elo)));
                let has_moves = games.iter().any(|(_, _, evidence)| evidence.moves() > 0);
                assert_eq!(known.by_moves.is_some(), has_moves);
            }
        }
        assert!(free > steps / 2 && free < steps, "{free} of {steps}");
    }
}
