//! Why one move is worse than another: the first difference between their two lines that speaks
//! for the better one, as a [`Reason`].
//!
//! Lines come from a search; here they are only replayed by the rules and compared. Invariant: a
//! reason names something that happens after the move played and not after the better one, and
//! whatever it counts (corners, passes, moves, stable discs) is better for the mover, both sides
//! taken together, after the better move. How much a difference is worth is not known here, so the
//! order of `FINDERS` is that in which people are taught to look.

mod corners;
mod discs;
mod kind;
mod line;
mod moves;
mod parity;

pub use kind::ReasonKind;
use line::Lines;

use bianca_rules::othello::{Bitboard, Move, Position, Square};

/// A side with at most this many moves runs out of them.
const RUNS_OUT: u32 = 2;

/// What happens after the move played and not after the better one, or the other way round.
/// "Opponent" is that of the side to move. Moves of a line begin with the one it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// After the move played the opponent takes a corner.
    CornerLost {
        /// Which.
        corner: Square,
        /// The moves up to there.
        line: Vec<Move>,
        /// A corner that the mover takes after the better move and not after the move played.
        instead: Option<Square>,
    },
    /// After the better move the mover takes a corner.
    CornerMissed {
        /// Which.
        corner: Square,
        /// The moves up to there.
        line: Vec<Move>,
    },
    /// After the move played the mover must pass.
    MustPass {
        /// The moves before the pass.
        line: Vec<Move>,
    },
    /// After the better move the opponent must pass.
    PassMissed {
        /// The moves before the pass.
        line: Vec<Move>,
    },
    /// After the move played the opponent makes the last move in a region, after the better one
    /// the mover does.
    LastInRegion {
        /// The squares of the region that were empty before the move.
        region: Bitboard,
        /// The last move there after the move played.
        last: Square,
    },
    /// After the move played the opponent sets a disc between two on an edge, and it stays.
    Wedge {
        /// Where.
        wedge: Square,
        /// The moves up to there.
        line: Vec<Move>,
    },
    /// After the better move the mover does so.
    WedgeMissed {
        /// Where.
        wedge: Square,
        /// The moves up to there.
        line: Vec<Move>,
    },
    /// After the move played the mover has five discs in a row between two free corners.
    UnbalancedEdge {
        /// The five.
        edge: Bitboard,
    },
    /// At once after the move played the opponent may take a corner.
    CornerOpened {
        /// Which.
        corner: Square,
    },
    /// After the move played the mover has clearly fewer moves to choose from.
    FewMoves {
        /// The moves that are left.
        left: Bitboard,
        /// After how many plies.
        plies: usize,
        /// How many moves there are at this turn after the better move.
        instead: u32,
    },
    /// After the move played the opponent has clearly more moves to choose from.
    ManyMoves {
        /// The moves that the opponent has.
        moves: Bitboard,
        /// After how many plies.
        plies: usize,
        /// How many moves there are at this turn after the better move.
        instead: u32,
    },
    /// After the better move the opponent has an answer, but none in the same region.
    TempoMissed,
    /// After the move played the opponent gets discs that can never be turned again.
    StableGiven {
        /// Those that it would not get after the better move.
        discs: Bitboard,
        /// How many more they are than after the better move.
        more: u32,
        /// After how many plies.
        plies: usize,
    },
    /// After the better move the mover gets such discs.
    StableMissed {
        /// Those that the mover does not get after the move played.
        discs: Bitboard,
        /// How many more they are than after the move played.
        more: u32,
        /// After how many plies.
        plies: usize,
    },
    /// After the move played the opponent makes the last move of the game, after the better one
    /// the mover does.
    LastOfGame,
    /// The move played leaves more of the mover's discs beside empty squares, now and later.
    Frontier {
        /// How many after the move played.
        played: u32,
        /// How many after the better one.
        best: u32,
    },
    /// The move played touches a free corner.
    BesideCorner {
        /// Which.
        corner: Square,
    },
    /// All turns of the two lines taken together, the better move leaves the mover more choice and
    /// the opponent less. Numbers are moves to choose from on average, in tenths: the mover's and
    /// the opponent's.
    Choice {
        /// After the move played.
        played: (u32, u32),
        /// After the better one.
        best: (u32, u32),
    },
    /// After the move played the mover plays on the X square of an empty corner, later on.
    XSquare {
        /// Where.
        square: Square,
        /// The corner beside it.
        corner: Square,
        /// The moves up to there.
        line: Vec<Move>,
    },
    /// After the better move the opponent does so.
    XSquareMissed {
        /// Where.
        square: Square,
        /// The corner beside it.
        corner: Square,
        /// The moves up to there.
        line: Vec<Move>,
    },
    /// After the move played the opponent has an edge that it cannot be robbed of.
    EdgeGiven {
        /// Its discs there.
        edge: Bitboard,
    },
    /// After the better move the mover has such an edge.
    EdgeMissed {
        /// The mover's discs there.
        edge: Bitboard,
    },
    /// After the move played the opponent soon plays where the better move is.
    SquareLeft {
        /// The moves up to there.
        line: Vec<Move>,
    },
    /// After the better move the mover comes to play where the move played is, too; not the other
    /// way round.
    BothSquares {
        /// The moves up to there.
        line: Vec<Move>,
    },
    /// All boards of the two lines taken together, the better move leaves fewer of the mover's
    /// discs and more of the opponent's beside empty squares. Numbers are averages in tenths: the
    /// mover's and the opponent's.
    Exposed {
        /// After the move played.
        played: (u32, u32),
        /// After the better one.
        best: (u32, u32),
    },
    /// The move played turns clearly more discs while the board is open.
    Turned {
        /// How many.
        played: u32,
        /// How many the better one turns.
        best: u32,
    },
    /// Both lines reach the end of the game, and only the counts tell them apart.
    Discs {
        /// The mover's discs and the opponent's after the move played, empty squares to the winner.
        played: (u32, u32),
        /// The same after the better move.
        best: (u32, u32),
    },
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
/// passes may be left out. `None` if they show no such difference.
pub fn why_worse(position: Position, played: &[Move], best: &[Move]) -> Option<Reason> {
    let lines = Lines::replay(position, played, best)?;
    FINDERS.iter().find_map(|find| find(&lines))
}

impl Reason {
    /// What kind of reason it is.
    pub const fn kind(&self) -> ReasonKind {
        match self {
            Reason::CornerLost { .. } => ReasonKind::CornerLost,
            Reason::CornerMissed { .. } => ReasonKind::CornerMissed,
            Reason::MustPass { .. } => ReasonKind::MustPass,
            Reason::PassMissed { .. } => ReasonKind::PassMissed,
            Reason::LastInRegion { .. } => ReasonKind::LastInRegion,
            Reason::Wedge { .. } => ReasonKind::Wedge,
            Reason::WedgeMissed { .. } => ReasonKind::WedgeMissed,
            Reason::UnbalancedEdge { .. } => ReasonKind::UnbalancedEdge,
            Reason::CornerOpened { .. } => ReasonKind::CornerOpened,
            Reason::FewMoves { left, .. } if left.count() <= RUNS_OUT => ReasonKind::MovesRunOut,
            Reason::FewMoves { .. } => ReasonKind::FewerMoves,
            Reason::ManyMoves { .. } => ReasonKind::MoreMovesForOpponent,
            Reason::TempoMissed => ReasonKind::TempoMissed,
            Reason::StableGiven { .. } => ReasonKind::StableGiven,
            Reason::StableMissed { .. } => ReasonKind::StableMissed,
            Reason::LastOfGame => ReasonKind::LastOfGame,
            Reason::Frontier { .. } => ReasonKind::Frontier,
            Reason::BesideCorner { .. } => ReasonKind::BesideCorner,
            Reason::Choice { .. } => ReasonKind::Choice,
            Reason::XSquare { .. } => ReasonKind::XSquare,
            Reason::XSquareMissed { .. } => ReasonKind::XSquareMissed,
            Reason::EdgeGiven { .. } => ReasonKind::EdgeGiven,
            Reason::EdgeMissed { .. } => ReasonKind::EdgeMissed,
            Reason::SquareLeft { .. } => ReasonKind::SquareLeft,
            Reason::BothSquares { .. } => ReasonKind::BothSquares,
            Reason::Exposed { .. } => ReasonKind::Exposed,
            Reason::Turned { .. } => ReasonKind::Turned,
            Reason::Discs { .. } => ReasonKind::Count,
        }
    }

    /// The squares that show it.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Reason::CornerLost { corner, .. }
            | Reason::CornerMissed { corner, .. }
            | Reason::CornerOpened { corner }
            | Reason::BesideCorner { corner } => vec![*corner],
            Reason::XSquare { square, corner, .. }
            | Reason::XSquareMissed { square, corner, .. } => vec![*square, *corner],
            Reason::Wedge { wedge, .. } | Reason::WedgeMissed { wedge, .. } => vec![*wedge],
            Reason::LastInRegion { region: set, .. }
            | Reason::UnbalancedEdge { edge: set }
            | Reason::EdgeGiven { edge: set }
            | Reason::EdgeMissed { edge: set }
            | Reason::FewMoves { left: set, .. }
            | Reason::ManyMoves { moves: set, .. }
            | Reason::StableGiven { discs: set, .. }
            | Reason::StableMissed { discs: set, .. } => set.into_iter().collect(),
            Reason::MustPass { .. }
            | Reason::PassMissed { .. }
            | Reason::TempoMissed
            | Reason::LastOfGame
            | Reason::Frontier { .. }
            | Reason::Choice { .. }
            | Reason::SquareLeft { .. }
            | Reason::BothSquares { .. }
            | Reason::Exposed { .. }
            | Reason::Turned { .. }
            | Reason::Discs { .. } => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
