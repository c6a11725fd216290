//! Moves of two engines compared through the executable.

use std::process::{Command, Output, Stdio};

use bianca::record::obf::parse_obf_line;

use crate::support::{Scratch, stderr, stdout};

const ENDINGS: &str = include_str!("../data/random_exact_0_14.obf");

fn compare(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bianca"))
        .arg("compare")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Endings with their boards alone.
fn boards(count: usize) -> String {
    let lines = ENDINGS.lines().filter(|line| line.matches(':').count() > 3);
    let boards = lines
        .skip(2000)
        .take(count)
        .map(|line| line.split(';').next().unwrap());
    boards.collect::<Vec<_>>().join("\n")
}

/// Engines in processes of their own: one finds the best move of every ending, one the first that
/// it sees.
fn engines() -> [String; 4] {
    let executable = env!("CARGO_BIN_EXE_bianca");
    let engine =
        |name: &str, options: &str| format!("name={name} cmd={executable} option.Hash=1 {options}");
    [
        "--engine".to_owned(),
        engine("solver", "depth=14"),
        "--engine".to_owned(),
        engine("shallow", "depth=1"),
    ]
}

#[test]
fn positions_with_different_moves_are_lines_that_can_be_read_again() {
    let scratch = Scratch::new();
    let file = scratch.write("endings.obf", boards(30));
    let engines = engines();
    let mut arguments: Vec<&str> = engines.iter().map(String::as_str).collect();
    arguments.extend([
        file.as_str(),
        "--concurrency",
        "2",
        "--judge-nodes",
        "1000000",
    ]);
    let output = compare(&arguments);
    let said = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    let (comments, differences): (Vec<&str>, Vec<&str>) =
        said.lines().partition(|line| line.starts_with('%'));
    assert!(differences.len() > 3, "{said}");
    for line in &differences {
        let comment = parse_obf_line(line).unwrap().unwrap().comment.unwrap();
        let words: Vec<&str> = comment.split(&[' ', ';'][..]).collect();
        let [
            "solver",
            best,
            score,
            "",
            "shallow",
            other,
            less,
            "",
            "exact",
        ] = words[..]
        else {
            panic!("{comment}");
        };
        assert_ne!(best, other);
        let [score, less] = [score, less].map(|word| word.parse::<f64>().unwrap());
        assert!(score >= less, "{line}");
        let known = ENDINGS
            .lines()
            .find(|known| known.starts_with(&line[..66]))
            .unwrap();
        let known = parse_obf_line(known).unwrap().unwrap();
        let of = |mv: &str| known.score_of(mv.parse().unwrap()).map(f64::from);
        assert_eq!((of(best), of(other)), (Some(score), Some(less)));
    }
    let same = 30 - differences.len();
    assert!(
        comments[0].starts_with(&format!("% 30 positions: {same} with the same move, ")),
        "{said}"
    );
    assert!(
        comments[0].contains(" 0 of shallow, ") && comments[1].starts_with("% solver: +"),
        "{said}"
    );
    // The same again from what was written, which has no other positions.
    let again = scratch.write("again.obf", &said);
    arguments[4] = &again;
    let second = stdout(&compare(&arguments));
    let count = differences.len();
    assert!(
        second.contains(&format!("% {count} positions: 0 with the same move")),
        "{second}"
    );
    assert!(
        differences.iter().all(|line| second.contains(line)),
        "{second}"
    );
}

#[test]
fn faults_are_named() {
    let scratch = Scratch::new();
    let good = scratch.write("good.obf", boards(3));
    let bad = scratch.write("bad.obf", format!("{}\nrubbish\n", boards(2)));
    let empty = scratch.write("empty.obf", "% nothing\n");
    let over = scratch.write("over.obf", format!("{} X\n", "X".repeat(64)));
    let [first, greedy] = ["cmd=player:first", "cmd=player:greedy"];
    let gone = "name=gone cmd=/nonexistent/engine";
    let deaf = "name=deaf cmd=cat";
    for (file, engines, complaint) in [
        (good.as_str(), &[first][..], "two engines are compared"),
        (&good, &[first, greedy, gone], "two engines are compared"),
        (&good, &[first, first], "two engines are called 'first'"),
        (
            &good,
            &[first, gone],
            "engine 'gone', position 1: cannot start",
        ),
        (&good, &[first, deaf], "engine 'deaf', position 1: "),
        (&bad, &[first, greedy], "bad.obf: line 3: "),
        (
            &empty,
            &[first, greedy],
            "empty.obf: there is no position in it",
        ),
        (
            &over,
            &[first, greedy],
            "over.obf: line 1: the game is over",
        ),
        ("/nonexistent/file", &[first, greedy], "/nonexistent/file: "),
        (
            "-",
            &[first, greedy],
            "standard input: there is no position in it",
        ),
    ] {
        let engines = engines.iter().flat_map(|engine| ["--engine", engine]);
        let arguments: Vec<&str> = [file, "--patience", "1"]
            .into_iter()
            .chain(engines)
            .collect();
        let output = compare(&arguments);
        let code = if complaint.starts_with("two engines") {
            2
        } else {
            1
        };
        assert!(
            stderr(&output).contains(complaint),
            "{complaint}: {}",
            stderr(&output)
        );
        assert_eq!(
            (output.status.code(), stdout(&output).as_str()),
            (Some(code), ""),
            "{complaint}"
        );
    }
}
