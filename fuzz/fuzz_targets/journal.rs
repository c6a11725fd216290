//! Journals of matches and logs of analyses, as they come and with their checksums put right.
#![no_main]

use std::fs;

use bianca::analysis::log::Log;
use bianca::arena::journal::Journal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    let mut sealed = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match line.trim_ascii_end().strip_suffix(b"}") {
            Some(object) => {
                let checksum = format!(",\"crc\":\"{:08x}\"}}\n", crc32fast::hash(object));
                sealed.extend([object, checksum.as_bytes()].concat());
            }
            None => sealed.extend(line),
        }
    }
    read(&sealed);
});

fn read(bytes: &[u8]) {
    let path = bianca_fuzz::scratch("journal");
    fs::write(&path, bytes).unwrap();
    if let Ok(Some((header, entries))) = Journal::read(&path) {
        let _ = header.same_match(&header);
        for entry in &entries {
            let _ = (entry.black_points(), entry.played());
        }
        drop(Journal::reopen(&path).unwrap());
        let (_, again) = Journal::read(&path).unwrap().unwrap();
        assert_eq!(again, entries);
    }
    fs::write(&path, bytes).unwrap();
    if let Ok((log, games)) = Log::resume(&path, "level 1") {
        drop(log);
        let (_, again) = Log::resume(&path, "level 1").unwrap();
        assert_eq!(again, games);
    }
}
