//! Weights files.
#![no_main]

use bianca::eval::weights::from_bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // No file of a few kilobytes holds weights.
    assert!(from_bytes(bytes).is_err());
});
