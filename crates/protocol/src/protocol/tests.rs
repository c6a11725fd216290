//! Lines of any kind, in every dialect: each is read or refused, and none takes long.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

const DIALECTS: [Dialect; 6] = [
    Dialect::Gtp,
    Dialect::NBoard,
    Dialect::Ugi,
    Dialect::Cassio,
    Dialect::XBoard,
    Dialect::Edax,
];

/// Lines that some dialect understands; changed, they may be of any.
const LINES: &[&str] = &[
    "7 play black F5D6C3 pass",
    "gogui-play_sequence b F5 w D6",
    "time_settings 300 5.5 3",
    "time_left w 12 1",
    "go depth 8 nodes 1000 movetime 50 wld",
    "loadsgf \"a game.sgf\" 12",
    "option LogFile - # interrupt",
    "setboard ---------------------------OX------XO--------------------------- X",
    "tree alphabeta svg",
    "nboard 2",
    "set game (;GM[Othello]TI[5:00]BO[8 ---O*------*O--- *]B[F5/1.25/0.5]W[PA];)",
    "set depth 18",
    "move D3/0.5,-0.5/1.25",
    "PA",
    "ping 12",
    "hint 3",
    "setoption name LogFile value <empty>",
    "position fen 8/8/8/3OX3/3XO3/8/8/8 X moves f5 d6 pass",
    "position startpos moves f5",
    "go p1time 1000 p2time 900 p1inc 5 p2inc 5 movetime 7 depth 3 nodes 4 infinite",
    "query result",
    "ENGINE-PROTOCOL get-search-infos",
    "ENGINE-PROTOCOL midgame-search ---------------------------OX------XO---------------------------X -0.5 2.3 27 90",
    "ENGINE-PROTOCOL feed-hash ---------------------------OX------XO--------------------------- X -64 64 12 73 f5d6",
    "setboard 8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1",
    "usermove P@f5",
    "level 40 2:30 0.5",
    "time 12345",
    "set level = 12",
    "count games 5",
    "book randomness 3",
    "rotate -90",
    "force F5D6C3",
];

/// A line with some of its characters taken away, put twice, or changed into others.
fn changed_line() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..3, any::<char>());
    let changes = prop::collection::vec(change, 0..8);
    (prop::sample::select(LINES), changes).prop_map(|(line, changes)| {
        let mut line: Vec<char> = line.chars().collect();
        for (place, kind, other) in changes {
            if line.is_empty() {
                break;
            }
            let place = place.index(line.len());
            match kind {
                0 => drop(line.remove(place)),
                1 => line.insert(place, line[place]),
                _ => line[place] = other,
            }
        }
        line.into_iter().collect()
    })
}

/// The command that a line asks for.
pub fn command(line: ParsedLine) -> Command {
    match line {
        ParsedLine::Command {
            command: Ok(command),
            ..
        } => command,
        other => panic!("{other:?}"),
    }
}

/// Why a line cannot be understood.
pub fn error(line: ParsedLine) -> String {
    match line {
        ParsedLine::Command {
            command: Err(error),
            ..
        } => error.to_string(),
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_changed_line_is_read_or_refused_in_a_short_message(line in changed_line()) {
        for dialect in DIALECTS {
            let parsed = dialect.parse_line(&line);
            if matches!(parsed, ParsedLine::Command { command: Err(_), .. }) {
                let message = error(parsed);
                prop_assert!(message.chars().count() < 200, "{}", message);
                prop_assert!(message.lines().count() == 1, "{:?}", message);
            }
        }
    }

    #[test]
    fn a_lines_blanks_and_line_ends_do_not_matter(
        line in prop::sample::select(LINES),
        around in prop::sample::select(vec![" ", "\t", "  \t", "\0"]),
    ) {
        for dialect in DIALECTS {
            let padded = format!("{around}{line}{around}\r");
            prop_assert_eq!(dialect.parse_line(line), dialect.parse_line(&padded));
        }
    }
}

#[test]
fn every_line_is_of_some_dialect() {
    for line in LINES {
        let reads = |dialect: &Dialect| {
            matches!(
                dialect.parse_line(line),
                ParsedLine::Command { command: Ok(_), .. }
            )
        };
        assert!(DIALECTS.iter().any(reads), "{line}");
    }
}

#[test]
fn a_line_of_any_length_takes_time_that_grows_no_faster() {
    for line in LINES {
        let words: Vec<&str> = line.split(' ').collect();
        for start in 0..words.len() {
            // The first words once, and all that follows again and again.
            let (head, tail) = (words[..start].join(" "), words[start..].join(" "));
            let long = format!(
                "{head} {}",
                format!("{tail} ").repeat((1 << 20) / tail.len())
            );
            for dialect in DIALECTS {
                let begun = Instant::now();
                let _ = dialect.parse_line(&long);
                // Milliseconds; a quadratic parser would take hours.
                let elapsed = begun.elapsed();
                assert!(elapsed < Duration::from_secs(20), "{line}: {elapsed:?}");
            }
        }
    }
}

#[test]
fn the_first_line_that_is_no_comment_shows_the_dialect() {
    for (line, dialect) in [
        ("", None),
        ("# nboard 2", None),
        ("# interrupt", None),
        ("name", Some(Dialect::Gtp)),
        ("xyzzy", Some(Dialect::Gtp)),
        ("nboard 2", Some(Dialect::NBoard)),
        ("NBOARD 2", Some(Dialect::NBoard)),
        ("ugi", Some(Dialect::Ugi)),
        ("UGI", Some(Dialect::Ugi)),
        ("XBoard", Some(Dialect::XBoard)),
        ("protover 2", Some(Dialect::XBoard)),
        ("Engine-Protocol init", Some(Dialect::Cassio)),
        ("init", Some(Dialect::Edax)),
        ("set level = 3", Some(Dialect::Edax)),
        ("mode 1", Some(Dialect::Edax)),
        ("go", Some(Dialect::Gtp)),
    ] {
        assert_eq!(Dialect::chosen_by(line), dialect, "{line}");
    }
}

#[test]
fn the_console_is_turned_to_other_protocols_by_their_first_words() {
    for (line, dialect) in [
        ("nboard 1", Some(Dialect::NBoard)),
        ("NBoard  2", Some(Dialect::NBoard)),
        ("nboard", None),
        ("nboard 3", None),
        ("xboard", Some(Dialect::XBoard)),
        ("protocol_version", Some(Dialect::Gtp)),
        ("protocol_version 2", None),
        ("ENGINE-PROTOCOL init", Some(Dialect::Cassio)),
        ("engine-protocol", None),
        ("go", None),
        ("", None),
    ] {
        assert_eq!(Dialect::changed_to_by(line), dialect, "{line}");
    }
}

#[test]
fn what_sets_up_a_game_without_an_answer_is_known() {
    for (line, dialects) in [
        ("set game (;GM[Othello];)", &[Dialect::NBoard][..]),
        ("  set\t game", &[Dialect::NBoard]),
        ("set depth 4", &[]),
        ("game", &[]),
        ("Position startpos", &[Dialect::Ugi]),
        ("setboard 8/8/8/8/8/8/8/8 x", &[Dialect::XBoard]),
        ("new", &[]),
        ("", &[]),
    ] {
        let replaced = DIALECTS.into_iter().filter(|one| one.replaces_game(line));
        assert_eq!(replaced.collect::<Vec<_>>(), dialects, "{line}");
    }
}

#[test]
fn in_gtp_lines_are_reported_while_an_analysis_runs_alone() {
    for dialect in DIALECTS {
        let reported = [SearchPurpose::Analysis, SearchPurpose::Move]
            .map(|purpose| dialect.reports_lines(purpose));
        assert_eq!(reported, [true, dialect != Dialect::Gtp], "{dialect:?}");
    }
}

#[test]
fn nothing_that_is_about_the_position_is_done_with_another_one() {
    let is_about = |command: Command| command.is_about_the_position();
    for line in [
        "go depth 2",
        "query gameover",
        "query p1turn",
        "query result",
        "query fen",
    ] {
        assert!(is_about(command(Dialect::Ugi.parse_line(line))), "{line}");
    }
    for line in ["move f5", "hint 1", "go", "analyze"] {
        let command = command(Dialect::NBoard.parse_line(line));
        assert!(is_about(command), "{line}");
    }
    for line in ["ugi", "isready", "uginewgame", "position startpos", "quit"] {
        assert!(!is_about(command(Dialect::Ugi.parse_line(line))), "{line}");
    }
}
