//! Journals of matches and logs of analyses, as they come and with their checksums put right.
#![no_main]

use std::fs;

use bianca::analysis::log::AnalysisLog;
use bianca::arena::journal::Journal;
use bianca::log::Existing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    let mut checked = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match line.trim_ascii_end().strip_suffix(b"}") {
            Some(object) => {
                let checksum = format!(",\"crc\":\"{:08x}\"}}\n", crc32fast::hash(object));
                checked.extend([object, checksum.as_bytes()].concat());
            }
            None => checked.extend(line),
        }
    }
    read(&checked);
});

fn read(bytes: &[u8]) {
    let path = bianca_fuzz::scratch("journal");
    let _ = fs::remove_file(&path);
    fs::write(&path, bytes).unwrap();
    if let Ok(Some(content)) = Journal::content(&path) {
        for game in &content.lines {
            let _ = (game.black_points(), game.played());
        }
        let open = Journal::open(&path, Existing::Resume).unwrap();
        let (_, games) = open.begin(&content.header).unwrap();
        assert_eq!(games, content.lines);
        let again = Journal::content(&path).unwrap().unwrap();
        assert_eq!((again.header, again.lines), (content.header, content.lines));
    } else {
        // What is no journal is left as it is, unless it is only its beginning.
        let _ = Journal::open(&path, Existing::Resume).map(drop);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    if let Ok(Some(content)) = AnalysisLog::content(&path) {
        let open = AnalysisLog::open(&path, Existing::Resume).unwrap();
        let (_, rows) = open.begin(&content.header).unwrap();
        assert_eq!(rows, content.lines);
    }
}
