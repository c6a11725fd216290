//! What opening books say, and what `prove` does: a book's entries are true where they are called
//! proven, and each score is the minimax of what the book holds, however it came in and went out.

use std::collections::HashMap;

use super::reference::{Board, Truth, name, square};
use super::{Law, Said, run};
use crate::session::process::Bianca;
use crate::support::Scratch;

/// A line of a list of scored positions.
fn entry(board: Board, score: i32, depth: u32, confidence: u32) -> String {
    format!("{};{score:+}.00;{depth};{confidence}\n", board.text())
}

/// Positions for a book: true scores of searches to the end, wild ones of shallow searches.
fn list(law: &mut Law, truth: &mut Truth, boards: &[Board]) -> String {
    let mut list = String::new();
    for &board in boards {
        let mut add = |law: &mut Law, board: Board| {
            if board.moves().is_empty() {
                return;
            }
            let estimate = law.random.below(60) as i32 - 30;
            list += &match law.random.below(3) {
                0 => entry(board, truth.value(board), board.empties(), 100),
                1 => entry(board, estimate, 2, 73),
                // To the end, but with cuts.
                _ => entry(board, estimate, board.empties(), 73),
            };
        };
        add(law, board);
        for square in board.moves() {
            let after = board.after(Some(square));
            if law.random.below(3) > 0 {
                add(law, after);
            }
            for reply in after.moves() {
                if law.random.below(4) == 0 {
                    add(law, after.after(Some(reply)));
                }
            }
        }
    }
    list
}

/// What the command `book` says of a move.
#[derive(Debug)]
struct Known {
    chosen: String,
    score: f64,
    proven: bool,
    leaf: bool,
}

/// Asks a session what its book says of a position.
fn known(engine: &mut Bianca, board: Board) -> Vec<Known> {
    assert_eq!(engine.ask(&format!("setboard {}", board.text())), "=");
    let reply = engine.ask("book");
    let lines = reply.strip_prefix('=').unwrap().lines();
    let lines = lines.map(str::trim).filter(|line| line.starts_with("move"));
    let known = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let value = |key| words[words.iter().position(|&word| word == key).unwrap() + 1];
        Known {
            chosen: value("move").to_owned(),
            score: value("score").parse().unwrap(),
            proven: value("proven") == "yes",
            leaf: value("leaf") == "yes",
        }
    });
    known.collect()
}

/// Judges what a book says of positions and of what follows their moves.
fn judge(law: &mut Law, truth: &mut Truth, file: &str, boards: &[Board], how: &str) {
    let mut engine = Bianca::anywhere(&["gtp"]);
    assert_eq!(engine.ask(&format!("option Book {file}")), "=");
    for &board in boards.iter().filter(|board| !board.over()) {
        let moves = board.moves();
        let after = moves.iter().map(|&square| board.after(Some(square)));
        for board in [board].into_iter().chain(after) {
            for told in known(&mut engine, board) {
                let score = truth.of_move(board, square(&told.chosen));
                let said = if told.proven {
                    Said::Exact(told.score as i32)
                } else {
                    Said::Estimate
                };
                law.check(said, score, board, &format!("{how}: {told:?}"));
            }
        }
    }
}

#[test]
fn what_a_book_calls_proven_is_true() {
    let mut law = Law::of("book", 400);
    let scratch = Scratch::new();
    while let Some(first) = law.next() {
        let (mut truth, mut boards) = (Truth::default(), vec![first]);
        for number in 0..20 {
            boards.push(law.random.board(number));
        }
        let text = list(&mut law, &mut truth, &boards);
        let file = scratch.path(&format!("{}.book", law.positions));
        let listed = scratch.write("list.txt", &text);
        run(&["book", "import", &file, &listed]);
        judge(&mut law, &mut truth, &file, &boards, "imported");
        run(&["book", "check", &file]);
        judge(&mut law, &mut truth, &file, &boards, "checked");
        for (format, other) in [
            ("text", "out.txt"),
            ("edax", "out.dat"),
            ("egaroucid", "out.egbk3"),
        ] {
            let (other, again) = (
                scratch.path(other),
                scratch.path(&format!("{format}{}.book", law.positions)),
            );
            run(&["book", "export", &file, &other, "--to", format, "--force"]);
            run(&["book", "import", &again, &other, "--from", format]);
            run(&["book", "check", &again]);
            judge(&mut law, &mut truth, &again, &boards, format);
        }
    }
}

#[test]
fn what_a_book_has_learned_is_true() {
    let mut law = Law::of("book add", 40);
    let scratch = Scratch::new();
    while law.next().is_some() {
        let (_, line) = law.random.game(0);
        let words: Vec<String> = line.iter().map(|&square| name(square)).collect();
        let games = scratch.write("game.txt", words.concat() + "\n");
        let file = scratch.path(&format!("{}.book", law.positions));
        let how = [
            "--least-empties",
            "1",
            "--depth",
            "1",
            "--exact",
            "9",
            "--hash",
            "1",
        ];
        run(&[&["book", "add", &file, &games], &how[..]].concat());
        let (mut board, mut boards, mut truth) = (Board::start(), Vec::new(), Truth::default());
        for square in line {
            if board.moves().is_empty() {
                board = board.after(None);
            }
            if (1..=9).contains(&board.empties()) {
                boards.push(board);
            }
            board = board.after(Some(square));
        }
        judge(&mut law, &mut truth, &file, &boards, "learned");
    }
}

#[test]
fn a_books_score_is_the_minimax_of_what_it_holds() {
    let mut law = Law::of("book minimax", 200);
    let scratch = Scratch::new();
    while let Some(first) = law.next() {
        let (mut truth, mut boards) = (Truth::default(), vec![first]);
        for number in 0..20 {
            boards.push(law.random.board(number));
        }
        let listed = scratch.write("list.txt", list(&mut law, &mut truth, &boards));
        let file = scratch.path(&format!("{}.book", law.positions));
        run(&["book", "import", &file, &listed]);
        run(&["book", "check", &file]);
        let told = run(&["book", "check", &file]);
        assert!(told.contains("\n0 scores did not agree"), "{told}");
        // What each position is worth in the book, by what stands in its list.
        let text = run(&["book", "export", &file, "-", "--to", "text"]);
        let worth: HashMap<&str, (f64, bool)> = text
            .lines()
            .map(|line| {
                let fields: Vec<&str> = line.split(';').collect();
                let depth: u32 = fields[2].parse().unwrap();
                let solved = fields[3] == "100" && depth >= Board::read(fields[0]).empties();
                (fields[0], (fields[1].parse().unwrap(), solved))
            })
            .collect();
        let mut engine = Bianca::anywhere(&["gtp"]);
        assert_eq!(engine.ask(&format!("option Book {file}")), "=");
        for (text, (score, solved)) in worth {
            let board = Board::read(text);
            let known = known(&mut engine, board);
            let best = known.iter().map(|told| told.score).fold(f64::MIN, f64::max);
            let answer = format!("{score} of {known:?}");
            // What was solved is no longer what its moves are worth, as far as they are known.
            if !solved && known.iter().any(|told| !told.leaf) {
                assert!((best - score).abs() < 0.01, "{}: {answer}", board.text());
            }
            let whole = known.len() == board.moves().len();
            let said = if solved || whole && known.iter().all(|told| told.proven) {
                Said::Exact(score as i32)
            } else {
                Said::Estimate
            };
            let value = truth.value(board);
            law.check(said, value, board, &answer);
            // The mirror image is the same position.
            let image = self::known(&mut engine, board.mirrored());
            let scores = |known: &[Known]| known.iter().map(|told| told.score).collect::<Vec<_>>();
            assert_eq!(scores(&image), scores(&known), "{}", board.text());
        }
    }
}

#[test]
fn what_is_proven_is_true() {
    let mut law = Law::of("prove", 5);
    let scratch = Scratch::new();
    let knowledge = scratch.path("knowledge");
    while let Some(board) = law.next() {
        if board.empties() > 9 {
            continue;
        }
        let score = Truth::default().value(board);
        let frontier = 1 + law.random.below(board.empties().max(1) as usize);
        let (frontier, bound) = (frontier.to_string(), score + law.random.below(5) as i32 - 2);
        let bound = bound.clamp(-64, 64).to_string();
        let question = law.random.one_of(&["", "--at-least", "--at-most"]);
        let position = board.text();
        let mut arguments = vec!["prove", "--knowledge", &knowledge, "--frontier", &frontier];
        arguments.extend(["--threads", "1"]);
        if !question.is_empty() {
            arguments.extend([question, &bound]);
        }
        arguments.push(&position);
        let told = run(&arguments);
        let answer = told
            .lines()
            .find_map(|line| line.strip_prefix("score "))
            .unwrap();
        let number = |text: &str, none: i32| match text {
            "" => none,
            text => text.parse().unwrap_or_else(|_| panic!("{told}")),
        };
        let said = match answer.split_once("..") {
            Some((low, high)) => Said::Within(number(low, -64), number(high, 64)),
            None => Said::Exact(number(answer, 0)),
        };
        law.check(said, score, board, &format!("{arguments:?}: {answer}"));
    }
}
