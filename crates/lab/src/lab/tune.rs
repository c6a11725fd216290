//! `bianca-lab tune`: measures what the search's selectivity rests on, tunes the numbers that steer
//! it, and takes a bias out of the evaluation.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::train::parity;
use crate::train::probcut::{ErrorTable, FEWEST_ERRORS, ProbCutPlan, fit, measure};
use crate::train::samples::{self, SampleOptions};
use crate::train::tuning::{PairResult, Tuning, TuningLog, TuningOptions, tune};
use bianca_records::log::Existing;
use bianca_search::eval::{Evaluation, weights};
use bianca_search::request::StopFlag;
use bianca_search::search::{Parameters, Searcher, Settings};
use bianca_system::foreign::shown;

use super::typed;
use bianca::command_line::aside::say;
use bianca::command_line::numbers::positive;
use bianca::command_line::outputs::{OutputCheck, OutputKind};
use bianca::command_line::{CliError, wrong_arguments};

/// Measure what the search's selectivity rests on, tune the numbers that steer the search, or take
/// the bias of parity out of an evaluation.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Measure shallow searches against deep ones and print the model for src/search/probcut.model
    Probcut {
        /// Positions for the midgame and as many for the end
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = positive())]
        positions: usize,
        /// Deepest search in the midgame, plies
        #[arg(long, value_name = "PLIES", default_value_t = 11, value_parser = clap::value_parser!(u32).range(2..=20))]
        depth: u32,
        /// Most empty squares of positions searched to the end
        #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(10..=24))]
        end_empties: u32,
        /// Seed of the positions
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Print every measured deviation as well, in comment lines
        #[arg(long)]
        table: bool,
    },
    /// Make weights that find odd numbers of empty squares neither better nor worse than even ones
    ///
    /// What searches of one ply less and of so many plies find even numbers better by is measured
    /// on positions with exact labels; half of it is taken from the evaluation of even numbers and
    /// added to that of odd ones.
    Parity {
        /// Files of records; their exact labels are used, of positions that the search does not
        /// solve
        #[arg(required = true)]
        records: Vec<PathBuf>,
        /// Plies of the search
        #[arg(long, value_name = "PLIES", default_value_t = 11, value_parser = clap::value_parser!(u32).range(2..=20))]
        depth: u32,
        /// The evaluation to begin with: embedded, or a file of weights
        #[arg(long, value_name = "NAME", default_value_t = Evaluation::EMBEDDED.to_owned())]
        evaluation: String,
        /// File of weights to write
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Replace the output whatever it holds
        #[arg(long)]
        force: bool,
    },
    /// Tune the numbers of src/search/params.rs by pairs of games (SPSA), and print them
    ///
    /// Each pair is in the log before it counts. A run that was killed goes on with --resume and
    /// the same options; with all pairs in the log it only prints the numbers.
    Search {
        /// Keep each pair of games as a line of JSON in this file as it ends
        #[arg(long, value_name = "FILE")]
        log: PathBuf,
        /// Go on with the run of the log file, if it exists
        #[arg(long)]
        resume: bool,
        /// Pairs of games to play in all
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        pairs: u64,
        /// Positions to visit for each move
        #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Games at the same time
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        /// Seed of all that is drawn at random
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

/// Measures and prints.
///
/// # Errors
/// If there is no memory for a hash table, the log cannot be written or belongs to another run,
/// records or weights cannot be read, or weights cannot be written.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    match arguments.what {
        What::Probcut {
            positions,
            depth,
            end_empties,
            seed,
            table,
        } => {
            let plan = ProbCutPlan {
                positions,
                depth,
                end_empties,
                seed,
            };
            tune_probcut(plan, table)
        }
        What::Parity {
            records,
            depth,
            evaluation,
            output,
            force,
        } => {
            let inputs = records.iter().map(PathBuf::as_path);
            OutputCheck::new(inputs, force).check(Some(&output), OutputKind::Weights)?;
            tune_parity(records, depth, &evaluation, &output)
        }
        What::Search {
            log,
            resume,
            pairs,
            nodes,
            threads,
            seed,
        } => {
            let options = TuningOptions {
                nodes,
                pairs,
                seed,
                threads: threads.into(),
            };
            let existing = if resume {
                Existing::Resume
            } else {
                Existing::Refuse
            };
            let open = TuningLog::open(&log, existing)?;
            let (log, results) = open.begin(&options.header())?;
            tune_search(&options, log, results)
        }
    }
}

fn tune_search(
    options: &TuningOptions,
    log: TuningLog,
    results: Vec<PairResult>,
) -> Result<(), CliError> {
    let report = |tuning: &Tuning| {
        if tuning.results().is_multiple_of(100) {
            say(format_args!(
                "{} of {} pairs: {:?}",
                tuning.results(),
                options.pairs,
                tuning.values()
            ));
        }
    };
    let tuning = tune(options, log, results, &StopFlag::new(), &report)?;
    let mut output = io::stdout().lock();
    for (range, value) in Parameters::RANGES.iter().zip(tuning.values()) {
        writeln!(output, "{} {value} (was {})", range.name, range.value)?;
    }
    Ok(())
}

fn tune_parity(
    records: Vec<PathBuf>,
    depth: u32,
    evaluation: &str,
    output: &Path,
) -> Result<(), CliError> {
    let evaluation = Evaluation::named(evaluation)?;
    let network = evaluation.network();
    let exact = SampleOptions {
        exact_only: true,
        ..SampleOptions::default()
    };
    let files: Vec<_> = records.into_iter().map(|path| (path, exact)).collect();
    let data = samples::read(&files)?;
    let all = [data.train, data.test].concat();
    let mut searcher = Searcher::new(Settings {
        evaluation,
        ..Settings::default()
    })?;
    let bias = parity::measured(&mut searcher, &all, depth).ok_or_else(|| {
        format!(
            "the records have too few exact labels: of both parities, of positions that \
             searches of {depth} plies do not solve"
        )
    })?;
    let found = format!(
        "{} positions: {:+.2} discs for odd numbers of empty squares, {:+.2} for even ones",
        bias.positions, bias.discs, -bias.discs
    );
    let description = format!("{}\n{found}\n{}", typed(), network.description());
    weights::write(&parity::without(&network, bias.discs, description), output)?;
    writeln!(io::stdout(), "{found}")?;
    say(format_args!("{} written", shown(&output.to_string_lossy())));
    Ok(())
}

fn tune_probcut(plan: ProbCutPlan, table: bool) -> Result<(), CliError> {
    let ProbCutPlan {
        positions,
        depth,
        end_empties,
        seed,
    } = plan;
    let mut searcher = Searcher::new(Settings::default())?;
    let measured = measure(&mut searcher, &plan, &mut |done, all| {
        if done % 100 == 0 {
            log::info!("{done} of {all} positions");
        }
    });
    let model = fit(&measured).ok_or_else(|| {
        wrong_arguments(format!(
            "--positions {positions}: too few to fit a model to; an error must be seen {FEWEST_ERRORS} times to count"
        ))
    })?;
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "# bianca-lab tune probcut --positions {positions} --depth {depth} \
         --end-empties {end_empties} --seed {seed}"
    )?;
    writeln!(
        output,
        "# ln of the deviation in discs: 1, shallow plies, deep less shallow, empty squares"
    )?;
    if table {
        write_table(&mut output, "midgame", &measured.midgame)?;
        write_table(&mut output, "end", &measured.end)?;
    }
    write!(output, "{model}")?;
    Ok(())
}

fn write_table(output: &mut impl Write, name: &str, table: &ErrorTable) -> io::Result<()> {
    writeln!(
        output,
        "# {name}: empties deep shallow count mean deviation"
    )?;
    for ((empties, deep, shallow), errors) in table {
        let (mean, deviation) = (errors.mean(), errors.deviation());
        writeln!(
            output,
            "# {empties} {deep} {shallow} {} {mean:.2} {deviation:.2}",
            errors.count
        )?;
    }
    Ok(())
}
