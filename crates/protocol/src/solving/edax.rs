//! What `edax -solve` prints, for programs that read it: a table, and a summary.
//!
//! Where the problems have scores, a row says what is not so, and the summary how much. Invariant:
//! the rows have the order of the input; what cannot be read has none.

use std::fmt::Write;
use std::time::Duration;

use super::row::SolveRow;
use crate::protocol::edax::board::small;
use crate::protocol::edax::table::{HEADER, RULE, WIDTH, row, time};
use bianca_records::record::obf::Problem;
use bianca_rules::othello::{Color, Move};
use bianca_search::request::{Proof, Report, Score};

/// How much of the name of a file is told.
const NAME_LETTERS: usize = 30;

/// Columns before a row: the number of the problem and a bar.
const NUMBER: usize = 4;

/// The table as it grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdaxTable {
    /// 0 for the summary alone, 1 for a row a problem, from 2 on for the board of each and all that
    /// a search finds.
    verbosity: u8,
    /// The file that the problems come from.
    file: String,
    problems: u64,
    has_scores: bool,
    wrong_moves: u64,
    wrong_scores: u64,
    score_error: i64,
    move_error: i64,
}

impl EdaxTable {
    /// The table of the problems in `file`.
    pub fn new(verbosity: u8, file: &str) -> EdaxTable {
        EdaxTable {
            verbosity,
            file: file.to_owned(),
            problems: 0,
            has_scores: false,
            wrong_moves: 0,
            wrong_scores: 0,
            score_error: 0,
            move_error: 0,
        }
    }

    /// What stands above the rows.
    pub fn head(&self) -> String {
        match self.verbosity {
            1 => format!(" # |{HEADER}\n---+{}\n", rule()),
            _ => String::new(),
        }
    }

    /// What is printed before a problem is searched, whole lines.
    pub fn begin(&self, problem: &Problem) -> String {
        if !self.tells_all() {
            return String::new();
        }
        let board = small(problem.position, problem.to_move);
        let number = self.problems + 1;
        format!(
            "\n*** problem # {number} ***\n\n{board}\n{HEADER}\n{}\n",
            rule()
        )
    }

    /// What is printed of what a search finds, a whole line.
    pub fn found(&self, problem: &Problem, found: &Report<Move>) -> String {
        if !self.tells_all() || found.pv.is_empty() {
            return String::new();
        }
        self.line(problem.to_move, found.clone()) + "\n"
    }

    /// What is printed once a problem is solved, whole lines.
    pub fn problem(&mut self, solved: &SolveRow) -> String {
        self.problems += 1;
        let remark = self.compare(solved);
        let line = solved.lines.first().map_or_else(String::new, |best| {
            let found = Report {
                nodes: solved.nodes,
                elapsed: solved.elapsed,
                ..best.clone()
            };
            self.line(solved.problem.to_move, found)
        });
        let number = self.problems;
        match self.verbosity {
            0 if remark.is_empty() => String::new(),
            0 | 1 => format!("{number:3}|{}\n", format!("{line}{remark}").trim_end()),
            _ => format!("{line}\n{remark}\n{}\n", rule()),
        }
    }

    /// Whether the board of a problem is printed, and all that a search finds.
    fn tells_all(&self) -> bool {
        self.verbosity > 1
    }

    fn line(&self, to_move: Color, best: Report<Move>) -> String {
        // Of a window that is settled from outside no more is known than the sign says.
        let window = match best.proof() {
            Proof::AtLeast => (Score::MIN, best.score),
            Proof::AtMost => (best.score, Score::MAX),
            Proof::None | Proof::Exact | Proof::Sign => (Score::MIN, Score::MAX),
        };
        let report = best.map(|mv| mv.to_string());
        // A remark has its place behind the longest line.
        row(&report, to_move, window, WIDTH - NUMBER)
    }

    /// What the problem says otherwise; nothing if it says nothing or the same.
    fn compare(&mut self, solved: &SolveRow) -> String {
        let mut remark = String::new();
        let (Some(best), Some(expected)) = (solved.lines.first(), solved.problem.best_score())
        else {
            return remark;
        };
        self.has_scores = true;
        let moves = &solved.problem.moves;
        let chosen = best.pv.first();
        let right = moves.iter().filter(|(_, score)| *score == expected);
        let right: Vec<_> = right.map(|(mv, _)| *mv).collect();
        let bounded = matches!(best.proof(), Proof::AtLeast | Proof::AtMost);
        let found = if bounded {
            expected.clamp(best.bounds.lower, best.bounds.upper)
        } else {
            best.score.whole_discs()
        };
        // Writing into a string cannot fail.
        let is_wrong = |chosen: &&Move| !bounded && !right.is_empty() && !right.contains(chosen);
        if let Some(chosen) = chosen.filter(is_wrong) {
            self.wrong_moves += 1;
            remark += " Erroneous move:";
            for mv in &right {
                let _ = write!(remark, " {}", mv.to_string().to_uppercase());
            }
            let _ = write!(remark, " expected, with score {expected:+03}");
            if let Some(score) = solved.problem.score_of(*chosen) {
                self.move_error += i64::from(expected - score);
                let _ = write!(remark, ", error = {:+}", expected - score);
            }
        } else if found != expected {
            self.wrong_scores += 1;
            let _ = write!(remark, " Erroneous score: {expected:+03} expected");
        }
        self.score_error += i64::from((found - expected).abs());
        remark
    }

    /// What stands below the rows: positions visited and the time of all searches, and what was not
    /// as the problems have it.
    pub fn summary(&self, nodes: u64, searching: Duration) -> String {
        let name: String = self.file.chars().take(NAME_LETTERS).collect();
        let mut text = match self.verbosity {
            1 => format!("---+{}\n", rule()),
            _ => String::new(),
        };
        text += &format!("{name}: {nodes} nodes in {:>9}", time(searching));
        if let Ok(millis @ 1..) = u64::try_from(searching.as_millis()) {
            text += &format!(" ({} nodes/s).", nodes.saturating_mul(1000) / millis);
        }
        text.push('\n');
        if self.has_scores {
            let mean = |error: i64| error as f64 / self.problems.max(1) as f64;
            text += &format!(
                "{} positions; {} erroneous move; {} erroneous score; mean absolute score error = {:.3}; \
                 mean absolute move error = {:.3}\n",
                self.problems,
                self.wrong_moves,
                self.wrong_scores,
                mean(self.score_error),
                mean(self.move_error)
            );
        }
        text
    }
}

/// The rule of a table of problems, which ends a column earlier than that of the console.
fn rule() -> &'static str {
    &RULE[..RULE.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::stream::{RowFormat, SolveObserver, SolvePlan, Totals, solve_lines};
    use bianca_search::request::{Goal, Request};
    use bianca_search::search::{Searcher, Settings};

    /// Of a random game: 14 empty squares, +18 by g8.
    const ENDING: &str = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";

    struct Nobody;

    impl SolveObserver for Nobody {
        fn malformed(&mut self, _: u64, _: &crate::solving::lines::PositionLineError) {}

        fn found(&mut self, _: u64, _: &bianca_records::record::obf::Problem, _: &Report<Move>) {}

        fn row(
            &mut self,
            _: &Totals,
            write: &mut dyn FnMut() -> std::io::Result<()>,
        ) -> std::io::Result<()> {
            write()
        }
    }

    fn printed(verbosity: u8, problems: &str) -> String {
        let plan = SolvePlan {
            request: Request {
                goal: Goal::Exact,
                ..Request::default()
            },
            all_moves: false,
            format: RowFormat::Edax(EdaxTable::new(verbosity, "fforum-1-19.obf")),
            independent: false,
        };
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let mut searcher = Searcher::new(settings).unwrap();
        let mut output = Vec::new();
        solve_lines(
            problems.as_bytes(),
            &mut output,
            &plan,
            &mut searcher,
            &mut Nobody,
        )
        .unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_row_a_problem_and_a_summary() {
        let scores = "G8:+18; F2:+14; F1:+12;";
        let text = printed(1, &format!("{ENDING}; {scores}\n% a comment\n{ENDING}\n"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!(" # |{HEADER}"));
        assert!(lines[2].starts_with("  1|   14   +18 "), "{text}");
        assert!(lines[2].contains(" g8 "), "{text}");
        assert!(lines[3].starts_with("  2|   14   +18 "), "{text}");
        assert_eq!(lines[1], lines[4]);
        assert!(lines[5].starts_with("fforum-1-19.obf: "), "{text}");
        let totals = "2 positions; 0 erroneous move; 0 erroneous score; mean absolute score error = \
                      0.000; mean absolute move error = 0.000";
        assert_eq!(lines[6..], [totals]);
        assert!(lines.iter().all(|line| !line.ends_with(' ')), "{text}");
    }

    #[test]
    fn what_differs_from_the_problem_is_said() {
        let text = printed(1, &format!("{ENDING}; G8:+18; F2:+20;\n{ENDING}; +16;\n"));
        let said = " Erroneous move: F2 expected, with score +20, error = +2\n";
        assert!(text.contains(said), "{text}");
        assert!(text.contains(" Erroneous score: +16 expected\n"), "{text}");
        let totals = "2 positions; 1 erroneous move; 1 erroneous score; mean absolute score error = \
                      2.000; mean absolute move error = 1.000\n";
        assert!(text.ends_with(totals), "{text}");
        assert!(printed(0, &format!("{ENDING}; +16;\n")).contains("Erroneous"));
    }

    #[test]
    fn of_a_window_the_bound_has_its_sign_and_is_compared_as_a_bound() {
        let scores = "G8:+18; F2:+14; F1:+12;";
        let text = printed(
            1,
            &format!("[10,11] {ENDING}; {scores}\n[24,25] {ENDING}; +18;\n"),
        );
        assert!(text.contains("  1|   14  >+12 "), "{text}");
        assert!(text.contains("  2|   14  <+24 "), "{text}");
        assert!(!text.contains("Erroneous"), "{text}");
        assert!(text.contains("score error = 0.000; "), "{text}");
        let text = printed(
            1,
            &format!("[10,11] {ENDING}; +8;\n[24,25] {ENDING}; +26;\n"),
        );
        assert!(text.contains(" Erroneous score: +08 expected\n"), "{text}");
        assert!(text.contains(" Erroneous score: +26 expected\n"), "{text}");
    }

    #[test]
    fn the_board_is_drawn_and_nothing_is_if_asked() {
        let text = printed(2, &format!("{ENDING}\n"));
        assert!(
            text.starts_with("\n*** problem # 1 ***\n\n  A B C D E F G H\n1 "),
            "{text}"
        );
        assert!(text.contains("\n8 * * * * * * . O 8\n"), "{text}");
        for beside in [
            " 2 * to move\n",
            " 4 *: discs = ",
            " 5 O: discs = ",
            "  empties = 14 ",
        ] {
            assert!(text.contains(beside), "{text}");
        }
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[4], "1 - - O O O . - - 1");
        assert_eq!(lines[14], HEADER);
        let end = lines.iter().rposition(|line| *line == rule()).unwrap();
        assert_eq!((lines[15], lines[end - 1]), (rule(), ""));
        let results = &lines[16..end - 1];
        assert!(results.len() > 2, "{text}");
        let last = results[results.len() - 1];
        assert!(
            last.starts_with("   14   +18 ") && last[53..].starts_with("g8 "),
            "{text}"
        );
        assert_eq!(
            printed(4, &format!("{ENDING}\n")).lines().count(),
            lines.len()
        );
        let quiet = printed(0, &format!("{ENDING}\n"));
        assert_eq!(quiet.lines().count(), 1, "{quiet}");
        assert!(quiet.starts_with("fforum-1-19.obf: "));
    }
}
