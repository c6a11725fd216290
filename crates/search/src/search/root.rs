//! The root: iterative deepening over the moves of the position that was asked for.
//!
//! It keeps the scores and variations of the best moves, decides which step comes next, and
//! always has a legal move to answer with. What a step costs is the tree's business.

mod abreast;
mod challenge;
mod report;

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use rand::prelude::*;

use crate::eval::kernels::Kernels;
use crate::eval::weights::Weights;
use crate::request::{Bounds, Goal, Report, Request, Score};
use bianca_rules::othello::{Bitboard, Move, Position, Square};

use super::Settings;
use super::abreast::Mark;
use super::control::Stopped;
use super::levels::{Step, deepening, depth_before_end, end_steps, level};
use super::node::{Candidate, Candidates, Node, by_replies};
use super::parallel::SplitPoint;
use super::params;
use super::probcut::{EXACT, selectivity_of};
use super::proven::{proven, with_proven};
use super::time::{Budget, Doubt, Speed, budget};
use super::tree::{DISC, INFINITY, Worker};

/// Most empty squares with which a search that goes to the end does so at once, since that takes no
/// time.
const SOLVED_AT_ONCE: u32 = 10;

/// A move of the root and what is known of it.
#[derive(Clone)]
struct RootMove {
    mv: Candidate,
    /// With the bonus of its step.
    score: i32,
    /// What a draw adds to the move's scores, so that it is found instead of one that is hardly
    /// better. It is less than a disc, so that of two results the better one stays better.
    bonus: i32,
    line: Vec<Move>,
    /// Where the line goes on to the end of the game, if that has not been solved yet.
    unsolved: Option<Position>,
    /// What searches to the end without cuts have proven.
    bounds: Bounds,
    /// The step that found the score.
    step: Step,
    nodes: u64,
    elapsed: Duration,
}

/// A search in progress.
pub(super) struct Root<'w, 'a, K: Kernels> {
    worker: &'w mut Worker<'a, K>,
    node: Node,
    empties: u32,
    weights: &'w Arc<Weights>,
    request: Request,
    level: u32,
    budget: Option<Budget>,
    speed: &'w mut Speed,
    /// What the last step showed of the best move.
    doubt: Doubt,
    /// Positions that the step has visited for each of its moves.
    spent: [u64; 64],
    moves: Vec<RootMove>,
    /// Whether a step has put the best of `moves` in front, with true scores.
    is_ranked: bool,
    report: &'w mut dyn FnMut(&Report<Move>),
}

impl<'w, 'a, K: Kernels> Root<'w, 'a, K> {
    pub(super) fn new(
        worker: &'w mut Worker<'a, K>,
        position: Position,
        request: &Request,
        settings: &'w Settings,
        lag: Duration,
        speed: &'w mut Speed,
        report: &'w mut dyn FnMut(&Report<Move>),
    ) -> Root<'w, 'a, K> {
        let node = worker.node(position);
        let empties = position.empties();
        let budget = budget(
            &request.limits,
            empties,
            settings.move_overhead,
            lag,
            *speed,
        );
        if let Some(budget) = budget {
            worker.shared.control.set_deadline(budget.limit);
        }
        let step = Step {
            depth: 0,
            selectivity: EXACT,
            sign_only: false,
        };
        let mut list = Candidates::new();
        list.fill(worker.shared.kernels, &position, position.moves());
        let mut candidates: Vec<Candidate> = list.iter().copied().collect();
        let draw = request.draw;
        let mut draw = draw.map(|draw| (draw, StdRng::seed_from_u64(draw.number.into())));
        if let Some((_, random)) = &mut draw {
            candidates.shuffle(random);
        }
        // Lines are scored and proven without a bonus.
        draw = draw.filter(|_| request.best == 1 && request.goal == Goal::Best);
        let mut bonus_of = |square: Square| {
            let Some((draw, random)) = &mut draw else {
                return 0;
            };
            let most = |more: i32| (draw.variety.0 + more).min(DISC - 1);
            match draw.others(square.index() as u8) {
                _ if draw.variety.0 == 0 => 0,
                (_, 0) => random.random_range(0..=most(0)),
                // What comes for the first time goes before what came often.
                (others, all) => most(params::DRAW_STEP * all as i32) * others as i32 / all as i32,
            }
        };
        let moves = candidates
            .into_iter()
            .map(|mv| RootMove {
                mv,
                score: -INFINITY,
                bonus: bonus_of(mv.square),
                line: vec![Move::Place(mv.square)],
                unsolved: None,
                bounds: Bounds::UNKNOWN,
                step,
                nodes: 0,
                elapsed: Duration::ZERO,
            })
            .collect();
        Root {
            worker,
            node,
            empties,
            weights: settings.evaluation.weights(),
            request: *request,
            level: settings.level,
            budget,
            speed,
            doubt: Doubt {
                other_move: false,
                fall: 0.0,
                share: 1.0,
            },
            spent: [0; 64],
            moves,
            is_ranked: false,
            report,
        }
    }

    /// Searches until the plan or the limits end it; gives the best lines, best first.
    pub(super) fn run(mut self) -> Vec<Report<Move>> {
        debug_assert!(!self.moves.is_empty());
        let first = Step {
            depth: 1.min(self.empties),
            selectivity: EXACT,
            sign_only: false,
        };
        if self.wait_for_weights(first).is_err() {
            self.glance();
            self.report_lines();
            return self.reports();
        }
        // A first look that nothing interrupts, so that the answer is never blind.
        self.worker.unstoppable = true;
        let _ = self.step(first);
        self.worker.unstoppable = false;
        self.report_lines();
        if !self.is_settled() {
            self.deepen();
        }
        self.finish_lines();
        self.worker.account();
        self.reports()
    }

    /// Waits until the weights are unpacked that a step needs, if the limits allow it.
    fn wait_for_weights(&self, step: Step) -> Result<(), Stopped> {
        let control = &self.worker.shared.control;
        let least = self.empties - step.depth;
        let are_there = self.weights.wait_for(self.empties, least, || {
            control.account(0);
            control.is_halted()
        });
        if are_there { Ok(()) } else { Err(Stopped) }
    }

    /// Puts the moves in order without the evaluation: corners first, then by how few replies they
    /// leave and by their squares. What they are worth it does not say.
    fn glance(&mut self) {
        let (kernels, parameters) = (self.worker.shared.kernels, self.worker.shared.parameters);
        self.moves.sort_by_key(|root_move| {
            let mv = &root_move.mv;
            let value = by_replies(parameters, mv, mv.child.moves_by(kernels));
            Reverse((Bitboard::CORNERS.contains(mv.square), value))
        });
        for root_move in &mut self.moves {
            root_move.score = 0;
            root_move.bonus = 0;
        }
    }

    fn deepen(&mut self) {
        let asked = self.request.confidence.map(selectivity_of);
        let goal = self.request.goal;
        let limits = self.request.limits;
        let timed = !limits.within_level
            && (self.budget.is_some() || limits.nodes.is_some() || limits.infinite);
        let level = level(self.level);
        let (midgame, end) = match (goal, limits.depth) {
            (_, Some(depth)) if depth < self.empties => (depth, None),
            (Goal::Exact | Goal::WinLossDraw, _) | (Goal::Best, Some(_)) => {
                (depth_before_end(self.empties), Some(EXACT))
            }
            (Goal::Best, None) if timed => (self.empties, Some(EXACT)),
            (Goal::Best, None) => match level.to_end(self.empties) {
                Some(surest) => (depth_before_end(self.empties), Some(surest)),
                None => (level.plies(self.empties), None),
            },
        };
        if end.is_some() && self.empties <= SOLVED_AT_ONCE {
            self.search_to_end(EXACT);
            return;
        }
        let open_ended = timed && goal == Goal::Best && limits.depth.is_none();
        let mut last = midgame.min(self.empties - 1);
        if open_ended {
            // Iterations of even depth win a little more: 410-198-392 in 1,000 games at 0.02 s a
            // move.
            last &= !1;
        }
        for step in deepening(last).skip(1) {
            if open_ended && self.end_is_near(step.depth) {
                break;
            }
            if self.time_is_up(step) || self.step(step).is_err() {
                return;
            }
            self.worker.account();
            let control = &self.worker.shared.control;
            self.speed.enter(control.nodes(), control.elapsed());
            self.report_lines();
        }
        match (end, asked) {
            (Some(last), asked) => self.search_to_end(asked.unwrap_or(last)),
            (None, Some(selectivity)) if selectivity > 0 => {
                let surer = Step {
                    depth: midgame.min(self.empties - 1),
                    selectivity,
                    sign_only: false,
                };
                if self.step(surer).is_ok() {
                    self.report_lines();
                }
            }
            (None, _) => {}
        }
    }

    /// The searches to the end of the game, ever surer.
    fn search_to_end(&mut self, last: u8) {
        let sign_only = self.request.goal == Goal::WinLossDraw;
        // Only a move that is asked for is worth more when surer cuts have found it.
        let times = match self.request.goal {
            Goal::Best => params::SURE_SOLUTION,
            Goal::Exact | Goal::WinLossDraw => params::POSSIBLE_SOLUTION,
        };
        let in_doubt = self.solution_is_within(times, sign_only) == Some(false);
        for step in end_steps(self.empties, last, sign_only, in_doubt) {
            if self.time_is_up(step)
                || in_doubt && self.challenge(step).is_err()
                || self.step(step).is_err()
            {
                return;
            }
            self.report_lines();
        }
    }

    /// Whether the next step is a first search to the end instead of one of `depth` plies. One that
    /// is not finished says less than the midgame search that it took the place of, so that has
    /// gone far before, and goes on where the limits would hardly allow it.
    fn end_is_near(&self, depth: u32) -> bool {
        let near = depth + 4 >= self.empties;
        match self.end_is_within_limits() {
            Some(true) => near || depth > params::DEPTH_BEFORE_JUMP,
            Some(false) => false,
            None => near,
        }
    }

    /// Whether a first search to the end is likely to finish within the time and the positions that
    /// are left; `None` without a limit to either.
    fn end_is_within_limits(&self) -> Option<bool> {
        let time = self.budget.map(|budget| budget.target);
        self.within_limits(params::selective_end_cost(self.empties), time)
    }

    /// Whether an exact solution, or that of the sign alone, is likely to take no longer than so
    /// many times what the limits leave; `None` without limits.
    fn solution_is_within(&self, times: f64, sign_only: bool) -> Option<bool> {
        let mut cost = params::exact_end_cost(self.empties);
        if sign_only || self.request.window != (Score::MIN, Score::MAX) {
            cost *= params::SIGN_COST;
        }
        let time = self.budget.map(|budget| budget.limit);
        self.within_limits(cost / times, time)
    }

    /// Whether what costs as much as so many positions of the midgame fits into what is left of
    /// `time` and of the positions that may be visited; `None` without a limit to either. A
    /// solution that was asked for is begun whatever the number of positions, since what it proves
    /// by then is told.
    fn within_limits(&self, positions: f64, time: Option<Duration>) -> Option<bool> {
        let control = &self.worker.shared.control;
        let in_time =
            time.map(|time| self.speed.time(positions) < time.saturating_sub(control.elapsed()));
        let nodes = self.request.limits.nodes;
        let in_nodes = nodes
            .filter(|_| self.request.goal == Goal::Best)
            .map(|nodes| positions < nodes.saturating_sub(control.nodes()) as f64);
        [in_time, in_nodes]
            .into_iter()
            .flatten()
            .reduce(|one, other| one && other)
    }

    /// Whether the next step should not be begun.
    fn time_is_up(&self, step: Step) -> bool {
        let control = &self.worker.shared.control;
        if control.is_halted() {
            return true;
        }
        let Some(budget) = self.budget else {
            return false;
        };
        if !budget.saves {
            return false;
        }
        let exact = step.depth == self.empties && step.selectivity == EXACT;
        if exact
            && self.solution_is_within(params::POSSIBLE_SOLUTION, step.sign_only) == Some(false)
        {
            return true;
        }
        // A step costs about as much as all before it together, one to the end rather more.
        let grows = if step.depth == self.empties { 1 } else { 2 };
        control.elapsed() * grows > budget.target_in_doubt(self.doubt)
    }

    /// Whether there is nothing to find out.
    fn is_settled(&self) -> bool {
        let saves = self.budget.is_some_and(|budget| budget.saves);
        self.moves.len() == 1 && saves && self.request.goal == Goal::Best
    }

    /// One iteration. The scores of a step that is stopped half-way count if they show a better
    /// move; the rest of the order stays.
    fn step(&mut self, step: Step) -> Result<(), Stopped> {
        self.wait_for_weights(step)?;
        let before = (self.moves[0].mv.square, self.moves[0].score);
        self.spent.fill(0);
        self.worker.selectivity = step.selectivity;
        let best = self.request.best.clamp(1, self.moves.len());
        let (low, high) = self.window(step);
        let (mut alpha, mut beta) = (low, high);
        let mut width = self.worker.shared.parameters.aspiration;
        if best == 1 && self.is_ranked && step.depth > 3 {
            // Aspiration: a narrow window around the last score, widened on the side that fails.
            let centre = before.1.clamp(low, high);
            (alpha, beta) = ((centre - width).max(low), (centre + width).min(high));
        }
        loop {
            self.search_moves(step, best, alpha, beta)?;
            let score = self.moves[0].score;
            width *= 2;
            if score <= alpha && alpha > low {
                alpha = (score - width).max(low);
            } else if score >= beta && beta < high {
                beta = (score + width).min(high);
            } else {
                break;
            }
        }
        if self.moves[0].score <= low {
            // All failed low: the position is worth no more than the best of the bounds.
            let most = self.moves.iter().map(|root_move| root_move.score).max();
            self.moves[0].score = most.unwrap_or(low);
        }
        let spent = |root_move: &RootMove| self.spent[root_move.mv.square.index()];
        let on_best: u64 = self.moves[..best].iter().map(spent).sum();
        let all: u64 = self.spent.iter().sum();
        let best = &self.moves[0];
        self.doubt = Doubt {
            other_move: before.0 != best.mv.square,
            fall: f64::from(before.1.saturating_sub(best.score)) / f64::from(DISC),
            share: match all {
                // The hash table knew all moves.
                0 => 1.0,
                all => on_best as f64 / all as f64,
            },
        };
        Ok(())
    }

    /// The window of a step: that which is asked for, where it is less than all scores.
    fn window(&self, step: Step) -> (i32, i32) {
        if step.sign_only {
            return (-DISC, DISC);
        }
        // What comes before a search to the end is to find the best move, whatever it is worth.
        if step.depth < self.empties && self.request.goal != Goal::Best {
            return (-INFINITY, INFINITY);
        }
        let (low, high) = self.request.window;
        let low = if low > Score::MIN { low.0 } else { -INFINITY };
        let high = if high < Score::MAX { high.0 } else { INFINITY };
        (low, high.max(low.saturating_add(1)))
    }

    /// Searches all moves within (`alpha`, `beta`), `best` of them exactly.
    fn search_moves(
        &mut self,
        step: Step,
        best: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<(), Stopped> {
        let iteration = self.offer_iteration(step, best, alpha, beta);
        let result = self.search_in_order(iteration.as_deref(), step, best, alpha, beta);
        if let Some(iteration) = iteration {
            self.end_iteration(&iteration);
        }
        result
    }

    /// Searches the moves in their order; in an iteration that another thread searches abreast,
    /// those that it is at come last.
    fn search_in_order(
        &mut self,
        iteration: Option<&SplitPoint>,
        step: Step,
        best: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<(), Stopped> {
        let mut done: Vec<RootMove> = Vec::with_capacity(self.moves.len());
        let marks = &self.worker.shared.marks;
        let mut order: VecDeque<(bool, RootMove)> = self
            .moves
            .iter()
            .map(|root_move| (iteration.is_some(), root_move.clone()))
            .collect();
        let mut searched = 0;
        while let Some((may_wait, root_move)) = order.pop_front() {
            let mark = Mark::of(&root_move.mv.child, step.depth);
            if may_wait && searched > 0 && marks.has(mark) {
                order.push_back((false, root_move));
                continue;
            }
            let root_move = &root_move;
            // The worst score that still belongs to the best so far.
            let low = if done.len() < best {
                alpha
            } else {
                done[best - 1].score.max(alpha)
            };
            if low >= beta {
                break;
            }
            let before = self.worker.visited();
            if iteration.is_some() {
                marks.enter(mark);
            }
            let result = self.search_move(root_move, step, searched < best, low, beta);
            if iteration.is_some() {
                marks.leave(mark);
            }
            searched += 1;
            self.spent[root_move.mv.square.index()] += self.worker.visited() - before;
            let Ok(score) = result else {
                // What is finished is in order; only a complete set of best moves replaces the
                // old one.
                if done.len() >= best {
                    self.adopt(done);
                }
                return Err(Stopped);
            };
            let mut entered = root_move.clone();
            entered.score = score;
            if step.depth == self.empties && step.selectivity == EXACT {
                let bonus = self.bonus(root_move, step);
                let proven = proven(score - bonus, low - bonus, beta - bonus);
                entered.bounds = with_proven(entered.bounds, proven);
            }
            // A move that fails low keeps its place behind those before it.
            let place = if score > low || done.len() < best {
                done.partition_point(|other| other.score >= score)
            } else {
                done.len()
            };
            if score > low || done.len() < best {
                entered.step = step;
                (entered.line, entered.unsolved) = self.line(&entered.mv, step);
                self.worker.account();
                entered.nodes = self.worker.shared.control.nodes();
                entered.elapsed = self.worker.shared.control.elapsed();
            }
            done.insert(place, entered);
            if let Some(iteration) = iteration {
                iteration.raise(done[0].score);
            }
        }
        self.adopt(done);
        Ok(())
    }

    /// Puts `done` in front; the moves that were not reached keep their order behind.
    fn adopt(&mut self, mut done: Vec<RootMove>) {
        for old in &self.moves {
            if !done.iter().any(|new| new.mv.square == old.mv.square) {
                done.push(old.clone());
            }
        }
        self.moves = done;
        self.is_ranked = true;
    }

    fn search_move(
        &mut self,
        root_move: &RootMove,
        step: Step,
        first: bool,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let child = self.node.after(&root_move.mv);
        let depth = step.depth - 1;
        let bonus = self.bonus(root_move, step);
        let (alpha, beta) = ((alpha - bonus).max(-INFINITY), beta - bonus);
        if first {
            let score = -self.worker.search::<true>(&child, -beta, -alpha, depth)?;
            return Ok(score + bonus);
        }
        let mut score = -self
            .worker
            .search::<false>(&child, -alpha - 1, -alpha, depth)?;
        if score > alpha && score < beta {
            score = -self.worker.search::<true>(&child, -beta, -alpha, depth)?;
        }
        Ok(score + bonus)
    }

    /// What is added to the scores of a move in this step. To find out that a result equals the
    /// best takes longer than that it is no better.
    fn bonus(&self, root_move: &RootMove, step: Step) -> i32 {
        if step.depth == self.empties && self.empties > params::DRAW_EQUALS {
            0
        } else {
            root_move.bonus
        }
    }
}

#[cfg(test)]
mod tests;
