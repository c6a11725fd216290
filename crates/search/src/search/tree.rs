//! The tree search: principal variation search over hash table, ProbCut and split points.
//!
//! One function serves midgame and endgame. A search whose depth reaches the number of empty
//! squares goes to the end of the game: its leaves are solved exactly by
//! [`Solver`](super::endgame::Solver), and its scores are whole, even numbers of discs. Any other
//! ends in the evaluation. Scores and windows are in 1/256 disc, fail-soft, from the side to
//! move; passes take no depth. Nothing here knows of time but that it may be [`Stopped`].

mod abreast;
mod cuts;
#[cfg(test)]
pub(super) mod fixture;
mod kernels;
mod last_plies;
mod order;
mod sharing;

use std::sync::Arc;

use crate::eval::kernels::Kernels;
use crate::eval::network::Network;
use crate::eval::patterns::Views;
use bianca_rules::othello::{Move, Position, Square};

use super::abreast::Marks;
use super::control::{Control, Stopped};
use super::endgame::stability_cutoff;
use super::local::Local;
use super::node::{Candidate, Candidates, Node};
use super::parallel::{Pool, Split, SplitPoint};
use super::params::{self, Parameters};
use super::probcut::{EXACT, Margins};
use super::table::{Found, Table};

/// Beyond every score.
pub(super) const INFINITY: i32 = 65 * DISC;
pub(super) const DISC: i32 = 256;

/// What all threads of a search share.
pub(super) struct Shared<'a, K: Kernels> {
    /// What everything below is compiled for.
    pub(super) kernels: K,
    pub(super) eval: &'a Network,
    pub(super) table: &'a Table,
    pub(super) parameters: &'a Parameters,
    pub(super) margins: &'a Margins,
    pub(super) control: Control<'a>,
    pub(super) pool: Pool,
    pub(super) marks: Marks,
}

/// One thread of a search.
pub(super) struct Worker<'a, K: Kernels> {
    pub(super) shared: &'a Shared<'a, K>,
    local: &'a mut Local,
    /// Positions visited above the solver's range.
    nodes: u64,
    accounted: u64,
    polls: u32,
    /// Index into the confidence levels.
    pub(super) selectivity: u8,
    /// How many ProbCut searches this one is inside of.
    probcut_nesting: u32,
    split: Option<Arc<SplitPoint>>,
    /// Finishes whatever happens: for the first look at the moves.
    pub(super) unstoppable: bool,
}

impl<'a, K: Kernels> Worker<'a, K> {
    pub(super) fn new(shared: &'a Shared<'a, K>, local: &'a mut Local) -> Worker<'a, K> {
        local.solver.nodes = 0;
        local.solver.most = shared.control.left();
        Worker {
            shared,
            local,
            nodes: 0,
            accounted: 0,
            polls: 0,
            selectivity: EXACT,
            probcut_nesting: 0,
            split: None,
            unstoppable: false,
        }
    }

    /// A root of a tree.
    pub(super) fn node(&self, position: Position) -> Node {
        Node {
            position,
            views: Views::new(&position),
            estimate: None,
        }
    }

    /// Best moves to the end of the game from a position in the solver's range; see
    /// [`Solver::best_line`]. What is proven has all of its line, whatever the limit of positions.
    ///
    /// [`Solver::best_line`]: super::endgame::Solver::best_line
    pub(super) fn best_line(
        &mut self,
        position: Position,
        guess: i32,
        is_proven: bool,
    ) -> Vec<Move> {
        if is_proven {
            self.local.solver.most = u64::MAX;
        }
        let line = self.local.solver.best_line(position, guess);
        self.account();
        line
    }

    /// Adds the positions visited since the last time to the control's count.
    pub(super) fn account(&mut self) {
        let all = self.nodes + self.local.solver.nodes;
        self.shared.control.account(all - self.accounted);
        self.accounted = all;
        let solver = &mut self.local.solver;
        solver.most = solver.nodes.saturating_add(self.shared.control.left());
    }

    /// Positions that all threads have visited so far, but for what the others have not told yet.
    pub(super) fn visited(&mut self) -> u64 {
        self.account();
        self.shared.control.nodes()
    }

    #[inline]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.polls += 1;
        if self.polls.is_multiple_of(params::NODES_PER_CLOCK) {
            self.account();
        }
        let void = self.split.as_ref().is_some_and(|point| point.is_cut());
        if void || (self.shared.control.is_halted() && !self.unstoppable) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Searches `node` to `depth` plies within (`alpha`, `beta`).
    #[inline(always)]
    pub(super) fn search_body<const PV: bool>(
        &mut self,
        node: &Node,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Result<i32, Stopped> {
        debug_assert!(alpha < beta && (PV || beta == alpha + 1));
        let kernels = self.shared.kernels;
        let position = &node.position;
        let empties = position.empties();
        let to_end = depth >= empties;
        if to_end && empties <= self.solver_max() {
            return self.solve(*position, alpha, beta);
        }
        if depth == 0 {
            self.nodes += 1;
            let eval = self.shared.eval;
            return Ok(eval.evaluate_by(kernels, position, &node.views));
        }
        let depth = depth.min(empties);
        if depth > 1 {
            self.poll()?;
        }
        self.nodes += 1;
        // A search to the end has left the tree by now.
        if depth <= params::NO_TABLE_MAX
            && let Some(score) = self.known_last_plies(position, alpha, beta, depth)
        {
            return Ok(score);
        }

        if !PV
            && let Some(bound) =
                stability_cutoff(kernels, position, alpha.div_euclid(DISC), empties)
        {
            return Ok(bound * DISC);
        }
        let moves = position.moves_by(kernels);
        if moves.is_empty() {
            if position.opponent_moves_by(kernels).is_empty() {
                return Ok(position.final_score() * DISC);
            }
            let passed = node.passed();
            return Ok(-self.search::<PV>(&passed, -beta, -alpha, depth)?);
        }
        if depth <= params::NO_TABLE_MAX {
            return self.last_plies::<PV>(node, moves, alpha, beta, depth);
        }

        let entry = self.shared.table.get(position);
        if let Some(score) =
            entry.and_then(|entry| self.table_cutoff::<PV>(&entry, alpha, beta, depth))
        {
            return Ok(score);
        }
        let mut list = Candidates::new();
        let looks_children_up = !PV && depth >= params::etc_min(to_end);
        if looks_children_up {
            list.fill(kernels, position, moves);
            for mv in list.iter() {
                self.shared.table.fetch_ahead(&mv.child);
            }
            if let Some(score) = self.enhanced_cutoff(&list, alpha, depth) {
                return Ok(score);
            }
        }
        if !PV && let Some(score) = self.probcut(node, &mut list, moves, alpha, depth, to_end)? {
            return Ok(score);
        }
        let known = entry.map_or([None; 2], |entry| entry.moves);
        let mut progress = NodeProgress {
            alpha,
            best: (-INFINITY, None),
            searched: 0,
        };
        // The hash move is tried before anything is spent on the order of the others; in a null
        // window to the end only if some search, however unsure, saw it cut.
        let cuts = entry.is_some_and(|entry| entry.lower > alpha);
        let first = known[0].filter(|&square| (PV || !to_end || cuts) && moves.contains(square));
        let mut rest = moves;
        let is_filled = list.left() > 0;
        if let Some(square) = first {
            let listed = list.take(square);
            let mv = listed.unwrap_or_else(|| Candidate::new(kernels, position, square));
            let score = self.search_move::<PV>(node, &mv, 0, alpha, beta, depth)?;
            progress.enter(&mv, score);
            rest = moves - square.into();
        }
        if progress.best.0 < beta && rest.any() {
            if !is_filled {
                list.fill(kernels, position, rest);
            }
            if rest.count() > 1 {
                self.order(node, &mut list, known, progress.alpha, depth, to_end)?;
            }
            self.moves::<PV>(node, &mut list, &mut progress, beta, depth, to_end)?;
        }
        let (score, best) = progress.best;
        let found = Found {
            alpha,
            beta,
            score,
            depth,
            selectivity: self.selectivity,
            // Where all moves fail low, the least bad one says nothing.
            best: best.filter(|_| score > alpha),
        };
        self.shared.table.put(position, &found);
        Ok(score)
    }

    /// Searches the moves of a node in their order.
    #[inline(always)]
    pub(super) fn moves_body<const PV: bool>(
        &mut self,
        node: &Node,
        list: &mut Candidates,
        progress: &mut NodeProgress,
        beta: i32,
        depth: u32,
        to_end: bool,
    ) -> Result<(), Stopped> {
        if !to_end && depth >= params::ABREAST_MIN && self.shared.marks.are_looked_at() {
            return self.moves_abreast::<PV>(node, list, progress, beta, depth);
        }
        let split_min = if to_end {
            params::SPLIT_MIN_END
        } else {
            params::SPLIT_MIN_MIDGAME
        };
        let split_from = if PV && !to_end {
            params::SPLIT_FROM_PV
        } else {
            1
        };
        loop {
            let searched = progress.searched;
            if depth >= split_min
                && searched >= split_from
                && list.left() > 0
                && self.shared.pool.has_idle()
            {
                progress.best = self.split::<PV>(Split {
                    parent: self.split.clone(),
                    node: node.clone(),
                    moves: list.rest(),
                    searched,
                    alpha: progress.alpha,
                    beta,
                    depth,
                    selectivity: self.selectivity,
                    probcut_nesting: self.probcut_nesting,
                    is_pv: PV,
                    bonuses: Vec::new(),
                    best: progress.best,
                })?;
                return Ok(());
            }
            let Some(mv) = list.next() else {
                return Ok(());
            };
            let score = self.search_move::<PV>(node, &mv, searched, progress.alpha, beta, depth)?;
            progress.enter(&mv, score);
            if score >= beta {
                return Ok(());
            }
        }
    }

    /// Searches one move: the first of a principal variation with the whole window, the others
    /// with a null window first, late ones less deep before that.
    #[inline(always)]
    pub(super) fn search_move_body<const PV: bool>(
        &mut self,
        node: &Node,
        mv: &Candidate,
        searched: usize,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Result<i32, Stopped> {
        let empties = mv.child.empties();
        if !PV && depth > empties && empties <= self.solver_max() {
            // The solver needs nothing of what the evaluation keeps.
            return Ok(-self.solve(mv.child, -alpha - 1, -alpha)?);
        }
        if depth > params::NO_TABLE_MAX + 1 {
            self.shared.table.fetch_ahead(&mv.child);
        }
        if !PV
            && depth < node.position.empties()
            && let Some(bound) = self.futile_child(mv, -alpha - 1, depth - 1)
        {
            return Ok(-bound);
        }
        let child = node.after(mv);
        if PV && searched == 0 {
            return Ok(-self.search::<true>(&child, -beta, -alpha, depth - 1)?);
        }
        if depth < node.position.empties() && self.selectivity != EXACT {
            let parameters = self.shared.parameters;
            let reduction = parameters.reduction(depth, searched);
            if reduction > 0 {
                let shallow = (depth - 1).saturating_sub(reduction);
                let score = -self.search::<false>(&child, -alpha - 1, -alpha, shallow)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
        }
        let score = -self.search::<false>(&child, -alpha - 1, -alpha, depth - 1)?;
        if PV && score > alpha && score < beta {
            return Ok(-self.search::<true>(&child, -beta, -alpha, depth - 1)?);
        }
        Ok(score)
    }

    /// Most empty squares at which the solver takes over a search to the end.
    #[inline(always)]
    pub(super) fn solver_max(&self) -> u32 {
        if self.selectivity == EXACT {
            params::SOLVER_MAX
        } else {
            params::SOLVER_MAX_SELECTIVE
        }
    }

    /// The exact score of a position in the solver's range.
    fn solve(&mut self, position: Position, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if position.empties() >= params::POLL_MIN {
            self.poll()?;
        }
        let low = alpha.div_euclid(DISC);
        loop {
            let (kernels, solver) = (self.shared.kernels, &mut self.local.solver);
            if self.unstoppable {
                solver.most = u64::MAX;
            }
            let score = if beta == alpha + 1 {
                solver.null_window_by(kernels, position, low)
            } else {
                let high = -(-beta).div_euclid(DISC);
                solver.solve_by(kernels, position, low, high)
            };
            if !solver.has_given_up() {
                return Ok(score * DISC);
            }
            // There are more positions left than when it was told how many.
            self.account();
            if self.shared.control.is_halted() {
                return Err(Stopped);
            }
        }
    }
}

/// What the moves searched so far have shown.
pub(super) struct NodeProgress {
    alpha: i32,
    /// The best score and its move.
    best: (i32, Option<Square>),
    searched: usize,
}

impl NodeProgress {
    fn enter(&mut self, mv: &Candidate, score: i32) {
        self.searched += 1;
        if score > self.best.0 {
            self.best = (score, Some(mv.square));
            self.alpha = self.alpha.max(score);
        }
    }
}
