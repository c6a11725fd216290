//! One vocabulary: the words for moves and passes, through every protocol, every format of files
//! and every command line that takes moves.

use std::process::{Command, Output};

use bianca::othello::PASSES;

use crate::support::{Scratch, fed, stderr, stdout};

/// Moves after which black has to pass and white can play d2.
const BEFORE: [&str; 8] = ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"];
/// The same game with that pass, which a transcript leaves out, and that move.
const WHOLE: &str = "c4c3f5b4a4a5c2a3d2\n";
/// Words for d2.
const SQUARES: [&str; 6] = ["d2", "D2", "P@d2", "p@D2", "ｄ２", "Ｐ＠Ｄ２"];
/// Words for a pass that are one only alone, and some of the others as people type them.
const MORE_PASSES: [&str; 6] = ["p", "c3c3", "PASS", "PA", "ＰＡＳＳ", "００００"];
/// What is no move in any place.
const NEITHER: [&str; 5] = ["i9", "d", "00", "@", "skip"];

fn run(arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    fed(command.args(arguments).env_remove("RUST_LOG"), lines)
}

/// Each pass with d2, and a pass with each word for d2.
fn spellings() -> Vec<(&'static str, &'static str)> {
    let passes = PASSES.into_iter().chain(MORE_PASSES);
    let squares = SQUARES.into_iter().map(|square| ("pass", square));
    passes.map(|pass| (pass, "d2")).chain(squares).collect()
}

/// A way to tell the executable a game, and whether it has understood.
struct Way {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The lines for the moves of the game.
    lines: fn(moves: &[&str]) -> String,
    /// Whether what is answered to them shows that each was played.
    understood: fn(&str) -> bool,
}

fn one_a_line(before: &str, command: &str, moves: &[&str], after: &str) -> String {
    let moves: String = moves.iter().map(|mv| format!("{command}{mv}\n")).collect();
    format!("{before}{moves}{after}")
}

const WAYS: [Way; 8] = [
    Way {
        name: "GTP, a transcript",
        arguments: &["gtp"],
        lines: |moves| format!("play {}\nhistory\n", moves.join(" ")),
        understood: |answers| answers.contains("a3 pass d2\n"),
    },
    Way {
        name: "GTP, one by one",
        arguments: &["gtp"],
        lines: |moves| one_a_line("", "play ", moves, "history\n"),
        understood: |answers| answers.contains("a3 pass d2\n"),
    },
    Way {
        name: "NBoard",
        arguments: &[],
        lines: |moves| one_a_line("NBOARD 2\n", "move ", moves, "ping 1\n"),
        understood: |answers| answers.ends_with("pong 1\n") && !answers.contains("status"),
    },
    Way {
        name: "UGI",
        arguments: &["ugi"],
        lines: |moves| {
            format!(
                "position startpos moves {}\nquery p1turn\n",
                moves.join(" ")
            )
        },
        understood: |answers| answers == "response true\n",
    },
    Way {
        name: "XBoard, bare moves",
        arguments: &["xboard"],
        lines: |moves| one_a_line("force\n", "", moves, "ping 1\n"),
        understood: |answers| answers == "pong 1\n",
    },
    Way {
        name: "XBoard, usermove",
        arguments: &["xboard"],
        lines: |moves| one_a_line("force\n", "usermove ", moves, "ping 1\n"),
        understood: |answers| answers == "pong 1\n",
    },
    Way {
        name: "Edax's console",
        arguments: &["edax", "-q"],
        lines: |moves| one_a_line("", "", moves, "quit\n"),
        understood: |answers| answers.contains("You play PS") && answers.contains("You play D2"),
    },
    Way {
        name: "Cassio's lines",
        arguments: &["cassio"],
        lines: |moves| {
            let board = "---------------------------OX------XO---------------------------X";
            let moves = moves.join(" ");
            format!("ENGINE-PROTOCOL feed-hash {board} -64 64 1 100 {moves}\n\n")
        },
        understood: |answers| answers == "ready.\nbye bye.\n",
    },
];

#[test]
fn every_protocol_reads_every_word() {
    for way in &WAYS {
        let told = |pass: &str, square: &str| {
            let moves = [&BEFORE[..], &[pass, square]].concat();
            let output = run(way.arguments, &(way.lines)(&moves));
            (output.status.success(), stdout(&output))
        };
        for (pass, square) in spellings() {
            let (fine, answers) = told(pass, square);
            let understood = fine && (way.understood)(&answers);
            assert!(understood, "{}: {pass} {square}: {answers}", way.name);
        }
        for word in NEITHER {
            let (_, answers) = told("pass", word);
            assert!(
                !(way.understood)(&answers),
                "{}: {word}: {answers}",
                way.name
            );
        }
    }
}

/// The text of a game, given its last two moves.
type Written = fn(pass: &str, square: &str) -> String;

/// A game in each format.
const FORMATS: [(&str, Written); 6] = [
    ("txt", |pass, square| {
        format!("{} {pass} {square}\n", BEFORE.join(" "))
    }),
    ("numbered.txt", |pass, square| {
        let moves = [&BEFORE[..], &[pass, square]].concat();
        let rounds = moves.chunks(2).zip(1..);
        let rounds = rounds.map(|(moves, number)| format!("{number}. {}", moves.join(" ")));
        rounds.collect::<Vec<_>>().join(" ")
    }),
    ("csv", |pass, square| {
        format!("black,moves\nAnn,{} {pass} {square}\n", BEFORE.join(" "))
    }),
    ("pgn", |pass, square| {
        format!(
            "[Event \"x\"]\n\n1. {} 9. {pass} {square} *\n",
            BEFORE.join(" ")
        )
    }),
    ("sgf", |pass, square| {
        let moves = (0..).zip(BEFORE).map(|(ply, mv)| match ply % 2 {
            0 => format!(";B[{mv}]"),
            _ => format!(";W[{mv}]"),
        });
        format!(
            "(;GM[2]{};B[{pass}];W[{square}])\n",
            moves.collect::<String>()
        )
    }),
    ("ggf", |pass, square| {
        let moves = (0..).zip(BEFORE).map(|(ply, mv)| match ply % 2 {
            0 => format!("B[{mv}]"),
            _ => format!("W[{mv}//1]"),
        });
        format!(
            "(;GM[Othello]{}B[{pass}]W[{square}/0.5];)\n",
            moves.collect::<String>()
        )
    }),
];

#[test]
fn every_format_reads_every_word() {
    let scratch = Scratch::new();
    for (format, write) in FORMATS {
        let read = |pass: &str, square: &str| {
            let file = scratch.write(&format!("game.{format}"), write(pass, square));
            let output = run(&["convert", &file, "--to", "txt", "-o", "-"], "");
            (stdout(&output), stderr(&output))
        };
        for (pass, square) in spellings() {
            let (games, complaints) = read(pass, square);
            assert_eq!(games, WHOLE, "{format}: {pass} {square}: {complaints}");
        }
        for word in NEITHER {
            let (games, complaints) = read("pass", word);
            assert_eq!(games, "", "{format}: {word}");
            assert!(complaints.contains(word), "{format}: {word}: {complaints}");
        }
    }
    for mv in SQUARES.into_iter().chain(PASSES).chain(MORE_PASSES) {
        let board = "---------------------------OX------XO---------------------------";
        let problem = scratch.write("problem.obf", format!("{board} X; {mv}:+2;\n"));
        let output = run(&["convert", &problem, "--to", "obf", "-o", "-"], "");
        let complaint = stderr(&output);
        // Neither d2 nor a pass is legal at the start.
        assert!(
            complaint.contains("is scored, but is not legal here"),
            "{mv}: {complaint}"
        );
    }
}

#[test]
fn every_command_line_reads_every_word() {
    let scratch = Scratch::new();
    for (pass, square) in spellings() {
        let moves = format!("{} {pass} {square}", BEFORE.join(" "));
        let file = scratch.write("game.txt", format!("{moves}\n"));
        let condition = format!("position={moves}");
        let whole = WHOLE.trim_end();
        let commands: [(&[&str], &str); 6] = [
            (&["move", &moves, "--depth", "1"], ""),
            (&["perft", "1", "--board", &moves], " leaves in "),
            (&["book", "show", "builtin", &moves], "not in the book"),
            (&["solve", "--nodes", "100", &file], " 51 b2"),
            (&["analyze", "--depth", "1", &file], "d2"),
            (
                &[
                    "convert", &file, "--to", "txt", "-o", "-", "--filter", &condition,
                ],
                whole,
            ),
        ];
        for (arguments, expected) in commands {
            let output = run(arguments, "");
            let (results, complaints) = (stdout(&output), stderr(&output));
            assert!(output.status.success(), "{arguments:?}: {complaints}");
            assert!(results.contains(expected), "{arguments:?}: {results}");
        }
    }
    for word in ["f5", "P@f5", "Ｆ５"] {
        let players = ["play", "--lines", "--lang", "en", "--opponent", "person"];
        let output = run(&players, &format!("{word}\nquit\n"));
        assert!(
            stdout(&output).contains("so far: f5"),
            "{word}: {}",
            stdout(&output)
        );
    }
}
