//! Weights files: as they come, and as what follows a right beginning.
#![no_main]

use bianca_search::eval::weights::from_bytes;
use libfuzzer_sys::fuzz_target;

/// Magic, format and shape.
const BEGINNING: usize = 18;

static WEIGHTS: &[u8] = include_bytes!("../../crates/search/src/eval/weights/bianca.weights");

fuzz_target!(|input: (u8, &[u8])| {
    let (length, bytes) = input;
    // No file of a few kilobytes holds weights.
    assert!(from_bytes(bytes).is_err());
    // Right lengths where the description's fits, a right checksum, then whatever it is.
    let mut file = WEIGHTS[..BEGINNING].to_vec();
    let weights = bytes.len().saturating_sub(length.into()) as u32;
    for number in [u32::from(length), weights, crc32fast::hash(bytes)] {
        file.extend(number.to_le_bytes());
    }
    file.extend(bytes);
    assert!(from_bytes(&file).is_err());
});
