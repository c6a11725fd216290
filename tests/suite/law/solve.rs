//! What `solve` says with its options, as JSON, as columns and as Edax's table.

use serde_json::Value;

use super::reference::{Board, Truth, name};
use super::{Law, Said, discs, run, truth_of};
use crate::support::Scratch;

/// How many lines one process gets.
const LINES: usize = 60;

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
fn problems(
    law: &mut Law,
    truth: &mut Truth,
    boards: &[Board],
) -> (Vec<String>, Vec<Option<bool>>) {
    let line = |board: &Board| {
        let moves = board.moves();
        if moves.is_empty() || law.random.below(2) == 0 {
            return (board.text(), None);
        }
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
    let mut law = Law::of("solve", 500);
    let scratch = Scratch::new();
    let mut turn = 0;
    while let Some(first) = law.next() {
        let (mut truth, mut boards) = (Truth::default(), vec![first]);
        for number in 1..LINES {
            boards.push(law.random.board(number));
        }
        let (lines, claims) = problems(&mut law, &mut truth, &boards);
        let file = scratch.write("problems", lines.join("\n") + "\n");
        turn += 1;
        let low = law.random.below(30) as i32 - 15;
        let (low, high) = (
            low.to_string(),
            (low + 1 + law.random.below(6) as i32).to_string(),
        );
        let nodes = (1 + law.random.below(400)).to_string();
        let seconds = format!("0.000{}", 1 + law.random.below(9));
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
        match turn % 3 {
            1 => arguments.extend(["--nodes", &nodes]),
            2 => arguments.extend(["--time", &seconds]),
            _ => {}
        }
        if turn % 5 == 0 {
            arguments.push("--independent");
        }
        let said = run(&[&arguments[..], &["--json"]].concat());
        let columns = run(&arguments);
        assert_eq!(said.lines().count(), boards.len(), "{arguments:?}");
        for (number, (said, row)) in said.lines().zip(columns.lines()).enumerate() {
            let (board, claim) = (boards[number], claims[number]);
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

/// What a row of Edax's table says: its depth, with the confidence if that is not whole, and the
/// score, with a sign before it where that is a bound.
fn row_of_edax(row: &str, board: Board) -> Said {
    let words: Vec<&str> = row.split_whitespace().collect();
    let score = words[1].trim_start_matches(['<', '>']);
    let score: i32 = score.parse().unwrap_or_else(|_| panic!("{row}"));
    let Ok(depth) = words[0].parse::<u32>() else {
        assert!(words[0].ends_with('%'), "{row}");
        return Said::Estimate;
    };
    match words[1].as_bytes()[0] {
        _ if depth < board.empties() && !board.over() => Said::Estimate,
        b'>' => Said::Within(score, 64),
        b'<' => Said::Within(-64, score),
        _ => Said::Exact(score),
    }
}

#[test]
fn what_edaxs_table_says_is_true() {
    let mut law = Law::of("solve --edax", 150);
    let scratch = Scratch::new();
    let mut turn = 0;
    while let Some(first) = law.next() {
        let mut boards = vec![first];
        for number in 1..LINES {
            boards.push(law.random.board(number));
        }
        let scores: Vec<i32> = boards
            .iter()
            .map(|&board| Truth::default().value(board))
            .collect();
        let lines = boards.iter().zip(&scores).map(|(board, score)| {
            let low = (score + law.random.below(9) as i32 - 5).clamp(-64, 62);
            let high = low + 1 + law.random.below(2) as i32;
            let window = match law.random.below(3) {
                0 => String::new(),
                _ => format!("[{low},{high}] "),
            };
            format!("{window}{}; {score:+};\n", board.text())
        });
        let lines: String = lines.collect();
        let file = scratch.write("problems", &lines);
        turn += 1;
        let nodes = (1 + law.random.below(400)).to_string();
        let mut arguments = vec!["solve", file.as_str(), "--edax", "--hash", "1"];
        if turn % 2 == 0 {
            arguments.extend(["--nodes", &nodes]);
        }
        let told = run(&arguments);
        let rows: Vec<&str> = told
            .lines()
            .filter_map(|line| line.split_once('|'))
            .filter(|(number, _)| number.trim().parse::<usize>().is_ok())
            .map(|(_, row)| row)
            .collect();
        assert_eq!(rows.len(), boards.len(), "{told}");
        for (number, row) in rows.into_iter().enumerate() {
            let (board, score) = (boards[number], scores[number]);
            let said = row_of_edax(row, board);
            assert!(turn % 2 == 0 || said != Said::Estimate, "{row}");
            law.check(said, score, board, row);
            // The scores of all lines are right.
            assert!(
                said == Said::Estimate || !row.contains("Erroneous"),
                "{row}"
            );
        }
    }
}
