//! A game being played: where it started, what was played, whose turn it is.

use thiserror::Error;

use super::color::Color;
use super::position::Position;
use super::square::Move;

/// Why a game refused a request; the game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnError {
    /// The rules do not allow this move.
    #[error("illegal move: {mv} for {color}")]
    Illegal {
        /// The move as asked for.
        mv: Move,
        /// The side that was to make it.
        color: Color,
    },
    /// There is nothing to take back.
    #[error("cannot undo")]
    NothingToUndo,
    /// There is nothing to play again.
    #[error("cannot redo")]
    NothingToRedo,
}

/// A game with its history, passes included; undone moves can be redone until another is played.
///
/// ```
/// use bianca_rules::othello::{Color, OthelloGame};
///
/// let mut game = OthelloGame::new();
/// for mv in ["f5", "d6", "c3"] {
///     game.play(mv.parse()?)?;
/// }
/// assert_eq!(game.to_move(), Color::White);
/// game.undo()?;
/// assert_eq!(game.turns().len(), 2);
/// assert_eq!(game.redo()?.to_string(), "c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthelloGame {
    start: (Position, Color),
    turns: Vec<(Color, Move)>,
    /// The position before each turn, so that taking back costs nothing.
    before: Vec<(Position, Color)>,
    now: (Position, Color),
    undone: Vec<Move>,
}

impl Default for OthelloGame {
    fn default() -> OthelloGame {
        OthelloGame::new()
    }
}

impl OthelloGame {
    /// A game at the standard start, black to move.
    pub fn new() -> OthelloGame {
        OthelloGame::from_position(Position::START, Color::Black)
    }

    /// A game that starts at `position` with `color` to move.
    pub fn from_position(position: Position, color: Color) -> OthelloGame {
        OthelloGame {
            start: (position, color),
            turns: Vec::new(),
            before: Vec::new(),
            now: (position, color),
            undone: Vec::new(),
        }
    }

    /// Where the game started, from the side that was to move, and that side.
    pub fn start(&self) -> (Position, Color) {
        self.start
    }

    /// The position now, from the side to move.
    pub fn position(&self) -> Position {
        self.now.0
    }

    /// The side to move. It may have to pass.
    pub fn to_move(&self) -> Color {
        self.now.1
    }

    /// What was played so far, passes included.
    pub fn turns(&self) -> &[(Color, Move)] {
        &self.turns
    }

    /// The position before each turn, from the side that was to move, and the position now.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let turns = self.before.iter().chain([&self.now]);
        turns.map(|&(position, _)| position)
    }

    /// The position now, seen from `color`.
    pub fn position_for(&self, color: Color) -> Position {
        if color == self.now.1 {
            self.now.0
        } else {
            self.now.0.passed()
        }
    }

    /// Whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.now.0.is_over()
    }

    /// Black's result if the game is over: disc difference, empty squares to the winner.
    pub fn final_score_for_black(&self) -> i32 {
        self.position_for(Color::Black).final_score()
    }

    /// Plays `mv` for the side to move.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn play(&mut self, mv: Move) -> Result<(), TurnError> {
        self.turn(mv)?;
        self.undone.clear();
        Ok(())
    }

    /// Plays `mv` for `color`, with the tolerance that graphical boards need: if `color` is not
    /// to move but the other side must pass, that pass is played first; a pass that has already
    /// happened, or any pass after the end, is accepted and changes nothing.
    ///
    /// # Errors
    /// If the move is illegal for `color`, or the other side could move.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), TurnError> {
        let illegal = TurnError::Illegal { mv, color };
        if mv == Move::Pass {
            let just_passed = self.turns.last() == Some(&(color, Move::Pass));
            if self.is_over() || (color != self.to_move() && just_passed) {
                return Ok(());
            }
            return if color == self.to_move() {
                self.play(mv)
            } else {
                Err(illegal)
            };
        }
        if color == self.to_move() {
            return self.play(mv);
        }
        if !self.position().must_pass() || self.position().passed().play(mv).is_err() {
            return Err(illegal);
        }
        self.play(Move::Pass)?;
        self.play(mv)
    }

    /// Passes for the other side if it is the other side's turn and it must pass, so that
    /// `color` is to move.
    ///
    /// # Errors
    /// If the other side could move: it is not `color`'s turn. Nothing is refused after the end.
    pub fn give_turn_to(&mut self, color: Color) -> Result<(), TurnError> {
        if color == self.to_move() || self.is_over() {
            return Ok(());
        }
        if !self.position().must_pass() {
            return Err(TurnError::Illegal {
                mv: Move::Pass,
                color: !color,
            });
        }
        self.play(Move::Pass)
    }

    /// Takes back the last turn, a pass being one.
    ///
    /// # Errors
    /// At the start of the game.
    pub fn undo(&mut self) -> Result<Move, TurnError> {
        let (_, mv) = self.turns.pop().ok_or(TurnError::NothingToUndo)?;
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
        self.undone.push(mv);
        Ok(mv)
    }

    /// Plays the turn that was last taken back.
    ///
    /// # Errors
    /// If none was, or another move has been played since.
    pub fn redo(&mut self) -> Result<Move, TurnError> {
        let mv = self.undone.pop().ok_or(TurnError::NothingToRedo)?;
        self.turn(mv)?;
        Ok(mv)
    }

    fn turn(&mut self, mv: Move) -> Result<(), TurnError> {
        let (position, color) = self.now;
        let next = position
            .play(mv)
            .map_err(|_| TurnError::Illegal { mv, color })?;
        self.turns.push((color, mv));
        self.before.push(self.now);
        self.now = (next, !color);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game_of(moves: &str) -> OthelloGame {
        let mut game = OthelloGame::new();
        for square in moves.split_whitespace() {
            game.play(square.parse().unwrap()).unwrap();
        }
        game
    }

    /// Eight moves after which black must pass.
    const BLACK_PASSES: &str = "c4 c3 f5 b4 a4 a5 c2 a3";

    #[test]
    fn all_positions_are_those_that_undoing_meets() {
        let mut game = game_of(&format!("{BLACK_PASSES} pass d2"));
        let mut positions: Vec<Position> = game.positions().collect();
        assert_eq!(positions.len(), 11);
        while let Some(position) = positions.pop() {
            assert_eq!(position, game.position());
            assert_eq!(game.undo().is_ok(), !positions.is_empty());
        }
    }

    #[test]
    fn undo_and_redo_walk_the_same_path() {
        let whole = game_of("f5 d6 c4 d3 c3");
        let mut game = whole.clone();
        let mut back = Vec::new();
        while let Ok(mv) = game.undo() {
            back.push(mv);
        }
        assert_eq!(game.position(), Position::START);
        assert_eq!(back.len(), 5);
        while game.redo().is_ok() {}
        assert_eq!(game, whole);
        game.undo().unwrap();
        game.play("e6".parse().unwrap()).unwrap();
        assert_eq!(game.redo(), Err(TurnError::NothingToRedo));
    }

    #[test]
    fn both_styles_of_passing_work() {
        let game = game_of(BLACK_PASSES);
        assert!(game.position().must_pass());
        let (black, white) = (Color::Black, Color::White);
        let white_move = Move::Place(game.position().opponent_moves().first().unwrap());

        let mut silent = game.clone();
        silent.play_as(white, white_move).unwrap();
        let mut spoken = game.clone();
        spoken.play_as(black, Move::Pass).unwrap();
        spoken.play_as(black, Move::Pass).unwrap();
        spoken.play_as(white, white_move).unwrap();
        assert_eq!(silent, spoken);
        assert_eq!(silent.turns().len(), game.turns().len() + 2);
    }

    #[test]
    fn a_move_out_of_turn_changes_nothing() {
        let mut game = game_of("f5");
        let before = game.clone();
        let black = Color::Black;
        assert!(game.play_as(black, "d6".parse().unwrap()).is_err());
        assert!(game.play_as(black, Move::Pass).is_err());
        assert!(game.play_as(Color::White, Move::Pass).is_err());
        assert!(game.give_turn_to(black).is_err());
        assert_eq!(game, before);
    }
}
