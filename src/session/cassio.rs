//! Searches of positions that belong to no game, as Cassio asks for them.
//!
//! A result is told when it differs from the one before, but for the first second only the last
//! one is: programs that drive Edax by this protocol read one line for each search.

use std::io::{self, Write};
use std::time::Duration;

use super::searching::lock;
use super::{Next, Session};
use crate::game::{Game, GameError};
use crate::othello::OthelloGame;
use crate::protocol::{CommandError, Probe, Reply, SearchEvent, SearchPurpose};
use crate::record::board::write_board;
use crate::request::{Goal, LearntScore, Limits, Report, Request};

/// How long a search tells nothing but its last result.
const QUIET: Duration = Duration::from_secs(1);

/// The search that runs, and what was told of it.
pub(super) struct Probed {
    probe: Probe,
    /// The position as each result begins with it.
    position: String,
    /// The last result that was told, without what changes at each.
    told: Option<Report<String>>,
}

impl Probed {
    /// Whether a result says something new.
    fn is_new(&self, report: &Report<String>) -> bool {
        self.told.as_ref().is_none_or(|told| {
            let said = |of: &Report<String>| (of.score, of.depth, of.confidence, of.reach);
            said(told) != said(report) || told.pv != report.pv
        })
    }
}

impl<W: Write> Session<W> {
    /// Searches a position within its window and tells what is found.
    pub(super) fn probe(&mut self, id: Option<&str>, probe: Probe) -> io::Result<Next> {
        let mut game = OthelloGame::new();
        if let Err(error) = Game::set_board(&mut game, &probe.board) {
            return self.reply(id, Err(error.into()));
        }
        let position = write_board(game.position(), game.to_move()).replace(' ', "");
        if let Err(error) = self.take_over(game) {
            return self.reply(id, Err(error));
        }
        let request = Request {
            goal: match probe.depth {
                Some(_) => Goal::Best,
                None => Goal::Exact,
            },
            limits: Limits {
                depth: probe.depth,
                ..Limits::default()
            },
            window: probe.window,
            confidence: Some(probe.confidence),
            ..Request::default()
        };
        self.probed = Some(Probed {
            probe,
            position,
            told: None,
        });
        let lines = self.search(id, request, SearchPurpose::Lines)?;
        let probed = self.probed.take();
        let lines = match lines {
            Ok(lines) => lines,
            Err(error) => return self.reply(id, Err(error)),
        };
        if let (Some(probed), Some(best)) = (probed, lines.first())
            && probed.is_new(best)
        {
            self.tell(&probed, best)?;
        }
        self.reply(id, Ok(Reply::Done))
    }

    /// Tells a result of the search that runs, if it is new and the search takes long.
    pub(super) fn probe_found(&mut self, report: &Report<String>) -> io::Result<()> {
        let Some(mut probed) = self.probed.take() else {
            return Ok(());
        };
        let mut told = Ok(());
        if report.elapsed >= QUIET && probed.is_new(report) {
            told = self.tell(&probed, report);
            probed.told = Some(report.clone());
        }
        self.probed = Some(probed);
        told
    }

    fn tell(&mut self, probed: &Probed, report: &Report<String>) -> io::Result<()> {
        let event = SearchEvent::Probed(&probed.position, &probed.probe, report);
        self.event(None, SearchPurpose::Lines, &event)
    }

    /// Lets the player remember what a client knows of a position and of those that follow it.
    pub(super) fn remember(
        &mut self,
        board: &str,
        bounds: LearntScore,
        line: &str,
    ) -> Result<Reply, CommandError> {
        let not_fed = |error: GameError| CommandError::NotFed(error.to_string());
        let mut game = OthelloGame::new();
        Game::set_board(&mut game, board).map_err(not_fed)?;
        let mut whole = game.clone();
        Game::play(&mut whole, None, line).map_err(not_fed)?;
        let mut bounds = bounds;
        let moves = whole.turns().iter().map(Some).chain([None]);
        for turn in moves {
            let best = turn.map(|(_, mv)| mv.to_string());
            lock(&self.player).learn(&game, &bounds, best.as_deref());
            let Some(mv) = best else {
                break;
            };
            Game::play(&mut game, None, &mv).map_err(not_fed)?;
            // A pass is no ply of the search.
            let plies = u32::from(mv != crate::game::PASS);
            bounds = LearntScore {
                lower: -bounds.upper,
                upper: -bounds.lower,
                depth: bounds.depth.saturating_sub(plies),
                ..bounds
            };
        }
        Ok(Reply::Learned)
    }
}
