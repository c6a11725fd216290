//! The rows that a position's indices name, for the vector kernels.

use crate::eval::layers::{EXTRA_ROWS, Row};
use crate::eval::patterns::{LANES, TABLE_START};

/// Calls `$add` with every two lanes. Spelt out, because a loop would read the start of each table
/// from memory where this has it in the instruction.
macro_rules! each_pair {
    ($add:ident) => {
        each_pair!($add: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
            28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56
            57 58 59 60 61)
    };
    ($add:ident: $($one:literal $other:literal)*) => {
        const { assert!(2 * [$($one),*].len() == crate::eval::patterns::INSTANCES) };
        $($add($one, $other);)*
    };
}

/// Where the row that an instance names begins.
///
/// # Safety
/// `rows` must be as long as `Network` makes it. Then the row lies within it, however wrong the
/// index is.
#[inline(always)]
pub(super) unsafe fn row_named(rows: &[Row], lanes: &[u16; LANES], lane: usize) -> *const i8 {
    // SAFETY: every table start plus any sixteen-bit index is below `PADDED_ROWS` less
    // `EXTRA_ROWS`.
    unsafe {
        let table = rows.as_ptr().add(EXTRA_ROWS + TABLE_START[lane]);
        table.add(usize::from(lanes[lane])).cast()
    }
}
