//! `bianca-lab train`: makes the weights of the evaluation from game records.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use crate::train::accuracy::Accuracy;
use crate::train::checkpoint::{Checkpoint, Identity};
use crate::train::samples::{self, Sample, SampleOptions, Samples};
use crate::train::trainer::{Trainer, TrainingOptions};
use bianca_search::eval::network::{Network, STAGES_MAX};
use bianca_search::eval::{Evaluation, weights};
use bianca_system::files;
use bianca_system::foreign::shown;

use super::numbers::{discs, prior, rate, share};
use super::typed;
use bianca::command_line::aside::say;
use bianca::command_line::outputs::{OutputCheck, OutputKind};
use bianca::command_line::{CliError, wrong_arguments};

/// Make the weights of the evaluation from game records.
///
/// A checkpoint is written beside the weights after every epoch, in a file of the same name with
/// .checkpoint behind it; a run that was stopped and is started again with --resume, the same
/// options and the same records goes on from there.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Files of records
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// File of records of which only the exact labels are used; may be given several times
    #[arg(long, value_name = "RECORDS")]
    exact_only: Vec<PathBuf>,
    /// File of weights to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Stages of the game, each with a set of rows of its own
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u8).range(1..=STAGES_MAX as i64))]
    stages: u8,
    /// Visits of each position
    #[arg(long, value_name = "N", default_value_t = TrainingOptions::default().epochs,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// First step of the rows
    #[arg(long, value_name = "RATE", default_value_t = TrainingOptions::default().row_rate, value_parser = rate)]
    row_rate: f32,
    /// First step of the output layers
    #[arg(long, value_name = "RATE", default_value_t = TrainingOptions::default().head_rate, value_parser = rate)]
    head_rate: f32,
    /// Squared gradient that a row is taken to have seen before its first
    #[arg(long, value_name = "NUMBER", default_value_t = TrainingOptions::default().prior, value_parser = prior)]
    prior: f32,
    /// What the steps shrink to in the end, as a share of the first
    #[arg(long, value_name = "SHARE", default_value_t = TrainingOptions::default().last_rate, value_parser = share)]
    last_rate: f32,
    /// Share of a label that comes from what the game led to
    #[arg(long, value_name = "SHARE", default_value_t = SampleOptions::default().lambda, value_parser = share)]
    lambda: f32,
    /// Visits more of each position that a move drawn at random led to or that was labelled by
    /// itself
    #[arg(long, value_name = "N", default_value_t = 0)]
    after_random: u8,
    /// Let positions count less the further from even they are: half at so many discs, a fifth at
    /// twice as many
    #[arg(long, value_name = "DISCS", value_parser = discs)]
    even: Option<f32>,
    /// Begin with these weights instead of random ones: a file, or embedded
    #[arg(long, value_name = "FILE|embedded")]
    from: Option<String>,
    /// Leave out of the rows what matters least, so that the file takes at most so many bytes
    /// besides its description
    #[arg(long, value_name = "N", conflicts_with = "stages")]
    bytes: Option<usize>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seed of all that is drawn at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Go on from the checkpoint, if there is one
    #[arg(long)]
    resume: bool,
    /// Replace the output whatever it holds
    #[arg(long)]
    force: bool,
}

/// Visits in an epoch that each output layer gets at least, as long as it has any positions.
const HEAD_LEAST: usize = 10_000;

/// Runs the sub-command.
///
/// # Errors
/// If the records or the checkpoint cannot be read, or the weights cannot be written.
pub fn run(args: Arguments) -> Result<(), CliError> {
    let started = Instant::now();
    let inputs = args.records.iter().chain(&args.exact_only);
    let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
    let checkpoint = checkpoint_of(&args.output);
    let mut outputs = OutputCheck::new(inputs, args.force);
    outputs.check(Some(&args.output), OutputKind::Weights)?;
    outputs.check(Some(&checkpoint), OutputKind::Own)?;
    if args.output.exists() {
        // A checkpoint has no place beside a device.
        files::check(&args.output, u64::MAX)
            .map_err(|error| format!("{}: {error}", args.output.display()))?;
    }
    let mut data = samples::read(&args.files())?;
    if data.train.is_empty() {
        return Err("the records hold no labelled positions".into());
    }
    say(format_args!(
        "{} games, {} labels: {} positions to train on, {} to test on ({:.0} s)",
        data.games,
        data.labels,
        data.train.len(),
        data.test.len(),
        started.elapsed().as_secs_f64()
    ));
    let positions = data.train.len();
    samples::repeat_rare(&mut data.train, HEAD_LEAST, args.after_random.into());
    let options = args.options();
    let start = args.from.as_deref().map(Evaluation::named).transpose()?;
    let start = start.map(|evaluation| evaluation.network());
    let start = start.as_deref();
    let identity = Identity::of(&options, &data.train).beginning_with(start);
    let mut checkpoint = Checkpoint::open(&checkpoint, identity)?;
    let resumed = if args.resume {
        checkpoint.resume(options)?
    } else {
        None
    };
    let mut trainer = resumed.unwrap_or_else(|| match start {
        Some(network) => Trainer::beginning_with(options, network),
        None => Trainer::new(options),
    });
    while !trainer.is_done() {
        let error = trainer.epoch(&mut data.train);
        checkpoint.save(&trainer)?;
        say(format_args!(
            "epoch {}: squared error {error:.2}; {} ({:.0} s)",
            trainer.epochs_done(),
            held_out(&trainer, &data.test),
            started.elapsed().as_secs_f64()
        ));
    }

    let network = match args.bytes {
        Some(bytes) => trainer.thinned(&data.train, bytes).ok_or_else(|| {
            wrong_arguments(format!(
                "--bytes {bytes}: too few, whatever is left out; with more and --resume nothing is trained again"
            ))
        })?,
        None => trainer.network(String::new()),
    };
    let description = described(&network, &data, positions);
    weights::write(&network.described(description.clone()), &args.output)?;
    writeln!(io::stdout(), "{description}")?;
    say(format_args!(
        "{} written after {:.0} s",
        shown(&args.output.to_string_lossy()),
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

impl Arguments {
    /// The files of records, and how each is read.
    fn files(&self) -> Vec<(PathBuf, SampleOptions)> {
        let reading = SampleOptions {
            lambda: self.lambda,
            ..SampleOptions::default()
        };
        let exact = SampleOptions {
            exact_only: true,
            ..reading
        };
        let files = self.records.iter().map(|path| (path.clone(), reading));
        let exact_only = self.exact_only.iter().map(|path| (path.clone(), exact));
        files.chain(exact_only).collect()
    }

    fn options(&self) -> TrainingOptions {
        TrainingOptions {
            stages: self.stages.into(),
            epochs: self.epochs,
            row_rate: self.row_rate,
            head_rate: self.head_rate,
            prior: self.prior,
            last_rate: self.last_rate,
            even: self.even,
            threads: self.threads.into(),
            seed: self.seed,
        }
    }
}

/// The errors on what is held out, if anything is.
fn held_out(trainer: &Trainer, test: &[Sample]) -> String {
    if test.is_empty() {
        return "nothing held out".to_owned();
    }
    let all = Accuracy::of(&trainer.network(String::new()), test).all();
    format!("held out {:.3}, mean {:.3}", all.mean_square(), all.mean())
}

/// What stands before the numbers in a file of weights: the command that made them from so many
/// positions, and their errors on those held out.
fn described(network: &Network, data: &Samples, positions: usize) -> String {
    format!(
        "{}\n{} games, {} labels, {positions} positions; {} held out\n{}",
        typed(),
        data.games,
        data.labels,
        data.test.len(),
        Accuracy::of(network, &data.test)
    )
}

/// The checkpoint beside a file of weights: the whole name counts, so that `v1.0` and `v1.1` have
/// one each.
fn checkpoint_of(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}
