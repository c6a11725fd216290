//! Answers that other processes found: lines of `bianca solve --json`.
//!
//! They may come in any order and more than once; a line that is torn or says nothing is counted
//! and does no harm.

use std::fmt;
use std::io::BufRead;

use serde::Deserialize;

use crate::command_line::CliError;
use bianca_arena::prove::knowledge::Knowledge;
use bianca_protocol::solving::lines::next_line;
use bianca_records::record::board::parse_board;
use bianca_search::request::Bounds;

/// What of a row of `solve` is needed here.
#[derive(Deserialize)]
struct Answer {
    position: String,
    bounds: [i32; 2],
    nodes: u64,
}

/// What the lines brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswersRead {
    /// Lines that said more than was known.
    pub new: u64,
    /// Lines that did not.
    pub known: u64,
    /// Lines that are no answers.
    pub unreadable: u64,
}

impl fmt::Display for AnswersRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "answers: {} new, {} that say nothing new, {} lines that are no answers",
            self.new, self.known, self.unreadable
        )
    }
}

/// Takes in every line of `input`.
///
/// # Errors
/// If the input cannot be read, an answer contradicts what is known, or it cannot be kept; what
/// came before is kept then.
pub fn read(mut input: impl BufRead, knowledge: &mut Knowledge) -> Result<AnswersRead, CliError> {
    let mut read = AnswersRead::default();
    while let Some(line) = next_line(&mut input)? {
        let answer = line.ok().and_then(|line| parse(&line));
        let counted = match answer {
            None => &mut read.unreadable,
            Some((position, bounds, nodes)) => {
                if knowledge.learn(&position, bounds, nodes)? {
                    &mut read.new
                } else {
                    &mut read.known
                }
            }
        };
        *counted += 1;
    }
    Ok(read)
}

fn parse(line: &str) -> Option<(bianca_rules::othello::Position, Bounds, u64)> {
    let answer: Answer = serde_json::from_str(line).ok()?;
    let (position, _) = parse_board(&answer.position).ok()?;
    let [lower, upper] = answer.bounds;
    let is_possible = -64 <= lower && lower <= upper && upper <= 64;
    is_possible.then_some((position, Bounds { lower, upper }, answer.nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_any_order_twice_or_torn() {
        let folder = tempfile::tempdir().unwrap();
        let mut knowledge = Knowledge::open(&folder.path().join("k")).unwrap();
        let row = |moves: &str, bounds: [i32; 2]| {
            let problem = bianca_protocol::solving::lines::parse_line(moves)
                .unwrap()
                .unwrap();
            let board =
                bianca_records::record::board::write_board(problem.position, problem.to_move);
            format!(
                "{{\"empties\":9,\"bounds\":[{},{}],\"nodes\":7,\"position\":\"{board}\"}}",
                bounds[0], bounds[1]
            )
        };
        let (one, two) = (row("f5", [2, 64]), row("f5d6", [-64, 0]));
        let torn = &one[..one.len() / 2];
        let odd = row("f5f6", [4, 2]);
        let error = "{\"error\":\"malformed\"}";
        let input = [&two, torn, &one, &two, error, &odd, "", "\u{1b}["].join("\n");
        let read = read(input.as_bytes(), &mut knowledge).unwrap();
        assert_eq!(
            read,
            AnswersRead {
                new: 2,
                known: 1,
                unreadable: 5
            }
        );
        let wrong = row("f5", [-64, 0]);
        let refused = super::read(wrong.as_bytes(), &mut knowledge).unwrap_err();
        assert!(
            refused.to_string().contains("one of them is wrong"),
            "{refused}"
        );
        assert_eq!(knowledge.positions(), 2);
    }
}
