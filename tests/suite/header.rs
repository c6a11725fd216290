//! `include/bianca.h` is what `crates/capi/src/lib.rs` says: every function, number and status of
//! the border stands there, and where cbindgen is installed it is what that makes.

use std::fs;
use std::process::Command;

/// The series of cbindgen that makes the header; others write it in other ways.
const CBINDGEN: &str = "cbindgen 0.29.";

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap()
}

/// The words that stand after `before` at the beginning of a line, up to a sign.
fn words_after<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let rests = text.lines().filter_map(|line| line.strip_prefix(before));
    rests
        .filter_map(|rest| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        })
        .collect()
}

/// `NotOver` as `NOT_OVER`.
fn shouted(name: &str) -> String {
    let mut shouted = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !shouted.is_empty() {
            shouted.push('_');
        }
        shouted.push(c.to_ascii_uppercase());
    }
    shouted
}

#[test]
fn every_function_and_number_of_the_border_stands_in_the_header() {
    let (source, header) = (read("crates/capi/src/lib.rs"), read("include/bianca.h"));
    let mut functions = words_after(&source, "pub extern \"C\" fn ");
    functions.extend(words_after(&source, "pub unsafe extern \"C\" fn "));
    assert_eq!(functions.len(), source.matches("no_mangle").count());
    assert!(functions.len() > 10, "{functions:?}");
    for function in functions {
        assert!(header.contains(&format!("{function}(")), "{function}");
    }
    for (name, value) in source.lines().filter_map(|line| {
        let (name, value) = line.strip_prefix("pub const ")?.split_once(": ")?;
        let value = value.split_once("= ")?.1.trim_end_matches(';');
        Some((name, value))
    }) {
        let line = format!("#define {name} {value}\n");
        assert!(header.contains(&line), "{line}");
    }
    let (_, variants) = source.split_once("pub enum BiancaStatus {").unwrap();
    let (variants, _) = variants.split_once("\n}").unwrap();
    let variants = variants.lines().filter_map(|line| line.split_once(" = "));
    let mut counted = 0;
    for (name, value) in variants {
        let line = format!("BIANCA_STATUS_{} = {value}\n", shouted(name.trim()));
        assert!(header.contains(&line), "{line}");
        counted += 1;
    }
    assert!(counted > 10);
}

#[test]
fn the_header_is_what_cbindgen_makes() {
    let version = Command::new("cbindgen").arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if !version
        .as_ref()
        .is_ok_and(|version| version.starts_with(CBINDGEN))
    {
        eprintln!("{CBINDGEN} is not installed: the header is only searched for names");
        return;
    }
    let made = Command::new("cbindgen")
        .args([
            "--quiet",
            "--config",
            "crates/capi/cbindgen.toml",
            "crates/capi/src/lib.rs",
        ])
        .output()
        .unwrap();
    assert!(made.status.success());
    assert!(
        String::from_utf8(made.stdout).unwrap() == read("include/bianca.h"),
        "cbindgen --config crates/capi/cbindgen.toml -o include/bianca.h crates/capi/src/lib.rs"
    );
}
