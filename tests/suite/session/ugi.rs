//! A match runner that speaks UGI as its specification says
//! (<https://github.com/kz04px/cutegames/blob/master/ugi.md>) and trusts nothing.

use std::thread::sleep;
use std::time::Duration;

use bianca::othello::{Color, Move, OthelloGame};
use rand::prelude::*;

use crate::session::process::Bianca;
use crate::session::random::noise;
use bianca::othello::random::random_move;

const SEED: u64 = 7;

/// An engine and what it was sent.
struct Runner {
    engine: Bianca,
    game: OthelloGame,
    /// `startpos` or `fen …`.
    start: String,
}

impl Runner {
    fn silent(arguments: &[&str]) -> Runner {
        Runner {
            engine: Bianca::merged(arguments),
            game: OthelloGame::new(),
            start: "startpos".to_owned(),
        }
    }

    /// Starts an engine and greets it.
    fn open() -> Runner {
        let mut runner = Runner::silent(&[]);
        runner.send("ugi");
        while runner.next() != "ugiok" {}
        runner.send("setoption name Hash value 2");
        runner.synchronize();
        runner.send("uginewgame");
        runner
    }

    fn send(&mut self, line: &str) {
        self.engine.send(format!("{line}\n"));
    }

    fn next(&mut self) -> String {
        let line = self.engine.line().expect("a line");
        assert!(!line.is_empty() && line.trim() == line, "'{line}'");
        line
    }

    fn synchronize(&mut self) {
        self.send("isready");
        assert_eq!(self.next(), "readyok");
    }

    fn tell_position(&mut self) {
        let mut line = format!("position {}", self.start);
        if !self.game.turns().is_empty() {
            line += " moves";
            for (_, mv) in self.game.turns() {
                line += &format!(" {mv}");
            }
        }
        self.send(&line);
    }

    fn query(&mut self, question: &str) -> String {
        self.send(&format!("query {question}"));
        let line = self.next();
        line.strip_prefix("response ").expect(&line).to_owned()
    }

    /// The move that the engine finds within `limits`.
    fn go(&mut self, limits: &str) -> Move {
        self.tell_position();
        self.send(format!("go {limits}").trim());
        self.best_move()
    }

    /// Reads up to the best move; exactly two words, and a legal move.
    fn best_move(&mut self) -> Move {
        loop {
            let line = self.next();
            if let Some(mv) = line.strip_prefix("bestmove ") {
                let mv = read_move(mv);
                let mut after = self.game.clone();
                assert!(
                    after.is_over() && mv == Move::Pass || after.play(mv).is_ok(),
                    "{line}"
                );
                return mv;
            }
            self.check_info(&line);
        }
    }

    /// `info` has keys with numbers, then `pv` with legal moves.
    fn check_info(&self, line: &str) {
        let mut words = line.strip_prefix("info ").expect(line).split(' ');
        let mut keys = Vec::new();
        while let Some(key) = words.next() {
            keys.push(key);
            match key {
                "score" => assert_eq!(words.next(), Some("cp"), "{line}"),
                "pv" => break,
                "depth" | "time" | "nodes" | "nps" => {}
                other => panic!("'{other}' in '{line}'"),
            }
            let number: i64 = words.next().unwrap().parse().expect(line);
            assert!(number >= 0 || key == "score", "{line}");
        }
        assert!(keys.starts_with(&["depth", "score"]), "{line}");
        let mut game = self.game.clone();
        for mv in words {
            game.play(read_move(mv)).expect(line);
        }
    }
}

/// A move as the specification's programs write it.
fn read_move(word: &str) -> Move {
    match word {
        "0000" => Move::Pass,
        "pass" => panic!("a pass is 0000"),
        square => square.parse().expect(square),
    }
}

#[test]
fn the_engine_introduces_itself() {
    let mut runner = Runner::silent(&[]);
    runner.send("ugi");
    assert!(runner.next().starts_with("id name Bianca "));
    assert!(runner.next().starts_with("id author "));
    let mut options = 0;
    loop {
        let line = runner.next();
        if line == "ugiok" {
            break;
        }
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!([words[0], words[1], words[3]], ["option", "name", "type"]);
        let kinds = ["check", "spin", "combo", "string"];
        assert!(kinds.contains(&words[4]) && words[5] == "default", "{line}");
        assert_eq!(words[4] == "spin", words.contains(&"min"), "{line}");
        options += 1;
    }
    assert!(options >= 5);
    runner.synchronize();
}

#[test]
fn whole_games_are_played_with_every_kind_of_limit() {
    let mut random = StdRng::seed_from_u64(SEED);
    let limits = [
        "depth 2",
        "nodes 500",
        "movetime 5",
        "p1time 500 p2time 500 p1inc 5 p2inc 5",
        "p1time -20 p2time -20 p1inc 0 p2inc 0",
    ];
    let starts = [
        "startpos",
        "fen 8/8/8/3OX3/3XO3/8/8/8 X",
        "fen ---------------------------OX------XO--------------------------- X",
        "fen 8/8/8/3ox3/3xo3/8/8/8 x - - 0 1",
    ];
    for (number, limit) in limits.into_iter().enumerate() {
        let mut runner = Runner::open();
        runner.start = starts[number % starts.len()].to_owned();
        while !runner.game.is_over() {
            let black = runner.game.to_move() == Color::Black;
            let mv = if black == (number % 2 == 0) {
                runner.go(limit)
            } else {
                random_move(runner.game.position(), &mut random)
            };
            assert_eq!(runner.query("p1turn"), black.to_string());
            runner.game.play(mv).unwrap();
            runner.tell_position();
            let over = runner.game.is_over();
            assert_eq!(runner.query("gameover"), over.to_string());
            let result = match runner.game.final_score_for_black() {
                _ if !over => "none",
                0 => "draw",
                1.. => "p1win",
                _ => "p2win",
            };
            assert_eq!(runner.query("result"), result);
        }
        assert_eq!(runner.go(limit), Move::Pass);
        runner.send("quit");
        assert!(runner.engine.wait().success());
    }
}

#[test]
fn a_pass_is_a_move() {
    let mut runner = Runner::open();
    for mv in "c4 c3 f5 b4 a4 a5 c2 a3".split(' ') {
        runner.game.play(mv.parse().unwrap()).unwrap();
    }
    assert_eq!(runner.go("depth 3"), Move::Pass);
    assert_eq!(runner.query("p1turn"), "true");
    runner.game.play(Move::Pass).unwrap();
    assert_ne!(runner.go("depth 3"), Move::Pass);
    assert_eq!(runner.query("p1turn"), "false");
}

#[test]
fn an_infinite_search_goes_on_until_stop_and_is_ready_meanwhile() {
    let mut runner = Runner::open();
    runner.tell_position();
    runner.send("go infinite");
    for _ in 0..3 {
        runner.send("isready");
        loop {
            match runner.next().as_str() {
                "readyok" => break,
                line => runner.check_info(line),
            }
        }
    }
    runner.send("stop");
    runner.best_move();
    // A stop without a search, and a readiness that has to wait for its turn.
    runner.send("stop");
    runner.send("go depth 6");
    runner.send("query p1turn");
    runner.send("isready");
    runner.best_move();
    assert_eq!(runner.next(), "response true");
    assert_eq!(runner.next(), "readyok");
    // Nothing is left to find, but nobody has stopped it.
    for mv in "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ') {
        runner.game.play(mv.parse().unwrap()).unwrap();
    }
    runner.tell_position();
    runner.send("go infinite");
    sleep(Duration::from_millis(50));
    runner.send("isready");
    while runner.next() != "readyok" {}
    runner.send("stop");
    assert_eq!(runner.next(), "bestmove 0000");
}

#[test]
fn what_cannot_be_obeyed_changes_nothing() {
    let mut runner = Runner::open();
    runner.game.play("f5".parse().unwrap()).unwrap();
    runner.tell_position();
    let long = format!("position startpos moves {}", "f5 ".repeat(1 << 18));
    let word = "x".repeat(60_000);
    let [long_name, long_value, long_move] = [
        format!("setoption name {word} value 1"),
        format!("setoption name Hash value {word}"),
        format!("position startpos moves {word}"),
    ];
    for line in [
        "position",
        "position here",
        "position startpos moves a1",
        "position startpos moves f5 f5",
        "position startpos f5",
        "position fen",
        "position fen 8/8/8 X",
        "position fen 9/8/8/3OX3/3XO3/8/8/8 X",
        "position fen 8/8/8/3OX3/3XO3/8/8/8 X moves f9",
        "setoption",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Luck value 1",
        "setoption Hash 4",
        "query",
        "query weather",
        "go fast",
        "go depth",
        "go depth -1",
        "go movetime soon",
        "isready now",
        "play f5",
        "nboard 2",
        "1 name",
        "é",
        &long,
        &long_name,
        &long_value,
        &long_move,
    ] {
        runner.send(line);
        let said = runner.next();
        assert!(said.starts_with("info string "), "{said}");
        assert!(said.len() < 200, "{said}");
    }
    for silent in ["", "  ", "\t", "\u{7}"] {
        runner.send(silent);
    }
    // The last position was refused, and no other is meant.
    runner.tell_position();
    assert_eq!(runner.query("p1turn"), "false");
    runner.send("go depth 1");
    runner.best_move();
}

#[test]
fn a_refused_position_is_never_followed_by_an_answer_for_the_old_one() {
    let mut runner = Runner::open();
    let long = format!("position startpos moves {}", "f5 ".repeat(1 << 18));
    for refused in [
        "position startpos moves a1",
        "position fen 8/8 X",
        "position",
        "  POSITION here",
        &long,
    ] {
        runner.tell_position();
        runner.send(refused);
        assert!(runner.next().starts_with("info string "), "{refused}");
        for question in ["go depth 1", "query gameover", "query fen"] {
            runner.send(question);
            assert_eq!(
                runner.next(),
                "info string there is no position: the last one was refused",
                "{refused}: {question}"
            );
        }
    }
    for accepted in ["position startpos moves f5", "uginewgame"] {
        runner.send("position fen 8/8 X");
        runner.next();
        runner.send(accepted);
        runner.send("go depth 1");
        while !runner.next().starts_with("bestmove ") {}
    }
}

#[test]
fn noise_never_ends_the_session() {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut runner = Runner::open();
    let words = [
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "1",
        "stop",
        "query",
        "result",
        "setoption",
        "name",
        "value",
        "f5",
        "8/8",
        "X",
        "-1",
        "1e9",
        "isready",
        "\u{fffd}",
    ];
    for _ in 0..300 {
        runner.engine.send(noise(&words, &mut random));
    }
    runner.send("stop");
    runner.send("uginewgame");
    runner.send("position startpos moves f5");
    runner.send("query p1turn");
    while runner.next() != "response false" {}
}

#[test]
fn the_end_of_input_in_the_middle_of_anything_ends_the_session() {
    for request in [
        "go infinite",
        "go depth 40",
        "position startpos mov",
        "go p1",
    ] {
        let mut runner = Runner::open();
        runner.engine.send(request);
        runner.send("");
        sleep(Duration::from_millis(50));
        let (lines, status) = runner.engine.finish();
        assert!(status.success(), "{request}: {status}");
        let searched = request.starts_with("go infinite") || request.starts_with("go depth");
        let answers = |line: &&String| line.starts_with("bestmove ");
        assert_eq!(lines.iter().filter(answers).count(), usize::from(searched));
    }
}

#[test]
fn a_runner_that_is_gone_ends_the_session() {
    for request in ["go infinite", "isready", "ugi"] {
        let script = format!("ugi\nposition startpos\n{request}\n");
        assert_eq!(Bianca::said_to_nobody(&script), "", "{request}");
    }
}
