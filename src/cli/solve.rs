//! `bianca solve`: exact results of endings, line by line.
//!
//! The arguments, the progress on stderr and the exit code; the work is done in
//! [`solving`](bianca_protocol::solving).

mod progress;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::command_line::aside::say;
use crate::command_line::input::open;
use crate::command_line::numbers::{counted, level, seconds};
use crate::command_line::threads::AllProcessors;
use crate::command_line::{CliError, MALFORMED, wrong_arguments};
use bianca_protocol::solving::edax::EdaxTable;
use bianca_protocol::solving::stream::{RowFormat, SolvePlan, Totals, solve_lines};
use bianca_search::eval::Evaluation;
use bianca_search::request::{Goal, Limits, Request, Score, Window};
use bianca_search::search::{Searcher, Settings};
use progress::SolveProgress;

/// A result disagrees with the line it belongs to.
const MISMATCH: u8 = 3;

/// Solve endings: boards, problems or games, a line each.
///
/// Each line of the input is a board with its side to move ("OX--… X"), a problem in OBF
/// ("OX--… X; a2:+38; c7:+36; % comment"), or the transcript of a game from the start ("f5d6c3").
/// Blank lines and lines that begin with % or # are skipped.
///
/// Each result is a line of columns: line of the input, empty squares, best move, score in discs
/// for the side to move, depth@confidence, positions visited, seconds, comparison with the line's
/// scores (- none, ok, WRONG(what was expected), open if not proven), and the variation.
///
/// Exit code: 0 everything solved, 1 failure, 2 wrong arguments, 3 a result differs from its
/// line, 4 a line could not be read.
#[derive(Args)]
pub struct Arguments {
    /// Where the positions are; - is the standard input.
    file: PathBuf,
    /// Find out only who wins.
    #[arg(long)]
    wld: bool,
    /// Prove that the score is at least HIGH or at most LOW discs; between them, find it.
    #[arg(long, value_names = ["LOW", "HIGH"], num_args = 2, allow_negative_numbers = true,
          conflicts_with_all = ["wld", "all_moves"])]
    window: Option<Vec<i32>>,
    /// Score every move instead of the best one only.
    #[arg(long)]
    all_moves: bool,
    /// Write JSON objects, one a line.
    #[arg(long)]
    json: bool,
    /// Write what `edax -solve` prints: 0 for its summary, 1 for its table, 2 with the boards and
    /// all that is found. The exit code is 0 then if all was solved, whatever the lines say.
    #[arg(long, value_name = "VERBOSITY", num_args = 0..=1, require_equals = true,
          default_missing_value = "1", value_parser = clap::value_parser!(u8).range(0..=4),
          conflicts_with_all = ["json", "all_moves", "wld", "window", "independent"])]
    edax: Option<u8>,
    /// With --edax, search as far as this level does in a game, instead of to the end.
    #[arg(long, value_name = "N", requires = "edax", hide = true, value_parser = level)]
    level: Option<u32>,
    #[command(flatten)]
    threads: AllProcessors,
    /// Size of the hash table in MiB: 256, or 16 with --independent, if nothing is said.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    /// What orders the moves: embedded, or a file of weights.
    #[arg(long, value_name = "NAME", default_value_t = Evaluation::EMBEDDED.to_owned())]
    evaluation: String,
    /// Let each result depend on its line alone, so that the work can be spread over many
    /// processes: one thread unless --threads is given, the hash table is emptied before each
    /// position, the line's number and the seconds are left out, and a line that cannot be read has
    /// a result that says so.
    #[arg(long)]
    independent: bool,
    /// Seconds for each position; then the best answer known is given, with its confidence.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Positions to visit for each position; then as with --time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// Solves line by line.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    let plan = SolvePlan {
        request: Request {
            goal: match (arguments.wld, arguments.level) {
                (true, _) => Goal::WinLossDraw,
                (false, None) => Goal::Exact,
                (false, Some(_)) => Goal::Best,
            },
            window: arguments.window()?,
            limits: Limits {
                nodes: arguments.nodes,
                move_time: arguments.time,
                ..Limits::default()
            },
            ..Request::default()
        },
        all_moves: arguments.all_moves,
        format: if arguments.json {
            RowFormat::Json
        } else if let Some(verbosity) = arguments.edax {
            let name = arguments.file.file_name().unwrap_or_default();
            RowFormat::Edax(EdaxTable::new(verbosity, &name.to_string_lossy()))
        } else {
            RowFormat::Columns {
                header: io::stdout().is_terminal(),
            }
        },
        independent: arguments.independent,
    };
    let input = open(&arguments.file)?;
    let mut searcher = Searcher::new(Settings {
        threads: arguments.threads(),
        hash_mib: arguments.hash_mib(),
        move_overhead: Duration::ZERO,
        level: arguments.level.unwrap_or(Settings::default().level),
        evaluation: Evaluation::named(&arguments.evaluation)?,
        ..Settings::default()
    })?;
    let mut progress = SolveProgress::new(&arguments.file);
    let totals = solve_lines(
        input,
        io::stdout().lock(),
        &plan,
        &mut searcher,
        &mut progress,
    );
    progress.finish();
    let totals = totals?;
    if arguments.edax.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    say(summary(&totals));
    Ok(exit_code(&totals))
}

impl Arguments {
    fn window(&self) -> Result<(Score, Score), CliError> {
        let Some(&[low, high]) = self.window.as_deref() else {
            return Ok((Score::MIN, Score::MAX));
        };
        let window = Window::new(low, high).ok_or_else(|| {
            let reason = "the lower number first, from -64 to 64 discs";
            wrong_arguments(format!("--window {low} {high}: {reason}"))
        })?;
        Ok(window.scores())
    }

    /// Results that depend on their lines alone come from one thread, unless something else is
    /// said.
    fn threads(&self) -> usize {
        if self.independent {
            self.threads.asked().unwrap_or(1)
        } else {
            self.threads.count()
        }
    }

    fn hash_mib(&self) -> usize {
        // A table that is emptied for each position must not take longer to empty than to fill.
        let default = if self.independent { 16 } else { 256 };
        self.hash.unwrap_or(default) as usize
    }
}

fn summary(totals: &Totals) -> String {
    let seconds = totals.searching.as_secs_f64();
    let millions = totals.nodes as f64 / 1e6;
    format!(
        "{}, {}, {} unproven, {}; {} nodes in {seconds:.3} s, {:.1} M nodes/s, {:.1} positions/s",
        counted(totals.positions, "position", "positions"),
        counted(totals.mismatches, "mismatch", "mismatches"),
        totals.unproven,
        counted(totals.malformed, "malformed line", "malformed lines"),
        totals.nodes,
        millions / seconds.max(1e-9),
        totals.positions as f64 / seconds.max(1e-9),
    )
}

fn exit_code(totals: &Totals) -> ExitCode {
    if totals.mismatches > 0 {
        ExitCode::from(MISMATCH)
    } else if totals.malformed > 0 {
        ExitCode::from(MALFORMED)
    } else {
        ExitCode::SUCCESS
    }
}
