//! Elo differences and likelihoods from the results of paired games.
//!
//! The unit is the pair: one opening played twice with colours exchanged. Its two games depend
//! on each other through the opening, so the variance is taken over pairs (the "pentanomial"
//! model: 0, ½, 1, 1½ or 2 points); counting games one by one would overstate it. Nothing in
//! here knows what the games were.

/// How often a pair of games brought 0, ½, 1, 1½ and 2 points.
pub type PairCounts = [u64; 5];

/// The quantile of the normal distribution that encloses 95 % between its two signs.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// A mean result for one game with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean points of one game, 0 to 1.
    pub score: f64,
    /// Standard error of `score`.
    pub error: f64,
}

impl Estimate {
    /// The estimate from pairs of games; `None` without any.
    pub fn from_pairs(counts: &PairCounts) -> Option<Estimate> {
        Estimate::from_outcomes(counts)
    }

    /// The estimate from outcomes that are evenly spaced from 0 to 1 point, each counted.
    fn from_outcomes(counts: &[u64]) -> Option<Estimate> {
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let points = |index: usize| index as f64 / (counts.len() - 1) as f64;
        let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
            let sum: f64 = counts
                .iter()
                .enumerate()
                .map(|(index, &count)| count as f64 * value(points(index)))
                .sum();
            sum / total as f64
        };
        let score = mean(&|x| x);
        let variance = mean(&|x| (x - score).powi(2));
        Some(Estimate {
            score,
            error: (variance / total as f64).sqrt(),
        })
    }

    /// The Elo difference that predicts this score; infinite at 0 and 1.
    pub fn elo(&self) -> f64 {
        elo_of(self.score)
    }

    /// The bounds of the 95 % confidence interval in Elo; infinite where they leave (0, 1).
    /// `None` if all outcomes were the same: they say nothing of how far others may lie.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let half = TWO_SIDED_95 * self.error;
        (half > 0.0).then(|| (elo_of(self.score - half), elo_of(self.score + half)))
    }

    /// The likelihood of superiority: how probable it is that the true score is above ½.
    pub fn superiority(&self) -> f64 {
        let above = self.score - 0.5;
        if self.error == 0.0 {
            return match above {
                x if x > 0.0 => 1.0,
                x if x < 0.0 => 0.0,
                _ => 0.5,
            };
        }
        normal_below(above / self.error)
    }
}

/// The probability that a number of the normal distribution is below `x`, to 15 decimal places:
/// the series of Marsaglia, "Evaluating the Normal Distribution" (2004).
fn normal_below(x: f64) -> f64 {
    // What is left out is less than 1e-18, and the terms of a far `x` would be infinite.
    if x.abs() > 9.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd, mut last) = (x, x, 1.0, f64::NAN);
    while sum != last {
        last = sum;
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

/// The Elo difference at which `score` points a game are expected (logistic curve, 400 Elo for
/// a factor of ten); infinite at 0 and 1 and beyond.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Subtracted from zero, because an even score must not give minus zero.
        0.0 - 400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The score expected at an Elo difference; the inverse of [`elo_of`].
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half_width(estimate: &Estimate) -> f64 {
        let (low, high) = estimate.interval().unwrap();
        (high - low) / 2.0
    }

    /// Counts and figures as fastchess publishes them in its own tests (elo_test.cpp).
    #[test]
    fn pairs_agree_with_published_figures() {
        for (counts, elo, error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, Some(1.0)),
            ([332, 433, 498, 333, 334], -8.64, 10.33, Some(0.0505)),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, None),
        ] {
            let estimate = Estimate::from_pairs(&counts).unwrap();
            assert!((estimate.elo() - elo).abs() < 0.006, "{estimate:?}");
            assert!((half_width(&estimate) - error).abs() < 0.006);
            if let Some(expected) = superiority {
                assert!((estimate.superiority() - expected).abs() < 1e-4);
            }
        }
    }

    /// Single games: 136 wins, 96 losses, 111 draws, from the same source.
    #[test]
    fn single_games_agree_with_published_figures() {
        let estimate = Estimate::from_outcomes(&[96, 111, 136]).unwrap();
        assert!((estimate.elo() - 40.70).abs() < 0.006);
        assert!((half_width(&estimate) - 30.43).abs() < 0.006);
        assert!((estimate.superiority() - 0.9960).abs() < 1e-4);
    }

    /// As tables have it, and scipy.special.ndtr.
    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_07),
            (TWO_SIDED_95, 0.975),
            (-3.5, 0.000_232_629_079_035_525),
            (6.0, 0.999_999_999_013_412_3),
            (-8.9, 0.0),
            (-9.1, 0.0),
            (9.1, 1.0),
            (f64::INFINITY, 1.0),
        ] {
            let found = normal_below(x);
            assert!((found - below).abs() < 1e-14, "{x}: {found}");
            assert!((0.0..=1.0).contains(&found), "{x}: {found}");
        }
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        // The textbook's landmarks: 400 Elo are ten to one, 200 about three to one.
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((score_of(200.0) - 0.7597).abs() < 1e-4);
        for elo in [-700.0, -5.0, 0.0, 3.25, 250.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_ends_are_infinite_and_nothing_is_nothing() {
        assert_eq!(Estimate::from_pairs(&[0; 5]), None);
        let won = Estimate::from_pairs(&[0, 0, 0, 0, 7]).unwrap();
        assert_eq!(won.elo(), f64::INFINITY);
        assert_eq!((won.superiority(), won.interval()), (1.0, None));
        let even = Estimate::from_pairs(&[0, 0, 3, 0, 0]).unwrap();
        assert_eq!((even.elo(), even.superiority()), (0.0, 0.5));
    }
}
