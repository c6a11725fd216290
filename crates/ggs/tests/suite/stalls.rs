//! A disk that stands still, and output that nobody reads: neither costs a clock, and what could
//! not be written then is written later.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write, pipe};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use bianca_records::record::annotated::AnnotatedGame;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::bridges::{Bridge, EASY, answering, asking, kept, open, said};
use crate::killed::SLOW;
use crate::server::Server;
use crate::support::Scratch;

const QUICK: &str = "cmd=player:greedy";

/// A synchro match with the shortest clocks.
const SHORT: &str = "s8r40 0:03//0:02 timo";

/// Bytes that a pipe holds.
const PIPE: usize = 64 << 10;

/// Makes pipes of the files in which timo's first match, the server's second number, may be kept if
/// it begins soon. Who writes there waits until [`release`] as for a disk.
fn stall(scratch: &Scratch) -> Vec<PathBuf> {
    let now = SystemTime::now();
    let paths = (0..60).map(|second| {
        let date = humantime::format_rfc3339_seconds(now + Duration::from_secs(second));
        let digits = date.to_string().replace(|c: char| !c.is_ascii_digit(), "");
        PathBuf::from(scratch.path(&format!("timo/open/{digits}-2.ggf")))
    });
    let paths: Vec<PathBuf> = paths.collect();
    assert!(
        Command::new("mkfifo")
            .args(&paths)
            .status()
            .unwrap()
            .success()
    );
    paths
}

/// Lets who writes there go on, as long as these are held.
fn release(paths: &[PathBuf]) -> Vec<File> {
    let mut options = OpenOptions::new();
    // For writing, too: then it waits for nobody.
    options.read(true).write(true);
    paths
        .iter()
        .map(|path| options.open(path).unwrap())
        .collect()
}

/// Removes the pipes that no match has.
fn clear(paths: &[PathBuf]) {
    for path in paths {
        let _ = fs::remove_file(path);
    }
}

fn check_clocks(server: &Server, scratch: &Scratch) {
    let ended = server.ended();
    assert!(
        ended.iter().all(|ended| ended.forfeits == 0),
        "{ended:?}\n{}",
        said(scratch, "timo.out")
    );
}

#[test]
fn a_disk_that_stands_still_costs_no_clock() {
    let server = Server::start();
    let scratch = Scratch::new();
    let mut timo = Bridge::join(&scratch, &server, "timo", QUICK, &answering(2));
    let paths = stall(&scratch);
    let rules = asking(SHORT, 2);
    let mona = Bridge::start(&scratch, "mona", server.port(), QUICK, &rules);
    server.wait("two matches", |server| server.ended().len() == 2);
    check_clocks(&server, &scratch);
    assert_eq!(mona.end(&scratch), 0);
    // What is not written yet is waited for.
    thread::sleep(Duration::from_millis(500));
    assert_eq!(timo.child.try_wait().unwrap(), None);
    assert!(kept(&scratch, "timo").is_empty());
    let held = release(&paths);
    assert_eq!(timo.end(&scratch), 0);
    drop(held);
    clear(&paths);
    assert!(open(&scratch, "timo").is_empty());
    let [ours, theirs] = ["timo", "mona"].map(|name| kept(&scratch, name));
    let games = |matches: &[Vec<AnnotatedGame>]| -> Vec<_> {
        let games = matches.iter().flatten();
        games.map(|game| game.game.clone()).collect()
    };
    assert_eq!((ours.len(), games(&ours)), (2, games(&theirs)));
}

#[test]
fn a_signal_waits_for_the_disk() {
    let server = Server::start();
    server.set(SLOW);
    let scratch = Scratch::new();
    let mut timo = Bridge::join(&scratch, &server, "timo", QUICK, EASY);
    let paths = stall(&scratch);
    let rules = asking(SHORT, 1);
    let mona = Bridge::start(&scratch, "mona", server.port(), QUICK, &rules);
    server.wait("moves", |server| server.moves() > 4);
    kill(Pid::from_raw(timo.child.id() as i32), Signal::SIGTERM).unwrap();
    assert_eq!(mona.end(&scratch), 0);
    check_clocks(&server, &scratch);
    thread::sleep(Duration::from_millis(500));
    assert_eq!(timo.child.try_wait().unwrap(), None);
    let held = release(&paths);
    // It ends by the signal.
    assert_eq!(timo.end(&scratch), -1);
    drop(held);
    clear(&paths);
    assert_eq!(
        (kept(&scratch, "timo").len(), open(&scratch, "timo").len()),
        (1, 0)
    );
}

#[test]
fn output_that_nobody_reads_costs_no_clock() {
    let server = Server::start();
    let scratch = Scratch::new();
    let rules = scratch.write("timo.rules", answering(1));
    let arguments = ["play", "--engine", QUICK, "--rules", &rules];
    let (mut output, mut full) = pipe().unwrap();
    full.write_all(&vec![b'.'; PIPE]).unwrap();
    let errors = full.try_clone().unwrap();
    let mut timo = Bridge::spawn_with(&scratch, "timo", server.port(), &arguments, |command| {
        command
            .env("RUST_LOG", "bianca_ggs=debug")
            .stdout(full)
            .stderr(errors);
    });
    server.wait("timo", |server| {
        server.names().iter().any(|one| one == "timo")
    });
    let rules = asking(SHORT, 1);
    let mona = Bridge::start(&scratch, "mona", server.port(), QUICK, &rules);
    server.wait("a match", |server| !server.ended().is_empty());
    assert_eq!(mona.end(&scratch), 0);
    check_clocks(&server, &scratch);
    // Who reads at last gets all of it.
    assert_eq!(timo.child.try_wait().unwrap(), None);
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    assert_eq!(timo.end(&scratch), 0);
    for words in ["logged in as timo", "> tell /os play .2.0 ", ".2 ended"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(kept(&scratch, "timo").len(), 1);
}
