//! A board that speaks NBoard as its specification says
//! (<https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>): every line that the
//! engine says must be one of those that the real board understands, and only what follows the
//! answer to the last ping counts. Like the real one it reads standard error as if it were
//! standard output.

use std::thread::sleep;
use std::time::Duration;

use bianca::othello::{Color, Move, OthelloGame, Square};
use rand::prelude::*;

use crate::session::process::Bianca;
use crate::session::random::noise;
use bianca::othello::random::{random_game, random_move};

const SEED: u64 = 7;

/// Where a game starts, in GGF.
const START: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

/// A line of the engine.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Pong(i32),
    Choice(String, Option<f64>, Option<f64>),
    Hint {
        mv: String,
        eval: f64,
        depth: String,
    },
    Book {
        mv: String,
        eval: f64,
        depth: u32,
    },
    NodeStats(u64, f64),
    Analysis(usize, f64),
    Name(String),
    Status(String),
    Learned,
}

/// Reads a line as the board does; panics where it would show its user an error, and at a line
/// that it would not know.
fn read(line: &str) -> Said {
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    match (command, &words[..]) {
        ("pong", [number]) => Said::Pong(number.parse().expect(line)),
        ("===", [item]) => {
            let mut parts = item.split('/');
            let mv = parts.next().unwrap().to_owned();
            let mut next = || match parts.next() {
                None | Some("") => None,
                Some(text) => Some(decimal(text, line)),
            };
            let choice = Said::Choice(mv, next(), next());
            assert_eq!(parts.next(), None, "{line}");
            choice
        }
        ("search", [pv, eval, "0", depth, ..]) => {
            let digits = depth.bytes().take_while(u8::is_ascii_digit).count();
            assert!(digits > 0, "{line}");
            Said::Hint {
                mv: pv.get(..2).expect(line).to_owned(),
                eval: decimal(eval, line),
                depth: (*depth).to_owned(),
            }
        }
        ("book", [pv, eval, games, depth, ..]) => {
            let _: u64 = games.parse().expect(line);
            Said::Book {
                mv: pv.get(..2).expect(line).to_owned(),
                eval: decimal(eval, line),
                depth: depth.parse().expect(line),
            }
        }
        ("nodestats", [nodes, seconds]) => {
            Said::NodeStats(nodes.parse().expect(line), decimal(seconds, line))
        }
        ("analysis", [number, eval]) => {
            Said::Analysis(number.parse().expect(line), decimal(eval, line))
        }
        ("set", ["myname", name]) => Said::Name((*name).to_owned()),
        ("status", _) => Said::Status(rest.to_owned()),
        ("learned", []) => Said::Learned,
        _ => panic!("the board does not know '{line}'"),
    }
}

/// A number without an exponent.
fn decimal(text: &str, line: &str) -> f64 {
    let plain = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    assert!(text.chars().all(plain), "{line}");
    text.parse().expect(line)
}

/// The board: an engine and the game that it shows.
struct Board {
    engine: Bianca,
    game: OthelloGame,
    pings: i32,
}

impl Board {
    /// Starts the engine without a word.
    fn silent(arguments: &[&str]) -> Board {
        Board {
            engine: Bianca::merged(arguments),
            game: OthelloGame::new(),
            pings: 0,
        }
    }

    /// Starts the engine and sends what the real board sends first.
    fn open(depth: u32) -> Board {
        // These tests are about searches.
        let mut board = Board::silent(&["--option", "Book=off"]);
        board.send("nboard 2");
        board.set_game();
        board.send(&format!("set depth {depth}"));
        board
    }

    fn send(&mut self, line: &str) {
        self.engine.send(format!("{line}\n"));
    }

    fn next(&mut self) -> Said {
        read(&self.engine.line().expect("a line"))
    }

    /// The game in GGF, with times.
    fn ggf(&self) -> String {
        let mut text = format!("(;GM[Othello]PC[]PB[]PW[]RE[?]TI[0]TY[8]BO[{START}]");
        for &(color, mv) in self.game.turns() {
            let side = if color == Color::Black { 'B' } else { 'W' };
            text += &format!("{side}[{}//0.5]", word(mv));
        }
        text + ";)"
    }

    fn set_game(&mut self) {
        let line = format!("set game {}", self.ggf());
        self.send(&line);
    }

    /// Plays a move on the board and sends it to the engine.
    fn play(&mut self, mv: Move) {
        self.game.play(mv).unwrap();
        self.send(&format!("move {}/0.25/0.5", word(mv)));
    }

    /// Asks for an answer to all before, which everything before it is not.
    fn ping(&mut self) {
        self.pings += 1;
        let line = format!("ping {}", self.pings);
        self.send(&line);
    }

    /// What is said up to the answer to the last ping, without it.
    fn until_pong(&mut self) -> Vec<Said> {
        let mut said = Vec::new();
        loop {
            match self.next() {
                Said::Pong(number) if number == self.pings => return said,
                other => said.push(other),
            }
        }
    }

    /// Asks for a move: the state was sent already.
    fn go(&mut self) -> (Move, Option<f64>, Option<f64>) {
        self.ping();
        self.send("go");
        self.until_pong();
        self.choice()
    }

    /// The move that was asked for, and what was thought of it. All hints must be of this
    /// position.
    fn choice(&mut self) -> (Move, Option<f64>, Option<f64>) {
        loop {
            match self.next() {
                Said::Choice(mv, eval, time) => {
                    let mv = self.legal(&mv);
                    return (mv, eval, time);
                }
                Said::Hint { mv, eval, .. } => {
                    self.legal(&mv);
                    assert!(eval.abs() <= 64.0, "{eval}");
                }
                Said::NodeStats(..) | Said::Status(_) => {}
                other => panic!("{other:?} is no thought"),
            }
        }
    }

    /// The move of this name, which must be legal here; a pass at the end of the game is.
    fn legal(&self, name: &str) -> Move {
        if name == "PA" {
            let position = self.game.position();
            assert!(position.must_pass() || position.is_over(), "PA");
            return Move::Pass;
        }
        let square: Square = name.parse().unwrap();
        let moves = self.game.position().moves();
        assert!(moves.contains(square), "{name} in {}", self.ggf());
        Move::Place(square)
    }
}

/// A move as the board writes it.
fn word(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_uppercase(),
    }
}

/// A random game that ends, or that stands at a pass if `at_pass`.
fn random_game_to(random: &mut StdRng, at_pass: bool) -> OthelloGame {
    loop {
        let mut game = random_game(random);
        if !at_pass {
            return game;
        }
        while let Ok(mv) = game.undo() {
            if mv == Move::Pass {
                return game;
            }
        }
    }
}

#[test]
fn the_first_lines_come_all_at_once() {
    let mut board = Board::open(6);
    board.ping();
    board.send("go");
    let before = board.until_pong();
    let name = |name: &str| Said::Name(name.to_owned());
    assert_eq!(before, [name("Bianca"), name("Bianca6")]);
    let (_, eval, time) = board.choice();
    assert!(eval.is_some() && time.is_some());
}

#[test]
fn whole_games_are_played() {
    let mut random = StdRng::seed_from_u64(SEED);
    for colour in [Color::Black, Color::White, Color::Black] {
        let mut board = Board::open(2);
        while !board.game.is_over() {
            let mv = if board.game.to_move() == colour {
                board.go().0
            } else {
                random_move(board.game.position(), &mut random)
            };
            board.play(mv);
        }
        assert_eq!(board.go().0, Move::Pass, "at the end");
        board.send("quit");
        assert!(board.engine.wait().success());
    }
}

#[test]
fn games_that_end_with_a_pass_are_understood() {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut board = Board::open(1);
    for number in 0..30 {
        board.game = random_game_to(&mut random, true);
        if number % 2 == 0 {
            board.set_game();
            assert_eq!(board.go().0, Move::Pass, "{}", board.ggf());
            board.game.play(Move::Pass).unwrap();
        } else {
            board.game.play(Move::Pass).unwrap();
            board.set_game();
            assert_ne!(board.go().0, Move::Pass, "{}", board.ggf());
            continue;
        }
        let pass = ["move PA", "move pass//3.1", "move P/", "move --", "PA"][number / 2 % 5];
        board.send(pass);
        assert_ne!(board.go().0, Move::Pass, "{pass} after {}", board.ggf());
    }
}

#[test]
fn go_does_not_play() {
    let mut board = Board::open(3);
    for _ in 0..3 {
        board.go();
    }
    board.play("f5".parse().unwrap());
    for _ in 0..2 {
        board.go();
    }
}

#[test]
fn hints_grow_deeper_until_the_next_line() {
    let mut board = Board::open(4);
    board.ping();
    board.send("hint 3");
    board.until_pong();
    let mut moves = std::collections::HashSet::new();
    let mut deepest = 0;
    while deepest < 7 || moves.len() < 3 {
        if let Said::Hint { mv, depth, .. } = board.next() {
            board.legal(&mv);
            moves.insert(mv);
            let depth: u32 = depth.parse().unwrap();
            assert!(depth >= deepest, "{depth} after {deepest}");
            deepest = depth;
            assert!(deepest < 15, "three moves were asked for, not {moves:?}");
        }
    }
    // The next request, all of it while the hint runs.
    board.play("d3".parse().unwrap());
    board.send("set depth 2");
    let (_, eval, _) = board.go();
    assert!(eval.is_some());
}

#[test]
fn hints_tell_what_is_from_the_book() {
    let mut board = Board::silent(&[]);
    board.send("nboard 2");
    board.set_game();
    board.ping();
    board.send("hint 2");
    board.until_pong();
    let mut moves = std::collections::HashSet::new();
    while moves.len() < 2 {
        match board.next() {
            Said::Book { mv, eval, depth } => {
                board.legal(&mv);
                assert!(depth > 15 && eval.abs() < 5.0, "{mv} {eval} {depth}");
                moves.insert(mv);
            }
            Said::Hint { mv, depth, .. } => panic!("{mv} at {depth} plies is in the book"),
            _ => {}
        }
    }
    // Off the book's ways it is the search that tells.
    for mv in ["f5", "f4", "f3"] {
        board.play(mv.parse().unwrap());
    }
    board.ping();
    board.send("hint 1");
    let (mut found, mut ours) = (false, false);
    while !found {
        match board.next() {
            Said::Pong(number) => ours = number == board.pings,
            Said::Hint { .. } => found = ours,
            Said::Book { mv, .. } => assert!(!ours, "{mv} is in no book"),
            _ => {}
        }
    }
}

#[test]
fn what_is_cancelled_has_no_answer() {
    let mut board = Board::open(30);
    for (square, request) in [
        ("f5", "go"),
        ("d6", "hint 2"),
        ("c3", "go"),
        ("d3", "analyze"),
        ("c4", "go"),
    ] {
        board.ping();
        board.send(request);
        board.until_pong();
        board.play(square.parse().unwrap());
        board.ping();
        let stale = board.until_pong();
        let is_answer = |said: &Said| matches!(said, Said::Choice(..));
        assert!(!stale.iter().any(is_answer), "{stale:?}");
        // After the pong nothing is said that was not asked for.
        board.send("learn");
        assert_eq!(board.next(), Said::Learned);
    }
    board.send("set depth 1");
    board.go();
}

#[test]
fn unknown_lines_end_no_hint() {
    let mut board = Board::open(1);
    board.send("hint 1");
    board.send("sing");
    board.send("");
    board.send("set tea 4");
    let reached = |said: &Said| matches!(said, Said::Hint { depth, .. } if depth == "8");
    while !reached(&board.next()) {}
    board.ping();
    board.until_pong();
}

#[test]
fn a_proven_result_is_shown_as_proven() {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut board = Board::open(1);
    board.game = random_game(&mut random);
    for _ in 0..8 {
        board.game.undo().unwrap();
    }
    board.set_game();
    board.ping();
    board.send("hint 2");
    board.until_pong();
    loop {
        if let Said::Hint { mv, eval, depth } = board.next() {
            board.legal(&mv);
            if depth == "100%" {
                assert_eq!(eval.fract(), 0.0);
                break;
            }
        }
    }
}

#[test]
fn a_game_is_analyzed_from_its_end() {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut board = Board::open(1);
    board.game = random_game(&mut random);
    board.set_game();
    board.ping();
    board.send("analyze");
    board.until_pong();
    assert_eq!(board.next(), Said::Status("Analyzing".to_owned()));
    let turns = board.game.turns().len();
    let own = |score: i32| f64::from(score);
    for turn in (0..=turns).rev() {
        let Said::Analysis(number, eval) = board.next() else {
            panic!("no analysis after {turn} turns");
        };
        assert_eq!(number, turn);
        assert!(eval.abs() <= 64.0);
        if turn == turns {
            assert_eq!(eval, own(board.game.position().final_score()));
        }
    }
    assert_eq!(board.next(), Said::Status(String::new()));
    // The game is as it was, also after an analysis that was broken off.
    assert_eq!(board.go().0, Move::Pass);
    board.send("set depth 30");
    board.game.undo().unwrap();
    while board.game.turns().len() > 20 {
        board.game.undo().unwrap();
    }
    board.set_game();
    board.send("analyze");
    board.send("set depth 1");
    board.go();
}

#[test]
fn the_first_version_sends_bare_moves() {
    let mut board = Board::silent(&[]);
    board.send("nboard 1");
    board.set_game();
    board.send("set depth 1");
    for square in ["F5", "d6", "C3"] {
        board.send(square);
        board.game.play(square.parse().unwrap()).unwrap();
        board.go();
    }
}

#[test]
fn the_clock_of_the_game_holds() {
    let mut board = Board::silent(&["nboard"]);
    board.send("set depth 30");
    board.game.play("f5".parse().unwrap()).unwrap();
    let game = board.ggf().replace("TI[0]", "TI[0:03]");
    board.send(&format!("set game {game}"));
    let (_, _, time) = board.go();
    // The machine may be busy: what counts is that it is not the minutes of that depth.
    assert!(time.unwrap() < 3.0, "{time:?}");
}

#[test]
fn what_cannot_be_obeyed_is_a_status_and_changes_nothing() {
    let mut board = Board::open(1);
    board.play("f5".parse().unwrap());
    board.ping();
    board.until_pong();
    let long = format!("set game {}", "x".repeat(1 << 20));
    let lines = [
        "move A1",
        "move F9/0/0",
        "move F4/high/0",
        "move F4/0/-1",
        "move",
        "set game",
        "set game (;GM[Othello]B[F5]",
        "set game (;GM[Go];)",
        &format!("set game (;GM[Othello]BO[{START}]B[A1];)"),
        "set depth 0",
        "set depth many",
        "ping",
        "ping x",
        "hint x",
        "go fast",
        &long,
    ];
    for line in lines {
        board.send(line);
        board.ping();
        let said = board.until_pong();
        let line: String = line.chars().take(50).collect();
        assert!(matches!(said[..], [Said::Status(_)]), "{line}: {said:?}");
    }
    let ignored = [
        "", " ", "set", "set x 1", "hello", "move2", "e", "z9", "\u{7}", "é",
    ];
    for line in ignored {
        board.send(line);
        board.ping();
        assert_eq!(board.until_pong(), [], "{line:?}");
    }
    // What was refused last was a game: there is none to move in before the next.
    board.set_game();
    board.go();
}

#[test]
fn noise_never_ends_the_session() {
    let mut random = StdRng::seed_from_u64(SEED);
    let mut board = Board::open(1);
    let words = [
        "set", "game", "move", "hint", "go", "ping", "analyze", "learn", "F5", "PA", "/", "1e9",
        "-1", "(;", ";)", "[", "]", "BO[8", "B[F5]", "nboard", "contempt", "\u{fffd}",
    ];
    for number in 0..300 {
        board.engine.send(noise(&words, &mut random));
        if number % 10 == 9 {
            board.pings = 1_000_000 + number;
            board.ping();
            board.until_pong();
        }
    }
    board.set_game();
    board.go();
}

#[test]
fn the_end_of_input_in_the_middle_of_anything_ends_the_session() {
    for request in ["go", "hint 4", "analyze", "ping", "set game (;GM[Oth"] {
        let mut board = Board::open(30);
        board.engine.send(request);
        board.send("");
        sleep(Duration::from_millis(50));
        let (lines, status) = board.engine.finish();
        assert!(status.success(), "{request}: {status}");
        lines.iter().for_each(|line| drop(read(line)));
    }
}

#[test]
fn a_board_that_is_gone_ends_the_session() {
    for request in ["go", "hint 4", "analyze", "learn"] {
        let script = format!("nboard 2\nset depth 30\n{request}\n");
        assert_eq!(Bianca::said_to_nobody(&script), "", "{request}");
    }
}
