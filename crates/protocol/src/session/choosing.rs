//! A move is asked for: it is searched, played and told.

use std::io::{self, Write};

use super::dialogue::Terms;
use super::{Answer, Failure, Session};
use crate::protocol::{Choose, ClockUsed, Reply, SearchEvent, SearchPurpose};
use bianca_play::game::GameMove;
use bianca_search::request::{Limits, Report, Request};
use bianca_system::instant::Instant;

/// A move and what the search thought of it.
struct Chosen {
    mv: GameMove,
    found: Option<Report<GameMove>>,
}

/// A pass that nobody has to think about.
const PASS: Chosen = Chosen {
    mv: GameMove::PASS,
    found: None,
};

impl<W: Write> Session<W> {
    /// Finds a move and says it. If it is played, the session ponders then if it may.
    pub(super) fn choose(&mut self, order: Choose) -> Answer {
        let answer = self.find_move(&order);
        let is_found = answer.is_ok();
        self.dialogue.answer(answer)?;
        if is_found && order.plays {
            self.ponder()?;
        }
        Ok(None)
    }

    /// Finds a move for a side. If it is to be played, it is. Nobody is told of one that was
    /// cancelled.
    pub(super) fn find_move(&mut self, order: &Choose) -> Answer {
        let start = Instant::now();
        let color = order.color.unwrap_or_else(|| self.table.game.to_move());
        let turns = self.table.game.turns();
        let before = (self.table.game.to_move() != color).then(|| self.table.game.clone_game());
        self.table.game.give_turn_to(color)?;
        // After the end there is only a pass to tell, and nothing to play.
        let plays = order.plays && !self.table.game.is_over();
        let clock = match order.clock {
            ClockUsed::None => None,
            ClockUsed::Kept => self.table.clocks.clock(color),
            ClockUsed::Given { black, white } => color.select(black, white),
        };
        let limits = self.table.clocks.limits(Limits {
            clock,
            ..order.limits
        });
        let request = Request {
            purpose: order.purpose,
            limits,
            ..Request::default()
        };
        let mut chosen = match self.best_move(request) {
            Err(Failure::Broken(error)) => return Err(error.into()),
            chosen => chosen,
        };
        self.table.last_search = chosen.as_ref().ok().and_then(|chosen| chosen.found.clone());
        if plays {
            chosen = chosen.and_then(|chosen| {
                self.table.game.make(chosen.mv)?;
                Ok(chosen)
            });
            self.table.clocks.spend(color, start.elapsed());
            // The pass that gave `color` its turn, if there was one.
            self.table.passes.note(&*self.table.game, turns, true);
        }
        if (!plays || chosen.is_err())
            && let Some(before) = before
        {
            // The pass that gave `color` its turn is not part of the game.
            self.table.game = before;
        }
        if self.dialogue.queue.waiting.cancels() {
            if plays && chosen.is_ok() {
                // Nobody hears of the move, so it was not made.
                let _ = self.table.game.undo();
            }
            self.dialogue
                .event(SearchPurpose::Move, &SearchEvent::Ended)?;
            return Ok(None);
        }
        chosen.map(|Chosen { mv, found }| Some(Reply::Move { mv, found }))
    }

    /// The best move of the side to move; a pass after the end, as clients expect.
    fn best_move(&mut self, request: Request) -> Result<Chosen, Failure> {
        let (game, player) = (&*self.table.game, &self.table.player);
        // Neither the end of the game nor a forced pass is worth any time.
        if !request.limits.infinite && game.legal(None).iter().all(|mv| mv.is_pass()) {
            return Ok(PASS);
        }
        let terms = Terms::answering(&request, SearchPurpose::Move);
        let lines = self.dialogue.search(game, player, request, terms)?;
        let best = lines.into_iter().next();
        let mv = best.as_ref().and_then(|line| line.pv.first().copied());
        Ok(mv.map_or(PASS, |mv| Chosen { mv, found: best }))
    }

    /// Searches on in the opponent's time, if the client wants it and has nothing else to say.
    pub(super) fn ponder(&mut self) -> io::Result<()> {
        let (dialogue, table) = (&mut self.dialogue, &self.table);
        let may = dialogue.queue.is_idle() && dialogue.workplace.has_threads();
        if !may || !self.options.ponder || table.game.is_over() {
            return Ok(());
        }
        // What the search leaves in the hash table is all that is wanted of it. A panic is in
        // the log, and nobody waits for an answer.
        let terms = Terms::PONDERING;
        match dialogue.search(&*table.game, &table.player, Request::default(), terms) {
            Err(Failure::Broken(error)) => Err(error),
            _ => Ok(()),
        }
    }
}
