//! The plain account: what is shown of a position, from an array of 64 squares.

use std::collections::HashMap;

use crate::people::sight::Seen;
use bianca_rules::othello::{Position, Square};

/// What stands on each square, from a1 on: 1 a disc of the side to move, -1 of the other one.
pub type Board = [i8; 64];

pub fn board_of(position: Position) -> Board {
    let mut board = [0; 64];
    for square in Square::all() {
        if position.own.contains(square) {
            board[square.index()] = 1;
        }
        if position.opp.contains(square) {
            board[square.index()] = -1;
        }
    }
    board
}

const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

const CORNERS: [usize; 4] = [0, 7, 56, 63];

/// The square so many files and ranks away, if there is one.
fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    let is_on = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on.then_some((rank * 8 + file) as usize)
}

fn neighbours(square: usize) -> Vec<usize> {
    let steps = DIRECTIONS.iter();
    steps
        .filter_map(|&direction| step(square, direction))
        .collect()
}

fn flips(board: &Board, square: usize, side: i8) -> Vec<usize> {
    let mut all = Vec::new();
    if board[square] != 0 {
        return all;
    }
    for direction in DIRECTIONS {
        let mut line = Vec::new();
        let mut next = step(square, direction);
        while let Some(here) = next.filter(|&here| board[here] == -side) {
            line.push(here);
            next = step(here, direction);
        }
        if next.is_some_and(|end| board[end] == side) {
            all.extend(line);
        }
    }
    all
}

pub fn moves(board: &Board, side: i8) -> Vec<usize> {
    let may = |square: &usize| !flips(board, *square, side).is_empty();
    (0..64).filter(may).collect()
}

fn discs(board: &Board, side: i8) -> Vec<usize> {
    (0..64).filter(|&square| board[square] == side).collect()
}

fn touches_empty(board: &Board, square: usize) -> bool {
    neighbours(square).iter().any(|&other| board[other] == 0)
}

/// Steps of a king.
fn distance(one: usize, other: usize) -> f32 {
    let files = (one % 8).abs_diff(other % 8);
    let ranks = (one / 8).abs_diff(other / 8);
    files.max(ranks) as f32
}

/// Which squares are images of each other.
const KINDS: [&str; 8] = [
    "01233210", "14566541", "25788752", "36899863", "36899863", "25788752", "14566541", "01233210",
];

/// The discs of a side that stay whatever is put on a line of eight, in any order.
pub struct Edges(pub HashMap<[i8; 8], [bool; 8]>);

impl Edges {
    fn stay(&mut self, line: [i8; 8]) -> [bool; 8] {
        if let Some(known) = self.0.get(&line) {
            return *known;
        }
        let mut stays = line.map(|disc| disc != 0);
        for place in (0..8).filter(|&place| line[place] == 0) {
            for side in [1, -1] {
                let mut after = line;
                after[place] = side;
                for towards in [-1, 1] {
                    let mut end = place as i32 + towards;
                    while (0..8).contains(&end) && line[end as usize] == -side {
                        end += towards;
                    }
                    if (0..8).contains(&end) && line[end as usize] == side {
                        let mut turned = place as i32 + towards;
                        while turned != end {
                            after[turned as usize] = side;
                            turned += towards;
                        }
                    }
                }
                let then = self.stay(after);
                for (place, stays) in stays.iter_mut().enumerate() {
                    *stays &= after[place] == line[place] && then[place];
                }
            }
        }
        self.0.insert(line, stays);
        stays
    }

    /// How many discs of a side are found to be safe for ever.
    fn stable(&mut self, board: &Board, side: i8) -> f32 {
        let mut stable = [false; 64];
        let lines = [
            std::array::from_fn(|place| place),
            std::array::from_fn(|place| 56 + place),
            std::array::from_fn(|place| 8 * place),
            std::array::from_fn(|place| 8 * place + 7),
        ];
        for line in lines {
            let stays = self.stay(line.map(|square: usize| board[square]));
            for (square, stays) in line.into_iter().zip(stays) {
                stable[square] |= stays && board[square] == side;
            }
        }
        loop {
            let before = stable;
            for square in discs(board, side) {
                let is_inner = (1..7).contains(&(square % 8)) && (1..7).contains(&(square / 8));
                let is_safe = [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(|along| {
                    let back = (-along.0, -along.1);
                    let beside = |by| step(square, by).is_some_and(|other| stable[other]);
                    is_full(board, square, along) || is_inner && (beside(along) || beside(back))
                });
                stable[square] |= is_safe;
            }
            if stable == before {
                return stable.iter().filter(|stable| **stable).count() as f32;
            }
        }
    }
}

/// Whether no square is empty on a line through a square.
fn is_full(board: &Board, square: usize, (files, ranks): (i32, i32)) -> bool {
    [(files, ranks), (-files, -ranks)].into_iter().all(|along| {
        let mut next = Some(square);
        while let Some(here) = next {
            if board[here] == 0 {
                return false;
            }
            next = step(here, along);
        }
        true
    })
}

/// The empty squares that hang together with one of them.
fn region(board: &Board, square: usize) -> usize {
    let mut found = vec![square];
    let mut looked_at = 0;
    while let Some(&here) = found.get(looked_at) {
        looked_at += 1;
        for other in neighbours(here) {
            if board[other] == 0 && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found.len()
}

/// What is shown of a position beside what is seen of its moves.
pub struct Shown<'a> {
    pub board: Board,
    pub lasts: [Option<usize>; 2],
    pub counts: &'a [f32],
    pub rating: f32,
}

/// The numbers of each move, written down one after the other.
pub fn numbers(shown: &Shown<'_>, seen: &Seen, edges: &mut Edges) -> Vec<Vec<f32>> {
    let Shown {
        board,
        lasts: [last, own_last],
        counts,
        rating,
    } = shown;
    let is = |truth: bool| if truth { 1.0 } else { 0.0 };
    let all = moves(board, 1);
    let could = moves(board, -1);
    let stable_before = edges.stable(board, 1);
    let counted: f32 = counts.iter().sum();
    let mut rows = Vec::new();
    for (place, &square) in all.iter().enumerate() {
        let mut row = Vec::new();
        for loss in seen.moves[place].losses {
            let loss = if loss > 32.0 { 32.0 } else { loss };
            row.extend([loss / 8.0, loss / (loss + 2.0)]);
        }
        let flipped = flips(board, square, 1);
        let mut after = *board;
        after[square] = 1;
        for &other in &flipped {
            after[other] = 1;
        }
        let kind = KINDS[square / 8].as_bytes()[square % 8] - b'0';
        row.extend((0..9).map(|other| is(kind == other)));
        let beside = neighbours(square);
        let is_near = |corner: &usize| beside.contains(corner) && board[*corner] == 0;
        row.push(is(!CORNERS.contains(&square) && CORNERS.iter().any(is_near)));
        let can = moves(&after, -1);
        let corners = |from: &[usize], but: &[usize]| {
            let corner = |square: &&usize| CORNERS.contains(*square) && !but.contains(*square);
            from.iter().filter(corner).count()
        };
        row.push(is(corners(&can, &could) > 0));
        row.push(is(corners(&could, &can) > 0));
        let turned = flipped.len() as f32;
        row.push(turned / 10.0);
        let on_board = (discs(&after, 1).len() + discs(&after, -1).len()) as f32;
        row.push(2.0 * turned / on_board);
        let is_edge =
            |square: &&usize| [0, 7].contains(&(**square % 8)) || [0, 7].contains(&(**square / 8));
        row.push(flipped.iter().filter(is_edge).count() as f32 / 4.0);
        let lines = beside.iter().filter(|other| flipped.contains(*other));
        row.push(lines.count() as f32 / 4.0);
        let replies = can.len() as f32;
        row.push(replies / 12.0);
        row.push((could.len() as f32 - replies) / 8.0);
        row.push(is(can.is_empty()));
        row.push(moves(&after, 1).len() as f32 / 12.0);
        let opened = (0..64).filter(|&empty| {
            let changed = |other: usize| other == square || flipped.contains(&other);
            after[empty] == 0 && neighbours(empty).into_iter().any(changed)
        });
        row.push(opened.count() as f32 / 16.0);
        for side in [1, -1] {
            let discs = discs(&after, side).into_iter();
            let frontier = discs.filter(|&disc| touches_empty(&after, disc));
            row.push(frontier.count() as f32 / 20.0);
        }
        let room = beside.iter().filter(|&&other| after[other] == 0);
        row.push(room.count() as f32 / 8.0);
        row.push((edges.stable(&after, 1) - stable_before) / 8.0);
        let region = region(board, square);
        row.push(is(region % 2 == 1));
        row.push(if region > 12 {
            1.0
        } else {
            region as f32 / 12.0
        });
        match last {
            Some(last) => {
                row.push(distance(square, *last) / 7.0);
                row.push(is(beside.contains(last)));
                row.push(is(flipped.contains(last)));
            }
            None => row.extend([0.5, 0.0, 0.0]),
        }
        row.push(own_last.map_or(0.5, |last| distance(square, last) / 7.0));
        if counts.is_empty() {
            row.extend([0.0; 3]);
        } else {
            let (count, trust) = (counts[place], counted / (counted + 20.0));
            let number = all.len() as f32;
            row.push(trust * count / counted.max(1.0));
            let usual = (count + 0.5) / ((counted + 0.5 * number) / number);
            row.push(trust * usual.log2() / 4.0);
            row.push(is(count > 0.0));
        }
        let phase = board.iter().filter(|disc| **disc == 0).count() as f32 / 60.0;
        row.extend([
            phase,
            4.0 * phase * (1.0 - phase),
            (rating - 1500.0) / 400.0,
        ]);
        row.push((seen.best / 16.0).clamp(-2.0, 2.0));
        row.extend([all.len() as f32 / 12.0, is(!counts.is_empty())]);
        rows.push(row);
    }
    rows
}
