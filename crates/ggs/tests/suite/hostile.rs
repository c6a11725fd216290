//! Strangers and bad servers: floods, endless lines, refusals, players who do nothing; and nothing
//! that may not be seen is.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use crate::bridges::{BRIDGE, Bridge, EASY, answering, asking, engine, kept, said};
use crate::server::{Mischief, Server};
use crate::support::{Scratch, stderr};

const QUICK: &str = "cmd=player:greedy";

/// KiB that a bridge may hold: its engine's evaluation is not in it.
const MOST_MEMORY: u64 = 48 << 10;

/// Lets a bridge connect to who says `what` for ever, and gives the memory that it holds then.
fn flooded(login: bool, what: &'static [u8]) -> u64 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let scratch = Scratch::new();
    let bridge = Bridge::start(&scratch, "mona", port, QUICK, "");
    let (mut stream, _) = listener.accept().unwrap();
    if login {
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        for prompt in [": Enter login\r\n", ": Enter your password.\r\n"] {
            stream.write_all(prompt.as_bytes()).unwrap();
            lines.next().unwrap().unwrap();
        }
        stream.write_all(b"READY\r\n").unwrap();
    }
    let block = what.repeat(65_536 / what.len() + 1);
    let start = Instant::now();
    let mut sent = 0;
    stream
        .set_write_timeout(Some(Duration::from_millis(200)))
        .unwrap();
    while start.elapsed() < Duration::from_millis(1500) && sent < 200 << 20 {
        sent += stream.write(&block).unwrap_or(0);
    }
    assert!(sent > 100_000, "{sent} bytes were taken");
    let memory = bridge.memory();
    bridge.kill();
    let told = said(&scratch, "mona.out").lines().count();
    assert!(told < 1000, "{told} lines were told");
    memory
}

#[cfg(target_os = "linux")]
#[test]
fn no_flood_fills_the_memory() {
    for (login, what) in [
        (false, &b"x"[..]),
        (true, b"x"),
        (true, b"/os: .1 A 1 otto: hello\r\nREADY\r\n"),
        (true, b"|more\r\n"),
        (true, b"/os: + .8 1600.0 otto 05:00//02:00 8k U 1720.0 mona\r\nREADY\r\n"),
        (true, b"/os: + match .7 1 mona 2 otto 8 U\r\nREADY\r\n/os: - match .7 1 mona 2 otto 8 U +2.00 .9\r\nREADY\r\n"),
    ] {
        let memory = flooded(login, what);
        assert!(memory < MOST_MEMORY, "{memory} KiB after {}", String::from_utf8_lossy(what));
    }
}

#[test]
fn refusals_of_legal_moves_are_outlived() {
    let server = Server::start();
    server.set(Mischief {
        refusals: 2,
        ..Mischief::default()
    });
    let scratch = Scratch::new();
    let (answering, asking) = (answering(1), asking("8r30 0:30//1:00 timo", 1));
    let port = server.port();
    let timo = Bridge::join(&scratch, &server, "timo", QUICK, &answering);
    let mona = Bridge::start(&scratch, "mona", port, QUICK, &asking);
    assert_eq!((mona.end(&scratch), timo.end(&scratch)), (0, 0));
    assert!(kept(&scratch, "mona")[0][0].game.is_over());
    let told = said(&scratch, "mona.out") + &said(&scratch, "timo.out");
    assert!(
        told.contains("the move was refused: illegal move"),
        "{told}"
    );
}

/// A person who logs in and does what he is told here.
fn person(port: u16, name: &str) -> (TcpStream, BufReader<TcpStream>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let reader = BufReader::new(stream.try_clone().unwrap());
    stream
        .write_all(format!("{name}\nswordfish\n").as_bytes())
        .unwrap();
    (stream, reader)
}

#[test]
fn who_does_not_move_loses_and_holds_nobody_up() {
    let server = Server::start();
    let scratch = Scratch::new();
    let rules = answering(2);
    let timo = Bridge::join(&scratch, &server, "timo", QUICK, &rules);
    for _ in 0..2 {
        let ended = server.ended().len();
        let (mut otto, _lines) = person(server.port(), "otto");
        thread::sleep(Duration::from_millis(100));
        otto.write_all(b"tell /os ask 8 0:01//0:01 timo\n").unwrap();
        server.wait("the end", |server| server.ended().len() > ended);
    }
    assert_eq!(timo.end(&scratch), 0);
    for games in kept(&scratch, "timo") {
        let game = &games[0];
        let result = game.result_for_black().unwrap().discs();
        assert_eq!(result, if game.black == "timo" { 64.0 } else { -64.0 });
    }
    assert!(said(&scratch, "timo.out").contains("the main time of"));
}

#[test]
fn the_password_is_seen_nowhere() {
    let server = Server::start();
    let scratch = Scratch::new();
    let environment = scratch.path("environment");
    let script = scratch.write(
        "engine",
        format!(
            "#!/bin/sh\nenv > '{environment}'\nexec '{}' gtp\n",
            engine()
        ),
    );
    fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();
    let spec = format!("cmd='{script}' depth=2");
    let bridge = Bridge::join(&scratch, &server, "mona", &spec, "");
    let command =
        fs::read_to_string(format!("/proc/{}/cmdline", bridge.child.id())).unwrap_or_default();
    bridge.kill();
    let log = said(&scratch, "mona.log");
    assert!(
        log.contains("> mona") && log.contains("(the password)"),
        "{log}"
    );
    assert!(said(&scratch, "environment").contains("BIANCA_GGS_USER=mona"));
    let files = ["mona.out", "mona.err", "environment"].map(|name| said(&scratch, name));
    assert!(!(files.concat() + &log + &command).contains("swordfish"));
}

fn refused(change: impl FnOnce(&mut Command)) -> Output {
    let scratch = Scratch::new();
    let mut command = Command::new(BRIDGE);
    command
        .args([
            "play",
            "--engine",
            QUICK,
            "--host",
            "127.0.0.1",
            "--games",
            &scratch.path("games"),
        ])
        .env_remove("BIANCA_GGS_USER")
        .env_remove("BIANCA_GGS_PASSWORD");
    change(&mut command);
    command.output().unwrap()
}

#[test]
fn what_cannot_begin_says_why() {
    let scratch = Scratch::new();
    let said = |output: Output, code: i32| {
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        stderr(&output)
    };
    let none = said(refused(|_| {}), 2);
    assert_eq!(
        none,
        "bianca-ggs: no name: set BIANCA_GGS_USER, or name a file with --login\n"
    );
    let login = scratch.write("login", "user = mona\npassword = swordfish\n");
    fs::set_permissions(&login, fs::Permissions::from_mode(0o644)).unwrap();
    let open = said(
        refused(|command| {
            command.args(["--login", &login]);
        }),
        2,
    );
    assert!(open.contains("others can read this file"), "{open}");
    let rules = scratch.write("rules", "types = 8, 8k\n");
    let wrong = said(
        refused(|command| {
            command.args(["--rules", &rules]);
        }),
        2,
    );
    assert!(
        wrong.contains("line 1: types: 8k: games with a komi (k) are not played"),
        "{wrong}"
    );
    let engine = said(
        refused(|command| {
            command.args(["--engine", "x"]);
        }),
        2,
    );
    assert!(engine.contains("cannot be used multiple times"), "{engine}");
    let server = Server::start();
    fs::set_permissions(&login, fs::Permissions::from_mode(0o600)).unwrap();
    let port = server.port().to_string();
    let wrong = said(
        refused(|command| {
            command
                .args(["--login", &login, "--port", &port])
                .env("BIANCA_GGS_PASSWORD", "herring");
        }),
        1,
    );
    assert_eq!(
        wrong,
        "bianca-ggs: the server does not take this name and password\n"
    );
}

#[test]
fn an_engine_that_cannot_play_is_told_of_before_the_login() {
    let scratch = Scratch::new();
    for (engine, reason) in [
        ("cmd=/no/such/engine", "cannot start"),
        ("cmd=false", "crashed"),
        (
            "cmd=cat proto=cassio",
            "cannot be said in Cassio's protocol",
        ),
    ] {
        let output = Command::new(BRIDGE)
            .args([
                "play",
                "--engine",
                engine,
                "--games",
                &scratch.path("games"),
            ])
            .output()
            .unwrap();
        let said = stderr(&output);
        assert!(
            output.status.code() == Some(2) && said.contains(reason),
            "{said}"
        );
    }
}

#[test]
fn two_bridges_do_not_share_their_files() {
    let server = Server::start();
    let scratch = Scratch::new();
    let first = Bridge::join(&scratch, &server, "mona", QUICK, EASY);
    let second = Bridge::start(&scratch, "mona", server.port(), QUICK, EASY);
    assert_eq!(second.end(&scratch), 1);
    assert!(said(&scratch, "mona.err").contains("another process is writing it"));
    first.kill();
}
