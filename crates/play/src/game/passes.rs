//! Passes that nobody mentioned.
//!
//! A graphical board leaves out a pass that follows from the rules, and takes a move back together
//! with the pass before it. Invariant: each turn that is remembered is a pass with a move behind
//! it, once what changes the game has been noted. Does not hold the game.

use super::{Game, GameError};

/// Which turns of a game are passes that the client did not mention.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SilentPasses(Vec<usize>);

impl SilentPasses {
    /// Those of a game that begins with these turns.
    pub fn new(turns: Vec<usize>) -> SilentPasses {
        SilentPasses(turns)
    }

    /// Forgets all, for another game.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Remembers which turns of `game` since `before` are passes, if they are `silent` ones, which
    /// no client has mentioned.
    pub fn note(&mut self, game: &dyn Game, before: usize, silent: bool) {
        let turns = game.turns();
        if turns == before {
            return;
        }
        self.0.retain(|&turn| turn < before);
        // A pass that comes alone was somebody's move, and none that is silent comes last. Most
        // plays are a move alone.
        if silent && turns >= before + 2 {
            let history = game.history();
            let passes = (before..turns).filter(|&turn| history[turn].1.is_pass());
            self.0.extend(passes);
        }
    }

    /// Takes back so many moves of `game`, each with the silent pass before it.
    ///
    /// # Errors
    /// [`GameError::NothingToUndo`] if there are fewer; nothing is taken back.
    pub fn undo(&self, game: &mut dyn Game, count: usize) -> Result<(), GameError> {
        let mut left = game.turns();
        for _ in 0..count {
            left = left.checked_sub(1).ok_or(GameError::NothingToUndo)?;
            let pass = left.checked_sub(1).filter(|turn| self.0.contains(turn));
            left = pass.unwrap_or(left);
        }
        (left..game.turns()).try_for_each(|_| game.undo())
    }

    /// Plays so many moves of `game` again, each with the silent pass before it.
    ///
    /// # Errors
    /// [`GameError::NothingToRedo`] if there are fewer; some may have been played.
    pub fn redo(&self, game: &mut dyn Game, count: u32) -> Result<(), GameError> {
        (0..count).try_for_each(|_| {
            let passes = self.0.contains(&game.turns());
            game.redo()?;
            if passes { game.redo() } else { Ok(()) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::OthelloGame;

    /// A game whose ninth turn is black's pass, and what white plays then.
    const BEFORE: &str = "c4c3f5b4a4a5c2a3";

    /// The game with white's move behind the pass, and what is remembered of it.
    fn passed(mentioned: bool) -> (OthelloGame, SilentPasses) {
        let mut game = OthelloGame::new();
        let mut passes = SilentPasses::default();
        Game::play(&mut game, None, BEFORE).unwrap();
        passes.note(&game, 0, true);
        assert_eq!(passes, SilentPasses::default());
        let mv = Game::legal(&game, Some(bianca_rules::othello::Color::White))[0];
        if mentioned {
            Game::play(&mut game, None, "pass").unwrap();
            passes.note(&game, 8, true);
        }
        let before = Game::turns(&game);
        Game::play(&mut game, None, &mv.to_string()).unwrap();
        passes.note(&game, before, true);
        assert_eq!(Game::turns(&game), 10);
        (game, passes)
    }

    #[test]
    fn a_move_is_taken_back_with_the_pass_that_nobody_mentioned_and_played_again_with_it() {
        for (mentioned, left) in [(false, 8), (true, 9)] {
            let (mut game, passes) = passed(mentioned);
            passes.undo(&mut game, 1).unwrap();
            assert_eq!(Game::turns(&game), left);
            passes.redo(&mut game, 1).unwrap();
            assert_eq!(Game::turns(&game), 10);
        }
    }

    #[test]
    fn what_is_too_much_takes_nothing_back() {
        let (mut game, passes) = passed(false);
        let refused = passes.undo(&mut game, 10);
        assert_eq!(refused, Err(GameError::NothingToUndo));
        assert_eq!(Game::turns(&game), 10);
        passes.undo(&mut game, 9).unwrap();
        assert_eq!(Game::turns(&game), 0);
    }

    #[test]
    fn another_move_forgets_the_passes_behind_it() {
        let (mut game, mut passes) = passed(false);
        passes.undo(&mut game, 2).unwrap();
        let mv = game.legal(None)[0];
        Game::play(&mut game, None, &mv.to_string()).unwrap();
        passes.note(&game, 7, true);
        assert_eq!(passes, SilentPasses::default());
    }
}
