//! Scores, windows of scores and what is proven of one.
//!
//! Invariant: all are from the side to move; a window is never empty.

use std::fmt;
use std::ops::Neg;

/// A result or an estimate of it, from the side to move, in 1/256 disc.
///
/// One disc more than the opponent at the end is 256; a won board is 64 discs. Small games use
/// the same unit for one point.
///
/// ```
/// use bianca_rules::score::Score;
///
/// let score = Score::from_discs(3);
/// assert_eq!(score.to_string(), "+3.00");
/// assert_eq!((-score).discs(), -3.0);
/// assert_eq!(Score::from_fraction(2.6).whole_discs(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// How many units make one disc.
    pub const DISC: i32 = 256;
    /// A game won with all 64 discs, the highest score there is.
    pub const MAX: Score = Score(64 * Score::DISC);
    /// A game lost with no disc.
    pub const MIN: Score = Score(-64 * Score::DISC);

    /// A whole number of discs.
    pub const fn from_discs(discs: i32) -> Score {
        Score(discs * Score::DISC)
    }

    /// A number of discs with fractions, rounded to the nearest score.
    pub fn from_fraction(discs: f64) -> Score {
        Score((discs * f64::from(Score::DISC)).round() as i32)
    }

    /// In discs, with fractions.
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Score::DISC)
    }

    /// In whole discs, rounded to the nearest.
    pub const fn whole_discs(self) -> i32 {
        (self.0 + Score::DISC / 2).div_euclid(Score::DISC)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// In discs with sign and two decimals: `+3.50`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", self.discs())
    }
}

/// A window of final disc differences, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window {
    low: i32,
    high: i32,
}

impl Window {
    /// From `low` to `high` discs; `None` unless -64 <= `low` < `high` <= 64.
    pub fn new(low: i32, high: i32) -> Option<Window> {
        (-64 <= low && low < high && high <= 64).then_some(Window { low, high })
    }

    /// Its lower end in discs.
    pub fn low(self) -> i32 {
        self.low
    }

    /// Its upper end in discs.
    pub fn high(self) -> i32 {
        self.high
    }

    /// Both ends, for a request.
    pub fn scores(self) -> (Score, Score) {
        (Score::from_discs(self.low), Score::from_discs(self.high))
    }
}

/// What is proven of a final disc difference: it is between these two numbers of discs.
///
/// ```
/// use bianca_rules::score::Bounds;
///
/// let at_least = Bounds { lower: 2, upper: 64 };
/// let at_most = Bounds { lower: -64, upper: 2 };
/// assert!(at_least.contain(10) && !at_most.contain(10));
/// assert!(at_least.and(at_most).is_exact());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

impl Bounds {
    /// Nothing is proven.
    pub const UNKNOWN: Bounds = Bounds {
        lower: -64,
        upper: 64,
    };

    /// The difference itself is known.
    pub const fn exact(discs: i32) -> Bounds {
        Bounds {
            lower: discs,
            upper: discs,
        }
    }

    /// Whether they leave one difference only.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Whether they leave `discs` open.
    pub fn contain(self, discs: i32) -> bool {
        (self.lower..=self.upper).contains(&discs)
    }

    /// What both say together.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

/// From the other side.
impl Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// With two dots between, without what is not known: `+2..+6`, `+2..`, `..+6`; one number if they
/// are exact.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() {
            return write!(f, "{:+}", self.lower);
        }
        if self.lower > Bounds::UNKNOWN.lower {
            write!(f, "{:+}", self.lower)?;
        }
        f.write_str("..")?;
        if self.upper < Bounds::UNKNOWN.upper {
            write!(f, "{:+}", self.upper)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_with_fractions_are_rounded_and_never_cut() {
        for score in [Score(1), Score(-1), Score(-257), Score(8191), Score::MIN] {
            assert_eq!(Score::from_fraction(score.discs()), score);
            // As a file has it, with two digits.
            let written: f64 = format!("{:.2}", score.discs()).parse().unwrap();
            assert!((Score::from_fraction(written).0 - score.0).abs() <= 1);
        }
        assert_eq!(Score::from_fraction(-0.999), Score(-256));
    }

    #[test]
    fn bounds_are_written_without_what_they_do_not_say() {
        let written = |lower, upper| Bounds { lower, upper }.to_string();
        assert_eq!(written(2, 6), "+2..+6");
        assert_eq!(written(-64, 6), "..+6");
        assert_eq!(written(0, 64), "+0..");
        assert_eq!(written(4, 4), "+4");
        assert_eq!(Bounds::UNKNOWN.to_string(), "..");
        let both = Bounds {
            lower: 2,
            upper: 64,
        }
        .and(-Bounds {
            lower: -6,
            upper: 64,
        });
        assert_eq!(both, Bounds { lower: 2, upper: 6 });
        assert_eq!(Window::new(2, 2), None);
        assert_eq!(Window::new(-65, 2), None);
    }

    #[test]
    fn scores_round_to_the_nearest_disc() {
        assert_eq!(Score(384).whole_discs(), 2);
        assert_eq!(Score(-129).whole_discs(), -1);
        assert_eq!(Score(-127).whole_discs(), 0);
        assert_eq!(Score::from_discs(-3).to_string(), "-3.00");
        assert_eq!(Score(64).to_string(), "+0.25");
    }
}
