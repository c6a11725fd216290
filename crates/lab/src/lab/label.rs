//! `bianca-lab label`: labels single positions by deep searches.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use crate::train::label::{Below, Draw, LabelOptions, drawn, first_plies, run as label};
use bianca_search::eval::Evaluation;
use bianca_search::request::StopFlag;
use bianca_system::foreign::shown;

use bianca::command_line::aside::say;
use bianca::command_line::numbers::positive;
use bianca::command_line::outputs::{OutputCheck, OutputKind};
use bianca::command_line::progress::bar;
use bianca::command_line::{CliError, wrong_arguments};

/// Label positions one by one by deep searches, to train on or to measure with.
///
/// The run may be killed at any time and started again: positions that the file holds already are
/// left out.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("which").required(true)))]
pub struct Arguments {
    /// File of records to append to
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Label all positions after at most so many moves, up to symmetry
    #[arg(long, value_name = "N", group = "which", value_parser = clap::value_parser!(u32).range(0..=11))]
    plies: Option<u32>,
    /// Label positions drawn from the games of this file of records
    #[arg(long, group = "which", value_name = "RECORDS")]
    from: Option<PathBuf>,
    /// Most positions to draw from one game
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "plies", value_parser = positive())]
    each: usize,
    /// Share of the drawn positions that are one random move beside their game
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, conflicts_with = "plies", value_parser = share)]
    beside: f64,
    /// Take, instead of each position that is drawn, one up to so many plies below it, as a search
    /// meets them: one side plays well, the other any of its moves
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["plies", "beside"],
          value_parser = clap::value_parser!(u32).range(1..=20))]
    below: Option<u32>,
    /// Positions to draw
    #[arg(
        long,
        value_name = "N",
        default_value_t = 6000,
        conflicts_with = "plies",
        value_parser = positive()
    )]
    count: usize,
    /// Fewest empty squares of a drawn position
    #[arg(long, value_name = "N", default_value_t = 12, conflicts_with = "plies",
          value_parser = clap::value_parser!(u32).range(1..=59))]
    empties_from: u32,
    /// Most empty squares of a drawn position
    #[arg(long, value_name = "N", default_value_t = 52, conflicts_with = "plies",
          value_parser = clap::value_parser!(u32).range(1..=59))]
    empties_to: u32,
    /// Draw only positions that the games themselves label with so many discs at most
    #[arg(long, value_name = "DISCS", conflicts_with = "plies",
          value_parser = clap::value_parser!(u32).range(0..=64))]
    even: Option<u32>,
    /// What positions are drawn with
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "plies")]
    seed: u64,
    /// Plies of the search
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Solve exactly from this many empty squares
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    exact: u32,
    /// What the searches are built over: embedded, or a file of weights
    #[arg(long, value_name = "NAME", default_value_t = Evaluation::EMBEDDED.to_owned())]
    evaluation: String,
    /// Positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

fn share(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "give a number from 0 to 1".to_owned())
}

/// Runs the sub-command.
///
/// # Errors
/// If records or weights cannot be read, records cannot be written, memory is short, or the range
/// of empty squares is empty.
pub fn run(args: Arguments) -> Result<(), CliError> {
    OutputCheck::new(args.from.as_deref(), false).check(Some(&args.output), OutputKind::Own)?;
    let positions = match (args.plies, &args.from) {
        (Some(plies), _) => first_plies(plies),
        (None, Some(from)) => {
            if args.empties_from > args.empties_to {
                return Err(wrong_arguments(
                    "there is no number of empty squares in that range",
                ));
            }
            let draw = Draw {
                count: args.count,
                each: args.each,
                empties: (args.empties_from, args.empties_to),
                beside: if args.below.is_some() {
                    0.0
                } else {
                    args.beside
                },
                even: args.even,
                seed: args.seed,
            };
            let positions = drawn(from, &draw)?;
            if positions.is_empty() {
                let from = from.display();
                return Err(
                    format!("{from} holds no such positions: there is nothing to label").into(),
                );
            }
            positions
        }
        (None, None) => unreachable!("clap asks for one of the two"),
    };
    let options = LabelOptions {
        evaluation: Evaluation::named(&args.evaluation)?,
        path: args.output,
        depth: args.depth,
        exact: args.exact,
        threads: args.threads.into(),
        below: args.below.map(|plies| Below {
            plies,
            seed: args.seed,
        }),
    };
    let bar = bar(Some(positions.len() as u64), "labels");
    let count = label(&options, &positions, &StopFlag::new(), &|done| {
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    say(format_args!(
        "{} holds {count} labels",
        shown(&options.path.to_string_lossy())
    ));
    Ok(())
}
