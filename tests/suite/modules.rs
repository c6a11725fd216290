//! The table of modules in `CONTRIBUTING.md` is true: a module uses only those that its row names,
//! and all of them stand below it, so that no arrow runs back up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

mod comments;
mod files;
mod unchecked;

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The rows of the table, from the top: the modules in the first cell, and those that they may
/// use.
fn table() -> Vec<(Vec<String>, BTreeSet<String>)> {
    let text = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let (_, table) = text.split_once("| module | owns | may use |").unwrap();
    let rows = table.lines().skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let cell = |row: &str, index: usize| -> Vec<String> {
        let cell = row.trim_matches('|').split('|').nth(index).unwrap();
        let words = cell.split('`').skip(1).step_by(2);
        words.map(str::to_owned).collect()
    };
    let below = |row: usize| rows[row + 1..].iter().flat_map(|row| cell(row, 0));
    let may_use = |number: usize, row: &str| {
        if row.contains("| everything below |") {
            below(number).collect()
        } else {
            cell(row, 2).into_iter().collect()
        }
    };
    let numbered = rows.iter().enumerate();
    numbered
        .map(|(number, row)| (cell(row, 0), may_use(number, row)))
        .collect()
}

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"))
        .flat_map(|path| sources(&path))
        .collect()
}

/// The modules that the code of a file names, its tests and comments left out.
fn named_in(path: &Path) -> BTreeSet<String> {
    if path.ends_with("tests.rs") || path.iter().any(|part| part == "tests") {
        return BTreeSet::new();
    }
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    lines
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            rest[..end.unwrap_or(rest.len())].to_owned()
        })
        .collect()
}

/// The modules of `src` and what each of them uses.
fn arrows() -> Arrows {
    let mut arrows = Arrows::new();
    for entry in fs::read_dir("src").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if matches!(name.as_str(), "bin" | "lib" | "main") {
            continue;
        }
        let used = arrows.entry(name.clone()).or_default();
        for source in sources(&path) {
            used.extend(named_in(&source));
        }
        used.remove(&name);
    }
    arrows
}

#[test]
fn the_table_of_modules_is_true_and_its_arrows_run_downwards() {
    let table = table();
    let order: Vec<&String> = table.iter().flat_map(|(names, _)| names).collect();
    let arrows = arrows();
    let listed: BTreeSet<&String> = order.iter().copied().collect();
    assert_eq!(
        listed,
        arrows.keys().collect(),
        "modules with a row, and in src"
    );
    let place = |name: &String| order.iter().position(|other| *other == name);
    for (names, may_use) in &table {
        for (name, used) in names
            .iter()
            .flat_map(|name| arrows[name].iter().map(move |used| (name, used)))
        {
            assert!(
                may_use.contains(used),
                "{name} uses {used}, which its row does not allow"
            );
            assert!(
                place(used) > place(name),
                "{name} uses {used}, which stands above it"
            );
        }
    }
}

#[test]
fn an_arrow_in_the_code_is_seen() {
    let protocol = named_in(Path::new("src/protocol/reply.rs"));
    assert!(protocol.contains("game") && protocol.contains("player"));
}
