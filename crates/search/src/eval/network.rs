//! The learned evaluation: short rows, summed, and a tiny network on the sum.
//!
//! Each pattern instance names a row of [`WIDTH`] small integers by its contents; so do the ply
//! and the two mobilities. The rows are summed and go through one of [`HEADS`] output layers,
//! chosen by the ply: `WIDTH` → `HIDDEN` → 1 with clipped linear units, plus a direct
//! connection from the sum to the output. A network may have a set of rows for each of several
//! stages of the game; with one, what changes in the course of the game is said by the ply's row
//! and by the output layer. More of them cost memory, and a share of the cache, but no work.
//!
//! All arithmetic is in integers, so the result is the same on every processor. Where the
//! numbers come from is `weights`' and the trainer's business. That rows of a few numbers with a
//! small layer beat a linear table at equal time was measured before this engine existed; the
//! sharing of rows under symmetry is `patterns`'.

use std::array::from_fn;
use std::sync::OnceLock;

use bianca_rules::othello::{Bitboard, Position, Square};

use super::kernels::Kernels;
use super::layers::{
    EXTRA_ROWS, HEADS, Head, MOBILITIES, OPP_MOBILITY_START, OUTPUT_DISCS, OUTPUT_ONE,
    OWN_MOBILITY_START, PADDED_ROWS, PLIES_A_PHASE, ROW_LIMIT, ROWS, Row, WIDTH,
};
use super::patterns::{Indices, Views};
use bianca_rules::cpu::{Instructions, for_instructions};

mod kernels;

/// The rows that a position adds besides its patterns': ply and mobilities.
#[inline]
pub fn extra_rows(empties: u32, own_moves: u32, opp_moves: u32) -> [usize; 3] {
    let ply = (60 - empties.min(60)) as usize;
    let phase = ply / PLIES_A_PHASE * MOBILITIES;
    let mobility = |moves: u32| (moves as usize).min(MOBILITIES - 1);
    [
        ply,
        OWN_MOBILITY_START + phase + mobility(own_moves),
        OPP_MOBILITY_START + phase + mobility(opp_moves),
    ]
}

/// Which output layer serves a position with so many empty squares.
#[inline]
pub fn head_of(empties: u32) -> usize {
    ((60 - empties.min(60)) as usize).min(HEADS - 1)
}

/// Plies that stages divide among them; what comes before and after belongs to the first and the
/// last. There is little to learn before, and solving leaves little to evaluate after.
const STAGED_PLIES: std::ops::Range<usize> = 10..50;

/// Most stages that a network can have: then each of these plies has one.
pub const STAGES_MAX: usize = STAGED_PLIES.end - STAGED_PLIES.start;

/// Which of so many stages a position with so many empty squares is in.
#[inline]
pub fn stage_of(empties: u32, stages: usize) -> usize {
    let ply = head_of(empties).clamp(STAGED_PLIES.start, STAGED_PLIES.end - 1);
    (ply - STAGED_PLIES.start) * stages / STAGES_MAX
}

/// The learned evaluation with its weights, some of which may still be packed.
pub struct Network {
    /// [`PADDED_ROWS`] for each stage, once they are there.
    stages: Vec<OnceLock<Vec<Row>>>,
    /// Of each ply: no search for it should come before the sum.
    stage_of_ply: [u8; HEADS],
    heads: Box<[Head; HEADS]>,
    description: String,
}

impl Network {
    /// A network of these rows, for each stage in the order of the tables ([`ROWS`] of them), and
    /// output layers. Numbers of the patterns' rows beyond [`ROW_LIMIT`] are brought within it.
    /// `description` says for people what made them.
    ///
    /// # Panics
    /// If there are not [`ROWS`] rows for each of 1 to [`STAGES_MAX`] stages.
    pub fn new(rows: Vec<Row>, heads: Box<[Head; HEADS]>, description: String) -> Network {
        let stages = rows.len() / ROWS;
        assert!(
            rows.len() == stages * ROWS && (1..=STAGES_MAX).contains(&stages),
            "a network has a row for each configuration"
        );
        let network = Network::packed(stages, heads, description);
        for (stage, rows) in rows.chunks_exact(ROWS).enumerate() {
            let mut rows = rows.to_vec();
            for Row(numbers) in &mut rows[EXTRA_ROWS..] {
                *numbers = numbers.map(|number| number.clamp(-ROW_LIMIT, ROW_LIMIT));
            }
            rows.resize(PADDED_ROWS, Row([0; WIDTH]));
            network.put_stage(stage, rows);
        }
        network
    }

    /// A network of so many stages that has no rows yet.
    pub(super) fn packed(stages: usize, heads: Box<[Head; HEADS]>, description: String) -> Network {
        Network {
            stages: (0..stages).map(|_| OnceLock::new()).collect(),
            stage_of_ply: from_fn(|ply| stage_of(60 - ply as u32, stages) as u8),
            heads,
            description,
        }
    }

    /// Gives it the rows of a stage, [`PADDED_ROWS`] with numbers within [`ROW_LIMIT`]. Those that
    /// are there already stay.
    pub(super) fn put_stage(&self, stage: usize, rows: Vec<Row>) {
        // Who was first put the same.
        let _ = self.stages[stage].set(rows);
    }

    /// The rows of a stage in the order of the tables, if they are there.
    pub(super) fn stage(&self, stage: usize) -> Option<&[Row]> {
        self.stages[stage].get().map(|rows| &rows[..ROWS])
    }

    /// How many stages the game is divided into.
    pub fn stage_count(&self) -> usize {
        self.stages.len()
    }

    /// The same network under another description.
    pub fn described(self, description: String) -> Network {
        Network {
            description,
            ..self
        }
    }

    /// The same network under another description, with `discs` of the number of empty squares
    /// added to each of its estimates; 60 stands for all numbers from there on, 1 for 0 as well.
    pub fn raised(&self, discs: impl Fn(u32) -> f64, description: String) -> Network {
        const DISC: f64 = (OUTPUT_ONE / OUTPUT_DISCS) as f64;
        let rows = self.stages().flatten().cloned().collect();
        let mut heads = self.heads.clone();
        for (ply, head) in (0u32..).zip(heads.iter_mut()) {
            head.bias += (DISC * discs(60 - ply)).round() as i32;
        }
        Network::new(rows, heads, description)
    }

    /// The rows of each stage in the order of the tables.
    ///
    /// # Panics
    /// If some are still packed.
    pub fn stages(&self) -> impl ExactSizeIterator<Item = &[Row]> {
        (0..self.stages.len()).map(|stage| self.stage(stage).expect("all stages are unpacked"))
    }

    /// The rows for a position with so many empty squares, as the kernels want them.
    #[inline(always)]
    fn rows_for(&self, empties: u32) -> &[Row] {
        let stage = self.stage_of_ply[head_of(empties)];
        match self.stages[usize::from(stage)].get() {
            Some(rows) => &rows[..PADDED_ROWS],
            None => still_packed(empties),
        }
    }

    /// The output layers by ply.
    pub fn heads(&self) -> &[Head; HEADS] {
        &self.heads
    }

    /// What made the weights, a few lines.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The estimate for `position`, whose side to move has `moves` and sees `indices`.
    #[inline(always)]
    fn output<K: Kernels>(
        &self,
        kernels: K,
        position: &Position,
        moves: Bitboard,
        indices: &Indices,
    ) -> i32 {
        let empties = position.empties();
        let replies = position.opponent_moves_by(kernels);
        let extra = extra_rows(empties, moves.count(), replies.count());
        let sum = kernels.sum_rows(self.rows_for(empties), indices.lanes(), extra);
        score(kernels.output(&self.heads[head_of(empties)], &sum))
    }

    /// The estimate for the side to move in 1/256 disc, between -64 and +64 discs, where its legal
    /// `moves` are known already. They and `views` must belong to `position`.
    #[inline(always)]
    pub fn evaluate_with<K: Kernels>(
        &self,
        kernels: K,
        position: &Position,
        moves: Bitboard,
        views: &Views,
    ) -> i32 {
        self.output(kernels, position, moves, &views.mover)
    }

    /// The estimate for the side to move in `child`, with its legal `moves`, where `child` comes
    /// from the position of `views` by a disc on `square` that turns over `flipped`. For leaves,
    /// whose own views nobody needs.
    #[inline(always)]
    pub fn evaluate_after<K: Kernels>(
        &self,
        kernels: K,
        views: &Views,
        (square, flipped): (Square, Bitboard),
        child: &Position,
        moves: Bitboard,
    ) -> i32 {
        let indices = views.other_after_move(square, flipped);
        self.output(kernels, child, moves, &indices)
    }

    /// [`evaluate`](Network::evaluate) by the kernels of a set of instructions.
    #[inline(always)]
    pub fn evaluate_by<K: Kernels>(&self, kernels: K, position: &Position, views: &Views) -> i32 {
        self.evaluate_with(kernels, position, position.moves_by(kernels), views)
    }

    /// The estimate for the side to move in 1/256 disc, between -64 and +64 discs. `views` must
    /// belong to `position`.
    pub fn evaluate(&self, position: &Position, views: &Views) -> i32 {
        for_instructions!(Instructions::chosen(), set => {
            kernels::evaluate(set, self, position, views)
        })
    }

    /// The estimate for `position` made from nothing, in 1/256 disc.
    pub fn estimate(&self, position: &Position) -> i32 {
        self.evaluate(position, &Views::new(position))
    }
}

/// Who evaluates has asked for the rows before.
#[cold]
fn still_packed(empties: u32) -> ! {
    panic!("the rows for {empties} empty squares are still packed")
}

/// An output as a score in 1/256 disc, rounded, within the board.
#[inline]
fn score(output: i32) -> i32 {
    const UNIT: i32 = OUTPUT_ONE / (OUTPUT_DISCS * 256);
    const LIMIT: i32 = 64 * 256;
    (output.saturating_add(UNIT / 2))
        .div_euclid(UNIT)
        .clamp(-LIMIT, LIMIT)
}

/// A network of random weights up to `limit` with rows for so many stages.
#[cfg(test)]
pub(super) fn random_network(seed: u64, stages: usize, limit: i16) -> Network {
    use rand::prelude::*;

    let mut random = StdRng::seed_from_u64(seed);
    let rows = (0..stages * ROWS).map(|_| Row(random.random()));
    let rows = rows.collect();
    let mut heads = Box::new([const { Head::ZERO }; HEADS]);
    for head in heads.iter_mut() {
        for weight in head.first.as_flattened_mut().as_flattened_mut() {
            *weight = random.random_range(-limit..=limit);
        }
        for weight in &mut head.skip {
            *weight = random.random_range(-limit..=limit);
        }
        for weight in head.second.iter_mut() {
            *weight = random.random_range(-i32::from(limit)..=i32::from(limit));
        }
        for bias in &mut head.first_bias {
            *bias = random.random_range(-300_000..=300_000);
        }
        head.bias = random.random_range(-1_000_000..=1_000_000);
    }
    Network::new(rows, heads, String::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::kernels::plain;
    use crate::eval::layers::{HIDDEN, PLIES, Sum};
    use crate::eval::patterns::shared_rows;
    use bianca_rules::cpu::kernels::Plain;
    use bianca_rules::cpu::{Instructions, for_instructions};
    use bianca_rules::othello::Symmetry;
    use rand::prelude::*;

    fn positions(seed: u64, games: usize) -> Vec<Position> {
        let mut random = StdRng::seed_from_u64(seed);
        let mut positions = Vec::new();
        for _ in 0..games {
            let mut position = Position::START;
            while !position.is_over() {
                positions.push(position);
                let moves: Vec<Square> = position.moves().into_iter().collect();
                position = match moves.choose(&mut random) {
                    Some(&square) => position.play_unchecked(square),
                    None => position.passed(),
                };
            }
        }
        positions
    }

    /// [`Kernels::sum_rows`] of any set.
    fn sum_rows(set: Instructions, rows: &[Row], lanes: &[u16; 64], extra: [usize; 3]) -> Sum {
        for_instructions!(set, kernels => kernels.sum_rows(rows, lanes, extra))
    }

    /// [`Kernels::output`] of any set.
    fn output(set: Instructions, head: &Head, sum: &Sum) -> i32 {
        for_instructions!(set, kernels => kernels.output(head, sum))
    }

    #[test]
    fn the_kernels_of_all_sets_agree_with_the_plain_ones() {
        for limit in [500, i16::MAX] {
            let network = random_network(3, 2, limit);
            for position in positions(4, 40) {
                let views = Views::new(&position);
                let extra = extra_rows(position.empties(), 40, 3);
                let lanes = views.mover.lanes();
                let rows = network.rows_for(position.empties());
                let sum = plain::sum_rows(rows, lanes, extra);
                let head = &network.heads[head_of(position.empties())];
                for set in Instructions::available() {
                    assert_eq!(sum_rows(set, rows, lanes, extra), sum, "{set}");
                    assert_eq!(output(set, head, &sum), plain::output(head, &sum), "{set}");
                }
            }
        }
    }

    #[test]
    fn rows_at_their_limit_add_up_in_all_sets() {
        for (number, expected) in [(i8::MAX, 62 * 63 + 3 * 127), (i8::MIN, -62 * 63 - 3 * 128)] {
            let heads = Box::new([const { Head::ZERO }; HEADS]);
            let network = Network::new(vec![Row([number; WIDTH]); ROWS], heads, String::new());
            let lanes = *Views::new(&Position::START).mover.lanes();
            for set in Instructions::available() {
                let sum = sum_rows(set, network.rows_for(60), &lanes, [0; 3]);
                assert_eq!(sum, Sum([expected; WIDTH]), "{set}");
            }
        }
    }

    #[test]
    fn a_leaf_is_worth_what_its_position_is_worth() {
        let network = random_network(8, 6, 500);
        for position in positions(9, 10) {
            let views = Views::new(&position);
            for square in position.moves() {
                let flipped = position.flips(square);
                let child = position.after(square, flipped);
                let (mv, replies) = ((square, flipped), child.moves());
                let found = network.evaluate_after(Plain, &views, mv, &child, replies);
                assert_eq!(found, network.estimate(&child));
            }
        }
    }

    #[test]
    fn extreme_sums_do_not_overflow() {
        let mut head = Head::ZERO;
        head.first = [[[i16::MAX; 2]; HIDDEN]; WIDTH / 2];
        head.second = [i32::from(i16::MAX); HIDDEN];
        head.skip = [i16::MAX; WIDTH];
        let high = Sum([i16::MAX; WIDTH]);
        let low = Sum([i16::MIN; WIDTH]);
        for set in Instructions::available() {
            for sum in [high, low] {
                assert_eq!(
                    output(set, &head, &sum),
                    plain::output(&head, &sum),
                    "{set}"
                );
            }
        }
        assert_eq!(score(plain::output(&head, &high)), 64 * 256);
        assert_eq!(score(plain::output(&head, &low)), -64 * 256);
    }

    #[test]
    fn the_eight_images_evaluate_alike_if_rows_are_shared() {
        let random = random_network(5, 1, 500);
        let mut rows = random.rows_for(60)[..ROWS].to_vec();
        for (row, least) in shared_rows().into_iter().enumerate() {
            rows[EXTRA_ROWS + row] = rows[EXTRA_ROWS + least as usize];
        }
        let network = Network::new(rows, Box::new(random.heads().clone()), String::new());
        for position in positions(6, 10) {
            let expected = network.estimate(&position);
            for symmetry in Symmetry::all() {
                assert_eq!(network.estimate(&symmetry.position(position)), expected);
            }
        }
    }

    #[test]
    fn stages_divide_the_game_where_it_is_evaluated() {
        let plies_of = |stage| {
            let plies = 0..=60;
            plies.filter(move |ply| stage_of(60 - ply, 4) == stage)
        };
        for (stage, first, last) in [(0, 0, 19), (1, 20, 29), (2, 30, 39), (3, 40, 60)] {
            assert!(plies_of(stage).eq(first..=last), "stage {stage}");
        }
        let network = random_network(7, 4, 500);
        for empties in 0..=60 {
            let rows = network.stages().nth(stage_of(empties, 4)).unwrap();
            assert_eq!(&network.rows_for(empties)[..ROWS], rows);
        }
    }

    #[test]
    fn every_row_that_a_position_can_name_exists() {
        for empties in 0..=64 {
            for moves in [0, 1, 31, 33] {
                let [ply, own, opp] = extra_rows(empties, moves, moves);
                assert!(ply < PLIES);
                assert!((OWN_MOBILITY_START..OPP_MOBILITY_START).contains(&own));
                assert!((OPP_MOBILITY_START..EXTRA_ROWS).contains(&opp));
            }
            assert!(head_of(empties) < HEADS);
        }
    }
}
