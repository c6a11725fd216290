//! Othello as a [`GameState`]: the rules of [`bianca_rules::othello`] with a colour, nothing more.

use super::cells::{Cell, Cells, letter};
use super::kind::GameKind;
use super::{GameState, Placement, Playable};
use bianca_rules::othello::{Color, Move, Position, Square, first_move};

/// A position with the player to move; black is [`Color::Black`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    position: Position,
    mover: Color,
}

impl Othello {
    /// The standard start.
    pub const START: Othello = Othello {
        position: Position::START,
        mover: Color::Black,
    };

    /// `position` with `color` to move.
    pub fn new(position: Position, color: Color) -> Othello {
        Othello {
            position,
            mover: color,
        }
    }

    /// The discs, seen from the mover.
    pub fn position(&self) -> Position {
        self.position
    }
}

impl GameState for Othello {
    type Move = Move;

    fn mover(&self) -> Color {
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
    const KIND: GameKind = GameKind::Othello;

    fn read_move(&self, word: &str) -> Option<Move> {
        word.parse().ok()
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        split_squares(text)
    }

    fn cells(&self) -> Cells {
        disc_cells(self.position, self.mover)
    }

    fn status(&self) -> String {
        let turn = match () {
            () if self.outcome().is_some() => "game over".to_owned(),
            () if self.position.must_pass() => format!("{} to move, must pass", self.mover),
            () => format!("{} to move", self.mover),
        };
        format!("{turn}; {}", disc_counts(&self.cells()))
    }

    fn write(&self) -> Option<String> {
        Some(write_discs(&self.cells(), self.mover))
    }

    fn placement(&self, mv: Move) -> Option<Placement> {
        mv.square().map(|square| Placement {
            square,
            turned: self.position.flips(square),
        })
    }
}

/// The words of a text, those that are moves run together (`f5d6c3`) cut into moves.
pub(super) fn split_squares(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for mut word in text.split_whitespace() {
        while word.parse::<Move>().is_err()
            && let Some((_, rest)) = first_move(word)
        {
            words.push(&word[..word.len() - rest.len()]);
            word = rest;
        }
        words.push(word);
    }
    words
}

/// The squares of a board with what stands on them.
pub(super) fn disc_cells(position: Position, mover: Color) -> Cells {
    let cell = |square: Square| Cell {
        piece: match () {
            () if position.own.contains(square) => Some(mover),
            () if position.opp.contains(square) => Some(!mover),
            () => None,
        },
        mv: square.into(),
    };
    Cells::new(8, Square::all().map(cell))
}

/// `black X 2, white O 2`.
pub(super) fn disc_counts(cells: &Cells) -> String {
    let [black, white] = [Color::Black, Color::White].map(|side| cells.count(side));
    format!("black X {black}, white O {white}")
}

/// The squares and the side to move, as `setboard` reads them.
pub(super) fn write_discs(cells: &Cells, mover: Color) -> String {
    let square = |cell: &Cell| match cell.piece {
        None => '-',
        piece => letter(piece),
    };
    let squares: String = cells.all().iter().map(square).collect();
    format!("{squares} {}", letter(Some(mover)))
}
