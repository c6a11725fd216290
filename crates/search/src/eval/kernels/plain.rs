//! Kernels for any processor, in safe code.

use crate::eval::layers::{EXTRA_ROWS, FIRST_ONE, Head, ROW_ONE, Row, SKIP_LIMIT, Sum, WIDTH};
use crate::eval::patterns::{INSTANCES, LANES, TABLE_START};

/// The sum of the rows that a side's pattern indices name and of the `extra` ones.
///
/// `rows` must be as long as `Network` makes it.
pub fn sum_rows(rows: &[Row], lanes: &[u16; LANES], extra: [usize; 3]) -> Sum {
    let mut sum = Sum([0; WIDTH]);
    let mut add = |row: usize| {
        for (total, &number) in sum.0.iter_mut().zip(&rows[row].0) {
            *total += i16::from(number);
        }
    };
    for lane in 0..INSTANCES {
        add(EXTRA_ROWS + TABLE_START[lane] + usize::from(lanes[lane]));
    }
    extra.into_iter().for_each(add);
    sum
}

/// The output layer on a sum of rows, in 1/`OUTPUT_ONE`.
pub fn output(head: &Head, sum: &Sum) -> i32 {
    let clipped = sum.0.map(|number| i32::from(number).clamp(0, ROW_ONE));
    let mut hidden = head.first_bias;
    for (pair, weights) in head.first.iter().enumerate() {
        for (unit, [even, odd]) in weights.iter().enumerate() {
            hidden[unit] += clipped[2 * pair] * i32::from(*even);
            hidden[unit] += clipped[2 * pair + 1] * i32::from(*odd);
        }
    }
    let mut output = head.bias;
    for (unit, weight) in hidden.iter().zip(&head.second) {
        let active = unit.clamp(&0, &(ROW_ONE * FIRST_ONE)) / ROW_ONE;
        output += active * weight;
    }
    for (&number, &weight) in sum.0.iter().zip(&head.skip) {
        output += i32::from(number.clamp(-SKIP_LIMIT, SKIP_LIMIT)) * i32::from(weight);
    }
    output
}
