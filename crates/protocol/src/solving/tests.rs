//! What is written of a result, letter by letter, and what is counted.

mod tables;

use std::io;
use std::time::Duration;

use super::check::{Check, Difference};
use super::edax::EdaxTable;
use super::lines::{PositionLineError, parse_windowed};
use super::row::{HEADER, SolveRow, json_error, score_text};
use super::stream::{RowFormat, SolveObserver, SolvePlan, Totals, solve_lines};
use bianca_records::record::obf::{Problem, parse_obf_line};
use bianca_rules::othello::Move;
use bianca_search::request::{Bounds, Goal, Reach, Report, Request, Score, Window};
use bianca_search::search::{Searcher, Settings};

const START: &str = "---------------------------OX------XO--------------------------- X";

/// Of a random game: 14 empty squares, +18 by g8.
const ENDING: &str = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";

fn problem(scores: &str) -> Problem {
    parse_obf_line(&format!("{START}; {scores}"))
        .unwrap()
        .unwrap()
}

fn moves(text: &str) -> Vec<Move> {
    let words = text.split_whitespace();
    words.map(|word| word.parse().unwrap()).collect()
}

/// A line of a search to the end without cuts.
fn report(pv: &str, discs: i32, lower: i32, upper: i32) -> Report<Move> {
    Report {
        score: Score::from_discs(discs),
        depth: 60,
        confidence: 100,
        reach: Reach::End,
        bounds: Bounds { lower, upper },
        ..Report::of_moves(moves(pv))
    }
}

#[test]
fn differences_name_the_move_what_was_expected_and_what_was_found() {
    let differs = |mv: &str, expected, found| Difference {
        mv: moves(mv).first().copied(),
        expected,
        found,
    };
    let exact = |pv, discs| report(pv, discs, discs, discs);
    let sign = |pv, discs| Report {
        reach: Reach::WinLossDraw,
        ..report(pv, discs, -64, 64)
    };
    let cases = [
        // An exact score above and below what was expected.
        (
            "+6;",
            vec![exact("f5", 4)],
            Check::Differs(vec![differs("", 6, 4)]),
        ),
        (
            "-6;",
            vec![exact("f5", 4)],
            Check::Differs(vec![differs("", -6, 4)]),
        ),
        // A bound is told where it excludes what was expected.
        (
            "+4;",
            vec![report("f5", 8, 8, 64)],
            Check::Differs(vec![differs("", 4, 8)]),
        ),
        (
            "+4;",
            vec![report("f5", 2, -64, 2)],
            Check::Differs(vec![differs("", 4, 2)]),
        ),
        ("+4;", vec![report("f5", 2, -64, 4)], Check::Agrees),
        ("+4;", vec![report("f5", 2, 4, 64)], Check::Agrees),
        // Signs.
        (
            "+4;",
            vec![sign("f5", -1)],
            Check::Differs(vec![differs("", 4, -1)]),
        ),
        ("-4;", vec![sign("f5", -1)], Check::Agrees),
        (
            "+0;",
            vec![sign("f5", 1)],
            Check::Differs(vec![differs("", 0, 1)]),
        ),
        // The position first, then moves in the order of the lines that were found.
        (
            "f5:+6; d3:+2; c4:+0;",
            vec![exact("f5", 4), exact("c4", 2), exact("d3", 2)],
            Check::Differs(vec![
                differs("", 6, 4),
                differs("f5", 6, 4),
                differs("c4", 0, 2),
            ]),
        ),
        ("", vec![exact("f5", 4)], Check::NoScores),
        ("+4;", vec![], Check::NoScores),
        // A game that is over has no move.
        ("+4;", vec![exact("", 4)], Check::Agrees),
        (
            "+4;",
            vec![exact("f5", 4), report("d3", 2, -64, 64)],
            Check::Agrees,
        ),
        (
            "+4;",
            vec![
                exact("f5", 4),
                Report {
                    confidence: 99,
                    ..report("d3", 2, -64, 64)
                },
            ],
            Check::Unproven,
        ),
    ];
    for (scores, lines, expected) in cases {
        assert_eq!(
            Check::of(&problem(scores), &lines),
            expected,
            "{scores} {lines:?}"
        );
    }
    let told = Check::Differs(vec![
        differs("", 6, 4),
        differs("f5", -6, 4),
        differs("pass", 0, 2),
    ]);
    assert_eq!(told.to_string(), "WRONG(+6,f5:-6,pass:+0)");
    let words = [Check::NoScores, Check::Unproven, Check::Agrees].map(|check| check.to_string());
    assert_eq!(words, ["-", "open", "ok"]);
}

#[test]
fn a_score_says_what_kind_of_score_it_is() {
    let text = |reach, units: i32, lower, upper, confidence| {
        score_text(&Report {
            score: Score(units),
            reach,
            confidence,
            ..report("f5", 0, lower, upper)
        })
    };
    for (reach, units, lower, upper, confidence, expected) in [
        (Reach::Midgame, 300, -64, 64, 100, "+1.17"),
        (Reach::Midgame, -1, -64, 64, 73, "-0.00"),
        (Reach::End, 4096, 16, 16, 100, "+16"),
        (Reach::End, 0, 0, 0, 100, "+0"),
        (Reach::End, -512, -2, -2, 100, "-2"),
        (Reach::End, 4096, 16, 64, 100, ">=+16"),
        (Reach::End, 4096, -64, 16, 100, "<=+16"),
        (Reach::End, 4096, 16, 64, 99, "+16"),
        (Reach::WinLossDraw, 256, -64, 64, 100, "win"),
        (Reach::WinLossDraw, 1, -64, 64, 100, "win"),
        (Reach::WinLossDraw, 0, -64, 64, 100, "draw"),
        (Reach::WinLossDraw, -1, -64, 64, 73, "loss"),
    ] {
        assert_eq!(text(reach, units, lower, upper, confidence), expected);
    }
}

/// A row with another value in each field.
fn row() -> SolveRow {
    SolveRow {
        line: 7,
        problem: problem("f5:+4; d3:-2; % a comment"),
        lines: vec![
            Report {
                depth: 12,
                confidence: 73,
                score: Score(384),
                nodes: 99,
                ..report("f5 d6 c3", 0, -4, 10)
            },
            Report {
                score: Score::from_discs(-3),
                depth: 11,
                ..report("d3", 0, -3, -3)
            },
        ],
        all_moves: false,
        independent: false,
        check: Check::Unproven,
        nodes: 123_456,
        elapsed: Duration::from_millis(1504),
    }
}

#[test]
fn a_row_stands_below_its_head() {
    let line = |change: &dyn Fn(&mut SolveRow)| {
        let mut row = row();
        change(&mut row);
        row.to_string()
    };
    assert_eq!(
        HEADER,
        "#line empties move  score    depth        nodes   seconds check  variation"
    );
    let whole = "    7      60 f5       +2   12@73%       123456     1.504 open(-4..+10) f5 d6 c3";
    assert_eq!(line(&|_| {}), whole);
    assert_eq!(
        line(&|row| row.independent = true),
        "    -      60 f5       +2   12@73%       123456         - open(-4..+10) f5 d6 c3"
    );
    assert_eq!(
        line(&|row| row.all_moves = true),
        "    7      60 f5       +2   12@73%       123456     1.504 open(-4..+10) f5:+2 d3:-3"
    );
    assert_eq!(
        line(&|row| row.lines[0].bounds = Bounds::UNKNOWN),
        "    7      60 f5       +2   12@73%       123456     1.504 open   f5 d6 c3"
    );
    let exact = |row: &mut SolveRow| {
        row.lines[0] = report("f5", 4, 4, 4);
        row.check = Check::Agrees;
    };
    assert_eq!(
        line(&exact),
        "    7      60 f5       +4  60@100%       123456     1.504 ok     f5"
    );
    let over = |row: &mut SolveRow| {
        exact(row);
        row.lines[0].pv.clear();
    };
    assert_eq!(
        line(&over),
        "    7      60 -        +4  60@100%       123456     1.504 ok     -"
    );
    assert_eq!(line(&|row| row.lines.clear()), "    7      60 -");
}

#[test]
fn an_object_has_all_that_is_known_under_its_documented_names() {
    let object = |change: &dyn Fn(&mut SolveRow)| {
        let mut row = row();
        change(&mut row);
        row.json().unwrap()
    };
    let best = "\"move\":\"f5\",\"score\":1.5,\"reach\":\"end\",\"depth\":12,\"confidence\":73,\
                \"proven\":false,\"bounds\":[-4,10],\"variation\":[\"f5\",\"d6\",\"c3\"]";
    let end = format!("\"comment\":\"a comment\",\"position\":\"{START}\"}}");
    assert_eq!(
        object(&|_| {}),
        format!(
            "{{\"line\":7,\"side\":\"black\",\"empties\":60,{best},\"nodes\":123456,\
             \"seconds\":1.504,\"check\":\"open\",{end}"
        )
    );
    let second = "\"move\":\"d3\",\"score\":-3.0,\"reach\":\"end\",\"depth\":11,\"confidence\":100,\
                  \"proven\":true,\"bounds\":[-3,-3],\"variation\":[\"d3\"]";
    let differs = |row: &mut SolveRow| {
        (row.independent, row.all_moves) = (true, true);
        let difference = |mv: &str, expected, found| Difference {
            mv: moves(mv).first().copied(),
            expected,
            found,
        };
        row.check = Check::Differs(vec![difference("", 6, 4), difference("d3", -2, -3)]);
    };
    assert_eq!(
        object(&differs),
        format!(
            "{{\"side\":\"black\",\"empties\":60,{best},\"moves\":[{{{best}}},{{{second}}}],\
             \"nodes\":123456,\"check\":\"wrong\",\"wrong\":[{{\"move\":null,\"expected\":6,\
             \"found\":4}},{{\"move\":\"d3\",\"expected\":-2,\"found\":-3}}],{end}"
        )
    );
    let bare = |row: &mut SolveRow| {
        row.problem.comment = None;
        row.check = Check::NoScores;
        row.lines.clear();
    };
    assert_eq!(
        object(&bare),
        format!(
            "{{\"line\":7,\"side\":\"black\",\"empties\":60,\"nodes\":123456,\"seconds\":1.504,\
             \"check\":null,\"position\":\"{START}\"}}"
        )
    );
    assert!(object(&|row| row.check = Check::Agrees).contains("\"check\":\"ok\""));
    for (reach, name) in [
        (Reach::Midgame, "midgame"),
        (Reach::End, "end"),
        (Reach::WinLossDraw, "wld"),
    ] {
        let text = object(&|row| row.lines[0].reach = reach);
        assert!(text.contains(&format!("\"reach\":\"{name}\"")), "{text}");
    }
    let error = json_error(&PositionLineError::TooLong).unwrap();
    assert_eq!(error, "{\"error\":\"longer than 65536 bytes\"}");
}

#[test]
fn what_is_wrong_with_a_line_is_said_in_its_words() {
    let board = &START[..64];
    for (line, expected) in [
        (
            "[2,1] f5".to_owned(),
            "'[2,1] f5' is not a window like [-2,+0], the lower number first, from -64 to 64 discs",
        ),
        (
            format!("{board} X;,7,2,3,-3"),
            "'7,2,3,-3' is no task: behind the board stand count, score, alpha and beta, four whole \
             numbers, alpha less than beta",
        ),
        (
            "[0,2] f5f6f5".to_owned(),
            "move 3: illegal move: f5 for black",
        ),
    ] {
        let error = parse_windowed(&line).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(PositionLineError::NotText.to_string(), "not UTF-8 text");
    // Scores that no game has are none; a window may reach to the ends.
    for (score, kept) in [(64, Some(64)), (65, None), (-64, Some(-64)), (-65, None)] {
        let row = format!("{board} O;,7,{score},-64,64");
        let (window, problem) = parse_windowed(&row).unwrap().unwrap();
        assert_eq!((window, problem.score), (Window::new(-64, 64), kept));
    }
    for (line, window) in [
        ("[-64,64] f5", Window::new(-64, 64)),
        (" [ +3 , 4 ] f5", Window::new(3, 4)),
    ] {
        assert_eq!(parse_windowed(line).unwrap().unwrap().0, window, "{line}");
    }
    // Heads of tables, blank lines and comments are nothing.
    for line in [
        "OBF,count",
        "\u{feff}obf,a",
        "\"obf\",a",
        "",
        "  ",
        "# f5",
        "% f5",
    ] {
        assert_eq!(parse_windowed(line), Ok(None), "{line}");
    }
}

/// Who keeps all that is told.
#[derive(Default)]
struct Watch {
    found: Vec<(u64, i32, usize)>,
    malformed: Vec<u64>,
    rows: Vec<Totals>,
}

impl SolveObserver for Watch {
    fn malformed(&mut self, line: u64, _: &PositionLineError) {
        self.malformed.push(line);
    }

    fn found(&mut self, line: u64, problem: &Problem, report: &Report<Move>) {
        let empties = problem.position.empties() as i32;
        self.found.push((line, empties, report.rank));
    }

    fn row(
        &mut self,
        totals: &Totals,
        write: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        self.rows.push(*totals);
        write()
    }
}

fn run(input: &str, plan: &SolvePlan) -> (String, Totals, Watch) {
    let settings = Settings {
        hash_mib: 1,
        ..Settings::default()
    };
    let mut searcher = Searcher::new(settings).unwrap();
    let (mut watch, mut output) = (Watch::default(), Vec::new());
    let totals = solve_lines(
        input.as_bytes(),
        &mut output,
        plan,
        &mut searcher,
        &mut watch,
    );
    (String::from_utf8(output).unwrap(), totals.unwrap(), watch)
}

fn plan(format: RowFormat) -> SolvePlan {
    SolvePlan {
        request: Request {
            goal: Goal::Exact,
            ..Request::default()
        },
        all_moves: false,
        format,
        independent: false,
    }
}

#[test]
fn lines_that_cannot_be_read_have_a_row_where_rows_stand_alone() {
    let input = "# nothing\nnonsense\n[x] f5\n";
    let columns = RowFormat::Columns { header: true };
    let (text, totals, watch) = run(input, &plan(columns.clone()));
    assert_eq!(text, format!("{HEADER}\n"));
    assert_eq!(
        (totals.lines, totals.malformed, totals.positions),
        (3, 2, 0)
    );
    assert_eq!((watch.malformed, watch.rows.len()), (vec![2, 3], 0));
    let independent = |format| SolvePlan {
        independent: true,
        ..plan(format)
    };
    let window =
        "'[x] f5' is not a window like [-2,+0], the lower number first, from -64 to 64 discs";
    let (text, _, watch) = run(input, &independent(columns));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, HEADER));
    assert!(
        lines[1].starts_with("    - malformed: 'nonsense' is no game"),
        "{text}"
    );
    assert_eq!(lines[2], format!("    - malformed: {window}"));
    assert_eq!((watch.malformed, watch.rows.len()), (vec![2, 3], 2));
    let (text, ..) = run(input, &independent(RowFormat::Json));
    let last = text.lines().last().unwrap();
    assert_eq!(
        (text.lines().count(), last),
        (2, format!("{{\"error\":\"{window}\"}}").as_str())
    );
    let table = RowFormat::Edax(EdaxTable::new(1, "x"));
    let (text, ..) = run(input, &independent(table));
    assert_eq!(text.lines().count(), 4, "{text}");
}

#[test]
fn totals_are_those_of_all_rows_so_far() {
    let input = format!("{ENDING}; +18;\nnonsense\n[30,40] {ENDING}; +16;\n{ENDING}; +16;\n");
    let (text, totals, watch) = run(&input, &plan(RowFormat::Json));
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let nodes: Vec<u64> = rows
        .iter()
        .map(|row| row["nodes"].as_u64().unwrap())
        .collect();
    let checks: Vec<&str> = rows
        .iter()
        .map(|row| row["check"].as_str().unwrap())
        .collect();
    // A line's own window: the score is at most 30, so that 16 may be.
    assert_eq!(checks, ["ok", "ok", "wrong"]);
    let seen: Vec<_> = watch
        .rows
        .iter()
        .map(|totals| {
            (
                totals.lines,
                totals.positions,
                totals.mismatches,
                totals.malformed,
                totals.nodes,
            )
        })
        .collect();
    let sums = [nodes[0], nodes[0] + nodes[1], nodes.iter().sum()];
    assert_eq!(
        seen,
        [
            (1, 1, 0, 0, sums[0]),
            (3, 2, 0, 1, sums[1]),
            (4, 3, 1, 1, sums[2])
        ]
    );
    assert_eq!(watch.rows.last(), Some(&totals));
    assert!(totals.unproven == 0 && totals.searching > Duration::ZERO);
    // Only the best line is told meanwhile.
    assert!(
        watch
            .found
            .iter()
            .all(|(_, empties, rank)| (*empties, *rank) == (14, 1))
    );
    let mut lines: Vec<u64> = watch.found.iter().map(|found| found.0).collect();
    lines.dedup();
    assert_eq!(lines, [1, 3, 4]);
    let all = SolvePlan {
        all_moves: true,
        ..plan(RowFormat::Columns { header: false })
    };
    let (text, _, watch) = run(&format!("{ENDING}\n"), &all);
    assert_eq!(text.split_whitespace().skip(8).count(), 6);
    assert!(watch.found.iter().all(|found| found.2 == 1));
}
