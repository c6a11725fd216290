//! `bianca bench`: fixed positions to fixed depths, for time and for a signature.
//!
//! On one thread the number of positions visited depends on nothing but the program, so a
//! change of the number is a change of the search. Every position starts with a fresh hash
//! table.

mod positions;

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::command_line::CliError;
use crate::command_line::searching::SearchArguments;
use bianca_records::record::board::parse_board;
use bianca_search::request::{Goal, Limits, Request, StopFlag};
use bianca_search::search::Searcher;
use positions::POSITIONS;

/// Search fixed positions, to time the engine and to see whether it has changed.
///
/// Each line has the position's number, its empty squares, the depth, the best move, its score,
/// the positions visited and the seconds. The last line is `<nodes> nodes <nps> nps`; with one
/// thread its first number is the same on every machine and changes only with the search, the
/// evaluation and the size of the hash table.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    search: SearchArguments,
    /// Write JSON objects, one a line.
    #[arg(long)]
    json: bool,
}

/// What one search took.
#[derive(Clone, Debug, Serialize)]
struct Measured {
    position: usize,
    empties: u32,
    depth: u32,
    #[serde(rename = "move")]
    mv: String,
    /// In discs for the side to move.
    score: f64,
    nodes: u64,
    seconds: f64,
}

/// Searches the positions and prints what they took.
pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let settings = arguments.search.settings()?;
    // Unpacking it is no part of the speed.
    settings.evaluation.network();
    let mut searcher = Searcher::new(settings)?;
    let mut output = io::stdout().lock();
    let (mut nodes, mut seconds) = (0, 0.0);
    for number in 1..=POSITIONS.len() {
        let measured = measure(&mut searcher, number)?;
        nodes += measured.nodes;
        seconds += measured.seconds;
        if arguments.json {
            writeln!(output, "{}", serde_json::to_string(&measured)?)?;
        } else {
            let Measured {
                empties,
                depth,
                mv,
                score,
                nodes,
                seconds,
                ..
            } = measured;
            writeln!(
                output,
                "{number:2} {empties:2} {depth:2} {mv} {score:+7.2} {nodes:10} {seconds:7.3}"
            )?;
        }
    }
    let rate = (nodes as f64 / f64::max(seconds, 1e-9)) as u64;
    if arguments.json {
        let totals = serde_json::json!({ "nodes": nodes, "seconds": seconds, "nps": rate });
        writeln!(output, "{totals}")?;
    } else {
        writeln!(output, "{nodes} nodes {rate} nps")?;
    }
    Ok(())
}

/// Searches the position with this number, counted from 1, with nothing remembered.
fn measure(searcher: &mut Searcher, number: usize) -> Result<Measured, CliError> {
    let (board, depth) = POSITIONS[number - 1];
    let (position, _) = parse_board(board)?;
    let request = Request {
        goal: if depth >= position.empties() {
            Goal::Exact
        } else {
            Goal::Best
        },
        limits: Limits::to_depth(depth),
        ..Request::default()
    };
    searcher.clear();
    let start = Instant::now();
    let lines = searcher.search(position, &request, &StopFlag::new(), &mut |_| {});
    let seconds = start.elapsed().as_secs_f64();
    let best = lines.first().ok_or("a search without an answer")?;
    Ok(Measured {
        position: number,
        empties: position.empties(),
        depth: best.depth,
        mv: best.pv.first().map(ToString::to_string).unwrap_or_default(),
        score: best.score.discs(),
        nodes: best.nodes,
        seconds,
    })
}
