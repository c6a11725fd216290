//! How strong people are, from the results of their games.
//!
//! The model of Bradley and Terry on the scale of Elo's ratings: 400 points are odds of ten to one,
//! a draw is half a win. Who has few games is drawn to the mean by a bell curve of strengths
//! around it. A player has one strength for all years, which is less than the truth.

use super::games::PeopleGame;
use bianca_play::people::moment::MEAN_RATING;

/// How far the strengths of players lie apart (standard deviation), as far as is known before any
/// game is looked at.
const SPREAD: f64 = 300.0;

/// Rounds of Newton's steps; after some thirty none changes a rating by a point.
const ROUNDS: usize = 100;

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In points; the mean of all players is 1500.
    pub points: f64,
    /// Its standard error in points.
    pub error: f64,
    /// Games that it rests on.
    pub games: u32,
}

/// The likeliest rating of each of so many players.
pub fn ratings(games: &[PeopleGame], players: usize) -> Vec<Rating> {
    let scale = std::f64::consts::LN_10 / 400.0;
    let mut points = vec![0.0f64; players];
    let mut weights = vec![0.0f64; players];
    let mut counts = vec![0u32; players];
    for game in games {
        for player in game.players {
            counts[player] += 1;
        }
    }
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f64> = points.iter().map(|x| -x / (SPREAD * SPREAD)).collect();
        weights.fill(1.0 / (SPREAD * SPREAD));
        for game in games {
            let [black, white] = game.players;
            if black == white {
                continue;
            }
            let expected = 1.0 / (1.0 + (scale * (points[white] - points[black])).exp());
            let surprise = (game.points - expected) * scale;
            let weight = expected * (1.0 - expected) * scale * scale;
            slopes[black] += surprise;
            slopes[white] -= surprise;
            weights[black] += weight;
            weights[white] += weight;
        }
        for ((points, slope), weight) in points.iter_mut().zip(slopes).zip(&weights) {
            // Steps for each player alone, all at once, go too far by up to two.
            *points += 0.7 * slope / weight;
        }
    }
    let mean = points.iter().sum::<f64>() / players.max(1) as f64;
    let rating = |((points, weight), games): ((&f64, &f64), u32)| Rating {
        points: points - mean + f64::from(MEAN_RATING),
        error: weight.sqrt().recip(),
        games,
    };
    points
        .iter()
        .zip(&weights)
        .zip(counts)
        .map(rating)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::OthelloGame;

    #[test]
    fn who_wins_three_of_four_is_some_190_points_better() {
        let game = |players, points| PeopleGame {
            year: 2000,
            players,
            points,
            game: OthelloGame::new(),
        };
        let mut games = Vec::new();
        for number in 0..4000 {
            games.push(game([0, 1], f64::from(u8::from(number % 4 != 0))));
        }
        let ratings = ratings(&games, 3);
        let difference = ratings[0].points - ratings[1].points;
        assert!((difference - 190.8).abs() < 3.0, "{difference}");
        assert!((ratings[2].points - 1500.0).abs() < 1e-6);
        assert!((ratings[2].error - SPREAD).abs() < 1e-6);
        assert_eq!(ratings[0].games, 4000);
    }
}
