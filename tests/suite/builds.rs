//! One executable for all processors; instructions that this one lacks and weights that do not
//! belong to the program are refused with one clear message.

use std::fs;
use std::process::{Command, Stdio};

use bianca::cpu::Instructions;

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_bianca");

/// What an emulated processor prints when it counts paths and solves endings.
fn on_processor(name: &str) -> Option<(String, String)> {
    let on = |arguments: &[&str]| {
        let output = Command::new("qemu-x86_64")
            .args(["-cpu", name, EXECUTABLE])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {printed}");
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let endings = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/endings.obf");
    let solved = on(&["solve", "--json", "--independent", endings])?;
    Some((on(&["perft", "6"])?, solved))
}

/// The real executable on processors with and without AVX2, where `qemu-user` is installed.
#[test]
fn one_executable_runs_on_every_processor_and_finds_the_same() {
    let mut first = None;
    for processor in ["qemu64", "Nehalem", "SandyBridge", "Haswell", "EPYC", "max"] {
        let Some((paths, solved)) = on_processor(processor) else {
            eprintln!("qemu-x86_64 is not installed: nothing is tested");
            return;
        };
        assert!(paths.starts_with("8200 leaves"), "{processor}: {paths}");
        assert_eq!(solved.lines().count(), 4, "{processor}");
        let first = first.get_or_insert_with(|| solved.clone());
        assert_eq!(*first, solved, "{processor}");
    }
}

#[test]
fn instructions_are_forced_by_name_and_others_are_refused() {
    for set in Instructions::available() {
        let forced = Command::new(EXECUTABLE)
            .args(["perft", "6"])
            .env(Instructions::VARIABLE, set.to_string())
            .env("RUST_LOG", "debug")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&forced.stderr);
        assert!(forced.status.success(), "{printed}");
        assert!(
            printed.contains(&format!("instructions: {set}\n")),
            "{printed}"
        );
    }
    let refused = Command::new(EXECUTABLE)
        .args(["perft", "6"])
        .env(Instructions::VARIABLE, "mmx")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{printed}");
    assert!(printed.contains("BIANCA_INSTRUCTIONS=mmx"), "{printed}");
    assert!(refused.stdout.is_empty());
}

#[test]
fn weights_that_were_cut_or_changed_are_refused_by_name() {
    let whole = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/search/src/eval/weights/bianca.weights"
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
            said.contains(&format!("wrong.weights: {message}")) && said.lines().count() == 1,
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
