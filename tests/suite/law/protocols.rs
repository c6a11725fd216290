//! What other programs' protocols say: the bounds of Cassio's, the lines of a search of NBoard's.

use super::reference::{Board, Truth, square};
use super::{Law, Said, ggf, truth_of};
use crate::session::process::Bianca;

/// The moves of a word like `A2PAa1`.
fn moves(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    letters
        .chunks(2)
        .map(|pair| pair.iter().collect())
        .collect()
}

/// A value as Cassio reads it, `B+3.00` if black is ahead, for the side to move.
fn value(word: &str, black: bool) -> f64 {
    let discs: f64 = word[1..].parse().unwrap_or_else(|_| panic!("{word}"));
    let of_black = match &word[..1] {
        "B" => true,
        "W" => false,
        other => panic!("{other}: {word}"),
    };
    if of_black == black { discs } else { -discs }
}

#[test]
fn what_cassio_is_told_is_true() {
    let mut law = Law::of("cassio", 500);
    let mut engine = Bianca::anywhere(&["cassio"]);
    while let Some(board) = law.next() {
        let mut truth = Truth::default();
        let score = truth.value(board);
        for turn in 0..4 {
            let low = (score + law.random.below(13) as i32 - 8).clamp(-64, 63);
            let high = (low + 1 + law.random.below(6) as i32).min(64);
            let (low, high) = if turn == 0 { (-64, 64) } else { (low, high) };
            let precision = law.random.one_of(&[73, 87, 95, 100]);
            let depth = 1 + law.random.below(12);
            let asked = match turn {
                3 => format!(
                    "midgame-search {} {low} {high} {depth} {precision}",
                    board.text()
                ),
                _ => format!("endgame-search {} {low} {high} {precision}", board.text()),
            };
            engine.send(format!("ENGINE-PROTOCOL {asked}\n"));
            let lines = std::iter::from_fn(|| engine.line().filter(|line| line != "ready."));
            let lines: Vec<String> = lines.collect();
            // What is told before the last result is told by the clock.
            for (number, line) in lines.iter().enumerate() {
                let to_end = turn != 3 && number + 1 == lines.len();
                judge(&mut law, board, &mut truth, line, to_end);
            }
        }
    }
}

/// Judges one of Cassio's result lines.
fn judge(law: &mut Law, board: Board, truth: &mut Truth, line: &str, to_end: bool) {
    let fields: Vec<&str> = line.split(", ").collect();
    let chosen = fields[1].strip_prefix("move ").unwrap();
    let depth: u32 = fields[2].strip_prefix("depth ").unwrap().parse().unwrap();
    let bounds: Vec<&str> = fields[4].split(" <= v <= ").collect();
    let [one, other] = [bounds[0], bounds[1]].map(|word| value(word, board.black));
    let (low, high) = (one.min(other), one.max(other));
    assert!(
        !to_end || depth >= board.empties() || board.over(),
        "{line}"
    );
    let score = truth.value(board);
    let said = if fields[3] == "@100%" && (depth >= board.empties() || board.over()) {
        Said::Within(low.ceil() as i32, high.floor() as i32)
    } else {
        Said::Estimate
    };
    law.check(said, score, board, line);
    if fields[5].is_empty() || chosen == "--" {
        return;
    }
    let line_of_play = moves(fields[5]);
    law.follow(board, line_of_play.iter().map(String::as_str), line);
    if low > -64.0 {
        let of_move = truth.of_move(board, square(chosen));
        if let Said::Within(low, _) = said {
            law.check(Said::Within(low, 64), of_move, board, line);
        }
    }
}

/// Judges one of NBoard's lines of a search; tells what it says.
fn judge_search(law: &mut Law, board: Board, truth: &mut Truth, line: &str) -> Said {
    let fields: Vec<&str> = line.split(' ').collect();
    let [_, variation, score, "0", depth] = fields[..] else {
        panic!("{line}");
    };
    let score: f64 = score.parse().unwrap();
    let said = match depth {
        "100%" => Said::Exact(score as i32),
        "100%W" => Said::Sign(score.signum() as i32),
        _ => Said::Estimate,
    };
    assert!(said == Said::Estimate || score.fract() == 0.0, "{line}");
    let variation = moves(variation);
    let end = law.follow(board, variation.iter().map(String::as_str), line);
    if let (Said::Exact(score), Some(end)) = (said, end) {
        assert_eq!(score, end, "where it ends: {line}: {}", board.text());
    }
    let of_move = truth_of(truth, board, &variation[0]);
    law.check(said, of_move, board, line);
    said
}

#[test]
fn what_nboard_is_told_is_true() {
    let mut law = Law::of("nboard", 600);
    let mut engine = Bianca::anywhere(&["nboard", "--option", "Book=off"]);
    let mut pings = 0;
    while let Some(board) = law.next() {
        let mut truth = Truth::default();
        let best = truth.value(board);
        for _ in 0..3 {
            let depth = 1 + law.random.below(12);
            let hints = law.random.below(6);
            let asked = match hints {
                0 => "go".to_owned(),
                count => format!("hint {count}"),
            };
            pings += 1;
            engine.send(format!(
                "set depth {depth}\nset game {}\nping {pings}\n{asked}\n",
                ggf(board, &[])
            ));
            while engine.line().unwrap() != format!("pong {pings}") {}
            // A hint goes on until all is proven, and waits for the next line then.
            let wanted = hints.min(board.moves().len().max(1));
            let (mut lines, mut proven, mut last) = (Vec::new(), 0, String::new());
            while proven < wanted || hints == 0 {
                let line = engine.line().unwrap();
                if line.starts_with("===") || hints > 0 && line == "status" {
                    last = line;
                    break;
                }
                proven += usize::from(line.ends_with(" 0 100%"));
                lines.push(line);
            }
            let searches = lines.iter().filter(|line| line.starts_with("search"));
            let said: Vec<Said> = searches
                .map(|line| judge_search(&mut law, board, &mut truth, line))
                .collect();
            if hints == 0 {
                // The move that is played is that of the last search.
                let Some(&said) = said.last() else {
                    assert!(board.moves().len() < 2, "{lines:?}");
                    continue;
                };
                law.check(said, best, board, &format!("{lines:?} {last}"));
                let fields: Vec<&str> = last[4..].split('/').collect();
                if let Said::Exact(score) = said {
                    assert_eq!(
                        fields[1].parse::<f64>().unwrap(),
                        f64::from(score),
                        "{last}"
                    );
                    let of_move = truth_of(&mut truth, board, fields[0]);
                    assert_eq!(of_move, score, "{last}: {}", board.text());
                }
                continue;
            }
            // The lines that ended it are for all moves that were asked for, the best first.
            let last = &said[said.len().saturating_sub(wanted)..];
            let scores: Vec<i32> = last
                .iter()
                .map(|said| match said {
                    Said::Exact(score) => *score,
                    other => panic!("{asked}: {other:?}: {lines:?}"),
                })
                .collect();
            assert_eq!(
                scores.len(),
                if board.over() { 0 } else { wanted },
                "{lines:?}"
            );
            assert!(scores.is_sorted_by(|one, other| one >= other), "{lines:?}");
            if let Some(&first) = scores.first() {
                law.check(Said::Exact(first), best, board, &format!("{lines:?}"));
            }
        }
    }
}
