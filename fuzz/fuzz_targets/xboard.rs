//! Lines of XBoard's protocol, FENs among them.
#![no_main]

use bianca_protocol::protocol::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| bianca_fuzz::lines(Dialect::XBoard, bytes));
