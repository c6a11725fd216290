//! What the commands write: no file of a stranger's loses its content to any of them.
//!
//! The list of places is compared with what the commands' help names, so that a new option for a
//! file has to say here what becomes of a file that it finds.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use crate::support::{Scratch, fed, stderr, stdout};

/// What stands where something is to be written.
const LETTER: &str = "Dear Sir,\nthis is no game, no page and no book.\n";

/// What a command does with a place that it is given.
enum Use {
    /// It reads it.
    Read,
    /// It writes there: these words, `{}` for the place and `@NAME` for a file of the test's, are
    /// refused.
    Written(&'static str),
    /// It writes there after what it finds, as logs of a dialogue are.
    Appended(&'static str),
    /// It makes new files there.
    Folder(&'static str),
}
use Use::{Appended, Folder, Read, Written};

/// Each argument of a command that names a file or a folder.
const PLACES: &[(&str, &str, Use)] = &[
    ("gtp", "--log-file", Appended("gtp --log-file {}")),
    ("nboard", "--log-file", Appended("nboard --log-file {}")),
    ("ugi", "--log-file", Appended("ugi --log-file {}")),
    ("cassio", "--log-file", Appended("cassio --log-file {}")),
    ("xboard", "--log-file", Appended("xboard --log-file {}")),
    ("edax", "--log-file", Appended("edax --log-file {}")),
    (
        "play",
        "--save",
        Written("play --lines --save {}.ggf --watch random --opponent random"),
    ),
    ("board", "GAMES", Read),
    ("board", "--output", Written("board --no-open -o {}")),
    ("analyze", "FILE", Read),
    ("analyze", "--log", Written("analyze @games --log {}")),
    ("analyze", "--ggf", Written("analyze @games --ggf {}")),
    ("analyze", "--sgf", Written("analyze @games --sgf {}")),
    ("analyze", "--report", Written("analyze @games --report {}")),
    ("solve", "FILE", Read),
    (
        "prove",
        "--knowledge",
        Written("prove f5d6 --frontier 58 --knowledge {}"),
    ),
    ("prove", "--answers", Read),
    ("move", "--book", Read),
    (
        "match",
        "--engine-log",
        Folder("match @engines --engine-log {}"),
    ),
    ("match", "--openings", Read),
    ("match", "--log", Written("match @engines --log {}")),
    ("match", "--ggf", Written("match @engines --ggf {}")),
    ("match", "--sgf", Written("match @engines --sgf {}")),
    ("match", "--report", Written("match @engines --report {}")),
    ("compare", "FILE", Read),
    (
        "compare",
        "--engine-log",
        Folder("compare @boards @engines --judge-nodes 1 --engine-log {}"),
    ),
    ("openings", "--openings", Read),
    ("puzzles", "FILE", Read),
    ("train", "FILE", Read),
    ("train", "--import", Read),
    ("train", "--puzzles", Read),
    ("train", "--log", Written("train --count 0 --log {}")),
    ("rate", "FILE", Read),
    ("rate", "--report", Written("rate @games --report {}")),
    ("convert", "IN", Read),
    (
        "convert",
        "--output",
        Written("convert @games -o {} --to ggf"),
    ),
    ("book add", "BOOK", Written("book add {} @games")),
    ("book add", "GAMES", Read),
    ("book check", "BOOK", Written("book check {}")),
    ("book compact", "BOOK", Written("book compact {}")),
    ("book export", "BOOK", Read),
    (
        "book export",
        "OTHER",
        Written("book export builtin {} --to text"),
    ),
    ("book grow", "BOOK", Written("book grow {} --positions 1")),
    ("book import", "BOOK", Written("book import {} @list")),
    ("book import", "OTHER", Read),
    ("book pack", "BOOK", Read),
    ("book pack", "OUTPUT", Written("book pack @book {}")),
    ("book show", "BOOK", Read),
    ("book stat", "BOOK", Read),
];

/// How the help calls what names a file or a folder.
const KINDS: [&str; 8] = [
    "FILE",
    "FOLDER",
    "DIRECTORY",
    "BOOK",
    "OTHER",
    "GAMES",
    "IN",
    "OUTPUT",
];

/// Runs a command, which is told to quit where it reads lines.
fn bianca(arguments: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    fed(command.args(arguments), "quit\n")
}

fn help(command: &str) -> String {
    let words = command.split_whitespace().map(str::to_owned);
    let words: Vec<String> = words.chain(["-h".to_owned()]).collect();
    stdout(&bianca(&words))
}

/// Whether `<FILE>`, `[GAMES]`, `<IN>...` or `<FILE|balanced>` names a file or a folder.
fn kind(word: &str) -> Option<&str> {
    let name = word.trim_end_matches('.');
    let name = name.strip_prefix(['<', '['])?.strip_suffix([']', '>'])?;
    let first = name.split('|').next()?;
    KINDS.contains(&first).then_some(first)
}

/// The arguments of a command that name files and folders, as its help has them.
fn places(command: &str) -> BTreeSet<(String, String)> {
    let help = help(command);
    let mut found = BTreeSet::new();
    for line in help.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (word, before) in words.iter().zip([""].iter().chain(&words)) {
            let Some(kind) = kind(word) else { continue };
            let name = match before.strip_prefix("--") {
                Some(_) => (*before).to_owned(),
                None if line.starts_with("Usage") => kind.to_owned(),
                None => continue,
            };
            found.insert((command.to_owned(), name));
        }
    }
    found
}

/// The first words of the lines that are indented by two blanks: commands, in a help.
fn listed(help: &str) -> Vec<String> {
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| line.starts_with(|letter: char| letter.is_ascii_lowercase()));
    let words = lines.filter_map(|line| line.split_whitespace().next());
    words
        .filter(|&word| word != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_place_that_a_command_takes_is_in_the_list() {
    let mut commands = listed(&stdout(&bianca(&["help".to_owned()])));
    assert!(commands.len() > 20, "{commands:?}");
    let books = listed(&help("book"));
    // It is for who makes the executable, and no list has it.
    let books = books.into_iter().chain(["pack".to_owned()]);
    commands.extend(books.map(|name| format!("book {name}")));
    let told: BTreeSet<_> = commands.iter().flat_map(|name| places(name)).collect();
    let known = PLACES.iter();
    let known = known.map(|(command, name, _)| ((*command).to_owned(), (*name).to_owned()));
    assert_eq!(known.collect::<BTreeSet<_>>(), told);
}

/// The words of a command line, with the places that they name.
fn words(line: &str, place: &str, scratch: &Scratch) -> Vec<String> {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        match word {
            "@engines" => {
                let engines = "--engine cmd=player:first --engine cmd=player:random --games 2";
                let games = !line.starts_with("compare");
                let count = if games { 6 } else { 4 };
                words.extend(engines.split(' ').take(count).map(str::to_owned));
            }
            _ => words.push(match word.strip_prefix('@') {
                Some(name) => scratch.path(name),
                None => word.replace("{}", place),
            }),
        }
    }
    words
}

/// A folder with what the commands read.
fn inputs() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("games", "f5d6c3d3c4\n");
    scratch.write(
        "boards",
        format!("{}OX------XO{} X\n", "-".repeat(27), "-".repeat(27)),
    );
    scratch.write("list", "f5d6;+0.50;22\n");
    let made = bianca(&words("book import @book @list", "", &scratch));
    assert!(made.status.success(), "{}", stderr(&made));
    scratch
}

#[test]
fn a_strangers_file_stays_as_it_is_whatever_command_is_to_write_there() {
    let scratch = inputs();
    let place = scratch.path("letter.ggf");
    for (command, argument, what) in PLACES {
        let Written(line) = what else { continue };
        fs::write(&place, LETTER).unwrap();
        let line = line.replace("{}.ggf", "{}");
        let files = scratch.files();
        let output = bianca(&words(&line, &place, &scratch));
        let message = stderr(&output);
        let is_refused = !output.status.success() || *command == "play";
        assert!(is_refused, "{command} {argument}: {message}");
        assert_eq!(
            fs::read_to_string(&place).unwrap(),
            LETTER,
            "{command} {argument}"
        );
        let told = message + &stdout(&output);
        assert!(told.contains("letter.ggf"), "{command} {argument}: {told}");
        // An option that is named is one that the command has.
        if told.contains("--force") {
            assert!(
                help(command).contains("--force"),
                "{command} {argument}: {told}"
            );
            let mut forced = words(&line, &place, &scratch);
            forced.push("--force".to_owned());
            let output = bianca(&forced);
            let message = stderr(&output);
            assert!(output.status.success(), "{command} {argument}: {message}");
            assert_ne!(
                fs::read_to_string(&place).unwrap(),
                LETTER,
                "{command} {argument}"
            );
        }
        assert_eq!(scratch.files(), files, "{command} {argument} leaves a file");
    }
}

#[test]
fn what_is_written_after_other_things_leaves_them() {
    let scratch = inputs();
    let place = scratch.path("letter");
    for (command, argument, what) in PLACES {
        let Appended(line) = what else { continue };
        fs::write(&place, LETTER).unwrap();
        let output = bianca(&words(line, &place, &scratch));
        assert!(
            output.status.success(),
            "{command} {argument}: {}",
            stderr(&output)
        );
        let text = fs::read_to_string(&place).unwrap();
        assert!(
            text.starts_with(LETTER) && text.len() > LETTER.len(),
            "{command}: {text}"
        );
    }
}

#[test]
fn files_of_a_folder_stay_as_they_are() {
    for (command, argument, what) in PLACES {
        let Folder(line) = what else { continue };
        let scratch = inputs();
        let folder = scratch.path("folder");
        let first = bianca(&words(line, &folder, &scratch));
        assert!(
            first.status.success(),
            "{command} {argument}: {}",
            stderr(&first)
        );
        let files = || {
            let entries = fs::read_dir(&folder).unwrap();
            let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
            paths.sort();
            paths
        };
        let made = files();
        for path in &made {
            fs::write(path, LETTER).unwrap();
        }
        let again = bianca(&words(line, &folder, &scratch));
        for path in &made {
            let text = fs::read_to_string(path).unwrap();
            let about = format!(
                "{command} {argument}: {}: {}",
                path.display(),
                stderr(&again)
            );
            assert_eq!(text, LETTER, "{about}");
        }
    }
}
