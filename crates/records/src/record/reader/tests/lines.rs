//! Lines that are one board or one game together, and those that are not: numbers of rows, sides
//! beside and below, numbers of moves.

use super::*;

/// The games of a text: a board where it starts elsewhere, else its moves, else why it is none.
fn told(text: &str) -> Vec<String> {
    let describe = |entry: FileEntry| match entry.game {
        Ok(game) if game.game.turns().is_empty() => {
            write_board(game.game.position(), game.game.to_move())
        }
        Ok(game) => write_transcript(game.game.turns().iter().map(|&(_, mv)| mv)),
        Err(error) => error.to_string(),
    };
    let found = entries(text.as_bytes(), Some(FileFormat::Transcript));
    found.into_iter().map(describe).collect()
}

/// Rows of a board that looks different from each side.
const ROWS: [&str; 8] = [
    "OXO-----", "--------", "--------", "X-------", "--------", "--------", "--------", "------OX",
];

fn board(side: &str) -> String {
    ROWS.concat() + " " + side
}

/// The rows, each with what `mark` makes of its number and the row.
fn drawn(mark: impl Fn(usize, &str) -> String) -> String {
    let lines = (1..)
        .zip(ROWS)
        .map(|(number, row)| mark(number, row) + "\n");
    lines.collect()
}

#[test]
fn rows_have_numbers_up_or_down_or_none() {
    let black = [board("X")];
    let plain = drawn(|_, row| row.to_owned());
    let files = "  a b c d e f g h\n";
    let line = " +-+-+-+\n";
    for text in [
        plain.clone(),
        drawn(|number, row| format!("{number} {row}")),
        drawn(|number, row| format!(" {number}|{row}|{number}")),
        drawn(|number, row| format!("{number}\t{row}")),
        drawn(|_, row| format!("|{row}|")),
        drawn(|_, row| row.replace("", " ")),
        format!(
            "{files}{}{files}",
            drawn(|number, row| format!("{number} {row} {number}"))
        ),
        format!(
            "{line}{}{line}",
            drawn(|_, row| format!("{row}\n{}", line.trim_end()))
        ),
        format!("ABCDEFGH\n{plain}"),
        // From the eighth rank down.
        (1..=8)
            .rev()
            .map(|number| format!("{number} {}\n", ROWS[number - 1]))
            .collect(),
    ] {
        assert_eq!(told(&text), black, "{text}");
    }
    // Rows that leave a number out, begin in the middle, or have numbers in part, are no board.
    let numbered = |numbers: [usize; 8]| -> String {
        let rows = numbers.into_iter().zip(ROWS);
        rows.map(|(number, row)| match number {
            0 => format!("{row}\n"),
            number => format!("{number} {row}\n"),
        })
        .collect()
    };
    for numbers in [
        [1, 2, 3, 4, 5, 6, 7, 9],
        [1, 2, 3, 5, 4, 6, 7, 8],
        [1, 2, 3, 4, 4, 5, 6, 7],
        [2, 3, 4, 5, 6, 7, 8, 9],
        [1, 3, 4, 5, 6, 7, 8, 9],
        [8, 7, 6, 5, 4, 3, 1, 2],
        [8, 1, 2, 3, 4, 5, 6, 7],
        [1, 2, 3, 0, 5, 6, 7, 8],
        [0, 2, 3, 4, 5, 6, 7, 8],
        [1, 8, 7, 6, 5, 4, 3, 2],
    ] {
        let found = told(&numbered(numbers));
        assert!(!found.contains(&board("X")), "{numbers:?}: {found:?}");
    }
}

#[test]
fn the_side_stands_beside_a_row_or_below_the_board() {
    let plain = drawn(|_, row| row.to_owned());
    let beside = |words: [&str; 2]| {
        drawn(|number, row| match number {
            2 => format!("2 {row} 2 {}", words[0]),
            5 => format!("5 {row} 5 {}", words[1]),
            number => format!("{number} {row} {number}"),
        })
    };
    for (text, side) in [
        (plain.clone(), "X"),
        (format!("{plain}O\n"), "O"),
        (format!("{plain}\n\nwhite\n"), "O"),
        (format!("{plain}side=W\n"), "O"),
        (format!("{plain}it is white to move\n"), "O"),
        (format!("{plain}black to move\n"), "X"),
        (beside(["O to move", "4 discs"]), "O"),
        (beside(["4 discs", "O to move"]), "O"),
        (beside(["O to move", "X to move"]), "O"),
        (beside(["X to move", "O to move"]), "X"),
        // What stands below is said last.
        (beside(["X to move", ""]) + "O\n", "O"),
        (beside(["O to move", ""]) + "\nX\n", "X"),
    ] {
        assert_eq!(told(&text), [board(side)], "{text}");
        // What stands behind it is the next game.
        let more = format!("{text}f5d6\n");
        assert_eq!(told(&more), [board(side), "f5d6".to_owned()], "{more}");
    }
    // One side ends a board; a ninth row begins another.
    let found = told(&format!("{plain}O\nX\n"));
    assert_eq!((found.len(), &found[0]), (2, &board("O")));
    let found = told(&format!("{plain}{plain}O\n"));
    assert_eq!(found, [board("X"), board("O")]);
    let found = told(&format!("{plain}{}\n", ROWS[0]));
    assert_eq!((found.len(), &found[0]), (2, &board("X")));
    // Before the eighth row no side ends it.
    let short: String = ROWS[..7].iter().map(|row| format!("{row}\n")).collect();
    let found = told(&format!("{short}O\n"));
    assert_eq!(found[0], "a board has 64 squares, this one has 56");
}

#[test]
fn moves_go_on_where_their_numbers_say_so() {
    for (text, games) in [
        ("1. f5 d6\n2. c3 d3\n", &["f5d6c3d3"][..]),
        ("1. f5 d6\n3. c3 d3\n", &["f5d6c3d3"]),
        ("1. f5 d6\n1. d3 c3\n", &["f5d6", "d3c3"]),
        // Two games, though the moves of the second were legal after those of the first.
        ("1. f5 d6\n1. c4\n", &["f5d6", "c4"]),
        (
            "2. f5 d6\n3. c3\n",
            &["f5d6", "move 1: illegal move: c3 for black"],
        ),
        ("1. f5 d6 2.\nc3 d3\n", &["f5d6c3d3"]),
        ("1. f5\nd6 2. c3\n", &["f5d6c3"]),
        ("1. f5 d6\n40-24\n", &["f5d6"]),
        ("1. f5 d6\nc3 d3 40-24\n", &["f5d6c3d3"]),
        ("1. f5 d6\n64-0\n", &["f5d6"]),
        (
            "1. f5 d6\n65-0\n",
            &[
                "f5d6",
                "'65-0' is not a move (a1 to h8, or pass); a square is a letter and a digit: f5, not 56 or 65",
            ],
        ),
        ("1. f5 d6\nd3 c3\n", &["f5d6", "d3c3"]),
        (
            "1. f5 d6\n\n2. c3\n",
            &["f5d6", "move 1: illegal move: c3 for black"],
        ),
        (
            "1. f5 d6\n2. a1\nd3\n",
            &["f5d6", "move 1: illegal move: a1 for black", "d3"],
        ),
        ("f5\nd6\nc3\n", &["f5d6c3"]),
        ("f5\nd6 c3\n", &["f5", "move 1: illegal move: d6 for black"]),
        ("f5\n\nd3\n", &["f5", "d3"]),
        ("f5 % said\nd3\n", &["f5", "d3"]),
        (
            "f5              \nd6\n",
            &["f5", "move 1: illegal move: d6 for black"],
        ),
    ] {
        assert_eq!(told(text), games, "{text}");
    }
    // Nobody plays more than so many moves; the next is a line of its own.
    let passes: Vec<&str> = std::iter::repeat_n("d3", 129).collect();
    assert_eq!(told(&passes.join("\n")), vec!["d3"; 129]);
}
