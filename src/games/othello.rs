//! Othello as a [`GameState`]: the rules of [`crate::othello`] with a colour, nothing more.

use super::{GameState, Placement, Playable, Side};
use crate::othello::{Bitboard, Color, Move, Position, Square};

/// A position with the player to move; black is [`Side::First`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    position: Position,
    mover: Side,
}

impl Othello {
    /// The standard start.
    pub const START: Othello = Othello {
        position: Position::START,
        mover: Side::First,
    };

    /// `position` with `color` to move.
    pub fn new(position: Position, color: Color) -> Othello {
        Othello {
            position,
            mover: side(color),
        }
    }

    /// The discs, seen from the mover.
    pub fn position(&self) -> Position {
        self.position
    }
}

/// The player of a colour: black begins.
pub fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::First,
        Color::White => Side::Second,
    }
}

/// The colour of a player: black begins.
pub fn color(side: Side) -> Color {
    match side {
        Side::First => Color::Black,
        Side::Second => Color::White,
    }
}

impl GameState for Othello {
    type Move = Move;

    fn mover(&self) -> Side {
        self.mover
    }

    fn outcome(&self) -> Option<i32> {
        self.position.is_over().then(|| self.position.final_score())
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.extend(self.position.moves().into_iter().map(Move::Place));
        if out.is_empty() && self.position.must_pass() {
            out.push(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) {
        self.position = self.position.make_unchecked(mv);
        self.mover = !self.mover;
    }

    /// Own discs less the opponent's, as a beginner counts.
    fn estimate(&self) -> i32 {
        self.position.disc_difference()
    }
}

impl Playable for Othello {
    const PLACES_DISCS: bool = true;

    fn name(&self) -> &'static str {
        "Othello"
    }

    fn read_move(&self, word: &str) -> Option<Move> {
        word.parse().ok()
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        split_squares(text)
    }

    fn draw(&self) -> String {
        let turn = match () {
            () if self.outcome().is_some() => "game over".to_owned(),
            () if self.position.must_pass() => format!("{} to move, must pass", color(self.mover)),
            () => format!("{} to move", color(self.mover)),
        };
        draw_discs(self.position, self.mover, self.position.moves(), &turn)
    }

    fn placement(&self, mv: Move) -> Option<Placement> {
        mv.square().map(|square| Placement {
            square,
            turned: self.position.flips(square),
        })
    }
}

/// The words of a text, those that are squares run together (`f5d6c3`) cut into squares.
pub(super) fn split_squares(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for mut word in text.split_whitespace() {
        while let Some((square, rest)) = word.split_at_checked(2)
            && !rest.is_empty()
            && square.parse::<Square>().is_ok()
        {
            words.push(square);
            word = rest;
        }
        words.push(word);
    }
    words
}

/// A board as the strong player draws it: black `X`, white `O`, `marked` squares `+`; the last
/// line is `turn` and the discs.
pub(super) fn draw_discs(position: Position, mover: Side, marked: Bitboard, turn: &str) -> String {
    let (black, white) = match mover {
        Side::First => (position.own, position.opp),
        Side::Second => (position.opp, position.own),
    };
    let mut text = String::from("  a b c d e f g h\n");
    for rank in 0..8 {
        text += &(rank + 1).to_string();
        for file in 0..8 {
            let square = Square::at(file, rank);
            text += match square {
                _ if black.contains(square) => " X",
                _ if white.contains(square) => " O",
                _ if marked.contains(square) => " +",
                _ => " .",
            };
        }
        text += &format!(" {}\n", rank + 1);
    }
    let (black, white) = (black.count(), white.count());
    text + &format!("  a b c d e f g h\n{turn}; black X {black}, white O {white}")
}
