//! The moves of a game that somebody chose among several.

use super::moment::{MEAN_RATING, Moment};
use super::sight::Seen;
use bianca_rules::othello::{Color, OthelloGame, Position, Square};

/// A move of a game where there was a choice.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Who moved.
    pub side: Color,
    /// Where it was to move.
    pub position: Position,
    /// Where it put its disc.
    pub square: Square,
    /// Where the last disc of the opponent and of the side itself lies.
    pub lasts: [Option<Square>; 2],
}

impl Turn {
    /// What somebody of the mean strength saw there, by what searches say and by how often people
    /// played each move.
    pub fn moment<'a>(&self, seen: &'a Seen, counts: &'a [f32]) -> Moment<'a> {
        let [last, own_last] = self.lasts;
        Moment {
            position: self.position,
            last,
            own_last,
            seen,
            counts,
            rating: MEAN_RATING,
        }
    }
}

/// The moves of a game where there was a choice.
pub fn turns(game: &OthelloGame) -> impl Iterator<Item = Turn> {
    let mut lasts = [None; 2];
    let turns = game.turns().iter().zip(game.positions());
    turns.filter_map(move |(&(side, mv), position)| {
        let square = mv.square()?;
        let before = [lasts[!side as usize], lasts[side as usize]];
        lasts[side as usize] = Some(square);
        (position.moves().count() > 1).then_some(Turn {
            side,
            position,
            square,
            lasts: before,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn turns_know_the_last_discs_of_both() {
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, "f5d6c3").unwrap();
        let told: Vec<String> = turns(&game)
            .map(|turn| {
                format!(
                    "{} {:?}",
                    turn.square,
                    turn.lasts.map(|last| last.is_some())
                )
            })
            .collect();
        assert_eq!(
            told,
            ["f5 [false, false]", "d6 [true, false]", "c3 [true, true]"]
        );
    }
}
