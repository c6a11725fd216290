//! `bianca perft`: the number of move paths, and how fast they were counted.

use std::io::{self, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::command_line::{CliError, wrong_arguments};
use crate::othello::perft::{PassRule, perft};
use crate::othello::{Color, Position};
use crate::record::board::parse_board;

/// Count the move paths from a position, to prove and time the move generator.
#[derive(Args)]
pub struct Arguments {
    /// Plies of each path.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// How a pass counts.
    #[arg(long, value_enum, default_value_t = Rule::PassPly)]
    rule: Rule,
    /// Start from this board, for example "----…---- X", instead of the start of the game.
    #[arg(long, value_name = "SQUARES SIDE", allow_hyphen_values = true)]
    board: Option<String>,
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
    let (position, _) = match &arguments.board {
        Some(text) => parse_board(text).map_err(wrong_arguments)?,
        None => (Position::START, Color::Black),
    };
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
