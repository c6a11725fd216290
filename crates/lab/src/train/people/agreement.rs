//! How often the model and plain levels name the move that was played, on the same positions.
//!
//! One position is drawn of each side of a game, so that no two of them are the same player's moves
//! of one game, and differences have an error. The first move of a game is left out: all four are
//! one.

use rand::prelude::*;
use rand::rngs::StdRng;

use super::games::{PeopleGames, Use};
use super::ratings::Rating;
use super::samples::Choice;
use bianca_play::people::choice::ChoiceModel;
use bianca_play::people::moment::{MEAN_RATING, Moment};
use bianca_play::people::openings::Openings;
use bianca_play::people::sight::{PLIES, Sight};
use bianca_play::people::turns::{Turn, turns};
use bianca_rules::othello::{Color, Position, Square};
use bianca_search::request::{Limits, Request, StopFlag};
use bianca_search::search::{Searcher, Settings, TableTooLarge};

/// What the model is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// All that there is: the rating, the last moves, how often people played each move.
    All,
    /// The same but for the rating: everybody is of the mean strength.
    AllButRating,
    /// The position alone, as a level is.
    Position,
}

impl Told {
    /// All of them.
    pub const ALL: [Told; 3] = [Told::All, Told::AllButRating, Told::Position];
}

/// Draws positions where players chose whom the fit has not seen, in years that it has not seen.
///
/// # Errors
/// If there is no memory for the searches.
pub fn draw(
    all: &PeopleGames,
    ratings: &[Rating],
    (year, count): (u32, usize),
    seed: u64,
) -> Result<Vec<Choice>, TableTooLarge> {
    let mut random = StdRng::seed_from_u64(seed);
    let sides = [Color::Black, Color::White];
    let mut examined: Vec<_> = (all.games.iter())
        .flat_map(|game| sides.map(|side| (game, side)))
        .filter(|&(game, side)| all.purpose(game, side, year) == Use::Examine)
        .collect();
    examined.shuffle(&mut random);
    let mut sight = Sight::new(&Settings::default())?;
    let mut drawn = Vec::new();
    for (game, side) in examined {
        if drawn.len() == count {
            break;
        }
        let of_side = |turn: &Turn| turn.side == side && turn.place.position != Position::START;
        let chosen: Vec<Turn> = turns(&game.game).filter(of_side).collect();
        let Some(turn) = chosen.choose(&mut random) else {
            continue;
        };
        let (limits, stop) = (Limits::default(), StopFlag::new());
        let seen = sight.look(turn.place.position, &PLIES, &limits, &stop).seen;
        let place = seen.moves.iter().position(|mv| mv.square == turn.square);
        let Some(place) = place else { continue };
        drawn.push(Choice {
            position: turn.place.position,
            last: turn.place.lasts[0],
            own_last: turn.place.lasts[1],
            seen,
            chosen: place,
            counts: Openings::embedded().counts(turn.place.position),
            rating: ratings[game.players[side as usize]].points as f32,
        });
    }
    Ok(drawn)
}

/// Of each choice, whether the model names the move that was played: 1 or 0.
pub fn of_model(model: &ChoiceModel, choices: &[Choice], told: Told) -> Vec<f64> {
    let named = |choice: &Choice| {
        let moment = choice.moment();
        let moment = match told {
            Told::All => moment,
            Told::AllButRating => Moment {
                rating: MEAN_RATING,
                ..moment
            },
            Told::Position => Moment {
                rating: MEAN_RATING,
                last: None,
                own_last: None,
                counts: &[],
                ..moment
            },
        };
        let appeals = model.appeals(&moment);
        let places = 0..appeals.len();
        places.max_by(|&one, &other| appeals[one].total_cmp(&appeals[other]))
    };
    let is_named = |choice: &Choice| f64::from(u8::from(named(choice) == Some(choice.chosen)));
    choices.iter().map(is_named).collect()
}

/// The same of a level of the search.
///
/// # Errors
/// If there is no memory for it.
pub fn of_level(level: u32, choices: &[Choice]) -> Result<Vec<f64>, TableTooLarge> {
    let mut searcher = Searcher::new(Settings {
        level,
        hash_mib: 1,
        ..Settings::default()
    })?;
    let mut named = |position: Position| -> Option<Square> {
        searcher.clear();
        let stop = StopFlag::new();
        let lines = searcher.search(position, &Request::default(), &stop, &mut |_| {});
        lines.first()?.pv.first()?.square()
    };
    let is_named = |choice: &Choice| {
        let played = choice.seen.moves[choice.chosen].square;
        f64::from(u8::from(named(choice.position) == Some(played)))
    };
    Ok(choices.iter().map(is_named).collect())
}

/// The mean of some numbers in percent, and how far it lies to each side in 95 of 100 cases.
pub fn percent(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|number| (number - mean).powi(2));
    let variance = squares.sum::<f64>() / (count - 1.0).max(1.0);
    (100.0 * mean, 196.0 * (variance / count).sqrt())
}

/// By how many points one names more moves than another, of the same choices, with its error.
pub fn difference(one: &[f64], other: &[f64]) -> (f64, f64) {
    let differences = one.iter().zip(other).map(|(one, other)| one - other);
    percent(&differences.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_the_error_of_pairs() {
        let one: Vec<f64> = (0..100).map(|n| f64::from(n % 2)).collect();
        let other: Vec<f64> = (0..100).map(|n| f64::from(u8::from(n % 4 == 1))).collect();
        let (mean, error) = percent(&one);
        assert_eq!(mean, 50.0);
        assert!((error - 196.0 * (0.25f64 / 99.0).sqrt()).abs() < 1e-9);
        // What both name tells nothing.
        assert_eq!(difference(&one, &one), (0.0, 0.0));
        let (mean, error) = difference(&one, &other);
        assert_eq!(mean, 25.0);
        assert!((error - 196.0 * (0.1875f64 / 99.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_level_and_the_model_name_moves() {
        let mut position = Position::START;
        for mv in ["f5", "d6", "c3", "d3", "c4", "f4"] {
            position = position.play_unchecked(mv.parse().unwrap());
        }
        let mut sight = Sight::new(&Settings::default()).unwrap();
        let (limits, stop) = (Limits::default(), StopFlag::new());
        let seen = sight.look(position, &PLIES, &limits, &stop).seen;
        let choices: Vec<Choice> = (0..seen.moves.len())
            .map(|chosen| Choice {
                position,
                last: None,
                own_last: None,
                seen: seen.clone(),
                chosen,
                counts: Vec::new(),
                rating: MEAN_RATING,
            })
            .collect();
        for told in Told::ALL {
            let named = of_model(ChoiceModel::embedded(), &choices, told);
            assert_eq!(named.iter().sum::<f64>(), 1.0, "{told:?}");
        }
        let named = of_level(2, &choices).unwrap();
        assert_eq!(named.iter().sum::<f64>(), 1.0);
    }
}
