//! Alpha-beta below a position of historic Reversi.
//!
//! Principal variation search with a hash table over the trained evaluation of Othello, whose
//! positions differ by the hands alone; the hands are followed move by move, so that a search to
//! the end gives the result of this game and not of Othello. ProbCut and late move reductions are
//! those of the Othello search, with its numbers. Invariant: scores are in 1/256 disc from the side
//! to move, and exact results are whole discs. The root, time and text are not known here.

use arrayvec::ArrayVec;

use super::table::{Bound, Found, Table, key};
use crate::games::GameState;
use crate::games::reversi::Reversi;
use crate::games::search::Interrupted;
use bianca_rules::othello::{Bitboard, Square};
use bianca_search::eval::network::Network;
use bianca_search::eval::patterns::Views;
use bianca_search::request::{Score, StopFlag};
use bianca_search::search::{Margins, Parameters, SQUARE_VALUE};
use bianca_system::instant::Instant;

/// More than any score.
pub const INFINITY: i32 = Score::MAX.0 + 1;

/// More moves than any position has.
const MOST_MOVES: usize = 40;

/// Most empty squares that are searched to the end without the evaluation.
const PLAIN_MAX: u32 = 9;

/// Least depths in plies for the hash table, for ordering by the evaluation and for ProbCut, and
/// the boldest of the Othello search's levels of confidence, which ProbCut goes by.
const TABLE_MIN: u32 = 2;
const ESTIMATE_MIN: u32 = 3;
const PROBCUT_MIN: u32 = 3;
const PROBCUT_NESTING: u32 = 2;
const BOLDEST: u8 = 0;

/// Late moves are searched two plies less from this depth and after so many moves.
const REDUCTION_MIN: u32 = 6;
const REDUCED_FROM: usize = 3;

/// What a reply of the opponent is worth in ordering, 1/256 disc: in the midgame and to the end.
const MOBILITY_MIDGAME: i32 = 128;
const MOBILITY_END: i32 = 1024;

/// Positions between two looks at the clock.
const NODES_PER_CLOCK: u64 = 256;

/// A position with what the evaluation keeps of it.
#[derive(Clone)]
pub struct Node {
    /// The position.
    pub game: Reversi,
    views: Views,
}

impl Node {
    /// The node of a position.
    pub fn new(game: Reversi) -> Node {
        Node {
            game,
            views: Views::new(&game.position()),
        }
    }

    fn after(&self, mv: &Candidate) -> Node {
        Node {
            game: mv.next,
            views: self.views.after_move(mv.square, mv.turned),
        }
    }

    fn passed(&self) -> Node {
        Node {
            game: self.game.other_side(),
            views: self.views.after_pass(),
        }
    }
}

/// A legal move and how promising it looks.
#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    turned: Bitboard,
    next: Reversi,
    value: i32,
}

type Candidates = ArrayVec<Candidate, MOST_MOVES>;

/// The tree, with what limits it and what it counts.
pub struct Tree<'a> {
    /// What positions are worth where the search stops.
    pub network: &'a Network,
    /// What was found before.
    pub table: &'a mut Table,
    /// How far shallow searches err.
    pub margins: &'a Margins,
    /// Ends it early.
    pub stop: &'a StopFlag,
    /// When it must end.
    pub deadline: Option<Instant>,
    /// Positions that may be visited.
    pub most_nodes: u64,
    /// Positions visited so far.
    pub nodes: u64,
    /// Whether nothing may be left out that might change the score.
    pub sure: bool,
    /// Whether nothing ends it: the first look at a position.
    pub unstoppable: bool,
    /// ProbCut searches around the one that runs.
    pub nesting: u32,
}

impl Tree<'_> {
    fn visit(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.unstoppable {
            return Ok(());
        }
        // Looking at the clock costs more than a position.
        let look = self.nodes.is_multiple_of(NODES_PER_CLOCK);
        let late = look && self.deadline.is_some_and(|end| Instant::now() >= end);
        if late || self.nodes > self.most_nodes || self.stop.is_raised() {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// The score of the move on `square` for the side to move of `node`, within the window.
    ///
    /// # Errors
    /// [`Interrupted`], with nothing found.
    pub fn score_of(
        &mut self,
        node: &Node,
        square: Square,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Interrupted> {
        let turned = node.game.turned(square);
        let child = node.after(&Candidate {
            square,
            turned,
            next: node.game.after_disc(square, turned),
            value: 0,
        });
        Ok(-self.search(&child, -beta, -alpha, depth - 1)?)
    }

    /// The score of `node`, `depth` plies deep: if it is outside the window, a bound.
    ///
    /// # Errors
    /// [`Interrupted`], with nothing found.
    pub fn search(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Result<i32, Interrupted> {
        let empties = node.game.position().empties();
        let to_end = depth >= empties;
        if to_end && empties <= PLAIN_MAX {
            return self.solve(&node.game, alpha, beta);
        }
        self.visit()?;
        let squares = node.game.squares();
        if squares.is_empty() {
            return match result(&node.game) {
                Some(result) => Ok(result),
                // A pass is no ply.
                None => Ok(-self.search(&node.passed(), -beta, -alpha, depth)?),
            };
        }
        if depth == 0 {
            return Ok(self.estimate(node));
        }
        let key = (depth >= TABLE_MIN).then(|| key(&node.game));
        let known = key.and_then(|key| self.table.get(key));
        let null_window = beta - alpha == 1;
        if null_window && let Some(score) = self.cut_by(known, alpha, beta, depth) {
            return Ok(score);
        }
        let selective = !self.sure && !to_end && node.game.centre_is_full();
        if null_window
            && selective
            && let Some(score) = self.probcut(node, alpha, depth, empties)?
        {
            return Ok(score);
        }
        let first = known.and_then(|found| found.best);
        let moves = self.ordered(node, squares, first, depth, to_end);
        let (old_alpha, mut best, mut best_square) = (alpha, -INFINITY, None);
        for (place, mv) in moves.iter().enumerate() {
            let child = node.after(mv);
            let reduced =
                selective && null_window && depth >= REDUCTION_MIN && place >= REDUCED_FROM;
            let mut score = -INFINITY;
            if place > 0 {
                let less = if reduced { 3 } else { 1 };
                score = -self.search(&child, -alpha - 1, -alpha, depth - less)?;
                if reduced && score > alpha {
                    score = -self.search(&child, -alpha - 1, -alpha, depth - 1)?;
                }
            }
            if place == 0 || (score > alpha && score < beta) {
                score = -self.search(&child, -beta, -alpha, depth - 1)?;
            }
            if score > best {
                (best, best_square) = (score, Some(mv.square));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if let Some(key) = key {
            let found = found(best, (old_alpha, beta), depth, self.sure || to_end);
            let best = best_square.filter(|_| best > old_alpha);
            self.table.put(key, &Found { best, ..found });
        }
        Ok(best)
    }

    /// The result of a position with few empty squares, within the window.
    fn solve(&mut self, game: &Reversi, mut alpha: i32, beta: i32) -> Result<i32, Interrupted> {
        self.visit()?;
        let squares = game.squares();
        if squares.is_empty() {
            return match result(game) {
                Some(result) => Ok(result),
                None => Ok(-self.solve(&game.other_side(), -beta, -alpha)?),
            };
        }
        let empties = game.position().empties();
        let mut moves = candidates(game, squares);
        if empties > 4 {
            for mv in &mut moves {
                mv.value = -replies(&mv.next);
            }
            moves.sort_unstable_by_key(|mv| -mv.value);
        }
        let mut best = -INFINITY;
        for mv in &moves {
            best = best.max(-self.solve(&mv.next, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The score that an entry settles a null window by.
    fn cut_by(&self, known: Option<Found>, alpha: i32, beta: i32, depth: u32) -> Option<i32> {
        let found = known?;
        if found.depth < depth || (self.sure && !found.sure) {
            return None;
        }
        let settles = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.score >= beta,
            Bound::Upper => found.score <= alpha,
        };
        settles.then_some(found.score)
    }

    /// A bound that a shallow search makes likely enough, for the null window above `alpha`.
    fn probcut(
        &mut self,
        node: &Node,
        alpha: i32,
        depth: u32,
        empties: u32,
    ) -> Result<Option<i32>, Interrupted> {
        if depth < PROBCUT_MIN || self.nesting >= PROBCUT_NESTING {
            return Ok(None);
        }
        let beta = alpha + 1;
        let shallow = Parameters::default().probcut_shallow(depth);
        // The model knows no more than 60 empty squares.
        let margin = |shallow| self.margins.get(BOLDEST, empties.min(60), depth, shallow);
        let (margin, doubt) = (margin(shallow), margin(0));
        let estimate = self.estimate(node);
        let high = beta + margin;
        if high < Score::MAX.0 && estimate >= beta - doubt / 2 {
            self.nesting += 1;
            let score = self.search(node, high - 1, high, shallow);
            self.nesting -= 1;
            if score? >= high {
                return Ok(Some(beta));
            }
        }
        let low = alpha - margin;
        if low > Score::MIN.0 && estimate <= alpha + doubt / 2 {
            self.nesting += 1;
            let score = self.search(node, low, low + 1, shallow);
            self.nesting -= 1;
            if score? <= low {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// The moves, the best first as far as a look at each can say.
    fn ordered(
        &mut self,
        node: &Node,
        squares: Bitboard,
        first: Option<Square>,
        depth: u32,
        to_end: bool,
    ) -> Candidates {
        let mobility = if to_end {
            MOBILITY_END
        } else {
            MOBILITY_MIDGAME
        };
        let mut moves = candidates(&node.game, squares);
        for mv in &mut moves {
            mv.value = 16 * i32::from(SQUARE_VALUE[mv.square.index()]);
            if depth >= TABLE_MIN {
                mv.value -= mobility * replies(&mv.next);
            }
            if depth >= ESTIMATE_MIN {
                mv.value -= self.estimate(&node.after(mv));
            }
            if first == Some(mv.square) {
                mv.value = i32::MAX;
            }
        }
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.value));
        moves
    }

    /// What the evaluation says; nothing as long as the centre is not full.
    fn estimate(&self, node: &Node) -> i32 {
        if node.game.centre_is_full() {
            self.network.evaluate(&node.game.position(), &node.views)
        } else {
            0
        }
    }

    /// What the table has of the line that a search of `depth` plies has found, whose scores are
    /// all the same.
    pub fn line(&self, mut game: Reversi, depth: u32) -> Vec<Option<Square>> {
        let mut line = Vec::new();
        let mut plies = 0;
        while plies < depth {
            let squares = game.squares();
            if squares.is_empty() {
                if result(&game).is_some() {
                    break;
                }
                line.push(None);
                game = game.other_side();
                continue;
            }
            let known = self.table.get(key(&game)).filter(|found| {
                let same = found.bound == Bound::Exact && (found.sure || !self.sure);
                same && found.depth >= depth - plies
            });
            let square = known.and_then(|found| found.best);
            let Some(square) = square.filter(|&square| squares.contains(square)) else {
                break;
            };
            line.push(Some(square));
            game = game.after_disc(square, game.turned(square));
            plies += 1;
        }
        // A pass that nothing follows says nothing.
        while line.last() == Some(&None) {
            line.pop();
        }
        line
    }
}

/// The result of a game in which the side to move cannot move; `None` if the other can.
fn result(game: &Reversi) -> Option<i32> {
    game.outcome().map(|discs| discs * Score::DISC)
}

fn found(score: i32, (alpha, beta): (i32, i32), depth: u32, sure: bool) -> Found {
    let bound = match () {
        () if score >= beta => Bound::Lower,
        () if score <= alpha => Bound::Upper,
        () => Bound::Exact,
    };
    Found {
        score,
        bound,
        depth,
        sure,
        best: None,
    }
}

fn candidates(game: &Reversi, squares: Bitboard) -> Candidates {
    let with = |square| {
        let turned = game.turned(square);
        Candidate {
            square,
            turned,
            next: game.after_disc(square, turned),
            value: 0,
        }
    };
    squares.into_iter().map(with).collect()
}

/// How many answers a position leaves, corners counted twice.
fn replies(game: &Reversi) -> i32 {
    let squares = game.squares();
    (squares.count() + (squares & Bitboard::CORNERS).count()) as i32
}
