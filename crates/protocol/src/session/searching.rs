//! Searches and counts that say what they find, and change nothing.

use std::io::Write;

use super::dialogue::{Dialogue, Terms};
use super::worker::Reporter;
use super::{Answer, Failure};
use crate::protocol::{BoardView, CommandError, Dialect, Reply, SearchEvent, SearchPurpose};
use bianca_play::game::GameMove;
use bianca_play::tabletop::Tabletop;
use bianca_search::request::{Report, Request, StopFlag};

/// The lines of a search of the game on the table, best first.
pub fn search<W: Write>(
    dialogue: &mut Dialogue<W>,
    table: &Tabletop,
    request: Request,
) -> Result<Vec<Report<GameMove>>, Failure> {
    let terms = Terms::answering(&request, SearchPurpose::Lines);
    dialogue.search(&*table.game, &table.player, request, terms)
}

/// Searches and answers with what was found.
pub fn lines<W: Write>(
    dialogue: &mut Dialogue<W>,
    table: &Tabletop,
    request: Request,
) -> Result<Reply, Failure> {
    search(dialogue, table, request).map(Reply::Analysis)
}

/// Searches until the next line and says what is found as it is found.
pub fn analyze<W: Write>(dialogue: &mut Dialogue<W>, table: &Tabletop, request: Request) -> Answer {
    const PURPOSE: SearchPurpose = SearchPurpose::Analysis;
    // NBoard need not send a line that would end what has nothing to analyse.
    if dialogue.client.dialect() != Dialect::NBoard || !table.game.is_over() {
        let found = dialogue.search(&*table.game, &table.player, request, Terms::ANALYSIS);
        match found {
            Err(Failure::Refused(error @ CommandError::Internal(_))) => {
                dialogue.event(PURPOSE, &SearchEvent::Failed(&error))?;
            }
            // That a puzzle has no way to its goal is no failure of an analysis.
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(Failure::Broken(error)) => return Err(error.into()),
        }
    }
    dialogue.event(PURPOSE, &SearchEvent::Ended)?;
    Ok(None)
}

/// Searches by the level for what GoGui shows.
pub fn show<W: Write>(
    dialogue: &mut Dialogue<W>,
    table: &Tabletop,
    view: BoardView,
) -> Result<Reply, Failure> {
    let best = match view {
        BoardView::Evaluations => table.game.legal(None).len().max(1),
        BoardView::BestLine | BoardView::Score => 1,
    };
    let request = Request {
        best,
        ..Request::default()
    };
    let lines = search(dialogue, table, request)?;
    Ok(match (view, lines.first()) {
        (BoardView::BestLine, best) => {
            Reply::Points(best.map(|best| best.pv.clone()).unwrap_or_default())
        }
        (BoardView::Score, Some(best)) => Reply::Estimate(table.game.to_move(), best.clone()),
        _ => Reply::Labels(lines),
    })
}

/// Counts paths until it is done or stopped. The game alone is asked.
pub fn count<W: Write>(
    dialogue: &mut Dialogue<W>,
    table: &Tabletop,
    depth: u32,
) -> Result<Reply, Failure> {
    let game = table.game.clone_game();
    let count = move |stop: &StopFlag, _: Reporter| game.perft(depth, stop);
    let count = dialogue.work(&*table.game, count, Terms::QUIET)?;
    let count = count.ok_or(CommandError::Stopped("the count was done"))?;
    Ok(Reply::Count(count))
}
