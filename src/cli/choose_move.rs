//! `bianca move`: one move for one position, for clients that start a process for each.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::command_line::aside::say;
use crate::command_line::numbers::{level, seconds};
use crate::command_line::searching::SearchArguments;
use crate::command_line::{CliError, wrong_arguments};
use bianca_play::book::builtin;
use bianca_play::games::moves::GameMove;
use bianca_play::player::Player;
use bianca_play::player::strong::StrongPlayer;
use bianca_records::record::position::parse_position;
use bianca_search::request::{Limits, Proof, Report, Request, StopFlag};
use bianca_search::search::Settings;

/// Print one move for one position.
///
/// Prints the best move on a line of its own: a square, or pass if there is none, also after the
/// end of the game. Several limits may be given; the first that is reached counts. At a terminal,
/// and with --json, it says whether the opening book has answered.
#[derive(Args)]
pub struct Arguments {
    /// The moves that were played (f5d6c3), or a board: 64 squares from a1, b1 to h8 (black X * B,
    /// white O W, empty - . _), or eight rows from the top parted by /, a digit for so many empty
    /// squares. The side to move, and moves, may follow the board. Drawings on several lines and
    /// games of files are read, too.
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// The side to move, X or O, if it does not follow the board.
    side: Option<String>,
    /// Strength when there is no other limit.
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<u32>,
    /// Seconds to think.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Plies to search.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Positions to visit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The opening book, which answers where neither plies nor positions are limited: builtin, off,
    /// or a file.
    #[arg(long, value_name = "BOOK", default_value = builtin::NAME)]
    book: String,
    #[command(flatten)]
    search: SearchArguments,
    /// Print a JSON object with the score as well.
    #[arg(long)]
    json: bool,
}

/// Searches and prints one line.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let text = match &arguments.side {
        Some(side) => {
            // Below a drawing the side stands on a line of its own.
            let lines = arguments.position.trim().contains('\n');
            let gap = if lines { '\n' } else { ' ' };
            format!("{}{gap}{side}", arguments.position.trim_end())
        }
        None => arguments.position.clone(),
    };
    let game = parse_position(&text).map_err(wrong_arguments)?;
    let settings = arguments.search.settings()?;
    let mut player = StrongPlayer::new(Settings {
        level: arguments.level.unwrap_or(settings.level),
        ..settings
    })?
    .with_book();
    player.set_option("Book", &arguments.book)?;
    let request = Request::for_move(Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        move_time: arguments.time,
        // A level beside another limit is one, too.
        within_level: arguments.level.is_some(),
        ..Limits::default()
    });
    let found = player.search(&game, &request, &StopFlag::new(), &mut |_| {})?;
    let best = found.into_iter().next();
    let mv = best.as_ref().and_then(|best| best.pv.first());
    let mv = mv.copied().unwrap_or(GameMove::PASS).to_string();
    let line = if !arguments.json {
        mv
    } else {
        serde_json::to_string(&Choice::of(&mv, best.as_ref()))?
    };
    writeln!(io::stdout(), "{line}")?;
    if io::stderr().is_terminal() && best.is_some_and(|best| is_of_book(&best)) {
        say("bianca: from the opening book, without a search (--book off searches)");
    }
    Ok(())
}

/// Whether a line was found without a search, which the book alone scores.
fn is_of_book(line: &Report<GameMove>) -> bool {
    line.nodes == 0 && line.depth > 0
}

/// What `--json` prints.
#[derive(Serialize)]
struct Choice<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    /// In discs for the side to move.
    score: Option<f64>,
    /// `no`, `exact`, or `wld` if only who wins is proven.
    proven: &'static str,
    depth: u32,
    confidence: u8,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    /// Whether the opening book has answered.
    book: bool,
}

impl<'a> Choice<'a> {
    fn of(mv: &'a str, best: Option<&'a Report<GameMove>>) -> Choice<'a> {
        let proven = best.map_or(Proof::None, Report::proof).word();
        Choice {
            mv,
            score: best.map(|best| best.score.discs()),
            proven,
            depth: best.map_or(0, |best| best.depth),
            confidence: best.map_or(100, |best| best.confidence),
            nodes: best.map_or(0, |best| best.nodes),
            seconds: best.map_or(0.0, |best| best.elapsed.as_secs_f64()),
            pv: best.map_or_else(Vec::new, |best| {
                best.pv.iter().map(GameMove::to_string).collect()
            }),
            book: best.is_some_and(is_of_book),
        }
    }
}
