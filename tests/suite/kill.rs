//! `kill -9` at random moments: what was printed as finished is in the file, what was in the file
//! stays there, and the run goes on to the same end.
//!
//! The suite kills each kind of run a few times; the hundred times of `docs/trust.md` are
//! `cargo test --release --test suite kill:: -- --ignored --nocapture`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Scratch;
use crate::support::killing::{DEADLINE, run, series};
use bianca::book::Lookup;
use bianca::book::store::{Learner, Store};
use bianca::internal::Journal;
use bianca::othello::random::RandomGames;
use rand::prelude::*;

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_bianca");

fn whole_lines(path: &Path) -> Vec<String> {
    let bytes = fs::read(path).unwrap_or_default();
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let text = String::from_utf8(bytes[..end.map_or(0, |end| end + 1)].to_vec()).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn kill_match(times: u32) {
    let scratch = Scratch::new();
    let engine = format!("name=a cmd={} depth=1", EXECUTABLE);
    let arguments = [
        "match",
        "--games",
        "100",
        "--seed",
        "5",
        "--concurrency",
        "2",
        "--resume",
        "--log",
        "match.jsonl",
        "--ggf",
        "match.ggf",
        "--report",
        "match.html",
        "--engine",
        &engine,
        "--engine",
        "name=b cmd=player:greedy",
    ];
    let path = scratch.path("match.jsonl");
    let mut before = Vec::new();
    let series = series(EXECUTABLE, &scratch, &arguments, times, |ended| {
        let lines = whole_lines(path.as_ref());
        assert!(lines.starts_with(&before), "a game that was kept is lost");
        before = lines;
        let printed = whole_lines(scratch.path("printed").as_ref());
        let printed = printed.iter().rev().find_map(|line| {
            let (done, _) = line.split_once('/')?;
            done.parse::<usize>().ok()
        });
        let kept = before.len().saturating_sub(1);
        assert!(
            printed.is_none_or(|printed| printed <= kept),
            "printed but not kept"
        );
        if !ended {
            return;
        }
        before.clear();
        let entries = Journal::content(path.as_ref()).unwrap().unwrap().lines;
        let numbers: BTreeSet<usize> = entries.iter().map(|entry| entry.game).collect();
        assert_eq!((entries.len(), numbers.len()), (100, 100));
        let archived = fs::read_to_string(scratch.path("match.ggf")).unwrap();
        assert_eq!(archived.lines().count(), 100);
        // The table has every game once.
        let discs = |black: usize, sign: i32| {
            let wins = entries.iter().filter(|entry| {
                let points = entry.black_points() as i32 - 1;
                points * if entry.black == black { sign } else { -sign } > 0
            });
            wins.count()
        };
        let (wins, losses) = (discs(0, 1), discs(0, -1));
        let score = format!("a {wins}-{}-{losses} ", 100 - wins - losses);
        let printed = fs::read_to_string(scratch.path("printed")).unwrap();
        assert!(printed.contains(&score), "{score} in {printed}");
        let page = fs::read_to_string(scratch.path("match.html")).unwrap();
        assert!(page.trim_end().ends_with("</html>"));
    });
    eprintln!(
        "match: {} kills in {} matches",
        series.kills,
        series.ends + 1
    );
}

fn kill_analyze(times: u32) {
    let scratch = Scratch::new();
    let openings = ["f5d6c3d3c4f4c5b3c2\n", "f5f6e6f4g6\n", "f5f4e3d6\n"];
    fs::write(scratch.path("games.txt"), openings.concat().repeat(30)).unwrap();
    let whole = [
        "analyze",
        "games.txt",
        "--json",
        "--level",
        "7",
        "--hash",
        "1",
    ];
    assert!(run(EXECUTABLE, &scratch, &whole, DEADLINE));
    let expected = fs::read(scratch.path("printed")).unwrap();
    let arguments = [&whole[..], &["--log", "log.jsonl", "--resume"]].concat();
    let path = scratch.path("log.jsonl");
    let mut before = Vec::new();
    let series = series(EXECUTABLE, &scratch, &arguments, times, |ended| {
        let lines = whole_lines(path.as_ref());
        assert!(lines.starts_with(&before), "a game that was kept is lost");
        before = lines;
        let printed = whole_lines(scratch.path("printed").as_ref());
        assert!(
            printed.len() <= before.len().saturating_sub(1),
            "printed but not kept"
        );
        if ended {
            before.clear();
            let printed = fs::read(scratch.path("printed")).unwrap();
            assert!(printed == expected, "other results than without a kill");
        }
    });
    eprintln!(
        "analyze: {} kills in {} runs",
        series.kills,
        series.ends + 1
    );
}

#[test]
fn a_killed_match_loses_at_most_the_games_in_progress() {
    kill_match(4);
}

#[test]
fn a_killed_analysis_loses_at_most_the_game_in_progress() {
    kill_analyze(4);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_kills() {
    kill_match(100);
    kill_analyze(100);
}

/// Lets a book learn game after game, kills the process at `times` random moments, and looks for
/// every game that was told as learned.
fn kill_learning_books(times: u32) -> usize {
    let scratch = Scratch::new();
    let path = PathBuf::from(scratch.path("a.book"));
    drop(Learner::open(&path).unwrap());
    let mut random = StdRng::seed_from_u64(3);
    let mut told = 0;
    for round in 0..times {
        let games: Vec<_> = RandomGames::new(56, round.into()).take(200).collect();
        let mut child = Command::new(EXECUTABLE)
            .args(["gtp", "--option", "Book=a.book"])
            .current_dir(scratch.folder())
            .stdin(Stdio::piped())
            .stdout(File::create(scratch.path("told")).unwrap())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        for (number, game) in games.iter().enumerate() {
            let moves: String = game.turns().iter().map(|(_, mv)| mv.to_string()).collect();
            let store = if number % 3 == 2 { "book store\n" } else { "" };
            let written = write!(input, "newgame\nplay {moves}\nbook add\n{store}");
            written.unwrap();
        }
        let learned = || {
            let replies = fs::read_to_string(scratch.path("told")).unwrap();
            replies.matches(" positions learned").count()
        };
        // However long a busy machine takes to begin.
        let started = Instant::now();
        while learned() == 0 && started.elapsed() < DEADLINE {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(random.random_range(0..400)));
        child.kill().unwrap();
        child.wait().unwrap();
        drop(input);
        let learned = learned();
        let store = Store::open(&path).unwrap();
        for game in &games[..learned] {
            let found = store.find_any(game.position()).unwrap();
            assert!(found.is_some(), "round {round}: {:?} is lost", game.turns());
        }
        told += learned;
    }
    told
}

#[test]
fn a_killed_book_has_all_that_it_told_as_learned() {
    assert!(kill_learning_books(5) >= 5);
}

#[test]
#[ignore = "a hundred kills take about two minutes"]
fn a_book_killed_a_hundred_times_has_all_that_it_told_as_learned() {
    println!(
        "{} games learned in 100 killed runs",
        kill_learning_books(100)
    );
}
