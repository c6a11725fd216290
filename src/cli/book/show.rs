//! `bianca book show` and `bianca book stat`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::{is_built_in, readable};
use crate::command_line::CliError;
use bianca_play::book::{Lookup, moves_of};
use bianca_records::opening::Named;
use bianca_records::record::position::parse_position;

/// Arguments of `bianca book show`.
#[derive(Args)]
pub struct ShowArguments {
    /// The book: a file, or builtin.
    book: PathBuf,
    /// The position: moves from the start, or a board with the side to move.
    #[arg(default_value = "", allow_hyphen_values = true)]
    position: String,
}

/// Arguments of `bianca book stat`.
#[derive(Args)]
pub struct StatArguments {
    /// The book: a file, or builtin.
    book: PathBuf,
}

/// Says what the book knows of a position.
pub fn show(arguments: ShowArguments) -> Result<(), CliError> {
    let store = readable(&arguments.book)?;
    let game = parse_position(&arguments.position)?;
    let position = game.position();
    let mut output = io::stdout().lock();
    if let Some(named) = Named::of_game(&game) {
        writeln!(output, "opening: {named}, {} moves", named.turns())?;
    }
    let Some((place, entry)) = store.find_any(position)? else {
        writeln!(output, "not in the book")?;
        return Ok(());
    };
    writeln!(
        output,
        "score {} for {}, proven between {} and {}; depth {}, confidence {} %; {} lines",
        place.score(entry.score),
        game.to_move(),
        place.score(if place.passed {
            entry.upper
        } else {
            entry.lower
        }),
        place.score(if place.passed {
            entry.lower
        } else {
            entry.upper
        }),
        entry.depth,
        entry.confidence,
        entry.lines
    )?;
    for known in moves_of(&store, position)? {
        let how = match (known.depth, known.proven) {
            (_, true) => "proven".to_owned(),
            (0, _) => "glanced at".to_owned(),
            (depth, _) => format!("{depth}@{}%", known.confidence),
        };
        let leaf = if known.is_leaf {
            "  leads out of the book"
        } else {
            ""
        };
        writeln!(
            output,
            "{:>4} {:>7}  {how}{leaf}",
            known.square.to_string(),
            known.score.to_string()
        )?;
    }
    Ok(())
}

/// Says how many positions of which kind the book has.
pub fn stat(arguments: StatArguments) -> Result<(), CliError> {
    let store = readable(&arguments.book)?;
    let (file, learned) = store.counts();
    let mut layers = [[0_u64; 4]; 61];
    for entry in store.entries() {
        let entry = entry?;
        let layer = &mut layers[(entry.position.empties() as usize).min(60)];
        let kinds = [
            true,
            entry.expanded,
            entry.leaf.is_some(),
            entry.is_proven(),
        ];
        for (count, is_one) in layer.iter_mut().zip(kinds) {
            *count += u64::from(is_one);
        }
    }
    let mut output = io::stdout().lock();
    if is_built_in(&arguments.book) {
        writeln!(output, "{learned} positions in the executable")?;
    } else {
        writeln!(
            output,
            "{file} positions in the file, {learned} learned since"
        )?;
    }
    writeln!(output, "moves  positions   expanded     leaves     proven")?;
    let mut sums = [0; 4];
    for (empties, layer) in layers
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, layer)| layer[0] > 0)
    {
        writeln!(
            output,
            "{:>5} {:>10} {:>10} {:>10} {:>10}",
            60 - empties,
            layer[0],
            layer[1],
            layer[2],
            layer[3]
        )?;
        for (sum, count) in sums.iter_mut().zip(layer) {
            *sum += count;
        }
    }
    writeln!(
        output,
        "  all {:>10} {:>10} {:>10} {:>10}",
        sums[0], sums[1], sums[2], sums[3]
    )?;
    Ok(())
}
