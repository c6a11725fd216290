//! How the classic players choose: each gives every legal move a value and takes the best.

use std::thread;
use std::time::{Duration, Instant};

use rand::prelude::*;

use super::{NAP, uc3m};
use crate::engine::{Clock, Goal, Limits, Reach, Refusal, Report, Request, Score, StopFlag};
use crate::games::path::{NoPath, shortest};
use crate::games::search::{INFINITY, Interrupted, Method, Search, Watch};
use crate::games::{Game, Playable, Player};
use crate::othello::Bitboard;

/// Positions that minimax and alpha-beta look at for a move when nothing else limits them: about
/// a second, and enough for all of tic-tac-toe.
const NODES: u64 = 2_000_000;

/// Positions of a puzzle that are kept in memory, some two hundred megabytes of them.
const MOST_POSITIONS: usize = 2_000_000;

/// A clock's remaining time is thought to be for so many moves.
const MOVES_TO_GO: u32 = 30;

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any legal move, each as likely as the others.
    Random,
    /// A corner if there is one, otherwise what turns over the most discs; ties are drawn. The
    /// player of chapter 15 of Sweigart's *Invent Your Own Computer Games with Python*.
    Greedy,
    /// The player of the Othello paper, see the module `uc3m`.
    Uc3m,
    /// The textbook's minimax.
    Minimax,
    /// The textbook's alpha-beta.
    AlphaBeta,
    /// The shortest way to a puzzle's goal.
    Shortest,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 6] = [
        Style::Random,
        Style::Greedy,
        Style::Uc3m,
        Style::Minimax,
        Style::AlphaBeta,
        Style::Shortest,
    ];

    /// Its name as an option's value.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Random => "random",
            Style::Greedy => "greedy",
            Style::Uc3m => "uc3m",
            Style::Minimax => "minimax",
            Style::AlphaBeta => "alphabeta",
            Style::Shortest => "shortest",
        }
    }

    fn suits<G: Playable>(self) -> bool {
        match self {
            Style::Random | Style::Minimax | Style::AlphaBeta => true,
            Style::Greedy | Style::Uc3m => G::PLACES_DISCS,
            Style::Shortest => G::PUZZLE,
        }
    }
}

/// Who can play `G`.
pub fn styles<G: Playable>() -> Vec<Style> {
    let mut styles = Style::ALL.to_vec();
    styles.retain(|style| style.suits::<G>());
    styles
}

/// Who plays `G` best.
pub fn default_style<G: Playable>() -> Style {
    if G::PUZZLE {
        Style::Shortest
    } else {
        Style::AlphaBeta
    }
}

/// What ends a search early.
pub struct Budget<'a> {
    stop: &'a StopFlag,
    deadline: Option<Instant>,
    most_nodes: u64,
    /// Positions visited so far.
    pub nodes: u64,
}

impl<'a> Budget<'a> {
    /// Only `stop` ends it.
    pub fn unlimited(stop: &'a StopFlag) -> Budget<'a> {
        Budget {
            stop,
            deadline: None,
            most_nodes: u64::MAX,
            nodes: 0,
        }
    }

    /// Counts a position.
    ///
    /// # Errors
    /// [`Interrupted`] if it is one too many.
    pub fn visit(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.stop.is_raised() {
            return Err(Interrupted);
        }
        // Looking at the clock costs more than a position.
        let look = self.nodes.is_multiple_of(256);
        match self.deadline {
            Some(deadline) if look && Instant::now() >= deadline => Err(Interrupted),
            _ => Ok(()),
        }
    }
}

/// A legal move and what is known of it.
struct Valued<M> {
    pv: Vec<M>,
    value: i32,
}

/// Chooses moves by a [`Style`].
pub struct Thinker {
    /// By which.
    pub style: Style,
    /// Plies that minimax and alpha-beta look ahead; 0 for as many as the budget allows.
    pub depth: u32,
    seed: u64,
    random: StdRng,
}

impl Thinker {
    /// A thinker of this style without a depth, its draws not foreseeable.
    pub fn new(style: Style) -> Thinker {
        Thinker {
            style,
            depth: 0,
            seed: 0,
            random: rand::make_rng(),
        }
    }

    /// The seed; 0 if there is none.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes the draws repeatable, unless `seed` is 0.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.random = match seed {
            0 => rand::make_rng(),
            seed => StdRng::seed_from_u64(seed),
        };
    }

    /// Searches as [`Engine::search`](crate::engine::Engine::search) says. If a puzzle has no way
    /// to its goal, or none is known, the one line has no moves and the refusal says why.
    pub fn search<G: Playable>(
        &mut self,
        game: &G,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> (Vec<Report<String>>, Option<Refusal>) {
        let start = Instant::now();
        let mut task = Task {
            game,
            request,
            start,
            deadline: deadline(&request.limits, start),
            stop,
            report,
        };
        let exact = request.goal != Goal::Best;
        let found = match (game.outcome(), self.style) {
            (Some(outcome), _) => {
                let line = task.line(1, Vec::new(), outcome, 0, true, 1);
                (vec![line], None)
            }
            (None, Style::Shortest) => task.puzzle(),
            (None, _) if exact && G::PUZZLE => task.puzzle(),
            (None, _) if exact => (task.deepen(Method::AlphaBeta, 0), None),
            (None, Style::Minimax) => (task.deepen(Method::Minimax, self.depth), None),
            (None, Style::AlphaBeta) => (task.deepen(Method::AlphaBeta, self.depth), None),
            (None, Style::Random) => {
                let mut moves = game.legal_moves();
                moves.shuffle(&mut self.random);
                (task.tell(moves.into_iter().map(|mv| (mv, 0, 0)), 0), None)
            }
            (None, Style::Greedy) => {
                let mut moves = game.legal_moves();
                moves.shuffle(&mut self.random);
                (
                    task.tell(moves.into_iter().map(|mv| greed(game, mv)), 1),
                    None,
                )
            }
            (None, Style::Uc3m) => (task.uc3m(), None),
        };
        while request.limits.infinite && !stop.is_raised() {
            thread::sleep(NAP);
        }
        found
    }
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
    let share = |clock: Clock| {
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_GO);
        clock.remaining / moves.saturating_add(1) + clock.increment / 2
    };
    let times = [limits.move_time, limits.clock.map(share)];
    let time: Duration = times.into_iter().flatten().min()?;
    start.checked_add(time)
}

/// One search.
struct Task<'a, G> {
    game: &'a G,
    request: &'a Request,
    start: Instant,
    deadline: Option<Instant>,
    stop: &'a StopFlag,
    report: &'a mut dyn FnMut(&Report<String>),
}

impl<G: Playable> Task<'_, G> {
    fn line(
        &self,
        rank: usize,
        pv: Vec<G::Move>,
        value: i32,
        depth: u32,
        to_end: bool,
        nodes: u64,
    ) -> Report<String> {
        Report {
            rank,
            pv: pv.iter().map(G::Move::to_string).collect(),
            score: Score::from_discs(value),
            depth,
            confidence: 100,
            reach: match to_end {
                true => Reach::End,
                false => Reach::Midgame,
            },
            nodes,
            elapsed: self.start.elapsed(),
        }
    }

    /// Reports the best of some moves, given with a rank and a value each; of equals those that
    /// come first.
    fn tell(
        &mut self,
        moves: impl Iterator<Item = (G::Move, i32, i32)>,
        depth: u32,
    ) -> Vec<Report<String>> {
        let mut moves: Vec<_> = moves.collect();
        moves.sort_by_key(|&(_, rank, _)| -rank);
        let nodes = moves.len() as u64;
        moves.truncate(self.request.best);
        let lines = moves
            .into_iter()
            .enumerate()
            .map(|(rank, (mv, _, value))| self.line(rank + 1, vec![mv], value, depth, false, nodes))
            .collect();
        self.told(lines)
    }

    fn told(&mut self, lines: Vec<Report<String>>) -> Vec<Report<String>> {
        for line in &lines {
            (self.report)(line);
        }
        lines
    }

    fn uc3m(&mut self) -> Vec<Report<String>> {
        let mut budget = Budget {
            deadline: self.deadline,
            most_nodes: self.request.limits.nodes.unwrap_or(u64::MAX),
            ..Budget::unlimited(self.stop)
        };
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
        self.told(lines)
    }

    /// Searches one ply deeper again and again until the end of the game is reached or a limit.
    fn deepen(&mut self, method: Method, depth: u32) -> Vec<Report<String>> {
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
            lines = self.told(found);
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
    ) -> Vec<Report<String>> {
        let ranked = valued.iter().enumerate();
        ranked
            .map(|(rank, found)| {
                let pv = found.pv.clone();
                self.line(rank + 1, pv, found.value, depth, to_end, nodes)
            })
            .collect()
    }

    /// The shortest way to the goal, or an empty line and the reason.
    fn puzzle(&mut self) -> (Vec<Report<String>>, Option<Refusal>) {
        let (path, seen) = shortest(self.game, MOST_POSITIONS, self.stop);
        let nodes = seen as u64;
        match path {
            Ok(path) => {
                let depth = path.len() as u32;
                let line = self.line(1, path, 1, depth, true, nodes);
                (self.told(vec![line]), None)
            }
            Err(reason) => {
                let why = match reason {
                    NoPath::Unreachable => "no move leads to the goal any more".to_owned(),
                    NoPath::Stopped => "stopped before a solution was found".to_owned(),
                    NoPath::TooMany => format!(
                        "no solution found: memory ends at {MOST_POSITIONS} positions and this \
                         puzzle has more"
                    ),
                };
                let proven = reason == NoPath::Unreachable;
                let line = self.line(1, Vec::new(), -1, 0, proven, nodes);
                (vec![line], Some(Refusal::Failed(why)))
            }
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
    mover: Player,
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

impl<G: Game> Watch<G> for Line<G::Move> {
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
                let value = match parent.mover == node.mover() {
                    true => value,
                    false => -value,
                };
                if value > parent.best {
                    parent.best = value;
                    parent.line = whole();
                }
            }
        }
    }
}
