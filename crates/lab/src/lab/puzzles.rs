//! `bianca-lab puzzles`: the puzzles in the executable, chosen and packed.

use std::io::BufRead;
use std::path::PathBuf;

use clap::Args;

use crate::train::puzzles::{BANDS, band_of, chosen, tasks};
use bianca::command_line::aside::say;
use bianca::command_line::input;
use bianca::command_line::numbers::{counted, positive};
use bianca::command_line::{CliError, print, wrong_arguments};
use bianca_play::puzzles::builtin::{BuiltinPuzzle, pack};
use bianca_play::puzzles::line::PuzzleRow;
use bianca_system::files;
use bianca_system::foreign::shown;

/// Choose puzzles for the executable among many, as many of each kind and rating as there are, and
/// pack them
///
/// Reads what `bianca puzzles --json` has drawn; docs/puzzles.md says how that is made. Prints how
/// many of each kind and rating there are and were to choose from.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Files of puzzles, a line of JSON each
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many to choose
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = positive())]
    count: usize,
    /// The packed file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Replace it if it is there
    #[arg(long)]
    force: bool,
}

/// Runs the sub-command.
///
/// # Errors
/// If a file cannot be read or written, a line is no puzzle, or there are too few.
pub fn run(arguments: &Arguments) -> Result<(), CliError> {
    let output = arguments.output.to_string_lossy();
    if !arguments.force && arguments.output.exists() {
        let output = shown(&output);
        return Err(wrong_arguments(format_args!("{output} is there already")));
    }
    let all = read(&arguments.files)?;
    let puzzles = chosen(&all, arguments.count);
    if puzzles.len() < arguments.count {
        let there = counted(puzzles.len() as u64, "fit puzzle", "fit puzzles");
        return Err(format!("{} were to be chosen of {there}", arguments.count).into());
    }
    let packed = pack(&puzzles);
    let saved = files::save(&arguments.output, &packed);
    saved.map_err(|error| format!("{}: {error}", shown(&output)))?;
    report(&puzzles, &all)?;
    say(format_args!(
        "{}, {} bytes",
        counted(puzzles.len() as u64, "puzzle", "puzzles"),
        packed.len()
    ));
    Ok(())
}

fn read(paths: &[PathBuf]) -> Result<Vec<BuiltinPuzzle>, CliError> {
    let mut puzzles = Vec::new();
    for path in paths {
        for (number, line) in (1..).zip(input::open(path)?.lines()) {
            let name = input::name(path);
            let wrong =
                |error: &dyn std::fmt::Display| format!("{}, line {number}: {error}", shown(&name));
            let line = line.map_err(|error| wrong(&error))?;
            let (puzzle, _) = PuzzleRow::parse(&line).map_err(|error| wrong(&error))?;
            puzzles.extend(BuiltinPuzzle::of(&puzzle));
        }
    }
    Ok(puzzles)
}

/// A row for each task, a column for each band of ratings: chosen/there.
fn report(puzzles: &[BuiltinPuzzle], all: &[BuiltinPuzzle]) -> Result<(), CliError> {
    let bands = 0..BANDS.len() - 1;
    let names = bands.clone().map(|band| format!("{:>10}-", BANDS[band]));
    let mut text = format!("{:<14}{}\n", "", names.collect::<String>());
    for (task, name) in tasks() {
        text += &format!("{name:<14}");
        for band in bands.clone() {
            let count = |puzzles: &[BuiltinPuzzle]| {
                let of_cell = puzzles
                    .iter()
                    .filter(|puzzle| task.holds(puzzle) && band_of(puzzle) == band);
                of_cell.count()
            };
            text += &format!("{:>5}/{:<5}", count(puzzles), count(all));
        }
        text = text.trim_end().to_owned() + "\n";
    }
    Ok(print(&text)?)
}
