//! Games in Portable Game Notation.
#![no_main]

use bianca_records::record::pgn::{read_pgn, write_pgn};
use bianca_fuzz::decoded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = read_pgn(&decoded(text)) {
        bianca_fuzz::reads_back(&game, write_pgn, read_pgn);
    }
});
