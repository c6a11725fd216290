//! The strategies of section 3 of *Juego de Inteligencia Artificial: Othello* (D. Morillo Arroyo
//! and C. Busquiel Sanz, 2008), found in a position or in a move.
//!
//! Each [`Finding`] is a theme, a side, a number and the squares that show it; nothing here
//! weighs one against another, which is what an evaluation does. Invariant: findings follow from
//! the rules alone and turn with the board and the colours.

mod edges;
pub mod glossary;
pub mod reason;
mod traps;
pub mod words;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use bianca_rules::othello::stability::stable_discs;
use bianca_rules::othello::{Bitboard, Color, Position, Square};

/// What a finding is about. The numbers are those of the paper's sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// 3.1: corners that a side holds.
    Corners,
    /// 3.1: corners that nobody holds.
    FreeCorners,
    /// 3.1: corners that a side could take now.
    OpenCorners,
    /// 3.2: discs on the rim.
    Edges,
    /// 3.2, figure 5: discs that can never be turned over again (a lower bound).
    StableDiscs,
    /// 3.3: discs diagonally beside a free corner.
    XSquares,
    /// 3.4: discs on an edge beside a free corner.
    CSquares,
    /// 3.5: moves that a side has, or would have if it were its turn.
    Mobility,
    /// 3.5, 3.8: empty squares beside discs of the opponent, which may become moves.
    PotentialMobility,
    /// 3.6: who makes the last move if nobody passes; the number is that of the empty squares.
    Parity,
    /// 3.6: empty squares that hang together, an odd number: who moves first there moves last.
    OddRegion,
    /// 3.6: the same with an even number.
    EvenRegion,
    /// 3.7: what the opponent of the side to move would like to play: the moves that leave the side
    /// to move fewest answers; the number is that of the answers.
    Empathy,
    /// 3.8: discs beside empty squares.
    Frontier,
    /// 3.9: moves that the opponent cannot answer in the same region, so that it must open another.
    Tempo,
    /// 3.10: an edge that its side cannot be robbed of: the middle four squares, and at each end
    /// either its corner or nothing.
    SecuredEdge,
    /// 3.11: five discs in a row between two free corners.
    UnbalancedEdge,
    /// 3.12: a disc stands on an X square and an attack on the edge wins the other corner whatever
    /// is replied. The squares are: X square, attack, corner won, corner offered.
    StonerTrap,
    /// 3.12: the same, once the X square is taken.
    StonerThreat,
    /// 4.2: discs that a move turns over.
    Turned,
    /// 3.1: corners that the opponent can take after a move and could not before.
    GivenCorners,
    /// 3.2: discs that a move makes stable.
    NewStableDiscs,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 22] = [
        Theme::Corners,
        Theme::FreeCorners,
        Theme::OpenCorners,
        Theme::Edges,
        Theme::StableDiscs,
        Theme::XSquares,
        Theme::CSquares,
        Theme::Mobility,
        Theme::PotentialMobility,
        Theme::Parity,
        Theme::OddRegion,
        Theme::EvenRegion,
        Theme::Empathy,
        Theme::Frontier,
        Theme::Tempo,
        Theme::SecuredEdge,
        Theme::UnbalancedEdge,
        Theme::StonerTrap,
        Theme::StonerThreat,
        Theme::Turned,
        Theme::GivenCorners,
        Theme::NewStableDiscs,
    ];

    /// What it is called, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Theme::Corners => "corners",
            Theme::FreeCorners => "free corners",
            Theme::OpenCorners => "corners within reach",
            Theme::Edges => "edge discs",
            Theme::StableDiscs => "stable discs",
            Theme::XSquares => "X squares by a free corner",
            Theme::CSquares => "C squares by a free corner",
            Theme::Mobility => "mobility",
            Theme::PotentialMobility => "potential mobility",
            Theme::Parity => "parity, last move if nobody passes",
            Theme::OddRegion => "odd region",
            Theme::EvenRegion => "even region",
            Theme::Empathy => "what the opponent wants, answers left",
            Theme::Frontier => "frontier discs",
            Theme::Tempo => "tempo moves",
            Theme::SecuredEdge => "secured edge",
            Theme::UnbalancedEdge => "unbalanced edge",
            Theme::StonerTrap => "Stoner trap (X square, attack, corner won, corner offered)",
            Theme::StonerThreat => "Stoner threat (X square, attack, corner won, corner offered)",
            Theme::Turned => "discs turned",
            Theme::GivenCorners => "corners given",
            Theme::NewStableDiscs => "discs made stable",
        }
    }
}

/// One thing that can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub theme: Theme,
    /// Whose it is; `None` for what belongs to nobody.
    pub color: Option<Color>,
    /// How many.
    pub number: u32,
    /// Where, in the order of the board unless the theme says otherwise.
    pub squares: Vec<Square>,
}

/// Squares that are named; of more of them, as of one region of an almost empty board, nobody reads
/// the names, and the number is enough.
const MOST_NAMED: usize = 24;

/// `mobility: black 4: d3 c4 f5 e6`; `even region: 60`, where there are too many squares.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.theme.title())?;
        if let Some(color) = self.color {
            write!(f, " {color}")?;
        }
        write!(f, " {}", self.number)?;
        let squares = self.named_squares().iter().enumerate();
        for (place, square) in squares {
            write!(f, "{}{square}", if place == 0 { ": " } else { " " })?;
        }
        Ok(())
    }
}

/// A text that is no finding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a finding")]
pub struct NotAFinding(pub String);

impl FromStr for Finding {
    type Err = NotAFinding;

    /// Reads what a finding displays. Squares that were too many to be named are lost.
    fn from_str(text: &str) -> Result<Finding, NotAFinding> {
        let read = || {
            let (title, rest) = text.split_once(": ")?;
            let theme = Theme::ALL
                .into_iter()
                .find(|theme| theme.title() == title)?;
            let (count, squares) = rest.split_once(": ").unwrap_or((rest, ""));
            let (color, number) = match count.split_once(' ') {
                Some(("black", number)) => (Some(Color::Black), number),
                Some(("white", number)) => (Some(Color::White), number),
                _ => (None, count),
            };
            let squares = squares
                .split_terminator(' ')
                .map(|square| square.parse().ok());
            Some(Finding {
                theme,
                color,
                number: number.parse().ok()?,
                squares: squares.collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(|| NotAFinding(text.to_owned()))
    }
}

impl Finding {
    /// Its squares, or none of them where they are too many to be named.
    pub fn named_squares(&self) -> &[Square] {
        match self.squares.len() {
            0..=MOST_NAMED => &self.squares,
            _ => &[],
        }
    }

    fn new(theme: Theme, color: Option<Color>, squares: Bitboard) -> Finding {
        Finding {
            theme,
            color,
            number: squares.count(),
            squares: squares.into_iter().collect(),
        }
    }
}

/// Finds what a theme is about, for the side to move.
type Find = fn(Position) -> Bitboard;

/// What there is to say about `position` with `mover` to move: each theme for black and white, and
/// then what belongs to nobody. What there is none of is left out, except for mobility.
pub fn explain_position(position: Position, mover: Color) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut say = |theme, color, squares: Bitboard| {
        if squares.any() || theme == Theme::Mobility {
            findings.push(Finding::new(theme, color, squares));
        }
    };
    let sides = [Color::Black, Color::White].map(|color| {
        let seen = if color == mover {
            position
        } else {
            position.passed()
        };
        (color, seen)
    });
    let themes: [(Theme, Find); 10] = [
        (Theme::Corners, |seen| seen.own & Bitboard::CORNERS),
        (Theme::OpenCorners, |seen| seen.moves() & Bitboard::CORNERS),
        (Theme::Edges, |seen| seen.own & Bitboard::EDGES),
        (Theme::StableDiscs, |seen| stable_discs(seen.own, seen.opp)),
        (Theme::XSquares, |seen| {
            seen.own & Bitboard::X_SQUARES & by_free_corner(seen)
        }),
        (Theme::CSquares, |seen| {
            seen.own & Bitboard::C_SQUARES & by_free_corner(seen)
        }),
        (Theme::Mobility, |seen| seen.moves()),
        (Theme::PotentialMobility, |seen| {
            seen.empty() & seen.opp.dilated()
        }),
        (Theme::Frontier, |seen| seen.own & seen.empty().dilated()),
        (Theme::Tempo, tempo_moves),
    ];
    for (theme, find) in themes {
        for (color, seen) in sides {
            say(theme, Some(color), find(seen));
        }
    }
    if let Some((answers, moves)) = wanted(position.passed()) {
        findings.push(Finding {
            theme: Theme::Empathy,
            color: Some(!mover),
            number: answers,
            squares: moves.into_iter().collect(),
        });
    }
    let mut say = |theme, color, squares: Bitboard| {
        if squares.any() {
            findings.push(Finding::new(theme, color, squares));
        }
    };
    say(
        Theme::FreeCorners,
        None,
        position.empty() & Bitboard::CORNERS,
    );
    for (color, seen) in sides {
        for edge in edges::secured(seen) {
            say(Theme::SecuredEdge, Some(color), edge);
        }
        for edge in edges::unbalanced(seen) {
            say(Theme::UnbalancedEdge, Some(color), edge);
        }
    }
    for (color, seen) in sides {
        for (theme, traps) in [
            (Theme::StonerTrap, traps::standing(seen)),
            (Theme::StonerThreat, traps::threatening(seen)),
        ] {
            findings.extend(traps.into_iter().map(|trap| Finding {
                theme,
                color: Some(color),
                number: 1,
                squares: trap.squares().to_vec(),
            }));
        }
    }
    if !position.is_over() {
        findings.extend(parity(position, mover));
    }
    findings
}

/// What a legal move of `mover` does: what it turns, gains and gives, and every theme that is
/// another after it.
///
/// # Panics
/// In debug builds, if the move is illegal.
pub fn explain_move(position: Position, mover: Color, square: Square) -> Vec<Finding> {
    let turned = position.flips(square);
    let after = position.after(square, turned);
    let mut findings = vec![Finding::new(Theme::Turned, Some(mover), turned)];
    let mut say = |theme, color, squares: Bitboard| {
        if squares.any() {
            findings.push(Finding::new(theme, Some(color), squares));
        }
    };
    let given = after.moves() - position.opponent_moves();
    say(Theme::GivenCorners, !mover, given & Bitboard::CORNERS);
    let stable = stable_discs(after.opp, after.own) - stable_discs(position.own, position.opp);
    say(Theme::NewStableDiscs, mover, stable);
    let tempo = tempo_moves(position) & square.into();
    say(Theme::Tempo, mover, tempo);
    findings.extend(news(position, mover, after));
    findings
}

/// What a pass of `mover` does: every theme that is another after it.
pub fn explain_pass(position: Position, mover: Color) -> Vec<Finding> {
    news(position, mover, position.passed())
}

/// What the opponent wants `after` a move of `mover`, and every theme that is another than before.
fn news(position: Position, mover: Color, after: Position) -> Vec<Finding> {
    let wish = wanted(after).map(|(answers, replies)| Finding {
        theme: Theme::Empathy,
        color: Some(!mover),
        number: answers,
        squares: replies.into_iter().collect(),
    });
    let mut findings: Vec<Finding> = wish.into_iter().collect();
    let before = explain_position(position, mover);
    let new = explain_position(after, !mover);
    findings.extend(new.into_iter().filter(|finding| {
        let news = !matches!(
            finding.theme,
            Theme::StableDiscs | Theme::Tempo | Theme::Empathy
        );
        news && !before.contains(finding)
    }));
    findings
}

/// The moves of the side to move after which the other one has fewest, and how many those are;
/// `None` if it has no move.
fn wanted(position: Position) -> Option<(u32, Bitboard)> {
    let answers = |square: Square| position.play_unchecked(square).moves().count();
    let fewest = position.moves().into_iter().map(answers).min()?;
    let wanted = |&square: &Square| answers(square) == fewest;
    let moves = position.moves().into_iter().filter(wanted).collect();
    Some((fewest, moves))
}

/// X and C squares whose corner is empty.
fn by_free_corner(position: Position) -> Bitboard {
    (position.empty() & Bitboard::CORNERS).dilated()
}

/// The empty squares in groups that touch each other, the group of the lowest square first.
fn regions(empty: Bitboard) -> Vec<Bitboard> {
    let mut regions = Vec::new();
    let mut left = empty;
    while let Some(square) = left.first() {
        let region = region_of(empty, square);
        regions.push(region);
        left = left - region;
    }
    regions
}

fn region_of(empty: Bitboard, square: Square) -> Bitboard {
    let mut region = Bitboard::from(square);
    loop {
        let grown = region.dilated() & empty;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// Moves after which the opponent has a move, but none in the region where it was made.
fn tempo_moves(position: Position) -> Bitboard {
    let gains_tempo = |&square: &Square| {
        let region = region_of(position.empty(), square);
        let replies = position.play_unchecked(square).moves();
        replies.any() && (replies & region).is_empty()
    };
    position.moves().into_iter().filter(gains_tempo).collect()
}

fn parity(position: Position, mover: Color) -> Vec<Finding> {
    let empty = position.empty();
    let odd = !empty.count().is_multiple_of(2);
    let last = if odd { mover } else { !mover };
    let mut findings = vec![Finding {
        theme: Theme::Parity,
        color: Some(last),
        number: empty.count(),
        squares: Vec::new(),
    }];
    findings.extend(regions(empty).into_iter().map(|region| {
        let theme = match region.count() % 2 {
            0 => Theme::EvenRegion,
            _ => Theme::OddRegion,
        };
        Finding::new(theme, None, region)
    }));
    findings
}

#[cfg(test)]
mod tests;
