//! The filters spread over processes, which `tests/clients/parallel.sh` does with GNU parallel.

use std::process::Command;

#[test]
fn spread_work_gives_the_bytes_of_one_process() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/parallel.sh");
    let mut command = Command::new("sh");
    command
        .args([script, "local"])
        .env("BIANCA", env!("CARGO_BIN_EXE_bianca"))
        .env_remove("BIANCA_LAB");
    let output = command.output().unwrap();
    let output_text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{output_text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    if output_text.contains("skipped") {
        eprintln!("{output_text}");
        return;
    }
    assert_eq!(
        output_text.matches("the same bytes").count(),
        5,
        "{output_text}"
    );
}
