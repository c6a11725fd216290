//! What somebody's moves in some games are worth, beside those of people of known strength.
//!
//! What a move loses is what [sight](super::sight) says: eight plies, and the end only from there
//! on, so that all games are judged alike and quickly.

use super::choice::ChoiceModel;
use super::openings::Openings;
use super::sight::{DEPTHS, PLIES, Sight};
use super::strength::{Evidence, expected_loss};
use super::turns::turns_after;
use bianca_rules::othello::{Color, OthelloGame, Position};
use bianca_search::request::{Limits, StopFlag};
use bianca_search::search::{Settings, TableTooLarge};

/// The phases of a game: the disc that is put, from and to.
pub const PHASES: [(u32, u32); 5] = [(1, 12), (13, 24), (25, 36), (37, 48), (49, 60)];

/// Ratings of people who would have had to choose in the same positions.
pub const OTHERS: [u16; 6] = [1100, 1300, 1500, 1700, 1900, 2100];

/// So many moves with a choice say something, where no game was finished.
pub const LEAST_CHOICES: u32 = 15;

/// Discs that a move loses to count as a mistake, and as a great one.
pub const LAPSES: [f64; 2] = [4.0, 10.0];

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
    /// How many of them were played to their end.
    pub finished: u32,
    /// What tells of strength.
    pub evidence: Evidence,
    /// By phase, in the order of [`PHASES`].
    pub phases: [PhaseLoss; PHASES.len()],
    /// In percent a move.
    pub accuracy: Mean,
    /// Moves that lose so much or more, in the order of [`LAPSES`].
    pub lapses: [u32; LAPSES.len()],
    /// Discs lost a move where people's openings were left: nobody has counted what they play
    /// there.
    pub after_opening: Mean,
}

impl Judgement {
    /// How many moves with a choice are missing before anything may be said; none once a game was
    /// finished.
    pub fn missing(&self) -> u32 {
        match self.finished {
            0 => LEAST_CHOICES.saturating_sub(self.evidence.moves()),
            _ => 0,
        }
    }

    /// Moves a game that lose as much as each of [`LAPSES`] or more; `None` without a game.
    pub fn lapses_a_game(&self) -> Option<[f64; LAPSES.len()]> {
        let games = f64::from(self.games);
        (self.games > 0).then(|| self.lapses.map(|lapses| f64::from(lapses) / games))
    }

    /// Adds what is known of other games.
    pub fn join(&mut self, other: &Judgement) {
        self.games += other.games;
        self.finished += other.finished;
        for (count, other) in self.lapses.iter_mut().zip(other.lapses) {
            *count += other;
        }
        self.after_opening.join(&other.after_opening);
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
        self.judge_after(0, game, side, stop)
    }

    /// The same but for the first `given` turns, which nobody chose.
    pub fn judge_after(
        &mut self,
        given: usize,
        game: &OthelloGame,
        side: Color,
        stop: &StopFlag,
    ) -> Option<Judgement> {
        let mut judgement = Judgement {
            games: 1,
            finished: u32::from(game.is_over()),
            ..Judgement::default()
        };
        let limits = Limits::default();
        for turn in turns_after(game, given).filter(|turn| turn.side == side) {
            let seen = self
                .sight
                .look(turn.place.position, &PLIES, &limits, stop)
                .seen;
            // What a search that is stopped has found says too little.
            if stop.is_raised() {
                return None;
            }
            let place = seen.moves.iter().position(|mv| mv.square == turn.square);
            let Some(chosen) = place else { continue };
            let counts = Openings::embedded().counts(turn.place.position);
            let moment = |rating| turn.place.moment(&seen, &counts, rating);
            judgement.evidence.add(self.model, &moment(0.0), chosen);
            let lost = f64::from(seen.moves[chosen].losses[DEPTHS - 1]);
            judgement.accuracy.add(accuracy(lost));
            for (count, least) in judgement.lapses.iter_mut().zip(LAPSES) {
                *count += u32::from(lost >= least);
            }
            if counts.is_empty() {
                judgement.after_opening.add(lost);
            }
            let phase = &mut judgement.phases[phase_of(turn.place.position)];
            phase.lost.add(lost);
            for (mean, rating) in phase.others.iter_mut().zip(OTHERS) {
                mean.add(expected_loss(self.model, &moment(f32::from(rating))));
            }
        }
        Some(judgement)
    }
}

/// The place among [`PHASES`] of the disc that is put next.
fn phase_of(position: Position) -> usize {
    let number = 61 - position.empties();
    let phase = PHASES.iter().position(|&(_, last)| number <= last);
    phase.unwrap_or(PHASES.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::super::turns::turns;
    use super::*;
    use crate::game::Game;
    use crate::people::sight::SeenMove;
    use crate::people::strength::Trust;
    use bianca_rules::othello::Move;
    use bianca_rules::othello::random::{play_random, random_game};
    use rand::prelude::*;
    use rand::rngs::StdRng;

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
    fn means_hold_the_truth_in_95_of_100_cases_and_join_as_if_counted_at_once() {
        let mut random = StdRng::seed_from_u64(11);
        let (mut inside, trials) = (0, 4_000);
        for _ in 0..trials {
            let numbers: Vec<f64> = (0..40).map(|_| random.random_range(0.0..6.0)).collect();
            let of = |numbers: &[f64]| {
                let mut mean = Mean::default();
                numbers.iter().for_each(|&number| mean.add(number));
                mean
            };
            let (mut joined, all) = (of(&numbers[..13]), of(&numbers));
            joined.join(&of(&numbers[13..]));
            assert_eq!(joined.count(), 40);
            let (mean, side) = (joined.mean().unwrap(), joined.side().unwrap());
            assert!((mean - all.mean().unwrap()).abs() < 1e-9);
            assert!((side - all.side().unwrap()).abs() < 1e-9);
            inside += usize::from((mean - 3.0).abs() <= side);
        }
        let share = inside as f64 / trials as f64;
        assert!((0.93..0.965).contains(&share), "{share}");
        let same = Mean {
            count: 2,
            sum: 6.0,
            squares: 18.0,
        };
        assert_eq!((same.mean(), same.side()), (Some(3.0), Some(0.0)));
        let one = Mean {
            count: 1,
            sum: 6.0,
            squares: 36.0,
        };
        assert_eq!((one.mean(), one.side()), (Some(6.0), None));
    }

    #[test]
    fn each_disc_has_its_part_of_the_game() {
        let mut random = StdRng::seed_from_u64(5);
        let mut position = Position::START;
        let mut met = [0; 60];
        while !position.is_over() {
            let moves = position.moves().into_iter();
            let Some(square) = moves.choose(&mut random) else {
                position = position.passed();
                continue;
            };
            // The number of the disc from what is on the board, twelve a part.
            let discs = (position.own | position.opp).count() as usize;
            assert_eq!(phase_of(position), (discs - 4) / 12, "{discs} discs");
            met[discs - 4] += 1;
            position = position.play_unchecked(square);
        }
        assert!(met[..50].iter().all(|&times| times == 1));
        let parts = PHASES.map(|(first, last)| (first..=last).count());
        assert_eq!((parts, PHASES[0].0, PHASES[4].1), ([12; 5], 1, 60));
    }

    /// A game of random moves is judged move by move, and all sums are made again.
    #[test]
    fn what_is_counted_of_a_game_is_what_its_moves_are() {
        let mut random = StdRng::seed_from_u64(3);
        let mut game = OthelloGame::new();
        while !game.is_over() {
            let moves = game.position().moves().into_iter();
            let mv = moves.choose(&mut random).map_or(Move::Pass, Move::Place);
            game.play(mv).unwrap();
        }
        let (limits, stop) = (Limits::default(), StopFlag::new());
        let mut judge = Judge::new(&Settings::default()).unwrap();
        let mut all = Judgement::default();
        for side in [Color::Black, Color::White] {
            let judged = judge.judge(&game, side, &stop).unwrap();
            let mut lost = Vec::new();
            let positions = game.positions().zip(game.turns());
            for (position, &(color, mv)) in positions {
                if color != side || position.moves().count() < 2 {
                    continue;
                }
                let seen = judge.sight.look(position, &PLIES, &limits, &stop).seen;
                let mut moves = seen.moves.iter();
                let chosen = moves.find(|one| Some(one.square) == mv.square()).unwrap();
                lost.push((position, f64::from(chosen.losses[DEPTHS - 1])));
            }
            let count = |from: f64| lost.iter().filter(|(_, lost)| *lost >= from).count() as u32;
            assert_eq!(judged.lapses, [count(4.0), count(10.0)]);
            assert!(judged.lapses[1] > 0, "moves at random lose a lot");
            let sum = |of: &dyn Fn(Position) -> bool| -> (u32, f64) {
                let some = lost.iter().filter(|(position, _)| of(*position));
                some.fold((0, 0.0), |(count, sum), (_, lost)| (count + 1, sum + lost))
            };
            let left = |position: Position| Openings::embedded().counts(position).is_empty();
            let found = judged.after_opening;
            let (moves, discs) = sum(&left);
            assert_eq!(found.count(), moves);
            assert!((found.mean().unwrap() - discs / f64::from(moves)).abs() < 1e-9);
            assert!(
                moves < judged.whole().lost.count(),
                "the first move is known"
            );
            for (place, phase) in judged.phases.iter().enumerate() {
                let (first, last) = PHASES[place];
                let (moves, discs) = sum(&|position| {
                    let number = (position.own | position.opp).count() - 3;
                    (first..=last).contains(&number)
                });
                assert_eq!(phase.lost.count(), moves);
                let mean = phase.lost.mean().unwrap_or(0.0);
                assert!((mean * f64::from(moves) - discs).abs() < 1e-6);
                assert!(phase.others.iter().all(|mean| mean.count() == moves));
            }
            assert_eq!((judged.games, judged.finished, judged.missing()), (1, 1, 0));
            all.join(&judged);
            let games = f64::from(all.games);
            let expected = all.lapses.map(|count| f64::from(count) / games);
            assert_eq!(all.lapses_a_game(), Some(expected));
        }
        assert_eq!((all.games, all.finished), (2, 2));
        // Of a game that is not over fifteen choices are asked.
        let mut some = Judgement::default();
        assert_eq!((some.missing(), some.lapses_a_game()), (15, None));
        let mut open = OthelloGame::new();
        Game::play(&mut open, None, "f5d6c3d3c4").unwrap();
        some.join(&judge.judge(&open, Color::Black, &stop).unwrap());
        assert_eq!((some.finished, some.missing()), (0, 12));
        for missing in [9, 6, 3, 0, 0] {
            some.join(&judge.judge(&open, Color::Black, &stop).unwrap());
            assert_eq!(some.missing(), missing);
        }
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

    #[test]
    fn moves_before_the_first_that_was_chosen_are_not_judged() {
        let mut random = StdRng::seed_from_u64(4);
        let mut judge = Judge::new(&Settings::default()).unwrap();
        let stop = StopFlag::new();
        let game = random_game(&mut random);
        let positions: Vec<Position> = game.positions().collect();
        for side in [Color::Black, Color::White] {
            // The turns of the choices, counted from 0 in the whole game.
            let turns = turns(&game).filter(|turn| turn.side == side);
            let turns = turns.map(|turn| {
                let here = |position: &Position| *position == turn.place.position;
                positions.iter().position(here).unwrap()
            });
            let turns: Vec<usize> = turns.collect();
            let whole = judge.judge(&game, side, &stop).unwrap();
            let (first, middle, last) = (turns[0], turns[9], turns[turns.len() - 1]);
            let bounds = [first, first + 1, middle - 1, middle, middle + 1, last];
            let mut counts = Vec::new();
            for given in bounds.into_iter().chain([last + 1, 1000]) {
                let judged = judge.judge_after(given, &game, side, &stop).unwrap();
                let count = turns.iter().filter(|&&turn| turn >= given).count() as u32;
                assert_eq!(judged.whole().lost.count(), count, "{given}");
                assert_eq!(judged.accuracy.count(), count);
                assert_eq!(judged.evidence.moves(), count);
                let others = judged.whole().others;
                assert!(others.iter().all(|mean| mean.count() == count));
                // Parts of the game that come after it as a whole are the same.
                let next = positions.get(given);
                let phases = judged.phases.iter().zip(&whole.phases).zip(PHASES);
                for ((of_part, of_whole), (from, _)) in phases {
                    if next.is_some_and(|next| from >= 61 - next.empties()) {
                        assert_eq!(of_part, of_whole);
                    }
                }
                counts.push(count);
            }
            let all = whole.whole().lost.count();
            assert_eq!(counts[..2], [all, all - 1]);
            assert_eq!(counts[3] - counts[4], 1);
            assert_eq!(counts[5..], [1, 0, 0]);
            assert_eq!(judge.judge_after(first, &game, side, &stop), Some(whole));
        }
    }

    #[test]
    fn games_are_joined_with_all_that_is_known_of_them() {
        let mut random = StdRng::seed_from_u64(6);
        let mut judge = Judge::new(&Settings::default()).unwrap();
        let stop = StopFlag::new();
        let mut open = OthelloGame::new();
        play_random(&mut open, 34, &mut random);
        let games = [random_game(&mut random), open];
        let [one, other] = games.map(|game| judge.judge(&game, Color::Black, &stop).unwrap());
        let join = |parts: &[&Judgement]| {
            let mut sum = Judgement::default();
            parts.iter().for_each(|part| sum.join(part));
            sum
        };
        // Nothing of a game is lost, and none counts more than another.
        assert_eq!([&join(&[&one]), &join(&[&other])], [&one, &other]);
        assert_eq!(join(&[&one, &other]), join(&[&other, &one]));
        let both = join(&[&one, &other]);
        assert_eq!((both.games, both.finished), (2, 1));
        let whole = both.whole().lost;
        for (sum, parts) in [
            (both.accuracy, [one.accuracy, other.accuracy]),
            (both.after_opening, [one.after_opening, other.after_opening]),
            (whole, [one.whole().lost, other.whole().lost]),
        ] {
            let total = |mean: &Mean| mean.mean().unwrap() * f64::from(mean.count());
            let expected: f64 = parts.iter().map(total).sum();
            assert_eq!(sum.count(), parts[0].count() + parts[1].count());
            assert!((total(&sum) - expected).abs() < 1e-6);
        }
        assert_eq!(
            both.evidence.moves(),
            one.evidence.moves() + other.evidence.moves()
        );
        // A game that is not over has mistakes as well.
        let lapses: [f64; 2] =
            std::array::from_fn(|at| f64::from(one.lapses[at] + other.lapses[at]) / 2.0);
        assert!(other.lapses[0] > 0, "{other:?}");
        assert_eq!(both.lapses_a_game(), Some(lapses));
        assert_eq!(other.lapses_a_game(), Some(other.lapses.map(f64::from)));
    }
}
