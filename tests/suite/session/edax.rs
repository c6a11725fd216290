//! Programs that start Edax and read its console or its table of problems, as public ones do: by
//! the words `Edax plays`, by columns, by the rows of the board.

use std::process::{Command, Output};

use bianca::othello::{OthelloGame, Square};

use crate::session::process::Bianca;
use crate::support::fed;

/// What the executable prints for these lines.
fn talk(arguments: &[&str], lines: &str) -> (String, String) {
    let Output {
        stdout,
        stderr,
        status,
    } = run(arguments, lines);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (stdout, stderr) = (text(stdout), text(stderr));
    assert!(status.success(), "{arguments:?}: {stderr}");
    (stdout, stderr)
}

fn run(arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    fed(command.args(arguments).env_remove("RUST_LOG"), lines)
}

/// Few plies, and the same moves each time.
const QUIET: [&str; 7] = ["-q", "-book-usage", "off", "-eval-file", "F", "-level", "2"];

/// The columns of a row of the table: depth, score, time, positions and the moves.
fn columns(row: &str) -> (String, i32, String, u64, Vec<String>) {
    assert!(row.len() <= 80, "{row}");
    let (numbers, moves) = row.split_at(53);
    let words: Vec<&str> = numbers.split_whitespace().collect();
    assert!((4..=5).contains(&words.len()), "{row}");
    (
        words[0].to_owned(),
        words[1].parse().unwrap(),
        words[2].to_owned(),
        words[3].parse().unwrap(),
        moves.split_whitespace().map(str::to_owned).collect(),
    )
}

#[test]
fn a_program_that_waits_for_the_move_gets_nothing_else_to_read() {
    let start = "---------------------------OX------XO---------------------------";
    let (said, warned) = talk(&QUIET, &format!("setboard {start} X\ngo\nquit\n"));
    let (before, after) = said.split_once("\n\nEdax plays ").unwrap();
    assert_eq!(before, ">\n>");
    let mv = &after[..2];
    let square: Square = mv.to_lowercase().parse().unwrap();
    assert!(OthelloGame::new().position().moves().contains(square));
    assert_eq!(after, format!("{mv}\n>\n"));
    assert_eq!(mv, mv.to_uppercase());
    assert_eq!(warned, "");
}

#[test]
fn the_table_and_the_board_are_read_by_their_columns() {
    let arguments = ["-eval-file", "F", "-level", "3", "-book-usage", "off"];
    let (said, _) = talk(&arguments, "go\n");
    let lines: Vec<&str> = said.lines().collect();
    let row = |text: &str| {
        lines
            .iter()
            .position(|line| line.starts_with(text))
            .unwrap()
    };
    let header = row(" depth|score|");
    assert!(lines[header + 1].starts_with("------+-----+"));
    let (depth, _, time, nodes, moves) = columns(lines[header + 2]);
    assert_eq!(depth, "3@73%", "{said}");
    assert!(time.starts_with("0:0") && nodes > 0, "{said}");
    assert_eq!(lines[header + 3], lines[header + 1]);
    let played = lines[row("Edax plays ")].trim_start_matches("Edax plays ");
    assert_eq!(lines[row("Edax plays ") - 1], "");
    assert_eq!(moves[0], played.to_lowercase());
    // The last board has what was played.
    let board = lines
        .iter()
        .rposition(|line| line.starts_with("1 "))
        .unwrap();
    let squares: Vec<&str> = lines[board..board + 8]
        .iter()
        .map(|line| &line[2..18])
        .collect();
    let discs: String = squares.concat().replace(' ', "");
    assert_eq!(discs.len(), 64);
    let square: Square = played.to_lowercase().parse().unwrap();
    assert_eq!(discs.as_bytes()[square.index()], b'*');
    assert_eq!(discs.matches('*').count(), 4);
    assert_eq!(discs.matches('O').count(), 1);
    assert_eq!(discs.matches('.').count(), 3);
}

#[test]
fn the_end_of_a_game_is_on_the_board() {
    let full = "X".repeat(64);
    let (said, _) = talk(&[QUIET[1], QUIET[2]], &format!("setboard {full} X\ngo\n"));
    assert_eq!(said.matches("\n*** Game Over ***\n").count(), 3, "{said}");
    assert!(said.contains("       Game over        4 |"), "{said}");
    assert!(said.contains("       Black won        5 |"), "{said}");
    assert!(!said.contains("Edax plays"), "{said}");
}

#[test]
fn the_engine_answers_in_the_modes_that_say_so() {
    let (said, _) = talk(&QUIET, "mode 0\nf5\nundo\nf5\nquit\n");
    let words = |text: &str| said.matches(text).count();
    assert_eq!(
        (words("You play F5\n"), words("Edax plays ")),
        (2, 2),
        "{said}"
    );
    let (said, _) = talk(&QUIET, "mode 1\n");
    assert_eq!(said.matches("Edax plays ").count(), 1, "{said}");
    let (said, _) = talk(&QUIET, "mode 3\nf5\nps\n");
    assert_eq!(said.matches("Edax plays ").count(), 0, "{said}");
    // Both sides, to the end.
    let board = format!("-OX{}", "X".repeat(61));
    let (said, _) = talk(&QUIET, &format!("setboard {board} X\nmode 2\n"));
    assert!(said.ends_with("Edax plays A1\n>\n"), "{said}");
}

#[test]
fn hints_are_rows_best_first() {
    let (said, _) = talk(&QUIET, "hint 3\n");
    let rows: Vec<_> = (said.lines())
        .filter(|line| line.contains(" 0:0"))
        .map(columns)
        .collect();
    assert_eq!(rows.len(), 3, "{said}");
    assert!(rows.is_sorted_by(|one, two| one.1 >= two.1), "{said}");
    let (said, _) = talk(&["-q", "-level", "2"], "hint 1\n");
    let book = said.lines().find(|line| line.starts_with("book ")).unwrap();
    assert!(book[8..].starts_with(['+', '-']), "{said}");
    assert_eq!(book.trim_end()[53..].len(), 2, "{said}");
}

#[test]
fn options_are_set_and_what_is_unknown_is_named_elsewhere() {
    let lines = "set level = 1\nmove-time 0:01\nlevel many\nfly\nbook off\nversion\nhelp\nquit\n";
    let (said, warned) = talk(&["-q"], lines);
    assert!(said.contains("Bianca"), "{said}");
    assert!(said.contains("setboard BOARD"), "{said}");
    assert!(
        warned.contains("'many'") && warned.contains("fly"),
        "{warned}"
    );
    assert!(!said.contains("fly"), "{said}");
    assert_eq!(warned.lines().count(), 2, "{warned}");
}

/// The move must not wait for the line that ends the thinking in the opponent's time.
#[test]
fn a_move_is_told_before_the_engine_ponders() {
    let mut bianca = Bianca::anywhere(&["-q", "-level", "2", "-ponder", "on"]);
    bianca.send("mode 0\nf5\n");
    let told = |bianca: &mut Bianca, text: &str| {
        while !bianca.line().expect("an answer").contains(text) {}
    };
    told(&mut bianca, "Edax plays ");
    bianca.send("version\n");
    told(&mut bianca, "Bianca ");
    bianca.send("perft 40\nstop\nquit\n");
    let (_, status) = bianca.finish();
    assert!(status.success());
}

#[test]
fn what_would_wait_for_ever_is_refused() {
    let (_, warned) = talk(&["-q"], "solve /dev/zero\nsolve .\nopen .\n");
    assert_eq!(warned.lines().count(), 3, "{warned}");
}

#[test]
fn games_are_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let file = file.to_str().unwrap();
    let lines = format!("play f5d6c3\nsave {file}\ninit\nopen {file}\nverbose 1\n");
    let (said, _) = talk(&QUIET, &lines);
    assert!(said.contains("ply  4 (57 empties)"), "{said}");
    let (_, warned) = talk(&QUIET, "open /no/such/file\n");
    assert!(warned.contains("/no/such/file"), "{warned}");
}

#[test]
fn problems_are_solved_into_edaxs_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.obf");
    let ending = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";
    let content = format!("{ending}; G8:+18; F2:+14;\n{ending}; +16;\n");
    std::fs::write(&file, content).unwrap();
    let file = file.to_str().unwrap();
    let arguments = ["-solve", file, "-l", "60", "-eval-file", "F", "-n", "1"];
    let (said, _) = talk(&[&arguments[..], &["-book-usage", "off"]].concat(), "");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with(" # | depth|score|"), "{said}");
    assert!(lines[1].starts_with("---+------+-----+"), "{said}");
    for (number, line) in lines[2..4].iter().enumerate() {
        let (index, row) = line.split_once('|').unwrap();
        assert_eq!(index.trim().parse(), Ok(number + 1));
        let row = row.split(" Erroneous").next().unwrap();
        let (depth, score, _, _, moves) = columns(row);
        assert_eq!((depth.as_str(), score), ("14", 18), "{said}");
        assert_eq!(moves[0], "g8");
    }
    assert!(
        lines[3].ends_with(" Erroneous score: +16 expected"),
        "{said}"
    );
    assert!(lines[5].starts_with("problems.obf: "), "{said}");
    assert!(lines[6].starts_with("2 positions; 0 erroneous move; 1 erroneous score;"));
    // The boards, and the summary alone.
    let (said, _) = talk(&["-solve", file, "-vv"], "");
    assert_eq!(said.matches("*** problem # ").count(), 2, "{said}");
    let (said, _) = talk(&["-solve", file, "-q"], "");
    assert!(!said.contains("principal"), "{said}");
    // In the console as well.
    let (said, _) = talk(&["-book-usage", "off"], &format!("solve {file}\n"));
    assert!(said.contains("problems.obf: "), "{said}");
}

#[test]
fn every_line_by_which_programs_start_edax_begins_a_session() {
    for (arguments, lines, answer) in [
        ("-cassio -n-tasks 2", "ENGINE-PROTOCOL init\n", "ready.\n"),
        ("-cassio -h 20", "ENGINE-PROTOCOL init\n", "ready.\n"),
        (
            "-gtp -eval-file F -level 9 -book-usage off -n 1 -q",
            "name\n",
            "= Bianca\n",
        ),
        (
            "-nboard -q -book-usage off -ponder off -eval-file F -n 1 -l 21",
            "nboard 1\n",
            "set myname Bianca",
        ),
        ("-xboard -n 1", "protover 2\n", "feature "),
        (
            "-q -book-usage off -eval-file F -level 10",
            "version\n",
            "\nBianca ",
        ),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let (said, _) = talk(&words, lines);
        assert!(said.contains(answer), "{arguments}: {said}");
    }
}

#[test]
fn what_neither_knows_is_refused_by_name() {
    for (arguments, named) in [
        (&["-cassio", "-fly"][..], "'fly'"),
        (&["-gtp", "-level", "high"], "'high'"),
        (&["-solve"], "after '-solve'"),
        (&["-q", "-ggs"], "GGS"),
    ] {
        let refused = run(arguments, "");
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(said.contains(named), "{said}");
    }
}
