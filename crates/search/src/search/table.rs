//! The hash table that all threads of a search share.
//!
//! Two slots to a cache line, each with the whole board, bounds, depth, confidence, age and two
//! moves. There are no locks: a slot is four words written one by one, the fourth being a check
//! over the other three, and a reader takes a slot whose check fails for somebody else's
//! (Robert Hyatt and Tim Mann, "A lockless transposition-table implementation", 1998, with the
//! whole board in place of a signature). Scores are in 1/256 disc from the side to move. The
//! table knows nothing of how the bounds were found.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use bianca_rules::cpu::kernels::memory;
use bianca_rules::othello::{Position, Square};

use super::hash::hash;

/// The hash table that was asked for does not fit into memory; the old one is still in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot allocate a hash table of {mib} MiB")]
pub struct TableTooLarge {
    /// The size asked for.
    pub mib: usize,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score is at least this, in 1/256 disc.
    pub lower: i32,
    /// The score is at most this, in 1/256 disc.
    pub upper: i32,
    /// Plies searched; the number of empty squares for a search to the end.
    pub depth: u32,
    /// Index into the confidence levels of the search that found the bounds.
    pub selectivity: u8,
    /// The best move, and the one that was best before it.
    pub moves: [Option<Square>; 2],
}

impl Entry {
    /// Whether the bounds are at least as good as a search of this depth and confidence.
    pub(super) fn reaches(&self, depth: u32, selectivity: u8) -> bool {
        self.depth >= depth && self.selectivity >= selectivity
    }
}

/// What a finished search of a position has to say to the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The window that was searched and the fail-soft score, in 1/256 disc.
    pub alpha: i32,
    pub beta: i32,
    pub score: i32,
    pub depth: u32,
    pub selectivity: u8,
    pub best: Option<Square>,
}

const NO_SQUARE: u8 = 64;

/// Bytes that must be left when a table has been given its memory: for the stacks of threads, what
/// they allocate and messages.
const LEFT_OVER: usize = 16 << 20;

/// The third word of a slot, unpacked.
#[derive(Clone, Copy)]
struct Data {
    lower: i16,
    upper: i16,
    moves: [u8; 2],
    depth: u8,
    /// Selectivity in the low three bits, generation in the high five.
    rest: u8,
}

impl Data {
    fn pack(self) -> u64 {
        let [l0, l1] = self.lower.to_le_bytes();
        let [u0, u1] = self.upper.to_le_bytes();
        let [a, b] = self.moves;
        u64::from_le_bytes([l0, l1, u0, u1, a, b, self.depth, self.rest])
    }

    fn unpack(word: u64) -> Data {
        let [l0, l1, u0, u1, a, b, depth, rest] = word.to_le_bytes();
        Data {
            lower: i16::from_le_bytes([l0, l1]),
            upper: i16::from_le_bytes([u0, u1]),
            moves: [a, b],
            depth,
            rest,
        }
    }

    fn entry(self) -> Entry {
        let square = |byte: u8| (byte < NO_SQUARE).then(|| Square::new(byte));
        Entry {
            lower: self.lower.into(),
            upper: self.upper.into(),
            depth: self.depth.into(),
            selectivity: self.rest & 7,
            moves: self.moves.map(square),
        }
    }
}

#[derive(Default)]
struct Slot {
    own: AtomicU64,
    opp: AtomicU64,
    data: AtomicU64,
    check: AtomicU64,
}

impl Slot {
    fn check_of(position: &Position, data: u64) -> u64 {
        position.own.0.rotate_left(17) ^ position.opp.0.rotate_left(41) ^ data
    }

    /// The data word if the slot holds `position` and is whole.
    #[inline]
    fn read(&self, position: &Position) -> Option<Data> {
        // Relaxed loads suffice: whatever mixture of writes is seen, the check decides.
        let own = self.own.load(Ordering::Relaxed);
        let opp = self.opp.load(Ordering::Relaxed);
        if own != position.own.0 || opp != position.opp.0 {
            return None;
        }
        let data = self.data.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        (check == Slot::check_of(position, data)).then(|| Data::unpack(data))
    }

    fn write(&self, position: &Position, data: u64) {
        self.own.store(position.own.0, Ordering::Relaxed);
        self.opp.store(position.opp.0, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
        self.check
            .store(Slot::check_of(position, data), Ordering::Relaxed);
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

/// The table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl Table {
    /// A table of about `mib` MiB: the greatest power of two of buckets that fits.
    pub(super) fn new(mib: usize) -> Result<Table, TableTooLarge> {
        let too_large = TableTooLarge { mib };
        let bytes = mib.checked_mul(1 << 20).ok_or(too_large)?;
        // The kernel promises more memory than there is, and kills whoever uses it.
        if available_bytes().is_some_and(|available| bytes as u64 > available) {
            return Err(too_large);
        }
        let wanted = (bytes / size_of::<Bucket>()).max(1);
        let count = 1 << wanted.ilog2();
        let mut buckets: Vec<Bucket> = memory::reserve(count).map_err(|_| too_large)?;
        // Where nothing is left, the next small allocation would end the process. Memory that
        // WebAssembly has asked for once stays its own.
        if cfg!(not(target_family = "wasm")) && !memory::is_room_for(LEFT_OVER) {
            return Err(too_large);
        }
        buckets.resize_with(count, Bucket::default);
        Ok(Table {
            buckets,
            generation: 0,
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = 0;
    }

    /// Makes all entries older, so that the next search may replace them.
    pub(super) fn new_search(&mut self) {
        self.generation = (self.generation + 1) & 31;
    }

    #[inline]
    fn bucket(&self, position: &Position) -> &Bucket {
        let bits = self.buckets.len().trailing_zeros();
        // A table of one bucket would shift by 64.
        &self.buckets[hash(position).checked_shr(64 - bits).unwrap_or(0) as usize]
    }

    /// Has what may be known of `position` brought from memory while its moves are looked for.
    #[inline]
    pub(super) fn fetch_ahead(&self, position: &Position) {
        memory::fetch_ahead(self.bucket(position));
    }

    /// What is known of `position`, at whatever depth.
    #[inline]
    pub(super) fn get(&self, position: &Position) -> Option<Entry> {
        let [a, b] = &self.bucket(position).0;
        a.read(position)
            .or_else(|| b.read(position))
            .map(Data::entry)
    }

    /// Keeps what a search found; of the two slots, one that holds the position already, or else
    /// the less valuable one, gives way.
    pub(super) fn put(&self, position: &Position, found: &Found) {
        let bucket = &self.bucket(position).0;
        let depth = found.depth as u8;
        let rest = found.selectivity | self.generation << 3;
        let mut data = Data {
            lower: i16::MIN,
            upper: i16::MAX,
            moves: [NO_SQUARE; 2],
            depth,
            rest,
        };
        let held = bucket
            .iter()
            .find_map(|slot| slot.read(position).map(|old| (slot, old)));
        let slot = match held {
            Some((slot, old)) => {
                let same = old.depth == depth && old.rest & 7 == found.selectivity;
                if same {
                    (data.lower, data.upper) = (old.lower, old.upper);
                }
                data.moves = old.moves;
                slot
            }
            None => {
                let [a, b] = bucket;
                if self.replacement_priority(a) <= self.replacement_priority(b) {
                    a
                } else {
                    b
                }
            }
        };
        let score = found.score as i16;
        if found.score > found.alpha {
            data.lower = data.lower.max(score);
        }
        if found.score < found.beta {
            data.upper = data.upper.min(score);
        }
        if data.lower > data.upper {
            // Two selective searches may disagree; the newer one is believed.
            (data.lower, data.upper) = (i16::MIN, i16::MAX);
            if found.score > found.alpha {
                data.lower = score;
            }
            if found.score < found.beta {
                data.upper = score;
            }
        }
        if let Some(best) = found.best
            && data.moves[0] != best.index() as u8
        {
            data.moves = [best.index() as u8, data.moves[0]];
        }
        slot.write(position, data.pack());
    }

    /// How much a slot is worth keeping: its depth, less for old ones.
    fn replacement_priority(&self, slot: &Slot) -> i32 {
        let data = Data::unpack(slot.data.load(Ordering::Relaxed));
        let age = self.generation.wrapping_sub(data.rest >> 3) & 31;
        i32::from(data.depth) + i32::from(data.rest & 7) - 8 * i32::from(age)
    }
}

/// Memory that the system could give without harm, where it says so.
fn available_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Bitboard;

    fn found(alpha: i32, beta: i32, score: i32) -> Found {
        Found {
            alpha,
            beta,
            score,
            depth: 9,
            selectivity: 3,
            best: Some(Square::new(19)),
        }
    }

    #[test]
    fn bounds_meet_over_several_searches() {
        let table = Table::new(1).unwrap();
        let position = Position::START;
        assert_eq!(table.get(&position), None);
        table.put(&position, &found(-100, -99, 40));
        table.put(&position, &found(300, 301, 200));
        let entry = table.get(&position).unwrap();
        assert_eq!((entry.lower, entry.upper), (40, 200));
        assert_eq!(entry.moves, [Some(Square::new(19)), None]);
        assert!(entry.reaches(9, 3) && entry.reaches(4, 0));
        assert!(!entry.reaches(10, 0) && !entry.reaches(1, 4));
    }

    #[test]
    fn a_deeper_search_replaces_the_bounds_and_keeps_the_move() {
        let table = Table::new(1).unwrap();
        table.put(&Position::START, &found(-100, 100, 40));
        let deeper = Found {
            depth: 12,
            best: None,
            ..found(50, 51, 45)
        };
        table.put(&Position::START, &deeper);
        let entry = table.get(&Position::START).unwrap();
        assert_eq!(
            (entry.lower, entry.upper, entry.depth),
            (i16::MIN.into(), 45, 12)
        );
        assert_eq!(entry.moves[0], Some(Square::new(19)));
    }

    /// A bound that was found at 73 % must not become one at 100 %, nor the other way round.
    #[test]
    fn bounds_of_another_selectivity_are_not_merged() {
        for (first, second) in [(0, 5), (5, 0)] {
            let table = Table::new(1).unwrap();
            let with = |selectivity, alpha, score| Found {
                selectivity,
                ..found(alpha, alpha + 1, score)
            };
            table.put(&Position::START, &with(first, -100, 40));
            table.put(&Position::START, &with(second, 300, 200));
            let entry = table.get(&Position::START).unwrap();
            assert_eq!((entry.lower, entry.upper), (i16::MIN.into(), 200));
            assert!(entry.reaches(9, second));
            assert!(first < second || !entry.reaches(9, first));
        }
    }

    /// Bounds that meet are exact and stay; those that contradict each other give way to the newer.
    #[test]
    fn bounds_that_disagree_give_way_to_the_newer() {
        const NONE: (i32, i32) = (i16::MIN as i32, i16::MAX as i32);
        for ((alpha, beta, score), expected) in [
            ((20, 21, 20), (NONE.0, 20)),
            ((58, 60, 60), (60, NONE.1)),
            ((10, 80, 60), (60, 60)),
        ] {
            let table = Table::new(0).unwrap();
            table.put(&Position::START, &found(alpha, beta, score));
            let entry = table.get(&Position::START).unwrap();
            assert_eq!((entry.lower, entry.upper), expected);
        }
        // Fail high at 40, fail low at 40: no more than what each says.
        for (first, second, expected) in [
            ((39, 40, 40), (40, 41, 40), (40, 40)),
            ((39, 40, 40), (19, 20, 19), (NONE.0, 19)),
            ((39, 40, 40), (20, 21, 20), (NONE.0, 20)),
            ((40, 41, 20), (59, 60, 60), (60, NONE.1)),
            ((40, 41, 20), (58, 60, 60), (60, NONE.1)),
            ((40, 41, 20), (10, 80, 60), (60, 60)),
        ] {
            let table = Table::new(0).unwrap();
            for (alpha, beta, score) in [first, second] {
                table.put(&Position::START, &found(alpha, beta, score));
            }
            let entry = table.get(&Position::START).unwrap();
            assert_eq!((entry.lower, entry.upper), expected, "{first:?} {second:?}");
        }
    }

    #[test]
    fn a_slot_half_written_is_not_read() {
        // In the check, the first disc more turns onto one of the opponent's, the second onto none.
        assert_eq!((51 + 17) % 64, (27 + 41) % 64);
        assert!(Position::START.opp.contains(Square::new(27)));
        let slot = Slot::default();
        for square in [51, 0] {
            let other = Position {
                own: Position::START.own | Bitboard(1 << square),
                ..Position::START
            };
            slot.write(&other, 0x1234);
            assert!(slot.read(&other).is_some());
            slot.own.store(Position::START.own.0, Ordering::Relaxed);
            assert!(slot.read(&Position::START).is_none(), "{square}");
        }
        slot.write(&Position::START, 0x1234);
        assert!(slot.read(&Position::START).is_some());
        for word in [&slot.own, &slot.opp, &slot.data, &slot.check] {
            for bit in 0..64 {
                word.fetch_xor(1 << bit, Ordering::Relaxed);
                assert!(slot.read(&Position::START).is_none(), "{bit}");
                word.fetch_xor(1 << bit, Ordering::Relaxed);
            }
        }
    }

    /// Boards of one disc, by its square, in a table of two slots.
    fn board(square: u64) -> Position {
        Position {
            own: Bitboard(1 << square),
            opp: Bitboard(0),
        }
    }

    #[test]
    fn the_shallow_and_the_old_give_way_first() {
        let mut table = Table::new(0).unwrap();
        let put = |table: &Table, square, depth, selectivity| {
            let found = Found {
                depth,
                selectivity,
                ..found(0, 1, 5)
            };
            table.put(&board(square), &found);
        };
        let held = |table: &Table| -> Vec<u64> {
            (0..10)
                .filter(|&square| table.get(&board(square)).is_some())
                .collect()
        };
        put(&table, 0, 20, 0);
        put(&table, 1, 12, 0);
        put(&table, 2, 1, 0);
        assert_eq!(held(&table), [0, 2]);
        // As deep, but surer.
        put(&table, 3, 20, 5);
        put(&table, 4, 20, 3);
        assert_eq!(held(&table), [3, 4]);
        // Two searches make an entry worth sixteen plies less.
        table.new_search();
        table.new_search();
        put(&table, 5, 10, 0);
        assert_eq!(held(&table), [3, 5]);
        put(&table, 6, 8, 0);
        assert_eq!(held(&table), [5, 6]);
        table.clear();
        assert!(held(&table).is_empty());
    }

    #[test]
    fn positions_spread_over_the_buckets() {
        let table = Table::new(1).unwrap();
        let positions: Vec<Position> = (bianca_rules::othello::random::RandomGames::new(30, 1))
            .take(2000)
            .map(|game| game.position())
            .collect();
        for position in &positions {
            table.put(position, &found(0, 1, 5));
        }
        let held = positions
            .iter()
            .filter(|position| table.get(position).is_some());
        // 8,192 buckets of two: a few are met by three.
        assert!(held.count() > 1950);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_that_is_free_is_counted_in_bytes() {
        let bytes = available_bytes().unwrap();
        assert!(bytes.is_multiple_of(1024) && bytes > 100 << 20, "{bytes}");
    }

    #[test]
    fn another_board_with_the_same_place_is_not_taken_for_this_one() {
        let table = Table::new(0).unwrap();
        assert_eq!(table.buckets.len(), 1);
        let other = Position {
            own: Bitboard(1),
            opp: Bitboard(2),
        };
        table.put(&Position::START, &found(0, 1, 5));
        assert_eq!(table.get(&other), None);
        table.put(&other, &found(0, 1, 7));
        assert!(table.get(&Position::START).is_some() && table.get(&other).is_some());
    }

    /// Writers and readers of one bucket; what is read was written as a whole, for the same board.
    /// Miri runs this, too: see `docs/trust.md`.
    #[test]
    fn what_racing_threads_read_is_what_one_of_them_wrote() {
        let rounds = if cfg!(miri) { 40 } else { 200_000 };
        let table = Table::new(0).unwrap();
        let seen = AtomicU64::new(0);
        // Everything about an entry follows from its board and its score.
        let board = |number: u64| Position {
            own: Bitboard(1 << number),
            opp: Bitboard(u64::MAX << 32 >> number),
        };
        let depth = |number: u64, score: i32| 1 + (number as u32 * 7 + score as u32) % 60;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, seen) = (&table, &seen);
                scope.spawn(move || {
                    for round in 0..rounds {
                        let number = (round + thread) % 5;
                        let score = (round * 13 % 1000) as i32;
                        table.put(
                            &board(number),
                            &Found {
                                depth: depth(number, score),
                                ..found(score - 1, score + 1, score)
                            },
                        );
                        let number = (round * 3 + thread) % 5;
                        if let Some(entry) = table.get(&board(number)) {
                            seen.fetch_add(1, Ordering::Relaxed);
                            assert_eq!(entry.lower, entry.upper);
                            assert_eq!(entry.depth, depth(number, entry.lower), "{number}");
                        }
                    }
                });
            }
        });
        assert!(seen.into_inner() > 0);
    }

    #[test]
    fn an_absurd_size_is_refused() {
        assert_eq!(
            Table::new(usize::MAX).err(),
            Some(TableTooLarge { mib: usize::MAX })
        );
        let huge = 1 << 30; // a pebibyte
        assert_eq!(Table::new(huge).err(), Some(TableTooLarge { mib: huge }));
    }
}
