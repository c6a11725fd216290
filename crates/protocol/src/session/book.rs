//! The opening book in a session: what it knows, and the games that it learns.

use std::io::Write;

use super::Failure;
use super::dialogue::Dialogue;
use crate::protocol::{CommandError, Reply, SearchEvent, SearchPurpose};
use bianca_play::player::Player;
use bianca_play::tabletop::Tabletop;
pub use learning::store;
use learning::teach;

/// The moves that the book knows, a line each.
pub fn moves(table: &Tabletop) -> Result<Reply, CommandError> {
    table.othello("an opening book")?;
    let moves = table.book_moves();
    let moves = moves.map_err(|error| CommandError::Book(error.to_string()))?;
    let lines = moves.iter().map(|known| {
        format!(
            "move {} score {} depth {} confidence {} proven {} leaf {} lines {}",
            known.square,
            known.score,
            known.depth,
            known.confidence,
            yes(known.proven),
            yes(known.is_leaf),
            known.lines,
        )
    });
    Ok(Reply::Text(lines.collect::<Vec<_>>().join("\n")))
}

/// NBoard's request to learn the game. Without a file to learn there is nothing to be told.
pub fn learn<W: Write>(dialogue: &mut Dialogue<W>, table: &Tabletop) -> Result<Reply, Failure> {
    if table.player.lock().book_file().is_none() || table.game.othello().is_none() {
        return Ok(Reply::Learned);
    }
    dialogue.event(SearchPurpose::Learning, &SearchEvent::Began)?;
    let taught = teach(dialogue, table);
    if !matches!(taught, Err(Failure::Broken(_))) {
        dialogue.event(SearchPurpose::Learning, &SearchEvent::Ended)?;
    }
    taught.map(|_| Reply::Learned)
}

/// Lets the book learn the game, and says what that has brought.
pub fn add<W: Write>(dialogue: &mut Dialogue<W>, table: &Tabletop) -> Result<Reply, Failure> {
    table.othello("an opening book")?;
    teach(dialogue, table).map(Reply::Text)
}

/// What learns comes with the executable.
#[cfg(not(target_family = "wasm"))]
mod learning {
    use std::io::Write;

    use super::super::Failure;
    use super::super::dialogue::{Dialogue, Terms};
    use super::super::worker::Reporter;
    use crate::protocol::{CommandError, Reply};
    use bianca_play::book::BookError;
    use bianca_play::book::learn::{Extent, Taught, learn_game};
    use bianca_play::book::score::{Scorer, Scoring};
    use bianca_play::book::store::Learner;
    use bianca_play::player::Player;
    use bianca_play::tabletop::Tabletop;
    use bianca_rules::othello::Position;
    use bianca_search::request::StopFlag;

    /// How the positions of a game are searched that somebody waits for.
    const SCORING: Scoring = Scoring {
        depth: 14,
        exact: 16,
        scan_depth: 7,
        hash_mib: 16,
    };

    /// Lets the book learn the game; the text says what that has brought.
    pub fn teach<W: Write>(
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
    ) -> Result<String, Failure> {
        let path = table.player.lock().book_file();
        let (Some(path), Some(game)) = (path, table.game.othello()) else {
            return Err(CommandError::NoBookFile.into());
        };
        let positions: Vec<Position> = game.positions().collect();
        let job = move |stop: &StopFlag, _: Reporter| -> Result<Option<Taught>, String> {
            let mut scorer = Scorer::new(SCORING).map_err(|error| error.to_string())?;
            let mut learn = || -> Result<_, BookError> {
                let mut learner = Learner::open(&path)?;
                let extent = Extent::default();
                learn_game(&mut learner, &mut scorer, &positions, extent, stop)
            };
            learn().map_err(|error| error.to_string())
        };
        let taught = dialogue.work(&*table.game, job, Terms::QUIET)?;
        let stopped = || "stopped; nothing was learned".to_owned();
        let taught = taught.and_then(|taught| taught.ok_or_else(stopped));
        let taught = taught.map_err(CommandError::Book)?;
        Ok(format!(
            "{} positions learned, {} of them new",
            taught.positions, taught.new
        ))
    }

    /// Writes the book's file anew with all that was learned.
    pub fn store(table: &Tabletop) -> Result<Reply, CommandError> {
        let path = table.player.lock().book_file();
        let path = path.ok_or(CommandError::NoBookFile)?;
        let store = || -> Result<u64, BookError> {
            let mut learner = Learner::open(&path)?;
            learner.compact()?;
            Ok(learner.store().counts().0)
        };
        let stored = store().map_err(|error| CommandError::Book(error.to_string()))?;
        Ok(Reply::Text(format!("{stored} positions")))
    }
}

#[cfg(target_family = "wasm")]
mod learning {
    use super::super::Failure;
    use super::super::dialogue::Dialogue;
    use crate::protocol::{CommandError, Reply};
    use bianca_play::tabletop::Tabletop;

    pub fn teach<W>(_: &mut Dialogue<W>, _: &Tabletop) -> Result<String, Failure> {
        Err(CommandError::NoBookFile.into())
    }

    pub fn store(_: &Tabletop) -> Result<Reply, CommandError> {
        Err(CommandError::NoBookFile)
    }
}

fn yes(truth: bool) -> &'static str {
    if truth { "yes" } else { "no" }
}
