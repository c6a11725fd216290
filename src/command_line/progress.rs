//! The progress bar of long sub-commands: what it looks like stands here once.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Redraws of the bar while nothing happens, so that its clock goes on.
const TICK: Duration = Duration::from_millis(200);

/// A bar on stderr over `count` of `items`, if that is known; hidden where stderr is no terminal.
pub fn bar(count: Option<u64>, items: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, shape) = match count {
        Some(count) => (ProgressBar::new(count), "{bar:24} {pos} of {len}"),
        None => (ProgressBar::no_length(), "{spinner} {pos}"),
    };
    let left = if count.is_some() {
        " {eta_precise} left"
    } else {
        ""
    };
    let template = format!("{{elapsed_precise}}{left} {shape} {items} {{wide_msg}}");
    // The template is a constant but for a word; should it be wrong, the default bar will do.
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    bar
}
