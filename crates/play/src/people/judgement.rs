//! What somebody's moves in some games are worth, beside those of people of known strength.
//!
//! What a move loses is what [sight](super::sight) says: eight plies, and the end only from there
//! on, so that all games are judged alike and quickly.

use super::choice::ChoiceModel;
use super::moment::Moment;
use super::openings::Openings;
use super::sight::{DEPTHS, PLIES, Sight};
use super::strength::{Evidence, expected_loss};
use super::turns::turns;
use bianca_rules::othello::{Color, OthelloGame};
use bianca_search::request::{Limits, StopFlag};
use bianca_search::search::{Settings, TableTooLarge};

/// The phases of a game: the disc that is put, from and to.
pub const PHASES: [(u32, u32); 5] = [(1, 12), (13, 24), (25, 36), (37, 48), (49, 60)];

/// Ratings of people who would have had to choose in the same positions.
pub const OTHERS: [u16; 6] = [1100, 1300, 1500, 1700, 1900, 2100];

/// Discs that a move loses to count half.
const HALF: f64 = 4.0;

/// How right a move is that loses so many discs, in percent: 100 for none, 50 for four, 25 for
/// eight.
pub fn accuracy(discs: f64) -> f64 {
    100.0 * (-discs.max(0.0) / HALF).exp2()
}

/// The mean of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds the numbers of another.
    pub fn join(&mut self, other: &Mean) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many numbers there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The mean; `None` of no numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }

    /// To each side of the mean, where it lies in 95 of 100 cases; `None` of less than two numbers.
    pub fn side(&self) -> Option<f64> {
        let count = f64::from(self.count);
        let mean = self.mean().filter(|_| self.count > 1)?;
        let variance = (self.squares / count - mean * mean).max(0.0) * count / (count - 1.0);
        Some(1.96 * (variance / count).sqrt())
    }
}

/// What the moves of one phase lose, and what people of [`OTHERS`] would lose in the same
/// positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseLoss {
    /// In discs a move.
    pub lost: Mean,
    /// The same on average for each of [`OTHERS`].
    pub others: [Mean; OTHERS.len()],
}

/// All that is known of somebody's moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// Games.
    pub games: u32,
    /// What tells of strength.
    pub evidence: Evidence,
    /// By phase, in the order of [`PHASES`].
    pub phases: [PhaseLoss; PHASES.len()],
    /// In percent a move.
    pub accuracy: Mean,
}

impl Judgement {
    /// Adds what is known of other games.
    pub fn join(&mut self, other: &Judgement) {
        self.games += other.games;
        self.evidence.join(&other.evidence);
        self.accuracy.join(&other.accuracy);
        for (phase, other) in self.phases.iter_mut().zip(&other.phases) {
            phase.join(other);
        }
    }

    /// All phases together.
    pub fn whole(&self) -> PhaseLoss {
        let mut whole = PhaseLoss::default();
        for phase in &self.phases {
            whole.join(phase);
        }
        whole
    }
}

impl PhaseLoss {
    fn join(&mut self, other: &PhaseLoss) {
        self.lost.join(&other.lost);
        for (mean, other) in self.others.iter_mut().zip(&other.others) {
            mean.join(other);
        }
    }
}

/// Judges games.
pub struct Judge {
    sight: Sight,
    model: &'static ChoiceModel,
}

impl Judge {
    /// One that looks with these settings' evaluation.
    ///
    /// # Errors
    /// If there is not enough memory for its searches.
    pub fn new(settings: &Settings) -> Result<Judge, TableTooLarge> {
        Ok(Judge {
            sight: Sight::new(settings)?,
            model: ChoiceModel::embedded(),
        })
    }

    /// Judges the moves of one side of a game; `None` if it is stopped before it is done.
    pub fn judge(&mut self, game: &OthelloGame, side: Color, stop: &StopFlag) -> Option<Judgement> {
        let mut judgement = Judgement {
            games: 1,
            ..Judgement::default()
        };
        let limits = Limits::default();
        for turn in turns(game).filter(|turn| turn.side == side) {
            let seen = self.sight.look(turn.position, &PLIES, &limits, stop).seen;
            // What a search that is stopped has found says too little.
            if stop.is_raised() {
                return None;
            }
            let place = seen.moves.iter().position(|mv| mv.square == turn.square);
            let Some(chosen) = place else { continue };
            let counts = Openings::embedded().counts(turn.position);
            let moment = |rating| Moment {
                rating,
                ..turn.moment(&seen, &counts)
            };
            judgement.evidence.add(self.model, &moment(0.0), chosen);
            let lost = f64::from(seen.moves[chosen].losses[DEPTHS - 1]);
            judgement.accuracy.add(accuracy(lost));
            let number = 61 - turn.position.empties();
            let phase = PHASES.iter().position(|&(_, last)| number <= last);
            let phase = &mut judgement.phases[phase.unwrap_or(PHASES.len() - 1)];
            phase.lost.add(lost);
            for (mean, rating) in phase.others.iter_mut().zip(OTHERS) {
                mean.add(expected_loss(self.model, &moment(f32::from(rating))));
            }
        }
        Some(judgement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::people::sight::SeenMove;
    use crate::people::strength::Trust;

    #[test]
    fn means_have_an_interval() {
        let mut mean = Mean::default();
        assert_eq!((mean.mean(), mean.side()), (None, None));
        for number in [1.0, 2.0, 3.0] {
            mean.add(number);
        }
        assert_eq!(mean.mean(), Some(2.0));
        assert!((mean.side().unwrap() - 1.96 / 3f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn half_is_lost_with_four_discs() {
        assert_eq!(
            [0.0, 4.0, 8.0, -1.0].map(accuracy),
            [100.0, 50.0, 25.0, 100.0]
        );
    }

    #[test]
    fn each_side_has_its_own_moves_and_games_are_joined() {
        let mut judge = Judge::new(&Settings::default()).unwrap();
        let mut game = OthelloGame::new();
        for _ in 0..10 {
            let (limits, stop) = (Limits::default(), StopFlag::new());
            let seen = judge.sight.look(game.position(), &PLIES, &limits, &stop);
            let loss = |mv: &&SeenMove| (mv.losses[DEPTHS - 1] * 1e3) as i32;
            // Black plays well, white badly.
            let moves = seen.seen.moves.iter();
            let chosen = match game.to_move() {
                Color::Black => moves.min_by_key(loss),
                Color::White => moves.max_by_key(loss),
            };
            Game::play(&mut game, None, &chosen.unwrap().square.to_string()).unwrap();
        }
        let stop = StopFlag::new();
        let [black, white] =
            [Color::Black, Color::White].map(|side| judge.judge(&game, side, &stop).unwrap());
        stop.raise();
        assert_eq!(judge.judge(&game, Color::Black, &stop), None);
        assert_eq!(black.whole().lost.count(), 5);
        assert_eq!(white.whole().lost.count(), 5);
        assert_eq!(black.accuracy.mean(), Some(100.0));
        assert!(white.whole().lost.mean() > black.whole().lost.mean());
        assert!(white.accuracy.mean() < black.accuracy.mean());
        let strength = |judgement: &Judgement| judgement.evidence.strength(Trust::MEASURED).rating;
        assert!(strength(&black) > strength(&white));
        let mut both = black.clone();
        both.join(&white);
        assert_eq!((both.games, both.whole().lost.count()), (2, 10));
        let others = both.whole().others.map(|mean| mean.mean().unwrap());
        assert!(
            others.windows(2).all(|pair| pair[1] < pair[0]),
            "{others:?}"
        );
    }
}
