//! A small game with its history: one [`Game`] over the states of any of them.

use super::{Game, GameError, State};
use crate::games::Playable;
use crate::games::moves::GameMove;
use bianca_rules::othello::Color;
use bianca_system::foreign::excerpt;

/// A game of `G` with the turns that led to where it is.
#[derive(Clone)]
pub struct History<G: Playable> {
    /// Where [`Game::restart`] starts.
    start: G,
    now: G,
    turns: Vec<(Color, G::Move)>,
    /// The state before each turn.
    before: Vec<G>,
    undone: Vec<G::Move>,
}

impl<G: Playable> History<G> {
    /// A game that starts at `start`.
    pub fn new(start: G) -> History<G> {
        History {
            now: start.clone(),
            start,
            turns: Vec::new(),
            before: Vec::new(),
            undone: Vec::new(),
        }
    }

    fn begin(&mut self, at: G) {
        self.now = at;
        self.turns.clear();
        self.before.clear();
        self.undone.clear();
    }

    fn color(&self) -> Color {
        self.now.mover()
    }

    /// The pass that is the only legal move, in games that have passes.
    fn forced_pass(&self) -> Option<G::Move> {
        let pass = GameMove::PASS.try_into().ok()?;
        (self.now.legal_moves() == [pass]).then_some(pass)
    }

    fn turn(&mut self, mv: G::Move) {
        self.turns.push((self.color(), mv));
        let next = self.now.after(mv);
        self.before.push(std::mem::replace(&mut self.now, next));
    }

    fn read(&self, word: &str) -> Result<G::Move, GameError> {
        let mv = self.now.read_move(word);
        mv.ok_or_else(|| GameError::NotAMove(excerpt(word)))
    }

    /// Plays one move, and a silent pass before it if one is due.
    fn play_one(&mut self, color: Option<Color>, mv: G::Move) -> Result<(), GameError> {
        let is_for_other = || !self.now.legal_moves().contains(&mv) && self.forced_pass().is_some();
        let color = color.unwrap_or_else(|| {
            // After a pass that nobody spoke it is the other side's move.
            if is_for_other() {
                !self.color()
            } else {
                self.color()
            }
        });
        let is_pass = mv.into() == GameMove::PASS;
        let passed_already = color != self.color() && self.turns.last() == Some(&(color, mv));
        if is_pass && (self.is_over() || passed_already) {
            return Ok(());
        }
        let pass = self.forced_pass().filter(|_| color != self.color());
        if let Some(pass) = pass {
            self.turn(pass);
        }
        if color == self.color() && self.now.legal_moves().contains(&mv) {
            self.turn(mv);
            self.undone.clear();
            return Ok(());
        }
        if pass.is_some() {
            self.take_back();
        }
        Err(self.refusal(mv.into(), color))
    }

    fn refusal(&self, mv: GameMove, color: Color) -> GameError {
        GameError::IllegalMove(if G::KIND.is_puzzle() {
            mv.to_string()
        } else {
            format!("{mv} for {color}")
        })
    }

    fn take_back(&mut self) -> Option<G::Move> {
        let (_, mv) = self.turns.pop()?;
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
        Some(mv)
    }
}

impl<G: Playable> Game for History<G> {
    fn restart(&mut self) {
        self.begin(self.start.clone());
    }

    fn set_board(&mut self, text: &str) -> Result<(), GameError> {
        let state = self
            .start
            .read(text)
            .ok_or(GameError::NotInThisGame("setting up a board"))?;
        self.begin(state.map_err(GameError::BadBoard)?);
        Ok(())
    }

    fn play(&mut self, color: Option<Color>, moves: &str) -> Result<(), GameError> {
        // Some games' moves have blanks in them, so that one move is tried before several.
        if let Ok(mv) = self.read(moves) {
            return self.play_one(color, mv);
        }
        let words = self.now.split_moves(moves).into_iter();
        let moves = words
            .map(|word| self.read(word))
            .collect::<Result<Vec<_>, _>>()?;
        if moves.is_empty() {
            return Err(GameError::NoMove);
        }
        let mut played = self.clone();
        let colors = std::iter::once(color).chain(std::iter::repeat(None));
        for (mv, color) in moves.into_iter().zip(colors) {
            played.play_one(color, mv)?;
        }
        *self = played;
        Ok(())
    }

    fn make(&mut self, mv: GameMove) -> Result<(), GameError> {
        let legal = self.now.legal_moves();
        match G::Move::try_from(mv) {
            Ok(mv) if legal.contains(&mv) => self.turn(mv),
            _ => return Err(self.refusal(mv, self.color())),
        }
        self.undone.clear();
        Ok(())
    }

    fn give_turn_to(&mut self, color: Color) -> Result<(), GameError> {
        if color == self.color() || self.is_over() {
            return Ok(());
        }
        let refused = || GameError::IllegalMove(format!("{color} is not to move"));
        let pass = self.forced_pass().ok_or_else(refused)?;
        self.turn(pass);
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self) -> Result<(), GameError> {
        let mv = self.take_back().ok_or(GameError::NothingToUndo)?;
        self.undone.push(mv);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), GameError> {
        let mv = self.undone.pop().ok_or(GameError::NothingToRedo)?;
        self.turn(mv);
        Ok(())
    }

    fn to_move(&self) -> Color {
        self.color()
    }

    fn legal(&self, color: Option<Color>) -> Vec<GameMove> {
        if color.is_some_and(|color| color != self.color()) {
            return Vec::new();
        }
        let moves = self.now.legal_moves().into_iter();
        moves.map(Into::into).collect()
    }

    fn history(&self) -> Vec<(Color, GameMove)> {
        let turns = self.turns.iter();
        turns.map(|&(color, mv)| (color, mv.into())).collect()
    }

    fn turns(&self) -> usize {
        self.turns.len()
    }

    fn final_score(&self) -> Option<i32> {
        let outcome = self.now.outcome()?;
        Some(self.now.mover().for_black(outcome))
    }

    fn state(&self) -> Box<dyn State> {
        Box::new(self.now.clone())
    }

    fn clone_game(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moves::in_words;
    use crate::games::reversi::Reversi;
    use crate::games::tictactoe::TicTacToe;
    use bianca_search::request::StopFlag;
    use rand::SeedableRng;
    use rand::prelude::*;
    use rand::rngs::StdRng;

    #[test]
    fn paths_are_counted() {
        let stop = StopFlag::new();
        let game = History::new(TicTacToe::new(3, 3, 3).unwrap());
        assert_eq!(game.perft(9, &stop), Some(255_168));
        stop.raise();
        assert_eq!(game.perft(9, &stop), None);
    }

    #[test]
    fn a_transcript_is_played_whole_or_not_at_all() {
        let mut game = History::new(TicTacToe::new(3, 3, 3).unwrap());
        game.play(None, "(2, 2)").unwrap();
        game.play(None, "11 1,2 (1,3)").unwrap();
        assert_eq!(game.history().len(), 4);
        let refusal = game.play(None, "31 22").unwrap_err();
        assert_eq!(refusal.to_string(), "illegal move: (2,2) for white");
        let refusal = game.play(None, "31 44").unwrap_err();
        assert_eq!(refusal.to_string(), "'44' is not a move");
        let refusal = game.play(Some(Color::White), "31").unwrap_err();
        assert_eq!(refusal.to_string(), "illegal move: (3,1) for white");
        assert_eq!(game.history().len(), 4);
        game.undo().unwrap();
        assert!(game.play(None, "22").is_err());
        game.redo().unwrap();
        assert_eq!(game.redo(), Err(GameError::NothingToRedo));
        assert_eq!(game.legal(Some(Color::White)), []);
    }

    #[test]
    fn a_silent_pass_is_played_and_a_spoken_one_too() {
        // Four in the middle, and then white is out of moves after black has wiped it out.
        let opening = "d4e4d5e5";
        let mut game = History::new(Reversi::START);
        game.play(None, opening).unwrap();
        assert_eq!(in_words(&game.legal(None)), "f3 f4 f5 f6");
        // Random games until one of them has a pass.
        let (silent, spoken) = (1..)
            .find_map(|seed: u64| {
                let mut random = StdRng::seed_from_u64(seed);
                let mut game = History::new(Reversi::START);
                while !game.is_over() && game.forced_pass().is_none() {
                    let mv = *game.legal(None).choose(&mut random).unwrap();
                    game.make(mv).unwrap();
                }
                let moves: String = (game.history().iter())
                    .map(|(_, mv)| mv.to_string())
                    .collect();
                let both = (game, moves);
                (!both.0.is_over()).then_some(both)
            })
            .map(|(game, moves)| {
                let passer = game.to_move();
                let mut spoken = History::new(Reversi::START);
                spoken.play(None, &moves).unwrap();
                spoken.play(Some(passer), "pass").unwrap();
                spoken.play(Some(passer), "pass").unwrap();
                let reply = spoken.legal(None)[0];
                spoken.make(reply).unwrap();
                let mut silent = game;
                silent.play(None, &reply.to_string()).unwrap();
                (silent, spoken)
            })
            .unwrap();
        assert_eq!(silent.history(), spoken.history());
    }
}
