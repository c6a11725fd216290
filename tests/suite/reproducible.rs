//! On one thread, the same search visits the same positions again.

use std::process::Command;

use crate::support::Scratch;

fn bianca(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Nodes of `bianca bench` with one thread: a change that was meant to change nothing leaves them
/// as they are, and one that changes the search or the evaluation says why and ends its commit
/// message with `Bench: N`.
const SIGNATURE: &str = include_str!("../data/bench-signature.txt");

#[test]
fn the_bench_has_the_recorded_signature() {
    let nodes = || -> Vec<String> {
        let text = bianca(&["bench"]);
        let (searches, last) = text.trim_end().rsplit_once('\n').unwrap();
        let words: Vec<&str> = last.split_whitespace().collect();
        assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
        let each: Vec<String> = searches
            .lines()
            .map(|line| line.split_whitespace().nth(5).unwrap().to_owned())
            .collect();
        let sum: u64 = each.iter().map(|nodes| nodes.parse::<u64>().unwrap()).sum();
        assert_eq!(words[0], sum.to_string());
        assert_eq!(words[0], SIGNATURE.trim(), "tests/data/bench-signature.txt");
        each
    };
    let first = nodes();
    assert_eq!(first.len(), 24);
    assert_eq!(first, nodes());
}

#[test]
fn solving_the_same_file_visits_the_same_positions() {
    let scratch = Scratch::new();
    let positions = bianca(&["positions", "--empties=15", "--count=40", "--seed=9"]);
    assert_eq!(positions.lines().count(), 40);
    let file = scratch.write("positions", positions);
    let rows = || -> Vec<Vec<String>> {
        let text = bianca(&["solve", "--threads=1", "--hash=8", &file]);
        text.lines()
            .map(|row| {
                let columns = row.split_whitespace().enumerate();
                // All but the seconds.
                let compared = columns.filter(|&(index, _)| index != 6);
                compared.map(|(_, word)| word.to_owned()).collect()
            })
            .collect()
    };
    let first = rows();
    assert_eq!(first.len(), 40);
    assert_eq!(first, rows());
}
