//! The kinds of reasons: their names in files of results, and what each is about.
//!
//! Invariant: a kind has one name, the same in every language, and no two have the same.

use crate::strategy::Theme;

/// What kind of reason a [`Reason`](super::Reason) is.
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
}

impl ReasonKind {
    /// All of them.
    pub const ALL: [ReasonKind; 28] = [
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
            | ReasonKind::Count => return None,
        })
    }
}
