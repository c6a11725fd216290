//! Who knows the best moves, for a person who asks.

use super::console::{Ended, Terminal};
use super::paint::TIED;
use bianca_play::game::Game;
use bianca_play::games::moves::GameMove;
use bianca_play::player::catalogue::{self, CatalogueError};
use bianca_play::player::{Contestant, Player};
use bianca_search::request::{Goal, Report, Request, StopFlag};
use bianca_search::search::Settings;

/// The level at which moves of Othello are scored: a fraction of a second.
const LEVEL: u32 = 10;
/// MiB of the hash table for that.
const HASH: usize = 16;
/// How many moves are scored.
const BEST: usize = 5;

/// Who knows the best moves of a game.
pub struct Helper {
    player: Contestant,
    /// What was found last, and after how many turns.
    found: Option<(Vec<GameMove>, String)>,
}

impl Helper {
    /// A helper in the game that `text` names.
    ///
    /// # Errors
    /// If there is no such game, or too little memory.
    pub fn new(text: &str) -> Result<Helper, CatalogueError> {
        let settings = Settings {
            level: LEVEL,
            hash_mib: HASH,
            ..Settings::default()
        };
        let player = catalogue::usual_player(text, settings)?;
        Ok(Helper {
            player,
            found: None,
        })
    }

    /// The best moves of the side to move with their scores for it, `d3 +2, c4 +1`, a move and its
    /// score tied; `None` if nothing is found.
    ///
    /// # Errors
    /// If the person leaves meanwhile.
    pub fn best(
        &mut self,
        terminal: &mut Terminal,
        game: &dyn Game,
    ) -> Result<Option<String>, Ended> {
        let place: Vec<GameMove> = game.history().iter().map(|(_, mv)| *mv).collect();
        if let Some((_, found)) = self.found.as_ref().filter(|found| found.0 == place) {
            return Ok(Some(found.clone()));
        }
        let request = Request {
            best: BEST,
            ..Request::default()
        };
        let lines = self.search(terminal, game, request)?;
        let scored = lines.iter().filter_map(|line| {
            let score = match line.score.whole_discs() {
                0 => "0".to_owned(),
                discs => format!("{discs:+}"),
            };
            Some(format!("{}{TIED}{score}", line.pv.first()?))
        });
        let scored: Vec<String> = scored.collect();
        if scored.is_empty() {
            return Ok(None);
        }
        let found = scored.join(", ");
        self.found = Some((place, found.clone()));
        Ok(Some(found))
    }

    /// The moves to the goal of a puzzle; none if there is no way.
    ///
    /// # Errors
    /// If the person leaves meanwhile.
    pub fn way(
        &mut self,
        terminal: &mut Terminal,
        game: &dyn Game,
    ) -> Result<Vec<GameMove>, Ended> {
        let request = Request {
            goal: Goal::Exact,
            ..Request::default()
        };
        let lines = self.search(terminal, game, request)?;
        Ok(lines
            .into_iter()
            .next()
            .map_or_else(Vec::new, |line| line.pv))
    }

    fn search(
        &mut self,
        terminal: &mut Terminal,
        game: &dyn Game,
        request: Request,
    ) -> Result<Vec<Report<GameMove>>, Ended> {
        let stop = &StopFlag::new();
        let player = &mut self.player;
        let here = game.clone_game();
        let found = terminal.while_waiting(stop, move || {
            player.search(&*here, &request, stop, &mut |_| {})
        })?;
        // Who finds nothing has nothing to say; the game does not end by it.
        Ok(found.unwrap_or_default())
    }
}
