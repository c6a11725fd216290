//! Which squares are looked at together, and how their contents become table indices.
//!
//! A *shape* is an ordered list of squares; its *instances* are its images under the board's
//! symmetries, one for each different set of squares. All instances of a shape share one table,
//! whose index reads the squares as digits to base three: 0 empty, 1 the viewer's disc, 2 the
//! other side's, the first square being the most significant. Contents that a symmetry of the
//! shape carries into each other share a row as well ([`shared_rows`]), so a sum of rows is the
//! same for all eight images of a position.
//!
//! [`Indices`] are kept from move to move for both sides' views. This file knows nothing of what is
//! stored in the rows.

use bianca_rules::othello::{Bitboard, Position, Square};

/// How many shapes there are.
pub(super) const SHAPE_COUNT: usize = 15;

/// The shapes, of ten squares each, which is what an index of sixteen bits has room for: the corner
/// block with the next square of the diagonal, the edge with both X-squares, the corner block of
/// two rows, the three inner rows with two squares more each, the diagonals of eight to five
/// squares with what lies beside them, the inner half of the corner's sixteen squares, the blocks
/// at the middle of the edge and inside it with two squares more, the triangle in the corner, and
/// the block of nine in the centre with an X-square.
///
/// Four rows share a cache line, so the last two squares of a shape, of all 90 choices, are those
/// with which 20,000 evaluations in a row ask for the fewest lines, counted in 31 such runs of
/// searches to 20 plies. All shapes together ask for 0.85 of the lines of an order made for
/// readers, and a search to 22 or 26 plies takes 0.96 of the time. A change of the order changes
/// the formats of weights and checkpoints.
pub(super) const SHAPES: [&str; SHAPE_COUNT] = [
    "a1 b1 a2 b2 c2 b3 c3 d4 c1 a3",
    "b2 a1 b1 e1 f1 g1 h1 g2 d1 c1",
    "a1 b1 c1 d1 a2 b2 c2 d2 e1 e2",
    "a2 b2 c2 e2 g2 h2 a1 h1 f2 d2",
    "b3 c3 d3 e3 f3 g3 b2 g2 a3 h3",
    "a4 b4 c4 d4 e4 f4 g4 a5 h4 h5",
    "a1 b2 c3 d4 e5 g7 h8 e4 f6 d5",
    "a2 c4 d5 e6 g8 a1 h8 e4 b3 f7",
    "a3 b4 c5 d6 e7 b5 a4 e8 f8 d7",
    "a4 b5 c6 d7 b6 a5 d8 b7 c7 e8",
    "a5 d8 b5 c6 d7 c5 d6 d5 c7 b6",
    "c1 d1 e1 f1 d2 e2 d3 e3 c2 f2",
    "c2 e2 c3 d3 e3 f3 d4 e4 d2 f2",
    "a1 b1 c1 a2 b2 c2 a3 b3 a4 d1",
    "d3 e3 c4 d4 e4 d5 e5 b2 c5 c3",
];

/// How many pattern instances cover the board.
pub const INSTANCES: usize = 62;

/// Indices kept for a view; those past [`INSTANCES`] stay zero. A multiple of a vector's width.
pub const LANES: usize = 64;

/// How many rows the tables of all shapes have together.
pub const PATTERN_ROWS: usize = LAYOUT.rows;

/// Where the table of each instance begins, in rows.
pub const TABLE_START: [usize; INSTANCES] = LAYOUT.table_start;

/// What a disc of the viewer on each square adds to each index; a disc of the other side adds twice
/// as much.
static PLACE_VALUES: [Lanes; 64] = LAYOUT.place_values;

/// The place values of one square, on whole cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lanes([u16; LANES]);

struct Layout {
    rows: usize,
    table_start: [usize; INSTANCES],
    place_values: [Lanes; 64],
}

const LAYOUT: Layout = layout();

const fn layout() -> Layout {
    let mut layout = Layout {
        rows: 0,
        table_start: [0; INSTANCES],
        place_values: [Lanes([0; LANES]); 64],
    };
    let mut lane = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let (squares, length) = squares(SHAPES[shape]);
        let first_lane = lane;
        let mut seen = [0u64; 8];
        let mut symmetry = 0;
        while symmetry < 8 {
            let image = image(&squares, length, symmetry);
            let mut known = false;
            let mut earlier = 0;
            while earlier < lane - first_lane {
                known |= seen[earlier] == set(&image, length);
                earlier += 1;
            }
            if !known {
                seen[lane - first_lane] = set(&image, length);
                layout.table_start[lane] = layout.rows;
                let mut value = 1;
                let mut place = length;
                while place > 0 {
                    place -= 1;
                    layout.place_values[image[place].index()].0[lane] = value;
                    // The last product is of no use and may not fit.
                    value = value.wrapping_mul(3);
                }
                lane += 1;
            }
            symmetry += 1;
        }
        layout.rows += 3usize.pow(length as u32);
        shape += 1;
    }
    assert!(lane == INSTANCES);
    layout
}

const fn squares(text: &str) -> ([Square; 10], usize) {
    let text = text.as_bytes();
    let mut squares = [Square::new(0); 10];
    let mut length = 0;
    while 3 * length < text.len() {
        squares[length] = Square::at(text[3 * length] - b'a', text[3 * length + 1] - b'1');
        length += 1;
    }
    (squares, length)
}

/// The squares after one of the board's eight symmetries: bit 0 mirrors the files, bit 1 the
/// ranks, bit 2 then swaps the two. (`othello::Symmetry` does not enumerate in constants.)
const fn image(squares: &[Square; 10], length: usize, symmetry: u8) -> [Square; 10] {
    let mut image = *squares;
    let mut place = 0;
    while place < length {
        let (mut file, mut rank) = (squares[place].file(), squares[place].rank());
        if symmetry & 1 != 0 {
            file = 7 - file;
        }
        if symmetry & 2 != 0 {
            rank = 7 - rank;
        }
        image[place] = if symmetry & 4 != 0 {
            Square::at(rank, file)
        } else {
            Square::at(file, rank)
        };
        place += 1;
    }
    image
}

const fn set(squares: &[Square; 10], length: usize) -> u64 {
    let mut set = 0;
    let mut place = 0;
    while place < length {
        set |= 1 << squares[place].index();
        place += 1;
    }
    set
}

/// The index of every instance, from one side's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Indices([u16; LANES]);

impl Indices {
    /// The indices of a board as the side that holds `own` sees it.
    #[inline(always)]
    pub fn new(own: Bitboard, opp: Bitboard) -> Indices {
        let mut indices = Indices([0; LANES]);
        for square in own {
            indices.add(square);
        }
        for square in opp {
            indices.add(square);
            indices.add(square);
        }
        indices
    }

    /// The index of each instance, then zeros.
    #[inline]
    pub fn lanes(&self) -> &[u16; LANES] {
        &self.0
    }

    /// The row of the tables that an instance names.
    ///
    /// # Panics
    /// If there is no such instance.
    #[inline]
    pub fn row(&self, lane: usize) -> usize {
        TABLE_START[lane] + usize::from(self.0[lane])
    }

    #[inline]
    fn add(&mut self, square: Square) {
        let values = &PLACE_VALUES[square.index()].0;
        for (index, value) in self.0.iter_mut().zip(values) {
            *index = index.wrapping_add(*value);
        }
    }
}

/// The indices of a position for both sides' views, which moves update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Views {
    /// As the side to move sees it.
    pub mover: Indices,
    /// As the other side sees it.
    pub other: Indices,
}

impl Views {
    /// Both views of `position`.
    pub fn new(position: &Position) -> Views {
        Views {
            mover: Indices::new(position.own, position.opp),
            other: Indices::new(position.opp, position.own),
        }
    }

    /// The views after a disc on `square` that turns over `flipped`.
    #[inline(always)]
    pub fn after_move(&self, square: Square, flipped: Bitboard) -> Views {
        let placed = &PLACE_VALUES[square.index()].0;
        let mut other = self.mover.0;
        for lane in 0..LANES {
            other[lane] = other[lane].wrapping_add(placed[lane]);
        }
        for turned in flipped {
            let values = &PLACE_VALUES[turned.index()].0;
            for lane in 0..LANES {
                other[lane] = other[lane].wrapping_sub(values[lane]);
            }
        }
        Views {
            mover: self.other_after_move(square, flipped),
            other: Indices(other),
        }
    }

    /// What the other side sees after a disc on `square` that turns over `flipped`, when it is its
    /// turn: [`after_move`](Views::after_move)'s view for the mover alone.
    #[inline(always)]
    pub fn other_after_move(&self, square: Square, flipped: Bitboard) -> Indices {
        let placed = &PLACE_VALUES[square.index()].0;
        let mut mover = self.other.0;
        // Every index and every place value fits into sixteen bits, and so does the result;
        // only what comes between may wrap.
        for lane in 0..LANES {
            mover[lane] = mover[lane].wrapping_add(placed[lane].wrapping_mul(2));
        }
        for turned in flipped {
            let values = &PLACE_VALUES[turned.index()].0;
            for lane in 0..LANES {
                mover[lane] = mover[lane].wrapping_add(values[lane]);
            }
        }
        Indices(mover)
    }

    /// The views after a pass.
    #[inline]
    pub fn after_pass(&self) -> Views {
        Views {
            mover: self.other,
            other: self.mover,
        }
    }
}

/// How many rows of the tables stand for themselves in [`shared_rows`].
pub const OWN_ROWS: usize = 467_289;

/// For each row of the tables, the least row of the same shape whose contents are the same up
/// to a symmetry of the shape.
pub fn shared_rows() -> Vec<u32> {
    let mut shared = Vec::new();
    for text in SHAPES {
        let start = shared.len() as u32;
        let (squares, length) = squares(text);
        let mut orders: Vec<Vec<u32>> = Vec::new();
        for symmetry in 0..8 {
            let image = image(&squares, length, symmetry);
            if set(&image, length) != set(&squares, length) {
                continue;
            }
            // What each digit of an index is worth after the symmetry.
            let values: Vec<u32> = image[..length]
                .iter()
                .filter_map(|square| squares[..length].iter().position(|other| other == square))
                .map(|place| 3u32.pow((length - 1 - place) as u32))
                .collect();
            if !orders.contains(&values) {
                orders.push(values);
            }
        }
        let mut least: Vec<u32> = (0..3u32.pow(length as u32)).collect();
        for values in orders {
            for (least, image) in least.iter_mut().zip(digit_sums(&values)) {
                *least = image.min(*least);
            }
        }
        shared.extend(least.iter().map(|index| start + index));
    }
    shared
}

/// For each index of so many digits, what its digits add up to when they are worth these `values`.
fn digit_sums(values: &[u32]) -> Vec<u32> {
    values.iter().fold(vec![0], |sums, value| {
        let with_digit = |sum: &u32| [0, 1, 2].map(|digit| sum + digit * value);
        sums.iter().flat_map(with_digit).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::random::random_game;
    use bianca_rules::othello::{Move, Symmetry};
    use rand::prelude::*;

    fn rows(indices: &Indices, shared: &[u32]) -> Vec<u32> {
        let mut rows: Vec<u32> = (0..INSTANCES)
            .map(|lane| shared[indices.row(lane)])
            .collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn every_table_lies_behind_the_one_before() {
        assert_eq!(PATTERN_ROWS, 885_735);
        let shared = shared_rows();
        assert_eq!(shared.len(), PATTERN_ROWS);
        let own = (0..).zip(&shared).filter(|&(row, &least)| row == least);
        assert_eq!(own.count(), OWN_ROWS);
        assert!(TABLE_START.is_sorted());
    }

    #[test]
    fn updated_views_are_those_made_from_nothing() {
        for seed in 0..20 {
            let mut views = Views::new(&Position::START);
            let mut position = Position::START;
            for (_, mv) in random_game(&mut StdRng::seed_from_u64(seed)).turns() {
                assert_eq!(views, Views::new(&position), "seed {seed}");
                views = match *mv {
                    Move::Place(square) => views.after_move(square, position.flips(square)),
                    Move::Pass => views.after_pass(),
                };
                position = position.play(*mv).unwrap();
            }
        }
    }

    #[test]
    fn the_eight_images_of_a_position_use_the_same_rows() {
        let shared = shared_rows();
        let mut position = Position::START;
        for (_, mv) in random_game(&mut StdRng::seed_from_u64(7)).turns() {
            let expected = rows(&Views::new(&position).mover, &shared);
            for symmetry in Symmetry::all() {
                let image = symmetry.position(position);
                assert_eq!(rows(&Views::new(&image).mover, &shared), expected);
            }
            position = position.play(*mv).unwrap();
        }
    }

    #[test]
    fn the_first_square_is_the_most_significant_digit() {
        let a1: Bitboard = Square::at(0, 0).into();
        let b1: Bitboard = Square::at(1, 0).into();
        let corner = Indices::new(a1, b1).row(0);
        assert_eq!(corner, 3usize.pow(9) + 2 * 3usize.pow(8));
    }
}
