//! The strong player of historic Reversi, with its options.
//!
//! What positions are worth is said by the network that plays Othello, whose rules differ by the
//! opening and by the players' hands of discs alone; the search is one of its own that follows the
//! hands (`tree`), so that what it calls exact is the result of this game. Invariant: there is
//! always a legal move to answer with. It knows no skills and no opening book.

mod root;
mod table;
mod tree;

use std::sync::Arc;
use std::time::Duration;

use rand::prelude::*;
use rand::rngs::StdRng;

use super::draw::Draw;
use super::strong::{BIANCA, options};
use super::{OptionError, OptionInfo, Player, PlayerError};
use crate::game::{Game, state_of};
use crate::games::GameState;
use crate::games::moves::GameMove;
use crate::games::reversi::Reversi;
use bianca_rules::othello::{Move, Square};
use bianca_search::eval::network::Network;
use bianca_search::eval::weights;
use bianca_search::request::{Bounds, MoveDraw, Purpose, Reach, Report, Request, Score, StopFlag};
use bianca_search::search::{Margins, Settings, Speed, budget};
use bianca_system::instant::Instant;
use root::Root;
use table::Table;
use tree::{Node, Tree};

/// Its options, which mean what they mean in Othello.
const OPTIONS: [&str; 2] = ["Level", "MoveOverhead"];

/// The strong player of historic Reversi.
pub struct ReversiPlayer {
    settings: Settings,
    draw: Draw,
    network: Arc<Network>,
    table: Table,
    margins: Margins,
    /// Of searches that did not reach the end.
    speed: Speed,
}

impl Default for ReversiPlayer {
    fn default() -> ReversiPlayer {
        ReversiPlayer {
            settings: Settings::default(),
            draw: Draw::when_seeded(),
            network: weights::embedded(),
            table: Table::default(),
            margins: Margins::default(),
            speed: Speed::default(),
        }
    }
}

impl ReversiPlayer {
    /// The same, which draws its moves although nobody has given a seed, so that games differ.
    pub fn drawing(self) -> ReversiPlayer {
        ReversiPlayer {
            draw: Draw::always(),
            ..self
        }
    }

    /// The best lines of a position, as [`Player::search`] gives them.
    fn lines(
        &mut self,
        game: Reversi,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Vec<Report<Move>> {
        let start = Instant::now();
        if let Some(discs) = game.outcome() {
            let end = Report {
                score: Score::from_discs(discs),
                confidence: 100,
                reach: Reach::End,
                bounds: Bounds::exact(discs),
                nodes: 1,
                ..Report::of_moves(Vec::new())
            };
            report(&end);
            return vec![end];
        }
        let mut squares: Vec<Square> = game.squares().into_iter().collect();
        if squares.is_empty() {
            let before_pass = |line: Report<Move>| line.before_pass(Move::Pass);
            let request = Request {
                best: 1,
                ..*request
            };
            let mut report = |line: &Report<Move>| report(&before_pass(line.clone()));
            let lines = self.lines(game.other_side(), &request, stop, &mut report);
            return lines.into_iter().map(before_pass).collect();
        }
        if let Some(draw) = request.draw {
            squares.shuffle(&mut StdRng::seed_from_u64(draw.number.into()));
        }
        let (limits, settings) = (&request.limits, &self.settings);
        let empties = game.position().empties();
        let budget = budget(
            limits,
            empties,
            settings.move_overhead,
            Duration::ZERO,
            self.speed,
        );
        self.table.new_search();
        let tree = Tree {
            network: &self.network,
            table: &mut self.table,
            margins: &self.margins,
            stop,
            deadline: budget.and_then(|budget| start.checked_add(budget.limit)),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            sure: false,
            unstoppable: false,
            nesting: 0,
        };
        let when = (start, budget, settings.level);
        let lines = Root::new(tree, Node::new(game), squares, when, request, report).run();
        if let Some(line) = lines.first().filter(|line| line.reach == Reach::Midgame) {
            self.speed.enter(line.nodes, line.elapsed);
        }
        lines
    }
}

impl Player for ReversiPlayer {
    fn options(&self) -> Vec<OptionInfo> {
        let mut all = options::list(&self.settings);
        all.retain(|option| OPTIONS.contains(&option.name));
        all.push(self.draw.option());
        all
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(set) = self.draw.set_option(name, value) {
            return set;
        }
        if !OPTIONS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(OptionError::Unknown(name.to_owned()));
        }
        self.settings = options::set(&self.settings, name, value)?;
        Ok(())
    }

    fn new_game(&mut self) {
        self.table.clear();
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        let state: Reversi = state_of(game).ok_or_else(|| PlayerError::OtherGame {
            player: BIANCA.to_owned(),
            game: game.name(),
        })?;
        let as_moves = |found: Report<Move>| found.map(GameMove::from);
        let is_drawn = request.purpose == Purpose::Move && !request.limits.infinite;
        let number = is_drawn.then(|| self.draw.next()).flatten();
        let draw = number.map(|number| MoveDraw::new(number as u32));
        let request = Request {
            draw: draw.or(request.draw),
            ..*request
        };
        let lines = self.lines(state, &request, stop, &mut |found| {
            report(&as_moves(found.clone()))
        });
        Ok(lines.into_iter().map(as_moves).collect())
    }

    fn evaluate(&self, game: &dyn Game) -> Option<Score> {
        let state: Reversi = state_of(game)?;
        Some(match state.outcome() {
            Some(discs) => Score::from_discs(discs),
            None if !state.centre_is_full() => Score(0),
            None => Score(self.network.estimate(&state.position())),
        })
    }
}

#[cfg(test)]
mod tests;
