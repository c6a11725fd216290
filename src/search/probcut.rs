//! Multi-ProbCut: how far a shallow search errs from a deep one.
//!
//! Michael Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm" (1995)
//! and "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello"
//! (1997). The model gives the standard deviation of the difference; the search turns a
//! confidence level into a number of them.

/// The levels of confidence in percent, from the boldest to no cuts at all.
pub(super) const CONFIDENCE: [u8; 6] = [73, 87, 95, 98, 99, 100];

/// Index of the level without cuts.
pub(super) const EXACT: u8 = 5;

/// Standard deviations that a shallow score must clear the window by, for each level (two-sided
/// quantiles of the normal distribution: 73 % lies within 1.1).
const QUANTILE: [f64; 5] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// The standard deviation in discs of the difference between a search of `shallow` plies and
/// one of `deep` plies, with `empties` empty squares; `deep` equals `empties` to the end.
fn deviation(empties: u32, deep: u32, shallow: u32) -> f64 {
    let (empties, deep, shallow) = (f64::from(empties), f64::from(deep), f64::from(shallow));
    (1.55 - 0.045 * shallow + 0.02 * (deep - shallow) - 0.004 * empties).exp()
}

/// Margins in 1/256 disc for every level, number of empty squares and pair of depths.
pub(super) struct Margins {
    table: Vec<i32>,
}

const DEPTHS: usize = 61;
const SHALLOW: usize = 16;

impl Margins {
    pub(super) fn new() -> Margins {
        let mut table = Vec::with_capacity(5 * DEPTHS * DEPTHS * SHALLOW);
        for quantile in QUANTILE {
            for empties in 0..DEPTHS {
                for deep in 0..DEPTHS {
                    for shallow in 0..SHALLOW {
                        let sigma = deviation(empties as u32, deep as u32, shallow as u32);
                        table.push((quantile * sigma * 256.0).round() as i32);
                    }
                }
            }
        }
        Margins { table }
    }

    /// The margin by which a search of `shallow` plies must clear the window.
    #[inline]
    pub(super) fn get(&self, selectivity: u8, empties: u32, deep: u32, shallow: u32) -> i32 {
        let row = (selectivity as usize * DEPTHS + empties as usize) * DEPTHS + deep as usize;
        self.table[row * SHALLOW + (shallow as usize).min(SHALLOW - 1)]
    }
}

/// The depth of the shallow search that stands for one of `deep` plies: of the same parity,
/// because scores swing with the side that moves last.
#[inline]
pub(super) fn shallow_depth(deep: u32, to_end: bool) -> u32 {
    if to_end {
        2 * (deep / 7) + (deep & 1)
    } else {
        2 * (deep / 5) + (deep & 1)
    }
}
