//! A search for Cassio of a position that belongs to no game, and what was told of it.
//!
//! A result is told when it differs from the one before, but for the first second only the last
//! one is: programs that drive Edax by this protocol read one line for each search.

use std::time::Duration;

use crate::protocol::{CommandError, Probe, SearchEvent};
use bianca_play::game::Game;
use bianca_play::games::moves::GameMove;
use bianca_play::tabletop::Tabletop;
use bianca_records::record::board::write_board;
use bianca_rules::othello::OthelloGame;
use bianca_search::request::{Goal, Limits, Report, Request};

/// How long a search tells nothing but its last result.
const QUIET: Duration = Duration::from_secs(1);

/// The search that runs, and what was told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Probing {
    probe: Probe,
    /// The position as each result begins with it.
    position: String,
    /// The last result that was told.
    written: Option<Report<GameMove>>,
}

impl Probe {
    /// Puts the position on the table. The search that begins, and what it is asked.
    ///
    /// # Errors
    /// If there is no such position, or another game than Othello stands there.
    pub fn begin(self, table: &mut Tabletop) -> Result<(Probing, Request), CommandError> {
        let mut game = OthelloGame::new();
        Game::set_board(&mut game, &self.board)?;
        let position = write_board(game.position(), game.to_move()).replace(' ', "");
        table.take_over(game)?;
        let request = Request {
            goal: match self.depth {
                Some(_) => Goal::Best,
                None => Goal::Exact,
            },
            limits: Limits {
                depth: self.depth,
                ..Limits::default()
            },
            window: self.window,
            confidence: Some(self.confidence),
            ..Request::default()
        };
        Ok((Probing::new(self, position), request))
    }
}

impl Probing {
    /// A search that begins. `position` is the board and the side, 65 characters.
    fn new(probe: Probe, position: String) -> Probing {
        Probing {
            probe,
            position,
            written: None,
        }
    }

    /// What is to be told of a result while the search runs, which counts as told then.
    pub fn found<'a>(&'a mut self, report: &'a Report<GameMove>) -> Option<SearchEvent<'a>> {
        if report.elapsed < QUIET || !self.is_new(report) {
            return None;
        }
        self.written = Some(report.clone());
        Some(self.event(report))
    }

    /// What is to be told of the last result, once the search is over.
    pub fn ended<'a>(&'a self, best: &'a Report<GameMove>) -> Option<SearchEvent<'a>> {
        self.is_new(best).then(|| self.event(best))
    }

    fn event<'a>(&'a self, report: &'a Report<GameMove>) -> SearchEvent<'a> {
        SearchEvent::Probed(&self.position, &self.probe, report)
    }

    /// Whether a result says something new, by more than what changes at each.
    fn is_new(&self, report: &Report<GameMove>) -> bool {
        self.written.as_ref().is_none_or(|written| {
            let text = |of: &Report<GameMove>| (of.score, of.depth, of.confidence, of.reach);
            text(written) != text(report) || written.pv != report.pv
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Square;
    use bianca_search::request::Request;

    fn square(word: &str) -> GameMove {
        word.parse::<Square>().unwrap().into()
    }

    fn probing() -> Probing {
        let board = "---------------------------OX------XO---------------------------X";
        let probe = Probe {
            board: board.to_owned(),
            window: Request::default().window,
            depth: Some(9),
            confidence: 100,
        };
        Probing::new(probe, board.to_owned())
    }

    #[test]
    fn what_was_told_is_not_told_again() {
        let report = Report {
            depth: 9,
            elapsed: QUIET,
            ..Report::of_moves(vec![square("c4")])
        };
        let mut probing = probing();
        assert!(probing.found(&report).is_some());
        let later = Report {
            nodes: 77,
            ..report.clone()
        };
        assert!(probing.found(&later).is_none() && probing.ended(&later).is_none());
        let (mut deeper, mut longer) = (report.clone(), report);
        deeper.depth = 10;
        longer.pv.push(square("c3"));
        assert!(probing.ended(&deeper).is_some() && probing.ended(&longer).is_some());
    }

    #[test]
    fn what_is_found_is_told_once_the_search_takes_long() {
        let mut probing = probing();
        let mut is_told = |elapsed| {
            let report = Report {
                elapsed,
                ..Report::of_moves(vec![square("c4")])
            };
            probing.found(&report).is_some()
        };
        assert!(!is_told(QUIET / 2));
        assert!(is_told(QUIET));
        assert!(!is_told(2 * QUIET));
    }
}
