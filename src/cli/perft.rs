//! `bianca perft`: the number of move paths, and how fast they were counted.

use std::io::{self, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::command_line::{CliError, wrong_arguments};
use bianca_records::record::position::parse_position;
use bianca_rules::othello::perft::{PassRule, perft};

/// Count the move paths from a position, to prove and time the move generator.
#[derive(Args)]
pub struct Arguments {
    /// Plies of each path.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// How a pass counts.
    #[arg(long, value_enum, default_value_t = Rule::PassPly)]
    rule: Rule,
    /// Start from this board, for example "----…---- X", or after these moves, instead of the start
    /// of the game.
    #[arg(
        long,
        value_name = "POSITION",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    board: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Rule {
    /// A pass is a ply.
    PassPly,
    /// A pass is no ply.
    NoPly,
}

/// Counts and prints one line.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let game = parse_position(&arguments.board).map_err(wrong_arguments)?;
    let position = game.position();
    let rule = match arguments.rule {
        Rule::PassPly => PassRule::OnePly,
        Rule::NoPly => PassRule::NoPly,
    };
    let start = Instant::now();
    let leaves = perft(position, arguments.depth, rule);
    let seconds = start.elapsed().as_secs_f64();
    writeln!(
        io::stdout(),
        "{leaves} leaves in {seconds:.3} s, {:.1} M leaves/s",
        leaves as f64 / seconds.max(1e-9) / 1e6
    )?;
    Ok(())
}
