//! `bianca puzzles`: puzzles drawn from games through the executable, and solved by another search.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use bianca::puzzles::PuzzleKind;
use bianca::puzzles::line::PuzzleRow;
use serde_json::Value;

use crate::support::{fed, stderr, stdout};

/// Endings that are solved at once.
const ENDINGS: [&str; 2] = ["--empties=6-15", "--hash=1"];

/// Three games of small players, a line each.
const GAMES: &str = "\
    f5d6c7g5f4g4h5h6h7f6e3g6h4f3f7g3e6e7c6f8d8d7c3b6c5c4d3b4b3c2h3e2a6a4d2e1a3a2e8f2a5b5a1b2g8b7f1g2c1b8a8a7d1b1h2h1g1h8c8g7\n\
    d3e3f5c3f2d6b3g5g6f4f3g3h6g4h3f6e7c2d1e2e6a3d2f1c4f8d8c5e1b5g1h4h5g2c7b1b4c6a6c8a4d7b8g7b6e8h1a5h8g8a2a8h7a7b7a1b2h2f7c1\n\
    e6f4d3c4e3f2c3c5b4c2b3d6e2a3a5f5f3f1d2c1d7c7b6c8e7a4b5g3a2a6a7c6g5f8g4f7f6h6e1h3e8d8h5d1g6h4g7h7h8g8h2g2b8b7g1h1b1a1a8b2\n";

/// A command about what is on the standard input.
fn bianca(command: &str, arguments: &[&str], input: &str) -> Output {
    run(&[&[command, "-"], arguments].concat(), input)
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    fed(command.args(arguments), input)
}

/// All puzzles of all games, or fewer.
fn puzzles(arguments: &[&str]) -> Vec<String> {
    let all = ["--per-game=20"];
    let output = bianca("puzzles", &[&ENDINGS[..], &all, arguments].concat(), GAMES);
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output).lines().map(str::to_owned).collect()
}

/// `solve` says of each line whether its scores are right, and of every move what it is worth.
#[test]
fn every_move_of_every_puzzle_is_worth_what_is_said() {
    let problems = puzzles(&[]);
    assert!(problems.len() >= 4, "{problems:#?}");
    check(&problems, &puzzles(&["--json"]));
}

/// Some of the built-in ones; `scripts/puzzles check` looks at all, each move on its own.
#[test]
fn every_move_of_a_built_in_puzzle_is_worth_what_is_said() {
    let some = ["--rating=1450-1550", "--empties=6-18"];
    let (problems, rows) = (builtin(&some), builtin(&[&some[..], &["--json"]].concat()));
    assert!(problems.len() >= 10, "{problems:#?}");
    check(&problems, &rows);
    let known = |row: &String| row.contains("\"last\"") && !row.contains("\"played\"");
    assert!(rows.iter().all(known), "{rows:#?}");
}

/// The built-in puzzles, all or fewer.
fn builtin(arguments: &[&str]) -> Vec<String> {
    let output = run(
        &[&["puzzles", "--builtin", "--hash=1"], arguments].concat(),
        "",
    );
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output).lines().map(str::to_owned).collect()
}

/// Solves problems, and compares what they and the same puzzles as JSON say of moves.
fn check(problems: &[String], rows: &[String]) {
    let arguments = ["--all-moves", "--json", "--hash=1"];
    let solved = bianca("solve", &arguments, &problems.join("\n"));
    assert!(solved.status.success(), "{}", stderr(&solved));
    let solved = stdout(&solved);
    assert_eq!(solved.lines().count(), rows.len());
    for ((solved, row), problem) in solved.lines().zip(rows).zip(problems) {
        let (puzzle, _) = PuzzleRow::parse(row).unwrap();
        assert_eq!(&puzzle.problem().to_string(), problem);
        let solved: Value = serde_json::from_str(solved).unwrap();
        let moves = solved["moves"].as_array().unwrap();
        let worth = |word: &str| {
            let found = moves.iter().find(|mv| mv["move"] == word);
            found.unwrap()["score"].as_f64().unwrap()
        };
        for answer in &puzzle.answers {
            assert_eq!(worth(&answer.square.to_string()), answer.score, "{problem}");
        }
        let key = puzzle.key().square.to_string();
        let others = moves.iter().filter(|mv| mv["move"] != *key);
        let others = others.map(|mv| mv["score"].as_f64().unwrap());
        let (best, next) = (worth(&key), others.fold(f64::MIN, f64::max));
        let is_only = next < 0.0 && best >= 0.0 || next <= 0.0 && best > 0.0;
        assert!(best - next >= 4.0 || is_only, "{problem}");
    }
}

#[test]
fn the_same_seed_draws_the_same_and_games_do_not_depend_on_each_other() {
    let draw = |input: &str, more: &[&str]| {
        let arguments = [&ENDINGS[..], &["--json"], more].concat();
        stdout(&bianca("puzzles", &arguments, input))
    };
    let one = draw(GAMES, &["--seed=1"]);
    assert_eq!(draw(GAMES, &["--seed=1"]), one);
    let game = GAMES.lines().next().unwrap();
    let seeds = (1..9).map(|seed| draw(game, &[&format!("--seed={seed}")]));
    assert!(seeds.collect::<BTreeSet<String>>().len() > 1);
    let all: BTreeSet<String> = puzzles(&["--json"]).into_iter().collect();
    assert!(one.lines().all(|line| all.contains(line)), "{one}");
    let games = |text: &str| text.lines().count();
    assert!((1..=3).contains(&games(&one)) && all.len() > games(&one));
    let twice = format!("{GAMES}{GAMES}");
    // A position that came before is no new puzzle, unless each line stands for itself.
    assert!(
        draw(&twice, &["--per-game=20"])
            .lines()
            .eq(&puzzles(&["--json"]))
    );
    let independent = draw(GAMES, &["--independent"]);
    assert_eq!(draw(&twice, &["--independent"]), independent.repeat(2));
    assert!(!independent.contains("\"game\""));
}

#[test]
fn puzzles_are_chosen_by_kind_rating_theme_and_number() {
    let all = puzzles(&["--json"]);
    let mut counted = 0;
    for kind in PuzzleKind::ALL {
        let rows = puzzles(&["--json", &format!("--kind={kind}")]);
        let is_of_kind = |row: &String| row.contains(&format!("\"kind\":\"{kind}\""));
        assert!(rows.iter().all(is_of_kind), "{rows:#?}");
        assert_eq!(
            rows,
            all.iter()
                .filter(|row| is_of_kind(row))
                .cloned()
                .collect::<Vec<_>>()
        );
        counted += rows.len();
    }
    assert_eq!(counted, all.len());
    let (low, high) = (
        puzzles(&["--rating=300-1500"]),
        puzzles(&["--rating=1501-2700"]),
    );
    assert_eq!(low.len() + high.len(), all.len());
    assert!(!low.is_empty() && !high.is_empty(), "{all:#?}");
    let of_theme = |name: &str| puzzles(&["--json", "--theme", name]);
    let (puzzle, _) = PuzzleRow::parse(&all[0]).unwrap();
    let theme = puzzle.reason.kind().name();
    let is_of_theme = |row: &&String| row.contains(&format!("\"theme\":\"{theme}\""));
    assert!(of_theme(theme).iter().eq(all.iter().filter(is_of_theme)));
    assert_eq!(of_theme("frontier").len(), 0);
    assert_eq!(puzzles(&["--count=2"])[..], puzzles(&[])[..2]);
    assert_eq!(puzzles(&["--filter", "year=1980"]).len(), 0);
}

#[test]
fn the_built_in_puzzles_are_chosen_as_others_are() {
    let endings = ["--empties=6-7", "--rating=300-900", "--kind=ending"];
    let all = builtin(&endings);
    assert!(all.len() >= 10, "{all:#?}");
    let of_ending = |line: &String| line.contains("; % ending ");
    assert!(all.iter().all(of_ending), "{all:#?}");
    let few = [&endings[..], &["--count=3"]].concat();
    assert_eq!(builtin(&few)[..], all[..3]);
    let (theme, of_theme) = (["--theme=corner lost"], ", corner lost");
    let chosen = builtin(&[&endings[..], &theme].concat());
    assert!(
        all.iter()
            .filter(|line| line.ends_with(of_theme))
            .eq(&chosen)
    );
    for arguments in [
        &["--builtin", "games.ggf"][..],
        &["--builtin", "--seed=2"],
        &["--builtin", "--level=2"],
        &["--builtin", "--per-game=2"],
        &["--builtin", "--independent"],
        &["--builtin", "--filter", "year=1980"],
        &[],
    ] {
        let output = run(&[&["puzzles"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("FILE"), "{}", stderr(&output));
    }
}

#[test]
fn what_is_wrong_is_told_and_what_can_be_read_is_drawn_from() {
    let input = format!("f5f5\n{GAMES}");
    let arguments = [&ENDINGS[..], &["--independent", "--per-game=20"]].concat();
    let output = bianca("puzzles", &arguments, &input);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        stderr(&output).contains("line 1, game 1: "),
        "{}",
        stderr(&output)
    );
    assert!(
        stderr(&output).ends_with("1 malformed game\n"),
        "{}",
        stderr(&output)
    );
    assert_eq!(stdout(&output).lines().count(), puzzles(&[]).len());
    let empty = bianca("puzzles", &[], "");
    assert_eq!(
        (empty.status.code(), stdout(&empty)),
        (Some(0), String::new())
    );
    for (argument, told) in [
        ("--empties=12-6", "the lower one first"),
        ("--rating=easy", "the lower one first"),
        ("--kind=easy", "ending, trap, two, only"),
        ("--theme=luck", "corner lost"),
        ("--count=0", "--count"),
        ("--level=99", "a level from 1 to 60"),
        ("--lang=xx", "xx"),
    ] {
        let output = bianca("puzzles", &[argument], GAMES);
        assert_eq!(output.status.code(), Some(2), "{argument}");
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}

/// The reader has gone after the first line.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_the_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(["puzzles", "-"])
        .args(ENDINGS)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(GAMES.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!stderr(&output).contains("panicked"));
}
