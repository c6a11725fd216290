//! What a search is asked, and what it answers: the types that games, searches, players and
//! protocols share.
//!
//! Nothing here searches, reads or prints. Scores are from the side to move; a search never
//! reads, prints or exits: it gets a [`Request`] and a [`StopFlag`] and reports what it finds as
//! [`Report`]s, whose moves are of whatever type the search has.

use std::fmt;
use std::ops::Neg;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A result or an estimate of it, from the side to move, in 1/256 disc.
///
/// One disc more than the opponent at the end is 256; a won board is 64 discs. Small games use
/// the same unit for one point.
///
/// ```
/// use bianca::request::Score;
///
/// let score = Score::from_discs(3);
/// assert_eq!(score.to_string(), "+3.00");
/// assert_eq!((-score).discs(), -3.0);
/// assert_eq!(Score::from_fraction(2.6).whole_discs(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// How many units make one disc.
    pub const DISC: i32 = 256;
    /// A game won with all 64 discs, the highest score there is.
    pub const MAX: Score = Score(64 * Score::DISC);
    /// A game lost with no disc.
    pub const MIN: Score = Score(-64 * Score::DISC);

    /// A whole number of discs.
    pub const fn from_discs(discs: i32) -> Score {
        Score(discs * Score::DISC)
    }

    /// A number of discs with fractions, rounded to the nearest score.
    pub fn from_fraction(discs: f64) -> Score {
        Score((discs * f64::from(Score::DISC)).round() as i32)
    }

    /// In discs, with fractions.
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Score::DISC)
    }

    /// In whole discs, rounded to the nearest.
    pub const fn whole_discs(self) -> i32 {
        (self.0 + Score::DISC / 2).div_euclid(Score::DISC)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// In discs with sign and two decimals: `+3.50`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", self.discs())
    }
}

/// Asks a search to come back at once with what it has. Raised by anyone, never lowered: each
/// search gets a fresh one.
///
/// ```
/// use bianca::request::StopFlag;
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

/// A window of final disc differences, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window {
    low: i32,
    high: i32,
}

impl Window {
    /// From `low` to `high` discs; `None` unless -64 <= `low` < `high` <= 64.
    pub fn new(low: i32, high: i32) -> Option<Window> {
        (-64 <= low && low < high && high <= 64).then_some(Window { low, high })
    }

    /// Its lower end in discs.
    pub fn low(self) -> i32 {
        self.low
    }

    /// Its upper end in discs.
    pub fn high(self) -> i32 {
        self.high
    }

    /// Both ends, for a [`Request`].
    pub fn scores(self) -> (Score, Score) {
        (Score::from_discs(self.low), Score::from_discs(self.high))
    }
}

/// What is proven of a final disc difference: it is between these two numbers of discs.
///
/// ```
/// use bianca::request::Bounds;
///
/// let at_least = Bounds { lower: 2, upper: 64 };
/// let at_most = Bounds { lower: -64, upper: 2 };
/// assert!(at_least.contain(10) && !at_most.contain(10));
/// assert!(at_least.and(at_most).is_exact());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

impl Bounds {
    /// Nothing is proven.
    pub const UNKNOWN: Bounds = Bounds {
        lower: -64,
        upper: 64,
    };

    /// The difference itself is known.
    pub const fn exact(discs: i32) -> Bounds {
        Bounds {
            lower: discs,
            upper: discs,
        }
    }

    /// Whether they leave one difference only.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Whether they leave `discs` open.
    pub fn contain(self, discs: i32) -> bool {
        (self.lower..=self.upper).contains(&discs)
    }

    /// What both say together.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

/// From the other side.
impl Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// With two dots between, without what is not known: `+2..+6`, `+2..`, `..+6`; one number if they
/// are exact.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() {
            return write!(f, "{:+}", self.lower);
        }
        if self.lower > Bounds::UNKNOWN.lower {
            write!(f, "{:+}", self.lower)?;
        }
        f.write_str("..")?;
        if self.upper < Bounds::UNKNOWN.upper {
            write!(f, "{:+}", self.upper)?;
        }
        Ok(())
    }
}

/// The clock of the side to move, as it stands before its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockReading {
    /// Time left: of the main time, or of the running period if `moves_to_go` is set.
    pub remaining: Duration,
    /// In a running period: moves to make before `remaining` is over, after which the next
    /// period starts.
    pub moves_to_go: Option<u32>,
    /// Added after each move.
    pub increment: Duration,
    /// Canadian byo-yomi: once the main time is over, this long for this many moves, again and
    /// again.
    pub period: Option<(Duration, u32)>,
    /// What the last move took off the clock beyond what the engine saw of it: pipes, the
    /// client, threads that waited for a processor. Zero where that is not known.
    pub lag: Duration,
}

impl ClockReading {
    /// How long the next move may take at most.
    pub fn allowed(&self) -> Duration {
        match (self.moves_to_go, self.period) {
            // A move that outlasts the main time goes on in the first period.
            (None, Some((time, _))) => self.remaining.saturating_add(time),
            _ => self.remaining,
        }
    }
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
    /// Squares, counted from a1 on, and how often each was played here; 0 times where there are
    /// fewer.
    made: [(u8, u8); 4],
}

impl MoveDraw {
    /// A draw where nothing was played before.
    pub fn new(number: u32) -> MoveDraw {
        MoveDraw {
            number,
            made: [(0, 0); 4],
        }
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

/// What a score rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A search that stops short of the end and estimates.
    Midgame,
    /// A search to the end of the game: the score is in whole discs.
    End,
    /// A search to the end for its sign only: the score is -1, 0 or +1 disc.
    WinLossDraw,
}

/// What an opening book says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookScore {
    /// What it is worth to the side to move.
    pub score: Score,
    /// Plies that the score was searched by.
    pub depth: u32,
    /// The confidence of that search in percent.
    pub confidence: u8,
    /// Games and lines that were learned through it.
    pub lines: u32,
}

/// What the score of a [`Report`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// An estimate.
    None,
    /// The result.
    Exact,
    /// The sign of the result.
    Sign,
    /// A bound: the result is as good or better. Of a window, its upper end is reached.
    AtLeast,
    /// A bound: the result is as bad or worse. Of a window, its lower end is not passed; the move
    /// says nothing then.
    AtMost,
}

impl Proof {
    /// In one word, as the protocols have it: `no`, `exact`, `wld`, `atleast`, `atmost`.
    pub fn word(self) -> &'static str {
        match self {
            Proof::None => "no",
            Proof::Exact => "exact",
            Proof::Sign => "wld",
            Proof::AtLeast => "atleast",
            Proof::AtMost => "atmost",
        }
    }
}

/// One line of a search: a move, its score, and what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// 1 for the best move, 2 for the second best, and so on.
    pub rank: usize,
    /// The variation, its first move being the move that is scored. Empty only when the game
    /// is over.
    pub pv: Vec<M>,
    /// From the side to move.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// The probability in percent that selective cuts left the score right; 100 if none were
    /// made.
    pub confidence: u8,
    /// How far the search looked.
    pub reach: Reach,
    /// What is proven of the result after this move, whatever the score; where only the best move
    /// was asked for, of the result of the position.
    pub bounds: Bounds,
    /// Positions visited by the whole search so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// What the opening book says of the move, if it was asked and knows it.
    pub book: Option<BookScore>,
}

impl<M> Report<M> {
    /// A line that says nothing but its moves: of a player who does not search.
    pub fn of_moves(pv: Vec<M>) -> Report<M> {
        Report {
            rank: 1,
            pv,
            score: Score::default(),
            depth: 0,
            confidence: 100,
            reach: Reach::Midgame,
            bounds: Bounds::UNKNOWN,
            nodes: 0,
            elapsed: Duration::ZERO,
            book: None,
        }
    }

    /// The line of a side that has to pass, if `self` is the other side's after the pass.
    pub fn before_pass(mut self, pass: M) -> Report<M> {
        self.pv.insert(0, pass);
        self.score = -self.score;
        self.bounds = -self.bounds;
        self
    }

    /// Whether what was asked for is settled.
    pub fn is_proven(&self) -> bool {
        self.proof() != Proof::None
    }

    /// What the score is.
    pub fn proof(&self) -> Proof {
        match self.reach {
            _ if self.confidence < 100 => Proof::None,
            Reach::Midgame => Proof::None,
            Reach::WinLossDraw => Proof::Sign,
            Reach::End if self.bounds.is_exact() => Proof::Exact,
            Reach::End if Score::from_discs(self.bounds.lower) >= self.score => Proof::AtLeast,
            Reach::End => Proof::AtMost,
        }
    }

    /// The same report with the moves turned into something else.
    pub fn map<N>(self, f: impl FnMut(M) -> N) -> Report<N> {
        Report {
            rank: self.rank,
            pv: self.pv.into_iter().map(f).collect(),
            score: self.score,
            depth: self.depth,
            confidence: self.confidence,
            reach: self.reach,
            bounds: self.bounds,
            nodes: self.nodes,
            elapsed: self.elapsed,
            book: self.book,
        }
    }
}

/// What somebody else knows of a position, to be remembered as if it had been searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearntScore {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// Plies searched.
    pub depth: u32,
    /// The probability in percent that selective cuts left the bounds right.
    pub confidence: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_with_fractions_are_rounded_and_never_cut() {
        for score in [Score(1), Score(-1), Score(-257), Score(8191), Score::MIN] {
            assert_eq!(Score::from_fraction(score.discs()), score);
            // As a file has it, with two digits.
            let written: f64 = format!("{:.2}", score.discs()).parse().unwrap();
            assert!((Score::from_fraction(written).0 - score.0).abs() <= 1);
        }
        assert_eq!(Score::from_fraction(-0.999), Score(-256));
    }

    #[test]
    fn bounds_are_written_without_what_they_do_not_say() {
        let written = |lower, upper| Bounds { lower, upper }.to_string();
        assert_eq!(written(2, 6), "+2..+6");
        assert_eq!(written(-64, 6), "..+6");
        assert_eq!(written(0, 64), "+0..");
        assert_eq!(written(4, 4), "+4");
        assert_eq!(Bounds::UNKNOWN.to_string(), "..");
        let both = Bounds {
            lower: 2,
            upper: 64,
        }
        .and(-Bounds {
            lower: -6,
            upper: 64,
        });
        assert_eq!(both, Bounds { lower: 2, upper: 6 });
        assert_eq!(Window::new(2, 2), None);
        assert_eq!(Window::new(-65, 2), None);
    }

    #[test]
    fn scores_round_to_the_nearest_disc() {
        assert_eq!(Score(384).whole_discs(), 2);
        assert_eq!(Score(-129).whole_discs(), -1);
        assert_eq!(Score(-127).whole_discs(), 0);
        assert_eq!(Score::from_discs(-3).to_string(), "-3.00");
        assert_eq!(Score(64).to_string(), "+0.25");
    }
}
