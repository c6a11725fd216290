//! Why one move is worse than another: the first difference between their two lines that speaks
//! for the better one, as a [`Reason`].
//!
//! Lines come from a search; here they are only replayed by the rules and compared. Invariant: a
//! reason names something that happens after the move played and not after the better one, and
//! whatever it counts (corners, passes, moves, stable discs) is better for the mover, both sides
//! taken together, after the better move. How much a difference is worth is not known here, so the
//! order of `FINDERS` is that in which people are taught to look.

mod kind;
mod line;

pub use kind::ReasonKind;
use line::Lines;

use super::{edges, regions, tempo_moves};
use crate::othello::stability::stable_discs;
use crate::othello::{Bitboard, Move, Position, Square};

/// Fewer moves than this many more are no reason.
const CLEARLY_FEWER: u32 = 3;
/// A side with at most this many moves runs out of them.
const RUNS_OUT: u32 = 2;
/// The difference in stable discs, both sides taken together, that is a reason.
const CLEARLY_STABLER: i32 = 4;
/// The difference in moves to choose from on average, both sides taken together, that is a reason,
/// in tenths.
const CLEARLY_MORE_CHOICE: i32 = 15;
/// The largest region that a player can still count.
const COUNTABLE_REGION: u32 = 7;
/// With more empty squares than this nobody can say who will move last where.
const REGIONS_MATTER: u32 = 26;

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
    /// Both lines reach the end of the game, and only the counts tell them apart.
    Discs {
        /// The mover's discs and the opponent's after the move played, empty squares to the winner.
        played: (u32, u32),
        /// The same after the better move.
        best: (u32, u32),
    },
}

/// Each looks for one kind of reason. The first that finds one is heard.
const FINDERS: [fn(&Lines) -> Option<Reason>; 17] = [
    corner_lost,
    corner_missed,
    must_pass,
    pass_missed,
    last_in_region,
    wedge,
    wedge_missed,
    unbalanced_edge,
    corner_opened,
    mobility,
    stable,
    last_of_game,
    tempo_missed,
    frontier,
    beside_corner,
    choice,
    discs,
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
            Reason::Wedge { wedge, .. } | Reason::WedgeMissed { wedge, .. } => vec![*wedge],
            Reason::LastInRegion { region: set, .. }
            | Reason::UnbalancedEdge { edge: set }
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
            | Reason::Discs { .. } => Vec::new(),
        }
    }
}

/// The mover's corners less the opponent's.
fn corners(board: Position) -> i32 {
    let count = |discs: Bitboard| (discs & Bitboard::CORNERS).count() as i32;
    count(board.own) - count(board.opp)
}

fn corner_lost(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.ends();
    if corners(played) >= corners(best) {
        return None;
    }
    let taken = lines.played.placed(false, lines.plies);
    let mut taken = taken.filter(|&(_, square)| Bitboard::CORNERS.contains(square));
    let (ply, corner) = taken.find(|&(ply, corner)| {
        let now = corners(lines.played.at(ply)) < corners(lines.best.at(ply));
        now && !best.opp.contains(corner)
    })?;
    let instead = (Bitboard::CORNERS & best.own & lines.start.empty()) - played.own;
    let same = instead.contains(corner).then_some(corner);
    Some(Reason::CornerLost {
        corner,
        line: lines.played.moves(ply),
        instead: same.or_else(|| instead.first()),
    })
}

fn corner_missed(lines: &Lines) -> Option<Reason> {
    let (played, best) = lines.ends();
    if corners(played) >= corners(best) {
        return None;
    }
    let taken = lines.best.placed(true, lines.plies);
    let mut taken = taken.filter(|&(_, square)| Bitboard::CORNERS.contains(square));
    let (ply, corner) = taken.find(|&(ply, corner)| {
        let now = corners(lines.played.at(ply)) < corners(lines.best.at(ply));
        now && !played.own.contains(corner)
    })?;
    Some(Reason::CornerMissed {
        corner,
        line: lines.best.moves(ply),
    })
}

/// The mover's passes less the opponent's are more after the move played.
fn passes_differ(lines: &Lines) -> bool {
    let balance = |line: &line::Line| {
        let count = |mine| line.passes(mine, lines.plies).count() as i32;
        count(true) - count(false)
    };
    balance(&lines.played) > balance(&lines.best)
}

fn must_pass(lines: &Lines) -> Option<Reason> {
    let ply = lines.played.passes(true, lines.plies).next()?;
    let spared = lines.best.passes(true, lines.plies).next().is_none();
    (spared && passes_differ(lines)).then(|| Reason::MustPass {
        line: lines.played.moves(ply - 1),
    })
}

fn pass_missed(lines: &Lines) -> Option<Reason> {
    let ply = lines.best.passes(false, lines.plies).next()?;
    let spared = lines.played.passes(false, lines.plies).next().is_none();
    (spared && passes_differ(lines)).then(|| Reason::PassMissed {
        line: lines.best.moves(ply - 1),
    })
}

fn last_in_region(lines: &Lines) -> Option<Reason> {
    if lines.start.empties() > REGIONS_MATTER {
        return None;
    }
    let mut balance = 0;
    let mut found: Option<(Bitboard, Square)> = None;
    for region in regions(lines.start.empty()) {
        let closed = |line: &line::Line| line.closed(region, lines.whole);
        let (Some((mine, last)), Some((mine_then, _))) =
            (closed(&lines.played), closed(&lines.best))
        else {
            continue;
        };
        balance += i32::from(mine_then) - i32::from(mine);
        let smaller = found.is_none_or(|(known, _)| region.count() < known.count());
        if !mine && mine_then && smaller && region.count() <= COUNTABLE_REGION {
            found = Some((region, last));
        }
    }
    let (region, last) = found.filter(|_| balance > 0)?;
    Some(Reason::LastInRegion { region, last })
}

/// The opponent's wedges less the mover's.
fn wedges_against(line: &line::Line, plies: usize) -> i32 {
    let count = |mine| line.wedges(mine, plies).count() as i32;
    count(false) - count(true)
}

fn wedges_differ(lines: &Lines) -> bool {
    let against = |line| wedges_against(line, lines.plies);
    against(&lines.played) > against(&lines.best)
}

fn wedge(lines: &Lines) -> Option<Reason> {
    let also = |wedge| {
        lines
            .best
            .wedges(false, lines.plies)
            .any(|(_, w)| w == wedge)
    };
    let mut wedges = lines.played.wedges(false, lines.plies);
    let (ply, wedge) = wedges.find(|&(_, wedge)| !also(wedge))?;
    wedges_differ(lines).then(|| Reason::Wedge {
        wedge,
        line: lines.played.moves(ply),
    })
}

fn wedge_missed(lines: &Lines) -> Option<Reason> {
    let also = |wedge| {
        lines
            .played
            .wedges(true, lines.plies)
            .any(|(_, w)| w == wedge)
    };
    let mut wedges = lines.best.wedges(true, lines.plies);
    let (ply, wedge) = wedges.find(|&(_, wedge)| !also(wedge))?;
    wedges_differ(lines).then(|| Reason::WedgeMissed {
        wedge,
        line: lines.best.moves(ply),
    })
}

fn unbalanced_edge(lines: &Lines) -> Option<Reason> {
    let balance = |board: Position| {
        edges::unbalanced(board).len() as i32 - edges::unbalanced(board.passed()).len() as i32
    };
    let (played, best) = lines.ends();
    let before = edges::unbalanced(lines.start);
    let then = edges::unbalanced(best);
    let mut new = edges::unbalanced(played).into_iter();
    let edge = new.find(|edge| !before.contains(edge) && !then.contains(edge))?;
    (balance(played) > balance(best)).then_some(Reason::UnbalancedEdge { edge })
}

fn corner_opened(lines: &Lines) -> Option<Reason> {
    let given = |line: &line::Line| {
        (line.at(1).opponent_moves() - lines.start.opponent_moves()) & Bitboard::CORNERS
    };
    let (given, instead) = (given(&lines.played), given(&lines.best));
    let (played, best) = lines.ends();
    let corner = (given - instead).first()?;
    let more = given.count() > instead.count() && corners(played) <= corners(best);
    more.then_some(Reason::CornerOpened { corner })
}

fn mobility(lines: &Lines) -> Option<Reason> {
    let turns = |line: &line::Line, mine| line.choices(mine, lines.plies);
    let own = (turns(&lines.played, true), turns(&lines.best, true));
    let other = (turns(&lines.played, false), turns(&lines.best, false));
    let sum = |turns: &[(usize, Bitboard)], of: usize| -> i32 {
        turns[..of]
            .iter()
            .map(|(_, moves)| moves.count() as i32)
            .sum()
    };
    let (own_turns, other_turns) = (
        own.0.len().min(own.1.len()),
        other.0.len().min(other.1.len()),
    );
    let gain = sum(&own.1, own_turns) - sum(&own.0, own_turns);
    let cost = sum(&other.1, other_turns) - sum(&other.0, other_turns);
    if gain <= cost {
        return None;
    }
    // The turn at which the difference shows most, if at none it speaks against the better move.
    let clearest = |fewer: &[(usize, Bitboard)], more: &[(usize, Bitboard)]| {
        let mut pairs = fewer.iter().zip(more).enumerate();
        if pairs
            .clone()
            .any(|(_, (few, many))| few.1.count() > many.1.count())
        {
            return None;
        }
        pairs
            .by_ref()
            .filter(|(_, (few, many))| {
                let (few, many) = (few.1.count(), many.1.count());
                many - few >= CLEARLY_FEWER && 3 * few <= 2 * many
            })
            .max_by_key(|(turn, (few, many))| (many.1.count() - few.1.count(), usize::MAX - turn))
            .map(|(turn, _)| turn)
    };
    if let Some(turn) = clearest(&own.0, &own.1) {
        let (plies, left) = own.0[turn];
        return Some(Reason::FewMoves {
            left,
            plies,
            instead: own.1[turn].1.count(),
        });
    }
    let turn = clearest(&other.1, &other.0)?;
    let (plies, moves) = other.0[turn];
    Some(Reason::ManyMoves {
        moves,
        plies,
        instead: other.1[turn].1.count(),
    })
}

fn stable(lines: &Lines) -> Option<Reason> {
    let both = |board: Position| {
        let own = stable_discs(board.own, board.opp);
        (own, stable_discs(board.opp, board.own))
    };
    let (played, best) = lines.ends();
    let ((own, opp), (own_then, opp_then)) = (both(played), both(best));
    let balance = |own: Bitboard, opp: Bitboard| own.count() as i32 - opp.count() as i32;
    if balance(own_then, opp_then) - balance(own, opp) < CLEARLY_STABLER {
        return None;
    }
    let plies = lines.plies;
    let given = opp.count().saturating_sub(opp_then.count());
    let missed = own_then.count().saturating_sub(own.count());
    Some(if given >= missed {
        Reason::StableGiven {
            discs: opp - opp_then,
            more: given,
            plies,
        }
    } else {
        Reason::StableMissed {
            discs: own_then - own,
            more: missed,
            plies,
        }
    })
}

fn last_of_game(lines: &Lines) -> Option<Reason> {
    let last = |line: &line::Line| line.is_over().then(|| line.last_is_mine()).flatten();
    let differ = (last(&lines.played), last(&lines.best)) == (Some(false), Some(true));
    differ.then_some(Reason::LastOfGame)
}

fn tempo_missed(lines: &Lines) -> Option<Reason> {
    let tempo = tempo_moves(lines.start);
    let (played, best) = lines.first();
    (tempo.contains(best) && !tempo.contains(played)).then_some(Reason::TempoMissed)
}

fn frontier(lines: &Lines) -> Option<Reason> {
    let discs = |board: Position| (board.own & board.empty().dilated()).count();
    let more = |ply| {
        let (played, best) = (discs(lines.played.at(ply)), discs(lines.best.at(ply)));
        (played >= best + CLEARLY_FEWER).then_some((played, best))
    };
    more(lines.plies)?;
    let (played, best) = more(1)?;
    Some(Reason::Frontier { played, best })
}

fn beside_corner(lines: &Lines) -> Option<Reason> {
    let touched = |square: Square| {
        let risky = Bitboard::X_SQUARES | Bitboard::C_SQUARES;
        let near = Bitboard::from(square) & risky;
        (near.dilated() & Bitboard::CORNERS & lines.start.empty()).first()
    };
    let (played, best) = lines.first();
    let corner = touched(played).filter(|_| touched(best).is_none())?;
    let (after, then) = lines.ends();
    (corners(after) <= corners(then)).then_some(Reason::BesideCorner { corner })
}

fn choice(lines: &Lines) -> Option<Reason> {
    let average = |line: &line::Line, mine| {
        let turns = line.choices(mine, lines.plies);
        let moves: u32 = turns.iter().map(|(_, moves)| moves.count()).sum();
        let turns = turns.len() as u32;
        (turns > 0).then(|| (10 * moves + turns / 2) / turns)
    };
    let both = |line| Some((average(line, true)?, average(line, false)?));
    let (played, best) = (both(&lines.played)?, both(&lines.best)?);
    let balance = |(own, opp): (u32, u32)| own as i32 - opp as i32;
    let more = balance(best) - balance(played) >= CLEARLY_MORE_CHOICE;
    more.then_some(Reason::Choice { played, best })
}

fn discs(lines: &Lines) -> Option<Reason> {
    let count = |line: &line::Line| {
        let end = line.is_over().then(|| line.at(usize::MAX))?;
        let own = (64 + end.final_score()) / 2;
        Some((own as u32, 64 - own as u32))
    };
    let (played, best) = (count(&lines.played)?, count(&lines.best)?);
    (played.0 < best.0).then_some(Reason::Discs { played, best })
}

#[cfg(test)]
mod tests;
