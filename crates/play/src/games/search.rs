//! Minimax and alpha-beta as the textbook has them (Russell and Norvig, *Artificial
//! Intelligence: A Modern Approach*, chapter 5), for any [`GameState`].
//!
//! Both return the value for the mover. Whether a child's value changes its sign is decided by
//! comparing movers, not by depth. A [`TreeObserver`] sees each node as it is visited, which is how
//! the trees of the `tree` command are drawn; the search itself neither draws nor keeps anything.

use super::GameState;
use bianca_search::request::StopFlag;
use bianca_system::instant::Instant;

/// Stands for minus and plus infinity in windows: no game has such a score, and windows may be
/// shifted by one without overflow.
pub const INFINITY: i32 = 1_000_000_000;

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Visits every node.
    Minimax,
    /// Leaves out what cannot change the value at the root.
    AlphaBeta,
}

/// Sees a search go through the tree.
pub trait TreeObserver<G: GameState> {
    /// `node` is entered by `mv` (`None` for the root); `alpha` and `beta` are from its mover.
    fn enter(&mut self, node: &G, mv: Option<G::Move>, alpha: i32, beta: i32);

    /// The node that was entered last and not left yet is worth `value` to its mover; `cut` are
    /// the moves that were not tried.
    fn leave(&mut self, node: &G, value: i32, cut: &[G::Move]);
}

/// Looks away.
impl<G: GameState> TreeObserver<G> for () {
    fn enter(&mut self, _: &G, _: Option<G::Move>, _: i32, _: i32) {}
    fn leave(&mut self, _: &G, _: i32, _: &[G::Move]) {}
}

/// The search was stopped, or has visited as many positions as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// A search with what limits it and what it counts.
pub struct Search<'a, W> {
    /// Which search.
    pub method: Method,
    /// Ends it early.
    pub stop: &'a StopFlag,
    /// Positions that may be visited.
    pub most_nodes: u64,
    /// When it must end.
    pub deadline: Option<Instant>,
    /// Positions visited so far.
    pub nodes: u64,
    /// Whether a position was estimated because the depth ended there.
    pub reached_horizon: bool,
    /// Who sees it.
    pub watch: W,
}

impl<'a> Search<'a, ()> {
    /// A search that nobody watches and only `stop` ends.
    pub fn new(method: Method, stop: &'a StopFlag) -> Search<'a, ()> {
        Search::watched(method, stop, ())
    }
}

impl<'a, W> Search<'a, W> {
    /// A search that `watch` sees and only `stop` ends.
    pub fn watched(method: Method, stop: &'a StopFlag, watch: W) -> Search<'a, W> {
        Search {
            method,
            stop,
            most_nodes: u64::MAX,
            deadline: None,
            nodes: 0,
            reached_horizon: false,
            watch,
        }
    }

    /// The value of `game` for its mover, `depth` plies deep.
    ///
    /// # Errors
    /// [`Interrupted`], with nothing found.
    pub fn value<G: GameState>(&mut self, game: &G, depth: u32) -> Result<i32, Interrupted>
    where
        W: TreeObserver<G>,
    {
        self.node(game, None, depth, -INFINITY, INFINITY)
    }

    /// The value of `game` after `mv` for the mover before it, if it lies between `alpha` and
    /// `beta`; otherwise a bound (at most `alpha` or at least `beta`). `depth` counts `mv`.
    ///
    /// # Errors
    /// [`Interrupted`], with nothing found.
    pub fn value_of_move<G: GameState>(
        &mut self,
        game: &G,
        mv: G::Move,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted>
    where
        W: TreeObserver<G>,
    {
        let next = game.after(mv);
        let depth = depth.saturating_sub(1);
        if next.mover() == game.mover() {
            self.node(&next, Some(mv), depth, alpha, beta)
        } else {
            Ok(-self.node(&next, Some(mv), depth, -beta, -alpha)?)
        }
    }

    fn is_late(&self) -> bool {
        // Looking at the clock costs more than a position.
        self.nodes.is_multiple_of(256)
            && self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn node<G: GameState>(
        &mut self,
        game: &G,
        mv: Option<G::Move>,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted>
    where
        W: TreeObserver<G>,
    {
        if self.nodes >= self.most_nodes || self.stop.is_raised() || self.is_late() {
            return Err(Interrupted);
        }
        self.nodes += 1;
        self.watch.enter(game, mv, alpha, beta);
        if let Some(outcome) = game.outcome() {
            self.watch.leave(game, outcome, &[]);
            return Ok(outcome);
        }
        if depth == 0 {
            self.reached_horizon = true;
            let estimate = game.estimate();
            self.watch.leave(game, estimate, &[]);
            return Ok(estimate);
        }
        let moves = game.legal_moves();
        let mut best = -INFINITY;
        let mut tried = 0;
        for &mv in &moves {
            tried += 1;
            best = best.max(self.value_of_move(game, mv, depth, alpha, beta)?);
            if self.method == Method::AlphaBeta {
                if best >= beta {
                    break; // The opponent has something better elsewhere.
                }
                alpha = alpha.max(best);
            }
        }
        self.watch.leave(game, best, &moves[tried..]);
        Ok(best)
    }
}
