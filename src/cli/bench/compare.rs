//! Two executables side by side: who needs less time for the same positions.
//!
//! They run by turns, one at a time, so that whatever else the machine does meets both alike.
//! Times are compared round by round; the median says how they stand and the range how far that
//! can be trusted.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::Measured;
use crate::cli::CliError;

/// All that one run measured, in the order of the positions.
type Run = Vec<Measured>;

/// Runs this executable and `other` with `options`, `rounds` times each, and prints the seconds
/// of every position and the ratio of the totals.
pub(super) fn run(other: &Path, rounds: usize, options: &[String]) -> Result<(), CliError> {
    let this = env::current_exe()?;
    let mut ours = Vec::with_capacity(rounds);
    let mut theirs = Vec::with_capacity(rounds);
    for round in 0..rounds {
        // Now one goes first, now the other; at first the one that might not be there.
        if round % 2 == 0 {
            theirs.push(bench(other, options)?);
            ours.push(bench(&this, options)?);
        } else {
            ours.push(bench(&this, options)?);
            theirs.push(bench(other, options)?);
        }
    }
    if theirs.iter().any(|run| run.len() != ours[0].len()) {
        return Err(format!("{} searches other positions", other.display()).into());
    }
    print(&ours, &theirs, other)
}

fn bench(executable: &Path, options: &[String]) -> Result<Run, CliError> {
    let name = executable.display();
    let output = Command::new(executable)
        .args(["bench", "--json"])
        .args(options)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run {name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} bench --json failed: {}", output.status).into());
    }
    let text = String::from_utf8(output.stdout)?;
    let mut lines: Vec<&str> = text.lines().collect();
    // The totals.
    lines.pop();
    let run: Result<Run, _> = lines.into_iter().map(serde_json::from_str).collect();
    match run {
        Ok(run) if !run.is_empty() => Ok(run),
        Ok(_) => Err(format!("{name} bench --json measured nothing").into()),
        Err(error) => Err(format!("{name} bench --json: {error}").into()),
    }
}

fn print(ours: &[Run], theirs: &[Run], other: &Path) -> Result<(), CliError> {
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "position empties depth      nodes      nodes   seconds   seconds  ratio (this, {})",
        other.display()
    )?;
    for (index, (mine, their)) in ours[0].iter().zip(&theirs[0]).enumerate() {
        let seconds = |runs: &[Run]| median(runs.iter().map(|run| run[index].seconds).collect());
        let (mine_seconds, their_seconds) = (seconds(ours), seconds(theirs));
        writeln!(
            output,
            "{:8} {:7} {:5} {:10} {:10} {mine_seconds:9.4} {their_seconds:9.4} {:6.3}",
            mine.position,
            mine.empties,
            mine.depth,
            mine.nodes,
            their.nodes,
            ratio(mine_seconds, their_seconds)
        )?;
    }
    let totals = |runs: &[Run]| -> Vec<f64> {
        runs.iter()
            .map(|run| run.iter().map(|measured| measured.seconds).sum())
            .collect()
    };
    let (ours, theirs) = (totals(ours), totals(theirs));
    let ratios: Vec<f64> = ours
        .iter()
        .zip(&theirs)
        .map(|(&a, &b)| ratio(a, b))
        .collect();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = ratios.iter().copied().fold(0.0, f64::max);
    writeln!(
        output,
        "total {:.3} s against {:.3} s: ratio {:.3}, from {least:.3} to {greatest:.3} in {} rounds",
        median(ours),
        median(theirs),
        median(ratios.clone()),
        ratios.len()
    )?;
    Ok(())
}

/// Our time to theirs: below 1 if this executable is the faster.
fn ratio(ours: f64, theirs: f64) -> f64 {
    ours / theirs.max(1e-9)
}

/// The middle value; the mean of the two in the middle if their number is even.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        (values[middle - 1] + values[middle]) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
