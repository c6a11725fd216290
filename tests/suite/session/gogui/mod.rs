//! What GoGui asks of an engine beside GTP, as its sources have it
//! (<https://github.com/Remi-Coulom/gogui>).

mod window;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use bianca::protocol::gtp::COMMANDS;

use crate::session::process::Bianca;

/// The replies of an analyze command are of the kind that its line promises.
#[test]
fn every_analyze_command_keeps_its_promise() {
    let mut bianca = Bianca::anywhere(&["--level", "3"]);
    bianca.ask("play f5");
    let listed = bianca.ask("gogui-analyze_commands");
    for line in listed.strip_prefix("= ").unwrap().lines() {
        let parts: Vec<&str> = line.split('/').collect();
        let [kind, label, command] = parts[..] else {
            panic!("{line}");
        };
        assert!(!label.is_empty());
        let name = command.split(' ').next();
        assert!(COMMANDS.iter().any(|info| Some(info.name) == name));
        let reply = bianca.ask(&command.replace("%p", "F4"));
        let text = reply.strip_prefix('=').expect(&reply).trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_point = |word: &&str| matches!(word.as_bytes(), [b'A'..=b'H', b'1'..=b'8']);
        match kind {
            "pspairs" => {
                assert_eq!(words.len(), 6, "{reply}");
                for pair in words.chunks(2) {
                    assert!(is_point(&pair[0]), "{reply}");
                    assert!(pair[1].parse::<i32>().is_ok(), "{reply}");
                }
            }
            "var" | "plist" => assert!(words.iter().all(is_point), "{reply}"),
            "param" => {
                for line in text.lines() {
                    let words: Vec<&str> = line.split(' ').collect();
                    assert!(words.len() >= 3 && words[0].starts_with('['), "{line}");
                }
            }
            "gfx" => {
                for line in text.lines() {
                    let (word, rest) = line.split_once(' ').expect(line);
                    let mut rest = rest.split(' ');
                    match word {
                        "COLOR" => assert!(
                            rest.next().is_some_and(|color| color.starts_with('#'))
                                && rest.all(|word| is_point(&word)),
                            "{line}"
                        ),
                        "LABEL" => assert!(rest.next().is_some_and(|word| is_point(&word))),
                        "TEXT" => {}
                        other => panic!("GoGui draws no '{other}'"),
                    }
                }
            }
            "string" | "hstring" | "hpstring" => assert!(!text.is_empty()),
            other => panic!("GoGui knows no '{other}'"),
        }
    }
}

#[test]
fn parameters_can_be_set_as_they_are_shown() {
    let mut bianca = Bianca::anywhere(&[]);
    let shown = bianca.ask("gogui-param");
    for line in shown.strip_prefix("= ").unwrap().lines() {
        let (_, setting) = line.split_once("] ").unwrap();
        assert_eq!(bianca.ask(&format!("gogui-param {setting}")), "=", "{line}");
    }
    assert_eq!(bianca.ask("gogui-param"), shown);
    for (setting, answer) in [
        ("Ponder 1", "="),
        (
            "Ponder maybe",
            "? option Ponder: 'maybe' is not true or false",
        ),
        // A field that was emptied.
        (
            "Hash ",
            "? option Hash: '-' is not a whole number from 1 to 1048576",
        ),
        ("LogFile ", "="),
    ] {
        assert_eq!(bianca.ask(&format!("gogui-param {setting}")), answer);
    }
    assert_eq!(bianca.ask("option Ponder"), "= true");
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    let mut bianca = Bianca::anywhere(&[]);
    let passes = "b c4 w c3 b f5 w b4 b a4 w a5 b c2 w a3";
    for (sequence, answer) in [
        (format!("{passes} w d2"), "="),
        (format!("{passes} b pass w d2"), "="),
        (format!("{passes} w a1"), "? illegal move: a1 for white"),
        (
            format!("{passes} w z1"),
            "? syntax error: 'z1' is not a move",
        ),
        (format!("{passes} w"), "? syntax error: a move is missing"),
        (
            format!("{passes} x a1"),
            "? syntax error: 'x' is not a colour (black or white)",
        ),
        (String::new(), "="),
    ] {
        bianca.ask("clear_board");
        assert_eq!(
            bianca.ask(&format!("gogui-play_sequence {sequence}")),
            answer
        );
        let history = if answer == "=" && !sequence.is_empty() {
            "= c4 c3 f5 b4 a4 a5 c2 a3 pass d2"
        } else {
            "="
        };
        assert_eq!(bianca.ask("history"), history, "{sequence}");
    }
}

/// What live graphics have drawn on GoGui's board: `LiveGfx` and `AnalyzeShow`.
#[derive(Default)]
struct Drawn {
    /// The lines of a block that is not at its end.
    block: Option<Vec<String>>,
    /// Whether all was taken away since the last drawing.
    blank: bool,
    stones: BTreeMap<String, char>,
    labels: BTreeMap<String, String>,
    status: String,
}

impl Drawn {
    /// A line on standard error; whether it has drawn something.
    fn line(&mut self, line: &str) -> bool {
        let line = line.trim();
        if let Some(mut lines) = self.block.take() {
            if line.is_empty() {
                self.show(&lines);
                return true;
            }
            lines.push(line.to_owned());
            self.block = Some(lines);
            return false;
        }
        match line.strip_prefix("gogui-gfx:").map(str::trim) {
            None => return false,
            Some("") => self.block = Some(Vec::new()),
            Some(command) => self.show(&[command.to_owned()]),
        }
        self.block.is_none()
    }

    /// Each drawing begins with an empty board.
    fn show(&mut self, lines: &[String]) {
        self.stones.clear();
        self.labels.clear();
        // Each drawing begins without colours, too.
        let green = lines
            .iter()
            .any(|line| line.starts_with("COLOR #1d8348 A1 B1"));
        assert!(green, "the board turns to wood: {lines:?}");
        self.blank = lines.len() == 1;
        for line in lines {
            let mut words = line.split_whitespace();
            match words.next().unwrap_or_default() {
                "COLOR" => {}
                "TEXT" => self.status = line["TEXT ".len()..].to_owned(),
                "LABEL" => {
                    while let (Some(point), Some(label)) = (words.next(), words.next()) {
                        self.labels.insert(point.to_owned(), label.to_owned());
                    }
                }
                "VAR" => {
                    for number in 1.. {
                        let (Some(color), Some(point)) = (words.next(), words.next()) else {
                            break;
                        };
                        assert!(["b", "w"].contains(&color), "{line}");
                        if point != "pass" {
                            let stone = color.chars().next().unwrap();
                            self.stones.insert(point.to_owned(), stone);
                            self.labels.insert(point.to_owned(), number.to_string());
                        }
                    }
                }
                other => panic!("GoGui draws no '{other}'"),
            }
        }
    }
}

#[test]
fn live_graphics_are_drawn_on_standard_error_by_option() {
    for (option, drawn) in [("true", true), ("false", false)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bianca"))
            .args(["--level", "6"])
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let script = format!(
            "option LiveGraphics {option}\noption Book off\nplay f5\ngenmove w\nhint 4\nquit\n"
        );
        let mut input = child.stdin.take().unwrap();
        input.write_all(script.as_bytes()).unwrap();
        drop(input);
        let mut said = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        assert!(child.wait().unwrap().success());
        assert_eq!(!said.is_empty(), drawn, "{said}");
        let mut board = Drawn::default();
        let (mut movers, mut others) = (Vec::new(), 0);
        for line in said.lines() {
            if !board.line(line) || board.blank {
                continue;
            }
            // The moves of the line are numbered, and no other label hides a number.
            let numbers: Vec<&String> = board.stones.keys().map(|at| &board.labels[at]).collect();
            let numbered = numbers.iter().all(|number| number.parse::<u8>().is_ok());
            assert!(numbered && numbers.len() == board.stones.len(), "{said}");
            assert!(numbers.iter().any(|number| *number == "1"), "{said}");
            others += board.labels.len() - board.stones.len();
            for (point, label) in &board.labels {
                assert!(matches!(point.as_bytes(), [b'A'..=b'H', b'1'..=b'8']));
                assert!(!["D4", "D5", "E4", "E5", "F5"].contains(&point.as_str()));
                assert!(label.len() <= 3, "GoGui cuts '{label}' off");
            }
            movers.push(board.status.split(' ').next().unwrap().to_owned());
        }
        assert!(board.block.is_none(), "a block without an end: {said}");
        movers.dedup();
        if drawn {
            assert_eq!(movers, ["white", "black"], "{said}");
            assert!(others > 0, "no score of another move: {said}");
            assert!(board.blank && board.labels.is_empty(), "{said}");
        }
    }
}

#[test]
fn the_board_is_described_for_gogui() {
    let mut bianca = Bianca::anywhere(&[]);
    bianca.ask("play f5");
    assert_eq!(bianca.ask("gogui-rules_captured_count"), "= 1 4");
    let colors = bianca.ask("gogui-rules_board_gfx");
    let words: Vec<&str> = colors.split(' ').collect();
    assert_eq!((words.len(), words[1]), (67, "COLOR"), "{colors}");
    assert_eq!((words[3], words[66]), ("A1", "H8"), "{colors}");
    let drawn = {
        bianca.send("showboard\n");
        bianca.line().unwrap()
    };
    assert_eq!(
        drawn, "= ",
        "GoGui takes the first word of a bare line away"
    );
    bianca.reply();
    let time = bianca.ask("cputime");
    let seconds: f64 = time.strip_prefix("= ").unwrap().parse().unwrap();
    assert!(seconds > 0.0 && seconds < 600.0, "{time}");
    for (command, answer) in [
        ("gogui-setup B E4 B D5 W D4 W E5 W F5", "="),
        ("gogui-rules_side_to_move", "= black"),
        ("gogui-setup_player W", "="),
        ("gogui-rules_side_to_move", "= white"),
        ("gogui-rules_captured_count", "= 3 2"),
        ("gogui-setup b E9", "? syntax error: 'E9' is not a square"),
        ("gogui-rules_captured_count", "= 3 2"),
    ] {
        assert_eq!(bianca.ask(command), answer, "{command}");
    }
}

/// Games as `gogui-twogtp` plays them with the command of README.md: it knows no rules, passes like
/// any move and ends a game after two passes.
#[test]
fn twogtp_gets_a_result_of_each_game() {
    let arguments = [["--level", "8"], ["--level", "4"], ["--level", "1"]];
    let mut programs = arguments.map(|arguments| Bianca::anywhere(&arguments));
    for program in &mut programs {
        assert_eq!(program.ask("protocol_version"), "= 2");
        for command in ["name", "version", "list_commands"] {
            assert!(program.ask(command).starts_with("= "), "{command}");
        }
        for command in ["gogui-interrupt", "boardsize 8", "clear_board", "komi 0"] {
            assert_eq!(program.ask(command), "=", "{command}");
        }
    }
    let processor_time = |program: &mut Bianca| -> f64 {
        let time = program.ask("cputime");
        time.strip_prefix("= ").expect(&time).parse().expect(&time)
    };
    for game in 0..2 {
        let before = programs.each_mut().map(processor_time);
        for program in &mut programs {
            for command in ["boardsize 8", "clear_board"] {
                assert_eq!(program.ask(command), "=", "{command}");
            }
        }
        let (mut passes, mut turns) = (0, 0);
        while passes < 2 {
            // `-alternate` changes the colours after each game; the third program is the referee.
            let (mover, letter) = ((turns + game) % 2, ["b", "w"][turns % 2]);
            let reply = programs[mover].ask(&format!("genmove {letter}"));
            let mv = reply.strip_prefix("= ").expect(&reply).to_uppercase();
            passes = if mv == "PASS" { passes + 1 } else { 0 };
            for (number, program) in programs.iter_mut().enumerate() {
                if number != mover {
                    let said = format!("play {} {mv}", letter.to_uppercase());
                    assert_eq!(program.ask(&said), "=", "{said}");
                }
            }
            turns += 1;
            assert!(turns < 140, "the game does not end");
        }
        let scores: Vec<String> = programs
            .iter_mut()
            .map(|program| program.ask("final_score"))
            .collect();
        assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
        assert!(
            ["= B+", "= W+", "= 0"]
                .iter()
                .any(|form| scores[0].starts_with(form)),
            "{scores:?}"
        );
        for (program, before) in programs.iter_mut().zip(before).take(2) {
            assert!(processor_time(program) > before);
        }
    }
    for mut program in programs {
        assert_eq!(program.ask("quit"), "=");
        assert!(program.wait().success());
    }
}
