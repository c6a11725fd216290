//! What a person sees on stderr while lines are solved: a bar on a terminal, else only what is
//! wrong.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::row::score_text;
use super::stream::{Totals, Watch};
use crate::cli::lines::{LineError, next_line};
use crate::foreign::shown_lines;
use crate::othello::Move;
use crate::record::obf::Problem;
use crate::request::Report;

/// Redraws of the bar while nothing happens, so that the clock goes on.
const TICK: Duration = Duration::from_millis(200);

/// A progress bar on stderr, if that is a terminal, and messages about bad lines anyway.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar over the lines of the file at `path` if they can be counted; hidden unless
    /// `visible`.
    pub(super) fn new(visible: bool, path: &Path) -> Progress {
        if !visible {
            return Progress {
                bar: ProgressBar::hidden(),
            };
        }
        let lines = count_lines(path);
        let template = match lines {
            Some(_) => "{elapsed_precise} {bar:24} line {pos} of {len} {wide_msg}",
            None => "{elapsed_precise} {spinner} line {pos} {wide_msg}",
        };
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(lines, ProgressDrawTarget::stderr());
        bar.set_style(style);
        bar.enable_steady_tick(TICK);
        Progress { bar }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn malformed(&mut self, line: u64, error: &LineError) {
        let error = shown_lines(error);
        self.bar
            .suspend(|| eprintln!("bianca: line {line}: {error}"));
    }

    fn found(&mut self, line: u64, problem: &Problem, report: &Report<Move>) {
        if self.bar.is_hidden() {
            return;
        }
        let mv = report.pv.first().map(Move::to_string).unwrap_or_default();
        self.bar.set_message(format!(
            "now line {line}, {} empty: {mv} {} at {}@{}%",
            problem.position.empties(),
            score_text(report),
            report.depth,
            report.confidence
        ));
    }

    fn row(
        &mut self,
        totals: &Totals,
        write: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        self.bar.set_position(totals.lines);
        self.bar.suspend(write)
    }
}

/// The lines of a regular file; `None` for anything that cannot be read twice.
fn count_lines(path: &Path) -> Option<u64> {
    let file = File::open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut input = BufReader::new(file);
    let mut lines = 0;
    while next_line(&mut input).ok()?.is_some() {
        lines += 1;
    }
    Some(lines)
}
