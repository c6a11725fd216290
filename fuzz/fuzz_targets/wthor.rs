//! The database of the French federation: its headers, records and lists of names.
#![no_main]

use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::GameReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reader = GameReader::new(bytes, Some(FileFormat::Wthor)).unwrap();
    // Only UTF-16 is refused as a whole.
    let entries: Vec<_> = reader.map_while(Result::ok).collect();
    // A header, records of 68 bytes, at most one word about what is missing or too much.
    assert!(entries.len() <= bytes.len() / 68 + 2);
});
