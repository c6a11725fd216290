//! What the commands say that read files: `solve` with its options, as JSON and as columns, and
//! `analyze`.

use std::process::Command;

use serde_json::Value;

use super::reference::{Board, Truth, name};
use super::{Law, Said, truth_of};
use crate::support::{Scratch, stdout};

/// How many lines one process gets.
const LINES: usize = 60;

/// What the executable writes to its standard output.
fn run(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    stdout(&command.args(arguments).output().unwrap())
}

/// A whole number of discs.
fn discs(value: &Value) -> i32 {
    let score = value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no score"));
    assert_eq!(score.fract(), 0.0, "{score}");
    score as i32
}

/// How endings are solved.
#[derive(Clone, Copy)]
struct Options {
    wld: bool,
    window: Option<(i32, i32)>,
    all_moves: bool,
    limited: bool,
}

/// Judges the best answer of a line, or one of its moves.
fn judge(law: &mut Law, score: i32, board: Board, answer: &Value, options: Options) {
    let text = answer.to_string();
    let [low, high] = [&answer["bounds"][0], &answer["bounds"][1]].map(discs);
    law.check(Said::Within(low, high), score, board, &text);
    let settled = answer["proven"].as_bool().unwrap();
    assert!(settled || options.limited, "{text}");
    let unselective = answer["confidence"] == 100;
    let line = answer["variation"].as_array().unwrap();
    let end = law.follow(board, line.iter().map(|word| word.as_str().unwrap()), &text);
    if let Some((least, most)) = options.window {
        assert!(
            !settled || low >= most || high <= least || low == high,
            "{text}"
        );
        return;
    }
    match answer["reach"].as_str().unwrap() {
        "end" if unselective || settled => {
            law.check(Said::Exact(discs(&answer["score"])), score, board, &text);
            assert!(!settled || low == high, "{text}");
            assert!(
                end.is_none_or(|end| end == score),
                "{text} ends with {end:?}"
            );
        }
        "wld" if unselective || settled => {
            law.check(Said::Sign(discs(&answer["score"])), score, board, &text);
        }
        _ => assert!(!settled, "{text}"),
    }
}

/// What a column says of the score.
fn column(word: &str, certain: bool) -> Said {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{word}"));
    match word {
        "win" if certain => Said::Sign(1),
        "draw" if certain => Said::Sign(0),
        "loss" if certain => Said::Sign(-1),
        _ if word.starts_with(">=") => Said::Within(number(&word[2..]), 64),
        _ if word.starts_with("<=") => Said::Within(-64, number(&word[2..])),
        _ if word.contains('.') || !certain => Said::Estimate,
        _ => Said::Exact(number(word)),
    }
}

/// The lines of a file, some with a score of their own, and whether that is true.
fn problems(law: &mut Law, boards: &[Board]) -> (Vec<String>, Vec<Option<bool>>) {
    let line = |board: &Board| {
        let moves = board.moves();
        if moves.is_empty() || law.random.below(2) == 0 {
            return (board.text(), None);
        }
        let mut truth = Truth::default();
        let best = moves
            .iter()
            .map(|&square| (truth.of_move(*board, Some(square)), square));
        let (score, square) = best.max().unwrap();
        let wrong = law.random.below(3) == 0;
        let told = match (wrong, score) {
            (false, _) => score,
            (true, 64) => 62,
            (true, _) => score + 2,
        };
        let problem = format!("{}; {}:{told:+};", board.text(), name(square));
        (problem, Some(!wrong))
    };
    boards.iter().map(line).unzip()
}

#[test]
fn what_is_solved_is_true() {
    let mut law = Law::of("solve", 1000);
    let scratch = Scratch::new();
    let mut turn = 0;
    while let Some(first) = law.next() {
        let mut boards = vec![first];
        for number in 1..LINES {
            boards.push(law.random.board(number));
        }
        let (lines, claims) = problems(&mut law, &boards);
        let file = scratch.write("problems", lines.join("\n") + "\n");
        turn += 1;
        let low = law.random.below(30) as i32 - 15;
        let (low, high) = (
            low.to_string(),
            (low + 1 + law.random.below(6) as i32).to_string(),
        );
        let nodes = (1 + law.random.below(400)).to_string();
        let options = Options {
            wld: turn % 4 == 1,
            window: (turn % 4 == 2).then(|| (low.parse().unwrap(), high.parse().unwrap())),
            all_moves: turn % 4 == 3,
            limited: turn % 3 != 0,
        };
        let mut arguments = vec!["solve", file.as_str(), "--hash", "1"];
        arguments.extend(["--threads", ["1", "2"][turn / 2 % 2]]);
        if options.wld {
            arguments.push("--wld");
        }
        if options.window.is_some() {
            arguments.extend(["--window", &low, &high]);
        }
        if options.all_moves {
            arguments.push("--all-moves");
        }
        if options.limited {
            arguments.extend(["--nodes", &nodes]);
        }
        if turn % 5 == 0 {
            arguments.push("--independent");
        }
        let said = run(&[&arguments[..], &["--json"]].concat());
        let columns = run(&arguments);
        assert_eq!(said.lines().count(), boards.len(), "{arguments:?}");
        for (number, (said, row)) in said.lines().zip(columns.lines()).enumerate() {
            let (board, claim) = (boards[number], claims[number]);
            let mut truth = Truth::default();
            let score = truth.value(board);
            let answer: Value = serde_json::from_str(said).unwrap();
            assert_eq!(answer["position"], board.text());
            judge(&mut law, score, board, &answer, options);
            for answer in answer["moves"].as_array().unwrap_or(&Vec::new()) {
                let word = answer["move"].as_str().unwrap_or("none");
                let score = truth_of(&mut truth, board, word);
                judge(&mut law, score, board, answer, options);
            }
            let words: Vec<&str> = row.split_whitespace().collect();
            let certain = words[4].ends_with("@100%") && answer["proven"] == true;
            law.check(column(words[3], certain), score, board, row);
            // What disagrees with a line is told; nothing else is.
            match (answer["check"].as_str(), claim) {
                (None, None) | (Some("open"), Some(_)) => {}
                (Some("ok"), Some(true)) | (Some("wrong"), Some(false)) => {}
                // The best move may be known to be right where the score was not asked for.
                (Some("ok"), Some(false)) if options.wld || options.window.is_some() => {}
                other => panic!("{other:?}: {said}: {}", lines[number]),
            }
        }
    }
}

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
    let (mut board, mut line) = (start, Vec::new());
    while !board.over() {
        let moves = board.moves();
        if moves.is_empty() {
            board = board.after(None);
            continue;
        }
        let square = law.random.one_of(&moves);
        line.push(square);
        board = board.after(Some(square));
    }
    (start, line)
}

/// The game as a line of GGF.
fn ggf(start: Board, line: &[usize]) -> String {
    let mut text = format!(
        "(;GM[Othello]PC[law]PB[x]PW[y]RE[?]TY[8]BO[8 {}]",
        start.text().replace('X', "*")
    );
    let mut board = start;
    for &square in line {
        if board.moves().is_empty() {
            text += if board.black { "B[PA]" } else { "W[PA]" };
            board = board.after(None);
        }
        let side = if board.black { 'B' } else { 'W' };
        text += &format!("{side}[{}]", name(square));
        board = board.after(Some(square));
    }
    text + ";)"
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
