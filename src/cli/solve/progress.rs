//! What a person sees on stderr while lines are solved: a bar on a terminal, else only what is
//! wrong.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::path::Path;

use indicatif::ProgressBar;

use crate::command_line::complaints::complain;
use crate::command_line::progress::bar;
use bianca_protocol::solving::lines::{PositionLineError, next_line};
use bianca_protocol::solving::row::score_text;
use bianca_protocol::solving::stream::{SolveObserver, Totals};
use bianca_records::record::obf::Problem;
use bianca_rules::othello::Move;
use bianca_search::request::Report;

/// A progress bar on stderr, if that is a terminal, and messages about bad lines anyway.
pub(super) struct SolveProgress {
    bar: ProgressBar,
}

impl SolveProgress {
    /// A bar over the lines of the file at `path` if they can be counted.
    pub(super) fn new(path: &Path) -> SolveProgress {
        let is_seen = io::stderr().is_terminal();
        SolveProgress {
            bar: bar(is_seen.then(|| count_lines(path)).flatten(), "lines"),
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl SolveObserver for SolveProgress {
    fn malformed(&mut self, line: u64, error: &PositionLineError) {
        self.bar
            .suspend(|| complain(&format_args!("line {line}"), error));
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
