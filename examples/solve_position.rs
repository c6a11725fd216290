//! The exact result of an ending, given as its 64 squares and the side to move.

use std::error::Error;

use bianca::record::board::parse_board;
use bianca::request::{Goal, Request, StopFlag};
use bianca::search::{Searcher, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let ending = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let board = std::env::args().nth(1).unwrap_or(ending.to_owned());
    let (position, side) = parse_board(&board)?;
    let mut searcher = Searcher::new(Settings::default())?;
    let request = Request {
        goal: Goal::Exact,
        ..Request::default()
    };
    let lines = searcher.search(position, &request, &StopFlag::new(), &mut |_| {});
    let best = &lines[0];
    let moves: Vec<String> = best.pv.iter().map(ToString::to_string).collect();
    let score = best.score.whole_discs();
    println!("{side} to move: {score:+} discs by {}", moves.join(" "));
    println!("{} positions in {:.2?}", best.nodes, best.elapsed);
    Ok(())
}
