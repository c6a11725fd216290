//! A program that drives an engine as Cassio does, by the protocol's specification
//! (<http://cassio.free.fr/engine-protocol.htm>), and one that reads a line for each search, as
//! many that drive Edax do.

use bianca::othello::random::random_move;
use bianca::othello::{Color, OthelloGame, Square};
use bianca::record::board::write_board;
use rand::prelude::*;

use crate::session::process::Bianca;

/// A result line, taken apart.
#[derive(Debug)]
struct Found {
    best: String,
    depth: u32,
    precision: u32,
    lower: f64,
    upper: f64,
    line: String,
}

struct Cassio {
    engine: Bianca,
}

impl Cassio {
    fn open(arguments: &[&str]) -> Cassio {
        let mut cassio = Cassio {
            engine: Bianca::merged(arguments),
        };
        assert!(cassio.ask("init").is_empty());
        cassio
    }

    fn send(&mut self, line: &str) {
        self.engine.send(format!("{line}\n"));
    }

    fn next(&mut self) -> String {
        self.engine.line().expect("a line")
    }

    /// What is answered before `ready.`.
    fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(&format!("ENGINE-PROTOCOL {command}"));
        let mut said = Vec::new();
        loop {
            match self.next() {
                line if line == "ready." => return said,
                line => said.push(line),
            }
        }
    }

    /// The last result of a search.
    fn search(&mut self, kind: &str, position: &str, rest: &str) -> Found {
        let lines = self.ask(&format!("{kind}-search {position} {rest}"));
        let last = lines.last().expect("a result");
        result(position, last)
    }
}

/// Takes a result line apart and checks its form.
fn result(position: &str, line: &str) -> Found {
    let fields: Vec<&str> = line.split(", ").collect();
    let [at, best, depth, precision, value, pv, node, time] = fields[..] else {
        panic!("{line}");
    };
    assert_eq!(at, position);
    let side = if position.ends_with('X') { 'B' } else { 'W' };
    let strip = |text: &str, prefix: &str| text.strip_prefix(prefix).expect(line).to_owned();
    let (lower, upper) = value.split_once(" <= v <= ").expect(line);
    let value = |text: &str| -> f64 {
        let number = text.strip_prefix(side).expect(line);
        assert!(number.starts_with(['+', '-']), "{line}");
        number.parse().expect(line)
    };
    let (_, decimals) = time.rsplit_once('.').expect(line);
    assert_eq!(decimals.len(), 3, "{line}");
    let _: u64 = strip(node, "node ").parse().expect(line);
    let best = strip(best, "move ");
    let case = |text: &str| match side {
        'B' => text.to_uppercase(),
        _ => text.to_lowercase(),
    };
    assert_eq!(best, case(&best), "{line}");
    assert!(pv.starts_with(&best), "{line}");
    Found {
        best: best.to_lowercase(),
        depth: strip(depth, "depth ").parse().expect(line),
        precision: precision
            .strip_prefix('@')
            .unwrap()
            .strip_suffix('%')
            .unwrap()
            .parse()
            .unwrap(),
        lower: value(lower),
        upper: value(upper),
        line: pv.to_lowercase(),
    }
}

fn position(game: &OthelloGame) -> String {
    write_board(game.position(), game.to_move()).replace(' ', "")
}

/// A game with so many empty squares left, and whose turn is no pass.
fn random_game(random: &mut StdRng, empties: u32) -> OthelloGame {
    loop {
        let mut game = OthelloGame::new();
        while !game.is_over() && game.position().empties() > empties {
            let mv = random_move(game.position(), random);
            game.play(mv).unwrap();
        }
        if !game.position().moves().is_empty() {
            return game;
        }
    }
}

const START: &str = "---------------------------OX------XO---------------------------X";

#[test]
fn searches_say_what_is_true_within_their_window() {
    let mut random = StdRng::seed_from_u64(17);
    let mut cassio = Cassio::open(&[]);
    assert_eq!(
        cassio.ask("get-version"),
        [format!("version: Bianca {}", env!("CARGO_PKG_VERSION"))]
    );
    assert!(cassio.ask("new-position").is_empty());
    for _ in 0..12 {
        let game = random_game(&mut random, 13);
        let at = position(&game);
        let exact = cassio.search("endgame", &at, "-64 64 100");
        let (empties, value) = (game.position().empties(), exact.lower);
        assert_eq!(
            (exact.depth, exact.precision, exact.upper),
            (empties, 100, value)
        );
        let square: Square = exact.best.parse().unwrap();
        assert!(game.position().moves().contains(square));
        // The line leads to the value.
        let mut end = game.clone();
        bianca::game::Game::play(&mut end, None, &exact.line).unwrap();
        let black = end.final_score_for_black();
        assert!(end.is_over());
        assert_eq!(
            f64::from(if game.to_move() == Color::Black {
                black
            } else {
                -black
            }),
            value
        );
        for alpha in [value - 5.0, value - 1.0, value, value + 3.0] {
            assert!(cassio.ask("empty-hash").is_empty());
            let window = format!("{alpha} {} 100", alpha + 1.0);
            let found = cassio.search("endgame", &at, &window);
            assert!(
                found.lower <= value && value <= found.upper,
                "{at} {window}: {found:?}"
            );
            // It is decided on which side of the window the value is.
            assert!(
                found.upper <= alpha || found.lower > alpha,
                "{at} {window}: {found:?}"
            );
        }
        let shallow = cassio.search("midgame", &at, "-64 64 4 100");
        assert_eq!((shallow.depth, shallow.precision), (4, 100));
        assert_eq!(shallow.lower, shallow.upper);
    }
    cassio.send("ENGINE-PROTOCOL quit");
    assert_eq!(cassio.next(), "bye bye.");
    assert!(cassio.engine.wait().success());
}

#[test]
fn a_program_that_reads_one_line_for_a_search_finds_the_next_ready() {
    // As many do that drive Edax: with its arguments, and one line for the result.
    let mut cassio = Cassio::open(&["-cassio", "-n", "1"]);
    for depth in 2..=10 {
        cassio.send(&format!(
            "ENGINE-PROTOCOL midgame-search {START} -64 64 {depth} 73"
        ));
        let found = result(START, &cassio.next());
        assert_eq!((found.depth, found.precision), (depth, 73));
        assert_eq!(cassio.next(), "ready.");
    }
    // A pass and the end of the game.
    let pass = format!("XO{}O", "-".repeat(62));
    let end = format!("{}X", "X".repeat(64));
    for (at, best) in [(pass, "ps"), (end, "--")] {
        let found = cassio.search("endgame", &at, "-64 64 100");
        assert_eq!(found.best, best);
        assert_eq!(found.lower.abs(), 64.0);
    }
}

/// What public drivers of Edax send beyond the specification; each is a search.
#[test]
fn the_habits_of_drivers_of_edax_are_understood() {
    let mut cassio = Cassio {
        engine: Bianca::merged(&["-cassio", "-n-tasks", "2", "-h", "16"]),
    };
    cassio.send("");
    assert_eq!(cassio.next(), "ready.");
    assert!(cassio.ask("init").is_empty());
    let at = position(&random_game(&mut StdRng::seed_from_u64(5), 12));
    for (kind, numbers) in [
        ("endgame", "-64 64 30 100"),
        ("endgame", "-64 64"),
        ("midgame", "-64 64 0 100"),
        ("midgame", "-64 64 60 100"),
    ] {
        let found = cassio.search(kind, &at, numbers);
        assert!(found.depth <= 12, "{kind} {numbers}: {found:?}");
    }
    // An empty line before the first shows no dialect.
    let mut first = Cassio {
        engine: Bianca::merged(&[]),
    };
    first.send("");
    assert!(first.ask("init").is_empty());
}

#[test]
fn a_search_is_watched_and_stopped() {
    let mut cassio = Cassio::open(&["cassio"]);
    cassio.send("");
    assert_eq!(cassio.next(), "ready.");
    assert!(cassio.ask("stop").is_empty());
    cassio.send(&format!(
        "ENGINE-PROTOCOL endgame-search {START} -64 64 100"
    ));
    cassio.send("");
    assert_eq!(cassio.next(), "ok.");
    cassio.send("ENGINE-PROTOCOL get-search-infos");
    let infos = cassio.next();
    assert!(
        infos.starts_with("node ") && infos.contains(", time "),
        "{infos}"
    );
    // What waits is dropped; the search tells how far it came and is ready.
    cassio.send("ENGINE-PROTOCOL get-version");
    cassio.send("ENGINE-PROTOCOL stop");
    loop {
        match cassio.next() {
            line if line == "ready." => break,
            line => drop(result(START, &line)),
        }
    }
    assert!(cassio.ask("get-search-infos").is_empty());
    // The end of the input ends a search, too.
    cassio.send(&format!(
        "ENGINE-PROTOCOL endgame-search {START} -64 64 100"
    ));
    let (said, status) = cassio.engine.finish();
    assert_eq!(said.last().unwrap(), "bye bye.");
    assert!(status.success());
}

#[test]
fn long_searches_tell_each_new_result_once() {
    let mut cassio = Cassio::open(&[]);
    cassio.send(&format!(
        "ENGINE-PROTOCOL midgame-search {START} -64 64 50 73"
    ));
    let first = cassio.next();
    let second = cassio.next();
    let told = |line: &str| line.split(", node").next().unwrap().to_owned();
    assert_ne!(told(&first), told(&second));
    assert!(result(START, &first).depth <= result(START, &second).depth);
    cassio.send("ENGINE-PROTOCOL stop");
    while cassio.next() != "ready." {}
}

#[test]
fn what_is_fed_is_remembered_and_nothing_is_answered() {
    let mut cassio = Cassio::open(&[]);
    // Lies about all moves, so that they show.
    let window = "20 21 8 73";
    let found = cassio.search("midgame", START, window);
    assert!(found.upper <= 20.0, "{found:?}");
    for mv in ["f5", "c4", "d3", "e6"] {
        cassio.send(&format!(
            "ENGINE-PROTOCOL feed-hash {START} 40 40 60 100 {mv}"
        ));
    }
    let found = cassio.search("midgame", START, window);
    assert!(found.lower > 20.0, "{found:?}");
    assert!(cassio.ask("empty-hash").is_empty());
    let found = cassio.search("midgame", START, window);
    assert!(found.upper <= 20.0, "{found:?}");
    cassio.send("ENGINE-PROTOCOL feed-hash nonsense");
    assert!(cassio.next().starts_with("ERROR: feed-hash: "));
    cassio.send(&format!("ENGINE-PROTOCOL feed-hash {START} 0 0 9 73 a1"));
    assert!(cassio.next().starts_with("ERROR: feed-hash: illegal move"));
    assert!(cassio.ask("init").is_empty());
}

#[test]
fn what_is_wrong_gets_its_reason() {
    let mut cassio = Cassio::open(&[]);
    for (command, reason) in [
        ("midgame-search", "ERROR: syntax error: a position"),
        (
            "endgame-search XO 0 0 0",
            "ERROR: syntax error: 'XO' is not a position",
        ),
        ("fly", "ERROR: unknown command: fly"),
    ] {
        let said = cassio.ask(command);
        assert!(
            said.len() == 1 && said[0].starts_with(reason),
            "{command}: {said:?}"
        );
    }
    cassio.send("uci");
    assert_eq!(cassio.next(), "ERROR: Unknown protocol \"uci\"");
    cassio.send(&"x".repeat(100_000));
    assert!(cassio.next().starts_with("ERROR: "));
    cassio.send("");
    assert_eq!(cassio.next(), "ready.");
}
