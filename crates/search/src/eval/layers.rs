//! What a network is made of: rows, sums of them, output layers, and the units of their numbers.
//!
//! All of them are integers. Which row belongs to what, and what is done with them, is `network`'s
//! and the kernels'.

use super::patterns::{PATTERN_ROWS, TABLE_START};

/// Numbers in a row. A multiple of 16.
pub const WIDTH: usize = 16;

/// No number of a pattern's row is beyond this, so that two rows can be added in eight bits:
/// widening them is what a sum costs most. One trained number in nine hundred would be beyond.
pub const ROW_LIMIT: i8 = i8::MAX / 2;

/// Hidden units of an output layer. The vector kernels are written for 16.
pub const HIDDEN: usize = 16;

/// Output layers: one for each ply, because whose move is the last changes with every ply.
pub const HEADS: usize = 60;

/// 1.0 in a row, and the ceiling of the clipped sum.
pub const ROW_ONE: i32 = 256;

/// 1.0 in the weights of the first layer, and of an activation of the hidden layer.
pub const FIRST_ONE: i32 = 1024;

/// 1.0 in the weights of the second layer.
pub const SECOND_ONE: i32 = 1024;

/// 1.0 in the weights of the direct connection.
pub const SKIP_ONE: i32 = 4096;

/// 1.0 of the output before it is turned into a score.
pub const OUTPUT_ONE: i32 = FIRST_ONE * SECOND_ONE;

/// Discs that an output of 1.0 stands for.
pub const OUTPUT_DISCS: i32 = 16;

/// The sum is kept within this before the direct connection, so that nothing can overflow.
pub const SKIP_LIMIT: i16 = 2047;

const _: () = assert!(ROW_ONE * SKIP_ONE == OUTPUT_ONE);

pub(super) const PLIES: usize = 61;
pub(super) const MOBILITIES: usize = 32;
pub(super) const PLIES_A_PHASE: usize = 8;
const PHASES: usize = 8;
pub(super) const OWN_MOBILITY_START: usize = PLIES;
pub(super) const OPP_MOBILITY_START: usize = OWN_MOBILITY_START + PHASES * MOBILITIES;

/// Rows that stand before the patterns' tables: for the ply and both mobilities.
pub const EXTRA_ROWS: usize = OPP_MOBILITY_START + PHASES * MOBILITIES;

/// All rows that mean something.
pub const ROWS: usize = EXTRA_ROWS + PATTERN_ROWS;

/// Rows that the kernels are given: behind the last table there is room for every sixteen-bit
/// index, so that no index, however wrong, reads outside.
pub(super) const PADDED_ROWS: usize =
    EXTRA_ROWS + TABLE_START[TABLE_START.len() - 1] + (1 << u16::BITS);

/// The numbers of one configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Row(pub [i8; WIDTH]);

/// The sum of all rows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Sum(pub [i16; WIDTH]);

/// An output layer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head {
    /// First layer: `first[i / 2][unit][i % 2]` is the weight from number `i` to `unit`, in
    /// 1/[`FIRST_ONE`].
    pub first: [[[i16; 2]; HIDDEN]; WIDTH / 2],
    /// In 1/([`ROW_ONE`] × [`FIRST_ONE`]).
    pub first_bias: [i32; HIDDEN],
    /// In 1/[`SECOND_ONE`].
    pub second: [i32; HIDDEN],
    /// In 1/[`SKIP_ONE`].
    pub skip: [i16; WIDTH],
    /// In 1/[`OUTPUT_ONE`].
    pub bias: i32,
}

impl Head {
    /// A layer that always answers 0.
    pub const ZERO: Head = Head {
        first: [[[0; 2]; HIDDEN]; WIDTH / 2],
        first_bias: [0; HIDDEN],
        second: [0; HIDDEN],
        skip: [0; WIDTH],
        bias: 0,
    };
}
