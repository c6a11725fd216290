//! What documents say of one another and of the repository: the index of experiments is what the
//! heads of their files say, and every head is whole; the table of tests names every part of them;
//! figures that follow from the program are those of today.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The lines of a head, in this order.
const HEAD: [&str; 7] = [
    "Date",
    "Commit",
    "Question",
    "Conditions",
    "Result",
    "Kept",
    "Repeat",
];

/// An experiment as its head has it.
struct Experiment {
    name: String,
    title: String,
    head: Vec<String>,
}

impl Experiment {
    fn read(path: &PathBuf) -> Experiment {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(path).unwrap();
        let mut lines = text.lines();
        let title = lines.next().and_then(|line| line.strip_prefix("# "));
        let title = title
            .unwrap_or_else(|| panic!("{name}: no title"))
            .to_owned();
        assert_eq!(lines.by_ref().take(3).last(), Some("|---|---|"), "{name}");
        let value = |key: &str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(&format!("| {key} | "));
            let value = value.and_then(|rest| rest.strip_suffix(" |"));
            let value = value.unwrap_or_else(|| panic!("{name}: '{line}' is no {key}"));
            assert!(!value.is_empty() && !value.contains('|'), "{name}: {line}");
            value.to_owned()
        };
        let head = HEAD.map(value).to_vec();
        assert_eq!(
            lines.next(),
            Some(""),
            "{name}: a blank line after the head"
        );
        assert!(lines.next().is_some(), "{name}: nothing but a head");
        Experiment { name, title, head }
    }

    /// Its row in the index.
    fn row(&self) -> String {
        let [date, .., result, kept, _] = &self.head[..] else {
            unreachable!("a head has seven lines");
        };
        let Experiment { name, title, .. } = self;
        format!("| {date} | [{title}]({name}) | {result} | {kept} |")
    }
}

fn experiments() -> Vec<Experiment> {
    let entries = fs::read_dir("docs/experiments").unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.ends_with("README.md") && !path.ends_with("next.md"));
    paths.iter().map(Experiment::read).collect()
}

#[test]
fn the_name_of_an_experiment_begins_with_its_date() {
    for experiment in experiments() {
        let (name, date) = (&experiment.name, &experiment.head[0]);
        let digits = date.split('-').map(|part| part.parse::<u32>().is_ok());
        assert!(date.len() == 10 && digits.eq([true; 3]), "{name}: {date}");
        assert!(
            name.starts_with(date.as_str()) || name.starts_with("benchmarks-"),
            "{name}: {date}"
        );
    }
}

/// `scripts/experiments-index` writes it.
#[test]
fn the_index_of_experiments_is_what_their_heads_say() {
    let mut rows: Vec<String> = experiments().iter().map(Experiment::row).collect();
    assert!(rows.len() > 50, "{}", rows.len());
    rows.sort_unstable_by(|one, other| other.cmp(one));
    let index = fs::read_to_string("docs/experiments/README.md").unwrap();
    let listed: Vec<&str> = (index.lines())
        .filter(|line| line.starts_with("| 20"))
        .collect();
    assert_eq!(listed, rows, "run scripts/experiments-index");
}

#[test]
fn the_table_of_tests_names_every_part() {
    let text = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let (_, table) = text.split_once("| test | shows |").unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let listed: BTreeSet<&str> = cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    let suites = [
        "tests/suite/main.rs",
        "crates/ggs/tests/suite/main.rs",
        "crates/lab/tests/suite/main.rs",
    ];
    let suites = suites
        .map(|path| fs::read_to_string(path).unwrap())
        .concat();
    let modules = (suites.lines()).filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    // What the parts share is none of them.
    let shared = ["support", "bridges", "server"];
    let parts: BTreeSet<&str> = modules.filter(|part| !shared.contains(part)).collect();
    assert_eq!(listed, parts);
}

/// `bench` is compared with the same file by `reproducible`.
#[test]
fn the_page_on_the_search_knows_the_signature_of_today() {
    let page = fs::read_to_string("docs/search.md").unwrap();
    let signature = fs::read_to_string("tests/data/bench-signature.txt").unwrap();
    let signature = signature.trim();
    assert!(
        page.contains(&format!("`bianca bench` visits {signature} positions")),
        "docs/search.md says another number than {signature}"
    );
}

/// Who reads what is new wants it at a glance: releases with a date, one line a thing.
#[test]
fn the_changes_of_this_version_are_dated_and_one_line_each() {
    let changes = fs::read_to_string("CHANGELOG.md").unwrap();
    let heads: Vec<&str> = changes
        .lines()
        .filter(|line| line.starts_with("## "))
        .collect();
    let this = format!("## [{}] - ", env!("CARGO_PKG_VERSION"));
    assert!(
        heads.iter().any(|head| head.starts_with(&this)),
        "{heads:?}"
    );
    for head in &heads {
        let (version, date) = head["## ".len()..].split_once(" - ").unwrap();
        assert!(version.starts_with('[') && version.ends_with(']'), "{head}");
        let parts: Vec<Option<u32>> = date.split('-').map(|part| part.parse().ok()).collect();
        assert!(
            parts.len() == 3 && parts.iter().all(Option::is_some),
            "{head}"
        );
    }
    let (_, recent) = changes.split_once(&this).unwrap();
    let recent = recent.split("\n## ").next().unwrap();
    for line in recent.lines() {
        assert!(!line.starts_with(' '), "it goes on: {line}");
        assert!(line.chars().count() <= 160, "{line}");
    }
}
