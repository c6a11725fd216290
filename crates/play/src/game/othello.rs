//! Othello's record as a [`Game`]: words and boards become the record's moves and positions.

use super::{Game, GameError, State};
use crate::games::moves::GameMove;
use crate::games::othello::Othello;
use bianca_records::record::position::parse_position;
use bianca_records::record::transcript::{parse_transcript, play_next, refusal};
use bianca_rules::othello::perft::{PassRule, perft};
use bianca_rules::othello::{Color, Move, OthelloGame, Position, TurnError};
use bianca_search::request::StopFlag;

/// Path counts ask the stop flag once for each subtree of this depth, a few milliseconds.
const PERFT_UNINTERRUPTED: u32 = 7;

impl From<TurnError> for GameError {
    fn from(error: TurnError) -> GameError {
        match error {
            TurnError::Illegal { mv, color } => GameError::IllegalMove(format!("{mv} for {color}")),
            TurnError::NothingToUndo => GameError::NothingToUndo,
            TurnError::NothingToRedo => GameError::NothingToRedo,
        }
    }
}

impl Game for OthelloGame {
    fn restart(&mut self) {
        *self = OthelloGame::new();
    }

    fn set_board(&mut self, text: &str) -> Result<(), GameError> {
        *self = parse_position(text).map_err(|error| GameError::BadBoard(error.to_string()))?;
        Ok(())
    }

    fn play(&mut self, color: Option<Color>, moves: &str) -> Result<(), GameError> {
        let text = moves;
        let moves = parse_transcript(text).map_err(|error| GameError::NotAMove(error.word))?;
        let refused = |error: TurnError| match refusal(&error, text).strip_prefix("illegal move: ")
        {
            Some(refused) => GameError::IllegalMove(refused.to_owned()),
            None => error.into(),
        };
        let play_first = |game: &mut OthelloGame, mv| match color {
            Some(color) => game.play_as(color, mv),
            None => play_next(game, mv),
        };
        match moves[..] {
            [] => return Err(GameError::NoMove),
            // One move either happens or not, so it needs no copy of the game.
            [mv] => play_first(self, mv).map_err(refused)?,
            [first, ref others @ ..] => {
                let mut game = self.clone();
                play_first(&mut game, first).map_err(refused)?;
                for &mv in others {
                    play_next(&mut game, mv).map_err(refused)?;
                }
                *self = game;
            }
        }
        Ok(())
    }

    fn make(&mut self, mv: GameMove) -> Result<(), GameError> {
        let color = OthelloGame::to_move(self);
        let refused = |_| GameError::IllegalMove(format!("{mv} for {color}"));
        let mv: Move = mv.try_into().map_err(refused)?;
        Ok(OthelloGame::play(self, mv)?)
    }

    fn give_turn_to(&mut self, color: Color) -> Result<(), GameError> {
        let refused = |_| GameError::IllegalMove(format!("{color} is not to move"));
        OthelloGame::give_turn_to(self, color).map_err(refused)
    }

    fn undo(&mut self) -> Result<(), GameError> {
        OthelloGame::undo(self)?;
        Ok(())
    }

    fn redo(&mut self) -> Result<(), GameError> {
        OthelloGame::redo(self)?;
        Ok(())
    }

    fn to_move(&self) -> Color {
        OthelloGame::to_move(self)
    }

    fn legal(&self, color: Option<Color>) -> Vec<GameMove> {
        let position = self.position_for(color.unwrap_or(self.to_move()));
        if position.must_pass() {
            return vec![GameMove::PASS];
        }
        let squares = position.moves().into_iter();
        squares.map(GameMove::from).collect()
    }

    fn history(&self) -> Vec<(Color, GameMove)> {
        let turns = OthelloGame::turns(self).iter();
        turns.map(|&(color, mv)| (color, mv.into())).collect()
    }

    fn turns(&self) -> usize {
        OthelloGame::turns(self).len()
    }

    fn final_score(&self) -> Option<i32> {
        self.is_over().then(|| self.final_score_for_black())
    }

    fn is_over(&self) -> bool {
        OthelloGame::is_over(self)
    }

    fn state(&self) -> Box<dyn State> {
        Box::new(state(self))
    }

    fn othello(&self) -> Option<&OthelloGame> {
        Some(self)
    }

    fn othello_mut(&mut self) -> Option<&mut OthelloGame> {
        Some(self)
    }

    fn clone_game(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        stoppable_perft(self.position(), depth, stop)
    }
}

/// Othello as a small game's state.
fn state(game: &OthelloGame) -> Othello {
    Othello::new(game.position(), game.to_move())
}

/// [`perft`] with a pass as one ply, or `None` if `stop` was raised before it was done.
fn stoppable_perft(position: Position, depth: u32, stop: &StopFlag) -> Option<u64> {
    if stop.is_raised() {
        return None;
    }
    if depth <= PERFT_UNINTERRUPTED || position.is_over() {
        return Some(perft(position, depth, PassRule::OnePly));
    }
    if position.must_pass() {
        return stoppable_perft(position.passed(), depth - 1, stop);
    }
    let moves = position.moves().into_iter();
    moves
        .map(|square| stoppable_perft(position.play_unchecked(square), depth - 1, stop))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK_PASSES: &str = "c4c3f5b4a4a5c2a3";

    fn game(moves: &str) -> OthelloGame {
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, moves).unwrap();
        game
    }

    #[test]
    fn a_transcript_is_played_whole_or_not_at_all() {
        let mut game = game("f5d6c3");
        let mut refused = |moves: &str| Game::play(&mut game, None, moves).unwrap_err();
        let illegal = GameError::IllegalMove("a1 for white".to_owned());
        assert_eq!(refused("d3c4a1"), illegal);
        assert_eq!(refused("d3 c4 x1"), GameError::NotAMove("x1".to_owned()));
        assert_eq!(Game::turns(&game), 3);
        Game::play(&mut game, Some(Color::White), "d3c4").unwrap();
        assert_eq!(Game::turns(&game), 5);
    }

    #[test]
    fn passes_may_be_silent_or_spoken() {
        for moves in [BLACK_PASSES.to_owned(), format!("{BLACK_PASSES}pass")] {
            let mut game = game(&moves);
            Game::give_turn_to(&mut game, Color::White).unwrap();
            let white = game.legal(None);
            assert!(!white.is_empty());
            assert_eq!(game.legal(Some(Color::Black)), [GameMove::PASS]);
            Game::play(&mut game, Some(Color::White), &white[0].to_string()).unwrap();
            assert_eq!(Game::turns(&game), 10);
            let refusal = Game::give_turn_to(&mut game, Color::White).unwrap_err();
            assert_eq!(refusal.to_string(), "illegal move: white is not to move");
        }
    }

    #[test]
    fn a_path_count_that_is_split_is_the_same() {
        let stop = StopFlag::new();
        let game = OthelloGame::new();
        assert_eq!(game.perft(9, &stop), Some(3_005_288));
        let by_words = super::super::perft(&mut game.clone(), 6, &stop);
        assert_eq!(game.perft(6, &stop), by_words);
        stop.raise();
        assert_eq!(game.perft(20, &stop), None);
    }

    #[test]
    fn the_board_is_drawn_with_the_moves() {
        let board = OthelloGame::new().draw();
        let rows: Vec<&str> = board.lines().collect();
        assert_eq!(rows[3], "3 . . . + . . . . 3");
        assert_eq!(rows[4], "4 . . + O X . . . 4");
        assert_eq!(rows[10], "black to move; black X 2, white O 2");
    }
}
