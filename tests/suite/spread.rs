//! The filters spread over processes, which `tests/clients/parallel.sh` does with GNU parallel.

use std::process::Command;

#[test]
fn spread_work_gives_the_bytes_of_one_process() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/parallel.sh");
    let output = Command::new("sh")
        .args([script, "local"])
        .env("BIANCA", env!("CARGO_BIN_EXE_bianca"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    if told.contains("skipped") {
        eprintln!("{told}");
        return;
    }
    assert_eq!(told.matches("the same bytes").count(), 4, "{told}");
}
