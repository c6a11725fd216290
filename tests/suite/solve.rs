//! `bianca solve`, `bench` and `positions` as a script or a person meets them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rand::prelude::*;

/// Far more than anything here takes, for a machine that does other things, too.
const DEADLINE: Duration = Duration::from_secs(240);

/// Of a random game: 14 empty squares, +18 by g8.
const ENDING: &str = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";
const START: &str = "---------------------------OX------XO--------------------------- X";

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bianca"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the end; what is written until then must fit into a pipe.
fn finish(mut child: Child) -> Output {
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > DEADLINE {
            child.kill().unwrap();
            panic!("not finished in {DEADLINE:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    if let Some(mut pipe) = child.stdout.take() {
        pipe.read_to_end(&mut stdout).unwrap();
    }
    if let Some(mut pipe) = child.stderr.take() {
        pipe.read_to_end(&mut stderr).unwrap();
    }
    Output {
        status,
        stdout,
        stderr,
    }
}

fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    // It may have refused its arguments and gone.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    finish(child)
}

fn solve(options: &[&str], input: impl AsRef<[u8]>) -> Output {
    run(
        &[&["solve", "-", "--hash=4", "--threads=1"], options].concat(),
        input,
    )
}

fn rows(output: &Output) -> Vec<Vec<String>> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let words = |row: &str| row.split_whitespace().map(str::to_owned).collect();
    text.lines().map(words).collect()
}

fn complaints(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(!text.contains("panicked"), "{text}");
    let of_lines = text.lines().filter(|line| line.starts_with("bianca: "));
    of_lines.map(str::to_owned).collect()
}

#[test]
fn boards_problems_and_games_are_solved_and_bad_lines_named() {
    let game = String::from_utf8(
        run(
            &["positions", "--empties=9", "--count=1", "--transcripts"],
            "",
        )
        .stdout,
    )
    .unwrap();
    let input = format!(
        "# a comment\n{ENDING}\nnonsense\n{ENDING}; G8:+18; F2:+14; % ours\n{START} X\n{game}f5f5\n"
    );
    let output = solve(&[], input);
    let rows = rows(&output);
    let lines: Vec<&str> = rows.iter().map(|row| &*row[0]).collect();
    assert_eq!(lines, ["2", "4", "6"]);
    assert_eq!(rows[0][1..5], ["14", "g8", "+18", "14@100%"]);
    assert_eq!((&*rows[0][7], &*rows[1][7]), ("-", "ok"));
    assert_eq!(rows[2][1], "9");
    let complaints = complaints(&output);
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    for (complaint, line) in complaints.iter().zip([3, 5, 7]) {
        let start = format!("bianca: line {line}: ");
        assert!(complaint.starts_with(&start), "{complaint}");
    }
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn a_mismatch_is_told_by_row_summary_and_exit_code() {
    let output = solve(&[], format!("{ENDING}; +20;\n?\n"));
    assert_eq!(rows(&output)[0][7], "WRONG(+20)");
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("1 position, 1 mismatch, 0 unproven, 1 malformed line;"),
        "{stderr}"
    );
    let output = solve(&["--wld"], format!("{ENDING}; +20;\n"));
    assert_eq!(rows(&output)[0][3], "win");
    assert_eq!(output.status.code(), Some(0), "the sign is right");
    let output = solve(&["--all-moves"], format!("{ENDING}; G8:+18; F3:-20;\n"));
    assert_eq!(rows(&output)[0][7], "WRONG(f3:-20)");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let output = solve(&[], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    // A last line without a line break counts.
    let output = solve(&[], ENDING);
    assert_eq!(rows(&output).len(), 1);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn each_row_comes_before_the_next_line_is_asked_for() {
    let mut child = start(&["solve", "-", "--hash=4", "--json"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for line in 1..=3 {
        writeln!(stdin, "{ENDING}").unwrap();
        stdin.flush().unwrap();
        let mut row = String::new();
        stdout.read_line(&mut row).unwrap();
        let row: serde_json::Value = serde_json::from_str(&row).unwrap();
        assert_eq!(row["line"], line);
        assert_eq!((&row["move"], &row["score"]), (&"g8".into(), &18.0.into()));
        assert_eq!(row["proven"], true);
    }
    drop(stdin);
    assert!(finish(child).status.success());
}

#[test]
fn nobody_reads_the_rows() {
    let mut child = start(&["solve", "-", "--hash=4"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(format!("{ENDING}\n").repeat(50).as_bytes());
    drop(stdin);
    let output = finish(child);
    assert!(output.status.success(), "{output:?}");
    assert!(complaints(&output).is_empty());

    let mut child = start(&["positions", "--empties=20", "--count=100000"]);
    drop(child.stdout.take());
    let output = finish(child);
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = env!("CARGO_MANIFEST_DIR");
    for file in ["no/such/file.obf", folder] {
        let output = run(&["solve", file, "--hash=4"], "");
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert_eq!(complaints(&output).len(), 1, "{file}: {output:?}");
    }
    let output = run(&["solve", "no/such/file.obf"], "");
    assert!(complaints(&output)[0].contains("no/such/file.obf"));
    let output = run(&["solve", "-", "--evaluation=no/such/weights"], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn wrong_arguments_are_refused() {
    for arguments in [
        &["solve"][..],
        &["solve", "-", "--time=0"],
        &["solve", "-", "--time=-1"],
        &["solve", "-", "--time=nan"],
        &["solve", "-", "--time=1e300"],
        &["solve", "-", "--threads=0"],
        &["solve", "-", "--threads=1000"],
        &["solve", "-", "--hash=0"],
        &["solve", "-", "--nodes=0"],
        &["bench", "--threads=0"],
        &["bench", "--depth=3"],
        &["positions"],
        &["positions", "--empties=0"],
        &["positions", "--empties=61"],
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn limits_give_the_best_answer_known() {
    for limit in ["--time=0.05", "--nodes=20000"] {
        let output = solve(&[limit, "--json"], format!("{START}; +60;\n"));
        let row: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(row["proven"], false, "{limit}: {row}");
        assert_eq!(row["check"], "open", "{limit}: {row}");
        let mv = row["move"].as_str().unwrap();
        assert!(["d3", "c4", "f5", "e6"].contains(&mv), "{limit}: {row}");
        assert_eq!(
            output.status.code(),
            Some(0),
            "{limit}: not proven, not wrong"
        );
    }
}

#[test]
fn hostile_lines_are_answered_or_named() {
    let mut random = StdRng::seed_from_u64(11);
    let mut input = Vec::new();
    let alphabet = b"XO-*. abcdefgh12345678;:+%-\xff\x00\r";
    for _ in 0..400 {
        let length = random.random_range(1..90);
        input.extend((0..length).map(|_| *alphabet.choose(&mut random).unwrap()));
        input.push(b'\n');
    }
    // Boards that no game reaches: few discs, one colour, none at all, all squares taken.
    for discs in [0, 1, 2, 3, 4, 8, 16, 32, 60, 64] {
        for _ in 0..20 {
            let mut board = [b'-'; 64];
            for square in rand::seq::index::sample(&mut random, 64, discs) {
                board[square] = *b"XO".choose(&mut random).unwrap();
            }
            input.extend_from_slice(&board);
            input.extend_from_slice(if random.random() { b" X\n" } else { b" O\n" });
        }
    }
    for board in ["OX", "-XO", "OXX", "XO", "OX-O", "X"] {
        input.extend_from_slice(format!("{board:-<64} O\n{board:-<64} X\n").as_bytes());
    }
    input.extend(vec![b'x'; 200_000]);
    input.extend_from_slice(format!("\n{ENDING}\n").as_bytes());
    let lines = input.iter().filter(|&&byte| byte == b'\n').count();
    for options in [
        &["--nodes=3000"][..],
        &["--nodes=3000", "--wld", "--all-moves"],
    ] {
        let output = solve(options, &input);
        assert_eq!(output.status.code(), Some(4), "{options:?}");
        let rows = rows(&output);
        assert!(rows.len() >= 212, "{options:?}: {}", rows.len());
        let last = rows.last().unwrap();
        assert_eq!((&*last[0], &*last[1]), (&*lines.to_string(), "14"));
        assert!(rows.len() + complaints(&output).len() <= lines);
    }
}

/// Runs the `console` blocks of the document as shell scripts: a line `$ command` is typed (with
/// the lines of its here-document), the others are what comes out, `…` being any characters and
/// blanks of any width alike.
#[cfg(unix)]
#[test]
fn every_example_of_the_document_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = fs::read_to_string(root.join("docs/solve.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let executable = Path::new(env!("CARGO_BIN_EXE_bianca"));
    let path = format!(
        "{}:{}",
        executable.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut examples = 0;
    for block in document.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block that ends");
        let (script, expected) = typed_and_shown(block);
        let child = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{script}")])
            .current_dir(&folder)
            .env("PATH", &path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = finish(child);
        let text = String::from_utf8(output.stdout).unwrap();
        let shown: Vec<&str> = text.lines().collect();
        assert_eq!(shown.len(), expected.len(), "{script}\n{text}");
        for (line, pattern) in shown.iter().zip(&expected) {
            assert!(
                matches(&narrow(pattern), &narrow(line)),
                "{script}\n'{pattern}' expected, '{line}' came"
            );
        }
        examples += 1;
    }
    assert!(examples > 0);
}

fn typed_and_shown(block: &str) -> (String, Vec<String>) {
    let (mut script, mut shown) = (String::new(), Vec::new());
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            shown.push(line.to_owned());
            continue;
        };
        script.push_str(&format!("{command}\n"));
        if command.contains("<<'END'") {
            for line in lines.by_ref() {
                script.push_str(&format!("{line}\n"));
                if line == "END" {
                    break;
                }
            }
        }
    }
    (script, shown)
}

/// The line with single blanks between its words.
fn narrow(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn matches(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('…') else {
        return pattern == line;
    };
    let Some(line) = line.strip_prefix(head) else {
        return false;
    };
    let starts = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    let mut tails = starts.map(|at| &line[at..]);
    tails.any(|tail| matches(rest, tail))
}
