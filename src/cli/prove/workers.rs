//! Threads of this process that solve the positions that a proof needs, each by itself.

use super::HASH_MIB;
use crate::command_line::CliError;
use bianca_arena::prove::OpenLeaf;
use bianca_search::request::{Bounds, Goal, Request, StopFlag};
use bianca_search::search::{Searcher, Settings};
use bianca_system::jobs::{Next, share_out};

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Proven of the score.
    pub bounds: Bounds,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves `leaves` in their order, `threads` at a time, until all are solved or `learn` says that
/// others are needed (false); those that are begun are still finished.
///
/// # Errors
/// If `learn` fails, or there is no memory for the hash tables.
pub fn solve(
    leaves: &[OpenLeaf],
    threads: usize,
    learn: &mut dyn FnMut(&OpenLeaf, Answer) -> Result<bool, CliError>,
) -> Result<(), CliError> {
    let searchers = (0..threads.min(leaves.len())).map(|_| {
        Searcher::new(Settings {
            hash_mib: HASH_MIB,
            ..Settings::default()
        })
    });
    let searchers = searchers.collect::<Result<Vec<_>, _>>()?;
    let mut result = Ok(());
    let work = |leaf: &OpenLeaf, searcher: &mut Searcher| (*leaf, search(searcher, leaf));
    share_out(leaves, searchers, work, |(leaf, answer)| {
        if result.is_ok() {
            match learn(&leaf, answer) {
                Ok(true) => return Next::Continue,
                Ok(false) => {}
                Err(error) => result = Err(error),
            }
        }
        Next::Stop
    });
    result
}

fn search(searcher: &mut Searcher, leaf: &OpenLeaf) -> Answer {
    let request = Request {
        goal: Goal::Exact,
        window: leaf.window.scores(),
        ..Request::default()
    };
    let lines = searcher.search(leaf.position, &request, &StopFlag::new(), &mut |_| {});
    let best = lines.first();
    Answer {
        bounds: best.map_or(Bounds::UNKNOWN, |best| best.bounds),
        nodes: best.map_or(0, |best| best.nodes),
    }
}
