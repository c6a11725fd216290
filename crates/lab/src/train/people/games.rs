//! Games of people, each once, and which of them are for fitting and which for the examination.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use bianca_records::record::reader::{GameReader, OpenError};
use bianca_rules::othello::{Color, OthelloGame, Position};

/// Games with fewer turns were broken off too early to be of use.
const SHORTEST: usize = 20;

/// Of so many players one is kept for the examination.
const KEPT: u32 = 7;

/// A game between two people.
#[derive(Clone, Debug)]
pub struct PeopleGame {
    /// The year, 0 if it is not known.
    pub year: u32,
    /// The numbers of black's and of white's player.
    pub players: [usize; 2],
    /// What black got: 1, 0.5 or 0.
    pub points: f64,
    /// The game.
    pub game: OthelloGame,
}

/// Games and how many people played them.
#[derive(Clone, Debug, Default)]
pub struct PeopleGames {
    /// In the order of the files.
    pub games: Vec<PeopleGame>,
    /// Names, by the players' numbers.
    pub players: Vec<String>,
    /// Games that were left out because they were met before.
    pub doubles: usize,
    /// Games that were left out for other reasons: broken off early, not from the usual start,
    /// against the rules or without a result.
    pub unfit: usize,
}

/// Why a file of games is not read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It cannot be read to its end.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// What a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Fitting.
    Fit,
    /// Examination: the year and the player are unknown to the fit.
    Examine,
    /// Neither: only one of the two is.
    Neither,
}

impl PeopleGames {
    /// Reads files of games; a game with the moves of another one is left out.
    ///
    /// # Errors
    /// If a file cannot be opened or read to its end; a game that cannot is unfit.
    pub fn read(paths: &[PathBuf]) -> Result<PeopleGames, GamesError> {
        let mut games = PeopleGames::default();
        let mut numbers = HashMap::new();
        let mut met = HashSet::new();
        for path in paths {
            games.read_file(path, &mut numbers, &mut met)?;
        }
        Ok(games)
    }

    fn read_file(
        &mut self,
        path: &Path,
        numbers: &mut HashMap<String, usize>,
        met: &mut HashSet<Vec<u8>>,
    ) -> Result<(), GamesError> {
        for entry in GameReader::open(path, None)? {
            let entry = entry.map_err(|error| GamesError::Read {
                path: path.to_owned(),
                error,
            })?;
            let Ok(game) = entry.game else {
                self.unfit += 1;
                continue;
            };
            let result = game.result_for_black();
            let turns = game.game.turns();
            let starts = game.game.start() == (Position::START, Color::Black);
            let (Some(result), true) = (result, starts && turns.len() >= SHORTEST) else {
                self.unfit += 1;
                continue;
            };
            let squares = turns.iter().filter_map(|(_, mv)| mv.square());
            if !met.insert(squares.map(|square| square.index() as u8).collect()) {
                self.doubles += 1;
                continue;
            }
            let year = game.year().unwrap_or(0);
            let points = match result.0.signum() {
                1 => 1.0,
                -1 => 0.0,
                _ => 0.5,
            };
            let players = [game.black, game.white].map(|name| {
                *numbers.entry(name).or_insert_with_key(|name| {
                    self.players.push(name.clone());
                    self.players.len() - 1
                })
            });
            self.games.push(PeopleGame {
                year,
                players,
                points,
                game: game.game,
            });
        }
        Ok(())
    }

    /// What the moves of `side` in a game are for, if those before `year` are for fitting.
    pub fn purpose(&self, game: &PeopleGame, side: Color, year: u32) -> Use {
        let is_kept =
            |player: usize| crc32fast::hash(self.players[player].as_bytes()).is_multiple_of(KEPT);
        let player = game.players[side as usize];
        match (game.year < year, is_kept(player)) {
            (true, false) => Use::Fit,
            (false, true) => Use::Examine,
            _ => Use::Neither,
        }
    }
}
