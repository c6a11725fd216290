//! The frogs puzzle: `n` frogs at each end of a row, one gap between them.
//!
//! Those from the left (1 in the text, whose zero is the gap) move only right, the others (-1)
//! only left: one step into the gap, or over one frog of the other kind. The goal is that the
//! two groups have changed places. Whatever way leads there has `n * (n + 2)` moves: `n * n`
//! pairs jump over each other, and the remaining `2n` steps are single ones.

use super::cells::{Cell, Cells};
use super::kind::GameKind;
pub use super::moves::Hop;
use super::moves::in_words;
use super::{GameState, Playable};
use bianca_rules::othello::Color;

/// Frogs at each end of the longest row, which fits into the bits of two words.
pub const MOST_FROGS: u8 = 31;

/// A position, all of it played by [`Color::Black`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frogs {
    /// Bit `p` for a frog at position `p` that moves right.
    right: u64,
    /// The same for those that move left.
    left: u64,
    gap: u8,
    /// Frogs at each end.
    each: u8,
}

impl Frogs {
    /// The start with `each` frogs at each end; `None` unless there are 1 to [`MOST_FROGS`].
    pub fn new(each: u8) -> Option<Frogs> {
        (1..=MOST_FROGS).contains(&each).then(|| {
            let group = (1 << each) - 1;
            Frogs {
                right: group,
                left: group << (each + 1),
                gap: each,
                each,
            }
        })
    }

    /// The row as the text has it: 1, 0 or -1 for each position.
    pub fn row(&self) -> Vec<i8> {
        let frog = |place: u8| (self.right >> place & 1) as i8 - (self.left >> place & 1) as i8;
        (0..=2 * self.each).map(frog).collect()
    }

    fn is_goal(&self) -> bool {
        self.gap == self.each && self.left == (1 << self.each) - 1
    }

    fn can_hop(&self, place: u8) -> bool {
        let distance = i16::from(self.gap) - i16::from(place);
        let (movers, others) = match distance {
            1.. => (self.right, self.left),
            _ => (self.left, self.right),
        };
        let stands = movers >> place & 1 == 1;
        match distance.abs() {
            1 => stands,
            2 => stands && others >> ((self.gap + place) / 2) & 1 == 1,
            _ => false,
        }
    }
}

impl GameState for Frogs {
    type Move = Hop;

    fn mover(&self) -> Color {
        Color::Black
    }

    /// 1 for success, -1 for failure.
    fn outcome(&self) -> Option<i32> {
        if self.is_goal() {
            return Some(1);
        }
        let stuck = !(0..=2 * self.each).any(|place| self.can_hop(place));
        stuck.then_some(-1)
    }

    fn moves(&self, out: &mut Vec<Hop>) {
        let places = 0..=2 * self.each;
        out.extend(places.filter(|&place| self.can_hop(place)).map(Hop));
    }

    fn play(&mut self, Hop(place): Hop) {
        let both = 1 << place | 1 << self.gap;
        if self.right >> place & 1 == 1 {
            self.right ^= both;
        } else {
            self.left ^= both;
        }
        self.gap = place;
    }
}

impl Playable for Frogs {
    const KIND: GameKind = GameKind::Frogs;

    fn read_move(&self, word: &str) -> Option<Hop> {
        let place = word.trim().parse().ok()?;
        (0..=2 * self.each).contains(&place).then_some(Hop(place))
    }

    fn cells(&self) -> Cells {
        let places = (0..).map(|place| Hop(place).into());
        let cell = |(frog, mv)| Cell {
            piece: match frog {
                1 => Some(Color::Black),
                -1 => Some(Color::White),
                _ => None,
            },
            mv,
        };
        let row = self.row();
        Cells::new(row.len(), row.into_iter().zip(places).map(cell))
    }

    fn status(&self) -> String {
        let moves: Vec<_> = self.legal_moves().into_iter().map(Into::into).collect();
        match self.outcome() {
            None => format!("frogs that can move: {}", in_words(&moves)),
            Some(1) => "success: the frogs have changed places".to_owned(),
            Some(_) => "failure: no frog can move".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::path::{NoPath, shortest};
    use super::*;
    use bianca_search::request::StopFlag;

    fn played(each: u8, moves: &[u8]) -> Frogs {
        let mut game = Frogs::new(each).unwrap();
        for &place in moves {
            assert!(game.legal_moves().contains(&Hop(place)), "{place}");
            game.play(Hop(place));
        }
        game
    }

    /// The game that the text plays, whose end is cut off there, with the rows it prints.
    #[test]
    fn the_game_of_the_text() {
        let moves = [4, 2, 1, 3, 5, 6, 4, 2, 0, 1, 3, 5];
        let game = played(3, &moves);
        assert_eq!(game.row(), [-1, -1, 1, -1, 1, 0, 1]);
        assert_eq!(played(3, &moves[..11]).row(), [-1, -1, 1, 0, 1, -1, 1]);
        assert_eq!(played(3, &moves[..5]).row(), [1, -1, 1, -1, 1, 0, -1]);
        let game = played(3, &[&moves[..], &[4, 2, 3]].concat());
        assert_eq!(game.row(), [-1, -1, -1, 0, 1, 1, 1]);
        assert_eq!(game.outcome(), Some(1));
    }

    #[test]
    fn a_way_that_leads_nowhere_is_a_failure() {
        let game = played(3, &[2, 1, 0]);
        assert_eq!(game.outcome(), Some(-1));
        assert_eq!(game.legal_moves(), []);
        assert!(game.draw().ends_with("failure: no frog can move"));
    }

    #[test]
    fn the_row_is_drawn_with_its_positions() {
        let expected = "[1, 1, 0, -1, -1]\n 0  1  2   3   4\nfrogs that can move: 1 3";
        assert_eq!(Frogs::new(2).unwrap().draw(), expected);
    }

    #[test]
    fn every_shortest_way_has_n_times_n_plus_two_moves() {
        let stop = StopFlag::new();
        for each in 1..=9 {
            let (found, _) = shortest(&Frogs::new(each).unwrap(), 100_000, &stop);
            let hops: Vec<u8> = found.unwrap().iter().map(|hop| hop.0).collect();
            assert_eq!(hops.len(), usize::from(each * (each + 2)));
            assert_eq!(played(each, &hops).outcome(), Some(1));
        }
    }

    #[test]
    fn no_way_is_told_from_no_memory() {
        let stop = StopFlag::new();
        // Two of a kind side by side in front of two of the other: stuck before long.
        let (found, _) = shortest(&played(3, &[2, 1]), 100_000, &stop);
        assert_eq!(found, Err(NoPath::Unreachable));
        let (found, seen) = shortest(&Frogs::new(20).unwrap(), 1000, &stop);
        assert_eq!((found, seen), (Err(NoPath::TooMany), 1000));
        stop.raise();
        let (found, _) = shortest(&Frogs::new(3).unwrap(), 1000, &stop);
        assert_eq!(found, Err(NoPath::Stopped));
    }
}
