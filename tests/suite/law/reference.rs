//! Othello by the book, for the law: rules that walk along rays and the value of every position by
//! plain minimax. It shares nothing with the crate that it judges and knows nothing of speed.

use std::collections::HashMap;

/// The eight ways along which discs are turned, in columns and rows.
const WAYS: [(i32, i32); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// A board with its side to move; bit 0 is a1, bit 1 is b1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The discs of the side to move.
    pub own: u64,
    /// Those of the other side.
    pub other: u64,
    /// Whether black is to move.
    pub black: bool,
}

impl Board {
    /// The start of a game.
    pub fn start() -> Board {
        Board {
            own: 1 << 28 | 1 << 35,
            other: 1 << 27 | 1 << 36,
            black: true,
        }
    }

    /// How many squares are empty.
    pub fn empties(self) -> u32 {
        (self.own | self.other).count_zeros()
    }

    /// The discs that a move to an empty square turns over.
    fn turned(self, square: usize) -> u64 {
        let (column, row) = ((square % 8) as i32, (square / 8) as i32);
        let mut all = 0;
        for (right, down) in WAYS {
            let (mut x, mut y, mut line) = (column + right, row + down, 0);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1 << (8 * y + x);
                if self.own & bit != 0 {
                    all |= line;
                }
                if self.other & bit == 0 {
                    break;
                }
                line |= bit;
                (x, y) = (x + right, y + down);
            }
        }
        all
    }

    /// The squares that may be played.
    pub fn moves(self) -> Vec<usize> {
        self.legal().collect()
    }

    fn legal(self) -> impl Iterator<Item = usize> {
        let mut empty = !(self.own | self.other);
        let squares = std::iter::from_fn(move || {
            let square = (empty != 0).then(|| empty.trailing_zeros() as usize);
            empty &= empty.wrapping_sub(1);
            square
        });
        squares.filter(move |&square| self.turned(square) != 0)
    }

    /// The board after a move, or after a pass.
    pub fn after(self, square: Option<usize>) -> Board {
        let turned = square.map_or(0, |square| self.turned(square));
        Board {
            own: self.other & !turned,
            other: self.own | turned | square.map_or(0, |square| 1 << square),
            black: !self.black,
        }
    }

    /// Whether nobody can move.
    pub fn over(self) -> bool {
        self.legal().next().is_none() && self.after(None).legal().next().is_none()
    }

    /// What the side to move has won by at the end, the empty squares with the winner.
    pub fn result(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        difference + difference.signum() * self.empties() as i32
    }

    /// The board as all protocols take it: 64 squares and the side to move.
    pub fn text(self) -> String {
        let (black, white) = if self.black {
            (self.own, self.other)
        } else {
            (self.other, self.own)
        };
        let disc = |square: usize| match (black >> square & 1, white >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        let squares: String = (0..64).map(disc).collect();
        format!("{squares} {}", if self.black { 'X' } else { 'O' })
    }

    /// The board of such a text.
    pub fn read(text: &str) -> Board {
        let discs = |disc: char| {
            let squares = text.chars().take(64).enumerate();
            let there = squares.filter(|&(_, square)| square == disc);
            there.fold(0, |discs: u64, (square, _)| discs | 1 << square)
        };
        let (black, white, to_move) = (discs('X'), discs('O'), text.ends_with('X'));
        let (own, other) = if to_move {
            (black, white)
        } else {
            (white, black)
        };
        Board {
            own,
            other,
            black: to_move,
        }
    }

    /// The board seen in a mirror whose axis stands between the columns d and e.
    pub fn mirrored(self) -> Board {
        let mirror = |discs: u64| {
            discs
                .to_be_bytes()
                .iter()
                .fold(0, |rows, row| rows << 8 | u64::from(row.reverse_bits()))
        };
        Board {
            own: mirror(self.own),
            other: mirror(self.other),
            black: self.black,
        }
    }
}

/// A square's name, and back.
pub fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

/// The square of a name; `None` for a pass.
pub fn square(name: &str) -> Option<usize> {
    let name = name.to_ascii_lowercase();
    match name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
            Some((column - b'a') as usize + 8 * (row - b'1') as usize)
        }
        _ => {
            assert!(
                matches!(name.as_str(), "pass" | "ps" | "--" | "pa"),
                "{name}"
            );
            None
        }
    }
}

/// Values of positions by plain minimax; each position is visited once, but for the last plies,
/// which are sooner computed than remembered.
#[derive(Default)]
pub struct Truth(HashMap<(u64, u64), i32>);

impl Truth {
    /// The final score for the side to move if both sides play their best.
    pub fn value(&mut self, board: Board) -> i32 {
        let remembered = board.empties() > 2;
        if remembered && let Some(&known) = self.0.get(&(board.own, board.other)) {
            return known;
        }
        let moves = board.moves();
        let value = if !moves.is_empty() {
            let replies = moves
                .iter()
                .map(|&square| -self.value(board.after(Some(square))));
            replies.max().expect("there is a move")
        } else if board.over() {
            board.result()
        } else {
            -self.value(board.after(None))
        };
        if remembered {
            self.0.insert((board.own, board.other), value);
        }
        value
    }

    /// The final score for the side to move after its move, or after its pass.
    pub fn of_move(&mut self, board: Board, square: Option<usize>) -> i32 {
        -self.value(board.after(square))
    }
}

/// Random numbers that repeat (SplitMix64).
pub struct Random(pub u64);

impl Random {
    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    /// One of some things.
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// A random game up to so many empty squares, or to its end: the board, and the moves to it
    /// without the passes.
    pub fn game(&mut self, empties: u32) -> (Board, Vec<usize>) {
        let (mut board, mut line) = (Board::start(), Vec::new());
        while board.empties() > empties && !board.over() {
            let moves = board.moves();
            if moves.is_empty() {
                board = board.after(None);
                continue;
            }
            let square = self.one_of(&moves);
            line.push(square);
            board = board.after(Some(square));
        }
        (board, line)
    }

    /// A position with 4 to 9 empty squares, in turn: of a random game, where the side to move must
    /// pass, of random discs, with two equal halves, of a game that is over, full.
    pub fn board(&mut self, turn: usize) -> Board {
        let empties = 4 + self.below(6) as u32;
        match turn % 12 {
            3 | 7 => self.passing(),
            5 => self.scattered(empties),
            9 => self.halves(),
            10 => self.until(|board| board.empties() > 0, 0),
            11 => self.until(|board| board.empties() == 0, 0),
            _ => self.until(|board| !board.over(), empties),
        }
    }

    /// The last position of the first random game where that is as it should be.
    fn until(&mut self, wanted: impl Fn(Board) -> bool, empties: u32) -> Board {
        loop {
            let (board, _) = self.game(empties);
            // Where nobody can move any more more squares may be empty.
            if wanted(board) {
                return board;
            }
        }
    }

    /// A position of a random game with 4 to 9 empty squares where the side to move must pass.
    fn passing(&mut self) -> Board {
        loop {
            let (mut board, _) = self.game(9);
            while board.empties() >= 4 && !board.over() {
                let moves = board.moves();
                if moves.is_empty() {
                    return board;
                }
                board = board.after(Some(self.one_of(&moves)));
            }
        }
    }

    /// Discs at random, one colour more frequent than the other.
    pub fn scattered(&mut self, empties: u32) -> Board {
        let own = 1 + self.below(7);
        let mut board = Board {
            own: 0,
            other: 0,
            black: self.below(2) == 0,
        };
        for square in 0..64 {
            if self.below(8) < own {
                board.own |= 1 << square;
            } else {
                board.other |= 1 << square;
            }
        }
        while board.empties() < empties {
            let hole = !(1 << self.below(64));
            (board.own, board.other) = (board.own & hole, board.other & hole);
        }
        board
    }

    /// The left half of a random board with 2 to 4 empty squares, and its image beside it.
    fn halves(&mut self) -> Board {
        const LEFT: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        loop {
            let whole = self.scattered(6);
            let image = whole.mirrored();
            let board = Board {
                own: whole.own & LEFT | image.own & !LEFT,
                other: whole.other & LEFT | image.other & !LEFT,
                black: whole.black,
            };
            if (4..=8).contains(&board.empties()) {
                return board;
            }
        }
    }
}

#[test]
fn the_reference_knows_the_rules() {
    // The numbers of paths from the start that everybody finds.
    fn paths(board: Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = board.moves();
        if moves.is_empty() {
            return paths(board.after(None), depth - 1);
        }
        let after = |&square| paths(board.after(Some(square)), depth - 1);
        moves.iter().map(after).sum()
    }
    let counted: Vec<u64> = (1..=6).map(|depth| paths(Board::start(), depth)).collect();
    assert_eq!(counted, [4, 12, 56, 244, 1396, 8200]);
}

#[test]
fn all_kinds_of_positions_are_drawn() {
    let mut random = Random(1);
    let boards: Vec<Board> = (0..240).map(|turn| random.board(turn)).collect();
    let count = |wanted: fn(&Board) -> bool| boards.iter().filter(|board| wanted(board)).count();
    assert!(count(|board| board.moves().is_empty() && !board.over()) >= 40);
    assert!(count(|board| board.over()) >= 40);
    assert!(count(|board| board.empties() == 0) >= 20);
    assert!(count(|board| *board == board.mirrored()) >= 20);
    for empties in 4..=9 {
        assert!(boards.iter().any(|board| board.empties() == empties));
    }
}
