//! What is said of the moves of whole games: `analyze`, the session's `review`, NBoard's `analyze`.

use serde_json::Value;

use super::reference::{Board, Random, Truth, name};
use super::{Law, Said, discs, ggf, run, truth_of};
use crate::session::process::Bianca;
use crate::support::Scratch;

#[test]
fn what_an_analysis_says_is_true() {
    let mut law = Law::of("analyze", 100);
    let scratch = Scratch::new();
    let mut turn = 0;
    while law.next().is_some() {
        let games: Vec<(Board, Vec<usize>)> = (0..30).map(|turn| game(&mut law, turn)).collect();
        let lines: Vec<String> = games
            .iter()
            .map(|(start, line)| ggf(*start, line))
            .collect();
        let file = scratch.write("games.ggf", lines.join("\n") + "\n");
        turn += 1;
        let nodes = (1 + law.random.below(500)).to_string();
        let strength = match turn % 3 {
            0 => ["--depth", "2"],
            1 => ["--nodes", &nodes],
            _ => ["--level", "2"],
        };
        let said = run(&[&["analyze", &file, "--json", "--hash", "1"], &strength[..]].concat());
        assert_eq!(said.lines().count(), games.len(), "{strength:?}");
        for (said, game) in said.lines().zip(&games) {
            let answer: Value = serde_json::from_str(said).unwrap();
            let moves = answer["moves"].as_array().unwrap();
            assert_eq!(moves.len(), game.1.len(), "{said}");
            let mut board = game.0;
            for (told, &square) in moves.iter().zip(&game.1) {
                if board.moves().is_empty() {
                    board = board.after(None);
                }
                judge_move(&mut law, board, square, told);
                board = board.after(Some(square));
            }
        }
    }
}

/// A position and random moves to the end of the game.
fn game(law: &mut Law, turn: usize) -> (Board, Vec<usize>) {
    let start = law.random.board(turn);
    (start, moves_to_the_end(law, start))
}

/// Random moves to the end of the game.
fn moves_to_the_end(law: &mut Law, start: Board) -> Vec<usize> {
    moves_until(&mut law.random, start, 0)
}

/// Random moves until so few squares are empty, or to the end of the game.
fn moves_until(random: &mut Random, start: Board, empties: u32) -> Vec<usize> {
    let (mut board, mut line) = (start, Vec::new());
    while board.empties() > empties && !board.over() {
        let moves = board.moves();
        if moves.is_empty() {
            board = board.after(None);
            continue;
        }
        let square = random.one_of(&moves);
        line.push(square);
        board = board.after(Some(square));
    }
    line
}

/// The board after a move of a line without passes.
fn played(board: Board, square: usize) -> Board {
    let passes = board.moves().is_empty();
    let board = if passes { board.after(None) } else { board };
    board.after(Some(square))
}

/// What `analyze` says of the moves of each game of a file.
fn analyses(scratch: &Scratch, games: &[String], strength: [&str; 2]) -> Vec<Value> {
    let file = scratch.write("games.ggf", games.join("\n") + "\n");
    let threads = ["--threads", "1"];
    let said = run(&[
        &["analyze", &file, "--json", "--hash", "1"],
        &strength[..],
        &threads[..],
    ]
    .concat());
    let moves = |line: &str| serde_json::from_str::<Value>(line).unwrap()["moves"].clone();
    said.lines().map(moves).collect()
}

#[test]
fn what_is_said_of_a_game_does_not_depend_on_the_games_before() {
    let mut random = Random(3);
    let scratch = Scratch::new();
    // A level looks at what it marks to the end, which takes long in whole games.
    for (first, strength) in [
        (60, ["--depth", "3"]),
        (60, ["--nodes", "200"]),
        (14, ["--level", "2"]),
    ] {
        // Games with two endings each, which share positions.
        let mut games = Vec::new();
        for _ in 0..2 {
            let (start, _) = random.game(first);
            let shared = moves_until(&mut random, start, 8);
            for _ in 0..2 {
                let mut line = shared.clone();
                let board = line
                    .iter()
                    .fold(start, |board, &square| played(board, square));
                line.extend(moves_until(&mut random, board, 0));
                games.push(ggf(start, &line));
            }
        }
        let together = analyses(&scratch, &games, strength);
        assert_eq!(together.len(), games.len());
        let reversed: Vec<String> = games.iter().rev().cloned().collect();
        let mut reversed = analyses(&scratch, &reversed, strength);
        reversed.reverse();
        assert_eq!(together, reversed, "{strength:?}");
        // And without any game before it.
        let alone = analyses(&scratch, &games[1..2], strength);
        assert_eq!(alone[0], together[1], "{strength:?}: {}", games[1]);
    }
}

#[test]
fn what_is_said_of_an_ending_is_said_of_its_image() {
    let mut law = Law::of("analyze images", 0);
    let scratch = Scratch::new();
    let games: Vec<(Board, Vec<usize>)> = (0..40).map(|turn| game(&mut law, turn)).collect();
    let told = |games: &[String]| analyses(&scratch, games, ["--depth", "12"]);
    let one: Vec<String> = games
        .iter()
        .map(|(start, line)| ggf(*start, line))
        .collect();
    let other: Vec<String> = games
        .iter()
        .map(|(start, line)| {
            let line: Vec<usize> = line.iter().map(|square| square ^ 7).collect();
            ggf(start.mirrored(), &line)
        })
        .collect();
    let (one, other) = (told(&one), told(&other));
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        let said = |moves: &Value| -> Vec<[Value; 5]> {
            let moves = moves.as_array().unwrap().iter();
            let keys = ["turn", "score", "best_score", "loss", "grade"];
            moves
                .map(|told| keys.map(|key| told[key].clone()))
                .collect()
        };
        assert_eq!(said(one), said(other), "{one} {other}");
    }
}

/// Judges what was said of a move of a game.
fn judge_move(law: &mut Law, board: Board, square: usize, told: &Value) {
    let text = told.to_string();
    let mut truth = Truth::default();
    let best = truth.value(board);
    let score = truth.of_move(board, Some(square));
    let number = |key: &str| told[key].as_f64().unwrap();
    assert_eq!(told["move"], name(square), "{text}");
    assert!(
        (number("best_score") - number("score") - number("loss")).abs() < 0.02,
        "{text}"
    );
    if told["proven"] == true {
        law.check(Said::Exact(discs(&told["score"])), score, board, &text);
        law.check(Said::Exact(discs(&told["best_score"])), best, board, &text);
        let chosen = truth_of(&mut truth, board, told["best"].as_str().unwrap());
        assert_eq!(chosen, best, "{text}");
        assert_eq!(told["grade"] == "best", score == best, "{text}");
    } else if told["to_end"] == true && told["confidence"] == 100 {
        law.check(Said::Exact(discs(&told["best_score"])), best, board, &text);
    } else {
        law.check(Said::Estimate, best, board, &text);
    }
}

/// The words of a game's moves, passes among them.
fn words(start: Board, line: &[usize]) -> Vec<String> {
    let (mut board, mut words) = (start, Vec::new());
    for &square in line {
        if board.moves().is_empty() {
            words.push("pass".to_owned());
            board = board.after(None);
        }
        words.push(name(square));
        board = board.after(Some(square));
    }
    words
}

#[test]
fn what_a_review_says_is_true() {
    let mut law = Law::of("review", 300);
    let mut engine = Bianca::anywhere(&["gtp", "--hash", "1", "--threads", "1"]);
    while let Some(start) = law.next() {
        let line = moves_to_the_end(&mut law, start);
        if line.is_empty() {
            continue;
        }
        let played = format!("play {}", words(start, &line).join(" "));
        assert_eq!(engine.ask(&format!("setboard {}", start.text())), "=");
        assert_eq!(engine.ask(&played), "=", "{played}: {}", start.text());
        let limit = match law.random.below(4) {
            0 => "depth 3".to_owned(),
            1 => format!("nodes {}", 1 + law.random.below(500)),
            2 => "movetime 1".to_owned(),
            _ => format!("level {}", 1 + law.random.below(12)),
        };
        let told = engine.ask(&format!("review {limit}"));
        let told: Vec<Value> = told
            .strip_prefix("=")
            .unwrap()
            .lines()
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(told.len(), line.len(), "review {limit}: {told:?}");
        let mut board = start;
        // The last move comes first.
        for (told, &square) in told.iter().rev().zip(&line) {
            if board.moves().is_empty() {
                board = board.after(None);
            }
            judge_move(&mut law, board, square, told);
            board = board.after(Some(square));
        }
    }
}

#[test]
fn what_nboards_analysis_says_is_true() {
    let mut law = Law::of("nboard analyze", 300);
    let mut engine = Bianca::anywhere(&["nboard"]);
    // At this level endings of 9 empty squares are solved exactly.
    engine.send("set depth 6\nping 1\n");
    while engine.line().unwrap() != "pong 1" {}
    while let Some(start) = law.next() {
        let line = moves_to_the_end(&mut law, start);
        engine.send(format!("set game {}\nanalyze\n", ggf(start, &line)));
        let said = std::iter::from_fn(|| engine.line()).take_while(|line| line != "status");
        let said: Vec<String> = said.filter(|line| !line.starts_with("status ")).collect();
        let turns = words(start, &line);
        // A position before each turn, and the last one.
        assert_eq!(said.len(), turns.len() + 1, "{said:?}: {}", start.text());
        let mut board = start;
        for turn in 0..=turns.len() {
            let key = format!("analysis {turn} ");
            let told: Vec<&str> = said
                .iter()
                .filter_map(|line| line.strip_prefix(&key))
                .collect();
            let [told] = told[..] else {
                panic!("{turn}: {said:?}");
            };
            let score = Truth::default().value(board);
            let told: f64 = told.parse().unwrap();
            assert_eq!(told.fract(), 0.0, "{said:?}");
            let solved = Said::Exact(told as i32);
            law.check(solved, score, board, &format!("turn {turn} of {said:?}"));
            if let Some(word) = turns.get(turn) {
                board = board.after(super::square(word));
            }
        }
    }
}
