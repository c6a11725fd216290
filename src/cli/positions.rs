//! `bianca positions`: positions of random games, to solve or to measure with.

use std::io::{self, ErrorKind, Write};

use clap::Args;

use crate::command_line::CliError;
use bianca_records::record::board::write_board;
use bianca_records::record::transcript::write_transcript;
use bianca_rules::othello::random::RandomGames;

/// Draw positions of random games.
///
/// Each comes from a game of its own, played by two players who choose every legal move with the
/// same probability, and has a move to make. The same seed gives the same positions again.
#[derive(Args)]
pub struct Arguments {
    /// Empty squares of each position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    empties: u32,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// What the games are drawn with.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the games' moves instead of boards.
    #[arg(long)]
    transcripts: bool,
}

/// Writes them, a line each.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    let games = RandomGames::new(arguments.empties, arguments.seed);
    let write = || -> io::Result<()> {
        for game in games.take(arguments.count) {
            if arguments.transcripts {
                let moves = game.turns().iter().map(|&(_, mv)| mv);
                writeln!(output, "{}", write_transcript(moves))?;
            } else {
                writeln!(output, "{}", write_board(game.position(), game.to_move()))?;
            }
        }
        output.flush()
    };
    match write() {
        // Nobody reads any more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}
