//! How the classic players find a move: each gives every legal move a value and takes the best.

use std::time::Duration;

use rand::prelude::*;
use rand::rngs::StdRng;

use super::budget::NodeBudget;
use super::style::Style;
use super::uc3m;
use crate::games::moves::GameMove;
use crate::games::path::{NoPath, shortest};
use crate::games::search::{INFINITY, Interrupted, Method, Search, TreeObserver};
use crate::games::{GameState, Playable};
use crate::player::PlayerError;
use bianca_rules::othello::{Bitboard, Color};
use bianca_search::request::{
    Bounds, ClockReading, Goal, Limits, Reach, Report, Request, Score, StopFlag,
};
use bianca_system::instant::Instant;

/// Positions that minimax and alpha-beta look at for a move when nothing else limits them: about
/// a second, and enough for all of tic-tac-toe.
const NODES: u64 = 2_000_000;

/// Positions of a puzzle that are kept in memory, some two hundred megabytes of them.
const MOST_POSITIONS: usize = 2_000_000;

/// A clock's remaining time is thought to be for so many moves.
const MOVES_TO_GO: u32 = 30;

/// What a player brings to a search besides the position.
pub struct Chooser<'a> {
    /// How it chooses.
    pub style: Style,
    /// Plies that minimax and alpha-beta look ahead; 0 for as many as the budget allows.
    pub depth: u32,
    /// Draws between equals.
    pub random: &'a mut StdRng,
}

/// The best lines of `game` as [`Player::search`](crate::player::Player::search) gives them.
///
/// # Errors
/// If a puzzle has no way to its goal, or none is known.
pub fn find<G: Playable>(
    game: &G,
    chooser: Chooser,
    request: &Request,
    stop: &StopFlag,
    report: &mut dyn FnMut(&Report<GameMove>),
) -> Result<Vec<Report<GameMove>>, PlayerError> {
    let start = Instant::now();
    let mut finder = Finder {
        game,
        request,
        start,
        deadline: deadline(&request.limits, start),
        stop,
        report,
    };
    if let Some(outcome) = game.outcome() {
        return Ok(vec![finder.line(1, Vec::new(), outcome, 0, true, 1)]);
    }
    let depth = chooser.depth;
    match chooser.style {
        Style::Shortest => finder.puzzle(),
        _ if request.goal != Goal::Best && G::KIND.is_puzzle() => finder.puzzle(),
        _ if request.goal != Goal::Best => Ok(finder.deepen(Method::AlphaBeta, 0)),
        Style::Minimax => Ok(finder.deepen(Method::Minimax, depth)),
        Style::AlphaBeta => Ok(finder.deepen(Method::AlphaBeta, depth)),
        Style::Uc3m => Ok(finder.uc3m()),
        Style::Random => Ok(finder.drawn(|_, mv| (mv, 0, 0), 0, chooser.random)),
        Style::Greedy => Ok(finder.drawn(greed, 1, chooser.random)),
    }
}

/// A legal move and what is known of it.
struct Valued<M> {
    pv: Vec<M>,
    value: i32,
}

/// A move with its rank among others, and the discs that it turns over.
fn greed<G: Playable>(game: &G, mv: G::Move) -> (G::Move, i32, i32) {
    let Some(disc) = game.placement(mv) else {
        return (mv, 0, 0);
    };
    let turned = disc.turned.count() as i32;
    let corner = Bitboard::CORNERS.contains(disc.square);
    // More than any move can turn.
    let rank = turned + if corner { 64 } else { 0 };
    (mv, rank, turned)
}

/// When a move must be made.
fn deadline(limits: &Limits, start: Instant) -> Option<Instant> {
    let share = |clock: ClockReading| {
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_GO);
        clock.remaining / moves.saturating_add(1) + clock.increment / 2
    };
    let times = [limits.move_time, limits.clock.map(share)];
    let time: Duration = times.into_iter().flatten().min()?;
    start.checked_add(time)
}

/// One search.
struct Finder<'a, G> {
    game: &'a G,
    request: &'a Request,
    start: Instant,
    deadline: Option<Instant>,
    stop: &'a StopFlag,
    report: &'a mut dyn FnMut(&Report<GameMove>),
}

impl<G: Playable> Finder<'_, G> {
    fn line(
        &self,
        rank: usize,
        pv: Vec<G::Move>,
        value: i32,
        depth: u32,
        to_end: bool,
        nodes: u64,
    ) -> Report<GameMove> {
        Report {
            rank,
            pv: pv.into_iter().map(Into::into).collect(),
            score: Score::from_discs(value),
            depth,
            confidence: 100,
            reach: if to_end { Reach::End } else { Reach::Midgame },
            bounds: if to_end {
                Bounds::exact(value)
            } else {
                Bounds::UNKNOWN
            },
            nodes,
            elapsed: self.start.elapsed(),
            book: None,
            chances: Vec::new(),
        }
    }

    /// Reports the moves that are best by `value`, which looks `depth` plies far; equals are drawn.
    fn drawn(
        &mut self,
        value: impl Fn(&G, G::Move) -> (G::Move, i32, i32),
        depth: u32,
        random: &mut StdRng,
    ) -> Vec<Report<GameMove>> {
        let mut moves = self.game.legal_moves();
        moves.shuffle(random);
        let game = self.game;
        self.best_of(moves.into_iter().map(|mv| value(game, mv)), depth)
    }

    /// Reports the best of some moves, given with a rank and a value each; of equals those that
    /// come first.
    fn best_of(
        &mut self,
        moves: impl Iterator<Item = (G::Move, i32, i32)>,
        depth: u32,
    ) -> Vec<Report<GameMove>> {
        let mut moves: Vec<_> = moves.collect();
        moves.sort_by_key(|&(_, rank, _)| -rank);
        let nodes = moves.len() as u64;
        moves.truncate(self.request.best);
        let lines = moves
            .into_iter()
            .enumerate()
            .map(|(rank, (mv, _, value))| self.line(rank + 1, vec![mv], value, depth, false, nodes))
            .collect();
        self.reported(lines)
    }

    fn reported(&mut self, lines: Vec<Report<GameMove>>) -> Vec<Report<GameMove>> {
        for line in &lines {
            (self.report)(line);
        }
        lines
    }

    fn uc3m(&mut self) -> Vec<Report<GameMove>> {
        let mut budget = NodeBudget::unlimited(self.stop);
        budget.deadline = self.deadline;
        budget.most_nodes = self.request.limits.nodes.unwrap_or(u64::MAX);
        let mut valued: Vec<Valued<G::Move>> = Vec::new();
        for mv in self.game.legal_moves() {
            let alpha = threshold(&valued, self.request.best);
            // The first move is kept whatever it is worth, as the text demands.
            let value = match uc3m::balance(self.game, mv, alpha, &mut budget) {
                Ok(value) => value,
                Err(_) if valued.is_empty() => 0,
                Err(_) => break,
            };
            keep(&mut valued, self.request.best, vec![mv], value);
        }
        let lines = self.lines(&valued, uc3m::TURNS, false, budget.nodes);
        self.reported(lines)
    }

    /// Searches one ply deeper again and again until the end of the game is reached or a limit.
    fn deepen(&mut self, method: Method, depth: u32) -> Vec<Report<GameMove>> {
        let limits = &self.request.limits;
        let whole = self.request.goal != Goal::Best || limits.infinite;
        let budgeted = !whole && self.deadline.is_none() && limits.depth.is_none() && depth == 0;
        let most_nodes = match limits.nodes {
            Some(nodes) => nodes,
            None if budgeted => NODES,
            None => u64::MAX,
        };
        let deepest = match (limits.depth, whole, depth) {
            (Some(plies), ..) => plies,
            (None, true, _) | (None, _, 0) => u32::MAX,
            (None, false, plies) => plies,
        };
        let first = self.game.legal_moves()[0];
        let mut lines = vec![self.line(1, vec![first], 0, 0, false, 0)];
        let mut nodes = 0;
        for depth in 1..=deepest {
            let mut search = Search::watched(method, self.stop, Line::default());
            search.most_nodes = most_nodes - nodes.min(most_nodes);
            search.deadline = self.deadline;
            let Ok(valued) = self.rank(&mut search, depth) else {
                break;
            };
            nodes += search.nodes;
            let to_end = !search.reached_horizon;
            let found = self.lines(&valued, depth, to_end, nodes);
            lines = self.reported(found);
            if to_end {
                break;
            }
        }
        lines
    }

    fn rank(
        &self,
        search: &mut Search<Line<G::Move>>,
        depth: u32,
    ) -> Result<Vec<Valued<G::Move>>, Interrupted> {
        let mut valued: Vec<Valued<G::Move>> = Vec::new();
        for mv in self.game.legal_moves() {
            let alpha = match search.method {
                Method::Minimax => -INFINITY,
                Method::AlphaBeta => threshold(&valued, self.request.best),
            };
            let value = search.value_of_move(self.game, mv, depth, alpha, INFINITY)?;
            let line = std::mem::take(&mut search.watch.found);
            keep(&mut valued, self.request.best, line, value);
        }
        Ok(valued)
    }

    fn lines(
        &self,
        valued: &[Valued<G::Move>],
        depth: u32,
        to_end: bool,
        nodes: u64,
    ) -> Vec<Report<GameMove>> {
        let ranked = valued.iter().enumerate();
        ranked
            .map(|(rank, found)| {
                let pv = found.pv.clone();
                self.line(rank + 1, pv, found.value, depth, to_end, nodes)
            })
            .collect()
    }

    /// The shortest way to the goal.
    ///
    /// # Errors
    /// If there is none, or none was found, with the reason.
    fn puzzle(&mut self) -> Result<Vec<Report<GameMove>>, PlayerError> {
        let (path, seen) = shortest(self.game, MOST_POSITIONS, self.stop);
        let nodes = seen as u64;
        match path {
            Ok(path) => {
                let depth = path.len() as u32;
                let line = self.line(1, path, 1, depth, true, nodes);
                Ok(self.reported(vec![line]))
            }
            Err(reason) => Err(PlayerError::NoMove(match reason {
                NoPath::Unreachable => "no move leads to the goal any more".to_owned(),
                NoPath::Stopped => "stopped before a solution was found".to_owned(),
                NoPath::TooMany => format!(
                    "no solution found: memory ends at {seen} positions and this puzzle has more"
                ),
            })),
        }
    }
}

/// What a move must be worth more than to be among the `best` of those seen.
fn threshold<M>(valued: &[Valued<M>], best: usize) -> i32 {
    match valued.get(best - 1) {
        Some(last) => last.value,
        None => -INFINITY,
    }
}

/// Puts a move where it belongs among the `best`, behind its equals.
fn keep<M>(valued: &mut Vec<Valued<M>>, best: usize, pv: Vec<M>, value: i32) {
    let place = valued.partition_point(|other| other.value >= value);
    valued.insert(place, Valued { pv, value });
    valued.truncate(best);
}

/// Gathers the line that both sides play.
struct Line<M> {
    open: Vec<Frame<M>>,
    /// The moves from the root, once the first node entered is left.
    found: Vec<M>,
}

struct Frame<M> {
    mv: Option<M>,
    mover: Color,
    best: i32,
    line: Vec<M>,
}

impl<M> Default for Line<M> {
    fn default() -> Line<M> {
        Line {
            open: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl<G: GameState> TreeObserver<G> for Line<G::Move> {
    fn enter(&mut self, node: &G, mv: Option<G::Move>, _: i32, _: i32) {
        self.open.push(Frame {
            mv,
            mover: node.mover(),
            best: -INFINITY,
            line: Vec::new(),
        });
    }

    fn leave(&mut self, node: &G, value: i32, _: &[G::Move]) {
        let Some(Frame { mv, line, .. }) = self.open.pop() else {
            return;
        };
        let whole = || mv.into_iter().chain(line).collect();
        match self.open.last_mut() {
            None => self.found = whole(),
            Some(parent) => {
                let value = if parent.mover == node.mover() {
                    value
                } else {
                    -value
                };
                if value > parent.best {
                    parent.best = value;
                    parent.line = whole();
                }
            }
        }
    }
}
