//! Games in Generic Game Format.
#![no_main]

use bianca_records::record::ggf::{read_ggf, write_ggf};
use bianca_fuzz::decoded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = read_ggf(&decoded(text)) {
        bianca_fuzz::reads_back(&game, write_ggf, read_ggf);
    }
});
