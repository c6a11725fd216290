//! `review`: what each move of the game was worth, the last one first, told as soon as it is known.
//!
//! One [`Analyst`] judges for all dialects, with a hash table of its own: the game on the table,
//! the player and what it has searched stay as they are.

use std::io::{self, Write};
use std::time::Duration;

use super::searching::Terms;
use super::worker::Reporter;
use super::{Next, Session};
use crate::protocol::{CommandError, Dialect, ReviewOrder, SearchEvent, SearchPurpose};
use bianca_play::analysis::{Analyst, HASH_MIB, MoveAnalysis};
use bianca_play::player::Player;
use bianca_rules::othello::{Move, OthelloGame};
use bianca_search::request::{Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings};

const PURPOSE: SearchPurpose = SearchPurpose::Review;

impl<W: Write> Session<W> {
    /// Judges the moves of the game, and tells each.
    pub(super) fn review(&mut self, id: Option<&str>, order: ReviewOrder) -> io::Result<Next> {
        let begun = self.begin_review(order);
        let (game, analyst) = match begun {
            Ok(begun) => begun,
            Err(error) => return self.reply(id, Err(error)),
        };
        self.event(id, PURPOSE, &SearchEvent::Began)?;
        if let Err(error) = self.judge_all(id, &game, analyst)? {
            self.event(id, PURPOSE, &SearchEvent::Failed(&error))?;
        }
        self.event(id, PURPOSE, &SearchEvent::Ended)?;
        Ok(Next::GoOn)
    }

    fn begin_review(&self, order: ReviewOrder) -> Result<(OthelloGame, Analyst), CommandError> {
        let game = self.table.othello("a review")?;
        let placed = game.turns().iter().any(|(_, mv)| *mv != Move::Pass);
        if !placed && !self.tells_positions() {
            return Err(CommandError::NothingToReview);
        }
        let usual = self.table.player.lock().settings().unwrap_or_default();
        let settings = Settings {
            level: order.level.unwrap_or(usual.level),
            // Beside the player's own table, which may fill the memory.
            hash_mib: usual.hash_mib.min(HASH_MIB),
            // No clock waits.
            move_overhead: Duration::ZERO,
            ..usual
        };
        let searcher = Searcher::new(settings)?;
        Ok((game.clone(), Analyst::new(searcher, order.plan)))
    }

    /// Whether the client wants to hear of each position rather than of each move.
    fn tells_positions(&self) -> bool {
        self.client.dialect() == Dialect::NBoard
    }

    /// Judges move after move until all are judged or something ends it.
    fn judge_all(
        &mut self,
        id: Option<&str>,
        game: &OthelloGame,
        mut analyst: Analyst,
    ) -> io::Result<Result<(), CommandError>> {
        let terms = if self.tells_positions() {
            Terms::UNTIL_LINE
        } else {
            Terms::QUIET
        };
        if self.tells_positions()
            && let Err(error) = self.score_last_position(game, terms)?
        {
            return Ok(Err(error));
        }
        let mut review = analyst.begin(game);
        while !self.must_stop(terms) {
            let step = move |stop: &StopFlag, _: Reporter| {
                let judged = analyst.judge_next(&mut review, stop);
                (judged, analyst, review)
            };
            let judged: Option<MoveAnalysis>;
            (judged, analyst, review) = match self.work(id, step, terms)? {
                Ok(done) => done,
                Err(message) => return Ok(Err(self.internal(message))),
            };
            let Some(judged) = judged.filter(|_| !self.must_stop(terms)) else {
                break;
            };
            self.event(id, PURPOSE, &SearchEvent::Judged(&judged))?;
            let best = Score::from_fraction(judged.best_score);
            self.score_passes_before(game, judged.turn, best)?;
        }
        Ok(Ok(()))
    }

    /// Scores the position from which no move was played yet.
    fn score_last_position(
        &mut self,
        game: &OthelloGame,
        terms: Terms,
    ) -> io::Result<Result<(), CommandError>> {
        let lines = self.run_search(None, Request::default(), terms)?;
        if self.must_stop(terms) {
            return Ok(Ok(()));
        }
        let score = match lines {
            Ok(lines) => lines.first().map(|line| line.score),
            Err(error) => return Ok(Err(error)),
        };
        let Some(score) = score else {
            return Ok(Ok(()));
        };
        let turn = game.turns().len();
        self.event(None, PURPOSE, &SearchEvent::Scored(turn, score))?;
        self.score_passes_before(game, turn, score)?;
        Ok(Ok(()))
    }

    /// A pass changes nothing but whose score it is.
    fn score_passes_before(
        &mut self,
        game: &OthelloGame,
        turn: usize,
        mut score: Score,
    ) -> io::Result<()> {
        let before = game.turns()[..turn].iter().enumerate().rev();
        for (turn, _) in before.take_while(|(_, (_, mv))| *mv == Move::Pass) {
            score = -score;
            self.event(None, PURPOSE, &SearchEvent::Scored(turn, score))?;
        }
        Ok(())
    }
}
