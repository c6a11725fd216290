//! The small games of the catalogue as games of a match: their names and openings.
//!
//! Here a move and an opening are words in the game's own notation.

use rand::SeedableRng;
use rand::prelude::*;
use rand::rngs::StdRng;
use thiserror::Error;

use bianca_play::game::{Game, GameError};
use bianca_play::player::catalogue::{self, CatalogueError};

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
    Catalogue(#[from] CatalogueError),
    /// One person plays it alone.
    #[error("{0} is a puzzle for one: nobody can be played against (see 'bianca play')")]
    Puzzle(&'static str),
    /// The rules do not allow a line of moves.
    #[error("line {line}: {reason}")]
    Opening {
        /// Number of the line, from 1.
        line: usize,
        /// Why.
        reason: GameError,
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
    /// The game that `name` names in the catalogue, played from its start.
    ///
    /// # Errors
    /// [`SmallGameError::Catalogue`], [`SmallGameError::Puzzle`].
    pub fn new(name: &str) -> Result<SmallGame, SmallGameError> {
        let kind = catalogue::game(name)?.kind();
        if kind.is_puzzle() {
            return Err(SmallGameError::Puzzle(kind.name()));
        }
        // So that a match is the same however its game is typed.
        let arguments = name.split_whitespace().skip(1);
        let words: Vec<&str> = [kind.name()].into_iter().chain(arguments).collect();
        Ok(SmallGame {
            name: words.join(" "),
            openings: vec![String::new()],
        })
    }

    /// The name with its arguments, as the catalogue takes it.
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
    pub fn with_lines(self, text: &str) -> Result<SmallGame, SmallGameError> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(line));
        let lines = (1..).zip(lines.map(str::trim));
        let mut game = catalogue::game(&self.name)?;
        let mut openings = Vec::new();
        for (line, opening) in lines.filter(|(_, opening)| !opening.is_empty()) {
            game.restart();
            let played = game.play(None, opening);
            played.map_err(|reason| SmallGameError::Opening { line, reason })?;
            if game.is_over() {
                return Err(SmallGameError::Over { line });
            }
            openings.push(opening.to_owned());
        }
        if openings.is_empty() {
            Err(SmallGameError::Empty)
        } else {
            Ok(SmallGame { openings, ..self })
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
    pub fn with_random(
        self,
        plies: u32,
        count: usize,
        seed: u64,
    ) -> Result<SmallGame, SmallGameError> {
        let mut game = catalogue::game(&self.name)?;
        let mut random = StdRng::seed_from_u64(seed);
        let mut openings = Vec::new();
        let mut futile = 0;
        while openings.len() < count {
            match random_opening(&mut *game, plies, &mut random) {
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

    /// The game after `opening`, one of its [`openings`](SmallGame::openings).
    ///
    /// # Errors
    /// If it is none of this game's.
    pub fn after(&self, opening: &str) -> Result<Box<dyn Game>, SmallGameError> {
        let mut game = catalogue::game(&self.name)?;
        if !opening.is_empty() {
            let played = game.play(None, opening);
            played.map_err(|reason| SmallGameError::Opening { line: 1, reason })?;
        }
        Ok(game)
    }
}

/// A game of random moves that is not over after `plies` plies.
fn random_opening(game: &mut dyn Game, plies: u32, random: &mut StdRng) -> Option<String> {
    game.restart();
    let mut words = Vec::new();
    for _ in 0..plies {
        let mv = *game.legal(None).choose(random)?;
        game.make(mv).ok()?;
        words.push(mv.to_string());
    }
    (!game.is_over()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_after_its_opening() {
        let game = SmallGame::new("tictactoe").unwrap();
        assert_eq!(game.after("").unwrap().turns(), 0);
        assert_eq!(game.after("11 12 22").unwrap().turns(), 3);
        assert!(game.after("11 11").is_err());
    }

    #[test]
    fn openings_are_of_the_game() {
        let game = SmallGame::new("tictactoe").unwrap();
        let drawn = |seed| game.clone().with_random(3, 20, seed).unwrap();
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let text = drawn(1).openings().join("\n");
        assert_eq!(game.clone().with_lines(&text).unwrap(), drawn(1));
        let error = |text: &str| game.clone().with_lines(text).unwrap_err().to_string();
        assert_eq!(error("# none"), "there is no opening in it");
        assert_eq!(error("11\n11 11"), "line 2: illegal move: (1,1) for white");
        assert_eq!(error("11 21 12 22 13"), "line 1: the game is over");
        let too_long = game.with_random(9, 1, 1).unwrap_err().to_string();
        assert_eq!(
            too_long,
            "TicTacToe: no random game lasts longer than 9 plies"
        );
        let puzzle = SmallGame::new("Frogs 4").unwrap_err().to_string();
        assert!(puzzle.starts_with("Frogs is a puzzle for one"), "{puzzle}");
    }
}
