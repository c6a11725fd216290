//! How hard a puzzle is: the rating of the players of whom half find the move, by the
//! [model of people](crate::people).
//!
//! Invariant: a move that more people play at every rating is never the harder one.

use crate::people::choice::{ChoiceModel, shares};
use crate::people::moment::Moment;

/// The lowest rating of a puzzle: more than half of the weakest find it.
pub const LEAST: u16 = 300;

/// The highest: fewer than half of the strongest find it.
pub const MOST: u16 = 2700;

/// Points between the ratings that are looked at.
const STEP: u16 = 50;

/// How large a share of people of the moment's rating play each move, in the order of the moves.
pub fn chances(model: &ChoiceModel, moment: &Moment<'_>) -> Vec<f32> {
    shares(&model.appeals(moment), 1.0)
}

/// The rating from which on half of the people or more play the move at this place; the moment's
/// own does not count.
pub fn rating(model: &ChoiceModel, moment: &Moment<'_>, place: usize) -> u16 {
    let chance = |rating: u16| {
        let rating = f32::from(rating);
        chances(model, &Moment { rating, ..*moment })[place]
    };
    crossing(chance)
}

/// The rating above which a chance that grows with it stays at one half or above.
fn crossing(chance: impl Fn(u16) -> f32) -> u16 {
    let mut above = chance(MOST);
    if above < 0.5 {
        return MOST;
    }
    let ratings = (LEAST..MOST).step_by(usize::from(STEP)).rev();
    for rating in ratings {
        let below = chance(rating);
        if below < 0.5 {
            let share = (0.5 - below) / (above - below);
            return rating + (share * f32::from(STEP)).round() as u16;
        }
        above = below;
    }
    LEAST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_find_it_at_the_rating_that_is_said() {
        for middle in [400_u16, 1275, 1500, 2690] {
            let chance = |rating: u16| 0.5 + (f32::from(rating) - f32::from(middle)) / 10_000.0;
            assert!(crossing(chance).abs_diff(middle) <= 1, "{middle}");
        }
        assert_eq!(crossing(|_| 0.5), LEAST);
        assert_eq!(crossing(|_| 0.4), MOST);
        // Where it falls again, the last rise counts.
        let falls = |rating: u16| {
            if (500..=900).contains(&rating) {
                0.4
            } else {
                0.6
            }
        };
        assert_eq!(crossing(falls), 925);
    }
}
