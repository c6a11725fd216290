//! `bianca book grow`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::command_line::complaints::complain;
use crate::command_line::progress::bar;
use crate::command_line::threads::AllProcessors;
use crate::command_line::{CliError, MALFORMED};
use bianca_play::book::Place;
use bianca_play::book::grow::{Aim, Growth, grow, list_wanted};
use bianca_play::book::score::{Scorer, Scoring};
use bianca_protocol::solving::lines::{next_line, parse_line};
use bianca_records::record::board::write_board;
use bianca_rules::othello::Color;
use bianca_search::request::{Score, StopFlag};

/// Arguments of `bianca book grow`.
///
/// The run may be killed at any time and started again: every position that was searched is kept
/// at once. Each thread searches positions of its own.
#[derive(Args)]
pub struct Arguments {
    /// The book, which is made if it is not there.
    book: PathBuf,
    #[command(flatten)]
    aim: AimArguments,
    #[command(flatten)]
    scoring: ScoringArguments,
    /// Stop after so many hours.
    #[arg(long, value_name = "HOURS", value_parser = hours)]
    hours: Option<Duration>,
    /// Stop after so many positions.
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Write this many positions that are to be searched next, and search none: for bianca book
    /// score on other machines, whose lines bianca book import takes.
    #[arg(long, value_name = "N", conflicts_with_all = ["hours", "positions"])]
    wanted: Option<usize>,
    #[command(flatten)]
    threads: AllProcessors,
}

/// Which positions matter.
#[derive(Args)]
pub struct AimArguments {
    /// Most discs that the opponent's moves may lose on the way to a position.
    #[arg(long, value_name = "DISCS", default_value = "4", value_parser = discs)]
    error: Score,
    /// Most discs that the book's own moves may lose on the way to a position.
    #[arg(long, value_name = "DISCS", default_value = "1", value_parser = discs)]
    variety: Score,
    /// A loss of one disc counts as much as so many plies more.
    #[arg(long, value_name = "PLIES", default_value_t = 2.0, value_parser = plies_per_disc)]
    plies_per_disc: f64,
    /// Expand no position with fewer empty squares.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=60))]
    least_empties: u32,
}

impl AimArguments {
    /// The aim.
    pub fn aim(&self) -> Aim {
        Aim {
            error: self.error,
            variety: self.variety,
            plies_per_disc: self.plies_per_disc.clamp(0.0, 60.0),
            least_empties: self.least_empties,
        }
    }
}

/// How positions are scored.
#[derive(Args)]
pub struct ScoringArguments {
    /// Plies of the search that scores a position, one more if its empty squares are odd and these
    /// even, or the other way round.
    #[arg(long, value_name = "PLIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Solve exactly from so many empty squares.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    exact: u32,
    /// Size of each thread's hash table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
}

impl ScoringArguments {
    /// The scoring.
    pub fn scoring(&self) -> Scoring {
        Scoring {
            depth: self.depth,
            exact: self.exact,
            scan_depth: (self.depth / 2).max(1),
            hash_mib: self.hash as usize,
        }
    }
}

/// A number of discs.
pub fn discs(text: &str) -> Result<Score, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (0.0..=64.0).contains(number));
    let number: f64 = number.ok_or_else(|| "a number of discs from 0 to 64 expected".to_owned())?;
    Ok(Score::from_fraction(number))
}

fn plies_per_disc(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (0.0..=60.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 60 expected".to_owned())
}

fn hours(text: &str) -> Result<Duration, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (0.0..=1e5).contains(number));
    let number: f64 = number.ok_or_else(|| "a number of hours expected".to_owned())?;
    Ok(Duration::from_secs_f64(number * 3600.0))
}

/// Grows a book.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let growth = Growth {
        aim: arguments.aim.aim(),
        scoring: arguments.scoring.scoring(),
        time: arguments.hours,
        positions: arguments.positions,
        threads: arguments.threads.count(),
    };
    if let Some(most) = arguments.wanted {
        let mut output = io::stdout().lock();
        for position in list_wanted(&arguments.book, &growth, most)? {
            writeln!(output, "{}", write_board(position, Color::Black))?;
        }
        return Ok(());
    }
    let bar = bar(arguments.positions, "positions");
    let grown = grow(&arguments.book, &growth, &StopFlag::new(), &|grown| {
        bar.set_position(grown.added);
    })?;
    bar.finish_and_clear();
    writeln!(
        io::stdout(),
        "{} positions added, {} expanded{}",
        grown.added,
        grown.expanded,
        if grown.complete {
            "; nothing is left within the aim"
        } else {
            ""
        }
    )?;
    Ok(())
}

/// Arguments of `bianca book score`.
///
/// Reads positions (boards or moves) a line each and writes `POSITION;SCORE;DEPTH;CONFIDENCE;BEST`
/// for each, which bianca book import takes in any order. A line depends on nothing but its own
/// position, so that lines can be spread over processes and machines. A line that cannot be read is
/// told on standard error, and the exit code is 4 at the end.
#[derive(Args)]
pub struct ScoreArguments {
    #[command(flatten)]
    scoring: ScoringArguments,
}

/// Scores the lines of the standard input.
pub fn score(arguments: ScoreArguments) -> Result<ExitCode, CliError> {
    let mut scorer = Scorer::new(arguments.scoring.scoring())?;
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut number = 0_u64;
    let mut code = ExitCode::SUCCESS;
    while let Some(line) = next_line(&mut input)? {
        number += 1;
        let problem = match line.and_then(|line| parse_line(&line)) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(error) => {
                complain(&format_args!("line {number}"), &error);
                code = ExitCode::from(MALFORMED);
                continue;
            }
        };
        let Some(place) = Place::of(problem.position) else {
            complain(&format_args!("line {number}"), &"the game is over");
            code = ExitCode::from(MALFORMED);
            continue;
        };
        let Some(entry) = scorer.score(place.position, &StopFlag::new()) else {
            continue;
        };
        let best = entry.best.map(|best| place.symmetry.inverse().square(best));
        writeln!(
            output,
            "{};{};{};{};{}",
            write_board(problem.position, problem.to_move),
            place.score(entry.score),
            entry.depth,
            entry.confidence,
            best.map_or(String::new(), |best| best.to_string())
        )?;
        output.flush()?;
    }
    Ok(code)
}
