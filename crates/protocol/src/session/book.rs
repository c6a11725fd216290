//! The opening book in a session: what it knows, its moves, and the games that it learns.

use std::io::{self, Write};

use super::{Next, Session};
use crate::protocol::{CommandError, Reply, SearchEvent, SearchPurpose};
use bianca_play::game::GameMove;
use bianca_search::request::{BookScore, Report};

impl<W: Write> Session<W> {
    /// The moves that the book knows, a line each.
    pub(super) fn book_moves(&self) -> Result<Reply, CommandError> {
        self.table.othello("an opening book")?;
        let moves = self.table.book_moves();
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

    /// What the book says of the moves of the position.
    pub(super) fn book_scores(&self) -> Vec<(GameMove, BookScore)> {
        let moves = self.table.book_moves().unwrap_or_default();
        let scores = moves.iter().map(|known| {
            let score = BookScore {
                score: known.score,
                depth: known.depth.into(),
                confidence: known.confidence,
                lines: known.lines,
            };
            (known.square.into(), score)
        });
        scores.collect()
    }

    /// A line of a search with what the book says of its move.
    pub(super) fn with_book(&self, mut line: Report<GameMove>) -> Report<GameMove> {
        let mv = line.pv.first();
        let known = self
            .running
            .known
            .iter()
            .find(|(known, _)| Some(known) == mv);
        line.book = known.map(|(_, score)| *score);
        line
    }

    /// NBoard's request to learn the game. Without a file to learn there is nothing to be told.
    pub(super) fn learn(&mut self, id: Option<&str>) -> io::Result<Next> {
        if self.table.player.lock().book_file().is_none() || self.table.game.othello().is_none() {
            return self.reply(id, Ok(Reply::Learned));
        }
        self.event(id, SearchPurpose::Learning, &SearchEvent::Began)?;
        let taught = self.teach(id)?;
        self.event(id, SearchPurpose::Learning, &SearchEvent::Ended)?;
        self.reply(id, taught.map(|_| Reply::Learned))
    }

    /// Lets the book learn the game, and says what that has brought.
    pub(super) fn add_to_book(&mut self, id: Option<&str>) -> io::Result<Next> {
        if let Err(error) = self.table.othello("an opening book") {
            return self.reply(id, Err(error.into()));
        }
        let taught = self.teach(id)?;
        self.reply(id, taught.map(Reply::Text))
    }
}

/// What learns comes with the executable.
#[cfg(not(target_family = "wasm"))]
mod learning {
    use std::io::{self, Write};

    use super::super::Session;
    use super::super::searching::Terms;
    use super::super::worker::Reporter;
    use crate::protocol::{CommandError, Reply};
    use bianca_play::book::BookError;
    use bianca_play::book::learn::{Extent, Taught, learn_game};
    use bianca_play::book::score::{Scorer, Scoring};
    use bianca_play::book::store::Learner;
    use bianca_rules::othello::Position;
    use bianca_search::request::StopFlag;

    /// How the positions of a game are searched that somebody waits for.
    const SCORING: Scoring = Scoring {
        depth: 14,
        exact: 16,
        scan_depth: 7,
        hash_mib: 16,
    };

    impl<W: Write> Session<W> {
        /// Lets the book learn the game; the text says what that has brought.
        pub(in super::super) fn teach(
            &mut self,
            id: Option<&str>,
        ) -> io::Result<Result<String, CommandError>> {
            let path = self.table.player.lock().book_file();
            let (Some(path), Some(game)) = (path, self.table.game.othello()) else {
                return Ok(Err(CommandError::NoBookFile));
            };
            let positions: Vec<Position> = game.positions().collect();
            let job = move |stop: &StopFlag, _: Reporter| -> Result<Option<Taught>, String> {
                let mut scorer = Scorer::new(SCORING).map_err(|error| error.to_string())?;
                let mut learn = || -> Result<_, BookError> {
                    let mut learner = Learner::open(&path)?;
                    learn_game(
                        &mut learner,
                        &mut scorer,
                        &positions,
                        Extent::default(),
                        stop,
                    )
                };
                learn().map_err(|error| error.to_string())
            };
            Ok(match self.work(id, job, Terms::QUIET)? {
                Ok(Ok(Some(taught))) => Ok(format!(
                    "{} positions learned, {} of them new",
                    taught.positions, taught.new
                )),
                Ok(Ok(None)) => Err(CommandError::Book(
                    "stopped; nothing was learned".to_owned(),
                )),
                Ok(Err(reason)) => Err(CommandError::Book(reason)),
                Err(message) => Err(self.internal(message)),
            })
        }

        /// Writes the book's file anew with all that was learned.
        pub(in super::super) fn store_book(&mut self) -> Result<Reply, CommandError> {
            let path = self.table.player.lock().book_file();
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
}

#[cfg(target_family = "wasm")]
impl<W: Write> Session<W> {
    pub(super) fn teach(&mut self, _: Option<&str>) -> io::Result<Result<String, CommandError>> {
        Ok(Err(CommandError::NoBookFile))
    }

    pub(super) fn store_book(&mut self) -> Result<Reply, CommandError> {
        Err(CommandError::NoBookFile)
    }
}

fn yes(truth: bool) -> &'static str {
    if truth { "yes" } else { "no" }
}
