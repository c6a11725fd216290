//! A game with what is known about it: who played, how it ended, what was thought of each move.

use std::time::Duration;

use crate::engine::Score;
use crate::othello::{Color, Game};

/// A game with its players and notes. Both [`write_ggf`](super::ggf::write_ggf) and
/// [`write_annotated_sgf`](super::sgf::write_annotated_sgf) take one.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnotatedGame {
    /// The game.
    pub game: Game,
    /// Who had the black discs.
    pub black: String,
    /// Who had the white discs.
    pub white: String,
    /// Where, or for which match, it was played.
    pub place: String,
    /// How it ended if not by the rules.
    pub forfeit: Option<Forfeit>,
    /// A note for each turn of the game from the first; later turns may have none.
    pub notes: Vec<Note>,
}

/// A game that did not end by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Who lost.
    pub loser: Color,
    /// Whether the clock was the reason.
    pub on_time: bool,
    /// What happened, in words.
    pub reason: String,
}

/// What is known of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// What its player thought of it, from his own side.
    pub score: Option<Score>,
    /// Plies that he searched.
    pub depth: Option<u32>,
    /// Time used.
    pub time: Option<Duration>,
}

impl AnnotatedGame {
    /// The turns with their notes.
    pub fn turns(&self) -> impl Iterator<Item = (Color, crate::othello::Move, Note)> {
        let notes = self
            .notes
            .iter()
            .copied()
            .chain(std::iter::repeat(Note::default()));
        self.game
            .turns()
            .iter()
            .zip(notes)
            .map(|(&(color, mv), note)| (color, mv, note))
    }
}
