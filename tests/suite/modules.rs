//! The table of crates and rooms in `CONTRIBUTING.md` names all of them, and no arrow between the
//! rooms of a crate runs back up. Between crates cargo sees to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

mod comments;
mod files;
mod unchecked;
mod way;

/// The folders of the table with their rooms, both from the top.
fn table() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let (_, table) = text
        .split_once("| crate | who wants it alone | room |")
        .unwrap();
    let rows = table.lines().skip(2);
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let name = |index: usize| row.split('|').nth(index)?.split('`').nth(1);
        if let Some(folder) = name(1) {
            found.push((folder.to_owned(), Vec::new()));
        }
        let (_, rooms) = found.last_mut().unwrap();
        rooms.push(name(3).unwrap().to_owned());
    }
    found
}

/// The folders of sources of all crates.
fn folders() -> Vec<String> {
    let of_table = table().into_iter().map(|(folder, _)| match &*folder {
        "src" => folder,
        _ => format!("{folder}/src"),
    });
    of_table.collect()
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

/// The rooms of its own crate that the code of a file names, its tests and comments left out.
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

/// The rooms in a folder of sources and what each of them uses.
fn arrows(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut arrows = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if matches!(name.as_str(), "lib" | "main") {
            continue;
        }
        let used: &mut BTreeSet<String> = arrows.entry(name.clone()).or_default();
        for source in sources(&path) {
            used.extend(named_in(&source));
        }
        used.remove(&name);
    }
    arrows
}

#[test]
fn the_table_of_rooms_is_whole_and_their_arrows_run_downwards() {
    for ((folder, rooms), sources) in table().into_iter().zip(folders()) {
        let arrows = arrows(&sources);
        // One room is its crate's root.
        if rooms.len() == 1 {
            continue;
        }
        let listed: BTreeSet<&String> = rooms.iter().collect();
        assert_eq!(listed, arrows.keys().collect(), "rooms of {folder}");
        let place = |name: &String| rooms.iter().position(|other| other == name);
        for (room, used) in &arrows {
            for used in used.iter().filter(|used| listed.contains(used)) {
                assert!(
                    place(used) > place(room),
                    "{folder}: {room} uses {used}, which stands above it"
                );
            }
        }
    }
}

#[test]
fn every_crate_has_its_row() {
    let listed: BTreeSet<String> = table().into_iter().map(|(folder, _)| folder).collect();
    let crates = fs::read_dir("crates").unwrap();
    let there = crates.map(|entry| format!("crates/{}", entry.unwrap().file_name().display()));
    let there: BTreeSet<String> = there.chain(["src".to_owned()]).collect();
    assert_eq!(listed, there);
}

#[test]
fn an_arrow_in_the_code_is_seen() {
    let tabletop = named_in(Path::new("crates/play/src/tabletop/mod.rs"));
    assert!(tabletop.contains("game"), "{tabletop:?}");
}
