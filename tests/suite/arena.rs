//! Matches through the real executable: engines that fail, and matches that are killed.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// Bianca as an engine that needs a moment for a whole game.
const BIANCA: &str = concat!("name=bianca depth=1 cmd=", env!("CARGO_BIN_EXE_bianca"));

/// An opening that leaves everything to the players.
const START: &str = "---------------------------OX------XO--------------------------- X";

fn bianca(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    command
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> Output {
    let output = bianca(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

fn result(arguments: &[&str]) -> Value {
    serde_json::from_slice(&output(arguments).stdout).unwrap()
}

/// A file of one test that is removed at its end.
struct Scratch(
    PathBuf,
    #[expect(dead_code, reason = "it goes with the file")] TempDir,
);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        Scratch(folder.path().join(name), folder)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// The games that are on the disk, as JSON; a torn last line is none.
    fn games(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        let lines = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        lines
            .skip(1)
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

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
        let log = Scratch::new(&format!("fault-{fault}.jsonl"));
        let patience = if fault == "hang" { "1" } else { "600" };
        let limit = if fault == "slow" {
            "st=1"
        } else {
            "limit=level"
        };
        let faulty = format!("name=faulty cmd=sh tests/arena/faulty.sh {fault} {limit}");
        let result = result(&[
            "match",
            "--json",
            "--games",
            "2",
            "--openings",
            "random:4",
            "--seed",
            "3",
            "--margin",
            "500",
            "--patience",
            patience,
            "--log",
            log.text(),
            "--engine",
            BIANCA,
            "--engine",
            &faulty,
        ]);
        assert_eq!(result["games"], 2, "{fault}");
        let engines = result["engines"].as_array().unwrap();
        assert_eq!(
            (&engines[0]["name"], &engines[0]["wins"]),
            (&"bianca".into(), &2.into())
        );
        assert_eq!(engines[1]["forfeits"], 2, "{fault}");
        for game in log.games() {
            let told = game["forfeit"]["reason"].as_str().unwrap();
            assert!(told.starts_with(reason), "{fault}: {told}");
        }
    }
}

#[test]
fn a_match_that_is_killed_twice_loses_no_game_and_counts_none_twice() {
    let log = Scratch::new("killed.jsonl");
    let (ggf, sgf) = (Scratch::new("killed.ggf"), Scratch::new("killed.sgf"));
    let games = 60;
    let arguments = [
        "match",
        "--json",
        "--games",
        "60",
        "--seed",
        "5",
        "--concurrency",
        "2",
        "--resume",
        "--log",
        log.text(),
        "--ggf",
        ggf.text(),
        "--sgf",
        sgf.text(),
        "--engine",
        BIANCA,
        "--engine",
        "cmd=player:random",
    ];
    for least in [5, 20] {
        let child = bianca(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut running = Running(child);
        while log.games().len() < least && running.0.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    let before = log.games();
    let result = result(&arguments);
    let after = log.games();
    assert_eq!(after[..before.len()], before, "finished games were changed");
    let numbers: HashSet<u64> = after
        .iter()
        .map(|game| game["game"].as_u64().unwrap())
        .collect();
    assert_eq!((after.len(), numbers.len()), (games, games));
    assert_eq!(result["games"], games);
    for archive in [ggf, sgf] {
        let text = std::fs::read_to_string(&archive.0).unwrap();
        let distinct: HashSet<&str> = text.lines().collect();
        assert_eq!((text.lines().count(), distinct.len()), (games, games));
    }
    let pairs = result["pairings"][0]["pairs"].as_array().unwrap();
    assert_eq!(
        pairs.iter().map(|pair| pair.as_u64().unwrap()).sum::<u64>(),
        30
    );
}

#[test]
fn a_journal_belongs_to_its_match() {
    let log = Scratch::new("other.jsonl");
    let engines = [
        "--engine",
        "cmd=player:first",
        "--engine",
        "cmd=player:greedy",
    ];
    let arguments = |more: &[&'static str]| -> Vec<String> {
        let all = [
            &["match", "--games", "2", "--log", log.text()],
            &engines[..],
            more,
        ]
        .concat();
        all.into_iter().map(str::to_owned).collect()
    };
    let run = |more: &[&'static str]| {
        let arguments = arguments(more);
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = bianca(&words).output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(run(&[]), "");
    assert!(run(&[]).contains("go on with it by --resume"));
    assert_eq!(run(&["--resume"]), "");
    let other = run(&["--resume", "--tournament", "gauntlet"]);
    assert!(
        other.contains("belongs to another run: their pairings differ"),
        "{other}"
    );
}

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
    ] {
        let output = bianca(&["match", "--engine", BIANCA, "--engine", engine])
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && message.contains(reason),
            "{message}"
        );
    }
}

#[test]
fn an_engine_may_speak_nboard() {
    let (openings, log) = (Scratch::new("start.txt"), Scratch::new("nboard.jsonl"));
    std::fs::write(&openings.0, START).unwrap();
    let result = result(&[
        "match",
        "--json",
        "--games",
        "2",
        "--openings",
        openings.text(),
        "--log",
        log.text(),
        "--engine",
        "proto=nboard tc=60+1 cmd=sh tests/arena/nboard.sh",
        "--engine",
        BIANCA,
    ]);
    assert_eq!(result["forfeits"], 2);
    let games = log.games();
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

/// NTest's needs: a depth, whole seconds, the times of moves.
#[test]
fn ntest_plays_on_a_clock() {
    let (openings, log) = (Scratch::new("start.txt"), Scratch::new("ntest.jsonl"));
    std::fs::write(&openings.0, START).unwrap();
    let engine = concat!(
        "name=ntest proto=nboard tc=300+2 cmd=sh tests/arena/ntest.sh ",
        env!("CARGO_BIN_EXE_bianca"),
        " nboard"
    );
    let result = result(&[
        "match",
        "--json",
        "--games",
        "2",
        "--openings",
        openings.text(),
        "--log",
        log.text(),
        "--engine",
        engine,
        "--engine",
        BIANCA,
    ]);
    assert_eq!(result["forfeits"], 0, "{:?}", log.games());
    for game in log.games() {
        assert!(thoughts(&game) > 50, "{game}");
    }
}

/// How many moves of a game have an evaluation; those that were chosen have one or none.
fn thoughts(game: &Value) -> usize {
    let moves = game["moves"].as_array().unwrap();
    moves.iter().filter(|mv| mv["score"].is_number()).count()
}

#[test]
fn evaluations_are_kept_of_moves_by_a_level_or_a_clock() {
    let (log, page) = (Scratch::new("level.jsonl"), Scratch::new("level.html"));
    let engine = |name: &str, limit: &str| {
        let executable = env!("CARGO_BIN_EXE_bianca");
        format!("name={name} {limit} cmd={executable} --level 1")
    };
    let result = result(&[
        "match",
        "--json",
        "--games",
        "2",
        "--openings",
        "random:20",
        "--seed",
        "4",
        "--log",
        log.text(),
        "--report",
        page.text(),
        "--engine",
        &engine("level", "limit=level"),
        "--engine",
        &engine("clock", "tc=0.2+0.02"),
        "--margin",
        "60000",
    ]);
    assert_eq!(result["games"], 2);
    for game in log.games() {
        let moves = game["moves"].as_array().unwrap();
        let chosen = moves.iter().filter(|mv| mv["mv"] != "pass").count();
        // Of a move without a choice nothing need be said.
        assert!(chosen > 20 && thoughts(&game) + 12 > chosen, "{game}");
    }
    let page = std::fs::read_to_string(&page.0).unwrap();
    assert!(page.contains("<figcaption>evaluation in discs"));
}

#[test]
fn games_that_both_sides_know_the_end_of_are_ended_by_option() {
    let log = Scratch::new("resign.jsonl");
    let players = [
        "--engine",
        "cmd=player:bianca:4",
        "--engine",
        "cmd=player:bianca:1",
    ];
    let play = |rules: &[&str], more: &[&str]| {
        let fixed = [
            "match",
            "--games",
            "4",
            "--seed",
            "2",
            "--openings",
            "random:6",
        ];
        let arguments = [&fixed[..], &players, rules, more].concat();
        String::from_utf8(output(&arguments).stdout).unwrap()
    };
    let resign = ["--resign", "movecount=2", "score=4", "twosided=true"];
    let said = play(&resign, &["--log", log.text(), "--report-every", "2"]);
    assert!(
        said.contains("ended early: resign movecount=2 score=4 twosided=true"),
        "{said}"
    );
    assert!(
        said.contains("4/4 game") && !said.contains("3/4 game"),
        "{said}"
    );
    let ended = |game: &&Value| game["adjudged"].is_string();
    let games = log.games();
    let early: Vec<&Value> = games.iter().filter(ended).collect();
    assert!(!early.is_empty(), "{games:?}");
    for game in early {
        assert!(game["moves"].as_array().unwrap().len() < 54, "{game}");
        assert!(game["discs"].as_i64().unwrap().abs() >= 4, "{game}");
        assert!(game["forfeit"].is_null(), "{game}");
    }
    let other = ["--draw", "movecount=1", "score=64"];
    let arguments = [
        &["match", "--resume", "--log", log.text()][..],
        &players,
        &other,
    ]
    .concat();
    let refused = bianca(
        &[
            &arguments[..],
            &["--games", "4", "--seed", "2", "--openings", "random:6"],
        ]
        .concat(),
    );
    let refused = { refused }.output().unwrap();
    assert!(!refused.status.success());
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("rules of adjudication differ"), "{told}");
    // Nothing but the table of the result; every game is drawn at once.
    let said = play(&other, &["--quiet"]);
    assert!(
        said.starts_with("\n    engine") && said.contains(" 0-4-0"),
        "{said}"
    );
    let wrong = bianca(&[
        "match",
        "--draw",
        "movecount=x",
        "score=1",
        "--engine",
        "cmd=a",
        "--engine",
        "cmd=b",
    ])
    .output()
    .unwrap();
    let told = String::from_utf8(wrong.stderr).unwrap();
    assert!(
        told.contains("--draw: 'movecount=x' is not one of"),
        "{told}"
    );
}

#[test]
fn a_clear_test_stops_early() {
    let page = Scratch::new("report.html");
    let result = result(&[
        "match",
        "--json",
        "--report",
        page.text(),
        "--games",
        "10000",
        "--seed",
        "1",
        "--sprt",
        "elo0=-5",
        "elo1=5",
        "--engine",
        "cmd=player:greedy",
        "--engine",
        "cmd=player:random",
    ]);
    assert_eq!(result["sprt"]["verdict"], "H1 accepted");
    let games = result["games"].as_u64().unwrap();
    assert!(games < 10_000);
    let page = std::fs::read_to_string(&page.0).unwrap();
    assert_eq!(page.matches("<details").count() as u64, games);
    assert!(page.contains("<strong>H1 accepted"));
}

#[test]
fn a_list_of_openings_repeats_and_can_be_played() {
    let list = |seed| {
        output(&[
            "openings",
            "--count",
            "20",
            "--openings",
            "random:10",
            "--seed",
            seed,
        ])
        .stdout
    };
    assert_eq!(list("8"), list("8"));
    assert_ne!(list("8"), list("9"));
    let file = Scratch::new("openings.txt");
    std::fs::write(&file.0, list("8")).unwrap();
    let result = result(&[
        "match",
        "--json",
        "--games",
        "40",
        "--openings",
        file.text(),
        "--engine",
        "cmd=player:first",
        "--engine",
        "cmd=player:greedy",
    ]);
    assert_eq!(result["games"], 40);
}

#[test]
fn a_match_begins_from_balanced_openings_if_nothing_is_said() {
    let log = Scratch::new("balanced.jsonl");
    let players = [
        "--engine",
        "cmd=player:first",
        "--engine",
        "cmd=player:greedy",
    ];
    let arguments = ["match", "--games", "12", "--seed", "5", "--log", log.text()];
    output(&[&arguments[..], &players].concat());
    let text = std::fs::read_to_string(&log.0).unwrap();
    let header = text.lines().next().unwrap();
    assert!(header.contains(r#""source":"balanced""#), "{header}");
    let tree = ["match", "--game", "tree", "--openings", "balanced"];
    let refused = bianca(&[&tree[..], &players].concat()).output().unwrap();
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("balanced is for Othello"), "{error}");
}

#[test]
fn small_games_are_matches_like_any_other() {
    let log = Scratch::new("tictactoe.jsonl");
    let arguments = |games| {
        [
            "match",
            "--json",
            "--game",
            "tictactoe",
            "3",
            "3",
            "3",
            "--games",
            games,
            "--seed",
            "2",
            "--concurrency",
            "2",
            "--resume",
            "--log",
            log.text(),
            "--engine",
            "cmd=player:random",
            "--engine",
            "cmd=player:alphabeta",
        ]
    };
    result(&arguments("10"));
    let first = log.games();
    let result = result(&arguments("40"));
    assert_eq!(result["game"], "TicTacToe 3 3 3");
    assert_eq!(
        (&result["games"], &result["forfeits"]),
        (&40.into(), &0.into())
    );
    let perfect = &result["engines"][0];
    assert_eq!(
        (&perfect["name"], &perfect["losses"]),
        (&"alphabeta".into(), &0.into())
    );
    assert!(perfect["wins"].as_u64() > Some(20));
    let games = log.games();
    assert_eq!(&games[..10], first);
    assert!(
        games
            .iter()
            .all(|game| game["moves"][0]["mv"].as_str().unwrap().starts_with('('))
    );
}

#[test]
fn the_textbook_s_tree_is_worth_three_to_who_begins() {
    let players = [
        "--engine",
        "cmd=player:minimax",
        "--engine",
        "cmd=player:alphabeta limit=level",
    ];
    let play = |game: &[&str]| {
        let arguments = [
            &["match", "--json", "--games", "2", "--game"],
            game,
            &players,
        ]
        .concat();
        result(&arguments)
    };
    let figure = play(&["tree"]);
    assert_eq!(figure["pairings"][0]["pairs"][2], 1, "{figure}");
    let own = play(&["tree", "-1", "2", "-3", "4"]);
    // MAX gets max(min(-1, 2), min(-3, 4)).
    assert_eq!(own["game"], "Tree -1 2 -3 4");
    let black = |engine: usize| own["engines"][engine]["wins"].as_u64();
    assert_eq!((black(0), black(1)), (Some(1), Some(1)), "{own}");
}

#[test]
fn who_cannot_play_a_game_is_told_before_the_first() {
    for (arguments, reason) in [
        (&["--game", "frogs"][..], "Frogs is a puzzle for one"),
        (&["--game", "chess"], "unknown game: chess"),
        (
            &["--game", "othello", "8"],
            "Othello: '8' is one word too many",
        ),
        (
            &["--game", "reversi-1880", "--balance", "2"],
            "--balance is for Othello",
        ),
        (
            &["--game", "tree", "--ggf", "never.ggf"],
            "--ggf is for Othello",
        ),
        (
            &["--game", "tree", "--openings", "random:9"],
            "no random game lasts longer than 9",
        ),
        (
            &["--game", "reversi-1880", "--engine", "cmd=player:bianca"],
            "bianca does not play Reversi-1880",
        ),
        (
            &["--game", "tictactoe", "--engine", "cmd=player:uc3m"],
            "uc3m does not play TicTacToe",
        ),
        (
            &["--game", "reversi-1880", "--engine", "cmd=gtp-rhino"],
            "engine 'gtp-rhino': programs play only Othello",
        ),
        (
            &["--engine", "cmd=player:shortest"],
            "shortest does not play Othello",
        ),
        (&["--engine", "cmd=player:god"], "unknown player: god"),
    ] {
        let players = ["match", "--engine", "cmd=player:random"];
        let more = ["--engine", "cmd=player:minimax:1"];
        let output = bianca(&[&players[..], &more, arguments].concat())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && message.contains(reason),
            "{arguments:?}: {message}"
        );
    }
}

#[test]
fn the_strong_player_needs_no_process_and_a_seed_repeats_its_match() {
    let play = |concurrency| {
        let log = Scratch::new(&format!("in-process-{concurrency}.jsonl"));
        let result = result(&[
            "match",
            "--json",
            "--games",
            "8",
            "--seed",
            "4",
            "--openings",
            "start",
            "--concurrency",
            concurrency,
            "--log",
            log.text(),
            "--engine",
            "cmd=player:bianca:1",
            "--engine",
            "cmd=player:random",
        ]);
        assert_eq!(result["engines"][0]["name"], "bianca:1");
        let mut games = log.games();
        games.sort_by_key(|game| game["game"].as_u64());
        let moves = |game: &Value| -> Vec<String> {
            let moves = game["moves"].as_array().unwrap().iter();
            moves.map(|mv| mv["mv"].to_string()).collect()
        };
        games.iter().map(moves).collect::<Vec<_>>()
    };
    let games = play("1");
    let distinct: HashSet<_> = games.iter().collect();
    assert_eq!(distinct.len(), 8);
    assert_eq!(games, play("2"));
}

/// An engine whose children last: they know nothing of a match. Each time it is started it adds a
/// line with their numbers and its own to the file that its argument names.
#[cfg(unix)]
const LASTING: &str = "sleep 1000 & echo $! $$ >> \"$0\"; exec sh tests/arena/faulty.sh hang";

#[cfg(unix)]
fn is_running(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    // A killed process stays as a zombie until someone collects it.
    stat.is_ok_and(|stat| !stat.contains(") Z"))
}

/// A match that ends with its test, also if that fails.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whatever ends a match ends its engines, with all that they have started.
#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_its_match() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    for signal in [
        Signal::SIGINT,
        Signal::SIGTERM,
        Signal::SIGHUP,
        Signal::SIGKILL,
    ] {
        let folder = tempfile::tempdir().unwrap();
        let note = folder.path().join("note");
        let quoted = LASTING.replace('\'', "'\\''");
        let engine = format!("name=lasting cmd=sh -c '{quoted}' {}", note.display());
        let child = bianca(&[
            "match",
            "--engine",
            &engine,
            "--engine",
            "cmd=player:greedy",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
        let mut running = Running(child);
        let wait = |done: &dyn Fn() -> bool| {
            let ended = (0..3000).any(|_| {
                std::thread::sleep(Duration::from_millis(20));
                done()
            });
            assert!(ended, "{signal}: nothing happens");
        };
        // The first one only shows that it can be started.
        let lines = || std::fs::read_to_string(&note).unwrap_or_default();
        wait(&|| lines().lines().count() == 2);
        let lines = lines();
        let processes: Vec<&str> = lines.lines().last().unwrap().split_whitespace().collect();
        assert!(processes.iter().all(|process| is_running(process)));
        kill(Pid::from_raw(running.0.id() as i32), signal).unwrap();
        running.0.wait().unwrap();
        wait(&|| !processes.iter().any(|process| is_running(process)));
    }
}

/// Two matches must not write one journal: the second says so and changes nothing.
#[test]
fn a_journal_has_one_match_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.jsonl");
    let log = log.to_str().unwrap();
    let arguments = [
        "match",
        "--json",
        "--games",
        "40",
        "--seed",
        "5",
        "--resume",
        "--log",
        log,
        "--engine",
        BIANCA,
        "--engine",
        "cmd=player:random",
    ];
    let start = || {
        let mut command = bianca(&arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let ends = [start(), start()].map(|child| child.wait_with_output().unwrap());
    let refused: Vec<_> = (ends.iter())
        .filter(|output| !output.status.success())
        .map(|output| String::from_utf8_lossy(&output.stderr).into_owned())
        .collect();
    // On a slow machine the second may find a match that is over.
    assert!(refused.len() < 2, "{refused:?}");
    for said in &refused {
        assert!(
            said.contains(log) && said.contains("another process"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let text = std::fs::read_to_string(log).unwrap();
    let games: HashSet<u64> = (text.lines().skip(1))
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["game"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!((text.lines().count(), games.len()), (41, 40));
}

#[test]
fn a_match_goes_on_only_with_its_own_seed_and_openings() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (drawn, listed, openings) = (path("drawn"), path("listed"), path("openings"));
    std::fs::write(&openings, "f5d6\nf5f6\n").unwrap();
    let run = |log: &str, more: &[&str]| {
        let engines = [
            "--engine",
            "cmd=player:first",
            "--engine",
            "cmd=player:greedy",
        ];
        let own = ["match", "--games", "2", "--resume", "--log", log];
        let output = bianca(&[&own, &engines[..], more].concat())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    assert!(run(&drawn, &["--seed", "3"]).0);
    assert!(run(&drawn, &["--seed", "3"]).0);
    assert!(run(&drawn, &[]).0, "the seed is that of the journal");
    let (_, said) = run(&drawn, &["--seed", "4"]);
    assert!(said.contains("its seed is 3, not 4"), "{said}");
    let from_file = ["--openings", &openings];
    assert!(run(&listed, &from_file).0);
    assert!(run(&listed, &from_file).0);
    let before = std::fs::read(&listed).unwrap();
    std::fs::write(&openings, "f5d6\nf5f4\n").unwrap();
    let (_, said) = run(&listed, &from_file);
    assert!(said.contains("their openings differ"), "{said}");
    let (_, said) = run(&listed, &[]);
    assert!(said.contains("their sources of openings differ"), "{said}");
    assert_eq!(std::fs::read(&listed).unwrap(), before);
}

#[test]
fn a_file_that_is_no_journal_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter");
    let engines = [
        "--engine",
        "cmd=player:first",
        "--engine",
        "cmd=player:greedy",
    ];
    let path = letter.to_str().unwrap();
    for option in ["--log", "--ggf", "--sgf", "--report"] {
        std::fs::write(&letter, "Dear Sir, this has no line break").unwrap();
        let log = folder.path().join("log");
        let mut arguments = vec!["match", "--games", "2", "--resume"];
        if option != "--log" {
            arguments.extend(["--log", log.to_str().unwrap()]);
        }
        arguments.extend([option, path]);
        arguments.extend(engines);
        let output = bianca(&arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains(path),
            "{option}: {said}"
        );
        let text = std::fs::read_to_string(&letter).unwrap();
        assert_eq!(text, "Dear Sir, this has no line break", "{option}");
        assert!(!log.exists(), "{option}: refused before work begins");
    }
}

/// A time that is too long to be counted is refused, as any other number that makes no sense.
#[test]
fn times_without_end_are_refused() {
    for (option, value) in [
        ("--patience", "18446744073709551615"),
        ("--patience", "0"),
        ("--margin", "18446744073709551615"),
        ("--st", "1e30"),
        ("--st", "nan"),
        ("--tc", "inf+1"),
    ] {
        let engines = [
            "--engine",
            "cmd=player:first",
            "--engine",
            "cmd=player:greedy",
        ];
        let arguments = [&["match", "--games", "2", option, value], &engines[..]].concat();
        let output = bianca(&arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{option} {value}");
        assert!(!said.contains("panicked"), "{option} {value}: {said}");
    }
}

/// Replies of engines and their names reach the terminal without what a terminal obeys.
#[test]
fn nothing_that_a_terminal_obeys_is_shown() {
    let rubbish = "name=\u{1b}[2Jx\u{202e}y cmd=sh tests/arena/faulty.sh evil";
    let output = output(&[
        "match",
        "--games",
        "2",
        "--engine",
        rubbish,
        "--engine",
        "cmd=player:greedy",
    ]);
    for text in [output.stdout, output.stderr] {
        let text = String::from_utf8(text).unwrap();
        let bad = text
            .chars()
            .find(|&c| c != '\n' && bianca::internal::is_unsafe(c));
        assert_eq!(bad, None, "{text:?}");
    }
}
