//! What the program is made of: crates from crates.io only, with licences that ask for nothing
//! but their notice, each asked for with a reason. Nothing here uses the network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Licences that anybody can meet by keeping the notices; the same as in `deny.toml`.
const ACCEPTED: [&str; 4] = ["MIT", "Apache-2.0", "Zlib", "Unicode-3.0"];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap()
}

/// What cargo knows about the crates for the machine that it builds for.
fn metadata() -> Value {
    let host = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--print", "host-tuple"])
        .output()
        .unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--offline", "--locked"])
        .args(["--filter-platform", host.trim()])
        .current_dir(ROOT)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_default()
}

/// Names and licences of all that is linked into the executable or builds it.
fn linked(metadata: &Value) -> BTreeMap<String, String> {
    let packages: BTreeMap<&str, &Value> = (metadata["packages"].as_array().unwrap().iter())
        .map(|package| (text(package, "id"), package))
        .collect();
    let nodes: BTreeMap<&str, &Value> = (metadata["resolve"]["nodes"].as_array().unwrap().iter())
        .map(|node| (text(node, "id"), node))
        .collect();
    let mut open = vec![text(&metadata["resolve"], "root")];
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !found.insert(id) {
            continue;
        }
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                open.push(text(dependency, "pkg"));
            }
        }
    }
    let packages = found.into_iter().map(|id| packages[id]);
    packages
        .map(|package| {
            (
                text(package, "name").into(),
                text(package, "license").into(),
            )
        })
        .collect()
}

/// Whether the SPDX expression can be met by accepted licences alone: one of each alternative,
/// all of what is joined.
fn is_accepted(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], "");
    expression.split(" AND ").all(|joined| {
        let mut alternatives = joined.split(" OR ").map(str::trim);
        alternatives.any(|licence| ACCEPTED.contains(&licence))
    })
}

#[test]
fn every_licence_is_accepted_and_listed() {
    let mut list = String::from(
        "# Licences of what Bianca is linked with or built by\n\n\
         `tests/suite/supply.rs` holds this list to what `Cargo.lock` says for Linux. Everything can be \
         used under\nMIT, Apache-2.0, Zlib or Unicode-3.0, as `deny.toml` demands.\n\n\
         | crate | licence |\n|---|---|\n",
    );
    for (name, licence) in linked(&metadata()) {
        assert!(is_accepted(&licence), "{name}: {licence}");
        if !name.starts_with("bianca") {
            list.push_str(&format!("| {name} | {licence} |\n"));
        }
    }
    let written = read("docs/licences.md");
    let (table, _) = written.split_once("\n## ").unwrap();
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) && table != list {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/licences.md");
        fs::write(path, list).unwrap();
        panic!("docs/licences.md does not begin as {path} does");
    }
}

#[test]
fn licences_are_told_apart() {
    assert!(is_accepted("MIT"));
    assert!(is_accepted("Unlicense/MIT"));
    assert!(is_accepted("GPL-3.0 OR Apache-2.0"));
    assert!(is_accepted("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_accepted("GPL-3.0"));
    assert!(!is_accepted("MIT AND GPL-3.0"));
    assert!(!is_accepted(""));
}

#[test]
fn every_direct_dependency_has_its_reason() {
    let contributing = read("CONTRIBUTING.md");
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let own = packages
        .iter()
        .filter(|package| package["source"].is_null());
    let wanted: BTreeSet<&str> = own
        .flat_map(|package| package["dependencies"].as_array().unwrap())
        .filter(|dependency| !dependency["source"].is_null())
        .map(|dependency| text(dependency, "name"))
        .collect();
    let (_, table) = contributing.split_once("| crate | why").unwrap();
    let given: BTreeSet<&str> = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with("| `"))
        .filter_map(|line| line.split('`').nth(1))
        .collect();
    assert_eq!(given, wanted);
}

#[test]
fn every_crate_is_from_the_registry_and_pinned() {
    let lock = read("Cargo.lock");
    for package in lock.split("[[package]]").skip(1) {
        let is_own = package.contains("name = \"bianca");
        let from_registry = package
            .contains("source = \"registry+https://github.com/rust-lang/crates.io-index\"\n");
        assert!(
            is_own || from_registry && package.contains("checksum = \""),
            "{package}"
        );
    }
}

/// `std::net`, sockets of the system and downloads have no place here but in the bridge to a game
/// server, in one file of it; neither the library nor `bianca` has that.
#[test]
fn nothing_speaks_to_a_network() {
    let mut folders = vec![Path::new(ROOT).join("src"), Path::new(ROOT).join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_bridge = path.ends_with("crates/ggs/tests")
                || path.ends_with("crates/ggs/src/connection.rs");
            if is_bridge {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                for word in [
                    "std::net",
                    "TcpStream",
                    "UdpSocket",
                    "UnixStream",
                    "libc::socket",
                ] {
                    assert!(!source.contains(word), "{}: {word}", path.display());
                }
            }
        }
    }
}
