//! Games in Smart Game Format.
#![no_main]

use bianca_records::record::sgf::{read_annotated_sgf, write_annotated_sgf};
use bianca_fuzz::decoded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = read_annotated_sgf(&decoded(text)) {
        bianca_fuzz::reads_back(&game, write_annotated_sgf, read_annotated_sgf);
    }
});
