//! From lines to rows: reads a line, solves it, writes a row and flushes, so that it can stand
//! in a pipe.
//!
//! Rows come in the order of the input. A line that cannot be read is reported to the
//! [`SolveObserver`] and does no harm. What the rows and the progress look like is decided
//! elsewhere.

use std::io::{self, BufRead, ErrorKind, Write};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::check::Check;
use super::edax::EdaxTable;
use super::lines::{PositionLineError, next_line, parse_windowed};
use super::row::{HEADER, SolveRow, json_error};
use bianca_records::record::obf::Problem;
use bianca_rules::othello::Move;
use bianca_search::request::{Goal, Reach, Report, Request, Score, StopFlag};
use bianca_search::search::Searcher;
use bianca_system::foreign::{shown, shown_json};

/// How rows are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Columns, with a header above them or not.
    Columns {
        /// Whether the header is written.
        header: bool,
    },
    /// One JSON object a line.
    Json,
    /// What Edax prints.
    Edax(EdaxTable),
}

/// What to do with each position.
#[derive(Clone, Debug)]
pub struct SolvePlan {
    /// What to find out, unless a line has a window of its own, and when to stop.
    pub request: Request,
    /// Whether to score every move; `request.best` does not matter then.
    pub all_moves: bool,
    /// How to write it.
    pub format: RowFormat,
    /// Whether each row depends on its line alone, not on its number, on what was solved before
    /// or on the time; a line that cannot be read has a row, too.
    pub independent: bool,
}

/// Somebody who sees how it goes.
pub trait SolveObserver {
    /// A line cannot be read.
    fn malformed(&mut self, line: u64, error: &PositionLineError);
    /// A search has something new to say.
    fn found(&mut self, line: u64, problem: &Problem, report: &Report<Move>);
    /// A row is about to be written by `write`.
    fn row(&mut self, totals: &Totals, write: &mut dyn FnMut() -> io::Result<()>)
    -> io::Result<()>;
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Lines read, comments and blank ones included.
    pub lines: u64,
    /// Positions searched.
    pub positions: u64,
    /// Those of them that disagree with their line.
    pub mismatches: u64,
    /// Those of them that the limits left unproven.
    pub unproven: u64,
    /// Lines that could not be read.
    pub malformed: u64,
    /// Positions visited by all searches.
    pub nodes: u64,
    /// Time spent in searches.
    pub searching: Duration,
}

/// The input or the output failed.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The input.
    #[error("cannot read the input: {0}")]
    Read(#[source] io::Error),
    /// The output.
    #[error("cannot write the results: {0}")]
    Write(#[source] io::Error),
}

/// Solves every line of `input` and writes the rows to `output`. If nobody reads the output any
/// more, that is the end.
///
/// # Errors
/// If the input cannot be read or the output not be written.
pub fn solve_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    plan: &SolvePlan,
    searcher: &mut Searcher,
    watch: &mut dyn SolveObserver,
) -> Result<Totals, StreamError> {
    let mut totals = Totals::default();
    let mut format = plan.format.clone();
    let mut print = |text: &str| {
        output.write_all(text.as_bytes())?;
        output.flush()
    };
    match print(&format.head()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(totals),
        written => written.map_err(StreamError::Write)?,
    }
    while let Some(line) = next_line(&mut input).map_err(StreamError::Read)? {
        totals.lines += 1;
        let problem = match line.and_then(|line| parse_windowed(&line)) {
            Ok(Some(problem)) => Ok(problem),
            Ok(None) => continue,
            Err(error) => {
                totals.malformed += 1;
                watch.malformed(totals.lines, &error);
                if !plan.independent {
                    continue;
                }
                Err(error)
            }
        };
        let text = match problem {
            Ok((window, problem)) => {
                let request = match window {
                    Some(window) => Request {
                        goal: Goal::Exact,
                        window: window.scores(),
                        ..plan.request
                    },
                    None => plan.request,
                };
                let mut told = print(&format.begin(&problem));
                let line = totals.lines;
                let row = solve(
                    line,
                    problem,
                    request,
                    plan,
                    searcher,
                    &mut |problem, report| {
                        watch.found(line, problem, report);
                        if told.is_ok() {
                            told = print(&format.found(problem, report));
                        }
                    },
                );
                match told {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                    told => told.map_err(StreamError::Write)?,
                }
                totals.add(&row);
                format.row(&row)
            }
            Err(error) => format.malformed(&error),
        };
        let text = text.map_err(|error| StreamError::Write(error.into()))?;
        let written = watch.row(&totals, &mut || print(&text));
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            written => written.map_err(StreamError::Write)?,
        }
    }
    match print(&format.end(&totals)) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(StreamError::Write(error)),
        _ => Ok(totals),
    }
}

impl RowFormat {
    /// What stands above the rows.
    fn head(&self) -> String {
        match self {
            RowFormat::Columns { header: true } => format!("{HEADER}\n"),
            RowFormat::Columns { header: false } | RowFormat::Json => String::new(),
            RowFormat::Edax(table) => table.head(),
        }
    }

    /// What is written before a position is searched.
    fn begin(&self, problem: &Problem) -> String {
        match self {
            RowFormat::Edax(table) => table.begin(problem),
            RowFormat::Columns { .. } | RowFormat::Json => String::new(),
        }
    }

    /// What is written of what a search has found meanwhile.
    fn found(&self, problem: &Problem, report: &Report<Move>) -> String {
        match self {
            RowFormat::Edax(table) => table.found(problem, report),
            RowFormat::Columns { .. } | RowFormat::Json => String::new(),
        }
    }

    /// What is written of a position, with the end of its line. Comments and wrong words of the
    /// input come back in it.
    fn row(&mut self, row: &SolveRow) -> serde_json::Result<String> {
        Ok(match self {
            RowFormat::Columns { .. } => shown(&row.to_string()).into_owned() + "\n",
            RowFormat::Json => shown_json(&row.json()?).into_owned() + "\n",
            RowFormat::Edax(table) => table.problem(row),
        })
    }

    /// What is written of a line that cannot be read.
    fn malformed(&self, error: &PositionLineError) -> serde_json::Result<String> {
        Ok(match self {
            RowFormat::Columns { .. } => {
                shown(&format!("    - malformed: {error}")).into_owned() + "\n"
            }
            RowFormat::Json => shown_json(&json_error(error)?).into_owned() + "\n",
            RowFormat::Edax(_) => String::new(),
        })
    }

    /// What stands below the rows.
    fn end(&self, totals: &Totals) -> String {
        match self {
            RowFormat::Columns { .. } | RowFormat::Json => String::new(),
            RowFormat::Edax(table) => table.summary(totals.nodes, totals.searching),
        }
    }
}

impl Totals {
    fn add(&mut self, row: &SolveRow) {
        self.positions += 1;
        self.mismatches += u64::from(matches!(row.check, Check::Differs(_)));
        self.unproven += u64::from(!row.lines.iter().all(Report::is_proven));
        self.nodes += row.nodes;
        self.searching += row.elapsed;
    }
}

fn solve(
    line: u64,
    problem: Problem,
    request: Request,
    plan: &SolvePlan,
    searcher: &mut Searcher,
    found: &mut dyn FnMut(&Problem, &Report<Move>),
) -> SolveRow {
    let request = Request {
        best: if plan.all_moves {
            usize::MAX
        } else {
            request.best
        },
        ..request
    };
    if plan.independent {
        searcher.clear();
    }
    // Unpacking it is no part of the speed.
    let evaluation = &searcher.settings().evaluation;
    evaluation.network_for(problem.position.empties(), 0);
    let start = Instant::now();
    let mut lines = searcher.search(
        problem.position,
        &request,
        &StopFlag::new(),
        &mut |report| {
            if report.rank == 1 {
                found(&problem, report);
            }
        },
    );
    if request.goal == Goal::WinLossDraw {
        lines.iter_mut().for_each(keep_sign);
    }
    SolveRow {
        line,
        check: Check::of(&problem, &lines),
        nodes: lines.first().map_or(0, |best| best.nodes),
        elapsed: start.elapsed(),
        all_moves: plan.all_moves,
        independent: plan.independent,
        problem,
        lines,
    }
}

/// Leaves who wins of a result that was known without a search, because the game is over.
fn keep_sign(report: &mut Report<Move>) {
    if report.reach == Reach::End && report.is_proven() {
        report.reach = Reach::WinLossDraw;
        report.score = Score::from_discs(report.score.0.signum());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::lines::parse_line;
    use bianca_search::request::{Limits, Window};
    use bianca_search::search::Settings;

    /// Of a random game: 14 empty squares, +18 by g8.
    const ENDING: &str = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";

    #[derive(Default)]
    struct Notes(Vec<String>);

    impl SolveObserver for Notes {
        fn malformed(&mut self, line: u64, error: &PositionLineError) {
            self.0.push(format!("{line}: {error}"));
        }

        fn found(&mut self, _: u64, _: &Problem, _: &Report<Move>) {}

        fn row(&mut self, _: &Totals, write: &mut dyn FnMut() -> io::Result<()>) -> io::Result<()> {
            write()
        }
    }

    fn plan() -> SolvePlan {
        SolvePlan {
            request: Request {
                goal: Goal::Exact,
                ..Request::default()
            },
            all_moves: false,
            format: RowFormat::Columns { header: false },
            independent: false,
        }
    }

    fn run(input: &str, plan: &SolvePlan, output: impl Write) -> (Totals, Vec<String>) {
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let mut searcher = Searcher::new(settings).unwrap();
        let mut notes = Notes::default();
        let totals =
            solve_lines(input.as_bytes(), output, plan, &mut searcher, &mut notes).unwrap();
        (totals, notes.0)
    }

    fn rows(input: &str, plan: &SolvePlan) -> (Vec<String>, Totals, Vec<String>) {
        let mut output = Vec::new();
        let (totals, notes) = run(input, plan, &mut output);
        let text = String::from_utf8(output).unwrap();
        (text.lines().map(str::to_owned).collect(), totals, notes)
    }

    fn column(row: &str, index: usize) -> &str {
        row.split_whitespace().nth(index).unwrap()
    }

    #[test]
    fn rows_come_in_order_and_bad_lines_spoil_nothing() {
        let input = format!("% comment\n{ENDING}; G8:+18;\nnonsense\n\n{ENDING}; +16;\n");
        let (rows, totals, notes) = rows(&input, &plan());
        assert_eq!(rows.len(), 2);
        let columns: Vec<_> = [0, 1, 2, 3, 4].map(|i| column(&rows[0], i)).into();
        assert_eq!(columns, ["2", "14", "g8", "+18", "14@100%"]);
        assert_eq!(column(&rows[0], 7), "ok");
        assert_eq!(column(&rows[1], 0), "5");
        assert_eq!(column(&rows[1], 7), "WRONG(+16)");
        let counts = (totals.lines, totals.positions, totals.mismatches);
        assert_eq!(counts, (5, 2, 1));
        assert_eq!((totals.malformed, totals.unproven), (1, 0));
        assert_eq!(notes.len(), 1);
        assert!(
            notes[0].starts_with("3: 'nonsense' is no game"),
            "{}",
            notes[0]
        );
    }

    #[test]
    fn independent_rows_depend_on_their_lines_alone() {
        // What follows the best move is what the first search leaves in the table.
        let after = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXXOXXXXXXXO O";
        for format in [RowFormat::Columns { header: false }, RowFormat::Json] {
            let plan = SolvePlan {
                independent: true,
                format,
                ..plan()
            };
            let lines = [ENDING, "nonsense", after, ENDING];
            let (together, totals, _) = rows(&lines.join("\n"), &plan);
            assert_eq!((totals.positions, totals.malformed), (3, 1));
            let alone = lines.map(|line| rows(line, &plan).0);
            assert_eq!(together, alone.concat());
            assert!(
                together[1].contains("'nonsense' is no game"),
                "{}",
                together[1]
            );
        }
    }

    #[test]
    fn a_variation_leads_to_the_score() {
        let (rows, ..) = rows(ENDING, &plan());
        let mut position = parse_line(ENDING).unwrap().unwrap().position;
        let mut sign = 1;
        for word in rows[0].split_whitespace().skip(8) {
            position = position.play(word.parse().unwrap()).unwrap();
            sign = -sign;
        }
        assert!(position.is_over());
        assert_eq!(sign * position.final_score(), 18);
    }

    #[test]
    fn all_moves_are_scored_and_compared() {
        let all = SolvePlan {
            all_moves: true,
            ..plan()
        };
        let scores = "G8:+18; F2:+14; F1:+12; G3:+8; C2:+0; F3:-22;";
        let (right, ..) = rows(&format!("{ENDING}; {scores}"), &all);
        assert_eq!(column(&right[0], 7), "ok");
        let scored: Vec<&str> = right[0].split_whitespace().skip(8).collect();
        assert_eq!(scored[..2], ["g8:+18", "f2:+14"]);
        assert_eq!(scored.len(), 6);
        let wrong = scores.replace("F3:-22", "F3:-20");
        let (wrong, ..) = rows(&format!("{ENDING}; {wrong}"), &all);
        assert_eq!(column(&wrong[0], 7), "WRONG(f3:-20)");
    }

    #[test]
    fn only_the_sign_is_found_if_asked() {
        let mut plan = plan();
        plan.request.goal = Goal::WinLossDraw;
        let (rows, ..) = rows(&format!("{ENDING}; G8:+18;"), &plan);
        assert_eq!((column(&rows[0], 3), column(&rows[0], 7)), ("win", "ok"));
    }

    #[test]
    fn a_window_gives_bounds_outside_and_the_score_inside() {
        // +18 by g8.
        let mut plan = plan();
        plan.format = RowFormat::Json;
        let found = |plan: &SolvePlan, line: &str| -> (String, f64, String) {
            let (rows, ..) = rows(line, plan);
            let json: serde_json::Value = serde_json::from_str(&rows[0]).unwrap();
            assert_eq!(json["proven"], true, "{}", rows[0]);
            let check = json["check"].as_str().unwrap_or("-").to_owned();
            (
                json["bounds"].to_string(),
                json["score"].as_f64().unwrap(),
                check,
            )
        };
        for (low, high) in [(16, 17), (0, 18), (-64, 10)] {
            plan.request.window = Window::new(low, high).unwrap().scores();
            let (bounds, score, check) = found(&plan, &format!("{ENDING}; +18;"));
            let lower: i32 = bounds
                .trim_matches(['[', ']'])
                .split(',')
                .next()
                .unwrap()
                .parse()
                .unwrap();
            assert!(
                (high..=18).contains(&lower) && score == f64::from(lower),
                "{bounds}"
            );
            assert_eq!(check, "ok");
            assert_eq!(found(&plan, &format!("{ENDING}; +8;")).2, "wrong");
        }
        for (low, high) in [(18, 19), (18, 64), (30, 40)] {
            // A line's own window counts.
            let (bounds, score, check) = found(&plan, &format!("[{low},{high}] {ENDING}; +18;"));
            let upper: i32 = bounds
                .trim_matches(['[', ']'])
                .split(',')
                .nth(1)
                .unwrap()
                .parse()
                .unwrap();
            assert!(
                (18..=low).contains(&upper) && score == f64::from(upper),
                "{bounds}"
            );
            assert_eq!(check, "ok");
        }
        let (bounds, score, _) = found(&plan, &format!("[10,20] {ENDING}"));
        assert_eq!((bounds.as_str(), score), ("[18,18]", 18.0));
        plan.format = RowFormat::Columns { header: false };
        let (columns, ..) = rows(&format!("[16,17] {ENDING}\n[18,19] {ENDING}"), &plan);
        assert_eq!(column(&columns[0], 3), ">=+18");
        assert_eq!(column(&columns[1], 3), "<=+18");
    }

    #[test]
    fn the_other_side_of_a_pass_has_the_other_side_of_the_window() {
        // White must pass; black has moves.
        let board = format!("-OX{}", "X".repeat(61));
        let position = parse_line(&format!("{board} O")).unwrap().unwrap().position;
        assert!(position.must_pass());
        let mut plan = plan();
        for (low, high, score) in [(-64, -63, "-64"), (-63, -62, "-64"), (0, 1, "<=+0")] {
            plan.request.window = Window::new(low, high).unwrap().scores();
            let (rows, ..) = rows(&format!("{board} O; -64;"), &plan);
            assert_eq!(column(&rows[0], 7), "ok", "{}", rows[0]);
            assert_eq!(column(&rows[0], 3), score);
        }
    }

    #[test]
    fn of_a_game_that_is_over_the_sign_is_told_if_only_that_is_asked() {
        let mut plan = plan();
        let board = format!("{}{} X", "X".repeat(40), "O".repeat(24));
        let found = |plan: &SolvePlan, scores: &str| {
            let (rows, ..) = rows(&format!("{board}; {scores}"), plan);
            [3, 7].map(|index| column(&rows[0], index).to_owned())
        };
        assert_eq!(found(&plan, "+16;"), ["+16", "ok"]);
        assert_eq!(found(&plan, "+2;"), ["+16", "WRONG(+2)"]);
        plan.request.goal = Goal::WinLossDraw;
        assert_eq!(found(&plan, "+16;"), ["win", "ok"]);
        assert_eq!(found(&plan, "+2;"), ["win", "ok"]);
        assert_eq!(found(&plan, "-2;"), ["win", "WRONG(-2)"]);
        plan.format = RowFormat::Json;
        let (rows, ..) = rows(&board, &plan);
        assert!(
            rows[0].contains("\"score\":1.0,\"reach\":\"wld\""),
            "{}",
            rows[0]
        );
    }

    #[test]
    fn a_search_that_was_stopped_proves_no_more_than_it_has_seen() {
        let mut plan = plan();
        plan.format = RowFormat::Json;
        let mut open = 0;
        for nodes in (200..30_000).step_by(450) {
            plan.request.limits.nodes = Some(nodes);
            let (rows, ..) = rows(&format!("{ENDING}; +18;"), &plan);
            let json: serde_json::Value = serde_json::from_str(&rows[0]).unwrap();
            let bounds: Vec<i64> = serde_json::from_value(json["bounds"].clone()).unwrap();
            assert!(bounds[0] <= 18 && 18 <= bounds[1], "{}", rows[0]);
            let proven = json["proven"] == true;
            assert_eq!(proven, bounds == [18, 18], "{}", rows[0]);
            assert_eq!(json["check"], if proven { "ok" } else { "open" });
            open += u32::from(!proven && bounds != [-64, 64]);
        }
        assert!(open > 0, "no limit fell into the last step");
    }

    #[test]
    fn a_limit_leaves_the_best_answer_known() {
        let mut plan = plan();
        plan.request.limits = Limits {
            nodes: Some(2000),
            ..Limits::default()
        };
        let (rows, totals, _) = rows("f5\n", &plan);
        assert_eq!(totals.unproven, 1);
        let depth: u32 = column(&rows[0], 4)
            .split_once('@')
            .unwrap()
            .0
            .parse()
            .unwrap();
        assert!((1..59).contains(&depth), "{}", rows[0]);
    }

    #[test]
    fn nobody_reads_any_more() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (totals, _) = run(&format!("{ENDING}\n{ENDING}\n"), &plan(), Closed);
        assert_eq!(totals.positions, 1);
    }
}
