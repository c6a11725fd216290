//! Weights files: as they come, and as what follows a right beginning.
#![no_main]

use bianca::eval::weights::from_bytes;
use libfuzzer_sys::fuzz_target;

/// Magic, format and shape.
const BEGINNING: usize = 16;

static WEIGHTS: &[u8] = include_bytes!("../../src/eval/weights/bianca.weights");

fuzz_target!(|input: (u8, &[u8])| {
    let (length, bytes) = input;
    // No file of a few kilobytes holds weights.
    assert!(from_bytes(bytes).is_err());
    // A checksum, a description of a length that mostly fits, packed bytes.
    let mut file = WEIGHTS[..BEGINNING].to_vec();
    file.extend(u32::from(length).to_le_bytes());
    file.extend(bytes);
    assert!(from_bytes(&file).is_err());
});
