//! Engines in other processes: what they need, how they fail, how they end.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::*;

#[cfg(unix)]
#[test]
fn every_fault_is_a_forfeit_and_the_match_goes_on() {
    for (fault, reason) in [
        ("hang", "hangs: no reply to 'genmove"),
        ("crash", "crashed (exit status: 3)"),
        ("rubbish", "rubbish in reply to 'genmove"),
        ("no-move", "rubbish in reply to 'genmove"),
        ("illegal", "illegal move a1"),
        ("refuse", "refused 'genmove"),
        ("resign", "resigned"),
        ("slow", "lost on time"),
        ("flood", "floods its output"),
    ] {
        let scratch = Scratch::new();
        let log = scratch.path("log.jsonl");
        let patience = if fault == "hang" { "3" } else { "600" };
        let limit = if fault == "slow" {
            "st=1"
        } else {
            "limit=level"
        };
        let result = result(&format!(
            "match --json --games 2 --openings random:4 --seed 3 --margin 500 \
             --patience {patience} --log {log} --engine 'name=bianca cmd=player:bianca:1' \
             --engine 'name=faulty cmd=sh tests/arena/faulty.sh {fault} {limit}'"
        ));
        assert_eq!(result["games"], 2, "{fault}");
        let engines = result["engines"].as_array().unwrap();
        assert_eq!(
            (&engines[0]["name"], &engines[0]["wins"]),
            (&"bianca".into(), &2.into())
        );
        assert_eq!(engines[1]["forfeits"], 2, "{fault}");
        for game in games(&log) {
            let stated = game["forfeit"]["reason"].as_str().unwrap();
            assert!(stated.starts_with(reason), "{fault}: {stated}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_can_never_play_is_named_before_the_first_game() {
    for (engine, reason) in [
        (
            "name=ghost cmd=/no/such/engine",
            "engine 'ghost': cannot start",
        ),
        (
            "name=dull depth=3 cmd=sh tests/arena/faulty.sh crash",
            "engine 'dull': 'depth=3' cannot be said in GTP",
        ),
        ("cmd=/no/engine proto=uci", "'uci' is not a protocol"),
        (
            "name=deep nodes=5 proto=cassio cmd=sh",
            "engine 'deep': 'nodes=5' cannot be said in Cassio's protocol",
        ),
        (
            "name=odd option.Level=3 proto=xboard cmd=sh",
            "engine 'odd': XBoard's protocol has no command for 'option.Level'",
        ),
    ] {
        let message = refusal(&format!("match {BIANCA} --engine '{engine}'"));
        assert!(message.contains(reason), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_may_speak_nboard() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let openings = scratch.write("start.txt", START);
    let result = result(&format!(
        "match --json --games 2 --openings {openings} --log {log} \
         --engine 'proto=nboard tc=60+1 cmd=sh tests/arena/nboard.sh' {BIANCA}"
    ));
    assert_eq!(result["forfeits"], 2);
    let games = games(&log);
    let move_of = |game: usize, ply: usize| &games[game]["moves"][ply];
    assert_eq!(move_of(0, 0)["mv"], "f5");
    assert_eq!(
        (&move_of(0, 0)["score"], &move_of(0, 0)["depth"]),
        (&1.25.into(), &7.into())
    );
    // Bianca answered f5, so the position reached both engines.
    assert!(move_of(0, 1)["score"].is_number());
    assert_eq!(games[0]["forfeit"]["reason"], "illegal move a1");
}

/// Each protocol that Bianca speaks is one that it can be matched in, with each limit that it can
/// say.
#[test]
fn an_engine_may_speak_any_protocol() {
    let executable = env!("CARGO_BIN_EXE_bianca");
    for (protocol, limits) in [
        ("ugi", &["depth=2", "nodes=500", "st=0.02", "tc=5+0.1"][..]),
        ("cassio", &["depth=2", "st=0.02"]),
        ("xboard", &["depth=2", "tc=5", "tc=0+5/30"]),
        ("nboard", &["depth=2", "tc=5+1"]),
    ] {
        for limit in limits {
            let scratch = Scratch::new();
            let log = scratch.path("log.jsonl");
            // Late openings have passes, and each is played with both colours.
            let result = result(&format!(
                "match --json --games 6 --openings random:44 --seed 5 --margin 60000 --log {log} \
                 --engine 'name=other proto={protocol} {limit} cmd={executable} --hash 1' \
                 --engine cmd=player:greedy"
            ));
            assert_eq!(result["games"], 6);
            assert_eq!(
                result["forfeits"],
                0,
                "{protocol} {limit}: {:?}",
                games(&log)
            );
            let thoughts: usize = games(&log).iter().map(thoughts).sum();
            assert!(thoughts > 10, "{protocol} {limit}");
        }
    }
    let scratch = Scratch::new();
    let board = scratch.write(
        "board.txt",
        "--------------------------XOO-----OXX--------------------------- O",
    );
    for protocol in ["ugi", "cassio", "xboard", "nboard"] {
        let result = result(&format!(
            "match --json --games 2 --openings {board} --engine cmd=player:first \
             --engine 'name=other proto={protocol} depth=1 cmd={executable} --hash 1'"
        ));
        assert_eq!(result["forfeits"], 0, "{protocol}");
    }
}

/// What an engine says of its end, and what it was called by, is told with its failure.
#[cfg(unix)]
#[test]
fn a_failure_comes_with_what_is_known_of_it() {
    let scratch = Scratch::new();
    let logs = scratch.path("logs");
    let failure = |engine: &str| {
        refusal(&format!(
            "match --patience 1 --engine-log {logs} --engine cmd=player:first --engine '{engine}'"
        ))
    };
    let message = failure("name=poor cmd=sh -c \"echo loading >&2; echo no eval.dat >&2; exit 1\"");
    assert!(
        message
            .contains("crashed (exit status: 1); its standard error says: loading / no eval.dat"),
        "{message}"
    );
    let log = fs::read_to_string(scratch.folder().join("logs/poor-1.log")).unwrap();
    assert!(log.contains(" > list_commands\n"), "{log}");
    assert!(log.contains(" ! no eval.dat\n"), "{log}");
    failure("name=poor cmd=sh -c \"exit 2\"");
    assert!(scratch.folder().join("logs/poor-2.log").exists());

    let message = failure("proto=ugi cmd=sh tests/arena/faulty.sh crash");
    assert!(
        message.contains("hangs: no reply to 'ugi' for 1 s; is it ugi that it speaks?"),
        "{message}"
    );
    let shell = scratch.path("ntest");
    std::os::unix::fs::symlink("/bin/sh", &shell).unwrap();
    let ntest = format!("proto=nboard tc=5 cmd={shell} -c \"cat >/dev/null\"");
    let message = failure(&ntest);
    assert!(message.contains("'ntest x m1'"), "{message}");
}

/// A game that is lost on time is over, however patient a match is.
#[cfg(unix)]
#[test]
fn nobody_waits_for_a_game_that_is_lost() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let began = std::time::Instant::now();
    result(&format!(
        "match --json --games 2 --patience 3600 --log {log} --openings {} --engine cmd=player:first \
         --engine 'name=slow tc=1 cmd=sh tests/arena/faulty.sh hang'",
        scratch.write("start.txt", START)
    ));
    for game in games(&log) {
        let reason = game["forfeit"]["reason"].as_str().unwrap();
        assert!(
            reason.starts_with("hangs: no reply to 'genmove"),
            "{reason}"
        );
    }
    assert!(began.elapsed() < Duration::from_secs(600));
}

/// NTest's needs: a depth, whole seconds, the times of moves.
#[cfg(unix)]
#[test]
fn ntest_plays_on_a_clock() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let openings = scratch.write("start.txt", START);
    let executable = env!("CARGO_BIN_EXE_bianca");
    let result = result(&format!(
        "match --json --games 2 --openings {openings} --log {log} --engine 'name=ntest \
         proto=nboard tc=300+2 cmd=sh tests/arena/ntest.sh {executable} nboard' {BIANCA}"
    ));
    assert_eq!(result["forfeits"], 0, "{:?}", games(&log));
    for game in games(&log) {
        assert!(thoughts(&game) > 50, "{game}");
    }
}

/// How many moves of a game have an evaluation.
fn thoughts(game: &Value) -> usize {
    let moves = game["moves"].as_array().unwrap();
    moves.iter().filter(|mv| mv["score"].is_number()).count()
}

#[test]
fn evaluations_are_kept_of_moves_by_a_level_or_a_clock() {
    let scratch = Scratch::new();
    let (log, page) = (scratch.path("log.jsonl"), scratch.path("page.html"));
    let executable = env!("CARGO_BIN_EXE_bianca");
    let result = result(&format!(
        "match --json --games 2 --openings random:20 --seed 4 --margin 60000 --log {log} \
         --report {page} --engine 'name=level limit=level cmd={executable} --level 1' \
         --engine 'name=clock tc=0.2+0.02 cmd={executable} --level 1'"
    ));
    assert_eq!(result["games"], 2);
    for game in games(&log) {
        let moves = game["moves"].as_array().unwrap();
        let chosen = moves.iter().filter(|mv| mv["mv"] != "pass").count();
        // Of a move without a choice nothing need be said.
        assert!(chosen > 20 && thoughts(&game) + 12 > chosen, "{game}");
    }
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("data-scores="));
}

/// An engine whose children last: they know nothing of a match. Each time it is started it adds a
/// line with their numbers and its own to the file that its argument names, once it has been sent
/// something: by then the match has told its guard of it.
#[cfg(unix)]
const LASTING: &str = "read -r first; sleep 1000 & echo $! $$ >> \"$0\"; \
                       { echo \"$first\"; exec cat; } | sh tests/arena/faulty.sh hang";

#[cfg(unix)]
fn is_running(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    // A killed process stays as a zombie until someone collects it.
    stat.is_ok_and(|stat| !stat.contains(") Z"))
}

/// Whatever ends a match ends its engines, with all that they have started.
#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_its_match() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    heed_signals();
    for signal in [
        Signal::SIGINT,
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGKILL,
    ] {
        let scratch = Scratch::new();
        let note = scratch.path("note");
        let program = shlex::try_quote(LASTING).unwrap();
        let engine = format!("name=lasting cmd=sh -c {program} {note}");
        let engine = shlex::try_quote(&engine).unwrap();
        let mut running = start(&format!(
            "match --engine {engine} --engine cmd=player:greedy"
        ));
        let wait = |done: &dyn Fn() -> bool| {
            let ended = (0..3000).any(|_| {
                std::thread::sleep(Duration::from_millis(20));
                done()
            });
            assert!(ended, "{signal}: nothing happens");
        };
        // The first one only shows that it can be started.
        let lines = || fs::read_to_string(&note).unwrap_or_default();
        wait(&|| lines().lines().count() == 2);
        let lines = lines();
        let processes: Vec<&str> = lines.lines().last().unwrap().split_whitespace().collect();
        assert!(processes.iter().all(|process| is_running(process)));
        kill(Pid::from_raw(running.0.id() as i32), signal).unwrap();
        running.0.wait().unwrap();
        wait(&|| !processes.iter().any(|process| is_running(process)));
    }
}

/// A machine that pauses a match does it often; it is said once.
#[cfg(target_os = "linux")]
#[test]
fn pauses_of_a_match_are_told_once() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let mut command = bianca(&format!(
        "match --games 2 --openings random:4 --patience 2 --log {log} \
         --engine 'name=faulty cmd=sh tests/arena/faulty.sh hang' --engine cmd=player:greedy"
    ));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let running = command.spawn().unwrap();
    let process = Pid::from_raw(running.id() as i32);
    let has_begun = (0..3000).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        Path::new(&log).exists()
    });
    assert!(has_begun);
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(200));
        kill(process, Signal::SIGSTOP).unwrap();
        std::thread::sleep(Duration::from_millis(400));
        kill(process, Signal::SIGCONT).unwrap();
    }
    let output = running.wait_with_output().unwrap();
    let said = stderr(&output);
    assert_eq!(said.matches("was paused for").count(), 1, "{said}");
}

/// Replies of engines and their names reach the terminal without what a terminal obeys.
#[cfg(unix)]
#[test]
fn nothing_that_a_terminal_obeys_is_shown() {
    let output = output(
        "match --games 2 --engine 'name=\u{1b}[2Jx\u{202e}y cmd=sh tests/arena/faulty.sh evil' \
         --engine cmd=player:greedy",
    );
    for text in [stdout(&output), stderr(&output)] {
        let is_bad = |c| c != '\n' && bianca::internal::is_unsafe(c);
        assert_eq!(text.find(is_bad), None, "{text:?}");
    }
}

/// Folders of people have blanks and letters of any script in their names.
#[test]
fn engines_and_files_may_have_any_names() {
    let scratch = Scratch::new();
    let folder = scratch.folder().join("Mis partidas ñ 棋");
    fs::create_dir(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let engine = path("bianca é.exe");
    // A file that was just written may be busy, a link is not; not everybody may link on Windows.
    #[cfg(unix)]
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bianca"), &engine).unwrap();
    #[cfg(not(unix))]
    fs::copy(env!("CARGO_BIN_EXE_bianca"), &engine).unwrap();
    let [log, games, report] = ["log é.jsonl", "games é.ggf", "report é.html"].map(path);
    output(&format!(
        "match --engine \"name=ñ depth=1 cmd='{engine}' --hash 1\" --engine cmd=player:greedy \
         --games 2 --seed 1 --log '{log}' --ggf '{games}' --report '{report}'"
    ));
    let written = fs::read_to_string(&games).unwrap();
    assert_eq!(written.matches("(;GM[Othello]").count(), 2, "{written}");
    assert!(fs::read_to_string(&report).unwrap().contains("ñ"));
    let analysed = output(&format!("analyze '{games}' --depth 1 --json"));
    assert_eq!(stdout(&analysed).lines().count(), 2);
}
