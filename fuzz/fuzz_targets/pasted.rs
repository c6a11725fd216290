//! Texts as people paste them, JSON and boards over several lines among them: as bytes and as a
//! stream, with the same games where the whole is not needed to see them, and lines for the page.
#![no_main]

use bianca_records::record::format::FileFormat;
use bianca_records::record::pasted::Pasted;
use bianca_records::record::reader::GameReader;
use libfuzzer_sys::fuzz_target;

/// More games than a text of a fuzzer holds.
const MOST: usize = 10_000;

fuzz_target!(|bytes: &[u8]| {
    let Ok(pasted) = Pasted::read(bytes, MOST) else {
        return;
    };
    let told = pasted.to_string();
    assert!(told.ends_with('\n') && told.lines().last().unwrap().starts_with("total\t"));
    let stream = GameReader::new(bytes, None).unwrap();
    let format = stream.format();
    let entries: Vec<_> = stream.flatten().map(|entry| entry.game).collect();
    let good = entries.iter().filter(|game| game.is_ok()).count();
    // A whole text may be one game or a log, but only where lines alone are not all games.
    if good == entries.len() || !format.is_of_lines() {
        assert_eq!(pasted.games.len(), good);
    }
    // JSON is broken or has games, each of which follows the rules.
    for entry in GameReader::new(bytes, Some(FileFormat::Json)).unwrap().flatten() {
        if let Ok(game) = entry.game {
            assert!(game.game.turns().len() <= 128);
        }
    }
});
