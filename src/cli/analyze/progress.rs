//! What a person sees on stderr while games are analysed: a bar on a terminal, else only what is
//! wrong.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::foreign::shown;

/// Redraws of the bar while nothing happens, so that the clock goes on.
const TICK: Duration = Duration::from_millis(200);

/// A progress bar, and messages about bad games anyway.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar over `count` games if that is known; hidden unless `visible`.
    pub fn new(visible: bool, count: Option<u64>) -> Progress {
        if !visible {
            let bar = ProgressBar::hidden();
            return Progress { bar };
        }
        let template = match count {
            Some(_) => "{elapsed_precise} {bar:24} {pos} of {len} games {wide_msg}",
            None => "{elapsed_precise} {spinner} {pos} games {wide_msg}",
        };
        let bar = ProgressBar::with_draw_target(count, ProgressDrawTarget::stderr());
        // The template is a constant; should it be wrong, the default bar will do.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        Progress { bar }
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

    /// A game cannot be read.
    pub fn malformed(&self, place: &str, reason: &str) {
        let reason = shown(reason);
        self.bar.suspend(|| eprintln!("bianca: {place}: {reason}"));
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
