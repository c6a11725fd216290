//! `bianca play`, and `bianca` alone, at a real terminal, which scripts in `tests/clients` drive.

use std::process::Command;

/// How a script says that there is no tmux.
const SKIPPED: i32 = 77;

fn drive(script: &str) {
    let script = format!("{}/tests/clients/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("bash")
        .args([&script, env!("CARGO_BIN_EXE_bianca")])
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

#[test]
fn the_game_is_played_at_a_terminal() {
    drive("play.sh");
}

#[test]
fn lines_are_edited_at_a_terminal() {
    drive("talk.sh");
}
