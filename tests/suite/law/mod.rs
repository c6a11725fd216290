//! One law for everything that answers: whatever says exact, wld, at least, at most, proven or
//! 100 % is so by brute force. Random positions of 4 to 9 empty squares, finished, full,
//! symmetrical ones and passes among them, go through every door of the
//! executable; what comes out is compared with [`reference`], which shares nothing with
//! the crate. Each file has the doors of one kind.
//!
//! `BIANCA_LAW_ANSWERS=N` makes each door give about N answers, `BIANCA_LAW_SEED` draws others.

mod analyses;
mod books;
mod facts;
mod filters;
mod gtp;
mod protocols;
mod reference;
mod solve;

use std::process::Command;

use serde_json::Value;

use self::reference::{Board, Random, Truth, name, square};
use crate::support::{stderr, stdout};

/// What an answer says of a position or of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Said {
    /// Nothing that must be true.
    Estimate,
    /// The final score.
    Exact(i32),
    /// The sign of the final score.
    Sign(i32),
    /// Bounds of the final score, in discs.
    Within(i32, i32),
}

impl Said {
    /// Whether it is true of the final score.
    fn holds(self, score: i32) -> bool {
        match self {
            Said::Estimate => true,
            Said::Exact(said) => said == score,
            Said::Sign(said) => said == score.signum(),
            Said::Within(low, high) => (low..=high).contains(&score),
        }
    }
}

/// The answers that one door has given, each compared with the truth.
pub struct Law {
    door: &'static str,
    random: Random,
    wanted: usize,
    answers: usize,
    proven: usize,
    positions: usize,
}

impl Law {
    /// For a door that gives so many answers in the fast suite.
    pub fn of(door: &'static str, answers: usize) -> Law {
        let number = |name| {
            let value = std::env::var(name).ok()?;
            Some(
                value
                    .parse()
                    .unwrap_or_else(|_| panic!("{name}={value} is no number")),
            )
        };
        let seed: usize = number("BIANCA_LAW_SEED").unwrap_or(1);
        Law {
            door,
            random: Random(seed as u64 * 1_000_003 + door.len() as u64),
            wanted: number("BIANCA_LAW_ANSWERS").unwrap_or(answers),
            answers: 0,
            proven: 0,
            positions: 0,
        }
    }

    /// The next position, until there were answers enough.
    pub fn next(&mut self) -> Option<Board> {
        if self.answers >= self.wanted {
            eprintln!(
                "{}: {} answers, {} of them proven, on {} positions",
                self.door, self.answers, self.proven, self.positions
            );
            // A door that proves next to nothing would be true without being tested.
            assert!(
                self.proven * 8 >= self.answers,
                "{}: little is proven",
                self.door
            );
            return None;
        }
        self.positions += 1;
        Some(self.random.board(self.positions))
    }

    /// Compares what was said with the truth; `answer` is what it was said in.
    pub fn check(&mut self, said: Said, score: i32, board: Board, answer: &str) {
        self.answers += 1;
        self.proven += usize::from(said != Said::Estimate);
        assert!(
            said.holds(score),
            "{}: {answer}: {said:?}, the truth is {score:+}: {}",
            self.door,
            board.text()
        );
    }

    /// Checks that each move of a variation is legal; gives the final score if it goes to the end.
    pub fn follow<'a>(
        &self,
        board: Board,
        line: impl IntoIterator<Item = &'a str>,
        answer: &str,
    ) -> Option<i32> {
        let mut now = board;
        for word in line {
            let square = square(word);
            let legal = match square {
                Some(square) => now.moves().contains(&square),
                None => now.moves().is_empty() && !now.over(),
            };
            assert!(legal, "{}: {answer}: {word}: {}", self.door, board.text());
            now = now.after(square);
        }
        let sign = if now.black == board.black { 1 } else { -1 };
        now.over().then(|| sign * now.result())
    }
}

/// The score of a position, and of a move of it, by brute force.
pub fn truth_of(truth: &mut Truth, board: Board, word: &str) -> i32 {
    match word {
        "none" => truth.value(board),
        word => truth.of_move(board, square(word)),
    }
}

/// What the executable writes to its standard output. It may end with a code that says that a
/// line of its input is wrong.
pub fn run(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    let output = command.args(arguments).output().unwrap();
    assert!(
        matches!(output.status.code(), Some(0 | 3)),
        "{arguments:?}: {}",
        stderr(&output)
    );
    stdout(&output)
}

/// A whole number of discs.
pub fn discs(value: &Value) -> i32 {
    let score = value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no score"));
    assert_eq!(score.fract(), 0.0, "{score}");
    score as i32
}

/// The game as a line of GGF.
pub fn ggf(start: Board, line: &[usize]) -> String {
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
