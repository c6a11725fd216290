//! `bianca datagen`: plays games against itself and records them.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use clap::Args;

use crate::engine::StopFlag;
use crate::train::datagen::{self, Options, Progress};

use super::Failure;

/// How often the progress is told.
const EVERY: Duration = Duration::from_secs(10);

/// Arguments of `bianca datagen`.
///
/// The run may be killed at any time and started again: it goes on until the file holds as many
/// games as asked for.
#[derive(Args, Debug)]
pub struct Arguments {
    /// File of records to append to
    file: PathBuf,
    /// Games that the file shall hold
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Plies of the midgame search
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Solve exactly from this many empty squares
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    exact: u32,
    /// Most random moves that open a game; few are drawn more often than many
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u32).range(4..=58))]
    opening: u32,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seed of all that is drawn at random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the sub-command.
///
/// # Errors
/// If the records cannot be written or memory is short.
pub fn run(args: Arguments) -> Result<(), Failure> {
    let options = Options {
        path: args.file,
        games: args.games,
        depth: args.depth,
        exact: args.exact,
        opening: args.opening,
        threads: args.threads.into(),
        seed: args.seed,
    };
    let started = Instant::now();
    let told = Mutex::new(None);
    let tell = |progress: Progress| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, last) = *told.get_or_insert((progress.games.saturating_sub(1), started));
        if last.elapsed() >= EVERY {
            let seconds = started.elapsed().as_secs_f64();
            eprintln!(
                "{} of {} games, {:.1} games and {:.0} positions a second",
                progress.games,
                options.games,
                (progress.games - first) as f64 / seconds,
                progress.labels as f64 / seconds
            );
            *told = Some((first, Instant::now()));
        }
    };
    let end = datagen::run(&options, &StopFlag::new(), &tell)?;
    eprintln!(
        "{} holds {} games; {} positions labelled",
        options.path.display(),
        end.games,
        end.labels
    );
    Ok(())
}
