//! Numbers that steer the search, each with its unit and what chose it.

/// Most empty squares (squares) that are searched by parity without a list.
pub(super) const SHALLOW_MAX: u32 = 6;

/// Fewest empty squares for which a thread's own cache is asked.
pub(super) const MIDDLE_CACHE_MIN: u32 = 8;

/// Size of a thread's own cache: 2^bits entries of 24 bytes.
pub(super) const CACHE_BITS: u32 = 14;

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

/// Most empty squares (squares) below which an exact search leaves the shared hash table.
pub(super) const SOLVER_MAX: u32 = 11;

/// Fewest empty squares at which the solver's callers look at the clock.
pub(super) const POLL_MIN: u32 = 10;

/// Visited nodes between two looks at the clock, in inner nodes of the tree.
pub(super) const NODES_PER_CLOCK: u32 = 64;

/// Greatest depth in plies that is searched without the hash table.
pub(super) const NO_TABLE_MAX: u32 = 2;

/// Least depths in plies at which a node is shared with idle threads.
pub(super) const SPLIT_MIN_MIDGAME: u32 = 5;
pub(super) const SPLIT_MIN_END: u32 = 14;

/// Least depths in plies for enhanced transposition cutoffs.
pub(super) const ETC_MIN_MIDGAME: u32 = 5;
pub(super) const ETC_MIN_END: u32 = 13;

/// Least depths in plies for ProbCut, and how many may be inside of one another.
pub(super) const PROBCUT_MIN_MIDGAME: u32 = 3;
pub(super) const PROBCUT_MIN_END: u32 = 13;
pub(super) const PROBCUT_NESTING_MAX: u32 = 2;

/// Weight of one reply of the opponent in ordering, 1/256 disc.
pub(super) const MOBILITY_MIDGAME: i32 = 128;
pub(super) const MOBILITY_END: i32 = 1024;

/// Weight of one step of the table of squares in ordering, 1/256 disc.
pub(super) const SQUARE: i32 = 16;

/// Bonus in ordering for the second move of the hash table, 1/256 disc.
pub(super) const SECOND_HASH_MOVE: i32 = 1024;

/// How far above beta shallow searches for ordering still tell moves apart, 1/256 disc.
pub(super) const ORDER_WINDOW: i32 = 16 * 256;

/// Plies of the shallow search that orders a node of a search to the end.
pub(super) fn order_depth_end(depth: u32) -> u32 {
    match depth {
        0..=17 => 0,
        18..=23 => 1,
        _ => 2,
    }
}

/// Plies of the shallow search that orders a midgame node.
pub(super) fn order_depth_midgame(depth: u32) -> u32 {
    match depth {
        0..=7 => 0,
        8..=15 => 1,
        _ => 2,
    }
}

/// Half width of the first aspiration window, 1/256 disc.
pub(super) const ASPIRATION: i32 = 3 * 256;

/// Most empty squares from which a variation is completed by solving.
pub(super) const LINE_SOLVER_MAX: u32 = 12;

/// How long a first, selective search to the end is likely to take on one thread.
pub(super) fn end_cost(empties: u32) -> std::time::Duration {
    let seconds = 4e-8 * (0.62 * f64::from(empties)).exp();
    std::time::Duration::from_secs_f64(seconds)
}

/// Ordering in the middle range of exact endings: the cost of one reply, of a reply in a corner,
/// of an empty square beside the mover's discs, and what a square of an odd quadrant and a
/// corner take off it. Chosen by the nodes of FFO 20-36: 93.0 M with replies, corners and parity
/// alone, 87.3 M so.
pub(super) const MIDDLE_REPLY: i32 = 32;
pub(super) const MIDDLE_CORNER_REPLY: i32 = 24;
pub(super) const MIDDLE_FRONTIER: i32 = 3;
pub(super) const MIDDLE_ODD: i32 = 12;
pub(super) const MIDDLE_CORNER: i32 = 20;

/// Least depth in plies at which a search to the end orders moves by evaluation.
pub(super) const EVAL_ORDER_MIN_END: u32 = 13;
