//! What searches to the end prove of a score.
//!
//! Bounds are whole discs, scores and windows 1/256 disc, both from the side to move. Nothing here
//! knows of moves or of how a score was found.

use crate::request::Bounds;

use super::tree::DISC;

/// Whether `bounds` say all that a window asks for.
pub(super) fn is_settled((low, high): (i32, i32), bounds: Bounds) -> bool {
    bounds.is_exact() || bounds.upper * DISC <= low || bounds.lower * DISC >= high
}

/// What was known and what a search has proven, together. They exclude each other only if a client
/// has fed the hash table with lies; the later counts then.
pub(super) fn with_proven(known: Bounds, proven: Bounds) -> Bounds {
    let both = known.and(proven);
    if both.lower <= both.upper {
        both
    } else {
        proven
    }
}

/// What a search to the end within (`alpha`, `beta`) proves by its fail-soft `score`. Scores at the
/// end are even, so that a bound from an odd side of the window proves one disc more.
pub(super) fn proven(score: i32, alpha: i32, beta: i32) -> Bounds {
    let discs = score.div_euclid(DISC);
    let odd = discs & 1;
    match score {
        _ if score >= beta => Bounds {
            lower: discs + odd,
            ..Bounds::UNKNOWN
        },
        _ if score <= alpha => Bounds {
            upper: discs - odd,
            ..Bounds::UNKNOWN
        },
        _ => Bounds::exact(discs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_never_exclude_each_other() {
        let bounds = |lower, upper| Bounds { lower, upper };
        assert_eq!(with_proven(bounds(2, 64), bounds(-64, 6)), bounds(2, 6));
        assert_eq!(with_proven(bounds(8, 64), bounds(-64, 6)), bounds(-64, 6));
    }

    #[test]
    fn a_score_proves_what_its_window_allows() {
        let discs = |score: i32| proven(score * DISC, 2 * DISC, 6 * DISC);
        assert_eq!(
            discs(8),
            Bounds {
                lower: 8,
                upper: 64
            }
        );
        assert_eq!(
            discs(6),
            Bounds {
                lower: 6,
                upper: 64
            }
        );
        assert_eq!(discs(4), Bounds::exact(4));
        assert_eq!(
            discs(2),
            Bounds {
                lower: -64,
                upper: 2
            }
        );
    }

    #[test]
    fn a_bound_on_an_odd_side_of_a_window_is_an_even_score() {
        let discs = |score: i32, beta: i32| proven(score * DISC, (beta - 1) * DISC, beta * DISC);
        for beta in [-63, -17, -1, 1, 17, 63] {
            assert_eq!(discs(beta, beta).lower, beta + 1);
            assert_eq!(discs(beta, beta + 1).upper, beta - 1);
        }
    }

    #[test]
    fn a_window_is_settled_by_bounds_that_leave_no_doubt_within_it() {
        for low in (-64..64).step_by(5) {
            for high in [low + 1, low + 6, 64] {
                for lower in (-64..=64).step_by(4) {
                    for upper in (lower..=64).step_by(4) {
                        let bounds = Bounds { lower, upper };
                        // Each score that is possible means the same to whoever asks.
                        let meaning = |score: i32| score.clamp(low, high);
                        let is_one = meaning(lower) == meaning(upper);
                        assert_eq!(
                            is_settled((low * DISC, high * DISC), bounds),
                            is_one,
                            "{low} {high} {bounds:?}"
                        );
                    }
                }
            }
        }
    }
}
