//! Matches through the real executable: engines that fail, and matches that are killed.

use std::collections::HashSet;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::{Scratch, stderr, stdout};

/// Bianca as an engine that needs a moment for a whole game.
const BIANCA: &str = concat!(
    "--engine 'name=bianca depth=1 cmd=",
    env!("CARGO_BIN_EXE_bianca"),
    "'"
);

/// Two players who need no time at all.
const QUICK: &str = "--engine cmd=player:first --engine cmd=player:greedy";

/// An opening that leaves everything to the players.
const START: &str = "---------------------------OX------XO--------------------------- X";

/// The executable with these arguments, written as for a shell.
fn bianca(arguments: &str) -> Command {
    // Paths of Windows have another meaning for a shell; they may be written in this way, too.
    let arguments = match cfg!(windows) {
        true => &arguments.replace('\\', "/"),
        false => arguments,
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    command
        .args(shlex::split(arguments).expect("quotes in pairs"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null());
    command
}

fn output(arguments: &str) -> Output {
    let output = bianca(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", stderr(&output));
    output
}

/// What a run that must fail says.
fn refusal(arguments: &str) -> String {
    let output = bianca(arguments).output().unwrap();
    assert!(!output.status.success(), "{arguments}");
    stderr(&output)
}

fn result(arguments: &str) -> Value {
    serde_json::from_slice(&output(arguments).stdout).unwrap()
}

/// The games that a journal has on the disk; a torn last line is none.
fn games(log: &str) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines = text.split_inclusive('\n').skip(1);
    lines
        .filter(|line| line.ends_with('\n'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn start(arguments: &str) -> Running {
    let mut command = bianca(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Running(command.spawn().unwrap())
}

/// A match that ends with its test, also if that fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

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
        let patience = if fault == "hang" { "1" } else { "600" };
        let limit = if fault == "slow" {
            "st=1"
        } else {
            "limit=level"
        };
        let result = result(&format!(
            "match --json --games 2 --openings random:4 --seed 3 --margin 500 \
             --patience {patience} --log {log} {BIANCA} \
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

#[test]
fn a_match_that_is_killed_twice_loses_no_game_and_counts_none_twice() {
    let scratch = Scratch::new();
    let [log, ggf, sgf] = ["log.jsonl", "games.ggf", "games.sgf"].map(|name| scratch.path(name));
    let arguments = format!(
        "match --json --games 60 --seed 5 --concurrency 2 --resume --log {log} --ggf {ggf} \
         --sgf {sgf} {BIANCA} --engine cmd=player:random"
    );
    for least in [5, 20] {
        let mut running = start(&arguments);
        while games(&log).len() < least && running.0.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    let before = games(&log);
    let result = result(&arguments);
    let after = games(&log);
    assert_eq!(after[..before.len()], before, "finished games were changed");
    let numbers: HashSet<u64> = after
        .iter()
        .map(|game| game["game"].as_u64().unwrap())
        .collect();
    assert_eq!((after.len(), numbers.len()), (60, 60));
    assert_eq!(result["games"], 60);
    for archive in [ggf, sgf] {
        let text = std::fs::read_to_string(&archive).unwrap();
        let distinct: HashSet<&str> = text.lines().collect();
        assert_eq!((text.lines().count(), distinct.len()), (60, 60));
    }
    let pairs = result["pairings"][0]["pairs"].as_array().unwrap();
    assert_eq!(
        pairs.iter().map(|pair| pair.as_u64().unwrap()).sum::<u64>(),
        30
    );
}

#[test]
fn a_journal_belongs_to_its_match() {
    let scratch = Scratch::new();
    let own = format!(
        "match --games 2 --log {} {QUICK}",
        scratch.path("log.jsonl")
    );
    output(&own);
    assert!(refusal(&own).contains("go on with it by --resume"));
    let resumed = output(&format!("{own} --resume"));
    assert_eq!(stderr(&resumed), "");
    let other = refusal(&format!("{own} --resume --tournament gauntlet"));
    assert!(
        other.contains("belongs to another run: their pairings differ"),
        "{other}"
    );
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

/// NTest's needs: a depth, whole seconds, the times of moves.
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
    assert!(page.contains("evaluation in discs"));
}

#[test]
fn games_that_both_sides_know_the_end_of_are_ended_by_option() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let fixed = "match --games 4 --seed 2 --openings random:6 \
                 --engine cmd=player:bianca:4 --engine cmd=player:bianca:1";
    let resign = "--resign movecount=2 score=4 twosided=true";
    let said = stdout(&output(&format!(
        "{fixed} {resign} --log {log} --report-every 2"
    )));
    assert!(
        said.contains("ended early: resign movecount=2 score=4 twosided=true"),
        "{said}"
    );
    assert!(
        said.contains("4/4 game") && !said.contains("3/4 game"),
        "{said}"
    );
    let kept = games(&log);
    let early: Vec<&Value> = kept
        .iter()
        .filter(|game| game["adjudged"].is_string())
        .collect();
    assert!(!early.is_empty(), "{kept:?}");
    for game in early {
        assert!(game["moves"].as_array().unwrap().len() < 54, "{game}");
        assert!(game["discs"].as_i64().unwrap().abs() >= 4, "{game}");
        assert!(game["forfeit"].is_null(), "{game}");
    }
    let draw = "--draw movecount=1 score=64";
    let said = refusal(&format!("{fixed} {draw} --log {log} --resume"));
    assert!(said.contains("rules of adjudication differ"), "{said}");
    // Nothing but the table of the result; every game is drawn at once.
    let said = stdout(&output(&format!("{fixed} {draw} --quiet")));
    assert!(
        said.starts_with("\n    engine") && said.contains(" 0-4-0"),
        "{said}"
    );
    let said = refusal("match --draw movecount=x score=1 --engine cmd=a --engine cmd=b");
    assert!(
        said.contains("--draw: 'movecount=x' is not one of"),
        "{said}"
    );
}

#[test]
fn a_clear_test_stops_early() {
    let scratch = Scratch::new();
    let page = scratch.path("report.html");
    let result = result(&format!(
        "match --json --report {page} --games 10000 --seed 1 --sprt elo0=-5 elo1=5 \
         --engine cmd=player:greedy --engine cmd=player:random"
    ));
    assert_eq!(result["sprt"]["verdict"], "H1 accepted");
    let games = result["games"].as_u64().unwrap();
    assert!(games < 10_000);
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<details").count() as u64, games);
    assert!(page.contains("<strong>H1 accepted"));
}

#[test]
fn a_list_of_openings_repeats_and_can_be_played() {
    let list = |seed| {
        stdout(&output(&format!(
            "openings --count 20 --openings random:10 --seed {seed}"
        )))
    };
    assert_eq!(list(8), list(8));
    assert_ne!(list(8), list(9));
    let scratch = Scratch::new();
    let file = scratch.write("openings.txt", list(8));
    let result = result(&format!(
        "match --json --games 40 --openings {file} {QUICK}"
    ));
    assert_eq!(result["games"], 40);
}

#[test]
fn a_match_begins_from_balanced_openings_if_nothing_is_said() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    output(&format!("match --games 12 --seed 5 --log {log} {QUICK}"));
    let text = fs::read_to_string(log).unwrap();
    let header = text.lines().next().unwrap();
    assert!(header.contains(r#""source":"balanced""#), "{header}");
    let error = refusal(&format!("match --game tree --openings balanced {QUICK}"));
    assert!(error.contains("balanced is for Othello"), "{error}");
}

#[test]
fn small_games_are_matches_like_any_other() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let play = |games| {
        result(&format!(
            "match --json --game tictactoe 3 3 3 --games {games} --seed 2 --concurrency 2 \
             --resume --log {log} --engine cmd=player:random --engine cmd=player:alphabeta"
        ))
    };
    play(10);
    let first = games(&log);
    let result = play(40);
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
    let games = games(&log);
    assert_eq!(&games[..10], first);
    assert!(
        games
            .iter()
            .all(|game| game["moves"][0]["mv"].as_str().unwrap().starts_with('('))
    );
}

#[test]
fn the_textbook_s_tree_is_worth_three_to_who_begins() {
    let play = |game| {
        result(&format!(
            "match --json --games 2 --game {game} --engine cmd=player:minimax \
             --engine 'cmd=player:alphabeta limit=level'"
        ))
    };
    let figure = play("tree");
    assert_eq!(figure["pairings"][0]["pairs"][2], 1, "{figure}");
    let own = play("tree -1 2 -3 4");
    // MAX gets max(min(-1, 2), min(-3, 4)).
    assert_eq!(own["game"], "Tree -1 2 -3 4");
    let black = |engine: usize| own["engines"][engine]["wins"].as_u64();
    assert_eq!((black(0), black(1)), (Some(1), Some(1)), "{own}");
}

#[test]
fn who_cannot_play_a_game_is_named_before_the_first() {
    for (arguments, reason) in [
        ("--game frogs", "Frogs is a puzzle for one"),
        ("--game chess", "unknown game: chess"),
        ("--game othello 8", "Othello: '8' is one word too many"),
        (
            "--game reversi-1880 --balance 2",
            "--balance is for Othello",
        ),
        ("--game tree --ggf never.ggf", "--ggf is for Othello"),
        (
            "--game tree --openings random:9",
            "no random game lasts longer than 9",
        ),
        (
            "--game reversi-1880 --engine cmd=player:bianca",
            "bianca does not play Reversi-1880",
        ),
        (
            "--game tictactoe --engine cmd=player:uc3m",
            "uc3m does not play TicTacToe",
        ),
        (
            "--game reversi-1880 --engine cmd=gtp-rhino",
            "engine 'gtp-rhino': programs play only Othello",
        ),
        (
            "--engine cmd=player:shortest",
            "shortest does not play Othello",
        ),
        ("--engine cmd=player:god", "unknown player: god"),
    ] {
        let message = refusal(&format!(
            "match --engine cmd=player:random --engine cmd=player:minimax:1 {arguments}"
        ));
        assert!(message.contains(reason), "{arguments}: {message}");
    }
}

#[test]
fn the_strong_player_needs_no_process_and_a_seed_repeats_its_match() {
    let play = |concurrency| {
        let scratch = Scratch::new();
        let log = scratch.path("log.jsonl");
        let result = result(&format!(
            "match --json --games 8 --seed 4 --openings start --concurrency {concurrency} \
             --log {log} --engine cmd=player:bianca:1 --engine cmd=player:random"
        ));
        assert_eq!(result["engines"][0]["name"], "bianca:1");
        let mut games = games(&log);
        games.sort_by_key(|game| game["game"].as_u64());
        let moves = |game: &Value| -> Vec<String> {
            let moves = game["moves"].as_array().unwrap().iter();
            moves.map(|mv| mv["mv"].to_string()).collect()
        };
        games.iter().map(moves).collect::<Vec<_>>()
    };
    let games = play(1);
    let distinct: HashSet<_> = games.iter().collect();
    assert_eq!(distinct.len(), 8);
    assert_eq!(games, play(2));
}

/// An engine whose children last: they know nothing of a match. Each time it is started it adds a
/// line with their numbers and its own to the file that its argument names.
#[cfg(unix)]
const LASTING: &str = "sleep 1000 & echo $! $$ >> \"$0\"; exec sh tests/arena/faulty.sh hang";

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

/// Two matches must not write one journal: the second says so and changes nothing.
#[test]
fn a_journal_has_one_match_at_a_time() {
    let scratch = Scratch::new();
    let log = scratch.path("match.jsonl");
    let start = || {
        let mut command = bianca(&format!(
            "match --json --games 40 --seed 5 --resume --log {log} {BIANCA} \
             --engine cmd=player:random"
        ));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let ends = [start(), start()].map(|child| child.wait_with_output().unwrap());
    let refused: Vec<_> = (ends.iter())
        .filter(|output| !output.status.success())
        .map(stderr)
        .collect();
    // On a slow machine the second may find a match that is over.
    assert!(refused.len() < 2, "{refused:?}");
    for said in &refused {
        assert!(
            said.contains(&log) && said.contains("another process"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let games = games(&log);
    let numbers: HashSet<u64> = (games.iter())
        .map(|game| game["game"].as_u64().unwrap())
        .collect();
    assert_eq!((games.len(), numbers.len()), (40, 40));
}

#[test]
fn a_match_goes_on_only_with_its_own_seed_and_openings() {
    let scratch = Scratch::new();
    let [drawn, listed] = ["drawn", "listed"].map(|name| {
        let log = scratch.path(name);
        format!("match --games 2 --resume --log {log} {QUICK}")
    });
    output(&format!("{drawn} --seed 3"));
    output(&format!("{drawn} --seed 3"));
    output(&drawn); // The seed is that of the journal.
    let said = refusal(&format!("{drawn} --seed 4"));
    assert!(said.contains("its seed is 3, not 4"), "{said}");
    let openings = scratch.write("openings", "f5d6\nf5f6\n");
    let from_file = format!("{listed} --openings {openings}");
    output(&from_file);
    output(&from_file);
    let before = fs::read(scratch.path("listed")).unwrap();
    scratch.write("openings", "f5d6\nf5f4\n");
    let said = refusal(&from_file);
    assert!(said.contains("their openings differ"), "{said}");
    let said = refusal(&listed);
    assert!(said.contains("their sources of openings differ"), "{said}");
    assert_eq!(fs::read(scratch.path("listed")).unwrap(), before);
}

#[test]
fn a_file_that_is_no_journal_is_left_as_it_is() {
    const LETTER: &str = "Dear Sir, this has no line break";
    let scratch = Scratch::new();
    let log = scratch.path("log");
    for option in ["--log", "--ggf", "--sgf", "--report"] {
        let letter = scratch.write("letter", LETTER);
        let also = match option {
            "--log" => String::new(),
            _ => format!("--log {log}"),
        };
        let said = refusal(&format!(
            "match --games 2 --resume {also} {option} {letter} {QUICK}"
        ));
        assert!(said.contains(&letter), "{option}: {said}");
        assert_eq!(fs::read_to_string(&letter).unwrap(), LETTER, "{option}");
        let has_log = fs::exists(&log).unwrap();
        assert!(!has_log, "{option}: refused before work begins");
    }
}

/// A time that is too long to be counted is refused, as any other number that makes no sense.
#[test]
fn times_without_end_are_refused() {
    for option in [
        "--patience 18446744073709551615",
        "--patience 0",
        "--margin 18446744073709551615",
        "--st 1e30",
        "--st nan",
        "--tc inf+1",
    ] {
        refusal(&format!("match --games 2 {option} {QUICK}"));
    }
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
