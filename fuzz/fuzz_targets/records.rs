//! Files of game records, as they come and with their checksums put right.
#![no_main]

use std::fs;

use bianca_lab::train::records::{RecordReader, RecordWriter};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = bianca_fuzz::scratch("records");
    fs::write(&path, bytes).unwrap();
    if let Ok(reader) = RecordReader::open(&path) {
        for game in reader {
            let _ = game.map(|game| game.positions());
        }
    }
    // The same as the content of one game whose length and checksum are right.
    let mut checked = b"BIANCAGR\x01\x00".to_vec();
    let body = &bytes[..bytes.len().min(usize::from(u16::MAX))];
    checked.extend((body.len() as u16).to_le_bytes());
    checked.extend(body);
    checked.extend(crc32fast::hash(body).to_le_bytes());
    fs::write(&path, &checked).unwrap();
    if let Ok(game) = RecordReader::open(&path).unwrap().next().unwrap() {
        let _ = game.positions();
        fs::remove_file(&path).unwrap();
        RecordWriter::append(&path).unwrap().write(&game).unwrap();
        let again = RecordReader::open(&path).unwrap().next().unwrap().unwrap();
        assert_eq!(again, game);
    }
});
