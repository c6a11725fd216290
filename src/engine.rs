//! The waist of Bianca: what a session may ask of any engine, and nothing else.
//!
//! Above it stand the protocols and the session, which know no search; below it the players,
//! which know no protocol. Moves cross it as words (`f5`, `pass`) because every game names its
//! own; scores, limits and times cross it as types. An engine owns the record of its game, so
//! that a session can play any game it is given. A search never reads, prints or exits: it gets
//! limits and a [`StopFlag`] and tells its progress as [`Report`]s.

use std::fmt;
use std::ops::Neg;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::othello::Color;

/// A result or an estimate of it, from the side to move, in 1/256 disc.
///
/// One disc more than the opponent at the end is 256; a won board is 64 discs. Small games use
/// the same unit for one point.
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

/// Tells a search to come back at once with what it has. Raised by anyone, never lowered: each
/// search gets a fresh one.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is down.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks the search to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
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

/// The clock of the side to move, as it stands before its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
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
    pub clock: Option<Clock>,
    /// End where the engine's level would, even if the other limits allow more.
    pub within_level: bool,
    /// Go on until stopped or until there is nothing more to find; the session then keeps the
    /// answer until it is stopped.
    pub infinite: bool,
}

/// A search that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What to find out.
    pub goal: Goal,
    /// When to stop.
    pub limits: Limits,
    /// How many of the best moves to score and report, at least 1.
    pub best: usize,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            goal: Goal::Best,
            limits: Limits::default(),
            best: 1,
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
    /// Positions visited by the whole search so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl<M> Report<M> {
    /// Whether nothing can change the score any more.
    pub fn is_proven(&self) -> bool {
        self.reach != Reach::Midgame && self.confidence == 100
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
            nodes: self.nodes,
            elapsed: self.elapsed,
        }
    }
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Switch {
        /// Value at the start.
        default: bool,
    },
    /// A whole number.
    Number {
        /// Value at the start.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of some words.
    Choice {
        /// Value at the start.
        default: &'static str,
        /// All values.
        values: Vec<&'static str>,
    },
    /// Any text, which may be empty.
    Text {
        /// Value at the start.
        default: String,
    },
}

/// An option as `options` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name; case does not matter when it is set.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// Its value now.
    pub value: String,
    /// What it does, in one line.
    pub help: &'static str,
}

/// Why an engine refuses a request; its state is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A word that is no move of this game.
    #[error("'{0}' is not a move")]
    NotAMove(String),
    /// The rules do not allow it. The text says which move and whose.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// A board that cannot be read; the text says what is wrong with it.
    #[error("{0}")]
    BadBoard(String),
    /// There is nothing to take back.
    #[error("cannot undo")]
    NothingToUndo,
    /// There is nothing to play again.
    #[error("cannot redo")]
    NothingToRedo,
    /// The game is not over.
    #[error("cannot score: the game is not over")]
    NotOver,
    /// There is no option of this name.
    #[error("unknown option '{0}'")]
    UnknownOption(String),
    /// An option does not take this value.
    #[error("option {name}: '{value}' is not {expected}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// The value asked for.
        value: String,
        /// What it takes instead.
        expected: String,
    },
    /// This game or player has no such thing.
    #[error("{0} is not possible in this game")]
    Unsupported(&'static str),
    /// The machine refused, for example memory for the hash table.
    #[error("{0}")]
    Failed(String),
}

/// What only some games or players can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A game that starts from another position.
    Board,
    /// Reading and writing files of games.
    Record,
    /// A static evaluation.
    Evaluation,
    /// An explanation of a position or a move in words.
    Explanation,
    /// A drawing of a search's tree.
    Tree,
}

impl Feature {
    /// What a [`Refusal::Unsupported`] calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Board => "setting up a board",
            Feature::Record => "a file of games",
            Feature::Evaluation => "a static evaluation",
            Feature::Explanation => "an explanation",
            Feature::Tree => "a tree",
        }
    }
}

/// Which search a drawn tree is that of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMethod {
    /// Every node is visited.
    Minimax,
    /// With cuts.
    AlphaBeta,
}

/// How a tree is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeFormat {
    /// As an indented outline.
    #[default]
    Text,
    /// As what the search does, one line a step.
    Steps,
    /// In Graphviz's language.
    Dot,
    /// As an SVG image.
    Svg,
}

/// Someone who keeps a game and can think about it.
///
/// Every method that fails changes nothing. `search` is the only one that may take long; it runs
/// on a worker's thread with the engine handed over, and everything else is answered at once.
pub trait Engine: Send {
    /// The game's name as `list_games` gives it.
    fn game_name(&self) -> &'static str;

    /// Starts the game anew, forgetting what was searched.
    fn new_game(&mut self);

    /// Starts a game at the board that `text` describes.
    ///
    /// # Errors
    /// [`Refusal::BadBoard`] with the reason, [`Refusal::Unsupported`].
    fn set_board(&mut self, text: &str) -> Result<(), Refusal>;

    /// Plays a move or a whole transcript, for `color` or for the side to move. A pass that a
    /// graphical board leaves out is played silently. Either all of it is played or nothing.
    ///
    /// # Errors
    /// [`Refusal::NotAMove`], [`Refusal::IllegalMove`].
    fn play(&mut self, color: Option<Color>, moves: &str) -> Result<(), Refusal>;

    /// Plays moves that each come with their side, as [`play`](Engine::play) does: all of them or
    /// none.
    ///
    /// # Errors
    /// [`Refusal::NotAMove`], [`Refusal::IllegalMove`].
    fn play_sequence(&mut self, turns: &[(Color, String)]) -> Result<(), Refusal>;

    /// Replaces the game by the one that starts at `board` (as [`set_board`](Engine::set_board)
    /// reads it), or as it always does, and has `moves`. What was searched is kept: the game
    /// may well be the same with a move more.
    ///
    /// # Errors
    /// [`Refusal::BadBoard`], [`Refusal::Unsupported`], [`Refusal::NotAMove`],
    /// [`Refusal::IllegalMove`].
    fn set_position(&mut self, board: Option<&str>, moves: &str) -> Result<(), Refusal>;

    /// Makes `color` the side to move if the other side must pass, by passing for it.
    ///
    /// # Errors
    /// [`Refusal::IllegalMove`] if the other side can move.
    fn give_turn_to(&mut self, color: Color) -> Result<(), Refusal>;

    /// Takes back the last move.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    fn undo(&mut self) -> Result<(), Refusal>;

    /// Plays the move that was last taken back.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`].
    fn redo(&mut self) -> Result<(), Refusal>;

    /// The side to move.
    fn to_move(&self) -> Color;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// The legal moves of `color`, or of the side to move; `pass` alone if it must pass, none
    /// after the end.
    fn legal(&self, color: Option<Color>) -> Vec<String>;

    /// The moves played so far, passes included.
    fn history(&self) -> Vec<(Color, String)>;

    /// The result for black (the first player) in points of the game.
    ///
    /// # Errors
    /// [`Refusal::NotOver`].
    fn final_score(&self) -> Result<i32, Refusal>;

    /// The board for people, several lines without an empty one.
    fn show_board(&self) -> String;

    /// The position on one line, as [`set_board`](Engine::set_board) reads it.
    fn board_text(&self) -> String;

    /// The position in which the game started on one line, as [`set_board`](Engine::set_board)
    /// reads it; with the [`history`](Engine::history) that is the whole game.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`] if this game is not kept in files.
    fn start_text(&self) -> Result<String, Refusal> {
        Err(Refusal::Unsupported(Feature::Record.name()))
    }

    /// The static evaluation for the side to move, and what it is made of, a line each.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`].
    fn evaluate(&self) -> Result<(Score, Vec<String>), Refusal>;

    /// How many paths of `depth` plies start here; `None` if `stop` was raised first.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`].
    fn perft(&self, depth: u32, stop: &StopFlag) -> Result<Option<u64>, Refusal>;

    /// All options with their values.
    fn options(&self) -> Vec<OptionInfo>;

    /// Sets an option; names are compared without case.
    ///
    /// # Errors
    /// [`Refusal::UnknownOption`], [`Refusal::BadValue`], [`Refusal::Failed`].
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal>;

    /// Searches the position and plays nothing. Gives the best lines, best first: `request.best`
    /// of them if there are so many moves; one line with an empty variation if the game is over,
    /// or if a puzzle has no way to its goal from here.
    ///
    /// Comes back within the limits, and within milliseconds once `stop` is raised, always with
    /// a legal move. `report` is called on the searching thread as lines are found.
    fn search(
        &mut self,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Vec<Report<String>>;

    /// Why the last search found no move though the game is not over.
    fn why_no_move(&self) -> Refusal {
        Refusal::Failed("the search found no move".to_owned())
    }

    /// Whether this game and player can do so.
    fn offers(&self, feature: Feature) -> bool {
        !matches!(feature, Feature::Explanation | Feature::Tree)
    }

    /// What there is to say about the position or, if one is given, about a move of the side to
    /// move; several lines.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`], [`Refusal::NotAMove`], [`Refusal::IllegalMove`].
    fn explain(&self, _mv: Option<&str>) -> Result<String, Refusal> {
        Err(Refusal::Unsupported(Feature::Explanation.name()))
    }

    /// The tree of a search to the end of the game from here, several lines.
    ///
    /// # Errors
    /// [`Refusal::Unsupported`]; [`Refusal::Failed`] if the tree is too large to draw.
    fn tree(&self, _method: TreeMethod, _format: TreeFormat) -> Result<String, Refusal> {
        Err(Refusal::Unsupported(Feature::Tree.name()))
    }

    /// Makes the engine fit for use after a panic in [`search`](Engine::search): throws away
    /// whatever the search may have left half done, and keeps game and options.
    fn recover(&mut self);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_round_to_the_nearest_disc() {
        assert_eq!(Score(384).whole_discs(), 2);
        assert_eq!(Score(-129).whole_discs(), -1);
        assert_eq!(Score(-127).whole_discs(), 0);
        assert_eq!(Score::from_discs(-3).to_string(), "-3.00");
        assert_eq!(Score(64).to_string(), "+0.25");
    }
}
