//! Numbers that steer the search, each with its unit and what chose it.

/// Most empty squares (squares) that are searched by parity without a list.
pub(super) const SHALLOW_MAX: u32 = 6;

/// Fewest empty squares for which a thread's own cache is asked.
pub(super) const MIDDLE_CACHE_MIN: u32 = 8;

/// Size of a thread's own cache: 2^bits entries of 24 bytes.
pub(super) const CACHE_BITS: u32 = 15;

/// Least alpha in discs, by empty squares, for which the opponent's stable discs are counted.
pub(super) const STABILITY_MIN: [i32; 61] = {
    let mut table = [99; 61];
    let mut empties = 4;
    while empties < 61 {
        let discs = if empties <= 9 {
            empties * 2 - 2
        } else {
            empties * 2
        };
        table[empties] = if discs > 62 { 62 } else { discs as i32 };
        empties += 1;
    }
    table
};
