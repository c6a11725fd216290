//! Why one move is worse than another: the first difference between their two lines that speaks
//! for the better one, as a [`Reason`].
//!
//! Lines come from a search; here they are only replayed by the rules and compared. Invariant: a
//! reason names something that happens after the move played and not after the better one, and
//! whatever it counts (corners, passes, moves, stable discs) is better for the mover, both sides
//! taken together, after the better move. What is told of the near plies is denied of the other
//! line as far as it is known. How much a difference is worth is not known here, so the
//! order of `FINDERS` is that in which people are taught to look; where none finds anything, there
//! is still what the opponent answers. A kind has one name, the same in every language, under which
//! its sentence stands in the languages' files, and for some kinds what was counted.

mod corners;
mod discs;
mod line;
mod moves;
mod parity;

use line::Lines;

use super::Theme;
use bianca_rules::othello::{Bitboard, Move, Position, Square};

/// How many squares a sentence names at most as examples.
const EXAMPLES: usize = 3;

/// What happens after the move played and not after the better one, or the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    kind: ReasonKind,
    squares: Vec<Square>,
    named: Vec<(&'static str, Named)>,
}

/// What the sentence of a reason names beside the two moves and the two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A word: that of a square, or one that chooses among cases of the sentence.
    Word(String),
    /// A number.
    Number(u32),
    /// A number of tenths.
    Tenths(u32),
    /// Squares.
    Squares(Bitboard),
    /// Squares in brackets, if they are few enough to look at.
    Few(Bitboard),
}

/// What kind of reason a [`Reason`] is. "Opponent" is that of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonKind {
    /// The opponent takes a corner.
    CornerLost,
    /// The mover does not take a corner.
    CornerMissed,
    /// The mover must pass.
    MustPass,
    /// The opponent need not pass.
    PassMissed,
    /// The opponent makes the last move in a region.
    LastInRegion,
    /// The opponent sets a wedge.
    Wedge,
    /// The mover does not set a wedge.
    WedgeMissed,
    /// The mover has an unbalanced edge.
    UnbalancedEdge,
    /// The opponent may take a corner at once.
    CornerOpened,
    /// The mover has next to no moves left.
    MovesRunOut,
    /// The mover has clearly fewer moves.
    FewerMoves,
    /// The opponent has clearly more moves.
    MoreMovesForOpponent,
    /// The mover does not use a tempo.
    TempoMissed,
    /// The opponent gets stable discs.
    StableGiven,
    /// The mover does not get stable discs.
    StableMissed,
    /// The opponent makes the last move of the game.
    LastOfGame,
    /// The mover has more discs beside empty squares.
    Frontier,
    /// The move touches a free corner.
    BesideCorner,
    /// The mover has less choice, the opponent more.
    Choice,
    /// The mover plays beside an empty corner later on.
    XSquare,
    /// The opponent need not do so.
    XSquareMissed,
    /// The opponent secures an edge.
    EdgeGiven,
    /// The mover does not secure an edge.
    EdgeMissed,
    /// The opponent plays where the better move is.
    SquareLeft,
    /// The mover does not get both squares.
    BothSquares,
    /// Over the line, more discs of the mover and fewer of the opponent stand beside empty squares.
    Exposed,
    /// The move turns more discs while the board is open.
    Turned,
    /// The counts at the end tell.
    Count,
    /// The opponent has a better answer. It can always be said.
    Answer,
}

/// Each looks for one kind of reason. The first that finds one is heard.
const FINDERS: [fn(&Lines) -> Option<Reason>; 25] = [
    corners::corner_lost,
    corners::corner_missed,
    moves::must_pass,
    moves::pass_missed,
    parity::last_in_region,
    discs::wedge,
    discs::wedge_missed,
    discs::unbalanced_edge,
    corners::corner_opened,
    moves::mobility,
    discs::stable,
    parity::last_of_game,
    parity::tempo_missed,
    discs::frontier,
    corners::beside_corner,
    moves::choice,
    discs::edge,
    corners::x_square,
    corners::x_square_missed,
    moves::square_left,
    moves::both_squares,
    discs::exposed,
    moves::more_choice,
    discs::turned,
    discs::count,
];

/// Why the first move of `played` is worse than the first move of `best`: what happens in the one
/// line and not in the other. Both begin at `position` and are taken as far as the rules allow;
/// passes may be left out. `None` if they are no two moves.
pub fn why_worse(position: Position, played: &[Move], best: &[Move]) -> Option<Reason> {
    let lines = Lines::replay(position, played, best)?;
    let found = FINDERS.iter().find_map(|find| find(&lines));
    Some(found.unwrap_or_else(|| moves::answer(&lines)))
}

/// The first squares of these, as examples.
fn some(squares: Bitboard) -> Bitboard {
    squares.into_iter().take(EXAMPLES).collect()
}

impl Reason {
    /// One of a kind, which names nothing yet.
    fn of(kind: ReasonKind) -> Reason {
        Reason {
            kind,
            squares: Vec::new(),
            named: Vec::new(),
        }
    }

    /// The same with the squares that show it.
    fn at(mut self, squares: impl IntoIterator<Item = Square>) -> Reason {
        self.squares.extend(squares);
        self
    }

    /// The same with what its sentence calls `name`.
    fn with(mut self, name: &'static str, named: impl Into<Named>) -> Reason {
        self.named.push((name, named.into()));
        self
    }

    /// The same with two numbers after each of both moves: the mover's and the opponent's.
    fn with_both(self, worse: (Named, Named), best: (Named, Named)) -> Reason {
        self.with("mover_worse", worse.0)
            .with("opponent_worse", worse.1)
            .with("mover_best", best.0)
            .with("opponent_best", best.1)
    }

    /// What kind of reason it is.
    pub const fn kind(&self) -> ReasonKind {
        self.kind
    }

    /// The squares that show it.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// What its sentence names.
    pub fn named(&self) -> &[(&'static str, Named)] {
        &self.named
    }
}

impl From<&str> for Named {
    fn from(word: &str) -> Named {
        Named::Word(word.to_owned())
    }
}

impl From<Square> for Named {
    fn from(square: Square) -> Named {
        Named::Word(square.to_string())
    }
}

impl From<u32> for Named {
    fn from(number: u32) -> Named {
        Named::Number(number)
    }
}

impl From<Bitboard> for Named {
    fn from(squares: Bitboard) -> Named {
        Named::Squares(squares)
    }
}

impl ReasonKind {
    /// All of them.
    pub const ALL: [ReasonKind; 29] = [
        ReasonKind::CornerLost,
        ReasonKind::CornerMissed,
        ReasonKind::MustPass,
        ReasonKind::PassMissed,
        ReasonKind::LastInRegion,
        ReasonKind::Wedge,
        ReasonKind::WedgeMissed,
        ReasonKind::UnbalancedEdge,
        ReasonKind::CornerOpened,
        ReasonKind::MovesRunOut,
        ReasonKind::FewerMoves,
        ReasonKind::MoreMovesForOpponent,
        ReasonKind::TempoMissed,
        ReasonKind::StableGiven,
        ReasonKind::StableMissed,
        ReasonKind::LastOfGame,
        ReasonKind::Frontier,
        ReasonKind::BesideCorner,
        ReasonKind::Choice,
        ReasonKind::XSquare,
        ReasonKind::XSquareMissed,
        ReasonKind::EdgeGiven,
        ReasonKind::EdgeMissed,
        ReasonKind::SquareLeft,
        ReasonKind::BothSquares,
        ReasonKind::Exposed,
        ReasonKind::Turned,
        ReasonKind::Count,
        ReasonKind::Answer,
    ];

    /// Its name in files of results.
    pub const fn name(self) -> &'static str {
        match self {
            ReasonKind::CornerLost => "corner lost",
            ReasonKind::CornerMissed => "corner missed",
            ReasonKind::MustPass => "must pass",
            ReasonKind::PassMissed => "pass missed",
            ReasonKind::LastInRegion => "last move in a region",
            ReasonKind::Wedge => "wedge",
            ReasonKind::WedgeMissed => "wedge missed",
            ReasonKind::UnbalancedEdge => "unbalanced edge",
            ReasonKind::CornerOpened => "corner opened",
            ReasonKind::MovesRunOut => "moves run out",
            ReasonKind::FewerMoves => "fewer moves",
            ReasonKind::MoreMovesForOpponent => "more moves for the opponent",
            ReasonKind::TempoMissed => "tempo missed",
            ReasonKind::StableGiven => "stable discs given",
            ReasonKind::StableMissed => "stable discs missed",
            ReasonKind::LastOfGame => "last move of the game",
            ReasonKind::Frontier => "frontier",
            ReasonKind::BesideCorner => "beside a corner",
            ReasonKind::Choice => "choice",
            ReasonKind::XSquare => "x square",
            ReasonKind::XSquareMissed => "x square missed",
            ReasonKind::EdgeGiven => "edge given",
            ReasonKind::EdgeMissed => "edge missed",
            ReasonKind::SquareLeft => "square left",
            ReasonKind::BothSquares => "both squares",
            ReasonKind::Exposed => "exposed",
            ReasonKind::Turned => "discs turned",
            ReasonKind::Count => "count",
            ReasonKind::Answer => "answer",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<ReasonKind> {
        ReasonKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What somebody who made a mistake for such a reason looks at next time: counts and lines are
    /// nothing to look at, and discs beside corners are found on the board.
    pub const fn theme(self) -> Option<Theme> {
        Some(match self {
            ReasonKind::CornerLost | ReasonKind::CornerOpened => Theme::GivenCorners,
            ReasonKind::CornerMissed => Theme::OpenCorners,
            ReasonKind::XSquare | ReasonKind::XSquareMissed => Theme::XSquares,
            ReasonKind::EdgeGiven | ReasonKind::EdgeMissed => Theme::SecuredEdge,
            ReasonKind::Turned => Theme::Turned,
            ReasonKind::MustPass
            | ReasonKind::PassMissed
            | ReasonKind::MovesRunOut
            | ReasonKind::FewerMoves
            | ReasonKind::MoreMovesForOpponent
            | ReasonKind::Choice => Theme::Mobility,
            ReasonKind::LastInRegion | ReasonKind::LastOfGame => Theme::OddRegion,
            ReasonKind::Wedge | ReasonKind::WedgeMissed | ReasonKind::UnbalancedEdge => {
                Theme::UnbalancedEdge
            }
            ReasonKind::StableGiven | ReasonKind::StableMissed => Theme::StableDiscs,
            ReasonKind::TempoMissed => Theme::Tempo,
            ReasonKind::Frontier | ReasonKind::Exposed => Theme::Frontier,
            ReasonKind::BesideCorner
            | ReasonKind::SquareLeft
            | ReasonKind::BothSquares
            | ReasonKind::Count
            | ReasonKind::Answer => return None,
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
