//! Journals of matches: killed, gone on with, and kept from other matches.

use std::collections::HashSet;
use std::fs;
use std::process::Stdio;
use std::time::Duration;

use super::*;

#[test]
fn a_match_that_is_killed_twice_loses_no_game_and_counts_none_twice() {
    let scratch = Scratch::new();
    let [log, ggf, sgf] = ["log.jsonl", "games.ggf", "games.sgf"].map(|name| scratch.path(name));
    let arguments = format!(
        "match --json --games 60 --seed 5 --concurrency 2 --resume --log {log} --ggf {ggf} \
         --sgf {sgf} {BIANCA} --engine cmd=player:random"
    );
    for least in [5, 20] {
        let mut running = start(&arguments);
        while games(&log).len() < least && running.0.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    let before = games(&log);
    let result = result(&arguments);
    let after = games(&log);
    assert_eq!(after[..before.len()], before, "finished games were changed");
    let numbers: HashSet<u64> = after
        .iter()
        .map(|game| game["game"].as_u64().unwrap())
        .collect();
    assert_eq!((after.len(), numbers.len()), (60, 60));
    assert_eq!(result["games"], 60);
    for archive in [ggf, sgf] {
        let text = std::fs::read_to_string(&archive).unwrap();
        let distinct: HashSet<&str> = text.lines().collect();
        assert_eq!((text.lines().count(), distinct.len()), (60, 60));
    }
    let pairs = result["pairings"][0]["pairs"].as_array().unwrap();
    assert_eq!(
        pairs.iter().map(|pair| pair.as_u64().unwrap()).sum::<u64>(),
        30
    );
}

#[test]
fn a_journal_belongs_to_its_match() {
    let scratch = Scratch::new();
    let own = format!(
        "match --games 2 --log {} {QUICK}",
        scratch.path("log.jsonl")
    );
    output(&own);
    assert!(refusal(&own).contains("go on with it by --resume"));
    let resumed = output(&format!("{own} --resume"));
    assert_eq!(stderr(&resumed), "");
    let other = refusal(&format!("{own} --resume --tournament gauntlet"));
    assert!(
        other.contains("belongs to another run: their pairings differ"),
        "{other}"
    );
}

/// Two matches must not write one journal: the second says so and changes nothing.
#[test]
fn a_journal_has_one_match_at_a_time() {
    let scratch = Scratch::new();
    let log = scratch.path("match.jsonl");
    let start = || {
        let mut command = bianca(&format!(
            "match --json --games 40 --seed 5 --resume --log {log} {BIANCA} \
             --engine cmd=player:random"
        ));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let ends = [start(), start()].map(|child| child.wait_with_output().unwrap());
    let refused: Vec<_> = (ends.iter())
        .filter(|output| !output.status.success())
        .map(stderr)
        .collect();
    // On a slow machine the second may find a match that is over.
    assert!(refused.len() < 2, "{refused:?}");
    for said in &refused {
        assert!(said.contains("match.jsonl: another process"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let games = games(&log);
    let numbers: HashSet<u64> = (games.iter())
        .map(|game| game["game"].as_u64().unwrap())
        .collect();
    assert_eq!((games.len(), numbers.len()), (40, 40));
}

#[test]
fn a_match_goes_on_only_with_its_own_seed_and_openings() {
    let scratch = Scratch::new();
    let [drawn, listed] = ["drawn", "listed"].map(|name| {
        let log = scratch.path(name);
        format!("match --games 2 --resume --log {log} {QUICK}")
    });
    output(&format!("{drawn} --seed 3"));
    output(&format!("{drawn} --seed 3"));
    output(&drawn); // The seed is that of the journal.
    let said = refusal(&format!("{drawn} --seed 4"));
    assert!(said.contains("its seed is 3, not 4"), "{said}");
    for source in ["random:10", "balanced", "start"] {
        let log = scratch.path(source);
        let drawn = format!("match --resume --log {log} --openings {source} {QUICK}");
        output(&format!("{drawn} --games 2"));
        output(&format!("{drawn} --games 4"));
        assert_eq!(games(&log).len(), 4, "{source}");
    }
    let openings = scratch.write("openings", "f5d6\nf5f6\n");
    let from_file = format!("{listed} --openings {openings}");
    output(&from_file);
    output(&from_file);
    let before = fs::read(scratch.path("listed")).unwrap();
    scratch.write("openings", "f5d6\nf5f4\n");
    let said = refusal(&from_file);
    assert!(said.contains("their openings differ"), "{said}");
    let said = refusal(&listed);
    assert!(said.contains("their sources of openings differ"), "{said}");
    assert_eq!(fs::read(scratch.path("listed")).unwrap(), before);
}

#[test]
fn a_file_that_is_no_journal_is_left_as_it_is() {
    const LETTER: &str = "Dear Sir, this has no line break";
    let scratch = Scratch::new();
    let log = scratch.path("log");
    for option in ["--log", "--ggf", "--sgf", "--report"] {
        let letter = scratch.write("letter", LETTER);
        let also = match option {
            "--log" => String::new(),
            _ => format!("--log {log}"),
        };
        let said = refusal(&format!(
            "match --games 2 --resume {also} {option} {letter} {QUICK}"
        ));
        assert!(said.contains("letter"), "{option}: {said}");
        assert_eq!(fs::read_to_string(&letter).unwrap(), LETTER, "{option}");
        let has_log = fs::exists(&log).unwrap();
        assert!(!has_log, "{option}: refused before work begins");
    }
}
