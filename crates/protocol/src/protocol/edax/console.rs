//! The words of Edax's console.
//!
//! A line is a command with its arguments, an option with its value, or moves. What obeys them, and
//! when, is not known here.

use super::elsewhere::{book_instead, count_instead, instead};
use super::options::meaning;
use super::order::{ConsoleOrder, Mode};
use crate::protocol::gtp;
use crate::protocol::words::clean;
use crate::protocol::{Command, ParsedLine};
use bianca_rules::othello::Move;
use bianca_system::foreign::excerpt;

/// What is written where a line is expected.
pub const PROMPT: &str = ">";

/// What some commands count.
const MOVES: &str = "a number of moves";
/// How far paths are counted; no game has more moves.
const PLIES: &str = "a number of plies from 0 to 60";

/// What `help` says.
pub const HELP: &str = "\
init, new, setboard BOARD     begin a game
play MOVES, F5, ps            play moves, a move, a pass
force MOVES                   let go play these moves from the start
undo, redo                    take a move back, play it again
go, hint [N], stop            choose a move, score N moves, stop playing
mode 0-3                      play white, black, both sides, neither
analyze [N]                   judge the last N moves, or all
open FILE, save FILE          read and write games
solve FILE                    solve problems
count games N, perft N        count paths
opening                       name the opening
vmirror, hmirror, rotate N    turn the game
book [show|on|off|store]      look into the book, use it, teach it the game
verbose N, level N, ...       set options; options lists them
version, help, quit
";

/// Reads one line, without its line break.
pub fn parse_line(line: &str) -> ParsedLine {
    let line = clean(line);
    let command = match order(&line) {
        None => Command::Quit,
        Some(order) => Command::Console(order),
    };
    ParsedLine::Command {
        id: None,
        command: Ok(command),
    }
}

/// Whether a session's first line is of Edax's console and of no other dialect: how the game
/// begins, who plays, or one of its options.
pub fn begins(line: &str) -> bool {
    let line = clean(line);
    let first = line.split(' ').next().unwrap_or_default();
    let is_ours = gtp::find(&first.to_ascii_lowercase()).is_some();
    let begins = match order(&line) {
        Some(ConsoleOrder::Init | ConsoleOrder::New | ConsoleOrder::Mode(_)) => true,
        // Without a value they may be anything.
        Some(ConsoleOrder::Option { value, .. }) => !value.is_empty(),
        _ => false,
    };
    begins && !is_ours
}

/// What the line asks for; `None` for the end.
fn order(line: &str) -> Option<ConsoleOrder> {
    if line.starts_with('#') {
        return Some(ConsoleOrder::Nothing);
    }
    let line = line.strip_prefix("set ").unwrap_or(line).trim_start();
    let (word, rest) = line
        .split_once([' ', '='])
        .map_or((line, ""), |(word, rest)| (word, rest));
    let rest = rest.trim_start_matches([' ', '=']);
    let whole = || rest.to_owned();
    let number = |missing: u32| match rest {
        "" => Some(missing),
        rest => rest.parse().ok(),
    };
    let unknown = || ConsoleOrder::Unknown(line.to_owned());
    let word = word.to_ascii_lowercase();
    let no = |expected: &str| misused(&word, rest, expected);
    Some(match &*word {
        "" => ConsoleOrder::Nothing,
        "quit" | "q" | "exit" | "eof" => return None,
        "init" | "i" => ConsoleOrder::Init,
        "new" | "n" if rest.is_empty() => ConsoleOrder::New,
        "setboard" => ConsoleOrder::SetBoard(whole()),
        "play" => ConsoleOrder::Play(whole()),
        "force" => ConsoleOrder::Force(whole()),
        "undo" | "u" => ConsoleOrder::Undo,
        "redo" | "r" => ConsoleOrder::Redo,
        "go" | "g" => ConsoleOrder::Go,
        "hint" => number(1).map_or_else(|| no(MOVES), ConsoleOrder::Hint),
        "stop" => ConsoleOrder::Stop,
        "mode" | "m" if rest.is_empty() => ConsoleOrder::Mode(Mode::Neither),
        "mode" | "m" => Mode::named(rest).map_or_else(|| no("0, 1, 2 or 3"), ConsoleOrder::Mode),
        "analyze" | "analyse" | "a" if rest.is_empty() => ConsoleOrder::Analyze(None),
        "analyze" | "analyse" | "a" => {
            let count = rest.parse().ok();
            count.map_or_else(|| no(MOVES), |count| ConsoleOrder::Analyze(Some(count)))
        }
        "open" | "load" | "o" => ConsoleOrder::Open(whole()),
        "save" | "s" => ConsoleOrder::Save(whole()),
        "solve" | "obftest" => ConsoleOrder::Solve(whole()),
        "perft" => number(10).and_then(paths).unwrap_or_else(|| no(PLIES)),
        "count" => count(rest).unwrap_or_else(unknown),
        "vmirror" => ConsoleOrder::Turn(2),
        "hmirror" => ConsoleOrder::Turn(1),
        "rotate" => rotation(rest).map_or_else(|| no("a multiple of 90"), ConsoleOrder::Turn),
        "symetry" | "symmetry" => number(1).filter(|symmetry| *symmetry < 8).map_or_else(
            || no("a number from 0 to 7"),
            |symmetry| ConsoleOrder::Turn(symmetry as u8),
        ),
        "opening" | "ouverture" => ConsoleOrder::Opening,
        "book" | "b" => book(rest).unwrap_or_else(unknown),
        "options" => ConsoleOrder::Options,
        "version" | "v" => ConsoleOrder::Version,
        "help" | "?" => ConsoleOrder::Help,
        word if word.parse::<Move>().is_ok() && rest.is_empty() => {
            ConsoleOrder::Move(word.to_owned())
        }
        word => match (meaning(word), instead(word)) {
            (Some(meaning), _) if meaning.takes_value() && rest.is_empty() => {
                ConsoleOrder::Misused(format!("{word}: its value is missing"))
            }
            (Some(meaning), _) if !meaning.takes_value() && !rest.is_empty() => {
                ConsoleOrder::Misused(format!("{word} takes no value"))
            }
            (Some(_), _) => ConsoleOrder::Option {
                name: word.to_owned(),
                value: whole(),
            },
            (None, Some(instead)) => elsewhere(word, instead),
            (None, None) => unknown(),
        },
    })
}

fn elsewhere(command: &str, instead: &str) -> ConsoleOrder {
    ConsoleOrder::Elsewhere(format!("{command}: {instead}"))
}

fn misused(command: &str, value: &str, expected: &str) -> ConsoleOrder {
    let value = excerpt(value);
    ConsoleOrder::Misused(format!("{command}: '{value}' is not {expected}"))
}

/// What is counted, and how many plies deep.
fn count(rest: &str) -> Option<ConsoleOrder> {
    let (word, depth) = rest.split_once(' ').unwrap_or((rest, ""));
    match (word, depth.trim_start()) {
        ("games", "") => Some(ConsoleOrder::Perft(10)),
        ("games", depth) => {
            let paths = depth.parse().ok().and_then(paths);
            Some(paths.unwrap_or_else(|| misused("count games", depth, PLIES)))
        }
        (word, _) => Some(elsewhere(&format!("count {word}"), count_instead(word)?)),
    }
}

/// The paths of so many moves.
fn paths(depth: u32) -> Option<ConsoleOrder> {
    (depth <= 60).then_some(ConsoleOrder::Perft(depth))
}

/// The symmetry by its number that turns the board by so many degrees, against the clock if they
/// are below zero.
fn rotation(degrees: &str) -> Option<u8> {
    let degrees: i32 = match degrees {
        "" => 90,
        degrees => degrees.parse().ok()?,
    };
    Some(match degrees.rem_euclid(360) {
        0 => 0,
        90 => 5,
        180 => 3,
        270 => 6,
        _ => return None,
    })
}

fn book(rest: &str) -> Option<ConsoleOrder> {
    let (word, value) = rest.split_once(' ').unwrap_or((rest, ""));
    let value = value.trim_start();
    let option = |name: &str, value: &str| ConsoleOrder::Option {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    Some(match (word, value) {
        ("" | "show", _) => ConsoleOrder::Book,
        ("on" | "off", _) => option("book-usage", word),
        ("randomness", "") => option("book-randomness", "0"),
        ("randomness", value) => option("book-randomness", value),
        ("load" | "open", file) if !file.is_empty() => option("book-file", file),
        // Edax names the file of games that it adds.
        ("store", _) | ("add", "") => ConsoleOrder::BookAdd,
        ("save", "") => ConsoleOrder::BookStore,
        _ => elsewhere(&format!("book {word}"), book_instead(word)?),
    })
}

/// A move as answers to `go` have it: capitals, a pass `PS`.
pub fn capital(mv: &str) -> String {
    match mv {
        bianca_play::game::PASS => "PS".to_owned(),
        square => square.to_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> ConsoleOrder {
        order(line).unwrap()
    }

    #[test]
    fn words_are_read_in_every_spelling() {
        for (line, expected) in [
            ("", ConsoleOrder::Nothing),
            ("# a comment", ConsoleOrder::Nothing),
            ("init", ConsoleOrder::Init),
            ("i", ConsoleOrder::Init),
            ("new", ConsoleOrder::New),
            ("n", ConsoleOrder::New),
            ("setboard --OX", ConsoleOrder::SetBoard("--OX".to_owned())),
            ("F5", ConsoleOrder::Move("f5".to_owned())),
            ("ps", ConsoleOrder::Move("ps".to_owned())),
            ("PA", ConsoleOrder::Move("pa".to_owned())),
            ("play f5d6", ConsoleOrder::Play("f5d6".to_owned())),
            ("force f5", ConsoleOrder::Force("f5".to_owned())),
            ("go", ConsoleOrder::Go),
            ("g", ConsoleOrder::Go),
            ("hint 3", ConsoleOrder::Hint(3)),
            ("hint", ConsoleOrder::Hint(1)),
            ("stop", ConsoleOrder::Stop),
            ("mode 0", ConsoleOrder::Mode(Mode::White)),
            ("mode 1", ConsoleOrder::Mode(Mode::Black)),
            ("mode 2", ConsoleOrder::Mode(Mode::Both)),
            ("set mode = 2", ConsoleOrder::Mode(Mode::Both)),
            ("m 3", ConsoleOrder::Mode(Mode::Neither)),
            ("mode", ConsoleOrder::Mode(Mode::Neither)),
            ("analyze", ConsoleOrder::Analyze(None)),
            ("a 5", ConsoleOrder::Analyze(Some(5))),
            ("analyse 5", ConsoleOrder::Analyze(Some(5))),
            ("open f", ConsoleOrder::Open("f".to_owned())),
            ("load f", ConsoleOrder::Open("f".to_owned())),
            ("o my game", ConsoleOrder::Open("my game".to_owned())),
            ("save f", ConsoleOrder::Save("f".to_owned())),
            ("s f", ConsoleOrder::Save("f".to_owned())),
            ("solve p.obf", ConsoleOrder::Solve("p.obf".to_owned())),
            ("obftest p.obf", ConsoleOrder::Solve("p.obf".to_owned())),
            ("perft 4", ConsoleOrder::Perft(4)),
            ("perft", ConsoleOrder::Perft(10)),
            ("perft 60", ConsoleOrder::Perft(60)),
            ("count games 4", ConsoleOrder::Perft(4)),
            ("count games", ConsoleOrder::Perft(10)),
            ("vmirror", ConsoleOrder::Turn(2)),
            ("hmirror", ConsoleOrder::Turn(1)),
            ("rotate", ConsoleOrder::Turn(5)),
            ("rotate 360", ConsoleOrder::Turn(0)),
            ("rotate 180", ConsoleOrder::Turn(3)),
            ("rotate 270", ConsoleOrder::Turn(6)),
            ("rotate -90", ConsoleOrder::Turn(6)),
            ("symetry 7", ConsoleOrder::Turn(7)),
            ("symetry", ConsoleOrder::Turn(1)),
            ("symmetry 0", ConsoleOrder::Turn(0)),
            ("opening", ConsoleOrder::Opening),
            ("ouverture", ConsoleOrder::Opening),
            ("u", ConsoleOrder::Undo),
            ("undo", ConsoleOrder::Undo),
            ("r", ConsoleOrder::Redo),
            ("REDO", ConsoleOrder::Redo),
            ("book", ConsoleOrder::Book),
            ("b show", ConsoleOrder::Book),
            ("book store", ConsoleOrder::BookAdd),
            ("book add", ConsoleOrder::BookAdd),
            ("book save", ConsoleOrder::BookStore),
            ("options", ConsoleOrder::Options),
            ("v", ConsoleOrder::Version),
            ("version", ConsoleOrder::Version),
            ("?", ConsoleOrder::Help),
            ("help commands", ConsoleOrder::Help),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
        for line in ["quit", "q", "exit", "eof"] {
            assert_eq!(order(line), None);
        }
    }

    #[test]
    fn options_are_read_with_and_without_their_marks() {
        for (line, name, value) in [
            ("level 10", "level", "10"),
            ("set level = 10", "level", "10"),
            ("set level=10", "level", "10"),
            ("set  l  =  3", "l", "3"),
            ("n 2", "n", "2"),
            ("move-time 1", "move-time", "1"),
            ("verbose 0", "verbose", "0"),
            ("set verbose = 1", "verbose", "1"),
            ("vv", "vv", ""),
            ("eval-file my eval.dat", "eval-file", "my eval.dat"),
            ("book on", "book-usage", "on"),
            ("book off", "book-usage", "off"),
            ("book randomness 4", "book-randomness", "4"),
            ("book randomness", "book-randomness", "0"),
            ("book load a.book", "book-file", "a.book"),
            ("book open a.book", "book-file", "a.book"),
        ] {
            let (name, value) = (name.to_owned(), value.to_owned());
            assert_eq!(read(line), ConsoleOrder::Option { name, value }, "{line}");
        }
    }

    #[test]
    fn what_is_unknown_is_kept_for_the_message() {
        for line in [
            "fly",
            "book fly",
            "i9",
            "count",
            "count stars",
            "F5 D6",
            "f9",
        ] {
            assert_eq!(read(line), ConsoleOrder::Unknown(line.to_owned()));
        }
    }

    #[test]
    fn what_cannot_be_read_after_a_word_is_named() {
        for (line, reason) in [
            ("hint many", "hint: 'many' is not a number of moves"),
            ("hint -1", "hint: '-1' is not a number of moves"),
            ("mode 4", "mode: '4' is not 0, 1, 2 or 3"),
            ("set mode = x", "mode: 'x' is not 0, 1, 2 or 3"),
            ("analyze all", "analyze: 'all' is not a number of moves"),
            ("rotate 45", "rotate: '45' is not a multiple of 90"),
            ("symetry 8", "symetry: '8' is not a number from 0 to 7"),
            (
                "perft x",
                "perft: 'x' is not a number of plies from 0 to 60",
            ),
            (
                "perft 61",
                "perft: '61' is not a number of plies from 0 to 60",
            ),
            (
                "count games 61",
                "count games: '61' is not a number of plies from 0 to 60",
            ),
            (
                "count games many",
                "count games: 'many' is not a number of plies from 0 to 60",
            ),
            ("level", "level: its value is missing"),
            ("vv 2", "vv takes no value"),
        ] {
            assert_eq!(read(line), ConsoleOrder::Misused(reason.to_owned()));
        }
    }

    #[test]
    fn what_bianca_does_elsewhere_says_where() {
        for (line, named) in [
            ("base convert a b", "bianca convert"),
            ("count positions 3", "count games"),
            ("count shapes", "count games"),
            ("wtest f", "bianca analyze"),
            ("book deviate 2 4", "bianca book grow"),
            ("book save f", "bianca book export"),
            ("book add f", "bianca book add"),
            ("book load", "book load FILE"),
        ] {
            let ConsoleOrder::Elsewhere(instead) = read(line) else {
                panic!("{line}");
            };
            assert!(instead.contains(named), "{line}: {instead}");
        }
    }

    #[test]
    fn a_first_line_is_of_the_console_if_nobody_else_says_so() {
        for line in [
            "init",
            "i",
            "new",
            "mode 1",
            "m 2",
            "level 5",
            "set level = 5",
            "set verbose = 0",
            "verbose 0",
            "l 5",
            "LEVEL 5",
            "move-time 3",
        ] {
            assert!(begins(line), "{line}");
        }
        for line in [
            "go",
            "play f5",
            "setboard --X",
            "hint",
            "quit",
            "q",
            "name",
            "level",
            "f5",
            "help",
            "option Level 3",
            "set fly 1",
            "vv",
            "version",
            "xyzzy",
            "book show",
            "#",
            "undo",
        ] {
            assert!(!begins(line), "{line}");
        }
    }

    #[test]
    fn help_names_the_modes_that_there_are() {
        let modes = HELP.lines().find_map(|line| line.strip_prefix("mode "));
        let ends = modes.unwrap().split(' ').next().unwrap().split_once('-');
        let mode = |word: &str| Mode::named(word).map(Mode::number);
        let (first, last) = ends.unwrap();
        assert_eq!(mode(first), Some(0));
        let next = mode(last).unwrap() + 1;
        assert_eq!(mode(&next.to_string()), None);
    }

    #[test]
    fn moves_of_answers_are_capitals() {
        assert_eq!([capital("f5"), capital("pass")], ["F5", "PS"]);
    }
}
