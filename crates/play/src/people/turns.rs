//! Where somebody is to move in a game, with what was played last, and the moves of a game that
//! somebody chose among several.
//!
//! Invariant: a pass puts no disc, so that the last discs stay where they lay before it.

use super::moment::{MEAN_RATING, Moment};
use super::sight::Seen;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};

/// Where somebody is to move, and where both sides have put their last discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Where it is to move.
    pub position: Position,
    /// Where the last disc of the opponent and of the side itself lies, if they have put any since
    /// the game began.
    pub lasts: [Option<Square>; 2],
}

impl Place {
    /// Where a game stands.
    pub fn of(game: &OthelloGame) -> Place {
        let moves = game.turns().iter();
        moves.fold(Place::start(game), |place, &(_, mv)| place.after(mv))
    }

    /// Where a game began.
    pub fn start(game: &OthelloGame) -> Place {
        Place::alone(game.start().0)
    }

    /// A position before which nobody knows what was played.
    pub fn alone(position: Position) -> Place {
        Place {
            position,
            lasts: [None; 2],
        }
    }

    /// Where it is after a legal move or pass.
    pub fn after(&self, mv: Move) -> Place {
        let [last, own_last] = self.lasts;
        Place {
            position: self.position.make_unchecked(mv),
            lasts: [mv.square().or(own_last), last],
        }
    }

    /// What somebody of this rating sees there, by what searches say and by how often people
    /// played each move.
    pub fn moment<'a>(&self, seen: &'a Seen, counts: &'a [f32], rating: f32) -> Moment<'a> {
        let [last, own_last] = self.lasts;
        Moment {
            position: self.position,
            last,
            own_last,
            seen,
            counts,
            rating,
        }
    }
}

/// A move of a game where there was a choice.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Who moved.
    pub side: Color,
    /// Where it was to move.
    pub place: Place,
    /// Where it put its disc.
    pub square: Square,
}

impl Turn {
    /// What somebody of the mean strength saw there, by what searches say and by how often people
    /// played each move.
    pub fn moment<'a>(&self, seen: &'a Seen, counts: &'a [f32]) -> Moment<'a> {
        self.place.moment(seen, counts, MEAN_RATING)
    }
}

/// The moves of a game where there was a choice.
pub fn turns(game: &OthelloGame) -> impl Iterator<Item = Turn> {
    turns_after(game, 0)
}

/// The same but for its first `given` turns, passes among them, which nobody chose.
pub fn turns_after(game: &OthelloGame, given: usize) -> impl Iterator<Item = Turn> {
    let mut next = Place::start(game);
    let turns = game.turns().iter().enumerate();
    turns.filter_map(move |(number, &(side, mv))| {
        let place = next;
        next = place.after(mv);
        let square = mv.square()?;
        let is_chosen = number >= given && place.position.moves().count() > 1;
        is_chosen.then_some(Turn {
            side,
            place,
            square,
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
                    turn.place.lasts.map(|last| last.is_some())
                )
            })
            .collect();
        assert_eq!(
            told,
            ["f5 [false, false]", "d6 [true, false]", "c3 [true, true]"]
        );
    }

    #[test]
    fn a_pass_puts_no_disc() {
        let mut game = OthelloGame::new();
        let lasts = |game: &OthelloGame| {
            let lasts = Place::of(game).lasts;
            lasts.map(|last| last.map_or("-".to_owned(), |square| square.to_string()))
        };
        assert_eq!(lasts(&game), ["-", "-"]);
        Game::play(&mut game, None, "c4c3f5b4a4a5c2a3").unwrap();
        assert_eq!(lasts(&game), ["a3", "c2"]);
        assert!(game.position().must_pass());
        Game::play(&mut game, None, "pass").unwrap();
        assert_eq!(lasts(&game), ["c2", "a3"]);
        Game::play(&mut game, None, "d2").unwrap();
        assert_eq!(lasts(&game), ["d2", "c2"]);
        game.undo().unwrap();
        assert_eq!(lasts(&game), ["c2", "a3"]);
        assert_eq!(Place::of(&game).position, game.position());
    }
}
