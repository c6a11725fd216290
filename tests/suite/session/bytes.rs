//! Whatever bytes come: every line that asks something has one well-formed answer, in order, and
//! after an error all is as it was before.

use std::io::{self, Cursor};

use bianca::protocol::gtp::COMMANDS;
use bianca::session::{SessionSettings, Streams, run};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Asked after every line; together they show the state.
const STATE: [&str; 3] = ["1 showboard", "2 history", "3 options"];

/// Words that commands take, and some that they do not.
const WORDS: &[&str] = &[
    "",
    "b",
    "white",
    "f5",
    "d6",
    "F5D6C3",
    "pass",
    "a1",
    "i9",
    "0",
    "1",
    "2",
    "-1",
    "1e9",
    "nan",
    "1e300",
    "18446744073709551616",
    "#",
    "\"",
    "depth",
    "nodes",
    "movetime",
    "infinite",
    "exact",
    "wld",
    "Level",
    "Hash",
    "Threads",
    "Player",
    "greedy",
    "true",
    "othello",
    "tictactoe",
    "frogs",
    "tree",
    "minimax",
    "alphabeta",
    "svg",
    "\t",
    "\u{e9}",
    "\u{85}",
    "\r",
    "\0",
    "X",
    "/nowhere",
    "---------------------------OX------XO--------------------------- X",
];

/// A command with words that may or may not fit; none that writes files.
fn command() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<&str> = COMMANDS
        .iter()
        .map(|info| info.name)
        .filter(|name| !["printsgf", "loadsgf", "savegame", "loadgame", "quit"].contains(name))
        .collect();
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..5);
    (
        prop::option::of(0u32..100),
        prop::sample::select(names),
        words,
    )
        .prop_map(|(id, name, words)| {
            let id = id.map(|id| format!("{id} ")).unwrap_or_default();
            format!("{id}{name} {}", words.join(" ")).into_bytes()
        })
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    let text = "\\PC{0,60}".prop_map(String::into_bytes);
    let lines = prop_oneof![4 => command(), 1 => bytes, 1 => text];
    lines.prop_map(|mut line| {
        line.retain(|&byte| byte != b'\n');
        line
    })
}

/// Whether a line asks something, by the words of `protocol.md`.
fn asks(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let content = text.split('#').next().unwrap_or_default();
    content
        .chars()
        .any(|c| !c.is_control() && !c.is_whitespace())
}

/// The id that the answer must carry.
fn id_of(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let content = text.split('#').next().unwrap_or_default();
    let clean = content.chars().map(|c| if c == '\t' { ' ' } else { c });
    let clean: String = clean.filter(|c| !c.is_control()).collect();
    let word = clean.trim().split(' ').next().unwrap_or_default();
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        word.to_owned()
    } else {
        String::new()
    }
}

/// What a session says to `input`.
fn answers(input: Vec<u8>) -> String {
    let options = [("Hash", "1"), ("Level", "1")];
    let settings = SessionSettings {
        // The end of the input ends what would take too long.
        interactive: true,
        options: options
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
        ..SessionSettings::default()
    };
    let mut output = Vec::new();
    let streams = Streams {
        input: Cursor::new(input),
        output: &mut output,
        aside: io::sink(),
        is_abandoned: || false,
        cpu_time: || None,
    };
    run(streams, settings).expect("the session ends well");
    String::from_utf8(output).expect("answers are UTF-8")
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(9),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_line_is_answered_and_errors_change_nothing(
        lines in prop::collection::vec(line(), 1..12)
    ) {
        let mut input = b"play f5d6\n".to_vec();
        let mut sent: Vec<&[u8]> = vec![b"play f5d6"];
        let after = STATE.map(str::as_bytes);
        let nothing = Vec::new();
        for line in [&nothing].into_iter().chain(&lines) {
            for line in [line.as_slice()].into_iter().chain(after) {
                input.extend(line);
                input.push(b'\n');
                sent.extend(asks(line).then_some(line));
            }
        }
        let said = answers(input);
        prop_assert!(said.ends_with("\n\n"));
        let replies: Vec<&str> = said.trim_end_matches('\n').split("\n\n").collect();
        prop_assert_eq!(replies.len(), sent.len());
        let mut before: Option<&[&str]> = None;
        let mut error = false;
        for (number, (&reply, &line)) in replies.iter().zip(&sent).enumerate() {
            let rest = reply.strip_prefix(['=', '?']);
            let rest = rest.and_then(|rest| rest.strip_prefix(id_of(line).as_str()));
            prop_assert!(rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n'])));
            let is_state = line == after[0];
            if is_state {
                let now = &replies[number..number + STATE.len()];
                if error {
                    prop_assert_eq!(before, Some(now));
                }
                before = Some(now);
                error = false;
            } else if !after.contains(&line) {
                error = reply.starts_with('?');
            }
        }
    }
}
