//! Files of games of any format, found by their content or given: every game has its place.
#![no_main]

use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::GameReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, bytes) = input;
    let format = FileFormat::ALL.get(usize::from(choice)).copied();
    let reader = GameReader::new(bytes, format).unwrap();
    let mut games = 0;
    for entry in reader {
        // UTF-16 and what holds no games is refused as a whole.
        let Ok(entry) = entry else { break };
        games += 1;
        assert!(entry.place.game == games && entry.place.byte <= bytes.len() as u64);
    }
    assert!(games <= bytes.len() as u64 + 1);
});
