//! Records counted by several processes, which `tests/clients/parallel.sh` does with GNU parallel.

use std::path::Path;
use std::process::Command;

use crate::{LAB, ROOT};

#[test]
fn spread_work_gives_the_bytes_of_one_process() {
    let bianca = Path::new(LAB).with_file_name("bianca");
    if !bianca.is_file() {
        eprintln!("there is no bianca beside bianca-lab: nothing is tested");
        return;
    }
    let output = Command::new("sh")
        .args([&format!("{ROOT}/tests/clients/parallel.sh"), "local"])
        .env("BIANCA", bianca)
        .env("BIANCA_LAB", LAB)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    if text.contains("skipped") {
        eprintln!("{text}");
        return;
    }
    assert_eq!(text.matches("the same bytes").count(), 6, "{text}");
}
