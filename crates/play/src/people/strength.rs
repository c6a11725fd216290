//! How strong somebody is, from the moves that were chosen.
//!
//! For each of some ratings the [choice model](super::choice) says how likely somebody of that
//! rating is to choose those moves; with what is known of people before any move is seen this
//! makes each rating more or less likely (Bayes' rule). One person's moves are not as independent
//! of each other as the model takes them for, and nobody plays quite like all others of the same
//! rating: both were measured on players of tournaments, and make the interval as wide as it must
//! be.
//!
//! The model of people ends at [`KNOWN_FROM`]: nobody weaker plays in tournaments. Below, somebody
//! makes some moves as people of that rating do and the others at random, the more of them the
//! lower the rating, and at [`LEAST`] all. [`MOST`] is the other end.
//!
//! Invariant: the order of the moves does not count, and no rating and no end of an interval lies
//! beyond the scale. Where games come from and who played them it does not know.

use super::choice::{ChoiceModel, shares};
use super::moment::Moment;
use super::sight::DEPTHS;

/// Where the scale begins: who makes every move at random.
pub const LEAST: f64 = 450.0;

/// The rating of the weakest people that the model has seen.
pub const KNOWN_FROM: f64 = 900.0;

/// Where the scale ends: by eight plies who plays better cannot be told from who is there.
pub const MOST: f64 = 2500.0;

/// Points between two ratings that are compared.
const STEP: f64 = 50.0;

/// Ratings that are compared.
const RATINGS: usize = ((MOST - LEAST) / STEP) as usize + 1;

/// Points between two ratings of which the mean is made: many games tell more than a step.
const FINE_STEP: f64 = 5.0;

/// How many these are.
const FINE: usize = ((MOST - LEAST) / FINE_STEP) as usize + 1;

/// Whoever may want to know, from a first game on, before anything is known.
pub const EXPECTED: f64 = 1200.0;

/// How far these lie apart (standard deviation in points).
const SPREAD: f64 = 600.0;

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
    /// The likeliest by players of tournaments before 2009, with one game to twenty each. The trial
    /// "Strength after one game" in docs/experiments has how it holds for others.
    pub const MEASURED: Trust = Trust {
        weight: 0.9,
        style: 110.0,
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
        let by_people = |rating: f64| {
            let moment = Moment {
                rating: rating as f32,
                ..*moment
            };
            f64::from(shares(&model.appeals(&moment), 1.0)[chosen])
        };
        let weakest = by_people(KNOWN_FROM);
        let by_chance = 1.0 / moment.seen.moves.len() as f64;
        for (place, likelihood) in self.likelihoods.iter_mut().enumerate() {
            let rating = rating_at(place);
            let share = if rating < KNOWN_FROM {
                let random = share_at_random(rating);
                random * by_chance + (1.0 - random) * weakest
            } else {
                by_people(rating)
            };
            *likelihood += share.max(1e-6).ln();
        }
    }

    /// Adds all moves of another.
    pub fn join(&mut self, other: &Evidence) {
        self.moves += other.moves;
        for (sum, likelihood) in self.likelihoods.iter_mut().zip(other.likelihoods) {
            *sum += likelihood;
        }
    }

    /// Lets all moves count this much of what they did, of one; the number of moves stays.
    pub fn fade(&mut self, share: f64) {
        for likelihood in &mut self.likelihoods {
            *likelihood *= share;
        }
    }

    /// How many moves there are.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// How strong somebody is who chose so.
    pub fn strength(&self, trust: Trust) -> Strength {
        let (rating, deviation) = self.estimate(trust);
        let side = SIDES * deviation;
        Strength {
            rating,
            low: (rating - side).max(LEAST),
            high: (rating + side).min(MOST),
        }
    }

    /// The rating of somebody who chose so, and its standard error, in points; this one knows no
    /// end of the scale.
    pub fn estimate(&self, trust: Trust) -> (f64, f64) {
        let ratings: Vec<f64> = (0..FINE)
            .map(|place| LEAST + FINE_STEP * place as f64)
            .collect();
        let logarithms: Vec<f64> = ratings
            .iter()
            .map(|&rating| {
                let apart = (rating - EXPECTED) / SPREAD;
                trust.weight * self.likelihood(rating) - apart * apart / 2.0
            })
            .collect();
        let most = logarithms.iter().copied().fold(f64::MIN, f64::max);
        let weights = logarithms.iter().map(|logarithm| (logarithm - most).exp());
        let weights: Vec<f64> = weights.collect();
        let total: f64 = weights.iter().sum();
        let mean = |of: &dyn Fn(f64) -> f64| {
            let terms = weights.iter().zip(&ratings);
            let sum: f64 = terms.map(|(weight, &rating)| weight * of(rating)).sum();
            sum / total
        };
        let rating = mean(&|rating| rating);
        let variance = mean(&|other| (other - rating).powi(2));
        (rating, (variance + trust.style * trust.style).sqrt())
    }

    /// How likely the moves are at any rating, as a logarithm: by the curve through the ratings
    /// that were compared (E. Catmull and R. Rom's spline).
    fn likelihood(&self, rating: f64) -> f64 {
        let along = (rating - LEAST) / STEP;
        let before = (along as usize).min(RATINGS - 2);
        let at = |place: usize| self.likelihoods[place.min(RATINGS - 1)];
        let [a, b, c, d] = [before.saturating_sub(1), before, before + 1, before + 2].map(at);
        let t = along - before as f64;
        let slope = c - a;
        let bend = 2.0 * a - 5.0 * b + 4.0 * c - d;
        let twist = 3.0 * (b - c) + d - a;
        b + 0.5 * t * (slope + t * (bend + t * twist))
    }
}

fn rating_at(place: usize) -> f64 {
    LEAST + STEP * place as f64
}

/// How many moves somebody of a rating makes at random, of one; none from [`KNOWN_FROM`] on.
pub fn share_at_random(rating: f64) -> f64 {
    ((KNOWN_FROM - rating) / (KNOWN_FROM - LEAST)).clamp(0.0, 1.0)
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
        // The scale ends nearer below than above.
        assert!(
            (0.0..150.0).contains(&(strength.rating - EXPECTED)),
            "{strength:?}"
        );
        assert!(strength.high - strength.low > 1500.0, "{strength:?}");
    }

    /// Of a bell curve of likelihoods and one of what is expected the mean is that of both.
    #[test]
    fn a_strength_is_what_the_definitions_say() {
        for (likeliest, width, weight, style) in [
            (1637.0, 90.0, 0.3, 70.0),
            (1250.0, 30.0, 0.9, 110.0),
            // Narrower than a step between two ratings.
            (1713.0, 12.0, 1.0, 0.0),
        ] {
            let mut evidence = Evidence::default();
            for (place, likelihood) in evidence.likelihoods.iter_mut().enumerate() {
                let apart: f64 = (450.0 + 50.0 * place as f64 - likeliest) / width;
                *likelihood = -apart * apart / 2.0;
            }
            let found = evidence.strength(Trust { weight, style });
            let [seen, expected] = [weight / (width * width), 1.0 / (600.0 * 600.0)];
            let mean = (seen * likeliest + expected * 1200.0) / (seen + expected);
            let side = 1.96 * (1.0 / (seen + expected) + style * style).sqrt();
            assert!((found.rating - mean).abs() < 0.5, "{found:?} {mean}");
            assert!((found.low - (mean - side)).abs() < 1.0, "{found:?} {side}");
            assert!((found.high - (mean + side)).abs() < 1.0, "{found:?} {side}");
        }
    }

    #[test]
    fn no_strength_lies_beyond_the_scale() {
        for (slope, end) in [(1.0, 2500.0), (-1.0, 450.0)] {
            let mut evidence = Evidence::default();
            for (place, likelihood) in evidence.likelihoods.iter_mut().enumerate() {
                *likelihood = slope * place as f64 * 20.0;
            }
            let found = evidence.strength(Trust::MEASURED);
            assert!((found.rating - end).abs() < 10.0, "{found:?}");
            assert_eq!(if slope > 0.0 { found.high } else { found.low }, end);
            assert!(
                (found.high - found.low - 1.96 * 110.0).abs() < 15.0,
                "{found:?}"
            );
        }
        assert_eq!((RATINGS, FINE), (42, 411));
    }

    /// What is likely at a rating, move by move, from the model and from chance.
    #[test]
    fn below_the_model_moves_are_drawn_at_random_more_and_more() {
        assert_eq!(
            [0.0, 450.0, 675.0, 900.0, 2000.0].map(share_at_random),
            [1.0, 1.0, 0.5, 0.0, 0.0]
        );
        let looked_at = looked_at();
        let (position, seen) = &looked_at[6];
        let count = seen.moves.len();
        assert!(count > 3);
        let moment = moment(*position, seen, 0.0);
        for chosen in 0..count {
            let mut evidence = Evidence::default();
            evidence.add(ChoiceModel::embedded(), &moment, chosen);
            let at = |rating: f64| evidence.likelihoods[((rating - 450.0) / 50.0) as usize].exp();
            let model = |rating: f32| {
                let appeals = ChoiceModel::embedded().appeals(&Moment { rating, ..moment });
                f64::from(shares(&appeals, 1.0)[chosen])
            };
            let chance = 1.0 / count as f64;
            for (rating, expected) in [
                (450.0, chance),
                (600.0, chance * 2.0 / 3.0 + model(900.0) / 3.0),
                (850.0, chance / 9.0 + model(900.0) * 8.0 / 9.0),
                (900.0, model(900.0)),
                (1750.0, model(1750.0)),
                (2500.0, model(2500.0)),
            ] {
                let expected = expected.max(1e-6);
                assert!((at(rating) - expected).abs() < 1e-9, "{rating}");
            }
        }
    }

    #[test]
    fn the_only_move_there_is_tells_nothing() {
        let looked_at = looked_at();
        let (position, seen) = &looked_at[3];
        let only = Seen {
            moves: seen.moves[..1].to_vec(),
            ..seen.clone()
        };
        let mut evidence = Evidence::default();
        evidence.add(ChoiceModel::embedded(), &moment(*position, &only, 0.0), 0);
        assert_eq!(evidence, Evidence::default());
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
        let side = |strength: Strength| strength.rating - strength.low;
        assert!(side(more) < side(strength(&best)));
        assert!(more.low < more.rating && more.rating < more.high);
        assert!(more.high <= MOST && strength(&evidence(20, false)).low >= LEAST);
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
