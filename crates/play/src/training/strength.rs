//! How strong the reader is at puzzles: [Glicko-2](http://www.glicko.net/glicko/glicko2.pdf) by
//! Mark Glickman, in points of the ratings that [puzzles](crate::puzzles) have.
//!
//! A puzzle is an opponent of known strength, a first answer is a game. Invariant: what is answered
//! right never lowers the rating.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// The rating before the first puzzle: of somebody who has played some games.
const BEGINS: f64 = 1200.0;

/// How far a puzzle's rating may be off, as a standard deviation.
const PUZZLE_DEVIATION: f64 = 60.0;

/// Points between reader and puzzle beyond which an answer tells no more: the formulas were made
/// for games, and one great surprise would make of a beginner a master.
const FARTHEST: f64 = 600.0;

/// Points below the reader of a puzzle that is solved in two of three tries.
const TWO_OF_THREE: f64 = 120.0;

/// What is known of somebody's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength(Glicko2Rating);

impl Default for Strength {
    fn default() -> Strength {
        Strength(Glicko2Rating {
            rating: BEGINS,
            ..Glicko2Rating::new()
        })
    }
}

impl Strength {
    /// The rating.
    pub fn rating(&self) -> f64 {
        self.0.rating
    }

    /// Its standard deviation: the truth is within twice as much in 19 of 20 cases.
    pub fn deviation(&self) -> f64 {
        self.0.deviation
    }

    /// After a first answer to a puzzle of this rating.
    pub fn after(&self, puzzle: u16, right: bool) -> Strength {
        let own = self.0.rating;
        let puzzle = Glicko2Rating {
            rating: f64::from(puzzle).clamp(own - FARTHEST, own + FARTHEST),
            deviation: PUZZLE_DEVIATION,
            ..Glicko2Rating::new()
        };
        let outcome = if right { Outcomes::WIN } else { Outcomes::LOSS };
        Strength(glicko2(&self.0, &puzzle, &outcome, &Glicko2Config::new()).0)
    }

    /// The rating of puzzles of which two in three are solved.
    pub fn offered(&self) -> f64 {
        self.0.rating - TWO_OF_THREE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;
    use rand::rngs::StdRng;

    /// One period of a single game by the ten formulas of the paper, written from it.
    fn by_the_paper(player: [f64; 3], opponent: [f64; 2], score: f64) -> [f64; 3] {
        const SCALE: f64 = 173.7178;
        const TAU: f64 = 0.5;
        let [mu, phi] = [(player[0] - 1500.0) / SCALE, player[1] / SCALE];
        let [mu_j, phi_j] = [(opponent[0] - 1500.0) / SCALE, opponent[1] / SCALE];
        let sigma = player[2];
        let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / std::f64::consts::PI.powi(2)).sqrt();
        let e = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
        let v = 1.0 / (g * g * e * (1.0 - e));
        let delta = v * g * (score - e);
        let a = (sigma * sigma).ln();
        let f = |x: f64| {
            let spread = phi * phi + v + x.exp();
            x.exp() * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (TAU * TAU)
        };
        let mut near = a;
        let mut far = if delta * delta > phi * phi + v {
            (delta * delta - phi * phi - v).ln()
        } else {
            let steps = (1..).find(|&k| f(a - f64::from(k) * TAU) >= 0.0).unwrap();
            a - f64::from(steps) * TAU
        };
        // The Illinois rule.
        let (mut at_near, mut at_far) = (f(near), f(far));
        while (far - near).abs() > 1e-9 {
            let next = near + (near - far) * at_near / (at_far - at_near);
            let at_next = f(next);
            if at_next * at_far <= 0.0 {
                (near, at_near) = (far, at_far);
            } else {
                at_near /= 2.0;
            }
            (far, at_far) = (next, at_next);
        }
        let sigma = (near / 2.0).exp();
        let before = (phi * phi + sigma * sigma).sqrt();
        let phi = 1.0 / (1.0 / (before * before) + 1.0 / v).sqrt();
        let mu = mu + phi * phi * g * (score - e);
        [mu * SCALE + 1500.0, phi * SCALE, sigma]
    }

    #[test]
    fn ratings_are_those_of_the_paper() {
        let mut chance = StdRng::seed_from_u64(3);
        let mut strength = Strength::default();
        for _ in 0..100 {
            let puzzle = strength.rating() as u16 + chance.random_range(0..1000) - 500;
            let right = chance.random_bool(0.5);
            let Glicko2Rating {
                rating,
                deviation,
                volatility,
            } = strength.0;
            let expected = by_the_paper(
                [rating, deviation, volatility],
                [f64::from(puzzle), PUZZLE_DEVIATION],
                f64::from(right),
            );
            let after = strength.after(puzzle, right);
            assert!(right == (after.rating() >= strength.rating()));
            strength = after;
            let found = [
                strength.rating(),
                strength.deviation(),
                strength.0.volatility,
            ];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 0.01,
                    "{found} {expected}: {strength:?}"
                );
            }
        }
    }

    #[test]
    fn one_surprise_makes_no_master() {
        let mut beginner = Strength::default();
        for _ in 0..20 {
            beginner = beginner.after(900, false);
        }
        let surprised = beginner.after(2700, true);
        let gain = surprised.rating() - beginner.rating();
        assert!((0.0..250.0).contains(&gain), "{beginner:?} {surprised:?}");
    }

    /// Somebody of a known strength comes to his rating meanwhile.
    #[test]
    fn two_of_three_of_what_is_offered_are_solved() {
        for truth in [700.0, 1300.0, 2100.0] {
            let mut chance = StdRng::seed_from_u64(5);
            let mut strength = Strength::default();
            let mut solved = 0;
            for number in 0..600 {
                let offered = strength.offered().clamp(300.0, 2700.0).round() as u16;
                let odds = 10_f64.powf((f64::from(offered) - truth) / 400.0);
                let right = chance.random_bool(1.0 / (1.0 + odds));
                solved += u32::from(right && number >= 100);
                strength = strength.after(offered, right);
            }
            assert!(
                (strength.rating() - truth).abs() < 150.0,
                "{truth}: {strength:?}"
            );
            let share = f64::from(solved) / 500.0;
            assert!((share - 2.0 / 3.0).abs() < 0.07, "{truth}: {share}");
        }
    }
}
