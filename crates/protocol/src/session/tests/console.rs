//! Random dialogues with Edax's console, beside a model of it: every character is compared but the
//! moves that the engine chooses, the numbers of its searches and the clocks.

mod model;
mod rules;
mod turns;

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::prelude::*;

use super::choosing::Lost;
use super::{answers, native, othello};
use crate::protocol::Dialect;
use crate::protocol::edax::options::EdaxOptions;
use crate::session::input::LONGEST_LINE;
use crate::session::{Session, SessionSettings};
use bianca_play::player::Player;
use bianca_search::request::StopFlag;
use model::{Line, Model, Printed};
use rules::{legal, name};

/// Moves of a random game from here, with its passes or without.
fn some_moves(model: &Model, count: usize, random: &mut StdRng) -> Vec<Option<usize>> {
    let (mut model, says_passes) = (model.clone(), random.random());
    let mut moves = Vec::new();
    while moves.len() < count && !model.is_over() {
        let (grid, side) = model.now();
        let square = legal(&grid, side).choose(random).copied();
        model.turn(square);
        if square.is_some() || says_passes {
            moves.push(square);
        }
    }
    moves
}

fn in_words(moves: &[Option<usize>], random: &mut StdRng) -> String {
    let words = moves.iter().map(|square| {
        let word = square.map_or("ps".to_owned(), name);
        if random.random() {
            word.to_uppercase()
        } else {
            word
        }
    });
    words
        .collect::<Vec<_>>()
        .join(if moves.len() > 4 { " " } else { "" })
}

/// A line with what it means.
fn some_line(model: &Model, random: &mut StdRng) -> (String, Line) {
    let pick = |words: &[&str], random: &mut StdRng| (*words.choose(random).unwrap()).to_owned();
    match random.random_range(0..27) {
        0 => (pick(&["", "# a comment"], random), Line::Nothing),
        1 => {
            let wrong = [
                "fly",
                "mode 4",
                "level many",
                "hint x",
                "i9",
                "setboard --",
                "play",
                "base x",
                "rotate 45",
                "count shapes",
                "book fly",
                "verbose x",
                "play f9",
                "open",
            ];
            (pick(&wrong, random), Line::Wrong)
        }
        2 => (pick(&["init", "i", "INIT"], random), Line::Init),
        3 => (pick(&["new", "n"], random), Line::New),
        4 | 5 => {
            let mut other = Model::new(3, 0);
            let count = random.random_range(0..62);
            for square in some_moves(&other.clone(), count, random) {
                other.play(&[square]);
            }
            let (grid, side) = other.now();
            let written = String::from_utf8(grid.to_vec()).unwrap();
            let side_too = side as char;
            let written = if random.random() {
                written
            } else {
                written.replace('*', "X")
            };
            (
                format!("setboard {written} {side_too}"),
                Line::SetBoard(Box::new(grid), side),
            )
        }
        6..=10 => {
            let moves = some_moves(model, 1, random);
            let square = match random.random_range(0..8) {
                0 => Some(random.random_range(0..64)),
                1 => None,
                _ => moves.first().copied().flatten(),
            };
            (in_words(&[square], random), Line::Move(square))
        }
        11 => {
            let count = random.random_range(0..9);
            let mut moves = some_moves(model, count, random);
            if random.random_range(0..6) == 0 {
                moves.push(Some(27));
            }
            (
                format!("play {}", in_words(&moves, random)),
                Line::Play(moves),
            )
        }
        12 => {
            let mut start = model.clone();
            start.turns.clear();
            let count = random.random_range(0..5);
            let moves = some_moves(&start, count, random);
            (
                format!("force {}", in_words(&moves, random)),
                Line::Force(moves),
            )
        }
        13 | 14 => (pick(&["undo", "u"], random), Line::Undo),
        15 | 16 => (pick(&["redo", "r"], random), Line::Redo),
        17 | 18 => (pick(&["go", "g", "GO"], random), Line::Go),
        19 => {
            let count = random.random_range(0..5);
            (format!("hint {count}"), Line::Hint(count))
        }
        20 => {
            let mode = [0, 1, 3, 3, 3, 2].choose(random).copied().unwrap();
            let word = pick(&["mode", "m", "set mode ="], random);
            if mode == 3 && random.random() {
                return ("stop".to_owned(), Line::Mode(3));
            }
            (format!("{word} {mode}"), Line::Mode(mode))
        }
        21 => {
            let verbosity = random.random_range(0..4);
            (
                format!(
                    "{} {verbosity}",
                    pick(&["verbose", "set verbose ="], random)
                ),
                Line::Verbose(verbosity),
            )
        }
        22 => {
            let width = *[80, 76, 54, 57, 120].choose(random).unwrap();
            (format!("width {width}"), Line::Width(width))
        }
        23 => {
            let turns = [
                ("vmirror", 2),
                ("hmirror", 1),
                ("rotate", 5),
                ("rotate 180", 3),
                ("rotate -90", 6),
                ("symetry 4", 4),
                ("symetry", 1),
                ("symetry 7", 7),
            ];
            let (word, symmetry) = *turns.choose(random).unwrap();
            (word.to_owned(), Line::Turn(symmetry))
        }
        24 => {
            let depth = random.random_range(0..3);
            let word = pick(&["perft", "count games"], random);
            (format!("{word} {depth}"), Line::Perft(depth))
        }
        25 => {
            let count = random.random_range(0..3);
            (format!("analyze {count}"), Line::Analyze(count))
        }
        _ if random.random() => (pick(&["version", "v"], random), Line::Version),
        _ => (pick(&["help", "?"], random), Line::Help),
    }
}

/// What is said beside the replies.
#[derive(Clone, Default)]
struct Aside(Arc<Mutex<Vec<u8>>>);

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A console, and the model of it.
fn console(mode: u8, verbosity: u8) -> (Session<Vec<u8>>, Aside, Model) {
    let mut options = EdaxOptions::default();
    options.set("mode", &mode.to_string()).unwrap();
    options.set("verbose", &verbosity.to_string()).unwrap();
    let mut session = othello(SessionSettings {
        dialect: Some(Dialect::Edax),
        console: options,
        ..SessionSettings::default()
    });
    session.options().set("Book", "off").unwrap();
    let aside = Aside::default();
    session.dialogue.surroundings.aside = Box::new(aside.clone());
    let model = Model::new(mode, verbosity);
    (session, aside, model)
}

fn talk(seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    let (mode, verbosity) = (
        *[0, 1, 3, 3].choose(&mut random).unwrap(),
        random.random_range(0..3),
    );
    let (mut session, aside, mut model) = console(mode, verbosity);
    session.open_console().unwrap();
    let said = String::from_utf8(std::mem::take(session.output())).unwrap();
    let mut printed = Printed {
        rest: &said,
        line: format!("mode {mode}, seed {seed}"),
    };
    model.play_by_mode(&mut printed);
    model.draw(&mut printed);
    printed.expect(">");
    assert_eq!(printed.rest, "");
    for _ in 0..25 {
        let (text, line) = some_line(&model, &mut random);
        session.send(&text, &StopFlag::new()).unwrap();
        let said = String::from_utf8(std::mem::take(session.output())).unwrap();
        let mut printed = Printed {
            rest: &said,
            line: format!("{text}, seed {seed}"),
        };
        let obeyed = model.obey(&line, &mut printed);
        model.draw(&mut printed);
        printed.expect(">");
        assert_eq!(printed.rest, "", "{text}");
        let told = String::from_utf8(std::mem::take(&mut *aside.0.lock().unwrap())).unwrap();
        assert_eq!(told.is_empty(), obeyed, "{text}, seed {seed}: {told}");
        assert!(
            obeyed || told.starts_with("bianca: ") && told.lines().count() == 1,
            "{told}"
        );
    }
}

#[test]
fn the_console_is_as_it_is_described() {
    let fails = |seed: &u64| std::panic::catch_unwind(|| talk(*seed)).is_err();
    let failed: Vec<u64> = (0..60).filter(fails).collect();
    assert!(
        failed.is_empty(),
        "seeds of the dialogues that differ: {failed:?}"
    );
}

#[test]
fn options_of_edax_set_those_of_the_player() {
    let (mut session, aside, _) = console(3, 0);
    let level = |session: &Session<Vec<u8>>| session.table.player.lock().settings().unwrap().level;
    for (line, expected) in [("level 7", 7), ("set level = 9", 9), ("level many", 9)] {
        session.send(line, &StopFlag::new()).unwrap();
        assert_eq!(level(&session), expected, "{line}");
    }
    let told = String::from_utf8(aside.0.lock().unwrap().clone()).unwrap();
    assert!(
        told.starts_with("bianca: ") && told.contains("many"),
        "{told}"
    );
}

/// What the console prints for lines, and what it says beside that.
fn said(session: &mut Session<Vec<u8>>, aside: &Aside, lines: &[&str]) -> (String, String) {
    for line in lines {
        session.send(line, &StopFlag::new()).unwrap();
    }
    let printed = std::mem::take(session.output());
    let told = std::mem::take(&mut *aside.0.lock().unwrap());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(printed), text(told))
}

#[test]
fn a_pass_that_was_forced_stays_when_the_move_after_it_is_taken_back() {
    let (mut session, aside, _) = console(3, 0);
    let before = "play c4 c3 f5 b4 a4 a5 c2 a3";
    // Black's pass is not mentioned, and goes with white's move.
    said(&mut session, &aside, &[before, "d2", "undo"]);
    assert_eq!(session.table.game.turns(), 8);
    let forced = "force c4 c3 f5 b4 a4 a5 c2 a3 ps";
    let (printed, told) = said(&mut session, &aside, &[forced, "go"]);
    assert_eq!((&*printed, &*told), ("\n>\n\nEdax plays PS\n>", ""));
    said(&mut session, &aside, &["d2", "undo"]);
    assert_eq!(session.table.game.turns(), 9);
}

#[test]
fn the_clock_of_who_was_thought_for_runs_in_a_search() {
    let (mut session, aside, _) = console(3, 0);
    for (mover, lines) in [(0, ["go"].as_slice()), (1, &["init", "f5", "go"])] {
        said(&mut session, &aside, lines);
        let [own, other] =
            [mover, 1 - mover].map(|side| session.dialogue.client.console.spent[side]);
        assert!(own > Duration::ZERO && other == Duration::ZERO, "{lines:?}");
    }
}

#[test]
fn a_search_that_fails_is_told_and_no_move_is_said() {
    let (mut session, aside, _) = console(3, 0);
    session.table.player = Lost::shared();
    said(&mut session, &aside, &["f5"]);
    let (printed, told) = said(&mut session, &aside, &["go"]);
    assert_eq!(printed, "\n>");
    assert_eq!(told, "bianca: nothing comes to mind\n");
    assert_eq!(session.table.game.turns(), 1);
    // Nor is it tried again and again.
    let (printed, told) = said(&mut session, &aside, &["mode 0"]);
    assert_eq!(
        (&*printed, &*told),
        ("\n\n>", "bianca: nothing comes to mind\n")
    );
}

#[test]
fn a_search_that_fails_at_the_beginning_is_told_too() {
    let (mut session, aside, _) = console(1, 0);
    session.table.player = Lost::shared();
    session.open_console().unwrap();
    let (printed, told) = said(&mut session, &aside, &[]);
    assert_eq!(
        (&*printed, &*told),
        ("\n>", "bianca: nothing comes to mind\n")
    );
}

#[test]
fn of_a_file_the_first_game_is_opened() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "f5d6c3\nf5f6\n").unwrap();
    let (mut session, aside, _) = console(0, 0);
    let line = format!("open {}", file.path().display());
    let (_, told) = said(&mut session, &aside, &[&line]);
    assert_eq!((session.table.game.turns(), &*told), (3, ""));
}

#[test]
fn problems_are_solved_by_the_options_that_were_set() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXOX-XOXXXXXOOOOXX----OOXX-- X;\n";
    std::fs::write(&file, problem.repeat(2)).unwrap();
    let solve = format!("solve {}", file.path().display());
    for (level, depth) in [("2", "2@73%"), ("12", "14")] {
        let (mut session, aside, _) = console(0, 1);
        let (printed, told) = said(&mut session, &aside, &[&format!("level {level}"), &solve]);
        let row = |number: u32| {
            let mut lines = printed.lines();
            let found = lines.find(|line| line.trim().starts_with(&format!("{number}|")));
            found.map(|line| line.split(['|', ' ']).filter(|word| !word.is_empty()))
        };
        let rows: Vec<Vec<&str>> = [1, 2]
            .into_iter()
            .filter_map(row)
            .map(Iterator::collect)
            .collect();
        assert_eq!((rows.len(), &*told), (2, ""), "{printed}");
        assert_eq!(rows[0][1], depth, "{printed}");
        // What was found for the first is known for the second, which is the same.
        let nodes = |row: &[&str]| row[4].parse::<u64>().unwrap();
        assert!(nodes(&rows[1]) < nodes(&rows[0]), "{printed}");
    }
}

#[test]
fn another_protocol_begins_with_another_game() {
    let (mut session, aside, _) = console(3, 0);
    said(&mut session, &aside, &["f5"]);
    // As long as the line is, it may be another one.
    let long = "xboard".to_owned() + &" ".repeat(LONGEST_LINE);
    let (printed, told) = said(&mut session, &aside, &[&long]);
    assert_eq!((session.table.game.turns(), &*told), (1, ""));
    assert!(printed.contains("longer than") && printed.ends_with("\n>"));
    let printed = said(&mut session, &aside, &["xboard"]);
    assert_eq!(printed, ("\n".to_owned(), String::new()));
    assert_eq!(session.table.game.turns(), 0);
    // Whoever has spoken Edax's words goes on to expect Edax's board.
    let (mut session, aside, _) = console(3, 0);
    let (printed, _) = said(&mut session, &aside, &["protocol_version", "showboard"]);
    assert!(
        printed.contains("*: discs =  2    moves =  4\n"),
        "{printed}"
    );
    // No other protocol is left.
    let mut session = native();
    let printed = answers(&mut session, &["name", "xboard", "name"]);
    assert!(
        printed.contains("\n\n? unknown command: xboard"),
        "{printed}"
    );
    assert!(printed.ends_with("\n\n= Bianca\n\n"), "{printed}");
}
