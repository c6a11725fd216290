//! What moves of a position are worth: exactly with few empty squares, else by the level.
//!
//! Invariant: every search begins with an empty hash table, so that what is found follows from the
//! position alone. Two moves are compared as deep as each other.

use super::Answer;
use bianca_rules::othello::{Move, Position, Square};
use bianca_search::request::{Goal, Limits, Report, Request, StopFlag};
use bianca_search::search::{Searcher, Settings, TableTooLarge};

/// A search that scores moves.
pub struct Scorer {
    searcher: Searcher,
    /// Empty squares of the fullest position that is not solved.
    solved: u32,
}

impl Scorer {
    /// One that solves positions with at most `solved` empty squares and searches others by the
    /// level of the settings.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings, solved: u32) -> Result<Scorer, TableTooLarge> {
        let searcher = Searcher::new(settings)?;
        Ok(Scorer { searcher, solved })
    }

    /// The lines of the best moves, best first, so many of them if there are as many; `None` if it
    /// is stopped.
    pub fn best(
        &mut self,
        position: Position,
        count: usize,
        stop: &StopFlag,
    ) -> Option<Vec<Report<Move>>> {
        let request = Request {
            best: count,
            ..self.request(position)
        };
        self.searcher.clear();
        let lines = self.searcher.search(position, &request, stop, &mut |_| {});
        Some(lines).filter(|_| !stop.is_raised())
    }

    /// What a move is worth and what follows it, as exactly or as deep as the line of another
    /// one; `None` if it is stopped.
    pub fn worth(
        &mut self,
        position: Position,
        square: Square,
        beside: &Report<Move>,
        stop: &StopFlag,
    ) -> Option<Answer> {
        let mut request = self.request(position.play_unchecked(square));
        if !beside.is_proven() {
            request.goal = Goal::Best;
            request.limits = Limits::to_depth(beside.depth.saturating_sub(1).max(1));
        }
        self.answer(position, square, &request, stop)
    }

    /// What a move is worth exactly, however many squares are empty; `None` if it is stopped.
    pub fn solve(&mut self, position: Position, square: Square, stop: &StopFlag) -> Option<Answer> {
        let request = Request {
            goal: Goal::Exact,
            ..Request::default()
        };
        self.answer(position, square, &request, stop)
    }

    /// What a move is worth, by a search of what is there after it.
    fn answer(
        &mut self,
        position: Position,
        square: Square,
        request: &Request,
        stop: &StopFlag,
    ) -> Option<Answer> {
        let child = position.play_unchecked(square);
        let mut line = vec![Move::Place(square)];
        if child.is_over() {
            let score = -f64::from(child.final_score());
            return Some(Answer {
                square,
                score,
                line,
            });
        }
        self.searcher.clear();
        let lines = self.searcher.search(child, request, stop, &mut |_| {});
        let found = lines.into_iter().next().filter(|_| !stop.is_raised())?;
        line.extend(found.pv);
        let score = -found.score.discs();
        Some(Answer {
            square,
            score,
            line,
        })
    }

    fn request(&self, position: Position) -> Request {
        let goal = if position.empties() <= self.solved {
            Goal::Exact
        } else {
            Goal::Best
        };
        Request {
            goal,
            ..Request::default()
        }
    }
}

impl Answer {
    /// The first move of a line, with what it is worth; `None` if that is a pass.
    pub fn of(line: &Report<Move>) -> Option<Answer> {
        Some(Answer {
            square: line.pv.first()?.square()?,
            score: line.score.discs(),
            line: line.pv.clone(),
        })
    }
}
