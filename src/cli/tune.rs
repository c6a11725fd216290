//! `bianca tune`: measures what the search's selectivity rests on.

use std::io::{self, Write};

use clap::{Args, Subcommand};

use crate::search::{Searcher, Settings};
use crate::train::probcut::{ErrorTable, ProbCutPlan, fit, measure};

use super::CliError;

/// Measure what the search's selectivity rests on.
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
        #[arg(long, default_value_t = 1000)]
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
}

/// Measures and prints.
///
/// # Errors
/// If there is no memory for the hash table.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let What::Probcut {
        positions,
        depth,
        end_empties,
        seed,
        table,
    } = arguments.what;
    let plan = ProbCutPlan {
        positions,
        depth,
        end_empties,
        seed,
    };
    let mut searcher = Searcher::new(Settings::default())?;
    let measured = measure(&mut searcher, &plan, &mut |done, all| {
        if done % 100 == 0 {
            log::info!("{done} of {all} positions");
        }
    });
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "# bianca tune probcut --positions {positions} --depth {depth} \
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
    write!(output, "{}", fit(&measured))?;
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
