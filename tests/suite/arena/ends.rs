//! How engines end: they are asked before they are forced, whatever ends their match.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::*;

/// The arguments of an engine that notes in the file `note` how it is ended, which it takes in the
/// way that `how` says.
fn noting(scratch: &Scratch, how: &str) -> String {
    let note = scratch.path("note");
    format!("--engine 'name=it limit=level cmd=sh tests/arena/ending.sh {note} {how}'")
}

/// How often each thing was noted.
fn noted(scratch: &Scratch) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let text = fs::read_to_string(scratch.path("note")).unwrap_or_default();
    for line in text.lines() {
        *counts.entry(line.to_owned()).or_default() += 1;
    }
    counts
}

fn counts<const N: usize>(expected: [(&str, usize); N]) -> BTreeMap<String, usize> {
    expected
        .map(|(word, count)| (word.to_owned(), count))
        .into()
}

/// What the logs say of ends, one for each start.
fn ends(folder: &Path) -> Vec<String> {
    let mut ends = Vec::new();
    for number in 1.. {
        let Ok(log) = fs::read_to_string(folder.join(format!("it-{number}.log"))) else {
            break;
        };
        let last = log.lines().last().unwrap_or_default();
        ends.push(last.split_once(" # ").unwrap_or_default().1.to_owned());
    }
    ends
}

fn wait(what: &str, is_done: impl Fn() -> bool) {
    let is_done = (0..3000).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        is_done()
    });
    assert!(is_done, "{what}");
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).unwrap();
}

/// A match of so many games, of which each ends an engine, and one more before them.
fn all_are_asked(games: usize) {
    let scratch = Scratch::new();
    let logs = scratch.path("logs");
    let result = result(&format!(
        "match --json --games {games} --openings random:7 --seed 1 --concurrency 2 \
         --engine-log {logs} --engine 'name=first nodes=9 cmd={}' {}",
        env!("CARGO_BIN_EXE_bianca"),
        noting(&scratch, "obeys"),
    ));
    assert_eq!(result["forfeits"], games);
    let starts = games + 1;
    let noted = noted(&scratch);
    let ends = ends(scratch.folder().join("logs").as_path());
    let asked = ends
        .iter()
        .filter(|end| end.starts_with("it ended ") && end.ends_with("asked to; exit status: 0"));
    let asked = asked.count();
    println!("{games} games: {noted:?}; in the logs {asked} were asked to end and did");
    assert_eq!(noted, counts([("start", starts), ("quit", starts)]));
    assert_eq!((ends.len(), asked), (starts, starts), "{ends:?}");
}

#[test]
fn engines_are_asked_to_end() {
    all_are_asked(6);
}

#[test]
#[ignore = "takes a minute"]
fn engines_are_asked_to_end_four_hundred_times() {
    all_are_asked(400);
}

/// What an engine keeps for its end is kept; one that stays is ended by SIGTERM, and else killed.
#[test]
fn who_stays_is_forced_and_that_is_told() {
    for (how, last, end) in [
        ("saves", "saved", "it ended "),
        ("deaf", "term", "it ended by SIGTERM "),
        ("stays", "term", "it was killed "),
    ] {
        let scratch = Scratch::new();
        let logs = scratch.path("logs");
        let output = output(&format!(
            "match --quiet --games 2 --openings random:4 --patience 3 --engine-log {logs} \
             --engine cmd=player:first {}",
            noting(&scratch, how)
        ));
        let noted = noted(&scratch);
        assert_eq!(noted, counts([("start", 3), ("quit", 3), (last, 3)]));
        let status = match how {
            "saves" => "exit status: 5",
            "deaf" => "exit status: 7",
            _ => "signal: 9 (SIGKILL)",
        };
        for told in ends(scratch.folder().join("logs").as_path()) {
            assert!(told.starts_with(end) && told.ends_with(status), "{told}");
        }
        // Once is enough.
        let warnings = stderr(&output).matches(&format!("'it': {end}")).count();
        assert_eq!(warnings, usize::from(how != "saves"), "{how}");
    }
}

/// The signals that end a match from outside, and its engines with it; those see the end of
/// their input even if nobody could ask them.
#[test]
fn engines_are_asked_to_end_by_whatever_ends_their_match() {
    heed_signals();
    for signal in [
        Signal::SIGINT,
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGKILL,
    ] {
        let scratch = Scratch::new();
        let (log, logs) = (scratch.path("log.jsonl"), scratch.path("logs"));
        let engine = noting(&scratch, "saves");
        let game = format!(
            "match --games 2 --openings random:4 --seed 2 --log {log} --engine-log {logs} \
             --resume --engine cmd=player:first {}",
            engine.replace(" saves", " waits")
        );
        let mut command = bianca(&game);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        wait("no game begins", || {
            noted(&scratch).get("start") == Some(&2)
        });
        // It is to be in its search.
        let second = scratch.folder().join("logs/it-2.log");
        wait("nobody is asked", || {
            fs::read_to_string(&second).is_ok_and(|log| log.contains(" > genmove"))
        });
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(signal as i32));
        let is_asked = signal != Signal::SIGKILL;
        let last = if is_asked { "quit" } else { "eof" };
        wait("nobody is asked to end", || {
            let noted = noted(&scratch);
            noted.get("quit").unwrap_or(&0) + noted.get("eof").unwrap_or(&0) == 2
        });
        let noted = noted(&scratch);
        assert_eq!(noted.get(last), Some(if is_asked { &2 } else { &1 }));
        assert_eq!(noted.get("term"), None, "{signal}");
        let said = stderr(&output);
        assert_eq!(
            said.contains("engines are asked to end"),
            is_asked,
            "{said}"
        );
        if is_asked {
            let last = ends(scratch.folder().join("logs").as_path()).pop().unwrap();
            assert!(last.ends_with("asked to; exit status: 0"), "{last}");
        }
        // No game came of it, and the match goes on; its engines are asked as all others.
        assert_eq!(games(&log).len(), 0, "{signal}");
        fs::rename(scratch.path("note"), scratch.path("note.on")).unwrap();
        self::output(&game);
        assert_eq!(games(&log).len(), 2, "{signal}");
        assert_eq!(self::noted(&scratch), counts([("start", 3), ("quit", 3)]));
    }
}

/// The second time a signal is no request any more.
#[test]
fn a_second_signal_ends_a_match_at_once() {
    heed_signals();
    let scratch = Scratch::new();
    let game = format!(
        "match --games 2 --patience 600 --engine cmd=player:first {}",
        noting(&scratch, "deaf")
    );
    let mut command = bianca(&game);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It waits for the end of the engine that showed that it can be started.
    wait("nobody is asked to end", || {
        noted(&scratch).contains_key("quit")
    });
    send(&child, Signal::SIGINT);
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert!(line.starts_with("engines are asked to end"), "{line}");
    // One that comes together with the first is none.
    send(&child, Signal::SIGINT);
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(child.try_wait().unwrap(), None);
    send(&child, Signal::SIGINT);
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::SIGINT as i32));
    // Its guard is as patient as the match was.
    assert_eq!(noted(&scratch), counts([("start", 1), ("quit", 1)]));
    let text = fs::read_to_string(scratch.path("note.pid")).unwrap();
    let pid: i32 = text.trim().parse().unwrap();
    kill(Pid::from_raw(pid), Signal::SIGTERM).unwrap();
    wait("it stays", || noted(&scratch).contains_key("term"));
}

/// Engines of XBoard's protocol give up in words of their own, and are told the result. The table
/// says why games were lost.
#[test]
fn an_xboard_engine_resigns_in_words() {
    for words in [
        "resign",
        "computer resigns",
        "1-0 {Black resigns}",
        "tellics resign",
    ] {
        let scratch = Scratch::new();
        let log = scratch.path("log.jsonl");
        let note = scratch.path("note");
        let said = stdout(&output(&format!(
            "match --quiet --games 2 --openings random:4 --seed 1 --log {log} --engine cmd=player:first \
             --engine 'name=xb proto=xboard limit=level \
             cmd=sh tests/arena/resigns.sh {note} \"{words}\"'"
        )));
        for game in games(&log) {
            assert_eq!(game["forfeit"]["reason"], "resigned", "{words}");
        }
        assert!(
            said.contains("    xb forfeits first in game 1: resigned\n"),
            "{said}"
        );
        let told = fs::read_to_string(&note).unwrap();
        for result in [
            "result 1-0 {Black resigns}\nquit\n",
            "result 0-1 {White resigns}\nquit\n",
        ] {
            assert_eq!(told.matches(result).count(), 1, "{told}");
        }
    }
}
