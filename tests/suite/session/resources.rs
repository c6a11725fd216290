//! What a session takes from the machine, and what becomes of it when the machine refuses.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::session::process::Bianca;
use crate::support::Scratch;

/// The path of a new named pipe.
fn pipe(scratch: &Scratch) -> String {
    let path = scratch.path("pipe");
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    path
}

#[test]
fn a_pipe_or_a_device_without_end_is_refused_by_name() {
    let scratch = Scratch::new();
    let pipe = pipe(&scratch);
    let mut bianca = Bianca::anywhere(&[]);
    for (line, reply) in [
        (
            format!("printsgf {pipe}"),
            format!("? cannot save file: {pipe}: not a plain file"),
        ),
        (
            format!("option LogFile {pipe}"),
            format!("? cannot save file: {pipe}: not a plain file"),
        ),
        (
            format!("loadsgf {pipe}"),
            format!("? cannot load file: {pipe}: not a plain file"),
        ),
        (
            format!("loadgame {pipe}"),
            format!("? cannot load file: {pipe}: not a plain file"),
        ),
        (
            format!("option EvalFile {pipe}"),
            format!("? option EvalFile: {pipe}: not a plain file"),
        ),
        (
            "option EvalFile /dev/zero".to_owned(),
            "? option EvalFile: /dev/zero: not a plain file".to_owned(),
        ),
    ] {
        assert_eq!(bianca.ask(&line), reply);
    }
    assert!(bianca.finish().1.success());
}

#[test]
fn a_full_disk_is_told_and_the_session_goes_on() {
    if fs::metadata("/dev/full").is_err() {
        return;
    }
    let mut bianca = Bianca::anywhere(&[]);
    let reply = bianca.ask("printsgf /dev/full");
    assert!(
        reply.starts_with("? cannot save file: /dev/full: No space left"),
        "{reply}"
    );
    // That the log cannot be written is reported on stderr.
    assert_eq!(bianca.ask("option LogFile /dev/full"), "=");
    assert_eq!(bianca.ask("name"), "= Bianca");
    assert!(bianca.finish().1.success());

    let full = || fs::File::create("/dev/full").unwrap();
    for arguments in [
        &["gtp"][..],
        &["perft", "3"],
        &["openings", "--openings", "random:4", "--count", "3"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(full())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if let Some(mut input) = child.stdin.take() {
            use std::io::Write;
            let _ = input.write_all(b"name\n");
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert!(said.contains("No space left"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for arguments in [
        &["perft", "3"][..],
        &["openings", "--openings", "random:4", "--count", "3"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        let mut errors = child.stderr.take().unwrap();
        errors.read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success(), "{arguments:?}: {said}");
        assert_eq!(said, "", "{arguments:?}");
    }
}

#[test]
fn sizes_beyond_the_machine_are_refused_and_small_ones_work() {
    let mut bianca = Bianca::anywhere(&["--hash", "1"]);
    for (option, value) in [
        ("Hash", "1048576"),
        ("Hash", "18446744073709551616"),
        ("Threads", "0"),
        ("Threads", "257"),
    ] {
        let reply = bianca.ask(&format!("option {option} {value}"));
        assert!(
            reply.starts_with(&format!("? option {option}: ")),
            "{reply}"
        );
    }
    for (option, value) in [("Hash", "1"), ("Threads", "256"), ("Threads", "1")] {
        assert_eq!(bianca.ask(&format!("option {option} {value}")), "=");
        let reply = bianca.ask("go depth 5");
        assert!(reply.starts_with("= info rank 1 move "), "{reply}");
    }
    assert!(bianca.finish().1.success());
}

/// Without enough address space the executable says so, whatever the last allocation was for. Its
/// own code takes some 22,000 KiB: where that just fits there is no room for a word.
#[test]
fn too_little_memory_at_the_start_is_a_message() {
    for kilobytes in [
        28_000, 32_000, 40_000, 48_000, 56_000, 60_000, 68_000, 76_000, 80_000, 84_000, 88_000,
        90_000, 92_000, 100_000, 104_000, 108_000, 112_000, 120_000, 130_000, 140_000, 150_000,
        160_000, 180_000,
    ] {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\"");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_bianca")])
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let refused = output.status.code() == Some(1) && said.starts_with("bianca: ");
        assert!(
            refused || output.status.success(),
            "{kilobytes} KiB: {}: {said}",
            output.status
        );
    }
}

/// Where memory ends before the puzzle does, that is an answer.
#[test]
fn a_puzzle_that_is_larger_than_the_memory_ends_no_session() {
    let mut refused = 0;
    for kilobytes in [200_000, 240_000, 280_000, 330_000, 400_000] {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_bianca")])
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        {
            use std::io::Write;
            let mut input = child.stdin.take().unwrap();
            input.write_all(b"newgame frogs 16\nsolve\nname\n").unwrap();
        }
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let is_refused = text.starts_with("=\n\n? no solution found: memory ends at ");
        let is_solved = text.starts_with("=\n\n= info rank 1 move ");
        assert!(is_refused || is_solved, "{kilobytes} KiB: {text}");
        assert!(text.ends_with("= Bianca\n\n"), "{kilobytes} KiB: {text}");
        assert!(output.status.success(), "{kilobytes} KiB");
        refused += usize::from(is_refused);
    }
    assert!(refused > 0);
}

/// Where threads are refused, fewer of them search.
#[test]
fn a_search_does_with_the_threads_it_gets() {
    let script = "ulimit -v 1500000; exec \"$0\" --option Threads=256";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_bianca")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    {
        use std::io::Write;
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"go depth 8\nname\n").unwrap();
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("= info rank 1 move "), "{text}");
    assert!(text.ends_with("= Bianca\n\n"), "{text}");
}

#[test]
fn time_beyond_reason_does_not_end_the_session() {
    let mut bianca = Bianca::anywhere(&["--level", "1"]);
    for settings in ["1.8e19 1.8e19 0", "1.8e19 1.8e19 3", "1e19 0 0", "0 1e19 1"] {
        assert_eq!(bianca.ask(&format!("time_settings {settings}")), "=");
        for color in ["b", "w"] {
            bianca.send(format!("genmove {color}\nstop\n"));
            let reply = bianca.reply();
            assert!(reply.starts_with("= ") && reply.len() == 4, "{reply}");
            assert_eq!(bianca.reply(), "=");
        }
    }
    assert!(bianca.finish().1.success());
}

/// The fields of `/proc/PID/stat` after the name: processor time in ticks, threads, pages.
#[cfg(target_os = "linux")]
fn usage(pid: u32) -> (u64, u64, u64, usize) {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let number = |index: usize| fields[index].parse::<u64>().unwrap();
    let files = fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count();
    // utime and stime, num_threads, rss.
    (number(11) + number(12), number(17), number(21), files)
}

#[test]
#[cfg(target_os = "linux")]
fn an_idle_session_takes_no_time_and_a_busy_one_leaks_nothing() {
    let mut bianca = Bianca::anywhere(&["--level", "1", "--hash", "1", "--threads", "2"]);
    let play = |bianca: &mut Bianca, games: usize| {
        for _ in 0..games {
            bianca.send("newgame\nplay f5d6c3\ngenmove\nloadsgf /nowhere\ngo depth 2\nundo\n");
            for _ in 0..6 {
                bianca.reply();
            }
        }
    };
    play(&mut bianca, 100);
    let (_, threads, pages, files) = usage(bianca.id());
    play(&mut bianca, 1500);
    // The last search's thread may still be on its way out.
    let patience = Instant::now() + Duration::from_secs(10);
    while usage(bianca.id()).1 > threads && Instant::now() < patience {
        sleep(Duration::from_millis(10));
    }
    let (_, threads_now, pages_now, files_now) = usage(bianca.id());
    assert!(threads_now <= threads, "{threads_now} threads");
    assert_eq!(files, files_now);
    // Half a MiB: what an allocator may keep; 1500 games that leak 1 KiB each are more.
    assert!(
        pages_now <= pages + 128,
        "{pages} pages before, {pages_now} after"
    );

    // A search that has nothing left to find is idle, too.
    bianca.send("setboard OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- O\n");
    assert_eq!(bianca.reply(), "=");
    bianca.send("go infinite\n");
    sleep(Duration::from_millis(300));
    let (before, ..) = usage(bianca.id());
    sleep(Duration::from_secs(1));
    let (after, ..) = usage(bianca.id());
    assert!(after <= before + 1, "{} ticks in a second", after - before);
}

#[test]
fn signals_end_a_session_at_once_even_in_a_search() {
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGPIPE] {
        let mut bianca = Bianca::anywhere(&[]);
        assert_eq!(bianca.ask("play f5"), "=");
        bianca.send("go infinite\n");
        sleep(Duration::from_millis(50));
        let pid = Pid::from_raw(i32::try_from(bianca.id()).unwrap());
        kill(pid, signal).unwrap();
        // SIGPIPE is ignored, as the runtime has it: a closed pipe is seen where it is written.
        if signal == Signal::SIGPIPE {
            bianca.send("stop\n");
            assert!(bianca.reply().starts_with("= info "));
            continue;
        }
        let status = bianca.wait();
        assert!(!status.success(), "{signal}: {status}");
    }
}

/// Prints what a process holds after a hundred games, and after ten thousand:
/// `cargo test --release --test suite ten_thousand -- --ignored --nocapture`.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "takes minutes"]
fn ten_thousand_games_in_one_process_take_no_more_than_a_hundred() {
    let mut bianca = Bianca::anywhere(&["--level", "1", "--hash", "1"]);
    let mut held = Vec::new();
    for game in 1..=10_000 {
        // Every move but the first is the engine's, to the end of the game and beyond.
        bianca.send("newgame\nplay f5\n");
        bianca.send("genmove w\ngenmove b\n".repeat(35));
        bianca.send("final_score\n");
        for _ in 0..72 {
            bianca.reply();
        }
        let score = bianca.reply();
        assert!(score.starts_with("= "), "{score}");
        if [100, 1000, 5000, 10_000].contains(&game) {
            // The last search's thread may still be on its way out.
            sleep(Duration::from_millis(500));
            let (_, threads, pages, files) = usage(bianca.id());
            println!("{game} games: {pages} pages, {threads} threads, {files} files");
            held.push((pages, threads, files));
        }
    }
    let (first, last) = (held[0], held[3]);
    // 1 MiB is 100 bytes a game.
    assert!(last.0 <= first.0 + 256, "{held:?}");
    assert_eq!((last.1, last.2), (first.1, first.2));
}

/// How long searches go on after `stop`, on an idle machine and beside a search on each core:
/// `cargo test --release --test suite stops_come -- --ignored --nocapture`.
#[test]
#[ignore = "takes two minutes and needs the machine for itself"]
fn stops_come_within_milliseconds() {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    for others in [0, cores] {
        println!("beside {others} other searches:");
        let mut load: Vec<Bianca> = (0..others).map(|_| Bianca::anywhere(&[])).collect();
        for other in &mut load {
            other.send("go infinite\n");
        }
        time_stops();
    }
}

fn time_stops() {
    for (name, setup, search) in [
        ("midgame, 1 thread", "option Threads 1", "go infinite"),
        ("midgame, 2 threads", "option Threads 2", "go infinite"),
        ("exact ending", "option Threads 1", "solve"),
        ("genmove", "option Level 30", "genmove"),
        ("analyze", "option Level 30", "analyze 4"),
        ("perft", "option Level 30", "perft 30"),
        ("minimax", "option Player minimax:30", "go infinite"),
    ] {
        let mut bianca = Bianca::anywhere(&[]);
        let mut delays = Vec::new();
        for number in 0..100 {
            bianca.ask("newgame");
            // A middle game with many moves.
            bianca.ask("play f5d6c3d3c4f4c5b3c2e3d2c6b4b5");
            assert_eq!(bianca.ask(setup), "=");
            bianca.send(format!("{search}\n"));
            sleep(Duration::from_millis(20 + number % 37));
            let start = Instant::now();
            bianca.send("stop\n");
            bianca.reply();
            bianca.reply();
            delays.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        delays.sort_by(f64::total_cmp);
        println!(
            "{name}: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
            delays[50], delays[98], delays[99]
        );
        // An idle machine needs no more than 65 ms; what is asserted has to hold on a busy one.
        assert!(delays[99] < 1000.0, "{name}");
    }
}
