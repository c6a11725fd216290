//! Matches at any small game of the lobby, between players of the house.
//!
//! Here a move and an opening are words in the game's own notation, and the players know the
//! rules: each is shown the other's moves and refuses what is none.

use std::time::Instant;

use rand::SeedableRng;
use rand::prelude::*;
use rand::rngs::StdRng;
use thiserror::Error;

use super::contestant::Fault;
use super::house::{HousePlayer, refused};
use super::judge::{Judged, PlayedMove};
use super::limit::Limit;
use super::spec::{EngineSpec, Kind};
use super::timekeeper::{Strictness, Timekeeper};
use crate::engine::{Engine, Refusal};
use crate::othello::Color;
use crate::players::lobby::{self, GameInfo, LobbyError};

/// Random openings drawn in vain before it is said that there are none of the length.
const FUTILE_DRAWS: usize = 1000;

/// A game that a match is played at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallGame {
    name: String,
    openings: Vec<String>,
}

/// Why a match at a small game cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SmallGameError {
    /// There is no such game.
    #[error(transparent)]
    Lobby(#[from] LobbyError),
    /// One person plays it alone.
    #[error("{0} is a puzzle for one: nobody can be played against (see 'bianca play')")]
    Puzzle(&'static str),
    /// The rules do not allow a line of moves.
    #[error("line {line}: {reason}")]
    Opening {
        /// Number of the line, from 1.
        line: usize,
        /// Why.
        reason: Refusal,
    },
    /// There is nothing left to play after a line of moves.
    #[error("line {line}: the game is over")]
    Over {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A file without openings.
    #[error("there is no opening in it")]
    Empty,
    /// Every game drawn was over by then.
    #[error("{game}: no random game lasts longer than {plies} plies")]
    TooLong {
        /// The game.
        game: String,
        /// Plies of the openings.
        plies: u32,
    },
}

impl SmallGame {
    /// The game that `name` names for the lobby, played from its start.
    ///
    /// # Errors
    /// [`SmallGameError::Lobby`], [`SmallGameError::Puzzle`].
    pub fn new(name: &str) -> Result<SmallGame, SmallGameError> {
        let game = lobby::game(name)?.game_name();
        if GameInfo::named(game).is_some_and(|game| game.players == 1) {
            return Err(SmallGameError::Puzzle(game));
        }
        // So that a match is the same however its game is typed.
        let arguments = name.split_whitespace().skip(1);
        let words: Vec<&str> = [game].into_iter().chain(arguments).collect();
        Ok(SmallGame {
            name: words.join(" "),
            openings: vec![String::new()],
        })
    }

    /// The name with its arguments, as the lobby takes it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The openings, moves on a line each; an empty one is the game's start.
    pub fn openings(&self) -> &[String] {
        &self.openings
    }

    /// The same game from these openings; whatever follows `#` is a comment.
    ///
    /// # Errors
    /// At the first line that cannot be played.
    pub fn from_lines(self, text: &str) -> Result<SmallGame, SmallGameError> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(line));
        let lines = (1..).zip(lines.map(str::trim));
        let mut engine = lobby::game(&self.name)?;
        let mut openings = Vec::new();
        for (line, opening) in lines.filter(|(_, opening)| !opening.is_empty()) {
            engine.new_game();
            let played = engine.play(None, opening);
            played.map_err(|reason| SmallGameError::Opening { line, reason })?;
            if engine.is_over() {
                return Err(SmallGameError::Over { line });
            }
            openings.push(opening.to_owned());
        }
        match openings.is_empty() {
            true => Err(SmallGameError::Empty),
            false => Ok(SmallGame { openings, ..self }),
        }
    }

    /// The same game from openings that a match wrote down.
    pub fn resumed(self, openings: Vec<String>) -> SmallGame {
        SmallGame { openings, ..self }
    }

    /// The same game from `count` openings of `plies` random moves, drawn by `seed`. There may be
    /// equal ones: small games do not have many.
    ///
    /// # Errors
    /// [`SmallGameError::TooLong`].
    pub fn from_random(
        self,
        plies: u32,
        count: usize,
        seed: u64,
    ) -> Result<SmallGame, SmallGameError> {
        let mut engine = lobby::game(&self.name)?;
        let mut random = StdRng::seed_from_u64(seed);
        let mut openings = Vec::new();
        let mut futile = 0;
        while openings.len() < count {
            match random_opening(&mut *engine, plies, &mut random) {
                Some(opening) => {
                    openings.push(opening);
                    futile = 0;
                }
                None if futile < FUTILE_DRAWS => futile += 1,
                None => {
                    return Err(SmallGameError::TooLong {
                        game: self.name,
                        plies,
                    });
                }
            }
        }
        Ok(SmallGame { openings, ..self })
    }

    /// The player of an engine.
    ///
    /// # Errors
    /// If it is a program, or does not play this game.
    pub fn seat(&self, engine: &EngineSpec) -> Result<HousePlayer, Fault> {
        match &engine.kind {
            Kind::House(house) => HousePlayer::new(house, &self.name),
            Kind::Program(_) => Err(Fault::Unable(format!(
                "programs play only Othello; {} is for cmd=player:…",
                self.name
            ))),
        }
    }

    /// Plays a game on from `opening`, black first; `seed` decides what the players draw.
    pub fn play(
        &self,
        engines: [&EngineSpec; 2],
        opening: &str,
        limit: Limit,
        strictness: Strictness,
        seed: u64,
    ) -> Judged {
        let keepers = engines.map(|engine| Timekeeper::new(engine.limit(limit), strictness));
        let mut judged = Judged::default();
        let players = self.begin(engines, opening, seed);
        let played = players.and_then(|players| play_to_end(players, keepers, &mut judged));
        judged.ending = played.into();
        judged
    }

    fn begin(
        &self,
        engines: [&EngineSpec; 2],
        opening: &str,
        seed: u64,
    ) -> Result<[HousePlayer; 2], (Color, Fault)> {
        let begin = |color: Color| {
            let mut player = self.seat(engines[color as usize])?;
            // The two must not draw the same.
            player.begin(seed.wrapping_add(color as u64))?;
            if !opening.is_empty() {
                let played = player.engine().play(None, opening);
                played.map_err(|refusal| refused("play", &refusal))?;
            }
            Ok(player)
        };
        let named = |color| begin(color).map_err(|fault| (color, fault));
        Ok([named(Color::Black)?, named(Color::White)?])
    }
}

fn play_to_end(
    mut players: [HousePlayer; 2],
    mut keepers: [Timekeeper; 2],
    judged: &mut Judged,
) -> Result<i32, (Color, Fault)> {
    loop {
        let engine = players[0].engine();
        if let Ok(points) = engine.final_score() {
            return Ok(points);
        }
        let color = engine.to_move();
        let keeper = &mut keepers[color as usize];
        let start = Instant::now();
        let picked = players[color as usize].pick(&keeper.turn());
        let elapsed = start.elapsed();
        let (mv, thought) = picked.map_err(|fault| (color, fault))?;
        let timely = keeper.charge(elapsed);
        judged.overshoot = judged.overshoot.max(keeper.overshoot());
        timely.map_err(|fault| (color, fault))?;
        for player in &mut players {
            let played = player.engine().play(Some(color), &mv);
            played.map_err(|refusal| (color, refused("play", &refusal)))?;
        }
        judged.moves.push(PlayedMove {
            color,
            mv,
            elapsed,
            thought,
        });
    }
}

/// A game of random moves that is not over after `plies` plies.
fn random_opening(engine: &mut dyn Engine, plies: u32, random: &mut StdRng) -> Option<String> {
    engine.new_game();
    let mut words = Vec::new();
    for _ in 0..plies {
        let mv = engine.legal(None).choose(random)?.clone();
        engine.play(None, &mv).ok()?;
        words.push(mv);
    }
    (!engine.is_over()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::judge::Ending;
    use std::time::Duration;

    fn points(game: &str, opening: &str, black: &str, white: &str) -> i32 {
        let strictness = Strictness {
            margin: Duration::ZERO,
            patience: Duration::ZERO,
        };
        let [black, white] =
            [black, white].map(|name| format!("cmd=player:{name}").parse().unwrap());
        let game = SmallGame::new(game).unwrap();
        let judged = game.play([&black, &white], opening, Limit::Level, strictness, 3);
        match judged.ending {
            Ending::Counted(points) => points,
            Ending::Forfeit { fault, .. } => panic!("{fault}"),
        }
    }

    #[test]
    fn games_end_as_their_texts_say() {
        assert_eq!(points("tree", "", "alphabeta", "minimax"), 3);
        assert_eq!(points("tree", "a2", "alphabeta", "minimax"), 2);
        assert_eq!(points("tictactoe", "", "alphabeta", "alphabeta"), 0);
        assert_eq!(points("tictactoe", "11 12 22 13", "minimax", "random"), 1);
        points("reversi", "d4 e4", "greedy", "uc3m");
        points("reversi", "", "first", "random");
    }

    #[test]
    fn openings_are_of_the_game() {
        let game = SmallGame::new("tictactoe").unwrap();
        let drawn = |seed| game.clone().from_random(3, 20, seed).unwrap();
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let text = drawn(1).openings().join("\n");
        assert_eq!(game.clone().from_lines(&text).unwrap(), drawn(1));
        let error = |text: &str| game.clone().from_lines(text).unwrap_err().to_string();
        assert_eq!(error("# none"), "there is no opening in it");
        assert_eq!(error("11\n11 11"), "line 2: illegal move: (1,1) for white");
        assert_eq!(error("11 21 12 22 13"), "line 1: the game is over");
        let too_long = game.from_random(9, 1, 1).unwrap_err().to_string();
        assert_eq!(
            too_long,
            "TicTacToe: no random game lasts longer than 9 plies"
        );
        let puzzle = SmallGame::new("Frogs 4").unwrap_err().to_string();
        assert!(puzzle.starts_with("Frogs is a puzzle for one"), "{puzzle}");
    }
}
