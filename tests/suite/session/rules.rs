//! Othello once more, as plainly as it can be written: an array, eight directions, and nothing
//! of the library that is tested.

use std::fmt::Write;

/// Black.
pub const BLACK: i8 = 1;
/// White.
pub const WHITE: i8 = -1;

/// A move: a square from 0 (a1) to 63 (h8), or a pass.
pub type Move = Option<usize>;

/// A square's name.
pub fn square_name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// A move as replies write it.
pub fn name(mv: Move) -> String {
    mv.map_or("pass".to_owned(), square_name)
}

/// A move as replies write it, read.
pub fn read(word: &str) -> Option<Move> {
    if word == "pass" {
        return Some(None);
    }
    (0..64)
        .find(|&square| square_name(square) == word)
        .map(Some)
}

pub fn color_name(side: i8) -> &'static str {
    if side == BLACK { "black" } else { "white" }
}

/// The discs: 1 black, -1 white, 0 none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(pub [i8; 64]);

impl Board {
    pub fn start() -> Board {
        let mut squares = [0; 64];
        (squares[27], squares[36]) = (WHITE, WHITE);
        (squares[28], squares[35]) = (BLACK, BLACK);
        Board(squares)
    }

    /// What `side` would turn by a disc on `square`; empty if it may not.
    fn turned(&self, square: usize, side: i8) -> Vec<usize> {
        let mut all = Vec::new();
        if self.0[square] != 0 {
            return all;
        }
        for (dx, dy) in [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ] {
            let (mut x, mut y) = ((square % 8) as i32 + dx, (square / 8) as i32 + dy);
            let mut line = Vec::new();
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let here = (y * 8 + x) as usize;
                if self.0[here] == side {
                    all.append(&mut line);
                }
                if self.0[here] != -side {
                    break;
                }
                line.push(here);
                (x, y) = (x + dx, y + dy);
            }
        }
        all
    }

    pub fn moves(&self, side: i8) -> Vec<usize> {
        let can = |&square: &usize| !self.turned(square, side).is_empty();
        (0..64).filter(can).collect()
    }

    pub fn is_over(&self) -> bool {
        self.moves(BLACK).is_empty() && self.moves(WHITE).is_empty()
    }

    /// `side`'s legal moves, a pass among them; none after the end.
    pub fn legal(&self, side: i8) -> Vec<Move> {
        let moves: Vec<Move> = self.moves(side).into_iter().map(Some).collect();
        if moves.is_empty() && !self.is_over() {
            return vec![None];
        }
        moves
    }

    pub fn after(&self, mv: Move, side: i8) -> Board {
        let mut board = self.clone();
        if let Some(square) = mv {
            for turned in self.turned(square, side) {
                board.0[turned] = side;
            }
            board.0[square] = side;
        }
        board
    }

    pub fn count(&self, what: i8) -> i32 {
        self.0.iter().filter(|&&square| square == what).count() as i32
    }

    /// `side`'s result with the empty squares to the winner.
    pub fn result(&self, side: i8) -> i32 {
        let discs = self.count(side) - self.count(-side);
        discs + discs.signum() * self.count(0)
    }

    /// `side`'s score when both play perfectly.
    pub fn exact(&self, side: i8) -> i32 {
        let legal = self.legal(side);
        let scores = legal.iter().map(|&mv| -self.after(mv, side).exact(-side));
        scores.max().unwrap_or_else(|| self.result(side))
    }

    /// Paths of `depth` moves; a pass is a move, and a game that is over is one path.
    pub fn perft(&self, side: i8, depth: u32) -> u64 {
        let legal = self.legal(side);
        if depth == 0 || legal.is_empty() {
            return 1;
        }
        let counts = legal
            .iter()
            .map(|&mv| self.after(mv, side).perft(-side, depth - 1));
        counts.sum()
    }

    /// As `setboard` reads it.
    pub fn text(&self, to_move: i8) -> String {
        let letter = |square: &i8| ['O', '-', 'X'][(square + 1) as usize];
        let mut text: String = self.0.iter().map(letter).collect();
        text.push(' ');
        text.push(letter(&to_move));
        text
    }
}

/// A game with its history; what `protocol.md` says of `play`, `undo` and `redo`.
#[derive(Clone, Debug)]
pub struct Game {
    pub board: Board,
    pub to_move: i8,
    pub turns: Vec<(i8, Move)>,
    before: Vec<(Board, i8)>,
    undone: Vec<Move>,
    /// Which turns are passes that nobody mentioned.
    silent: Vec<usize>,
}

impl Game {
    pub fn at(board: Board, to_move: i8) -> Game {
        Game {
            board,
            to_move,
            turns: Vec::new(),
            before: Vec::new(),
            undone: Vec::new(),
            silent: Vec::new(),
        }
    }

    pub fn new() -> Game {
        Game::at(Board::start(), BLACK)
    }

    pub fn must_pass(&self) -> bool {
        self.board.legal(self.to_move) == [None]
    }

    fn turn(&mut self, mv: Move) {
        self.before.push((self.board.clone(), self.to_move));
        self.turns.push((self.to_move, mv));
        self.board = self.board.after(mv, self.to_move);
        self.to_move = -self.to_move;
    }

    /// Plays `mv` for `side`, or for the side to move; says whether the rules allow it.
    pub fn play(&mut self, side: Option<i8>, mv: Move) -> Result<(), String> {
        let passes = mv.is_some() && self.must_pass();
        let side = side.unwrap_or(if passes { -self.to_move } else { self.to_move });
        let illegal = format!("illegal move: {} for {}", name(mv), color_name(side));
        let said_before = side != self.to_move && self.turns.last() == Some(&(side, None));
        if mv.is_none() && (self.board.is_over() || said_before) {
            return Ok(());
        }
        let silently = passes && side != self.to_move;
        let turn_is_right = side == self.to_move || silently;
        if !turn_is_right || !self.board.legal(side).contains(&mv) {
            return Err(illegal);
        }
        if silently {
            self.turn(None);
        }
        self.turn(mv);
        self.undone.clear();
        Ok(())
    }

    /// Plays all of it or nothing.
    pub fn play_all(&mut self, side: Option<i8>, moves: &[Move]) -> Result<(), String> {
        let mut copy = self.clone();
        let before = self.turns.len();
        for (number, &mv) in moves.iter().enumerate() {
            copy.play(side.filter(|_| number == 0), mv)?;
        }
        *self = copy;
        self.note_turns(before, moves.iter().all(Option::is_some));
        Ok(())
    }

    /// Remembers the passes since `before` that nobody mentioned, if nobody did.
    pub fn note_turns(&mut self, before: usize, silent: bool) {
        if self.turns.len() > before {
            self.silent.retain(|&turn| turn < before);
            let passes =
                (before..self.turns.len() - 1).filter(|&turn| self.turns[turn].1.is_none());
            self.silent.extend(passes.filter(|_| silent));
        }
    }

    /// Passes for the other side if it must, so that `side` is to move.
    pub fn give_turn_to(&mut self, side: i8) -> Result<(), String> {
        if side == self.to_move || self.board.is_over() {
            return Ok(());
        }
        if !self.must_pass() {
            return Err(format!("illegal move: {} is not to move", color_name(side)));
        }
        self.play(None, None)
    }

    pub fn undo(&mut self, count: usize) -> Result<(), String> {
        let mut left = self.turns.len();
        for _ in 0..count {
            let Some(before) = left.checked_sub(1) else {
                return Err("cannot undo".to_owned());
            };
            let silent = before > 0 && self.silent.contains(&(before - 1));
            left = before - usize::from(silent);
        }
        while self.turns.len() > left {
            let (Some((_, mv)), Some((board, to_move))) = (self.turns.pop(), self.before.pop())
            else {
                unreachable!("there were enough turns");
            };
            (self.board, self.to_move) = (board, to_move);
            self.undone.push(mv);
        }
        Ok(())
    }

    pub fn redo(&mut self, count: usize) -> Result<(), String> {
        let mut copy = self.clone();
        for _ in 0..count {
            let silent = self.silent.contains(&copy.turns.len());
            for _ in 0..1 + usize::from(silent) {
                let mv = copy.undone.pop().ok_or("cannot redo")?;
                copy.turn(mv);
            }
        }
        *self = copy;
        Ok(())
    }

    /// What `showboard` draws.
    pub fn drawing(&self) -> String {
        let files = "  a b c d e f g h\n";
        let moves = self.board.moves(self.to_move);
        let mut text = files.to_owned();
        for rank in 0..8 {
            let _ = write!(text, "{}", rank + 1);
            for square in rank * 8..rank * 8 + 8 {
                text += match self.board.0[square] {
                    BLACK => " X",
                    WHITE => " O",
                    _ if moves.contains(&square) => " +",
                    _ => " .",
                };
            }
            let _ = writeln!(text, " {}", rank + 1);
        }
        text += files;
        text += &match (self.board.is_over(), color_name(self.to_move)) {
            (true, _) => "game over".to_owned(),
            (false, side) if self.must_pass() => format!("{side} to move, must pass"),
            (false, side) => format!("{side} to move"),
        };
        let (black, white) = (self.board.count(BLACK), self.board.count(WHITE));
        let _ = write!(text, "; black X {black}, white O {white}");
        text
    }
}
