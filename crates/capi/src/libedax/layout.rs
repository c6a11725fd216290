//! The structures that libedax shares with its programs, by their published layout.
//!
//! Invariant: every field lies where the programs read it; a test says where that is. What a field
//! is worth is others' business.

use bianca_rules::othello::{Bitboard, Color, Move, Position};
use bianca_search::request::{Proof, Report};
use bianca_search::search::selectivity_reached;
use std::ptr::null_mut;

/// The square of a pass.
pub const PASS: i32 = 64;
/// The square of no move.
pub const NO_MOVE: i32 = 65;
/// Places of a list: the first one is no move, but the head of the chain.
pub const LIST: usize = 34;
/// Moves of a line.
pub const LINE: usize = 80;
/// The score of a leaf that is none.
const NO_SCORE: i8 = -127;

/// The discs of the side to move and those of the other one.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdaxBoard {
    /// Those of the side to move.
    pub player: u64,
    /// Those of the other one.
    pub opponent: u64,
}

/// A move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EdaxMove {
    /// Discs that it turns over.
    pub flipped: u64,
    /// Where the disc is put.
    pub x: i32,
    /// What it is worth, in discs for who makes it.
    pub score: i32,
    /// Nothing here.
    pub cost: u32,
    /// The next one of a list.
    pub next: *mut EdaxMove,
}

/// Moves from the second place on, and chained in the same order from the first.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EdaxMoveList {
    /// The moves.
    pub moves: [EdaxMove; LIST],
    /// How many there are.
    pub n_moves: i32,
}

/// A variation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EdaxLine {
    /// Squares.
    pub moves: [u8; LINE],
    /// How many there are.
    pub n_moves: i32,
    /// Who makes the first one: 0 black, 1 white.
    pub color: i32,
}

/// What a move is worth.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EdaxHint {
    /// Plies searched; 0 of the book.
    pub depth: i32,
    /// The place of the search's confidence in the table 73, 87, 95, 98, 99, 100 %.
    pub selectivity: i32,
    /// The move.
    pub x: i32,
    /// What it is worth, in discs.
    pub score: i32,
    /// At most this.
    pub upper: i32,
    /// At least this.
    pub lower: i32,
    /// The variation.
    pub pv: [EdaxLine; 1],
    /// Milliseconds.
    pub time: i64,
    /// Positions visited.
    pub n_nodes: u64,
    /// Whether the book knows it.
    pub book_move: bool,
}

/// Hints from the second place on.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EdaxHintList {
    /// The hints.
    pub hint: [EdaxHint; LIST],
    /// How many there are.
    pub n_hints: i32,
}

/// A move of the book and what it is worth to who makes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdaxLink {
    /// Discs.
    pub score: i8,
    /// The square.
    pub x: u8,
}

impl EdaxLink {
    /// No move.
    pub const NONE: EdaxLink = EdaxLink {
        score: NO_SCORE,
        x: NO_MOVE as u8,
    };
}

/// Scores of a position.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdaxScore {
    /// The best.
    pub value: i16,
    /// At least this.
    pub lower: i16,
    /// At most this.
    pub upper: i16,
}

/// A position of the book. The first libedax had two bytes more at the end, which are not touched.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EdaxPosition {
    /// The least of its eight images.
    pub board: [EdaxBoard; 1],
    /// The best of the moves that lead out of the book.
    pub leaf: EdaxLink,
    /// 4 if black was to move when paths were counted.
    pub flag: u8,
    /// Best paths of the side to move.
    pub n_player_bestpaths: u16,
    /// Those of the other side.
    pub n_opponent_bestpaths: u16,
    /// The moves that stay in the book.
    pub link: *const EdaxLink,
    /// Nothing here.
    pub n_wins: u32,
    /// Nothing here.
    pub n_draws: u32,
    /// Nothing here.
    pub n_losses: u32,
    /// Lines or games that were learned through it.
    pub n_lines: u32,
    /// What it is worth to its side to move.
    pub score: EdaxScore,
    /// How many moves stay in the book.
    pub n_link: u8,
    /// Plies that it was searched by.
    pub level: u8,
}

/// When a book was made.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct EdaxDate {
    /// The year.
    pub year: i16,
    /// Month, day, hour, minute and second.
    pub rest: [i8; 5],
}

/// What a book is like. The last field of later libedax, which nobody reads, is not touched.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EdaxBook {
    /// When it was made: nothing here.
    pub date: EdaxDate,
    /// Plies that its positions are searched by.
    pub level: i32,
    /// The fewest empty squares of what it learns.
    pub n_empties: i32,
    /// Nothing here.
    pub midgame_error: i32,
    /// Nothing here.
    pub endcut_error: i32,
    /// What was set last.
    pub verbosity: i32,
    /// Nothing here.
    pub stats: [i32; 3],
    /// Nothing here.
    pub array: usize,
    /// Nothing here.
    pub stack: usize,
    /// Nothing here.
    pub n: i32,
    /// Its positions.
    pub n_nodes: i32,
    /// Nothing here.
    pub need_saving: bool,
    /// Nothing here.
    pub random: u64,
    /// Nothing here.
    pub search: usize,
}

/// What a trial of speed has brought.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdaxBenchResult {
    /// Milliseconds.
    pub time: u64,
    /// Positions visited.
    pub n_nodes: u64,
    /// Problems solved.
    pub positions: i32,
}

impl From<Position> for EdaxBoard {
    fn from(position: Position) -> EdaxBoard {
        EdaxBoard {
            player: position.own.0,
            opponent: position.opp.0,
        }
    }
}

impl From<EdaxBoard> for Position {
    /// A square that both sides have is the first one's.
    fn from(board: EdaxBoard) -> Position {
        Position {
            own: Bitboard(board.player),
            opp: Bitboard(board.opponent & !board.player),
        }
    }
}

/// A move's square.
pub fn number(mv: Move) -> i32 {
    mv.square().map_or(PASS, |square| square.index() as i32)
}

/// A side's number.
pub fn side(color: Color) -> i32 {
    color.select(0, 1)
}

impl EdaxMove {
    /// A move in a position, in no list.
    pub fn new(position: Position, mv: Move, score: i32) -> EdaxMove {
        EdaxMove {
            flipped: mv.square().map_or(0, |square| position.flips(square).0),
            x: number(mv),
            score,
            cost: 0,
            next: null_mut(),
        }
    }

    /// No move.
    pub const NONE: EdaxMove = EdaxMove {
        flipped: 0,
        x: NO_MOVE,
        score: 0,
        cost: 0,
        next: null_mut(),
    };
}

impl EdaxLine {
    /// A variation of a side.
    pub fn new(moves: impl IntoIterator<Item = Move>, color: Color) -> EdaxLine {
        let mut line = EdaxLine {
            moves: [NO_MOVE as u8; LINE],
            n_moves: 0,
            color: side(color),
        };
        for (place, mv) in line.moves.iter_mut().zip(moves) {
            *place = number(mv) as u8;
            line.n_moves += 1;
        }
        line
    }
}

impl EdaxHint {
    /// No hint.
    pub fn none() -> EdaxHint {
        EdaxHint {
            depth: 0,
            selectivity: 0,
            x: NO_MOVE,
            score: 0,
            upper: 0,
            lower: 0,
            pv: [EdaxLine::new([], Color::Black)],
            time: 0,
            n_nodes: 0,
            book_move: false,
        }
    }

    /// What the book says of a variation.
    pub fn of_book(moves: &[Move], score: i32, color: Color) -> EdaxHint {
        EdaxHint {
            x: moves.first().map_or(NO_MOVE, |&mv| number(mv)),
            score,
            pv: [EdaxLine::new(moves.iter().copied(), color)],
            book_move: true,
            ..EdaxHint::none()
        }
    }

    /// What a search says.
    pub fn of_search(found: &Report<Move>, color: Color) -> EdaxHint {
        let score = found.score.whole_discs();
        let (lower, upper) = match found.proof() {
            Proof::AtLeast => (score, found.bounds.upper),
            Proof::AtMost => (found.bounds.lower, score),
            _ => (score, score),
        };
        EdaxHint {
            depth: found.depth as i32,
            selectivity: selectivity_reached(found.confidence).into(),
            x: found.pv.first().map_or(NO_MOVE, |&mv| number(mv)),
            score,
            upper,
            lower,
            pv: [EdaxLine::new(found.pv.iter().copied(), color)],
            time: found.elapsed.as_millis() as i64,
            n_nodes: found.nodes,
            book_move: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::score::{Bounds, Score};
    use std::mem::{offset_of, size_of};

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn every_field_lies_where_programs_read_it() {
        assert_eq!(size_of::<EdaxBoard>(), 16);
        assert_eq!(
            (size_of::<EdaxMove>(), offset_of!(EdaxMove, next)),
            (32, 24)
        );
        let list = offset_of!(EdaxMoveList, n_moves);
        assert_eq!((size_of::<EdaxMoveList>(), list), (1096, 1088));
        assert_eq!(size_of::<EdaxLine>(), 88);
        assert_eq!(size_of::<EdaxHint>(), 136);
        let hint = [
            offset_of!(EdaxHint, pv),
            offset_of!(EdaxHint, time),
            offset_of!(EdaxHint, book_move),
        ];
        assert_eq!(hint, [24, 112, 128]);
        let list = offset_of!(EdaxHintList, n_hints);
        assert_eq!((size_of::<EdaxHintList>(), list), (4632, 4624));
        assert_eq!(size_of::<EdaxLink>(), 2);
        assert_eq!(size_of::<EdaxPosition>(), 56);
        let position = [
            offset_of!(EdaxPosition, leaf),
            offset_of!(EdaxPosition, flag),
            offset_of!(EdaxPosition, n_player_bestpaths),
            offset_of!(EdaxPosition, link),
            offset_of!(EdaxPosition, n_wins),
            offset_of!(EdaxPosition, score),
            offset_of!(EdaxPosition, n_link),
            offset_of!(EdaxPosition, level),
        ];
        assert_eq!(position, [16, 18, 20, 24, 32, 48, 54, 55]);
        assert_eq!(size_of::<EdaxBook>(), 88);
        let book = [
            offset_of!(EdaxBook, level),
            offset_of!(EdaxBook, stats),
            offset_of!(EdaxBook, array),
            offset_of!(EdaxBook, n),
            offset_of!(EdaxBook, n_nodes),
            offset_of!(EdaxBook, need_saving),
            offset_of!(EdaxBook, random),
            offset_of!(EdaxBook, search),
        ];
        assert_eq!(book, [8, 28, 40, 56, 60, 64, 72, 80]);
        let bench = offset_of!(EdaxBenchResult, positions);
        assert_eq!((size_of::<EdaxBenchResult>(), bench), (24, 16));
    }

    #[test]
    fn a_search_becomes_a_hint() {
        let moves = vec!["f5".parse().unwrap(), Move::Pass];
        let found = Report {
            score: Score::from_discs(3),
            depth: 12,
            confidence: 90,
            nodes: 7,
            ..Report::of_moves(moves)
        };
        let hint = EdaxHint::of_search(&found, Color::White);
        assert_eq!(
            (hint.x, hint.score, hint.depth, hint.selectivity),
            (37, 3, 12, 1)
        );
        assert_eq!((hint.lower, hint.upper, hint.pv[0].color), (3, 3, 1));
        assert_eq!(
            (&hint.pv[0].moves[..3], hint.pv[0].n_moves),
            (&[37, 64, 65][..], 2)
        );
        for (confidence, selectivity) in [(0, 0), (73, 0), (98, 3), (99, 4), (100, 5)] {
            let found = Report {
                confidence,
                ..found.clone()
            };
            assert_eq!(
                EdaxHint::of_search(&found, Color::Black).selectivity,
                selectivity
            );
        }
        let bound = Report {
            confidence: 100,
            reach: bianca_search::request::Reach::End,
            bounds: Bounds {
                lower: 3,
                upper: 64,
            },
            ..found
        };
        let hint = EdaxHint::of_search(&bound, Color::Black);
        assert_eq!((hint.lower, hint.upper), (3, 64));
    }

    #[test]
    fn a_line_ends_where_its_places_do() {
        let line = EdaxLine::new([Move::Pass; 100], Color::Black);
        assert_eq!((line.n_moves, line.moves[79]), (80, 64));
    }

    #[test]
    fn what_both_sides_have_is_the_first_one_s() {
        let position = Position::from(EdaxBoard {
            player: 3,
            opponent: 6,
        });
        assert_eq!((position.own.0, position.opp.0), (3, 4));
    }
}
