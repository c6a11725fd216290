//! Lines that the engine is told to play, and games that are turned: what Edax's console and its
//! library have alike.
//!
//! Invariant: a line is met however the board is turned. Knows neither words nor who asks.

use bianca_rules::othello::{Move, OthelloGame, Position, Symmetry};

/// A line that the engine plays wherever a game meets it: positions and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forced(Vec<(Position, Move)>);

impl Forced {
    /// The turns of a game.
    pub fn of_line(line: &OthelloGame) -> Forced {
        let moves = line.turns().iter().map(|&(_, mv)| mv);
        Forced(line.positions().zip(moves).collect())
    }

    /// The move that the line has in `position`, however the board is turned.
    pub fn move_in(&self, position: Position) -> Option<Move> {
        self.0.iter().find_map(|&(known, mv)| {
            let turns = |symmetry: &Symmetry| symmetry.position(known) == position;
            Some(image(mv, Symmetry::all().find(turns)?))
        })
    }
}

/// A game, without what was taken back, on a board that is turned; with `swaps` the sides change,
/// too.
pub fn turned(game: &OthelloGame, by: Symmetry, swaps: bool) -> OthelloGame {
    let (position, first) = game.start();
    let first = if swaps { !first } else { first };
    let mut turned = OthelloGame::from_position(by.position(position), first);
    for &(_, mv) in game.turns() {
        // What was legal is so however the board is turned.
        if turned.play(image(mv, by)).is_err() {
            break;
        }
    }
    turned
}

fn image(mv: Move, by: Symmetry) -> Move {
    mv.square().map_or(mv, |square| by.square(square).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: Position, moves: &str) -> OthelloGame {
        let mut game = OthelloGame::from_position(start, bianca_rules::othello::Color::Black);
        for word in moves.split(' ') {
            game.play(word.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_line_is_followed_however_the_board_is_turned() {
        let after = |word: &str| Position::START.play_unchecked(word.parse().unwrap());
        let place = |word: &str| word.parse::<Move>().ok();
        assert_eq!(Forced::default().move_in(Position::START), None);
        let forced = Forced::of_line(&game(after("f5"), "d6"));
        assert_eq!(forced.move_in(after("f5")), place("d6"));
        // The position after d3 is the same, turned.
        assert_eq!(forced.move_in(after("d3")), place("c5"));
        assert_eq!(forced.move_in(Position::START), None);
    }

    #[test]
    fn a_line_may_have_passes() {
        let line = game(Position::START, "c4 c3 f5 b4 a4 a5 c2 a3 pass");
        let forced = Forced::of_line(&line);
        let mut before = line.clone();
        before.undo().unwrap();
        for symmetry in Symmetry::all() {
            let here = symmetry.position(before.position());
            assert_eq!(forced.move_in(here), Some(Move::Pass));
        }
    }

    #[test]
    fn a_game_that_is_turned_has_the_same_turns() {
        let played = game(Position::START, "c4 c3 f5 b4 a4 a5 c2 a3 pass");
        for symmetry in Symmetry::all() {
            let here = symmetry.position(played.position());
            for swaps in [false, true] {
                let image = turned(&played, symmetry, swaps);
                assert_eq!((image.turns().len(), image.position()), (9, here));
                assert_eq!(image.to_move() == played.to_move(), !swaps);
                assert_eq!(turned(&image, symmetry.inverse(), swaps), played);
            }
        }
    }
}
