//! `include/bianca.h` is what `crates/capi/src/lib.rs` says: every function, number and status of
//! the border stands there, and where cbindgen is installed it is what that makes.
//! `include/libedax.h`, which nothing makes, has each function with its types, and docs/c.md's
//! table names it.

use std::collections::BTreeMap;
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

/// A type of C without the names that only readers need.
fn c_type(text: &str) -> String {
    let text = text.trim().replace("const ", "");
    let stars = text.matches('*').count();
    let word = text.trim_start_matches("struct ").split(['*', ' ']).next();
    format!("{}{}", word.unwrap_or_default(), "*".repeat(stars))
}

/// The same of a type of Rust.
fn rust_type(text: &str) -> String {
    let text = text.trim().replace("*mut ", "*").replace("*const ", "*");
    let stars = text.matches('*').count();
    let word = match text.trim_start_matches('*') {
        "c_char" => "char",
        "i32" => "int32_t",
        "u64" => "uint64_t",
        other => other,
    };
    format!("{word}{}", "*".repeat(stars))
}

/// The functions of libedax as the sources have them: what they return, and what they take.
fn functions_of_libedax() -> BTreeMap<String, (String, Vec<String>)> {
    let mut functions = BTreeMap::new();
    for entry in fs::read_dir("crates/capi/src/libedax/border").unwrap() {
        let source = fs::read_to_string(entry.unwrap().path()).unwrap();
        let parts: Vec<&str> = source.split("#[unsafe(no_mangle)]").skip(1).collect();
        for part in parts {
            let (_, rest) = part.split_once("extern \"C\" fn ").unwrap();
            let (name, rest) = rest.split_once('(').unwrap();
            let (takes, rest) = rest.split_once(')').unwrap();
            let (returns, _) = rest.split_once('{').unwrap();
            let returns = returns.trim().trim_start_matches("->").trim();
            let returns = if returns.is_empty() { "void" } else { returns };
            let takes = takes.split(',').filter_map(|one| one.split_once(": "));
            let takes = takes.map(|(_, takes)| rust_type(takes)).collect();
            functions.insert(name.to_owned(), (rust_type(returns), takes));
        }
    }
    functions
}

#[test]
fn every_function_of_libedax_stands_in_its_header_and_table_as_it_is() {
    let header = read("include/libedax.h");
    let (_, declared) = header.split_once("extern \"C\" {").unwrap();
    let declared = declared
        .lines()
        .filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    let declared = declared.collect::<Vec<_>>().join(" ");
    let mut found = BTreeMap::new();
    for function in declared.split(';').filter(|text| text.contains('(')) {
        let (before, takes) = function.trim().split_once('(').unwrap();
        let (returns, name) = before.rsplit_once([' ', '*']).unwrap();
        let stars = &before[returns.len()..before.len() - name.len()];
        let takes = takes.trim_end_matches(')').split(',').map(c_type);
        let takes = takes.filter(|takes| takes != "void").collect::<Vec<_>>();
        found.insert(
            name.to_owned(),
            (c_type(&format!("{returns}{stars}")), takes),
        );
    }
    let exported = functions_of_libedax();
    assert!(exported.len() > 90, "{}", exported.len());
    assert_eq!(found, exported);
    let document = read("docs/c.md");
    let (_, table) = document.split_once("## In the place of libedax").unwrap();
    for name in exported.keys() {
        assert!(
            table.contains(&format!("`{name}`")),
            "{name} is not in docs/c.md"
        );
    }
}
