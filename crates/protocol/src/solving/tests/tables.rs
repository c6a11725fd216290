//! The table of Edax, letter by letter.

use super::*;
use crate::protocol::edax::table;

/// What Edax's table says of a result that has these scores.
fn said(table: &mut EdaxTable, scores: &str, best: Report<Move>) -> String {
    let solved = SolveRow {
        problem: problem(scores),
        lines: vec![best],
        ..row()
    };
    let text = table.problem(&solved);
    match text.find(" Erroneous") {
        Some(place) => text[place..].to_owned(),
        None => String::new(),
    }
}

#[test]
fn errors_are_told_and_summed_up_as_edax_does() {
    let exact = |pv, discs| report(pv, discs, discs, discs);
    let mut table = EdaxTable::new(1, "a file with a name of more than thirty letters");
    let millis = Duration::from_millis;
    let before = table.summary(1000, millis(500));
    // No score was there to compare with.
    assert_eq!(before.lines().count(), 2, "{before}");
    let mut said = |scores, best| said(&mut table, scores, best);
    assert_eq!(said("f5:+4; d3:+2;", exact("f5", 4)), "");
    // The score counts against who chose another move as well.
    assert_eq!(
        said("f5:+4; d3:+2;", exact("d3", 3)),
        " Erroneous move: F5 expected, with score +04, error = +2\n"
    );
    assert_eq!(
        said("f5:-4; c4:-4; d3:-10;", exact("e6", -4)),
        " Erroneous move: F5 C4 expected, with score -04\n"
    );
    assert_eq!(
        said("f5:+4;", exact("f5", -6)),
        " Erroneous score: +04 expected\n"
    );
    assert_eq!(
        said("-2;", exact("f5", -6)),
        " Erroneous score: -02 expected\n"
    );
    assert_eq!(said("", exact("f5", -6)), "");
    // Of a bound no move is wrong, only what it excludes.
    assert_eq!(said("f5:+4; d3:+2;", report("d3", 2, 2, 64)), "");
    assert_eq!(
        said("+4;", report("d3", 6, 6, 64)),
        " Erroneous score: +04 expected\n"
    );
    assert_eq!(
        said("+4;", report("d3", 1, -64, 1)),
        " Erroneous score: +04 expected\n"
    );
    let summary = table.summary(1000, millis(500));
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(
        lines[0],
        format!("---+{}", &table::RULE[..table::RULE.len() - 1])
    );
    assert_eq!(
        lines[1],
        "a file with a name of more tha: 1000 nodes in  0:00.500 (2000 nodes/s)."
    );
    // Scores: 1, 10, 4, 2 and 3 discs; moves: 2 discs; nine problems.
    assert_eq!(
        lines[2],
        "9 positions; 2 erroneous move; 4 erroneous score; mean absolute score error = 2.222; mean \
         absolute move error = 0.222"
    );
    let short = table.summary(7, Duration::ZERO);
    assert!(short.contains(": 7 nodes in  0:00.000\n"), "{short}");
    assert_eq!(
        EdaxTable::new(0, "x").summary(7, millis(1)),
        "x: 7 nodes in  0:00.001 (7000 nodes/s).\n"
    );
}

#[test]
fn tables_of_edax_have_their_form_at_each_verbosity() {
    let head = |verbosity| EdaxTable::new(verbosity, "x").head();
    assert_eq!((head(0), head(2)), (String::new(), String::new()));
    let rule = format!("---+{}\n", &table::RULE[..table::RULE.len() - 1]);
    assert_eq!(head(1), format!(" # |{}\n{rule}", table::HEADER));
    let written = |verbosity, scores: &str, best: Report<Move>| {
        let mut table = EdaxTable::new(verbosity, "x");
        let solved = SolveRow {
            problem: problem(scores),
            lines: vec![best],
            ..row()
        };
        table.problem(&solved)
    };
    let best = || report("f5 d6", 4, 4, 4);
    assert_eq!(written(0, "+4;", best()), "");
    let line = written(1, "+4;", best());
    assert!(
        line.starts_with("  1|   60   +04 ") && line.ends_with("f5 D6\n"),
        "{line}"
    );
    // All positions and the time of all searches stand in it.
    assert!(line.contains("123456") && line.contains("1.504"), "{line}");
    let wrong = written(0, "+6;", best());
    assert!(
        wrong.ends_with(" Erroneous score: +06 expected\n"),
        "{wrong}"
    );
    let place = wrong.find(" Erroneous").unwrap();
    assert_eq!(place, table::WIDTH - 3, "{wrong}");
    let drawn = EdaxTable::new(2, "x").begin(&problem("+6;"));
    let board = "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2 * to move\n\
                 3 - - - . - - - - 3\n4 - - . O * - - - 4 *: discs =  2    moves =  4\n\
                 5 - - - * O . - - 5 O: discs =  2    moves =  4\n\
                 6 - - - - . - - - 6  empties = 60      ply =  1\n7 - - - - - - - - 7\n\
                 8 - - - - - - - - 8\n  A B C D E F G H\n";
    let rule = &table::RULE[..table::RULE.len() - 1];
    let before = format!(
        "\n*** problem # 1 ***\n\n{board}\n{}\n{rule}\n",
        table::HEADER
    );
    assert_eq!(drawn, before);
    let after = format!("\n Erroneous score: +06 expected\n{rule}\n");
    for verbosity in [2, 4] {
        let told = written(verbosity, "+6;", best());
        assert!(
            told.starts_with("   60   +04 ") && told.ends_with(&after),
            "{told}"
        );
        let found = EdaxTable::new(verbosity, "x").found(&problem(""), &best());
        assert!(
            found.starts_with("   60   +04 ") && found.ends_with('\n'),
            "{found}"
        );
    }
    for verbosity in [0, 1] {
        let table = EdaxTable::new(verbosity, "x");
        assert_eq!(table.begin(&problem("")), "");
        assert_eq!(table.found(&problem(""), &best()), "");
    }
    let nothing = Report {
        pv: Vec::new(),
        ..best()
    };
    assert_eq!(EdaxTable::new(2, "x").found(&problem(""), &nothing), "");
}
