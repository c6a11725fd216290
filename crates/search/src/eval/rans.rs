//! An entropy coder: symbols as the fractions of bits that their frequencies are worth.
//!
//! It is rANS ("range variant of asymmetric numeral systems", Jarek Duda 2013). Each symbol stands
//! in a *context*, whose frequencies are known to both sides. Four states take turns, as the caller
//! says, so that a processor can work on one while it waits for another. A block begins with the
//! states, and ends when all of them are back where the writer began; that the bytes are whole is
//! somebody else's business. What symbols and contexts mean, it does not know.

/// States that take turns.
pub(super) const STATES: usize = 4;

const FREQUENCY_BITS: u32 = 12;

/// What the frequencies of a context add up to.
const WHOLE: usize = 1 << FREQUENCY_BITS;

/// Words that a group of symbols takes at most.
const AHEAD: usize = 16;

/// No state is below this between two symbols.
const LEAST_STATE: u32 = 1 << 16;

/// Why bytes are no block, or no frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeError {
    /// There are too few of them.
    CutOff,
    /// They cannot have come from the writer.
    Wrong,
}

/// How often each symbol comes in a context, of [`WHOLE`]; 0 where it never does.
pub(super) struct Frequencies([u16; 256]);

impl Frequencies {
    /// In proportion to `counts`. A context that nobody uses has one symbol.
    pub(super) fn of(counts: &[u64; 256]) -> Frequencies {
        let total: u64 = counts.iter().sum();
        if total == 0 {
            let mut one = [0; 256];
            one[0] = WHOLE as u16;
            return Frequencies(one);
        }
        let mut frequencies = counts.map(|count| match count {
            0 => 0,
            count => (count * WHOLE as u64 / total).max(1) as u16,
        });
        // What rounding has taken is given to the commonest, which notices it least; what it has
        // given too much is taken from the commonest of the moment.
        loop {
            let sum: usize = frequencies.iter().map(|&part| usize::from(part)).sum();
            let commonest = frequencies.iter_mut().max().expect("there are 256");
            if sum <= WHOLE {
                *commonest += (WHOLE - sum) as u16;
                return Frequencies(frequencies);
            }
            *commonest -= (sum - WHOLE).min(usize::from(*commonest) / 2) as u16;
        }
    }

    /// Appends them to `bytes`: how many symbols there are, then each with its frequency.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let used = self.0.iter().filter(|frequency| **frequency > 0).count();
        bytes.extend((used as u16).to_le_bytes());
        for (symbol, frequency) in (0u8..=255).zip(self.0).filter(|(_, part)| *part > 0) {
            bytes.push(symbol);
            bytes.extend(frequency.to_le_bytes());
        }
    }

    /// What [`write`](Frequencies::write) wrote at the beginning of `bytes`, which are moved behind
    /// it. No symbol is `limit` or more.
    pub(super) fn read(bytes: &mut &[u8], limit: usize) -> Result<Frequencies, CodeError> {
        let mut frequencies = [0; 256];
        let mut sum = 0;
        for _ in 0..u16::from_le_bytes(take(bytes)?) {
            let [symbol] = take(bytes)?;
            let frequency = u16::from_le_bytes(take(bytes)?);
            if usize::from(symbol) >= limit {
                return Err(CodeError::Wrong);
            }
            sum += usize::from(frequency);
            frequencies[usize::from(symbol)] = frequency;
        }
        let kept: usize = frequencies.iter().map(|&part| usize::from(part)).sum();
        if sum != WHOLE || kept != WHOLE {
            return Err(CodeError::Wrong);
        }
        Ok(Frequencies(frequencies))
    }
}

/// Moves `bytes` behind the first `N`, and gives these.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], CodeError> {
    let (taken, rest) = bytes.split_first_chunk().ok_or(CodeError::CutOff)?;
    *bytes = rest;
    Ok(*taken)
}

/// The frequencies of a context as a reader wants them: what each remainder of a state stands for.
///
/// From the low bits: the symbol in 8, the symbol's frequency less one in 12, and in 12 how far the
/// remainder lies behind the symbol's first.
pub(super) struct Remainders(Box<[u32; WHOLE]>);

impl Remainders {
    /// Those of these frequencies.
    pub(super) fn new(frequencies: &Frequencies) -> Remainders {
        let mut remainders = Box::new([0; WHOLE]);
        let mut places = remainders.iter_mut();
        for (symbol, frequency) in (0u32..).zip(frequencies.0) {
            let frequency = u32::from(frequency);
            for (behind, place) in (0..frequency).zip(&mut places) {
                *place = symbol | (frequency - 1) << 8 | behind << 20;
            }
        }
        Remainders(remainders)
    }
}

/// A symbol in its context, for the state whose turn it is.
#[derive(Clone, Copy)]
pub(super) struct Coded {
    /// Which of the states.
    pub(super) state: u8,
    /// Which of the contexts.
    pub(super) context: u8,
    /// The symbol.
    pub(super) symbol: u8,
}

/// The block of these symbols. Each has a frequency in its context.
pub(super) fn encode(symbols: &[Coded], contexts: &[Frequencies]) -> Vec<u8> {
    let firsts: Vec<[u32; 256]> = contexts.iter().map(firsts).collect();
    let mut states = [LEAST_STATE; STATES];
    let mut words = Vec::new();
    // Last in, first out: the reader meets them in their order.
    for coded in symbols.iter().rev() {
        let (context, symbol) = (usize::from(coded.context), usize::from(coded.symbol));
        let frequency = u32::from(contexts[context].0[symbol]);
        let state = &mut states[usize::from(coded.state)];
        if u64::from(*state) >= u64::from(frequency) << (32 - FREQUENCY_BITS) {
            words.push(*state as u16);
            *state >>= 16;
        }
        *state =
            (*state / frequency) << FREQUENCY_BITS | (*state % frequency + firsts[context][symbol]);
    }
    let states = states.iter().flat_map(|state| state.to_le_bytes());
    let words = words.iter().rev().flat_map(|word| word.to_le_bytes());
    states.chain(words).collect()
}

/// Where the remainders of each symbol begin.
fn firsts(frequencies: &Frequencies) -> [u32; 256] {
    let mut next = 0;
    frequencies.0.map(|frequency| {
        let first = next;
        next += u32::from(frequency);
        first
    })
}

/// Reads a block.
pub(super) struct Decoder<'a> {
    states: [u32; STATES],
    words: Words<'a>,
}

/// What states take in when they have become too small.
#[derive(Clone, Copy)]
struct Words<'a> {
    left: &'a [u8],
    /// Whether one was wanted when there was none left.
    missing: bool,
}

impl<'a> Decoder<'a> {
    /// At the first symbol of `block`.
    pub(super) fn new(mut block: &'a [u8]) -> Result<Decoder<'a>, CodeError> {
        let mut states = [0; STATES];
        for state in &mut states {
            *state = u32::from_le_bytes(take(&mut block)?);
        }
        let words = Words {
            left: block,
            missing: false,
        };
        Ok(Decoder { states, words })
    }

    /// The next symbol, by the first state, in the context of `remainders`. Of a wrong block it is
    /// any that the context has; [`finish`](Decoder::finish) tells.
    #[inline(always)]
    pub(super) fn symbol(&mut self, remainders: &Remainders) -> u8 {
        self.words.symbol(&mut self.states[0], remainders)
    }

    /// The next symbols, by one state after the other, as [`symbol`](Decoder::symbol) gives them.
    // For itself, it has registers enough.
    #[inline(never)]
    pub(super) fn symbols<const N: usize>(&mut self, remainders: &Remainders) -> [[u8; STATES]; N] {
        let (mut states, mut words) = (self.states, self.words);
        let mut symbols = [[0; STATES]; N];
        if let Some((ahead, _)) = words.left.as_chunks::<2>().0.split_first_chunk::<AHEAD>() {
            // None is missing, so that nothing has to be asked: which states take one, no processor
            // can foresee.
            const { assert!(N * STATES <= AHEAD) };
            let mut taken = 0;
            for symbols in &mut symbols {
                for (symbol, state) in symbols.iter_mut().zip(&mut states) {
                    *symbol = step(state, remainders);
                    let word = u16::from_le_bytes(ahead[taken % AHEAD]);
                    let is_small = *state < LEAST_STATE;
                    let with_word = *state << 16 | u32::from(word);
                    *state = if is_small { with_word } else { *state };
                    taken += usize::from(is_small);
                }
            }
            words.left = &words.left[2 * taken..];
        } else {
            for symbols in &mut symbols {
                for (symbol, state) in symbols.iter_mut().zip(&mut states) {
                    *symbol = words.symbol(state, remainders);
                }
            }
        }
        (self.states, self.words) = (states, words);
        symbols
    }

    /// Whether all was as the writer wrote it, after the last symbol.
    pub(super) fn finish(self) -> Result<(), CodeError> {
        if self.words.missing {
            return Err(CodeError::CutOff);
        }
        if self.states == [LEAST_STATE; STATES] && self.words.left.is_empty() {
            Ok(())
        } else {
            Err(CodeError::Wrong)
        }
    }
}

/// The next symbol by a state, which may be too small afterwards.
#[inline(always)]
fn step(state: &mut u32, remainders: &Remainders) -> u8 {
    let entry = remainders.0[*state as usize % WHOLE];
    let (frequency, behind) = ((entry >> 8) % WHOLE as u32 + 1, entry >> 20);
    // At most 4096 * (2^20 - 1) + 4095, so that it fits.
    *state = frequency * (*state >> FREQUENCY_BITS) + behind;
    entry as u8
}

impl Words<'_> {
    /// The next symbol by a state.
    #[inline(always)]
    fn symbol(&mut self, state: &mut u32, remainders: &Remainders) -> u8 {
        let symbol = step(state, remainders);
        if *state < LEAST_STATE {
            let (word, rest) = self.left.split_first_chunk().unwrap_or_else(|| {
                self.missing = true;
                (&[0; 2], &[])
            });
            self.left = rest;
            *state = *state << 16 | u32::from(u16::from_le_bytes(*word));
        }
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;

    /// Symbols of three contexts: one has all, the next few, the last only one.
    fn example() -> (Vec<Coded>, Vec<Frequencies>) {
        let mut random = StdRng::seed_from_u64(1);
        let coded = |number: u32| {
            let context = random.random_range(0..3);
            let most = [255, 5, 0][usize::from(context)];
            Coded {
                state: (number % 4) as u8,
                context,
                symbol: random
                    .random_range(0..=most)
                    .min(random.random_range(0..=most)),
            }
        };
        let symbols: Vec<Coded> = (0..20_000).map(coded).collect();
        let mut counts = [[0; 256]; 3];
        for coded in &symbols {
            counts[usize::from(coded.context)][usize::from(coded.symbol)] += 1;
        }
        (symbols, counts.iter().map(Frequencies::of).collect())
    }

    fn decode(block: &[u8], symbols: &[Coded], contexts: &[Frequencies]) -> Result<(), CodeError> {
        let contexts: Vec<Remainders> = contexts.iter().map(Remainders::new).collect();
        let mut decoder = Decoder::new(block)?;
        let mut same = true;
        for coded in symbols {
            let context = &contexts[usize::from(coded.context)];
            let state = &mut decoder.states[usize::from(coded.state)];
            same &= decoder.words.symbol(state, context) == coded.symbol;
        }
        decoder.finish()?;
        same.then_some(()).ok_or(CodeError::Wrong)
    }

    #[test]
    fn what_was_written_is_read_in_as_few_bits_as_it_is_worth() {
        let (symbols, contexts) = example();
        let block = encode(&symbols, &contexts);
        assert_eq!(decode(&block, &symbols, &contexts), Ok(()));
        let bits = |coded: &Coded| {
            let frequency = contexts[usize::from(coded.context)].0[usize::from(coded.symbol)];
            (WHOLE as f64 / f64::from(frequency)).log2()
        };
        let worth = symbols.iter().map(bits).sum::<f64>() / 8.0;
        assert!((block.len() as f64) < worth * 1.001 + 16.0, "{worth}");
    }

    #[test]
    fn what_was_cut_or_changed_is_wrong() {
        let (symbols, contexts) = example();
        let block = encode(&symbols, &contexts);
        let cut = &block[..block.len() - 2];
        assert_eq!(decode(cut, &symbols, &contexts), Err(CodeError::CutOff));
        assert_eq!(
            decode(&block[..15], &symbols, &contexts),
            Err(CodeError::CutOff)
        );
        let longer = [&block[..], &[0, 0]].concat();
        assert_eq!(decode(&longer, &symbols, &contexts), Err(CodeError::Wrong));
        for place in (0..block.len()).step_by(97) {
            let mut changed = block.clone();
            changed[place] ^= 0x20;
            assert!(
                decode(&changed, &symbols, &contexts).is_err(),
                "byte {place}"
            );
        }
    }

    #[test]
    fn frequencies_keep_every_symbol_and_read_back() {
        let mut counts = [1; 256];
        counts[7] = 1 << 40;
        let mut flat = [3; 256];
        flat[9] = 0;
        for counts in [counts, flat, [0; 256]] {
            let frequencies = Frequencies::of(&counts);
            let sum: usize = frequencies.0.iter().map(|&part| usize::from(part)).sum();
            assert_eq!(sum, WHOLE);
            assert!(
                counts
                    .iter()
                    .zip(frequencies.0)
                    .all(|(count, part)| *count == 0 || part > 0)
            );
            let mut bytes = Vec::new();
            frequencies.write(&mut bytes);
            let read = Frequencies::read(&mut &bytes[..], 256).map(|read| read.0);
            assert_eq!(read, Ok(frequencies.0));
        }
    }

    #[test]
    fn wrong_frequencies_are_refused() {
        let read = |bytes: &[u8], limit| Frequencies::read(&mut &bytes[..], limit).map(|_| ());
        let two = [2, 0, 0, 0, 8, 1, 0, 8];
        assert_eq!(read(&two, 2), Ok(()));
        assert_eq!(read(&two, 1), Err(CodeError::Wrong));
        assert_eq!(read(&two[..5], 2), Err(CodeError::CutOff));
        assert_eq!(read(&[2, 0, 0, 0, 8, 0, 0, 8], 2), Err(CodeError::Wrong));
        assert_eq!(read(&[1, 0, 0, 1, 16], 2), Err(CodeError::Wrong));
    }
}
