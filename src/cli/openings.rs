//! `bianca openings`: a list of openings, and the arguments by which any command asks for one.

use std::io::{self, Write};

use clap::Args;
use rand::RngExt;

use super::Failure;
use crate::arena::opening::{Balance, Opening, parse_openings, random_openings};
use crate::engine::Score;
use crate::search::{Searcher, Settings};

/// How many openings to list, and which.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    openings: OpeningArguments,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
}

/// Which openings.
#[derive(Args)]
pub struct OpeningArguments {
    /// A file with a transcript or a board on each line, or random:PLIES.
    #[arg(long, value_name = "FILE|random:PLIES", default_value = "random:8")]
    openings: String,
    /// Keep only random openings that Bianca finds within this many discs of even.
    #[arg(long, value_name = "DISCS")]
    balance: Option<f64>,
    /// How many plies deep it looks for that.
    #[arg(long, value_name = "PLIES", default_value_t = 10)]
    balance_depth: u32,
    /// Draws the same openings, and the same games of random players, again.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl OpeningArguments {
    /// The openings, `count` of them if they are random, and the seed that drew them.
    pub fn openings(&self, count: usize) -> Result<(Vec<Opening>, u64), Failure> {
        // Short enough to be typed again.
        let drawn_seed = || rand::rng().random_range(0..1_000_000);
        let seed = self.seed.unwrap_or_else(drawn_seed);
        let Some(plies) = self.openings.strip_prefix("random:") else {
            let path = &self.openings;
            let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            let openings = parse_openings(&text).map_err(|error| format!("{path}: {error}"))?;
            return Ok((openings, seed));
        };
        let plies = plies.parse().ok().filter(|plies| *plies <= 50);
        let plies = plies.ok_or_else(|| {
            format!(
                "--openings {}: a number of plies up to 50 must follow random:",
                self.openings
            )
        })?;
        let mut searcher;
        let balance = match self.balance {
            None => None,
            Some(discs) if (0.0..=64.0).contains(&discs) => {
                searcher = Searcher::new(Settings::default())?;
                Some(Balance {
                    searcher: &mut searcher,
                    depth: self.balance_depth,
                    within: Score((discs * f64::from(Score::DISC)) as i32),
                })
            }
            Some(discs) => return Err(format!("--balance {discs}: give 0 to 64 discs").into()),
        };
        let openings = random_openings(plies, count, seed, balance, &mut |_| {})?;
        Ok((openings, seed))
    }

    /// Where the openings are from, for a record.
    pub fn source(&self) -> String {
        match self.balance {
            Some(discs) => format!("{} within {discs}", self.openings),
            None => self.openings.clone(),
        }
    }
}

/// Prints the openings, one a line, under a comment that tells how to get them again.
pub fn run(arguments: Arguments) -> Result<(), Failure> {
    let (openings, seed) = arguments.openings.openings(arguments.count)?;
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "# {} openings, {}, seed {seed}",
        openings.len(),
        arguments.openings.source()
    )?;
    for opening in openings {
        writeln!(output, "{}", opening.text)?;
    }
    Ok(())
}
