//! Public programs that drive Edax, each as its source shows that it starts Edax, what it sends,
//! and what it waits for. They are started under a name with `edax` in it and under Bianca's own.
//!
//! None of their text is here. Two of them say nothing before Edax has drawn its board, and start
//! it without a word: under Bianca's name they need the word `-edax`, as `docs/edax.md` says.

mod driven;

use bianca::othello::{Color, Position};
use rand::prelude::*;

use driven::{Board, Driven, Place};

/// It plays against Edax, which has a side by `-mode`, and counts the twelve lines after a move.
fn counts_the_lines_of_a_board(place: &Place) {
    let others = [
        "-l",
        "2",
        "-game-file",
        "g.txt",
        "-search-log-file",
        "s.txt",
    ];
    for mode in ["0", "1"] {
        let mut edax = place.start(&[&["-mode", mode][..], &others].concat());
        let (mut board, mut random) = (Board::new(), StdRng::seed_from_u64(1));
        for turn in 0..3 {
            if mode == "0" || turn > 0 {
                let square = board.move_at_random(&mut random);
                edax.send(&format!("{square}\n"));
            }
            let line = edax.line_that(|line| line.contains("Edax plays"));
            board.hear(line.split(' ').nth(2).unwrap());
            let twelve: Vec<String> = (0..12).map(|_| edax.line()).collect();
            assert_eq!((&*twelve[0], &*twelve[11]), ("", ""), "{twelve:?}");
            let last = "  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H";
            assert_eq!(twelve[10], last);
        }
    }
}

/// It reads up to a prompt at the beginning of a line, and takes what stands behind the last
/// `Edax plays`.
fn reads_up_to_the_prompt(place: &Place) {
    for mode in ["1", "0"] {
        let mut edax = place.start(&[
            "-q",
            "-eval-file",
            "data/eval.dat",
            "-book-file",
            "data/book.dat",
            "-level",
            "32",
            "-noise",
            "32",
            "-mode",
            mode,
            "-move-time",
            "0.05",
            "-ponder",
            "on",
        ]);
        let (mut board, mut random) = (Board::new(), StdRng::seed_from_u64(2));
        for turn in 0..3 {
            if mode == "0" || turn > 0 {
                let square = board.move_at_random(&mut random);
                edax.send(&format!("{}\n", square.to_string().to_uppercase()));
            }
            let mut said = Vec::new();
            loop {
                let byte = edax.byte().unwrap();
                if byte == b'>' && said.last() == Some(&b'\n') {
                    break;
                }
                said.push(byte);
            }
            let said = String::from_utf8(said).unwrap();
            let (_, told) = said.rsplit_once("Edax plays ").unwrap();
            board.hear(&told[..2]);
        }
    }
}

/// It asks for a move of each position of its own, and wants no boards.
fn asks_for_positions_without_boards(place: &Place) {
    let mut edax = place.start(&[
        "-edax",
        "-level",
        "2",
        "-n-tasks",
        "1",
        "-book-usage",
        "off",
        "-verbose",
        "0",
        "-auto-start",
        "off",
        "-hash-table-size",
        "18",
    ]);
    for seed in 0..3 {
        let board = Board::random(9, seed);
        edax.send(&format!("setboard {}\ngo\n", board.written('*', 'O')));
        let line = loop {
            let line = edax.line().trim().to_lowercase();
            assert!(
                !line.contains("illegal") && !line.contains("unknown command"),
                "{line}"
            );
            assert!(!line.contains(" a b c "), "no board is wanted");
            if line.starts_with("edax plays") {
                break line;
            }
        };
        assert!(
            board.allows(line.split_whitespace().last().unwrap()),
            "{line}"
        );
    }
    edax.send("quit\n");
    assert!(edax.child.wait().unwrap().success());
}

/// It starts Edax without a word, sets the level first, and lets it score positions.
fn sets_the_level_first(place: &Place) {
    let mut edax = place.start(&[]);
    edax.send("level 3\n");
    for seed in 0..3 {
        let board = Board::random(8, seed);
        let written = board.written('X', 'O').replace('-', ".");
        edax.send(&format!("setboard {written}\ngo\n"));
        assert!(board.allows(&edax.told("Edax plays ")[..2]));
    }
}

/// The same program's other part: it begins games by `i` and tells moves in capitals.
fn tells_its_moves_in_capitals(place: &Place) {
    let mut edax = place.start(&[]);
    edax.send("level 2\n");
    for seed in 0..2 {
        edax.send("i\n");
        let (mut board, mut random) = (Board::new(), StdRng::seed_from_u64(seed));
        for _ in 0..4 {
            let square = board.move_at_random(&mut random);
            edax.send(&format!("{}\n", square.to_string().to_uppercase()));
            edax.send("go\n");
            board.hear(&edax.told("Edax plays ")[..2]);
        }
    }
}

/// It has all lines ready when Edax starts, and looks for the move in all that is said.
fn has_all_lines_ready(place: &Place) {
    let board = Board::random(20, 5);
    let input = format!("setboard {}\ngo\nquit\n\n", board.written('X', 'O'));
    let said = place.run(&["-l", "3", "-verbose", "0"], &input);
    let (_, told) = said.split_once("Edax plays ").unwrap();
    assert!(board.allows(&told[..2]), "{said}");
}

/// It waits for the twelve lines of the first board before it says anything, and counts lines from
/// then on; its board has no side to move.
fn waits_for_the_first_board(place: &Place) {
    let arguments: &[&str] = if place.is_named { &[] } else { &["-edax"] };
    let mut edax = place.start(arguments);
    let board: Vec<String> = (0..12).map(|_| edax.line()).collect();
    assert!(board[10].contains("WHITE"), "{board:?}");
    let send = |edax: &mut Driven, line: &str| {
        edax.send(&format!("{line}\n"));
        edax.line()
    };
    send(&mut edax, "set verbose = 0");
    send(&mut edax, "set l = 3");
    let (mut board, mut random) = (Board::random(6, 3), StdRng::seed_from_u64(3));
    send(&mut edax, &format!("setboard {}", board.squares('*', 'O')));
    for _ in 0..3 {
        send(&mut edax, "go");
        let told = [edax.line(), edax.line()];
        board.hear(told[1].split_whitespace().last().unwrap());
        let square = board.move_at_random(&mut random);
        send(
            &mut edax,
            &format!("play {}", square.to_string().to_uppercase()),
        );
    }
}

/// It waits for a prompt before each line and takes the move from a fixed place.
fn takes_the_move_from_its_place(place: &Place) {
    let arguments: &[&str] = if place.is_named { &[] } else { &["-edax"] };
    let mut edax = place.start(arguments);
    edax.until(b'>');
    for line in ["set verbose 0", "level 2"] {
        edax.send(&format!("{line}\n"));
        edax.until(b'>');
    }
    let (mut board, mut random) = (Board::new(), StdRng::seed_from_u64(4));
    for _ in 0..3 {
        edax.send("go\n");
        board.hear(&edax.until(b'>')[13..15]);
        let square = board.move_at_random(&mut random);
        edax.send(&format!("play {square}\n"));
        edax.until(b'>');
    }
}

/// Depth, whether there were cuts, score and positions of a row of results.
fn read_row(line: &str) -> Option<(u32, bool, i32, u64)> {
    let mut words = line.split_whitespace();
    let depth = words.next()?;
    let digits: String = depth.chars().take_while(char::is_ascii_digit).collect();
    let score = words.next()?;
    let signed = score.starts_with(['+', '-']);
    let nodes = words.nth(1).and_then(|nodes| nodes.parse().ok());
    let depth_of = digits.parse().ok().filter(|_| signed)?;
    Some((
        depth_of,
        depth.contains('@'),
        score.parse().ok()?,
        nodes.unwrap_or(0),
    ))
}

/// It reads the scores of the rows, changes the level between positions, and knows the end of a
/// game by its words.
fn reads_the_rows_of_the_console(place: &Place) {
    let mut edax = place.start(&[
        "-n",
        "1",
        "-book-usage",
        "off",
        "-eval-file",
        "data/eval.dat",
        "-level",
        "4",
    ]);
    edax.send("mode 3\n");
    for (seed, level) in [(1, 4), (2, 2)] {
        let board = Board::random(12, seed);
        edax.send(&format!("level {level}\n"));
        edax.send(&format!("setboard {}\ngo\n", board.written('X', 'O')));
        let mut row = None;
        loop {
            let line = edax.line();
            row = read_row(line.trim()).or(row);
            if line.trim().starts_with("Edax plays") {
                break;
            }
        }
        let (depth, has_cuts, score, nodes) = row.expect("a row");
        assert!(depth <= 48 && score.abs() <= 64 && nodes > 0);
        assert!(has_cuts, "a level of {level} proves nothing");
    }
    let full = "X".repeat(64);
    edax.send(&format!("setboard {full} X\ngo\n"));
    edax.line_that(|line| line.contains("*** Game Over ***"));
    edax.line_that(|line| line.contains("*** Game Over ***"));
}

/// It wants all rows, and waits for a last line that is the prompt.
fn waits_for_a_line_that_is_the_prompt(place: &Place) {
    let mut edax = place.start(&[
        "-vv",
        "-cpu",
        "-book-usage",
        "off",
        "-level",
        "5",
        "-n-tasks",
        "1",
    ]);
    let wait = |edax: &mut Driven| {
        let mut said = String::new();
        while !said.ends_with("\n>") {
            said.push(edax.byte().unwrap() as char);
        }
        said
    };
    wait(&mut edax);
    for seed in 0..2 {
        let board = Board::random(10, seed);
        edax.send(&format!("setboard {}\n", board.written('*', 'O')));
        wait(&mut edax);
        edax.send("go\n");
        let said = wait(&mut edax);
        let told = said
            .lines()
            .find_map(|line| line.strip_prefix("Edax plays "));
        assert!(board.allows(told.unwrap()), "{said}");
        let rows = said
            .lines()
            .filter(|line| read_row(line).is_some_and(|row| row.3 > 0));
        assert!(rows.count() > 1, "{said}");
    }
}

/// It speaks GTP, and counts the discs beside the board.
fn counts_the_discs_of_gtp(place: &Place) {
    let mut edax = place.start(&["-gtp", "-q", "-l", "1", "-n", "1", "-book-usage", "off"]);
    let mut ask = |line: &str| {
        edax.send(&format!("{line}\n"));
        let mut reply = vec![edax.line()];
        while !reply.last().unwrap().is_empty() {
            reply.push(edax.line());
        }
        assert!(reply[0].starts_with('='), "{line}: {reply:?}");
        reply.join("\n")
    };
    ask("boardsize 8");
    ask("clear_board");
    let mut board = Board::new();
    for color in ["b", "w", "b", "w"] {
        let told = ask(&format!("genmove {color}"));
        board.hear(told.trim_start_matches('=').trim());
        let drawn = ask("showboard");
        let discs = |letter: &str| -> u32 {
            let mut counts = drawn.lines().filter(|line| line.contains("discs ="));
            let line = counts.find(|line| {
                line.split(':').next().unwrap().split_whitespace().last() == Some(letter)
            });
            let (_, count) = line.unwrap().split_once("discs =").unwrap();
            count.split_whitespace().next().unwrap().parse().unwrap()
        };
        let Position { own, opp } = board.0.position_for(Color::Black);
        assert_eq!(
            (discs("*"), discs("O")),
            (own.count(), opp.count()),
            "{drawn}"
        );
    }
}

/// It speaks NBoard's protocol, reads the move as a word, and waits for Edax to say that it waits.
fn waits_until_edax_waits(place: &Place) {
    let mut edax = place.start(&[
        "-nboard",
        "-q",
        "-book-usage",
        "off",
        "-ponder",
        "off",
        "-eval-file",
        "data/eval.dat",
        "-n",
        "1",
        "-l",
        "2",
    ]);
    edax.send("nboard 1\nping 1\n");
    edax.line_that(|line| line.trim() == "pong 1");
    let mut board = Board::new();
    for _ in 0..3 {
        edax.send("go\n");
        let line = edax.line_that(|line| line.starts_with("==="));
        let word = line.split_whitespace().nth(1).unwrap().to_owned();
        edax.line_that(|line| line == "status Edax is waiting");
        board.hear(&word);
        edax.send(&format!("move {word}\n"));
    }
}

/// Of a random game: 14 empty squares, +18 by g8.
const ENDING: &str = "--OOO------OO---XXOOO--XOXXOOOOOOXOXOXOOOXXXXOXOOXOXXXOOXXXXXX-O X";

/// It solves a file with all that is found, and takes the score of the last row.
fn takes_the_score_of_the_last_row(place: &Place) {
    let file = place.file("oracle.obf", &format!("{ENDING};\n"));
    let said = place.run(
        &[
            "-solve",
            &file,
            "-l",
            "60",
            "-eval-file",
            "data/eval.dat",
            "-book-usage",
            "off",
            "-vv",
        ],
        "",
    );
    let rows = said
        .lines()
        .filter(|line| !line.contains(" - "))
        .filter_map(read_row);
    assert_eq!(rows.map(|row| row.2).next_back(), Some(18), "{said}");
}

/// It solves what it writes to the standard input, and knows every kind of line.
fn knows_every_line_of_a_solution(place: &Place) {
    if cfg!(windows) {
        return;
    }
    let arguments = ["-solve", "/dev/stdin", "-level", "60", "-verbose", "3"];
    let said = place.run(&arguments, &format!("{ENDING};\n"));
    let mut last = None;
    for line in said.lines() {
        let is_drawn = line.starts_with("  A B C D E F G H")
            || line.as_bytes().get(..2).is_some_and(|start| {
                start[0].is_ascii_digit()
                    && start[1] == b' '
                    && line[2..].starts_with(['O', '*', '-', '.'])
            });
        let is_known = line.is_empty()
            || line.starts_with("*** problem # ")
            || line.starts_with(" depth|score|")
            || line.starts_with("------+-----+")
            || line.starts_with("stdin: ")
            || is_drawn;
        if !is_known {
            // Its columns, by their places.
            let depth = line[..6].trim().split('@').next().unwrap();
            let moves: Vec<&str> = line[53..].split_whitespace().collect();
            assert!(depth.parse::<u32>().is_ok() && !moves.is_empty(), "{line}");
            assert_eq!(line.len(), 73, "{line}");
            last = Some((line[8..11].parse::<i32>().unwrap(), moves[0].to_owned()));
        }
    }
    assert_eq!(last, Some((18, "g8".to_owned())), "{said}");
    assert!(
        said.contains("\n2 ") && said.contains(" 2 * to move\n"),
        "{said}"
    );
}

/// It lets Edax solve for a time, and takes the first thing that looks like a move.
fn takes_the_first_thing_like_a_move(place: &Place) {
    let board = Board::random(4, 8);
    let file = place.file("edax_files.obf", &format!("{}\n", board.written('X', 'O')));
    let said = place.run(
        &["-solve", &file, "-move-time", "0.2", "-book-usage", "off"],
        "",
    );
    let pairs = said.as_bytes().windows(2);
    let mut words = pairs.filter(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit());
    let word = String::from_utf8(words.next().unwrap().to_vec()).unwrap();
    assert!(board.allows(&word), "{said}");
}

/// Each program with what it does.
type Driver = (&'static str, fn(&Place));

const DRIVERS: [Driver; 15] = [
    ("counts the lines of a board", counts_the_lines_of_a_board),
    ("reads up to the prompt", reads_up_to_the_prompt),
    (
        "positions without boards",
        asks_for_positions_without_boards,
    ),
    ("the level first", sets_the_level_first),
    ("moves in capitals", tells_its_moves_in_capitals),
    ("all lines ready", has_all_lines_ready),
    ("the first board", waits_for_the_first_board),
    ("the move in its place", takes_the_move_from_its_place),
    ("rows of the console", reads_the_rows_of_the_console),
    (
        "a line that is the prompt",
        waits_for_a_line_that_is_the_prompt,
    ),
    ("discs in GTP", counts_the_discs_of_gtp),
    ("Edax waits", waits_until_edax_waits),
    ("the last row", takes_the_score_of_the_last_row),
    ("every line of a solution", knows_every_line_of_a_solution),
    (
        "the first thing like a move",
        takes_the_first_thing_like_a_move,
    ),
];

#[test]
fn programs_that_drive_edax_work_under_both_names() {
    let places = Place::both();
    let mut failed = Vec::new();
    for place in &places {
        for (name, drive) in DRIVERS {
            let driven = std::panic::AssertUnwindSafe(|| drive(place));
            if std::panic::catch_unwind(driven).is_err() {
                failed.push((name, place.is_named));
            }
        }
    }
    assert_eq!(
        failed,
        [],
        "those that failed, and whether under Edax's name"
    );
}

/// Wherever it is started, Edax reads its own file of options first.
#[test]
fn edaxs_own_file_of_options_is_read() {
    for place in Place::both() {
        place.file(
            "edax.ini",
            "# mine\nset verbose = 0\nmode 1\nlevel 1\nfly high\n",
        );
        let said = place.run(&["-book-usage", "off"], "quit\n");
        assert!(said.starts_with("\n\nEdax plays "), "{said}");
        assert_eq!(said.lines().last(), Some(">"), "{said}");
        // What is said goes before what is read.
        let said = place.run(&["-book-usage", "off", "-mode", "3"], "quit\n");
        assert_eq!(said, ">\n");
    }
    // Bianca's own sessions know nothing of it.
    let ours = &Place::both()[1];
    ours.file("edax.ini", "mode 1\n");
    assert_eq!(ours.run(&[], "name\n"), "= Bianca\n\n");
}

/// A first word of another protocol turns the console to it.
#[test]
fn the_console_is_turned_by_a_first_word() {
    let [place, _] = Place::both();
    for (lines, answer) in [
        ("protocol_version\nname\n", "= 2\n\n= Bianca\n\n"),
        ("xboard\nprotover 2\n", "feature "),
        ("nboard 1\nping 3\n", "pong 3\n"),
        ("nboard 2\nping 3\n", "pong 3\n"),
        ("ENGINE-PROTOCOL init\n", "ready.\n"),
    ] {
        let said = place.run(&["-q"], lines);
        assert!(said.starts_with(">\n"), "{lines}: {said}");
        assert!(said.contains(answer), "{lines}: {said}");
    }
    let said = place.run(&["-q"], "f5\nprotocol_version\nshowboard\n");
    assert!(
        said.contains("*: discs =  2    moves =  4"),
        "a new game: {said}"
    );
}
