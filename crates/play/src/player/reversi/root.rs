//! Iterative deepening over the moves of the position that was asked for.

use super::tree::{INFINITY, Node, Tree};
use crate::games::search::Interrupted;
use bianca_rules::othello::{Move, Square};
use bianca_search::request::{Bounds, Goal, Reach, Report, Request, Score};
use bianca_search::search::{Budget, CONFIDENCE, level};
use bianca_system::instant::Instant;

/// Most empty squares that a level searches to the end.
const EXACT_MAX: u32 = 16;

/// Plies that are searched before a search to the end, to find the order of the moves.
const BEFORE_END: u32 = 8;

/// A search to the end begins where it is at most so many plies deeper than the last one.
const END_IS_NEAR: u32 = 6;

/// A move of the root and what is known of it.
#[derive(Clone)]
struct RootMove {
    square: Square,
    score: i32,
    line: Vec<Move>,
}

/// A search in progress.
pub struct Root<'r, 't> {
    tree: Tree<'t>,
    start: Instant,
    budget: Option<Budget>,
    level: u32,
    request: &'r Request,
    node: Node,
    empties: u32,
    /// The best first.
    moves: Vec<RootMove>,
    /// What the last step found.
    lines: Vec<Report<Move>>,
    report: &'r mut dyn FnMut(&Report<Move>),
}

impl<'r, 't> Root<'r, 't> {
    /// A search of `node` that began at `start`. Its legal moves are `squares`, in the order in
    /// which equals are to be tried.
    pub fn new(
        tree: Tree<'t>,
        node: Node,
        squares: Vec<Square>,
        (start, budget, level): (Instant, Option<Budget>, u32),
        request: &'r Request,
        report: &'r mut dyn FnMut(&Report<Move>),
    ) -> Root<'r, 't> {
        let of_square = |square| RootMove {
            square,
            score: 0,
            line: vec![Move::Place(square)],
        };
        Root {
            tree,
            start,
            budget,
            level,
            request,
            empties: node.game.position().empties(),
            node,
            moves: squares.into_iter().map(of_square).collect(),
            lines: Vec::new(),
            report,
        }
    }

    /// Searches until the plan or the limits end it; gives the best lines, best first.
    pub fn run(mut self) -> Vec<Report<Move>> {
        // A first look that nothing interrupts, so that the answer is never blind.
        self.tree.unstoppable = true;
        let first = self.step(1);
        debug_assert!(first.is_ok());
        self.tree.unstoppable = false;
        let saves = self.budget.is_some_and(|budget| budget.saves);
        if self.moves.len() == 1 && saves && self.request.goal == Goal::Best {
            return self.lines;
        }
        for depth in self.plan() {
            if self.is_time_up(depth) || self.step(depth).is_err() {
                break;
            }
        }
        // What the other moves took after the last line was found counts.
        for line in &mut self.lines {
            line.nodes = self.tree.nodes;
            line.elapsed = self.start.elapsed();
        }
        self.lines
    }

    /// The depths of the steps; that of the last one may be the end of the game.
    fn plan(&self) -> impl Iterator<Item = u32> + use<> {
        let (limits, empties) = (&self.request.limits, self.empties);
        let level = level(self.level);
        let timed = !limits.within_level
            && (self.budget.is_some() || limits.nodes.is_some() || limits.infinite);
        let before_end = empties.saturating_sub(END_IS_NEAR + 1);
        let (midgame, to_end) = match (self.request.goal, limits.depth) {
            (Goal::Exact | Goal::WinLossDraw, _) => (before_end.min(BEFORE_END), true),
            (Goal::Best, Some(depth)) if depth >= empties => (before_end.min(BEFORE_END), true),
            (Goal::Best, Some(depth)) => (depth, false),
            (Goal::Best, None) if timed => (before_end, true),
            (Goal::Best, None) if empties <= level.exact.min(EXACT_MAX) => {
                (before_end.min(BEFORE_END), true)
            }
            (Goal::Best, None) => (level.midgame, false),
        };
        let midgame = 2..=midgame.min(empties.saturating_sub(1));
        midgame.chain(to_end.then_some(empties))
    }

    /// Whether the step to `depth` should not be begun: one costs about as much as all before it
    /// together.
    fn is_time_up(&self, depth: u32) -> bool {
        let grows = if depth == self.empties { 1 } else { 2 };
        let target = self.budget.filter(|budget| budget.saves);
        target.is_some_and(|budget| self.start.elapsed() * grows > budget.target)
    }

    /// Searches all moves; what is finished of a step that is interrupted counts if it shows better
    /// moves.
    fn step(&mut self, depth: u32) -> Result<(), Interrupted> {
        let to_end = depth >= self.empties;
        self.tree.sure = to_end;
        let best = self.request.best.clamp(1, self.moves.len());
        let mut done: Vec<RootMove> = Vec::with_capacity(self.moves.len());
        let mut interrupted = false;
        for (place, mv) in self.moves.clone().into_iter().enumerate() {
            let low = match done.get(best - 1) {
                Some(worst) => worst.score,
                None => -INFINITY,
            };
            let Ok(score) = self.score(mv.square, depth, place < best, low) else {
                interrupted = true;
                break;
            };
            let mut entered = RootMove { score, ..mv };
            // A move that fails low keeps its place behind those before it.
            let mut at = done.len();
            if score > low || done.len() < best {
                at = done.partition_point(|other| other.score >= score);
                entered.line = self.line(mv.square, depth);
            }
            done.insert(at, entered);
        }
        if done.len() >= best {
            let rest = self.moves.drain(..);
            let new = |mv: &RootMove| !done.iter().any(|known| known.square == mv.square);
            let rest: Vec<RootMove> = rest.filter(new).collect();
            self.moves = done.into_iter().chain(rest).collect();
            self.lines = self.reports(depth, best);
            self.lines.iter().for_each(&mut *self.report);
        }
        if interrupted {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// The score of a move if it is above `low`; `wide` if that is likely.
    fn score(
        &mut self,
        square: Square,
        depth: u32,
        wide: bool,
        low: i32,
    ) -> Result<i32, Interrupted> {
        if !wide {
            let window = (low, low + 1);
            let score = self.tree.score_of(&self.node, square, depth, window)?;
            if score <= low {
                return Ok(score);
            }
        }
        self.tree
            .score_of(&self.node, square, depth, (low, INFINITY))
    }

    fn line(&self, square: Square, depth: u32) -> Vec<Move> {
        let next = self
            .node
            .game
            .after_disc(square, self.node.game.turned(square));
        let rest = self.tree.line(next, depth - 1);
        let rest = rest
            .into_iter()
            .map(|square| square.map_or(Move::Pass, Move::Place));
        std::iter::once(Move::Place(square)).chain(rest).collect()
    }

    fn reports(&self, depth: u32, best: usize) -> Vec<Report<Move>> {
        let to_end = depth >= self.empties;
        let report = |(place, mv): (usize, &RootMove)| Report {
            rank: place + 1,
            pv: mv.line.clone(),
            score: Score(mv.score),
            depth,
            confidence: if to_end { 100 } else { CONFIDENCE[0] },
            reach: if to_end { Reach::End } else { Reach::Midgame },
            bounds: if to_end {
                Bounds::exact(Score(mv.score).whole_discs())
            } else {
                Bounds::UNKNOWN
            },
            nodes: self.tree.nodes,
            elapsed: self.start.elapsed(),
            book: None,
            chances: Vec::new(),
        };
        let moves = self.moves.iter().take(best).enumerate();
        moves.map(report).collect()
    }
}
