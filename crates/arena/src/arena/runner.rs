//! Plays the games of a match, several at a time, and hands them over one by one as they end.
//!
//! Each worker has engines of its own, started when first needed. What is done with a finished
//! game, and when to stop early, is for the caller to say; games that run then are finished.

use std::collections::HashMap;
use std::iter::repeat_with;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::adjudication::Adjudication;
use super::builtin::OTHELLO;
use super::engine_log::EngineLogs;
use super::journal::FinishedGame;
use super::judge::{Ending, JudgedGame, Seat, play};
use super::limit::Limit;
use super::opening::Opening;
use super::schedule::{Pairing, Schedule};
use super::small::SmallGame;
use super::spec::EngineSpec;
use super::timekeeper::Strictness;
use bianca_play::game::Game;
use bianca_play::player::PlayerError;
use bianca_play::player::driver::PlayerForfeit;
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;
use bianca_system::jobs::{Next, share_out};

/// What is played.
#[derive(Clone, Debug)]
pub enum Board {
    /// Othello, from these openings; anyone may play.
    Othello(Vec<Opening>),
    /// Another game, which only built-in players play.
    Small(SmallGame),
}

impl Board {
    /// The game's name and arguments.
    pub fn game(&self) -> &str {
        match self {
            Board::Othello(_) => OTHELLO,
            Board::Small(game) => game.name(),
        }
    }

    /// The game after the opening of this number.
    ///
    /// # Errors
    /// If it cannot be played.
    fn after(&self, opening: usize) -> Result<Box<dyn Game>, PlayerError> {
        match self {
            Board::Othello(openings) => Ok(openings[opening].game.clone_game()),
            Board::Small(game) => {
                let game = game.after(&game.openings()[opening]);
                game.map_err(|error| PlayerError::Unable(error.to_string()))
            }
        }
    }

    /// The openings as lines of text.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Board::Othello(openings) => {
                let texts = openings.iter().map(|opening| opening.text.clone());
                texts.collect()
            }
            Board::Small(game) => game.openings().to_vec(),
        }
    }
}

/// All that a match is made of.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The limit of engines that have none of their own.
    pub limit: Limit,
    /// When games end before their end.
    pub adjudication: Adjudication,
    /// How strict the judge is about time.
    pub strictness: Strictness,
    /// Where what programs say is kept, if anywhere.
    pub logs: Option<EngineLogs>,
    /// The game and its openings.
    pub board: Board,
    /// The games.
    pub schedule: Schedule,
    /// Decides what built-in players draw.
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Once it is raised no engine is waited for any more but for its end, and games that run have
    /// no result.
    pub stop: StopFlag,
}

/// The engines of a worker, which come to their ends together.
#[derive(Default)]
struct Seats(HashMap<usize, Seat>);

impl Drop for Seats {
    fn drop(&mut self) {
        // One after the other would be waited for otherwise.
        self.0.values_mut().for_each(Seat::bid_farewell);
    }
}

impl Match {
    /// Starts each engine once, so that what can never work is found before the first game.
    ///
    /// # Errors
    /// The first engine that does not start or refuses its settings, by its number.
    pub fn check_engines(&self) -> Result<(), (usize, PlayerError)> {
        for (number, spec) in self.engines.iter().enumerate() {
            let opening = self.board.after(0);
            let checked = opening.and_then(|game| {
                let mut seat = self.seat(spec);
                seat.prepare(&*game, self.seed).map(drop)
            });
            checked.map_err(|error| (number, error))?;
        }
        Ok(())
    }

    fn seat(&self, spec: &EngineSpec) -> Seat {
        let seat = Seat::new(spec, self.board.game(), self.limit, self.strictness);
        seat.with_logs(self.logs.clone()).until(&self.stop)
    }

    /// Plays those of the scheduled games that `is_done` does not say are done, in their order,
    /// and gives each finished one to `finished` (on this thread, in the order of their ends).
    pub fn run(
        &self,
        is_done: impl Fn(usize) -> bool,
        mut finished: impl FnMut(FinishedGame) -> Next,
    ) {
        let games: Vec<usize> = (0..self.schedule.games())
            .filter(|&game| !is_done(game))
            .collect();
        let seats = repeat_with(Seats::default).take(self.concurrency.min(games.len()));
        let work = |&game: &usize, seats: &mut Seats| self.play(game, &mut seats.0);
        share_out(&games, seats, work, |game| match game {
            Some(game) => finished(game),
            None => Next::Stop,
        });
    }

    /// Plays a game; `None` if it was interrupted.
    fn play(&self, game: usize, seats: &mut HashMap<usize, Seat>) -> Option<FinishedGame> {
        if self.stop.is_raised() {
            return None;
        }
        let pairing = self.schedule.game(game);
        let Pairing {
            black,
            white,
            opening,
        } = pairing;
        // What a game draws depends on nothing but its number and the match's seed.
        let seed = StdRng::seed_from_u64(self.seed ^ game as u64).random();
        let mut take = |engine| {
            let seat = seats.remove(&engine);
            seat.unwrap_or_else(|| self.seat(&self.engines[engine]))
        };
        let (mut black_seat, mut white_seat) = (take(black), take(white));
        let judged = match self.board.after(opening) {
            Ok(game) => play(
                [&mut black_seat, &mut white_seat],
                game,
                seed,
                self.adjudication,
            ),
            Err(error) => JudgedGame {
                ending: Ending::Forfeit(PlayerForfeit {
                    loser: Color::Black,
                    error,
                }),
                ..JudgedGame::default()
            },
        };
        seats.insert(black, black_seat);
        seats.insert(white, white_seat);
        let is_interrupted = self.stop.is_raised();
        (!is_interrupted).then(|| FinishedGame::new(game, pairing, &judged))
    }
}
