//! Rows near wanted ones that take fewer bytes.
//!
//! A row is written as its difference from what rows before it predict, and each number of that
//! costs bits. Here the rows are walked in that order, each is predicted by the *new* rows, and of
//! many possible differences the one is taken for which what it makes worse, and `price` times its
//! bits, are the least together (rate-distortion optimised quantisation, as writers of video do).
//! How much worse a change makes the estimates is the caller's knowledge ([`Wanted`]). A few
//! passes at different prices find the rows for a number of bytes.

use super::{
    CLASSES, CONTEXTS, Numbers, REPEATED, Recent, TABLE_ROWS, WORTH_REPEATING, Walk, class_context,
    class_of, least_of, symbols,
};
use crate::eval::layers::{EXTRA_ROWS, ROW_LIMIT, Row, WIDTH};
use crate::eval::network::Network;
use crate::eval::patterns::{SHAPE_COUNT, shared_rows};
use crate::eval::weights;

/// A row that is wanted, and what another one loses: its differences times `together`, summed and
/// squared, and the square of each times its number in `alone`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// Its numbers, in the unit of [`Row`], not rounded.
    pub numbers: [f32; WIDTH],
    /// The mean slope of the estimate in each number, times the root of how often the row is met.
    pub together: [f32; WIDTH],
    /// What the squared slopes have more than those of the mean.
    pub alone: [f32; WIDTH],
}

/// Logarithms to base two of the least and the highest price of a bit, in squared discs of all
/// samples together.
const PRICES: (f32, f32) = (-16.0, 8.0);

/// Most prices that are tried.
const TRIES: usize = 12;

/// No other price is tried once less than one byte in so many is left over.
const NEAR: usize = 512;

/// Bits that symbols cost.
struct Rates {
    classes: [[f32; CLASSES]; 2 * CLASSES],
    numbers: [[f32; 256]; CLASSES],
    /// The least that the numbers of a class can cost.
    least: [f32; CLASSES],
}

/// `network`, which has one stage, with rows near `wanted`, one for each of the tables, in at most
/// so many `bytes` of a file; `None` if that is too few.
pub fn thinned(network: &Network, wanted: &[Wanted], bytes: usize) -> Option<Network> {
    let shared = shared_rows();
    let least: Vec<Vec<u32>> = (0..SHAPE_COUNT)
        .map(|table| least_of(&shared, table))
        .collect();
    let mut rates = Rates::of(network, &least);
    cheapest(bytes, |price| {
        let trial = at_price(network, wanted, &least, &rates, price.exp2());
        // What symbols cost depends on the rows, and those on what symbols cost.
        rates = Rates::of(&trial, &least);
        let length = weights::to_bytes(&trial).len();
        log::info!("2^{price} for a bit: {length} bytes");
        (trial, length)
    })
}

/// Of what `trial` gives at prices, with its length, what has at most so many bytes at the lowest
/// price.
fn cheapest<T>(bytes: usize, mut trial: impl FnMut(f32) -> (T, usize)) -> Option<T> {
    let (mut low, mut high) = PRICES;
    let (shortest, length) = trial(high);
    let mut best = (length <= bytes).then_some(shortest)?;
    for _ in 0..TRIES {
        let price = f32::midpoint(low, high);
        let (other, length) = trial(price);
        if length > bytes {
            low = price;
            continue;
        }
        best = other;
        if length > bytes - bytes / NEAR {
            break;
        }
        high = price;
    }
    Some(best)
}

/// The network with the rows that are best at a price of a bit.
fn at_price(
    network: &Network,
    wanted: &[Wanted],
    least: &[Vec<u32>],
    rates: &Rates,
    price: f32,
) -> Network {
    let mut rows: Vec<Row> = network.stages().flatten().copied().collect();
    let tables = rows[EXTRA_ROWS..].chunks_exact_mut(TABLE_ROWS);
    let wanted = wanted.chunks_exact(TABLE_ROWS);
    std::thread::scope(|scope| {
        for (table, (rows, wanted)) in tables.zip(wanted).enumerate() {
            let least = &least[table];
            scope.spawn(move || thin_table(table, rows, wanted, least, rates, price));
        }
    });
    let description = network.description().to_owned();
    Network::new(rows, Box::new(network.heads().clone()), description)
}

fn thin_table(
    table: usize,
    rows: &mut [Row],
    wanted: &[Wanted],
    least: &[u32],
    rates: &Rates,
    price: f32,
) {
    let mut new = vec![Numbers::ZERO; TABLE_ROWS];
    let mut walk = Walk::new(table);
    let mut recent = Recent::default();
    let mut class_before = 0;
    for row in 0..TABLE_ROWS {
        let stands_for_it = least[row] as usize;
        new[row] = if stands_for_it == row {
            let (predicted, references) = walk.predicted(&new, row);
            let choice = Choice {
                away: Away::of(&wanted[row], predicted),
                classes: &rates.classes[class_context(class_before, references)],
                rates,
                price,
            };
            let (difference, class) = choice.best(&recent);
            if class > 0 {
                recent.push(difference);
            }
            class_before = class;
            predicted.plus(difference)
        } else {
            new[stands_for_it]
        };
        rows[row] = new[row].limited_row();
        walk.step();
    }
}

/// How far a wanted row is from what is predicted.
struct Away<'a> {
    wanted: &'a Wanted,
    numbers: [f32; WIDTH],
    /// The least and the most that each number may differ from what is predicted.
    limits: [(i32, i32); WIDTH],
}

impl Away<'_> {
    fn of(wanted: &Wanted, predicted: Numbers) -> Away<'_> {
        const LIMIT: i32 = ROW_LIMIT as i32;
        let predicted = signed(predicted).map(i32::from);
        let within = |number: f32| number.clamp(-LIMIT as f32, LIMIT as f32);
        Away {
            wanted,
            numbers: std::array::from_fn(|i| within(wanted.numbers[i]) - predicted[i] as f32),
            limits: predicted.map(|number| (-LIMIT - number, LIMIT - number)),
        }
    }

    /// What a difference loses.
    fn loss(&self, difference: &[i8; WIDTH]) -> f32 {
        let (mut sum, mut alone) = (0.0f32, 0.0f32);
        for (i, &number) in difference.iter().enumerate() {
            let off = f32::from(number) - self.numbers[i];
            sum += off * self.wanted.together[i];
            alone += off * off * self.wanted.alone[i];
        }
        sum * sum + alone
    }
}

/// The choice of a row's difference.
struct Choice<'a> {
    away: Away<'a>,
    /// Bits of each class here.
    classes: &'a [f32; CLASSES],
    rates: &'a Rates,
    price: f32,
}

impl Choice<'_> {
    /// The best difference, and the class that is written for it.
    fn best(&self, recent: &Recent) -> (Numbers, usize) {
        let zero = [0; WIDTH];
        let mut best = (zero, 0);
        let mut least = self.away.loss(&zero) + self.price * self.classes[0];
        let nearest = self.nearest();
        let largest = class_of(numbers_of(nearest));
        for class in 1..=largest {
            if least <= self.price * (self.classes[class] + self.rates.least[class]) {
                continue;
            }
            for start in [zero, nearest] {
                let difference = self.descended(start, class);
                let class = class_of(numbers_of(difference));
                let cost = self.away.loss(&difference) + self.price * self.bits(&difference, class);
                if cost < least {
                    (best, least) = ((difference, class), cost);
                }
            }
        }
        let repeated = self.classes[REPEATED];
        if least > self.price * (repeated + self.rates.least[REPEATED]) {
            for ago in 0..=u8::MAX {
                let numbers = recent.numbers(ago);
                let difference = signed(numbers);
                let bits = repeated + self.rates.numbers[REPEATED][usize::from(ago)];
                let cost = self.away.loss(&difference) + self.price * bits;
                if cost < least
                    && class_of(numbers) >= WORTH_REPEATING
                    && self.is_within_limits(&difference)
                {
                    (best, least) = ((difference, REPEATED), cost);
                }
            }
        }
        (numbers_of(best.0), best.1)
    }

    fn nearest(&self) -> [i8; WIDTH] {
        self.away.numbers.map(|number| number.round() as i8)
    }

    fn is_within_limits(&self, difference: &[i8; WIDTH]) -> bool {
        let limits = difference.iter().zip(self.away.limits);
        limits
            .into_iter()
            .all(|(&number, (low, high))| (low..=high).contains(&number.into()))
    }

    fn bits(&self, difference: &[i8; WIDTH], class: usize) -> f32 {
        let of_numbers = &self.rates.numbers[class];
        let numbers = difference
            .iter()
            .map(|&number| of_numbers[usize::from(number.cast_unsigned())]);
        self.classes[class] + if class > 0 { numbers.sum() } else { 0.0 }
    }

    /// Number by number the best, the others being what they are, with what numbers of a class
    /// cost.
    fn descended(&self, mut difference: [i8; WIDTH], class: usize) -> [i8; WIDTH] {
        const ROUNDS: usize = 3;
        let Away {
            wanted,
            numbers,
            limits,
        } = &self.away;
        let bits = &self.rates.numbers[class];
        let off = |number: i8, i: usize| f32::from(number) - numbers[i];
        let mut sum: f32 = (0..WIDTH)
            .map(|i| off(difference[i], i) * wanted.together[i])
            .sum();
        for _ in 0..ROUNDS {
            let before = difference;
            for i in 0..WIDTH {
                let (together, alone) = (wanted.together[i], wanted.alone[i]);
                let rest = sum - off(difference[i], i) * together;
                let curvature = together * together + alone;
                let exact = if curvature > 0.0 {
                    numbers[i] - rest * together / curvature
                } else {
                    0.0
                };
                let (low, high) = limits[i];
                let from = (exact.floor().min(0.0) as i32).clamp(low, high);
                let to = (exact.ceil().max(0.0) as i32).clamp(low, high);
                let cost = |number: i8| {
                    let off = off(number, i);
                    let together = rest + off * together;
                    together * together
                        + off * off * alone
                        + self.price * bits[usize::from(number.cast_unsigned())]
                };
                let (mut best, mut least) = (difference[i], f32::INFINITY);
                for number in from..=to {
                    let cost = cost(number as i8);
                    if cost < least {
                        (best, least) = (number as i8, cost);
                    }
                }
                difference[i] = best;
                sum = rest + off(best, i) * together;
            }
            if difference == before {
                break;
            }
        }
        difference
    }
}

fn signed(numbers: Numbers) -> [i8; WIDTH] {
    numbers.0
}

fn numbers_of(difference: [i8; WIDTH]) -> Numbers {
    Numbers::of(&Row(difference))
}

impl Rates {
    /// Those in the file of `network`.
    fn of(network: &Network, least: &[Vec<u32>]) -> Rates {
        let stages: Vec<&[Row]> = network.stages().collect();
        let mut counts = [[0u64; 256]; CONTEXTS];
        for (table, least) in least.iter().enumerate() {
            for coded in symbols(&stages, table, least) {
                counts[usize::from(coded.context)][usize::from(coded.symbol)] += 1;
            }
        }
        let bits = |counts: &[u64; 256], symbols: usize| {
            // Symbols that do not come yet are possible.
            const UNSEEN: f32 = 0.1;
            let whole = counts.iter().sum::<u64>() as f32 + UNSEEN * symbols as f32;
            counts.map(|count| (whole / (count as f32 + UNSEEN)).log2().min(16.0))
        };
        let classes = std::array::from_fn(|context| {
            let bits = bits(&counts[context], CLASSES);
            std::array::from_fn(|class| bits[class])
        });
        let numbers: [[f32; 256]; CLASSES] =
            std::array::from_fn(|class| bits(&counts[2 * CLASSES + class], 256));
        let least = |class: usize| {
            let one = numbers[class].iter().copied().fold(f32::INFINITY, f32::min);
            if class == REPEATED {
                one
            } else {
                one * WIDTH as f32
            }
        };
        Rates {
            classes,
            least: std::array::from_fn(least),
            numbers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::layers::{HEADS, Head, ROWS};
    use rand::prelude::*;

    const NOTHING: Wanted = Wanted {
        numbers: [0.0; WIDTH],
        together: [0.0; WIDTH],
        alone: [0.0; WIDTH],
    };

    /// Small numbers and low classes are cheap, so is a repetition, and class 0 before all.
    fn rates() -> Rates {
        let size = |number: u8| f32::from(number.cast_signed().unsigned_abs());
        let numbers = std::array::from_fn(|class| match class {
            REPEATED => [8.0; 256],
            _ => std::array::from_fn(|number| 0.5 + 2.0 * (1.0 + size(number as u8)).log2()),
        });
        let classes = std::array::from_fn(|class| 0.5 + class as f32 / 2.0);
        Rates {
            classes: [classes; 2 * CLASSES],
            numbers,
            least: std::array::from_fn(|class| match class {
                REPEATED => 8.0,
                _ => 0.5 * WIDTH as f32,
            }),
        }
    }

    #[test]
    fn bits_are_those_that_a_file_takes() {
        let network = weights::from_bytes(include_bytes!("../weights/page.weights")).unwrap();
        let shared = shared_rows();
        let least: Vec<Vec<u32>> = (0..SHAPE_COUNT)
            .map(|table| least_of(&shared, table))
            .collect();
        let rates = Rates::of(&network, &least);
        let stages: Vec<&[Row]> = network.stages().collect();
        let mut bits = 0.0;
        for (table, least) in least.iter().enumerate() {
            for coded in symbols(&stages, table, least) {
                let (context, symbol) = (usize::from(coded.context), usize::from(coded.symbol));
                bits += f64::from(match context.checked_sub(2 * CLASSES) {
                    None => rates.classes[context][symbol],
                    Some(class) => rates.numbers[class][symbol],
                });
            }
        }
        let packed = super::super::pack(&stages).len() as f64;
        assert!((bits / 8.0 / packed - 1.0).abs() < 0.01, "{bits} {packed}");
    }

    #[test]
    fn rows_that_matter_are_kept_and_predict_those_that_do_not() {
        // A table with a1 and h1 as minor squares.
        const TABLE: usize = 3;
        let mut random = StdRng::seed_from_u64(5);
        let mut wanted = vec![NOTHING; TABLE_ROWS];
        let row = |numbers, alone| Wanted {
            numbers,
            alone: [alone; WIDTH],
            ..NOTHING
        };
        let places = Walk::new(TABLE).minor;
        let values: Vec<usize> = places.into_iter().map(|(_, value)| value).collect();
        // Contents without a disc on a minor square that stand for themselves.
        let least = least_of(&shared_rows(), TABLE);
        let free = |row: usize| values.iter().all(|value| (row / value).is_multiple_of(3));
        let alone: Vec<usize> = (1..TABLE_ROWS)
            .filter(|&row| free(row) && least[row] as usize == row)
            .collect();
        let (kept, dropped) = (alone[20], alone[30]);
        let numbers: [i8; WIDTH] = std::array::from_fn(|_| random.random_range(-63..=63));
        wanted[kept] = row(numbers.map(|number| f32::from(number) + 0.3), 1000.0);
        wanted[dropped] = row([9.0; WIDTH], 0.0001);
        let mut rows = vec![Row([0; WIDTH]); TABLE_ROWS];
        thin_table(TABLE, &mut rows, &wanted, &least, &rates(), 1.0);
        assert_eq!(rows[kept], Row(numbers));
        assert_eq!(rows[dropped], Row([0; WIDTH]));
        let predicted = kept + values[0];
        assert_eq!(rows[predicted], Row(numbers));
        assert!(
            least
                .iter()
                .zip(&rows)
                .all(|(&least, row)| rows[least as usize] == *row)
        );
    }

    #[test]
    fn a_choice_costs_no_more_than_all_or_nothing() {
        let rates = rates();
        let mut random = StdRng::seed_from_u64(6);
        let mut between = 0;
        for _ in 0..2_000 {
            let large = random.random_range(0.5..20.0);
            let mut draw = |limit: f32| std::array::from_fn(|_| random.random_range(0.0..limit));
            let wanted = Wanted {
                numbers: draw(large).map(|number: f32| number - large / 3.0),
                together: draw(2.0),
                alone: draw(1.0),
            };
            let choice = |price| Choice {
                away: Away::of(&wanted, Numbers::ZERO),
                classes: &rates.classes[0],
                rates: &rates,
                price,
            };
            let one = choice(1.0);
            let cost = |difference: &[i8; WIDTH]| {
                let class = class_of(numbers_of(*difference));
                one.away.loss(difference) + one.bits(difference, class)
            };
            let mut recent = Recent::default();
            let (best, class) = one.best(&recent);
            assert_eq!(class, class_of(best));
            let (zero, nearest) = ([0; WIDTH], one.nearest());
            let least = cost(&zero).min(cost(&nearest));
            assert!(cost(&signed(best)) <= least);
            between += usize::from(cost(&signed(best)) < least);
            assert!(choice(1e9).best(&recent).0 == Numbers::ZERO);

            // What was written lately is cheap, where it is worth the name.
            recent.push(best);
            let (again, class_again) = one.best(&recent);
            if class >= WORTH_REPEATING && one.bits(&signed(best), class) > 16.0 {
                assert!(class_again == REPEATED && again == best);
            }
        }
        assert!(between > 1_000, "{between}");
    }

    #[test]
    fn numbers_stay_within_what_a_row_can_hold() {
        let rates = rates();
        let wanted = Wanted {
            numbers: [90.0; WIDTH],
            together: [0.0; WIDTH],
            alone: [100.0; WIDTH],
        };
        for predicted in [-63, 0, 63] {
            let predicted = numbers_of([predicted; WIDTH]);
            let choice = Choice {
                away: Away::of(&wanted, predicted),
                classes: &rates.classes[0],
                rates: &rates,
                price: 0.01,
            };
            let (difference, _) = choice.best(&Recent::default());
            assert_eq!(signed(predicted.plus(difference)), [63; WIDTH]);
        }
    }

    #[test]
    fn of_many_prices_the_lowest_is_found_that_suits() {
        let mut tried = 0;
        let mut found = |bytes| {
            tried = 0;
            let found = cheapest(bytes, |price| {
                tried += 1;
                (price, (1_000_000.0 - 10_000.0 * price) as usize)
            });
            (found, tried)
        };
        let (price, tried) = found(1_020_000);
        assert!((-2.0..-1.8).contains(&price.unwrap()), "{price:?}");
        assert!(tried < TRIES);
        assert_eq!(found(2_000_000).1, TRIES + 1);
        assert_eq!(found(919_999), (None, 1));
    }

    #[test]
    fn too_few_bytes_are_refused() {
        let heads = Box::new([const { Head::ZERO }; HEADS]);
        let zero = Network::new(vec![Row([0; WIDTH]); ROWS], heads, String::new());
        let wanted = vec![NOTHING; TABLE_ROWS * SHAPE_COUNT];
        let length = weights::to_bytes(&zero).len();
        let thinned = |bytes| thinned(&zero, &wanted, bytes).map(|one| weights::to_bytes(&one));
        assert_eq!(thinned(length), Some(weights::to_bytes(&zero)));
        assert_eq!(thinned(length - 1), None);
    }
}
