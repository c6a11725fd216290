//! What a search is asked, and what it answers: the types that games, searches, players and
//! protocols share.
//!
//! Nothing here searches, reads or prints. Scores are from the side to move; a search never
//! reads, prints or exits: it gets a [`Request`] and a [`StopFlag`] and reports what it finds as
//! [`Report`]s, whose moves are of whatever type the search has.

mod report;

pub use bianca_rules::reading::ClockReading;
pub use bianca_rules::score::{Bounds, Score, Window};
pub use report::{BookScore, LearntScore, Proof, Reach, Report};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Asks a search to come back at once with what it has. Raised by anyone, never lowered: each
/// search gets a fresh one.
///
/// ```
/// use bianca_search::request::StopFlag;
///
/// let flag = StopFlag::new();
/// let other = flag.clone();
/// other.raise();
/// assert!(flag.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    #[cfg(target_family = "wasm")]
    asked: asked::Asked,
}

impl StopFlag {
    /// A flag that is down.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks the search to stop.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        #[cfg(target_family = "wasm")]
        if self.0.asked.says_stop() {
            self.raise();
        }
        self.0.raised.load(Ordering::Relaxed)
    }
}

/// Where there are no threads, nobody can raise a flag while a search runs; so the search asks.
#[cfg(target_family = "wasm")]
mod asked {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{Flag, StopFlag};

    /// Looks at a flag between two questions, each of which leaves the module.
    const ASK_EVERY: u32 = 256;

    #[derive(Debug, Default)]
    pub(super) struct Asked {
        whom: Option<fn() -> bool>,
        looks: AtomicU32,
    }

    impl Asked {
        #[inline]
        pub(super) fn says_stop(&self) -> bool {
            let looks = self.looks.load(Ordering::Relaxed).wrapping_add(1);
            self.looks.store(looks, Ordering::Relaxed);
            looks.is_multiple_of(ASK_EVERY) && self.whom.is_some_and(|whom| whom())
        }
    }

    impl StopFlag {
        /// A flag that also counts as raised once `whom` says so, whom a search asks now and then.
        pub fn asking(whom: fn() -> bool) -> StopFlag {
            let asked = Asked {
                whom: Some(whom),
                ..Asked::default()
            };
            StopFlag(Arc::new(Flag {
                asked,
                ..Flag::default()
            }))
        }
    }
}

/// What a search is to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The best move within the limits, exactly if they allow it.
    #[default]
    Best,
    /// The exact result in discs, however long it takes (the limits still end it).
    Exact,
    /// Only whether the side to move wins, loses or draws.
    WinLossDraw,
}

/// When a search ends. All limits that are set hold at once; with none it goes by the engine's
/// level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies to search.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time for this move, all of which may be used.
    pub move_time: Option<Duration>,
    /// A clock to budget from.
    pub clock: Option<ClockReading>,
    /// End where the engine's level would, even if the other limits allow more.
    pub within_level: bool,
    /// Go on until stopped or until there is nothing more to find; the session then keeps the
    /// answer until it is stopped.
    pub infinite: bool,
}

impl Limits {
    /// So many plies and nothing else.
    pub fn to_depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// Whether they are those of a game, in which an opening book may answer. Limits of depth and
    /// nodes are for experiments, which must find the same with every book.
    fn allow_book(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && !self.infinite
    }

    /// How long the move may take at most; `None` if nothing limits its time.
    pub fn allowed(&self) -> Option<Duration> {
        let clock = self.clock.as_ref().map(ClockReading::allowed);
        self.move_time.into_iter().chain(clock).min()
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To say what the moves are worth, as well as the player's settings let it.
    #[default]
    Analysis,
    /// To move in a game: an opening book may answer, and who is to play less well than he could
    /// does.
    Move,
    /// To explain a position to somebody, by the strongest who is there, whoever plays in its
    /// place.
    Explanation,
}

/// A search that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it is for.
    pub purpose: Purpose,
    /// What to find out.
    pub goal: Goal,
    /// When to stop.
    pub limits: Limits,
    /// How many of the best moves to score and report, at least 1.
    pub best: usize,
    /// Scores between these two are wanted. A score at or below the first one is only known to be
    /// at most that, one at or above the second one to be at least that. With another goal than
    /// [`Goal::Best`] this holds for searches to the end alone.
    pub window: (Score, Score),
    /// How sure the deepest step must be, in percent of its cuts; `None` for what the level or the
    /// limits make of it.
    pub confidence: Option<u8>,
    /// How a move is drawn among those that are about as good; `None` for the best, and among
    /// equals for the first in the order of the squares.
    pub draw: Option<MoveDraw>,
}

/// By what a move is drawn: a number, and which moves were made before in the position, so that
/// others are drawn more often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveDraw {
    /// Any number: another one draws another move.
    pub number: u32,
    /// How much worse than the best a move may be that a search draws, 0 for the best alone or its
    /// equals. A disc counts as just less.
    pub variety: Score,
    /// Squares, counted from a1 on, and how often each was played here; 0 times where there are
    /// fewer.
    made: [(u8, u8); 4],
}

impl MoveDraw {
    /// What a search's move may lose if nothing is said. Against searches without a draw 400 games
    /// at 0.1 s a move were 131-142-127. With a quarter of it ten games of level 6 without a book
    /// were five.
    pub const USUAL_VARIETY: Score = Score(Score::DISC / 2);

    /// A draw where nothing was played before.
    pub fn new(number: u32) -> MoveDraw {
        MoveDraw {
            number,
            variety: MoveDraw::USUAL_VARIETY,
            made: [(0, 0); 4],
        }
    }

    /// The same with another variety.
    pub fn within(self, variety: Score) -> MoveDraw {
        MoveDraw { variety, ..self }
    }

    /// The same where a square was played so many times before. Of more than four those count that
    /// were played most often.
    pub fn after(mut self, square: u8, times: u8) -> MoveDraw {
        let least = self.made.iter_mut().min_by_key(|made| made.1);
        if let Some(least) = least.filter(|least| least.1 < times) {
            *least = (square, times);
        }
        self
    }

    /// How often other squares were played, and how often any.
    pub fn others(&self, square: u8) -> (u32, u32) {
        let times = |made: &(u8, u8)| u32::from(made.1);
        let all = self.made.iter().map(times).sum();
        let same = self.made.iter().find(|made| made.0 == square && made.1 > 0);
        (all - same.map_or(0, times), all)
    }
}

impl Request {
    /// Asks for a move of a game.
    pub fn for_move(limits: Limits) -> Request {
        Request {
            purpose: Purpose::Move,
            limits,
            ..Request::default()
        }
    }

    /// Whether an opening book may answer.
    pub fn allows_book(&self) -> bool {
        self.purpose == Purpose::Move && self.limits.allow_book()
    }
}

impl Default for Request {
    fn default() -> Request {
        Request {
            purpose: Purpose::Analysis,
            goal: Goal::Best,
            limits: Limits::default(),
            best: 1,
            window: (Score::MIN, Score::MAX),
            confidence: None,
            draw: None,
        }
    }
}
