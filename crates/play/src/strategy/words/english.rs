//! English.

use super::{About, Saying, few, list, rest, tenths};
use crate::strategy::Theme;
use crate::strategy::reason::Reason;
use bianca_rules::othello::{Color, Move};

pub fn say(saying: &Saying) -> String {
    match saying {
        Saying::Only(played) => format!("{played} is the only move."),
        Saying::Pass(mover) => format!("{} has no move and must pass.", side(*mover)),
        Saying::Best(played) => format!("{played} is the best move."),
        Saying::Equal(played, other) => format!("{played} is as good as {other}."),
        Saying::Loses(played, best, loss) => {
            format!(
                "{played} loses {loss} discs against {best}; their lines show no single reason."
            )
        }
        Saying::Why(about) => why(about),
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A line in brackets, with a blank before it.
fn by(line: &[Move]) -> String {
    match rest(line).as_str() {
        "" => String::new(),
        line => format!(" ({line})"),
    }
}

fn plies(plies: usize) -> String {
    match plies {
        1 => "At once".to_owned(),
        plies => format!("{plies} plies on"),
    }
}

fn moves(number: u32) -> String {
    match number {
        1 => "1 move".to_owned(),
        number => format!("{number} moves"),
    }
}

fn why(about: &About) -> String {
    let (mover, opponent) = (side(about.mover), side(about.opponent));
    let (worse, best) = (about.worse, about.best);
    match about.reason {
        Reason::CornerLost {
            corner,
            line,
            instead,
        } => {
            let then = match instead {
                Some(instead) if instead == corner => format!("{mover} gets it"),
                Some(instead) => format!("{mover} gets {instead} instead"),
                None => format!("{opponent} does not get it"),
            };
            format!(
                "After {worse}, {opponent} takes the corner {corner}{}. After {best}, {then}.",
                by(line)
            )
        }
        Reason::CornerMissed { corner, line } => format!(
            "With {best}, {mover} takes the corner {corner}{}. After {worse}, {mover} does not get it.",
            by(line)
        ),
        Reason::MustPass { line } => format!(
            "After {worse}, {mover} runs out of moves and must pass{}. After {best}, {mover} does not.",
            by(line)
        ),
        Reason::PassMissed { line } => format!(
            "With {best}, {opponent} runs out of moves and must pass{}. After {worse}, {opponent} \
             always has a move.",
            by(line)
        ),
        Reason::LastInRegion { region, last } => format!(
            "After {worse}, {opponent} makes the last move in the region {} ({last}). After {best}, \
             {mover} does.",
            list(*region)
        ),
        Reason::Wedge { wedge, line } => format!(
            "After {worse}, {opponent} wedges into the edge at {wedge}{} and stays there. After \
             {best}, it does not come to that.",
            by(line)
        ),
        Reason::WedgeMissed { wedge, line } => format!(
            "With {best}, {mover} wedges into the edge at {wedge}{} and stays there. After {worse}, \
             it does not come to that.",
            by(line)
        ),
        Reason::UnbalancedEdge { edge } => format!(
            "{worse} leads to an unbalanced edge of five ({}), which {opponent} can attack. {best} \
             does not.",
            list(*edge)
        ),
        Reason::CornerOpened { corner } => {
            format!("{worse} opens the corner {corner} to {opponent}. {best} does not.")
        }
        Reason::FewMoves {
            left,
            plies: after,
            instead,
        } => format!(
            "After {worse}, {mover} has fewer moves. {} there {}{}, after {best} {instead}.",
            plies(*after),
            match left.count() {
                1 => "is 1 left".to_owned(),
                number => format!("are {number} left"),
            },
            few(*left)
        ),
        Reason::ManyMoves {
            moves: choice,
            plies: after,
            instead,
        } => format!(
            "{worse} gives {opponent} too much choice. {} {opponent} has {}, after {best} {instead}.",
            plies(*after),
            moves(choice.count())
        ),
        Reason::TempoMissed => format!(
            "After {best}, {opponent} has no answer in that region and must open another. {worse} \
             does not gain this tempo."
        ),
        Reason::StableGiven {
            more, plies: after, ..
        } => format!(
            "After {worse}, {opponent} gets discs that can never be turned again. {} they are {more} \
             more than after {best}.",
            plies(*after)
        ),
        Reason::StableMissed {
            more, plies: after, ..
        } => format!(
            "After {best}, {mover} gets discs that can never be turned again. {} they are {more} more \
             than after {worse}.",
            plies(*after)
        ),
        Reason::LastOfGame => format!(
            "After {worse}, {opponent} makes the last move of the game. After {best}, {mover} does."
        ),
        Reason::Frontier { played, best: then } => format!(
            "{worse} opens {mover}'s position. {played} discs stand beside empty squares, after \
             {best} {then}."
        ),
        Reason::BesideCorner { corner } => {
            format!("{worse} touches the empty corner {corner}. {best} keeps away from it.")
        }
        Reason::XSquare {
            square,
            corner,
            line,
        } => format!(
            "After {worse}, {mover} comes to play {square}{} beside the empty corner {corner}. After \
             {best}, it does not come to that.",
            by(line)
        ),
        Reason::XSquareMissed {
            square,
            corner,
            line,
        } => format!(
            "With {best}, {opponent} comes to play {square}{} beside the empty corner {corner}. After \
             {worse}, it does not come to that.",
            by(line)
        ),
        Reason::EdgeGiven { edge } => format!(
            "After {worse}, {opponent} gets a safe edge ({}). After {best}, {opponent} does not.",
            list(*edge)
        ),
        Reason::EdgeMissed { edge } => format!(
            "With {best}, {mover} gets a safe edge ({}). After {worse}, {mover} does not.",
            list(*edge)
        ),
        Reason::SquareLeft { line } => format!(
            "After {worse}, {opponent} plays {best}{}. With {best} first, {opponent} gets neither \
             square.",
            by(line)
        ),
        Reason::BothSquares { line } => format!(
            "With {best} first, {mover} can still play {worse} later{}. After {worse}, {mover} does \
             not get {best}.",
            by(line)
        ),
        Reason::Choice { played, best: then } => format!(
            "After {best}, {}. On average {mover} has {} moves and {opponent} {}, after {worse} {} and \
             {}.",
            if then.0 > played.0 {
                format!("{mover} has more choice")
            } else {
                format!("{opponent} has less choice")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Exposed { played, best: then } => format!(
            "After {best}, {} stand beside empty squares. On average {mover} has {} there and \
             {opponent} {}, after {worse} {} and {}.",
            if then.0 < played.0 {
                format!("fewer of {mover}'s discs")
            } else {
                format!("more of {opponent}'s discs")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Turned { played, best: then } => format!(
            "{worse} turns {played} discs, {best} only {then}. While the board is open, few discs \
             leave the opponent few moves."
        ),
        Reason::Discs { played, best: then } => format!(
            "Only the count tells them apart. {mover} ends with {} to {} after {worse}, with {} to {} \
             after {best}.",
            played.0, played.1, then.0, then.1
        ),
    }
}

/// A side where it stands by itself.
pub const fn colour(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// What a finding is about.
pub const fn title(theme: Theme) -> &'static str {
    theme.title()
}
