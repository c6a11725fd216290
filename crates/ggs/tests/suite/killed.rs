//! `kill -9` of bridge, engine and server in the middle of games, and connections that are cut:
//! nothing that was played is lost.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use bianca_records::record::annotated::AnnotatedGame;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::bridges::{Bridge, answering, asking, engine, kept, open, said};
use crate::server::{Mischief, Server};
use crate::support::Scratch;

/// An engine without a process.
const QUICK: &str = "cmd=player:greedy";

/// A server that takes a moment for each move, so that games can be cut in their middle.
pub const SLOW: Mischief = Mischief {
    delay: Duration::from_millis(20),
    cuts: 0,
    refusals: 0,
    pieces: None,
    rubbish: 0,
    omits: None,
};

fn pair(scratch: &Scratch, port: u16, what: &str, engine: &str) -> [Bridge; 2] {
    let start = |name, rules: &str| Bridge::start(scratch, name, port, engine, rules);
    let timo = start("timo", &answering(1));
    let there = || said(scratch, "timo.out").contains("logged in");
    (0..1000)
        .take_while(|_| !there())
        .for_each(|_| thread::sleep(Duration::from_millis(10)));
    [start("mona", &asking(&format!("{what} timo"), 1)), timo]
}

/// Both have kept one match, whole.
fn check(scratch: &Scratch, mona: Bridge, timo: Bridge) -> Vec<AnnotatedGame> {
    assert_eq!((mona.end(scratch), timo.end(scratch)), (0, 0));
    let [one, other] = ["mona", "timo"].map(|name| {
        assert_eq!(
            open(scratch, name).len(),
            0,
            "{}",
            said(scratch, &format!("{name}.log"))
        );
        let mut matches = kept(scratch, name);
        assert_eq!(
            matches.len(),
            1,
            "{name}: {}",
            said(scratch, &format!("{name}.log"))
        );
        matches.remove(0)
    });
    for (one, other) in one.iter().zip(&other) {
        assert!(one.game.is_over() && one.game == other.game);
    }
    one
}

#[test]
fn a_bridge_that_is_killed_goes_on_with_its_game() {
    for what in ["8r20 2:00//1:00", "s8r30 2:00//1:00"] {
        let server = Server::start();
        let scratch = Scratch::new();
        server.set(SLOW);
        let [mona, timo] = pair(&scratch, server.port(), what, QUICK);
        server.wait("some moves", |server| server.moves() >= 12);
        // They are written while the game goes on.
        server.wait("a record", |_| !open(&scratch, "mona").is_empty());
        mona.kill();
        assert_eq!(open(&scratch, "mona").len(), 1);
        server.wait("the break", |server| server.moves() == 0);
        let rules = asking(&format!("{what} timo"), 1);
        let mona = Bridge::start(&scratch, "mona", server.port(), QUICK, &rules);
        let games = check(&scratch, mona, timo);
        assert!(
            games
                .iter()
                .all(|game| game.notes.len() == game.game.turns().len())
        );
        let told = said(&scratch, "mona.out");
        assert!(told.contains("was broken off and may go on"), "{told}");
    }
}

#[test]
fn a_connection_that_is_cut_with_a_move_is_made_anew() {
    let server = Server::start();
    server.set(Mischief {
        cuts: 2,
        ..Mischief::default()
    });
    let scratch = Scratch::new();
    let [mona, timo] = pair(&scratch, server.port(), "8 2:00//1:00", QUICK);
    check(&scratch, mona, timo);
    let told = said(&scratch, "mona.out") + &said(&scratch, "timo.out");
    assert!(
        told.contains("no connection: the server has closed it; the next try in "),
        "{told}"
    );
    assert!(server.ended().iter().all(|ended| ended.forfeits == 0));
}

/// The processes whose parent is this one.
fn children(parent: u32) -> Vec<i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let stats = entries.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let found = stats.filter_map(|stat| {
        let pid = stat.split(' ').next()?.parse().ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        (rest.split(' ').nth(1)?.parse() == Ok(parent)).then_some(pid)
    });
    found.collect()
}

/// Whether a process is the engine, and not what guards it.
fn is_engine(pid: &i32) -> bool {
    let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    !String::from_utf8_lossy(&command).contains("engine-guard")
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_is_killed_or_stopped_loses_no_game() {
    let server = Server::start();
    let scratch = Scratch::new();
    let slow = format!("cmd='{}' gtp st=0.04", engine());
    let [mona, timo] = pair(&scratch, server.port(), "s8r20 1:00//1:00", &slow);
    for (moves, signal) in [
        (8, Signal::SIGKILL),
        (16, Signal::SIGKILL),
        (24, Signal::SIGSTOP),
    ] {
        server.wait("moves", |server| server.moves() >= moves);
        for pid in children(mona.child.id()).into_iter().filter(is_engine) {
            let _ = kill(Pid::from_raw(pid), signal);
        }
    }
    let games = check(&scratch, mona, timo);
    assert_eq!(games.len(), 2);
    assert!(
        server.ended().iter().all(|ended| ended.forfeits == 0),
        "{:?}",
        server.ended()
    );
    let told = said(&scratch, "mona.out");
    assert!(told.contains("the engine failed: crashed"), "{told}");
}

/// The server as a process of its own, which can be killed; this test is started by others.
#[test]
#[ignore = "other tests start it as a process"]
fn serve() {
    let Some(path) = std::env::var_os("BIANCA_TEST_SERVER") else {
        return;
    };
    let path = Path::new(&path);
    let port = fs::read_to_string(path)
        .ok()
        .and_then(|port| port.parse().ok());
    let server = Server::at(port.unwrap_or(0));
    server.set(SLOW);
    let written = path.with_extension("new");
    fs::write(&written, server.port().to_string()).unwrap();
    fs::rename(written, path.with_extension("up")).unwrap();
    loop {
        thread::sleep(Duration::from_millis(20));
        fs::write(path.with_extension("moves"), server.moves().to_string()).unwrap();
    }
}

/// Starts the server's process, and gives its port.
fn server(scratch: &Scratch) -> (Child, u16) {
    let path = scratch.path("port");
    let up = scratch.path("port.up");
    let _ = fs::remove_file(&up);
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["killed::serve", "--exact", "--ignored"])
        .env("BIANCA_TEST_SERVER", &path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let port = (0..3000).find_map(|_| {
        thread::sleep(Duration::from_millis(10));
        fs::read_to_string(&up).ok()?.parse().ok()
    });
    let port: u16 = port.unwrap();
    fs::write(path, port.to_string()).unwrap();
    (child, port)
}

#[test]
fn a_server_that_is_killed_takes_nothing_with_it() {
    let scratch = Scratch::new();
    let (mut process, port) = server(&scratch);
    let [mona, timo] = pair(&scratch, port, "s8r20 2:00//1:00", QUICK);
    let moves = || -> usize { said(&scratch, "port.moves").parse().unwrap_or(0) };
    (0..6000)
        .take_while(|_| moves() < 12)
        .for_each(|_| thread::sleep(Duration::from_millis(10)));
    let before = moves();
    assert!(before >= 12, "{}", said(&scratch, "mona.out"));
    process.kill().unwrap();
    process.wait().unwrap();
    // The new one knows nothing of the match, which is kept as far as it was played.
    let (mut process, _) = server(&scratch);
    let ends = [mona.end(&scratch), timo.end(&scratch)];
    process.kill().unwrap();
    process.wait().unwrap();
    assert_eq!(ends, [0, 0]);
    for name in ["mona", "timo"] {
        let matches = kept(&scratch, name);
        assert_eq!(
            (matches.len(), open(&scratch, name).len()),
            (2, 0),
            "{name}"
        );
        let turns: usize = matches[0].iter().map(|game| game.game.turns().len()).sum();
        // One move of each game may be on its way to who did not make it.
        assert!(turns + 2 >= before, "{turns} of {before} moves");
        assert!(
            matches[0]
                .iter()
                .all(|game| game.result_for_black().is_none())
        );
        assert!(matches[1].iter().all(|game| game.game.is_over()));
    }
}

/// Kills at random moments, one after the other.
#[test]
fn kills_at_random_moments_lose_no_match() {
    use rand::prelude::*;
    let mut random = StdRng::seed_from_u64(5);
    let server = Server::start();
    let scratch = Scratch::new();
    let port = server.port();
    server.set(SLOW);
    let rules = [asking("s8r40 2:00//1:00 timo", 2), answering(2)];
    let start = |who: usize| {
        let name = ["mona", "timo"][who];
        Bridge::start(&scratch, name, port, QUICK, &rules[who])
    };
    let mut bridges = [start(0), start(1)];
    for round in 0..6 {
        thread::sleep(Duration::from_millis(random.random_range(300..1500)));
        let who = round % 2;
        let fresh = start_after_kill(&mut bridges[who], || start(who));
        bridges[who] = fresh;
    }
    server.wait("a match", |server| server.ended().len() >= 2);
    drop(bridges);
    for name in ["mona", "timo"] {
        let matches = kept(&scratch, name);
        let all = matches.len() + open(&scratch, name).len();
        assert!(all >= server.ended().len(), "{name}: {all}");
        for games in &matches {
            let whole = games.iter().filter(|game| game.game.is_over()).count();
            assert!(
                whole == games.len()
                    || whole == 0
                    || games.iter().any(|game| game.result.is_none())
            );
        }
    }
}

fn start_after_kill(old: &mut Bridge, start: impl Fn() -> Bridge) -> Bridge {
    old.child.kill().unwrap();
    old.child.wait().unwrap();
    start()
}
