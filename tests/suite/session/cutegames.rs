//! cutegames, written from its sources (<https://github.com/kz04px/cutegames>: `engine_ugi.cpp`,
//! `play.cpp`, `ugigame.hpp`): how it starts an engine with the settings that lie in
//! `tests/clients/cutegames`, and how it plays games that it does not know.

use bianca::othello::{Move, OthelloGame};
use bianca::record::rows::parse_any_board;
use serde_json::Value;

use crate::session::process::Bianca;

const SETTINGS: &str = include_str!("../../clients/cutegames/settings.json");
const OPENINGS: &str = include_str!("../../clients/cutegames/openings.txt");

/// An engine as cutegames talks with it: a line is an answer if its first word is the right one and
/// one word follows; all others are read over.
struct Engine(Bianca);

impl Engine {
    /// Starts an engine and gives it the options of all engines and its own.
    fn start(settings: &Value, engine: &Value) -> Engine {
        assert_eq!(engine["protocol"], "UGI");
        let mut started = Engine(Bianca::anywhere(&[]));
        started.send("ugi");
        started.wait_for("ugiok");
        let options = [&settings["options"], &engine["options"]];
        for (name, value) in options
            .iter()
            .filter_map(|given| given.as_object())
            .flatten()
        {
            let value = value.as_str().expect("cutegames wants texts");
            started.send(&format!("setoption name {name} value {value}"));
        }
        started.is_ready();
        started
    }

    fn send(&mut self, line: &str) {
        self.0.send(format!("{line}\n"));
    }

    fn wait_for(&mut self, line: &str) {
        while self.line() != line {}
    }

    /// The next line. An `info string` would tell that something was refused.
    fn line(&mut self) -> String {
        let line = self.0.line().expect("a line");
        assert!(!line.starts_with("info string"), "{line}");
        line
    }

    fn is_ready(&mut self) {
        self.send("isready");
        self.wait_for("readyok");
    }

    fn position(&mut self, start: &str, moves: &[String]) {
        let mut line = match start {
            "startpos" => "position startpos".to_owned(),
            fen => format!("position fen {fen}"),
        };
        if !moves.is_empty() {
            line += &format!(" moves {}", moves.join(" "));
        }
        self.send(&line);
    }

    fn ask(&mut self, question: &str, answer: &str) -> String {
        self.send(question);
        loop {
            let line = self.line();
            if let [first, second] = line.split(' ').collect::<Vec<_>>()[..]
                && first == answer
            {
                return second.to_owned();
            }
        }
    }

    fn query(&mut self, start: &str, moves: &[String], what: &str) -> String {
        self.position(start, moves);
        self.ask(&format!("query {what}"), "response")
    }
}

/// Plays a game of the kind "generic": the engines alone know whose turn it is and whether it is
/// over. Gives the result on which both agree, and the moves.
fn play(engines: &mut [Engine; 2], start: &str, limits: &str) -> (String, Vec<String>) {
    for engine in engines.iter_mut() {
        engine.is_ready();
    }
    for engine in engines.iter_mut() {
        engine.send("uginewgame");
    }
    let mut moves = Vec::new();
    loop {
        let is_first = engines[0].query(start, &moves, "p1turn") == "true";
        let us = usize::from(!is_first);
        engines[us].is_ready();
        if engines[us].query(start, &moves, "gameover") == "true" {
            break;
        }
        moves.push(engines[us].ask(limits, "bestmove"));
        assert!(moves.len() < 130, "no end: {moves:?}");
    }
    let results = engines.each_mut().map(|engine| {
        engine.is_ready();
        assert_eq!(engine.query(start, &moves, "gameover"), "true");
        engine.query(start, &moves, "result")
    });
    assert_eq!(results[0], results[1], "{moves:?}");
    let [result, _] = results;
    (result, moves)
}

#[test]
fn the_settings_and_openings_are_understood() {
    let settings: Value = serde_json::from_str(SETTINGS).unwrap();
    assert_eq!(settings["game"], "generic");
    let openings = settings["openings"]["path"].as_str().unwrap();
    assert!(openings.ends_with("tests/clients/cutegames/openings.txt"));
    let engines = settings["engines"].as_array().unwrap();
    assert!(engines.len() >= 2);
    for engine in engines {
        let mut engine = Engine::start(&settings, engine);
        for opening in OPENINGS.lines() {
            assert!(!opening.is_empty() && !opening.starts_with('#'));
            engine.send(&format!("position fen {opening}"));
            engine.send("query fen");
            assert_eq!(engine.line(), format!("response {opening}"));
        }
    }
}

#[test]
fn a_match_with_the_settings_has_results() {
    let settings: Value = serde_json::from_str(SETTINGS).unwrap();
    let of = |number: usize| Engine::start(&settings, &settings["engines"][number]);
    let mut engines = [of(0), of(1)];
    let openings = OPENINGS.lines().take(3).chain(["startpos"]);
    for (game, opening) in openings.enumerate() {
        let limits = match game % 2 {
            0 => "go nodes 300",
            _ => "go p1time 400 p2time 400 p1inc 1 p2inc 1",
        };
        let (result, moves) = play(&mut engines, opening, limits);
        let mut replayed = match opening {
            "startpos" => OthelloGame::new(),
            fen => {
                let (position, to_move) = parse_any_board(fen).unwrap();
                OthelloGame::from_position(position, to_move)
            }
        };
        for mv in &moves {
            let mv = match mv.as_str() {
                "0000" => Move::Pass,
                square => square.parse().expect(square),
            };
            replayed.play(mv).unwrap();
        }
        assert!(replayed.is_over());
        let expected = match replayed.final_score_for_black() {
            0 => "draw",
            1.. => "p1win",
            _ => "p2win",
        };
        assert_eq!(result, expected, "{opening}: {moves:?}");
        // The other colours.
        engines.reverse();
    }
    for mut engine in engines {
        engine.send("quit");
        assert!(engine.0.wait().success());
    }
}
