//! The strong Othello player: the searcher with its settings as options.

mod book;
mod options;

use std::path::PathBuf;

use super::{OptionError, OptionInfo, Player, PlayerError};
use crate::book::BookMove;
use crate::eval::handwritten::Handwritten;
use crate::eval::{Evaluate, Evaluation};
use crate::game::Game;
use crate::othello::Move;
use crate::request::{LearntScore, Report, Request, Score, StopFlag};
use crate::search::{Searcher, Settings, TableTooLarge};

/// The strong player's name.
pub const BIANCA: &str = "bianca";

/// The strong player.
pub struct StrongPlayer {
    searcher: Searcher,
    /// Whether the searcher has something to forget. Some clients start a game anew for every
    /// move that they check, and a large table is slow to clear.
    searched: bool,
    book: book::PlayerBook,
}

impl StrongPlayer {
    /// A player with these settings.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings) -> Result<StrongPlayer, TableTooLarge> {
        Ok(StrongPlayer {
            searcher: Searcher::new(settings)?,
            searched: false,
            book: book::PlayerBook::default(),
        })
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        self.searcher.settings()
    }
}

impl Player for StrongPlayer {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = options::list(self.settings());
        options.extend(self.book.options());
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(set) = self.book.set_option(name, value) {
            return set;
        }
        let settings = options::set(self.settings(), name, value)?;
        let configured = self.searcher.configure(settings);
        configured.map_err(|error| OptionError::Failed(error.to_string()))
    }

    fn new_game(&mut self) {
        if std::mem::take(&mut self.searched) {
            self.searcher.clear();
        }
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Result<Vec<Report<String>>, PlayerError> {
        let game = game.othello().ok_or_else(|| PlayerError::OtherGame {
            player: BIANCA.to_owned(),
            game: game.name(),
        })?;
        self.searched = true;
        let in_words = |found: Report<Move>| found.map(|mv| mv.to_string());
        let mut report = |found: &Report<Move>| report(&in_words(found.clone()));
        let lines = self
            .searcher
            .search(game.position(), request, stop, &mut report);
        Ok(lines.into_iter().map(in_words).collect())
    }

    fn learn(&mut self, game: &dyn Game, bounds: &LearntScore, best: Option<&str>) {
        if let Some(game) = game.othello() {
            let best = best.and_then(|word| word.parse().ok());
            self.searched = true;
            self.searcher.learn(game.position(), bounds, best);
        }
    }

    fn book_moves(&mut self, game: &dyn Game) -> Result<Vec<BookMove>, PlayerError> {
        let Some(game) = game.othello() else {
            return Ok(Vec::new());
        };
        let moves = self.book.moves(game.position());
        moves.map_err(|error| PlayerError::Unable(error.to_string()))
    }

    fn book_move(&mut self, game: &dyn Game) -> Result<Option<Report<String>>, PlayerError> {
        let Some(game) = game.othello() else {
            return Ok(None);
        };
        let seed = self.settings().seed;
        let choice = self.book.choice(game.position(), seed);
        choice.map_err(|error| PlayerError::Unable(error.to_string()))
    }

    fn book_file(&self) -> Option<PathBuf> {
        self.book.path().map(PathBuf::from)
    }

    fn evaluate(&self, game: &dyn Game) -> Option<(Score, Vec<String>)> {
        let position = game.othello()?.position();
        if position.is_over() {
            return Some((Score::from_discs(position.final_score()), Vec::new()));
        }
        Some(match &self.settings().evaluation {
            // What its patterns contribute has no names.
            Evaluation::Network { network, .. } => (Score(network.estimate(&position)), Vec::new()),
            Evaluation::Handwritten => {
                let estimate = Handwritten.evaluate(&position, &());
                let mut terms = Handwritten.terms(&position).to_vec();
                let sum: i32 = terms.iter().map(|(_, value)| value).sum();
                if sum != estimate {
                    terms.push(("limit of 64 discs", estimate - sum));
                }
                let line = |(name, value)| format!("term {} {name}", Score(value));
                (Score(estimate), terms.into_iter().map(line).collect())
            }
        })
    }

    fn recover(&mut self) {
        match Searcher::new(self.settings().clone()) {
            Ok(searcher) => self.searcher = searcher,
            // No room for a second table beside the first: what is in the first must do, empty.
            Err(_) => self.searcher.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::OthelloGame;

    #[test]
    fn a_search_that_is_stopped_at_once_gives_a_legal_move() {
        let mut player = StrongPlayer::new(Settings {
            hash_mib: 1,
            ..Settings::default()
        })
        .unwrap();
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, "f5").unwrap();
        let stop = StopFlag::new();
        stop.raise();
        let found = player.search(&game, &Request::default(), &stop, &mut |_| {});
        assert!(game.legal(None).contains(&found.unwrap()[0].pv[0]));
        player.recover();
        player.new_game();
    }
}
