//! What the documentation tells developers to type can be typed: `cargo test` has the target that
//! is named, and tests that the filter means. Its links lead to files. Sub-commands of its examples
//! have the options that are written there, and engines of its tables can be read. What `help` says
//! of a command's forms is what `protocol.md` says.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bianca::internal::EngineSpec;

use crate::support::stdout;

/// All files below a folder whose names end so.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.to_string_lossy().ends_with(end) => found.push(path),
                false => {}
            }
        }
    }
    found
}

/// Names of modules and functions below a folder.
fn names(folder: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in files(folder, ".rs") {
        let stems = path.iter().map(|part| Path::new(part).with_extension(""));
        names.extend(stems.map(|stem| stem.to_string_lossy().into_owned()));
        let text = fs::read_to_string(&path).unwrap();
        let functions = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("fn "));
        names.extend(functions.filter_map(|line| line.split('(').next().map(str::to_owned)));
    }
    names
}

/// The words after `cargo test` wherever it stands between backticks.
fn commands(text: &str) -> Vec<Vec<String>> {
    let quoted = text.split('`').skip(1).step_by(2);
    let tests = quoted.filter_map(|code| code.split_once("cargo test"));
    tests
        .map(|(_, words)| words.split_whitespace().map(str::to_owned).collect())
        .collect()
}

#[test]
fn every_test_command_names_a_target_and_tests_that_are_there() {
    let documents = ["README.md", "CONTRIBUTING.md"].map(PathBuf::from);
    let documents = documents.into_iter().chain(files("docs", ".md"));
    let mut suite = names("tests/suite");
    suite.extend(names("crates/lab/tests"));
    suite.extend(names("crates/ggs/tests"));
    let mut library = names("src");
    library.extend(names("crates"));
    let mut checked = 0;
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for words in commands(&text) {
            let command = format!("{}: cargo test {}", document.display(), words.join(" "));
            let mut own = words
                .iter()
                .map(String::as_str)
                .take_while(|&word| word != "--");
            let (mut filters, mut known) = (Vec::new(), &library);
            while let Some(word) = own.next() {
                match word {
                    "--test" => {
                        assert_eq!(own.next(), Some("suite"), "{command}");
                        known = &suite;
                    }
                    "--profile" | "-p" => drop(own.next()),
                    option if option.starts_with("--") => {}
                    filter => filters.push(filter),
                }
            }
            assert!(filters.len() <= 1, "{command}: cargo takes one filter");
            for part in filters.iter().flat_map(|filter| filter.split("::")) {
                let is_known = known.iter().any(|name| name.contains(part));
                assert!(is_known, "{command}: no test is called '{part}'");
                checked += usize::from(!part.is_empty());
            }
        }
    }
    assert!(checked >= 6, "{checked}");
}

/// Files that a document links to, seen from its folder: what stands in `](…)` and is no address.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    targets
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains([':', ' ', '\n']))
}

/// `scripts/release` packs what is linked to and stops at a link that leads nowhere.
#[test]
fn every_link_leads_to_a_file() {
    let documents = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "protocol.md",
    ];
    let documents = documents.into_iter().map(PathBuf::from);
    let others = ["python/README.md", "web/README.md", "web/package/README.md"];
    let others = others.into_iter().map(PathBuf::from);
    let mut checked = 0;
    for document in documents.chain(files("docs", ".md")).chain(others) {
        let folder = document.parent().unwrap();
        for link in links(&fs::read_to_string(&document).unwrap()) {
            let target = folder.join(link);
            assert!(target.is_file(), "{}: {link}", document.display());
            checked += 1;
        }
    }
    assert!(checked >= 30, "{checked}");
}

/// The forms of commands that have several are in a table of the protocol, and in their help.
#[test]
fn help_tells_every_form_that_the_protocol_has() {
    let protocol = fs::read_to_string("protocol.md").unwrap();
    let (_, table) = protocol.split_once("| form | game |").unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let documented: BTreeSet<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    let commands = ["setboard", "final_score"];
    let mut bianca = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = bianca.stdin.take().unwrap();
    for name in commands {
        writeln!(input, "help {name}").unwrap();
    }
    drop(input);
    let help = stdout(&bianca.wait_with_output().unwrap());
    // The usage of a command stands behind `= `, its forms at the beginning of a line, before two
    // blanks and what they mean.
    let told: BTreeSet<&str> = (help.lines())
        .filter(|line| commands.iter().any(|name| line.starts_with(name)))
        .filter_map(|line| line.split("  ").next())
        .collect();
    assert_eq!(told, documented);
}

/// The words of each command of `bianca` in the `sh` blocks of a document, without its name.
fn examples(text: &str) -> Vec<Vec<String>> {
    let blocks = text.split("```sh\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut found = Vec::new();
    for line in blocks.flat_map(|block| {
        let joined = block.replace("\\\n", " ");
        joined.lines().map(str::to_owned).collect::<Vec<_>>()
    }) {
        for command in line.split([';', '|']) {
            let Some(words) = shlex::split(command) else {
                continue;
            };
            let name = words.iter().position(|word| word == "bianca");
            found.extend(name.map(|at| words[at + 1..].to_vec()));
        }
    }
    found
}

/// What `--help` says of a sub-command, or of one below it.
fn help(words: &[String]) -> String {
    let names = words.iter().take_while(|word| {
        !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase())
    });
    let depth = match words.first().map(String::as_str) {
        Some("book" | "records" | "tune" | "help") => 2,
        _ => 1,
    };
    let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(names.take(depth))
        .arg("--help")
        .output()
        .unwrap();
    assert!(output.status.success(), "bianca {words:?} --help");
    stdout(&output)
}

#[test]
fn every_option_in_an_example_is_one() {
    let mut checked = 0;
    let documents = ["README.md"].map(PathBuf::from).into_iter();
    for document in documents.chain(files("docs", ".md")) {
        // Commands of their time.
        if document.starts_with("docs/experiments") {
            continue;
        }
        for words in examples(&fs::read_to_string(&document).unwrap()) {
            // A board may begin with two empty squares.
            let options = words
                .iter()
                .filter(|word| word.starts_with("--") && !word.starts_with("---") && *word != "--");
            let options: Vec<&str> = options.filter_map(|word| word.split('=').next()).collect();
            if options.is_empty() {
                continue;
            }
            let help = help(&words);
            for option in options {
                let listed = help.split([' ', ',', '\n']).any(|word| word == option);
                let document = document.display();
                assert!(listed, "{document}: bianca {}: {option}", words.join(" "));
                checked += 1;
            }
        }
    }
    assert!(checked >= 40, "{checked}");
}

#[test]
fn the_engines_in_the_table_of_matches_can_be_read() {
    let page = fs::read_to_string("docs/match.md").unwrap();
    let (_, table) = page.split_once("| engine | field for").unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(2)?.split('`').nth(1));
    let mut checked = 0;
    for cell in cells {
        let spec: EngineSpec = cell
            .parse()
            .unwrap_or_else(|error| panic!("{cell}: {error}"));
        // The name of a program is that of its file; arguments are none of it.
        assert!(!spec.name.contains(' '), "{cell}: {}", spec.name);
        checked += 1;
    }
    assert!(checked >= 4, "{checked}");
}
