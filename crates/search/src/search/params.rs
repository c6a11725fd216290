//! Numbers that steer the search, each with its unit and what chose it.
//!
//! Those that a match can choose are fields of [`Parameters`], so that `bianca-lab tune search` can
//! play one set against another; the others, which measurements of time or nodes have chosen, are
//! constants.

/// A number of [`Parameters`]: what it may be, and by how much it is changed to see what that
/// brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterRange {
    /// Its name, as `bianca-lab tune search` prints it.
    pub name: &'static str,
    /// What it is in the program.
    pub value: i32,
    /// The least that it may be.
    pub least: i32,
    /// The greatest that it may be.
    pub most: i32,
    /// A change that a few thousand games can tell.
    pub step: i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $least:literal to $most:literal by $step:literal;)*) => {
        /// The numbers of the midgame's search that matches have chosen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $value,)* }
            }
        }

        impl Parameters {
            /// All of them, in order.
            pub const RANGES: &[ParameterRange] = &[
                $(ParameterRange {
                    name: stringify!($name),
                    value: $value,
                    least: $least,
                    most: $most,
                    step: $step,
                },)*
            ];

            /// The parameters with `values` in the order of [`RANGES`](Parameters::RANGES), each
            /// brought into its range; those that are missing are the program's.
            pub fn with_values(values: &[i32]) -> Parameters {
                let mut parameters = Parameters::default();
                let mut values = values.iter();
                $(if let Some(&value) = values.next() {
                    parameters.$name = value.clamp($least, $most);
                })*
                parameters
            }
        }
    };
}

// Tuned on 22 November 2026 by 4,200 pairs of games at 20,000 nodes a move (`bianca-lab tune search
// --seed 11`, generation 8). Before: `probcut_width` 100, `probcut_depth` 200, `probcut_doubt` 50,
// `probcut_static` 300, `reduced_from` 3, `reduction_min` 6, `reduction` 200, `reduction_by_move`
// 0, `reduction_by_depth` 0, `mobility` 128, `square` 16, `aspiration` 768. docs/experiments has
// the matches. `futility_two` is later: depth 20 in 0.74 of the time with 100, 0.84 with 150, 0.90
// with 200; 900 pairs more at 100,000 nodes hardly moved it, nor the others. `futility_last` is the
// latest: twelve positions to depth 26 in 3.02 s without it, 2.83 s with 175, 2.58 s with 120, 2.38
// s with 90 and 2.58 s with 60; 5,194 pairs at 50,000 nodes moved `probcut_width` to 101 and
// nothing else by more than three quarters of a step. `probcut_width` was 82 with the model of
// generation 4; 92 of the one measured since is the same margin at most depths.
parameters! {
    /// Percent of the measured margin by which a shallow search must clear the window.
    probcut_width = 92, 50 to 180 by 8;
    /// Thousandths of the depth that half of the plies of ProbCut's shallow search are.
    probcut_depth = 182, 120 to 320 by 15;
    /// Percent of the margin of the evaluation alone that it may be on the wrong side of the window
    /// where a shallow search is tried.
    probcut_doubt = 35, -50 to 200 by 12;
    /// Percent of the margin of the evaluation alone by which it cuts without a search.
    probcut_static = 295, 80 to 500 by 25;
    /// Percent of the margin of the evaluation alone by which it cuts two plies before the end of a
    /// search.
    futility_two = 175, 50 to 600 by 20;
    /// The same one ply before the end, where the evaluation has a share in the score and so is
    /// known anyway.
    futility_last = 90, 30 to 600 by 12;
    /// Percent of what a position is worth one ply before the end of a search that is its own
    /// evaluation rather than the best of those after its moves.
    own_share = 40, 0 to 60 by 5;
    /// How many moves are searched before one is searched less deep.
    reduced_from = 4, 1 to 8 by 1;
    /// Least depth in plies at which moves are searched less deep.
    reduction_min = 6, 3 to 12 by 1;
    /// Hundredths of a ply by which the first of them is searched less.
    reduction = 216, 0 to 500 by 20;
    /// What is added for each move that was searched before, less those above.
    reduction_by_move = 2, 0 to 100 by 6;
    /// What is added for each ply of depth above the least.
    reduction_by_depth = 3, 0 to 60 by 3;
    /// Weight of one reply of the opponent in ordering, 1/256 disc.
    mobility = 119, 0 to 600 by 24;
    /// Weight of one step of the table of squares in ordering, 1/256 disc.
    square = 17, 0 to 80 by 4;
    /// Half width of the first aspiration window, 1/256 disc.
    aspiration = 851, 64 to 3000 by 100;
}

impl Parameters {
    /// Percent of the margin of the evaluation alone by which it cuts one or two plies before the
    /// end of a search.
    #[inline]
    pub(super) fn futility(&self, depth: u32) -> i32 {
        match depth {
            0 | 1 => self.futility_last,
            _ => self.futility_two,
        }
    }

    /// By how many plies a move is searched less at first, if `searched` others were searched
    /// before.
    #[inline]
    pub(super) fn reduction(&self, depth: u32, searched: usize) -> u32 {
        let (late, deep) = (
            searched as i32 - self.reduced_from,
            depth as i32 - self.reduction_min,
        );
        if late < 0 || deep < 0 {
            return 0;
        }
        let hundredths =
            self.reduction + self.reduction_by_move * late + self.reduction_by_depth * deep;
        (hundredths / 100) as u32
    }

    /// The depth of ProbCut's shallow search that stands for one of `deep` plies in the midgame: of
    /// the same parity, because scores swing with the side that moves last, but one ply at least,
    /// because what that says is much surer than the evaluation alone.
    pub fn probcut_shallow(&self, deep: u32) -> u32 {
        (2 * (deep * self.probcut_depth as u32 / 1000) + (deep & 1)).max(1)
    }
}

/// Fewest empty squares at which moves are put in order in a list and a thread's own cache is
/// asked; below, they are tried by parity. At first FFO 20-36 took 2.15 s with 6, 2.03 s with 7 and
/// 2.16 s with 8. Since lists are cheaper, FFO 40-44 and 47: 61.8 M positions in 1.22 s with 7,
/// 54.9 M in 1.19 s with 6, 57.4 M in 1.19 s with lists from 6 and the cache from 7.
pub(super) const MIDDLE_MIN: u32 = 6;

/// Size of a thread's own cache: 2^bits entries of 24 bytes for each of eight numbers of empty
/// squares, within the second-level cache of a core. When all had their places together, FFO 20-36
/// took 2.12 s with 13, 2.06 s with 14, 2.04 s with 15, 2.05 s with 16 at first; since positions
/// with 6 empty squares are kept, FFO 50-52 669 M positions in 18.3 s with 14, 660 M in 17.8 s with
/// 15. FFO 40-49 and 50-52 with 2^15 together 369.1 and 661.5 M positions in 10.65 and 21.6 s, with
/// 12 365.4 and 656.7 M in 10.60 and 21.3 s, with 13 361.2 and 650.5 M in no less; 40-49 with 16
/// 351.6 M in 10.9 s.
pub(super) const CACHE_BITS: u32 = 12;

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

/// Most empty squares at which a search to the end leaves the shared hash table and the
/// evaluation. FFO 20-38 and 41-44 together, at first: 4.30 s with 10, 3.61 s with 11, 3.68 s
/// with 12, 4.05 s with 13. Since the solver became faster: FFO 20-36 0.845 s with 11, 0.844 s
/// with 12; 45-47 5.64 s and 5.69 s; 51-52 8.18 s and 7.99 s; 53 29.7 s and 28.1 s. With the
/// evaluation of generation 14, which is dearer: FFO 50-53 48.5 s with 12, 46.0 s with 13; 50-52
/// 21.5 s with 13, 22.4 s with 14.
pub(super) const SOLVER_MAX: u32 = 13;

/// The same for searches with cuts, since ProbCut pays down to ten empty squares. 300 positions of
/// the truth set with 21 to 24 empty squares at 73 %, shallow searches of two sevenths of the
/// depth: 22.8 s and a squared error of 3.48 with 12; 12.6 s and 4.03 with 9, 15.9 s and 3.48 with
/// 9 and margins 1.1 times as wide.
pub(super) const SOLVER_MAX_SELECTIVE: u32 = 9;

/// Percent of the measured margin by which a shallow search to the end must clear the window. The
/// same positions, shallow searches of half of the depth: 11.5 s and 3.33 with 95, 13.8 s and 3.04
/// with 105, 16.4 s and 2.83 with 115, 19.2 s and 2.61 with 125.
pub(super) const PROBCUT_WIDTH_END: i32 = 105;

/// Fewest empty squares at which the solver's callers look at the clock.
pub(super) const POLL_MIN: u32 = 10;

/// Visited nodes between two looks at the clock, in inner nodes of the tree.
pub(super) const NODES_PER_CLOCK: u32 = 64;

/// Greatest depth in plies that is searched without the hash table.
pub(super) const NO_TABLE_MAX: u32 = 2;

/// Least depths in plies at which a node is shared with idle threads.
pub(super) const SPLIT_MIN_MIDGAME: u32 = 5;
pub(super) const SPLIT_MIN_END: u32 = 14;

/// Least depth in plies at which two threads that search abreast leave moves to each other. Six
/// openings to 24 plies: 3.22 M positions with 3, 3.30 M with 4, 3.54 M with 5; 2.49 M by split
/// points, 2.20 M by one thread.
pub(super) const ABREAST_MIN: u32 = 3;

/// Most threads that search the midgame abreast; how it is with more was not measured.
pub(super) const ABREAST_THREADS_MAX: usize = 2;

/// How many moves of a node on the principal variation of a midgame search are searched before the
/// others are shared. Twelve positions with 42 empty squares to 28 plies by two threads: 2.66 s
/// with 1, 2.30 s with 2 and 3, 2.41 s with 4; by one 3.94 s.
pub(super) const SPLIT_FROM_PV: usize = 2;

/// Least depth in plies for enhanced transposition cutoffs; to the end the first one whose
/// children are in the hash table. In the midgame 4 to 12 visit the same positions within 1 %, and
/// 7 to 12 take 2 % less time than 5.
pub(super) fn etc_min(to_end: bool) -> u32 {
    if to_end { SOLVER_MAX + 2 } else { 8 }
}

/// Least depths in plies for ProbCut, and how many may be inside of one another.
pub(super) const PROBCUT_MIN_MIDGAME: u32 = 3;
pub(super) const PROBCUT_MIN_END: u32 = SOLVER_MAX_SELECTIVE + 1;
pub(super) const PROBCUT_NESTING_MAX: u32 = 2;

/// Weight of a move's cost in the ordering of searches to the end, 1/256 disc: 3 discs for each
/// reply. FFO 40-49 and 50-52 and 100 positions of games with 19 to 24 empty squares, if the
/// evaluation is asked of five moves: 371.6, 663.4 and 208.5 M positions with 6, 375.9, 663.7 and
/// 209.6 M with 8, 382.2 and 686.0 M with 10.
pub(super) const COST_END: i32 = 6;

/// Of how many moves of a node of an exact search the evaluation is asked, those that cost least.
/// The 100 positions of games: 206.0 M with all, 206.7 M with 6, 208.5 M with 5, 211.8 M with 4.
pub(super) const EVALUATED_END: usize = 6;

/// How far above alpha a node of an exact search may be by the evaluation, 1/256 disc, and still be
/// expected to fail low, so that the evaluation is asked of none of its moves. Five moves asked,
/// the 100 positions of games: 207.3, 208.5 and 211.1 M with 0, 4 and 8 discs.
pub(super) const LIKELY_LOW: i32 = 4 * 256;

/// What lifts moves that the evaluation has been asked of above the others, 1/256 disc.
pub(super) const BEFORE_UNASKED: i32 = 1 << 20;

/// Bonus in ordering for the two moves of the hash table, 1/256 disc. The first has it where it is
/// not tried before all others: in null windows of searches to the end, unless an entry, of
/// whatever confidence, says that it cuts. Two threads, when it is always tried first, when it
/// never is, and so: FFO 50-52 923, 806 and 850 M nodes, FFO 55 6.68, 7.78 and 6.46 G, FFO 57-58
/// 1.97, 1.68 and 1.57 G. Bonus 1024 at 50-52: 3 % more time; 4096: 7 % more.
pub(super) const HASH_MOVES: [i32; 2] = [2048, 1024];

/// How far above beta shallow searches for ordering still tell moves apart, 1/256 disc.
pub(super) const ORDER_WINDOW: i32 = 16 * 256;

/// Plies of the shallow search that orders a node of a search to the end. In the midgame the
/// evaluation does it: of 120 positions with 34 to 46 empty squares searches of one ply from 10
/// plies up and two from 15 took 47.4 M positions and 5.74 s to depth 22, the evaluation takes 37.9
/// M and 4.54 s.
pub(super) fn order_depth_end(depth: u32) -> u32 {
    match depth {
        0..=17 => 0,
        18..=23 => 1,
        _ => 2,
    }
}

/// Plies of a midgame search before one to the end takes the place of deeper ones, where there is a
/// limit to time or positions. With 12 and 10 plies, at 27 and 25 empty squares and 0.1 s, moves
/// are worse by 0.06 and 0.14 discs on average.
pub(super) const DEPTH_BEFORE_JUMP: u32 = 20;

/// How long a first search to the end, at 73 %, is likely to take, in positions of midgame searches
/// that are visited in the same time.
///
/// Fitted to positions of ten games from balanced openings with 26, 28 and 30 empty squares, the
/// midgame search before it included: means of 298, 537 and 1406 thousand; with 20 and 22, where
/// that is most of it, 56 and 158 thousand.
pub(super) fn selective_end_cost(empties: u32) -> f64 {
    6.0 * (0.42 * f64::from(empties)).exp()
}

/// How long an exact solution is likely to take, in the same unit.
///
/// Fitted to the same positions: means of 273 and 942 thousand with 20 and 22, 6.4 million with 24
/// empty squares. Positions after random moves take up to fifteen times as long.
pub(super) fn exact_end_cost(empties: u32) -> f64 {
    0.0109 * (0.83 * f64::from(empties)).exp()
}

/// An exact solution that is likely to take no more than this share of what the limits leave needs
/// no surer and surer cuts before it: what is likely is a mean, and some positions take ten times
/// as much. Better and worse moves with 0.1 instead of 2: 95 and 2 of 600 positions with 20 empty
/// squares and limits of 800,000 positions, 80 and 3 with 1.6 million; 27 and 2 of 703 with 22 and
/// 2 million.
pub(super) const SURE_SOLUTION: f64 = 0.1;

/// An exact solution that is likely to take more than so many times what the limits leave is not
/// begun on a clock that saves.
pub(super) const POSSIBLE_SOLUTION: f64 = 2.0;

/// Most empty squares from which an exact solution is likely to take no longer than `positions` of
/// midgame searches.
pub(super) fn solved_from(positions: f64) -> u32 {
    ((positions / 0.0109).max(1.0).ln() / 0.83) as u32
}

/// What proving the winner costs of what the exact solution costs. In nodes: 0.12 on random
/// positions with 18 and 0.11 with 20 empty squares, 0.84 on FFO 20-36, which are close.
pub(super) const SIGN_COST: f64 = 0.4;

/// What a move of a search to the end costs (`endgame::Costs`): by the number of replies that it
/// leaves; for each reply in a corner, each disc of the mover beside a square that was empty, each
/// on an edge; and for a move beside an empty corner, in an odd quadrant, in a corner.
///
/// Fitted in the middle range of exact endings, by coordinate descent to the positions that exact
/// searches of 70 positions of games with 19 to 24 empty squares visit. Counting empty squares
/// beside the mover's discs instead of discs beside empty squares, without edges and with numbers
/// fitted to FFO 20-39 and 40-46 before: 187.4 M there and 70.2 M on 30 others; with these 180.4
/// and 68.3 M. Corner replies in odd quadrants, replies and discs beside empty corners and on their
/// X-squares as well take 176.6 and 66.3 M, and more time.
pub(super) const MIDDLE_NO_REPLY: i32 = 16;
pub(super) const MIDDLE_ONE_REPLY: i32 = 24;
pub(super) const MIDDLE_TWO_REPLIES: i32 = 236;
pub(super) const MIDDLE_REPLY: i32 = 128;
pub(super) const MIDDLE_CORNER_REPLY: i32 = 40;
pub(super) const MIDDLE_FRONTIER: i32 = 8;
pub(super) const MIDDLE_EDGE_DISC: i32 = -6;
pub(super) const MIDDLE_BESIDE_CORNER: i32 = 40;
pub(super) const MIDDLE_ODD: i32 = -24;
pub(super) const MIDDLE_CORNER: i32 = -80;

/// Fewest empty squares at which all children are looked up in a thread's own cache for an
/// enhanced transposition cutoff.
pub(super) const MIDDLE_ETC_MIN: u32 = 9;

/// How much more a draw may add to the score of a move of the root for each time that the position
/// came before, up to less than a disc, 1/256 disc: where few moves are as good, a game would soon
/// be repeated.
pub(super) const DRAW_STEP: i32 = 16;

/// Most empty squares with which results that are equal are drawn among, too. That costs a tenth of
/// the positions with 12 to 18 empty squares, a quarter with 20.
pub(super) const DRAW_EQUALS: u32 = 18;
