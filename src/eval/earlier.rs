//! The tables of earlier weights files.
//!
//! Each of their shapes has some or all squares of the one at the same place in today's, in whatever order. So a row of
//! theirs becomes the rows of all contents of the squares that have been added, and the network says what it said
//! before. Nothing else uses them.

use super::network::{EXTRA_ROWS, Row, padded_rows};
use super::patterns::{self, PATTERN_ROWS, SHAPE_COUNT, SHAPES, digit_sums, squares};
use crate::cpu::kernels::memory;

/// What earlier formats of the weights file have instead of `patterns::SHAPES`.
pub(super) struct EarlierTables {
    shapes: [&'static str; SHAPE_COUNT],
    /// How many rows stand for themselves in [`shared_rows`](EarlierTables::shared_rows).
    pub(super) own_rows: usize,
}

/// Up to format 3: fewer squares.
pub(super) const FEWER_SQUARES: EarlierTables = EarlierTables {
    shapes: [
        "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
        "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
        "a2 b2 c2 d2 e2 f2 g2 h2",
        "a3 b3 c3 d3 e3 f3 g3 h3",
        "a4 b4 c4 d4 e4 f4 g4 h4",
        "a1 b2 c3 d4 e5 f6 g7 h8",
        "a2 b3 c4 d5 e6 f7 g8",
        "a3 b4 c5 d6 e7 f8",
        "a4 b5 c6 d7 e8",
        "a5 b6 c7 d8",
        "c1 d1 e1 f1 c2 d2 e2 f2",
        "c2 d2 e2 f2 c3 d3 e3 f3",
        "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
        "c3 d3 e3 c4 d4 e4 c5 d5 e5",
    ],
    own_rows: 160_614,
};

/// Format 4: the same squares in another order.
pub(super) const OTHER_ORDER: EarlierTables = EarlierTables {
    shapes: [
        "a1 b1 c1 a2 b2 c2 a3 b3 c3 d4",
        "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
        "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
        "a2 b2 c2 d2 e2 f2 g2 h2 a1 h1",
        "a3 b3 c3 d3 e3 f3 g3 h3 b2 g2",
        "a4 b4 c4 d4 e4 f4 g4 h4 a5 h5",
        "a1 b2 c3 d4 e5 f6 g7 h8 d5 e4",
        "a2 b3 c4 d5 e6 f7 g8 a1 h8 e4",
        "a3 b4 c5 d6 e7 f8 b5 d7 a4 e8",
        "a4 b5 c6 d7 e8 b6 c7 a5 d8 b7",
        "a5 b6 c7 d8 b5 c6 d7 c5 d6 d5",
        "c1 d1 e1 f1 c2 d2 e2 f2 d3 e3",
        "c2 d2 e2 f2 c3 d3 e3 f3 d4 e4",
        "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
        "c3 d3 e3 c4 d4 e4 c5 d5 e5 b2",
    ],
    own_rows: patterns::OWN_ROWS,
};

impl EarlierTables {
    /// `patterns::shared_rows` of these tables.
    pub(super) fn shared_rows(&self) -> Vec<u32> {
        patterns::shared_rows_of(&self.shapes)
    }

    /// Rows of ply and mobility and of these tables, for each stage, as rows of today's. A stage has
    /// `stage_rows`.
    pub(super) fn as_todays(&self, known: &[Row], stage_rows: usize) -> Vec<Row> {
        let parts = self.parts();
        let mut rows = memory::reserve(padded_rows(known.len() / stage_rows)).unwrap_or_default();
        for stage in known.chunks_exact(stage_rows) {
            let (extra, tables) = stage.split_at(EXTRA_ROWS);
            rows.extend_from_slice(extra);
            rows.extend(parts.iter().map(|part| tables[*part as usize]));
        }
        rows
    }

    /// For each row of today's tables, the row of these whose contents are part of its own.
    fn parts(&self) -> Vec<u32> {
        let mut parts = Vec::with_capacity(PATTERN_ROWS);
        let mut start = 0;
        for (text, earlier) in SHAPES.into_iter().zip(self.shapes) {
            let ((squares, length), (known, known_length)) = (squares(text), squares(earlier));
            // What each digit of an index is worth in the earlier table.
            let values: Vec<u32> = squares[..length]
                .iter()
                .map(|square| {
                    let place = known[..known_length]
                        .iter()
                        .position(|other| other == square);
                    place.map_or(0, |place| 3u32.pow((known_length - 1 - place) as u32))
                })
                .collect();
            parts.extend(digit_sums(&values).iter().map(|sum| start + sum));
            start += 3u32.pow(known_length as u32);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::iter;

    use super::*;
    use crate::eval::network::{ROWS, WIDTH};
    use crate::eval::weights;
    use crate::othello::{Move, Position};

    #[test]
    fn each_earlier_shape_is_part_of_todays() {
        for tables in [FEWER_SQUARES, OTHER_ORDER] {
            for (text, earlier) in SHAPES.iter().zip(tables.shapes) {
                let mut known = earlier.split(' ');
                assert!(known.all(|square| text.split(' ').any(|other| other == square)));
            }
            let shared = tables.shared_rows();
            let own = (0..).zip(&shared).filter(|&(row, &least)| row == least);
            assert_eq!(own.count(), tables.own_rows);
        }
    }

    /// What each square of a shape holds in its row number `index`.
    fn contents(shape: &str, index: u32) -> BTreeMap<&str, u32> {
        let names = shape.split(' ').rev();
        let digits = iter::successors(Some(index), |index| Some(index / 3));
        names.zip(digits.map(|index| index % 3)).collect()
    }

    #[test]
    fn a_row_is_that_of_the_same_contents() {
        for tables in [FEWER_SQUARES, OTHER_ORDER] {
            let parts = tables.parts();
            assert_eq!(parts.len(), PATTERN_ROWS);
            let shapes = SHAPES.into_iter().zip(tables.shapes);
            let mut start = 0;
            for ((shape, earlier), table) in shapes.zip(parts.chunks(3usize.pow(10))) {
                for (index, part) in (0..).zip(table).step_by(101) {
                    let all = contents(shape, index);
                    let known = contents(earlier, part - start);
                    assert!(known.iter().all(|(square, held)| all[square] == *held));
                }
                start += 3u32.pow(earlier.split(' ').count() as u32);
            }
        }
    }

    #[test]
    fn each_stage_has_the_rows_that_it_had() {
        for tables in [FEWER_SQUARES, OTHER_ORDER] {
            let stage_rows = EXTRA_ROWS + tables.shared_rows().len();
            let stages = [1, 2, 3].map(|stage| vec![Row([stage; WIDTH]); stage_rows]);
            let rows = tables.as_todays(&stages.concat(), stage_rows);
            let expected = [1, 2, 3].map(|stage| vec![Row([stage; WIDTH]); ROWS]);
            assert!(rows == expected.concat());
        }
    }

    #[test]
    fn an_earlier_file_says_what_it_said_to_the_program_of_its_time() {
        let network = weights::from_bytes(include_bytes!("weights/page.weights")).unwrap();
        // What `eval` of commit 74bcf87 printed.
        for (moves, expected) in [
            ("", 0.75),
            ("f5d6c3", -2.50),
            (
                "c4e3f2e2f4c5b6g2f6e6f7e7d8b5a6g8d6c6e1a5b4c3b7c7g1d7a4",
                1.44,
            ),
            (
                "e6f4g3g4g5c6c5c4b3h4c7g6g7e7e3e2f3h6f2f1d6f5f6f8g2d2d8",
                7.49,
            ),
            (
                "f5d6c5b4c7f6a3d7e3b7f7f3f4d3b8f8d2b6e2c2c3c1a7a5b2d1g6c4e6h7c8e7g7c6g4h4e1g5g3a6\
                 b3a2a4b5a1a8",
                -12.72,
            ),
        ] {
            let mut position = Position::START;
            for mv in moves.as_bytes().chunks(2) {
                if position.moves().is_empty() {
                    position = position.play(Move::Pass).unwrap();
                }
                let mv = str::from_utf8(mv).unwrap().parse::<Move>().unwrap();
                position = position.play(mv).unwrap();
            }
            let discs = f64::from(network.estimate(&position)) / 256.0;
            assert!((discs - expected).abs() < 0.006, "{moves}: {discs}");
        }
    }
}
