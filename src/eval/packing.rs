//! The rows of a network's tables in few bytes, and back.
//!
//! Of each stage is packed what its rows have more than those of the stage before. Most shapes have
//! squares that matter little ([`MINOR`]): a row is about the mean of those with one of these
//! squares a digit less, so only the difference is written, number by number. How large a row's
//! differences are together is its *class*, which is written first and chooses the frequencies of
//! its numbers; a row of class 0 has none. Rows that one position alone has taught have the same
//! numbers, and often stand near each other: then only how many rows ago they were written is. A
//! row that an earlier one stands for (`patterns::shared_rows`) is not written.
//!
//! Each table is a block of its own, so that several threads can unpack. What stands in a file
//! besides is `weights`' business; how symbols become bits is `rans`'.

use std::sync::Mutex;
use std::thread;

use super::layers::{EXTRA_ROWS, ROW_LIMIT, ROWS, Row, WIDTH};
use super::network::Network;
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

/// The numbers of a row, or differences of them.
type Numbers = [i8; WIDTH];

/// The tables of `network`: the frequencies of all contexts, then each table with its length before
/// it.
pub(super) fn pack(network: &Network) -> Vec<u8> {
    let shared = shared_rows();
    let tables: Vec<Vec<Coded>> = (0..SHAPE_COUNT)
        .map(|table| symbols(network, table, &least_of(&shared, table)))
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

/// Fills the tables of all stages of `rows`, which are [`ROWS`] for each, from what [`pack`] wrote.
///
/// # Errors
/// If `bytes` is anything else; what is in `rows` means nothing then.
pub(super) fn unpack(mut bytes: &[u8], rows: &mut [Row]) -> Result<(), CodeError> {
    let mut contexts = Vec::with_capacity(CONTEXTS);
    for context in 0..CONTEXTS {
        let limit = if context < 2 * CLASSES { CLASSES } else { 256 };
        contexts.push(Remainders::new(&Frequencies::read(&mut bytes, limit)?));
    }
    let mut blocks = Vec::with_capacity(SHAPE_COUNT);
    for _ in 0..SHAPE_COUNT {
        let (length, rest) = bytes.split_first_chunk().ok_or(CodeError::CutOff)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (block, rest) = rest.split_at_checked(length).ok_or(CodeError::CutOff)?;
        blocks.push(block);
        bytes = rest;
    }
    if !bytes.is_empty() {
        return Err(CodeError::Wrong);
    }
    let shared = shared_rows();
    let mut tables: Vec<Vec<&mut [Row]>> = (0..SHAPE_COUNT).map(|_| Vec::new()).collect();
    for stage in rows.chunks_exact_mut(ROWS) {
        for (table, rows) in stage[EXTRA_ROWS..].chunks_exact_mut(TABLE_ROWS).enumerate() {
            tables[table].push(rows);
        }
    }
    let jobs = Mutex::new(tables.into_iter().zip(blocks).enumerate());
    let work = || {
        loop {
            let job = jobs.lock().ok().and_then(|mut jobs| jobs.next());
            let Some((table, (stages, block))) = job else {
                return Ok(());
            };
            unpack_table(table, &least_of(&shared, table), block, &contexts, stages)?;
        }
    };
    thread::scope(|scope| {
        let helpers = thread::available_parallelism().map_or(1, |threads| threads.get()) - 1;
        // Where there is no further thread, this one does all.
        let helpers: Vec<_> = (0..helpers.min(THREADS - 1))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut result = work();
        for helper in helpers {
            result = result.and(helper.join().unwrap_or(Err(CodeError::Wrong)));
        }
        result
    })
}

/// For each row of a table, the row of the same table that stands for it.
fn least_of(shared: &[u32], table: usize) -> Vec<u32> {
    let start = table * TABLE_ROWS;
    let least = &shared[start..][..TABLE_ROWS];
    least.iter().map(|row| row - start as u32).collect()
}

/// What is written of a table.
fn symbols(network: &Network, table: usize, least: &[u32]) -> Vec<Coded> {
    let mut symbols = Vec::new();
    let mut before = vec![[0; WIDTH]; TABLE_ROWS];
    for stage in network.stages() {
        let rows = &stage[EXTRA_ROWS + table * TABLE_ROWS..][..TABLE_ROWS];
        let more: Vec<Numbers> = (0..TABLE_ROWS)
            .map(|row| {
                let least = least[row] as usize;
                added(rows[least].0, before[least], i8::wrapping_sub)
            })
            .collect();
        let mut walk = Walk::new(table);
        let mut recent = Recent::default();
        let mut class_before = 0;
        for (row, numbers) in more.iter().enumerate() {
            if least[row] as usize == row {
                let (predicted, references) = walk.predicted(&more, row);
                let numbers = added(*numbers, predicted, i8::wrapping_sub);
                let class = class_of(&numbers);
                let ago = recent.ago(&numbers).filter(|_| class >= WORTH_REPEATING);
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
                    let numbers = numbers.iter().enumerate();
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
        before = rows.iter().map(|row| row.0).collect();
    }
    symbols
}

/// The rows of a table of all `stages` from its block.
fn unpack_table(
    table: usize,
    least: &[u32],
    block: &[u8],
    contexts: &[Remainders],
    stages: Vec<&mut [Row]>,
) -> Result<(), CodeError> {
    let mut decoder = Decoder::new(block)?;
    let mut more = vec![[0; WIDTH]; TABLE_ROWS];
    let mut before: Option<&[Row]> = None;
    for rows in stages {
        let mut walk = Walk::new(table);
        let mut recent = Recent::default();
        let mut class_before = 0;
        for row in 0..TABLE_ROWS {
            let stands_for_it = least[row] as usize;
            more[row] = if stands_for_it == row {
                let (predicted, references) = walk.predicted(&more, row);
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
                        let symbols = symbols.as_flattened();
                        std::array::from_fn(|column| symbols[column].cast_signed())
                    };
                    recent.push(numbers);
                    added(predicted, numbers, i8::wrapping_add)
                }
            } else {
                more[stands_for_it]
            };
            walk.step();
        }
        for (row, more) in more.iter().enumerate() {
            let before = before.map_or([0; WIDTH], |before| before[row].0);
            let numbers = added(before, *more, i8::wrapping_add);
            rows[row] = Row(numbers.map(|number| number.clamp(-ROW_LIMIT, ROW_LIMIT)));
        }
        before = Some(rows);
    }
    decoder.finish()
}

/// Both rows added, or whatever else `of` does with two numbers.
#[inline(always)]
fn added(one: Numbers, two: Numbers, of: impl Fn(i8, i8) -> i8) -> Numbers {
    std::array::from_fn(|column| of(one[column], two[column]))
}

/// How large these differences are together: the bits of the sum of their sizes.
fn class_of(numbers: &Numbers) -> usize {
    let sizes = numbers
        .iter()
        .map(|number| u32::from(number.unsigned_abs()));
    (u32::BITS - sizes.sum::<u32>().leading_zeros()) as usize
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
            numbers: [[0; WIDTH]; 256],
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
    fn ago(&self, numbers: &Numbers) -> Option<u8> {
        (0..=u8::MAX).find(|&ago| self.numbers(ago) == *numbers)
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
        /// One part of so many, in 1/65536.
        const PART: [i32; MINOR_MAX + 1] = [0, 65536, 32768, 21845, 16384, 13107, 10923];
        let mut sum = [0i32; WIDTH];
        let mut references = 0;
        for &(place, value) in &self.minor {
            if self.digits[place] > 0 {
                for (sum, number) in sum.iter_mut().zip(rows[row - value]) {
                    *sum += i32::from(number);
                }
                references += 1;
            }
        }
        let mean = sum.map(|sum| ((sum * PART[references] + (1 << 15)) >> 16) as i8);
        (mean, references)
    }
}
