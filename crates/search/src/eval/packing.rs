//! The rows of a network's tables in few bytes, and back.
//!
//! Stages are packed one after the other, the first of them whole, and of each other what its
//! rows have more than those of the stage before it. Most shapes have squares that matter little
//! ([`MINOR`]): a row is about the mean of those with one of these squares a digit less, so only
//! the difference is written, number by number. How large a row's differences are together is its
//! *class*, which is written first and chooses the frequencies of its numbers; a row of class 0
//! has none. Rows that one position alone has taught have the same numbers, and often stand near
//! each other: then only how many rows ago they were written is. A row that an earlier one stands
//! for (`patterns::shared_rows`) is not written.
//!
//! Each table is a block of its own, so that several threads can unpack a stage. What stands in a
//! file besides is `weights`' business; how symbols become bits is `rans`'.

pub mod thinning;

use std::array::from_fn;
use std::sync::Mutex;
use std::thread;

use super::layers::{EXTRA_ROWS, ROW_LIMIT, Row, WIDTH};
use super::patterns::{PATTERN_ROWS, SHAPE_COUNT, SHAPES, shared_rows};
use super::rans::{CodeError, Coded, Decoder, Frequencies, Remainders, STATES, encode};

/// Squares of an index: all shapes have ten.
const PLACES: usize = 10;

/// Rows of a table.
const TABLE_ROWS: usize = PATTERN_ROWS / SHAPE_COUNT;

const _: () = assert!(TABLE_ROWS == 3usize.pow(PLACES as u32));

/// The squares of each shape that change what its rows say by little. Others would do, in more
/// bytes.
const MINOR: [&[&str]; SHAPE_COUNT] = [
    &["d4"],
    &[],
    &[],
    &["a1", "h1"],
    &["b2", "g2"],
    &["a5", "h5"],
    &["d5", "e4"],
    &["a1", "h8", "e4"],
    &["b5", "d7", "a4", "e8"],
    &["b6", "c7", "a5", "d8", "b7"],
    &["b5", "c6", "d7", "c5", "d6", "d5"],
    &["d3", "e3"],
    &["d4", "e4"],
    &[],
    &["b2"],
];

/// Most minor squares of a shape.
const MINOR_MAX: usize = 6;

/// The class of a row whose differences are those of a row before; one more than that of [`WIDTH`]
/// differences of -128.
const REPEATED: usize = 13;

/// The least class for which a repetition is written in fewer bytes than the numbers.
const WORTH_REPEATING: usize = 3;

const CLASSES: usize = REPEATED + 1;

/// Contexts: for the class of a row, one for each class of the row that was written before, without
/// and with rows that it is predicted by; then one for the numbers of each class, the last for how
/// many rows ago they were written.
const CONTEXTS: usize = 3 * CLASSES;

/// Threads that unpack; more have little to win.
const THREADS: usize = 8;

/// The numbers of a row, or differences of them: a vector, with which all columns are reckoned at
/// once.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(16))]
struct Numbers([i8; WIDTH]);

/// The tables of these `stages` in this order: the frequencies of all contexts, then each table
/// with its length before it.
pub(super) fn pack(stages: &[&[Row]]) -> Vec<u8> {
    let shared = shared_rows();
    let tables: Vec<Vec<Coded>> = (0..SHAPE_COUNT)
        .map(|table| symbols(stages, table, &least_of(&shared, table)))
        .collect();
    let mut counts = [[0; 256]; CONTEXTS];
    for coded in tables.iter().flatten() {
        counts[usize::from(coded.context)][usize::from(coded.symbol)] += 1;
    }
    let contexts: Vec<Frequencies> = counts.iter().map(Frequencies::of).collect();
    let mut bytes = Vec::new();
    for context in &contexts {
        context.write(&mut bytes);
    }
    for table in tables {
        let block = encode(&table, &contexts);
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(block);
    }
    bytes
}

/// What [`pack`] wrote, from which one stage after the other is unpacked.
pub(super) struct Packed<'a> {
    contexts: Vec<Remainders>,
    /// Of each table.
    decoders: Vec<Decoder<'a>>,
    /// Of each table as [`least_of`] gives them.
    least: Vec<Vec<u32>>,
}

impl<'a> Packed<'a> {
    /// With nothing unpacked yet.
    ///
    /// # Errors
    /// If `bytes` does not even begin as what [`pack`] writes.
    pub(super) fn new(mut bytes: &'a [u8]) -> Result<Packed<'a>, CodeError> {
        let mut contexts = Vec::with_capacity(CONTEXTS);
        for context in 0..CONTEXTS {
            let limit = if context < 2 * CLASSES { CLASSES } else { 256 };
            contexts.push(Remainders::new(&Frequencies::read(&mut bytes, limit)?));
        }
        let mut decoders = Vec::with_capacity(SHAPE_COUNT);
        for _ in 0..SHAPE_COUNT {
            let (length, rest) = bytes.split_first_chunk().ok_or(CodeError::CutOff)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (block, rest) = rest.split_at_checked(length).ok_or(CodeError::CutOff)?;
            decoders.push(Decoder::new(block)?);
            bytes = rest;
        }
        if !bytes.is_empty() {
            return Err(CodeError::Wrong);
        }
        let shared = shared_rows();
        let least = (0..SHAPE_COUNT).map(|table| least_of(&shared, table));
        Ok(Packed {
            contexts,
            decoders,
            least: least.collect(),
        })
    }

    /// Fills the tables of the next stage in `rows`, which are all of a stage; `before` are those
    /// of the stage unpacked before. Of wrong bytes they mean nothing, which
    /// [`finish`](Packed::finish) tells.
    pub(super) fn unpack_stage(&mut self, before: Option<&[Row]>, rows: &mut [Row]) {
        let contexts = &self.contexts;
        let tables = rows[EXTRA_ROWS..].chunks_exact_mut(TABLE_ROWS);
        let tables = tables.zip(&mut self.decoders).zip(&self.least);
        let jobs = Mutex::new(tables.enumerate());
        let work = || {
            let mut more = vec![Numbers::ZERO; TABLE_ROWS];
            loop {
                let job = jobs.lock().ok().and_then(|mut jobs| jobs.next());
                let Some((table, ((rows, decoder), least))) = job else {
                    return;
                };
                unpack_table(table, least, decoder, contexts, &mut more);
                let before = before.map(|before| &before[EXTRA_ROWS + table * TABLE_ROWS..]);
                add(&more, before, rows);
            }
        };
        thread::scope(|scope| {
            let helpers = thread::available_parallelism().map_or(1, |threads| threads.get()) - 1;
            // Where there is no further thread, this one does all.
            for _ in 0..helpers.min(THREADS - 1) {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }

    /// Whether all was as the writer wrote it, once the last stage is unpacked.
    ///
    /// # Errors
    /// If it was not.
    pub(super) fn finish(self) -> Result<(), CodeError> {
        self.decoders.into_iter().try_for_each(Decoder::finish)
    }
}

/// For each row of a table, the row of the same table that stands for it.
fn least_of(shared: &[u32], table: usize) -> Vec<u32> {
    let start = table * TABLE_ROWS;
    let least = &shared[start..][..TABLE_ROWS];
    least.iter().map(|row| row - start as u32).collect()
}

/// What is written of a table.
fn symbols(stages: &[&[Row]], table: usize, least: &[u32]) -> Vec<Coded> {
    let mut symbols = Vec::new();
    let mut before = vec![Numbers::ZERO; TABLE_ROWS];
    for stage in stages {
        let rows = &stage[EXTRA_ROWS + table * TABLE_ROWS..][..TABLE_ROWS];
        let more: Vec<Numbers> = (0..TABLE_ROWS)
            .map(|row| {
                let least = least[row] as usize;
                Numbers::of(&rows[least]).minus(before[least])
            })
            .collect();
        let mut walk = Walk::new(table);
        let mut recent = Recent::default();
        let mut class_before = 0;
        for (row, numbers) in more.iter().enumerate() {
            if least[row] as usize == row {
                let (predicted, references) = walk.predicted(&more, row);
                let numbers = numbers.minus(predicted);
                let class = class_of(numbers);
                let ago = recent.ago(numbers).filter(|_| class >= WORTH_REPEATING);
                let class = if ago.is_some() { REPEATED } else { class };
                let coded = |state: usize, context: usize, symbol| Coded {
                    state: state as u8,
                    context: context as u8,
                    symbol,
                };
                symbols.push(coded(
                    0,
                    class_context(class_before, references),
                    class as u8,
                ));
                let context = 2 * CLASSES + class;
                if let Some(ago) = ago {
                    symbols.push(coded(0, context, ago));
                } else if class > 0 {
                    let numbers = numbers.0.into_iter().enumerate();
                    symbols.extend(numbers.map(|(column, number)| {
                        coded(column % STATES, context, number.cast_unsigned())
                    }));
                }
                if class > 0 {
                    recent.push(numbers);
                }
                class_before = class;
            }
            walk.step();
        }
        before = rows.iter().map(Numbers::of).collect();
    }
    symbols
}

/// What the rows of a table of the next stage have `more` than those of the stage before it.
fn unpack_table(
    table: usize,
    least: &[u32],
    decoder: &mut Decoder<'_>,
    contexts: &[Remainders],
    more: &mut [Numbers],
) {
    let mut walk = Walk::new(table);
    let mut recent = Recent::default();
    let mut class_before = 0;
    for row in 0..TABLE_ROWS {
        let stands_for_it = least[row] as usize;
        more[row] = if stands_for_it == row {
            let (predicted, references) = walk.predicted(more, row);
            let context = &contexts[class_context(class_before, references)];
            class_before = usize::from(decoder.symbol(context));
            if class_before == 0 {
                predicted
            } else {
                let context = &contexts[2 * CLASSES + class_before];
                let numbers = if class_before == REPEATED {
                    recent.numbers(decoder.symbol(context))
                } else {
                    let symbols = decoder.symbols::<{ WIDTH / STATES }>(context);
                    Numbers(bytemuck::cast(symbols))
                };
                recent.push(numbers);
                predicted.plus(numbers)
            }
        } else {
            more[stands_for_it]
        };
        walk.step();
    }
}

/// Fills the `rows` of a table with those of the stage before it, if there is one, and what they
/// have `more`.
fn add(more: &[Numbers], before: Option<&[Row]>, rows: &mut [Row]) {
    match before {
        Some(before) => {
            for ((row, before), more) in rows.iter_mut().zip(before).zip(more) {
                *row = Numbers::of(before).plus(*more).limited_row();
            }
        }
        None => {
            for (row, more) in rows.iter_mut().zip(more) {
                *row = more.limited_row();
            }
        }
    }
}

impl Numbers {
    const ZERO: Numbers = Numbers([0; WIDTH]);

    #[inline(always)]
    fn of(row: &Row) -> Numbers {
        Numbers(row.0)
    }

    /// Both numbers of each column added, without what does not fit.
    #[inline(always)]
    fn plus(self, other: Numbers) -> Numbers {
        Numbers(from_fn(|column| {
            self.0[column].wrapping_add(other.0[column])
        }))
    }

    /// The other number of each column taken away, without what does not fit.
    fn minus(self, other: Numbers) -> Numbers {
        Numbers(from_fn(|column| {
            self.0[column].wrapping_sub(other.0[column])
        }))
    }

    /// As a row, each number brought within [`ROW_LIMIT`].
    #[inline(always)]
    fn limited_row(self) -> Row {
        Row(self.0.map(|number| number.clamp(-ROW_LIMIT, ROW_LIMIT)))
    }
}

/// How large these differences are together: the bits of the sum of their sizes.
fn class_of(numbers: Numbers) -> usize {
    let sizes = numbers.0.map(|number| u32::from(number.unsigned_abs()));
    (u32::BITS - sizes.iter().sum::<u32>().leading_zeros()) as usize
}

/// The context of a row's class.
fn class_context(class_before: usize, references: usize) -> usize {
    class_before + if references > 0 { CLASSES } else { 0 }
}

/// The numbers that were written last.
struct Recent {
    numbers: [Numbers; 256],
    next: u8,
}

impl Default for Recent {
    fn default() -> Recent {
        Recent {
            numbers: [Numbers::ZERO; 256],
            next: 0,
        }
    }
}

impl Recent {
    fn push(&mut self, numbers: Numbers) {
        self.numbers[usize::from(self.next)] = numbers;
        self.next = self.next.wrapping_add(1);
    }

    /// How many others have been written since these numbers were, if that can be told.
    fn ago(&self, numbers: Numbers) -> Option<u8> {
        (0..=u8::MAX).find(|&ago| self.numbers(ago) == numbers)
    }

    /// The numbers since which so many others have been written.
    fn numbers(&self, ago: u8) -> Numbers {
        self.numbers[usize::from(self.next.wrapping_sub(1).wrapping_sub(ago))]
    }
}

/// A walk through the rows of a table in their order.
struct Walk {
    /// The digits of the row, the least significant first.
    digits: [u8; PLACES],
    /// Which of them are minor squares, and what a digit is worth there.
    minor: Vec<(usize, usize)>,
}

impl Walk {
    /// At the first row.
    fn new(table: usize) -> Walk {
        let place_of = |square: &str| {
            let place = SHAPES[table]
                .split(' ')
                .rev()
                .position(|other| other == square);
            place.expect("a minor square is one of its shape's")
        };
        let minor = MINOR[table].iter().map(|square| place_of(square));
        Walk {
            digits: [0; PLACES],
            minor: minor
                .map(|place| (place, 3usize.pow(place as u32)))
                .collect(),
        }
    }

    /// To the next row.
    #[inline]
    fn step(&mut self) {
        for digit in &mut self.digits {
            if *digit < 2 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
    }

    /// The mean of the rows that have a digit less in one of the minor squares, rounded, and how
    /// many these are.
    #[inline(always)]
    fn predicted(&self, rows: &[Numbers], row: usize) -> (Numbers, usize) {
        let mut sum = Sum::default();
        let mut last = Numbers::ZERO;
        let mut references = 0;
        for &(place, value) in &self.minor {
            if self.digits[place] > 0 {
                last = rows[row - value];
                sum.add(last);
                references += 1;
            }
        }
        match references {
            0 | 1 => (last, references),
            _ => (sum.mean(references), references),
        }
    }
}

/// The sum of at most [`MINOR_MAX`] rows.
#[derive(Default)]
struct Sum([i16; WIDTH]);

impl Sum {
    #[inline(always)]
    fn add(&mut self, numbers: Numbers) {
        for (sum, number) in self.0.iter_mut().zip(numbers.0) {
            *sum += i16::from(number);
        }
    }

    /// The sum divided by the number of its rows, rounded.
    #[inline(always)]
    fn mean(&self, rows: usize) -> Numbers {
        /// One part of so many, in 1/65536.
        const PART: [i32; MINOR_MAX + 1] = [0, 65536, 32768, 21845, 16384, 13107, 10923];
        let part = PART[rows];
        Numbers(
            self.0
                .map(|sum| ((i32::from(sum) * part + (1 << 15)) >> 16) as i8),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;

    fn numbers_of(numbers: [i8; WIDTH]) -> Numbers {
        Numbers::of(&Row(numbers))
    }

    #[test]
    fn words_are_added_number_by_number() {
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..10_000 {
            let (one, two): ([i8; WIDTH], [i8; WIDTH]) = random.random();
            let each =
                |of: fn(i8, i8) -> i8| std::array::from_fn(|column| of(one[column], two[column]));
            assert!(numbers_of(one).plus(numbers_of(two)) == numbers_of(each(i8::wrapping_add)));
            assert!(numbers_of(one).minus(numbers_of(two)) == numbers_of(each(i8::wrapping_sub)));
            let limited = one.map(|number| number.clamp(-ROW_LIMIT, ROW_LIMIT));
            assert_eq!(numbers_of(one).limited_row(), Row(limited));
        }
        let extremes = [
            -128, -65, -64, -63, -1, 0, 1, 62, 63, 64, 65, 126, 127, 2, 3, 4,
        ];
        let limited = [
            -63, -63, -63, -63, -1, 0, 1, 62, 63, 63, 63, 63, 63, 2, 3, 4,
        ];
        assert_eq!(numbers_of(extremes).limited_row(), Row(limited));
    }

    #[test]
    fn a_mean_of_rows_is_rounded_in_every_column() {
        let mut random = StdRng::seed_from_u64(4);
        for _ in 0..10_000 {
            let count = random.random_range(2..=MINOR_MAX);
            let extreme = random.random_bool(0.1);
            let rows: Vec<[i8; WIDTH]> = (0..count)
                .map(|_| random.random::<[i8; WIDTH]>())
                .map(|row| row.map(|number| if extreme { (number >> 7) ^ 127 } else { number }))
                .collect();
            let mut sum = Sum::default();
            for row in &rows {
                sum.add(numbers_of(*row));
            }
            let mean = sum.mean(count).0;
            for (column, mean) in mean.into_iter().enumerate() {
                let sum: i32 = rows.iter().map(|row| i32::from(row[column])).sum();
                let exact = f64::from(sum) / count as f64;
                assert!((f64::from(mean) - exact).abs() <= 0.51, "{mean} of {exact}");
            }
        }
    }
}
