//! GoGui's window, written from its sources (<https://github.com/Remi-Coulom/gogui>: `GoGui`,
//! `GtpClient`, `GtpSynchronizer`, `GenericBoard`, `SgfWriter`, `SgfReader`): what it sends and
//! when, and how it reads what comes back. It takes the rules from a second process of the same
//! program.

use std::fs;

use rand::prelude::*;

use crate::session::process::Bianca;
use crate::session::rules::{BLACK, Board, Move, WHITE, name, read, square_name};

const SEED: u64 = 17;

/// A program at the other end of two pipes.
struct Link {
    program: Bianca,
    commands: Vec<String>,
}

impl Link {
    fn start(arguments: &[&str]) -> Link {
        Link {
            program: Bianca::anywhere(arguments),
            commands: Vec::new(),
        }
    }

    /// What stands behind the first blank of a reply, or behind its first character if it has none.
    fn send(&mut self, command: &str) -> Result<String, String> {
        let reply = self.program.ask(command);
        let text = reply.find(' ').map_or(1, |blank| blank + 1);
        let text = reply[text..].to_owned();
        if reply.starts_with('=') {
            Ok(text)
        } else {
            Err(text)
        }
    }

    fn must(&mut self, command: &str) -> String {
        let reply = self.send(command);
        reply.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    fn ask_for_commands(&mut self) {
        let listed = self.must("list_commands");
        self.commands = listed.split_whitespace().map(str::to_owned).collect();
        assert!(self.supports("gogui-interrupt"));
        self.must("gogui-interrupt");
    }

    fn supports(&self, command: &str) -> bool {
        self.commands.iter().any(|listed| listed == command)
    }
}

/// A move as GoGui writes it: `B F5`, `W PASS`.
fn written((side, mv): (i8, Move)) -> String {
    let color = if side == BLACK { 'B' } else { 'W' };
    format!("{color} {}", name(mv).to_uppercase())
}

/// The window: a program that plays, one that rules, and what is shown.
struct Window {
    engine: Link,
    ruler: Link,
    /// 1 for a black disc, -1 for a white one, from a1.
    board: [i8; 64],
    to_move: i8,
    /// White's and black's number in the panel.
    captured: [i32; 2],
    /// The moves up to the node that is shown.
    turns: Vec<(i8, Move)>,
    /// The moves that the engine was told.
    told: Vec<(i8, Move)>,
}

impl Window {
    /// *Program, New Program*.
    fn attach(arguments: &[&str]) -> Window {
        let mut engine = Link::start(arguments);
        for command in ["name", "protocol_version", "version"] {
            engine.must(command);
        }
        engine.ask_for_commands();
        let game = engine.must("gogui-rules_game_id");
        assert!(game != "Go" && game.starts_with(|first: char| first.is_ascii_uppercase()));
        for rule in ["game_id", "legal_moves", "side_to_move"] {
            assert!(engine.supports(&format!("gogui-rules_{rule}")), "{rule}");
        }
        let mut ruler = Link::start(arguments);
        ruler.ask_for_commands();
        assert_eq!(ruler.must("gogui-rules_game_id"), game);
        assert_eq!(ruler.must("gogui-rules_board_size"), "8");
        let mut window = Window {
            engine,
            ruler,
            board: [0; 64],
            to_move: BLACK,
            captured: [0; 2],
            turns: Vec::new(),
            told: Vec::new(),
        };
        window.start_engine();
        window.engine.must("komi 6.5");
        assert!(!window.engine.must("gogui-title").contains('\n'));
        assert_eq!(window.engine.must("gogui-rules_game_id"), game);
        for command in ["name", "protocol_version", "gogui-analyze_commands"] {
            window.engine.must(command);
        }
        window.new_game();
        window
    }

    fn start_engine(&mut self) {
        for command in ["boardsize 8", "clear_board"] {
            self.engine.must(command);
        }
        self.told.clear();
    }

    fn new_game(&mut self) {
        self.start_engine();
        self.go_to(0);
    }

    /// Shows the game after so many moves: the ruler plays all of them again.
    fn go_to(&mut self, turns: usize) {
        self.turns.truncate(turns);
        self.ruler.must("clear_board");
        for turn in self.turns.clone() {
            self.ruler.must(&format!("play {}", written(turn)));
            self.ruler.must("gogui-rules_side_to_move");
        }
        self.look();
    }

    /// Reads the board and whose turn it is.
    fn look(&mut self) {
        let board = self.ruler.must("gogui-rules_board");
        assert_eq!(self.ruler.must("gogui-rules_board_size"), "8");
        let discs: Vec<i8> = board
            .chars()
            .filter_map(|c| match c {
                'X' => Some(BLACK),
                'O' => Some(WHITE),
                '.' => Some(0),
                _ => None,
            })
            .collect();
        assert_eq!(discs.len(), 64, "{board}");
        for (from_top, row) in discs.chunks(8).enumerate() {
            self.board[8 * (7 - from_top)..][..8].copy_from_slice(row);
        }
        let captured = self.ruler.must("gogui-rules_captured_count");
        let (white, black) = captured.split_once(' ').expect("two numbers");
        self.captured = [white, black].map(|number| number.parse().expect(&captured));
        self.to_move = self.side_to_move();
    }

    fn side_to_move(&mut self) -> i8 {
        match self.ruler.must("gogui-rules_side_to_move").as_bytes()[0] {
            b'b' | b'B' => BLACK,
            _ => WHITE,
        }
    }

    fn legal_moves(&mut self) -> String {
        self.ruler.must("gogui-rules_legal_moves")
    }

    fn is_over(&mut self) -> bool {
        self.legal_moves().is_empty()
    }

    /// Tells the ruler a move; one that it refuses changes nothing.
    fn rule(&mut self, turn: (i8, Move)) {
        if self.ruler.send(&format!("play {}", written(turn))).is_ok() {
            self.look();
        }
    }

    /// Brings the engine to the node that is shown.
    fn synchronize(&mut self) {
        let both = self.told.iter().zip(&self.turns);
        let common = both.take_while(|(told, turn)| told == turn).count();
        match self.told.len() - common {
            0 => {}
            1 => assert_eq!(self.engine.must("undo"), ""),
            more => assert_eq!(self.engine.must(&format!("gg-undo {more}")), ""),
        }
        let new: Vec<String> = self.turns[common..].iter().copied().map(written).collect();
        match &new[..] {
            [] => {}
            [one] => assert_eq!(self.engine.must(&format!("play {one}")), ""),
            all => {
                let sequence = format!("gogui-play_sequence {}", all.join(" "));
                assert_eq!(self.engine.must(&sequence), "");
            }
        }
        self.told = self.turns.clone();
    }

    /// A click on a square, or the button *Pass*; whether it is a move.
    fn human(&mut self, mv: Move) -> bool {
        let legal = self.legal_moves();
        let may = match mv {
            Some(square) => {
                self.board[square] == 0
                    && legal.contains(&square_name(square).to_uppercase())
                    && self.side_to_move() == self.to_move
            }
            None => legal.contains("pass") || legal.contains("PASS"),
        };
        if may {
            self.synchronize();
            let turn = (self.to_move, mv);
            self.engine.must(&format!("play {}", written(turn)));
            self.told.push(turn);
            self.turns.push(turn);
            self.rule(turn);
        }
        may
    }

    /// The engine moves.
    fn computer(&mut self) {
        self.synchronize();
        let color = if self.to_move == BLACK { 'b' } else { 'w' };
        let reply = self.engine.must(&format!("genmove {color}"));
        let mv = read(&reply.to_lowercase()).expect(&reply);
        assert!(mv.is_none_or(|square| self.board[square] == 0), "{reply}");
        let turn = (self.to_move, mv);
        self.told.push(turn);
        self.turns.push(turn);
        // The ruler hears of it when it is played and once more when all is done.
        self.rule(turn);
        self.rule(turn);
    }

    /// *File, Save*.
    fn saved(&self) -> String {
        let mut text = "(;FF[4]CA[UTF-8]AP[GoGui:1.5.1]SZ[8]\nKM[6.5]PB[Bianca]\n".to_owned();
        for (number, &(side, mv)) in self.turns.iter().enumerate() {
            if number > 0 && number % 10 == 0 {
                text.push('\n');
            }
            let color = if side == BLACK { 'B' } else { 'W' };
            text += &format!(";{color}[{}]", mv.map_or(String::new(), letters));
        }
        text + ")\n"
    }

    /// *File, Open*: what `SgfReader` makes of a file.
    fn opened(text: &str) -> Vec<(i8, Move)> {
        let tree = text.trim_end().strip_prefix("(;").expect("a tree");
        let tree = tree.strip_suffix(')').expect("the end of the tree");
        assert!(!tree.contains('('), "GoGui opens one tree only: {text}");
        let mut nodes = tree.split(';');
        let root = nodes.next().expect("a root");
        assert!(root.contains("SZ[8]"), "{root}");
        assert!(!root.contains("GM[") || root.contains("GM[1]"), "{root}");
        let square = |value: &str| match value.as_bytes() {
            [] | b"tt" => None,
            [file @ b'a'..=b'h', rank @ b'a'..=b'h'] => {
                Some(8 * (7 - usize::from(rank - b'a')) + usize::from(file - b'a'))
            }
            _ => panic!("{value}"),
        };
        let turn = |node: &str| {
            let (color, value) = node.split_once('[').expect(node);
            let (value, _) = value.split_once(']').expect(node);
            let side = match color {
                "B" => BLACK,
                "W" => WHITE,
                other => panic!("{other}"),
            };
            (side, square(value))
        };
        nodes.map(turn).collect()
    }
}

/// A square in SGF: rows from the top, where GoGui has the highest rank.
fn letters(square: usize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(square % 8), letter(7 - square / 8)]
        .iter()
        .collect()
}

/// What is on the board after these moves, by other rules than the engine's.
fn position(turns: &[(i8, Move)]) -> (Board, i8) {
    let mut board = Board::start();
    for &(side, mv) in turns {
        board = board.after(mv, side);
    }
    let last = turns.last().map_or(WHITE, |&(side, _)| side);
    (board, -last)
}

#[test]
fn whole_games_are_played_in_the_window() {
    let mut random = StdRng::seed_from_u64(SEED);
    let scratch = tempfile::tempdir().unwrap();
    // The same games each time, or there might be one without a pass.
    let mut window = Window::attach(&["--level", "1", "--option", "Seed=3"]);
    let mut passes = 0;
    for game in 0..6 {
        window.new_game();
        while !window.is_over() {
            let turns = window.turns.len();
            if turns > 4 && random.random_bool(0.08) {
                // *Game, Backward*: one move, or several.
                window.go_to(turns - random.random_range(1..=4));
            }
            let (board, to_move) = position(&window.turns);
            let legal = board.legal(to_move);
            passes += usize::from(legal == [None]);
            if (to_move == BLACK) == (game % 2 == 0) {
                let wrong = (0..64).map(Some).chain([None]);
                let wrong: Vec<Move> = wrong.filter(|mv| !legal.contains(mv)).collect();
                assert!(!window.human(*wrong.choose(&mut random).unwrap()));
                assert!(window.human(*legal.choose(&mut random).unwrap()));
            } else {
                window.computer();
            }
            let (after, next) = position(&window.turns);
            assert_eq!(window.board, after.0, "{:?}", window.turns);
            assert_eq!(window.captured, [after.count(WHITE), after.count(BLACK)]);
            assert_eq!(window.to_move, next, "{:?}", window.turns);
        }
        let (board, _) = position(&window.turns);
        assert!(board.is_over());
        let result = match board.result(BLACK) {
            0 => "Draw".to_owned(),
            points @ 1.. => format!("Black wins by {points}"),
            points => format!("White wins by {}", -points),
        };
        assert_eq!(window.ruler.must("gogui-rules_final_result"), result);
        // The file of the window, and that of the engine, hold the same game.
        let file = scratch.path().join("game.sgf");
        fs::write(&file, window.saved()).unwrap();
        let mut other = Bianca::anywhere(&[]);
        assert_eq!(other.ask(&format!("loadsgf {}", file.display())), "=");
        let moves: Vec<String> = window.turns.iter().map(|&(_, mv)| name(mv)).collect();
        assert_eq!(other.ask("history"), format!("= {}", moves.join(" ")));
        window.synchronize();
        let printed = window.engine.must("printsgf");
        assert_eq!(Window::opened(&printed), window.turns, "{printed}");
        // There is nothing more to play, whoever asks.
        window.computer();
        assert_eq!(window.turns.pop().unwrap().1, None);
        window.told.pop();
    }
    assert!(passes > 3, "no game with passes was seen");
    for link in [&mut window.engine, &mut window.ruler] {
        assert_eq!(link.must("quit"), "");
        assert!(link.program.wait().success());
    }
}
