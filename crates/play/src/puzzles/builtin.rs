//! The puzzles in the executable: a thousand, each with few empty squares, packed.
//!
//! Each takes [`SIZE`] bytes: its squares as the digits of a number to the base 3, its kind and the
//! side to move, the last move, the rating, and three moves with their scores. What follows the
//! moves, and the reason, is found by [solving](BuiltinPuzzle::solved) them. Invariant: any bytes
//! of the right length unpack to something; that it is a thousand puzzles, a test says.
//! `scripts/puzzles` makes them anew.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::scorer::Scorer;
use super::{Answer, Puzzle, PuzzleKind};
use crate::player::chance::mixed;
use crate::strategy::reason::why_worse;
use bianca_rules::othello::{Bitboard, Color, Position, Square, Symmetry};
use bianca_search::request::StopFlag;

/// With how many empty squares a puzzle can be among them: it is solved in less than a second.
pub const MOST_EMPTIES: u32 = 20;

/// Bytes of a board, which come first in a puzzle: 3 to the power of 64 takes 102 bits.
const BOARD: usize = 13;

// Where the rest of a puzzle begins: kind and side, the last move, the rating, the three moves.
const KIND: usize = BOARD;
const LAST: usize = KIND + 1;
const RATING: usize = LAST + 1;
const MOVES: usize = RATING + size_of::<u16>();

/// Bytes of a puzzle.
pub const SIZE: usize = MOVES + 3 * 2;

/// In place of a last move that is not known.
const NO_SQUARE: u8 = 64;

/// The puzzles as they were packed; docs/puzzles.md says how they were made.
static PACKED: &[u8] = include_bytes!("builtin.bin");

// There is one for every day.
const _: () = assert!(!PACKED.is_empty() && PACKED.len().is_multiple_of(SIZE));

/// A puzzle in the executable. Its position has at most [`MOST_EMPTIES`] empty squares, and all
/// scores are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinPuzzle {
    /// The discs, from the side to move.
    pub position: Position,
    /// The side to move.
    pub to_move: Color,
    /// Where the opponent put its last disc, if that is known.
    pub last: Option<Square>,
    /// What there is to do.
    pub kind: PuzzleKind,
    /// The rating of the players of whom half find the key move.
    pub rating: u16,
    /// The move to find.
    pub key: ScoredSquare,
    /// The best of the others.
    pub next: ScoredSquare,
    /// The wrong move that people play most, which may be the best of the others.
    pub tempting: ScoredSquare,
}

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredSquare {
    /// Where the disc is put.
    pub square: Square,
    /// In discs for the side to move.
    pub score: i8,
}

/// All of them, the easiest first; unpacked when they are first asked for.
pub fn puzzles() -> &'static [BuiltinPuzzle] {
    static PUZZLES: LazyLock<Vec<BuiltinPuzzle>> = LazyLock::new(|| unpack(PACKED));
    &PUZZLES
}

/// The puzzle with this position, however that is turned.
///
/// What comes back lies on the board as the puzzle does.
pub fn of_position(position: Position) -> Option<&'static BuiltinPuzzle> {
    static PLACES: LazyLock<HashMap<Position, usize>> = LazyLock::new(|| {
        let places = puzzles().iter().enumerate();
        let keyed = places.map(|(place, puzzle)| (Symmetry::canonical(puzzle.position).0, place));
        keyed.collect()
    });
    let (least, _) = Symmetry::canonical(position);
    PLACES.get(&least).map(|&place| &puzzles()[place])
}

/// The puzzle of a day, which is given by the days since 1 January 1970.
///
/// It is the same for everybody, and does not come again until all others have had their day. Of
/// seven days in a row one has one of the easiest and one has one of the hardest.
pub fn of_day(day: i64) -> &'static BuiltinPuzzle {
    static ORDER: LazyLock<Vec<usize>> = LazyLock::new(|| order_of_days(puzzles()));
    // As many as there are puzzles fit into any integer.
    let turn = day.rem_euclid(ORDER.len() as i64) as usize;
    &puzzles()[ORDER[turn]]
}

/// Days in a row that have one easy and one hard puzzle.
const WEEK: usize = 7;

/// In which order puzzles, the easiest of which comes first, have their days.
fn order_of_days(puzzles: &[BuiltinPuzzle]) -> Vec<usize> {
    let count = puzzles.len();
    let (first, last) = (count.div_ceil(WEEK), (count + WEEK / 2) / WEEK);
    let mut places: Vec<usize> = (0..count).collect();
    // The order among those of like difficulty follows from their boards, not from the program that
    // shuffles.
    let draw = |&place: &usize| {
        let position = puzzles[place].position;
        mixed(position.own.0 ^ mixed(position.opp.0))
    };
    let (easy, rest) = places.split_at_mut(first);
    let (middle, hard) = rest.split_at_mut(count - first - last);
    for part in [&mut *easy, &mut *middle, &mut *hard] {
        part.sort_by_key(draw);
    }
    let (mut easy, mut middle, mut hard) = (easy.iter(), middle.iter(), hard.iter());
    let turns = (0..count).filter_map(|turn| match turn % WEEK {
        0 => easy.next(),
        day if day == WEEK / 2 => hard.next(),
        _ => middle.next(),
    });
    turns.copied().collect()
}

/// Puzzles as the executable holds them.
pub fn pack(puzzles: &[BuiltinPuzzle]) -> Vec<u8> {
    puzzles.iter().flat_map(BuiltinPuzzle::bytes).collect()
}

/// The puzzles in these bytes; fewer than one at their end are left out.
fn unpack(bytes: &[u8]) -> Vec<BuiltinPuzzle> {
    let (records, _) = bytes.as_chunks();
    records.iter().map(BuiltinPuzzle::of_bytes).collect()
}

impl BuiltinPuzzle {
    /// What is kept of a puzzle; `None` if it has too many empty squares.
    pub fn of(puzzle: &Puzzle) -> Option<BuiltinPuzzle> {
        if !puzzle.exact || puzzle.position.empties() > MOST_EMPTIES {
            return None;
        }
        let kept = |place: usize| {
            let answer = puzzle.answers.get(place)?;
            Some(ScoredSquare {
                square: answer.square,
                score: answer.score as i8,
            })
        };
        let tempting = |answer: &Answer| answer.square == puzzle.tempting;
        Some(BuiltinPuzzle {
            position: puzzle.position,
            to_move: puzzle.to_move,
            last: puzzle.last,
            kind: puzzle.kind,
            rating: puzzle.rating,
            key: kept(0)?,
            next: kept(1)?,
            tempting: kept(puzzle.answers.iter().position(tempting)?)?,
        })
    }

    /// The puzzle with what follows its answers and the reason why the tempting one is wrong, by
    /// searches to the end. `None` if they are stopped.
    pub fn solved(&self, scorer: &mut Scorer, stop: &StopFlag) -> Option<Puzzle> {
        let mut squares = vec![self.key.square, self.next.square];
        if self.tempting != self.next {
            squares.push(self.tempting.square);
        }
        let answers = squares.into_iter();
        let answers = answers.map(|square| scorer.solve(self.position, square, stop));
        let answers: Vec<_> = answers.collect::<Option<_>>()?;
        let wrong = answers.last()?;
        let reason = why_worse(self.position, &wrong.line, &answers[0].line)?;
        Some(Puzzle {
            position: self.position,
            to_move: self.to_move,
            last: self.last,
            kind: self.kind,
            exact: true,
            tempting: self.tempting.square,
            reason,
            rating: self.rating,
            answers,
        })
    }

    fn bytes(&self) -> [u8; SIZE] {
        let digit = |square: Square| {
            let of = |side: Bitboard| u128::from(side.contains(square));
            of(self.position.own) + 2 * of(self.position.opp)
        };
        let squares = (0..64).rev().map(Square::from_low_bits);
        let board = squares.fold(0, |number, square| 3 * number + digit(square));
        let kinds = PuzzleKind::ALL.iter();
        let kind = kinds.take_while(|&&kind| kind != self.kind).count();
        let mut bytes = [0; SIZE];
        bytes[..BOARD].copy_from_slice(&u128::to_le_bytes(board)[..BOARD]);
        bytes[KIND] = 2 * kind as u8 + self.to_move as u8;
        bytes[LAST] = self.last.map_or(NO_SQUARE, |last| last.index() as u8);
        bytes[RATING..MOVES].copy_from_slice(&self.rating.to_le_bytes());
        let (moves, _) = bytes[MOVES..].as_chunks_mut();
        for (bytes, scored) in moves.iter_mut().zip([self.key, self.next, self.tempting]) {
            *bytes = [scored.square.index() as u8, scored.score as u8];
        }
        bytes
    }

    fn of_bytes(bytes: &[u8; SIZE]) -> BuiltinPuzzle {
        let mut number = [0; size_of::<u128>()];
        number[..BOARD].copy_from_slice(&bytes[..BOARD]);
        let mut board = u128::from_le_bytes(number);
        let mut sides = [Bitboard::EMPTY; 3];
        for square in (0..64).map(Square::from_low_bits) {
            sides[(board % 3) as usize] |= square.into();
            board /= 3;
        }
        let [_, own, opp] = sides;
        let square = |byte: u8| Square::from_low_bits(byte.into());
        let scored = |place: usize| ScoredSquare {
            square: square(bytes[MOVES + 2 * place]),
            score: bytes[MOVES + 2 * place + 1] as i8,
        };
        let (kinds, head, last) = (PuzzleKind::ALL, bytes[KIND], bytes[LAST]);
        BuiltinPuzzle {
            position: Position { own, opp },
            to_move: [Color::Black, Color::White][usize::from(head % 2)],
            last: (last < NO_SQUARE).then(|| square(last)),
            kind: kinds[usize::from(head / 2) % kinds.len()],
            rating: u16::from_le_bytes([bytes[RATING], bytes[RATING + 1]]),
            key: scored(0),
            next: scored(1),
            tempting: scored(2),
        }
    }
}

#[cfg(test)]
mod tests;
