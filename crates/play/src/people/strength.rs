//! How strong somebody is, from the moves that were chosen.
//!
//! For each of some ratings the [choice model](super::choice) says how likely somebody of that
//! rating is to choose those moves; with what is known of people before any move is seen this
//! makes each rating more or less likely (Bayes' rule). One person's moves are not as independent
//! of each other as the model takes them for, and nobody plays quite like all others of the same
//! rating: both were measured on players of tournaments, and make the interval as wide as it must
//! be.
//!
//! Invariant: the order of the moves does not count. Where games come from and who played them it
//! does not know.

use super::choice::{ChoiceModel, shares};
use super::moment::{MEAN_RATING, Moment};
use super::sight::DEPTHS;

/// The least rating that is thought possible.
const LEAST: f64 = 300.0;

/// Points between two ratings that are compared.
const STEP: f64 = 50.0;

/// Ratings that are compared.
const RATINGS: usize = 49;

/// How far people lie apart before anything is known (standard deviation in points). More than
/// players of tournaments do: others come, too.
const SPREAD: f64 = 450.0;

/// Standard errors to each side of an interval that holds in 95 of 100 cases.
const SIDES: f64 = 1.96;

/// How an estimate trusts what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trust {
    /// How much a move counts of what it would if all were independent of each other.
    pub weight: f64,
    /// Points by which somebody's style leads the estimate astray, however many moves there are
    /// (standard deviation).
    pub style: f64,
}

impl Trust {
    /// By 108 players of tournaments with twenty games each: the weight is the likeliest, and the
    /// spread of styles is what it takes for nineteen of twenty to lie in their intervals.
    pub const MEASURED: Trust = Trust {
        weight: 0.1,
        style: 60.0,
    };
}

/// The moves of somebody, as far as they tell of strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// How likely they are at each rating, as logarithms.
    likelihoods: [f64; RATINGS],
    /// Moves.
    moves: u32,
}

/// A rating and where it lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// On the scale of the players of tournaments, whose mean is 1500.
    pub rating: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Default for Evidence {
    fn default() -> Evidence {
        Evidence {
            likelihoods: [0.0; RATINGS],
            moves: 0,
        }
    }
}

impl Evidence {
    /// Adds the move that was chosen at a moment, by its place among the moves; the moment's rating
    /// does not count. The only move there is tells nothing.
    pub fn add(&mut self, model: &ChoiceModel, moment: &Moment<'_>, chosen: usize) {
        if moment.seen.moves.len() < 2 {
            return;
        }
        self.moves += 1;
        for (place, likelihood) in self.likelihoods.iter_mut().enumerate() {
            let moment = Moment {
                rating: rating_at(place) as f32,
                ..*moment
            };
            let share = shares(&model.appeals(&moment), 1.0)[chosen];
            *likelihood += f64::from(share.max(1e-6)).ln();
        }
    }

    /// Adds all moves of another.
    pub fn join(&mut self, other: &Evidence) {
        self.moves += other.moves;
        for (sum, likelihood) in self.likelihoods.iter_mut().zip(other.likelihoods) {
            *sum += likelihood;
        }
    }

    /// How many moves there are.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// How strong somebody is who chose so.
    pub fn strength(&self, trust: Trust) -> Strength {
        let logarithms: Vec<f64> = (0..RATINGS)
            .map(|place| {
                let apart = (rating_at(place) - f64::from(MEAN_RATING)) / SPREAD;
                trust.weight * self.likelihoods[place] - apart * apart / 2.0
            })
            .collect();
        let most = logarithms.iter().copied().fold(f64::MIN, f64::max);
        let weights = logarithms.iter().map(|logarithm| (logarithm - most).exp());
        let weights: Vec<f64> = weights.collect();
        let total: f64 = weights.iter().sum();
        let mean = |of: &dyn Fn(f64) -> f64| {
            let terms = weights.iter().enumerate();
            let sum: f64 = terms
                .map(|(place, weight)| weight * of(rating_at(place)))
                .sum();
            sum / total
        };
        let rating = mean(&|rating| rating);
        let variance = mean(&|other| (other - rating).powi(2));
        let side = SIDES * (variance + trust.style * trust.style).sqrt();
        Strength {
            rating,
            low: rating - side,
            high: rating + side,
        }
    }
}

fn rating_at(place: usize) -> f64 {
    LEAST + STEP * place as f64
}

/// Discs that somebody of the moment's rating loses on average, by the deepest search.
pub fn expected_loss(model: &ChoiceModel, moment: &Moment<'_>) -> f64 {
    let shares = shares(&model.appeals(moment), 1.0);
    let moves = moment.seen.moves.iter().zip(shares);
    moves
        .map(|(seen, share)| f64::from(seen.losses[DEPTHS - 1] * share))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::sight::{PLIES, Seen, Sight};
    use bianca_rules::othello::Position;
    use bianca_search::request::{Limits, StopFlag};
    use bianca_search::search::Settings;

    /// Some positions of a game with what is seen of them.
    fn looked_at() -> Vec<(Position, Seen)> {
        let mut sight = Sight::new(&Settings::default()).unwrap();
        let mut position = Position::START;
        let mut all = Vec::new();
        for mv in [
            "f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c6", "d8", "c7",
        ] {
            let look = sight.look(position, &PLIES, &Limits::default(), &StopFlag::new());
            all.push((position, look.seen));
            position = position.play_unchecked(mv.parse().unwrap());
        }
        all
    }

    fn moment<'a>(position: Position, seen: &'a Seen, rating: f32) -> Moment<'a> {
        Moment {
            position,
            last: None,
            own_last: None,
            seen,
            counts: &[],
            rating,
        }
    }

    /// The evidence of somebody who loses least, or most, again and again.
    fn evidence(times: usize, is_best: bool) -> Evidence {
        let mut evidence = Evidence::default();
        for (position, seen) in &looked_at() {
            let loss = |place: &usize| seen.moves[*place].losses[DEPTHS - 1];
            let places = 0..seen.moves.len();
            let chosen = if is_best {
                places.min_by(|a, b| loss(a).total_cmp(&loss(b)))
            } else {
                places.max_by(|a, b| loss(a).total_cmp(&loss(b)))
            };
            let moment = moment(*position, seen, 0.0);
            evidence.add(ChoiceModel::embedded(), &moment, chosen.unwrap());
        }
        let once = evidence.clone();
        for _ in 1..times {
            evidence.join(&once);
        }
        evidence
    }

    #[test]
    fn nothing_seen_tells_nothing() {
        let strength = Evidence::default().strength(Trust::MEASURED);
        assert!(
            (strength.rating - f64::from(MEAN_RATING)).abs() < 1.0,
            "{strength:?}"
        );
        assert!(strength.high - strength.low > 1500.0, "{strength:?}");
    }

    /// As if every move were a sure sign.
    const SURE: Trust = Trust {
        weight: 1.0,
        style: 0.0,
    };

    #[test]
    fn who_plays_better_is_stronger_and_more_moves_say_it_more_surely() {
        let [best, worst] = [true, false].map(|is_best| evidence(1, is_best));
        assert_eq!(best.moves(), 14);
        let strength = |evidence: &Evidence| evidence.strength(SURE);
        assert!(strength(&best).rating > strength(&worst).rating + 300.0);
        let more = strength(&evidence(6, true));
        let width = |strength: Strength| strength.high - strength.low;
        assert!(width(more) < width(strength(&best)));
        assert!(more.low < more.rating && more.rating < more.high);
    }

    #[test]
    fn the_stronger_lose_less() {
        let model = ChoiceModel::embedded();
        let looked_at = looked_at();
        let loss = |rating| -> f64 {
            let moments = looked_at.iter();
            let moments = moments.map(|(position, seen)| moment(*position, seen, rating));
            moments.map(|moment| expected_loss(model, &moment)).sum()
        };
        assert!(loss(1100.0) > loss(1500.0) && loss(1500.0) > loss(1900.0));
    }
}
