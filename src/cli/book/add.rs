//! `bianca book add`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::grow::ScoringArguments;
use crate::command_line::complaints::complain;
use crate::command_line::input::{is_standard, name};
use crate::command_line::progress::bar;
use crate::command_line::{CliError, MALFORMED};
use bianca_play::book::learn::{Extent, learn_game};
use bianca_play::book::score::Scorer;
use bianca_play::book::store::Learner;
use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::{FileEntry, GameReader};
use bianca_search::request::StopFlag;

/// Arguments of `bianca book add`.
///
/// The positions of each game are searched, from its last to its first, and what there was instead
/// of the moves that were played. Each game is kept before the next is begun.
/// One that cannot be read is told on standard error, and the exit code is 4 at the end.
#[derive(Args)]
pub struct Arguments {
    /// The book, which is made if it is not there.
    book: PathBuf,
    /// The games, in any format; - is the standard input.
    games: PathBuf,
    /// The format of the games.
    #[arg(long, value_name = "FORMAT")]
    from: Option<FileFormat>,
    /// Learn so many moves of each game at most.
    #[arg(long, value_name = "N", default_value_t = 60)]
    moves: usize,
    /// Learn no position with fewer empty squares.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=60))]
    least_empties: u32,
    #[command(flatten)]
    scoring: ScoringArguments,
}

/// Learns the games.
pub fn run(arguments: Arguments) -> Result<ExitCode, CliError> {
    if is_standard(&arguments.games) {
        let games = GameReader::new(io::stdin().lock(), arguments.from)?;
        return learn(&arguments, games);
    }
    let games = GameReader::open(&arguments.games, arguments.from)?;
    learn(&arguments, games)
}

fn learn(
    arguments: &Arguments,
    games: impl Iterator<Item = io::Result<FileEntry>>,
) -> Result<ExitCode, CliError> {
    let mut learner = Learner::open(&arguments.book)?;
    let mut scorer = Scorer::new(arguments.scoring.scoring())?;
    let extent = Extent {
        turns: arguments.moves,
        least_empties: arguments.least_empties,
    };
    let bar = bar(None, "games");
    let (mut learned, mut new) = (0, 0);
    let mut code = ExitCode::SUCCESS;
    for entry in games {
        let FileEntry { place, game } = entry?;
        let game = match game {
            Ok(game) => game.game,
            Err(error) => {
                complain(&format_args!("{}: {place}", name(&arguments.games)), &error);
                code = ExitCode::from(MALFORMED);
                continue;
            }
        };
        let stop = StopFlag::new();
        let positions: Vec<_> = game.positions().collect();
        let taught = learn_game(&mut learner, &mut scorer, &positions, extent, &stop)?;
        learned += 1;
        new += taught.map_or(0, |taught| taught.new);
        bar.set_position(learned);
    }
    bar.finish_and_clear();
    writeln!(io::stdout(), "{learned} games learned, {new} positions new")?;
    Ok(code)
}
