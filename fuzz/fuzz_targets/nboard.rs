//! Lines of the board NBoard.
#![no_main]

use bianca_protocol::protocol::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| bianca_fuzz::lines(Dialect::NBoard, bytes));
