//! Executables and weights that do not belong together with the machine or the program: each is
//! refused with one clear message.

use std::fs;
use std::process::{Command, Output, Stdio};

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_bianca");

/// Whether the tests were built for a processor that has something beyond the oldest.
const NATIVE: bool = cfg!(target_feature = "avx");

fn on_processor(name: &str) -> Option<Output> {
    let emulator = Command::new("qemu-x86_64")
        .args(["-cpu", name, EXECUTABLE, "perft", "4"])
        .stdin(Stdio::null())
        .output();
    emulator.ok()
}

/// The real executable on older processors, where `qemu-user` is installed.
#[test]
fn an_older_processor_is_refused_by_name_before_anything_else() {
    for (processor, lacks) in [
        ("qemu64", "[AVX]"),
        ("Nehalem", "[AVX]"),
        ("SandyBridge", "[AVX2]"),
    ] {
        let Some(output) = on_processor(processor) else {
            eprintln!("qemu-x86_64 is not installed: nothing is tested");
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr);
        if NATIVE && (lacks == "[AVX]" || cfg!(target_feature = "avx2")) {
            assert_eq!(output.status.code(), Some(2), "{processor}: {said}");
            assert!(said.contains(lacks), "{processor}: {said}");
            assert!(said.contains("Portable build"), "{processor}: {said}");
            assert!(output.stdout.is_empty());
        } else {
            assert!(output.status.success(), "{processor}: {said}");
        }
    }
}

#[test]
fn weights_that_were_cut_or_changed_are_refused_by_name() {
    let whole = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/eval/weights/bianca.weights"
    );
    let whole = fs::read(whole).unwrap();
    let directory = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{directory}/wrong.weights");
    let half = whole.len() / 2;
    let mut flipped = whole.clone();
    flipped[half] ^= 1;
    let mut longer = whole[..20].to_vec();
    longer.extend([0xff; 4]);
    longer.extend(&whole[24..]);
    for (bytes, message) in [
        (&whole[..half], "the weights file is cut off"),
        (&whole[..5], "not a weights file of Bianca"),
        (&[][..], "not a weights file of Bianca"),
        (&flipped[..], "the weights file is "),
        (&longer[..], "the weights file is "),
    ] {
        fs::write(&path, bytes).unwrap();
        let option = format!("EvalFile={path}");
        let output = Command::new(EXECUTABLE)
            .args(["--option", &option])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains(message) && said.lines().count() == 1,
            "{said}"
        );
    }
    fs::write(&path, &whole).unwrap();
    let option = format!("EvalFile={path}");
    let well = Command::new(EXECUTABLE)
        .args(["--option", &option])
        .stdin(Stdio::null())
        .status();
    assert!(well.unwrap().success());
    fs::remove_file(&path).unwrap();
}
