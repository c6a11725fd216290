//! `bianca play` at a real terminal, which `tests/clients/play.sh` drives.

use std::process::Command;

/// How the script says that there is no tmux.
const SKIPPED: i32 = 77;

#[test]
fn the_game_is_played_at_a_terminal() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/play.sh");
    let output = Command::new("bash")
        .args([script, env!("CARGO_BIN_EXE_bianca")])
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no bash");
        return;
    };
    if output.status.code() == Some(SKIPPED) {
        eprintln!("skipped: there is no tmux");
        return;
    }
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
