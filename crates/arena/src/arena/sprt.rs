//! The sequential probability ratio test: stop a match as soon as it has said enough.
//!
//! Wald's test of H0 "the difference is `elo0`" against H1 "it is `elo1`", generalised to
//! unknown outcome frequencies: each hypothesis gets the frequencies that fit the results best
//! among those with its mean (M. Van den Bergh, "A practical introduction to the GSPRT", whose
//! equation 1.2 `tilted` solves). Elo is logistic, outcomes are those of pairs of games.

use std::str::FromStr;

use thiserror::Error;

use super::elo::{PairCounts, score_of};

/// What an outcome that never happened counts, so that the likelihoods stay finite. It is the
/// value that the fishtest server uses.
const UNSEEN: f64 = 1e-3;

/// The hypotheses of a test and its error probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under H0, in Elo.
    pub elo0: f64,
    /// The difference under H1, in Elo.
    pub elo1: f64,
    /// Probability to accept H1 although H0 is true.
    pub alpha: f64,
    /// Probability to accept H0 although H1 is true.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The difference is `elo0` or worse.
    AcceptH0,
    /// The difference is `elo1` or better.
    AcceptH1,
}

/// A test that cannot be made as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// A word that is not `elo0=`, `elo1=`, `alpha=` or `beta=` with a number.
    #[error("'{0}' is not one of elo0=, elo1=, alpha=, beta= with a number")]
    BadWord(String),
    /// Something must be given and is not.
    #[error("{0}= is missing")]
    Missing(&'static str),
    /// `elo0` must be less than `elo1`.
    #[error("elo0 must be less than elo1")]
    EmptyRange,
    /// A probability out of range.
    #[error("{0} must lie between 0 and 0.5")]
    BadProbability(&'static str),
}

impl Sprt {
    /// The bounds between which the log-likelihood ratio leaves the test open.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of how much better H1 explains the results than H0 does.
    pub fn log_likelihood_ratio(&self, counts: &PairCounts) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let under_h0 = tilted(&frequencies, score_of(self.elo0));
        let under_h1 = tilted(&frequencies, score_of(self.elo1));
        (0..5)
            .map(|i| counts[i] * (under_h1[i] / under_h0[i]).ln())
            .sum()
    }

    /// The verdict on these results.
    pub fn verdict(&self, counts: &PairCounts) -> Verdict {
        let ratio = self.log_likelihood_ratio(counts);
        let (low, high) = self.bounds();
        if ratio >= high {
            Verdict::AcceptH1
        } else if ratio <= low {
            Verdict::AcceptH0
        } else {
            Verdict::Open
        }
    }
}

/// The distribution nearest to `frequencies` (in likelihood) whose mean score is `mean`:
/// p / (1 + t (x - mean)) with the t that makes it so.
fn tilted(frequencies: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = |index: usize| index as f64 / 4.0 - mean;
    // Between these bounds all denominators are positive, and the sum below falls from plus to
    // minus infinity.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let t = (low + high) / 2.0;
        let sum: f64 = (0..5)
            .map(|i| frequencies[i] * distance(i) / (1.0 + t * distance(i)))
            .sum();
        if sum > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|i| frequencies[i] / (1.0 + t * distance(i)))
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0 elo1=5 alpha=.05 beta=.05`; the last two have these values if not given.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        for word in text.split_whitespace() {
            let bad = || SprtError::BadWord(word.to_owned());
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            let number: f64 = value.parse().map_err(|_| bad())?;
            if !number.is_finite() {
                return Err(bad());
            }
            match key {
                "elo0" => elo0 = Some(number),
                "elo1" => elo1 = Some(number),
                "alpha" => alpha = number,
                "beta" => beta = number,
                _ => return Err(bad()),
            }
        }
        let elo0 = elo0.ok_or(SprtError::Missing("elo0"))?;
        let elo1 = elo1.ok_or(SprtError::Missing("elo1"))?;
        if elo0 >= elo1 {
            return Err(SprtError::EmptyRange);
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if value <= 0.0 || value >= 0.5 {
                return Err(SprtError::BadProbability(name));
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts and ratios as fastchess publishes them in its own tests (sprt_test.cpp).
    #[test]
    fn ratios_agree_with_published_figures() {
        for (test, counts, expected) in [
            ("elo0=0.5 elo1=2.5", [223, 9863, 21279, 10037, 246], -3.07),
            ("elo0=0 elo1=2", [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let ratio = test.parse::<Sprt>().unwrap().log_likelihood_ratio(&counts);
            assert!(
                (ratio - expected).abs() < 0.01 * f64::abs(expected),
                "{ratio}"
            );
        }
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let test: Sprt = "elo0=0 elo1=5 alpha=.05 beta=.05".parse().unwrap();
        let (low, high) = test.bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
        assert_eq!(test.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(test.verdict(&[10, 10, 10, 10, 10]), Verdict::Open);
        assert_eq!(test.verdict(&[10, 20, 100, 200, 300]), Verdict::AcceptH1);
        assert_eq!(test.verdict(&[300, 200, 100, 20, 10]), Verdict::AcceptH0);
    }

    #[test]
    fn the_hypothesis_that_holds_wins_when_the_sides_are_exchanged() {
        let test: Sprt = "elo0=-3 elo1=3".parse().unwrap();
        let counts = [12, 80, 310, 95, 20];
        let mut exchanged = counts;
        exchanged.reverse();
        let (ratio, other) = (
            test.log_likelihood_ratio(&counts),
            test.log_likelihood_ratio(&exchanged),
        );
        assert!(
            ratio > 0.0 && (ratio + other).abs() < 1e-9,
            "{ratio} {other}"
        );
    }

    #[test]
    fn a_test_that_makes_no_sense_is_refused_by_name() {
        let error = |text: &str| text.parse::<Sprt>().unwrap_err();
        assert_eq!(error("elo0=1"), SprtError::Missing("elo1"));
        assert_eq!(error("elo0=5 elo1=0"), SprtError::EmptyRange);
        assert_eq!(error("elo0=x elo1=0"), SprtError::BadWord("elo0=x".into()));
        assert_eq!(error("elo0 elo1=0"), SprtError::BadWord("elo0".into()));
        assert_eq!(
            error("elo0=0 elo1=5 alpha=1"),
            SprtError::BadProbability("alpha")
        );
    }
}
