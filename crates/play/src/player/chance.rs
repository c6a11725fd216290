//! Numbers for players that draw: one that nobody can foresee, and one that follows from another.

use std::hash::{BuildHasher, Hasher, RandomState};

use bianca_system::instant::time_of_day;

/// Seeds are below this: short enough to be typed.
const SEEDS: u64 = 1_000_000_000;

/// A seed that nobody can foresee, which is not 0.
pub fn seed_by_chance() -> u64 {
    chance() % (SEEDS - 1) + 1
}

/// A number that nobody can foresee. Hash maps are seeded by the system where it has a source of
/// chance, and by the time where it has none.
fn chance() -> u64 {
    let chance = RandomState::new().build_hasher().finish();
    let time = time_of_day().as_nanos() as u64;
    chance ^ time
}

/// A number that looks drawn at random (the finaliser of SplitMix64).
pub fn mixed(mut number: u64) -> u64 {
    number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
