//! One vocabulary of positions: each form leads to the same position at every door, and what is
//! none is refused with the same words.

use std::process::{Command, Output};

use crate::support::{Scratch, fed, stderr, stdout};

/// One square is empty, and white fills it.
const LAST: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX-";
/// Two are, and white fills either.
const BEFORE: &str = "-XOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX-";

fn bianca(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bianca"));
    fed(command.args(arguments), input)
}

/// What each door says of a position of one line.
fn every_door(form: &str) -> Vec<(&'static str, String)> {
    let scratch = Scratch::new();
    let file = scratch.write("position.txt", format!("{form}\n"));
    let said = |arguments: &[&str], input: &str| {
        let output = bianca(arguments, input);
        stdout(&output) + &stderr(&output)
    };
    vec![
        (
            "setboard",
            said(&["gtp"], &format!("setboard {form}\nlegal\n")),
        ),
        ("edax", said(&["edax"], &format!("setboard {form}\ngo\n"))),
        (
            "ugi",
            said(&["ugi"], &format!("ugi\nposition fen {form}\ngo depth 1\n")),
        ),
        ("move", said(&["move", form, "--depth", "1"], "")),
        ("solve", said(&["solve", "-"], &format!("{form}\n"))),
        ("perft", said(&["perft", "1", "--board", form], "")),
        (
            "convert",
            said(&["convert", &file, "-o", "-", "--to", "board"], ""),
        ),
    ]
}

#[test]
fn each_form_is_read_at_every_door() {
    let rows: Vec<&str> = (0..8).map(|row| &LAST[8 * row..8 * row + 8]).collect();
    let ggs = rows.join(" ").replace('X', "*");
    let fen = "PPPPPPPP/".repeat(7) + "PPPPPPp1";
    let fairy = fen.replace('P', "q").replace('p', "P").replace('q', "p");
    for form in [
        format!("{LAST} O"),
        format!("{LAST} white"),
        format!("{LAST} side=W"),
        format!("{LAST} O to move"),
        format!("8 {ggs} O"),
        format!("[8 {ggs} O]"),
        format!("{} O", LAST.replace('O', "0").replace('X', "x")).replace(" O", " 0"),
        format!("{} 1", LAST.replace('X', "0").replace('O', "1")),
        format!("{}/{} o", "oooooooo/".repeat(6) + "oooooooo", "oooooox1"),
        format!("{fen} w - - 0 1"),
        format!("{fairy} b 0 1"),
        format!("{fairy}[PPPppp] b - - 0 1"),
        format!("{BEFORE} O a1 pass"),
        format!("[8 {BEFORE} O] a1 --"),
    ] {
        leads_to_last(&form, &format!("{LAST} O"));
    }
    // Without a side it is black.
    let other = LAST.replace('O', "@").replace('X', "O");
    let written = other.replace('@', "X") + " X";
    leads_to_last(&other, &written);
    leads_to_last(&LAST.replace('O', "B").replace('X', "W"), &written);
}

/// The side to move can only play h8, and the position is written like this.
fn leads_to_last(form: &str, written: &str) {
    for (door, said) in every_door(form) {
        let expected = match door {
            "edax" => "plays H8",
            "perft" => "1 leaves",
            // Behind moves the side is the one that is to move.
            "convert" => written,
            _ => "h8",
        };
        assert!(said.contains(expected), "{door}: {form}: {said}");
    }
}

#[test]
fn what_is_left_over_is_told_at_every_door() {
    for (form, words) in [
        (
            format!("{LAST} O junk"),
            "'junk' is too much after the side",
        ),
        (format!("{LAST} junk"), "'junk' is not a side to move"),
        (format!("{LAST} O h8 junk"), "'junk' is not a move"),
        (
            "f5f5".to_owned(),
            "f5f5 for black (a square twice is a pass)",
        ),
        ("f5x9".to_owned(), "'x9' is not a move"),
        ("8/8/8/3ox3/3xo3/8/8 x".to_owned(), "this one has 7"),
    ] {
        for (door, said) in every_door(&form) {
            assert!(said.contains(words), "{door}: {form}: {said}");
        }
    }
}

#[test]
fn what_is_printed_is_read() {
    let game = "f5d6c3d3c4";
    let shown = stdout(&bianca(
        &["gtp"],
        &format!("play {game}\nshowboard\nquit\n"),
    ));
    let drawing = shown.trim().trim_start_matches("=").trim_start();
    let edax = stdout(&bianca(&["edax"], &format!("setboard {game}\nquit\n")));
    let printed = edax
        .rsplit("\n>")
        .find(|text| text.contains("A B C D"))
        .unwrap();
    let scratch = Scratch::new();
    let convert = |text: &str| {
        let file = scratch.write("position.txt", text);
        let output = bianca(&["convert", &file, "-o", "-", "--to", "board"], "");
        assert!(output.status.success(), "{text}: {}", stderr(&output));
        stdout(&output)
    };
    let expected = convert(game);
    for text in [drawing, &shown, printed.trim_matches('\n')] {
        assert_eq!(convert(text), expected, "{text}");
    }
    let moved = |text: &str| stdout(&bianca(&["move", text, "--depth", "1"], ""));
    assert_eq!(moved(drawing), moved(game));
}
