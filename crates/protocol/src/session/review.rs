//! `review`: what each move of the game was worth, the last one first, told as soon as it is known.
//!
//! One [`Analyst`] judges for all dialects, with a hash table of its own: the game on the table,
//! the player and what it has searched stay as they are.

use std::io::{self, Write};
use std::time::Duration;

use super::dialogue::{Dialogue, Terms};
use super::worker::Reporter;
use super::{Answer, Failure};
use crate::protocol::{Client, CommandError, Dialect, ReviewOrder, SearchEvent, SearchPurpose};
use bianca_play::analysis::{Analyst, HASH_MIB, MoveAnalysis};
use bianca_play::player::Player;
use bianca_play::tabletop::Tabletop;
use bianca_rules::othello::{Move, OthelloGame};
use bianca_search::request::{Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings};

const PURPOSE: SearchPurpose = SearchPurpose::Review;

/// The game that is judged, and who judges it.
pub struct Review {
    game: OthelloGame,
    analyst: Analyst,
    /// Whether the client wants to hear of each position rather than of each move.
    tells_positions: bool,
}

impl Review {
    /// A review of the game on the table.
    ///
    /// # Errors
    /// If there is nothing to judge, or memory is short.
    pub fn begin(
        order: ReviewOrder,
        table: &Tabletop,
        client: &Client,
    ) -> Result<Review, CommandError> {
        let game = table.othello("a review")?;
        let tells_positions = client.dialect() == Dialect::NBoard;
        let placed = game.turns().iter().any(|(_, mv)| *mv != Move::Pass);
        if !placed && !tells_positions {
            return Err(CommandError::NothingToReview);
        }
        let usual = table.player.lock().settings().unwrap_or_default();
        let settings = Settings {
            level: order.level.unwrap_or(usual.level),
            // Beside the player's own table, which may fill the memory.
            hash_mib: usual.hash_mib.min(HASH_MIB),
            // No clock waits.
            move_overhead: Duration::ZERO,
            ..usual
        };
        let searcher = Searcher::new(settings)?;
        Ok(Review {
            game: game.clone(),
            analyst: Analyst::new(searcher, order.plan),
            tells_positions,
        })
    }

    /// Judges the moves of the game, and tells each.
    pub fn tell<W: Write>(self, dialogue: &mut Dialogue<W>, table: &Tabletop) -> Answer {
        dialogue.event(PURPOSE, &SearchEvent::Began)?;
        match self.judge_all(dialogue, table) {
            Ok(()) => {}
            Err(Failure::Refused(error)) => {
                dialogue.event(PURPOSE, &SearchEvent::Failed(&error))?;
            }
            Err(Failure::Broken(error)) => return Err(error.into()),
        }
        dialogue.event(PURPOSE, &SearchEvent::Ended)?;
        Ok(None)
    }

    /// Judges move after move until all are judged or something ends it.
    fn judge_all<W: Write>(
        self,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
    ) -> Result<(), Failure> {
        if self.tells_positions {
            self.score_last_position(dialogue, table, self.terms())?;
        }
        let game = self.game.clone();
        self.each(dialogue, table, &mut |dialogue, judged| {
            dialogue.event(PURPOSE, &SearchEvent::Judged(judged))?;
            let best = Score::from_fraction(judged.best_score);
            score_passes_before(&game, judged.turn, best, dialogue)?;
            Ok(true)
        })
    }

    /// Judges move after move and hands each to `tell`, until that says `false`, all are judged or
    /// something ends it.
    pub fn each<W: Write>(
        self,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
        tell: &mut dyn FnMut(&mut Dialogue<W>, &MoveAnalysis) -> io::Result<bool>,
    ) -> Result<(), Failure> {
        let terms = self.terms();
        let Review {
            game, mut analyst, ..
        } = self;
        let mut review = analyst.begin(&game);
        while !dialogue.must_stop(terms) {
            let step = move |stop: &StopFlag, _: Reporter| {
                let judged = analyst.judge_next(&mut review, stop);
                (judged, analyst, review)
            };
            let judged;
            (judged, analyst, review) = dialogue.work(&*table.game, step, terms)?;
            let Some(judged) = judged.filter(|_| !dialogue.must_stop(terms)) else {
                break;
            };
            if !tell(dialogue, &judged)? {
                break;
            }
        }
        Ok(())
    }

    /// What ends it.
    fn terms(&self) -> Terms {
        if self.tells_positions {
            Terms::UNTIL_LINE
        } else {
            Terms::QUIET
        }
    }

    /// Scores the position from which no move was played yet.
    fn score_last_position<W: Write>(
        &self,
        dialogue: &mut Dialogue<W>,
        table: &Tabletop,
        terms: Terms,
    ) -> Result<(), Failure> {
        let found = dialogue.search(&*table.game, &table.player, Request::default(), terms);
        let lines = match found {
            // Nobody waits for it any more.
            Ok(_) | Err(Failure::Refused(_)) if dialogue.must_stop(terms) => return Ok(()),
            found => found?,
        };
        if let Some(line) = lines.first() {
            let turn = self.game.turns().len();
            dialogue.event(PURPOSE, &SearchEvent::Scored(turn, line.score))?;
            score_passes_before(&self.game, turn, line.score, dialogue)?;
        }
        Ok(())
    }
}

/// A pass changes nothing but whose score it is.
fn score_passes_before<W: Write>(
    game: &OthelloGame,
    turn: usize,
    mut score: Score,
    dialogue: &mut Dialogue<W>,
) -> io::Result<()> {
    let before = game.turns()[..turn].iter().enumerate().rev();
    for (turn, _) in before.take_while(|(_, (_, mv))| *mv == Move::Pass) {
        score = -score;
        dialogue.event(PURPOSE, &SearchEvent::Scored(turn, score))?;
    }
    Ok(())
}
