//! What Edax's console remembers: who plays, how much is printed, and how long both have thought.
//!
//! Knows neither the game nor its clocks.

use std::time::Duration;

use super::options::EdaxOptions;
use super::order::Mode;
use bianca_rules::othello::Color;

/// What the console remembers.
#[derive(Debug)]
pub struct ConsoleMemory {
    /// Which sides the engine plays.
    pub mode: Mode,
    /// How much is printed; 0 for answers alone.
    pub verbosity: u8,
    /// What was set.
    pub options: EdaxOptions,
    /// What black and white have thought.
    pub spent: [Duration; 2],
}

/// A console at which nobody has said anything.
impl Default for ConsoleMemory {
    fn default() -> ConsoleMemory {
        ConsoleMemory {
            mode: Mode::default(),
            verbosity: 1,
            options: EdaxOptions::default(),
            spent: [Duration::ZERO; 2],
        }
    }
}

impl ConsoleMemory {
    /// Both sides' clocks start anew.
    pub fn new_game(&mut self) {
        self.spent = [Duration::ZERO; 2];
    }

    /// Adds what a side has thought.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let [black, white] = &mut self.spent;
        *color.select(black, white) += time;
    }

    /// How many turns go back together: where the engine answers, its own as well.
    pub fn turns_at_once(&self) -> usize {
        if self.mode.takes_turns() { 2 } else { 1 }
    }
}
