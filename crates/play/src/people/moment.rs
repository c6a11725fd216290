//! A moment of a game as a person sees it: for every move, what the choice is made by.
//!
//! Numbers are scaled to lie around 0 to 1. The first ones are what searches say, then come what
//! is seen of the move itself, of the squares around it and of the position that it leads to, then
//! how often people play it; the last ones are the same for all moves of a moment.

use bianca_rules::othello::stability::stable_discs;
use bianca_rules::othello::{Bitboard, Position, Square};

use super::sight::{DEPTHS, Seen};

/// Numbers for each move.
pub const INPUTS: usize = 2 * DEPTHS + LOOKS + CONTEXT;

/// Of what is seen of a move beside the searches.
const LOOKS: usize = 34;

/// Of what all moves of a moment have in common.
const CONTEXT: usize = 6;

/// What a person of the mean strength of the players has on the scale of ratings.
pub const MEAN_RATING: f32 = 1500.0;

/// Points of the scale of ratings in one unit of the model's strength.
const RATING_UNIT: f32 = 400.0;

/// The squares up to the eight symmetries: a1, b1, c1, d1, b2, c2, d2, c3, d3, and d4 as the
/// last.
const KINDS: [[u8; 4]; 4] = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]];

/// Where a person is to move.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The side to move has a move.
    pub position: Position,
    /// Where the opponent put its last disc.
    pub last: Option<Square>,
    /// Where the side to move put its last disc.
    pub own_last: Option<Square>,
    /// What searches say.
    pub seen: &'a Seen,
    /// How often people played each move here, in the order of the moves; empty if nobody knows.
    pub counts: &'a [f32],
    /// The rating of who is to move, on the scale of the tournaments' players.
    pub rating: f32,
}

impl Moment<'_> {
    /// The numbers of each move, in the order of the moves.
    pub fn inputs(&self) -> Vec<[f32; INPUTS]> {
        let counted: f32 = self.counts.iter().sum();
        let context = self.context();
        let moves = self.seen.moves.iter().enumerate();
        moves
            .map(|(place, seen)| {
                let mut row = Row::default();
                for loss in seen.losses {
                    let loss = loss.min(32.0);
                    row.put(loss / 8.0);
                    row.put(loss / (loss + 2.0));
                }
                self.look(seen.square, &mut row);
                let count = self.counts.get(place).copied().unwrap_or(0.0);
                let number = self.seen.moves.len() as f32;
                let trust = counted / (counted + 20.0);
                row.put(trust * count / counted.max(1.0));
                row.put(trust * ((count + 0.5) / (counted + 0.5 * number) * number).log2() / 4.0);
                row.put(f32::from(count > 0.0));
                for number in context {
                    row.put(number);
                }
                row.numbers
            })
            .collect()
    }

    fn context(&self) -> [f32; CONTEXT] {
        let phase = self.position.empties() as f32 / 60.0;
        [
            phase,
            4.0 * phase * (1.0 - phase),
            (self.rating - MEAN_RATING) / RATING_UNIT,
            (self.seen.best / 16.0).clamp(-2.0, 2.0),
            self.seen.moves.len() as f32 / 12.0,
            f32::from(!self.counts.is_empty()),
        ]
    }

    /// What is seen of a move and of the position after it.
    fn look(&self, square: Square, row: &mut Row) {
        let position = self.position;
        let flipped = position.flips(square);
        let after = position.after(square, flipped);
        let (own, opp) = (after.opp, after.own);
        let empty = !(own | opp);
        let placed = Bitboard::from(square);
        let kind = kind_of(square);
        for other in 0..9 {
            row.put(f32::from(kind == other));
        }
        // A square beside a corner, while that is empty.
        let near_corner = placed.dilated() & Bitboard::CORNERS & empty;
        row.put(f32::from(kind != 0 && near_corner.any()));
        let given = after.moves() - position.opponent_moves();
        row.put(f32::from((given & Bitboard::CORNERS).any()));
        let taken = position.opponent_moves() & Bitboard::CORNERS;
        row.put(f32::from((taken - after.moves()).any()));
        let turned = flipped.count() as f32;
        row.put(turned / 10.0);
        row.put(turned / (own.count() + opp.count()) as f32 * 2.0);
        row.put((flipped & Bitboard::EDGES).count() as f32 / 4.0);
        row.put(lines(square, flipped) / 4.0);
        let replies = after.moves().count() as f32;
        row.put(replies / 12.0);
        row.put((position.opponent_moves().count() as f32 - replies) / 8.0);
        row.put(f32::from(replies == 0.0));
        row.put(after.opponent_moves().count() as f32 / 12.0);
        let changed = flipped | placed;
        row.put((changed.dilated() & empty).count() as f32 / 16.0);
        let frontier = |discs: Bitboard| (discs & empty.dilated()).count() as f32;
        row.put(frontier(own) / 20.0);
        row.put(frontier(opp) / 20.0);
        row.put((placed.dilated() & empty).count() as f32 / 8.0);
        let stable = stable_discs(own, opp).count() as f32;
        let before = stable_discs(position.own, position.opp).count() as f32;
        row.put((stable - before) / 8.0);
        let region = region_of(square, empty | placed).count();
        row.put(f32::from(region % 2 == 1));
        row.put(region.min(12) as f32 / 12.0);
        row.put(self.last.map_or(0.5, |last| distance(square, last) / 7.0));
        row.put(
            self.last
                .map_or(0.0, |last| f32::from(distance(square, last) == 1.0)),
        );
        row.put(
            self.last
                .map_or(0.0, |last| f32::from(flipped.contains(last))),
        );
        row.put(
            self.own_last
                .map_or(0.5, |last| distance(square, last) / 7.0),
        );
    }
}

/// Numbers that are put one after the other.
struct Row {
    numbers: [f32; INPUTS],
    length: usize,
}

impl Default for Row {
    fn default() -> Row {
        Row {
            numbers: [0.0; INPUTS],
            length: 0,
        }
    }
}

impl Row {
    fn put(&mut self, number: f32) {
        self.numbers[self.length] = number;
        self.length += 1;
    }
}

fn kind_of(square: Square) -> u8 {
    let fold = |line: u8| usize::from(line.min(7 - line));
    KINDS[fold(square.rank())][fold(square.file())]
}

/// Steps of a king.
fn distance(one: Square, other: Square) -> f32 {
    let files = one.file().abs_diff(other.file());
    let ranks = one.rank().abs_diff(other.rank());
    f32::from(files.max(ranks))
}

/// In how many directions discs are turned.
fn lines(square: Square, flipped: Bitboard) -> f32 {
    (Bitboard::from(square).dilated() & flipped).count() as f32
}

/// The empty squares that hang together with one of them, sideways or diagonally.
fn region_of(square: Square, empty: Bitboard) -> Bitboard {
    let mut region = Bitboard::from(square);
    loop {
        let grown = region.dilated() & empty;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::sight::SeenMove;
    use bianca_rules::othello::Symmetry;

    #[test]
    fn images_of_a_moment_have_the_same_numbers() {
        let play = |position: Position, mv: &str| position.play_unchecked(mv.parse().unwrap());
        let turns = ["f5", "d6", "c3", "d3", "c4", "f4", "f6"];
        let position = turns.into_iter().fold(Position::START, play);
        let numbers = |symmetry: Symmetry| {
            let image = symmetry.position(position);
            let squares = position.moves().into_iter();
            let moves = squares.enumerate().map(|(rank, square)| SeenMove {
                square: symmetry.square(square),
                losses: [rank as f32; DEPTHS],
            });
            let seen = Seen {
                moves: moves.collect(),
                best: 1.0,
            };
            let moment = Moment {
                position: image,
                last: Some(symmetry.square("f6".parse().unwrap())),
                own_last: Some(symmetry.square("f4".parse().unwrap())),
                seen: &seen,
                counts: &[],
                rating: 1700.0,
            };
            moment.inputs()
        };
        let first = numbers(Symmetry::IDENTITY);
        assert!(first.len() > 5);
        for symmetry in Symmetry::all() {
            assert_eq!(numbers(symmetry), first, "{symmetry:?}");
        }
    }

    #[test]
    fn all_numbers_are_put() {
        let seen = Seen {
            moves: vec![SeenMove {
                square: "f5".parse().unwrap(),
                losses: [1.0; DEPTHS],
            }],
            best: 0.0,
        };
        let moment = Moment {
            position: Position::START,
            last: None,
            own_last: None,
            seen: &seen,
            counts: &[3.0],
            rating: MEAN_RATING,
        };
        let mut row = Row::default();
        moment.look("f5".parse().unwrap(), &mut row);
        assert_eq!(row.length, LOOKS - 3);
        let inputs = moment.inputs();
        assert_eq!(inputs[0][INPUTS - 1], 1.0);
    }
}
