//! What a person sees on stderr while games are analysed: a bar on a terminal, else only what is
//! wrong.

use indicatif::ProgressBar;

use crate::command_line::aside::say;
use crate::command_line::progress::bar;
use bianca_system::foreign::shown;

/// A progress bar, and messages about bad games anyway.
pub struct AnalysisProgress {
    bar: ProgressBar,
}

impl AnalysisProgress {
    /// A bar over `count` games if that is known.
    pub fn new(count: Option<u64>) -> AnalysisProgress {
        AnalysisProgress {
            bar: bar(count, "games"),
        }
    }

    /// `done` moves of game `number` are analysed.
    pub fn moves(&self, number: u64, done: usize, of: usize) {
        if !self.bar.is_hidden() {
            self.bar
                .set_message(format!("game {number}: {done} of {of} moves"));
        }
    }

    /// `done` games are analysed.
    pub fn games(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Says what is wrong.
    pub fn complain(&self, message: &str) {
        let message = shown(message);
        self.bar.suspend(|| say(message));
    }

    /// Does something that writes to the terminal, too.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
