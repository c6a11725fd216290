//! Commands that the game alone obeys, each with the function that does.
//!
//! A row of a table of commands names such a function, which stands beside the table. Invariant: a
//! function that fails leaves the game as it was.

use super::{CommandError, Reply};
use crate::game::{Game, GameError};

/// Something that is asked of the game.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What tells it from other questions.
    pub name: &'static str,
    /// Answers it.
    pub answer: fn(&dyn Game) -> Result<Reply, CommandError>,
}

/// A way to start the game anew; the clocks start, too, and what was searched is forgotten.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// What tells it from other ways.
    pub name: &'static str,
    /// Sets the game up.
    pub set_up: fn(&mut dyn Game) -> Result<(), GameError>,
}

impl Start {
    /// From where the game usually starts.
    pub const USUAL: Start = Start {
        name: "usual",
        set_up: |game| {
            game.restart();
            Ok(())
        },
    };
}

// The addresses of functions tell nothing: equal ones may share one, and one may have several.
impl PartialEq for Question {
    fn eq(&self, other: &Question) -> bool {
        self.name == other.name
    }
}

impl PartialEq for Start {
    fn eq(&self, other: &Start) -> bool {
        self.name == other.name
    }
}
