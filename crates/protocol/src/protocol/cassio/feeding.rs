//! What Cassio knows of positions, told to the player.

use crate::protocol::{CommandError, Fed, Reply};
use bianca_play::game::{Game, GameError, GameMove};
use bianca_play::player::Player;
use bianca_play::tabletop::Tabletop;
use bianca_rules::othello::OthelloGame;
use bianca_search::request::LearntScore;

impl Fed {
    /// Lets the player remember what the client knows of the position and of those that follow it.
    ///
    /// # Errors
    /// If the board or a move of the line is none.
    pub fn teach(&self, table: &Tabletop) -> Result<Reply, CommandError> {
        let not_fed = |error: GameError| CommandError::NotFed(error.to_string());
        let mut game = OthelloGame::new();
        Game::set_board(&mut game, &self.board).map_err(not_fed)?;
        let mut whole = game.clone();
        Game::play(&mut whole, None, &self.line).map_err(not_fed)?;
        let mut bounds = self.bounds;
        let moves = whole.turns().iter().map(Some).chain([None]);
        for turn in moves {
            let best = turn.map(|&(_, mv)| GameMove::from(mv));
            table.player.lock().learn(&game, &bounds, best);
            let Some(mv) = best else {
                break;
            };
            game.make(mv).map_err(not_fed)?;
            // A pass is no ply of the search.
            let plies = u32::from(!mv.is_pass());
            bounds = LearntScore {
                lower: -bounds.upper,
                upper: -bounds.lower,
                depth: bounds.depth.saturating_sub(plies),
                ..bounds
            };
        }
        Ok(Reply::Learned)
    }
}
