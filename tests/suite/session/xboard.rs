//! Boards that speak XBoard's protocol: OthelloTk as its source shows it, and XBoard itself by the
//! protocol's specification (<https://www.gnu.org/software/xboard/engine-intf.html>).

use std::time::{Duration, Instant};

use bianca::othello::random::random_move;
use bianca::othello::{Color, Move, OthelloGame};
use rand::prelude::*;

use crate::session::process::Bianca;

/// OthelloTk's board: black's discs are small letters, rank 8 comes first.
const SMALL_FIRST: &str = "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1";

struct Board {
    engine: Bianca,
    game: OthelloGame,
}

impl Board {
    fn open(arguments: &[&str], first: &[&str]) -> Board {
        let mut board = Board {
            engine: Bianca::merged(arguments),
            game: OthelloGame::new(),
        };
        for line in first {
            board.send(line);
        }
        let features = board.line();
        assert!(features.starts_with("feature "), "{features}");
        assert!(features.contains("variants=\"reversi\"") && features.ends_with("done=1"));
        board
    }

    fn send(&mut self, line: &str) {
        self.engine.send(format!("{line}\n"));
    }

    fn line(&mut self) -> String {
        self.engine.line().expect("a line")
    }

    /// All that was said before the answer to a ping.
    fn before_pong(&mut self) -> Vec<String> {
        self.send("ping 77");
        let mut said = Vec::new();
        loop {
            match self.line() {
                line if line == "pong 77" => return said,
                line => said.push(line),
            }
        }
    }

    /// Plays the move that the engine says, as OthelloTk reads it.
    fn hear_move(&mut self) {
        let line = loop {
            let line = self.line();
            if line.starts_with("move") {
                break line;
            }
        };
        let mv: Move = match &line[7..] {
            "@@" => Move::Pass,
            square => square.parse().expect(&line),
        };
        self.game.play(mv).expect(&line);
    }

    fn say_move(&mut self, mv: Move, prefix: &str) {
        self.game.play(mv).unwrap();
        match mv {
            Move::Pass => self.send("usermove @@@@"),
            mv => self.send(&format!("{prefix}{mv}")),
        }
    }
}

#[test]
fn othellotk_plays_whole_games() {
    let mut random = StdRng::seed_from_u64(5);
    // As it starts Edax.
    let mut board = Board::open(&["-xboard", "-n", "1"], &["protover 2"]);
    board.send("variant reversi");
    board.send(&format!("setboard {SMALL_FIRST}"));
    board.send("st 0.02");
    let mut passes = 0;
    for number in 0..4 {
        board.send(&format!("setboard {SMALL_FIRST}"));
        board.send("force");
        board.game = OthelloGame::new();
        // A game that is loaded.
        for mv in ["c4", "c3", "f5", "b4", "a4", "a5", "c2", "a3"]
            .into_iter()
            .take(4 * number)
        {
            board.say_move(mv.parse().unwrap(), "usermove ");
        }
        let mut first = true;
        while !board.game.is_over() {
            let mv = if board.game.position().must_pass() {
                Move::Pass
            } else {
                random_move(board.game.position(), &mut random)
            };
            passes += u32::from(mv == Move::Pass);
            board.say_move(mv, "usermove ");
            // Only the first move of a game is followed by this.
            if std::mem::take(&mut first) {
                board.send("go");
            }
            if !board.game.is_over() {
                board.hear_move();
            }
        }
        let black = board.game.final_score_for_black();
        let (more, less) = ((64 + black.abs()) / 2, (64 - black.abs()) / 2);
        // Its small letters move first, and are XBoard's black.
        let result = match black {
            0 => format!("1/2-1/2 {{Draw {more}-{less}}}"),
            1.. => format!("0-1 {{Black wins {more}-{less}}}"),
            _ => format!("1-0 {{White wins {more}-{less}}}"),
        };
        assert_eq!(board.before_pong(), [result]);
    }
    assert!(passes > 0);
    // Its undo takes a move of each side back.
    board.send("force");
    board.send("remove");
    board.send("undo");
    assert!(board.before_pong().is_empty());
}

#[test]
fn xboard_plays_on_a_clock() {
    let mut random = StdRng::seed_from_u64(6);
    let mut board = Board::open(&[], &["xboard", "protover 2"]);
    for line in [
        "accepted setboard",
        "accepted done",
        "new",
        "variant reversi",
        "random",
        "level 0 0:05 0.05",
        "post",
        "easy",
        "memory 8",
        "cores 1",
        "computer",
        "name me",
    ] {
        board.send(line);
    }
    assert!(board.before_pong().is_empty());
    let mut left = Duration::from_secs(5);
    while !board.game.is_over() {
        if board.game.to_move() == Color::White {
            let begun = Instant::now();
            board.hear_move();
            left = (left + Duration::from_millis(50)).saturating_sub(begun.elapsed());
            continue;
        }
        board.send(&format!("time {}", left.as_millis() / 10));
        board.send("otim 500");
        let mv = if board.game.position().must_pass() {
            Move::Pass
        } else {
            random_move(board.game.position(), &mut random)
        };
        board.say_move(mv, "P@");
    }
    // It knows only how the machine's load allows; that something was left shows that it looks.
    assert!(left > Duration::ZERO);
    let said = board.before_pong();
    let last = said.last().unwrap();
    let white = board.game.final_score_for_black();
    assert!(last.starts_with(match white {
        0 => "1/2-1/2 {Draw 32-32}",
        1.. => "1-0 {White wins ",
        _ => "0-1 {Black wins ",
    }));
}

#[test]
fn a_search_is_ended_by_what_makes_its_move_unwanted() {
    let mut board = Board::open(&["xboard", "--option", "Book=off"], &["protover 2"]);
    board.send("st 1000");
    // Move now.
    board.send("go");
    board.send("?");
    board.hear_move();
    // The board changes its mind: no move is told and none is played.
    board.send("playother");
    board.send("go");
    board.send("force");
    assert!(board.before_pong().is_empty());
    board.send("undo");
    board.send("undo");
    assert_eq!(board.before_pong(), ["Error (command not legal now): undo"]);
    // The end of the input ends a search, too.
    board.send("go");
    let (said, status) = board.engine.finish();
    assert!(status.success(), "{said:?}");
}

#[test]
fn an_analysis_goes_on_until_exit() {
    let mut board = Board::open(&[], &["xboard", "protover 2"]);
    board.send("analyze");
    let thinking = |line: &str| {
        let numbers: Vec<i64> = line
            .split(' ')
            .take(4)
            .filter_map(|word| word.parse().ok())
            .collect();
        assert_eq!(numbers.len(), 4, "{line}");
        line.split(' ').nth(4).unwrap().to_owned()
    };
    assert_eq!(thinking(&board.line()).len(), 2);
    board.send(".");
    loop {
        let line = board.line();
        if let Some(status) = line.strip_prefix("stat01: ") {
            assert_eq!(status.split(' ').count(), 5, "{line}");
            break;
        }
        thinking(&line);
    }
    board.send("usermove f5");
    loop {
        let best = thinking(&board.line());
        if ["d6", "f4", "f6"].contains(&best.as_str()) {
            break;
        }
    }
    board.send("exit");
    board.before_pong();
    board.send("hint");
    assert!(["Hint: d6", "Hint: f4", "Hint: f6"].contains(&board.line().as_str()));
    board.send(".");
    assert!(board.before_pong().is_empty());
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let mut board = Board::open(&[], &["protover 2"]);
    for (line, answer) in [
        ("fly", "Error (unknown command): fly"),
        ("usermove a1", "Illegal move: a1"),
        ("usermove @@@@", "Illegal move: @@@@"),
        ("usermove", "Error (malformed command): a move is missing"),
        ("variant chess", "Error (refused): unknown game: chess"),
        ("exit", "Error (command not legal now): exit"),
        (
            "memory 0",
            "Error (malformed command): '0' is not a number of megabytes from 1 up",
        ),
        (
            "cores 100000",
            "Error (refused): option Threads: '100000' is not a whole number from 1 to 256",
        ),
        ("setboard 8/8 w", "tellusererror Illegal position"),
        ("f5", "Illegal move: f5"),
        ("go", "Error (command not legal now): go"),
    ] {
        board.send(line);
        assert_eq!(board.before_pong(), [answer], "{line}");
    }
    board.send("new");
    board.send("force");
    board.send("f5");
    assert!(board.before_pong().is_empty());
}

#[test]
fn the_book_is_shown_if_there_is_one() {
    let none = " The book has no move here.";
    let mut board = Board::open(&["--option", "Book=off"], &["xboard", "protover 2"]);
    board.send("bk");
    assert_eq!(board.before_pong(), [none, ""]);
    let mut board = Board::open(&[], &["xboard", "protover 2"]);
    for line in ["new", "variant reversi", "force", "bk"] {
        board.send(line);
    }
    let said = board.before_pong();
    let (end, moves) = said.split_last().unwrap();
    assert_eq!(end, "");
    // All four moves are the same but for the board's symmetry.
    let begins = |line: &String| line.starts_with(" move ") && line.contains(" score ");
    assert!(
        (1..=4).contains(&moves.len()) && moves.iter().all(begins),
        "{said:?}"
    );
}
