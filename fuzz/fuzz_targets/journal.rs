//! Journals of matches and logs of analyses, as they come and with their checksums put right.
#![no_main]

use std::fs;
use std::path::Path;

use bianca_arena::arena::journal::MatchHeader;
use bianca_play::analysis::log::AnalysisHeader;
use bianca_records::log::{Existing, LogFile, LogHeader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    let mut summed = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match line.trim_ascii_end().strip_suffix(b"}") {
            Some(object) => {
                let checksum = format!(",\"crc\":\"{:08x}\"}}\n", crc32fast::hash(object));
                summed.extend([object, checksum.as_bytes()].concat());
            }
            None => summed.extend(line),
        }
    }
    read(&summed);
});

fn read(bytes: &[u8]) {
    let path = bianca_fuzz::scratch("journal");
    reads_back::<MatchHeader>(&path, bytes);
    reads_back::<AnalysisHeader>(&path, bytes);
}

/// A log that is read is read again after a run has taken it up and cut off a torn line.
fn reads_back<H: LogHeader>(path: &Path, bytes: &[u8])
where
    H::Line: PartialEq,
{
    fs::write(path, bytes).unwrap();
    let Ok(Some(content)) = LogFile::<H>::content(path) else {
        return;
    };
    let open = LogFile::<H>::open(path, Existing::Resume).unwrap();
    let (log, kept) = open.begin(&content.header).unwrap();
    drop(log);
    let again = LogFile::<H>::content(path).unwrap().unwrap();
    assert!(kept == content.lines && again.lines == kept);
}
