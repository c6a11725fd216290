//! How a result is written: a row of columns for people and `awk`, an object for programs.
//!
//! The columns and the names in the objects are promised in `docs/solve.md`; new ones come
//! last.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::check::Check;
use super::lines::PositionLineError;
use bianca_records::record::board::write_board;
use bianca_records::record::obf::Problem;
use bianca_rules::othello::Move;
use bianca_search::request::{Bounds, Proof, Reach, Report, Score};

/// The names of the columns, as wide as the columns.
pub const HEADER: &str =
    "#line empties move  score    depth        nodes   seconds check  variation";

/// A position of the input and what a search found.
#[derive(Clone, Debug)]
pub struct SolveRow {
    /// Line of the input, counted from 1.
    pub line: u64,
    /// What the line says.
    pub problem: Problem,
    /// The best move first, at least one.
    pub lines: Vec<Report<Move>>,
    /// Whether the moves were all scored, and not only the best one.
    pub all_moves: bool,
    /// Whether the line's number and the time are left out, so that the text depends on the line
    /// alone.
    pub independent: bool,
    /// Whether the result agrees with the line.
    pub check: Check,
    /// Positions visited.
    pub nodes: u64,
    /// How long the search took.
    pub elapsed: Duration,
}

impl SolveRow {
    /// The row as one JSON object.
    ///
    /// # Errors
    /// None in practice: the fields are numbers and words.
    pub fn json(&self) -> serde_json::Result<String> {
        let best = self.lines.first();
        serde_json::to_string(&JsonRow {
            line: (!self.independent).then_some(self.line),
            side: self.problem.to_move.to_string(),
            empties: self.problem.position.empties(),
            best: best.map(JsonMove::of),
            moves: self
                .all_moves
                .then(|| self.lines.iter().map(JsonMove::of).collect()),
            nodes: self.nodes,
            seconds: (!self.independent).then_some(self.elapsed.as_secs_f64()),
            check: match &self.check {
                Check::NoScores => None,
                Check::Unproven => Some("open"),
                Check::Agrees => Some("ok"),
                Check::Differs(_) => Some("wrong"),
            },
            wrong: match &self.check {
                Check::Differs(differences) => differences
                    .iter()
                    .map(|difference| JsonDifference {
                        mv: difference.mv.map(|mv| mv.to_string()),
                        expected: difference.expected,
                        found: difference.found,
                    })
                    .collect(),
                _ => Vec::new(),
            },
            comment: self.problem.comment.as_deref(),
            position: write_board(self.problem.position, self.problem.to_move),
        })
    }
}

/// The row in columns.
impl fmt::Display for SolveRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let empties = self.problem.position.empties();
        let unless_independent = |text: String| {
            if self.independent {
                "-".to_owned()
            } else {
                text
            }
        };
        write!(
            f,
            "{:>5} {empties:7} ",
            unless_independent(self.line.to_string())
        )?;
        let Some(best) = self.lines.first() else {
            return f.write_str("-");
        };
        let depth = format!("{}@{}%", best.depth, best.confidence);
        let seconds = unless_independent(format!("{:.3}", self.elapsed.as_secs_f64()));
        write!(
            f,
            "{:4} {:>6} {depth:>8} {:12} {seconds:>9} {:6}",
            first_move(best),
            score_text(best),
            self.nodes,
            self.check_text(best)
        )?;
        if self.all_moves {
            for line in &self.lines {
                write!(f, " {}:{}", first_move(line), score_text(line))?;
            }
        } else {
            for mv in &best.pv {
                write!(f, " {mv}")?;
            }
        }
        if best.pv.is_empty() {
            f.write_str(" -")?;
        }
        Ok(())
    }
}

impl SolveRow {
    /// The comparison; where nothing is settled, with the bounds that are known.
    fn check_text(&self, best: &Report<Move>) -> String {
        let is_bounded = !best.is_proven() && best.bounds != Bounds::UNKNOWN;
        if is_bounded {
            format!("{}({})", self.check, best.bounds)
        } else {
            self.check.to_string()
        }
    }
}

/// A line that could not be read, as one JSON object.
///
/// # Errors
/// None in practice: it is a text.
pub fn json_error(error: &PositionLineError) -> serde_json::Result<String> {
    serde_json::to_string(&JsonError {
        error: error.to_string(),
    })
}

/// The move of a line; `-` if the game is over.
fn first_move(line: &Report<Move>) -> String {
    line.pv
        .first()
        .map_or_else(|| "-".to_owned(), Move::to_string)
}

/// Whole discs for a result, with `>=` or `<=` before a bound of it; a word for its sign; two
/// decimals for an estimate.
pub fn score_text(line: &Report<Move>) -> String {
    match line.reach {
        Reach::Midgame => line.score.to_string(),
        Reach::End => {
            let relation = match line.proof() {
                Proof::AtLeast => ">=",
                Proof::AtMost => "<=",
                _ => "",
            };
            format!("{relation}{:+}", line.score.whole_discs())
        }
        Reach::WinLossDraw if line.score == Score(0) => "draw".to_owned(),
        Reach::WinLossDraw if line.score > Score(0) => "win".to_owned(),
        Reach::WinLossDraw => "loss".to_owned(),
    }
}

#[derive(Serialize)]
struct JsonError {
    error: String,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    side: String,
    empties: u32,
    #[serde(flatten)]
    best: Option<JsonMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<JsonMove>>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    check: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrong: Vec<JsonDifference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    position: String,
}

#[derive(Serialize)]
struct JsonMove {
    #[serde(rename = "move")]
    mv: Option<String>,
    score: f64,
    reach: &'static str,
    depth: u32,
    confidence: u8,
    proven: bool,
    bounds: [i32; 2],
    variation: Vec<String>,
}

#[derive(Serialize)]
struct JsonDifference {
    #[serde(rename = "move")]
    mv: Option<String>,
    expected: i32,
    found: i32,
}

impl JsonMove {
    fn of(line: &Report<Move>) -> JsonMove {
        JsonMove {
            mv: line.pv.first().map(Move::to_string),
            score: line.score.discs(),
            reach: match line.reach {
                Reach::Midgame => "midgame",
                Reach::End => "end",
                Reach::WinLossDraw => "wld",
            },
            depth: line.depth,
            confidence: line.confidence,
            proven: line.is_proven(),
            bounds: [line.bounds.lower, line.bounds.upper],
            variation: line.pv.iter().map(Move::to_string).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_records::record::obf::parse_obf_line;

    fn row(reach: Reach, score: i32) -> SolveRow {
        let line = "---------------------------OX------XO--------------------------- X; % start";
        let mv: Move = "f5".parse().unwrap();
        SolveRow {
            line: 7,
            problem: parse_obf_line(line).unwrap().unwrap(),
            lines: vec![Report {
                rank: 1,
                pv: vec![mv, Move::Pass],
                score: Score(score),
                depth: 12,
                confidence: 73,
                reach,
                bounds: Bounds::UNKNOWN,
                nodes: 1,
                elapsed: Duration::ZERO,
                book: None,
                chances: Vec::new(),
            }],
            all_moves: false,
            independent: false,
            check: Check::Unproven,
            nodes: 123,
            elapsed: Duration::from_millis(1500),
        }
    }

    #[test]
    fn the_columns_are_as_promised() {
        let words = |row: SolveRow| -> Vec<String> {
            let text = row.to_string();
            text.split_whitespace().map(str::to_owned).collect()
        };
        assert_eq!(
            words(row(Reach::End, 512)),
            [
                "7", "60", "f5", "+2", "12@73%", "123", "1.500", "open", "f5", "pass"
            ]
        );
        assert_eq!(words(row(Reach::Midgame, -128))[3], "-0.50");
        assert_eq!(words(row(Reach::WinLossDraw, -256))[3], "loss");
        assert_eq!(words(row(Reach::WinLossDraw, 0))[3], "draw");
        let mut over = row(Reach::End, 0);
        over.lines[0].pv.clear();
        assert_eq!(words(over)[2..4], ["-", "+0"]);
        let mut all = row(Reach::End, 0);
        all.all_moves = true;
        assert_eq!(words(all)[8..], ["f5:+0"]);
    }

    #[test]
    fn an_object_holds_the_same() {
        let json: serde_json::Value =
            serde_json::from_str(&row(Reach::End, 512).json().unwrap()).unwrap();
        assert_eq!(json["line"], 7);
        assert_eq!(json["move"], "f5");
        assert_eq!(json["score"], 2.0);
        assert_eq!(json["reach"], "end");
        assert_eq!(json["proven"], false);
        assert_eq!(json["variation"], serde_json::json!(["f5", "pass"]));
        assert_eq!(json["check"], "open");
        assert_eq!(json["comment"], "start");
        assert!(json.get("moves").is_none());
    }
}
