//! Two lines as lists of boards, and what can be seen of squares, all as plain as it goes.

use bianca_rules::othello::{Bitboard, Move, Position, Square};

/// A line as a list of boards, each with the mover's discs as its own.
pub struct Way {
    pub boards: Vec<Position>,
    pub moves: Vec<Move>,
    pub is_over: bool,
}

impl Way {
    /// The first ply is the mover's, and every other one; passes are among the moves.
    pub fn of(start: Position, moves: &[Move]) -> Way {
        let mut boards = vec![start];
        for (ply, &mv) in moves.iter().enumerate() {
            let board = boards[ply];
            let next = if ply % 2 == 0 {
                board.play(mv).unwrap().passed()
            } else {
                board.passed().play(mv).unwrap()
            };
            boards.push(next);
        }
        Way {
            is_over: boards[moves.len()].is_over(),
            moves: moves.to_vec(),
            boards,
        }
    }

    pub fn length(&self) -> usize {
        if self.is_over { 1000 } else { self.moves.len() }
    }

    pub fn at(&self, ply: usize) -> Position {
        self.boards[ply.min(self.moves.len())]
    }

    /// The plies of a side, counted from 1.
    pub fn plies(&self, mine: bool, most: usize) -> Vec<(usize, Move)> {
        let all = (1..=most.min(self.moves.len())).map(|ply| (ply, self.moves[ply - 1]));
        all.filter(|(ply, _)| (ply % 2 == 1) == mine).collect()
    }

    pub fn put(&self, mine: bool, most: usize) -> Vec<(usize, Square)> {
        let plies = self.plies(mine, most).into_iter();
        plies
            .filter_map(|(ply, mv)| Some((ply, mv.square()?)))
            .collect()
    }

    /// After which plies a side is to move and can, and how.
    pub fn turns(&self, mine: bool, most: usize) -> Vec<(usize, Bitboard)> {
        let after = (1..=most.min(self.moves.len())).filter(|ply| (ply % 2 == 0) == mine);
        let moves = |ply: usize| {
            if mine {
                self.at(ply).moves()
            } else {
                self.at(ply).opponent_moves()
            }
        };
        let turns = after.map(|ply| (ply, moves(ply)));
        turns
            .filter(|(_, moves)| *moves != Bitboard::EMPTY)
            .collect()
    }

    /// Discs set between two of the other side on an edge, which stay to the end.
    pub fn wedges(&self, mine: bool, most: usize) -> Vec<(usize, Square)> {
        let end = self.at(1000);
        let stays = if mine { end.own } else { end.opp };
        let is_wedge = |&(ply, square): &(usize, Square)| {
            let before = self.at(ply - 1);
            let others = if mine { before.opp } else { before.own };
            let at = square.index();
            let beside = match (at % 8, at / 8) {
                (0 | 7, 1..=6) => [at - 8, at + 8],
                (1..=6, 0 | 7) => [at - 1, at + 1],
                _ => return false,
            };
            let is_others = |at: &usize| others.contains(Square::new(*at as u8));
            beside.iter().all(is_others) && stays.contains(square)
        };
        self.put(mine, most).into_iter().filter(is_wedge).collect()
    }
}

pub struct Two {
    pub start: Position,
    pub played: Way,
    pub best: Way,
    /// Plies that are compared.
    pub near: usize,
    /// Plies that both have.
    pub whole: usize,
}

impl Two {
    pub fn of(start: Position, played: &[Move], best: &[Move]) -> Two {
        let (played, best) = (Way::of(start, played), Way::of(start, best));
        let whole = played.length().min(best.length());
        Two {
            start,
            near: whole.min(9),
            whole,
            played,
            best,
        }
    }

    pub fn ends(&self) -> (Position, Position) {
        (self.played.at(self.near), self.best.at(self.near))
    }

    pub fn firsts(&self) -> (Square, Square) {
        let first = |way: &Way| way.moves[0].square().unwrap();
        (first(&self.played), first(&self.best))
    }
}

pub fn balance(own: Bitboard, opp: Bitboard) -> i32 {
    own.count() as i32 - opp.count() as i32
}

pub fn is_corner(square: Square) -> bool {
    [0, 7, 56, 63].contains(&square.index())
}

/// Squares that touch one.
pub fn near(square: Square) -> Vec<Square> {
    let far = |one: u8, other: u8| one.abs_diff(other);
    let touches = |other: &Square| {
        far(square.file(), other.file()).max(far(square.rank(), other.rank())) == 1
    };
    Square::all().filter(touches).collect()
}

/// Tenths, rounded to the nearest.
pub fn tenths(sum: u32, count: usize) -> u32 {
    (10.0 * f64::from(sum) / count as f64 + 0.5).floor() as u32
}
