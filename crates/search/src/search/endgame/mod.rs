//! Exact endgame search below the shared hash table.
//!
//! [`Solver::null_window`] decides whether a position with few empty squares is worth more than
//! `alpha` discs. Three ranges, each with the machinery that pays there: lists sorted fastest
//! first with a thread's own cache (`Solver::middle`), squares by parity without a list
//! (`Solver::last_five`), and kernels for the last four (`last`). Scores are whole discs, the
//! empty squares to the winner, so they are always even. Nothing here evaluates, takes time or
//! knows of other threads.

mod cache;
mod cost;
mod kernels;
mod last;
mod move_list;
mod parity;

use bianca_rules::cpu::{Instructions, for_instructions};
use bianca_rules::othello::kernels::RuleKernels;
use bianca_rules::othello::stability::stable_discs_by;
use bianca_rules::othello::{Bitboard, Move, Position, Square};

use super::params::{CACHE_BITS, MIDDLE_ETC_MIN, MIDDLE_MIN, SOLVER_MAX, STABILITY_MIN};
use cache::{Cache, Place};
pub(super) use cost::Costs;
use kernels::{last_five, middle, null_window};
use last::{last_few, last_four};
use move_list::{CAPACITY, ListedMove, MoveList};
use parity::Odd;

// `last_five` has one number of empty squares, and a search may hand over all that the lists hold.
const _: () = assert!(MIDDLE_MIN == 6 && SOLVER_MAX as usize <= CAPACITY);

/// An exact solver for one thread.
///
/// ```
/// use bianca_rules::othello::{Bitboard, Position};
/// use bianca_search::search::endgame::Solver;
///
/// // One square is empty, and the last move turns the whole top row.
/// let opp = Bitboard(0x7e);
/// let own = Bitboard(!(opp.0 | 1));
/// let mut solver = Solver::new();
/// assert_eq!(solver.solve(Position::new(own, opp).unwrap(), -64, 64), 64);
/// assert!(solver.nodes > 0);
/// ```
pub struct Solver {
    /// What is used where the caller does not say.
    instructions: Instructions,
    cache: Cache,
    /// Positions visited, leaves with one empty square and passes among them.
    pub nodes: u64,
    /// Once [`nodes`](Solver::nodes) are so many it gives up: within a few hundred more a search
    /// is over, what it says means nothing, and nothing of it is kept.
    pub(super) most: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver with an empty cache.
    pub fn new() -> Solver {
        Solver::with(Instructions::chosen())
    }

    /// A solver with an empty cache that uses these instructions.
    pub fn with(instructions: Instructions) -> Solver {
        Solver {
            instructions,
            cache: Cache::new(CACHE_BITS),
            nodes: 0,
            most: u64::MAX,
        }
    }

    /// Whether it has visited `most` positions, and the last search means nothing.
    #[inline(always)]
    pub(super) fn has_given_up(&self) -> bool {
        self.nodes >= self.most
    }

    /// Searches with the window (`alpha`, `alpha` + 1) discs, fail-soft: the result is above
    /// `alpha` exactly if the score is, and then a lower bound of it; otherwise an upper bound.
    ///
    /// The time grows about threefold with each empty square.
    ///
    /// # Panics
    /// With more than 16 empty squares.
    pub fn null_window(&mut self, position: Position, alpha: i32) -> i32 {
        for_instructions!(self.instructions, kernels => {
            self.null_window_by(kernels, position, alpha)
        })
    }

    /// [`null_window`](Solver::null_window) by the kernels of a set of instructions.
    #[inline(always)]
    pub(super) fn null_window_by<K: RuleKernels>(
        &mut self,
        kernels: K,
        position: Position,
        alpha: i32,
    ) -> i32 {
        null_window(kernels, self, position, alpha)
    }

    #[inline(always)]
    fn null_window_body<K: RuleKernels>(
        &mut self,
        kernels: K,
        position: Position,
        alpha: i32,
    ) -> i32 {
        let empties = position.empties();
        assert!(empties as usize <= CAPACITY, "{empties} empty squares");
        if empties <= 4 {
            return last_few(kernels, position, alpha, &mut self.nodes);
        }
        let odd = Odd::of(position.empty());
        let moves = position.moves_by(kernels);
        if empties < MIDDLE_MIN {
            last_five(kernels, self, position, moves, alpha, odd)
        } else {
            let place = self.cache.place(&position, empties);
            middle(kernels, self, (position, place), moves, alpha, odd, empties)
        }
    }

    /// The exact score within the window from `alpha` to `beta` discs, by null windows.
    ///
    /// # Panics
    /// With more than 16 empty squares.
    pub fn solve(&mut self, position: Position, alpha: i32, beta: i32) -> i32 {
        for_instructions!(self.instructions, kernels => {
            self.solve_by(kernels, position, alpha, beta)
        })
    }

    /// [`solve`](Solver::solve) by the kernels of a set of instructions.
    pub(super) fn solve_by<K: RuleKernels>(
        &mut self,
        kernels: K,
        position: Position,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        // Scores are even; each null window halves the candidates. (Bisection needs no good
        // first guess, and the cache makes the later windows cheap.)
        let (mut low, mut high) = (alpha.max(-64), beta.min(64));
        while low < high {
            let middle = (low + high).div_euclid(2);
            // Between two neighbouring even numbers any null window decides.
            let score = self.null_window_by(kernels, position, middle);
            if score > middle {
                low = score;
            } else {
                high = score;
            }
        }
        low
    }

    /// The exact score, by null windows that begin at a guess: two of them where it is right.
    ///
    /// # Panics
    /// With more than 16 empty squares.
    pub fn solve_from(&mut self, position: Position, guess: i32) -> i32 {
        // MTD(f): Aske Plaat and others, 1996. What one null window finds is where the next one
        // lies.
        let (mut low, mut high) = (-64, 64);
        let mut score = guess.clamp(low, high);
        while low < high {
            let alpha = if score == low { score } else { score - 1 };
            score = self.null_window(position, alpha);
            if score > alpha {
                low = score;
            } else {
                high = score;
            }
        }
        low
    }

    /// Best moves from `position` to the end of the game, of equal ones the lowest square. The
    /// better the guess of the score, the sooner they are found.
    ///
    /// ```
    /// use bianca_rules::othello::random::RandomGames;
    /// use bianca_search::search::endgame::Solver;
    ///
    /// let position = RandomGames::new(8, 1).next().unwrap().position();
    /// let mut solver = Solver::new();
    /// let score = solver.solve(position, -64, 64);
    /// let line = solver.best_line(position, score);
    /// let end = line.iter().fold(position, |position, &mv| position.make_unchecked(mv));
    /// // The line ends in the score, seen from whoever would be to move there.
    /// let side = if line.len() % 2 == 0 { 1 } else { -1 };
    /// assert_eq!(side * end.final_score(), score);
    /// ```
    ///
    /// # Panics
    /// With more than 16 empty squares.
    pub fn best_line(&mut self, mut position: Position, guess: i32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut score = self.solve_from(position, guess);
        while !position.is_over() {
            let mv = if position.must_pass() {
                Move::Pass
            } else {
                Move::Place(self.move_worth(&position, score))
            };
            if self.has_given_up() {
                break;
            }
            line.push(mv);
            position = position.make_unchecked(mv);
            score = -score;
        }
        line
    }

    /// A move that is worth `score`, which is that of `position`: the lowest square among equals.
    fn move_worth(&mut self, position: &Position, score: i32) -> Square {
        let mut rest = position.moves();
        loop {
            let square = rest.first().expect("a legal move");
            rest = rest - square.into();
            // If no other is worth as much, the last one must be.
            let child = position.play_unchecked(square);
            if rest.is_empty() || -self.null_window(child, -score) >= score {
                return square;
            }
        }
    }

    /// Forgets the cache, so that the next search does not depend on earlier ones.
    pub fn clear(&mut self) {
        self.cache.clear();
        self.nodes = 0;
        self.most = u64::MAX;
    }

    /// Fastest first: the move that leaves the opponent the fewest replies is tried first.
    /// `moves` are the legal ones, which the parent has counted already.
    #[inline(always)]
    fn middle_body<K: RuleKernels>(
        &mut self,
        kernels: K,
        (position, place): (Position, Place),
        moves: Bitboard,
        alpha: i32,
        odd: Odd,
        empties: u32,
    ) -> i32 {
        self.nodes += 1;
        if self.has_given_up() {
            return alpha;
        }
        if let Some(score) = stability_cutoff(kernels, &position, alpha, empties) {
            return score;
        }
        if moves.is_empty() {
            let passed = position.passed();
            let replies = passed.moves_by(kernels);
            if replies.is_empty() {
                return position.final_score();
            }
            let place = self.cache.place(&passed, empties);
            return -middle(
                kernels,
                self,
                (passed, place),
                replies,
                -alpha - 1,
                odd,
                empties,
            );
        }
        let mut best = -65;
        let mut best_move = None;
        let mut rest = moves;
        if let Some(bounds) = self.cache.get(place, &position) {
            if i32::from(bounds.lower) > alpha {
                return i32::from(bounds.lower);
            }
            if i32::from(bounds.upper) <= alpha {
                return i32::from(bounds.upper);
            }
            // Tried before anything is spent on the order of the others.
            if let Some(square) = bounds.best().filter(|&square| moves.contains(square)) {
                let child = position.play_by(kernels, square);
                let place = self.cache.place(&child, empties - 1);
                self.cache.fetch_ahead(place);
                let mv = ListedMove {
                    child,
                    replies: child.moves_by(kernels),
                    square,
                    place,
                };
                best = self.score_of_move(kernels, &mv, alpha, odd, empties);
                best_move = Some(square);
                rest = moves - square.into();
            }
        }
        if best <= alpha && rest.any() {
            let mut list = MoveList::new();
            let cache = (empties > MIDDLE_MIN).then_some(&self.cache);
            list.fill(kernels, &position, rest, (odd, empties), cache);
            if empties >= MIDDLE_ETC_MIN
                && let Some(score) = self.cutoff_by_a_child(&list, alpha)
            {
                return score;
            }
            while let Some(mv) = list.next() {
                let score = self.score_of_move(kernels, &mv, alpha, odd, empties);
                if score > best {
                    best = score;
                    best_move = Some(mv.square);
                    if score > alpha {
                        break;
                    }
                }
            }
        }
        if !self.has_given_up() {
            self.cache.put(place, &position, alpha, best, best_move);
        }
        best
    }

    /// Enhanced transposition cutoff: a lower bound above `alpha` that a child in the cache gives.
    #[inline(always)]
    fn cutoff_by_a_child(&self, list: &MoveList, alpha: i32) -> Option<i32> {
        (list.all().iter())
            .filter_map(|mv| self.cache.get(mv.place, &mv.child))
            .map(|bounds| -i32::from(bounds.upper))
            .find(|&score| score > alpha)
    }

    /// The score of a move from a node with `empties` empty squares.
    #[inline(always)]
    fn score_of_move<K: RuleKernels>(
        &mut self,
        kernels: K,
        mv: &ListedMove,
        alpha: i32,
        odd: Odd,
        empties: u32,
    ) -> i32 {
        let ListedMove {
            child,
            replies,
            square,
            place,
        } = *mv;
        let odd = odd.after(square);
        if empties == MIDDLE_MIN {
            -last_five(kernels, self, child, replies, -alpha - 1, odd)
        } else {
            -middle(
                kernels,
                self,
                (child, place),
                replies,
                -alpha - 1,
                odd,
                empties - 1,
            )
        }
    }

    /// Five empty squares: those of odd quadrants first, no list.
    #[inline(always)]
    fn last_five_body<K: RuleKernels>(
        &mut self,
        kernels: K,
        position: Position,
        moves: Bitboard,
        alpha: i32,
        odd: Odd,
    ) -> i32 {
        self.nodes += 1;
        if let Some(score) = stability_cutoff(kernels, &position, alpha, 5) {
            return score;
        }
        if moves.is_empty() {
            let passed = position.passed();
            let replies = passed.moves_by(kernels);
            if replies.is_empty() {
                return position.final_score();
            }
            return -last_five(kernels, self, passed, replies, -alpha - 1, odd);
        }
        let mut best = -65;
        for squares in odd.corners_first(moves) {
            for square in squares {
                let child = position.play_by(kernels, square);
                let odd = odd.after(square);
                let score = -last_four(kernels, child, -alpha - 1, odd, &mut self.nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}

/// The upper bound of the score that the opponent's stable discs give, if it is not above
/// `alpha`. Tried only where `alpha` is so high that a cut is likely.
#[inline(always)]
pub(super) fn stability_cutoff<K: RuleKernels>(
    kernels: K,
    position: &Position,
    alpha: i32,
    empties: u32,
) -> Option<i32> {
    if alpha < STABILITY_MIN[empties as usize] {
        return None;
    }
    let bound = 64 - 2 * stable_discs_by(kernels, position.opp, position.own).count() as i32;
    (bound <= alpha).then_some(bound)
}
