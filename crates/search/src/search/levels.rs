//! Levels of strength, and the plan of iterations that a search without a clock follows.

use super::probcut::EXACT;

/// The highest level there is.
pub const LEVEL_MAX: u32 = 60;

/// What a level searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Plies in the midgame.
    pub midgame: u32,
    /// Index into the confidence levels for the midgame.
    pub selectivity: u8,
    /// Most empty squares from which the game is solved exactly.
    pub exact: u32,
    /// Most empty squares from which it is searched to the end with cuts.
    pub selective: u32,
}

/// The meaning of a level from 1 to [`LEVEL_MAX`]; others are taken for the nearest.
///
/// A ply of the midgame costs a quarter more positions, an empty square of a search to the end half
/// as many again with cuts and two to three times as many without; so from 19 on the latter begin
/// later, and no move takes far longer than those before and after it. More plies find as many best
/// moves as surer cuts do at a higher cost: of 40 positions with 40 to 42 empty squares, judged by
/// searches of 10 M positions, 24 plies at 73 % found 39 (0.66 M positions), 20 plies at 95 % 36
/// (0.94 M), 24 at 87 % 39 (1.7 M).
///
/// ```
/// use bianca_search::search::level;
///
/// let strong = level(20);
/// assert_eq!((strong.midgame, strong.exact), (20, 22));
/// assert_eq!(level(99), level(60));
/// ```
pub fn level(number: u32) -> Level {
    let number = number.clamp(1, LEVEL_MAX);
    let (exact, selective) = match number {
        1..=8 => (2 * number, 2 * number),
        9..=12 => (number + 8, number + 11),
        13..=18 => (20 + (number - 13) / 2, 24 + (number - 13) / 2),
        19..=30 => (22 + (number - 17) / 7, 27 + (number - 18) / 2),
        _ => (24 + (number - 31) / 4, 33 + (number - 30) / 3),
    };
    Level {
        midgame: number,
        selectivity: 0,
        exact,
        selective,
    }
}

impl Level {
    /// Plies of a search of the midgame with so many empty squares: where one square fewer is
    /// searched to the end, all but one, with each square more four fewer, down to the level's. A
    /// first search to the end costs up to twenty times as much as the level's plies do there.
    pub(super) fn plies(self, empties: u32) -> u32 {
        if self.selective == self.exact {
            return self.midgame;
        }
        let near = (5 * self.selective + 4).saturating_sub(4 * empties);
        self.midgame.max(near)
    }

    /// The index of the confidence with which a position with so many empty squares is searched to
    /// the end of the game; none where only the midgame is searched. It rises evenly, since one
    /// step costs about twice as much and one square fewer saves a third: with 25 empty squares a
    /// search to the end visits 0.7, 1.6, 3.8, 6.2 and 9.8 M positions, the exact one 78 M.
    pub(super) fn to_end(self, empties: u32) -> Option<u8> {
        let nearer = self.selective.checked_sub(empties)?;
        let all = self.selective - self.exact;
        if nearer >= all {
            return Some(EXACT);
        }
        Some((u32::from(EXACT) * nearer / all) as u8)
    }
}

/// One step of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Plies; the number of empty squares for a search to the end.
    pub(super) depth: u32,
    /// Index into the confidence levels.
    pub(super) selectivity: u8,
    /// Whether only the sign of the result is looked for.
    pub(super) sign_only: bool,
}

/// Up to this many plies each depth has an iteration of its own; from there on every other.
const PLY_BY_PLY: u32 = 10;

/// Whether a search of `last` plies has no iteration of one ply less.
pub fn skips_the_ply_before(last: u32) -> bool {
    last > PLY_BY_PLY + 1
}

/// The depths of the midgame up to `last`: ply by ply at first, then by two plies, of the parity of
/// `last`.
///
/// ProbCut and reductions keep the parity of the depth, so searches of either parity have next to
/// nothing in common but the order of moves, and an iteration of one ply more takes about as long
/// as one of two. Twelve positions with 42 empty squares to 22, 23 and 24 plies: 0.78, 0.97 and
/// 1.39 s, ply by ply 1.19, 1.50 and 2.34 s.
pub(super) fn deepening(last: u32) -> impl Iterator<Item = Step> {
    let step = |depth| Step {
        depth,
        selectivity: 0,
        sign_only: false,
    };
    (1..=last)
        .filter(move |&depth| depth <= PLY_BY_PLY || depth % 2 == last % 2)
        .map(step)
}

/// The searches to the end that lead to the one without cuts. The fewer there are, the less is
/// searched twice; each orders the moves of the next. FFO 51 and 52, one thread: 11.8 s through all
/// six levels, 9.1 s through 73 and 95 %, 9.1 s through 73 % alone. Since searches with cuts are as
/// cheap as ProbCut down to ten empty squares makes them, FFO 40-48 take 7.62 s (328 M nodes)
/// through 95 %, 7.87 s (330 M) through 98 %, 355 M nodes through 73 and 95 %, 404 M through 73 %.
/// Where the one without cuts may be out of reach, as it is from 30 empty squares on, every level
/// of confidence counts, as it does in a tenth of a second from 21 on: with 87 % between 73 and 95
/// % moves with 24 and 25 empty squares lose 0.023 ± 0.010 discs less. With 20 empty squares and
/// fewer the one at 95 % costs more than it saves: 200 random positions with 16 and 18 1.90 and
/// 8.13 s with it, 1.40 and 6.56 s without, 60 with 20 11.5 and 9.9 s; 25 with 21 10.4 and 10.8 s,
/// FFO 41 and 42 0.56 and 0.58 s.
pub(super) fn end_steps(empties: u32, last: u8, sign_only: bool, in_doubt: bool) -> Vec<Step> {
    let steps: &[u8] = match empties {
        0..=15 => &[EXACT],
        16..=20 if in_doubt => &[0, 2, 3, 4, EXACT],
        16..=20 => &[EXACT],
        21..=25 if !in_doubt => &[2, EXACT],
        26..=29 if !in_doubt => &[0, 2, EXACT],
        _ => &[0, 1, 2, 3, 4, EXACT],
    };
    steps
        .iter()
        .filter(|&&selectivity| selectivity < last)
        .chain([&last])
        .map(|&selectivity| Step {
            depth: empties,
            selectivity,
            sign_only,
        })
        .collect()
}

/// How deep the midgame is searched before a search to the end begins, to find the order of the
/// root moves and a first score.
pub(super) fn depth_before_end(empties: u32) -> u32 {
    match empties {
        0..=12 => 0,
        13..=17 => 4,
        18..=22 => 8,
        23..=26 => 10,
        _ => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_go_by_two_plies_from_ten_on_and_end_where_they_are_to() {
        let depths = |last| deepening(last).map(|step| step.depth).collect::<Vec<_>>();
        assert_eq!(depths(4), [1, 2, 3, 4]);
        assert_eq!(depths(11), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(depths(12), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
        assert_eq!(depths(15)[9..], [10, 11, 13, 15]);
        for last in 2..20 {
            let skipped = !depths(last).contains(&(last - 1));
            assert_eq!(skips_the_ply_before(last), skipped, "{last}");
        }
    }

    #[test]
    fn a_level_comes_to_the_exact_search_by_degrees() {
        let plan = |number, empties| match level(number).to_end(empties) {
            Some(surest) => (empties, surest),
            None => (level(number).plies(empties), 0),
        };
        let plans = |number, from: u32, to| -> Vec<_> {
            (to..=from)
                .rev()
                .map(|empties| plan(number, empties))
                .collect()
        };
        let of_16 = [(16, 0), (17, 0), (21, 0), (25, 0)];
        assert_eq!(plans(16, 29, 26), of_16);
        let to_end = [(25, 0), (24, 1), (23, 2), (22, 3), (21, 5), (20, 5)];
        assert_eq!(plans(16, 25, 20), to_end);
        for number in 1..=LEVEL_MAX {
            let surer = |empties| plan(number, empties).1 <= plan(number, empties - 1).1;
            assert!((1..=60).all(surer), "level {number}");
        }
    }

    #[test]
    fn where_the_exact_search_may_be_out_of_reach_each_step_to_the_end_is_surer_by_one() {
        let steps = |empties, in_doubt| -> Vec<_> {
            end_steps(empties, EXACT, false, in_doubt)
                .iter()
                .map(|step| step.selectivity)
                .collect()
        };
        for empties in [21, 25, 26, 29] {
            assert_eq!(steps(empties, true), [0, 1, 2, 3, 4, EXACT], "{empties}");
        }
        assert_eq!(steps(30, false), [0, 1, 2, 3, 4, EXACT]);
        assert_eq!(steps(29, false), [0, 2, EXACT]);
        assert_eq!(steps(25, false), [2, EXACT]);
        assert_eq!(steps(20, true), [0, 2, 3, 4, EXACT]);
        assert_eq!(steps(20, false), [EXACT]);
    }

    #[test]
    fn the_table_in_the_protocol_is_true() {
        let text = include_str!("../../../../protocol.md");
        let mut rows = text
            .lines()
            .skip_while(|line| !line.starts_with("| level | plies"))
            .skip(2);
        for number in 1..=LEVEL_MAX {
            let Level {
                midgame,
                selectivity,
                exact,
                selective,
            } = level(number);
            assert_eq!(selectivity, 0);
            let row = format!("| {number} | {midgame} | {selective} | {exact} |");
            assert_eq!(rows.next(), Some(row.as_str()));
        }
        assert_eq!(rows.next(), Some(""));
    }
}
