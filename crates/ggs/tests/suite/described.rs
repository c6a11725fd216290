//! `docs/ggs.md` says what the bridge does: its rules can be read and say all that there is, its
//! options are there, and what it shows as printed is printed so.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use bianca_ggs::rules::Rules;

use crate::bridges::BRIDGE;

fn page() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ggs.md")).unwrap()
}

fn block(name: &str) -> String {
    let page = page();
    let (_, rest) = page.split_once(&format!("```{name}\n")).unwrap();
    rest.split("```").next().unwrap().to_owned()
}

/// The words between backticks in the first cells of a table.
fn keys(heading: &str) -> BTreeSet<String> {
    let page = page();
    let (_, table) = page.split_once(heading).unwrap();
    let rows = table.lines().skip(1).take_while(|row| row.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1).map(str::to_owned));
    let words = cells.flat_map(|cell| {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    words.collect()
}

/// The lines that the page shows as printed.
pub fn printed() -> Vec<String> {
    let page = page();
    let (_, section) = page.split_once("## What is printed").unwrap();
    let lines = section.split("```").nth(1).unwrap().lines().skip(1);
    lines.map(str::to_owned).collect()
}

/// A printed line without what differs from game to game: numbers, signs, squares and names.
pub fn shape(line: &str) -> String {
    let words = line.split(' ').map(|word| {
        let is_square = word.len() == 2 && word.starts_with(|c| ('a'..='h').contains(&c));
        let word = if is_square { "f" } else { word };
        let name = ["mybot", "otherbot", "mona", "timo"];
        let word = name
            .iter()
            .fold(word.to_owned(), |word, name| word.replace(name, "N"));
        word.replace(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'), "")
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_rules_to_start_with_can_be_read() {
    let rules = block("rules");
    Rules::read(&rules).unwrap();
    // What is commented out can be as well.
    let wanted = rules.replace("# ask ", "ask ");
    assert_eq!(Rules::read(&wanted).unwrap().asks.len(), 1);
    assert!(rules.lines().filter(|line| line.contains('=')).count() >= 10);
}

#[test]
fn every_key_is_in_the_table() {
    let error = Rules::read("nonsense = 1").unwrap_err().to_string();
    let (_, known) = error.split_once('(').unwrap();
    let known: BTreeSet<String> = known
        .trim_end_matches(')')
        .split(", ")
        .map(str::to_owned)
        .collect();
    assert_eq!(keys("| key | if it is not there | means |\n"), known);
}

/// Each default of the table says the same as nothing.
#[test]
fn what_is_not_said_is_as_the_table_has_it() {
    let page = page();
    let (_, table) = page
        .split_once("| key | if it is not there | means |\n")
        .unwrap();
    let mut checked = 0;
    for row in table.lines().skip(1).take_while(|row| row.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').collect();
        let words = |cell: &str| {
            cell.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let (keys, values) = (words(cells[1]), words(cells[2]));
        for value in values.iter().filter(|_| keys.len() == 1) {
            let rules = Rules::read(&format!("{} = {value}", keys[0])).unwrap();
            assert_eq!(rules, Rules::default(), "{row}");
            checked += 1;
        }
        if keys.len() > 1 {
            for (key, value) in keys.iter().zip(
                values[0]
                    .split(", ")
                    .chain(values[1..].iter().map(String::as_str)),
            ) {
                assert_eq!(
                    Rules::read(&format!("{key} = {value}")).unwrap(),
                    Rules::default(),
                    "{row}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked >= 10, "{checked}");
}

#[test]
fn every_option_is_in_the_help() {
    let help = |command: &str| {
        let output = Command::new(BRIDGE)
            .args([command, "--help"])
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (play, watch) = (help("play"), help("watch"));
    let page = page();
    let mut checked = 0;
    for line in page.lines().filter(|line| line.starts_with("bianca-ggs ")) {
        let help = if line.contains(" watch") {
            &watch
        } else {
            &play
        };
        for option in line
            .split_whitespace()
            .filter(|word| word.starts_with("--"))
        {
            assert!(help.contains(&format!("{option} ")), "{line}: {option}");
            checked += 1;
        }
    }
    let listed = keys("| option | what |\n");
    let there = play
        .split_whitespace()
        .filter(|word| word.starts_with("--"));
    let there: BTreeSet<&str> = there.filter(|word| *word != "--help").collect();
    let listed: BTreeSet<&str> = listed
        .iter()
        .filter_map(|option| option.split(' ').next())
        .collect();
    assert_eq!(listed, there);
    assert!(checked >= 6, "{checked}");
}
