//! Matches through the real executable: what is played, and how it is counted.

#[cfg(target_os = "linux")]
mod ends;
mod engines;
mod journal;

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

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
    let arguments = if cfg!(windows) {
        &arguments.replace('\\', "/")
    } else {
        arguments
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

/// Lets what is started from here obey signals. A shell lets what it starts in the background
/// ignore SIGINT, `nohup` SIGHUP, and that is inherited; that a process has a handler is not. This
/// one does what would be done without it.
#[cfg(unix)]
fn heed_signals() {
    use std::sync::{Arc, atomic::AtomicBool};
    for ignored in [libc::SIGINT, libc::SIGHUP] {
        let always = Arc::new(AtomicBool::new(true));
        signal_hook::flag::register_conditional_default(ignored, always).unwrap();
    }
}

/// A match that ends with its test, also if that fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
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
    assert_eq!(page.matches("<article").count() as u64, games);
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
fn the_strong_player_beats_a_simple_one_in_reversi_of_the_1880s() {
    let found = result(
        "match --json --games 6 --seed 2 --game reversi-1880 --openings random:6 \
         --engine cmd=player:bianca:4 --engine cmd=player:greedy",
    );
    assert_eq!(found["game"], "Reversi-1880");
    assert_eq!(found["forfeits"], 0, "{found}");
    assert!(found["engines"][0]["wins"].as_u64() >= Some(5), "{found}");
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
            "--game reversi-1880 --engine cmd=player:bianca:club",
            "bianca:club does not play Reversi-1880",
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

#[test]
fn wrong_arguments_are_told_by_the_exit_code() {
    for (arguments, reason) in [
        (
            "--engine 'name=own cmd=player:greedy limit=level depth=3'",
            "'limit=level' and 'depth=3' cannot both be given to one engine",
        ),
        (
            "--engine 'cmd=player:greedy name=a name=b'",
            "'name=a' and 'name=b' cannot both",
        ),
        (
            "--engine 'cmd=player:greedy depth=0'",
            "'0' is not a positive whole number",
        ),
        ("--engine cmd=player:god", "unknown player: god"),
        ("--engine greedy", "'greedy' belongs to no field"),
        (
            "--time 1 --depth 3",
            "'--time <SECONDS>' cannot be used with '--depth <PLIES>'",
        ),
        (
            "--tc 60 --nodes 3",
            "'--tc <CLOCK>' cannot be used with '--nodes <N>'",
        ),
        (
            "--engine 'name=own cmd=player:greedy nodes=100'",
            "player:greedy does not go by 'nodes=100'",
        ),
        ("--nodes 100", "no engine goes by 'nodes=100'"),
        ("--time 0", "'st=0' leaves no time"),
        ("--depth x", "'x' is not a positive whole number"),
        ("--games 0", "'0' for '--games <N>'"),
        ("--draw movenumber=x", "--draw: 'movenumber=x'"),
        ("--resign score=x", "--resign: 'score=x'"),
        ("--sprt elo0=x", "--sprt: 'elo0=x'"),
        ("--game chess", "unknown game: chess"),
    ] {
        let output = bianca(&format!("match {arguments} {QUICK}"))
            .output()
            .unwrap();
        let said = stderr(&output);
        assert!(said.contains(reason), "{arguments}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
    }
}

#[test]
fn a_match_that_nobody_reads_ends() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let mut command = bianca(&format!("match --games 100000 --log {log} {QUICK}"));
    let mut running = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    let mut output = BufReader::new(running.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    assert!(first.starts_with("match of 100000 games"), "{first}");
    drop(output);
    assert!(running.wait().unwrap().success());
    assert!(games(&log).len() < 100_000);
}

#[test]
fn a_limit_of_its_own_goes_before_the_match_s_and_before_a_level() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    result(&format!(
        "match --json --games 2 --depth 2 --openings start --log {log} \
         --engine 'name=own cmd=player:bianca:4 depth=3 ' --engine cmd=player:bianca"
    ));
    for game in games(&log) {
        let own_is_black = game["black"] == 0;
        let moves = game["moves"].as_array().unwrap();
        let depth = |mv: usize| moves[mv]["depth"].as_u64();
        let (own, other) = if own_is_black { (2, 3) } else { (3, 2) };
        assert_eq!((depth(own), depth(other)), (Some(3), Some(2)), "{game}");
    }
}
